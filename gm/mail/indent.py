"""Indents that a mailer or a forum ate, put back: what a line belongs to is known from the shapes of the orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args

from gm.model import Order, Part
from gm.names import Names
from gm.shapes import FieldShape, field_names, is_dict, is_part, is_tuple, members, shape
from gm.yamlfile import Node, Refused, parse

_ENTRY = re.compile(r"(?P<dash>-\s*)?(?P<key>[^\s:#\[\]{}\"',-][^:#\[\]{}\"',]{0,40}?)\s*:(?P<value>.*)$")
_VALUE = re.compile(r"\s+#.*")


class _Open(NamedTuple):
    """A part whose fields may follow, and how far they are indented."""

    part: type[Part]
    indent: int


def is_whole(text: str, known: Callable[[str], bool]) -> bool:
    """Whether a file can be read at all: a list of orders, each with nothing beside its verb."""
    try:
        root = parse(text)
    except Refused:
        return False
    if root is None or root.kind != "list":
        return root is None
    return all(_is_order(item, known) for item in root.items)


def _is_order(item: Node, known: Callable[[str], bool]) -> bool:
    if item.kind == "map":
        return len(item.entries) == 1 and known(item.entries[0][0].text)
    return item.kind == "text" and (known(item.text) or not item.text)


def reindented(lines: Sequence[str], kinds: Sequence[type[Order]]) -> list[str] | None:
    """The lines of a file with the indents that its orders need, or None where that can't be told."""
    return _Indenter(kinds).lines(lines)


class _Indenter:
    def __init__(self, kinds: Sequence[type[Order]]) -> None:
        self.kinds, self.verbs = {kind.verb.id: kind for kind in kinds}, Names(kind.verb for kind in kinds)
        self.open: list[_Open] = []
        self.pending: tuple[FieldShape, int] | None = None  # a field without a value yet, and its indent

    def lines(self, lines: Sequence[str]) -> list[str] | None:
        out: list[str] = []
        for line in lines:
            text = line.strip()
            if not text or text.startswith("#"):
                out.append(text)
                continue
            placed = self.place(text)
            if placed is None:
                return None
            out.append(placed)
        return out

    def place(self, text: str) -> str | None:
        """The line where it belongs."""
        found = _ENTRY.match(text)
        if found is None:
            return self._item(text)
        key, value = found["key"], found["value"].strip()
        if found["dash"] is not None:
            return self._order(key, value) or self._part_of_list(key, value)
        bare = not _VALUE.sub("", f" {value}").strip()
        return self._field(key, value) or self._entry(key, value) or (self._order(key, value) if bare else None)

    def _item(self, text: str) -> str | None:
        """An order of one word, or an item of a list."""
        word = text.removeprefix("-").strip()
        if not text.startswith("-"):
            return None
        if self.pending and any(is_tuple(kind) for kind in _kinds(self.pending[0])) and not self.verbs.find(word):
            return f"{' ' * (self.pending[1] + 2)}- {word}"
        return self._order(word, "", "") if self.verbs.find(word) else None

    def _order(self, verb: str, value: str, colon: str = ":") -> str | None:
        found = self.verbs.find(verb)
        if found is None:
            return None
        self.open, self.pending = [_Open(self.kinds[found], 4)], None
        return f"- {verb}{colon} {value}".rstrip()

    def _field(self, key: str, value: str) -> str | None:
        """A field of the innermost part that knows it; a part that is pending counts as the innermost."""
        if self.pending and not self.open_list():
            field, indent = self.pending
            inner = next((part for part in _parts(field) if field_names(part).find(key)), None)
            if inner:
                self.open.append(_Open(inner, indent + 2))
        for n in range(len(self.open) - 1, -1, -1):
            part, indent = self.open[n]
            if (name := field_names(part).find(key)) is not None:
                self.open, field = self.open[: n + 1], _field_of(part, name)
                self.pending = None if _VALUE.sub("", f" {value}").strip() else (field, indent)
                return f"{' ' * indent}{key}: {value}".rstrip()
        return None

    def open_list(self) -> bool:
        """Whether the field that waits for its value wants a list, whose parts begin with a dash."""
        kinds = _kinds(self.pending[0]) if self.pending else []
        return any(is_tuple(kind) for kind in kinds) and not any(is_part(kind) for kind in kinds)

    def _entry(self, key: str, value: str) -> str | None:
        """One line of a map from names to values, such as units and how many."""
        if self.pending and any(is_dict(kind) for kind in _kinds(self.pending[0])):
            return f"{' ' * (self.pending[1] + 2)}{key}: {value}".rstrip()
        return None

    def _part_of_list(self, key: str, value: str) -> str | None:
        """The first field of an item: of the list that waits, or of one that is open already."""
        if self.pending and self.open_list():
            field, indent = self.pending
            part = next((part for part in _parts(field) if field_names(part).find(key)), None)
            self.open += [_Open(part, indent + 4)] if part else []
        for n in range(len(self.open) - 1, 0, -1):
            part, indent = self.open[n]
            if (name := field_names(part).find(key)) is not None:
                self.open = self.open[: n + 1]
                self.pending = None if value else (_field_of(part, name), indent)
                return f"{' ' * (indent - 2)}- {key}: {value}".rstrip()
        return None


def _field_of(part: type[Part], name: str) -> FieldShape:
    return next(field for field in shape(part) if field.name == name)


def _kinds(field: FieldShape) -> list[Any]:
    return [member.type for member in members(field.type)]


@cache
def _parts_of(type_: Any) -> tuple[type[Part], ...]:
    return tuple(_walk(type_))


def _walk(type_: Any) -> Iterator[type[Part]]:
    for member in members(type_):
        if is_part(member.type):
            yield member.type
        elif is_tuple(member.type):
            yield from _walk(get_args(member.type)[0])


def _parts(field: FieldShape) -> tuple[type[Part], ...]:
    return _parts_of(field.type)
