"""Component facts copied from the data sheets into ``facts.yaml``, and where the tables differ from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from gm.dice import SeededDice
from gm.model import Seat
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.content import Content, Tile, Unit
from gm.rulesets.galactic_council.options import Options
from gm.rulesets.galactic_council.setup import setup
from tests.games import COLOURS

PLAIN_TABLES = ("planets", "tiles", "technologies", "galaxies", "strategies", "races")


@cache
def facts() -> Mapping[str, Any]:
    """The data sheets: table -> id -> what is printed there."""
    loaded: Mapping[str, Any] = yaml.safe_load((Path(__file__).parent / "facts.yaml").read_text("utf-8"))
    return loaded


def unlike(tables: Content) -> Iterator[str]:
    """Every row that is not what the data sheets say, or that only one of both has."""
    for table in PLAIN_TABLES:
        rows, found = facts()[table], _read(tables, table)
        for id_ in sorted(rows.keys() | found.keys()):
            right = rows.get(id_)
            if table == "races" and right:  # the rest of a race shows in how it starts
                right = right["flagship"]
            if found.get(id_) != right:
                yield f"{table}.{id_}: {found.get(id_)} instead of {right}"


def start_unlike(tables: Content, race: str) -> Iterator[str]:
    """Where a race's start in a new game is not what the rules and its sheet say (ch. 9, 11)."""
    right, common = facts()["races"][race], facts()["start"]
    rivals = [other for other in tables.races if other not in (race, "creuss")][:2]
    seats = [Seat(seat, seat, colour) for seat, colour in zip(("red", "blue", "green"), COLOURS, strict=False)]
    options = Options(races=dict(zip(("red", "blue", "green"), (race, *rivals), strict=True)), galaxy="three_suns")
    state, _events = setup(seats, options, tables, SeededDice(b"start"))
    board, chair = state.board, state.board.chairs["red"]
    units: Counter[str] = Counter()
    for place in forces.places(board):
        units.update(forces.force(board, place, "red").units)
    home = [planet for tile in tables.races[race].tiles for planet in facts()["tiles"][tile].get("planets", ())]
    more = right.get("more", {})
    started = {
        "units": (dict(units), right["units"]),
        "technologies": (chair.technologies, right["technologies"]),
        "agreements": (list(tables.races[chair.race].agreements), right["agreements"]),
        "planets": ([id_ for id_, planet in board.planets.items() if planet.owner == "red"], home),
        **{name: (getattr(chair, name), common[name] + more.get(name, 0)) for name in common},
    }
    yield from (
        f"{race} starts with {name} {is_}, not {should}" for name, (is_, should) in started.items() if is_ != should
    )


def _read(tables: Content, table: str) -> dict[str, Any]:
    """A table in the words of the data sheets."""
    match table:
        case "planets":
            rows = tables.planets.items()
            return {id_: _planet(row.resources, row.influence, row.colour, row.symbols) for id_, row in rows}
        case "tiles":
            return {id_: _tile(row) for id_, row in tables.tiles.items()}
        case "races":
            return {id_: _flagship(row.flagship) for id_, row in tables.races.items()}
        case "technologies":
            known = {id_: row for id_, row in tables.technologies.items() if not row.missing}
            return {id_: _needs(row.colour, all=row.all, any=row.any) for id_, row in known.items()}
        case "strategies":
            return {id_: row.number for id_, row in tables.strategies.items()}
        case _:
            return {id_: row.radius for id_, row in tables.galaxies.items()}


def _planet(resources: int, influence: int, colour: str | None, symbols: int) -> list[Any]:
    return [resources, influence, *((colour, symbols) if colour or symbols else ())]


def _tile(row: Tile) -> dict[str, Any]:
    given = {"planets": list(row.planets), "wormholes": list(row.wormholes), "anomaly": row.anomaly}
    return {"kind": row.kind, "copies": row.count, **{key: value for key, value in given.items() if value}}


def _flagship(unit: Unit) -> list[Any]:
    return [unit.cost, unit.hits_on, "enemy" if unit.dice_per_enemy else unit.dice, unit.move, unit.capacity]


def _needs(colour: str | None, **first: tuple[str, ...]) -> dict[str, Any]:
    return {"colour": colour, **{key: list(value) for key, value in first.items() if value}}
