"""Golden folders of any game, under ``tests/golden/<game>``: what lies in them, and everything the program makes of it.

A folder tells one story. People write::

    position.yaml      the position before the phase, as the game's own reader describes it, or
    entry.yaml         the options before the very first phase
    dice.txt           the dice in the order in which they fall, or the line "secret: …"; without it none is rolled
    orders/red.yaml    order files as players send them

The program makes ``events.jsonl``, ``after.json``, ``reports/<seat>.<lang>.md``, the pages for everybody in both
languages and the one for the GM, and ``forms/<seat>.<lang>.yaml`` for the next phase.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gm import engine, entry, reports
from gm.dice import LoadedDice
from gm.model import LANGUAGES, Event, Lang, OpenPhase, Order, Ruleset, Seat
from gm.record import load_events
from gm.runner import Resolved, Runner, Sent
from gm.settings import made
from gm.yamlfile import Node, parse, tidy
from tests.games import COLOURS

FOLDER = Path(__file__).parent / "golden"
PLAYERS: Mapping[str, tuple[str, Lang]] = {"red": ("Анна", "ru"), "blue": ("Ben", "en"), "green": ("Вера", "ru")}
"""Who sits in each seat: name and language."""
WRITTEN = ("position.yaml", "entry.yaml", "dice.txt", "orders/")
"""What people write; the program makes the rest."""


@dataclass
class Played:
    """A folder after its phase: the opened phase, its rules, how the files read, what came of it, all files made."""

    opened: OpenPhase
    rules: Ruleset
    sent: Sent
    events: list[Event]
    dice_left: list[int]
    files: dict[str, bytes]


@dataclass(frozen=True)
class Golden:
    """The golden folders of a game: how a described position is read, and which event ends the game in which ways."""

    rules: Ruleset
    position: Callable[[Node, str], Any]
    """``position(description, where)``: the state; it fails with what is wrong."""
    end: type[Event]
    ways: str
    """The field of ``end`` that says in which way."""

    def folders(self) -> list[Path]:
        """All stories."""
        return sorted(path for path in (FOLDER / self.rules.id).iterdir() if path.is_dir())

    def events(self) -> list[Event]:
        """The events of all stories as the folders have them."""
        kinds = (*entry.EVENTS, *self.rules.events)
        return [event for folder in self.folders() for event in load_events(kinds, _bytes(folder / "events.jsonl"))]

    def stories(self) -> list[Played]:
        """All stories, played."""
        return [played(self, folder) for folder in self.folders()]


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


@cache
def played(game: Golden, folder: Path) -> Played:
    """Play the phase of a folder and render everything."""
    settings, state = _yaml(folder / "entry.yaml"), _position(game, folder)
    secret, faces = _dice(folder)
    seats = _seats(state)
    runner = _runner(game.rules, seats, settings.plain() if settings else {}, state, secret)
    rules, opened, views = _window(runner, state)
    files = {seat: (folder / f"orders/{seat}.yaml").read_bytes() for seat in _filed(folder)}
    silent = dict.fromkeys((seat for seat in opened.must if seat not in files), "hold")
    sent = Sent.read(rules, opened, views.__getitem__, files, silent)
    dice = LoadedDice(faces)
    if state is None or secret:
        one = runner.resolve(state, opened, sent)
    else:
        after, events = engine.resolve(game.rules, state, sent.orders, dice)
        one = Resolved(opened, sent, events, after)
    return Played(opened, rules, sent, one.events, dice.left, dict(_files(runner, one)))


def orders_accepted(story: Played) -> list[Order]:
    """Every order that was read without a mistake."""
    return [order for reading in story.sent.readings.values() for order in reading.orders]


# --- reading a folder -------------------------------------------------------------------------------------


def _yaml(path: Path) -> Node | None:
    return parse(tidy(path.read_text("utf-8"))) if path.is_file() else None


def _position(game: Golden, folder: Path) -> Any:
    node = _yaml(folder / "position.yaml")
    if node is None:
        return None
    state = game.position(node, folder.name)
    for (seat, chair), colour in zip(state.board.chairs.items(), COLOURS, strict=False):
        chair.name, chair.colour = PLAYERS[seat][0], colour
    return state


def _dice(folder: Path) -> tuple[bytes, list[int]]:
    """The secret, or the faces; ``#`` begins a comment."""
    path = folder / "dice.txt"
    lines = [line.partition("#")[0] for line in path.read_text("utf-8").split("\n")] if path.is_file() else []
    text = " ".join(lines).strip()
    if text.startswith("secret:"):
        return sha256(text.removeprefix("secret:").strip().encode()).digest(), []
    return b"", [int(face) for face in text.split()]


