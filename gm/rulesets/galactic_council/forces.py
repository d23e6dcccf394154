"""Counting units: questions about a force, and the changes that events make to one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm.rulesets.galactic_council.content import Unit
from gm.rulesets.galactic_council.state import Board, Force

Units = Mapping[str, int]


def hold(board: Board, place: str) -> dict[str, Force]:
    """Seat -> force at a place: the space of a system (coordinate) or a planet (id)."""
    return board.systems[place].space if place in board.systems else board.planets[place].forces


def force(board: Board, place: str, seat: str) -> Force:
    """The seat's force there; an empty one if it has none (changing that changes nothing)."""
    return hold(board, place).get(seat) or Force()


def merged(*parts: Units) -> dict[str, int]:
    """The sum of several counts, without zeros, in order of first appearance."""
    total: dict[str, int] = {}
    for part in parts:
        for unit, count in part.items():
            total[unit] = total.get(unit, 0) + count
    return {unit: count for unit, count in total.items() if count}


def minus(units: Units, less: Units) -> dict[str, int]:
    """What is left of ``units``; never below zero, without zeros."""
    return {u: n - less.get(u, 0) for u, n in units.items() if n > less.get(u, 0)}


def add(board: Board, place: str, seat: str, units: Units, damaged: Units | None = None) -> None:
    """Put units somewhere. Only an event's ``apply`` may call it."""
    there = hold(board, place).setdefault(seat, Force())
    there.units = merged(there.units, units)
    there.damaged = merged(there.damaged, damaged or {})
    if not there.units:
        del hold(board, place)[seat]


def remove(board: Board, place: str, seat: str, units: Units, damaged: Units | None = None) -> None:
    """Take units away, ``damaged`` of them damaged ones. Only an event's ``apply`` may call it.

    Raises ValueError when more are taken than are there: a rule has miscounted.
    """
    there = force(board, place, seat)
    for unit, count in units.items():
        if there.units.get(unit, 0) < count:
            raise ValueError(f"{seat} has no {count} {unit} at {place}")
    there.units = minus(there.units, units)
    there.damaged = minus(there.damaged, damaged or {})
    for unit, count in there.damaged.items():
        if there.units.get(unit, 0) < count:
            there.damaged = {**there.damaged, unit: there.units.get(unit, 0)}
    there.damaged = {unit: count for unit, count in there.damaged.items() if count}
    if not there.units:
        hold(board, place).pop(seat, None)


def damage(board: Board, place: str, seat: str, units: Units) -> None:
    """Mark units as damaged. Only an event's ``apply`` may call it."""
    there = force(board, place, seat)
    there.damaged = merged(there.damaged, units)


def repair(board: Board, place: str, seat: str, units: Units) -> None:
    """Mark damaged units as whole again. Only an event's ``apply`` may call it."""
    there = force(board, place, seat)
    there.damaged = minus(there.damaged, units)


def row(board: Board, seat: str, unit: str) -> Unit:
    """The table row of a unit of that seat (each race has its own flagship)."""
    return board.content.unit(board.chairs[seat].race, unit)


def count(units: Units, *kinds: str) -> int:
    """How many units of these kinds."""
    return sum(units.get(kind, 0) for kind in kinds)


def ships(board: Board, units: Units) -> dict[str, int]:
    """Ships among the units that are no fighters."""
    return {u: n for u, n in units.items() if board.content.units[u].kind == "ship" and u != "fighter"}


def all_ships(board: Board, units: Units) -> dict[str, int]:
    """Ships among the units, fighters too."""
    return {u: n for u, n in units.items() if board.content.units[u].kind == "ship"}


def troops(board: Board, units: Units) -> dict[str, int]:
    """Ground units among the units."""
    return {u: n for u, n in units.items() if board.content.units[u].kind == "ground"}


def buildings(board: Board, units: Units) -> dict[str, int]:
    """PDS and docks among the units."""
    return {u: n for u, n in units.items() if board.content.units[u].kind == "structure"}


def places(board: Board) -> Iterator[str]:
    """Every place that can hold units: all systems, then all known planets."""
    yield from board.systems
    yield from board.planets


def everywhere(board: Board, seat: str) -> dict[str, int]:
    """All units of a seat, wherever they are."""
    return merged(*(hold(board, place)[seat].units for place in places(board) if seat in hold(board, place)))


def price(row_: Unit, number: int) -> int:
    """Resources for that many of a unit; an odd one of a pair costs a whole resource (reading 51)."""
    return -(-number // row_.per_cost) * (row_.cost or 0)
