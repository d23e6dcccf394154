"""Each invariant catches what it is there for: a sound state is broken in one place and the place is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from gm.rulesets.galactic_council.invariants import invariants
from gm.rulesets.galactic_council.state import Board, Contract, Force, Planet, State
from tests.galactic_council.test_setup import started

Break = Callable[[State], object]


def sound(phase: str = "council") -> State:
    """Three seats (Sol, Hacan, Letnev) in a fixed galaxy, nothing wrong with it; homes E1, F5, A3."""
    state, _ = started(3, galaxy="three_suns", races={"red": "sol", "blue": "hacan", "green": "letnev"})
    state.board.phase = phase
    return state


def put(board: Board, place: str, seat: str, **units: int) -> None:
    hold = board.systems[place].space if place in board.systems else board.planets[place].forces
    hold[seat] = Force({**(hold[seat].units if seat in hold else {}), **units})


def chair(state: State, **fields: object) -> None:
    for name, value in fields.items():
        setattr(state.board.chairs["red"], name, value)


def board(state: State, **fields: object) -> None:
    for name, value in fields.items():
        setattr(state.board, name, value)


BROKEN: list[tuple[str, Break]] = [
    ("a force of no seat", lambda s: put(s.board, "E1", "pink", cruiser=1)),
    ("an empty force", lambda s: s.board.systems["E1"].space.update(blue=Force())),
    ("0 cruiser", lambda s: put(s.board, "E1", "red", cruiser=0)),
    ("unknown unit boat", lambda s: put(s.board, "E1", "red", boat=1)),
    ("damaged carrier without armour", lambda s: s.board.systems["E1"].space["red"].damaged.update(carrier=1)),
    ("3 damaged carrier of 2", lambda s: s.board.systems["E1"].space["red"].damaged.update(carrier=3)),
    ("space_dock can't be there", lambda s: put(s.board, "E1", "red", space_dock=1)),
    ("cruiser can't be there", lambda s: put(s.board, "jord", "red", cruiser=1)),
    ("3 pds on a planet", lambda s: put(s.board, "jord", "red", pds=3)),
    ("2 space_dock on a planet", lambda s: put(s.board, "jord", "red", space_dock=2)),
    ("9 cruiser in all", lambda s: put(s.board, "E1", "red", cruiser=9)),
    ("13 shock_troop in the whole game", lambda s: put(s.board, "jord", "red", shock_troop=13)),
    ("13 space_mine in the whole game", lambda s: s.board.systems["E1"].mines.update(red=13)),
    (
        "unknown tile nowhere",
        lambda s: setattr(s.board.systems["E1"], "tile", "nowhere") or s.board.planets.pop("jord"),
    ),
    ("units in an unexplored system", lambda s: put(s.board, "E2", "red", cruiser=1)),
    ("-1 mines of red", lambda s: s.board.systems["E1"].mines.update(red=-1)),
    ("1 mines of pink", lambda s: s.board.systems["E1"].mines.update(pink=1)),
    ("closed by pink", lambda s: s.board.closed.update(E1="pink")),
    ("a planet where it does not lie", lambda s: s.board.planets.update(lodor=Planet("E1"))),
    ("arc_prime is missing", lambda s: s.board.planets.pop("arc_prime") and None),
    ("unknown planet", lambda s: s.board.planets.update(pluto=Planet("E1"))),
    ("unknown planet", lambda s: s.board.planets.update(lodor=Planet("Z9"))),
    ("race elves", lambda s: chair(s, race="elves")),
    ("owned by pink", lambda s: setattr(s.board.planets["mecatol_rex"], "owner", "pink")),
    ("used by nobody", lambda s: setattr(s.board.planets["mecatol_rex"], "used", True)),
    ("taken in turn 2", lambda s: setattr(s.board.planets["jord"], "taken", 2)),
    ("-1 goods, 5 markers", lambda s: chair(s, goods=-1)),
    ("2 goods, -1 markers", lambda s: chair(s, markers=-1)),
    ("fleet limit 0", lambda s: chair(s, fleet_limit=0)),
    ("a technology twice", lambda s: chair(s, technologies=["war_sun", "war_sun"])),
    ("unknown technology magic", lambda s: chair(s, technologies=["magic"])),
    ("unknown strategy peace", lambda s: chair(s, strategy="peace")),
    (
        "strategy trade twice",
        lambda s: chair(s, strategy="trade") or setattr(s.board.chairs["blue"], "strategy", "trade"),
    ),
    ("home Z9", lambda s: chair(s, home="Z9")),
    ("alert at Z9", lambda s: chair(s, alert="Z9")),
    ("a race twice", lambda s: chair(s, race="hacan")),
    ("phase lunch", lambda s: board(s, phase="lunch")),
    ("Speaker pink", lambda s: board(s, speaker="pink")),
    ("head of the guild pink", lambda s: board(s, guild_head="pink")),
    ("0 bonus tokens", lambda s: board(s, bonus={"trade": 0})),
    ("1 bonus tokens", lambda s: board(s, bonus={"peace": 1})),
    ("a contract of no pair of seats", lambda s: board(s, contracts=[Contract("blue", "red", 3, 2, 1)])),
    ("2 contracts of one pair", lambda s: board(s, contracts=[Contract("red", "blue", 2, 3, 1)] * 2)),
    ("agreements [3]", lambda s: board(s, contracts=[Contract("red", "blue", 3, 3, 1)])),
    ("agreements [2, 2, 2]", lambda s: chair(s, spent=[2, 2, 2])),
    ("explored and hidden at once, or neither", lambda s: s.secrets.tiles.pop("E2")),
    ("explored and hidden at once, or neither", lambda s: s.secrets.tiles.update(E1="lodor")),
    ("2 times tile primor", lambda s: s.secrets.tiles.update(E5="primor")),
    ("hidden tile home_yin", lambda s: s.secrets.tiles.update(E5="home_yin")),
    ("a ranking of no seat or strategy", lambda s: s.secrets.rankings.update(pink=["trade"])),
    ("a ranking of no seat or strategy", lambda s: s.secrets.rankings.update(red=["peace"])),
    ("a strategy twice in a ranking", lambda s: s.secrets.rankings.update(red=["trade", "trade"])),
    ("ships of red, blue", lambda s: put(s.board, "E1", "blue", cruiser=1)),
    ("forces of red, blue, owner red", lambda s: put(s.board, "jord", "blue", ground_force=1)),
    ("forces of blue, owner None", lambda s: put(s.board, "mecatol_rex", "blue", ground_force=1)),
    ("an eliminated seat on the board", lambda s: chair(s, out=1)),
    ("an eliminated seat in office", lambda s: board(s, speaker="red") or chair(s, out=1)),
    (
        "a contract of an eliminated seat",
        lambda s: board(s, contracts=[Contract("red", "blue", 2, 3, 1)]) or chair(s, out=1),
    ),
    ("17 fighters without a hangar", lambda s: put(s.board, "E1", "red", carrier=2, fighter=32)),
    ("troops in space without a hold", lambda s: put(s.board, "D4", "red", destroyer=1, ground_force=1)),
]


def test_a_sound_state_has_nothing_broken() -> None:
    assert invariants(sound()) == []


@pytest.mark.parametrize(("what", "break_it"), BROKEN, ids=[f"{n} {row[0]}" for n, row in enumerate(BROKEN)])
def test_what_is_broken_is_named(what: str, break_it: Break) -> None:
    state = sound()
    break_it(state)
    assert what in [problem.args["what"] for problem in invariants(state)]


def test_units_on_a_station_are_broken() -> None:
    state = sound()
    tile = state.secrets.tiles.pop("F2")
    state.board.systems["F2"].tile = tile
    state.board.planets.update(arcturus=Planet("F2"), sumerian=Planet("F2"))
    assert invariants(state) == []
    put(state.board, "sumerian", "red", ground_force=1)
    assert "units on a station" in [problem.args["what"] for problem in invariants(state)]


def test_pieces_are_free_when_the_option_says_so() -> None:
    state = sound()
    put(state.board, "E1", "red", cruiser=9)
    state.board.options = replace(state.board.options, piece_limits=False)
    assert invariants(state) == []


@pytest.mark.parametrize("place", ["E1", "jord"])
def test_in_the_middle_of_a_battle_nothing_is_broken(place: str) -> None:
    state = sound("movement")
    put(state.board, place, "blue", **({"cruiser": 1} if place == "E1" else {"ground_force": 1}))
    assert invariants(state) == []
