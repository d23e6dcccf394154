"""The promises of the architecture that hold for every game."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gm.dice import SeededDice
from gm.engine import copy, replay, resolve
from gm.model import Event, Ruleset
from gm.record import dump_events, dump_state, load_events, load_state
from gm.rulesets import GAMES, load
from tests.games import Played, brief, game, started

ROOT = Path(__file__).parent.parent


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return load(request.param)


def ids_in(things: Iterable[Any]) -> set[str]:
    """Every word in orders or events: what a seat has heard of."""
    found: set[str] = set()

    def collect(value: Any) -> None:
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, dict):
            for key, inner in value.items():
                collect(key)
                collect(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                collect(inner)

    for thing in things:
        collect(msgspec.to_builtins(thing))
    return found


def seen(events: Sequence[Event], seat: str | None) -> list[Event]:
    return [event for event in events if event.visible_to(seat)]


def test_replaying_the_events_gives_the_same_state(rules: Ruleset) -> None:
    for seed in range(4):
        for played in game(rules, rules.seats[seed % len(rules.seats)], seed, **brief(rules, 4, seed)):
            assert replay(played.before, played.events) == played.after


def test_the_state_that_was_given_stays_as_it_was(rules: Ruleset) -> None:
    for played in game(rules, rules.seats[1], 5, **brief(rules, 2)):
        before = dump_state(rules, played.before)
        resolve(rules, played.before, played.orders, played.dice)
        assert dump_state(rules, played.before) == before


def test_saving_and_loading_changes_nothing_that_follows(rules: Ruleset) -> None:
    for seed in range(3):
        for played in game(rules, rules.seats[seed * 2 % len(rules.seats)], seed, **brief(rules, 3, seed)):
            loaded = load_state(rules, dump_state(rules, played.before), played.before.content)
            assert loaded == played.before
            assert resolve(rules, loaded, played.orders, played.dice) == (played.after, played.events)
            assert load_events(rules.events, dump_events(played.events)) == played.events
            assert dump_state(rules, loaded) == dump_state(rules, played.before)


_OTHER_PROCESS = """
import sys
from hashlib import sha256
from gm.record import dump_events, dump_state
from gm.rulesets import load
from tests.games import brief, game
rules = load(sys.argv[1])
digest = sha256()
for played in game(rules, rules.seats[2], 11, **brief(rules, 3)):
    digest.update(dump_events(played.events))
    digest.update(dump_state(rules, played.after))
    for seat in played.opened.may:
        digest.update(repr(rules.view(played.after, seat)).encode())
print(digest.hexdigest())
"""


def test_the_same_bytes_in_other_processes_with_other_hash_seeds(rules: Ruleset) -> None:
    answers = set()
    for hash_seed in ("0", "1", "2", "77"):
        command = [sys.executable, "-c", _OTHER_PROCESS, rules.id]
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=True)
        answers.add(done.stdout)
    assert len(answers) == 1


def known_to(rules: Ruleset, state: Any, events: Sequence[Event], seat: str) -> tuple[Any, list[Event]]:
    return rules.view(state, seat), seen(events, seat)


def check_secrets(rules: Ruleset, played: Played, seat: str, seed: int) -> bool:
    """Change all that a seat can't know and play the same phase: it learns the same. True if something was changed."""
    dice = SeededDice(b"other secrets", seed, seat)
    other = rules.other_secrets(copy(played.before), seat, dice)
    assert rules.view(other, seat) == rules.view(played.before, seat)
    assert rules.open_phase(other) == rules.open_phase(played.before)
    orders = [order for file in played.orders.values() for order in file]
    keep = tuple(sorted(ids_in([*orders, *seen(played.events, seat)])))
    kept = rules.other_secrets(copy(played.before), seat, dice, keep)
    after, events = resolve(rules, kept, played.orders, played.dice)
    assert known_to(rules, after, events, seat) == known_to(rules, played.after, played.events, seat)
    return bool(other != played.before)


def test_secrets_stay_secret(rules: Ruleset) -> None:
    changed = 0
    for seed in range(6):
        for played in game(rules, rules.seats[seed % len(rules.seats)], 100 + seed, **brief(rules, 3, seed)):
            for seat in played.opened.may:
                changed += check_secrets(rules, played, seat, seed)
    assert changed > 50, "other_secrets changed next to nothing: the test proves nothing"


def test_no_seat_sees_what_is_meant_for_another(rules: Ruleset) -> None:
    for played in game(rules, rules.seats[3], 3, **brief(rules, 3)):
        for event in played.events:
            audience = getattr(event, "seen_by", None)
            for seat in (*played.opened.may, None):
                assert event.visible_to(seat) == (audience is None or seat in audience)


CHUNKS = 10


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_bots_play_whole_games(rules: Ruleset, chunk: int, request: pytest.FixtureRequest) -> None:
    """Games end by the rules, with all invariants after every event (``--games N`` plays more of them)."""
    for seed in range(chunk, request.config.getoption("--games"), CHUNKS):
        seats = rules.seats[seed % len(rules.seats)]
        options = brief(rules, 12 if seed % 10 == 0 else 5, seed)
        state, _events, _dice = started(rules, seats, seed, **options)
        assert rules.invariants(state) == []
        for played in game(rules, seats, seed, **options):
            check_invariants(rules, played, seed)
        assert rules.open_phase(played.after) is None
        assert rules.standings(rules.view(played.after, None))


def check_invariants(rules: Ruleset, played: Played, seed: int) -> None:
    state = copy(played.before)
    for event in played.events:
        event.apply(state)
        assert rules.invariants(state) == [], f"game {seed}, after {event}"


def test_every_order_is_used_and_every_event_happens(rules: Ruleset) -> None:
    """Over 12-turn games of bots with every number of seats."""
    happened, ordered = Counter[str](), Counter[str]()
    for seed in range(60):
        seats = rules.seats[seed % len(rules.seats)]
        options = brief(rules, 12, seed)
        _state, events, _dice = started(rules, seats, 1000 + seed, **options)
        happened.update(type(event).__name__ for event in events)
        for played in game(rules, seats, 1000 + seed, **options):
            ordered.update(type(order).__name__ for file in played.orders.values() for order in file)
            happened.update(type(event).__name__ for event in played.events)
    assert {event.__name__ for event in rules.events} - set(happened) == set()
    assert {kind.__name__ for phase in rules.phases for kind in phase.orders} - set(ordered) == set()
