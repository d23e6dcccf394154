"""Play a phase: state + orders + dice -> new state + events. Pure: no file, no clock, no chance of its own."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from typing import TypeVar

from gm import rulings as decided
from gm.dice import Dice, OnceDice
from gm.model import Decision, Event, Orders, Ruleset, Story

S = TypeVar("S")


def copy(state: S) -> S:
    """A state of its own that shares nothing with the given one but its content."""
    copied: S = pickle.loads(pickle.dumps(state, pickle.HIGHEST_PROTOCOL))
    return copied


def resolve(
    rules: Ruleset, state: S, orders: Orders, dice: Dice, rulings: Sequence[Decision] = ()
) -> tuple[S, list[Event]]:
    """Play the open phase, with the game master's rulings around it. The state that was given is left as it was.

    Raises ValueError when the game is over, LabelTwice when a rule asks for the same dice twice, RulingFailed.
    """
    opened = rules.open_phase(state)
    if opened is None:
        raise ValueError("the game is over")
    state = copy(state)
    state, before = told(state, decided.story(rules, state, rulings, "before"))
    played: list[Event] = []
    if not before or rules.open_phase(state) is not None:  # a ruling may have ended the game: nothing is left to play
        thrown = OnceDice(dice.at(opened.turn, opened.phase))
        state, played = told(state, rules.phase(opened.phase).play(state, orders, thrown))
    state, after = told(state, decided.story(rules, state, rulings, "after"))
    return state, [*before, *played, *after]


def replay(state: S, events: Iterable[Event]) -> S:
    """The state after the events, without rules or dice."""
    state = copy(state)
    for event in events:
        event.apply(state)
    return state


def told(state: S, story: Story) -> tuple[S, list[Event]]:
    """Apply a story to the given state itself, as ``resolve`` does: for set-up and tests."""
    events = []
    for event in story:
        event.apply(state)
        events.append(event)
    return state, events
