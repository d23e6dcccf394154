"""Which units are lost where something must go: hits, the fleet limit, cargo without a hold (3.2-3.5, 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.model import Event
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.effects import has
from gm.rulesets.galactic_council.events.common import UnitsLost
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.state import Board

_DEAREST = 999


def value(board: Board, seat: str, unit: str) -> int:
    """What one unit is worth when losses are chosen: twice its price; unbuilt troops as much as infantry."""
    row = forces.row(board, seat, unit)
    if row.cost is None:
        return 2 if row.kind == "ground" else _DEAREST
    return 2 * row.cost // row.per_cost


def order_of_loss(board: Board, seat: str, place: str, units: Units, preference: Sequence[str] = ()) -> list[str]:
    """The kinds of ``units``, first to fall first: the owner's list, fighters, then cheapest (reading 12).

    Of two kinds worth the same the one that has damaged units at ``place`` goes first. Shock troops fall
    before any other ground unit whatever the owner wishes (units.yaml).
    """
    damaged = forces.force(board, place, seat).damaged
    rest = sorted(
        (unit for unit in units if unit not in preference),
        key=lambda u: (
            u != "fighter",
            value(board, seat, u),
            not damaged.get(u),
            list(board.content.units).index(u),
        ),
    )
    kinds = [unit for unit in dict.fromkeys(preference) if unit in units] + rest
    if "shock_troop" in kinds:
        kinds.remove("shock_troop")
        ground = (n for n, unit in enumerate(kinds) if board.content.units[unit].kind == "ground")
        kinds.insert(next(ground, len(kinds)), "shock_troop")
    return kinds


def casualties(
    board: Board, seat: str, place: str, units: Units, number: int, preference: Sequence[str] = ()
) -> dict[str, int]:
    """``number`` of the seat's ``units`` at ``place`` (all, if they are fewer); armour is not looked at."""
    lost: dict[str, int] = {}
    for unit in order_of_loss(board, seat, place, units, preference):
        taken = min(units[unit], number)
        number -= taken
        if taken > 0:
            lost[unit] = taken
    return lost


def over_limit(board: Board, seat: str, at: str, preference: Sequence[str] = ()) -> dict[str, int]:
    """The ships in a system beyond the fleet limit of the seat (ch. 9, readings 10, 43)."""
    left = dict(forces.force(board, at, seat).units)
    before, docks = dict(left), space.hangar_of_docks(board, at, seat)
    while space.counted_ships(board, seat, left, docks) > board.chairs[seat].fleet_limit:
        ships = forces.ships(board, left)
        if has(board, seat, "independent_fighters") and space.loose_fighters(board, seat, left, docks):
            ships["fighter"] = left["fighter"]
        left = forces.minus(left, casualties(board, seat, at, ships, 1, preference))
    return forces.minus(before, left)


def homeless(
    board: Board, seat: str, at: str, preference: Sequence[str] = (), units: Units | None = None
) -> dict[str, int]:
    """Fighters, troops and PDS in space for which there is no hold or hangar (reading 40).

    ``units``: what would be there; left out, what is.
    """
    left = dict(forces.force(board, at, seat).units if units is None else units)
    before, docks = dict(left), space.hangar_of_docks(board, at, seat)
    while short := _shortage(board, seat, left, docks):
        cargo = forces.minus(left, forces.ships(board, left))
        for unit in order_of_loss(board, seat, at, cargo, preference):
            less = forces.minus(left, {unit: 1})
            if _shortage(board, seat, less, docks) < short:
                left = less
                break
    return forces.minus(before, left)


def _shortage(board: Board, seat: str, units: Units, docks: int) -> int:
    """How many places are missing; fighters that fly by themselves need none."""
    fighters = 0 if has(board, seat, "independent_fighters") else units.get("fighter", 0)
    room = space.room_for_fighters(board, seat, units)
    return max(0, -room + max(0, fighters - docks))


def lost(board: Board, seat: str, place: str, units: Units, cause: str, rule: str) -> UnitsLost:
    """The event for losses that pass over armour: of each kind the damaged ones go first."""
    there = forces.force(board, place, seat).damaged
    damaged = {unit: min(n, there[unit]) for unit, n in units.items() if there.get(unit)}
    return UnitsLost(seat, place, dict(units), cause, damaged, rule=rule)


def settle(board: Board, seat: str, at: str, preference: Sequence[str] = (), rule: str = "3.1") -> Iterator[Event]:
    """Destroy what the fleet limit and the holds of a system have no place for (ch. 9, readings 40, 43)."""
    if surplus := over_limit(board, seat, at, preference):
        yield lost(board, seat, at, surplus, "fleet_limit", "9")
    if stranded := homeless(board, seat, at, preference):
        yield lost(board, seat, at, stranded, "no_hangar", rule)
