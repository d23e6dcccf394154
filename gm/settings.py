"""Judge settings: plain values (from YAML all text, from JSON numbers too) against a struct, all mistakes at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields

S = TypeVar("S", bound=Struct)

_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_TRUTH = {"yes": True, "true": True, "да": True, "no": False, "false": False, "нет": False}
_BAD: Any = object()


class Unfit(ValueError):
    """What a ``Check`` raises: the code of the problem."""


class Check(NamedTuple):
    """Metadata of a field: ``judge(text)`` gives the value as it is kept, or raises Unfit."""

    judge: Callable[[str], str]


class Wrong(NamedTuple):
    """One mistake: where (keys from the top), the code of the problem and its arguments, what stood there."""

    at: tuple[str, ...]
    code: str
    args: dict[str, str]
    typed: Any = None


class WrongSettings(ValueError):
    """Values that don't make the settings; ``wrongs`` are all mistakes."""

    def __init__(self, wrongs: list[Wrong]) -> None:
        super().__init__("; ".join(f"{'.'.join(wrong.at)}: {wrong.code}" for wrong in wrongs))
        self.wrongs = wrongs


class Setting(NamedTuple):
    """A field of some settings: its name, its type with all metadata, its default (of required ones None).

    ``attribute`` is its name in Python, which differs where the name is a word of the language (``from``).
    """

    name: str
    type: Any
    required: bool
    default: Any
    attribute: str

    def note(self, kind: type[Any]) -> Any:
        """The metadata of that type, or None."""
        return next((item for item in getattr(self.type, "__metadata__", ()) if isinstance(item, kind)), None)


def settings_of(type_: Any) -> tuple[Setting, ...]:
    """The fields of some settings (a type of struct), in order."""
    return _settings_of(type_)


@cache
def _settings_of(type_: Any) -> tuple[Setting, ...]:
    hints = get_type_hints(type_, include_extras=True)
    return tuple(Setting(f.encode_name, hints[f.name], f.required, _default(f), f.name) for f in fields(type_))


def _default(field: Any) -> Any:
    if field.default is not NODEFAULT:
        return field.default
    return field.default_factory() if field.default_factory is not NODEFAULT else None


def made(type_: type[S], values: Mapping[str, Any]) -> S:
    """The settings that the values describe. Raises WrongSettings with every mistake."""
    wrongs: list[Wrong] = []
    found = _struct(type_, values, (), wrongs)
    if wrongs:
        raise WrongSettings(wrongs)
    settings: S = found
    return settings


def _struct(type_: type[Struct], values: Mapping[str, Any], at: tuple[str, ...], wrongs: list[Wrong]) -> Any:
    known = {setting.name: setting for setting in settings_of(type_)}
    before = len(wrongs)
    wrongs += [Wrong((*at, key), "extra_forbidden", {}, key) for key in values if key not in known]
    found = {}
    for name, setting in known.items():
        if name in values:
            found[setting.attribute] = _value(setting.type, values[name], (*at, name), wrongs)
        elif setting.required:
            wrongs.append(Wrong((*at, name), "missing", {}))
    return type_(**found) if len(wrongs) == before else _BAD


def _value(type_: Any, value: Any, at: tuple[str, ...], wrongs: list[Wrong]) -> Any:
    """A value of one type; mistakes are added to ``wrongs``."""
    metadata: list[Any] = []
    while get_origin(type_) is Annotated:
        type_, *more = get_args(type_)
        metadata += more
    if get_origin(type_) in (Union, UnionType):
        if value is None:
            return None
        type_ = next(member for member in get_args(type_) if member is not NoneType)
        return _value(type_, value, at, wrongs)
    found = _of_type(type_, value, at, wrongs)
    for note in metadata:
        if found is _BAD:
            break
        if isinstance(note, Meta):
            found = _bounded(note, found, at, wrongs)
        elif isinstance(note, Check):
            try:
                found = note.judge(found)
            except Unfit as unfit:
                found = _wrong(wrongs, at, str(unfit), value)
    return found


def _wrong(wrongs: list[Wrong], at: tuple[str, ...], code: str, typed: Any, **args: str) -> Any:
    wrongs.append(Wrong(at, code, args, typed))
    return _BAD


def _of_type(type_: Any, value: Any, at: tuple[str, ...], wrongs: list[Wrong]) -> Any:
    origin = get_origin(type_)
    if type_ is Any:
        return value
    if origin is tuple:
        if not isinstance(value, list | tuple):
            return _wrong(wrongs, at, "list_type", value)
        return tuple(_value(get_args(type_)[0], item, (*at, str(n)), wrongs) for n, item in enumerate(value))
    if origin is dict or (isinstance(type_, type) and issubclass(type_, Struct)):
        if not isinstance(value, Mapping):
            return _wrong(wrongs, at, "dict_type", value)
        return _mapping(type_, value, at, wrongs)
    if origin is Literal:
        words = get_args(type_)
        return value if value in words else _wrong(wrongs, at, "literal_error", value, expected=", ".join(words))
    if isinstance(value, Mapping | list):
        return _wrong(wrongs, at, "string_type", value)
    if type_ is bool:
        truth = value if isinstance(value, bool) else _TRUTH.get(str(value).casefold())
        return truth if truth is not None else _wrong(wrongs, at, "bool_parsing", value)
    if type_ is int:
        text = str(value)
        return int(text) if _INTEGER.fullmatch(text) else _wrong(wrongs, at, "int_parsing", value)
    return str(value)


def _mapping(type_: Any, value: Mapping[str, Any], at: tuple[str, ...], wrongs: list[Wrong]) -> Any:
    if get_origin(type_) is not dict:
        return _struct(type_, value, at, wrongs)
    key_type, inner = get_args(type_)
    found = {}
    for key, item in value.items():
        name = _value(key_type, key, (*at, key), wrongs)
        found[name] = _value(inner, item, (*at, key), wrongs)
    return found


def _bounded(bounds: Meta, number: Any, at: tuple[str, ...], wrongs: list[Wrong]) -> Any:
    if bounds.ge is not None and number < bounds.ge:
        return _wrong(wrongs, at, "greater_than_equal", number, ge=str(bounds.ge))
    if bounds.le is not None and number > bounds.le:
        return _wrong(wrongs, at, "less_than_equal", number, le=str(bounds.le))
    return number
