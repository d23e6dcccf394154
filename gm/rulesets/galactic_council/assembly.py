"""Phases 5 to 7 in one window: trade, then the end of the turn (readings 18, 27)."""

from __future__ import annotations

from gm.dice import Dice
from gm.model import Orders, Story
from gm.rulesets.galactic_council import space
from gm.rulesets.galactic_council.contracts import break_contracts, idle_vetoes, make_contracts
from gm.rulesets.galactic_council.effects import total
from gm.rulesets.galactic_council.endturn import end_turn
from gm.rulesets.galactic_council.events.assembly import GoodsGiven, IncomePaid
from gm.rulesets.galactic_council.orders import Gift
from gm.rulesets.galactic_council.state import Board, State
from gm.rulesets.galactic_council.stops import given, stop


def play(state: State, orders: Orders, dice: Dice) -> Story:
    """Trade, then the end of the turn, step by step (5, 7)."""
    board = state.board
    for seat in space.initiative(board):
        yield from income(board, seat)
    yield from gifts(board, orders)
    yield from make_contracts(board, orders)
    yield from idle_vetoes(board, orders)
    yield from break_contracts(board, orders)
    yield from end_turn(state, orders)


def income(board: Board, seat: str) -> Story:
    """Contracts made in an earlier turn pay the partner's value, and what technologies add (5.1, reading 56)."""
    for contract in board.contracts:
        if seat in (contract.a, contract.b) and contract.since < board.turn:
            partner, value = (contract.b, contract.b_gives) if seat == contract.a else (contract.a, contract.a_gives)
            if goods := value + total(board, seat, "income"):
                yield IncomePaid(seat, partner, goods, rule="5.1")


def gifts(board: Board, orders: Orders) -> Story:
    """Goods change hands, as far as one has them; an exchange needs both sides' order (5.1, readings 18, 58)."""
    done: list[int] = []
    given_before: list[Gift] = []
    for seat in space.initiative(board):
        for gift in given(orders, seat, Gift):
            if id(gift) in done:
                continue
            if board.chairs[gift.to].out:
                yield stop(seat, gift, "seat_out", thing=gift.to)
            elif gift.for_ and (back := _given_back(orders, seat, gift, given_before)):
                given_before[:] = [other for other in given_before if other is not back]
                yield from _return(board, seat, gift)
            elif gift.for_:
                yield from _exchange(board, orders, seat, gift, done)
            else:
                if board.chairs[seat].goods >= gift.goods:
                    given_before.append(gift)
                yield from _give(board, seat, gift)
            done.append(id(gift))


def _given_back(orders: Orders, seat: str, gift: Gift, given_before: list[Gift]) -> Gift | None:
    """The partner's gift without conditions, made in this step already, that is as large as wanted (reading 102)."""
    mine = [other for other in given(orders, gift.to, Gift) if any(other is done for done in given_before)]
    return next((other for other in mine if other.to == seat and other.goods >= gift.for_), None)


def _give(board: Board, seat: str, gift: Gift) -> Story:
    goods = min(gift.goods, board.chairs[seat].goods)
    if goods < gift.goods:
        yield stop(seat, gift, "no_goods", thing=gift.to, number=gift.goods)
    if goods:
        yield GoodsGiven(seat, gift.to, goods, rule="5.1")


def _return(board: Board, seat: str, gift: Gift) -> Story:
    """The second half of an exchange whose first half was given without conditions: whole or not at all."""
    if board.chairs[seat].goods < gift.goods:
        yield stop(seat, gift, "no_goods", thing=gift.to, number=gift.goods)
    else:
        yield GoodsGiven(seat, gift.to, gift.goods, rule="5.1")


def _exchange(board: Board, orders: Orders, seat: str, gift: Gift, done: list[int]) -> Story:
    """Both halves at once, or neither: the partner's gift to this seat must be as large as wanted."""
    back = next((other for other in given(orders, gift.to, Gift) if _fits(other, seat, gift, done)), None)
    if back is None:
        yield stop(seat, gift, "no_exchange", thing=gift.to)
        return
    halves = ((seat, gift), (gift.to, back))
    poor = [(giver, half) for giver, half in halves if board.chairs[giver].goods < half.goods]
    for giver, half in poor:
        yield stop(giver, half, "no_goods", thing=half.to, number=half.goods)
    if poor:
        if back.for_ and (gift.to, back) not in poor:
            yield stop(gift.to, back, "no_exchange", thing=seat)
        if (seat, gift) not in poor:
            yield stop(seat, gift, "no_exchange", thing=gift.to)
        if back.for_:
            done.append(id(back))
        return
    done.append(id(back))
    for giver, half in halves:
        yield GoodsGiven(giver, half.to, half.goods, rule="5.1")


def _fits(back: Gift, seat: str, gift: Gift, done: list[int]) -> bool:
    return id(back) not in done and back.to == seat and back.goods >= gift.for_ and gift.goods >= back.for_
