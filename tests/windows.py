"""Windows of a real game for tests of orders, forms and schemas: every phase of two turns, and a seat's view of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any

from gm.model import OpenPhase, Order
from gm.rulesets import load
from tests.games import game

RULES = load("galactic_council")
EVERY_ORDER: tuple[type[Order], ...] = tuple(kind for phase in RULES.phases for kind in phase.orders)


@dataclass(frozen=True)
class Window:
    """An open phase, a seat that may send orders in it, its view, the bot's orders."""

    opened: OpenPhase
    seat: str
    view: Any
    orders: tuple[Order, ...]

    @property
    def kinds(self) -> tuple[type[Order], ...]:
        return self.opened.orders[self.seat]


@cache
def windows() -> tuple[Window, ...]:
    """All phases of the first two turns of a game of bots, for two seats each."""
    played = takewhile(lambda one: one.opened.turn <= 2, game(RULES, 4, 5))
    return tuple(
        Window(one.opened, seat, RULES.view(one.before, seat), one.orders[seat])
        for one in played
        for seat in one.opened.may[:2]
    )


def window(phase: str) -> Window:
    """The first window of that phase."""
    return next(one for one in windows() if one.opened.phase == phase)
