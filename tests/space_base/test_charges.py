"""Charged abilities: boxes, windows, and what each does ("charged", "dice_arrow", "claim", "buy")."""

from __future__ import annotations

import pytest

from gm.rulesets.space_base.events.common import ChoiceMade, DiceRolled, DieRerolled, GameEnded, OrderCutShort
from gm.rulesets.space_base.events.rewards import AbilityUsed, ChargeAdded, PointsLost, Rewarded
from gm.rulesets.space_base.events.yard import CardBought, CardClaimed, CardExchanged
from gm.rulesets.space_base.orders import SetDie, Use
from tests.space_base.desk import of, play, position, purse, stops


def test_boxes_fill_and_the_ability_may_be_used_at_once() -> None:
    given = "dice: [3, 3]\nred: {charges: {'2-06-1': %d}}\nat: {red: {6: {station: '2-06-1'}}}"
    state = position(given % 2)
    events = play(state, red="- choose: sum\n- charge: 2-06-1")
    assert [(e.cubes, e.boxes) for e in of(events, ChargeAdded)] == [(3, 4)]
    assert [(e.why, e.number) for e in of(events, OrderCutShort)] == [("not_charged", 1)]
    state = position(given % 3)
    events = play(state, red="- choose: sum\n- charge: 2-06-1")
    assert of(events, AbilityUsed) == [AbilityUsed("red", "2-06-1", "credits_20", 4, 20, rule="charged")]
    assert purse(state.board.chairs["red"]) == (20, 0, 0)
    assert state.board.chairs["red"].charges == {}


def test_full_boxes_are_kept_for_later_and_take_no_more() -> None:
    state = position("dice: [3, 3]\nred: {charges: {'2-06-1': 4}}\nat: {red: {6: {station: '2-06-1'}}}")
    events = play(state, red="- choose: sum")
    assert of(events, ChargeAdded) == []
    assert state.board.chairs["red"].charges == {"2-06-1": 4}


def test_an_empty_supply_gives_no_cubes() -> None:
    state = position("""
      dice: [3, 3]
      numbers: {cubes: 1}
      red: {charges: {"2-06-1": 1}}
      at: {red: {6: {station: "2-06-1"}}}
    """)
    events = play(state, red="- choose: sum")
    assert of(events, ChargeAdded) == []


@pytest.mark.parametrize(
    ("window", "own", "others"), [("own", [], ["wrong_window"]), ("others", ["wrong_window"], []), ("any", [], [])]
)
def test_windows(window: str, own: list[str], others: list[str]) -> None:
    given = f"""
      red: {{charges: {{"2-06-1": 1}}}}
      at: {{red: {{6: {{station: "2-06-1"}}}}}}
      cards: {{"2-06-1": {{station: {{boxes: 1, ability: credits_3, window: {window}}}}}}}
    """
    assert stops(play(position(given), red="- charge: 2-06-1"), "red") == own
    assert stops(play(position(given + "  active: blue\n"), red="- charge: 2-06-1"), "red") == others


def test_abilities_that_can_t_be_used() -> None:
    state = position("""
      dice: [1, 2]
      red: {charges: {"1-01-1": 1}}
      at: {red: {1: {station: "1-01-1"}, 6: {station: "2-06-1"}}}
    """)
    orders = (Use(card="1-08-1"), Use(card="start_08"), Use(card="2-06-1"))
    assert stops(play(state, red=orders), "red") == ["not_yours", "no_boxes", "not_charged"]


def test_a_dice_arrow_needs_the_sum() -> None:
    given = 'dice: [3, 4]\nred: {charges: {"1-01-1": 1}}\nat: {red: {1: {station: "1-01-1"}}}'
    state = position(given)
    events = play(state, red="- choose: sum\n- charge: 1-01-1")
    assert of(events, ChoiceMade)[0] == ChoiceMade("red", "sum", (8,), 1, rule="dice")
    assert [(e.sector, e.credits) for e in of(events, Rewarded)] == [(8, 2)]
    state = position(given)
    assert stops(play(state, red="- choose: split\n- charge: 1-01-1"), "red") == ["not_sum"]
    assert state.board.chairs["red"].charges == {"1-01-1": 1}, "it was not used"


