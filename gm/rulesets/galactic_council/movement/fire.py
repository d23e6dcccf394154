"""Fire of planetary defence and mines (3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from gm.dice import Dice
from gm.model import Story
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.effects import has, total
from gm.rulesets.galactic_council.events.common import Paid, UnitsDamaged
from gm.rulesets.galactic_council.events.movement import DIE, MinesExploded, PdsFired, Shot
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.losses import lost
from gm.rulesets.galactic_council.movement.hits import armoured, take_hits
from gm.rulesets.galactic_council.movement.routes import is_closed
from gm.rulesets.galactic_council.movement.sortie import Battles, Sortie
from gm.rulesets.galactic_council.orders import DirectFire
from gm.rulesets.galactic_council.state import Board
from gm.rulesets.galactic_council.stops import stop


def batteries(board: Board, seat: str, target: str) -> dict[str, int]:
    """The seat's PDS that reach a system: the system they stand in -> how many (reading 11); none into an ion storm."""
    anomaly = space.anomaly(board, target)
    if anomaly and not anomaly.pds_fire_in:
        return {}
    near = space.beside(board, target) if has(board, seat, "pds_range") else ()
    found = {}
    for at in (target, *near):
        here = sum(forces.force(board, p, seat).units.get("pds", 0) for p in space.landable(board, at))
        if here:
            found[at] = here
    return found


def cannon_shot(board: Board, seat: str, count: int, hits_on: int, dice: Dice) -> tuple[Shot, ...]:
    """The dice of some PDS; missed ones roll again with the Graviton Laser System."""
    cannon = board.content.units["pds"].cannon
    assert cannon is not None
    rolls = dice.rolls(count * cannon.dice, DIE)
    misses = sum(roll < hits_on for roll in rolls) if has(board, seat, "pds_reroll") else 0
    return (Shot("pds", hits_on, rolls, dice.rolls(misses, DIE)),)


def _needs(board: Board, seat: str, target: str, near: bool) -> int:
    """The lowest roll that hits a ship of ``target`` for a PDS of ``seat``."""
    cannon = board.content.units["pds"].cannon
    assert cannon is not None
    evasion = total(board, target, "enemy_pds", scope="near" if near else "own")
    return cannon.hits_on - total(board, seat, "combat", "pds", "pds") - evasion


Kind: TypeAlias = Literal["meeting", "escort", "directed"]


def volley(board: Board, seat: str, target: str, system: str, kind: Kind, dice: Dice) -> Iterator[PdsFired]:
    """Every PDS of a seat in reach of a system fires once at the ships of ``target`` there."""
    for source, count in batteries(board, seat, system).items():
        needs = _needs(board, seat, target, source != system)
        label = (kind, seat, target, system, source)
        fired = cannon_shot(board, seat, count, needs, dice.at(*label))
        yield PdsFired(seat, source, target, system, kind, fired, label, rule="3.1" if kind == "directed" else "3.2")


def directed_fire(board: Board, sortie: Sortie, order: DirectFire, battles: Battles, dice: Dice) -> Story:
    """Every PDS in reach shoots once at other seats' ships in a system, for a marker (3.1, reading 46)."""
    seat, at = sortie.seat, order.system
    why = _no_directed_fire(board, sortie, at)
    price = board.content.numbers.fire_markers
    if not why and board.chairs[seat].markers < price:
        why = "no_markers"
    if why:
        yield stop(seat, order, why, rule="1" if why == "closed" else "3.1", place=at)
        return
    yield Paid(seat, "fire", markers=price, place=at, rule="3.1")
    sortie.shelled.append(at)
    for target in [other for other in board.systems[at].space if other != seat]:
        hits = 0
        for shot in volley(board, seat, target, at, "directed", dice):
            yield shot
            hits += sum(s.hits for s in shot.shots)
        yield from pds_losses(board, target, at, hits, battles)


def _no_directed_fire(board: Board, sortie: Sortie, at: str) -> str:
    """Why a system can't be shelled; empty if it can."""
    anomaly = space.anomaly(board, at)
    if is_closed(board, sortie.seat, at):
        return "closed"
    if at in sortie.shelled:
        return "shelled_already"
    if at in sortie.flown or at in sortie.sent:
        return "moved_there"
    if anomaly and not anomaly.pds_fire_in:
        return anomaly.id
    return "" if batteries(board, sortie.seat, at) else "no_pds"


def pds_losses(board: Board, seat: str, at: str, hits: int, battles: Battles) -> Story:
    """The owner of the ships chooses what the hits of PDS destroy (reading 45)."""
    targets = forces.all_ships(board, forces.force(board, at, seat).units)
    if hits and targets:
        yield from take_hits(board, seat, at, targets, hits, "pds", "3.2", battles.preference(seat, at))


def answer(board: Board, sortie: Sortie, at: str, battles: Battles, dice: Dice) -> Story:
    """3.2 in a system the mover came to: meeting fire and escort fire bite together, then one token of mines."""
    mover = sortie.seat
    enemies = [seat for seat in board.systems[at].space if seat != mover]
    hits: dict[str, int] = {}
    for seat, chair in board.chairs.items():
        if seat != mover and not chair.out and not battles.holds_fire(seat, mover, at):
            for shot in volley(board, seat, mover, at, "meeting", dice):
                yield shot
                hits[mover] = hits.get(mover, 0) + sum(s.hits for s in shot.shots)
    for enemy in enemies:
        ships = forces.all_ships(board, forces.force(board, at, enemy).units)
        if ships and not battles.holds_fire(mover, enemy, at):
            for shot in volley(board, mover, enemy, at, "escort", dice):
                yield shot
                hits[enemy] = hits.get(enemy, 0) + sum(s.hits for s in shot.shots)
    for seat, number in hits.items():
        yield from pds_losses(board, seat, at, number, battles)
    yield from mines(board, mover, at, sortie.arrived.get(at, {}), dice)


def mines(board: Board, mover: str, at: str, arrived: Units, dice: Dice) -> Story:
    """A token of mines hits the arriving ships: a die each, a hit strikes that very ship (3.2, reading 47)."""
    there = forces.ships(board, forces.force(board, at, mover).units)
    ships = {unit: min(n, arrived[unit]) for unit, n in there.items() if unit in arrived}
    owner = next((seat for seat in board.systems[at].mines if seat != mover), None)
    if not ships or owner is None:
        return
    row = board.content.units["space_mine"]
    needs = row.hits_on - total(board, mover, "enemy_mines")
    label = ("mines", mover, at)
    row_dice = dice.at(*label)
    rolls = tuple((unit, row_dice.roll(DIE)) for unit, n in ships.items() for _ in range(n * row.dice))
    yield MinesExploded(owner, mover, at, needs, rolls, label, rule="3.2")
    for unit, count in ships.items():
        hits = sum(roll >= needs for struck, roll in rolls if struck == unit)
        whole = armoured(board, mover, at, {unit: count}).get(unit, 0)
        if hits and whole:
            yield UnitsDamaged(mover, at, {unit: min(hits, whole)}, rule="3.2")
        if hits > whole:
            yield lost(board, mover, at, {unit: hits - whole}, "mines", "3.2")
