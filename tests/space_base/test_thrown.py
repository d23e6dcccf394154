"""Every die that an event tells of can be thrown again by whoever knows the secret; and what draws from the decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gm.dice import SeededDice
from gm.model import Event
from gm.rulesets.space_base import RULES
from gm.rulesets.space_base.events import EVENTS
from gm.rulesets.space_base.events.common import DiceRolled, DieRerolled
from tests.games import brief, game, started


def thrown_again(secret: bytes, turn: int, phase: str, events: Iterable[Event]) -> Counter[str]:
    """How many dice of each type of event come out again."""
    found = Counter[str]()
    for event in events:
        for throw in event.thrown():
            dice = SeededDice(secret).at(turn, phase).at(*throw.label)
            assert dice.rolls(len(throw.faces), throw.sides) == throw.faces, event
            found[type(event).__name__] += len(throw.faces)
    return found


def test_dice_of_games_can_be_thrown_again() -> None:
    found, set_dice = Counter[str](), 0
    for seed in range(24):
        seats, options, secret = RULES.seats[seed % 4], brief(RULES, 12, seed), f"game {seed}".encode()
        _state, events, _dice = started(RULES, seats, seed, **options)
        found += thrown_again(secret, 0, "entry", events)
        for played in game(RULES, seats, seed, **options):
            found += thrown_again(secret, played.opened.turn, played.opened.phase, played.events)
            told = [event for event in played.events if hasattr(event, "label")]
            assert all(event.thrown() for event in told)
            set_dice += sum(isinstance(event, DiceRolled) and event.set > 0 for event in told)
    assert {*found} == {kind.__name__ for kind in EVENTS if "label" in kind.__struct_fields__}
    assert found["DiceRolled"] > 2000 and set_dice > 10 and found["DieRerolled"] > 10 and found["StartRolled"] > 10


def test_a_die_that_was_set_was_not_rolled() -> None:
    label = ("roll",)
    assert DiceRolled("red", (6, 2), 1, label, rule="dice").thrown() == ((label, 6, (2,)),)
    assert DiceRolled("red", (6, 2), 0, label, rule="dice").thrown() == ((label, 6, (6, 2)),)
    assert DieRerolled("red", "2-02-2", 1, 2, 5, rule="charged").thrown() == (), "a record from before labels"


def test_what_draws_takes_cards_off_the_decks() -> None:
    """Each of these types makes a deck smaller, and no other event does (but the shuffling)."""
    drawn = set()
    for seed in (1, 3):
        state, events, _dice = started(RULES, 4, seed, light_speed=seed == 3, points=30)
        drawn |= {type(event) for event in events if type(event) in RULES.draws}
        for played in game(RULES, 4, seed, light_speed=seed == 3, points=30):
            before = sum(played.before.board.decks)
            told = [event for event in played.events if type(event) in RULES.draws]
            drawn |= {type(event) for event in told}
            if played.opened.phase == "turn":
                assert before - sum(played.after.board.decks) == len(told)
        assert state.board.phase in ("draft", "turn")
    assert drawn == {*RULES.draws}