def test_the_sum_is_never_above_12() -> None:
    given = 'dice: [%d, 6]\nred: {charges: {"2-09-1": 1}}\nat: {red: {9: {station: "2-09-1"}}}'
    events = play(position(given % 5), red="- choose: sum\n- charge: 2-09-1")
    assert of(events, ChoiceMade)[0] == ChoiceMade("red", "sum", (12,), 1, rule="dice")
    assert stops(play(position(given % 6), red="- choose: sum\n- charge: 2-09-1"), "red") == ["highest"]
    events = play(position(given % 3), red="- choose: sum\n- charge: {card: 2-09-1, by: 1}")
    assert of(events, ChoiceMade)[0].sectors == (10,)


def test_a_reroll_comes_before_all_choices() -> None:
    state = position('dice: [5, 2]\ngreen: {charges: {"2-02-2": 1}}\nat: {green: {2: {station: "2-02-2"}}}')
    events = play(state, dice=(6, 1, 1), red="- choose: sum", green="- charge: 2-02-2")
    assert of(events, DieRerolled) == [
        DieRerolled("green", "2-02-2", 2, 2, 6, ("reroll", "green", "2-02-2"), rule="charged")
    ]
    assert of(events, ChoiceMade)[0].sectors == (11,)


def test_a_die_is_set_with_the_file_before_the_own_roll() -> None:
    given = 'red: {charges: {"2-01-2": 1}}\nat: {red: {1: {station: "2-01-2"}}}\nseats: [red, blue]\nactive: blue'
    state = position(given)
    events = play(state, dice=(2,), red="- set a die: 5")
    assert of(events, DiceRolled) == [DiceRolled("red", (5, 2), 1, ("roll",), rule="dice")]
    assert state.board.chairs["red"].charges == {}
    state = position(given.replace('{charges: {"2-01-2": 1}}', "{}"))
    assert stops(play(state, red="- set a die: 5"), "red") == ["no_setter"]


def test_setting_a_die_may_bring_credits() -> None:
    state = position(
        'red: {charges: {"3-01-1": 2}}\nat: {red: {1: {station: "3-01-1"}}}\nseats: [red, blue]\nactive: blue'
    )
    play(state, dice=(2,), red="- set a die: {face: 6, card: 3-01-1}")
    assert purse(state.board.chairs["red"]) == (4, 0, 0)
    assert state.board.dice == [6, 2]


def test_only_the_next_seat_sets_a_die() -> None:
    state = position('red: {charges: {"2-01-2": 1}}\nat: {red: {1: {station: "2-01-2"}}}')
    assert stops(play(state, red=(SetDie(face=5), Use(card="2-01-2"))), "red") == ["set_before_roll", "not_next"]


def test_free_cards_by_level() -> None:
    state = position("""
      red: {charges: {"2-03-1": 3}}
      at: {red: {3: {station: "2-03-1"}}}
      row: {1: ["1-05-1", "1-06-1"], 2: ["2-09-2", "2-10-2"], 3: []}
    """)
    events = play(state, red="- choose: sum\n- charge: {card: 2-03-1, take: [2-10-2, 1-06-1]}")
    assert [e.card for e in of(events, CardClaimed)] == ["2-10-2", "1-06-1"]


def test_a_free_card_that_is_not_there() -> None:
    state = position("""
      red: {charges: {"2-03-1": 3}}
      at: {red: {3: {station: "2-03-1"}}}
      row: {1: ["1-05-1"], 2: []}
      decks: {2: none}
    """)
    events = play(state, red="- choose: sum\n- charge: 2-03-1")
    assert [e.card for e in of(events, CardClaimed)] == ["1-05-1"]
    assert [(e.why, e.number) for e in of(events, OrderCutShort)] == [("no_claim", 2)]


