"""The signs on a card: one icon for each reward, rows of them made smaller until they fit. Lengths are SVG units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gm.measure import number
from gm.rulesets.space_base.content import Side

ICON = 32
"""From the middle of one icon to the middle of the next."""
BOX = 23
"""The same for charge boxes, which are narrower."""


class Icon(NamedTuple):
    """A drawing of the template (``mark``) with a number in it."""

    mark: str
    text: str = ""

    @property
    def width(self) -> int:
        """The room it takes in a row."""
        return BOX if self.mark.endswith(("-box", "-full")) else ICON


@dataclass(frozen=True, slots=True)
class Icons:
    """A row of icons around ``x``, ``y``; each with its distance from there, before it is scaled."""

    x: float
    y: float
    scale: float
    icons: tuple[tuple[str, str, float], ...]

    @classmethod
    def fitted(cls, row: Sequence[Icon], x: float, y: float, room: float, largest: float = 1.0) -> Icons:
        """The row, made smaller if it is wider than ``room``."""
        wide = sum(icon.width for icon in row)
        at, placed = -wide / 2, []
        for icon in row:
            placed.append((icon.mark, icon.text, number(at + icon.width / 2)))
            at += icon.width
        scale = min(largest, room / wide) if wide else 1.0
        return cls(number(x), number(y), round(scale, 2), tuple(placed))


class Words(NamedTuple):
    """A line of text in the middle of a card; ``kind`` is its class."""

    kind: str
    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Face:
    """A card or strip: station, deployed, colony, empty. ``new``: it came in the phases that are shown."""

    kind: str
    x: float
    y: float
    width: float
    height: float
    rows: Sequence[Icons]
    texts: Sequence[Words]
    new: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width, height, as they are printed."""
        return number(self.x), number(self.y), number(self.width), number(self.height)


def icons(side: Side, cubes: int) -> list[Icon]:
    """What a side gives, and its charge boxes with as many cubes as lie there."""
    return [*_basic(side.credits, side.income, side.points), *_others(side, cubes)]


def icons_of_all(sides: Sequence[tuple[Side, int]]) -> list[Icon]:
    """What several sides give together: basic rewards are summed up."""
    sums = (sum(getattr(side, name) for side, _cubes in sides) for name in ("credits", "income", "points"))
    return [*_basic(*sums), *(icon for side, cubes in sides for icon in _others(side, cubes))]


def _basic(credits: int, income: int, points: int) -> Iterable[Icon]:
    counts = (("coin", credits), ("planet", income), ("star", points))
    return [Icon(mark, str(count)) for mark, count in counts if count]


def _others(side: Side, cubes: int) -> Iterable[Icon]:
    for mark in ("left", "right", "either"):
        if getattr(side, mark):
            yield Icon(mark)
    yield from [Icon("claim", str(side.claim))] * side.claims
    yield from [Icon("buy")] * side.buys
    for n in range(side.boxes):
        yield Icon(f"{side.window}-{'full' if n < cubes else 'box'}")
