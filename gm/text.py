"""A Markdown report as plain text: for terminals, mails and forums that show nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

WIDTH = 100
_UNDERLINES = {"h1": "=", "h2": "-"}


def plain_text(markdown: str, width: int = WIDTH) -> str:
    """The same page without marks: headings underlined, tables in columns, a seat's chip in brackets."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(markdown)
    return "\n".join(_blocks(tokens, width)).strip() + "\n"


def _blocks(tokens: Sequence[Token], width: int) -> Iterator[str]:
    depth, bullet, tag = 0, "", ""
    rows: list[list[str]] = []
    for token in tokens:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
            if not depth:
                yield ""
        elif token.type == "list_item_open":
            bullet = f"{token.info}. " if token.info else "- "
        elif token.type == "table_open":
            rows = []
        elif token.type == "tr_open":
            rows.append([])
        elif token.type == "table_close":
            yield from (*_columns(rows), "")
            rows = []
        elif token.type.endswith("_open"):
            tag = token.tag
        elif token.type == "inline" and rows:
            rows[-1].append(_inline(token))
        elif token.type == "inline":
            yield from _paragraph(_inline(token), tag, depth, bullet, width)
            bullet = ""
        elif token.type in ("fence", "code_block"):
            yield from (*(f"    {line}" for line in token.content.rstrip("\n").split("\n")), "")
        elif token.type == "hr":
            yield from ("-" * 40, "")


def _paragraph(text: str, tag: str, depth: int, bullet: str, width: int) -> Iterator[str]:
    if tag in _UNDERLINES:
        yield from (text, _UNDERLINES[tag] * len(text), "")
        return
    indent = "  " * max(depth - 1, 0)
    for part in text.split("\n"):
        first = f"{indent}{bullet}" if depth else ""
        rest = " " * len(first) if bullet else indent + "  " * bool(depth)
        yield from wrap(part, width, initial_indent=first or rest, subsequent_indent=rest, break_long_words=False) or [
            ""
        ]
        bullet = ""
    if not depth:
        yield ""


def _inline(token: Token) -> str:
    """The text of a line: breaks kept, chips in brackets."""
    parts = []
    for child in token.children or ():
        if child.type == "code_inline":
            parts.append(f"[{child.content}]")
        elif child.type == "hardbreak":
            parts.append("\n")
        elif child.type == "softbreak":
            parts.append(" ")
        else:
            parts.append(child.content)
    return "".join(parts)


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in columns, with a line below its head."""
    count = max(map(len, rows), default=0)
    full = [[*row, *[""] * (count - len(row))] for row in rows]
    widths = [max(map(len, column)) for column in zip(*full, strict=True)]
    for n, row in enumerate(full):
        yield "  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip()
        if n == 0:
            yield "  ".join("-" * size for size in widths)
