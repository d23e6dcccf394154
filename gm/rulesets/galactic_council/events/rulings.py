"""Events of rulings: what the game master changes by hand. They rest on no paragraph and happen in no game without."""

from __future__ import annotations

from inspect import isclass

from gm.model import Event, PrivateEvent
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.state import Contract, Planet, State

Counts = dict[str, int]


class UnitsPlaced(Event, frozen=True):
    """A seat gets units somewhere, ``damaged`` of them damaged."""

    seat: str
    place: str
    units: Counts
    damaged: Counts = {}

    def apply(self, state: State) -> None:
        forces.add(state.board, self.place, self.seat, self.units, self.damaged)


class UnitsRemoved(Event, frozen=True):
    """Units of a seat are gone, ``damaged`` of them damaged ones."""

    seat: str
    place: str
    units: Counts
    damaged: Counts = {}

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.place, self.seat, self.units, self.damaged)


class UnitsShifted(Event, frozen=True):
    """Units of a seat go from one place to another, ``damaged`` of them damaged."""

    seat: str
    from_: str
    to: str
    units: Counts
    damaged: Counts = {}

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.from_, self.seat, self.units, self.damaged)
        forces.add(state.board, self.to, self.seat, self.units, self.damaged)


class DamageSet(Event, frozen=True):
    """So many of a seat's units in a place are damaged now; a kind with 0 is whole."""

    seat: str
    place: str
    units: Counts

    def apply(self, state: State) -> None:
        there = forces.force(state.board, self.place, self.seat)
        there.damaged = {unit: n for unit, n in {**there.damaged, **self.units}.items() if n}


class MinesSet(Event, frozen=True):
    """A seat has so many tokens of mines in a system."""

    seat: str
    system: str
    before: int
    count: int

    def apply(self, state: State) -> None:
        mines = state.board.systems[self.system].mines
        mines[self.seat] = self.count
        if not self.count:
            del mines[self.seat]


class MeansChanged(Event, frozen=True):
    """A seat gets goods and command markers, or loses them where the number is negative."""

    seat: str
    goods: int = 0
    markers: int = 0

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        chair.goods += self.goods
        chair.markers += self.markers


class TechnologyGiven(Event, frozen=True):
    """A seat knows a technology."""

    seat: str
    technology: str

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].technologies.append(self.technology)


class TechnologyTakenAway(Event, frozen=True):
    """A seat knows a technology no more."""

    seat: str
    technology: str

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].technologies.remove(self.technology)


class FleetLimitSet(Event, frozen=True):
    """A seat has another fleet limit, and neither pays nor gains for it."""

    seat: str
    before: int
    limit: int

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].fleet_limit = self.limit


class StrategySet(Event, frozen=True):
    """A seat holds a strategy this turn, or none."""

    seat: str
    strategy: str | None

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].strategy = self.strategy


class LastStrategySet(Event, frozen=True):
    """The strategy that a seat held last turn counts as another one, or as none."""

    seat: str
    strategy: str | None

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].last_strategy = self.strategy


class AlertSet(Event, frozen=True):
    """A system of a seat is on high alert this turn, or none is."""

    seat: str
    system: str | None

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].alert = self.system


class AgreementsSpent(Event, frozen=True):
    """These agreements of a seat (values) are unusable this turn, and no others."""

    seat: str
    agreements: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].spent = list(self.agreements)


class RankingSet(PrivateEvent, frozen=True):
    """A seat's ranking of strategies is another one; an empty one is none."""

    seat: str
    ranking: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.secrets.rankings.pop(self.seat, None)
        if self.ranking:
            state.secrets.rankings[self.seat] = list(self.ranking)


class SeatPutOut(Event, frozen=True):
    """A seat is out of the game; what it had is gone already."""

    seat: str

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        chair.out, chair.alert, chair.strategy = max(state.board.turn, 1), None, None
        state.secrets.rankings.pop(self.seat, None)


class SeatBroughtBack(Event, frozen=True):
    """A seat that was out plays again."""

    seat: str

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].out = 0


