"""States, views and events as bytes and back: the record of a campaign. The same things always give the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from gm.fence import plain_name
from gm.meta import Meta, SeatTag
from gm.model import Event, Lang, OpenPhase, Ruleset, Seat
from gm.trouble import DAMAGED, CampaignError

FORMAT = 1
"""The version of the files of a record; raised when an older ``gm`` could not read them."""


def dump_state(rules: Ruleset, state: Any) -> bytes:
    """A state as one line of JSON, without its content."""
    return msgspec.json.encode(state) + b"\n"


def load_state(rules: Ruleset, data: bytes, content: Any, path: str = "state.json") -> Any:
    """The state in ``data`` with ``content`` attached. ``path`` is named when it is damaged."""
    state = _validated(rules.state, data, path)
    state.content = content
    return state


def dump_events(events: Iterable[Event]) -> bytes:
    """One line of JSON per event: its type under ``event``, then its fields."""
    return b"".join(b'{"event":"%b",%b\n' % (type(e).__name__.encode(), msgspec.json.encode(e)[1:]) for e in events)


def load_events(events: Sequence[type[Event]], data: bytes, path: str = "events.jsonl") -> list[Event]:
    """The events in ``data``; ``events`` are the types that may occur."""
    types = {type_.__name__: type_ for type_ in events}
    try:
        rows = [msgspec.json.decode(line, type=dict[str, Any]) for line in data.splitlines()]
        return [msgspec.convert(row, types[row.pop("event")]) for row in rows]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CampaignError("damaged_file", DAMAGED, path=path) from None


@dataclass(frozen=True, slots=True)
class ViewMeta:
    """What a view file says besides the view: whose it is, of which campaign, in which language."""

    campaign: str
    seat: str
    lang: Lang
    version: str


def dump_view(rules: Ruleset, view: Any, opened: OpenPhase, meta: ViewMeta, overlay: Mapping[str, Any]) -> bytes:
    """A view file: all that ``gm check --view`` needs. Of other seats it says no more than who may and must send.

    Of the overlay it holds the tables that players may know.
    """
    head = {
        "format": FORMAT,
        "gm": meta.version,
        "game": rules.id,
        "campaign": meta.campaign,
        "seat": meta.seat,
        "language": meta.lang,
        "turn": opened.turn,
        "phase": opened.phase,
        "may": opened.may,
        "must": opened.must,
        "orders": [kind.verb.id for kind in opened.orders.get(meta.seat, ())],
        "overlay": {table: rows for table, rows in overlay.items() if table not in rules.hidden_tables},
    }
    return b'%b,"view":%b}\n' % (msgspec.json.encode(head)[:-1], msgspec.json.encode(view))


def load_view_file(data: bytes, path: str = "view.json") -> tuple[Ruleset, OpenPhase, Any, ViewMeta]:
    """The ruleset, the open phase, the view and its meta in a view file."""
    from gm import entry, rulesets
    from gm.content import WrongTable

    try:
        head = _decoded(data, _ViewHead, path)
        game = rulesets.load(head.game)
        rules = entry.rules(game) if head.phase == entry.PHASE else game
        kinds = {kind.verb.id: kind for phase in rules.phases if phase.id == head.phase for kind in phase.orders}
        orders = {head.seat: tuple(kinds[verb] for verb in head.orders)}
        view = msgspec.json.decode(head.view, type=rules.view_type)
        view.content = game.content(head.overlay)
    except (ValueError, LookupError, WrongTable):
        raise CampaignError("damaged_file", DAMAGED, path=path) from None
    opened = OpenPhase(head.turn, head.phase, head.may, head.must, orders)
    return rules, opened, view, ViewMeta(head.campaign, head.seat, head.language, head.gm)


def dump_manifest(manifest: Mapping[str, Any]) -> bytes:
    """A manifest as people can read it."""
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()


def load_manifest(data: bytes, path: str) -> dict[str, Any]:
    """The manifest in ``data``."""
    _decoded(data, _Manifest, path)
    try:
        manifest: dict[str, Any] = json.loads(data)
    except ValueError:  # in what the shape does not name nothing was judged, not even whether it is text
        raise CampaignError("damaged_file", DAMAGED, path=path) from None
    if not _complete(manifest["about"]) or not all(map(plain_name, manifest["files"])):
        raise CampaignError("damaged_file", DAMAGED, path=path)
    return manifest


def _complete(about: Mapping[str, Any] | None) -> bool:
    """Whether what a manifest says about the campaign is what belongs there, and no more.

    What an older version did not know yet is left out and has its default.
    """
    if about is None:
        return True
    return about.keys() <= Meta.__annotations__.keys() and all(
        seat.keys() == SeatTag.__annotations__.keys() for seat in about["seats"]
    )


def manifest_hash(manifest: Mapping[str, Any]) -> str:
    """The hash that the next phase names as its parent's; the time is recorded, not hashed."""
    from hashlib import sha256

    kept = {key: value for key, value in manifest.items() if key != "time"}
    text = json.dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


class _Head(msgspec.Struct):
    """How every JSON file of the record begins: the version of its shape, the version of the program."""

    format: int
    gm: str


class _ViewHead(_Head):
    game: str
    campaign: str
    seat: str
    language: Lang
    turn: int
    phase: str
    may: tuple[str, ...]
    must: tuple[str, ...]
    orders: tuple[str, ...]
    overlay: dict[str, Any]
    view: msgspec.Raw


class _Setup(msgspec.Struct):
    seats: list[Seat]
    options: dict[str, Any]


class _Manifest(_Head):
    game: str
    number: int
    turn: int
    phase: str
    parent: str
    content: str
    more: bool
    silent: dict[str, str]
    about: Meta | None
    files: dict[str, str]
    setup: _Setup | None = None
    time: str = ""
    generations: dict[str, int] = {}
    counting: dict[str, str] = {}


H = TypeVar("H", bound=_Head)


def _decoded(data: bytes, type_: type[H], path: str) -> H:
    """A JSON file of the record, its shape checked; what a newer program wrote is told from what is damaged."""
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.format > FORMAT:
            raise CampaignError("newer_format", DAMAGED, path=path, version=head.gm)
        return msgspec.json.decode(data, type=type_)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise CampaignError("damaged_file", DAMAGED, path=path) from None


def _validated(type_: Any, data: bytes, path: str) -> Any:
    try:
        return msgspec.json.decode(data, type=type_)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise CampaignError("damaged_file", DAMAGED, path=path) from None
