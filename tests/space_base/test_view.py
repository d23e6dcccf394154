"""What a seat sees, what it is offered, what ``check`` and the form tell it."""

from __future__ import annotations

import pytest

from gm.dice import SeededDice
from gm.model import Note
from gm.orders import read
from gm.rulesets.space_base import RULES
from gm.rulesets.space_base.estimate import estimate
from gm.rulesets.space_base.formnotes import form_notes
from gm.rulesets.space_base.invariants import invariants
from gm.rulesets.space_base.orders import Buy, Claim, SetDie, Use
from gm.rulesets.space_base.state import State
from gm.rulesets.space_base.turn import open_phase
from gm.rulesets.space_base.view import other_secrets, view
from tests.games import brief, game
from tests.space_base.desk import filed, position

FULL = """
  dice: [2, 6]
  red: {credits: 9, income: 2, points: 3, charges: {"1-01-1": 1}}
  at: {red: {1: {station: "1-01-1"}, 7: {station: "2-07-1"}}, blue: {6: {deployed: ["1-06-2"]}, 1: {station: "2-01-2"}}}
  row: {1: ["1-05-2"], 2: ["2-08-2", "2-08-4"]}
"""


def notes(state: State, seat: str, text: str) -> list[Note]:
    opened = open_phase(state)
    assert opened is not None
    return estimate(view(state, seat), opened, filed(state, seat, text))


def test_what_a_file_would_bring() -> None:
    found = notes(position(FULL), "red", "- choose: sum\n- charge: 1-01-1\n- buy: 2-08-2")
    kinds = [(note.code, note.line, note.warning) for note in found]
    assert kinds == [("brings", 1, False), ("uses", 2, False), ("buys", 3, False), ("means", 0, False)]
    assert found[0].args["credits"] == 2 and found[0].args["sectors"] == (8,)
    assert found[2].args == {"card": "2-08-2", "sector": 8, "cost": 7, "credits": 3, "extra": False}
    assert found[3].args == {"credits": 3, "income": 3, "points": 3}, "the arrow leads to sector 9: 1 income"


def test_what_can_t_come_right_is_a_warning() -> None:
    found = notes(position(FULL), "red", "- choose: split\n- charge: 1-01-1\n- buy: [2-12-1, 1-01-2]")
    cut = [(note.args["why"], note.line, note.warning) for note in found if note.code == "cut"]
    assert cut == [("not_sum", 2, True), ("gone", 3, True)]
    assert [note.code for note in found if note.code == "passes"] == ["passes"]


def test_without_a_choice_both_are_told() -> None:
    found = notes(position(FULL), "blue", "")
    assert [note.args["choice"] for note in found if note.code == "brings"] == ["sum", "split"]


def test_the_draft_tells_what_is_kept() -> None:
    hands = 'red: {credits: 15, income: 1}\nhands: {red: ["2-02-3", "2-07-4"], blue: [], green: []}'
    found = notes(position(hands, "draft"), "red", "- keep: [2-02-3, 2-07-4]")
    assert [note.code for note in found] == ["cut", "keeps", "means"]
    assert found[1].args == {"cards": ("2-02-3",), "cost": 7}


def test_a_spectator_gets_no_notes() -> None:
    state = position()
    opened = open_phase(state)
    assert opened is not None
    assert estimate(view(state, None), opened, ()) == []
    assert form_notes(view(state, None), opened, "en") == []


def test_the_orders_that_a_seat_is_offered() -> None:
    opened = open_phase(position(FULL))
    assert opened is not None
    kinds = {seat: {kind for kind in (Use, Claim, Buy, SetDie) if kind in opened.orders[seat]} for seat in opened.may}
    assert kinds == {"red": {Use, Claim, Buy}, "blue": {Use, SetDie}, "green": set()}


@pytest.mark.parametrize(("lang", "line"), [("en", "  sum (8): +2 credits"), ("ru", "  сумма (8): +2 кр.")])
def test_the_form_tells_what_each_choice_brings(lang: str, line: str) -> None:
    state = position(FULL)
    opened = open_phase(state)
    assert opened is not None
    lines = form_notes(view(state, "red"), opened, lang)  # type: ignore[arg-type]
    assert line in lines
    assert any("2-08-2" in text for text in lines)
    others = form_notes(view(state, "green"), opened, lang)  # type: ignore[arg-type]
    assert any("Red" in text for text in others)


def test_russian_names_and_words() -> None:
    state = position(FULL)
    wishes = "[{уровень: 2, сектор: 8}, самая дорогая, колония 7]"
    text = f"- выбор: суммой\n- заряд: Корабль с зарядом 1-01-1\n- купить: {wishes}"
    assert [type(order).__name__ for order in filed(state, "red", text)] == ["Choose", "Use", "Buy"]


def test_a_named_card_takes_no_level() -> None:
    state = position(FULL)
    opened = open_phase(state)
    assert opened is not None
    reading = read(opened.orders["red"], "- buy: [{what: 2-08-2, level: 2}]", view(state, "red"))
    assert [problem.code for problem in reading.problems] == ["wish_card_alone"]


def test_other_secrets_look_the_same() -> None:
    state = position(
        'standing: {red: "- standing order: {own: [sum], others: [7]}", blue: "- standing order: {others: [8]}"}'
    )
    other = other_secrets(state, "red", SeededDice(b"x"))
    assert view(other, "red") == view(state, "red")
    assert other.secrets.decks != state.secrets.decks
    assert other.secrets.standing["red"] == state.secrets.standing["red"]
    assert other.secrets.standing["blue"] != state.secrets.standing["blue"]
    kept = state.secrets.decks[0][3]
    assert other_secrets(state, "red", SeededDice(b"x"), (kept,)).secrets.decks[0][3] == kept


def test_other_secrets_follow_from_the_view_and_the_dice_alone() -> None:
    """Whoever knows the dice could else put the true decks together again."""
    tried = 0
    for seed in range(8):
        for number, played in enumerate(game(RULES, 2 + seed % 4, seed, **brief(RULES, 6, seed))):
            for seat in (*played.opened.may, None) if number % 3 == 0 else ():
                state, dice, luck = played.before, SeededDice(b"one"), SeededDice(b"two", seed, number)
                other = other_secrets(state, seat, dice)
                assert other == other_secrets(other_secrets(state, seat, luck), seat, dice)
                assert view(other, seat) == view(state, seat) and invariants(other) == []
                tried += other.secrets != state.secrets
    assert tried > 200


def test_others_may_have_standing_orders_that_nobody_knows_of() -> None:
    state = position("turn: 5")
    found = [other_secrets(state, "red", SeededDice(b"x", n)).secrets.standing for n in range(20)]
    assert {len(standing) for standing in found} == {0, 1, 2}
    assert all("red" not in standing for standing in found)
    assert not other_secrets(position(), "red", SeededDice(b"x")).secrets.standing, "nobody could have sent one"


@pytest.mark.parametrize("hands", ['red: ["1-03-1"]', 'blue: ["1-03-1", "2-03-1", "3-03-1"], red: ["1-03-2"]'])
def test_hands_of_a_position_of_a_gm(hands: str) -> None:
    state = position(f"hands: {{{hands}}}", "draft")
    for seat in (*state.board.chairs, None):
        other = other_secrets(state, seat, SeededDice(b"x"))
        assert view(other, seat) == view(state, seat) and invariants(other) == []
        assert other == other_secrets(other_secrets(state, seat, SeededDice(b"y")), seat, SeededDice(b"x"))
