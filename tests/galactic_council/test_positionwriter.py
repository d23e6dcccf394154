"""A written position is read back as the very same state: every fact, and the order of what comes in an order."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.dice import SeededDice
from gm.engine import copy, resolve
from gm.model import LANGUAGES, Lang, Seat
from gm.record import dump_state
from gm.rulesets.galactic_council import RULES
from gm.rulesets.galactic_council.invariants import invariants
from gm.rulesets.galactic_council.position import read_position
from gm.rulesets.galactic_council.positionwriter import word, write_position
from gm.rulesets.galactic_council.state import State
from gm.yamlfile import Refused, parse, tidy
from tests.galactic_council.test_random_orders import crowded
from tests.games import bot_orders, game, started

VARIANTS = {"own_system": "any", "piece_limits": False, "trade_goods": 2, "stations_in_passing": False}


def again(state: State, lang: Lang) -> State:
    """The state that its own description means."""
    read, problems = read_position(parse(tidy(write_position(state, lang))), state.content, lang=lang)
    assert problems == []
    return read


def same(state: State) -> None:
    """Nothing gets lost, and nothing that follows changes."""
    for lang in LANGUAGES:
        read = again(state, lang)
        assert read == state
        for name in ("systems", "planets", "chairs", "contracts", "bonus", "closed"):
            assert repr(getattr(read.board, name)) == repr(getattr(state.board, name)), name
        assert dump_state(RULES, read) == dump_state(RULES, state)


@pytest.mark.parametrize("seats", RULES.seats)
@pytest.mark.parametrize("seed", [1, 2])
def test_positions_of_bot_games(seats: int, seed: int) -> None:
    options = {"turns": 5, **(VARIANTS if seed % 2 else {})}
    state, _events, _dice = started(RULES, seats, seed, **options)
    same(state)
    phases = set()
    for played in game(RULES, seats, seed, **options):
        same(played.after)
        phases.add(played.after.board.phase)
    assert phases >= {phase.id for phase in RULES.phases if phase.id != "strategy"} | {"over"}


def test_a_game_goes_on_from_a_written_position_as_it_would_have() -> None:
    for played in game(RULES, 4, 9, turns=4):
        read = again(played.before, "ru")
        assert bot_orders(RULES, read, played.opened, played.dice) == played.orders
        assert resolve(RULES, read, played.orders, played.dice) == (played.after, played.events)


@pytest.mark.parametrize("seed", range(6))
def test_positions_full_of_everything(seed: int) -> None:
    """Damaged units, mines, contracts, broken agreements, closed systems, alerts, somebody who is out."""
    state, _dice, luck = crowded(seed)
    board = state.board
    first, second, *_rest, last = board.chairs
    board.closed = {next(iter(board.systems)): first}
    board.bonus = {"imperial": 2, "trade": 1}
    board.guild_head = second
    board.chairs[first].alert = luck.choice(list(board.systems))
    board.chairs[second].spent, board.chairs[second].last_strategy = [1, 3], "assembly"
    board.chairs[last].out, board.chairs[last].strategy = 1, None
    state.secrets.rankings = {second: ["trade", "warfare"], first: ["imperial"]}
    same(state)


@pytest.mark.parametrize(
    "name", ["Иван «Грозный»", 'a "b" \\c', "# no: {comment}", "nb\u00a0sp", "~", "", "yes", " x ", "12"]
)
def test_names_of_players_are_kept(name: str) -> None:
    state, _events, _dice = started(RULES, 3, 1)
    state.board.chairs["red"].name = name
    same(state)
    assert "\n" not in word("two\nlines")


def test_a_position_tells_the_gm_what_is_secret() -> None:
    state, _events, _dice = started(RULES, 3, 1)
    state.secrets.rankings = {"red": ["trade"]}
    for lang, secret in (("en", "# SECRET"), ("ru", "# ТАЙНА")):
        lines = write_position(state, lang).split("\n")  # type: ignore[arg-type]
        assert [line.startswith(secret) for line in lines].count(True) == 2
        public = "\n".join(lines[: next(n for n, line in enumerate(lines) if line.startswith(secret))])
        shown = copy(state)
        shown.secrets.tiles, shown.secrets.rankings = {}, {}
        assert public == write_position(shown, lang).rstrip("\n") + "\n"  # type: ignore[arg-type]


def test_the_seats_and_options_of_a_campaign_win() -> None:
    state, _events, _dice = started(RULES, 3, 1, turns=5)
    chairs = [Seat(seat, f"Player {seat}", "#123456") for seat in state.board.chairs]
    root = parse(tidy(write_position(state, "en")))
    read, problems = read_position(root, state.content, seats=chairs, options=RULES.options(turns=9))
    assert problems == [] and read.board.options.turns == 9
    assert {(chair.name, chair.colour) for chair in read.board.chairs.values()} == {
        (f"Player {seat}", "#123456") for seat in state.board.chairs
    }
    for wrong in (chairs[::-1], chairs[:2]):
        _read, problems = read_position(root, state.content, seats=wrong)
        assert [(problem.code, problem.line > 1) for problem in problems] == [("position_seats", True)]
    assert [problem.code for problem in read_position(None, state.content, seats=chairs[:2])[1]] == ["position_seats"]


def hidden(text: str, dice: SeededDice | None = None) -> State:
    state, problems = read_position(parse(tidy(text)), RULES.content({}), dice=dice)
    assert problems == []
    return state


@pytest.mark.parametrize(
    "text", ["hidden: all", "hidden: {D2: random, D3: , D5: lodor}", "hidden: {D3: случайно, D5: }", "hidden: [E5, E6]"]
)
def test_tiles_that_nobody_named_are_dealt(text: str) -> None:
    whole = f"{text}\nmissing: [{', '.join(OUTER)}]\n"
    one, other, plain = hidden(whole, SeededDice(b"three")), hidden(whole, SeededDice(b"four")), hidden(whole)
    assert one == hidden(whole, SeededDice(b"three"))
    assert one.secrets.tiles != other.secrets.tiles != plain.secrets.tiles
    for state in (one, other, plain):
        unexplored = {at for at, system in state.board.systems.items() if system.tile is None}
        assert unexplored == set(state.secrets.tiles) and len(unexplored) in (2, 3, 18)
        broken = [problem for problem in invariants(state) if "empty_base" not in problem.args["what"]]
        assert broken == []


OUTER = ("A2", "A3", "B1", "B5", "C1", "C6", "D7", "E1", "E6", "F1", "F5", "G1", "G2", "G3", "A1")


def test_more_hidden_hexes_than_tiles_are_a_problem_and_no_crash() -> None:
    state, problems = read_position(parse("radius: 8\nhidden: all\n"), RULES.content({}))
    assert [problem.code for problem in problems] == ["position_too_few_tiles"]
    assert len(state.secrets.tiles) == len([at for at, s in state.board.systems.items() if s.tile is None])


def test_a_seat_can_not_be_called_by_a_word_of_the_description() -> None:
    _state, problems = read_position(parse("seats: {mines: sol, blue: hacan}"), RULES.content({}))
    assert [problem.code for problem in problems] == ["position_reserved"]


@cache
def text_of(seats: int) -> str:
    *_before, last = game(RULES, seats, 3, turns=3)
    return write_position(last.before, "ru" if seats % 2 else "en")


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from((3, 6)),
    st.lists(st.tuples(st.integers(0, 20_000), st.sampled_from("{}[]:,- x0\n9Dя\"'#")), max_size=5),
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=3),
)
def test_no_description_however_mutilated_raises(
    seats: int, changes: list[tuple[int, str]], moves: list[tuple[int, int]]
) -> None:
    text = text_of(seats)
    for at, char in changes:
        at %= len(text)
        text = text[:at] + char + text[at + 1 :]
    lines = text.split("\n")
    for one, other in moves:
        one, other = one % len(lines), other % len(lines)
        lines[one], lines[other] = lines[other], lines[one]
    try:
        root = parse(tidy("\n".join(lines)))
    except Refused:
        return
    chairs = [Seat(seat, seat, seat) for seat in ("red", "blue", "green")]
    for given_seats in ((), chairs):
        state, _problems = read_position(root, RULES.content({}), seats=given_seats, dice=SeededDice(b"fuzz"))
        assert state.board.chairs and isinstance(invariants(state), list)


WORDS = ("seats", "turn", "phase", "radius", "homes", "options", "missing", "tiles", "hidden", "at", "explored")
MORE = (
    "contracts",
    "bonus",
    "closed",
    "speaker",
    "guild_head",
    "rankings",
    "red",
    "blue",
    "D5",
    "X1",
    "lodor",
    "all",
    "random",
    "7",
)
LEAVES = ("races", "7", "sol", "damaged", "cruiser", "mines", "owner", "used", "99", "turns", "since", "name", '""')


def values() -> st.SearchStrategy[str]:
    """Any nesting of words that a description knows."""
    words = st.sampled_from((*WORDS, *MORE, *LEAVES))
    return st.recursive(
        words,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
            st.dictionaries(words, inner, max_size=3).map(
                lambda pairs: f"{{{', '.join(f'{key}: {value}' for key, value in pairs.items())}}}"
            ),
        ),
        max_leaves=12,
    )


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from((*WORDS, *MORE)), values(), max_size=6))
def test_no_nesting_of_known_words_raises(pairs: dict[str, str]) -> None:
    root = parse("".join(f"{key}: {value}\n" for key, value in pairs.items()))
    state, _problems = read_position(root, RULES.content({}))
    assert state.board.chairs and isinstance(invariants(state), list)
