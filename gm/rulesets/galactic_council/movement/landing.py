"""Who lands on which planet (3.4): by name or «по триггеру», once no enemy ship is left in the system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.dice import Dice
from gm.model import Story
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.conditions import branch
from gm.rulesets.galactic_council.events.common import PlanetTaken
from gm.rulesets.galactic_council.events.movement import TroopsLanded
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.movement.bombardment import bombard_alone, raid
from gm.rulesets.galactic_council.movement.ground import invade
from gm.rulesets.galactic_council.movement.groups import damaged_among
from gm.rulesets.galactic_council.movement.sortie import Battles, Drop, Sortie
from gm.rulesets.galactic_council.orders import Land, Move
from gm.rulesets.galactic_council.state import Board
from gm.rulesets.galactic_council.stops import stop

Plan = dict[str, dict[str, int]]


def land_all(board: Board, sortie: Sortie, battles: Battles, dice: Dice) -> Story:
    """All landings of a seat: system by system, planets in the order in which the orders name them (3.4, 3.5)."""
    seat = sortie.seat
    for at in dict.fromkeys(drop.system for drop in sortie.drops):
        plan: Plan = {}
        for drop in [drop for drop in sortie.drops if drop.system == at]:
            yield from _plan_drop(board, seat, drop, plan, battles)
        invaded = [planet for planet in plan if board.planets[planet].owner not in (None, seat)]
        yield from raid(board, sortie, at, invaded, plan, battles, dice)
        for planet, units in plan.items():
            yield from land(board, seat, at, planet, units, battles, dice)
            sortie.landed.append(planet)
    yield from bombard_alone(board, sortie, battles, dice)


def _plan_drop(board: Board, seat: str, drop: Drop, plan: Plan, battles: Battles) -> Story:
    """Add what one order lands to the plan of its system, or tell why nothing lands."""
    at, order = drop.system, drop.order
    there = forces.force(board, at, seat).units
    if not forces.ships(board, there) and not forces.troops(board, there):
        if drop.troops is None:
            yield stop(seat, order, "no_ships", rule="3.4", place=at)
        return  # else the group is gone; its losses have told the story
    if isinstance(order, Land) and order.if_ is not None and order.if_.battle is not None:
        wanted = yield from branch(board, seat, order, battles.of(seat))
        if wanted is None:
            return
    if any(forces.all_ships(board, force.units) for other, force in board.systems[at].space.items() if other != seat):
        yield stop(seat, order, "enemy_in_orbit", rule="3.4", place=at)
        return
    planned = forces.merged(*plan.values())
    aboard = forces.merged(forces.troops(board, there), {"pds": there.get("pds", 0)})
    ready = {
        u: min(n, there.get(u, 0) - planned.get(u, 0))
        for u, n in (aboard if drop.troops is None else drop.troops).items()
        if there.get(u, 0) > planned.get(u, 0)
    }
    planets = space.landable(board, at)
    if not planets:
        if not isinstance(order, Move) or order.path[-1] == at:  # else the fleet was stopped, as told before
            yield stop(seat, order, "no_planets", rule="3.4", place=at)
    elif not ready:
        yield stop(seat, order, "no_troops", rule="3.4", place=at)
    elif isinstance(drop.landing, str):
        for planet, units in spread(board, seat, planets, ready, drop.landing).items():
            plan[planet] = forces.merged(plan.get(planet, {}), units)
    else:
        yield from _by_name(board, seat, drop, drop.landing, planets, ready, plan)


def _by_name(
    board: Board,
    seat: str,
    drop: Drop,
    landing: Mapping[str, Mapping[str, int] | str],
    planets: Sequence[str],
    ready: dict[str, int],
    plan: Plan,
) -> Story:
    """Planets named with units, ``all`` or a word; ``others`` takes what is left (3.4)."""
    for planet, wanted in sorted(landing.items(), key=lambda item: item[0] == "others"):
        if planet == "others":
            rest = [p for p in planets if p not in landing]
            shares = spread(board, seat, rest, *_others(wanted, ready)) if rest else {}
            for other, share in shares.items():
                plan[other] = forces.merged(plan.get(other, {}), share)
            ready = forces.minus(ready, forces.merged(*shares.values()))
            continue
        if planet not in planets:
            yield stop(seat, drop.order, "planet_elsewhere", rule="3.4", place=planet, thing=drop.system)
            continue
        asked = dict(ready) if isinstance(wanted, str) else dict(wanted)
        for unit, count in asked.items():
            if ready.get(unit, 0) < count:
                yield stop(
                    seat, drop.order, "fewer_units", rule="3.4", place=planet, thing=unit, number=ready.get(unit, 0)
                )
        units = {u: min(n, ready.get(u, 0)) for u, n in asked.items() if ready.get(u)}
        if units:
            plan[planet] = forces.merged(plan.get(planet, {}), units)
            ready = forces.minus(ready, units)


def _others(wanted: Mapping[str, int] | str, ready: Units) -> tuple[dict[str, int], str]:
    """What is spread over the other planets, and by which word."""
    if isinstance(wanted, str):
        return dict(ready), "evenly" if wanted == "all" else wanted
    return {u: min(n, ready.get(u, 0)) for u, n in wanted.items() if ready.get(u)}, "evenly"


def spread(board: Board, seat: str, planets: Sequence[str], units: Units, word: str) -> Plan:
    """Troops over planets: ``evenly``, or all on the one with the ``most_influence`` or ``most_resources``.

    Planets that are not the seat's own come first; only if there is none its own are reinforced.
    """
    rows, owners = board.content.planets, board.planets
    foreign = [planet for planet in planets if owners[planet].owner != seat] or list(planets)
    if word == "most_influence":
        best = max(foreign, key=lambda p: (rows[p].influence, rows[p].resources, -foreign.index(p)))
        return {best: dict(units)}
    if word == "most_resources":
        best = max(foreign, key=lambda p: (rows[p].resources, rows[p].influence, -foreign.index(p)))
        return {best: dict(units)}
    plan: Plan = {planet: {} for planet in foreign}
    one_by_one = [unit for unit, count in units.items() for _ in range(count)]
    for n, unit in enumerate(one_by_one):
        share = plan[foreign[n % len(foreign)]]
        share[unit] = share.get(unit, 0) + 1
    return {planet: share for planet, share in plan.items() if share}


def land(board: Board, seat: str, at: str, planet: str, units: Units, battles: Battles, dice: Dice) -> Story:
    """Troops go down to one planet: own, nobody's or an enemy's (3.4)."""
    owner = board.planets[planet].owner
    there = forces.force(board, at, seat).units
    units = {u: min(n, there.get(u, 0)) for u, n in units.items() if there.get(u)}
    guns, landing = {"pds": units.get("pds", 0)}, {u: n for u, n in units.items() if u != "pds"}
    if owner not in (None, seat) and landing:
        yield from invade(board, seat, at, planet, landing, battles, dice)
    elif landing:
        yield TroopsLanded(seat, planet, at, landing, damaged_among(board, at, seat, landing), rule="3.4")
        if owner is None:
            yield PlanetTaken(planet, seat, None, "landing", rule="3.4")
    if guns["pds"] and board.planets[planet].owner == seat:
        limit = board.content.units["pds"].per_planet or 99
        free = limit - forces.force(board, planet, seat).units.get("pds", 0)
        placed = min(guns["pds"], free)
        if placed > 0:
            yield TroopsLanded(seat, planet, at, {"pds": placed}, rule="3.4" if owner in (None, seat) else "3.5")
