"""Nothing that leaves for a seat depends on what the seat may not know (promise 4), down to the byte.

Every page, form, file, answer and name is made twice: from the true state, and from one in which all that the seat
can't know was dealt again. Leaks are planted, too: the comparison must find each of them.

What the tests must know of a game, such as where its secrets lie and how files ask after them, is its ``Desk``.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from shutil import copytree, rmtree
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec.structs
import pytest
from click.testing import CliRunner

from gm import engine, record
from gm.campaign import Campaign
from gm.check import check, check_view
from gm.cli import cli
from gm.dice import SeededDice
from gm.model import LANGUAGES, Event, OpenPhase, Order, PrivateEvent, Ruleset, Seat
from gm.orderfile import order_file
from gm.orders import Header
from gm.pages import FORMATS, Pages
from gm.problems import as_json
from gm.rulesets import GAMES, load
from gm.rulesets.galactic_council.events.common import SectorExplored
from gm.rulesets.galactic_council.orders import Gift
from gm.rulesets.space_base.events.common import SeatRests, StandingKept
from gm.rulesets.space_base.orders import Standing, Wish
from gm.runner import Played as Rendered
from gm.runner import Resolved, Runner, Sent
from gm.schema import schema
from tests.galactic_council import test_random_orders as scribbling
from tests.games import Played, phases, started
from tests.space_base import test_random_orders as whims
from tests.test_promises import ids_in, seen

CODE_KEY = b"k" * 32


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return load(request.param)


# --- what is hidden in each game -------------------------------------------------------------------------------


class Game(NamedTuple):
    """A game of bots: ``length`` phases of it are compared after the first ``skipped``.

    ``lacks``: phases and secrets that those phases do not have.
    """

    seats: int
    seed: int
    length: int
    options: Mapping[str, Any] = MappingProxyType({})
    lacks: frozenset[str] = frozenset()
    skipped: int = 0


@dataclass(frozen=True)
class Desk:
    """A game as these tests know it. Secrets are called as the fields of ``state.secrets``.

    ``always``: secrets that others have in all phases but one; ``later``: those of them that a phase leaves hidden.
    ``seat``: with whose eyes a phase is compared. ``curious`` files ask after what lies hidden. ``vain`` plays
    senseless files; orders of types ``addressed`` are told to another seat, too. ``leaks`` are planted in phases from
    ``leaks_from`` on. A campaign that is made with the words ``new`` differs from its twin in ``twins`` after each
    resolve; ``adds`` stands in all files but red's.
    """

    games: tuple[Game, ...]
    always: tuple[str, ...]
    later: tuple[str, ...]
    begin: Callable[[Ruleset, Game], tuple[Any, list[Event], SeededDice]]
    curious: Callable[[Any], Iterator[str]]
    vain: Callable[[Ruleset], Iterator[Played]]
    leaks: dict[str, Callable[[Ruleset], Ruleset]]
    leaks_from: int
    new: tuple[str, ...]
    twins: tuple[set[str], ...]
    seat: Callable[[Played, int], str] = lambda played, number: played.opened.may[number % len(played.opened.may)]
    addressed: tuple[type[Order], ...] = ()
    adds: str = ""


def started_game(rules: Ruleset, game: Game) -> tuple[Any, list[Event], SeededDice]:
    """A new game as it comes."""
    return started(rules, game.seats, game.seed, **game.options)


def differing(one: Any, other: Any) -> set[str]:
    """Which secrets of two states are not the same."""
    secrets, others = (msgspec.structs.asdict(state.secrets) for state in (one, other))
    return {name for name in secrets if secrets[name] != others[name]}


# Galactic Council: tiles of unexplored sectors, rankings.


def hidden_tiles(state: Any) -> list[tuple[str, str]]:
    """Unexplored sector, tile in it."""
    return list(state.secrets.tiles.items())


def curious_of_tiles(state: Any) -> Iterator[str]:
    """Files that name what lies in unexplored sectors, rightly and wrongly, and strategies of other seats."""
    content, unknown = state.content, hidden_tiles(state)
    named = [(at, planet) for at, tile in unknown for planet in content.tiles[tile].planets]
    for at, planet in (*named[:2], *[(at, "mecatol_rex") for at, _tile in unknown[:1]]):
        en, ru = content.planets[planet].name.en, content.planets[planet].name.ru
        yield (
            f"- explore: {at}\n- explore: {{sector: {at}, if: {{found: {en}, system: {at}}}}}\n- capture: {en}\n"
            f"- захват: {{планета: {ru[:-1]}}}\n- move: {{from: {ru}, to: {at}, landing: {{{en}: all}}}}\n"
            f"- move: {{from: {en[:-1]}x, to: {at}}}\n- build: {{planet: {ru}, units: {{cruiser: 1}}}}\n"
            f"- обстрел: {ru}\n- fire: {at}\n- scrap: {{at: {en}, units: {{pds: 1}}}}\n- alert: {at}\n"
        )
    own = [at for at, system in state.board.systems.items() if system.space]
    routes = "".join(
        f"- move: {{from: {start}, ships: all, to: {at}}}\n" for at, _t in unknown[:6] for start in own[:2]
    )
    yield routes + "- ranking: [war, trade, warr, имперская]\n"
    yield "- explore: Z9\n- движение: {откуда: Лодро, путь: [Веега]}\n- [nonsense\n- договор: {партнёр: блю}\n"
    yield "- ranking: [war]\n"


def scribbled(rules: Ruleset) -> Iterator[Played]:
    """Turns on crowded boards."""
    for seed in range(20):
        state, dice, luck = scribbling.crowded(seed)
        for phase in ("movement", "council", "assembly", "production"):
            state.board.phase = phase
            opened = rules.open_phase(state)
            assert opened is not None
            writers = {of: scribbling.Scribbler(rules.view(state, of), luck) for of in opened.may}
            orders = {of: writer.file(opened.orders[of]) for of, writer in writers.items()}
            after, events = engine.resolve(rules, state, orders, dice.at("vain"))
            yield Played(state, opened, orders, dice.at("vain"), after, events)
            state = after


def _view_with_a_tile(rules: Ruleset) -> Ruleset:
    def view(state: Any, seat: str | None) -> Any:
        shown = engine.copy(state)
        at, tile = hidden_tiles(state)[-1]
        shown.content = state.content
        SectorExplored("", at, tile, "start", rule="2.5").apply(shown)
        return rules.view(shown, seat)

    return replace(rules, view=view)


def _view_with(name: str, secret: str) -> Callable[[Ruleset], Ruleset]:
    """In its own place the view of a seat has what belongs to another seat."""

    def leaky(rules: Ruleset) -> Ruleset:
        def view(state: Any, seat: str | None) -> Any:
            told = rules.view(state, seat)
            kept = getattr(state.secrets, secret)
            setattr(told, name, next((kept[of] for of in kept if of != seat), getattr(told, name)))
            return told

        return replace(rules, view=view)

    return leaky


def _open_phase_by(number: Callable[[Any], int]) -> Callable[[Ruleset], Ruleset]:
    """Fewer seats must send, by a number that depends on secrets."""

    def leaky(rules: Ruleset) -> Ruleset:
        def open_phase(state: Any) -> OpenPhase | None:
            opened = rules.open_phase(state)
            assert opened is not None
            return msgspec.structs.replace(opened, must=opened.may[number(state) :])

        return replace(rules, open_phase=open_phase)

    return leaky


# Space Base: decks, hands of the draft, standing orders.

STANDING = (
    Standing(own=("sum",), others=("7", "points"), buy=(Wish(),), charges=True, face=4),
    Standing(buy=(Wish(what="colony"), Wish()), claim=(Wish(what="cheapest"),), arrow="left", face=2),
)
"""One on which a seat rests, and one that nobody else can know of."""


def with_standing_orders(rules: Ruleset, game: Game) -> tuple[Any, list[Event], SeededDice]:
    """A new game in which all seats have standing orders from the start."""
    state, events, dice = started_game(rules, game)
    for number, seat in enumerate(state.board.chairs):
        order = STANDING[number % 2]
        more = (
            StandingKept(seat, order, rule="dice", seen_by=(seat,)),
            SeatRests(seat, bool(order.own), bool(order.others), rule="dice"),
        )
        for event in more:
            event.apply(state)
        events = [*events, *more]
    return state, events, dice


def curious_of_cards(state: Any) -> Iterator[str]:
    """Files that name the next cards of decks, the last ones, and cards in hands, rightly and wrongly."""
    decks, hands = state.secrets.decks, state.secrets.hands
    named = [*(deck[0] for deck in decks), decks[0][-1], *(hand[-1] for hand in hands.values() if hand)]
    for card in named:
        ship = state.content.ship(card)
        en, ru = ship.name.en, ship.name.ru
        yield (
            f"- keep: [{en}, {card}, {ru[:-1]}]\n"
            f"- buy: [{card}, {en}, {{level: {ship.level}, sector: {ship.sector}}}]\n"
            f"- получить: [{ru}, {en[:-1]}x]\n- charge: {{card: {ru}, when: before, take: [{en}, dearest]}}\n"
            f"- заряд: {{карта: {card}, взять: [{{уровень: {ship.level}}}], куда: {ru}}}\n- choose: sum\n"
            f"- standing order: {{own: [sum if it gives a purchase, {ship.sector}], buy: [{card}], claim: [{ru}]}}\n"
        )
    for choice in ("sum", "split"):
        yield f"- choose: {choice}\n- claim: [dearest, cheapest]\n- buy: [dearest, colony, {decks[1][0]}]\n- dismiss\n"
    yield "- отменить постоянный\n- set a die: 7\n- set a die: 3\n- keep: 1-01\n- [nonsense\n- выбор: никак\n"


def active_or_not(played: Played, number: int) -> str:
    """The active seat, which buys, in every other phase; else another one."""
    active: str = played.before.board.active
    others = [seat for seat in played.opened.may if seat != active]
    return active if active and number % 2 else others[number % len(others)]


def whimsical(rules: Ruleset) -> Iterator[Played]:
    """Games with and without the draft in which every file is a whim, many boxes are full and purses, too."""
    for seed in range(16):
        game = Game(2 + seed % 4, seed, 18, {"points": 300, "light_speed": seed % 2 == 1})
        state, _events, dice = with_standing_orders(rules, game)
        for number in range(game.length):
            opened = rules.open_phase(state)
            if opened is None:
                break
            if opened.phase == "turn" and number % 2:
                state = whims.crowded(state, dice.at("crowd", number))
            files = {of: whims.Whim(dice.at("whim", number, of), state, of).file() for of in opened.may}
            orders = {of: tuple(o for o in file if type(o) in opened.orders[of]) for of, file in files.items()}
            after, events = engine.resolve(rules, state, orders, dice.at("vain", number))
            yield Played(state, opened, orders, dice.at("vain", number), after, events)
            state = after


def _view_with_a_card(rules: Ruleset) -> Ruleset:
    def view(state: Any, seat: str | None) -> Any:
        shown = engine.copy(state)
        shown.content = state.content
        shown.board.shipyard[0].append(state.secrets.decks[0][0])
        return rules.view(shown, seat)

    return replace(rules, view=view)


def _purchases(state: Any) -> int:
    return sum(bool(standing.buy) for standing in state.secrets.standing.values())


DESKS = {
    "galactic_council": Desk(
        games=(Game(3, 21, 9), Game(4, 22, 9), Game(5, 23, 5), Game(6, 24, 5)),
        always=("tiles", "rankings"),
        later=("tiles",),
        begin=started_game,
        curious=curious_of_tiles,
        vain=scribbled,
        addressed=(Gift,),  # an exchange (5.1) is told to both of its halves: each was addressed to the other
        leaks={
            "a tile in the view": _view_with_a_tile,
            "a ranking in the view": _view_with("ranking", "rankings"),
            "who must send depends on tiles": _open_phase_by(
                lambda state: sum(map(len, state.secrets.tiles.values())) % 3
            ),
        },
        leaks_from=1,
        new=("--option", "turns=2"),
        twins=({"tiles", "rankings"},) * 4,  # rankings of others are made up before any was sent
    ),
    "space_base": Desk(
        games=(
            Game(2, 36, 9, {"light_speed": True}),
            Game(3, 39, 7, {"points": 60}, frozenset({"draft", "hands"}), skipped=36),
            Game(4, 34, 6, {"light_speed": True}),
            Game(5, 34, 5, {"light_speed": True}),
        ),
        always=("decks", "standing"),
        later=("decks",),
        begin=with_standing_orders,
        curious=curious_of_cards,
        vain=whimsical,
        seat=active_or_not,
        leaks={
            "a card of a deck in the view": _view_with_a_card,
            "a hand in the view": _view_with("hand", "hands"),
            "a standing order in the view": _view_with("standing", "standing"),
            "who must send depends on decks": _open_phase_by(
                lambda state: state.content.ship(state.secrets.decks[0][0]).sector % 3
            ),
            "who must send depends on standing orders": _open_phase_by(_purchases),
        },
        leaks_from=0,
        new=("--option", "light_speed=true"),
        twins=({"decks", "hands"}, {"decks"}, *[{"decks", "standing"}] * 2),
        adds="- standing order: {own: [sum, 7], others: [most points], buy: [colony, dearest]}\n",
    ),
}


def test_every_game_has_its_desk() -> None:
    assert tuple(DESKS) == GAMES
    for game, desk in DESKS.items():
        rules = load(game)
        state, _events, _dice = started(rules, 4, 1)
        assert len(desk.leaks) >= len(msgspec.structs.fields(type(state.secrets)))


# --- everything that leaves for a seat -------------------------------------------------------------------------


def runner_of(rules: Ruleset, state: Any) -> Runner:
    """What renders a campaign in memory."""
    board = state.board
    chairs = tuple(Seat(id_, c.name, c.colour, LANGUAGES[n % 2]) for n, (id_, c) in enumerate(board.chairs.items()))
    return Runner(
        rules=rules,
        campaign="winter",
        title="Winter",
        lang="en",
        seats=chairs,
        options=board.options,
        content=state.content,
        overlay={},
        dice_secret=b"d" * 32,
        code_key=CODE_KEY,
        secret_hash="f" * 64,
        phrases={},
        version="0",
    )


@dataclass(frozen=True)
class Told:
    """A phase that was played: the state before and after, what happened, the files it was played from."""

    opened: OpenPhase
    before: Any
    state: Any
    events: list[Event]
    files: dict[str, bytes]
    silent: dict[str, str] = field(default_factory=dict)


def rendered(rules: Ruleset, told: Told) -> tuple[Rendered, Pages]:
    """A phase with all its files, as ``gm resolve`` writes it, and the pages that are made of it on demand."""
    runner = runner_of(rules, told.state)
    sent = Sent.read(rules, told.opened, lambda seat: rules.view(told.before, seat), told.files, told.silent)
    run = [Resolved(told.opened, sent, told.events, told.state)]
    phase = runner.rendered(run, 1, "", None)[0]
    return phase, Pages(rules, runner.meta(run), told.state, told.events, phase.name)


def leaving(rules: Ruleset, told: Told, seat: str) -> dict[str, bytes]:
    """Name -> bytes of all that is sent to a seat after a phase, or made for it on demand."""
    phase, pages = rendered(rules, told)
    own = {f"reports/{seat}.md", "reports/public.md", f"forms/{seat}.yaml", f"forms/{seat}.view.json"}
    found = {name: data for name, data in phase.files if name in own}
    for lang in LANGUAGES:
        for form in FORMATS:
            found[f"{lang}.{form}"] = pages.page(seat, lang, form).encode()
        found[f"{lang}.svg"] = pages.picture(seat, lang).encode()
        sentences, more = pages.headlines(lang, 6)
        found[f"{lang}.headlines"] = repr((sentences, more)).encode()
    found["events"] = record.dump_events(event for event in told.events if event.visible_to(seat))
    return found


def answered(rules: Ruleset, state: Any, seat: str, files: Sequence[str]) -> dict[str, bytes]:
    """What checks of these order files answer, from the state and from the view file, and the schema of a file."""
    opened, view = rules.open_phase(state), rules.view(state, seat)
    assert opened is not None
    meta = record.ViewMeta("winter", seat, "ru", "0")
    view_file = record.dump_view(rules, view, opened, meta, {})
    loaded = record.load_view_file(view_file)
    found = {"view": view_file, "opened": repr(opened).encode()}
    for lang in LANGUAGES:
        made = schema(opened.orders.get(seat, ()), view, lang)
        found[f"{lang}.schema"] = json.dumps(made, ensure_ascii=False).encode()
        notes = rules.form_notes(view, opened, lang) if rules.form_notes else []
        found[f"{lang}.form_notes"] = "\n".join(notes).encode()
        for number, text in enumerate(files):
            data = text.encode()
            for checked in (check(rules, opened, seat, view, data, lang), check_view(*loaded, data, lang)):
                facts = [checked.ok, [as_json(problem, lang) for problem in checked.reading.problems]]
                facts += [repr(checked.reading.orders), repr(checked.notes), checked.shown("a.yaml")]
                found.setdefault(f"{lang}.check.{number}", b"")
                found[f"{lang}.check.{number}"] += json.dumps(facts, ensure_ascii=False).encode()
    return found


# --- order files: the bot's, and ones that ask after what lies hidden ------------------------------------------


def files_of(rules: Ruleset, played: Played, seat: str) -> list[str]:
    """The bot's file of the seat, the file of another seat, and the curious ones."""
    view = rules.view(played.before, seat)
    head = Header("winter", str(played.opened.turn), played.opened.phase, seat, "AAAA2222")
    others = [orders for of, orders in played.orders.items() if of != seat][:1]
    return [
        *(order_file(orders, view, head, "ru") for orders in (played.orders[seat], *others)),
        *DESKS[rules.id].curious(played.before),
    ]


