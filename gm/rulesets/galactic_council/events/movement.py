"""Events of the movement phase (ch. 3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from gm.model import Event, PrivateEvent, Throw
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.state import State

Counts = dict[str, int]
Label = tuple[str | int, ...]
"""What ``dice.at`` was given for the dice that an event tells of."""
DIE = 10
"""All dice of the game have ten sides."""


class Shot(Struct, frozen=True):
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


def throw(label: Label, faces: Iterable[int]) -> tuple[Throw, ...]:
    """Dice as they fell; nothing where nobody rolled, or a record of an older version names no label."""
    fell = tuple(faces)
    return (Throw(label, DIE, fell),) if label and fell else ()


def salvo(label: Label, shots: tuple[Shot, ...]) -> tuple[Throw, ...]:
    """The dice of a salvo: kind by kind, the dice of each before those it rolls again."""
    return throw(label, (face for shot in shots for face in (*shot.rolls, *shot.again)))


class AlertRaised(Event, frozen=True):
    """«Война»: a system of the seat is on high alert; ``moved`` when the token goes along with a fleet."""

    seat: str
    system: str
    moved: bool = False

    def apply(self, state: State) -> None:
        state.board.chairs[self.seat].alert = self.system


class FleetMoved(Event, frozen=True):
    """A group flies along ``path`` (first: where it was, last: where it is now) without anything happening between."""

    seat: str
    path: tuple[str, ...]
    units: Counts
    damaged: Counts = {}

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.path[0], self.seat, self.units, self.damaged)
        forces.add(state.board, self.path[-1], self.seat, self.units, self.damaged)


class RouteChosen(PrivateEvent, frozen=True):
    """The program found a way where the order named none, or left a gap (reading 8)."""

    seat: str
    line: int
    path: tuple[str, ...]


class CargoLoaded(Event, frozen=True):
    """Troops go aboard ships in the orbit of a planet."""

    seat: str
    planet: str
    system: str
    units: Counts
    damaged: Counts = {}

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.planet, self.seat, self.units, self.damaged)
        forces.add(state.board, self.system, self.seat, self.units, self.damaged)


class RiftRolled(Event, frozen=True):
    """Ships leave a gravity rift: a d10 for each, in the order (unit, roll); ``deadly`` or less destroys."""

    seat: str
    system: str
    rolls: tuple[tuple[str, int], ...]
    deadly: int
    label: Label = ()

    def thrown(self) -> tuple[Throw, ...]:
        return throw(self.label, (roll for _unit, roll in self.rolls))


class StationTaken(Event, frozen=True):
    """A trade station passes to the only fleet in its system (ch. 8)."""

    seat: str
    planet: str
    before: str | None

    def apply(self, state: State) -> None:
        planet = state.board.planets[self.planet]
        planet.owner, planet.taken = self.seat, state.board.turn


class PdsFired(Event, frozen=True):
    """PDS of ``seat`` on a planet of system ``source`` fire at ships of ``target`` in ``system`` (3.1, 3.2).

    ``kind``: meeting (at the mover), escort (the mover's own), directed.
    """

    seat: str
    source: str
    target: str
    system: str
    kind: Literal["meeting", "escort", "directed"]
    shots: tuple[Shot, ...]
    label: Label = ()

    def thrown(self) -> tuple[Throw, ...]:
        return salvo(self.label, self.shots)


class MinesExploded(Event, frozen=True):
    """One token of ``seat`` is spent on the arriving ships of ``target``: (unit, roll) for each ship (3.2)."""

    seat: str
    target: str
    system: str
    hits_on: int
    rolls: tuple[tuple[str, int], ...]
    label: Label = ()

    def thrown(self) -> tuple[Throw, ...]:
        return throw(self.label, (roll for _unit, roll in self.rolls))

    def apply(self, state: State) -> None:
        mines = state.board.systems[self.system].mines
        mines[self.seat] -= 1
        if not mines[self.seat]:
            del mines[self.seat]


class BattleBegan(Event, frozen=True):
    """A space battle (3.3): what each side has when it begins."""

    system: str
    attacker: str
    defender: str
    attacking: Counts
    defending: Counts


class SalvoFired(Event, frozen=True):
    """One side's dice in a space battle; ``kind``: cannon (before it), barrage, or round; ``round`` from 1."""

    seat: str
    system: str
    kind: Literal["cannon", "barrage", "round"]
    round: int
    shots: tuple[Shot, ...]
    hits: int
    label: Label = ()

    def thrown(self) -> tuple[Throw, ...]:
        return salvo(self.label, self.shots)


class BattleEnded(Event, frozen=True):
    """A space battle is over; ``winner`` None: no ship is left on either side."""

    system: str
    attacker: str
    defender: str
    winner: str | None
    rounds: int


class TroopsLanded(Event, frozen=True):
    """Units go from space down to a planet (3.4)."""

    seat: str
    planet: str
    system: str
    units: Counts
    damaged: Counts = {}

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.system, self.seat, self.units, self.damaged)
        forces.add(state.board, self.planet, self.seat, self.units, self.damaged)


