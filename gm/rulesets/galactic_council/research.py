"""4.3: technologies (readings 17, 54)."""

from __future__ import annotations

from collections.abc import Generator

from gm.model import Event, Orders, Story
from gm.rulesets.galactic_council.effects import total
from gm.rulesets.galactic_council.events.common import Paid, TechnologyGained
from gm.rulesets.galactic_council.orders import Research
from gm.rulesets.galactic_council.payment import Payment, Price, payment
from gm.rulesets.galactic_council.state import Board
from gm.rulesets.galactic_council.stops import given, stop


def hindrance(board: Board, seat: str, technology: str) -> str:
    """Why the seat can't learn a technology, as a reason; empty if it can (4.3)."""
    row, known = board.content.technologies[technology], board.chairs[seat].technologies
    if technology in known:
        return "known"
    if row.missing:
        return "missing"
    ready = all(need in known for need in row.all) and (not row.any or any(need in known for need in row.any))
    return "" if ready else "prerequisites"


def price(board: Board, seat: str, technology: str) -> Price:
    """What it costs: planets of its colour bring their symbols besides, technologies make it cheaper (54)."""
    amount = board.content.numbers.technology_resources + total(board, seat, "technology_cost")
    return Price(max(0, amount), "resources", board.content.technologies[technology].colour)


def research(board: Board, seat: str, orders: Orders) -> Story:
    """One technology a turn; for the holder of «Технологии» the first is free and a second may be bought (4.3)."""
    free = 0
    if board.chairs[seat].strategy == "technology":
        free = board.content.strategies["technology"].numbers["free"]
    bought = False
    for order in given(orders, seat, Research):
        if not free and bought:
            yield stop(seat, order, "one_a_turn", thing=order.technology, number=1)
        elif why := hindrance(board, seat, order.technology):
            yield stop(seat, order, why, thing=order.technology)
        elif free:
            free -= 1
            yield TechnologyGained(seat, order.technology, "free", rule="4.3")
        else:
            bought = yield from _buy(board, seat, order)


def _buy(board: Board, seat: str, order: Research) -> Generator[Event, None, bool]:
    markers = board.content.numbers.technology_markers
    if board.chairs[seat].markers < markers:
        yield stop(seat, order, "no_markers", thing=order.technology, number=markers)
        return False
    paid = payment(board, seat, price(board, seat, order.technology), order.pay)
    if not isinstance(paid, Payment):
        yield stop(seat, order, paid.why, place=paid.place, thing=order.technology, number=paid.number)
        return False
    yield Paid(seat, "technology", paid.planets, paid.goods, markers, rule="4.3")
    yield TechnologyGained(seat, order.technology, "bought", rule="4.3")
    return True
