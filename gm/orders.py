"""Read order files: from text to orders, with everything that is wrong at once, each with its place.

An order type is a pydantic model; its fields carry a ``Hint`` and its values a ``Choice`` of names. Reading goes in two
steps: names and structure become ids and plain values by walking the type beside the YAML, then pydantic judges them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticUndefined

from gm.model import Choice, Hint, Lang, Name, Order, Part, Problem
from gm.names import Names
from gm.yamlfile import Node, Refused, parse, tidy

_HEADER = re.compile(r"#\s*gm\s+(?P<rest>\S.*)$")
_END = re.compile(r"#\s*end\s*$")
_NUMBER = re.compile(r"[+-]?\d{1,9}$")
_COMMAS = re.compile(r"\s*[,;]\s*")
_BAD = object()

TRUTH = Names([Name("yes", "yes", "да", ("true", "y", "д")), Name("no", "no", "нет", ("false", "n", "н"))])


class Header(NamedTuple):
    """The address line ``#gm <campaign> <turn> <phase> <seat> <code>``; missing words are empty."""

    campaign: str = ""
    turn: str = ""
    phase: str = ""
    seat: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class FieldShape:
    """One field of an order: its Python name, how players see it, its type, whether it may be left out."""

    name: str
    hint: Hint
    type: Any
    required: bool
    default: Any = None


@dataclass(slots=True)
class Reading:
    """What a file came to: the good orders in file order, all problems by line, its header, its tidy lines."""

    orders: tuple[Order, ...] = ()
    problems: list[Problem] = field(default_factory=list)
    header: Header | None = None
    lines: list[str] = field(default_factory=list)
    refused: int = 0

    @property
    def ok(self) -> bool:
        """Whether nothing was refused; warnings don't count."""
        return all(problem.warning for problem in self.problems)


@cache
def shape(part: type[Part]) -> tuple[FieldShape, ...]:
    """The fields of an order or of a part of one, in the order in which a form shows them."""
    fields = []
    for name, info in part.model_fields.items():
        hint = next(item for item in info.metadata if isinstance(item, Hint))
        rest = [item for item in info.metadata if isinstance(item, Choice)]
        type_ = Annotated[info.annotation, rest[0]] if rest else info.annotation
        default = None if info.default is PydanticUndefined else info.default
        fields.append(FieldShape(name, hint, type_, info.is_required(), default))
    return tuple(fields)


@cache
def field_names(part: type[Part]) -> Names:
    """The keys that a part knows, in both languages; ids are the Python field names."""
    return Names(Name(f.name, f.hint.key.en, f.hint.key.ru, f.hint.also) for f in shape(part))


def alternatives(type_: Any) -> Iterator[tuple[Any, Choice | None]]:
    """The members of a type, unions flattened, each with its choice of names if it has one; None is left out."""
    choice = None
    if get_origin(type_) is Annotated:
        type_, *metadata = get_args(type_)
        choice = next((item for item in metadata if isinstance(item, Choice)), None)
    if get_origin(type_) in (Union, UnionType):
        for member in get_args(type_):
            yield from alternatives(member)
    elif type_ is not NoneType:
        yield type_, choice


def header_of(text: str) -> Header | None:
    """The address line of a file, if it has one. ``text`` is tidy."""
    for line in text.split("\n"):
        if found := _HEADER.match(line.strip()):
            return Header(*found["rest"].split()[:5])
    return None


def read(
    kinds: Sequence[type[Order]], text: str, view: Any, lang: Lang = "en", others: Iterable[type[Order]] = ()
) -> Reading:
    """The good orders of a file, and everything that is wrong with the rest.

    ``kinds`` are the order types that this seat may use now, ``others`` those of other phases (they get a kinder
    answer than an unknown word). ``view`` is handed to the choices; ``lang`` is that of the names suggested.
    """
    text = tidy(text)
    reading = Reading(header=header_of(text), lines=text.split("\n"))
    reader = _Reader(kinds, others, view, lang, reading.problems)
    start, body = _between_marks(reading.lines)
    orders: list[Order] = []
    for item in reader.items(body, start):
        order = reader.order(item)
        if order is None:
            reading.refused += 1
        elif type(order).once and any(type(other) is type(order) for other in orders):
            reader.say("only_once", item, verb=type(order).verb.of(lang))
            reading.refused += 1
        else:
            orders.append(order)
    reading.orders = tuple(orders)
    reading.problems.sort(key=lambda problem: (problem.line, problem.column))
    return reading


def _between_marks(lines: list[str]) -> tuple[int, str]:
    """The part of a file between ``#gm`` and ``#end``, and the number of its first line; without marks all of it."""
    first = next((n for n, line in enumerate(lines) if _HEADER.match(line.strip())), 0)
    last = next((n for n in range(first, len(lines)) if _END.match(lines[n].strip())), len(lines))
    return first + 1, "\n".join(lines[first:last])


