"""Who starts, what the others get for it, and the shipyard ("setup", "light_speed")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from gm.dice import Dice
from gm.model import Story
from gm.rulesets.space_base.content import LEVELS
from gm.rulesets.space_base.events.start import FirstSeatFound, ShipyardLaidOut, StartBonus, StartRolled
from gm.rulesets.space_base.state import Board, State


def highest(board: Board, cards: Mapping[str, Sequence[str]]) -> list[str]:
    """The seats with the ship of the highest sector; a seat without ships counts as 0."""
    tops = {seat: max((board.content.ship(card).sector for card in own), default=0) for seat, own in cards.items()}
    return [seat for seat, top in tops.items() if top == max(tops.values())]


def found(state: State, seats: Sequence[str], why: Literal["sector", "spent"], dice: Dice, alone: bool = True) -> Story:
    """The start seat; several that are level roll two dice, the higher total starts, until one is higher.

    ``alone``: ``why`` decided; else a tie was broken by the highest sector before any dice.
    """
    rule, throw, rolled = "light_speed" if why == "spent" else "setup", 0, len(seats) > 1
    seats = list(seats)
    while len(seats) > 1:
        throw += 1
        totals = {}
        for seat in seats:
            label = ("start", throw, seat)
            fallen = dice.at(*label).rolls(2, 6)
            yield StartRolled(seat, (fallen[0], fallen[1]), label, rule=rule)
            totals[seat] = sum(fallen)
        seats = [seat for seat in seats if totals[seat] == max(totals.values())]
    yield FirstSeatFound(seats[0], "dice" if rolled else why if alone else "sector", rule=rule)


def bonuses(board: Board) -> Story:
    """From the second seat on: credits or income by place in turn order ("setup")."""
    seats, numbers = list(board.chairs), board.content.numbers
    start = seats.index(board.first)
    for place, seat in enumerate([*seats[start:], *seats[:start]]):
        credits, income = numbers.bonus_credits[place], numbers.bonus_income[place]
        if credits or income:
            yield StartBonus(seat, place + 1, credits, income, rule="setup")


def lay_out(state: State) -> Story:
    """The first cards of each deck lie open ("setup")."""
    for level in LEVELS:
        cards = state.secrets.decks[level - 1][: state.content.numbers.row]
        yield ShipyardLaidOut(level, tuple(cards), rule="setup")
