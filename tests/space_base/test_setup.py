"""Set-up, the first seat, bonuses, «Light Speed» ("setup", "light_speed")."""

from __future__ import annotations

from typing import Any

import pytest

from gm.dice import SeededDice
from gm.engine import told
from gm.model import Event, Seat
from gm.rulesets.space_base import RULES
from gm.rulesets.space_base.cards import lying
from gm.rulesets.space_base.events.common import TurnOpened
from gm.rulesets.space_base.events.start import (
    FirstSeatFound,
    HandDealt,
    ShipDealt,
    ShipsKept,
    StartBonus,
    StartRolled,
)
from gm.rulesets.space_base.first import bonuses, found, highest
from gm.rulesets.space_base.invariants import invariants
from gm.rulesets.space_base.options import Options
from gm.rulesets.space_base.setup import check_options
from gm.rulesets.space_base.state import State
from gm.rulesets.space_base.turn import open_phase
from gm.rulesets.space_base.view import view
from tests.games import started
from tests.space_base.desk import of, play, position, purse, stops


def new(seats: int, seed: int = 1, **options: Any) -> tuple[State, list[Event]]:
    state, events, _dice = started(RULES, seats, seed, **options)
    assert invariants(state) == []
    return state, events


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_new_game(seats: int) -> None:
    state, events = new(seats)
    board, content = state.board, state.content
    assert [len(row) for row in board.shipyard] == [6, 6, 6]
    assert board.decks == [48 - 6 - seats, 48 - 6, 36 - 6]
    assert len(board.colonies) == 12
    order = [*board.chairs]
    order = order[order.index(board.first) :] + order[: order.index(board.first)]
    bonus = dict(zip(order, ((0, 0), (1, 0), (2, 0), (0, 1), (0, 1)), strict=False))
    for dealt in of(events, ShipDealt):
        chair, ship = board.chairs[dealt.seat], content.ships[dealt.card]
        assert purse(chair) == (5 - ship.cost + bonus[dealt.seat][0], bonus[dealt.seat][1], 0)
        assert len([*lying(chair)]) == 13
        assert chair.sectors[ship.sector - 1].station == dealt.card
        assert chair.sectors[ship.sector - 1].deployed == [f"start_{ship.sector:02d}"]
    assert (board.phase, board.turn, board.round, board.active) == ("turn", 1, 1, board.first)
    assert len(board.dice) == 2
    assert isinstance(events[-1], TurnOpened)


def test_the_highest_sector_starts() -> None:
    state, events = new(5, 3)
    tops = {e.seat: e.sector for e in of(events, ShipDealt)}
    tied = [seat for seat, top in tops.items() if top == max(tops.values())]
    assert state.board.first in tied
    assert of(events, FirstSeatFound)[0].why == ("sector" if len(tied) == 1 else "dice")


def test_a_tie_of_sectors_is_rolled_off() -> None:
    state = position()
    cards = {"red": ["1-07-1"], "blue": ["1-11-1"], "green": ["1-11-2"]}
    tied = highest(state.board, cards)
    assert tied == ["blue", "green"]

    class Fixed(SeededDice):
        faces = iter([(3, 4), (2, 5), (6, 1), (6, 2)])

        def at(self, *label: object) -> Fixed:
            return self

        def rolls(self, count: int, sides: int) -> tuple[int, ...]:
            return next(self.faces)

    _state, events = told(state, found(state, tied, "sector", Fixed(b"x")))
    assert [(e.seat, sum(e.dice)) for e in of(events, StartRolled)] == [
        ("blue", 7),
        ("green", 7),
        ("blue", 7),
        ("green", 8),
    ]
    assert events[-1] == FirstSeatFound("green", "dice", rule="setup")


def test_bonuses_are_counted_from_the_first_seat() -> None:
    state = position("seats: [red, blue, green]")
    state.board.first = "blue"
    _state, events = told(state, bonuses(state.board))
    assert of(events, StartBonus) == [
        StartBonus("green", 2, 1, 0, rule="setup"),
        StartBonus("red", 3, 2, 0, rule="setup"),
    ]


