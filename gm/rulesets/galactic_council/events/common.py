"""Events of no single phase: paying, gaining, losing units, exploring, orders cut short, phases and turns."""

from __future__ import annotations

from typing import Literal

from gm.model import Event, PrivateEvent
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.state import Planet, State

Counts = dict[str, int]


class PhaseOpened(Event, frozen=True):
    """The next window for orders is open."""

    turn: int
    phase: str

    def apply(self, state: State) -> None:
        state.board.turn, state.board.phase = self.turn, self.phase


class OrderCutShort(PrivateEvent, frozen=True):
    """An order (``verb`` on ``line`` of its file) did not happen, or only in part: a reason code and what it is about.

    ``place`` is a system or planet, ``thing`` another id, ``number`` a count; empty where the reason has none.
    """

    seat: str
    verb: str
    line: int
    why: str
    place: str = ""
    thing: str = ""
    number: int = 0


class BranchTaken(PrivateEvent, frozen=True):
    """The condition of an order was looked at when its moment came (ch. 13)."""

    seat: str
    verb: str
    line: int
    met: bool


class Paid(Event, frozen=True):
    """A seat pays for something: planets used up whole, goods, command markers."""

    seat: str
    purpose: str
    """markers, capture, move, fire, jump, produce, boost, build, mine, dock, technology, explore, stay."""
    planets: tuple[str, ...] = ()
    goods: int = 0
    markers: int = 0
    place: str = ""

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        for planet in self.planets:
            state.board.planets[planet].used = True
        chair.goods -= self.goods
        chair.markers -= self.markers


class MarkersGained(Event, frozen=True):
    """Command markers come in; ``source``: leadership, bought, end, hyper_metabolism."""

    seat: str
    count: int
    source: str

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].markers += self.count


class GoodsGained(Event, frozen=True):
    """Goods come in; ``source``: trade, guild, station, scrap; ``place`` where that matters."""

    seat: str
    count: int
    source: str
    place: str = ""

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].goods += self.count


class SectorExplored(Event, frozen=True):
    """A sector is opened for all to see; its planets come onto the board.

    ``how``: bought, scouted (both 2.5), entered (3.1), start.
    """

    seat: str
    system: str
    tile: str
    how: str

    def apply(self, state: State) -> None:
        board = state.board
        board.systems[self.system].tile = self.tile
        state.secrets.tiles.pop(self.system, None)
        for planet in board.content.tiles[self.tile].planets:
            board.planets[planet] = Planet(self.system)


class UnitsLost(Event, frozen=True):
    """Units are gone; ``damaged`` of them had been damaged.

    ``cause``: battle, barrage, cannon, pds, mines, rift, fleet_limit, no_hangar, stalemate, ground, bombardment,
    bacteria, captured, landing_fire, scrapped, eliminated, shock_alone (shock troops without infantry turn back).
    """

    seat: str
    place: str
    units: Counts
    cause: str
    damaged: Counts = {}

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.place, self.seat, self.units, self.damaged)


class UnitsDamaged(Event, frozen=True):
    """Armour takes hits: that many of the seat's units there are damaged now."""

    seat: str
    place: str
    units: Counts

    def apply(self, state: State) -> None:
        forces.damage(state.board, self.place, self.seat, self.units)


class UnitsRepaired(Event, frozen=True):
    """Damaged units are whole again: at the end of the turn (7в) or between rounds (Duranium Armor)."""

    seat: str
    place: str
    units: Counts

    def apply(self, state: State) -> None:
        forces.repair(state.board, self.place, self.seat, self.units)


class UnitsAppeared(Event, frozen=True):
    """New units of a seat somewhere; ``how``: built, yield, start, animators, synthesis, captured, shock_alone."""

    seat: str
    place: str
    units: Counts
    how: str

    def apply(self, state: State) -> None:
        forces.add(state.board, self.place, self.seat, self.units)


class PlanetTaken(Event, frozen=True):
    """A planet gets a new owner; ``how``: landing, capture (2.6), station, start, eliminated.

    ``owner`` None: nobody's. It gives nothing this turn (ch. 8), least of all what it gave already (4.1).
    """

    planet: str
    owner: str | None
    before: str | None
    how: str

    def apply(self, state: State) -> None:
        planet = state.board.planets[self.planet]
        planet.owner, planet.used = self.owner, planet.used and self.owner is not None
        planet.taken = 0 if self.how == "start" or self.owner is None else state.board.turn


class ContractBroken(Event, frozen=True):
    """A trade contract ends (5.3); both agreements are unusable until the next turn.

    ``cause``: war, notice (``by`` gave it), guild (``by`` is its head), eliminated.
    """

    a: str
    b: str
    cause: Literal["war", "notice", "guild", "eliminated"]
    by: str = ""

    def apply(self, state: State) -> None:
        board = state.board
        for contract in list(board.contracts):
            if {contract.a, contract.b} == {self.a, self.b}:
                board.contracts.remove(contract)
                board.chairs[contract.a].spent.append(contract.a_gives)
                board.chairs[contract.b].spent.append(contract.b_gives)


class TechnologyGained(Event, frozen=True):
    """A seat knows a technology; ``how``: start, bought, free."""

    seat: str
    technology: str
    how: str

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].technologies.append(self.technology)


class RankingGiven(PrivateEvent, frozen=True):
    """A seat's ranking of strategies is kept until it sends another."""

    seat: str
    ranking: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.secrets.rankings[self.seat] = list(self.ranking)


class StrategyTaken(Event, frozen=True):
    """A seat holds a strategy for the coming turn (ch. 1); its number is the seat's initiative."""

    seat: str
    strategy: str

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].strategy = self.strategy


class BonusGrew(Event, frozen=True):
    """A strategy nobody took gets one more bonus token (ch. 1)."""

    strategy: str
    tokens: int

    def apply(self, state: State) -> None:
        state.board.bonus[self.strategy] = self.tokens