def _filed(folder: Path) -> list[str]:
    return [seat for seat in PLAYERS if (folder / f"orders/{seat}.yaml").is_file()]


def _seats(state: Any) -> tuple[Seat, ...]:
    """The chairs; before the entry players have no name but their seat's."""
    return tuple(
        Seat(seat, name if state else seat.title(), colour, lang if state else "ru")
        for (seat, (name, lang)), colour in zip(PLAYERS.items(), COLOURS, strict=False)
    )


def _runner(rules: Ruleset, seats: tuple[Seat, ...], options: Mapping[str, Any], state: Any, secret: bytes) -> Runner:
    return Runner(
        rules=rules,
        campaign="golden",
        title="Золотая кампания",
        lang="ru",
        seats=seats,
        options=state.board.options if state else made(rules.options, options),
        content=state.content if state else rules.content({}),
        overlay={},
        dice_secret=secret,
        code_key=b"golden",
        secret_hash=sha256(secret).hexdigest(),
        phrases={},
        version="0",
    )


def _window(runner: Runner, state: Any) -> tuple[Ruleset, OpenPhase, dict[str, Any]]:
    """The rules of the open phase, the window, and each seat's view."""
    rules = runner.rules
    ids = [seat.id for seat in runner.seats]
    if state is None:
        views = {seat: entry.view(seat, runner.title, rules, runner.seats, runner.content) for seat in ids}
        return entry.rules(rules), entry.opened(ids), views
    opened = rules.open_phase(state)
    assert opened is not None
    return rules, opened, {seat: rules.view(state, seat) for seat in ids}


# --- what the program makes -------------------------------------------------------------------------------


def _files(runner: Runner, one: Resolved) -> Iterator[tuple[str, bytes]]:
    """The files of the phase under the names of a golden folder; a page for everybody in either language."""
    with patch.object(reports, "__version__", runner.version):  # a new version is no other report
        yield from _rendered(runner, one)


def _rendered(runner: Runner, one: Resolved) -> Iterator[tuple[str, bytes]]:
    (phase,) = runner.rendered([one], 0, "", None)
    langs: dict[str, Lang] = {seat.id: seat.lang for seat in runner.seats}
    for name, data in phase.files:
        place, _, file = name.rpartition("/")
        stem, _, ending = file.partition(".")
        if name == "events.jsonl":
            yield name, data
        elif name == "state.json":
            yield "after.json", _laid_out(json.loads(data)).encode()
        elif (place == "reports" and stem != "public") or (place == "forms" and ending == "yaml"):
            yield f"{place}/{stem}.{langs.get(stem, runner.lang)}.{ending}", data
    rules = runner.rules
    spectator = rules.view(one.state, None)
    told = [event for event in one.events if event.visible_to(None)]
    for lang in LANGUAGES:
        yield f"reports/public.{lang}.md", reports.public(rules, runner.meta([one]), spectator, told, lang).encode()


def _laid_out(value: Any, depth: int = 2, indent: str = "") -> str:
    """JSON with a line of its own for each system, planet and chair."""
    if depth < 0 or not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False) + ("\n" if not indent else "")
    inner = indent + " "
    rows = [f"{inner}{json.dumps(key)}: {_laid_out(item, depth - 1, inner)}" for key, item in value.items()]
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}" + ("\n" if not indent else "")
