"""States, views and events as bytes and back: the record of a campaign. The same things always give the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from gm.model import Event, Lang, OpenPhase, Ruleset
from gm.trouble import DAMAGED, CampaignError

FORMAT = 1
"""The version of the files of a record; raised when an older ``gm`` could not read them."""


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def adapter(type_: Any) -> TypeAdapter[Any]:
    """Pydantic's reader and writer of a plain dataclass, made once."""
    if type_ not in _ADAPTERS:
        _ADAPTERS[type_] = TypeAdapter(type_)
    return _ADAPTERS[type_]


def dump_state(rules: Ruleset, state: Any) -> bytes:
    """A state as one line of JSON, without its content."""
    return bytes(adapter(rules.state).dump_json(state)) + b"\n"


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
        rows = [json.loads(line) for line in data.splitlines()]
        return [msgspec.convert(row, types[row.pop("event")]) for row in rows]
    except (ValueError, KeyError, AttributeError, TypeError, msgspec.MsgspecError):
        raise CampaignError("damaged_file", DAMAGED, path=path) from None


@dataclass(frozen=True, slots=True)
class ViewMeta:
    """What a view file says besides the view: whose it is, of which campaign, in which language."""

    campaign: str
    seat: str
    lang: Lang
    version: str


def dump_view(rules: Ruleset, view: Any, opened: OpenPhase, meta: ViewMeta, overlay: Mapping[str, Any]) -> bytes:
    """A view file: all that ``gm check --view`` needs. Of other seats it says no more than who may and must send."""
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
        "overlay": overlay,
    }
    return b'%b,"view":%b}\n' % (to_json(head)[:-1], adapter(rules.view_type).dump_json(view))


def load_view_file(data: bytes, path: str = "view.json") -> tuple[Ruleset, OpenPhase, Any, ViewMeta]:
    """The ruleset, the open phase, the view and its meta in a view file."""
    from gm import entry, rulesets

    try:
        head = json.loads(data)
        _refuse_newer(head, path)
        meta = ViewMeta(head["campaign"], head["seat"], head["language"], head["gm"])
        game = rulesets.load(head["game"])
        rules = entry.rules(game) if head["phase"] == entry.PHASE else game
        kinds = {kind.verb.id: kind for kind in rules.phase(head["phase"]).orders}
        orders = {meta.seat: tuple(kinds[verb] for verb in head["orders"])}
        opened = OpenPhase(head["turn"], head["phase"], tuple(head["may"]), tuple(head["must"]), orders)
        view = adapter(rules.view_type).validate_json(to_json(head["view"]))
        view.content = game.content(head["overlay"])
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration):
        raise CampaignError("damaged_file", DAMAGED, path=path) from None
    return rules, opened, view, meta


def dump_manifest(manifest: Mapping[str, Any]) -> bytes:
    """A manifest as people can read it."""
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()


def load_manifest(data: bytes, path: str) -> dict[str, Any]:
    """The manifest in ``data``."""
    try:
        manifest = json.loads(data)
        _refuse_newer(manifest, path)
        if not isinstance(manifest["files"], dict):
            raise TypeError
    except (ValueError, LookupError, TypeError, AttributeError):
        raise CampaignError("damaged_file", DAMAGED, path=path) from None
    return dict(manifest)


def manifest_hash(manifest: Mapping[str, Any]) -> str:
    """The hash that the next phase names as its parent's; the time is recorded, not hashed."""
    from hashlib import sha256

    kept = {key: value for key, value in manifest.items() if key != "time"}
    text = json.dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _refuse_newer(head: Mapping[str, Any], path: str) -> None:
    if int(head["format"]) > FORMAT:
        raise CampaignError("newer_format", DAMAGED, path=path, version=str(head.get("gm", "")))


def _validated(type_: Any, data: bytes, path: str) -> Any:
    try:
        return adapter(type_).validate_json(data)
    except ValidationError:
        raise CampaignError("damaged_file", DAMAGED, path=path) from None
