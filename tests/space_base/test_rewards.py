"""Rewards and arrows ("rewards", "arrows")."""

from __future__ import annotations

from gm.rulesets.space_base.events.rewards import ChargeAdded, Rewarded
from gm.rulesets.space_base.events.yard import CardBought, CardClaimed, ShipyardRefilled
from tests.space_base.desk import of, play, position, purse, stops


def test_all_deployed_ships_of_the_sector_pay() -> None:
    state = position("""
      dice: [3, 3]
      at: {blue: {6: {deployed: ["1-06-1", "1-06-2", "1-06-4", "1-06-3"]}}}
    """)
    events = play(state, blue="- choose: sum")
    assert [(e.seat, e.credits, e.income, e.points) for e in of(events, Rewarded) if e.seat == "blue"] == [
        ("blue", 3, 0, 1)
    ]
    assert [(e.card, e.cubes, e.boxes, e.how) for e in of(events, ChargeAdded)] == [("1-06-1", 1, 2, "sector")]


def test_an_arrow_brings_the_neighbour_and_does_not_lead_on() -> None:
    state = position("""
      dice: [3, 5]
      at: {red: {7: {station: "1-07-4"}, 8: {station: "1-08-4"}}}
    """)  # 8 leads left to 7, whose own arrow leads right
    events = play(state, red="- choose: sum")
    assert [(e.sector, e.source, e.via, e.credits) for e in of(events, Rewarded)] == [
        (8, "dice", 0, 3),
        (7, "arrow", 8, 2),
    ]


def test_a_double_arrow_goes_one_way() -> None:
    given = 'dice: [4, 5]\nat: {red: {9: {station: "1-09-4"}, 8: {station: "1-08-1"}}}'
    state = position(given)
    events = play(state, red="- choose: sum")
    assert [(e.sector, e.credits) for e in of(events, Rewarded)] == [(8, 6)], "6 credits are worth more than 3"
    state = position(given)
    events = play(state, red="- choose: {use: sum, arrow: right}")
    assert [(e.sector, e.credits) for e in of(events, Rewarded)] == [(10, 3)]


def test_an_arrow_over_the_edge_brings_nothing() -> None:
    state = position("""
      dice: [6, 6]
      at: {red: {12: {station: "1-12-4"}}}
      cards: {"1-12-4": {station: {credits: 4, right: yes}}}
    """)
    events = play(state, red="- choose: sum")
    assert [(e.sector, e.credits) for e in of(events, Rewarded)] == [(12, 4)]


def test_arrows_of_deployed_ships_lead_to_deployed_ships() -> None:
    state = position("""
      dice: [1, 2]
      at: {blue: {3: {deployed: ["1-03-2"]}, 4: {deployed: ["1-04-4"]}}}
      cards: {"1-03-2": {deployed: {credits: 1, right: yes}}}
    """)
    events = play(state, blue="- choose: sum")
    mine = [(e.sector, e.source, e.credits, e.points) for e in of(events, Rewarded) if e.seat == "blue"]
    assert mine == [(3, "dice", 1, 0), (4, "arrow", 0, 1)]


def test_a_reward_that_is_a_free_card() -> None:
    given = """
      dice: [6, 6]
      at: {red: {12: {station: "3-12-3"}}}
      row: {3: ["3-01-2", "3-09-3"]}
      decks: {3: ["3-02-2"]}
    """
    state = position(given)
    events = play(state, red="- choose: sum\n- claim: [3-07-2, {sector: 1}]")
    assert of(events, CardClaimed) == [CardClaimed("red", "3-01-2", 1, "start_01", rule="claim")]
    assert of(events, ShipyardRefilled) == [ShipyardRefilled(3, 0, "3-02-2", rule="cards")]
    assert state.board.shipyard[2] == ["3-02-2", "3-09-3"]
    assert purse(state.board.chairs["red"]) == (0, 0, 0), "it costs nothing"
    state = position(given)
    events = play(state, red="- choose: sum")
    assert [e.card for e in of(events, CardClaimed)] == ["3-09-3"], "the dearest one where nothing was wished"


def test_no_free_card_where_a_colony_closes_the_sector() -> None:
    state = position("""
      dice: [6, 6]
      at: {red: {12: {station: "3-12-3"}, 1: {colony: colony_01}}}
      row: {3: ["3-01-2"]}
    """)
    events = play(state, red="- choose: sum\n- claim: dearest")
    assert of(events, CardClaimed) == []
    assert stops(events, "red") == ["no_claim"]


def test_a_reward_that_is_an_extra_purchase() -> None:
    state = position("""
      dice: [6, 6]
      red: {credits: 10, income: 3}
      at: {red: {12: {station: "1-12-1"}}}
      cards: {"1-12-1": {station: {buys: 1}}, "1-01-2": {cost: 4}, "1-02-2": {cost: 2}}
      row: {1: ["1-01-2", "1-02-2"]}
    """)
    events = play(state, red="- choose: sum\n- buy: [1-01-2, 1-02-2]")
    assert [(e.card, e.credits, e.extra) for e in of(events, CardBought)] == [("1-01-2", 6, True), ("1-02-2", 3, False)]


def test_a_colony_gives_nothing_on_the_own_turn_but_deployed_ships_still_work() -> None:
    given = 'dice: [3, 4]\nat: {red: {7: {colony: colony_07, deployed: ["1-07-1"]}}}\n'
    state = position(given)
    assert of(play(state, red="- choose: sum"), Rewarded) == []
    state = position(given + "active: blue\n")
    assert [e.credits for e in of(play(state, red="- choose: sum"), Rewarded) if e.seat == "red"] == [2]