class _Reader:
    """Walks types and nodes side by side and collects problems."""

    def __init__(
        self, kinds: Sequence[type[Order]], others: Iterable[type[Order]], view: Any, lang: Lang, problems: list[Problem]
    ) -> None:
        self.verbs = Names(kind.verb for kind in kinds)
        self.kinds = {kind.verb.id: kind for kind in kinds}
        self.other_verbs = Names(kind.verb for kind in others)
        self.view, self.lang, self.problems = view, lang, problems
        self._names: dict[int, Names] = {}

    def names(self, choice: Choice) -> Names:
        """The names of a choice for this view, worked out once a file."""
        key = id(choice.names)
        if key not in self._names:
            self._names[key] = Names(choice.names(self.view))
        return self._names[key]

    def say(self, code: str, node: Node, warning: bool = False, **args: str) -> None:
        self.problems.append(Problem(code, args, node.line, node.column, node.width, warning))

    # -- the file as a list of items

    def items(self, text: str, first_line: int) -> list[Node]:
        """The items of the file. A file broken in one place is cut at its dashes, so that the rest still counts."""
        try:
            return self._list(parse(text, first_line))
        except Refused as refused:
            blocks = _blocks(text, first_line)
            if len(blocks) < 2 or refused.problem.code == "too_long":
                self.problems.append(refused.problem)
                return []
        items = []
        for line, block in blocks:
            try:
                items += self._list(parse(block, line))
            except Refused as refused:
                self.problems.append(refused.problem)
        return items

    def _list(self, root: Node | None) -> list[Node]:
        if root is None or (root.kind == "text" and not root.text):
            return []
        if root.kind == "list":
            return root.items
        self.say("not_a_list", root)
        return []

    # -- one order

    def order(self, item: Node) -> Order | None:
        """The order that an item holds, or None when it is refused (the problems say why)."""
        before = len(self.problems)
        found = self._verb_and_body(item)
        if found is None:
            return None
        kind, body = found
        places: dict[tuple[Any, ...], Node] = {(): item}
        values = self.part(kind, body, (), places, item)
        bad = {(p.line, p.column) for p in self.problems[before:] if not p.warning}
        try:
            order = kind.model_validate({} if values is _BAD else values)
        except ValidationError as error:
            for detail in error.errors(include_url=False):
                self._judge(detail, places, bad)
            return None
        if values is _BAD or bad:
            return None
        order._line = item.line
        return order

    def _verb_and_body(self, item: Node) -> tuple[type[Order], Node] | None:
        if item.kind == "text" and item.text:
            verb, body = item, Node("map", item.line, item.column, item.width)
        elif item.kind == "map" and item.entries:
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
        return self.kinds[id_], body

    def _unknown_verb(self, verb: Node) -> None:
        if self.other_verbs.find(verb.text):
            self.say("other_phase", verb, typed=verb.text)
        else:
            self.say("unknown_order", verb, typed=verb.text, meant=self.verbs.close_to(verb.text, self.lang) or "")

    def _judge(self, detail: ErrorDetails, places: dict[tuple[Any, ...], Node], bad: set[tuple[int, int]]) -> None:
        """Turn pydantic's error into a problem at the nearest node we know, unless that node was blamed already."""
        loc, known = detail["loc"], ()
        for step in loc:
            if (*known, step) in places:
                known = (*known, step)
        node = places[known]
        if detail["type"] == "missing" or (node.line, node.column) in bad:
            return
        context = {key: str(value) for key, value in detail.get("ctx", {}).items()}
        self.say(str(detail["type"]), node, **context)

    # -- values

    def part(self, part: type[Part], node: Node, at: tuple[Any, ...], places: Any, holder: Node) -> Any:
        """The values of a map by Python field name; ``holder`` is blamed for what is missing."""
        if node.kind != "map":
            if node.kind == "text" and not node.text:
                node = Node("map", node.line, node.column, node.width)
            elif part.shorthand is not None:
                key = Node("text", node.line, node.column, node.width, part.shorthand)
                node = Node("map", node.line, node.column, node.width, entries=[(key, node)])
            else:
                self.say("not_a_map", node)
                return _BAD
        values: dict[str, Any] = {}
        known, shapes, seen = field_names(part), {f.name: f for f in shape(part)}, dict[str, int]()
        good = True
        for key, value in node.entries:
            id_ = known.find(key.text)
            if id_ is None:
                self.say("unknown_field", key, typed=key.text, meant=known.close_to(key.text, self.lang) or "")
                good = False
            elif id_ in seen:
                self.say("double_key", key, key=key.text, first=str(seen[id_]))
                good = False
            else:
                seen[id_] = key.line
                if value.kind == "text" and not value.text:
                    continue
                places[(*at, id_)] = value
                values[id_] = self.value(shapes[id_].type, value, (*at, id_), places)
        for f in shapes.values():
            if f.required and f.name not in values:
                self.say("missing_field", holder, key=f.hint.key.of(self.lang))
                good = False
        good = good and all(value is not _BAD for value in values.values())
        return values if good else _BAD

    def value(self, type_: Any, node: Node, at: tuple[Any, ...], places: Any) -> Any:
        """A value of the given type with names turned into ids; _BAD when it can't be one."""
        members = list(alternatives(type_))
        if node.kind == "list":
            return self._from_list(members, node, at, places)
        if node.kind == "map":
            return self._from_map(members, node, at, places)
        return self._from_text(members, node, at, places)

    def _from_list(self, members: list[tuple[Any, Choice | None]], node: Node, at: tuple[Any, ...], places: Any) -> Any:
        for member, _choice in members:
            if get_origin(member) is tuple:
                return self._tuple(get_args(member)[0], node.items, at, places)
        for member, _choice in members:
            if _is_part(member) and member.shorthand:
                return self.part(member, node, at, places, node)
        self.say("no_list_here", node)
        return _BAD

    def _tuple(self, inner: Any, items: list[Node], at: tuple[Any, ...], places: Any) -> Any:
        values = []
        for n, item in enumerate(items):
            places[(*at, n)] = item
            values.append(self.value(inner, item, (*at, n), places))
        return _BAD if any(value is _BAD for value in values) else tuple(values)

    def _from_map(self, members: list[tuple[Any, Choice | None]], node: Node, at: tuple[Any, ...], places: Any) -> Any:
        for member, _choice in members:
            if _is_part(member):
                return self.part(member, node, at, places, node)
            if get_origin(member) is dict:
                return self._dict(member, node, at, places)
        for member, _choice in members:
            if get_origin(member) is tuple and any(_is_part(m) for m, _ in alternatives(get_args(member)[0])):
                return self._tuple(get_args(member)[0], [node], at, places)
        self.say("no_map_here", node)
        return _BAD

    def _dict(self, member: Any, node: Node, at: tuple[Any, ...], places: Any) -> Any:
        key_type, value_type = get_args(member)
        values: dict[Any, Any] = {}
        good = True
        for key, value in node.entries:
            id_ = self.value(key_type, key, at, places)
            if id_ is _BAD:
                good = False
                continue
            if id_ in values:
                self.say("double_key", key, key=key.text, first=str(places[(*at, id_)].line))
                good = False
            places[(*at, id_)] = value
            values[id_] = self.value(value_type, value, (*at, id_), places)
        good = good and all(value is not _BAD for value in values.values())
        return values if good else _BAD

    def _from_text(self, members: list[tuple[Any, Choice | None]], node: Node, at: tuple[Any, ...], places: Any) -> Any:
        kinds: list[str] = []
        close: list[str] = []
        for member, choice in members:
            if choice is not None:
                names = self.names(choice)
                if id_ := names.find(node.text):
                    return id_
                kinds.append(choice.kind.of(self.lang))
                if meant := names.close_to(node.text, self.lang):
                    close.append(meant)
            elif member is bool:
                if id_ := TRUTH.find(node.text):
                    return id_ == "yes"
                kinds.append(" / ".join(TRUTH[i].of(self.lang) for i in TRUTH))
            elif member is int and _NUMBER.match(node.text):
                return int(node.text)
            elif member is str or get_origin(member) is Literal:
                return node.text
        return self._text_for_more(members, node, at, places, kinds, close)

    def _text_for_more(
        self, members: list[Any], node: Node, at: tuple[Any, ...], places: Any, kinds: list[str], close: list[str]
    ) -> Any:
        """A bare word where a list (of one, or with commas) or a part with a shorthand was meant; or a mistake."""
        for member, _choice in members:
            if get_origin(member) is tuple:
                return self._tuple(get_args(member)[0], _split(node), at, places)
            if _is_part(member) and member.shorthand:
                return self.part(member, node, at, places, node)
        if any(member is int for member, _ in members) and not kinds:
            self.say("not_a_number", node, typed=node.text)
        elif kinds:
            self.say("unknown_name", node, typed=node.text, kind=" / ".join(kinds), meant=close[0] if close else "")
        else:
            self.say("not_a_map", node)
        return _BAD


def _is_part(member: Any) -> bool:
    return isinstance(member, type) and issubclass(member, Part)


def _split(node: Node) -> list[Node]:
    """A text node cut at its commas."""
    nodes, start = [], 0
    for word in _COMMAS.split(node.text.strip()):
        start = max(node.text.find(word, start), 0)
        nodes.append(Node("text", node.line, node.column + start, max(len(word), 1), word))
        start += len(word)
    return nodes


def _blocks(text: str, first_line: int) -> list[tuple[int, str]]:
    """The text cut at every dash that stands at the left edge (or at the depth of the first one)."""
    lines = text.split("\n")
    dashes = [len(line) - len(line.lstrip()) for line in lines if line.lstrip().startswith("- ") or line.strip() == "-"]
    if not dashes:
        return []
    edge = " " * min(dashes)
    starts = [n for n, line in enumerate(lines) if line.startswith((f"{edge}- ", f"{edge}-\n")) or line == f"{edge}-"]
    ends = [*starts[1:], len(lines)]
    return [(first_line + a, "\n".join(lines[a:b])) for a, b in zip(starts, ends, strict=True)]
