"""Sentences for everything that can be wrong with what people write: one table, shown with the place and a caret.

A message that ends in ``+meant``, ``+words`` or ``+keys`` is the one used when that argument is there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gm import i18n
from gm.model import Lang, Problem
from gm.problemtexts import MESSAGES

WIDTH = 96
"""How much of a line is shown; longer ones are cut around the place."""
MARGIN = "    "


class _Args(dict[str, Any]):
    """Arguments of a sentence; one that is missing is empty, for a sentence must never fail."""

    def __missing__(self, key: str) -> str:
        return ""


def sentence(problem: Problem, lang: Lang | None = None) -> str:
    """What is wrong, without its place. ``lang`` None: the language of the interface."""
    codes = [f"{problem.code}+{key}" for key in ("meant", "words", "keys") if problem.args.get(key)]
    code = next((code for code in (*codes, problem.code) if code in MESSAGES), "unknown_problem")
    return i18n.text(MESSAGES[code], lang).format_map(_Args(problem.args, code=problem.code))


def shown(problem: Problem, lines: Sequence[str] = (), filename: str = "", lang: Lang | None = None) -> str:
    """``orders.yaml:8:5: unknown order "buid"…``, the line itself and a caret under the place.

    Without a place only the sentence; without ``lines`` no line.
    """
    place = [filename] if filename else []
    if problem.line:
        place += [str(problem.line), str(max(problem.column, 1))]
    warning = f"{i18n.text('warning', lang)}: " if problem.warning else ""
    head = f"{':'.join(place)}: " if place else ""
    first = f"{head}{warning}{sentence(problem, lang)}"
    if 0 < problem.line <= len(lines) and lines[problem.line - 1].strip():
        return "\n".join((first, *_pointed(lines[problem.line - 1], problem.column, problem.width)))
    return first


def _pointed(line: str, column: int, width: int) -> Iterator[str]:
    """The line (the part around the place, if it is long) and the carets."""
    start = min(max(column - 1, 0), len(line))
    width = max(1, min(width, len(line) - start, WIDTH))
    first = max(0, min(start - WIDTH // 3, len(line) - WIDTH)) if len(line) > WIDTH else 0
    before, after = "…" if first else "", "…" if len(line) > first + WIDTH else ""
    part = f"{before}{line[first : first + WIDTH]}{after}"
    gap = before + line[first:start]
    yield (MARGIN + part).rstrip()
    yield (
        MARGIN
        + "".join("\t" if c == "\t" else " " * _cells(c) for c in gap)
        + "^" * max(1, sum(map(_cells, line[start : min(start + width, first + WIDTH)])))
    )


def _cells(char: str) -> int:
    """How many cells of a terminal a character takes."""
    return 0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    return sum(map(_cells, text))


def all_shown(problems: Iterable[Problem], lines: Sequence[str], filename: str, lang: Lang | None = None) -> str:
    """All problems, one below the other."""
    return "\n".join(shown(problem, lines, filename, lang) for problem in problems)


def as_json(problem: Problem, lang: Lang | None = None) -> Mapping[str, Any]:
    """A problem for scripts: its code, arguments and place, and the sentence."""
    return {
        "code": problem.code,
        "args": dict(problem.args),
        "line": problem.line,
        "column": problem.column,
        "width": problem.width,
        "warning": problem.warning,
        "text": sentence(problem, lang),
    }
