"""Positions of Space Base as a GM would write them down, for rule cases and golden folders.

Everything left out is as it is when a game has just begun: all seats with their twelve starting ships, no credits,
income or points, six ships of each level open in the order of the tables, the rest in the decks, all colonies to be
had, the first seat's first turn, both dice showing 1::

    seats: [red, blue, green]              # clockwise; the first one is the start seat
    active: blue                           # whose turn it is; left out: the start seat
    turn: 5
    round: 2
    last_round: 2                          # the end was triggered
    dice: [3, 5]
    red: {credits: 9, income: 3, points: 10, charges: {"1-01-1": 1}, rests: [own]}
    at:
      red: {8: {station: "1-08-2", deployed: ["1-08-3"]}, 7: {colony: colony_07, station: none}}
    shipyard: {1: ["1-08-4"]}              # lie open before all others of the level, which follow as in the table
    row: {3: []}                           # exactly these lie open
    decks: {1: ["1-02-1"]}                 # the next cards of a deck; {1: none}: it is empty, all in the discard
    colonies: [colony_07]                  # exactly these are left; left out: all that nobody has
    cards: {"1-08-2": {cost: 7, station: {credits: 2, right: yes}, deployed: {}}}
    abilities: {credits_3: {credits: 5}}   # and other tables: numbers, colonies_table
    options: {points: 40}
    standing: {green: "- standing order: {own: [sum]}"}

``cards`` gives ships other values, so that a row does not depend on the reconstructed ones: a side that is named is
exactly what is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm.orders import read
from gm.rulesets.space_base.cards import lying
from gm.rulesets.space_base.content import LEVELS, Content, Side
from gm.rulesets.space_base.options import Options
from gm.rulesets.space_base.orders import Standing
from gm.rulesets.space_base.state import Board, Chair, Secrets, Sector, State
from gm.rulesets.space_base.tables import content
from gm.rulesets.space_base.view import view
from gm.settings import made
from tests.games import COLOURS

SEATS = ("red", "blue", "green")
Plain = Mapping[str, Any]
KEYS = {"seats", "active", "turn", "round", "last_round", "dice", "at", "shipyard", "row", "decks", "colonies"}
KEYS |= {"phase", "cards", "abilities", "numbers", "colonies_table", "options", "standing", "hands"}
TRUE = ("yes", "true", "да")


def read_position(given: Plain, phase: str = "turn", tables: Plain | None = None) -> State:
    """The state that a description means; ``tables``: an overlay that wins over the position's own cards."""
    made_of = table_of(given, tables)
    seats = list(given.get("seats", SEATS))
    unknown = set(given) - KEYS - set(seats)
    assert not unknown, f"a position has no {unknown}"
    board = Board(int(given.get("turn", 1)), phase, made(Options, given.get("options", {})))
    board.content = made_of
    board.chairs = {seat: _chair(made_of, seat, n, given) for n, seat in enumerate(seats)}
    board.first, board.active = seats[0], given.get("active", "" if phase == "draft" else seats[0])
    board.round = int(given.get("round", 0 if phase == "draft" else 1))
    board.last_round = int(given.get("last_round", 0))
    board.dice = [int(face) for face in given.get("dice", [] if phase == "draft" else ["1", "1"])]
    state = State(board, Secrets())
    _deal(state, given, phase)
    founded = {sector.colony for chair in board.chairs.values() for sector in chair.sectors}
    board.colonies = list(given.get("colonies", [id_ for id_ in made_of.colonies if id_ not in founded]))
    for seat, text in given.get("standing", {}).items():
        (order,), problems = _read(state, seat, text)
        assert isinstance(order, Standing) and not problems, problems
        state.secrets.standing[seat] = order
        chair = board.chairs[seat]
        chair.rests_own, chair.rests_others = bool(order.own), bool(order.others)
    return state


