"""Small steps over a description: each gives what a node says, or a problem at its place and something neutral."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from gm.model import Lang, Name, Problem, Text
from gm.names import Names
from gm.reading import quoted
from gm.yamlfile import Node

MOST = 99_999
"""No track, turn or round of a game comes near it."""
NOTHING = Names([Name("none", "none", "нет", ("nothing", "nobody", "ничего", "никого", "null"))])
_NUMBER = re.compile("[+-]?[0-9]{1,9}")


class Walker:
    """Collects problems; ``tables``: kind of thing -> its names, ``kinds``: what such a thing is called."""

    def __init__(self, lang: Lang, kinds: Mapping[str, Text]) -> None:
        self.lang, self.kinds = lang, kinds
        self.problems: list[Problem] = []
        self.tables: dict[str, Names] = {}

    def say(self, code: str, node: Node, **args: str) -> None:
        """Add a problem at a node."""
        self.problems.append(Problem(code, args, node.line, node.column, node.width))

    def entries(self, node: Node | None) -> list[tuple[Node, Node]]:
        """The pairs of a map; nothing and an empty value are no pairs."""
        if node is None or empty(node):
            return []
        if node.kind != "map":
            self.say("not_a_map", node)
            return []
        return node.entries

    def fields(self, node: Node | None, known: Iterable[str]) -> dict[str, Node]:
        """The values of a map by its keys; keys that mean nothing, or the same twice, are problems."""
        names, found = Names(Name(key, key, key) for key in known), dict[str, Node]()
        for key, value in self.entries(node):
            id_ = names.find(key.text)
            if id_ is None:
                meant, keys = names.close_to(key.text, self.lang) or "", ", ".join(names)
                self.say("unknown_field", key, typed=quoted(key.text), meant=meant, keys=keys)
            elif id_ in found:
                self.say("double_key", key, key=quoted(key.text), first=str(found[id_].line))
            else:
                found[id_] = value
        return found

    def items(self, node: Node | None) -> list[Node]:
        """The items of a list; a bare value is a list of one, nothing and ``none`` are an empty one."""
        if node is None or is_none(node) or empty(node):
            return []
        return node.items if node.kind == "list" else [node]

    def number(self, node: Node | None, default: int = 0, least: int = 0, most: int = MOST) -> int:
        """A whole number within bounds."""
        if node is None or empty(node):
            return default
        if node.kind != "text" or not _NUMBER.fullmatch(node.text):
            self.say("not_a_number", node, typed=quoted(node.text))
        elif int(node.text) < least:
            self.say("greater_than_equal", node, ge=str(least))
        elif int(node.text) > most:
            self.say("less_than_equal", node, le=str(most))
        else:
            return int(node.text)
        return default

    def named(self, kind: str, node: Node | None) -> str | None:
        """The id of what a text names, or None with a problem that suggests what was meant; nothing names nothing."""
        if node is None or empty(node):
            return None
        names = self.tables[kind]
        found = names.find(node.text) if node.kind == "text" else None
        if found is None:
            meant = (names.close_to(node.text, self.lang) or "") if node.kind == "text" else ""
            words = ", ".join(name.of(self.lang) for name in names.values()) if len(names) <= 8 else ""
            typed = quoted(node.text)
            self.say("unknown_name", node, typed=typed, kind=self.kinds[kind].of(self.lang), meant=meant, words=words)
        return found

    def all_named(self, kind: str, node: Node | None) -> list[str]:
        """The ids in a list of names, each once."""
        found: list[str] = []
        for item in self.items(node):
            id_ = self.named(kind, item)
            if id_ is not None and id_ not in found:
                found.append(id_)
        return found

    def pairs(self, kind: str, node: Node | None) -> Iterator[tuple[str, Node]]:
        """The pairs of a map whose keys are names of that kind, each once."""
        first: dict[str, int] = {}
        for key, value in self.entries(node):
            id_ = self.named(kind, key)
            if id_ is not None and id_ in first:
                self.say("double_key", key, key=quoted(key.text), first=str(first[id_]))
            elif id_ is not None:
                first[id_] = key.line
                yield id_, value


def empty(node: Node) -> bool:
    """Whether there is a key with nothing behind it."""
    return node.kind == "text" and not node.text


def is_none(node: Node) -> bool:
    """Whether a word says that there is nothing."""
    return node.kind == "text" and NOTHING.find(node.text) is not None
