"""Read order files: from text to orders, with everything that is wrong at once, each with its place.

An order type is a struct; its fields carry a ``Hint`` and its values a ``Choice`` of names. A file
broken in one place is cut at its dashes, so that its good orders stand beside the bad ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from msgspec import Struct

from gm.model import Lang, Order, Problem
from gm.names import fold
from gm.reading import Reader, quoted
from gm.yamlfile import MAX_BYTES, Node, Refused, parse, tidy

MAX_PROBLEMS = 200
"""After so many mistakes the rest of a file is refused unread."""
MAX_TEXT = 4 * MAX_BYTES
"""How long a text may be in which the order file stands (a mail, say); the file itself: ``MAX_BYTES``."""

_HEADER = re.compile(r"#\s*gm\s+(?P<rest>\S.*)$", re.IGNORECASE)
_END = re.compile(r"#\s*end\s*$", re.IGNORECASE)
_DASH = re.compile(r"( *)-(?:\s|$)")
_ORDER_LIKE = re.compile(r"\s*-\s+([^\s:#][^:#]*?)\s*(?::|$)")
_MARKER = re.compile(r"(?m)^(?:---|\.\.\.)[ \t]*$")


class Header(NamedTuple):
    """The address line ``#gm <campaign> <turn> <phase> <seat> <code>``; missing words are empty."""

    campaign: str = ""
    turn: str = ""
    phase: str = ""
    seat: str = ""
    code: str = ""

    def __str__(self) -> str:
        return " ".join(("#gm", *filter(None, self)))


class Reading(Struct):
    """What a file came to: good orders in file order, all problems by line, its header, its tidy lines."""

    orders: tuple[Order, ...] = ()
    problems: list[Problem] = []
    header: Header | None = None
    lines: list[str] = []
    refused: int = 0
    withdrawn: bool = False
    """The file is an empty list, ``[]``: its sender orders nothing, and says so."""

    @property
    def ok(self) -> bool:
        """Whether nothing was refused; warnings don't count."""
        return all(problem.warning for problem in self.problems)


def header_of(text: str) -> Header | None:
    """The address line of a file, if it has one. ``text`` is tidy."""
    return next((header for line in text.split("\n") if (header := first_line(line))), None)


def first_line(line: str) -> Header | None:
    """What an address line says; None if the line is none."""
    found = _HEADER.match(line.strip())
    return Header(*found["rest"].split()[:5]) if found else None


def is_last_line(line: str) -> bool:
    """Whether a line is the ``#end`` after which nobody reads."""
    return _END.match(line.strip()) is not None


def order_word(line: str) -> str | None:
    """The word after the dash of a line that looks like the beginning of an order."""
    found = _ORDER_LIKE.match(line[:200])
    return found[1] if found else None


