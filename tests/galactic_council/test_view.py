"""What a seat may know, and that other secrets which look the same really are other secrets (reading 29)."""

from __future__ import annotations

import pytest

from gm.dice import SeededDice
from gm.engine import copy
from gm.record import dump_state
from gm.rulesets.galactic_council import RULES
from gm.rulesets.galactic_council.events import common
from gm.rulesets.galactic_council.invariants import invariants
from gm.rulesets.galactic_council.state import State
from gm.rulesets.galactic_council.view import labels, other_secrets, view
from tests.galactic_council.test_setup import TABLES, started
from tests.games import game

DICE = SeededDice(b"other")
RANKED = {"red": ["trade", "warfare", "imperial", "leadership"], "blue": list(TABLES.strategies)}


def ranked(number: int = 6, seed: int = 1, **options: object) -> State:
    state, _ = started(number, seed, **options)
    state.secrets.rankings = {seat: list(ranking) for seat, ranking in RANKED.items()}
    return state


def test_a_view_holds_the_board_and_the_seats_own_ranking_only() -> None:
    state = ranked()
    assert view(state, "red").board is state.board
    assert view(state, "red").ranking == RANKED["red"]
    assert view(state, "green").ranking == [] and view(state, None).ranking == []


def test_a_view_is_no_way_into_the_state() -> None:
    state = ranked()
    view(state, "red").ranking.clear()
    assert state.secrets.rankings["red"] == RANKED["red"]


def test_labels_name_every_seat_system_and_row() -> None:
    state = ranked()
    names = labels(view(state, "red"))
    assert set(names["seat"]) == set(state.board.chairs) and set(names["system"]) == set(state.board.systems)
    assert names["unit"]["cruiser"].of("ru") == "крейсер"


@pytest.mark.parametrize("seat", ["red", "green", None])
@pytest.mark.parametrize("number", [3, 6, 8])
def test_other_secrets_look_the_same_and_are_not(number: int, seat: str | None) -> None:
    state = ranked(number)
    before = copy(state)
    other = other_secrets(state, seat, DICE.at(number))
    assert view(other, seat) == view(state, seat)
    assert other.secrets.tiles != state.secrets.tiles and list(other.secrets.tiles) == list(state.secrets.tiles)
    hidden = [of for of in state.board.chairs if of != seat]
    assert any(other.secrets.rankings[of] != state.secrets.rankings.get(of) for of in hidden)
    assert all(sorted(other.secrets.rankings[of]) == sorted(TABLES.strategies) for of in hidden)
    assert invariants(other) == []
    assert state == before


def test_other_secrets_keep_the_wormholes_paired() -> None:
    state = ranked()
    for seed in range(20):
        tiles = [*other_secrets(state, "red", DICE.at("pairs", seed)).secrets.tiles.values()]
        wormholes = [w for tile in tiles for w in TABLES.tiles[tile].wormholes]
        assert all(wormholes.count(w) != 1 for w in wormholes)


def test_what_is_kept_stays_where_it_is() -> None:
    state = ranked(8)  # 52 of 66 tiles lie hidden
    hidden = state.secrets.tiles
    by_planet = next(at for at, tile in hidden.items() if TABLES.tiles[tile].planets)
    by_tile = next(at for at in hidden if at != by_planet)
    by_place = list(hidden)[-1]
    planet = TABLES.tiles[hidden[by_planet]].planets[0]
    keep = (planet, hidden[by_tile], by_place, "trade", "leadership")
    for seed in range(10):
        other = other_secrets(state, None, DICE.at("keep", seed), keep)
        assert all(other.secrets.tiles[at] == hidden[at] for at in (by_planet, by_tile, by_place))
        assert other.secrets.rankings["red"][0] == "trade" and other.secrets.rankings["red"][3] == "leadership"


def test_a_planet_somebody_named_in_vain_does_not_turn_up() -> None:
    state = ranked(3)
    missing = next(
        tile.planets[0]
        for id_, tile in TABLES.tiles.items()
        if tile.kind == "standard" and tile.planets and id_ not in state.secrets.tiles.values()
    )
    for seed in range(20):
        other = other_secrets(state, None, DICE.at("vain", seed), (missing,))
        assert not any(missing in TABLES.tiles[tile].planets for tile in other.secrets.tiles.values())


def test_explored_tiles_are_not_dealt_again() -> None:
    state = ranked(3)
    at, tile = next((at, tile) for at, tile in state.secrets.tiles.items() if TABLES.tiles[tile].planets)
    common.SectorExplored(rule="2.5", seat="red", system=at, tile=tile, how="bought").apply(state)
    for seed in range(10):
        other = other_secrets(state, "red", DICE.at("explored", seed))
        assert at not in other.secrets.tiles and tile not in other.secrets.tiles.values()
        assert invariants(other) == []


@pytest.mark.parametrize("number", range(3, 9))
def test_other_secrets_are_made_from_the_view_alone(number: int) -> None:
    """Whatever is hidden: who looks the same gets the same other secrets, in the same order."""
    phases = set()
    for played in game(RULES, number, 40 + number, turns=3, galaxy="random"):
        state, phase = played.after, played.opened.phase
        phases.add(phase)
        for n, seat in enumerate((*state.board.chairs, None)):
            dice = DICE.at("alone", phase, str(seat))
            other = other_secrets(state, seat, DICE.at("twin", phase, n, state.board.turn))
            assert other != state or state.board.phase == "over"
            one, two = other_secrets(state, seat, dice), other_secrets(other, seat, dice)
            assert one == two and view(one, seat) == view(state, seat)
            assert dump_state(RULES, one) == dump_state(RULES, two)
            assert invariants(one) == []
    assert phases == {phase.id for phase in RULES.phases}


def test_other_secrets_do_not_tell_who_ranked_what() -> None:
    state, _ = started(4)
    bare = other_secrets(state, "green", DICE.at("who"))
    state.secrets.rankings = {"blue": ["trade"], "green": ["warfare"]}
    ranked_ = other_secrets(state, "green", DICE.at("who"))
    assert ranked_.secrets.rankings.pop("green") == ["warfare"]
    assert ranked_ == bare
    state.board.chairs["blue"].out = 1
    assert "blue" not in other_secrets(state, "green", DICE.at("who")).secrets.rankings


def test_a_fixed_galaxy_is_a_secret_too() -> None:
    state = ranked(6, galaxy="six_crowns")
    assert other_secrets(state, "red", DICE.at("fixed")).secrets.tiles != state.secrets.tiles