def test_an_extra_purchase_costs_the_price_alone() -> None:
    state = position("""
      dice: [3, 3]
      active: blue
      red: {credits: 7, income: 3, charges: {"3-08-1": 1}}
      at: {red: {8: {station: none, deployed: ["3-08-1"]}}}
      row: {1: ["1-05-1"], 2: []}
      cards: {"1-05-1": {cost: 4}}
    """)
    events = play(state, red="- choose: sum\n- charge: {card: 3-08-1, take: 1-05-1}")
    assert of(events, CardBought) == [CardBought("red", "1-05-1", 5, 4, 6, "start_05", True, rule="buy")]
    assert purse(state.board.chairs["red"]) == (6, 3, 0)


def test_an_extra_purchase_before_the_purchase_of_the_turn() -> None:
    state = position("""
      dice: [1, 1]
      red: {credits: 5, income: 3, charges: {"3-08-1": 1}}
      at: {red: {8: {station: none, deployed: ["3-08-1"]}}}
      row: {1: ["1-05-2", "1-06-2"]}
    """)
    events = play(state, red="- choose: split\n- charge: 3-08-1\n- buy: [1-05-2, 1-06-2]")
    bought = [(e.card, e.cost, e.credits, e.extra) for e in of(events, CardBought)]
    assert bought == [("1-05-2", 4, 6, True), ("1-06-2", 4, 3, False)]


def test_a_purchase_placed_freely() -> None:
    given = """
      red: {credits: 9, charges: {"2-10-1": 3}}
      at: {red: {10: {station: "2-10-1"}, 12: {colony: colony_12}}}
      row: {1: ["1-05-2"]}
    """
    state = position(given)
    play(state, red="- choose: sum\n- charge: {card: 2-10-1, take: 1-05-2, sector: 7}")
    assert state.board.chairs["red"].sectors[6].station == "1-05-2"
    for sector in (5, 12):
        state = position(given)
        events = play(state, red=f"- choose: sum\n- charge: {{card: 2-10-1, take: 1-05-2, sector: {sector}}}")
        assert stops(events, "red") == ["wrong_sector"]
        assert state.board.chairs["red"].charges == {"2-10-1": 3}


def test_others_lose_points_but_none_below_0() -> None:
    state = position("""
      red: {points: 5, charges: {"3-02-1": 4}}
      blue: {points: 3}
      green: {points: 0}
      at: {red: {2: {station: "3-02-1"}}}
    """)
    events = play(state, red="- choose: sum\n- charge: 3-02-1")
    assert of(events, PointsLost) == [PointsLost("blue", "red", 3, rule="charged")]
    assert [chair.points for chair in state.board.chairs.values()] == [5, 0, 0]


def test_sectors_are_swapped_with_everything_in_them() -> None:
    state = position("""
      dice: [2, 2]
      red: {charges: {"2-04-1": 1}}
      at: {red: {4: {station: "2-04-1", deployed: ["1-04-2"]}, 9: {colony: colony_09, deployed: ["1-09-1"]}}}
    """)
    events = play(state, red="- choose: sum\n- charge: {card: 2-04-1, when: before}")
    sectors = state.board.chairs["red"].sectors
    assert (sectors[8].station, sectors[8].deployed, sectors[8].colony) == ("2-04-1", ["1-04-2"], None)
    assert (sectors[3].station, sectors[3].deployed, sectors[3].colony) == (None, ["1-09-1"], "colony_09")
    assert of(events, Rewarded) == [], "the colony lies in sector 4 now"


@pytest.mark.parametrize(("when", "gets"), [("before", 1), ("after", 0), ("last", 0)])
def test_the_moment_of_an_ability(when: str, gets: int) -> None:
    state = position("""
      dice: [1, 2]
      red: {charges: {"2-08-1": 1}}
      at: {red: {8: {station: "2-08-1"}, 1: {station: "1-01-1"}}}
    """)
    play(state, red=f"- choose: sum\n- charge: {{card: 2-08-1, onto: 1-01-1, when: {when}}}\n- charge: 1-01-1")
    assert state.board.chairs["red"].charges == ({} if gets else {"1-01-1": 1})


