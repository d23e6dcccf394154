"""The JSON Schema of an order file, for editors that complete and check while one types.

It accepts what ``gm.orders`` accepts in its plain spelling: keys of both languages, names, ids and aliases. With a view
the names are those of that seat; without one, names that depend on the view are any text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from gm import i18n
from gm.model import Choice, Lang, Name, Order, Part
from gm.shapes import TRUTH, FieldShape, Member, is_dict, is_part, is_tuple, members, shape

Json = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_BOUNDS = {"ge": "minimum", "le": "maximum", "max_length": "maxLength"}


def schema(kinds: Sequence[type[Order]], view: Any, lang: Lang, title: str = "") -> Json:
    """The schema of a file with orders of these kinds, with keys and hints in ``lang`` first."""
    maker = _Maker(view, lang)
    orders = [maker.order(kind) for kind in kinds]
    return {
        "$schema": DIALECT,
        "title": title or i18n.text("Orders", lang),
        "type": ["array", "null"],
        "items": {"anyOf": orders} if orders else False,
        "$defs": maker.definitions,
    }


class _Maker:
    """Makes the schema of each part and each set of names once, as a definition."""

    def __init__(self, view: Any, lang: Lang) -> None:
        self.view, self.lang = view, lang
        self.definitions: dict[str, Json] = {}
        self._known: dict[Any, str] = {}

    def order(self, kind: type[Order]) -> Json:
        """An order: a map with the verb as its only key, or the verb alone when nothing is required."""
        body = self._part(kind)
        about = kind.about.of(self.lang)
        keys = _keys(kind.verb, self.lang)
        whole: Json = {
            "type": "object",
            "description": about,
            "properties": {key: {"description": about, **body} for key in keys},
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        }
        if any(field.required for field in shape(kind)):
            return whole
        return {"description": about, "anyOf": [whole, {"enum": keys}]}

    def _part(self, part: type[Part]) -> Json:
        """A map of fields, or its shorthand."""
        return self._defined(part, part.__name__, lambda: self._part_itself(part))

    def _part_itself(self, part: type[Part]) -> Json:
        fields = shape(part)
        properties: Json = {}
        for field in fields:
            described = {"description": field.hint.text.of(self.lang), **self._field(field)}
            for key in _field_keys(field, self.lang):
                properties.setdefault(key, described)
        whole: Json = {"type": "object", "properties": properties, "additionalProperties": False}
        needed = [field for field in fields if field.required]
        if needed:
            spellings = (_field_keys(field, self.lang) for field in needed)
            whole["allOf"] = [{"anyOf": [{"required": [key]} for key in keys]} for keys in spellings]
        options = [whole]
        if part.shorthand:
            options.append(self._field(next(field for field in fields if field.name == part.shorthand)))
        if not needed:
            options.append({"type": "null"})
        return options[0] if len(options) == 1 else {"anyOf": options}

    def _field(self, field: FieldShape) -> Json:
        """A field's value; one without a value counts as left out."""
        options = [*self._options(field.type)]
        if not field.required:
            options.append({"type": "null"})
        return options[0] if len(options) == 1 else {"anyOf": options}

    def _value(self, type_: Any) -> Json:
        options = [*self._options(type_)]
        return options[0] if len(options) == 1 else {"anyOf": options}

    def _options(self, type_: Any) -> Iterator[Json]:
        for member in members(type_):
            yield from self._member(member)

    def _member(self, member: Member) -> Iterator[Json]:
        if is_part(member.type):
            yield self._part(member.type)
        elif is_dict(member.type):
            key, value = get_args(member.type)
            yield {"type": "object", "propertyNames": self._value(key), "additionalProperties": self._value(value)}
        elif is_tuple(member.type):
            yield from self._list(member)
        elif member.choice is not None:
            yield self._names(member.choice)
        elif member.type is bool:
            yield {"enum": [True, False, *(word for name in TRUTH.values() for word in name.spellings())]}
        elif member.type is int:
            yield {"type": "integer", **_bounds(member)}
        else:
            words = get_args(member.type) if get_origin(member.type) is Literal else ()
            yield {"enum": [*words]} if words else {"type": ["string", "number", "boolean"], **_bounds(member)}

    def _list(self, member: Member) -> Iterator[Json]:
        """A list, or one item of it, or several with commas."""
        inner = get_args(member.type)
        item = self._value(inner[0])
        length = {"minItems": len(inner), "maxItems": len(inner)} if inner[-1] is not Ellipsis else {}
        yield {"type": "array", "items": item, **length}
        if not length:
            yield item
        if any(m.choice is not None for m in members(inner[0])):
            yield {"type": "string", "pattern": "[,;>→]"}

    def _names(self, choice: Choice) -> Json:
        """The names of a choice: those of the language first, for the editor offers them in this order."""
        if self.view is None:
            return {"type": ["string", "number"], "description": choice.kind.of(self.lang)}
        return self._defined(choice.names, choice.kind.en, lambda: {"enum": self._spellings(choice)})

    def _spellings(self, choice: Choice) -> list[Any]:
        names = list(choice.names(self.view))
        first = dict.fromkeys(name.of(self.lang) for name in names)
        every = first | dict.fromkeys(word for name in names for word in name.spellings())
        return [*every, *(int(word) for word in every if word.isdecimal() and len(word) < 10)]

    def _defined(self, key: Any, name: str, make: Any) -> Json:
        """A reference to a definition that is made when it is first needed."""
        if key not in self._known:
            stem = "".join(word[:1].upper() + word[1:] for word in name.split())
            taken = len([known for known in self.definitions if known.rstrip("0123456789") == stem])
            self._known[key] = f"{stem}{taken + 1}" if taken else stem
            self.definitions[self._known[key]] = {}
            self.definitions[self._known[key]] = make()
        return {"$ref": f"#/$defs/{self._known[key]}"}


def _keys(name: Name, lang: Lang) -> list[str]:
    return [*dict.fromkeys((name.of(lang), *name.spellings()))]


def _field_keys(field: FieldShape, lang: Lang) -> list[str]:
    """How a field may be spelled, the form's own key first."""
    return [*dict.fromkeys((field.hint.key.of(lang), field.hint.key.en, field.hint.key.ru, *field.hint.also))]


def _bounds(member: Member) -> Mapping[str, Any]:
    return {word: bound for name, word in _BOUNDS.items() if (bound := member.bound(name)) is not None}
