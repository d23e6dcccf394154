"""Who flies and what comes along (3.1, readings 9, 40, 41)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass, field

from gm.model import Event, Order, Story
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.events.movement import CargoLoaded
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.losses import homeless
from gm.rulesets.galactic_council.movement.routes import speed
from gm.rulesets.galactic_council.movement.sortie import Sortie
from gm.rulesets.galactic_council.state import Board
from gm.rulesets.galactic_council.stops import stop

ANY_NUMBER = 999


@dataclass(slots=True)
class Group:
    """Ships that fly together and what they carry: units, how many of them are damaged, fighters without a hangar."""

    units: dict[str, int]
    damaged: dict[str, int] = field(default_factory=dict)
    loose: int = 0
    """How many of its fighters may fly without a hangar: any number or none («Улучшенные истребители»)."""


def damaged_among(board: Board, place: str, seat: str, units: Units) -> dict[str, int]:
    """How many of the units taken from a force are damaged ones: whole ones go first."""
    there = forces.force(board, place, seat)
    taken = {}
    for unit, count in units.items():
        whole = there.units.get(unit, 0) - there.damaged.get(unit, 0)
        if count > whole:
            taken[unit] = count - whole
    return taken


def choose_ships(
    board: Board, sortie: Sortie, order: Order, start: str, wanted: Units | str, steps: int
) -> Generator[Event, None, tuple[dict[str, int], bool]]:
    """The ships of an order that are there and fast enough; returns their counts, and whether slow ones stay.

    Fighters named among the ships count as cargo and are not returned (reading 9).
    """
    fresh = forces.ships(board, sortie.fresh(board, start))
    if isinstance(wanted, str):
        asked = fresh
    else:
        asked = forces.ships(board, wanted)
        for unit, count in asked.items():
            if fresh.get(unit, 0) < count:
                yield stop(
                    sortie.seat, order, "fewer_units", rule="3.1", place=start, thing=unit, number=fresh.get(unit, 0)
                )
        asked = {u: min(n, fresh[u]) for u, n in asked.items() if u in fresh}
    going: dict[str, int] = {}
    leaving = space.anomaly(board, start)
    nebula = leaving is not None and leaving.leaving_speed is not None
    why, rule = ("too_slow_nebula", "8") if nebula else ("too_slow", "3.1")
    for unit, count in asked.items():
        if speed(board, sortie.seat, unit, start, start == sortie.alert_from) >= steps:
            going[unit] = count
        else:
            yield stop(sortie.seat, order, why, rule=rule, place=start, thing=unit, number=count)
    return going, len(going) < len(asked)


def fits(board: Board, seat: str, units: Units, loose: int = 0) -> bool:
    """Whether the ships among the units hold all the rest; ``loose`` fighters may fly without a hangar."""
    room = space.room_for_fighters(board, seat, units)
    return room >= 0 and room + loose >= units.get("fighter", 0)


def free_room(board: Board, seat: str, units: Units, unit: str, wanted: int, loose: int = 0) -> int:
    """How many more of a unit of cargo, up to ``wanted``, the group has room for."""
    room = 0
    while room < wanted and fits(board, seat, forces.merged(units, {unit: room + 1}), loose):
        room += 1
    return room


def in_space(board: Board, sortie: Sortie, group: Group, at: str) -> dict[str, int]:
    """Cargo in space of a system that no group has carried yet and that is not the group's own."""
    fresh = forces.minus(sortie.fresh(board, at), group.units)
    return {u: n for u, n in fresh.items() if u == "fighter" or board.content.units[u].kind != "ship"}


def on_planets(board: Board, seat: str, at: str) -> dict[str, dict[str, int]]:
    """Troops and PDS on the seat's own planets of a system."""
    found = {}
    for planet in space.landable(board, at):
        there = forces.force(board, planet, seat).units
        if board.planets[planet].owner == seat and there:
            found[planet] = forces.merged(forces.troops(board, there), {"pds": there.get("pds", 0)})
    return found


def take_aboard(
    board: Board, sortie: Sortie, order: Order, group: Group, at: str, wanted: Units | str | None, loose: int = 0
) -> Story:
    """Cargo comes along from space and planets of ``at``, as far as it is there and as holds go (readings 40, 41).

    ``wanted`` None: what is in space; ``all``: that and all troops on own planets there. ``loose`` fighters may fly
    without a hangar. The units taken are added to the group.
    """
    ready = in_space(board, sortie, group, at)
    grounded = on_planets(board, sortie.seat, at)
    asked = _asked(board, ready, grounded, wanted)
    for unit, count in asked.items():
        there = ready.get(unit, 0) + sum(units.get(unit, 0) for units in grounded.values())
        if there < count:
            yield stop(sortie.seat, order, "fewer_units", rule="3.1", place=at, thing=unit, number=there)
            count = there
        room = free_room(board, sortie.seat, group.units, unit, count, loose)
        if room < count and wanted is not None:
            yield stop(sortie.seat, order, "no_room", rule="3.1", place=at, thing=unit, number=count - room)
        yield from _lift(board, sortie.seat, group, at, unit, min(count, room), ready.get(unit, 0), grounded)


def left_behind(board: Board, sortie: Sortie, group: Group, at: str, named: Collection[str]) -> dict[str, int]:
    """Cargo in space of kinds the order does not name that would be lost if the group flew off without it."""
    staying = forces.minus(forces.force(board, at, sortie.seat).units, group.units)
    ready = in_space(board, sortie, group, at)
    stranded = homeless(board, sortie.seat, at, units=staying)
    kinds = {unit: min(n, ready.get(unit, 0)) for unit, n in stranded.items() if unit not in named}
    return {
        unit: number for unit, n in kinds.items() if (number := free_room(board, sortie.seat, group.units, unit, n))
    }


def _asked(board: Board, ready: Units, grounded: Mapping[str, Units], wanted: Units | str | None) -> Mapping[str, int]:
    if wanted is None:
        return ready
    if isinstance(wanted, str):
        return forces.merged(ready, *(forces.troops(board, units) for units in grounded.values()))
    return wanted


def _lift(
    board: Board,
    seat: str,
    group: Group,
    at: str,
    unit: str,
    count: int,
    ready: int,
    grounded: Mapping[str, Units],
) -> Story:
    """Add units to the group: first those in space, then from the planets in the order of the tile."""
    floating = min(count, ready)
    _join(group, {unit: floating}, damaged_among(board, at, seat, {unit: floating}))
    left = count - floating
    for planet, units in grounded.items():
        lifted = min(left, units.get(unit, 0))
        if lifted:
            damaged = damaged_among(board, planet, seat, {unit: lifted})
            yield CargoLoaded(seat, planet, at, {unit: lifted}, damaged, rule="3.1")
            _join(group, {unit: lifted}, damaged)
            left -= lifted


def _join(group: Group, units: Units, damaged: Units) -> None:
    group.units = forces.merged(group.units, units)
    group.damaged = forces.merged(group.damaged, damaged)
