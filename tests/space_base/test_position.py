"""Positions: what a description means, everything that is wrong with it, and a state written down and read again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from gm.dice import SeededDice
from gm.engine import copy, resolve
from gm.model import LANGUAGES, Lang, Problem, Seat
from gm.problems import sentence
from gm.rulesets.space_base import RULES
from gm.rulesets.space_base.describing import write_position
from gm.rulesets.space_base.invariants import invariants
from gm.rulesets.space_base.options import Options
from gm.rulesets.space_base.orders import Standing, Wish
from gm.rulesets.space_base.position import read_position
from gm.rulesets.space_base.state import State
from gm.yamlfile import Node, Refused, parse, tidy
from tests.games import brief, game, started
from tests.space_base.samples import ALWAYS
from tests.space_base.test_random_orders import crowded

CONTENT = RULES.content({})


def described(text: str, **more: Any) -> tuple[State, list[Problem]]:
    return read_position(parse(tidy(text)), CONTENT, **more)


def good(text: str, **more: Any) -> State:
    state, problems = described(text, **more)
    assert (problems, invariants(state)) == ([], [])
    return state


def states() -> Iterator[State]:
    """States of games of bots in every phase, some of them crowded, with standing orders of every kind."""
    for seed in range(16):
        options = brief(RULES, 8 if seed % 4 == 3 else 4, seed)
        for number, played in enumerate(game(RULES, RULES.seats[seed % 4], seed, **options)):
            if number % 4 == 0:
                yield played.before
            if number % 12 == 4:
                state = crowded(played.before, SeededDice(b"crowd", seed, number))
                seats = list(state.board.chairs)
                state.secrets.standing = {seats[0]: structs.replace(ALWAYS, line=seed), seats[1]: Standing()}
                state.board.chairs[seats[0]].rests_own = state.board.chairs[seats[0]].rests_others = True
                state.board.chairs[seats[1]].rests_own = bool(seed % 2)
                yield state
        yield played.after


def differences(one: State, other: State) -> list[str]:
    parts = [(name, one.board, other.board) for name in vars(one.board) if name != "_content"]
    parts += [(name, one.secrets, other.secrets) for name in type(one.secrets).__struct_fields__]
    return [f"{n}: {getattr(a, n)} is not {getattr(b, n)}" for n, a, b in parts if getattr(a, n) != getattr(b, n)]


def test_a_state_that_is_written_down_and_read_is_the_same() -> None:
    phases, told = set(), 0
    for number, state in enumerate(states()):
        text = write_position(state, LANGUAGES[number % 2])
        node = parse(tidy(text))
        seats = [Seat(id_, chair.name, chair.colour) for id_, chair in state.board.chairs.items()]
        for more in ({}, {"seats": seats, "options": state.board.options, "dice": SeededDice(b"x"), "lang": "ru"}):
            again, problems = read_position(node, state.content, **more)  # type: ignore[arg-type]
            assert problems == [], (problems[0], text.split("\n")[problems[0].line - 1])
            assert differences(again, state) == []
            assert again == state
        phases.add(state.board.phase)
        told += 1
    assert phases == {"draft", "turn", "over"} and told > 100


def test_a_position_that_was_read_plays_on_as_the_game_did() -> None:
    for played in game(RULES, 3, 9, points=20):
        again, _problems = read_position(parse(tidy(write_position(played.before, "en"))), played.before.content)
        assert resolve(RULES, again, played.orders, played.dice) == (played.after, played.events)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_written_is_for_people(lang: Lang) -> None:
    state = good(
        'red: {credits: 4, charges: {"1-01-1": 1}}\nat: {red: {1: {station: 1-01-1}}}\nstanding: {red: {own: [7]}}'
    )
    text = write_position(state, lang)
    comments = [line.partition("# ")[2] for line in text.split("\n") if "# " in line]
    assert len(comments) > 8
    assert all(bool(re.search("[а-я]", comment)) == (lang == "ru") for comment in comments)
    assert "  charges: {1-01-1: 1}" in text and "    1: {station: 1-01-1}" in text
    assert max(map(len, text.split("\n"))) < 200 and "colony_07" in text
    for seat in state.board.chairs:
        assert f"\n{seat}:\n" in text


def test_nothing_is_the_beginning_of_a_game() -> None:
    state = good("")
    board = state.board
    assert list(board.chairs) == ["red", "blue", "green"]
    assert (board.phase, board.turn, board.round, board.first, board.active) == ("turn", 1, 1, "red", "red")
    assert (board.decks, [len(row) for row in board.shipyard], len(board.colonies)) == ([42, 42, 30], [6, 6, 6], 12)
    assert [sector.station for sector in board.chairs["red"].sectors] == [f"start_{n:02}" for n in range(1, 13)]
    assert state.secrets.decks[0][0] == CONTENT.deck(1)[6]
    draft = good("phase: draft")
    assert draft.secrets.hands == {"red": [], "blue": [], "green": []} and draft.board.first == ""
    over = good("phase: over\nblue: {points: 3}")
    assert over.board.winners == ["blue"] and RULES.open_phase(over) is None


def test_names_of_both_languages() -> None:
    state = good(
        "at: {blue: {5: {station: грузовой КОРАБЛЬ 1-05-2, deployed: [Starting cargo ship 5]}, "
        "7: {colony: Колония 7}}}\n"
        "dice: [3, 5]\nlast round: 4\nrow: {1: нет}\nwinners:\n"
        "standing:\n  red: {свой ход: [сумма], купить: [колония]}\n"
        "blue: {rests: [чужой ход]}\n"
    )
    chair = state.board.chairs["blue"]
    assert chair.sectors[4].station == "1-05-2" and chair.sectors[4].deployed == ["start_05"]
    assert (chair.sectors[6].station, chair.sectors[6].colony) == (None, "colony_07")
    assert (chair.rests_own, chair.rests_others) == (False, True)
    assert state.board.chairs["red"].rests_own and state.secrets.standing["red"].buy[0].what == "colony"
    assert state.board.last_round == 4 and state.board.shipyard[0] == []


def test_the_seats_of_a_campaign_give_names_and_colours() -> None:
    seats = [Seat("red", "Анна", "#d55e00"), Seat("blue", "Ben", "#0072b2")]
    state = good("red: {credits: 3, name: Somebody, colour: black}", seats=seats)
    assert [(chair.name, chair.colour) for chair in state.board.chairs.values()] == [
        ("Анна", "#d55e00"),
        ("Ben", "#0072b2"),
    ]
    assert good("seats: [red, blue]\nat: {Анна: {1: {station: none}}}", seats=seats).board.chairs["red"].credits == 0
    _state, problems = described("turn: 3\nseats: [blue, red]", seats=seats)
    assert [(p.code, p.line, p.args) for p in problems] == [("position_seats", 2, {"right": "red, blue"})]


def test_options_that_are_given_win() -> None:
    assert good("options: {points: 20}").board.options == Options(points=20)
    assert good("options: {points: 20}", options=Options(points=30)).board.options == Options(points=30)
    state, problems = described("options: {points: 20, lightspeed: yes}")
    assert [(p.code, p.line) for p in problems] == [("extra_forbidden", 1)] and state.board.options == Options()


def test_dice_shuffle_what_is_not_described() -> None:
    text = "decks: {1: [1-12-1, 1-12-2]}\nrow: {2: [2-01-1]}"
    state = good(text, dice=SeededDice(b"a"))
    assert state == good(text, dice=SeededDice(b"a")) != good(text, dice=SeededDice(b"b")) != good(text)
    assert state.secrets.decks[0][:2] == ["1-12-1", "1-12-2"]
    table = good(text).secrets.decks[0]
    assert state.secrets.decks[0] != table and len(state.secrets.decks[0]) == len(table)
    assert state.board.shipyard[1] == ["2-01-1"]
    assert len({tuple(good("", dice=SeededDice(b"a", n)).board.dice) for n in range(20)}) > 5
    assert good("dice: [2, 2]", dice=SeededDice(b"a")).board.dice == [2, 2]


WRONG = {
    "seats: [red]": "options_number_of_seats",
    "seats: [red, Bad One]": "bad_seat_id",
    "seats: [red, turn]": "bad_seat_id",
    "seats: [red, red]": "seat_twice",
    "sheats: 3": "unknown_field",
    "turn: x": "not_a_number",
    "turn: 0": "greater_than_equal",
    "round: 123456": "less_than_equal",
    "phase: movement": "unknown_name",
    "active: yellow": "unknown_name",
    "active: blue\nphase: draft": "position_not_now",
    "winners: [blue]": "position_not_now",
    "dice: [1, 2, 3]": "position_two_dice",
    "dice: [1, 7]": "less_than_equal",
    "dice: 5": "position_two_dice",
    "options: {points: x}": "int_parsing",
    "options: 3": "not_a_map",
    "red: 3": "not_a_map",
    "red: {credits: -1}": "greater_than_equal",
    "red: {kredits: 1}": "unknown_field",
    "red: {charges: {1-01-1: 1}}": "position_no_boxes",
    "red: {charges: {start_01: 1}}": "position_no_boxes",
    "red: {charges: {1-01-1: 2}}\nat: {red: {1: {station: 1-01-1}}}": "less_than_equal",
    "red: {rests: [always]}": "unknown_name",
    "at: {yellow: {1: {station: none}}}": "unknown_name",
    "at: {red: {13: {station: none}}}": "unknown_name",
    "at: {red: {1: {station: 1-01-9}}}": "unknown_name",
    "at: {red: {1: {station: [1-01-1]}}}": "unknown_name",
    "at: {red: {1: {stattion: 1-01-1}}}": "unknown_field",
    "at: {red: {1: {station: colony_01}}}": "unknown_name",
    "at: {red: {1: {station: start_01, colony: colony_01}}}": "position_colony_and_ship",
    "at: {red: {1: {deployed: [1-01-1, 1-01-1]}}}": "position_twice",
    "at: {red: {1: {deployed: [1-01-1]}}, blue: {2: {station: 1-01-1}}}": "position_twice",
    "at: {red: {1: {deployed: [start_02]}, 2: {station: start_02}}}": "position_twice",
    "at: {red: {1: {colony: colony_01}}}\ncolonies: [colony_01]": "position_twice",
    "at: {red: {1: {station: 1-01-1}}}\nrow: {1: [1-01-1]}": "position_twice",
    "discard: [1-01-1]\ndecks: {1: [1-01-1]}": "position_twice",
    "discard: [start_01]": "unknown_name",
    "discard: [{a: b}]": "unknown_name",
    "row: {1: [2-01-1]}": "position_level",
    "row: {4: []}": "unknown_name",
    "row: {1: [1-01-1, 1-01-2, 1-01-3, 1-01-4, 1-02-1, 1-02-2, 1-02-3, 1-02-4]}": "too_long",
    "row: {1: [1-01-1]}\nshipyard: {1: [1-01-2]}": "extra_forbidden",
    "row: {1: [1-01-1]}\nphase: draft": "position_not_now",
    "colonies: [colony_13]": "unknown_name",
    "hands: {red: [1-01-1]}": "position_not_now",
    "hands: {red: [1-01-1], blue: [1-01-1]}\nphase: draft": "position_twice",
    "standing: {red: {own: [nonsense]}}": "unknown_name",
    "standing: {red: {orn: [7]}}": "unknown_field",
    "standing: {red: [7]}": "not_a_map",
    "standing: {red: '- standing order: {own: [nonsense]}'}": "unknown_name",
    "standing: {red: '- buy: dearest'}": "unknown_order",
    "- a\n- b": "not_a_map",
    "nonsense": "not_a_map",
    "last round: 1\nlast_round: 2": "double_key",
    "at: {red: {1: {station: none}, '1 ': {station: none}}}": "double_key",
}


@pytest.mark.parametrize(("text", "code"), WRONG.items())
def test_everything_wrong_is_told_with_its_place_and_the_state_is_sound(text: str, code: str) -> None:
    state, problems = described(text)
    assert [problem.code for problem in problems] == [code]
    assert 0 < problems[0].line <= text.count("\n") + 1 and problems[0].column > 0
    assert invariants(state) == []
    assert sentence(problems[0], "ru") != sentence(problems[0], "en")


def test_what_was_meant_is_suggested() -> None:
    _state, problems = described("at: {red: {8: {station: U.E.S. Swigerd}}}\nturnn: 3", lang="en")
    assert [problem.args["meant"] for problem in problems] == ["turn", "U.E.S. Swigert"]
    _state, problems = described("at: {red: {8: {station: Свайгерд}}}", lang="ru")
    assert problems[0].args["meant"] == "«Свайгерт»"


def test_cubes_beyond_the_supply() -> None:
    """Thirty cubes are in the box; what is beyond them is refused."""
    boxes = {id_: ship.station.boxes for id_, ship in CONTENT.ships.items() if ship.station.boxes}
    first = {CONTENT.ship(id_).sector: id_ for id_ in boxes}
    second = {CONTENT.ship(id_).sector: id_ for id_ in boxes if id_ not in first.values()}
    at, cubes = "at:\n", ""
    for seat, rows in (("red", first), ("blue", second)):
        at += f"  {seat}: {{{', '.join(f'{n}: {{station: {card}}}' for n, card in rows.items())}}}\n"
        cubes += f"{seat}: {{charges: {{{', '.join(f'{card}: {boxes[card]}' for card in rows.values())}}}}}\n"
    state, problems = described(at + cubes)
    assert {problem.code for problem in problems} == {"less_than_equal"} and invariants(state) == []


STRANGE = (
    "none",
    "",
    "-1",
    "99999999999",
    "start_01",
    "1-01-1",
    "2-02-2",
    "colony_07",
    "Ё",
    "red",
    "3",
    "over",
    "draft",
)


def mutilated(text: str, dice: SeededDice) -> Node | None:
    """A description in which lines were deleted, doubled, cut or lost their words."""
    lines = text.split("\n")
    for _n in range(dice.roll(3)):
        at, kind = dice.roll(len(lines)) - 1, dice.roll(5)
        words = re.findall(r"[\w-]+|\W", lines[at]) or [""]
        if kind == 1:
            del lines[at]
        elif kind == 2:
            lines.insert(at, lines[dice.roll(len(lines)) - 1])
        elif kind == 3:
            lines[at] = lines[at][: dice.roll(len(lines[at]) + 1) - 1]
        else:
            words[dice.roll(len(words)) - 1] = STRANGE[dice.roll(len(STRANGE)) - 1]
            lines[at] = "".join(words)
    try:
        return parse(tidy("\n".join(lines)))
    except Refused:
        return None


def shaken(text: str, dice: SeededDice) -> Node | None:
    """A description with right punctuation in which pieces stand in the place of others."""
    root = parse(tidy(text))
    assert root is not None
    every = [root]
    for node in every:  # grows as it is walked
        every += [*node.items, *(value for _key, value in node.entries)]
    for _n in range(dice.roll(4)):
        node, other = every[dice.roll(len(every)) - 1], every[dice.roll(len(every)) - 1]
        kind = dice.roll(4)
        if kind == 1 and node.entries:
            node.entries.pop(dice.roll(len(node.entries)) - 1)
        elif kind == 2 and other is not root and node is not root:
            node.kind, node.text, node.items, node.entries = other.kind, other.text, [*other.items], [*other.entries]
        elif kind == 3 and node.items:
            node.items.append(node.items[dice.roll(len(node.items)) - 1])
        elif node.kind == "text":
            node.text = STRANGE[dice.roll(len(STRANGE)) - 1]
        elif node.entries:
            node.entries[dice.roll(len(node.entries)) - 1][0].text = STRANGE[dice.roll(len(STRANGE)) - 1]
        if node in node.items or any(value is node for _key, value in node.entries):
            node.items, node.entries = [], []
    return root


def test_mutilated_descriptions_are_problems_and_nothing_else() -> None:
    tried, wrong = 0, Counter[str]()
    for number, state in enumerate(states()):
        text = write_position(state, "en")
        for n in range(12):
            dice = SeededDice(b"fuzz", number, n)
            node = mutilated(text, dice) if n % 2 else shaken(text, dice)
            if node is None:
                continue
            tried += 1
            found, problems = read_position(node, state.content, dice=dice if n % 3 else None, lang=LANGUAGES[n % 2])
            assert invariants(found) == [], (number, n)
            wrong.update(problem.code for problem in problems)
            assert all(problem.line > 0 and problem.column > 0 for problem in problems)
            assert all(sentence(problem, lang) for problem in problems for lang in LANGUAGES)
            again, more = read_position(parse(tidy(write_position(found, "ru"))), state.content)
            assert (again, more) == (found, []), (number, n)
    assert tried > 1500 and len(wrong) > 12 and sum(wrong.values()) > 1000


def test_a_described_state_shares_nothing() -> None:
    one, other = good(""), good("")
    one.board.chairs["red"].sectors[0].deployed.append("1-01-1")
    one.board.chairs["red"].charges["1-01-1"] = 1
    assert other == good("") == copy(other)


def test_a_standing_order_by_its_whole_text() -> None:
    state = good("standing: {red: '- standing order: {own: [7], buy: [dearest]}', blue: none, green: {}}")
    assert state.secrets.standing["red"] == Standing(own=("7",), buy=(Wish("dearest"),))
    assert state.secrets.standing["green"] == Standing() and "blue" not in state.secrets.standing


def test_a_game_of_every_number_of_seats_moves_in() -> None:
    for seats in RULES.seats:
        state, _events, _dice = started(RULES, seats, seats)
        assert read_position(parse(tidy(write_position(state, "ru"))), state.content) == (state, [])
