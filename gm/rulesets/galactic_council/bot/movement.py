"""How the bot moves: settle free planets, open space, strike where it is stronger, gather where it is not (ch. 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from gm.model import Order
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.bot.mind import Mind
from gm.rulesets.galactic_council.effects import has
from gm.rulesets.galactic_council.movement.bombardment import bombers
from gm.rulesets.galactic_council.movement.fire import batteries
from gm.rulesets.galactic_council.movement.ground import defenders
from gm.rulesets.galactic_council.movement.groups import on_planets
from gm.rulesets.galactic_council.movement.routes import speed
from gm.rulesets.galactic_council.orders import (
    Bombard,
    Condition,
    DirectFire,
    HighAlert,
    HoldFire,
    Jump,
    Land,
    Losses,
    Move,
    MoveChange,
    PickUp,
)


def plan(mind: Mind) -> Iterator[Order]:
    """Orders for every fleet while markers last; two are kept for production."""
    left = max(mind.chair.markers - 2, 1 if mind.chair.markers else 0)
    targets: list[str] = []
    bases = mind.bases()
    if mind.chair.strategy == "warfare" and bases:
        yield HighAlert(system=max(bases, key=lambda at: mind.strength(mind.ships_at(at))))
    yield from _standing(mind)
    yield from _jump(mind)
    for at in bases:
        if left <= 0:
            break
        order = _move(mind, at, targets)
        if order is None:
            yield from _land_here(mind, at)
            continue
        if mind.prizes(order.path[-1]) == []:
            order = replace(order, landing=None)
        if order.path[-1] not in targets:
            targets.append(order.path[-1])
            left -= 1
        yield order
        yield from _bombard(mind, at, order.path[-1])
    if left > 0:
        yield from _shell(mind, targets)


def _standing(mind: Mind) -> Iterator[Order]:
    if mind.feels_like(30):
        yield Losses(order=("destroyer", "fighter", "ground_force"))
    if mind.rivals() and mind.feels_like(10):
        yield HoldFire(seat=mind.pick(mind.rivals()))


def _jump(mind: Mind) -> Iterator[Order]:
    planets = mind.own_planets()
    full = [p for p in planets if forces.force(mind.board, p, mind.seat).units.get("ground_force", 0) > 2]
    bare = [p for p in planets if not forces.force(mind.board, p, mind.seat).units]
    if full and bare and has(mind.board, mind.seat, "jump"):
        yield Jump(from_=full[0], to=bare[0], units={"ground_force": 2})


def _move(mind: Mind, at: str, taken: list[str]) -> Move | None:
    """The best thing the fleet in a system can do, or None when it should stay."""
    board, ships = mind.board, mind.ships_at(at)
    reach = max(speed(board, mind.seat, unit, at) for unit in ships)
    best: tuple[int, str, tuple[str, ...]] | None = None
    for goal, path in mind.ways(at, reach).items():
        if goal in taken and len(mind.ships_at(goal)) > 1:
            continue
        worth = _worth(mind, at, goal) * 10 - len(path) * 5 + mind.dice.roll(12)
        if best is None or worth > best[0]:
            best = (worth, goal, path)
    if best is None or best[0] < 20:
        return None
    return _order(mind, at, best[2])


def _worth(mind: Mind, at: str, goal: str) -> int:
    """What a goal is worth to the fleet that stands in ``at``."""
    board = mind.board
    if board.systems[goal].tile is None:
        return 4
    force = forces.force(board, at, mind.seat).units
    enemies = mind.enemies_at(goal)
    mine, theirs = mind.strength(forces.all_ships(board, force)), mind.strength(enemies)
    if theirs and mine * 10 < theirs * (8 if mind.feels_like(30) else 13):
        return -9
    troops = sum(forces.troops(board, force).values()) + _idle(mind, at)
    prizes = [
        p for p in mind.prizes(goal) if not (board.planets[p].owner and sum(defenders(board, p).values()) > troops)
    ]
    value = sum(board.content.planets[p].resources + board.content.planets[p].influence for p in prizes)
    station = any(
        board.content.planets[p].station and board.planets[p].owner != mind.seat for p in space.planets_of(board, goal)
    )
    carries = space.holds(board, mind.seat, force) > 0
    return (value if troops and carries else 0) + (4 if station else 0) + (5 if enemies else 0)


def _idle(mind: Mind, at: str) -> int:
    """Troops on own planets of a system that can be spared: one stays on each."""
    return sum(
        max(sum(forces.troops(mind.board, units).values()) - 1, 0)
        for units in on_planets(mind.board, mind.seat, at).values()
    )


def _order(mind: Mind, at: str, path: tuple[str, ...]) -> Move:
    board = mind.board
    there = forces.force(board, at, mind.seat).units
    cargo = {u: n for u, n in there.items() if u == "fighter" or board.content.units[u].kind == "ground"}
    idle = {
        unit: sum(units.get(unit, 0) for units in on_planets(board, mind.seat, at).values())
        for unit in ("ground_force", "shock_troop", "mechanized_unit")
    }
    spare = _idle(mind, at)
    room = space.holds(board, mind.seat, forces.ships(board, there))
    cargo["fighter"] = min(cargo.get("fighter", 0), max(room - 2, 0))
    spare = min(spare, room - sum(cargo.values()))
    for unit, count in idle.items():
        if min(count, spare) > 0:
            cargo[unit] = cargo.get(unit, 0) + min(count, spare)
            spare -= min(count, spare)
    cargo = {unit: count for unit, count in cargo.items() if count}
    landing: Literal["evenly", "most_influence", "most_resources"] = "evenly"
    if mind.feels_like(50):
        landing = "most_influence" if mind.feels_like(50) else "most_resources"
    picks = tuple(
        PickUp(system=mid, units={"ground_force": _idle(mind, mid)})
        for mid in path[:-1]
        if mid in board.systems and _idle(mind, mid)
    )
    condition = change = None
    if len(path) > 1 and mind.feels_like(25):
        condition = Condition(ships="enemy", system=path[0])
        change = MoveChange(path=path[:1])
    return Move(
        from_=at,
        ships="all",
        cargo=cargo or None,
        pick_up=picks,
        path=path if mind.feels_like(90) else path[-1:],
        landing=landing,
        if_=condition,
        then=change if condition else None,
        else_=MoveChange(path=path) if condition else None,
    )


def _land_here(mind: Mind, at: str) -> Iterator[Order]:
    """A fleet that stays takes what it can in its own system."""
    if mind.prizes(at) and space.holds(mind.board, mind.seat, mind.ships_at(at)):
        spare = _idle(mind, at)
        yield Land(system=at, cargo={"ground_force": spare} if spare else None, landing="evenly")


def _bombard(mind: Mind, at: str, goal: str) -> Iterator[Order]:
    board = mind.board
    held = [planet for planet in mind.prizes(goal) if defenders(board, planet)]
    guns = {u: n for u, n in mind.ships_at(at).items() if forces.row(board, mind.seat, u).bombard}
    if held and guns:
        yield Bombard(planet=held[0], bacteria=has(board, mind.seat, "kill_troops"))
    elif held and bombers(board, mind.seat, goal, held[0]):
        yield Bombard(planet=held[0])


def _shell(mind: Mind, targets: list[str]) -> Iterator[Order]:
    for at in mind.board.systems:
        if at not in targets and mind.enemies_at(at) and batteries(mind.board, mind.seat, at):
            yield DirectFire(system=at)
            return
