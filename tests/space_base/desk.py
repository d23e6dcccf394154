"""A GM's desk for tests: a described position, order files as players write them, the turn played."""

from __future__ import annotations

from typing import TypeVar

from gm.dice import Dice, LoadedDice, OnceDice
from gm.model import Event, Order
from gm.orders import read
from gm.rulesets.space_base.events.common import OrderCutShort
from gm.rulesets.space_base.invariants import invariants
from gm.rulesets.space_base.state import Chair, State
from gm.rulesets.space_base.turn import PHASES, open_phase
from gm.rulesets.space_base.view import view
from gm.yamlfile import parse, tidy
from tests.space_base.position import read_position

E = TypeVar("E", bound=Event)
NEXT = (1, 1)
"""The next seat's roll, where it does not matter."""


def position(text: str = "", phase: str = "turn") -> State:
    """The state that a description means (see ``position.py``); it is sound."""
    state = read_position(parse(tidy(text)), phase)
    assert invariants(state) == []
    return state


def filed(state: State, seat: str, text: str) -> tuple[Order, ...]:
    """A seat's orders from the text of its file; every one must be accepted."""
    opened = open_phase(state)
    assert opened is not None
    reading = read(opened.orders[seat], text, view(state, seat))
    assert [problem for problem in reading.problems if not problem.warning] == []
    return reading.orders


def play(state: State, *, dice: tuple[int, ...] | Dice = NEXT, **files: str | tuple[Order, ...]) -> list[Event]:
    """Play the open phase with these files (seat=text or orders) in ``state`` itself, which stays sound throughout."""
    orders = {seat: filed(state, seat, file) if isinstance(file, str) else file for seat, file in files.items()}
    row = next(phase for phase in PHASES if phase.id == state.board.phase)
    loaded = LoadedDice(list(dice)) if isinstance(dice, tuple) else dice
    events = []
    for event in row.play(state, orders, OnceDice(loaded)):
        event.apply(state)
        events.append(event)
        assert invariants(state) == [], event
    assert not isinstance(loaded, LoadedDice) or not loaded.left, f"dice never rolled: {loaded.left}"
    return events


def of(events: list[Event], kind: type[E]) -> list[E]:
    """The events of one type."""
    return [event for event in events if isinstance(event, kind)]


def stops(events: list[Event], seat: str) -> list[str]:
    """The reasons for which orders of a seat were cut short."""
    return [event.why for event in of(events, OrderCutShort) if event.seat == seat]


def purse(chair: Chair) -> tuple[int, int, int]:
    """Credits, income, points."""
    return chair.credits, chair.income, chair.points


__all__ = ["filed", "of", "play", "position", "purse", "stops"]
