"""From the items of a file to orders: names become ids, structure becomes plain values, then pydantic judges.

Nothing here raises for what a player wrote: every mistake is a ``Problem`` at the node it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gm.model import Choice, Lang, Order, Part, Problem, Text
from gm.names import Names, fold
from gm.shapes import TRUTH, Member, field_names, is_dict, is_part, is_tuple, members, shape
from gm.yamlfile import Node

MAX_SUGGESTIONS = 60
"""Finding what was meant is the slow part of reading; a file that needs more of it is no order file."""
MAX_QUOTED = 60

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_COMMAS = re.compile(r"\s*[,;>→]\s*")
_GLUED = re.compile(r"([^:\s][^:]*):(\S.*)")
_BAD: Any = object()
_WORD = Text("word", "слово")

Path = tuple[Any, ...]


def quoted(text: str) -> str:
    """What a player typed, short enough to be quoted in a sentence."""
    text = " ".join(text.split())
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"


class Reader:
    """Walks types and nodes side by side and collects problems."""

    def __init__(
        self,
        kinds: Sequence[type[Order]],
        others: Iterable[type[Order]],
        view: Any,
        lang: Lang,
        problems: list[Problem],
    ) -> None:
        self.verbs = Names(kind.verb for kind in kinds)
        self.kinds = {kind.verb.id: kind for kind in kinds}
        others = tuple(others)
        self.other_verbs = Names(kind.verb for kind in others)
        self.view, self.lang, self.problems = view, lang, problems
        self._names: dict[int, Names] = {}
        self._places: dict[Path, Node] = {}
        self.descriptions = [fold(text) for kind in (*kinds, *others) for text in kind.about]
        self._suggested: dict[tuple[int, str], str] = {}

    def names(self, choice: Choice) -> Names:
        """The names of a choice for this view, worked out once a file."""
        key = id(choice.names)
        if key not in self._names:
            self._names[key] = Names(choice.names(self.view))
        return self._names[key]

    def say(self, code: str, node: Node, warning: bool = False, **args: str) -> None:
        """Add a problem at a node."""
        self.problems.append(Problem(code, args, node.line, node.column, node.width, warning))

    def meant(self, names: Names, text: str) -> str:
        """The name that was probably meant, or an empty text."""
        key = (id(names), text)
        if key not in self._suggested:
            if len(self._suggested) >= MAX_SUGGESTIONS:
                return ""
            self._suggested[key] = names.close_to(text, self.lang) or ""
        return self._suggested[key]

    # -- one order

    def order(self, item: Node) -> Order | None:
        """The order that an item holds, or None when it is refused (the problems say why)."""
        before = len(self.problems)
        found = self._verb_and_body(item)
        if found is None:
            return None
        kind, verb, body = found
        self._places = {(): verb}
        values = self._part(kind, body, (), verb)
        said = [problem for problem in self.problems[before:] if not problem.warning]
        order = self._judged(kind, {} if values is _BAD else values, said)
        if order is not None:
            order._line = item.line
        return order

    def _judged(self, kind: type[Order], values: Mapping[str, Any], said: list[Problem]) -> Order | None:
        """The order, if pydantic agrees too; ``said`` are the problems that were found before."""
        try:
            order = kind.model_validate(values)
        except ValidationError as error:
            found = self._explained(error.errors(include_url=False, include_input=False), said)
            if not said and not found:
                self.say("not_an_order", self._places[()])
            self.problems.extend(found)
            return None
        return None if said else order

    def _explained(self, details: Sequence[ErrorDetails], said: list[Problem]) -> list[Problem]:
        """Pydantic's errors as problems at the nearest nodes that we know.

        One problem a node, and none at a node whose parts are blamed: the members of a union all complain.
        """
        found: list[Problem] = []
        blamed = {(problem.line, problem.column) for problem in said}
        paths = [self._known(detail["loc"]) for detail in details]
        for detail, path in zip(details, paths, strict=True):
            node, code = self._places[path], str(detail["type"])
            args = {key: quoted(str(value)) for key, value in detail.get("ctx", {}).items()}
            if code == "missing":
                if not detail["loc"] or not isinstance(detail["loc"][-1], int):
                    continue  # said already, by its name
                code, args = "too_short", {"min_length": str(detail["loc"][-1] + 1)}
            if said and (not path or node.kind == "map"):
                continue  # judged without the parts that were bad, a whole may look wrong
            deeper = any(len(other) > len(path) and other[: len(path)] == path for other in paths)
            if not deeper and (node.line, node.column) not in blamed:
                blamed.add((node.line, node.column))
                found.append(Problem(code, args, node.line, node.column, node.width))
        return found

    def _known(self, loc: Path) -> Path:
        """The longest part of pydantic's path that has a node; names of union members are passed over."""
        known: Path = ()
        for step in loc:
            if (*known, step) in self._places:
                known = (*known, step)
        return known

    def _verb_and_body(self, item: Node) -> tuple[type[Order], Node, Node] | None:
        if item.kind == "text" and item.text.strip():
            verb, body = item, Node("map", item.line, item.column, item.width)
        elif item.kind == "map" and item.entries and item.entries[0][0].text.strip():
            verb, body = item.entries[0]
            if len(item.entries) > 1:
                if body.kind != "text" or body.text:
                    self.say("one_order_per_dash", item.entries[1][0])
                    return None
                body = Node("map", item.line, item.column, item.width, entries=item.entries[1:])
                self.say("indent_repaired", item.entries[1][0], warning=True)
        else:
            self.say("not_an_order", item)
            return None
        id_ = self.verbs.find(verb.text)
        if id_ is None:
            self._unknown_verb(verb)
            return None
        return self.kinds[id_], verb, body

    def _unknown_verb(self, verb: Node) -> None:
        if self.other_verbs.find(verb.text):
            self.say("other_phase", verb, typed=quoted(verb.text))
        elif not self._glued(verb, self.verbs):
            self.say("unknown_order", verb, typed=quoted(verb.text), meant=self.meant(self.verbs, verb.text))

    def _glued(self, node: Node, names: Names) -> bool:
        """Whether the colon of ``крейсер:2`` lacks its space, which makes one word of it; says so."""
        found = _GLUED.fullmatch(node.text)
        if found is None or names.find(found[1]) is None:
            return False
        self.say("no_space", node, key=quoted(found[1]), value=quoted(found[2]))
        return True

    # -- values: each gives ids and plain values, or _BAD when a problem was said

    def _part(self, part: type[Part], node: Node, at: Path, holder: Node) -> Any:
        """The good values of a map by Python field name; ``holder`` is blamed for what is missing."""
        if node.kind != "map":
            if node.kind == "text" and not node.text:
                node = Node("map", node.line, node.column, node.width)
            elif part.shorthand is not None:
                key = Node("text", node.line, node.column, node.width, part.shorthand)
                node = Node("map", node.line, node.column, node.width, entries=[(key, node)])
            else:
                self.say("not_a_map", node, keys=self._keys(part))
                return _BAD
        values: dict[str, Any] = {}
        types, seen = {f.name: f.type for f in shape(part)}, dict[str, int]()
        for key, value in node.entries:
            id_ = self._field(part, key, seen)
            if id_ is None or (value.kind == "text" and not value.text):
                continue
            self._places[*at, id_] = value
            found = self._value(types[id_], value, (*at, id_), key)
            if found is not _BAD:
                values[id_] = found
        for f in shape(part):
            if f.required and (f.name not in values) and (*at, f.name) not in self._places:
                self.say("missing_field", holder, key=f.hint.key.of(self.lang))
        return values

    def _field(self, part: type[Part], key: Node, seen: dict[str, int]) -> str | None:
        known = field_names(part)
        id_ = known.find(key.text)
        if id_ is None:
            if not self._glued(key, known):
                meant = self.meant(known, key.text)
                self.say("unknown_field", key, typed=quoted(key.text), meant=meant, keys=self._keys(part))
        elif id_ in seen:
            self.say("double_key", key, key=quoted(key.text), first=str(seen[id_]))
            return None
        else:
            seen[id_] = key.line
        return id_

    def _keys(self, part: type[Part]) -> str:
        return ", ".join(f.hint.key.of(self.lang) for f in shape(part))

    def _value(self, type_: Any, node: Node, at: Path, holder: Node) -> Any:
        choices = members(type_)
        if node.kind == "list":
            return self._from_list(choices, node, at)
        if node.kind == "map":
            return self._from_map(choices, node, at, holder)
        return self._from_text(choices, node, at)

    def _from_list(self, choices: Sequence[Member], node: Node, at: Path) -> Any:
        for member in choices:
            if is_tuple(member.type):
                return self._tuple(get_args(member.type)[0], node.items, at)
        for member in choices:
            if is_part(member.type) and member.type.shorthand:
                return self._part(member.type, node, at, node)
        self.say("no_list_here", node)
        return _BAD

    def _tuple(self, inner: Any, items: Sequence[Node], at: Path) -> Any:
        values = []
        for n, item in enumerate(items):
            self._places[*at, n] = item
            values.append(self._value(inner, item, (*at, n), item))
        return _BAD if any(value is _BAD for value in values) else tuple(values)

    def _from_map(self, choices: Sequence[Member], node: Node, at: Path, holder: Node) -> Any:
        for member in choices:
            if is_part(member.type):
                return self._part(member.type, node, at, holder)
            if is_dict(member.type):
                return self._dict(member.type, node, at)
        for member in choices:
            if is_tuple(member.type) and any(is_part(m.type) for m in members(get_args(member.type)[0])):
                return self._tuple(get_args(member.type)[0], [node], at)
        self.say("no_map_here", node)
        return _BAD

    def _dict(self, type_: Any, node: Node, at: Path) -> Any:
        key_type, value_type = get_args(type_)
        values: dict[Any, Any] = {}
        good, lines = True, dict[Any, int]()
        for key, value in node.entries:
            id_ = self._value(key_type, key, at, key)
            if id_ is _BAD:
                good = False
                continue
            if id_ in lines:
                self.say("double_key", key, key=quoted(key.text), first=str(lines[id_]))
            lines[id_] = key.line
            self._places[*at, id_] = value
            values[id_] = self._value(value_type, value, (*at, id_), key)
        good = good and all(value is not _BAD for value in values.values())
        return values if good else _BAD

    def _from_text(self, choices: Sequence[Member], node: Node, at: Path) -> Any:
        for member in choices:
            if member.choice is not None:
                if id_ := self.names(member.choice).find(node.text):
                    return id_
            elif member.type is bool:
                if id_ := TRUTH.find(node.text):
                    return id_ == "yes"
            elif member.type is int and _NUMBER.fullmatch(node.text):
                return int(node.text)
            elif member.type is str or get_origin(member.type) is Literal:
                return node.text
        for member in choices:  # a bare word where a list (of one, or with commas) or a part with a shorthand was meant
            if is_tuple(member.type):
                return self._tuple(get_args(member.type)[0], _split(node), at)
            if is_part(member.type) and member.type.shorthand:
                return self._part(member.type, node, at, node)
        self._wrong_text(choices, node)
        return _BAD

    def _wrong_text(self, choices: Sequence[Member], node: Node) -> None:
        """Say what should have stood there: a map, a number, or one of some names."""
        sets = [self.names(member.choice) for member in choices if member.choice is not None]
        sets += [TRUTH for member in choices if member.type is bool]
        kinds = [member.choice.kind.of(self.lang) for member in choices if member.choice is not None]
        typed, words = quoted(node.text), self._words(sets)
        if any(self._glued(node, names) for names in (*sets, *self._keys_of_dicts(choices))):
            return
        if not node.text:
            self.say("empty_value", node)
        elif any(is_dict(member.type) for member in choices):
            self.say("pairs_or_word", node, typed=typed, words=words)
        elif not sets and any(member.type is int for member in choices):
            self.say("not_a_number", node, typed=typed)
        elif not sets:
            part = next((member.type for member in choices if is_part(member.type)), None)
            self.say("not_a_map", node, keys=self._keys(part) if part else "")
        else:
            meant = next(filter(None, (self.meant(names, node.text) for names in sets)), "")
            kind = " / ".join(dict.fromkeys(kinds)) or _WORD.of(self.lang)
            self.say("unknown_name", node, typed=typed, kind=kind, meant=meant, words=words)

    def _keys_of_dicts(self, choices: Sequence[Member]) -> list[Names]:
        keys = [members(get_args(member.type)[0]) for member in choices if is_dict(member.type)]
        return [self.names(key.choice) for row in keys for key in row if key.choice is not None]

    def _words(self, sets: Sequence[Names]) -> str:
        """All that might stand there, if it is little enough to be told."""
        words = [name.of(self.lang) for names in sets for name in names.values()]
        return ", ".join(words) if len(words) <= 8 else ""


def _split(node: Node) -> list[Node]:
    """A text node cut at its commas; an empty one is an empty list."""
    nodes, start = [], 0
    for word in filter(None, _COMMAS.split(node.text.strip())):
        start = max(node.text.find(word, start), 0)
        nodes.append(Node("text", node.line, node.column + start, max(len(word), 1), word))
        start += len(word)
    return nodes
