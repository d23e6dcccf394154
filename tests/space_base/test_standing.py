"""Standing orders: silent seats, who is waited for, what the owner is told ("dice")."""

from __future__ import annotations

from gm.rulesets.space_base.events.common import DiceRolled, SeatRests, StandingDecided, StandingKept
from gm.rulesets.space_base.events.rewards import AbilityUsed
from gm.rulesets.space_base.events.yard import CardBought, CardClaimed
from gm.rulesets.space_base.orders import Standing
from gm.rulesets.space_base.turn import open_phase
from gm.rulesets.space_base.view import view
from tests.space_base.desk import of, play, position, purse, stops

ALWAYS = '"- standing order: {own: [purchase, 8], others: [points], buy: dearest, charges: yes}"'


def awaited(state: object) -> tuple[str, ...]:
    opened = open_phase(state)  # type: ignore[arg-type]
    assert opened is not None
    return opened.must


def test_a_standing_order_holds_at_once_and_only_its_owner_sees_it() -> None:
    state = position("dice: [2, 6]\nseats: [red, blue]")
    events = play(state, red="- standing order: {own: [8], others: [6, sum]}")
    order = Standing(own=("8",), others=("6", "sum"), line=1)
    assert of(events, StandingKept) == [StandingKept("red", order, rule="dice", seen_by=("red",))]
    assert of(events, SeatRests) == [SeatRests("red", True, True, rule="dice")]
    assert of(events, StandingDecided) == [StandingDecided("red", "choice", "sum", "8", rule="dice", seen_by=("red",))]
    assert (view(state, "red").standing, view(state, "blue").standing, view(state, None).standing) == (
        order,
        None,
        None,
    )


def test_nobody_waits_for_a_seat_that_rests() -> None:
    given = "dice: [2, 6]\nat: {blue: {6: {deployed: ['1-06-2']}}}\n"
    assert awaited(position(given)) == ("red", "blue")
    assert awaited(position(given + f"standing: {{blue: {ALWAYS}}}")) == ("red",)
    assert awaited(position(given + f"standing: {{red: {ALWAYS}}}")) == ("blue",)
    assert awaited(position(given + f"standing: {{red: {ALWAYS}, blue: {ALWAYS}}}")) == ()
    only_others = '"- standing order: {others: [sum]}"'
    assert awaited(position(given + f"standing: {{red: {only_others}, blue: {only_others}}}")) == ("red",)


def test_a_turn_that_standing_orders_decide() -> None:
    state = position(f"""
      dice: [2, 6]
      red: {{credits: 6, income: 1, charges: {{"2-07-1": 1}}}}
      at: {{red: {{7: {{station: none, deployed: ["2-07-1"]}}}}}}
      row: {{1: ["1-05-2"], 2: ["2-08-4"]}}
      standing: {{red: {ALWAYS}}}
      cards: {{"2-08-4": {{cost: 8}}}}
    """)
    events = play(state)
    decided = [(e.what, e.answer, e.rule_word) for e in of(events, StandingDecided)]
    assert decided == [("choice", "sum", "purchase"), ("charge", "2-07-1", ""), ("buy", "2-08-4", "")]
    assert [e.card for e in of(events, AbilityUsed)] == ["2-07-1"]
    assert [e.card for e in of(events, CardBought)] == ["2-08-4"]
    assert purse(state.board.chairs["red"]) == (1, 1, 0)


def test_the_sum_if_it_gives_a_purchase() -> None:
    given = """
      dice: [2, 6]
      red: {credits: 2}
      row: {1: ["1-05-2"], 2: [], 3: []}
      standing: {red: '- standing order: {own: [sum if it gives a purchase, split], buy: dearest}'}
      cards: {"1-05-2": {cost: %d}}
    """
    assert [e.rule_word for e in of(play(position(given % 4)), StandingDecided)] == ["sum_buys", ""]
    assert [e.rule_word for e in of(play(position(given % 5)), StandingDecided)] == ["split"]


def test_the_file_counts_before_the_standing_order() -> None:
    state = position(f"dice: [2, 6]\nred: {{credits: 5}}\nrow: {{1: ['1-05-2']}}\nstanding: {{red: {ALWAYS}}}")
    events = play(state, red="- choose: split\n- buy: colony")
    assert of(events, StandingDecided) == []
    assert of(events, CardBought) == []
    assert stops(events, "red") == ["no_wish"]


def test_free_cards_and_a_die_by_standing_order() -> None:
    state = position("""
      dice: [6, 6]
      seats: [red, blue]
      at: {red: {12: {station: "3-12-3"}}, blue: {1: {station: "2-01-2"}}}
      blue: {charges: {"2-01-2": 1}}
      row: {3: ["3-01-2", "3-09-3"]}
      standing:
        red: "- standing order: {own: [sum], claim: cheapest}"
        blue: "- standing order: {own: [sum], face: 3}"
    """)
    events = play(state, dice=(4,))
    assert [e.card for e in of(events, CardClaimed)] == ["3-01-2"]
    assert of(events, DiceRolled) == [DiceRolled("blue", (3, 4), 1, ("roll",), rule="dice")]
    told = [(e.seat, e.what, e.answer) for e in of(events, StandingDecided)]
    assert told == [("red", "choice", "sum"), ("red", "claim", "3-01-2"), ("blue", "set_die", "2-01-2")]


def test_a_standing_order_keeps_an_extra_purchase_that_would_buy_nothing() -> None:
    given = """
      dice: [1, 1]
      red: {credits: 0, charges: {"3-08-1": 1}}
      at: {red: {8: {station: none, deployed: ["3-08-1"]}}}
      row: {1: ["1-05-2"], 2: [], 3: []}
      colonies: []
      standing: {red: "- standing order: {own: [sum], buy: dearest, charges: yes}"}
      cards: {"1-05-2": {cost: %d}}
    """
    state = position(given % 4)
    assert of(play(state), AbilityUsed) == []
    assert state.board.chairs["red"].charges == {"3-08-1": 1}
    state = position(given % 3)
    events = play(state)
    assert [(e.card, e.extra) for e in of(events, CardBought)] == [("1-05-2", True)], "its 3 credits count"


def test_a_standing_order_ends() -> None:
    state = position(f"standing: {{red: {ALWAYS}}}")
    events = play(state, red="- dismiss")
    assert of(events, StandingKept) == [StandingKept("red", None, rule="dice", seen_by=("red",))]
    assert of(events, SeatRests) == [SeatRests("red", False, False, rule="dice")]
    assert of(events, StandingDecided) == []
    assert stops(play(state, red="- dismiss"), "red") == ["no_standing"]


def test_a_new_standing_order_replaces_the_old_one() -> None:
    state = position(f"standing: {{red: {ALWAYS}}}")
    events = play(state, red="- standing order: {others: [sum]}")
    assert of(events, SeatRests) == [SeatRests("red", False, True, rule="dice")]
    assert view(state, "red").standing == Standing(others=("sum",), line=1)


def test_a_double_arrow_by_standing_order() -> None:
    state = position("""
      dice: [4, 5]
      at: {red: {9: {station: "1-09-4"}, 8: {station: "1-08-1"}}}
      standing: {red: "- standing order: {own: [sum], arrow: right}"}
    """)
    play(state)
    assert purse(state.board.chairs["red"]) == (3, 0, 0)