def test_a_cube_is_placed_and_one_is_moved() -> None:
    state = position("""
      red: {charges: {"3-08-2": 1, "2-06-1": 2}}
      at: {red: {8: {station: "3-08-2"}, 6: {station: "2-06-1"}, 1: {station: "1-01-1"}, 9: {station: "3-09-1"}}}
    """)
    events = play(state, red="- choose: sum\n- charge: {card: 3-08-2, onto: 1-01-1, from: 2-06-1, to: 3-09-1}")
    assert state.board.chairs["red"].charges == {"2-06-1": 1, "1-01-1": 1, "3-09-1": 1}
    assert [(e.card, e.how, e.origin) for e in of(events, ChargeAdded)] == [
        ("1-01-1", "placed", ""),
        ("3-09-1", "moved", "2-06-1"),
    ]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("{card: 2-08-1}", "no_aim"),
        ("{card: 2-08-1, onto: 2-06-1}", "full"),
        ("{card: 2-08-1, onto: start_02}", "no_boxes"),
        ("{card: 2-08-1, onto: 2-12-1}", "not_yours"),
        ("{card: 3-08-2, onto: 1-01-1, from: 1-02-1, to: 2-06-1}", "no_cube"),
        ("{card: 3-08-2, onto: 1-01-1, from: 2-08-1, to: 2-06-1}", "full"),
    ],
)
def test_a_cube_that_finds_no_place(order: str, why: str) -> None:
    state = position("""
      red: {charges: {"3-08-2": 1, "2-08-1": 1, "2-06-1": 4}}
      at: {red: {7: {station: "3-08-2"}, 8: {station: "2-08-1"}, 6: {station: "2-06-1"}, 1: {station: "1-01-1"}}}
    """)
    assert stops(play(state, red=f"- choose: sum\n- charge: {order}"), "red") == [why]


def test_a_sector_is_doubled_with_its_arrows() -> None:
    given = """
      dice: [4, 4]
      active: blue
      red: {charges: {"3-10-2": 1}}
      at: {red: {8: {deployed: ["1-08-1"]}, 10: {deployed: ["3-10-2"]}}}
      cards: {"1-08-1": {deployed: {credits: 3, left: yes}}, "1-07-1": {deployed: {credits: 2}}}
    """
    state = position(given)
    events = play(state, red="- choose: sum\n- charge: {card: 3-10-2, sector: 8}")
    assert [(e.sector, e.source) for e in of(events, Rewarded) if e.seat == "red"] == [(8, "dice"), (8, "double")]
    assert state.board.chairs["red"].credits == 6
    assert stops(play(position(given), red="- choose: sum\n- charge: {card: 3-10-2, sector: 7}"), "red") == [
        "not_activated"
    ]


def test_a_card_is_exchanged() -> None:
    given = """
      red: {charges: {"3-09-1": 3}}
      at: {red: {9: {station: "3-09-1"}}}
      row: {3: ["3-12-2"]}
    """
    state = position(given)
    events = play(state, red="- choose: sum\n- charge: {card: 3-09-1, take: 3-12-2}")
    assert of(events, CardExchanged) == [CardExchanged("red", "3-09-1", "3-12-2", 9, True, rule="charged")]
    assert state.board.chairs["red"].sectors[8].station == "3-12-2"
    assert state.board.discard == ["3-09-1"]
    assert stops(play(position(given), red="- choose: sum\n- charge: 3-09-1"), "red") == ["no_aim"]
    state = position(given)
    events = play(state, red="- choose: sum\n- charge: {card: 3-09-1, take: 3-12-1}")
    assert stops(events, "red") == ["gone"]


def test_an_ability_that_wins_at_once() -> None:
    state = position("""
      red: {charges: {"3-12-1": 5}}
      blue: {points: 39}
      at: {red: {12: {station: "3-12-1"}}}
    """)
    events = play(state, dice=(), red="- charge: 3-12-1")
    assert events[-1] == GameEnded(("red",), "victory", rule="charged")
    assert state.board.winners == ["red"]
