"""Questions about systems: who neighbours whom, who has a fleet where, what holds what."""

from __future__ import annotations

from collections.abc import Iterator

from gm.rulesets.galactic_council import forces, hexes
from gm.rulesets.galactic_council.content import Anomaly, Tile
from gm.rulesets.galactic_council.effects import has
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.state import Board


def tile(board: Board, at: str) -> Tile | None:
    """The tile of an explored system."""
    known = board.systems[at].tile
    return board.content.tiles[known] if known else None


def anomaly(board: Board, at: str) -> Anomaly | None:
    """The anomaly of an explored system, if it has one (ch. 8)."""
    there = tile(board, at)
    return board.content.anomalies[there.anomaly] if there and there.anomaly else None


def beside(board: Board, at: str) -> tuple[str, ...]:
    """The systems that touch this one; wormholes don't count (PDS, 2.5, 2.6).

    With 3 and 4 seats most hexes of the outer ring are no part of the galaxy (reading 24).
    """
    return tuple(near for near in hexes.around(board.radius).get(at, ()) if near in board.systems)


def through_wormholes(board: Board, at: str) -> tuple[str, ...]:
    """Explored systems with a wormhole of the same name: neighbours for fleets only (ch. 8)."""
    here = tile(board, at)
    if not here or not here.wormholes:
        return ()
    return tuple(
        other
        for other in board.systems
        if other != at and (there := tile(board, other)) and set(there.wormholes) & set(here.wormholes)
    )


def lanes(board: Board, at: str) -> tuple[str, ...]:
    """Where a fleet may fly from here in one step as far as geometry goes."""
    near = beside(board, at)
    return (*near, *(other for other in through_wormholes(board, at) if other not in near))


def planets_of(board: Board, at: str) -> list[str]:
    """The planets and stations of an explored system, in the order of its tile."""
    there = tile(board, at)
    return list(there.planets) if there else []


def gives_now(board: Board, planet: str) -> bool:
    """Whether a planet or station may be used: unused, and not taken this turn (ch. 8; Nano Technology lifts that)."""
    there = board.planets[planet]
    if there.owner is None or there.used:
        return False
    return there.taken != board.turn or has(board, there.owner, "ready_at_once")


def landable(board: Board, at: str) -> list[str]:
    """Planets of a system on which one can land: no stations (reading 50)."""
    return [planet for planet in planets_of(board, at) if not board.content.planets[planet].station]


def hangar_of_docks(board: Board, at: str, seat: str) -> int:
    """Places for fighters in the seat's docks of a system."""
    docks = sum(
        planet.forces[seat].units.get("space_dock", 0)
        for id_ in planets_of(board, at)
        if seat in (planet := board.planets[id_]).forces
    )
    return docks * board.content.units["space_dock"].capacity


def holds(board: Board, seat: str, units: Units) -> int:
    """Places for cargo of any kind on the ships among ``units``."""
    return sum(forces.row(board, seat, unit).capacity * n for unit, n in forces.ships(board, units).items())


def troop_holds(board: Board, seat: str, units: Units) -> int:
    """Further places for ground forces only (Stasis Capsules)."""
    return sum(
        effect.value * forces.count(units, *effect.units)
        for technology in board.chairs[seat].technologies
        for effect in board.content.technologies[technology].effects
        if effect.op == "holds_troops"
    )


def load(board: Board, units: Units) -> int:
    """Places that the troops and PDS among ``units`` take (fighters not counted); without a ship nothing is carried."""
    vehicles = 1 if board.options.vehicles_take_a_place or not forces.ships(board, units) else 0
    return forces.count(units, "ground_force", "shock_troop", "pds") + vehicles * forces.count(units, "mechanized_unit")


def room_for_fighters(board: Board, seat: str, units: Units, docks: int = 0) -> int:
    """Places left for fighters once troops and PDS are stowed: negative when even those don't fit."""
    infantry = forces.count(units, "ground_force", "shock_troop")
    outside = min(infantry, troop_holds(board, seat, units))
    left = holds(board, seat, units) - (load(board, units) - outside)
    return left + docks if left >= 0 else left


def loose_fighters(board: Board, seat: str, units: Units, docks: int = 0) -> int:
    """Fighters outside hangars."""
    return max(0, units.get("fighter", 0) - max(0, room_for_fighters(board, seat, units, docks)))


def is_fleet(board: Board, seat: str, units: Units, docks: int = 0) -> bool:
    """Whether the units are a «флот» (reading 26): a ship but a fighter, or independent fighters outside hangars."""
    if forces.ships(board, units):
        return True
    return has(board, seat, "independent_fighters") and loose_fighters(board, seat, units, docks) > 0


def fleets(board: Board, at: str) -> Iterator[str]:
    """The seats that have a fleet in a system."""
    for seat, there in board.systems[at].space.items():
        if is_fleet(board, seat, there.units, hangar_of_docks(board, at, seat)):
            yield seat


def enemy_fleet(board: Board, at: str, seat: str) -> bool:
    """Whether anybody else has a fleet there."""
    return any(other != seat for other in fleets(board, at))


def counted_ships(board: Board, seat: str, units: Units, docks: int = 0) -> int:
    """How many of the units the fleet limit counts (ch. 9): of fighters only independent ones outside hangars."""
    independent = loose_fighters(board, seat, units, docks) if has(board, seat, "independent_fighters") else 0
    return sum(forces.ships(board, units).values()) + independent


def owns_system(board: Board, at: str, seat: str) -> bool:
    """Whether a system is «система игрока» (readings 7, 26): all its planets are his; option: any of them."""
    owners = [board.planets[planet].owner == seat for planet in landable(board, at)]
    return bool(owners) and (all(owners) if board.options.own_system == "all" else any(owners))


def initiative(board: Board) -> list[str]:
    """The seats still playing in the order in which their orders are worked (reading 2)."""
    table = board.content.strategies
    playing = [seat for seat, chair in board.chairs.items() if not chair.out]
    return sorted(
        playing, key=lambda seat: table[board.chairs[seat].strategy or ""].number if board.chairs[seat].strategy else 99
    )
