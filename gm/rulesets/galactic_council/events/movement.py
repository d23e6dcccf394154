"""Events of the movement phase (ch. 3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from gm.model import Event, PrivateEvent
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.state import State

Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class Shot:
    """Dice of one kind of unit: what it needed and what fell."""

    unit: str
    hits_on: int
    rolls: tuple[int, ...]
    again: tuple[int, ...] = ()
    """Missed dice rolled once more (Graviton Laser System)."""

    @property
    def hits(self) -> int:
        """How many of the dice hit."""
        return sum(roll >= self.hits_on for roll in (*self.rolls, *self.again))


@dataclass(frozen=True, slots=True)
class AlertRaised(Event):
    """«Война»: a system of the seat is on high alert; ``moved`` when the token goes along with a fleet."""

    seat: str
    system: str
    moved: bool = False

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].alert = self.system


@dataclass(frozen=True, slots=True)
class FleetMoved(Event):
    """A group flies along ``path`` (first: where it was, last: where it is now) without anything happening between."""

    seat: str
    path: tuple[str, ...]
    units: Counts
    damaged: Counts = field(default_factory=dict)

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.path[0], self.seat, self.units, self.damaged)
        forces.add(state.board, self.path[-1], self.seat, self.units, self.damaged)


@dataclass(frozen=True, slots=True)
class RouteChosen(PrivateEvent):
    """The program found a way where the order named none, or left a gap (reading 8)."""

    seat: str
    line: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CargoLoaded(Event):
    """Troops go aboard ships in the orbit of a planet."""

    seat: str
    planet: str
    system: str
    units: Counts
    damaged: Counts = field(default_factory=dict)

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.planet, self.seat, self.units, self.damaged)
        forces.add(state.board, self.system, self.seat, self.units, self.damaged)


@dataclass(frozen=True, slots=True)
class RiftRolled(Event):
    """Ships leave a gravity rift: a d10 for each, in the order (unit, roll); ``deadly`` or less destroys."""

    seat: str
    system: str
    rolls: tuple[tuple[str, int], ...]
    deadly: int


@dataclass(frozen=True, slots=True)
class StationTaken(Event):
    """A trade station passes to the only fleet in its system (ch. 8)."""

    seat: str
    planet: str
    before: str | None

    def apply(self, state: State) -> None:
        planet = state.board.planets[self.planet]
        planet.owner, planet.used, planet.taken = self.seat, False, state.board.turn


@dataclass(frozen=True, slots=True)
class PdsFired(Event):
    """PDS of ``seat`` on a planet of system ``source`` fire at ships of ``target`` in ``system`` (3.1, 3.2).

    ``kind``: meeting (at the mover), escort (the mover's own), directed.
    """

    seat: str
    source: str
    target: str
    system: str
    kind: Literal["meeting", "escort", "directed"]
    shots: tuple[Shot, ...]


@dataclass(frozen=True, slots=True)
class MinesExploded(Event):
    """One token of ``seat`` is spent on the arriving ships of ``target``: (unit, roll) for each ship (3.2)."""

    seat: str
    target: str
    system: str
    hits_on: int
    rolls: tuple[tuple[str, int], ...]

    def apply(self, state: State) -> None:
        mines = state.board.systems[self.system].mines
        mines[self.seat] -= 1
        if not mines[self.seat]:
            del mines[self.seat]


@dataclass(frozen=True, slots=True)
class BattleBegan(Event):
    """A space battle (3.3): what each side has when it begins."""

    system: str
    attacker: str
    defender: str
    attacking: Counts
    defending: Counts


@dataclass(frozen=True, slots=True)
class SalvoFired(Event):
    """One side's dice in a space battle; ``kind``: cannon (before it), barrage, or round; ``round`` from 1."""

    seat: str
    system: str
    kind: Literal["cannon", "barrage", "round"]
    round: int
    shots: tuple[Shot, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    """A space battle is over; ``winner`` None: no ship is left on either side."""

    system: str
    attacker: str
    defender: str
    winner: str | None
    rounds: int


@dataclass(frozen=True, slots=True)
class TroopsLanded(Event):
    """Units go from space down to a planet (3.4)."""

    seat: str
    planet: str
    system: str
    units: Counts
    damaged: Counts = field(default_factory=dict)

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.system, self.seat, self.units, self.damaged)
        forces.add(state.board, self.planet, self.seat, self.units, self.damaged)


@dataclass(frozen=True, slots=True)
class Bombarded(Event):
    """Ships fire at the ground units of a planet before the ground battle (3.4)."""

    seat: str
    planet: str
    target: str
    shots: tuple[Shot, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class BacteriaSpread(Event):
    """X-89: all ground forces of ``target`` on the planet die (3.4)."""

    seat: str
    planet: str
    target: str


@dataclass(frozen=True, slots=True)
class InvasionBegan(Event):
    """Troops stand on a planet of somebody else (3.5); ``fighters`` of the invader join from space."""

    planet: str
    attacker: str
    defender: str | None
    attacking: Counts
    defending: Counts
    fighters: int = 0


@dataclass(frozen=True, slots=True)
class GroundFired(Event):
    """One side's dice on the ground; ``kind``: pds (at the landed, before round one) or round."""

    seat: str
    planet: str
    kind: Literal["pds", "round"]
    round: int
    shots: tuple[Shot, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class TroopsPromoted(Event):
    """Infantry that rolled a 10 becomes shock troops (units.yaml, 3.5)."""

    seat: str
    planet: str
    count: int

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.planet, self.seat, {"ground_force": self.count})
        forces.add(state.board, self.planet, self.seat, {"shock_troop": self.count})


@dataclass(frozen=True, slots=True)
class InvasionEnded(Event):
    """The ground battle is over; ``winner`` None: nobody is left, the planet stays whose it was."""

    planet: str
    attacker: str
    defender: str | None
    winner: str | None
    rounds: int


@dataclass(frozen=True, slots=True)
class BuildingsCaptured(Event):
    """Shock troops take buildings over instead of destroying them (reading 14, 49)."""

    seat: str
    planet: str
    before: str
    units: Counts

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.planet, self.before, self.units)
        forces.add(state.board, self.planet, self.seat, self.units)


@dataclass(frozen=True, slots=True)
class RemainsRolled(Event):
    """Dice for lost ground forces; ``cause``: raise_dead (Dacxive Animators) or return_home (Gen Synthesis)."""

    seat: str
    planet: str
    cause: str
    needs: int
    rolls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TroopsJumped(Event):
    """Ground forces go from one planet of the seat to another (Transit Diodes)."""

    seat: str
    from_: str
    to: str
    units: Counts

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.from_, self.seat, self.units)
        forces.add(state.board, self.to, self.seat, self.units)
