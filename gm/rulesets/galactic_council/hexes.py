"""Coordinates: a letter for the column from left to right, a number for the place in the column from the top.

A galaxy of radius r has 2r+1 columns; the middle column has 2r+1 hexes, each column further out one less. Hexes have
a flat top. ``X1``, ``X2``… lie beside the map and touch nothing.
"""

from __future__ import annotations

from functools import cache
from string import ascii_uppercase

BESIDE = "X"
MAX_RADIUS = (ascii_uppercase.index(BESIDE) - 1) // 2
"""The largest galaxy whose columns have letters before the one for what lies beside the map."""
_AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def name(radius: int, q: int, r: int) -> str:
    """The coordinate of axial (q, r); the centre is (0, 0)."""
    return f"{ascii_uppercase[q + radius]}{r - max(-radius, -radius - q) + 1}"


def axial(radius: int, at: str) -> tuple[int, int]:
    """The axial (q, r) of a coordinate on the map."""
    q = ascii_uppercase.index(at[0]) - radius
    return q, int(at[1:]) - 1 + max(-radius, -radius - q)


@cache
def galaxy(radius: int) -> tuple[str, ...]:
    """All coordinates on the map, column by column."""
    return tuple(
        name(radius, q, r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -radius - q), min(radius, radius - q) + 1)
    )


@cache
def around(radius: int) -> dict[str, tuple[str, ...]]:
    """Each coordinate's neighbours on the map, clockwise from the top."""
    known = set(galaxy(radius))
    table = {}
    for at in galaxy(radius):
        q, r = axial(radius, at)
        near = [(q + dq, r + dr) for dq, dr in _AROUND]
        table[at] = tuple(n for n in (name(radius, *hex_) for hex_ in near if _inside(radius, *hex_)) if n in known)
    return table


def _inside(radius: int, q: int, r: int) -> bool:
    return max(abs(q), abs(r), abs(q + r)) <= radius


@cache
def ring(radius: int, distance: int) -> tuple[str, ...]:
    """The coordinates at that distance from the centre, clockwise from the top."""
    if not distance:
        return (name(radius, 0, 0),)
    q, r = 0, -distance
    hexes = []
    for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
        for _ in range(distance):
            hexes.append(name(radius, q, r))
            q, r = q + dq, r + dr
    return tuple(hexes)
