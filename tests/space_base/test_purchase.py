"""Purchases and colonies ("purchase", "colony", "buy")."""

from __future__ import annotations

import pytest

from gm.rulesets.space_base.events.yard import CardBought, ColonyFounded, PurchasePassed, ShipyardRefilled
from gm.rulesets.space_base.orders import Buy, Wish
from gm.rulesets.space_base.wishing import affordable, picked, reach
from tests.space_base.desk import of, play, position, purse, stops

NINE = """
  dice: [1, 1]
  red: {credits: 8, income: 3}
  row: {1: ["1-08-1", "1-03-4"], 2: ["2-08-2", "2-08-4"]}
  decks: {1: ["1-01-1"], 2: ["2-01-3"]}
"""  # after the sum, 1 income more and 8 credits; after the split 2 credits more


def test_any_purchase_takes_all_credits() -> None:
    state = position(NINE)
    events = play(state, red="- choose: split\n- buy: 2-08-2")
    chair = state.board.chairs["red"]
    assert purse(chair) == (3, 3, 0), "10 credits, a price of 7, and yet the income is what is left"
    assert (chair.sectors[7].station, chair.sectors[7].deployed) == ("2-08-2", ["start_08"])
    assert of(events, CardBought) == [CardBought("red", "2-08-2", 8, 7, 3, "start_08", rule="purchase")]
    assert of(events, ShipyardRefilled) == [ShipyardRefilled(2, 0, "2-01-3", rule="cards")]
    assert state.board.shipyard[1] == ["2-01-3", "2-08-4"]


def test_an_income_above_the_credits_fills_the_purse() -> None:
    state = position("dice: [1, 1]\nred: {credits: 1, income: 9}\nrow: {1: ['1-08-1']}")
    play(state, red="- choose: split\n- buy: 1-08-1")
    assert purse(state.board.chairs["red"]) == (9, 9, 0)


def test_without_a_purchase_credits_stay() -> None:
    state = position(NINE)
    events = play(state, red="- choose: split")
    assert of(events, PurchasePassed) == [PurchasePassed("red", 10, rule="purchase")]
    assert purse(state.board.chairs["red"]) == (10, 3, 0)


def test_the_first_wish_that_can_be_had() -> None:
    state = position(NINE)
    events = play(state, red="- choose: sum\n- buy: [2-08-4, {level: 2, sector: 8}, dearest]")
    assert of(events, CardBought)[0].card == "2-08-2", "8 credits do not pay 9"


@pytest.mark.parametrize(
    ("wish", "card"),
    [
        (Wish(), "2-08-2"),
        (Wish(what="dearest"), "2-08-2"),
        (Wish(what="cheapest"), "1-08-1"),
        (Wish(what="points"), "1-03-4"),
        (Wish(level=1), "1-03-4"),
        (Wish(sector=8, what="cheapest"), "1-08-1"),
        (Wish(what="2-08-4"), None),
        (Wish(what="colony"), None),
        (Wish(what="colony", sector=1), "colony_01"),
        (Wish(level=3), None),
    ],
)
def test_wishes(wish: Wish, card: str | None) -> None:
    state = position(NINE + "  colonies: [colony_01]\n")
    chair = state.board.chairs["red"]
    chair.credits = 9 if wish.sector == 1 else 8
    cards = [id_ for id_ in affordable(state.board, chair) if id_ != "2-08-4"]
    cards = [id_ for id_ in cards if not id_.startswith("3")]
    assert picked(state.content, [wish], cards) == card


def test_how_good_a_purchase_credits_allow() -> None:
    state = position(NINE + "  colonies: []\n")
    wishes = [Wish(what="2-08-4"), Wish(level=1), Wish(what="2-12-1")]
    got = [reach(state.board, state.board.chairs["red"], wishes, credits) for credits in (9, 8, 3, 2)]
    assert got == [(3, 9), (2, 4), (2, 3), (0, 0)]


@pytest.mark.parametrize(
    ("buy", "given", "why"),
    [
        ("2-08-4", "", "too_dear"),
        ("2-12-1", "", "gone"),
        ("2-08-2", "at: {red: {8: {colony: colony_08}}}", "sector_closed"),
        ("{level: 3, what: cheapest}", "", "no_wish"),
    ],
)
def test_why_nothing_was_bought(buy: str, given: str, why: str) -> None:
    state = position(f"{NINE}\n  {given}")
    events = play(state, red=f"- choose: sum\n- buy: {{cards: [{buy}]}}")
    assert stops(events, "red") == [why]
    assert len(of(events, PurchasePassed)) == 1


def test_a_colony_gives_its_points_and_closes_the_sector() -> None:
    state = position("dice: [1, 1]\nred: {credits: 30, income: 2, points: 10}\nat: {red: {7: {deployed: ['1-07-1']}}}")
    events = play(state, red="- choose: split\n- buy: Colony 7")
    chair = state.board.chairs["red"]
    assert of(events, ColonyFounded) == [
        ColonyFounded("red", "colony_07", 7, 26, 2, 9, "start_07", rule="colony"),
    ]
    assert purse(chair) == (2, 2, 19)
    sector = chair.sectors[6]
    assert (sector.colony, sector.station, sector.deployed) == ("colony_07", None, ["1-07-1", "start_07"])
    assert "colony_07" not in state.board.colonies


def test_cubes_go_back_when_a_station_is_deployed() -> None:
    state = position("""
      dice: [1, 1]
      red: {credits: 5, charges: {"2-06-1": 2}}
      at: {red: {6: {station: "2-06-1"}}}
      row: {1: ["1-06-2"]}
    """)
    play(state, red="- choose: split\n- buy: 1-06-2")
    assert state.board.chairs["red"].charges == {}


def test_only_the_active_seat_buys() -> None:
    state = position("blue: {credits: 50}")
    events = play(state, blue=(Buy(cards=(Wish(),)),))
    assert of(events, CardBought) == []
    assert state.board.chairs["blue"].credits == 50


def test_an_empty_deck_leaves_the_row_shorter() -> None:
    state = position("red: {credits: 9}\nrow: {2: ['2-08-2', '2-08-4']}\ndecks: {2: none}")
    events = play(state, red="- choose: sum\n- buy: 2-08-2")
    assert of(events, ShipyardRefilled) == []
    assert state.board.shipyard[1] == ["2-08-4"]