# --- the comparison --------------------------------------------------------------------------------------------


def difference(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """The names of what is not the same, byte for byte."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def other_private(events: Sequence[Event], seat: str) -> list[Event]:
    """The events as they might have been: nobody but the seat was told anything in private."""
    return [event for event in events if not isinstance(event, PrivateEvent) or seat in event.seen_by]


@dataclass
class Tally:
    """How much the comparison had to hide: how often each secret was another one."""

    differed: Counter[str] = field(default_factory=Counter)
    events: int = 0
    phases: set[str] = field(default_factory=set)

    def note(self, state: Any, other: Any, phase: str) -> None:
        self.differed.update(differing(state, other))
        self.phases.add(phase)


def sent_files(rules: Ruleset, played: Played) -> dict[str, bytes]:
    """The files of a phase as the bots sent them, with something wrong at the end of each."""
    if not played.orders:
        return {}
    texts = {seat: files_of(rules, played, seat)[0] for seat in played.opened.may}
    return {seat: text.replace("#end", "- вздор: 1\n#end").encode() for seat, text in texts.items()}


def before_a_resolve(rules: Ruleset, last: Played, played: Played, seat: str, tally: Tally) -> list[str]:
    """What tells the state before a phase from one with other secrets. ``last`` is the phase that led to it.

    Of the other seats' orders nothing may show either: in the other world they sent none.
    """
    state, files = played.before, sent_files(rules, last)
    other = rules.other_secrets(engine.copy(state), seat, SeededDice(b"other", seat))
    events = other_private(last.events, seat)
    tally.note(state, other, played.opened.phase)
    tally.events += len(events) != len(last.events)
    own = {of: data for of, data in files.items() if of == seat}
    silent = {of: "hold" for of in files if of != seat}
    checked = files_of(rules, played, seat)
    one = leaving(rules, Told(last.opened, last.before, state, last.events, files), seat)
    two = leaving(rules, Told(last.opened, last.before, other, events, own, silent), seat)
    one |= answered(rules, state, seat, checked)
    return difference(one, two | answered(rules, other, seat, checked))


def played_otherwise(rules: Ruleset, played: Played, seat: str) -> tuple[Any, Any, list[Event]]:
    """A phase from a state with other secrets: that state, the one after it, the events.

    All that the orders and the events of the seat name is kept. What belongs to seats that they name need not be, as
    long as everybody is told the same: it made no difference then.
    """
    orders = [order for file in played.orders.values() for order in file]
    words = ids_in([*orders, *seen(played.events, seat)])
    for keep in (words.difference(played.opened.may), words):
        other = rules.other_secrets(engine.copy(played.before), seat, SeededDice(b"kept", seat), tuple(sorted(keep)))
        after, events = engine.resolve(rules, other, played.orders, played.dice)
        if seen(events, None) == seen(played.events, None):
            break
    return other, after, events


def after_a_resolve(rules: Ruleset, played: Played, seat: str, tally: Tally) -> list[str]:
    """The same for what a seat learns of a phase that was played from a state with other secrets."""
    other, after, events = played_otherwise(rules, played, seat)
    tally.note(played.before, other, played.opened.phase)
    files = sent_files(rules, played)
    one = leaving(rules, Told(played.opened, played.before, played.after, played.events, files), seat)
    return difference(one, leaving(rules, Told(played.opened, other, after, events, files), seat))


def pairs(rules: Ruleset, game: Game) -> Iterator[tuple[Played, Played]]:
    """Each phase of a game of bots with the one before it; the first with the set-up."""
    state, events, dice = DESKS[rules.id].begin(rules, game)
    opened = rules.open_phase(state)
    assert opened is not None
    last = Played(state, opened, {}, dice, state, list(events))
    for number, played in enumerate(islice(phases(rules, state, dice), game.skipped + game.length)):
        if number >= game.skipped:
            yield last, played
        last = played


def sample(rules: Ruleset, first: int, end: int) -> Iterator[tuple[Played, Played]]:
    """Some phases of a game of four."""
    game = next(game for game in DESKS[rules.id].games if game.seats == 4)
    return islice(pairs(rules, game), first, end)


GAMES_OF_BOTS = [pytest.param(load(id_), game, id=f"{id_}-{game.seats}") for id_ in DESKS for game in DESKS[id_].games]


@pytest.mark.parametrize(("rules", "game"), GAMES_OF_BOTS)
def test_what_leaves_for_a_seat_depends_on_nothing_secret(rules: Ruleset, game: Game) -> None:
    tally, later, desk = Tally(), Tally(), DESKS[rules.id]
    for number, (last, played) in enumerate(pairs(rules, game)):
        seat = desk.seat(played, number)
        assert before_a_resolve(rules, last, played, seat, tally) == [], (played.opened.phase, seat)
        assert after_a_resolve(rules, played, seat, later) == [], (played.opened.phase, seat)
    assert tally.phases == {phase.id for phase in rules.phases} - game.lacks
    often = [*(tally.differed[name] for name in desk.always), *(later.differed[name] for name in desk.later)]
    assert min(often) >= game.length - 1, "little was hidden: the test proves little"
    every = set(msgspec.structs.asdict(played.before.secrets)) - game.lacks
    assert set(tally.differed) == set(later.differed) == every
    assert tally.events


# --- other seats' orders ---------------------------------------------------------------------------------------


def test_what_another_seat_orders_in_vain_shows_nowhere(rules: Ruleset) -> None:
    """An order that changed nothing in public could as well not have been given, for everybody else.

    Only what is addressed to another seat is told to it as well.
    """
    tried, vain, luck, desk = 0, 0, random.Random(7), DESKS[rules.id]
    for played in desk.vain(rules):
        orders, may = played.orders, played.opened.may
        for of in may:
            if not orders[of]:
                continue
            tried, gone = tried + 1, luck.randrange(len(orders[of]))
            less = {**orders, of: (*orders[of][:gone], *orders[of][gone + 1 :])}
            _state, others = engine.resolve(rules, played.before, less, played.dice)
            if seen(played.events, None) != seen(others, None) or isinstance(orders[of][gone], desk.addressed):
                continue
            vain += 1
            for seat in may:
                assert seat == of or seen(played.events, seat) == seen(others, seat), orders[of][gone]
    assert vain > tried // 3 > 50


# --- planted leaks ---------------------------------------------------------------------------------------------


LEAKS = [pytest.param(load(id_), leak, id=f"{id_}-{leak}") for id_ in DESKS for leak in DESKS[id_].leaks]


@pytest.mark.parametrize(("rules", "leak"), LEAKS)
def test_a_planted_leak_is_found(rules: Ruleset, leak: str) -> None:
    desk = DESKS[rules.id]
    leaky = desk.leaks[leak](rules)
    found = (before_a_resolve(leaky, last, at, "red", Tally()) for last, at in sample(rules, desk.leaks_from, 6))
    assert any(found), f"nobody noticed {leak}"


def test_a_private_event_told_to_all_is_found(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PrivateEvent, "visible_to", lambda self, seat: True)
    last, played = next(sample(rules, 1, 2))
    assert {"reports/red.md", "ru.html", "events"} <= {*before_a_resolve(rules, last, played, "red", Tally())}


def test_a_report_that_prints_secrets_is_found(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm import reports

    honest, states = reports.report, [None]

    def chatty(*arguments: Any) -> str:
        return honest(*arguments) + repr(states[0])

    view = rules.view

    def remembered(state: Any, seat: str | None) -> Any:
        states[0] = state.secrets
        return view(state, seat)

    monkeypatch.setattr(reports, "report", chatty)
    last, played = next(sample(rules, 2, 3))
    found = before_a_resolve(replace(rules, view=remembered), last, played, "red", Tally())
    assert {"reports/red.md", "en.md", "ru.text"} <= {*found}
    assert "forms/red.yaml" not in found


# --- the program itself, over a campaign and its twin ----------------------------------------------------------


def gm(folder: Path, *words: str, stdin: str | None = None) -> tuple[int, bytes]:
    """Exit code and all output of a command."""
    result = CliRunner().invoke(cli, ["-C", str(folder), *words], input=stdin, catch_exceptions=False)
    return result.exit_code, result.stdout_bytes + b"\0" + result.stderr_bytes


def twin_of(folder: Path, twin: Path, seat: str) -> tuple[Any, Any]:
    """A copy of a campaign that differs in all that the seat can't know: the state, the others' orders and events."""
    copytree(folder, twin)
    campaign = Campaign.open(twin)
    last, rules = campaign.last(), campaign.rules
    assert last is not None
    state = campaign.state_after(last)
    other = rules.other_secrets(engine.copy(state), seat, SeededDice(b"twin"))
    changed = {
        "state.json": record.dump_state(rules, other),
        "events.jsonl": record.dump_events(other_private(campaign.events(last), seat)),
    }
    manifest = campaign.manifest(last)
    for name, data in changed.items():
        (last.path / name).write_bytes(data)
        manifest["files"][name] = sha256(data).hexdigest()
    (last.path / "manifest.json").write_bytes(record.dump_manifest(manifest))
    return state, other


COMMANDS = [
    ["status"],
    ["status", "--json"],
    ["form", "red"],
    ["report", "red"],
    ["report", "red", "--format", "html"],
    ["report", "red", "--format", "text"],
    ["report", "public"],
    ["--lang", "ru", "report", "red", "--format", "html"],
    ["--lang", "en", "report", "red"],
    ["map", "red", "--into", "red.svg"],
    ["map", "--into", "all.svg"],
    ["form", "red", "--into", "sent"],
    ["events", "--seat", "red"],
    ["events", "--seat", "red", "--json"],
    ["stats"],
    ["stats", "--chart"],
]


ASKS = [
    ["check", "red", "-"],
    ["check", "red", "-", "--json"],
    ["forecast", "red", "-"],
    ["--lang", "ru", "forecast", "red", "-", "--format", "html"],
    ["forecast", "red", "-", "--format", "md"],
    ["submit", "red", "-", "--from", "Anna"],
    ["submit", "red", "-", "--json"],
    ["receipt", "red"],
]
"""What is done with every curious file."""
READY = [["ready", "red"], ["ready", "red", "--not"]]
RECEIPTS = [*READY, ["receipt", "red", "1"], ["receipt", "red", "--lang", "ru"], ["status"], ["form", "red"]]


def made(folder: Path, *words: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a command answers (under the empty name), and every file it writes, with its name."""
    into = folder.parent / "made"
    into.mkdir()
    monkeypatch.chdir(into)
    answer = gm(folder, *words)
    found = {path.relative_to(into).as_posix(): path.read_bytes() for path in into.rglob("*") if path.is_file()}
    monkeypatch.chdir(folder)
    rmtree(into)
    return {"": answer, **found}


def add_to_files(folder: Path, lines: str) -> None:
    """More orders at the end of every file in the inbox but red's."""
    for path in (folder / "inbox").rglob("*.yaml"):
        if not path.name.startswith("red-"):
            path.write_text(path.read_text("utf-8").replace("#end", f"{lines}#end"), "utf-8")


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes between the twins: receipts tell it."""
    monkeypatch.setattr("gm.cli.base.now", lambda: datetime(2026, 11, 30, 12, tzinfo=UTC))


@pytest.mark.usefixtures("still_clock")
def test_no_command_for_a_seat_tells_a_campaign_from_its_twin(
    rules: Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, twin, desk = tmp_path / "a" / "winter", tmp_path / "b" / "winter", DESKS[rules.id]
    assert gm(folder, "new", str(folder), "--game", rules.id, "--seats", "4", *desk.new)[0] == 0
    for number, secrets in enumerate(desk.twins):
        assert gm(folder, "bot", "--all")[0] == 0
        add_to_files(folder, desk.adds)
        assert gm(folder, "resolve")[0] == 0
        seat_twin = twin.with_name(f"winter-{number}")
        state, other = twin_of(folder, seat_twin, "red")
        assert differing(state, other) == secrets
        opened = rules.open_phase(state)
        assert opened is not None
        phase = opened.phase
        commands = [*COMMANDS, ["schema", rules.id, phase, "--seat", "red"]]
        for words in commands:
            written = made(folder, *words, monkeypatch=monkeypatch)
            assert written == made(seat_twin, *words, monkeypatch=monkeypatch), words
            assert written[""][0] == 0, (words, written)
        for text in desk.curious(state):
            for words in ASKS:
                one = gm(folder, *words, stdin=text)
                assert one == gm(seat_twin, *words, stdin=text), words
                assert b"Traceback" not in one[1] and one[0] in (0, 1)
        for words in RECEIPTS:
            assert gm(folder, *words) == gm(seat_twin, *words), words
        bots = [gm(where, "bot", "red")[1] for where in (folder, seat_twin)]
        assert bots[0] == bots[1]
        inboxes = [sorted((where / "inbox").rglob("red-*.yaml")) for where in (folder, seat_twin)]
        assert [path.read_bytes() for path in inboxes[0]] == [path.read_bytes() for path in inboxes[1]]


def test_a_forecast_from_the_truth_is_found(rules: Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a forecast were played from the true state, some curious file would show it in the twin."""
    folder, desk = tmp_path / "winter", DESKS[rules.id]
    assert gm(folder, "new", str(folder), "--game", rules.id, "--seats", "4", *desk.new)[0] == 0
    truth = replace(rules, other_secrets=lambda state, seat, dice, keep=(): engine.copy(state))
    found = []
    for number in range(len(desk.twins) + 1):
        assert gm(folder, "bot", "--all")[0] == 0 and gm(folder, "resolve")[0] == 0
        twin = tmp_path / f"twin-{number}"
        state, _other = twin_of(folder, twin, "red")
        for honest in (True, False):
            with monkeypatch.context() as patch:
                if not honest:
                    patch.setattr(Campaign, "rules", truth)
                for text in (*desk.curious(state), *ventures(rules, state)):
                    one, two = (gm(where, "forecast", "red", "-", stdin=text) for where in (folder, twin))
                    assert one == two or not honest, text
                    found.append(one != two)
    assert any(found), "nobody noticed"


def ventures(rules: Ruleset, state: Any) -> Iterator[str]:
    """Files that open what lies hidden: sectors to explore, cards to buy, so that something new is turned up."""
    opened = rules.open_phase(state)
    assert opened is not None
    bot = rules.bot(rules.view(state, "red"), opened, SeededDice(b"venture"))
    yield order_file(bot, rules.view(state, "red"), Header(), "en")
    if rules.id == "galactic_council":
        yield "".join(f"- explore: {at}\n" for at, _tile in hidden_tiles(state)[:12])


def test_a_fixed_galaxy_of_the_campaign_does_not_travel_in_view_files(tmp_path: Path) -> None:
    """The GM's own galaxy is a table of the overlay, and the overlay goes to players so that they can check offline."""
    folder = tmp_path / "winter"
    assert gm(folder, "new", str(folder), "--game", "galactic_council", "--seats", "3", "--option", "turns=2")[0] == 0
    row = load("galactic_council").content({}).galaxies["three_suns"]
    tiles = "".join(f"    {at}: {tile}\n" for at, tile in row.tiles.items())
    (folder / "content" / "galaxies.yaml").write_text(
        f"mine:\n  name: {{en: Mine, ru: Моя}}\n  radius: {row.radius}\n"
        f"  homes: [{', '.join(row.homes)}]\n  tiles:\n{tiles}",
        "utf-8",
    )
    (folder / "content" / "numbers.yaml").write_text("start_goods: 5\n")
    settings = folder / "campaign.yaml"
    settings.write_text(settings.read_text("utf-8").replace("galaxy: random", "galaxy: mine"), "utf-8")
    assert gm(folder, "resolve")[0] == 0
    campaign = Campaign.open(folder)
    last = campaign.last()
    assert last is not None
    state = campaign.state()
    assert set(state.secrets.tiles.values()) <= set(row.tiles.values())
    assert gm(folder, "form", "red", "--into", str(tmp_path / "sent"))[0] == 0
    sent = [*(tmp_path / "sent").iterdir(), *(path for path in (last.path / "forms").iterdir())]
    assert len(sent) > 3
    for path in sent:
        text = path.read_text("utf-8")
        assert not [tile for tile in state.secrets.tiles.values() if f'"{tile}"' in text and tile not in _known(state)]
        if path.name.endswith("view.json"):
            assert json.loads(text)["overlay"] == {"numbers": {"start_goods": "5"}}
            record.load_view_file(path.read_bytes())


def _known(state: Any) -> set[str]:
    """Ids that mean something else as well: planets and anomalies have the names of their tiles."""
    content = state.content
    return {*content.planets, *content.anomalies, *content.wormholes}
