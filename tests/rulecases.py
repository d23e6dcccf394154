"""Rule cases of any game: rows of YAML in ``tests/cases/<game>``, each a situation, orders, dice, and what must follow.

A row, for a GM who is no programmer::

    - rule: "3.3 both fleets die (reading 48)"     # the paragraph first, then what is shown
      shows: [destroyer]                           # ids of what makes a difference here
      given: {…}                                   # the position, as the game's own reader describes it
      phase: movement
      orders: {red: "- move: {from: D5, path: [D6]}"}   # as a player writes them, in English or Russian
      dice: [9, 10]                                # in the order in which they are rolled; all must be used
      events: [...]    # what happens, in this order and nothing between; "..." stands for any events
      also: [...]      # what happens as well, no matter when
      never: [...]     # what must not happen
      after: {…}       # what is true in the end
      refused: {red: [code]}                       # orders that are refused on arrival, by problem code

An event is its name, or its name with the fields that matter: ``FleetMoved: {seat: red, units: {cruiser: 1}}``. Fields
left out may be anything. The events of a phase are compared up to the opening of the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from gm import engine
from gm.dice import LoadedDice, OnceDice
from gm.model import Event, Order, Ruleset
from gm.orders import read
from gm.yamlfile import Node, parse, tidy

CASES = Path(__file__).parent / "cases"
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


@dataclass(frozen=True)
class Game:
    """What the rows of a game need to be played.

    ``position(case, tables)``: the state that the row describes; ``tables``: changed ones for a knock-out, or None.
    ``dice(case)``: the loaded dice. ``play(case, state, orders, dice)``: the story. ``unlike(state, after)``: what is
    not as the row says. ``opening``: the events with which the next phase begins.
    """

    rules: Ruleset
    position: Callable[[Case, Any], Any]
    play: Callable[[Case, Any, Mapping[str, tuple[Order, ...]], OnceDice], Iterator[Event]]
    unlike: Callable[[Any, Mapping[str, Any]], Iterable[str]]
    describe: Callable[[Any], Any]
    opening: tuple[str, ...]
    dice: Callable[[Case], LoadedDice] = lambda case: LoadedDice([int(face) for face in case.plain("dice", [])])
    finished: Callable[[Case], bool] = lambda case: True
    """Whether the position is one in which the invariants must hold before the row is played."""

    @property
    def folder(self) -> Path:
        return CASES / self.rules.id


@dataclass
class Outcome:
    """What became of a row: the states before and after, the events, and what was noticed on the way."""

    before: Any
    state: Any
    events: list[Event]
    refused: dict[str, list[str]]
    broken: list[str]
    dice_left: list[int]


@cache
def cases_in(folder: Path) -> tuple[Case, ...]:
    """Every row of every file."""
    return tuple(case for path in sorted(folder.glob("*.yaml")) for case in _rows(path))


def _rows(path: Path) -> Iterator[Case]:
    root = parse(tidy(path.read_text("utf-8")))
    for row in root.items if root else ():
        name = row.get("rule")
        assert name is not None, f"{path.name}:{row.line}: a row needs its 'rule'"
        unknown = {key.text for key, _value in row.entries} - KEYS
        assert not unknown, f"{path.name}:{row.line}: unknown keys {unknown}"
        yield Case(path.name, row.line, name.text, row)


def play(game: Game, case: Case, tables: Any = None) -> Outcome:
    """Play a row, with other tables if given (for knock-outs), and look at the state after every event."""
    before = game.position(case, tables)
    outcome = Outcome(before, engine.copy(before), [], {}, [], [])
    if game.finished(case):
        outcome.broken += _broken(game, before, "at the start")
    orders = _orders(game, case, before, outcome)
    dice = game.dice(case)
    for event in game.play(case, outcome.state, orders, OnceDice(dice)):
        event.apply(outcome.state)
        outcome.events.append(event)
        if game.finished(case):
            outcome.broken += _broken(game, outcome.state, f"after {event}")
    outcome.broken += _broken(game, outcome.state, "in the end")
    outcome.dice_left = dice.left
    return outcome


def _broken(game: Game, state: Any, when: str) -> list[str]:
    return [f"{problem.code} {dict(problem.args)} {when}" for problem in game.rules.invariants(state)]


def _orders(game: Game, case: Case, state: Any, outcome: Outcome) -> dict[str, tuple[Order, ...]]:
    orders, written = {}, case.plain("orders", {})
    opened = game.rules.open_phase(state) if written else None
    for seat, text in written.items():
        assert opened is not None, f"{case.file}:{case.line}: no phase is open"
        kinds = opened.orders.get(seat, ())
        others = [kind for phase in game.rules.phases for kind in phase.orders if kind not in kinds]
        reading = read(kinds, text, game.rules.view(state, seat), others=others)
        orders[seat] = reading.orders
        if wrong := [problem for problem in reading.problems if not problem.warning]:
            outcome.refused[seat] = [problem.code for problem in wrong]
    return orders


def check(game: Game, case: Case, tables: Any = None) -> None:
    """Play a row, with other tables if given, and compare everything it says."""
    outcome = play(game, case, tables)
    story = "\n".join(f"  {event}" for event in outcome.events)
    told = f"\n{case.file}:{case.line}: {case.name}\n{story}\n"
    assert outcome.refused == case.plain("refused", {}), f"orders refused: {outcome.refused}{told}"
    assert not outcome.broken, f"invariants: {outcome.broken}{told}"
    assert engine.replay(outcome.before, outcome.events) == outcome.state, f"replay differs{told}"
    expected = case.plain("events", [ANYTHING])
    assert follows(game, outcome.events, expected), f"events: {expected}{told}"
    for expected in case.plain("also", []):
        assert any(matches(game, event, expected) for event in outcome.events), f"missing: {expected}{told}"
    for unwanted in case.plain("never", []):
        assert not any(matches(game, event, unwanted) for event in outcome.events), f"unwanted: {unwanted}{told}"
    differences = list(game.unlike(outcome.state, case.plain("after", {})))
    assert not differences, f"{differences}{told}"
    assert not outcome.dice_left, f"dice never rolled: {outcome.dice_left}{told}"


def follows(game: Game, events: list[Event], expected: list[Any]) -> bool:
    """Whether the events are the expected ones in that order; up to the next phase unless that is expected too."""
    if not any(_name_of(item) in game.opening for item in expected):
        opening = (n for n, event in enumerate(events) if type(event).__name__ in game.opening)
        events = events[: next(opening, None)]

    @cache
    def fits(at: int, row: int) -> bool:
        if row == len(expected):
            return at == len(events)
        if expected[row] == ANYTHING:
            return fits(at, row + 1) or (at < len(events) and fits(at + 1, row))
        return at < len(events) and matches(game, events[at], expected[row]) and fits(at + 1, row + 1)

    return fits(0, 0)


def _name_of(expected: Any) -> str:
    return expected if isinstance(expected, str) else str(next(iter(expected)))


def matches(game: Game, event: Event, expected: Any) -> bool:
    """Whether an event is the expected one: its name, and the fields given."""
    if type(event).__name__ != _name_of(expected):
        return False
    return isinstance(expected, str) or same(game, event, expected[_name_of(expected)])


def same(game: Game, actual: Any, expected: Any) -> bool:
    """Whether a value is what the row says: fields given of a record, all of a map or list, words as written."""
    if (isinstance(actual, Struct) or is_dataclass(actual)) and isinstance(expected, dict):
        names = actual.__struct_fields__ if isinstance(actual, Struct) else actual.__dataclass_fields__
        fields = {name.rstrip("_"): name for name in names}
        unknown = [key for key in expected if key not in fields]
        assert not unknown, f"{type(actual).__name__} has no {unknown}"
        return all(same(game, getattr(actual, fields[key]), value) for key, value in expected.items())
    if isinstance(actual, Mapping):
        return (
            isinstance(expected, dict)
            and actual.keys() == expected.keys()
            and all(same(game, value, expected[key]) for key, value in actual.items())
        )
    if isinstance(actual, list | tuple):
        return (
            isinstance(expected, list)
            and len(actual) == len(expected)
            and all(same(game, a, e) for a, e in zip(actual, expected, strict=True))
        )
    return bool(game.describe(actual) == expected)


def slips(game: Game, cases: Iterable[Case]) -> list[str]:
    """Rows that name an event or a field that does not exist: in ``never`` that would be a silent success."""
    fields = {kind.__name__: {name.rstrip("_") for name in kind.__struct_fields__} for kind in game.rules.events}
    wrong = []
    for case in cases:
        for expected in (item for key in ("events", "also", "never") for item in case.plain(key, [])):
            name, said = next(iter(expected.items())) if isinstance(expected, dict) else (expected, {})
            if name != ANYTHING and (name not in fields or set(said) - fields[name]):
                wrong.append(f"{case.file}:{case.line}: {expected}")
    return wrong


def empty(cases: Iterable[Case]) -> list[str]:
    """Rows that say nothing of what must follow."""
    keys = ("events", "also", "never", "after", "refused")
    return [case.name for case in cases if not any(case.node.get(key) for key in keys)]


def twice(cases: Iterable[Case]) -> list[str]:
    """Names that more than one row has."""
    names = [case.name for case in cases]
    return sorted({name for name in names if names.count(name) > 1})
