"""Dice that hit, and who takes the hits (3.2–3.5, readings 12, 14)."""

from __future__ import annotations

from collections.abc import Sequence

from gm.dice import Dice
from gm.model import Story
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.effects import total
from gm.rulesets.galactic_council.events.common import UnitsDamaged, UnitsRepaired
from gm.rulesets.galactic_council.events.movement import DIE, Shot
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.losses import lost, order_of_loss
from gm.rulesets.galactic_council.state import Board


def shots(dice: Dice, guns: Sequence[tuple[str, int, int]]) -> tuple[Shot, ...]:
    """Roll for guns (unit, number of dice, lowest roll that hits); guns without dice are left out."""
    return tuple(Shot(unit, hits_on, dice.rolls(number, DIE)) for unit, number, hits_on in guns if number > 0)


def count_hits(fired: Sequence[Shot]) -> int:
    """All hits of a salvo."""
    return sum(shot.hits for shot in fired)


def unbreakable(board: Board, seat: str, place: str, units: Units, guns: Sequence[tuple[str, int, int]]) -> bool:
    """Whether these guns can never destroy one of the units, however long they fire (readings 48, 113).

    That is so if no die can hit, or if armour takes all hits of a round and is mended after it.
    """
    most = sum(number for _unit, number, hits_on in guns if hits_on <= DIE)
    whole = sum(armoured(board, seat, place, units).values())
    return most <= min(whole, total(board, seat, "repair_round"))


def take_hits(
    board: Board,
    seat: str,
    place: str,
    targets: Units,
    hits: int,
    cause: str,
    rule: str,
    preference: Sequence[str] = (),
) -> Story:
    """Hits on some of a seat's units at a place: armour first, then units by the owner's list, else the cheapest.

    Armour is used in the order of loss, too: what would fall first is damaged first (reading 12).
    """
    armour = armoured(board, seat, place, targets)
    scratched: dict[str, int] = {}
    for unit in order_of_loss(board, seat, place, armour, preference):
        taken = min(armour[unit], hits)
        hits -= taken
        if taken:
            scratched[unit] = taken
    if scratched:
        yield UnitsDamaged(seat, place, scratched, rule=rule)
    fallen: dict[str, int] = {}
    for unit in order_of_loss(board, seat, place, targets, preference):
        taken = min(targets[unit], hits)
        hits -= taken
        if taken:
            fallen[unit] = taken
    if fallen:
        yield lost(board, seat, place, fallen, cause, rule)


def armoured(board: Board, seat: str, place: str, units: Units) -> dict[str, int]:
    """Those of the units whose armour is still whole."""
    there = forces.force(board, place, seat)
    whole = {
        unit: min(n, there.units.get(unit, 0) - there.damaged.get(unit, 0))
        for unit, n in units.items()
        if forces.row(board, seat, unit).armour
    }
    return {unit: n for unit, n in whole.items() if n > 0}


def repair_between_rounds(board: Board, seat: str, place: str, units: Units) -> Story:
    """Duranium Armor: after a round a damaged unit of the battle is repaired, the dearest first (3.3, 3.5)."""
    left = total(board, seat, "repair_round")
    there = forces.force(board, place, seat)
    damaged = {u: n for u, n in there.damaged.items() if u in units}
    mended: dict[str, int] = {}
    for unit in reversed(order_of_loss(board, seat, place, damaged)):
        taken = min(damaged[unit], left)
        left -= taken
        if taken:
            mended[unit] = taken
    if mended:
        yield UnitsRepaired(seat, place, mended, rule="3.3" if place in board.systems else "3.5")
