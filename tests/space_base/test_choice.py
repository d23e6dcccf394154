"""The dice: sum or split, doubles, who uses which side, rules that decide ("dice")."""

from __future__ import annotations

import pytest

from gm.rulesets.space_base.choosing import decide, matters, outcomes, sectors_of
from gm.rulesets.space_base.events.common import ChoiceMade, DiceRolled, StandingDecided, TurnOpened
from gm.rulesets.space_base.events.rewards import Rewarded
from gm.rulesets.space_base.turn import open_phase
from tests.space_base.desk import of, play, position, purse


def nothing(credits: int) -> tuple[int, int]:
    """No purchase is in reach."""
    return 0, 0


@pytest.mark.parametrize(
    ("dice", "choice", "added", "sectors"),
    [
        ((3, 5), "sum", 0, (8,)),
        ((3, 5), "split", 0, (3, 5)),
        ((4, 4), "split", 0, (4, 4)),
        ((4, 4), "sum", 0, (8,)),
        ((3, 4), "sum", 1, (8,)),
        ((6, 5), "sum", 2, (12,)),
    ],
)
def test_the_sectors_of_a_choice(dice: tuple[int, int], choice: str, added: int, sectors: tuple[int, ...]) -> None:
    assert sectors_of(dice, choice, 12, added) == sectors  # type: ignore[arg-type]


def test_the_active_seat_uses_its_station_and_the_others_what_they_deployed() -> None:
    state = position("""
      dice: [2, 6]
      at: {red: {8: {deployed: ["1-08-1"]}}, blue: {2: {deployed: ["1-02-2"]}, 6: {deployed: ["1-06-2", "1-06-4"]}}}
    """)
    events = play(state, red="- choose: sum", blue="- choose: split", green="- choose: sum")
    assert [(e.seat, e.sectors) for e in of(events, ChoiceMade)] == [("red", (8,)), ("blue", (2, 6)), ("green", (8,))]
    rewards = [(e.seat, e.sector, e.side, e.credits, e.income, e.points) for e in of(events, Rewarded)]
    assert rewards == [
        ("red", 8, "station", 2, 0, 0),
        ("blue", 2, "deployed", 1, 0, 0),
        ("blue", 6, "deployed", 2, 0, 1),
    ]
    assert purse(state.board.chairs["green"]) == (0, 0, 0)


def test_doubles_activate_a_sector_twice() -> None:
    state = position("dice: [4, 4]")
    events = play(state, red="- choose: split")
    assert [e.credits for e in of(events, Rewarded)] == [1, 1]
    assert state.board.chairs["red"].credits == 2


def test_the_next_seat_rolls_at_the_end_and_rounds_are_counted() -> None:
    state = position("{turn: 5, round: 2, active: green}")
    events = play(state, dice=(3, 6))
    assert of(events, DiceRolled) == [DiceRolled("red", (3, 6), 0, ("roll",), rule="dice")]
    assert of(events, TurnOpened) == [TurnOpened(6, "turn", 3, "red", rule="dice")]
    assert state.board.dice == [3, 6]


def test_a_seat_is_waited_for_when_its_choice_matters() -> None:
    state = position("""
      dice: [2, 6]
      at: {green: {6: {deployed: ["1-06-2"]}}}
    """)
    assert [matters(state.board, seat) for seat in ("blue", "green")] == [False, True]
    opened = open_phase(state)
    assert opened is not None
    assert opened.may == ("red", "blue", "green")
    assert opened.must == ("red", "green")


def test_a_seat_with_a_usable_ability_is_waited_for() -> None:
    state = position("""
      at: {blue: {8: {station: "2-08-1"}}, green: {8: {station: "2-03-1"}}}
      blue: {charges: {"2-08-1": 1}}
      green: {charges: {"2-03-1": 3}}
    """)
    assert matters(state.board, "blue")
    assert not matters(state.board, "green"), "an ability of one's own turn"


def test_the_next_seat_is_waited_for_when_it_can_set_a_die() -> None:
    given = 'at: {blue: {1: {station: "3-01-1"}}}\nblue: {charges: {"3-01-1": %d}}\nactive: %s'
    for cubes, active, asked in ((2, "red", True), (1, "red", True), (2, "green", False)):
        opened = open_phase(position(given % (cubes, active)))
        assert opened is not None
        assert ("blue" in opened.must) == asked
    opened = open_phase(position('at: {blue: {1: {station: "3-01-1"}}}'))
    assert opened is not None
    assert opened.must == ("red",)


def test_rules_are_tried_in_order() -> None:
    state = position("dice: [2, 6]")  # the sum gives 2 credits, the split 1 income and 1 credit
    board = state.board
    found = outcomes(board, "red")
    assert (found["sum"].credits, found["split"].credits, found["split"].income) == (2, 1, 1)
    assert decide(board, "red", ["income", "sum"], nothing) == ("split", "income")
    assert decide(board, "red", ["points", "credits"], nothing) == ("sum", "credits")
    assert decide(board, "red", ["8"], nothing) == ("sum", "8")
    assert decide(board, "red", ["12", "6"], nothing) == ("split", "6")
    assert decide(board, "red", ["12"], nothing) == ("split", ""), "what is worth more"
    assert decide(board, "red", ["sum_buys", "split"], lambda credits: (1, credits)) == ("sum", "sum_buys")
    assert decide(board, "red", ["sum_buys", "split"], nothing) == ("split", "split")
    assert decide(board, "red", ["purchase", "split"], lambda credits: (credits >= 2, 0)) == ("sum", "purchase")
    assert decide(board, "red", ["purchase", "split"], lambda credits: (1, 0)) == ("split", "split")
    assert decide(board, "red", ["purchase", "split"], lambda credits: (1, credits)) == ("sum", "purchase")


def test_a_silent_seat_gets_what_is_worth_more() -> None:
    state = position("dice: [2, 6]")
    events = play(state)
    assert of(events, ChoiceMade)[0].choice == "split"
    assert of(events, StandingDecided) == []
    assert purse(state.board.chairs["red"]) == (1, 1, 0)


def test_the_fallback_decides_when_the_dice_have_changed() -> None:
    given = """
      dice: [2, 6]
      at: {blue: {2: {station: "2-02-2"}}}
      blue: {charges: {"2-02-2": 1}}
    """
    state = position(given)
    reroll = "- charge: {card: 2-02-2, die: 2}"
    events = play(state, dice=(5, *(1, 1)), red="- choose: {use: split, otherwise: [7]}", blue=reroll)
    assert of(events, ChoiceMade)[0].sectors == (7,)
    state = position(given)
    events = play(state, dice=(5, *(1, 1)), red="- choose: split", blue=reroll)
    assert of(events, ChoiceMade)[0].sectors == (2, 5), "without a fallback the word still holds"
    state = position(given)
    events = play(state, red="- choose: {use: split, otherwise: [7]}")
    assert of(events, ChoiceMade)[0].sectors == (2, 6)
