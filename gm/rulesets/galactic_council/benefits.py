"""Who holds which strategy, and the three ways to use «Дипломатия» (ch. 1, reading 4)."""

from __future__ import annotations

from collections.abc import Generator

from gm.model import Event, Orders
from gm.rulesets.galactic_council import space
from gm.rulesets.galactic_council.events.council import SystemClosed
from gm.rulesets.galactic_council.orders import CloseSystem, Scout
from gm.rulesets.galactic_council.state import Board
from gm.rulesets.galactic_council.stops import given, stop


def holder(board: Board, strategy: str) -> str | None:
    """The seat that holds a strategy this turn."""
    return next((seat for seat in space.initiative(board) if board.chairs[seat].strategy == strategy), None)


def diplomacy(board: Board, orders: Orders) -> Generator[Event, None, str]:
    """Close a system, if its holder orders that first; returns the way he uses: close, scout or capture.

    The first of his orders that can be carried out counts; without one a capture of 2.6 is free (reading 36).
    """
    chosen = "capture"
    for seat in space.initiative(board):
        mine = board.chairs[seat].strategy == "diplomacy"
        for order in orders.get(seat, ()):
            if not isinstance(order, CloseSystem | Scout):
                continue
            if not mine:
                yield stop(seat, order, "not_holder", thing="diplomacy")
            elif chosen != "capture":
                yield stop(seat, order, "one_benefit")
            elif isinstance(order, Scout):
                chosen = "scout" if order.sectors else chosen
            elif any(board.planets[planet].owner == seat for planet in space.landable(board, order.system)):
                yield SystemClosed(seat, order.system, rule="1")
                chosen = "close"
            else:
                yield stop(seat, order, "no_planet_there", place=order.system)
    return chosen


def scout_order(board: Board, orders: Orders) -> tuple[str, Scout] | None:
    """The holder of «Дипломатия» and his scouting, if he sent one."""
    seat = holder(board, "diplomacy")
    order = next(iter(given(orders, seat, Scout)), None) if seat else None
    return (seat, order) if seat and order else None
