"""Events of the assembly phase (ch. 5 and 7)."""

from __future__ import annotations

from typing import Literal

from gm.model import Event
from gm.rulesets.galactic_council.state import Contract, State


class IncomePaid(Event, frozen=True):
    """A contract pays a seat (5.1): the partner's agreement, and what technologies add."""

    seat: str
    partner: str
    goods: int

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].goods += self.goods


class GoodsGiven(Event, frozen=True):
    """Goods change hands (5.1)."""

    seat: str
    to: str
    goods: int

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].goods -= self.goods
        state.board.chairs[self.to].goods += self.goods


class ContractMade(Event, frozen=True):
    """Two seats exchange agreements (5.2); it first pays in the next turn."""

    a: str
    b: str
    a_gives: int
    b_gives: int

    def apply(self, state: State) -> None:
        contract = Contract(self.a, self.b, self.a_gives, self.b_gives, state.board.turn)
        state.board.contracts.append(contract)


class ContractVetoed(Event, frozen=True):
    """The head of the Trade Guild does not approve a contract (5.2)."""

    head: str
    a: str
    b: str


class FleetLimitChanged(Event, frozen=True):
    """A seat changes its fleet limit; each step up costs a marker, each step down gives one (7д)."""

    seat: str
    before: int
    limit: int

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        chair.markers -= self.limit - self.before
        chair.fleet_limit = self.limit


class SeatEliminated(Event, frozen=True):
    """A seat without a planet at the end of the turn is out (7): mines and standing with it."""

    seat: str

    def apply(self, state: State) -> None:
        board = state.board
        chair = board.chairs[self.seat]
        chair.out, chair.alert, chair.strategy = board.turn, None, None
        for system in board.systems.values():
            system.mines.pop(self.seat, None)
        state.secrets.rankings.pop(self.seat, None)
        if board.guild_head == self.seat:
            board.guild_head = None


class SpeakerNamed(Event, frozen=True):
    """The next Speaker (reading 4); ``by`` is the holder of «Ассамблея», empty when it passed on by itself (64)."""

    seat: str
    by: str = ""

    def apply(self, state: State) -> None:
        state.board.speaker = self.seat


class TurnEnded(Event, frozen=True):
    """The turn is over: planets are ready again, broken agreements free, closed systems open, alerts off."""

    turn: int

    def apply(self, state: State) -> None:
        board = state.board
        for planet in board.planets.values():
            planet.used = False
        for chair in board.chairs.values():
            chair.last_strategy, chair.strategy = chair.strategy, None
            chair.spent, chair.alert = [], None
        board.closed = {}


class GameEnded(Event, frozen=True):
    """The campaign is over: seats in order of standing, best first; seats of one place share it."""

    order: tuple[tuple[str, ...], ...]
    reason: Literal["turns", "last_standing"]
    """turns: the last turn was played; last_standing: one seat or none is left."""

    def apply(self, state: State) -> None:
        state.board.phase = "over"
