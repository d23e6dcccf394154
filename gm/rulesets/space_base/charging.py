"""Charged abilities: whether they may be used, and what each does ("charged")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from gm.model import Event, Story
from gm.rulesets.space_base.buying import claims, extra_purchase, refilled
from gm.rulesets.space_base.cards import level_of, open_for, sector, sector_of, side_of
from gm.rulesets.space_base.choosing import ready, usable
from gm.rulesets.space_base.content import Ability, Side
from gm.rulesets.space_base.events.common import GameEnded
from gm.rulesets.space_base.events.rewards import AbilityUsed, ChargeAdded, PointsLost, SectorsSwapped
from gm.rulesets.space_base.events.yard import CardExchanged
from gm.rulesets.space_base.filing import Filing
from gm.rulesets.space_base.orders import Use
from gm.rulesets.space_base.state import Board, State
from gm.rulesets.space_base.stops import stop
from gm.rulesets.space_base.wishing import DEAREST, affordable, picked, why_not

BY_CHOICE = ("sum", "double", "reroll")
"""Abilities whose moment is fixed: before anybody chooses, or with the choice."""
AIMLESS = ("gain", "claim", "buy", "win")
"""What a standing order may use by itself."""


class Trigger(NamedTuple):
    """An ability that may be used now: its card, the side with the boxes, the order (None: a standing order)."""

    file: Filing
    card: str
    side: Side
    ability: Ability
    order: Use | None


def op_of(board: Board, seat: str, card: str) -> str:
    """What the ability of a seat's card does; "" if its side that counts has none."""
    side = side_of(board.content, board.chairs[seat], card)
    return board.content.abilities[side.ability].op if side and side.ability else ""


def triggered(board: Board, file: Filing, order: Use) -> Trigger | Event:
    """The ability that an order names, or the event that says why it can't be used now."""
    seat, card = file.seat, order.card
    chair = board.chairs[seat]
    side = side_of(board.content, chair, card)
    if side is None:
        return stop(seat, order, "not_yours", card=card)
    if side.ability is None:
        return stop(seat, order, "no_boxes", card=card)
    if not usable(board, seat, side.window):
        return stop(seat, order, "wrong_window", card=card)
    if missing := side.boxes - chair.charges.get(card, 0):
        return stop(seat, order, "not_charged", card=card, number=missing)
    return Trigger(file, card, side, board.content.abilities[side.ability], order)


def spend(trigger: Trigger) -> AbilityUsed:
    """The boxes are emptied; the ability's own credits and points come in ("charged")."""
    ability = trigger.ability
    return AbilityUsed(
        trigger.file.seat,
        trigger.card,
        ability.id,
        trigger.side.boxes,
        ability.credits,
        ability.points,
        rule="charged",
    )


def uses(state: State, file: Filing, moment: str) -> Story:
    """The orders for a moment (before, after, last), in file order; after them what a standing order uses by itself."""
    board = state.board
    for order in file.uses:
        if order.when != moment or op_of(board, file.seat, order.card) in BY_CHOICE:
            continue
        found = triggered(board, file, order)
        if isinstance(found, Trigger):
            yield from apply(state, found)
        else:
            yield found
        if board.phase == "over":
            return
    if moment == "after" and file.standing is not None and file.standing.charges:
        yield from _by_itself(state, file)


def _by_itself(state: State, file: Filing) -> Story:
    """A standing order triggers what is charged and needs no aim; a purchase only if something can be bought."""
    board, named = state.board, [order.card for order in file.uses]
    for card, side in ready(board, file.seat):
        ability = board.content.abilities[side.ability or ""]
        if ability.op not in AIMLESS or card in named or side_of(board.content, board.chairs[file.seat], card) != side:
            continue
        if ability.op == "buy" and not _can_buy(board, file, ability):
            continue
        yield file.decided("charge", card, "charged")
        yield from apply(state, Trigger(file, card, side, ability, None))
        if board.phase == "over":
            return


def _can_buy(board: Board, file: Filing, ability: Ability) -> bool:
    chair, content = board.chairs[file.seat], board.content
    cards = affordable(board, chair, credits=chair.credits + ability.credits)
    return picked(content, file.buys, cards) is not None


def apply(state: State, trigger: Trigger) -> Story:
    """Use an ability whose boxes are full; if it lacks an aim, nothing is used ("charged")."""
    yield from _OPS[trigger.ability.op](state, trigger)


def _gain(state: State, trigger: Trigger) -> Story:
    """Credits and points only."""
    yield spend(trigger)


def _win(state: State, trigger: Trigger) -> Story:
    """The game is won at once."""
    yield spend(trigger)
    yield GameEnded((trigger.file.seat,), "victory", rule="charged")


