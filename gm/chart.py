"""Numbers over the turns as a chart: an SVG page with a panel per column and a line per seat.

Seats are told apart by colour, by dashes, and by the letter of their chip at the end of each line. Where lines have
the same number at the same turn they lie side by side, so that none hides another. The same numbers give the same
bytes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from gm.i18n import text
from gm.looks import colours, ink, plain
from gm.model import Lang, Ruleset, Seat
from gm.stats import Numbers
from gm.words import upper_first, words

TEMPLATE = "core/chart.svg.j2"
WIDTH, MARGIN, GAP = 800, 20, 28
ONE, WIDE, SMALL = 430, 300, 260
"""Heights of a panel: alone, over the whole width among others, half as wide."""
TITLE, TICKS, CHIP = 34, 30, 40
"""Room in a panel for its title, the turns below and the chips at the right."""
ROOM = 14
"""Between the highest and lowest number and the frame: for lines that lie side by side."""
BESIDE = 3.2
"""From the middle of one line to the next where they have the same number."""
CHIP_STEP = 19
LEGEND_STEP = 26
NAME_ROOM = 290
DASHES = ("", "9 4", "2.5 3", "11 3 2.5 3", "16 4", "6 3 2 3 2 3", "4.5 4.5", "15 3 2 3 2 3 2 3")
DOTS = 13
"""Points are marked where there are no more turns than that."""

Values = Sequence[int | None]


class Look(NamedTuple):
    """How a seat looks: the letter of its chip, its name, its colour, the ink on it, its dashes."""

    letter: str
    name: str
    colour: str
    ink: str
    dash: str


class Label(NamedTuple):
    """A text and where it stands."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The inside of a panel, in pixels, and the numbers at its lower and upper edge."""

    left: float
    top: float
    right: float
    bottom: float
    low: int
    high: int

    def y(self, number: float) -> float:
        """How far down a number stands."""
        room = self.bottom - self.top - 2 * ROOM
        return self.bottom - ROOM - room * (number - self.low) / (self.high - self.low)

    def x(self, turn: int, turns: Sequence[int]) -> float:
        """How far to the right a turn stands; a single one stands near its chips."""
        first, last = turns[0], turns[-1]
        part = (turn - first) / (last - first) if last > first else 0.85
        return self.left + 8 + (self.right - self.left - 16) * part


def svg(rules: Ruleset, title: str, seats: Sequence[Seat], view: Any, found: Numbers, lang: Lang) -> str:
    """The chart of the numbers, of which there must be some. ``view`` gives the names of the seats."""
    speech = words(rules, lang, view)
    names = {seat.id: speech.labels["seat"][seat.id].of(lang) for seat in seats}
    looks = _looks({seat.id: seat.colour for seat in seats}, names, speech.letters)
    shown = {seat: looks[seat] for seat in found.seats}
    legend, below = _legend(shown, 62 if found.moments[-1].open else 50)
    panels, height = _panels(found, lang, below + 12)
    page = speech.environment.get_template(TEMPLATE).render(
        lang=lang,
        width=WIDTH,
        height=round(height),
        title=fitted(plain(title), 22, WIDTH - 2 * MARGIN, bold=True),
        about=text("The numbers of every seat at the end of each turn.", lang),
        still=text("Turn {turn} is still being played.", lang).format(turn=found.moments[-1].turn)
        if found.moments[-1].open
        else "",
        turn=text("turn", lang),
        legend=legend,
        panels=[{**panel, "lines": _lines(panel, found, looks)} for panel in panels],
    )
    return page.strip() + "\n"


def _looks(wanted: Mapping[str, str], names: Mapping[str, str], letters: Mapping[str, str]) -> dict[str, Look]:
    given = colours(wanted)
    return {
        seat: Look(
            letters.get(seat, "?"),
            fitted(plain(names[seat]), 15, NAME_ROOM),
            code,
            ink(code),
            DASHES[number % len(DASHES)],
        )
        for number, (seat, code) in enumerate(given.items())
    }


