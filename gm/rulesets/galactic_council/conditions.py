"""Conditions in orders: `if` one fact out of a small closed set, `then`, `else` (ch. 13, readings 6, 23)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, TypeVar

from msgspec.structs import fields, replace

from gm.model import Event, Order
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.content import Tile
from gm.rulesets.galactic_council.events.common import BranchTaken
from gm.rulesets.galactic_council.orders import Condition
from gm.rulesets.galactic_council.state import Board

AnyOrder = TypeVar("AnyOrder", bound=Order)


def holds(board: Board, seat: str, condition: Condition, battles: Mapping[str, str] | None = None) -> bool:
    """Whether the fact is so now, as far as the seat may know; what lies in unexplored space is not so.

    ``battles``: system -> ``won`` or ``lost`` for this seat in this phase.
    """
    if condition.ships is not None:
        there = board.systems[condition.system or ""].space
        return _whose(seat, condition.ships, [s for s, f in there.items() if forces.all_ships(board, f.units)])
    if condition.found is not None:
        tile = space.tile(board, condition.system or "")
        return tile is not None and _found(board, tile, condition.found)
    if condition.battle is not None:
        return (battles or {}).get(condition.system or "") == condition.battle
    planet = board.planets.get(condition.planet or "")
    return planet is not None and _whose(seat, condition.owner or "", [planet.owner] if planet.owner else [])


def _whose(seat: str, asked: str, there: list[str]) -> bool:
    """«Вражеский» is any other seat's, whatever the treaties (reading 26)."""
    if asked == "nobody":
        return not there
    if asked == "enemy":
        return any(other != seat for other in there)
    return (seat if asked == "own" else asked) in there


def _found(board: Board, tile: Tile, asked: str) -> bool:
    rows = [board.content.planets[planet] for planet in tile.planets]
    kinds = {
        "planets": any(not row.station for row in rows),
        "station": any(row.station for row in rows),
        "empty": not rows and not tile.anomaly,
        "wormhole": bool(tile.wormholes),
        "special": bool(tile.anomaly),
    }
    return kinds.get(asked, False) or asked in (tile.anomaly, *tile.wormholes, *tile.planets)


def branch(
    board: Board, seat: str, order: AnyOrder, battles: Mapping[str, str] | None = None
) -> Generator[Event, None, AnyOrder | None]:
    """The order as its condition leaves it, or None when nothing is done: ``yield from`` it.

    True: ``then`` is laid over the order (without ``then`` it stays as it is). False: ``else`` is laid over it
    (without ``else`` nothing is done).
    """
    condition: Condition | None = getattr(order, "if_", None)
    if condition is None:
        return order
    met = holds(board, seat, condition, battles)
    yield BranchTaken(seat, type(order).verb.id, order.line, met, rule="13", seen_by=(seat,))
    change: Any = getattr(order, "then" if met else "else_", None)
    if change is None:
        return order if met else None
    if change == "nothing":
        return None
    return replace(order, **{f.name: new for f in fields(change) if (new := getattr(change, f.name)) != f.default})
