"""What the game master may change: each verb with its effect, its refusals, its words, in both languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gm.dice import SeededDice
from gm.engine import copy, replay, resolve, told
from gm.model import LANGUAGES, RULING, CannotRule, Change, Event, PrivateEvent
from gm.orderfile import order_file
from gm.orders import Header, read
from gm.problems import sentence
from gm.problemtexts import MESSAGES
from gm.record import dump_events, load_events
from gm.rulesets.space_base import RULES, judging
from gm.rulesets.space_base.cards import charge_sides, lying
from gm.rulesets.space_base.describing import write_position
from gm.rulesets.space_base.events.rulings import RULING_EVENTS
from gm.rulesets.space_base.invariants import invariants
from gm.rulesets.space_base.position import read_position
from gm.rulesets.space_base.rulings import (
    RULINGS,
    Cubes,
    EndStanding,
    Give,
    Move,
    Place,
    Refill,
    Remove,
    Set,
    Take,
)
from gm.rulesets.space_base.state import State
from gm.words import words
from gm.yamlfile import parse, tidy
from tests.games import brief, game
from tests.space_base.desk import position

BOARD = """
turn: 5
round: 3
dice: [2, 6]
red: {credits: 9, income: 2, points: 3, charges: {2-08-1: 1}}
at:
  red:
    1: {station: 1-01-1, deployed: [start_01]}
    7: {colony: colony_07, deployed: [start_07, 1-07-1]}
    8: {station: 2-08-1, deployed: [start_08]}
    9: {station: none}
  blue: {3: {station: none}}