def text_width(words: str, size: float, bold: bool = False) -> float:
    """About how wide a text is; rather too wide than too narrow."""
    wide = {"W": 1.05, "F": 1.05}
    plain_width = sum(wide.get(unicodedata.east_asian_width(c), 0.74 if c.isupper() else 0.6) for c in words)
    return size * plain_width * (1.1 if bold else 1)


def fitted(words: str, size: float, room: float, bold: bool = False) -> str:
    """The text, cut where it would be wider than there is room for."""
    if text_width(words, size, bold) <= room:
        return words
    while words and text_width(words + "…", size, bold) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def _legend(looks: Mapping[str, Look], top: float) -> tuple[list[dict[str, Any]], float]:
    """Where every seat stands in the legend, in columns as wide as the widest name; and where the legend ends."""
    room = WIDTH - 2 * MARGIN
    wide = max(66 + text_width(look.name, 15) + 20 for look in looks.values())
    columns = max(1, min(len(looks), int((room + 20) // wide)))
    columns = -(-len(looks) // -(-len(looks) // columns))  # rows of about the same length
    items = [
        {"x": MARGIN + number % columns * wide, "y": top + LEGEND_STEP * (number // columns + 0.5), "look": look}
        for number, look in enumerate(looks.values())
    ]
    return items, top + LEGEND_STEP * -(-len(looks) // columns)


# -- panels


def _panels(found: Numbers, lang: Lang, top: float) -> tuple[list[dict[str, Any]], float]:
    """The frame, title and ticks of each column's panel, and the height of the whole page.

    Of an odd number of panels the first goes over the whole width.
    """
    half = (WIDTH - 2 * MARGIN - GAP) / 2
    panels, y, left = [], top, float(MARGIN)
    count = len(found.columns)
    for number, column in enumerate(found.columns):
        whole = number == 0 and count % 2 == 1
        high = ONE if count == 1 else WIDE if whole else SMALL
        right = WIDTH - MARGIN if whole else left + half
        frame = _frame(found, column.id, (left, y, right, y + high))
        title = fitted(upper_first(plain(column.of(lang))), 16, right - left - CHIP, bold=True)
        panels.append(
            {
                "column": column.id,
                "title": title,
                "at": left,
                "frame": frame,
                "rows": [Label(frame.y(tick), grouped(tick)) for tick in ticks(frame.low, frame.high)],
                "turns": _turns(frame, [moment.turn for moment in found.moments], lang),
            }
        )
        if whole or left > MARGIN or number == count - 1:
            y, left = y + high + 8, float(MARGIN)
        else:
            left += half + GAP
    return panels, y + 8


def _frame(found: Numbers, column: str, box: tuple[float, float, float, float]) -> Frame:
    values = [v for seat in found.seats for v in found.line(seat, column) if v is not None]
    low, high = scale(values)
    left, top, right, bottom = box
    widest = max(text_width(grouped(tick), 13) for tick in ticks(low, high))
    return Frame(left + widest + 10, top + TITLE, right - CHIP, bottom - TICKS, low, high)


def step(span: int, most: int) -> int:
    """The smallest round step (1, 2, 5, 10, 20, …) of which at most ``most`` go into the span."""
    size = 1
    while True:
        for part in (1, 2, 5):
            if span <= part * size * most:
                return part * size
        size *= 10


def scale(values: Sequence[int]) -> tuple[int, int]:
    """The lowest and highest number of the axis: zero, and round numbers that hold all values."""
    low, high = min(0, *values, 0), max(1, *values, 1)
    one = step(high - low, 5)
    return low // one * one, -(-high // one) * one


def ticks(low: int, high: int) -> list[int]:
    """The numbers at the axis."""
    one = step(high - low, 5)
    return [*range(low, high + 1, one)]


def grouped(number: int) -> str:
    """A number with its thousands apart and a real minus."""
    return f"{number:,}".replace(",", "\u00a0").replace("-", "\u2212")


def _turns(frame: Frame, turns: Sequence[int], lang: Lang) -> list[Label]:
    """The turns below a panel: round ones, as many as have room, the first and the last."""
    start = text("start", lang)
    labels = {turn: str(turn) if turn else start for turn in turns}
    one = step(max(turns[-1] - turns[0], 1), max(1, int((frame.right - frame.left) // 42)))
    wanted = [turns[-1], turns[0], *(turn for turn in turns if turn % one == 0)]
    placed: dict[int, tuple[float, float]] = {}
    for turn in dict.fromkeys(wanted):
        middle, half = frame.x(turn, turns), text_width(labels[turn], 13) * 0.45 + 3
        if all(middle + half <= left or middle - half >= right for left, right in placed.values()):
            placed[turn] = middle - half, middle + half
    return [Label(frame.x(turn, turns), labels[turn]) for turn in sorted(placed)]


# -- lines


def _lines(panel: Mapping[str, Any], found: Numbers, looks: Mapping[str, Look]) -> list[dict[str, Any]]:
    """The line of every seat with its points and its chip; undashed ones first, so that dashes let them through."""
    frame: Frame = panel["frame"]
    turns = [moment.turn for moment in found.moments]
    values = {seat: found.line(seat, panel["column"]) for seat in found.seats}
    beside = _beside(values)
    xs = [frame.x(turn, turns) for turn in turns]
    lines: list[dict[str, Any]] = []
    for seat, line in values.items():
        points = [
            None if value is None else (x, frame.y(value) + BESIDE * shift)
            for x, value, shift in zip(xs, line, beside[seat], strict=True)
        ]
        there = [point for point in points if point is not None]
        if there:
            lines.append(
                {
                    "look": looks[seat],
                    "path": _path(points),
                    "dots": there if len(turns) <= DOTS else [],
                    "end": there[-1],
                }
            )
    chips = spread([line["end"][1] for line in lines], CHIP_STEP, frame.top - 4, frame.bottom - 8)
    placed = [{**line, "chip": (frame.right + 26, y)} for line, y in zip(lines, chips, strict=True)]
    return sorted(placed, key=lambda line: bool(line["look"].dash))


def _beside(values: Mapping[str, Values]) -> dict[str, list[float]]:
    """Seat -> for every moment, by how many lines it is moved where others have the same number."""
    moved: dict[str, list[float]] = {seat: [] for seat in values}
    for moment in zip(*values.values(), strict=True):
        for seat, value in zip(values, moment, strict=True):
            same = [other for other, number in zip(values, moment, strict=True) if number == value]
            moved[seat].append(same.index(seat) - (len(same) - 1) / 2)
    return moved


def _path(points: Sequence[tuple[float, float] | None]) -> str:
    """The path through the points, with a gap where there is none."""
    parts, pen = [], "M"
    for point in points:
        if point is None:
            pen = "M"
            continue
        parts.append(f"{pen}{point[0]:.1f} {point[1]:.1f}")
        pen = "L"
    return "".join(parts)


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places as near to the wanted ones as can be, in the same order, ``apart`` from each other, between the bounds.

    Where there is too little room they stand closer.
    """
    if len(wanted) > 1:
        apart = min(apart, (high - low) / (len(wanted) - 1))
    order = sorted(range(len(wanted)), key=lambda n: (wanted[n], n))
    groups: list[list[float]] = []  # [middle of the group, how many, sum of what they want]
    for n in order:
        groups.append([wanted[n], 1, wanted[n]])
        groups[-1][0] = _held(groups[-1], apart, low, high)
        while len(groups) > 1 and groups[-2][0] + (groups[-2][1] + groups[-1][1]) / 2 * apart > groups[-1][0]:
            _middle, count, total = groups.pop()
            groups[-1] = [0, groups[-1][1] + count, groups[-1][2] + total]
            groups[-1][0] = _held(groups[-1], apart, low, high)
    places = [middle + (k - (count - 1) / 2) * apart for middle, count, _total in groups for k in range(round(count))]
    found = dict(zip(order, places, strict=True))
    return [found[n] for n in range(len(wanted))]


def _held(group: Sequence[float], apart: float, low: float, high: float) -> float:
    """The middle of a group of places, such that all of it lies between the bounds."""
    half = (group[1] - 1) / 2 * apart
    return min(max(group[2] / group[1], low + half), max(high - half, low + half))
