"""Phase 2: benefits, markers, exploration, capture; each step by all seats before the next (reading 27)."""

from __future__ import annotations

from gm.dice import Dice
from gm.model import Orders, Story
from gm.rulesets.galactic_council import space
from gm.rulesets.galactic_council.benefits import diplomacy, holder
from gm.rulesets.galactic_council.capture import captures
from gm.rulesets.galactic_council.events.common import (
    GoodsGained,
    MarkersGained,
    Paid,
    PhaseOpened,
)
from gm.rulesets.galactic_council.events.council import BonusExchanged, GuildHeadChanged
from gm.rulesets.galactic_council.exploration import exploration, scouting
from gm.rulesets.galactic_council.orders import BuyMarkers, ExchangeBonus
from gm.rulesets.galactic_council.payment import Payment, Price, budget, payment
from gm.rulesets.galactic_council.state import Board, State
from gm.rulesets.galactic_council.stops import given, stop


def play(state: State, orders: Orders, dice: Dice) -> Story:
    """The council phase, step by step (2)."""
    board = state.board
    for seat in space.initiative(board):
        yield from exchange_bonus(board, seat, orders)
    yield from start_benefits(board)
    benefit = yield from diplomacy(board, orders)
    for seat in space.initiative(board):
        for order in given(orders, seat, BuyMarkers):
            yield from buy_markers(board, seat, order)
    benefit = yield from scouting(state, orders, benefit)
    for seat in space.initiative(board):
        yield from exploration(state, seat, orders)
    for seat in space.initiative(board):
        yield from captures(board, seat, orders, benefit)
    yield PhaseOpened(board.turn, "movement", rule="3")


def exchange_bonus(board: Board, seat: str, orders: Orders) -> Story:
    """The taker of a strategy exchanges all its tokens, for markers unless he wants goods (1, reading 3)."""
    strategy = board.chairs[seat].strategy or ""
    tokens = board.bonus.get(strategy, 0)
    wish = next(iter(given(orders, seat, ExchangeBonus)), None)
    if wish is not None and not tokens:
        yield stop(seat, wish, "no_bonus", thing=strategy)
    elif wish is not None and wish.goods > tokens:
        yield stop(seat, wish, "bonus_fewer", thing=strategy, number=tokens)
    if tokens:
        goods = min(wish.goods, tokens) if wish else 0
        yield BonusExchanged(seat, strategy, goods, tokens - goods, rule="1")


def start_benefits(board: Board) -> Story:
    """What «Лидерство» and «Торговля» bring before 2.4 (12, reading 4)."""
    strategies = board.content.strategies
    if leader := holder(board, "leadership"):
        yield MarkersGained(leader, strategies["leadership"].numbers["markers"], "leadership", rule="12")
    if trader := holder(board, "trade"):
        if board.guild_head != trader:
            yield GuildHeadChanged(trader, rule="5.2")
        if board.options.trade_goods:
            yield GoodsGained(trader, board.options.trade_goods, "trade", rule="1")


def buy_markers(board: Board, seat: str, order: BuyMarkers) -> Story:
    """Up to 3 markers for 2 influence each in one payment; short of means, as many as can be (2.4)."""
    numbers = board.content.numbers
    count = min(order.count, numbers.markers_a_turn)
    if order.count > count:
        yield stop(seat, order, "at_most", number=count)
    each = numbers.marker_influence
    reach = min(count, budget(board, seat, Price(0, "influence"), order.pay) // each)
    paid = payment(board, seat, Price(max(reach, 1) * each, "influence"), order.pay)
    if not isinstance(paid, Payment):
        yield stop(seat, order, paid.why, place=paid.place, number=paid.number)
        return
    if reach < count:
        why = "pay_too_little" if order.pay else "pay_nothing_left"
        yield stop(seat, order, why, number=count * each)
    yield Paid(seat, "markers", paid.planets, paid.goods, rule="2.4")
    yield MarkersGained(seat, reach, "bought", rule="2.4")
