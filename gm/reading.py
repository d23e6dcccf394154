"""From the items of a file to orders: names become ids, structure becomes structs, bounds are judged.

Nothing here raises for what a player wrote: every mistake is a ``Problem`` at the node it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, get_args

from msgspec.structs import force_setattr

from gm.model import Choice, Lang, Order, Part, Problem, Text
from gm.names import Names, fold, table
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
        closed: Iterable[type[Order]] = (),
    ) -> None:
        self.verbs = Names(kind.verb for kind in kinds)
        self.kinds = {kind.verb.id: kind for kind in kinds}
        others = tuple(others)
        self.other_verbs = Names(kind.verb for kind in others)
        self.closed_verbs = Names(kind.verb for kind in closed)
        self.view, self.lang, self.problems = view, lang, problems
        self._names: dict[int, Names] = {}
        self.descriptions = [fold(text) for kind in (*kinds, *others) for text in kind.about]
        self._suggested: dict[tuple[int, str], str] = {}

    def names(self, choice: Choice) -> Names:
        """The names of a choice for this view, worked out once a file."""
        key = id(choice.names)
        if key not in self._names:
            self._names[key] = table(choice.names(self.view))
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
        found = self._verb_and_body(item)
        if found is None:
            return None
        kind, verb, body = found
        order = self._part(kind, body, verb, verb)
        if order is _BAD:
            return None
        force_setattr(order, "line", item.line)
        made: Order = order
        return made

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
        if self.closed_verbs.find(verb.text):
            self.say("not_open_to_you", verb, typed=quoted(verb.text))
        elif self.other_verbs.find(verb.text):
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

    def _part(self, part: type[Part], node: Node, holder: Node, whole: Node | None = None) -> Any:
        """The part that a map describes. ``holder`` is blamed for what is missing, ``whole`` for what does not fit."""
        before, fields = len(self.problems), self._as_map(part, node)
        if fields is None:
            return _BAD
        values: dict[str, Any] = {}
        types, seen = {f.name: f.type for f in shape(part)}, dict[str, int]()
        for key, value in fields.entries:
            id_ = self._field(part, key, seen)
            if id_ is not None and (value.kind != "text" or value.text):
                values[id_] = self._value(types[id_], value, key)
        for f in shape(part):
            if f.required and f.name not in values:
                self.say("missing_field", holder, key=f.hint.key.of(self.lang))
        if any(not problem.warning for problem in self.problems[before:]):
            return _BAD
        made = part(**values)
        if code := made.mistake():
            self.say(code, whole or node)
            return _BAD
        return made

    def _as_map(self, part: type[Part], node: Node) -> Node | None:
        """The node as a map of fields: an empty text is an empty map, another value stands for the shorthand."""
        if node.kind == "map" and not self._is_shorthand(part, node):
            return node
        if node.kind == "text" and not node.text:
            return Node("map", node.line, node.column, node.width)
        if part.shorthand is None:
            self.say("not_a_map", node, keys=self._keys(part))
            return None
        key = Node("text", node.line, node.column, node.width, part.shorthand)
        return Node("map", node.line, node.column, node.width, entries=[(key, node)])

    def _is_shorthand(self, part: type[Part], node: Node) -> bool:
        """Whether a map is one item of what the shorthand stands for: no key is the part's own, each is the item's."""
        if part.shorthand is None or not node.entries:
            return False
        own = field_names(part)
        whole = next(f.type for f in shape(part) if f.name == part.shorthand)
        items = [m.type for m in members(whole)]
        inner = [m.type for item in items if is_tuple(item) for m in members(get_args(item)[0])]
        parts = [field_names(type_) for type_ in (*items, *inner) if is_part(type_)]
        keys = [key.text for key, _value in node.entries]
        return not any(map(own.find, keys)) and any(all(map(known.find, keys)) for known in parts)

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

    def _value(self, type_: Any, node: Node, holder: Node) -> Any:
        choices = members(type_)
        if node.kind == "list":
            return self._from_list(choices, node)
        if node.kind == "map":
            return self._from_map(choices, node, holder)
        return self._from_text(choices, node)

    def _from_list(self, choices: Sequence[Member], node: Node) -> Any:
        for member in choices:
            if is_tuple(member.type):
                return self._tuple(member.type, node.items, node)
        for member in choices:
            if is_part(member.type) and member.type.shorthand:
                return self._part(member.type, node, node)
        self.say("no_list_here", node)
        return _BAD

    def _tuple(self, type_: Any, items: Sequence[Node], node: Node) -> Any:
        """A list of values: as many as one likes, or a fixed number of them."""
        inner, *rest = get_args(type_)
        values = [self._value(inner, item, item) for item in items]
        if any(value is _BAD for value in values):
            return _BAD
        if Ellipsis not in rest and len(values) != len(rest) + 1:
            few = len(values) <= len(rest)
            if few:
                self.say("too_short", node, min_length=str(len(rest) + 1))
            else:
                self.say("too_long", node, max_length=str(len(rest) + 1))
            return _BAD
        return tuple(values)

    def _from_map(self, choices: Sequence[Member], node: Node, holder: Node) -> Any:
        for member in choices:
            if is_part(member.type):
                return self._part(member.type, node, holder)
            if is_dict(member.type):
                return self._dict(member.type, node)
        for member in choices:
            if is_tuple(member.type) and any(is_part(m.type) for m in members(get_args(member.type)[0])):
                return self._tuple(member.type, [node], node)
        self.say("no_map_here", node)
        return _BAD

    def _dict(self, type_: Any, node: Node) -> Any:
        key_type, value_type = get_args(type_)
        values: dict[Any, Any] = {}
        good, lines = True, dict[Any, int]()
        for key, value in node.entries:
            id_ = self._value(key_type, key, key)
            if id_ is _BAD:
                good = False
                continue
            if id_ in lines:
                self.say("double_key", key, key=quoted(key.text), first=str(lines[id_]))
            lines[id_] = key.line
            values[id_] = self._value(value_type, value, key)
        good = good and all(value is not _BAD for value in values.values())
        return values if good else _BAD

    def _from_text(self, choices: Sequence[Member], node: Node) -> Any:
        for member in choices:
            if member.choice is not None:
                if id_ := self.names(member.choice).find(node.text):
                    return id_
            elif member.type is bool:
                if id_ := TRUTH.find(node.text):
                    return id_ == "yes"
            elif member.type is int and _NUMBER.fullmatch(node.text):
                return self._bounded(member, int(node.text), node)
            elif member.type is str:
                return self._short(member, node)
        for member in choices:  # a bare word where a list (of one, or with commas) or a part with a shorthand was meant
            if is_tuple(member.type):
                return self._tuple(member.type, _split(node), node)
            if is_part(member.type) and member.type.shorthand:
                return self._part(member.type, node, node)
        self._wrong_text(choices, node)
        return _BAD

    def _bounded(self, member: Member, number: int, node: Node) -> Any:
        """A number, unless it is too small or too large."""
        least, most = member.bound("ge"), member.bound("le")
        if least is not None and number < least:
            self.say("greater_than_equal", node, ge=str(least))
        elif most is not None and number > most:
            self.say("less_than_equal", node, le=str(most))
        else:
            return number
        return _BAD

    def _short(self, member: Member, node: Node) -> Any:
        """Free text, unless it is too long."""
        longest = member.bound("max_length")
        if longest is None or len(node.text) <= longest:
            return node.text
        self.say("string_too_long", node, max_length=str(longest))
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
