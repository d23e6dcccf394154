"""Games of bots for the promises: whole campaigns in memory, phase by phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gm.dice import SeededDice
from gm.engine import resolve
from gm.model import Event, OpenPhase, Order, Ruleset, Seat

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#999999")
SEATS = ("red", "blue", "green", "white", "black", "amber", "violet", "grey")


@dataclass(frozen=True)
class Played:
    """One phase of a game: the state before, what was ordered, what came of it."""

    before: Any
    opened: OpenPhase
    orders: dict[str, tuple[Order, ...]]
    dice: SeededDice
    after: Any
    events: list[Event]


def brief(rules: Ruleset, turns: int, seed: int = 0) -> dict[str, Any]:
    """Options for a game of about so many turns; every third one plays the variants that the game has.

    Where points end a game, some of the long ones are very long, so that what is rare happens, too.
    """
    fields = rules.options.__struct_fields__
    points = 200 if turns >= 12 and seed % 4 == 3 else 3 * turns + 4
    options: dict[str, Any] = {"turns": turns} if "turns" in fields else {"points": points}
    return options | {name: seed % 3 == 0 for name in ("light_speed",) if name in fields}


def started(rules: Ruleset, seats: int, seed: int, **options: Any) -> tuple[Any, list[Event], SeededDice]:
    """A new game and its dice."""
    dice = SeededDice(f"game {seed}".encode())
    chairs = [Seat(SEATS[n], SEATS[n].title(), COLOURS[n], ("ru", "en")[n % 2]) for n in range(seats)]
    state, events = rules.setup(chairs, rules.options(**options), rules.content({}), dice.at(0, "entry"))
    return state, events, dice


def bot_orders(rules: Ruleset, state: Any, opened: OpenPhase, dice: SeededDice) -> dict[str, tuple[Order, ...]]:
    """What the bots of all seats order."""
    return {
        seat: rules.bot(rules.view(state, seat), opened, dice.at("bot", opened.turn, opened.phase, seat))
        for seat in opened.may
    }


def phases(rules: Ruleset, state: Any, dice: SeededDice) -> Iterator[Played]:
    """Every phase up to the end of the game."""
    while (opened := rules.open_phase(state)) is not None:
        orders = bot_orders(rules, state, opened, dice)
        after, events = resolve(rules, state, orders, dice)
        yield Played(state, opened, orders, dice, after, events)
        state = after


def game(rules: Ruleset, seats: int, seed: int, **options: Any) -> Iterator[Played]:
    """A whole game of bots."""
    state, _events, dice = started(rules, seats, seed, **options)
    return phases(rules, state, dice)