class Bombarded(Event, frozen=True):
    """Ships fire at the ground units of a planet before the ground battle (3.4)."""

    seat: str
    planet: str
    target: str
    shots: tuple[Shot, ...]
    hits: int
    label: Label = ()

    def thrown(self) -> tuple[Throw, ...]:
        return salvo(self.label, self.shots)


class BacteriaSpread(Event, frozen=True):
    """X-89: all ground forces of ``target`` on the planet die (3.4)."""

    seat: str
    planet: str
    target: str


class InvasionBegan(Event, frozen=True):
    """Troops stand on a planet of somebody else (3.5); ``fighters`` of the invader join from space."""

    planet: str
    attacker: str
    defender: str | None
    attacking: Counts
    defending: Counts
    fighters: int = 0


class GroundFired(Event, frozen=True):
    """One side's dice on the ground; ``kind``: pds (at the landed, before round one) or round."""

    seat: str
    planet: str
    kind: Literal["pds", "round"]
    round: int
    shots: tuple[Shot, ...]
    hits: int
    label: Label = ()

    def thrown(self) -> tuple[Throw, ...]:
        return salvo(self.label, self.shots)


class TroopsPromoted(Event, frozen=True):
    """Infantry that rolled a 10 becomes shock troops (units.yaml, 3.5)."""

    seat: str
    planet: str
    count: int

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.planet, self.seat, {"ground_force": self.count})
        forces.add(state.board, self.planet, self.seat, {"shock_troop": self.count})


class InvasionEnded(Event, frozen=True):
    """The ground battle is over; ``winner`` None: nobody is left, the planet stays whose it was."""

    planet: str
    attacker: str
    defender: str | None
    winner: str | None
    rounds: int


class BuildingsCaptured(Event, frozen=True):
    """Shock troops take buildings over instead of destroying them (reading 14, 49)."""

    seat: str
    planet: str
    before: str
    units: Counts

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.planet, self.before, self.units)
        forces.add(state.board, self.planet, self.seat, self.units)


class RemainsRolled(Event, frozen=True):
    """Dice for lost ground forces; ``cause``: raise_dead (Dacxive Animators) or return_home (Gen Synthesis)."""

    seat: str
    planet: str
    cause: str
    needs: int
    rolls: tuple[int, ...]
    label: Label = ()

    def thrown(self) -> tuple[Throw, ...]:
        return throw(self.label, self.rolls)


class TroopsJumped(Event, frozen=True):
    """Ground forces go from one planet of the seat to another (Transit Diodes)."""

    seat: str
    from_: str
    to: str
    units: Counts

    def apply(self, state: State) -> None:
        forces.remove(state.board, self.from_, self.seat, self.units)
        forces.add(state.board, self.to, self.seat, self.units)
