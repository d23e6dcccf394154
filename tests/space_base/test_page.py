"""The report: the story by turns, the reader's board, the shipyard, what the next dice bring; no others' secrets."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gm.model import LANGUAGES, RULING, Event, Lang
from gm.reports import gm_report, public, report
from gm.rulesets.space_base.events import common as c
from gm.rulesets.space_base.events import rewards as r
from gm.rulesets.space_base.events import rulings as g
from gm.rulesets.space_base.events import yard as y
from gm.rulesets.space_base.page import page
from gm.rulesets.space_base.state import State
from gm.rulesets.space_base.story import turns
from tests.space_base.desk import play, position
from tests.space_base.samples import ONE, RULES, SEATS, TWO, every_event, meta, started, view

POSITION = """
active: red
turn: 4
dice: [3, 5]
red: {name: Маша, credits: 3, income: 2, points: 10, charges: {"1-01-1": 1}}
blue: {name: Олег, credits: 4}
green: {name: Зоя}
at:
  red: {8: {station: "1-08-2", deployed: [start_08]}, 1: {station: "1-01-1"}, 7: {colony: colony_07, station: none}}
  blue: {5: {station: "1-05-2", deployed: [start_05]}}
cards: {"1-08-2": {cost: 4, station: {credits: 6}, deployed: {points: 1}}, "1-05-2": {station: {credits: 1}}}
row: {1: ["1-02-2", "1-07-1"], 2: [], 3: ["3-12-2"]}
standing: {green: "- standing order: {own: [sum], others: [credits]}"}
"""


def seen(state: State, seat: str | None = "red") -> Any:
    return RULES.view(state, seat)


def shown(state: State, seat: str | None, events: list[Event], lang: Lang = "ru") -> str:
    if seat is None:
        return public(RULES, meta(), seen(state, None), events, lang)
    return report(RULES, meta(), seen(state, seat), events, lang)


# -- the story


def test_a_turn_is_told_seat_by_seat_and_the_next_dice_are_no_turn_yet() -> None:
    state = position(POSITION)
    events = play(state, red="- choose: split\n- buy: [1-02-2]\n", blue="- choose: sum\n", dice=(2, 2))
    (turn,) = turns(events, state.board.turn)
    assert (turn.turn, turn.active, turn.dice) == (4, "red", (3, 5))
    assert [part.seat for part in turn.parts] == ["red", "blue", "green", "red"]
    assert any(isinstance(event, y.ShipyardRefilled) for event in turn.parts[-1].events), "laid out after the purchase"


def test_the_dice_of_the_first_turn_are_read_off_the_choices() -> None:
    total = turns([c.ChoiceMade(ONE, "sum", (9,), 1, rule="dice")], 7)
    assert [(one.turn, one.active, one.dice, one.total) for one in total] == [(7, ONE, None, 8)]


def test_several_turns_of_a_run_stand_under_their_own_headings() -> None:
    events: list[Event] = [
        c.ChoiceMade(ONE, "sum", (8,), rule="dice"),
        c.DiceRolled(TWO, (1, 2), rule="dice"),
        c.TurnOpened(6, "turn", 2, TWO, rule="dice"),
        c.ChoiceMade(TWO, "split", (1, 2), rule="dice"),
        c.DiceRolled(ONE, (4, 4), 1, rule="dice"),
        c.TurnOpened(7, "turn", 3, ONE, rule="dice"),
    ]
    assert [(one.turn, one.active, one.dice) for one in turns(events, 7)] == [(5, ONE, None), (6, TWO, (1, 2))]
    text = report(RULES, meta(), view(TWO), events, "ru")
    assert "### Ход 6: `П` Пётр, кубики 1 и 2" in text and "### Ход 5: `И` Иван, сумма кубиков 8" in text


def test_a_start_is_told_before_the_first_turn() -> None:
    state, events = started()
    assert [one.active for one in turns(events, state.board.turn)] == [""]
    assert "### Начало игры" in report(RULES, meta("entry"), view(ONE), events, "ru")


def test_what_belongs_to_nobody_stands_alone_and_is_no_seats_own() -> None:
    events: list[Event] = [
        y.PurchasePassed(ONE, 3, rule="purchase"),
        c.GameEnded((ONE,), "points", rule="end"),
    ]
    found = page(view(ONE), events)
    assert [part.seat for one in found["own"] for part in one.parts] == [ONE]
    assert [part.seat for one in found["rest"] for part in one.parts] == [None]


# -- tables


def test_the_board_of_the_seat_has_twelve_rows() -> None:
    me = page(seen(position(POSITION)), [])["me"]
    assert [row["number"] for row in me["sectors"]] == [*range(1, 13)]
    first, seventh, eighth = (me["sectors"][n - 1] for n in (1, 7, 8))
    assert (first["station"]["card"], first["station"]["cubes"]) == ("1-01-1", 1)
    assert (seventh["colony"], seventh["points"], seventh["station"]) == ("colony_07", 9, None)
    assert [ship["card"] for ship in eighth["deployed"]] == ["start_08"]
    assert (me["credits"], me["income"], me["points"]) == (3, 2, 10)


def test_changed_sectors_are_those_that_differ_from_the_start() -> None:
    others = page(seen(position(POSITION)), [])["others"]
    assert {row["seat"]: [s["number"] for s in row["sectors"] if s["changed"]] for row in others} == {
        "blue": [5],
        "green": [],
    }


def test_what_the_credits_reach_for() -> None:
    """Sum 8 brings 6 credits, so 9 are there after it; the sector of a colony is closed ("purchase", "colony")."""
    found = page(seen(position(POSITION)), [])
    reach = {one["card"]: one["reach"] for row in found["yard"] for one in row["cards"]}
    reach |= {one["card"]: one["reach"] for one in found["colonies"]}
    assert (reach["1-07-1"], reach["1-02-2"], reach["3-12-2"]) == ("closed", "now", "no")
    assert reach["colony_01"] == "sum" and reach["colony_02"] == "no" and "colony_07" not in reach
    assert {one["reach"] for one in page(seen(position(POSITION), None), [])["colonies"]} == {""}


def test_either_choice_may_reach() -> None:
    state = position("dice: [3, 5]\nred: {credits: 8}\nrow: {1: [], 2: [], 3: []}\n")
    (first, *_) = page(seen(state), [])["colonies"]
    assert (first["cost"], first["reach"]) == (9, "any")


def test_what_the_dice_bring_the_reader_first_then_clockwise_from_the_active_seat() -> None:
    rows = page(seen(position(POSITION), "green"), [])["outcomes"]
    assert [(row["seat"], row["active"]) for row in rows] == [("green", False), ("red", True), ("blue", False)]
    total, split = rows[1]["choices"]
    assert (total["sectors"], total["gain"].credits) == ((8,), 6)
    assert (split["sectors"], split["gain"].credits) == ((3, 5), 2)
    assert rows[2]["choices"][1]["gain"].credits == 1, "a deployed ship on the turn of another seat"


def test_who_is_awaited_and_who_rests() -> None:
    found = page(seen(position(POSITION)), [])
    assert "red" in found["awaited"] and "green" not in found["awaited"]
    assert found["resting"] == ["green"]


# -- the whole report


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_a_report_has_every_table_whole(seat: str | None, lang: Lang) -> None:
    state = position(POSITION)
    events = play(state, red="- choose: sum\n- buy: [dearest]\n", blue="- choose: split\n", dice=(2, 6))
    text = shown(state, seat, events, lang)
    tables = re.findall(r"(?:^\|.*\n)+", text, re.M)
    assert len(tables) == 6
    for table in tables:
        rows = table.strip().split("\n")
        assert all(row.endswith(" |") or set(row) == set("|-") for row in rows)
        assert len({row.count("|") for row in rows}) == 1, table
    assert "None" not in text and not re.search(r"\b\w+_\w+\b", text.replace("seat_", ""))


def test_a_russian_report_has_no_latin_word() -> None:
    state = position(POSITION)
    events = play(state, red="- choose: sum\n- buy: [dearest]\n", blue="- choose: split\n", dice=(2, 6))
    for seat in ("red", "green", None):
        assert not re.findall(r"[A-Za-z]{2,}", shown(state, seat, events).replace("0123456789abcdef", ""))
    sheet = gm_report(RULES, meta(), seen(state, None), events, "ru")
    assert not re.findall(r"[A-Za-z]{2,}", sheet)


def test_a_standing_order_shows_to_its_seat_alone() -> None:
    state = position(POSITION)
    file = "- standing order: {own: [income], others: [7], buy: [{level: 2, sector: 9}]}\n"
    events = play(state, blue=file, dice=(2, 6))
    mine, others, everybody = (shown(state, seat, events) for seat in ("blue", "red", None))
    assert "Постоянный приказ — в свой ход: больше дохода; в чужой ход: сектор 7; купить: самая дорогая" in mine
    assert "по постоянному приказу" in mine.lower()
    for text in (others, everybody):
        assert "больше дохода" not in text and "по постоянному приказу" not in text.lower()
        assert "решает постоянный приказ" in text, "that it rests is public"


def test_a_hand_shows_to_its_seat_alone() -> None:
    state, events = started(light_speed=True)
    hands = state.secrets.hands
    text = {seat.id: report(RULES, meta("entry", "draft"), RULES.view(state, seat.id), events, "en") for seat in SEATS}
    names = {seat: [state.content.ship(id_).name.en for id_ in hand] for seat, hand in hands.items()}
    for seat, of_seat in text.items():
        for other, hand in names.items():
            assert all((name in of_seat) == (seat == other) for name in hand)
        assert "### Your hand" in of_seat


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_can_stand_in_a_report(lang: Lang) -> None:
    events = [event for event in every_event() if type(event).__module__.startswith("gm.rulesets")]
    text = report(RULES, meta(), view(ONE), events, lang)
    assert len(text.split("\n")) > 60 and "None" not in text


def test_what_a_game_master_looks_at_twice() -> None:
    odd = page(view(None), every_event())["odd"]
    assert {type(event) for event in odd} == {c.OrderCutShort, c.ExtraRound}


def test_a_game_that_is_over_has_no_next_dice() -> None:
    state = position(POSITION)
    for event in (r.Rewarded("red", 8, "station", "dice", points=40, rule="rewards"),
                  c.GameEnded(("red",), "points", rule="end")):  # fmt: skip
        event.apply(state)
    found = page(seen(state), [])
    assert (found["rolled"], found["outcomes"], found["dice"], found["awaited"]) == (None, [], (), [])
    assert "Верфь" not in report(RULES, meta(next_phase=None), seen(state), [], "ru")


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rulings_stand_above_the_story_of_the_turn(when: str, lang: Lang) -> None:
    """Before its orders or after them, though the next dice lie there already."""
    state = position(POSITION)
    ruled = every_ruling()
    events = play(state, red="- choose: split\n- buy: [1-02-2]\n", blue="- choose: sum\n", dice=(2, 2))
    told = [*ruled, *events] if when == "before" else [*events, *ruled]
    if when == "after":
        state.board.dice = [1, 1]
    for seat in ("red", None):
        text = shown(state, seat, [event for event in told if event.visible_to(seat)], lang)
        section = text.partition("## От ведущего" if lang == "ru" else "## From the game master")[2].partition("## ")[0]
        assert section.count("\n- ") == sum(event.visible_to(seat) for event in ruled)
        above = "По решению ведущего на кубиках" if lang == "ru" else "By ruling of the game master the dice"
        assert (above in text) == (when == "after"), "the dice stand above the table of what they bring, too"
    assert RULES.picture(seen(state), events)


def every_ruling() -> list[Event]:
    return [
        g.MeansRuled("red", 5, rule=RULING),
        g.CubesRuled("red", "1-01-1", 0, 1, rule=RULING),
        g.ShipRuled("1-07-1", "shipyard", "station", seat="green", sector=7, rule=RULING),
        g.ShipRuled("1-07-2", "deck", "shipyard", rule=RULING),
        g.ColonyRuled("blue", "colony_03", 3, True, rule=RULING),
        g.DeckOrdered(1, "1-12-1", "top", rule=RULING, seen_by=()),
        g.DiceRuled((1, 1), rule=RULING),
        g.SeatRuled("active", "green", rule=RULING),
        y.ShipyardRefilled(1, 5, "1-12-2", rule=RULING),
        c.StandingKept("red", None, rule=RULING, seen_by=("red",)),
    ]