def table_of(given: Plain, tables: Plain | None = None) -> Content:
    """The tables with the cards of a description, and with changed ones over them."""
    overlay: dict[str, dict[str, Any]] = {}
    for id_, row in given.get("cards", {}).items():
        level = 0 if id_.startswith("start") else id_.partition("-")[0]
        table = overlay.setdefault(f"ships_{level}" if level else "starting_ships", {})
        table[id_] = {key: _side(value) if key in ("station", "deployed") else value for key, value in row.items()}
    if abilities := given.get("abilities"):
        overlay["abilities"] = dict(abilities)
    if colonies := given.get("colonies_table"):
        overlay["colonies"] = dict(colonies)
    if numbers := given.get("numbers"):
        overlay["numbers"] = dict(numbers)
    for table_name, rows in (tables or {}).items():
        for id_, row in rows.items():
            there = overlay.setdefault(table_name, {})
            there[id_] = _over(there.get(id_, {}), row) if isinstance(row, Mapping) else row
    return content(overlay)


def _over(row: Plain, changed: Plain) -> dict[str, Any]:
    """A row with changed fields; sides are changed field by field."""
    sides = {
        k: {**row[k], **v} for k, v in changed.items() if isinstance(v, Mapping) and isinstance(row.get(k), Mapping)
    }
    return {**row, **changed, **sides}


def _side(given: Plain) -> dict[str, Any]:
    """A side that is exactly as written: every other field is taken away."""
    return {**dict.fromkeys(Side.__struct_fields__), **given}


def _chair(tables: Content, seat: str, n: int, given: Plain) -> Chair:
    facts, places = given.get(seat, {}), given.get("at", {}).get(seat, {})
    chair = Chair(seat.title(), COLOURS[n])
    for number, card in enumerate(sorted(tables.starting, key=lambda id_: tables.starting[id_].sector), 1):
        place = places.get(str(number), {})
        unknown = set(place) - {"station", "deployed", "colony"}
        assert not unknown, f"a sector has no {unknown}"
        colony = place.get("colony")
        station = place.get("station", None if colony else card)
        chair.sectors.append(Sector(None if station == "none" else station, list(place.get("deployed", [])), colony))
    for key, value in facts.items():
        if key == "charges":
            chair.charges = {card: int(cubes) for card, cubes in value.items()}
        else:
            setattr(chair, key, int(value) if isinstance(getattr(chair, key), int) else value)
    return chair


def _deal(state: State, given: Plain, phase: str) -> None:
    """Rows and decks from the ships that nobody has."""
    board, secrets = state.board, state.secrets
    secrets.hands = {seat: list(cards) for seat, cards in given.get("hands", {}).items()}
    taken = {card for chair in board.chairs.values() for card, _number, _deployed in lying(chair)}
    taken |= {card for hand in secrets.hands.values() for card in hand}
    for level in LEVELS:
        row, deck = given.get("row", {}).get(str(level)), given.get("decks", {}).get(str(level), [])
        wanted = list(row) if row is not None else list(given.get("shipyard", {}).get(str(level), []))
        next_ones = [] if deck == "none" else list(deck)
        left = [id_ for id_ in board.content.deck(level) if id_ not in taken and id_ not in (*wanted, *next_ones)]
        size = 0 if phase == "draft" else len(wanted) if row is not None else board.content.numbers.row
        fill = left[: max(0, size - len(wanted))]
        rest = [id_ for id_ in left if id_ not in fill]
        board.shipyard.append([*wanted, *fill])
        secrets.decks.append([] if deck == "none" else [*next_ones, *rest])
        if deck == "none":
            board.discard += rest
    board.shipyard = board.shipyard[-len(LEVELS) :]
    board.decks = [len(deck) for deck in secrets.decks]


def _read(state: State, seat: str, text: str) -> tuple[Sequence[Any], list[Any]]:
    reading = read((Standing,), text, view(state, seat))
    return reading.orders, reading.problems


def plain(value: Any) -> Any:
    """A value as a row writes it: text for numbers, yes and no for truth."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return str(value)