def read(
    kinds: Sequence[type[Order]],
    text: str,
    view: Any,
    lang: Lang = "en",
    others: Iterable[type[Order]] = (),
    closed: Iterable[type[Order]] = (),
) -> Reading:
    """The good orders of a file, and everything that is wrong with the rest.

    ``kinds`` are the order types that this seat may use now; ``closed`` those of the phase that it may not, and
    ``others`` those of other phases, get a kinder answer than an unknown word. ``view`` is handed to the choices;
    ``lang`` is that of suggestions.
    """
    if len(text) > MAX_TEXT:
        return Reading((), [Problem("file_too_long", {"limit": str(MAX_TEXT // 1024)}, 1)], refused=1)
    text = tidy(text)
    reading = Reading(header=header_of(text), lines=text.split("\n"))
    reader = Reader(kinds, others, view, lang, reading.problems, closed)
    first, last = _between_marks(reading.lines)
    cutter = _Cutter(reader)
    items = cutter.items("\n".join(reading.lines[first:last]), first + 1)
    reading.orders, refused = _orders(reader, items, lang)
    reading.refused = cutter.refused + refused
    told = (line.partition("#")[0].strip() for line in reading.lines[first:last])
    reading.withdrawn = "".join(told) == "[]"
    outside = [n for n in range(len(reading.lines)) if not first <= n < last]
    lost = (_lost(reader, reading.lines[n], n + 1) for n in outside)
    reading.problems += islice((problem for problem in lost if problem), MAX_PROBLEMS)
    reading.problems.sort(key=lambda problem: (problem.line, problem.column))
    if len(reading.problems) > MAX_PROBLEMS:
        next_one = reading.problems[MAX_PROBLEMS]
        reading.problems[MAX_PROBLEMS:] = [
            Problem("too_many", {"limit": str(MAX_PROBLEMS)}, next_one.line, next_one.column)
        ]
    return reading


def _orders(reader: Reader, items: Sequence[Node], lang: Lang) -> tuple[tuple[Order, ...], int]:
    """The good orders, and how many were refused."""
    orders: list[Order] = []
    once: set[type[Order]] = set()
    for item in items:
        if len(reader.problems) >= MAX_PROBLEMS:
            reader.say("too_many", item, limit=str(MAX_PROBLEMS))
            break
        order = reader.order(item)
        if order is None:
            continue
        if type(order).once and type(order) in once:
            reader.say("only_once", item, verb=type(order).verb.of(lang))
            continue
        once.add(type(order))
        orders.append(order)
    return tuple(orders), len(items) - len(orders)


def _between_marks(lines: list[str]) -> tuple[int, int]:
    """The part of a file between ``#gm`` and ``#end``, as indices of lines; without marks all of it."""
    first = next((n for n, line in enumerate(lines) if first_line(line)), 0)
    last = next((n for n in range(first, len(lines)) if is_last_line(lines[n])), len(lines))
    return first, last


def _lost(reader: Reader, line: str, number: int) -> Problem | None:
    """A warning for an order that stands before ``#gm`` or after ``#end``, where nobody reads it."""
    found = _ORDER_LIKE.match(line[:200])
    if found is None or not (reader.verbs.find(found[1]) or reader.other_verbs.find(found[1])):
        return None
    return Problem("outside_marks", {"typed": quoted(found[1])}, number, found.start(1) + 1, len(found[1]), True)


class _Cutter:
    """Turns the text of a file into the items of its list and counts what it has to refuse."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.refused = reader, 0

    def items(self, text: str, first_line: int) -> list[Node]:
        """The items of the file; a file broken in one place is cut at its dashes."""
        text = self._one_document(text, first_line)
        try:
            return self._list(parse(text, first_line))
        except Refused as refused:
            problem = refused.problem
        if problem.code == "file_too_long":
            return self._refuse(problem)
        blocks = list(_blocks(text))
        if not blocks:
            place = next((n for n, line in enumerate(text.split("\n")) if _is_content(line)), 0)
            return self._refuse(Problem("not_a_list", {}, first_line + place, 1))
        items: list[Node] = []
        if blocks[0][0] > 0:
            self._stray(text.split("\n")[: blocks[0][0]], first_line)
        for start, block in blocks:
            if len(self.reader.problems) >= MAX_PROBLEMS:
                self.refused += 1
            else:
                items += self._block(block, first_line + start)
        return items

    def _one_document(self, text: str, first_line: int) -> str:
        """The text without its ``---`` lines; one that stands between orders is worth a warning."""
        begun = False
        for n, line in enumerate(text.split("\n")):
            if begun and _MARKER.match(line):
                self.reader.problems.append(Problem("second_document", {}, first_line + n, 1, 3, warning=True))
                break
            begun = begun or _is_content(line)
        return _MARKER.sub("", text)

    def _refuse(self, problem: Problem) -> list[Node]:
        self.reader.problems.append(problem)
        self.refused += 1
        return []

    def _block(self, block: list[str], line: int) -> list[Node]:
        """The items of one block; lines at its left edge that belong to no order are set aside."""
        try:
            return self._list(parse("\n".join(block), line))
        except Refused as refused:
            problem = refused.problem
        edge = len(block[0]) - len(block[0].lstrip(" "))
        cut = next(
            (n for n, text in enumerate(block) if n and _is_content(text) and not text[: edge + 1].isspace()),
            0,
        )
        if cut:
            try:
                items = self._list(parse("\n".join(block[:cut]), line))
            except Refused:
                pass
            else:
                self._stray(block[cut:], line + cut)
                return items
        return self._refuse(problem)

    def _stray(self, lines: list[str], line: int) -> None:
        """Say that text belongs to no order, if it says anything; a form's own descriptions may stand there."""
        for n, text in enumerate(lines):
            if _is_content(text) and not self._describes(text):
                start = len(text) - len(text.lstrip())
                self._refuse(Problem("stray_text", {}, line + n, start + 1, len(text.strip())))
                return

    def _describes(self, line: str) -> bool:
        words = fold(line)
        return len(words) > 2 and any(words in description for description in self.reader.descriptions)

    def _list(self, root: Node | None) -> list[Node]:
        if root is None or (root.kind == "text" and not root.text):
            return []
        if root.kind == "list":
            return root.items
        self.reader.say("not_a_list", root)
        self.refused += max(1, len(root.entries))
        return []


def _is_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#") and not _MARKER.match(line)


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """The text cut at every dash that stands as far left as any: the index of the first line, the lines."""
    lines = text.split("\n")
    dashes = [(n, len(found[1])) for n, line in enumerate(lines) if (found := _DASH.match(line))]
    edge = min((depth for _, depth in dashes), default=0)
    starts = [n for n, depth in dashes if depth == edge]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        yield start, lines[start:end]
