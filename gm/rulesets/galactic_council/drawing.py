"""The arithmetic of the map: how wide words are, rows of signs that fit into a hex, paths of arrows.

Lengths are units of the SVG; a hex has a circumradius of ``HEX`` and a flat top. Nothing here knows the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import TypeAlias

from gm import measure
from gm.measure import number

HEX = 100.0
HALF = 86.6
"""From the centre of a hex to its flat top."""

Point: TypeAlias = tuple[float, float]

SIZES = {"n": 21, "u": 20, "i": 21, "c": 21, "a": 17, "g": 20, "k": 20}
"""Font size of each class of text: planet names, units, those on a plate, coordinates, anomalies, legend, its heads."""
_BOLD = "nick"


def wide(text: str, kind: str) -> float:
    """How wide a text of that class will be, rather too much than too little."""
    return measure.width(text, SIZES[kind], kind in _BOLD)


def shortened(text: str, kind: str, room: float) -> str:
    """The text, cut with an ellipsis if it is wider than ``room``."""
    return measure.shortened(text, SIZES[kind], room, kind in _BOLD)


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing in a row: a ``mark`` (id of a drawing in the template) or a ``text`` of class ``kind``."""

    width: float
    mark: str = ""
    kind: str = ""
    text: str = ""
    fill: str = ""
    shift: float = 0.0
    """Where the centre of a mark's text lies below the centre of the row."""


@dataclass(slots=True)
class Row:
    """Pieces side by side. ``pill`` is the colour of the plate behind them; rows with the same plate are one."""

    pieces: list[Piece]
    height: float
    pill: str = ""
    more: bool = False
    """It goes on the plate of the row above."""
    gap: float = 5.0
    width: float = 0.0
    """Of all pieces, with the plate's ends."""

    def __post_init__(self) -> None:
        inner = sum(piece.width for piece in self.pieces) + self.gap * (len(self.pieces) - 1)
        self.width = inner + (14 if self.pill else 0)


@dataclass(slots=True)
class Block:
    """Rows put into a hex: where the block stands, how it is scaled, the things to draw in it."""

    x: float
    y: float
    scale: float
    plates: list[tuple[float, float, float, float, str]] = field(default_factory=list)
    marks: list[tuple[str, float, float]] = field(default_factory=list)
    texts: list[tuple[str, float, float, str, str]] = field(default_factory=list)
    """(class, x, y, text, colour or "")."""


def room_at(y: float) -> float:
    """How wide a hex is at a distance from its middle line, less a margin."""
    return 2 * (HEX - abs(y) / 1.732 - 7)


def fitted(rows: Sequence[Row], centre: Point, top: float, bottom: float, largest: float) -> Block:
    """The rows below each other between two heights of a hex, as large as they fit."""
    total = sum(row.height for row in rows)
    scale, start = largest, None
    while (start := _start(rows, total, scale, top, bottom)) is None and scale > 0.35:
        scale -= 0.03
    block = Block(number(centre[0]), number(centre[1] + (top if start is None else start)), round(scale, 2))
    _draw(block, rows)
    return block


def _start(rows: Sequence[Row], total: float, scale: float, top: float, bottom: float) -> float | None:
    """Where the rows of that size may begin: around the widest part of the hex, or a little lower or higher."""
    around = min((top + bottom) / 2, 8) - total * scale / 2
    for aside in (0, 8, -8, 16, -16, 24, -24, 32):
        y = around + aside
        if y >= top and y + total * scale <= bottom and _fits(rows, scale, y):
            return y
    return None


def _fits(rows: Sequence[Row], scale: float, y: float) -> bool:
    for row in rows:
        inner = row.height * scale
        edge = max(abs(y + inner * 0.15), abs(y + inner * 0.85))
        if row.width * scale > room_at(edge):
            return False
        y += inner
    return True


def _draw(block: Block, rows: Sequence[Row]) -> None:
    y = 0.0
    for index, row in enumerate(rows):
        if row.pill and not row.more:
            joined = [row, *_followers(rows[index + 1 :])]
            width, height = max(r.width for r in joined), sum(r.height for r in joined) - 4
            block.plates.append((number(-width / 2), number(y + 2), number(width), number(height), row.pill))
        _draw_row(block, row, y + row.height / 2)
        y += row.height


def _followers(rows: Iterable[Row]) -> list[Row]:
    found = []
    for row in rows:
        if not row.more:
            break
        found.append(row)
    return found


def _draw_row(block: Block, row: Row, middle: float) -> None:
    x = -(row.width - (14 if row.pill else 0)) / 2
    for piece in row.pieces:
        at = x + piece.width / 2
        if piece.mark:
            block.marks.append((piece.mark, number(at), number(middle)))
        if piece.text:
            baseline = middle + SIZES[piece.kind] * 0.36 if piece.kind in SIZES else middle + 6
            block.texts.append((piece.kind, number(at), number(baseline + piece.shift), piece.text, piece.fill))
        x += piece.width + row.gap


@dataclass(frozen=True, slots=True)
class Arrow:
    """A path of the SVG and the points of its head."""

    path: str
    head: str


def arrow(points: Sequence[Point], aside: float) -> Arrow:
    """A smooth arrow through the middles of hexes, ``aside`` to the right of the straight way."""
    first, second = points[0], points[1]
    away = hypot(second[0] - first[0], second[1] - first[1]) or 1.0
    dx, dy = -(second[1] - first[1]) / away * aside, (second[0] - first[0]) / away * aside
    moved = [(x + dx, y + dy) for x, y in points]
    start, end = _between(moved[0], moved[1], 38), _between(moved[-1], moved[-2], 46)
    steps = [f"M{_xy(start)}"]
    for before, here, after in zip(moved, moved[1:], moved[2:], strict=False):
        steps.append(f"L{_xy(_middle(before, here))}Q{_xy(here)} {_xy(_middle(here, after))}")
    back = _between(moved[-1], moved[-2], 64)
    steps.append(f"L{_xy(back)}")
    return Arrow("".join(steps), _head(back, end))


def _between(a: Point, b: Point, far: float) -> Point:
    """The point ``far`` away from ``a`` on the way to ``b``."""
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return a[0] + (b[0] - a[0]) / length * far, a[1] + (b[1] - a[1]) / length * far


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _head(back: Point, tip: Point) -> str:
    dx, dy = tip[0] - back[0], tip[1] - back[1]
    left, right = (back[0] - dy * 0.75, back[1] + dx * 0.75), (back[0] + dy * 0.75, back[1] - dx * 0.75)
    return f"{_xy(left)} {_xy(tip)} {_xy(right)}"


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
