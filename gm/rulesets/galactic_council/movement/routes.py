"""Ways through space (3.1, ch. 8): how fast a ship is, where it may fly and stop, shortest legal paths."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.effects import has, total
from gm.rulesets.galactic_council.state import Board


def speed(board: Board, seat: str, unit: str, start: str, alert: bool = False) -> int:
    """Hexes a ship of that kind flies from ``start`` (3.1, reading 9); out of a nebula always 1 (ch. 8)."""
    leaving = space.anomaly(board, start)
    if leaving and leaving.leaving_speed is not None:
        return leaving.leaving_speed
    if unit == "fighter":
        own = total(board, seat, "independent_fighters")
    else:
        own = forces.row(board, seat, unit).move + total(board, seat, "move", unit)
    if not own:
        return 0
    near = total(board, seat, "move_near") if _near_a_wonder(board, start) else 0
    return own + near + (board.content.strategies["warfare"].numbers["speed"] if alert else 0)


def _near_a_wonder(board: Board, start: str) -> bool:
    """Whether a gravity rift or a wormhole lies next to the system."""
    for at in space.beside(board, start):
        tile = space.tile(board, at)
        if tile and (tile.wormholes or tile.anomaly == "gravity_rift"):
            return True
    return False


def may_pass(board: Board, seat: str, at: str) -> bool:
    """Whether the seat's ships may fly on through an explored system as far as its space allows (ch. 8)."""
    anomaly = space.anomaly(board, at)
    return anomaly is None or anomaly.through or has(board, seat, "pass_anomaly", scope=anomaly.id)


def may_stop(board: Board, seat: str, at: str) -> bool:
    """Whether ships may end their way in an explored system: not in asteroids, a supernova or a closed system."""
    anomaly = space.anomaly(board, at)
    return (anomaly is None or anomaly.stop) and not is_closed(board, seat, at)


def may_enter(board: Board, seat: str, at: str) -> bool:
    """Whether ships may come into an explored system at all: to stop or to fly through."""
    anomaly = space.anomaly(board, at)
    return anomaly is None or anomaly.stop or may_pass(board, seat, at)


def is_closed(board: Board, seat: str, at: str) -> bool:
    """Whether somebody else closed the system by «Дипломатия» this turn."""
    return board.closed.get(at, seat) != seat


def is_halted(board: Board, seat: str, at: str, passes: bool) -> bool:
    """Whether an enemy fleet stops the seat's ships there (reading 8); ``passes``: they have the deflector."""
    return not passes and space.enemy_fleet(board, at, seat)


def shortest(
    board: Board, seat: str, start: str, goal: str, avoid: Collection[str] = (), passes: bool = False
) -> tuple[str, ...] | None:
    """A shortest legal path through explored space, without ``start``; None if there is none (reading 8).

    Systems with enemy fleets are crossed only if there is no other way. Between equal ways the one whose first
    different sector comes first clockwise from the top is taken.
    """
    return _search(board, seat, start, goal, avoid, passes, True) or _search(
        board, seat, start, goal, avoid, passes, False
    )


def within(board: Board, seat: str, start: str, reach: int) -> dict[str, tuple[str, ...]]:
    """Every system that so many steps reach, explored or next to explored space, with a shortest path past no enemy."""
    found: dict[str, tuple[str, ...]] = {start: ()}
    edge = [start]
    for _step in range(reach):
        further: list[str] = []
        for here in edge:
            for at in space.lanes(board, here):
                if at in found:
                    continue
                found[at] = (*found[here], at)
                if board.systems[at].tile and may_pass(board, seat, at) and not is_halted(board, seat, at, False):
                    further.append(at)
        edge = further
    del found[start]
    return found


def _search(
    board: Board, seat: str, start: str, goal: str, avoid: Collection[str], passes: bool, careful: bool
) -> tuple[str, ...] | None:
    came: dict[str, str] = {start: ""}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for at in space.lanes(board, here):
            if at in came or at in avoid:
                continue
            came[at] = here
            if at == goal:
                return _walk(came, start, goal)
            if board.systems[at].tile is None or not may_pass(board, seat, at):
                continue
            if careful and is_halted(board, seat, at, passes):
                continue
            queue.append(at)
    return None


def _walk(came: dict[str, str], start: str, goal: str) -> tuple[str, ...]:
    path = [goal]
    while came[path[-1]] != start:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def filled(
    board: Board, seat: str, start: str, wanted: Sequence[str], avoid: Collection[str] = (), passes: bool = False
) -> tuple[str, ...] | None:
    """The path with its gaps filled by shortest legal ones; None where there is no way over a gap."""
    way: list[str] = []
    here = start
    for at in wanted:
        if at == here:
            continue
        leg = (at,) if at in space.lanes(board, here) else shortest(board, seat, here, at, avoid, passes)
        if leg is None:
            return None
        way += leg
        here = at
    return tuple(way)
