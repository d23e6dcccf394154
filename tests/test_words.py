"""Every event, reason and note of every game has words in both languages, and no words are left over."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gm import entry, rulings
from gm.model import LANGUAGES, RULING, Event, Lang, Ruleset
from gm.rulesets.galactic_council.stops import REASONS as COUNCIL_REASONS
from gm.rulesets.space_base.stops import REASONS as BASE_REASONS
from gm.words import Words, templates_folder, words
from tests.galactic_council import samples as council
from tests.space_base import samples as base

LATIN = re.compile(r"[A-Za-z]+")
COORDINATE = re.compile(r"\b[A-Z]\d{1,2}\b")
RAW_ID = re.compile(r"\w+_\w+")
RULESETS = Path(__file__).parents[1] / "gm" / "rulesets"


@dataclass(frozen=True)
class Game:
    """A ruleset and the samples of its tests."""

    rules: Ruleset
    events: tuple[Event, ...]
    reasons: Mapping[str, str]
    stopped: Callable[[str], Event]
    view: Callable[[None], Any]

    @property
    def kinds(self) -> set[type[Event]]:
        """Its events, and those of rulings."""
        return {*self.rules.events, *self.rules.ruling_events}

    def speech(self, lang: Lang) -> Words:
        """Its words, for the campaign of the samples."""
        return words(self.rules, lang, self.view(None))


CORE = (
    entry.PositionTaken(rule="0"),
    rulings.RulingMade("give", "42 *7*", rule=RULING),
    rulings.RulingTold("give", "", rule=RULING, seen_by=("red",)),
    rulings.NoteAdded("_42_", rule=RULING),
    rulings.NoteTold("42", rule=RULING, seen_by=("red",)),
)
"""Events that any game may have in its record, and that the samples of the games do not show."""

GAMES = (
    Game(council.RULES, (*council.every_event(), *CORE), COUNCIL_REASONS, council.stopped, council.view),
    Game(base.RULES, (*base.every_event(), *CORE), BASE_REASONS, base.stopped, base.view),
)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules.id)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def macros(file: str) -> set[str]:
    text = (templates_folder() / file).read_text("utf-8")
    return set(re.findall(r"{% macro (\w+)\(", text))


@every_language
@every_game
def test_events_have_words_and_no_words_are_left_over(game: Game, lang: Lang) -> None:
    assert macros(f"{game.rules.id}/{lang}/events.j2") == {event.__name__ for event in game.kinds}


@every_language
def test_events_of_the_core_have_words_and_no_words_are_left_over(lang: Lang) -> None:
    assert macros(f"core/{lang}/events.j2") == {event.__name__ for event in (*entry.EVENTS, *rulings.EVENTS)}


@every_language
@every_game
def test_reasons_have_words_and_no_words_are_left_over(game: Game, lang: Lang) -> None:
    assert macros(f"{game.rules.id}/{lang}/reasons.j2") == set(game.reasons)


@every_game
def test_the_samples_show_every_event(game: Game) -> None:
    assert {type(event) for event in game.events} == {*game.kinds, *entry.EVENTS, *rulings.EVENTS}


@every_language
@pytest.mark.parametrize(
    ("game", "event"), [pytest.param(g, e, id=f"{g.rules.id}-{type(e).__name__}") for g in GAMES for e in g.events]
)
def test_every_event_reads_well(game: Game, event: Event, lang: Lang) -> None:
    said = game.speech(lang).sentence(event)
    assert said[-1] in ".)", said
    assert "  " not in said and "None" not in said and "()" not in said and " ." not in said and " ," not in said
    assert not RAW_ID.search(said), said
    if lang == "ru":
        assert not LATIN.search(COORDINATE.sub("", said)), said


@pytest.mark.parametrize(("game", "why"), [pytest.param(g, why, id=why) for g in GAMES for why in g.reasons])
def test_every_reason_is_a_sentence(game: Game, why: str) -> None:
    assert {game.speech(lang).reason(game.stopped(why))[-1] for lang in LANGUAGES} == {"."}


@every_language
@every_game
def test_what_an_event_rests_on_is_named_in_the_language(game: Game, lang: Lang) -> None:
    named = {event.rule: game.rules.heading(event.rule, lang) for event in game.events}
    assert all(heading and not RAW_ID.search(heading) for heading in named.values())
    if lang == "ru":
        assert not [heading for heading in named.values() if LATIN.search(heading)]
