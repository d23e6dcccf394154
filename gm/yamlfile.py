"""YAML as people write it, read strictly and with the place of everything.

PyYAML's C parser makes events; from them come nodes whose scalars are text as typed (YAML 1.2 without surprises:
``no`` is a word, ``012`` stays ``012``). Anchors, aliases, tags, double keys, deep nesting and long files are
refused before they can cost anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

import yaml
from msgspec import Struct

from gm.model import Problem

MAX_BYTES = 64 * 1024
MAX_DEPTH = 20

_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile("[\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u00ad]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_NEWLINE = re.compile("\r\n?|\u0085|\u2028|\u2029")


class Node(Struct):
    """A piece of a file: ``text`` of a scalar, ``items`` of a list or ``entries`` (key, value) of a map.

    ``line`` and ``column`` count from 1; ``width`` is how much of the line the caret should underline.
    """

    kind: Literal["text", "list", "map"]
    line: int
    column: int
    width: int = 1
    text: str = ""
    items: list[Node] = []
    entries: list[tuple[Node, Node]] = []

    def get(self, key: str) -> Node | None:
        """The value under ``key`` of a map, spelled exactly so."""
        return next((value for name, value in self.entries if name.text == key), None)

    def plain(self) -> Any:
        """Lists, dictionaries and text, without places."""
        if self.kind == "text":
            return self.text
        if self.kind == "list":
            return [item.plain() for item in self.items]
        return {key.text: value.plain() for key, value in self.entries}


class Refused(Exception):
    """The text breaks our strict profile of YAML; ``problem`` says where and how."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def decode(data: bytes) -> str:
    """The text of a file from any editor: UTF-8, UTF-16, else the likeliest charset of Russian Windows, Unix, DOS."""
    if b"\0" not in data:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            pass
    from gm.charset import guess

    return guess(data)[0]


def tidy(text: str) -> str:
    """The same text with one kind of line end and of space, without invisible characters."""
    return _UNPRINTABLE.sub("\ufffd", _INVISIBLE.sub("", _SPACES.sub(" ", _NEWLINE.sub("\n", text))))


