"""A turn from the dice to the next dice ("dice", "rewards", "charged", "purchase")."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from gm.dice import Dice
from gm.model import Event, Orders, Story
from gm.rulesets.space_base.buying import purchase
from gm.rulesets.space_base.charging import Trigger, orders_with, spend, triggered, uses
from gm.rulesets.space_base.choosing import sectors_of
from gm.rulesets.space_base.ending import ended, next_turn
from gm.rulesets.space_base.events.common import ChoiceMade, DieRerolled
from gm.rulesets.space_base.filing import Filing, chosen, filing, keep_standing
from gm.rulesets.space_base.rewarding import activate
from gm.rulesets.space_base.state import State
from gm.rulesets.space_base.stops import stop


def play(state: State, orders: Orders, dice: Dice) -> Story:
    """The active seat's rewards, the others' clockwise, the purchase, the end check, the next seat's dice."""
    board = state.board
    yield from keep_standing(state, orders)
    files = {seat: filing(state, orders, seat) for seat in clockwise(list(board.chairs), board.active)}
    yield from rerolls(state, files, dice)
    for file in files.values():
        yield from act(state, file)
        if board.phase == "over":
            return
    yield from purchase(state, files[board.active])
    for file in files.values():
        yield from uses(state, file, "last")
        if board.phase == "over":
            return
    yield from ended(state)
    if board.phase != "over":
        yield from next_turn(state, files, dice)


def clockwise(seats: list[str], first: str) -> list[str]:
    """All seats clockwise, beginning with ``first``."""
    start = seats.index(first)
    return [*seats[start:], *seats[:start]]


def rerolls(state: State, files: Mapping[str, Filing], dice: Dice) -> Story:
    """Dice are rolled again for everybody before anybody chooses; the lower one unless told ("charged")."""
    board = state.board
    for seat, file in files.items():
        for order in orders_with(board, file, "reroll"):
            found = triggered(board, file, order)
            if not isinstance(found, Trigger):
                yield found
                continue
            die = order.die or 1 + (board.dice[1] < board.dice[0])
            yield spend(found)
            label = ("reroll", seat, order.card)
            face = dice.at(*label).roll(6)
            yield DieRerolled(seat, order.card, die, board.dice[die - 1], face, label, rule="charged")


def act(state: State, file: Filing) -> Story:
    """A seat chooses, takes its rewards and uses what is charged before and after them."""
    board, seat = state.board, file.seat
    yield from uses(state, file, "before")
    if board.phase == "over":
        return
    choice = yield from chosen(board, file)
    added = (yield from _arrows(state, file)) if choice == "sum" else 0
    if choice != "sum":
        for order in orders_with(board, file, "sum"):
            yield stop(seat, order, "not_sum", card=order.card, rule="dice_arrow")
    sectors = sectors_of(board.dice, choice, board.content.numbers.highest_sector, added)
    yield ChoiceMade(seat, choice, sectors, added, rule="dice")
    for number in sectors:
        yield from activate(state, file, number)
    yield from _doubled(state, file, sectors)
    yield from uses(state, file, "after")


def _arrows(state: State, file: Filing) -> Generator[Event, None, int]:
    """How much dice arrows add to the sum; more than 12 it never is ("dice_arrow")."""
    board, added = state.board, 0
    for order in orders_with(board, file, "sum"):
        found = triggered(board, file, order)
        if not isinstance(found, Trigger):
            yield found
        elif sum(board.dice) + added >= board.content.numbers.highest_sector:
            yield stop(file.seat, order, "highest", card=order.card, rule="dice_arrow")
        else:
            yield spend(found)
            added += min(order.by or found.ability.by, found.ability.by)
    return min(added, board.content.numbers.highest_sector - sum(board.dice))


def _doubled(state: State, file: Filing, sectors: tuple[int, ...]) -> Story:
    """The rewards of one activated sector once more ("charged")."""
    board = state.board
    for order in orders_with(board, file, "double"):
        found = triggered(board, file, order)
        number = order.sector or sectors[0]
        if not isinstance(found, Trigger):
            yield found
        elif number not in sectors:
            yield stop(file.seat, order, "not_activated", card=order.card, number=number)
        else:
            yield spend(found)
            yield from activate(state, file, number, "double")
