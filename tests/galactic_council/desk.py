"""A GM's desk for tests: a described position, order files as players write them, the phase played."""

from __future__ import annotations

from typing import TypeVar

from gm.dice import LoadedDice, OnceDice
from gm.model import Event, Note, Order, Problem
from gm.orders import read
from gm.rulesets.galactic_council.estimate import estimate
from gm.rulesets.galactic_council.events.common import OrderCutShort
from gm.rulesets.galactic_council.invariants import invariants
from gm.rulesets.galactic_council.position import read_position
from gm.rulesets.galactic_council.state import State
from gm.rulesets.galactic_council.turn import PHASES, open_phase
from gm.rulesets.galactic_council.view import view
from gm.yamlfile import parse, tidy
from tests.galactic_council.cases import content

E = TypeVar("E", bound=Event)


def position(text: str = "", phase: str = "council") -> State:
    """The state that a description means (see ``position.py``)."""
    state, problems = read_position(parse(tidy(text)), content(), phase=phase)
    assert problems == []
    return state


def filed(state: State, seat: str, text: str) -> tuple[Order, ...]:
    """A seat's orders from the text of its file; every one must be accepted."""
    opened = open_phase(state)
    assert opened is not None
    reading = read(opened.orders[seat], text, view(state, seat))
    assert [problem for problem in reading.problems if not problem.warning] == []
    return reading.orders


def play(state: State, **files: str | tuple[Order, ...]) -> list[Event]:
    """Play the open phase with these files (seat=text or orders) in ``state`` itself, which stays sound throughout."""
    orders = {seat: filed(state, seat, file) if isinstance(file, str) else file for seat, file in files.items()}
    row = next(phase for phase in PHASES if phase.id == state.board.phase)
    events, odd = [], broken(state)
    for event in row.play(state, orders, OnceDice(LoadedDice([]))):
        event.apply(state)
        events.append(event)
        assert [problem for problem in broken(state) if problem not in odd] == []
    return events


def broken(state: State) -> list[Problem]:
    """What is unsound, but that a described map uses its empty tile more often than the box holds it."""
    return [problem for problem in invariants(state) if "times tile" not in problem.args["what"]]


def of(events: list[Event], kind: type[E]) -> list[E]:
    """The events of one type."""
    return [event for event in events if isinstance(event, kind)]


def stops(events: list[Event], seat: str = "red") -> list[str]:
    """Why orders of a seat stopped, in order."""
    return [event.why for event in of(events, OrderCutShort) if event.seat == seat]


def notes(state: State, seat: str, text: str) -> list[Note]:
    """What ``gm check`` would say about a file."""
    opened = open_phase(state)
    assert opened is not None
    return estimate(view(state, seat), opened, filed(state, seat, text))
