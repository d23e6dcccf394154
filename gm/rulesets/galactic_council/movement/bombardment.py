"""Bombardment before a ground battle, or alone (3.4, readings 13, 49)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gm.dice import Dice
from gm.model import Story
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.effects import has, total
from gm.rulesets.galactic_council.events.movement import BacteriaSpread, Bombarded
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.losses import lost
from gm.rulesets.galactic_council.movement.battle import Guns
from gm.rulesets.galactic_council.movement.ground import defenders
from gm.rulesets.galactic_council.movement.hits import count_hits, shots, take_hits
from gm.rulesets.galactic_council.movement.sortie import Battles, Sortie
from gm.rulesets.galactic_council.orders import Bombard
from gm.rulesets.galactic_council.state import Board
from gm.rulesets.galactic_council.stops import stop


def bombers(board: Board, seat: str, at: str, planet: str) -> dict[str, int]:
    """The seat's ships in a system that can bombard a planet: a shield (PDS) stops those that don't ignore it."""
    owner = board.planets[planet].owner
    shield = owner is not None and forces.force(board, planet, owner).units.get("pds", 0) > 0
    able = {}
    for unit, count in forces.ships(board, forces.force(board, at, seat).units).items():
        row = forces.row(board, seat, unit)
        if row.bombard and (not shield or row.ignores_shield or has(board, seat, "shield_breaker", unit)):
            able[unit] = count
    return able


def raid(
    board: Board,
    sortie: Sortie,
    at: str,
    invaded: Sequence[str],
    plan: Mapping[str, Units],
    battles: Battles,
    dice: Dice,
) -> Story:
    """Ships bombard planets about to be invaded: as ordered, else the one with the most defenders (3.4)."""
    seat, lines = sortie.seat, _by_planet(battles.bombards(sortie.seat))
    targets = [p for p in invaded if forces.troops(board, plan[p]) and defenders(board, p)]
    for planet in [planet for planet in lines if planet in targets]:
        ships = _take(board, sortie, at, lines[planet])
        yield from _attack(board, sortie, lines[planet], ships, battles, dice)
    free = [planet for planet in targets if planet not in lines]
    if free:
        planet = max(free, key=lambda p: (sum(defenders(board, p).values()), -free.index(p)))
        elsewhere = [_ordered(board, sortie, at, mine) for p, mine in lines.items() if _may(board, seat, at, p)]
        kept = forces.merged(*(_alone(board, seat, ships) for ships in elsewhere))
        able = forces.minus(bombers(board, seat, at, planet), sortie.bombed.get(at, {}))
        ships = forces.minus(able, kept)
        sortie.bombed[at] = forces.merged(sortie.bombed.get(at, {}), ships)
        yield from _bombard(board, seat, planet, ships, battles, dice)
    sortie.raided += targets


def bombard_alone(board: Board, sortie: Sortie, battles: Battles, dice: Dice) -> Story:
    """Bombardment of planets on which nobody of the seat landed: only by ships that need no landing (units.yaml)."""
    seat = sortie.seat
    for planet, lines in _by_planet(battles.bombards(seat)).items():
        if planet in sortie.raided:
            continue
        there = board.planets.get(planet)
        if there is None or not _may(board, seat, there.system, planet):
            yield stop(seat, lines[0], "nothing_to_bombard", rule="3.4", place=planet)
            continue
        alone = _take(board, sortie, there.system, lines, alone=True)
        if alone:
            yield from _attack(board, sortie, lines, alone, battles, dice)
        else:
            yield stop(seat, lines[0], "no_bombers", rule="3.4", place=planet)


def _by_planet(lines: Iterator[Bombard]) -> dict[str, list[Bombard]]:
    """The lines on each planet: however many, they are one bombardment."""
    found: dict[str, list[Bombard]] = {}
    for line in lines:
        found.setdefault(line.planet, []).append(line)
    return found


def _may(board: Board, seat: str, at: str, planet: str) -> bool:
    """Whether a planet of the system is somebody else's with ground units on it."""
    there = board.planets.get(planet)
    return (
        there is not None and there.system == at and there.owner not in (None, seat) and bool(defenders(board, planet))
    )


def _ordered(board: Board, sortie: Sortie, at: str, lines: Sequence[Bombard]) -> dict[str, int]:
    """The ships that the lines on one planet name, as far as they can and have not bombarded yet (reading 49)."""
    able = forces.minus(bombers(board, sortie.seat, at, lines[0].planet), sortie.bombed.get(at, {}))
    if any(isinstance(line.ships, str) for line in lines):
        return able
    named = forces.merged(*(line.ships for line in lines if not isinstance(line.ships, str)))
    return {unit: min(n, able[unit]) for unit, n in named.items() if unit in able}


def _alone(board: Board, seat: str, ships: Units) -> dict[str, int]:
    return {unit: n for unit, n in ships.items() if forces.row(board, seat, unit).bombards_alone}


def _take(board: Board, sortie: Sortie, at: str, lines: Sequence[Bombard], alone: bool = False) -> dict[str, int]:
    """The ships that bombard a planet; they bombard no other this turn (reading 49)."""
    ships = _ordered(board, sortie, at, lines)
    if alone:
        ships = _alone(board, sortie.seat, ships)
    sortie.bombed[at] = forces.merged(sortie.bombed.get(at, {}), ships)
    return ships


def _attack(
    board: Board, sortie: Sortie, lines: Sequence[Bombard], ships: Units, battles: Battles, dice: Dice
) -> Story:
    """Bombard as ordered; with ``bacteria`` one ship uses X-89 instead, if the seat knows it."""
    seat, planet = sortie.seat, lines[0].planet
    if line := next((line for line in lines if line.bacteria), None):
        ship = next((unit for unit in ships if has(board, seat, "kill_troops", unit)), None)
        if ship is None:
            yield stop(seat, line, "no_bacteria", rule="3.4", place=planet)
        else:
            owner = board.planets[planet].owner or ""
            yield BacteriaSpread(seat, planet, owner, rule="3.4")
            killed = {u: n for u, n in defenders(board, planet).items() if u in ("ground_force", "shock_troop")}
            if killed:
                yield lost(board, owner, planet, killed, "bacteria", "3.4")
            ships = forces.minus(ships, {ship: 1})
    yield from _bombard(board, seat, planet, ships, battles, dice)


def _bombard(board: Board, seat: str, planet: str, ships: Units, battles: Battles, dice: Dice) -> Story:
    owner = board.planets[planet].owner
    if not ships or owner is None or not defenders(board, planet):
        return
    line: Guns = []
    for unit, count in ships.items():
        volley = forces.row(board, seat, unit).bombard
        assert volley is not None
        line.append((unit, count * volley.dice, volley.hits_on - total(board, seat, "combat", unit, "bombard")))
    label = ("bombard", seat, planet)
    fired = shots(dice.at(*label), line)
    yield Bombarded(seat, planet, owner, fired, count_hits(fired), label, rule="3.4")
    wish = battles.preference(owner, board.planets[planet].system)
    yield from take_hits(board, owner, planet, defenders(board, planet), count_hits(fired), "bombardment", "3.4", wish)
