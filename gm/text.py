"""Plain text from a Markdown report, for terminals and mail: headings underlined, tables aligned, lines wrapped."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

WIDTH = 78
LEAST = 6
"""No column of a table gets narrower than this many letters."""
_UNDER = {"h1": "=", "h2": "-"}
_ORDINARY = {0xAD: None, 0xA0: " "}
"""Soft hyphens and no-break spaces are for browsers."""


def plain_text(markdown: str, width: int = WIDTH) -> str:
    """The report without marks; no line is wider than ``width`` cells, unless a single word is."""
    from gm.html import reader

    blocks = list(_blocks(reader().parse(markdown), width))
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def cells(text: str) -> int:
    """How many cells of a terminal the text takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _blocks(tokens: Sequence[Token], width: int) -> Iterator[list[str]]:
    """Paragraphs, headings, whole lists and whole tables, each as its lines."""
    marks: list[str] = []
    lines: list[str] = []
    for n, token in enumerate(tokens):
        if token.type == "table_open":
            yield _table(_rows(tokens[n:]), width)
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            marks.append("-" if token.type == "bullet_list_open" else "1.")
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            marks.pop()
            if not marks:
                yield lines
                lines = []
        elif token.type == "list_item_open" and token.info:
            marks[-1] = token.info + "."
        elif token.type in ("code_block", "fence"):
            yield ["    " + line for line in token.content.rstrip("\n").split("\n")]
        elif token.type == "hr":
            yield ["-" * min(width, 20)]
        elif token.type == "inline" and tokens[n - 1].type in ("paragraph_open", "heading_open"):
            text = _inline(token)
            if marks:
                lines += _wrapped(text, width, f"{marks[-1]} ")
            elif tokens[n - 1].type == "heading_open":
                yield _heading(text, tokens[n - 1].tag, width)
            else:
                yield _wrapped(text, width)


def _inline(token: Token) -> str:
    """The text of an inline token; chips stand in square brackets, hits of dice keep their stars."""
    parts = []
    for child in token.children or ():
        if child.type == "code_inline":
            parts.append(f"[{child.content}]")
        elif child.type in ("strong_open", "strong_close"):
            parts.append("*")
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        else:
            parts.append(child.content)
    return "".join(parts).translate(_ORDINARY).strip()


def _heading(text: str, tag: str, width: int) -> list[str]:
    lines = _wrapped(text, width)
    under = _UNDER.get(tag)
    return [*lines, under * max(map(cells, lines))] if under else lines


def _wrapped(text: str, width: int, first: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first]


def _rows(tokens: Sequence[Token]) -> list[list[str]]:
    """The cells of the table that starts here, row by row, the heading first."""
    rows: list[list[str]] = []
    for n, token in enumerate(tokens):
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append(_inline(tokens[n + 1]))
    return rows


def _table(rows: list[list[str]], width: int) -> list[str]:
    """Columns aligned, wide cells wrapped, a line under the heading."""
    wide = _column_widths(rows, width)
    lines = _row(rows[0], wide)
    lines.append("  ".join("-" * n for n in wide))
    for row in rows[1:]:
        lines += _row(row, wide)
    return lines


def _row(row: list[str], wide: list[int]) -> list[str]:
    columns = [_wrapped(cell, n) if cell else [""] for cell, n in zip(row, wide, strict=True)]
    lines = []
    for n in range(max(map(len, columns))):
        parts = [column[n] if n < len(column) else "" for column in columns]
        padded = (part + " " * (size - cells(part)) for part, size in zip(parts, wide, strict=True))
        lines.append("  ".join(padded).rstrip())
    return lines


def _column_widths(rows: list[list[str]], width: int) -> list[int]:
    """As wide as the widest cell; where that is too much the widest columns give way."""
    wide = [max(LEAST, *map(cells, column)) for column in zip(*rows, strict=True)]
    while sum(wide) + 2 * (len(wide) - 1) > width and max(wide) > LEAST:
        wide[wide.index(max(wide))] -= 1
    return wide
