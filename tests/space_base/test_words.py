"""What only Space Base says: cards, rewards, standing orders; notes of a check. The rest: tests/test_words.py."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gm.model import LANGUAGES, Lang, Note, Order
from gm.rulesets.space_base.content import Side
from gm.rulesets.space_base.orders import Standing, Wish
from gm.rulesets.space_base.paragraphs import PARAGRAPHS
from gm.rulesets.space_base.picture import looks
from gm.words import Words, templates_folder, words
from tests.space_base.desk import filed, position
from tests.space_base.samples import ALWAYS, CHARGED, ONE, RULES, SHIP, started, view

LATIN = re.compile(r"[A-Za-z]+")


def speech(lang: Lang) -> Words:
    return words(RULES, lang, view(None))


def parts(lang: Lang) -> Any:
    environment = speech(lang).environment
    return environment.get_template(f"space_base/{lang}/parts.j2").module


def test_a_card_stands_in_quotes_once() -> None:
    assert parts("ru").q(SHIP) == "«Грузовой корабль 1-05-2»"
    assert parts("ru").q("start_02") == "«Свайгерт»"


def test_rewards_in_words() -> None:
    side = Side(credits=2, income=1, points=5, left=True, claim=2, claims=1, buys=2)
    assert parts("ru").side(side, None) == (
        "+2 кредита, +1 к доходу, +5 очков, ← награда соседа слева, бесплатная карта 2-го уровня, "
        "2 дополнительные покупки"
    )
    assert parts("en").side(Side(), None) == "nothing"


def test_charges_of_a_card_and_of_an_offer() -> None:
    side = Side(boxes=3, ability="credits_3", window="others")
    assert parts("ru").side(side, 1) == "+3 кредита (чужой ход, заряды: 1 из 3)"
    assert parts("ru").side(side, None) == "+3 кредита (чужой ход, 3 заряда)"
    assert parts("en").side(side, 0) == "+3 credits (others' turns, charges: 0 of 3)"


def test_a_standing_order_is_told_whole() -> None:
    assert parts("ru").standing(ALWAYS) == (
        "в свой ход: покупка, сектор 7, больше очков; в чужой ход: больше кредитов, заряд, порознь; "
        "купить: самая дорогая, 2-й уровень, сектор 8; колония; «Грузовой корабль 1-05-2»; "
        "получить бесплатно: самая дешёвая; больше очков, 3-й уровень; двойные стрелки: влево; "
        "применять заряженные способности, которым не нужна цель; выставлять кубик на 4"
    )
    assert parts("en").standing(Standing(buy=(Wish(),))) == "buy: dearest"


def test_a_seat_has_the_letter_of_the_picture() -> None:
    for lang in LANGUAGES:
        drawn = {seat: look.letter for seat, look in looks(view(None).board, lang).items()}
        assert speech(lang).letters == drawn
    assert speech("ru").seat(ONE) == "`И` Иван"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_paragraph_that_the_rules_name_has_a_heading(lang: Lang) -> None:
    used = {kind.rule for phase in RULES.phases for kind in phase.orders}
    used |= {event.rule for event in started()[1]} | {event.rule for event in started(light_speed=True)[1]}
    assert used <= set(PARAGRAPHS)
    assert len({RULES.heading(rule, lang) for rule in PARAGRAPHS}) == len(PARAGRAPHS)
    assert RULES.heading("0", lang) == "0", "the core's own events"


AIM = f"- use: {{card: {CHARGED}, onto: {CHARGED}}}\n"
AT_8 = f"dice: [3, 5]\nred: {{credits: 9}}\nat: {{red: {{8: {{station: {CHARGED}}}}}}}\n"
TRIALS = (
    ("- choose: sum\n- buy: [{level: 1}, colony]\n- standing order: {own: [credits], buy: [dearest]}\n" + AIM, AT_8),
    ("- use: " + CHARGED + "\n", AT_8.replace("credits: 9", f'charges: {{"{CHARGED}": 1}}')),
    (AIM + "- standing order: {others: [7]}\n", AT_8.replace("credits: 9", f'charges: {{"{CHARGED}": 1}}')),
    ("- choose: split\n- buy: [colony]\n", "red: {credits: 12}\n"),
    ("- buy: [colony_07]\n- dismiss\n", "red: {credits: 1}\n"),
    ("- choose: sum\n- claim: [1-05-2]\n", 'dice: [6, 6]\nat: {red: {12: {station: "3-12-3"}}}\n'),
)


def noted(text: str, board: str, seat: str = "red") -> list[Note]:
    state = position(board)
    orders: tuple[Order, ...] = filed(state, seat, text)
    opened = RULES.open_phase(state)
    assert opened is not None
    return RULES.estimate(RULES.view(state, seat), opened, orders)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("text", "board"), TRIALS)
def test_notes_of_a_check_read_well(text: str, board: str, lang: Lang) -> None:
    state = position(board)
    own = words(RULES, lang, RULES.view(state, "red"))
    notes = noted(text, board)
    assert notes[-1].code == "means"
    for note in notes:
        said = own.note(note)
        assert said.endswith(".") and "None" not in said and "  " not in said, said
        assert lang == "en" or not LATIN.search(said), said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_note_that_the_rules_make_has_words_and_no_words_are_left_over(lang: Lang) -> None:
    from pathlib import Path

    from gm.rulesets.space_base import estimate

    source = Path(str(estimate.__file__)).read_text("utf-8")
    made = {*re.findall(r'Note\(\s*"(\w+)"', source), *(code for code, _args, _kind in estimate._TOLD.values())}
    file = templates_folder() / "space_base" / lang / "notes.j2"
    assert made == set(re.findall(r"{% macro (\w+)\(", file.read_text("utf-8")))
