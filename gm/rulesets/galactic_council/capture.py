"""2.6: empty planets next to a system of one's own pass by diplomacy (readings 7, 26, 35, 36)."""

from __future__ import annotations

from collections.abc import Generator

from gm.model import Event, Orders, Story
from gm.rulesets.galactic_council import space
from gm.rulesets.galactic_council.conditions import branch
from gm.rulesets.galactic_council.events.common import Paid, PlanetTaken
from gm.rulesets.galactic_council.orders import Capture
from gm.rulesets.galactic_council.payment import Payment, Price, payment
from gm.rulesets.galactic_council.state import Board
from gm.rulesets.galactic_council.stops import given, stop


def hindrance(board: Board, seat: str, planet: str) -> str:
    """Why the seat can't capture a planet now, as a reason; empty if it can (2.6)."""
    there = board.planets.get(planet)
    if there is None:
        return "not_open"
    if board.content.planets[planet].station:
        return "station"
    if there.owner == seat:
        return "own_planet"
    if there.taken == board.turn:
        return "captured_before"
    if there.forces:
        return "not_empty"
    if board.closed.get(there.system, seat) != seat:
        return "closed"
    if not any(space.owns_system(board, near, seat) for near in space.beside(board, there.system)):
        return "no_own_system_near"
    return ""


def captures(board: Board, seat: str, orders: Orders, benefit: str) -> Story:
    """A seat's captures in file order; with «Дипломатия» not used otherwise the first one is free (2.6)."""
    free = 0
    if board.chairs[seat].strategy == "diplomacy" and benefit == "capture":
        free = board.content.strategies["diplomacy"].numbers["captures"]
    done, allowed = 0, board.options.captures_a_turn
    for filed in given(orders, seat, Capture):
        order = yield from branch(board, seat, filed)
        if order is None:
            continue
        if done >= allowed:
            yield stop(seat, order, "one_a_turn", place=order.planet or "", number=allowed)
        elif (yield from _capture(board, seat, order, free=done < free)):
            done += 1


def _capture(board: Board, seat: str, order: Capture, free: bool) -> Generator[Event, None, bool]:
    """Capture one planet for 1 marker and 3 influence, or free; returns whether it came about."""
    if order.planet is None:
        yield stop(seat, order, "no_target")
        return False
    if why := hindrance(board, seat, order.planet):
        yield stop(seat, order, why, place=order.planet)
        return False
    if not free and not (yield from _pay(board, seat, order)):
        return False
    yield PlanetTaken(order.planet, seat, board.planets[order.planet].owner, "capture", rule="2.6")
    return True


def _pay(board: Board, seat: str, order: Capture) -> Generator[Event, None, bool]:
    numbers = board.content.numbers
    if board.chairs[seat].markers < numbers.capture_markers:
        yield stop(seat, order, "no_markers", place=order.planet or "", number=numbers.capture_markers)
        return False
    paid = payment(board, seat, Price(numbers.capture_influence, "influence"), order.pay)
    if not isinstance(paid, Payment):
        yield stop(seat, order, paid.why, place=paid.place, number=paid.number)
        return False
    place = order.planet or ""
    yield Paid(seat, "capture", paid.planets, paid.goods, numbers.capture_markers, place, rule="2.6")
    return True
