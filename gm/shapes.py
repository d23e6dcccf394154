"""The shape of an order type: its fields as players see them, read off the struct.

Reader, writer, blank form, JSON Schema and handbook all walk these same shapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeGuard, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields as struct_fields

from gm.model import Choice, Hint, Name, Part
from gm.names import Names

TRUTH = Names([Name("yes", "yes", "да", ("true", "y", "д")), Name("no", "no", "нет", ("false", "n", "н"))])
"""The two words of a yes-or-no field."""


class FieldShape(Struct, frozen=True):
    """One field of an order: its Python name, how players see it, its type, whether it may be left out."""

    name: str
    hint: Hint
    type: Any
    required: bool
    default: Any = None


class Member(Struct, frozen=True):
    """One alternative of a field's type: the bare type, its choice of names, its bounds."""

    type: Any
    choice: Choice | None = None
    bounds: tuple[Meta, ...] = ()

    def bound(self, name: str) -> Any:
        """The bound of that name (ge, le, max_length), or None."""
        return next((value for meta in self.bounds if (value := getattr(meta, name)) is not None), None)


@cache
def shape(part: type[Part]) -> tuple[FieldShape, ...]:
    """The fields of an order or of a part of one, in the order in which a form shows them."""
    hints = get_type_hints(part, include_extras=True)
    fields = []
    for info in struct_fields(part):
        hint = next((item for item in getattr(hints[info.name], "__metadata__", ()) if isinstance(item, Hint)), None)
        if hint is not None:  # the line of an order is not a player's field
            default = info.default if info.default is not NODEFAULT else None
            fields.append(FieldShape(info.name, hint, hints[info.name], info.required, default))
    return tuple(fields)


@cache
def field_names(part: type[Part]) -> Names:
    """The keys that a part knows, in both languages; ids are the Python field names."""
    return Names(Name(f.name, f.hint.key.en, f.hint.key.ru, f.hint.also) for f in shape(part))


def members(type_: Any) -> tuple[Member, ...]:
    """The alternatives of a type, unions flattened; None is left out."""
    return tuple(_members(type_, None, ()))


def _members(type_: Any, choice: Choice | None, bounds: tuple[Meta, ...]) -> Iterator[Member]:
    if get_origin(type_) is Annotated:
        type_, *metadata = get_args(type_)
        choice = next((item for item in metadata if isinstance(item, Choice)), choice)
        bounds = (*bounds, *(item for item in metadata if isinstance(item, Meta)))
        yield from _members(type_, choice, bounds)
    elif get_origin(type_) in (Union, UnionType):
        for member in get_args(type_):
            yield from _members(member, choice, bounds)
    elif type_ is not NoneType:
        yield Member(type_, choice, bounds)


def is_part(type_: Any) -> TypeGuard[type[Part]]:
    """Whether a type is a map of fields."""
    return isinstance(type_, type) and issubclass(type_, Part)


def is_tuple(type_: Any) -> bool:
    """Whether a type is a list of values."""
    return get_origin(type_) is tuple


def is_dict(type_: Any) -> bool:
    """Whether a type is a map from names to values."""
    return get_origin(type_) is dict
