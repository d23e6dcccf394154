"""The end of the game ("end")."""

from __future__ import annotations

from gm.rulesets.space_base.events.common import EndTriggered, ExtraRound, GameEnded
from gm.rulesets.space_base.score import standings
from gm.rulesets.space_base.turn import open_phase
from tests.space_base.desk import of, play, position


def test_the_round_is_played_to_its_end() -> None:
    state = position("{seats: [red, blue, green], active: blue, round: 4, turn: 11, blue: {points: 41}}")
    events = play(state)
    assert of(events, EndTriggered) == [EndTriggered("blue", 41, 4, rule="end")]
    assert state.board.active == "green"
    events = play(state, dice=())
    assert events[-1] == GameEnded(("blue",), "points", rule="end")
    assert open_phase(state) is None
    assert [(row.seat, row.place) for row in standings(state)] == [("blue", 1), ("red", 2), ("green", 2)]


def test_one_point_less_triggers_nothing() -> None:
    state = position("{active: green, blue: {points: 39}, dice: [4, 4]}")
    assert of(play(state), EndTriggered) == []


def test_a_tie_is_played_on_round_by_round() -> None:
    state = position("{active: green, round: 4, red: {points: 43}, blue: {points: 43}, green: {points: 40}}")
    events = play(state)
    assert of(events, ExtraRound) == [ExtraRound(5, ("red", "blue"), rule="end")]
    assert state.board.active == "red"
    state.board.dice = [5, 6]  # a point for red
    play(state)
    play(state)
    events = play(state, dice=())
    assert events[-1] == GameEnded(("red",), "points", rule="end")


def test_the_option_sets_the_points() -> None:
    state = position("{active: green, options: {points: 5}, blue: {points: 5}}")
    assert play(state, dice=())[-1] == GameEnded(("blue",), "points", rule="end")


def test_who_won_by_an_ability_stands_first() -> None:
    state = position("{red: {points: 1}, blue: {points: 9}}")
    state.board.winners = ["red"]
    assert [(row.seat, row.place) for row in standings(state)] == [("red", 1), ("blue", 2), ("green", 3)]
