"""Events of the council phase (ch. 2)."""

from __future__ import annotations

from gm.model import Event
from gm.rulesets.galactic_council.state import State


class BonusExchanged(Event, frozen=True):
    """The bonus tokens on a strategy become goods and command markers of its holder (ch. 1)."""

    seat: str
    strategy: str
    goods: int
    markers: int

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        chair.goods += self.goods
        chair.markers += self.markers
        state.board.bonus.pop(self.strategy, None)


class GuildHeadChanged(Event, frozen=True):
    """Who takes «Торговля» heads the Trade Guild until somebody else does (reading 4)."""

    seat: str | None

    def apply(self, state: State) -> None:
        state.board.guild_head = self.seat


class SystemClosed(Event, frozen=True):
    """«Дипломатия»: nobody else may order into this system this turn."""

    seat: str
    system: str

    def apply(self, state: State) -> None:
        state.board.closed[self.system] = self.seat
