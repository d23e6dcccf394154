"""A game's tables: read from YAML files, overlaid with the campaign's own rows, turned into frozen records.

Every ruleset keeps its rows in ``data/<table>.yaml`` (row by id) and its record types in ``content.py``. What
a person wrote wrongly comes back as ``WrongTable``: one plain problem that names table, row and field.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, NoReturn, TypeAlias, Union, get_args, get_origin, get_type_hints

from gm.model import Problem

Rows: TypeAlias = dict[str, Any]
"""Lists, dictionaries and text, as ``Node.plain`` gives them."""

NEGATIVE = "a negative number may stand here"
"""Metadata of a field, without which a number below zero is refused."""

_NUMBER = re.compile(r"-?\d{1,6}$")
_NULL = ("null", "~", "")
_TRUTH = {"true": True, "yes": True, "да": True, "false": False, "no": False, "нет": False}


class At(NamedTuple):
    """Where a value stands in the tables."""

    table: str
    row: str = ""
    field: str = ""

    def inside(self, key: str) -> At:
        """The place of a field, or of an entry within it."""
        return self._replace(field=f"{self.field}.{key}" if self.field else key)

    def wrong(self, code: str, **args: str) -> NoReturn:
        """Raise WrongTable for this place. Codes and their arguments are those of ``gm.content`` problems."""
        raise WrongTable(Problem(code, {"table": self.table, "row": self.row, "field": self.field, **args}))


class WrongTable(Exception):
    """A table (ours or the campaign's overlay) is wrong; ``problem`` says where and what would be right."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code} {dict(problem.args)}")
        self.problem = problem


# --- reading and overlaying -----------------------------------------------------------------------------


def read_tables(folder: Path) -> dict[str, Rows]:
    """All tables of ``folder``: file name without ``.yaml`` -> rows, the files in order of their names.

    Reading YAML costs twenty times what reading JSON does, so what was read is kept in ``__pycache__`` as
    Python keeps its own: under the hash of the sources, and only where that folder can be written.
    """
    sources = [(path.stem, path.read_bytes()) for path in sorted(folder.glob("*.yaml"))]
    digest = sha256(b"\0".join(part for name, text in sources for part in (name.encode(), text))).hexdigest()
    kept = folder / "__pycache__" / f"tables-{digest[:20]}.json"
    try:
        tables: dict[str, Rows] = json.loads(kept.read_bytes())
    except (OSError, ValueError):
        tables = {name: _parsed(name, text) for name, text in sources}
        _keep(kept, tables)
    return tables


def _parsed(name: str, text: bytes) -> Rows:
    from gm.yamlfile import Refused, decode, parse, tidy

    try:
        node = parse(tidy(decode(text)))
    except Refused as refused:
        place = refused.problem
        args = {"table": name, **place.args}
        raise WrongTable(Problem(place.code, args, place.line, place.column, place.width)) from None
    if node is None:
        return {}
    if node.kind != "map":
        At(name).wrong("content_not_map")
    rows: Rows = node.plain()
    return rows


def _keep(kept: Path, tables: Mapping[str, Rows]) -> None:
    if sys.dont_write_bytecode:
        return
    draft = kept.with_suffix(f".{os.getpid()}")
    try:
        kept.parent.mkdir(exist_ok=True)
        draft.write_text(json.dumps(tables, ensure_ascii=False), encoding="utf-8")
        draft.replace(kept)
        for older in kept.parent.glob("tables-*.json"):
            if older != kept:
                older.unlink(missing_ok=True)
    except OSError:
        draft.unlink(missing_ok=True)


def overlaid(tables: Mapping[str, Rows], overlay: Mapping[str, Any]) -> dict[str, Rows]:
    """Our tables with the campaign's: a row's fields replace ours, an unknown id is a new row.

    Maps inside a row (a name, start units, numbers) are merged entry by entry; ``null`` takes an entry away.
    """
    merged = {name: dict(rows) for name, rows in tables.items()}
    for name, rows in overlay.items():
        if name not in merged:
            At(name).wrong("content_unknown_table", right=", ".join(tables))
        if not isinstance(rows, Mapping):
            At(name).wrong("content_not_map")
        for id_, row in rows.items():
            ours = merged[name].get(id_, {})
            merged[name][id_] = _row(ours, row) if isinstance(row, Mapping) else _text(row)
    return merged


def _row(ours: Any, theirs: Mapping[str, Any]) -> Rows:
    row = dict(ours) if isinstance(ours, dict) else {}
    for key, value in theirs.items():
        if isinstance(value, Mapping):
            inner = row.get(key)
            row[key] = {**(inner if isinstance(inner, dict) else {}), **_text(value)}
            row[key] = {k: v for k, v in row[key].items() if v != "null"}
        else:
            row[key] = _text(value)
    return row


def _text(value: Any) -> Any:
    """Numbers, truth and nothing as a YAML file spells them, so that 3 and ``3`` are the same overlay."""
    if isinstance(value, Mapping):
        return {str(key): _text(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_text(inner) for inner in value]
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def key_of(tables: Mapping[str, Rows]) -> str:
    """The hash of the tables, whatever the order of their rows and files."""
    return sha256(json.dumps(tables, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


# --- records --------------------------------------------------------------------------------------------

Reader: TypeAlias = Callable[[Any, At], Any]


def records(table: str, rows: Rows, type_: Any) -> dict[str, Any]:
    """The rows as records of ``type_``, by id. Raises WrongTable at the first mistake."""
    read: Reader = reader(type_)
    return {id_: read(row, At(table, id_)) for id_, row in rows.items()}


@cache
def reader(type_: Any) -> Reader:
    """What turns plain text, lists and maps into ``type_``: a record, a list, a map, a number, truth, a word.

    A record with a field ``id`` gets the id of its row. Numbers may be negative only where the field's type is
    ``Annotated[int, NEGATIVE]``.
    """
    origin, args = get_origin(type_), get_args(type_)
    if origin is Annotated:
        return _whole if NEGATIVE in args[1:] else reader(args[0])
    if type_ is str:
        return _word
    if type_ is int:
        return _natural
    if type_ is bool:
        return _truth
    if origin in (Union, UnionType):
        return _or_nothing(reader(next(arg for arg in args if arg is not NoneType)))
    if origin is Literal:
        return _one_of(args)
    if origin is tuple:
        return _list(reader(args[0]), None if args[-1] is Ellipsis else len(args))
    if hasattr(type_, "__struct_fields__") or hasattr(type_, "_fields"):
        return _record(type_)
    return _map(reader(args[1]))


def _word(value: Any, at: At) -> str:
    if not isinstance(value, str) or value in _NULL:
        at.wrong("content_not_text")
    return value


def _natural(value: Any, at: At) -> int:
    if not isinstance(value, str) or not _NUMBER.match(value) or value.startswith("-"):
        at.wrong("content_not_number", value=str(value)[:40])
    return int(value)


def _whole(value: Any, at: At) -> int:
    if not isinstance(value, str) or not _NUMBER.match(value):
        at.wrong("content_not_number", value=str(value)[:40])
    return int(value)


def _truth(value: Any, at: At) -> bool:
    if not isinstance(value, str) or value.lower() not in _TRUTH:
        at.wrong("content_not_truth", value=str(value)[:40])
    return _TRUTH[value.lower()]


def _or_nothing(read: Reader) -> Reader:
    return lambda value, at: None if isinstance(value, str) and value in _NULL else read(value, at)


def _one_of(words: tuple[str, ...]) -> Reader:
    def read(value: Any, at: At) -> str:
        if not isinstance(value, str) or value not in words:
            at.wrong("content_not_one_of", value=str(value)[:40], right=", ".join(word for word in words if word))
        return value

    return read


def _list(read: Reader, length: int | None) -> Reader:
    def read_list(value: Any, at: At) -> tuple[Any, ...]:
        if not isinstance(value, list):
            at.wrong("content_not_list")
        if length is not None and len(value) != length:
            at.wrong("content_not_so_many", right=str(length), value=str(len(value)))
        return tuple([read(item, at) for item in value])

    return read_list


def _map(read: Reader) -> Reader:
    def read_map(value: Any, at: At) -> dict[str, Any]:
        if not isinstance(value, dict):
            at.wrong("content_not_map")
        return {key: read(item, at.inside(key)) for key, item in value.items()}

    return read_map


def _record(type_: Any) -> Reader:
    hints = get_type_hints(type_, include_extras=True)
    names = getattr(type_, "__struct_fields__", None) or tuple(hints)
    optional = len(getattr(type_, "__struct_defaults__", ()))
    readers = {name: reader(hints[name]) for name in names}
    required = [name for name in names[: len(names) - optional] if name != "id"]
    has_id = "id" in readers

    def read(value: Any, at: At) -> Any:
        if not isinstance(value, dict):
            at.wrong("content_not_map")
        for name in required:
            if name not in value:
                at.inside(name).wrong("content_missing_field")
        made: dict[str, Any] = {"id": at.row} if has_id else {}
        for key, item in value.items():
            field_reader = readers.get(key)
            if field_reader is None:
                at.inside(key).wrong("content_unknown_field", right=", ".join(n for n in readers if n != "id"))
            made[key] = field_reader(item, at.inside(key))
        return type_(**made)

    return read
