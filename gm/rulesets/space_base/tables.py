"""The tables of the game, read from ``data/*.yaml`` with the campaign's overlay: ``content(overlay)``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gm.content import At, Rows, Tables, key_of, reader, records
from gm.rulesets.space_base.content import LEVELS, Ability, Colony, Content, Numbers, Ship, Side, remember

FOLDER = Path(__file__).parent / "data"
SEATS = range(2, 6)
_SHIPS = {level: f"ships_{level}" for level in LEVELS}


def content(overlay: Mapping[str, Any]) -> Content:
    """The frozen tables; ``overlay`` is table -> id -> the fields that differ, or a whole new row.

    Raises gm.content.WrongTable when the overlay (or a file of ours) is wrong.
    """
    return TABLES.content(overlay)


def _content(tables: dict[str, Rows]) -> Content:
    made = Content(
        key=key_of(tables),
        starting=records("starting_ships", tables["starting_ships"], Ship),
        ships={id_: row for table in _SHIPS.values() for id_, row in records(table, tables[table], Ship).items()},
        colonies=records("colonies", tables["colonies"], Colony),
        abilities=records("abilities", tables["abilities"], Ability),
        numbers=reader(Numbers)(tables["numbers"], At("numbers")),
    )
    _check_ships(made, tables)
    _check_abilities(made)
    _check_board(made)
    return remember(made)


TABLES = Tables(FOLDER, _content)


def _check_ships(made: Content, tables: Mapping[str, Rows]) -> None:
    """Each ship stands in the table of its level, in a sector of the board, and its boxes have an ability."""
    names = {0: "starting_ships", **_SHIPS}
    for level, table in names.items():
        for id_ in tables[table]:
            ship = made.ship(id_)
            _one_of(table, id_, "level", ship.level, (level,))
            _sector(made, table, id_, "sector", ship.sector)
            for name in ("station", "deployed"):
                _check_side(made, table, id_, name, ship.side(name == "deployed"))
    for id_, colony in made.colonies.items():
        _sector(made, "colonies", id_, "sector", colony.sector)


def _check_side(made: Content, table: str, id_: str, name: str, side: Side) -> None:
    if bool(side.boxes) != (side.ability is not None):
        At(table, id_, f"{name}.ability" if side.boxes else f"{name}.boxes").wrong("content_missing_field")
    if side.ability is not None and side.ability not in made.abilities:
        from difflib import get_close_matches

        meant = get_close_matches(side.ability, list(made.abilities), n=1, cutoff=0.5)
        args = {"value": side.ability, "meant": meant[0] if meant else ""}
        At(table, id_, f"{name}.ability").wrong("content_unknown_id", **args)
    if side.claims:
        _one_of(table, id_, f"{name}.claim", side.claim, LEVELS)


def _check_abilities(made: Content) -> None:
    for id_, ability in made.abilities.items():
        for level in ability.levels:
            _one_of("abilities", id_, "levels", level, LEVELS)
        for sector in ability.sectors:
            _sector(made, "abilities", id_, "sectors", sector)
        if ability.op == "swap" and len(set(ability.sectors)) != 2:
            _wrong_length("abilities", id_, "sectors", 2, len(set(ability.sectors)))


def _check_board(made: Content) -> None:
    """One starting ship for each sector, a bonus for each seat, hands and rows that the decks can fill."""
    numbers, most = made.numbers, SEATS[-1]
    taken = [ship.sector for ship in made.starting.values()]
    if sorted(taken) != [*range(1, numbers.highest_sector + 1)]:
        _wrong_length("starting_ships", "", "sector", numbers.highest_sector, len(set(taken)))
    for name in ("bonus_credits", "bonus_income"):
        if len(getattr(numbers, name)) != most:
            _wrong_length("numbers", "", name, most, len(getattr(numbers, name)))
    if len(numbers.light_hand) != len(LEVELS):
        _wrong_length("numbers", "", "light_hand", len(LEVELS), len(numbers.light_hand))
    for level, dealt in zip(LEVELS, numbers.light_hand, strict=True):
        need = most * max(dealt, 1 if level == 1 else 0)
        if len(made.deck(level)) < need:
            _wrong_length(_SHIPS[level], "", "", need, len(made.deck(level)))


def _sector(made: Content, table: str, id_: str, field: str, sector: int) -> None:
    _one_of(table, id_, field, sector, range(1, made.numbers.highest_sector + 1))


def _one_of(table: str, id_: str, field: str, value: int, right: Iterable[int]) -> None:
    if value not in right:
        At(table, id_, field).wrong("content_not_one_of", value=str(value), right=", ".join(map(str, right)))


def _wrong_length(table: str, id_: str, field: str, right: int, value: int) -> None:
    At(table, id_, field).wrong("content_not_so_many", right=str(right), value=str(value))
