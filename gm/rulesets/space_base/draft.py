"""The draft of «Light Speed»: every seat keeps what it pays for ("light_speed")."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from gm.dice import Dice
from gm.model import Event, Orders, Story
from gm.rulesets.space_base.content import LEVELS
from gm.rulesets.space_base.ending import next_turn
from gm.rulesets.space_base.events.start import DecksShuffled, ShipsKept
from gm.rulesets.space_base.first import bonuses, found, highest, lay_out
from gm.rulesets.space_base.orders import Keep
from gm.rulesets.space_base.state import State
from gm.rulesets.space_base.stops import given, stop


def play(state: State, orders: Orders, dice: Dice) -> Story:
    """Cards are kept and paid, the rest goes back; who spent least starts; bonuses, shipyard, the first dice."""
    board, back, kept = state.board, dict[int, list[str]](), dict[str, tuple[str, ...]]()
    for seat in board.chairs:
        hand = state.secrets.hands[seat]
        kept[seat] = yield from keeps(state, seat, orders)
        for card in hand:
            if card not in kept[seat]:
                back.setdefault(board.content.ship(card).level, []).append(card)
        cost = sum(board.content.ship(card).cost for card in kept[seat])
        yield ShipsKept(seat, kept[seat], cost, rule="light_speed")
    decks = [[*state.secrets.decks[level - 1], *back.get(level, [])] for level in LEVELS]
    shuffled = tuple(tuple(dice.at("deck", level).shuffled(decks[level - 1])) for level in LEVELS)
    yield DecksShuffled(shuffled, rule="light_speed", seen_by=())
    least = min(chair.spent for chair in board.chairs.values())
    tied = [seat for seat, chair in board.chairs.items() if chair.spent == least]
    yield from found(state, highest(board, {seat: kept[seat] for seat in tied}), "spent", dice, len(tied) == 1)
    yield from bonuses(board)
    yield from lay_out(state)
    yield from next_turn(state, {}, dice)


def keeps(state: State, seat: str, orders: Orders) -> Generator[Event, None, tuple[str, ...]]:
    """The cards of the seat's list that it can pay, in its order; nothing if it sent none."""
    board, credits = state.board, state.board.chairs[seat].credits
    kept: list[str] = []
    for order in given(orders, seat, Keep):
        for card in _named(order.cards, state.secrets.hands[seat]):
            cost = board.content.ship(card).cost
            if card in kept:
                yield stop(seat, order, "repeated", card=card)
            elif cost > credits:
                yield stop(seat, order, "hand_cost", card=card, number=cost)
            else:
                kept.append(card)
                credits -= cost
    return tuple(kept)


def _named(cards: Sequence[str], hand: Sequence[str]) -> list[str]:
    return [card for card in cards if card in hand]
