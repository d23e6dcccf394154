"""Chapter 1: rankings and the choice of strategies."""

from __future__ import annotations

from gm.rulesets.galactic_council.events.common import BonusGrew, PhaseOpened, RankingGiven, StrategyTaken
from tests.galactic_council.desk import of, play, position, stops


def taken(events: list) -> dict[str, str]:
    return {event.seat: event.strategy for event in of(events, StrategyTaken)}


def test_1_choosing_starts_at_the_first_player_and_goes_clockwise() -> None:
    state = position("{turn: 1, speaker: green}", "strategy")
    events = play(
        state, red="- strategies: [trade, warfare]", green="- strategies: [trade]", blue="- strategies: [trade]"
    )
    assert [event.seat for event in of(events, StrategyTaken)] == ["green", "red", "blue"]
    assert taken(events) == {"green": "trade", "red": "warfare", "blue": "leadership"}
    assert events[-1] == PhaseOpened(1, "council", rule="2")


def test_1_what_a_ranking_leaves_out_follows_in_number_order() -> None:
    state = position("{turn: 1, speaker: red}", "strategy")
    events = play(state, red="- strategies: [diplomacy]", blue="- strategies: [diplomacy]")
    assert taken(events) == {"red": "diplomacy", "blue": "leadership", "green": "assembly"}


def test_1_repeats_in_a_ranking_are_ignored_and_the_seat_is_told() -> None:
    state = position("{turn: 1}", "strategy")
    events = play(state, red="- strategies: [trade, imperial, trade]")
    assert stops(events) == ["repeated"]
    (given,) = of(events, RankingGiven)
    assert given.ranking == ("trade", "imperial")
    assert given.seen_by == ("red",)
    assert state.secrets.rankings == {"red": ["trade", "imperial"]}


def test_1_a_seat_that_sent_nothing_keeps_its_last_ranking() -> None:
    state = position("{turn: 1, red: {ranking: [imperial]}}", "strategy")
    assert taken(play(state))["red"] == "imperial"


def test_1_unpicked_strategies_gain_a_token_in_turn_one_too() -> None:
    state = position("{turn: 1, bonus: {imperial: 2}}", "strategy")
    events = play(state)
    assert taken(events) == {"red": "leadership", "blue": "diplomacy", "green": "assembly"}
    grown = {event.strategy: event.tokens for event in of(events, BonusGrew)}
    assert grown == {"production": 1, "trade": 1, "warfare": 1, "technology": 1, "imperial": 3}
    assert state.board.bonus == grown


def test_1_no_tokens_grow_while_eight_seats_play() -> None:
    races = ["sol", "hacan", "winnu", "jol_nar", "letnev", "xxcha", "yssaril", "naalu"]
    seats = ", ".join(f"s{n}: {race}" for n, race in enumerate(races))
    state = position(f"{{turn: 1, radius: 4, seats: {{{seats}}}}}", "strategy")
    events = play(state)
    assert len(of(events, StrategyTaken)) == 8
    assert of(events, BonusGrew) == []


def test_1_assembly_is_not_taken_twice_running() -> None:
    state = position("{turn: 1, red: {last_strategy: assembly}}", "strategy")
    assert taken(play(state, red="- strategies: [assembly, trade]"))["red"] == "trade"


def test_1_assembly_is_taken_twice_running_if_it_alone_is_left() -> None:
    races = ["sol", "hacan", "winnu", "jol_nar", "letnev", "xxcha", "yssaril", "naalu"]
    seats = ", ".join(f"s{n}: {race}" for n, race in enumerate(races))
    text = f"{{turn: 1, radius: 4, speaker: s1, s0: {{last_strategy: assembly}}, seats: {{{seats}}}}}"
    state = position(text, "strategy")
    rankings = {f"s{n}": "- strategies: [leadership, diplomacy, production]" for n in range(8)}
    rankings["s7"] = "- strategies: [imperial]"
    rankings["s6"] = "- strategies: [technology]"
    rankings["s5"] = "- strategies: [warfare]"
    rankings["s4"] = "- strategies: [trade]"
    assert taken(play(state, **rankings))["s0"] == "assembly"
