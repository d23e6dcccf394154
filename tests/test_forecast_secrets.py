"""A forecast tells nothing that its reader could not have made up: from a state with other secrets it is the same.

The files are senseless ones, the bot's, and such as ask after what lies hidden; every phase of both games, every seat.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from gm import engine
from gm.dice import SeededDice
from gm.forecast import forecast
from gm.model import LANGUAGES, Ruleset, Seat
from gm.orderfile import order_file
from gm.orders import Header
from gm.pages import FORMATS
from gm.record import dump_events
from gm.rulesets import GAMES, load
from tests.games import Played
from tests.test_secrets import DESKS, differing, pairs


def campaign(rules: Ruleset, state: Any, seat: str) -> Any:
    """As much of a campaign as a forecast asks for."""
    chairs = state.board.chairs
    seats = tuple(
        Seat(id_, chair.name, chair.colour, LANGUAGES[n % 2]) for n, (id_, chair) in enumerate(chairs.items())
    )
    lang = next(one.lang for one in seats if one.id == seat)
    config = SimpleNamespace(id="winter", title="Winter", language="en", lang=lambda of: lang)
    return SimpleNamespace(
        rules=rules,
        config=config,
        opened=lambda: rules.open_phase(state),
        state=lambda: state,
        view=lambda of: rules.view(state, of),
        seats=lambda: seats,
    )


def told(rules: Ruleset, state: Any, seat: str, data: bytes) -> dict[str, Any]:
    """Everything that a forecast might tell: pages, map, headlines, events, how the file reads, or how it fails."""
    try:
        pages, sent = forecast(campaign(rules, state, seat), seat, data)
    except Exception as error:  # whatever it is, it must not depend on secrets
        return {"error": repr(error)}
    found: dict[str, Any] = {f"{lang}.{form}": pages.page(seat, lang, form) for lang in LANGUAGES for form in FORMATS}
    for lang in LANGUAGES:
        reading = sent.readings_in(lang)[seat]
        found[f"{lang}.svg"] = pages.picture(seat, lang)
        found[f"{lang}.reading"] = repr((reading.orders, reading.problems, reading.ok, reading.refused))
        found[f"{lang}.headlines"] = pages.headlines(lang, 9)
    found["events"] = dump_events(pages.events)
    found["meta"] = repr(pages.meta)
    return found


def files(rules: Ruleset, played: Played, seat: str) -> list[bytes]:
    """The file of the seat, that of another one as if it were its own, files that ask after what lies hidden."""
    view = rules.view(played.before, seat)
    others = [orders for of, orders in played.orders.items() if of != seat]
    written = [order_file(orders, view, Header(), "ru") for orders in (played.orders[seat], *others[:1])]
    return [text.encode() for text in (*written, *DESKS[rules.id].curious(played.before))]


def differences(rules: Ruleset, played: Played, seat: str, data: bytes, asked: Ruleset | None = None) -> list[str]:
    """What tells a state from one with other secrets. The forecasts are those of the rules ``asked``, if given."""
    state = played.before
    other = rules.other_secrets(engine.copy(state), seat, SeededDice(b"elsewhere", seat))
    assert differing(state, other)
    one, two = told(asked or rules, state, seat, data), told(asked or rules, other, seat, data)
    assert "error" not in one, one
    return [name for name in one.keys() | two.keys() if one.get(name) != two.get(name)]


def sampled(rules: Ruleset, count: int, luck: random.Random) -> Iterator[tuple[Played, str, bytes]]:
    """Some phases of senseless games and of games of bots, with a seat and a file for each."""
    senseless = [*islice(DESKS[rules.id].vain(rules), 60)]
    bots = [played for game in DESKS[rules.id].games if not game.skipped for _last, played in pairs(rules, game)]
    for played in luck.sample([*senseless, *bots], count):
        seat = luck.choice(played.opened.may)
        yield played, seat, luck.choice(files(rules, played, seat))


@pytest.mark.parametrize("game", GAMES)
def test_a_forecast_depends_on_nothing_secret(game: str) -> None:
    rules, phases = load(game), set()
    for played, seat, data in sampled(rules, 40, random.Random(11)):
        assert differences(rules, played, seat, data) == [], (played.opened.phase, seat, data.decode())
        phases.add(played.opened.phase)
    assert phases == {phase.id for phase in rules.phases}


LEAKS: dict[str, Callable[[Ruleset], Callable[..., Any]]] = {
    "the true state": lambda rules: lambda state, seat, dice, keep=(): engine.copy(state),
    "what is named in files stays": lambda rules: (
        lambda state, seat, dice, keep=(): rules.other_secrets(
            state,
            seat,
            dice,
            tuple(state.board.content.tiles) if rules.id == "galactic_council" else state.board.chairs,
        )
    ),
    "as many dice as there are secrets": lambda rules: (
        lambda state, seat, dice, keep=(): rules.other_secrets(state, seat, dice.at(repr(state.secrets)))
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("game", GAMES)
def test_a_forecast_that_uses_secrets_is_found(game: str, leak: str) -> None:
    rules = load(game)
    asked = replace(rules, other_secrets=LEAKS[leak](rules))
    found = (
        differences(rules, played, seat, data, asked) for played, seat, data in sampled(rules, 60, random.Random(5))
    )
    assert any(found), "nobody noticed"