row: {1: [1-05-2, 1-05-3]}
discard: [1-12-1]
standing: {red: {own: [sum], buy: [colony]}, blue: {buy: [dearest]}}
"""
DRAFT = "hands: {red: [1-03-1, 2-04-1], blue: [1-05-1]}\nred: {credits: 15}"
OVER = "phase: over\nred: {points: 9}"


def changed(board: str, text: str, phase: str = "turn") -> tuple[State, State, list[Event]]:
    """The position, the same after the change that the text says, and its events; all that must hold held."""
    before = position(board, phase)
    reading = read(RULES.rulings, text, before)
    assert [problem.code for problem in reading.problems] == []
    (order,) = reading.orders
    after, events = ruled(before, order)
    return before, after, events


def ruled(before: State, change: Any) -> tuple[State, list[Event]]:
    assert RULES.apply_ruling is not None
    after = copy(before)
    events: list[Event] = []
    for event in RULES.apply_ruling(after, change):
        event.apply(after)
        events.append(event)
        assert event.rule == RULING
        assert invariants(after) == [], event
    assert events and replay(before, events) == after
    kinds = (*RULES.events, *RULES.ruling_events)
    assert load_events(kinds, dump_events(events)) == events
    for lang in LANGUAGES:
        speech = words(RULES, lang, RULES.view(after, None))
        for event in events:
            said = speech.sentence(event)
            assert said.startswith(("По решению ведущего", "By ruling of the game master")) and said.endswith("."), said
    return after, events


def names(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_verbs() -> None:
    assert [kind.verb.id for kind in RULES.rulings] == [
        *("give", "take", "cubes", "place", "move", "remove", "refill", "end_standing", "set")
    ]
    assert all(issubclass(kind, Change) and kind.rule == RULING and all(kind.about) for kind in RULINGS)
    assert not {*RULING_EVENTS} & {*RULES.events}


# --- tracks and cubes ------------------------------------------------------------------------------------------


def test_give_and_take() -> None:
    _before, after, events = changed(BOARD, "- give: {seat: red, credits: 3, points: 2, reason: forgotten}")
    chair = after.board.chairs["red"]
    assert (chair.credits, chair.income, chair.points) == (12, 2, 5) and names(events) == ["MeansRuled"]
    _before, after, _events = changed(BOARD, "- take: {seat: red, credits: 9, income: 1}")
    chair = after.board.chairs["red"]
    assert (chair.credits, chair.income, chair.points) == (0, 1, 3)


def test_cubes() -> None:
    _before, after, _events = changed(BOARD, "- cubes: {card: 1-01-1, cubes: 1}")
    assert after.board.chairs["red"].charges == {"2-08-1": 1, "1-01-1": 1}
    _before, after, _events = changed(BOARD, "- cubes: {card: 2-08-1, cubes: 0, seat: red}")
    assert after.board.chairs["red"].charges == {}


# --- cards -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "card", "seat", "sector", "side", "events"),
    [
        ("{card: 1-05-2, seat: blue, sector: 3}", "1-05-2", "blue", 3, "station", ["ShipRuled"]),
        ("{card: 1-03-1, seat: blue}", "1-03-1", "blue", 3, "station", ["ShipRuled"]),
        ("{card: 1-12-1, seat: blue, as: deployed}", "1-12-1", "blue", 12, "deployed", ["ShipRuled"]),
        ("{card: 2-07-1, seat: red, as: deployed}", "2-07-1", "red", 7, "deployed", ["ShipRuled"]),
        ("{card: start_09, seat: red}", "start_09", "red", 9, "station", ["ShipRuled"]),
        ("{card: colony_09, seat: red}", "colony_09", "red", 9, "colony", ["ColonyRuled"]),
        ("{card: colony_01, seat: blue, sector: 3}", "colony_01", "blue", 3, "colony", ["ColonyRuled"]),
    ],
)
def test_place(text: str, card: str, seat: str, sector: int, side: str, events: list[str]) -> None:
    before, after, happened = changed(BOARD, f"- place: {text}")
    there = after.board.chairs[seat].sectors[sector - 1]
    assert card in (there.deployed if side == "deployed" else [getattr(there, side)])
    assert names(happened) == events and not any(isinstance(event, PrivateEvent) for event in happened)
    assert after.board.chairs[seat].points == before.board.chairs[seat].points


@pytest.mark.parametrize(
    ("text", "seat", "sector", "side", "charges"),
    [
        ("{card: 2-08-1, sector: 9}", "red", 9, "station", {"2-08-1": 1}),
        ("{card: 2-08-1, as: deployed}", "red", 8, "deployed", {}),
        ("{card: 2-08-1, sector: 3, to: blue}", "blue", 3, "station", {}),
        ("{card: start_08, seat: red, sector: 9, as: station}", "red", 9, "station", {"2-08-1": 1}),
        ("{card: 1-07-1, to: blue, sector: 12}", "blue", 12, "deployed", {"2-08-1": 1}),
        ("{card: start_03, seat: green, to: blue, as: deployed}", "blue", 3, "deployed", {"2-08-1": 1}),
    ],
)
def test_move(text: str, seat: str, sector: int, side: str, charges: dict[str, int]) -> None:
    _before, after, events = changed(BOARD, f"- move: {text}")
    there = after.board.chairs[seat].sectors[sector - 1]
    card = re.findall(r"[\w-]+", text)[1]
    assert card in (there.deployed if side == "deployed" else [there.station]) and names(events) == ["ShipRuled"]
    assert after.board.chairs["red"].charges == charges


def test_move_a_colony() -> None:
    before, after, events = changed(BOARD, "- move: {card: colony_07, sector: 9}")
    assert after.board.chairs["red"].sectors[8].colony == "colony_07" and names(events) == ["ColonyRuled"] * 2
    assert after.board.chairs["red"].sectors[6].colony is None and after.board.colonies == before.board.colonies
    _before, after, _events = changed(BOARD, "- move: {card: colony_07, to: blue, sector: 3}")
    assert after.board.chairs["blue"].sectors[2].colony == "colony_07"


@pytest.mark.parametrize("card", ["2-08-1", "1-07-1", "1-05-2", "1-12-1", "1-03-1", "3-01-1"])
@pytest.mark.parametrize("goal", ["", "discard", "shipyard", "top", "bottom"])
def test_remove_a_ship(card: str, goal: str) -> None:
    level = int(card[0])
    board = BOARD.replace("row: {1: [1-05-2, 1-05-3]}", "row: {1: [1-05-2, 1-05-3], 2: [], 3: []}")
    there = {"1-05-2": "shipyard", "1-12-1": "discard"}.get(card, "")
    text = f"- remove: {{card: {card}{f', to: {goal}' if goal else ''}}}"
    if there == (goal or "discard"):
        assert refusal(board, text).code == "ruling_there_already"
        return
    before, after, events = changed(board, text)
    row, deck = after.board.shipyard[level - 1], after.secrets.decks[level - 1]
    place = {"top": deck[:1], "bottom": deck[-1:], "shipyard": row[-1:]}.get(goal, after.board.discard[-1:])
    assert place == [card]
    hidden = [event for event in events if isinstance(event, PrivateEvent)]
    assert [event.seen_by for event in hidden] == [()] * (goal in ("top", "bottom"))
    assert card not in after.board.chairs["red"].charges
    if before.board.decks != after.board.decks:
        assert any(not isinstance(event, PrivateEvent) for event in events)


def test_remove_what_is_no_ship_of_the_decks() -> None:
    before, after, events = changed(BOARD, "- remove: {card: colony_07}")
    assert after.board.colonies == [*before.board.colonies, "colony_07"] and names(events) == ["ColonyRuled"]
    _before, after, events = changed(BOARD, "- remove: {card: start_02, seat: blue}")
    assert after.board.chairs["blue"].sectors[1].station is None
    assert after.board.chairs["green"].sectors[1].station == "start_02"


def test_hands_of_the_draft() -> None:
    _before, after, events = changed(DRAFT, "- place: {card: 1-07-1, seat: blue, as: hand}", "draft")
    assert after.secrets.hands["blue"] == ["1-05-1", "1-07-1"] and names(events) == ["HandRuled", "DeckCounted"]
    assert isinstance(events[0], PrivateEvent) and events[0].seen_by == ("blue",)
    _before, after, events = changed(DRAFT, "- place: {card: 1-03-1, seat: blue, as: hand}", "draft")
    assert (after.secrets.hands["red"], after.secrets.hands["blue"]) == (["2-04-1"], ["1-05-1", "1-03-1"])
    assert [event.seen_by for event in events if isinstance(event, PrivateEvent)] == [("red",), ("blue",)]
    before, after, events = changed(DRAFT, "- remove: {card: 1-03-1, to: top}", "draft")
    assert after.secrets.decks[0][0] == "1-03-1" and after.board.decks[0] == before.board.decks[0] + 1
    assert names(events) == ["HandRuled", "DeckCounted", "DeckOrdered"]
    _before, after, events = changed(DRAFT, "- place: {card: 2-04-1, seat: red, as: deployed}", "draft")
    assert after.board.chairs["red"].sectors[3].deployed == ["2-04-1"] and names(events) == ["HandRuled", "ShipRuled"]
    _before, after, events = changed(DRAFT, "- remove: {card: 1-03-1, seat: red}", "draft")
    assert after.board.discard == ["1-03-1"] and names(events) == ["HandRuled", "ShipRuled"]
    _before, after, events = changed(
        f"{DRAFT}\ndiscard: [1-08-1]", "- place: {card: 1-08-1, seat: red, as: hand}", "draft"
    )
    assert after.secrets.hands["red"][-1] == "1-08-1" and names(events) == ["ShipRuled", "HandRuled", "DeckCounted"]


def test_refill() -> None:
    before, after, events = changed(BOARD, "- refill")
    deck = before.secrets.decks[0]
    assert after.board.shipyard[0] == ["1-05-2", "1-05-3", *deck[:4]] and names(events) == ["ShipyardRefilled"] * 4
    assert after.board.decks[0] == len(deck) - 4
    _before, after, _events = changed(BOARD, "- refill: 1")
    assert len(after.board.shipyard[0]) == 6


# --- the course of the game ------------------------------------------------------------------------------------


def test_a_standing_order_ends() -> None:
    _before, after, events = changed(BOARD, "- end standing order: red")
    assert names(events) == ["StandingKept", "SeatRests"] and [*after.secrets.standing] == ["blue"]
    assert not after.board.chairs["red"].rests_own
    _before, after, events = changed(BOARD, "- end standing order: {seat: blue}")
    assert names(events) == ["StandingKept"] and [*after.secrets.standing] == ["red"]
    assert [event.visible_to("red") for event in events] == [False]


def test_the_course() -> None:
    text = "- set: {dice: [3, 3], active: blue, first: green, round: 4, last round: 5}"
    _before, after, events = changed(BOARD, text)
    board = after.board
    assert (board.dice, board.active, board.first, board.round, board.last_round) == ([3, 3], "blue", "green", 4, 5)
    assert names(events) == ["DiceRuled", "SeatRuled", "SeatRuled", "RoundRuled", "RoundRuled"]
    _before, after, events = changed(BOARD, "- set: {dice: [2, 6], last round: 3}")
    assert names(events) == ["RoundRuled"] and after.board.last_round == 3
    assert changed(f"{BOARD}\nlast_round: 3", "- set: {last_round: 0}")[1].board.last_round == 0


def test_who_has_won() -> None:
    _before, after, events = changed(BOARD, "- set: {winners: [blue, red]}")
    assert (after.board.phase, after.board.winners, after.board.active) == ("over", ["blue", "red"], "")
    assert RULES.open_phase(after) is None and names(events) == ["WinnersRuled"]
    assert changed(OVER, "- set: {winners: blue}")[1].board.winners == ["blue"]


# --- refusals --------------------------------------------------------------------------------------------------


def refusal(board: str, text: str, phase: str = "turn") -> Any:
    before = position(board, phase)
    reading = read(RULES.rulings, text, before)
    assert [problem.code for problem in reading.problems] == []
    kept = copy(before)
    with pytest.raises(CannotRule) as error:
        told(before, RULES.apply_ruling(before, reading.orders[0]))  # type: ignore[misc]
    assert before == kept, "nothing happened before it was refused"
    assert sentence(error.value.problem, "ru") != sentence(error.value.problem, "en")
    return error.value.problem


FULL = "row: {2: [2-01-1, 2-01-2, 2-01-3, 2-01-4, 2-02-1, 2-02-2]}\nat: {red: {3: {station: 2-03-1}}}"
REFUSED = [
    (BOARD, "- take: {seat: red, credits: 10}", "ruling_too_few"),
    (BOARD, "- take: {seat: blue, points: 1}", "ruling_too_few"),
    (BOARD, "- cubes: {card: start_01, cubes: 1}", "ruling_whose"),
    (BOARD, "- cubes: {card: start_01, cubes: 1, seat: blue}", "ruling_no_boxes"),
    (BOARD, "- cubes: {card: 1-01-1, cubes: 2}", "ruling_boxes"),
    (BOARD, "- cubes: {card: 1-01-1, cubes: 0}", "ruling_same"),
    (BOARD, "- cubes: {card: 1-05-2, cubes: 1}", "ruling_no_seat_has"),
    (BOARD, "- cubes: {card: 1-01-1, cubes: 1, seat: blue}", "ruling_not_theirs"),
    (BOARD, "- place: {card: 1-01-1, seat: blue}", "ruling_lies_with"),
    (BOARD, "- place: {card: start_01, seat: blue}", "ruling_lies_with"),
    (BOARD, "- place: {card: colony_07, seat: blue}", "ruling_lies_with"),
    (BOARD, "- place: {card: 1-05-2, seat: red}", "ruling_occupied"),
    (BOARD, "- place: {card: 1-05-2, seat: red, sector: 7}", "ruling_occupied"),
    (BOARD, "- place: {card: colony_05, seat: red}", "ruling_occupied"),
    (BOARD, "- place: {card: colony_09, seat: red, as: deployed}", "ruling_colony_stays"),
    (BOARD, "- place: {card: 1-05-2, seat: red, as: hand}", "ruling_no_hand"),
    (BOARD, "- move: {card: 2-08-1}", "ruling_there_already"),
    (BOARD, "- move: {card: start_04, seat: red, to: blue, sector: 3}", "ruling_lies_with"),
    (BOARD, "- move: {card: 2-08-1, sector: 1}", "ruling_occupied"),
    (BOARD, "- move: {card: colony_07, sector: 1}", "ruling_occupied"),
    (BOARD, "- move: {card: colony_07, sector: 9, as: deployed}", "ruling_colony_stays"),
    (BOARD, "- move: {card: 1-05-2, sector: 9}", "ruling_no_seat_has"),
    (BOARD, "- move: {card: start_01, sector: 9}", "ruling_whose"),
    (BOARD, "- move: {card: 1-01-1, seat: green, sector: 9}", "ruling_not_theirs"),
    (BOARD, "- remove: {card: 1-12-1}", "ruling_there_already"),
    (BOARD, "- remove: {card: colony_09}", "ruling_no_seat_has"),
    (BOARD, "- remove: {card: colony_07, to: discard}", "ruling_no_place"),
    (BOARD, "- remove: {card: start_02, seat: red, to: top}", "ruling_no_place"),
    (BOARD, "- remove: {card: 2-08-1, seat: blue}", "ruling_not_theirs"),
    (FULL, "- remove: {card: 2-03-1, to: shipyard}", "ruling_row_full"),
    ("", "- refill", "ruling_nothing_to_refill"),
    (BOARD, "- refill: 2", "ruling_nothing_to_refill"),
    ("row: {1: []}\ndecks: {1: none}", "- refill: 1", "ruling_nothing_to_refill"),
    (BOARD, "- end standing order: green", "ruling_no_standing"),
    (BOARD, "- set: {last round: 2}", "ruling_round_past"),
    (BOARD, "- set: {dice: [2, 6], active: red}", "ruling_same"),
    (OVER, "- set: {dice: [2, 6]}", "ruling_not_in_phase"),
    (OVER, "- set: {winners: [red]}", "ruling_same"),
]
REFUSED_IN_THE_DRAFT = [
    ("- place: {card: 1-03-1, seat: red, as: hand}", "ruling_there_already"),
    ("- place: {card: colony_01, seat: red, as: hand}", "ruling_no_place"),
    ("- remove: {card: 1-03-1, to: shipyard}", "ruling_no_row"),
    ("- refill", "ruling_no_row"),
    ("- set: {first: red}", "ruling_not_in_phase"),
    ("- set: {winners: [red]}", "ruling_not_in_phase"),
]


@pytest.mark.parametrize(("board", "text", "code"), REFUSED, ids=lambda part: str(part)[:50])
def test_what_cannot_be_is_refused(board: str, text: str, code: str) -> None:
    assert refusal(board, text).code == code


@pytest.mark.parametrize(("text", "code"), REFUSED_IN_THE_DRAFT)
def test_what_cannot_be_in_the_draft_is_refused(text: str, code: str) -> None:
    assert refusal(DRAFT, text, "draft").code == code


def test_the_supply_of_cubes_ends() -> None:
    from dataclasses import replace

    from msgspec import structs

    state = position(BOARD)
    content = state.content
    state.content = replace(content, key="one cube", numbers=structs.replace(content.numbers, cubes=1))
    with pytest.raises(CannotRule) as error:
        list(judging.apply_ruling(state, Cubes(card="1-01-1", cubes=1)))
    assert error.value.problem.code == "ruling_supply"


def test_every_refusal_has_a_case_and_words() -> None:
    source = Path(judging.__file__).read_text("utf-8")
    made = set(re.findall(r'CannotRule\("(\w+)"', source))
    assert made <= {*MESSAGES}
    tried = {code for _board, _text, code in REFUSED} | {code for _text, code in REFUSED_IN_THE_DRAFT}
    assert made - tried == {"ruling_supply"} and tried <= made


@pytest.mark.parametrize("text", ["- give: {seat: red}", "- take: {seat: red, credits: 0}", "- set: {}", "- set"])
def test_a_change_that_says_nothing_is_refused_when_it_is_read(text: str) -> None:
    reading = read(RULES.rulings, text, position())
    assert [problem.code for problem in reading.problems] == ["ruling_nothing"]


# --- text ------------------------------------------------------------------------------------------------------

TEXTS = [
    (
        "- give: {seat: red, credits: 3, income: 1, points: 2, reason: sorry, audience: [red], when: after}",
        "- дать: {место: red, кредиты: 3, доход: 1, очки: 2, причина: sorry, для кого: [red], когда: после}",
    ),
    ("- take: {seat: red, credits: 3}", "- забрать: {игрок: Red, кредитов: 3}"),
    (
        "- cubes: {card: 2-08-1, cubes: 2, seat: red}",
        "- заряды: {карта: Корабль с зарядом 2-08-1, сколько: 2, место: red}",
    ),
    ("- place: {card: 1-05-2, seat: red, sector: 3}", "- поставить: {корабль: 1-05-2, место: red, сектор: 3}"),
    (
        "- place: {card: colony_09, seat: red, as: deployed}",
        "- поставить: {карта: Колония 9, место: red, как: развёрнут}",
    ),
    ("- place: {card: 1-05-2, seat: red, as: hand}", "- поставить: {карта: 1-05-2, место: red, как: на руку}"),
    (
        "- move: {card: 2-08-1, seat: red, to: blue, sector: 3, as: station}",
        "- переместить: {карта: 2-08-1, место: red, кому: blue, сектор: 3, как: станция}",
    ),
    ("- remove: {card: 2-08-1, to: top, seat: red}", "- убрать: {карта: 2-08-1, куда: верх колоды, место: red}"),
    ("- put: {card: 2-08-1, to: shipyard}", "- положить: {карта: 2-08-1, куда: на верфь}"),
    ("- refill", "- пополнить верфь"),
    ("- refill: {level: 2}", "- пополнить: {уровень: 2}"),
    ("- end standing order: red", "- снять постоянный приказ: {место: red}"),
    (
        "- set: {dice: [3, 5], active: red, first: blue, round: 2, last round: 3, winners: [red]}",
        "- установить: {кубики: [3, 5], ходит: red, первый: blue, круг: 2, последний круг: 3, победители: [red]}",
    ),
]


@pytest.mark.parametrize(("english", "russian"), TEXTS)
def test_both_languages_say_the_same(english: str, russian: str) -> None:
    state = position(BOARD)
    readings = [read(RULES.rulings, text, state) for text in (english, russian)]
    assert [reading.problems for reading in readings] == [[], []]
    assert readings[0].orders == readings[1].orders and len(readings[0].orders) == 1
    for lang in LANGUAGES:
        again = read(RULES.rulings, order_file(readings[0].orders, state, Header(), lang), state)
        assert again.problems == [] and order_file(again.orders, state, Header(), lang) == order_file(
            readings[0].orders, state, Header(), lang
        )


def test_every_verb_is_written_in_both_languages() -> None:
    state = position(BOARD)
    assert {type(order) for texts in TEXTS for order in read(RULES.rulings, texts[1], state).orders} == {*RULINGS}
    assert {type(order) for texts in TEXTS for order in read(RULES.rulings, texts[0], state).orders} == {*RULINGS}


# --- any change in any game ------------------------------------------------------------------------------------


def some_change(state: State, dice: SeededDice) -> Change:
    """A change to the state, sensible or not."""

    def one(things: Sequence[Any]) -> Any:
        return things[dice.roll(len(things)) - 1]

    def maybe(thing: Any) -> Any:
        return thing if dice.roll(2) == 1 else None

    board, content = state.board, state.content
    seats = [*board.chairs]
    seat = one(seats)
    own = [card for card, _number, _deployed in lying(board.chairs[seat])]
    own += [there.colony for there in board.chairs[seat].sectors if there.colony]
    ships = [*content.ships, *content.starting]
    charged = [card for card, _side in charge_sides(content, board.chairs[seat])] or ships
    card = one([*ships, *content.colonies, *own * 3])
    ship = one([*ships, *charged * 5])
    sector, amount = dice.roll(12), dice.roll(4) - 1
    return one(
        [
            Give(seat=seat, credits=amount, points=1),
            Take(seat=seat, credits=amount, income=amount, points=1),
            Cubes(ship if ship not in content.colonies else ships[0], amount, maybe(seat)),
            Place(card, seat, maybe(sector), one(["station", "deployed", "hand"])),
            Move(card, maybe(seat), maybe(one(seats)), maybe(sector), maybe(one(["station", "deployed"]))),
            Remove(card, maybe(one(["discard", "shipyard", "top", "bottom"])), maybe(seat)),
            Refill(maybe(dice.roll(3))),
            EndStanding(seat),
            Set((dice.roll(6), dice.roll(6)), maybe(seat), maybe(seat), maybe(dice.roll(9)), maybe(dice.roll(9))),
            Set(winners=(seat,)),
        ]
    )


def test_changes_at_random_are_made_soundly_or_refused() -> None:
    done, refused = set[str](), set[str]()
    for seed in range(8):
        for number, played in enumerate(game(RULES, 2 + seed % 4, seed, **brief(RULES, 4, seed))):
            state = played.before
            for n in range(8):
                dice = SeededDice(b"ruling", seed, number, n)
                change = some_change(state, dice)
                try:
                    state, _events = ruled(state, change)
                    done.add(type(change).__name__)
                except CannotRule as error:
                    refused.add(error.problem.code)
            assert read_position(parse(tidy(write_position(state, "ru"))), state.content) == (state, [])
            seats = [None, *state.board.chairs]
            assert all(RULES.view(state, seat) for seat in seats) and RULES.standings(state)
    assert done == {kind.__name__ for kind in RULINGS}
    assert len(refused) > 12


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_ruling_that_ends_the_game_ends_it(when: str) -> None:
    """Before the orders it leaves nothing to be played."""
    state = position(BOARD)
    over = Set(winners=("red",), reason="x", when=when)  # type: ignore[arg-type]
    notes = Set(winners=("red", "blue"), reason="x", when="after")
    after, events = resolve(RULES, state, {}, SeededDice(b"x"), (over, notes))
    assert RULES.open_phase(after) is None and after.board.winners == ["red", "blue"]
    assert all(event.rule == RULING for event in events) == (when == "before")