class PlanetOwnerSet(Event, frozen=True):
    """A planet or station is a seat's, or nobody's; ``taken``: in which turn it counts as taken."""

    planet: str
    owner: str | None
    before: str | None
    taken: int

    def apply(self, state: State) -> None:
        planet = state.board.planets[self.planet]
        planet.owner, planet.taken = self.owner, self.taken
        planet.used = planet.used and self.owner is not None


class PlanetUseSet(Event, frozen=True):
    """A planet or station counts as used this turn, or as ready."""

    planet: str
    used: bool

    def apply(self, state: State) -> None:
        state.board.planets[self.planet].used = self.used


class TilesHidden(PrivateEvent, frozen=True):
    """Other tiles lie in unexplored systems: coordinate -> tile. Only the GM sees it."""

    tiles: dict[str, str]

    def apply(self, state: State) -> None:
        state.secrets.tiles.update(self.tiles)


class TileReplaced(Event, frozen=True):
    """An explored system gets another tile; its planets are nobody's."""

    system: str
    tile: str
    before: str

    def apply(self, state: State) -> None:
        board = state.board
        for planet in board.content.tiles[self.before].planets:
            board.planets.pop(planet)
        board.systems[self.system].tile = self.tile
        for planet in board.content.tiles[self.tile].planets:
            board.planets[planet] = Planet(self.system)


class SectorRevealed(Event, frozen=True):
    """An unexplored sector is open for all to see."""

    system: str
    tile: str

    def apply(self, state: State) -> None:
        board = state.board
        board.systems[self.system].tile = self.tile
        state.secrets.tiles.pop(self.system, None)
        for planet in board.content.tiles[self.tile].planets:
            board.planets[planet] = Planet(self.system)


class SectorCovered(Event, frozen=True):
    """An explored sector counts as unexplored again, with the tile that everybody has seen there."""

    system: str
    tile: str

    def apply(self, state: State) -> None:
        board = state.board
        for planet in board.content.tiles[self.tile].planets:
            board.planets.pop(planet)
        board.systems[self.system].tile = None
        state.secrets.tiles[self.system] = self.tile


class ClosureSet(Event, frozen=True):
    """A system is closed by a seat to all others this turn, or open."""

    system: str
    seat: str | None

    def apply(self, state: State) -> None:
        state.board.closed.pop(self.system, None)
        if self.seat is not None:
            state.board.closed[self.system] = self.seat


class SpeakerSet(Event, frozen=True):
    """Another seat is Speaker."""

    seat: str

    def apply(self, state: State) -> None:
        state.board.speaker = self.seat


class GuildHeadSet(Event, frozen=True):
    """Another seat heads the Trade Guild, or nobody."""

    seat: str | None

    def apply(self, state: State) -> None:
        state.board.guild_head = self.seat


class BonusSet(Event, frozen=True):
    """So many bonus tokens lie on a strategy."""

    strategy: str
    tokens: int

    def apply(self, state: State) -> None:
        state.board.bonus[self.strategy] = self.tokens
        if not self.tokens:
            del state.board.bonus[self.strategy]


class ContractSet(Event, frozen=True):
    """Two seats have this contract since a turn, in the place of an older one."""

    a: str
    b: str
    a_gives: int
    b_gives: int
    since: int

    def apply(self, state: State) -> None:
        board = state.board
        board.contracts = [contract for contract in board.contracts if (contract.a, contract.b) != (self.a, self.b)]
        board.contracts.append(Contract(self.a, self.b, self.a_gives, self.b_gives, self.since))


class ContractEnded(Event, frozen=True):
    """Two seats have no contract any more; their agreements are free at once, or ``spent`` until the next turn."""

    a: str
    b: str
    spent: bool

    def apply(self, state: State) -> None:
        board = state.board
        for contract in list(board.contracts):
            if (contract.a, contract.b) == (self.a, self.b):
                board.contracts.remove(contract)
                if self.spent:
                    board.chairs[self.a].spent.append(contract.a_gives)
                    board.chairs[self.b].spent.append(contract.b_gives)


RULING_EVENTS: tuple[type[Event], ...] = tuple(
    thing
    for thing in list(globals().values())
    if isclass(thing) and issubclass(thing, Event) and thing not in (Event, PrivateEvent)
)