def parse(text: str, first_line: int = 1) -> Node | None:
    """The document in ``text`` (already tidy), or None when it holds nothing but comments.

    ``first_line`` is the number of the text's first line in the file. Raises Refused at the first offence.
    """
    if len(text.encode()) > MAX_BYTES:
        raise Refused(Problem("file_too_long", {"limit": str(MAX_BYTES // 1024)}, first_line))
    try:
        return _document(_checked(yaml.parse(text, Loader=yaml.CBaseLoader), first_line), first_line)
    except yaml.MarkedYAMLError as error:
        raise Refused(_syntax_problem(error, text, first_line)) from None
    except yaml.YAMLError:
        raise Refused(Problem("unreadable", {}, first_line)) from None


def _checked(events: Iterator[Any], first_line: int) -> Iterator[Any]:
    """The events of one document of modest depth without anchors, aliases and tags."""
    depth = documents = 0
    for event in events:
        line, column = event.start_mark.line + first_line, event.start_mark.column + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise Refused(Problem("no_aliases", {}, line, column))
        if getattr(event, "tag", None):
            raise Refused(Problem("no_tags", {"tag": str(event.tag)[:40]}, line, column))
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise Refused(Problem("second_document", {}, line, column, 3))
        elif isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise Refused(Problem("too_deep", {"limit": str(MAX_DEPTH)}, line, column))
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        yield event


def _document(events: Iterator[Any], first_line: int) -> Node | None:
    for event in events:
        if isinstance(event, yaml.NodeEvent):
            node = _node(event, events, first_line)
            for _rest in events:  # the generator checks what follows, too
                pass
            return node
    return None


def _node(event: Any, events: Iterator[Any], first_line: int) -> Node:
    start, end = event.start_mark, event.end_mark
    line, column = start.line + first_line, start.column + 1
    if isinstance(event, yaml.ScalarEvent):
        width = end.column - start.column if end.line == start.line else 1
        # an escape in double quotes may stand for what no file may hold
        value = _UNPRINTABLE.sub("\ufffd", _INVISIBLE.sub("", event.value)) if event.style == '"' else event.value
        return Node("text", line, column, max(width, 1), "" if event.value == "~" and not event.style else value)
    if isinstance(event, yaml.SequenceStartEvent):
        node = Node("list", line, column)
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            node.items.append(_node(inner, events, first_line))
        return node
    node = Node("map", line, column)
    lines: dict[str, int] = {}
    while not isinstance(inner := next(events), yaml.MappingEndEvent):
        key = _node(inner, events, first_line)
        if key.kind != "text":
            raise Refused(Problem("key_not_text", {}, key.line, key.column))
        if key.text in lines:
            args = {"key": key.text, "first": str(lines[key.text])}
            raise Refused(Problem("double_key", args, key.line, key.column, key.width))
        lines[key.text] = key.line
        node.entries.append((key, _node(next(events), events, first_line)))
    return node


# What libyaml says -> what we say. The first fragment found in its message counts.
_SYNTAX = (
    ("cannot start any token", "bad_start"),
    ("while scanning a directive", "bad_start"),
    ("mapping values are not allowed", "second_colon"),
    ("could not find expected ':'", "no_colon"),
    ("did not find expected key", "bad_indent"),
    ("did not find expected '-' indicator", "bad_dash"),
    ("block sequence entries are not allowed", "bad_dash"),
    ("did not find expected ',' or ']'", "open_list"),
    ("did not find expected ',' or '}'", "open_map"),
    ("did not find expected node content", "stray_sign"),
    ("unexpected end of stream", "open_quote"),
    ("found unexpected document indicator", "open_quote"),
    ("unknown escape character", "bad_escape"),
    ("while parsing a quoted scalar", "bad_escape"),
    ("while scanning an anchor", "no_aliases"),
    ("while scanning an alias", "no_aliases"),
    ("while scanning a tag", "no_tags"),
    ("while parsing a tag", "no_tags"),
    ("undefined tag handle", "no_tags"),
    ("document start", "second_document"),
)
_OPENED = {"open_list", "open_map", "open_quote"}


def _syntax_problem(error: yaml.MarkedYAMLError, text: str, first_line: int) -> Problem:
    said = f"{error.context or ''} {error.problem or ''}"
    code = next((code for fragment, code in _SYNTAX if fragment in said), "unreadable")
    mark: Any = error.problem_mark or error.context_mark
    if error.context_mark and (code in _OPENED or (code == "stray_sign" and mark.line == mark.column == 0)):
        mark = error.context_mark  # where it was opened helps more than where the file ended
    lines = text.split("\n")
    row, column = (mark.line, mark.column) if mark else (0, 0)
    if code not in _OPENED and (began := _quote_over_lines(text, row)):
        args = {"line": str(row + first_line)}
        return Problem("late_quote", args, began.line + first_line, began.column + 1)
    line = lines[row] if row < len(lines) else ""
    code, column = _seen_in(line, column, code)
    args = {"tag": ""} if code == "no_tags" else {}
    return Problem(code, args, min(row, max(len(lines) - 1, 0)) + first_line, column + 1)


def _quote_over_lines(text: str, row: int) -> Any:
    """Where the quote was opened that closes only in the line of a mistake: probably its own end is missing."""
    began = None
    try:
        for token in yaml.scan(text, Loader=yaml.CBaseLoader):
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                over = token.start_mark.line < token.end_mark.line == row
                began = token.start_mark if over else began
    except yaml.YAMLError:
        pass  # what was scanned before the mistake is enough
    return began


def _seen_in(line: str, column: int, code: str) -> tuple[str, int]:
    """A better code, where the line itself shows what went wrong, and the column to point at."""
    margin = line[: len(line) - len(line.lstrip(" \t-"))]
    if "\t" in margin:
        return "tab", line.index("\t")
    if code == "bad_indent" and line[:column].rstrip().endswith(("'", '"')):
        return "after_quote", column
    if code == "bad_dash" and not line[column:].startswith("-"):
        return "bad_indent", column
    return code, column
