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
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NoReturn,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from gm.model import LANGUAGES, Name, Problem
from gm.names import Names

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
        said = {"where": ", ".join(filter(None, self)), "place": ", ".join(filter(None, (self.table, self.row)))}
        raise WrongTable(Problem(code, {"table": self.table, "row": self.row, "field": self.field, **said, **args}))


class WrongTable(Exception):
    """Tables (ours or the campaign's overlay) are wrong; each problem says where and what would be right."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(f"{problem.code} {dict(problem.args)}" for problem in problems))
        self.problems = problems

    @property
    def problem(self) -> Problem:
        """The first one."""
        return self.problems[0]


class Mistakes:
    """Collects what is wrong: ``with mistakes:`` goes on after a WrongTable, ``stop`` raises one with all of them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, WrongTable):
            self.problems += error.problems
            return True
        return False

    def stop(self) -> None:
        """Raise WrongTable if anything was wrong."""
        if self.problems:
            raise WrongTable(*self.problems)


class NewRow(dict[str, Any]):
    """A row that only the overlay has; ``meant``: the id of ours that it perhaps should be, else empty."""

    meant = ""


def meant_row(typed: str, rows: Mapping[str, Any]) -> str:
    """The id of the row that was probably meant by a ``typed`` that is none: by what it is called, too."""
    names = Names(Name(id_, *_called(id_, row)) for id_, row in rows.items())
    return names.find(typed) or names.near(typed) or ""


def _called(id_: str, row: Any) -> tuple[str, str, tuple[str, ...]]:
    """English, Russian and other names of a raw row or of a record."""
    name = row.get("name", row) if isinstance(row, dict) else getattr(row, "name", None)
    if isinstance(name, Name):
        return name.en, name.ru, name.spellings()
    words = name if isinstance(name, dict) else {}
    more = [word for key in ("also", "en_forms", "ru_forms") if isinstance(words.get(key), list) for word in words[key]]
    en, ru = (word if isinstance(word := words.get(lang), str) else id_ for lang in ("en", "ru"))
    return en, ru, tuple(word for word in more if isinstance(word, str))


C = TypeVar("C")


class Tables(Generic[C]):
    """A ruleset's tables: its files are read once, and once made into content; an overlay makes content of its own."""

    def __init__(self, folder: Path, made_of: Callable[[dict[str, Rows]], C]) -> None:
        self.folder, self._made_of = folder, made_of

    @cached_property
    def rows(self) -> dict[str, Rows]:
        """Table name -> its rows, as the files have them."""
        return read_tables(self.folder)

    @cached_property
    def _plain(self) -> C:
        return self._made_of(self.rows)

    def content(self, overlay: Mapping[str, Any]) -> C:
        """The frozen tables with the overlay (table -> id -> fields). Raises WrongTable when either is wrong."""
        return self._made_of(overlaid(self.rows, overlay)) if overlay else self._plain


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
    merged, mistakes = {name: dict(rows) for name, rows in tables.items()}, Mistakes()
    for name, rows in overlay.items():
        with mistakes:
            if name not in merged:
                meant = Names(Name(table, table, table) for table in tables).near(name) or ""
                At(name).wrong("content_unknown_table", right=", ".join(tables), meant=meant)
            if not isinstance(rows, Mapping):
                At(name).wrong("content_not_map")
            for id_, row in rows.items():
                ours = tables[name].get(id_)
                merged[name][id_] = _row(ours, row) if isinstance(row, Mapping) else _text(row)
                if ours is None and isinstance(row, Mapping):
                    merged[name][id_] = NewRow(merged[name][id_])
                    merged[name][id_].meant = meant_row(id_, tables[name])
    mistakes.stop()
    return merged


def _row(ours: Any, theirs: Mapping[str, Any]) -> Rows:
    row = _without_forms(ours, theirs) if isinstance(ours, dict) else {}
    for key, value in theirs.items():
        if isinstance(value, Mapping):
            inner = row.get(key)
            row[key] = {**(_without_forms(inner, value) if isinstance(inner, dict) else {}), **_text(value)}
            row[key] = {k: v for k, v in row[key].items() if v != "null"}
        else:
            row[key] = _text(value)
    return row


def _without_forms(ours: Rows, theirs: Mapping[str, Any]) -> Rows:
    """Of a name that is given anew the count forms of the old one go, too."""
    gone = {f"{lang}_forms" for lang in LANGUAGES if lang in theirs and theirs[lang] != ours.get(lang)}
    return {key: value for key, value in ours.items() if key not in gone}


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
    """The rows as records of ``type_``, by id. Raises WrongTable with every mistake."""
    read: Reader = reader(type_)
    made, mistakes = {}, Mistakes()
    for id_, row in rows.items():
        with mistakes:
            made[id_] = read(row, At(table, id_))
    mistakes.stop()
    return made


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
        made: dict[str, Any] = {"id": at.row} if has_id else {}
        mistakes = Mistakes()
        if missing := [name for name in required if name not in value]:
            with mistakes:
                if isinstance(value, NewRow):
                    at.wrong("content_unknown_row", needs=", ".join(missing), meant=value.meant)
                at.inside(missing[0]).wrong("content_missing_field")
        for key, item in value.items():
            with mistakes:
                made[key] = readers[key](item, at.inside(key)) if key in readers else _no_field(key, readers, at)
        mistakes.stop()
        return type_(**made)

    return read


def _no_field(key: str, readers: Mapping[str, Reader], at: At) -> NoReturn:
    fields = [name for name in readers if name != "id"]
    meant = Names(Name(name, name, name) for name in fields).near(key) or ""
    at.inside(key).wrong("content_unknown_field", right=", ".join(fields), meant=meant)
