"""Small steps of reading a described position: numbers, names, lists and maps, with a problem at what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gm.model import Lang, Name, Problem, Text
from gm.names import Names
from gm.rulesets.galactic_council.content import Content
from gm.rulesets.galactic_council.vocabulary import tiles
from gm.yamlfile import Node

_NUMBER = re.compile("[0-9]{1,4}")


class Nodes:
    """The tables of names of one description, and the problems found in it so far. Nothing here ever raises."""

    def __init__(self, content: Content, lang: Lang) -> None:
        self.content, self.lang = content, lang
        self.problems: list[Problem] = []
        self.tables = tables_of(content)

    def say(self, code: str, node: Node, **args: str) -> None:
        self.problems.append(Problem(code, args, node.line, node.column, node.width))

    def entries(self, node: Node | None) -> list[tuple[Node, Node]]:
        """The pairs of a map; nothing and an empty value are no pairs."""
        if node is None or (node.kind == "text" and not node.text):
            return []
        if node.kind != "map":
            self.say("not_a_map", node)
            return []
        return node.entries

    def items(self, node: Node | None) -> list[Node]:
        """The items of a list; a bare value is a list of one."""
        if node is None or (node.kind == "text" and not node.text):
            return []
        return node.items if node.kind == "list" else [node]

    def number(self, node: Node | None, default: int) -> int:
        """A whole number from 0 to 9999."""
        if node is None:
            return default
        if not _NUMBER.fullmatch(node.text):
            self.say("not_a_number", node, typed=node.text)
            return default
        return int(node.text)

    def named(self, kind: str, node: Node) -> str | None:
        """The id of what a text names, or None with a problem that suggests what was meant."""
        names = self.tables[kind]
        found = names.find(node.text) if node.kind == "text" else None
        if found is None:
            meant = names.close_to(node.text, self.lang) or ""
            self.say("unknown_name", node, typed=node.text, kind=KINDS[kind].of(self.lang), meant=meant)
        return found

    def pairs(self, kind: str, node: Node | None) -> Iterable[tuple[str, Node]]:
        """The pairs of a map whose keys are names of that kind."""
        for key, value in self.entries(node):
            if found := self.named(kind, key):
                yield found, value

    def known_keys(self, node: Node, known: Iterable[str]) -> None:
        """Complain of keys that mean nothing here."""
        names = Names(Name(key, key, key) for key in known)
        for key, _value in node.entries:
            if key.text not in names:
                self.say("unknown_field", key, typed=key.text, meant=names.close_to(key.text, self.lang) or "")

    def list_of(self, kind: str, node: Node | None) -> list[str]:
        """The ids that a list names."""
        return [found for item in self.items(node) if (found := self.named(kind, item))]

    def optional(self, kind: str, node: Node | None) -> str | None:
        """The id that a value names, if there is one."""
        return self.named(kind, node) if node and (node.text or node.kind != "text") else None


def tables_of(content: Content) -> dict[str, Names]:
    """Kind of thing -> what a description may call it; those of the board at hand come later."""
    return {
        "race": Names(row.name for row in content.races.values()),
        "unit": Names(row.name for row in content.units.values()),
        "planet": Names(row.name for row in content.planets.values()),
        "technology": Names(row.name for row in content.technologies.values()),
        "strategy": Names(row.name for row in content.strategies.values()),
        "tile": Names(tiles(content)),
    }


KINDS: dict[str, Text] = {
    "race": Text("race", "раса"),
    "unit": Text("unit", "юнит"),
    "planet": Text("system or planet", "система или планета"),
    "place": Text("system or planet of this map", "система или планета на этой карте"),
    "technology": Text("technology", "технология"),
    "strategy": Text("strategy", "стратегия"),
    "tile": Text("tile", "тайл"),
    "system": Text("system", "система"),
    "seat": Text("seat", "игрок"),
    "phase": Text("phase", "фаза"),
}