def _buy(state: State, trigger: Trigger) -> Story:
    """Others lose points, the seat makes extra purchases; perhaps into another sector ("buy")."""
    board, seat, order, place = state.board, trigger.file.seat, trigger.order, 0
    if order is not None and order.sector is not None and trigger.ability.sectors:
        if order.sector not in trigger.ability.sectors or not open_for(board.chairs[seat], order.sector):
            yield stop(seat, order, "wrong_sector", number=order.sector)
            return
        place = order.sector
    yield spend(trigger)
    for other, chair in board.chairs.items():
        if other != seat and (lost := min(trigger.ability.others_lose, chair.points)):
            yield PointsLost(other, seat, lost, rule="charged")
    wishes = order.take if order is not None else ()
    yield from extra_purchase(state, trigger.file, trigger.ability.count, order, wishes, place)


def _claim(state: State, trigger: Trigger) -> Story:
    """Cards for free ("claim")."""
    yield spend(trigger)
    order = trigger.order
    wishes = order.take if order is not None else ()
    yield from claims(state, trigger.file, trigger.ability.levels, trigger.card, order, wishes)


def _swap(state: State, trigger: Trigger) -> Story:
    """All cards of two sectors change places."""
    yield spend(trigger)
    a, b = trigger.ability.sectors
    yield SectorsSwapped(trigger.file.seat, (a, b), rule="charged")


def _place(state: State, trigger: Trigger) -> Story:
    """A cube on a free box of any own card; then perhaps one of the seat's cubes moves."""
    order = _ordered(trigger)
    if order.onto is None:
        yield stop(trigger.file.seat, order, "no_aim", card=trigger.card)
        return
    if problem := _no_place(state.board, trigger, order, order.onto):
        yield problem
        return
    yield spend(trigger)
    yield _charged(state.board, trigger.file.seat, order.onto, "placed")
    if trigger.ability.op == "move_charge" and order.moved is not None and order.to is not None:
        yield from _move(state, trigger, order, order.moved, order.to)


def _move(state: State, trigger: Trigger, order: Use, origin: str, goal: str) -> Iterator[Event]:
    seat = trigger.file.seat
    if not state.board.chairs[seat].charges.get(origin) or origin == goal:
        yield stop(seat, order, "no_cube", card=origin)
    elif problem := _no_box(state.board, seat, order, goal):
        yield problem
    else:
        yield _charged(state.board, seat, goal, "moved", origin)


def _charged(board: Board, seat: str, card: str, how: str, origin: str = "") -> ChargeAdded:
    side = side_of(board.content, board.chairs[seat], card)
    assert side is not None
    cubes = board.chairs[seat].charges.get(card, 0) + 1
    if how == "moved":
        return ChargeAdded(seat, card, cubes, side.boxes, "moved", origin, rule="charged")
    return ChargeAdded(seat, card, cubes, side.boxes, "placed", rule="charged")


def _no_place(board: Board, trigger: Trigger, order: Use, card: str) -> Event | None:
    """Why no cube can be put on a card; the ability's own boxes will be free by then."""
    if card == trigger.card:
        return None
    return _no_box(board, trigger.file.seat, order, card)


def _no_box(board: Board, seat: str, order: Use, card: str) -> Event | None:
    chair = board.chairs[seat]
    side = side_of(board.content, chair, card)
    if side is None:
        return stop(seat, order, "not_yours", card=card)
    if chair.charges.get(card, 0) >= side.boxes:
        return stop(seat, order, "full" if side.boxes else "no_boxes", card=card)
    return None


def _exchange(state: State, trigger: Trigger) -> Story:
    """The card goes to the discard; a ship of the shipyard takes its place."""
    board, seat, order = state.board, trigger.file.seat, _ordered(trigger)
    cards = [id_ for row in board.shipyard for id_ in row]
    card = picked(board.content, order.take, cards)
    if card is None:
        why, first, number = why_not(board, board.chairs[seat], order.take or (DEAREST,))
        why = why if why == "gone" else "no_aim"
        yield stop(seat, order, why, card=first if why == "gone" else trigger.card, number=number)
        return
    yield spend(trigger)
    number = sector_of(board.chairs[seat], trigger.card)
    stands = sector(board.chairs[seat], number).station == trigger.card
    level = level_of(board, card)
    place = board.shipyard[level - 1].index(card)
    yield CardExchanged(seat, trigger.card, card, number, stands, rule="charged")
    yield from refilled(state, level, place)


def _set_die(state: State, trigger: Trigger) -> Story:
    """A die is set before the own roll, by an order of its own."""
    yield stop(trigger.file.seat, _ordered(trigger), "set_before_roll", card=trigger.card)


def _ordered(trigger: Trigger) -> Use:
    """Abilities that need an aim are used by an order only."""
    assert trigger.order is not None
    return trigger.order


_OPS: Mapping[str, Callable[[State, Trigger], Story]] = {
    "gain": _gain,
    "win": _win,
    "buy": _buy,
    "claim": _claim,
    "swap": _swap,
    "place_charge": _place,
    "move_charge": _place,
    "exchange": _exchange,
    "set_die": _set_die,
}


def orders_with(board: Board, file: Filing, op: str) -> list[Use]:
    """The seat's orders for abilities of a kind, in file order."""
    return [order for order in file.uses if op_of(board, file.seat, order.card) == op]
