"""Rewards, charges and what charged abilities do."""

from __future__ import annotations

from typing import Literal

from gm.model import Event
from gm.rulesets.space_base.state import State


class Rewarded(Event, frozen=True):
    """A seat takes the rewards of a sector's cards: the station (own turn), or all deployed ships (others' turns).

    ``source``: dice, arrow (a neighbour's arrow led here, from sector ``via``), double (the ability doubles it).
    """

    seat: str
    sector: int
    side: Literal["station", "deployed"]
    source: Literal["dice", "arrow", "double"]
    credits: int = 0
    income: int = 0
    points: int = 0
    via: int = 0

    def apply(self, state: State) -> None:
        _gain(state, self.seat, self.credits, self.income, self.points)


class ChargeAdded(Event, frozen=True):
    """A cube is put on a card; ``cubes`` of ``boxes`` are full. ``how``: sector, placed, moved (from ``origin``)."""

    seat: str
    card: str
    cubes: int
    boxes: int
    how: Literal["sector", "placed", "moved"]
    origin: str = ""

    def apply(self, state: State) -> None:
        charges = state.board.chairs[self.seat].charges
        if self.origin:
            _take(charges, self.origin, 1)
        charges[self.card] = self.cubes


class AbilityUsed(Event, frozen=True):
    """A charged ability is triggered: its boxes are emptied, its credits and points come in."""

    seat: str
    card: str
    ability: str
    cubes: int
    """How many go back to the supply."""
    credits: int = 0
    points: int = 0

    def apply(self, state: State) -> None:
        _take(state.board.chairs[self.seat].charges, self.card, self.cubes)
        _gain(state, self.seat, self.credits, 0, self.points)


class SectorsSwapped(Event, frozen=True):
    """All cards of two sectors of a seat change places, colonies and cubes with them."""

    seat: str
    sectors: tuple[int, int]

    def apply(self, state: State) -> None:
        a, b = (number - 1 for number in self.sectors)
        sectors = state.board.chairs[self.seat].sectors
        sectors[a], sectors[b] = sectors[b], sectors[a]


class PointsLost(Event, frozen=True):
    """A card of another seat takes points, never below 0."""

    seat: str
    by: str
    count: int

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].points -= self.count


def _gain(state: State, seat: str, credits: int, income: int, points: int) -> None:
    chair = state.board.chairs[seat]
    chair.credits += credits
    chair.income += income
    chair.points += points


def _take(charges: dict[str, int], card: str, cubes: int) -> None:
    charges[card] -= cubes
    if not charges[card]:
        del charges[card]
