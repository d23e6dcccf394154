"""The start of a campaign (ch. 11): for any number of seats and any secret the promises of readings 24 and 34 hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from gm.dice import OnceDice, SeededDice
from gm.model import Event, Seat
from gm.problems import sentence
from gm.rulesets.galactic_council import dealing, hexes, space
from gm.rulesets.galactic_council.events import common, start
from gm.rulesets.galactic_council.invariants import invariants
from gm.rulesets.galactic_council.options import Options
from gm.rulesets.galactic_council.setup import check_options, placed, setup
from gm.rulesets.galactic_council.state import Board, Chair, Secrets, State
from gm.rulesets.galactic_council.tables import content
from gm.settings import made

TABLES = content({})
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "purple", "orange")
ALL_SEATS = range(3, 9)


def seats(number: int) -> list[Seat]:
    return [Seat(colour, colour.title(), colour) for colour in COLOURS[:number]]


def started(number: int, seed: int = 1, **options: object) -> tuple[State, list[Event]]:
    dice = OnceDice(SeededDice(f"secret {seed}".encode()))
    state, events = setup(seats(number), made(Options, options), TABLES, dice)
    return state, events


def lying(state: State) -> dict[str, str]:
    """Every system with the tile that lies there, known or not."""
    return {at: system.tile or state.secrets.tiles[at] for at, system in state.board.systems.items()}


@pytest.mark.parametrize("number", ALL_SEATS)
def test_invariants_hold_after_every_event(number: int) -> None:
    for seed in range(8):
        state, events = started(number, seed)
        assert invariants(state) == []
        chairs = {seat.id: Chair(seat.name, seat.colour, "", "") for seat in seats(number)}
        again = State(Board(0, "entry", state.board.radius, state.board.options, chairs), Secrets())
        again.content = TABLES
        for event in events:
            event.apply(again)
            assert invariants(again) == []
        assert again == state


@pytest.mark.parametrize("number", ALL_SEATS)
def test_no_home_is_sealed_off_and_wormholes_come_in_pairs(number: int) -> None:
    for seed in range(30):
        state, _ = started(number, seed)
        tiles, homes = lying(state), dealing.homes(number)
        wormholes = Counter(w for tile in tiles.values() for w in TABLES.tiles[tile].wormholes)
        assert 1 not in wormholes.values()
        open_ = {at: tile for at, tile in tiles.items() if at not in homes}
        assert dealing.all_reach_centre(TABLES, state.board.radius, homes, open_)


@pytest.mark.parametrize(
    ("number", "systems"), [(3, 19 + 3), (4, 19 + 4), (5, 37), (6, 37), (7, 61), (8, 61)]
)  # reading 24
def test_the_galaxy_grows_with_the_seats(number: int, systems: int) -> None:
    state, _ = started(number)
    on_map = [at for at in state.board.systems if not at.startswith(hexes.BESIDE)]
    assert len(on_map) == systems
    assert state.board.systems["D4" if number < 7 else "E5"].tile == "mecatol_rex"


@pytest.mark.parametrize("number", ALL_SEATS)
def test_homes_lie_evenly_on_the_outer_ring_and_touch_the_galaxy(number: int) -> None:
    state, _ = started(number)
    ring = hexes.ring(state.board.radius, state.board.radius)
    places = [ring.index(at) for at in dealing.homes(number)]
    gaps = [(b - a) % len(ring) for a, b in zip(places, [*places[1:], places[0]], strict=True)]
    assert max(gaps) - min(gaps) <= 1 and sum(gaps) == len(ring)  # clockwise in seat order, once around
    assert all(len(space.beside(state.board, at)) >= 2 for at in dealing.homes(number))


def test_with_three_seats_homes_stand_alone_on_the_third_ring() -> None:
    state, _ = started(3)
    outer = set(hexes.ring(3, 3)) & set(state.board.systems)
    assert outer == set(dealing.homes(3))
    assert all(near in state.board.systems for at in state.board.systems for near in space.beside(state.board, at))


def test_the_same_secret_deals_the_same_and_another_does_not() -> None:
    assert started(6, 4) == started(6, 4)
    assert lying(started(6, 4)[0]) != lying(started(6, 5)[0])


def test_only_homes_and_mecatol_are_explored() -> None:
    state, events = started(5, races={"red": "sol"})
    explored = {at for at, system in state.board.systems.items() if system.tile}
    assert explored == {*dealing.homes(5), *(chair.home for chair in state.board.chairs.values()), "D4"}
    assert state.board.planets["mecatol_rex"].owner is None
    dealt = next(event for event in events if isinstance(event, start.GalaxyDealt))
    assert dealt.seen_by == () and set(dealt.tiles) == set(state.secrets.tiles)


def test_every_seat_starts_with_what_the_rules_give() -> None:
    state, events = started(8, 3)
    for seat, chair in state.board.chairs.items():
        race = TABLES.races[chair.race]
        assert (chair.goods, chair.markers, chair.fleet_limit) == (2, 5, 3)  # 9, 11
        assert chair.technologies == list(race.technologies)
        own = {id_ for id_, planet in state.board.planets.items() if planet.owner == seat}
        assert own == set(TABLES.tiles[race.tiles[-1]].planets)
        assert all(state.board.planets[id_].taken == 0 and not state.board.planets[id_].used for id_ in own)
        assert everything(state, seat) == dict(sorted(race.units.items()))
    races = [chair.race for chair in state.board.chairs.values()]
    assert len(set(races)) == 8
    assert state.board.speaker in state.board.chairs and (state.board.turn, state.board.phase) == (1, "strategy")
    assert isinstance(events[-1], common.PhaseOpened)


def everything(state: State, seat: str) -> dict[str, int]:
    total: Counter[str] = Counter()
    holders = [*(s.space for s in state.board.systems.values()), *(p.forces for p in state.board.planets.values())]
    for forces in holders:
        total.update(forces[seat].units if seat in forces else {})
    return dict(sorted(total.items()))


@pytest.mark.parametrize(
    ("race", "space", "planets"),
    [
        (
            "hacan",
            {"carrier": 2, "cruiser": 1, "fighter": 2},
            {
                "arretze": {"ground_force": 2, "space_dock": 1},
                "hercant": {"ground_force": 1},
                "kamdorn": {"ground_force": 1},
            },
        ),
        (
            "jol_nar",
            {"carrier": 2, "fighter": 1, "dreadnought": 1},
            {"nar": {"ground_force": 1, "pds": 1, "space_dock": 1}, "jol": {"ground_force": 1, "pds": 1}},
        ),
        (
            "nekro",
            {"carrier": 1, "cruiser": 2},
            {"mordai_ii": {"ground_force": 2, "mechanized_unit": 1, "space_dock": 1}},
        ),
    ],
)
def test_start_units_are_spread_over_the_home_planets(
    race: str, space: Mapping[str, int], planets: Mapping[str, Mapping[str, int]]
) -> None:
    assert placed(TABLES.races[race], "D1", TABLES) == {"D1": space, **planets}


@pytest.mark.parametrize("race", list(TABLES.races))
def test_every_race_can_start(race: str) -> None:
    state, _ = started(3, races={"blue": race})
    assert state.board.chairs["blue"].race == race
    assert invariants(state) == []


def test_creuss_lives_beside_the_map_behind_its_gate() -> None:
    state, _ = started(6, races={"green": "Призраки Креусс"})
    assert state.board.chairs["green"].home == "X1"
    gate = dealing.homes(6)[2]
    assert state.board.systems[gate].tile == "creuss_gate" and state.board.systems["X1"].tile == "home_creuss"
    assert state.board.systems["X1"].space["green"].units == {"destroyer": 2, "carrier": 1, "fighter": 2}
    assert space.lanes(state.board, "X1") == (gate,) and space.beside(state.board, "X1") == ()


@pytest.mark.parametrize("id_", list(TABLES.galaxies))
def test_a_fixed_galaxy_lies_as_written(id_: str) -> None:
    galaxy = TABLES.galaxies[id_]
    state, _ = started(len(galaxy.homes), galaxy=galaxy.name.ru)
    assert state.secrets.tiles == galaxy.tiles
    assert all(state.board.systems[at].tile for at in galaxy.homes)
    assert invariants(state) == []


# --- wrong options ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "options", "code", "says"),
    [
        (2, {}, "options_number_of_seats", "2"),
        (9, {}, "options_number_of_seats", "9"),
        (3, {"races": {"pink": "sol"}}, "options_unknown_seat", "pink"),
        (3, {"races": {"red": "Sool"}}, "options_unknown_race", "Sol"),
        (3, {"races": {"red": "sol", "blue": "Федерация Сол"}}, "options_race_twice", "sol"),
        (3, {"galaxy": "two suns"}, "options_unknown_galaxy", "three_suns"),
        (4, {"galaxy": "three suns"}, "options_seats_of_galaxy", "three_suns"),
    ],
)
def test_wrong_options_are_named_before_anything_happens(
    number: int, options: dict[str, object], code: str, says: str
) -> None:
    many = [*seats(min(number, 8)), *(Seat(f"s{n}", "", "") for n in range(number - 8))]
    problems = check_options(many, made(Options, options), TABLES)
    assert [problem.code for problem in problems] == [code]
    assert says in sentence(problems[0], "en") and "{" not in sentence(problems[0], "en")
    with pytest.raises(ValueError, match=code):
        setup(many, made(Options, options), TABLES, SeededDice(b"x"))


def test_all_wrong_races_are_named_at_once() -> None:
    options = Options(races={"red": "x", "pink": "sol"})
    assert len(check_options(seats(3), options, TABLES)) == 2


def test_too_few_tiles_are_named() -> None:
    few = content({"tiles": {id_: {"count": 0} for id_, tile in TABLES.tiles.items() if tile.kind == "standard"}})
    assert [p.code for p in check_options(seats(8), Options(), few)] == ["options_too_few_tiles"]
    assert check_options(seats(3), Options(), TABLES) == []


def test_a_fixed_galaxy_needs_its_tiles() -> None:
    without = content({"tiles": {"primor": {"count": 0}}})
    problems = check_options(seats(3), Options(galaxy="three_suns"), without)
    assert [(p.code, p.args["tile"]) for p in problems] == [("options_tile_of_galaxy", "primor")]
