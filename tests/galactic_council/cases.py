"""Rule cases: rows of YAML under ``tests/cases/galactic_council``, each a situation, orders, dice and what must follow.

A row, for a GM who is no programmer::

    - rule: "3.3 both fleets die (reading 48)"     # the paragraph first, then what is shown
      shows: [destroyer]                           # ids of units, technologies, anomalies… that matter here
      given: {…}                                   # the position, see gm/rulesets/galactic_council/position.py
      phase: movement
      orders: {red: "- move: {from: D5, path: [D6]}"}   # as a player writes them, in English or Russian
      dice: [9, 10]                                # in the order in which they are rolled; all must be used
      events: [...]    # what happens, in this order and nothing between; "..." stands for any events
      also: [...]      # what happens as well, no matter when
      never: [...]     # what must not happen
      after: {…}       # what is true in the end: seats, places, contracts
      refused: {red: [code]}                       # orders that are refused on arrival, by problem code

An event is its name, or its name with the fields that matter: ``FleetMoved: {seat: red, units: {cruiser: 1}}``. Fields
left out may be anything. The events of a phase are compared up to the opening of the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from gm import engine
from gm.dice import LoadedDice, OnceDice
from gm.model import Event, Order
from gm.orders import read
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.content import Content, remember
from gm.rulesets.galactic_council.invariants import invariants
from gm.rulesets.galactic_council.position import EMPTY, describe, read_position
from gm.rulesets.galactic_council.state import State
from gm.rulesets.galactic_council.tables import content as tables_with
from gm.rulesets.galactic_council.turn import PHASES, open_phase
from gm.rulesets.galactic_council.view import view
from gm.yamlfile import Node, parse, tidy

FOLDER = Path(__file__).parents[1] / "cases" / "galactic_council"
KEYS = {"rule", "shows", "given", "phase", "orders", "dice", "events", "also", "never", "after", "refused", "because"}
ANYTHING = "..."


@dataclass(frozen=True)
class Case:
    """One row: its file, its line there, its name (paragraph first), and the row itself."""

    file: str
    line: int
    name: str
    node: Node

    @property
    def paragraph(self) -> str:
        """The paragraph that the row is about: the first word of its name."""
        return self.name.split()[0]

    @property
    def shows(self) -> tuple[str, ...]:
        """Ids of what makes a difference in this row."""
        return tuple(self.plain("shows", []))

    def plain(self, key: str, default: Any) -> Any:
        """A part of the row without places."""
        node = self.node.get(key)
        return node.plain() if node else default


@dataclass
class Outcome:
    """What became of a row: the states before and after, the events, and what was noticed on the way."""

    before: State
    state: State
    events: list[Event]
    refused: dict[str, list[str]]
    broken: list[str]
    dice_left: list[int]


def content(overlay: Mapping[str, Any] | None = None) -> Content:
    """The tables as they are shipped, or with an overlay, with as many empty hexes as a described board needs."""
    return _roomy(tables_with(overlay or {}))


def _roomy(tables: Content) -> Content:
    if tables.key.endswith("+room"):
        return tables
    empty = msgspec.structs.replace(tables.tiles[EMPTY], count=999)
    return remember(replace(tables, key=f"{tables.key}+room", tiles={**tables.tiles, EMPTY: empty}))


@cache
def _shipped() -> Content:
    return content()


@cache
def all_cases() -> tuple[Case, ...]:
    """Every row of every file."""
    return tuple(case for path in sorted(FOLDER.glob("*.yaml")) for case in _rows(path))


def _rows(path: Path) -> Iterator[Case]:
    root = parse(tidy(path.read_text("utf-8")))
    for row in root.items if root else ():
        name = row.get("rule")
        assert name is not None, f"{path.name}:{row.line}: a row needs its 'rule'"
        unknown = {key.text for key, _value in row.entries} - KEYS
        assert not unknown, f"{path.name}:{row.line}: unknown keys {unknown}"
        yield Case(path.name, row.line, name.text, row)


def play(case: Case, tables: Content | None = None) -> Outcome:
    """Play a row, with other tables if given (for knock-outs), and look at the state after every event."""
    tables = _roomy(tables) if tables else _shipped()
    before, problems = read_position(case.node.get("given"), tables, case.plain("phase", "movement"))
    assert not problems, f"{case.file}: {[f'line {p.line}: {p.code} {dict(p.args)}' for p in problems]}"
    opened = open_phase(before)
    assert opened is not None
    phase = next(phase for phase in PHASES if phase.id == opened.phase)
    outcome = Outcome(before, engine.copy(before), [], {}, _broken(before, "at the start"), [])
    orders = _orders(case, before, opened.orders, outcome)
    dice = LoadedDice([int(face) for face in case.plain("dice", [])])
    for event in phase.play(outcome.state, orders, OnceDice(dice)):
        event.apply(outcome.state)
        outcome.events.append(event)
        outcome.broken += _broken(outcome.state, f"after {event}")
    outcome.dice_left = dice.left
    return outcome


def _broken(state: State, when: str) -> list[str]:
    return [f"{problem.code} {dict(problem.args)} {when}" for problem in invariants(state)]


def _orders(
    case: Case, state: State, kinds: Mapping[str, tuple[type[Order], ...]], outcome: Outcome
) -> dict[str, tuple[Order, ...]]:
    orders = {}
    for seat, text in case.plain("orders", {}).items():
        others = [kind for phase in PHASES for kind in phase.orders if kind not in kinds[seat]]
        reading = read(kinds[seat], text, view(state, seat), others=others)
        orders[seat] = reading.orders
        if wrong := [problem for problem in reading.problems if not problem.warning]:
            outcome.refused[seat] = [problem.code for problem in wrong]
    return orders


def check(case: Case, with_tables: Content | None = None) -> None:
    """Play a row, with other tables if given, and compare everything it says."""
    outcome = play(case, with_tables)
    story = "\n".join(f"  {event}" for event in outcome.events)
    told = f"\n{case.file}:{case.line}: {case.name}\n{story}\n"
    assert outcome.refused == case.plain("refused", {}), f"orders refused: {outcome.refused}{told}"
    assert not outcome.broken, f"invariants: {outcome.broken}{told}"
    assert engine.replay(outcome.before, outcome.events) == outcome.state, f"replay differs{told}"
    assert follows(outcome.events, case.plain("events", [ANYTHING])), f"events: {case.plain('events', [])}{told}"
    for expected in case.plain("also", []):
        assert any(matches(event, expected) for event in outcome.events), f"missing: {expected}{told}"
    for unwanted in case.plain("never", []):
        assert not any(matches(event, unwanted) for event in outcome.events), f"unwanted: {unwanted}{told}"
    differences = list(unlike(outcome.state, case.plain("after", {})))
    assert not differences, f"{differences}{told}"
    assert not outcome.dice_left, f"dice never rolled: {outcome.dice_left}{told}"


def follows(events: list[Event], expected: list[Any]) -> bool:
    """Whether the events are the expected ones in that order; up to the next phase unless that is expected too."""
    if not any(_name_of(item) == "PhaseOpened" for item in expected):
        names = [type(event).__name__ for event in events]
        events = events[: names.index("PhaseOpened")] if "PhaseOpened" in names else events

    @cache
    def fits(at: int, row: int) -> bool:
        if row == len(expected):
            return at == len(events)
        if expected[row] == ANYTHING:
            return fits(at, row + 1) or (at < len(events) and fits(at + 1, row))
        return at < len(events) and matches(events[at], expected[row]) and fits(at + 1, row + 1)

    return fits(0, 0)


def _name_of(expected: Any) -> str:
    return expected if isinstance(expected, str) else str(next(iter(expected)))


def matches(event: Event, expected: Any) -> bool:
    """Whether an event is the expected one: its name, and the fields given."""
    if type(event).__name__ != _name_of(expected):
        return False
    return isinstance(expected, str) or same(event, expected[_name_of(expected)])


def same(actual: Any, expected: Any) -> bool:
    """Whether a value is what the row says: fields given of a record, all of a map or list, words as written."""
    if isinstance(actual, Struct) or is_dataclass(actual):
        names = actual.__struct_fields__ if isinstance(actual, Struct) else actual.__dataclass_fields__
        fields = {name.rstrip("_"): name for name in names}
        unknown = [key for key in expected if key not in fields]
        assert not unknown, f"{type(actual).__name__} has no {unknown}"
        return all(same(getattr(actual, fields[key]), value) for key, value in expected.items())
    if isinstance(actual, Mapping):
        return (
            isinstance(expected, dict)
            and actual.keys() == expected.keys()
            and all(same(value, expected[key]) for key, value in actual.items())
        )
    if isinstance(actual, list | tuple):
        return (
            isinstance(expected, list)
            and len(actual) == len(expected)
            and all(same(a, e) for a, e in zip(actual, expected, strict=True))
        )
    return bool(describe(actual) == expected)


def unlike(state: State, expected: Mapping[str, Any]) -> Iterator[str]:
    """Where the state differs from what the row says is true in the end."""
    board = state.board
    for key, value in expected.items():
        if key == "at":
            for place, facts in value.items():
                yield from _unlike_place(state, place, facts)
        elif key == "contracts":
            held = [{c.a: str(c.a_gives), c.b: str(c.b_gives)} for c in board.contracts]
            if held != value:
                yield f"contracts are {held}"
        elif not same(board.chairs[key] if key in board.chairs else getattr(board, key), value):
            yield f"{key} is {board.chairs[key] if key in board.chairs else getattr(board, key)}"


def _unlike_place(state: State, place: str, facts: Mapping[str, Any]) -> Iterator[str]:
    board = state.board
    there = board.systems[place] if place in board.systems else board.planets[place]
    for key, value in facts.items():
        if key in board.chairs:
            force = forces.force(board, place, key)
            damaged = value.get("damaged", {})
            units = {unit: count for unit, count in value.items() if unit != "damaged"}
            if not same(force.units, units) or not same(force.damaged, damaged):
                yield f"{key} at {place}: {force}"
        elif not same(getattr(there, key), value):
            yield f"{key} of {place} is {getattr(there, key)}"
