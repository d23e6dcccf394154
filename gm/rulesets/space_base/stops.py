"""What a seat ordered, and where an order stopped: never silence."""

from __future__ import annotations

from typing import TypeVar

from gm.model import Order, Orders
from gm.rulesets.space_base.events.common import OrderCutShort

AnyOrder = TypeVar("AnyOrder", bound=Order)

REASONS = {
    "not_yours": "the card is not the seat's; card: the card",
    "not_charged": "its boxes are not full; card: the card, number: how many cubes are missing",
    "no_boxes": "the side of the card that counts has no charged ability; card: the card",
    "wrong_window": "the ability can't be used on this turn (own, or others'); card: the card",
    "not_sum": "a dice arrow needs the sum of the dice; card: the card",
    "highest": "the sum is 12 already; card: the card",
    "not_activated": "the seat does not activate that sector this turn; card: the card, number: the sector",
    "set_before_roll": "a die is set before the own roll, by the order for it; card: the card",
    "no_claim": "nothing is left to take; card: the card that gives it, number: the level",
    "no_wish": "none of the cards wished for can be had; number: the credits there are",
    "gone": "the card does not lie in the shipyard; card: the card wished for first",
    "too_dear": "the credits do not reach; card: the card wished for first, number: its price",
    "sector_closed": "a colony stands in the sector; card: the card wished for first, number: the sector",
    "wrong_sector": "the ability does not allow that sector, or a colony stands there; number: the sector",
    "full": "there is no free charge box on the card; card: the card",
    "no_cube": "no cube lies on the card that could be moved; card: the card",
    "no_aim": "the order does not say which card; card: the card whose ability it is",
    "not_next": "only the seat whose roll comes next can set a die",
    "no_setter": "no card of the seat with full boxes can set a die",
    "no_standing": "the seat has no standing order",
    "repeated": "the card stands twice in the list; card: the card",
    "hand_cost": "the credits do not reach for the card; card: the card, number: its price",
}
"""Reason code -> what it means, and what ``card`` and ``number`` stand for."""


def given(orders: Orders, seat: str, kind: type[AnyOrder]) -> list[AnyOrder]:
    """The seat's orders of one type, in file order."""
    return [order for order in orders.get(seat, ()) if isinstance(order, kind)]


def stop(seat: str, order: Order, why: str, *, rule: str = "", card: str = "", number: int = 0) -> OrderCutShort:
    """The event that tells the owner where an order stopped; ``rule``: the order's own paragraph if left out.

    Raises LookupError for a reason that stands in no table.
    """
    if why not in REASONS:
        raise LookupError(f"no such reason: {why}")
    kind = type(order)
    return OrderCutShort(seat, kind.verb.id, order.line, why, card, number, rule=rule or kind.rule, seen_by=(seat,))