def test_light_speed_deals_hands_that_only_their_owners_see() -> None:
    state, events = new(3, light_speed=True)
    opened = open_phase(state)
    assert opened is not None
    assert (opened.phase, opened.must) == ("draft", ("red", "blue", "green"))
    assert purse(state.board.chairs["red"]) == (15, 1, 0)
    hand = state.secrets.hands["red"]
    assert [state.content.ship(card).level for card in hand] == [1, 1, 1, 1, 2, 2]
    assert (view(state, "red").hand, view(state, None).hand) == (hand, [])
    assert [e.seen_by for e in of(events, HandDealt)] == [("red",), ("blue",), ("green",)]
    assert state.board.shipyard == [[], [], []]


HANDS = """
  red: {credits: 15, income: 1}
  blue: {credits: 15, income: 1}
  green: {credits: 15, income: 1}
  hands: {red: ["1-02-2", "2-02-3", "2-07-4"], blue: ["1-12-1", "1-03-2"], green: ["1-05-4", "1-11-1"]}
"""


def test_kept_ships_are_paid_and_stationed_in_order() -> None:
    state = position(HANDS, "draft")
    keeps = {"red": "- keep: [1-02-2, 2-02-3]", "blue": "- keep: 1-12-1", "green": "- keep: 1-05-4"}
    events = play(state, dice=SeededDice(b"draft"), **keeps)
    red = state.board.chairs["red"]
    assert of(events, ShipsKept)[0] == ShipsKept("red", ("1-02-2", "2-02-3"), 9, rule="light_speed")
    assert (red.sectors[1].station, red.sectors[1].deployed) == ("2-02-3", ["start_02", "1-02-2"])
    assert state.board.first == "blue", "4 credits are the least"
    assert [purse(chair) for chair in state.board.chairs.values()] == [(15 - 9 + 2, 1, 0), (11, 1, 0), (10 + 1, 1, 0)]
    assert state.secrets.hands == {}
    assert (state.board.phase, state.board.active, state.board.turn) == ("turn", "blue", 1)
    assert [len(row) for row in state.board.shipyard] == [6, 6, 6]


def test_what_can_t_be_paid_or_stands_twice_is_not_kept() -> None:
    state = position(HANDS, "draft")
    events = play(state, dice=SeededDice(b"draft"), red="- keep: [2-07-4, 2-07-4, 2-02-3]")
    assert stops(events, "red") == ["repeated", "hand_cost"]
    red = state.board.chairs["red"]
    assert (red.spent, red.sectors[6].station, red.sectors[1].station) == (9, "2-07-4", "start_02")


def test_who_keeps_nothing_spends_least_and_ties_are_rolled_off() -> None:
    state = position(HANDS, "draft")
    events = play(state, dice=SeededDice(b"draft"), red="- keep: 1-02-2")
    assert {e.seat for e in of(events, StartRolled)} == {"blue", "green"}
    assert of(events, FirstSeatFound)[0].why == "dice"


def test_a_tie_of_credits_is_broken_by_the_highest_sector() -> None:
    state = position(HANDS, "draft")
    keeps = {"red": "- keep: 1-02-2", "blue": "- keep: 1-12-1", "green": "- keep: 1-11-1"}
    events = play(state, dice=SeededDice(b"draft"), **keeps)
    assert of(events, FirstSeatFound)[0] == FirstSeatFound("red", "spent", rule="light_speed")
    state = position(HANDS, "draft")
    events = play(state, dice=SeededDice(b"draft"), blue="- keep: 1-12-1", green="- keep: 1-11-1", red="- keep: 2-02-3")
    assert of(events, FirstSeatFound)[0] == FirstSeatFound("blue", "sector", rule="light_speed")


def test_seats_and_options() -> None:
    content = RULES.content({})
    chairs = [Seat(f"s{n}", "", "") for n in range(6)]
    assert [problem.code for problem in check_options(chairs, Options(), content)] == ["options_number_of_seats"]
    assert check_options(chairs[:2], Options(), content) == []
    with pytest.raises(ValueError, match="options_number_of_seats"):
        RULES.setup(chairs, Options(), content, SeededDice(b"x"))
