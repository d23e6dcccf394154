"""Reading a described position: what it says, what is neutral, and every mistake with its place."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gm.model import Lang, Problem
from gm.rulesets.galactic_council.invariants import invariants
from gm.rulesets.galactic_council.position import read_position
from gm.rulesets.galactic_council.state import Contract, Force, State
from gm.yamlfile import Refused, parse, tidy
from tests.galactic_council.cases import content


def described(text: str, phase: str = "movement", lang: Lang = "en") -> tuple[State, list[Problem]]:
    return read_position(parse(tidy(text)), content(), phase=phase, lang=lang)


def wrong(text: str) -> list[tuple[str, int, int]]:
    return [(problem.code, problem.line, problem.column) for problem in described(text)[1]]


def test_nothing_said_is_a_neutral_board() -> None:
    state, problems = described("")
    board = state.board
    assert problems == [] and invariants(state) == []
    assert {seat: (chair.race, chair.home) for seat, chair in board.chairs.items()} == {
        "red": ("sol", "D1"),
        "blue": ("hacan", "G4"),
        "green": ("winnu", "A4"),
    }
    assert (board.turn, board.phase, board.radius, board.speaker) == (2, "movement", 3, "red")
    assert len(board.systems) == 37 and all(not system.space for system in board.systems.values())
    assert board.planets["jord"].owner == "red" and board.planets["kamdorn"].owner == "blue"
    assert board.planets["mecatol_rex"].owner is None
    assert [chair.markers for chair in board.chairs.values()] == [5, 5, 5]


FULL = """
seats: {north: Creuss, south: Винну}
turn: 5
phase: production
radius: 4
homes: {south: E9}
options: {own_system: any, turns: 9}
tiles: {E6: lodor, E7: bellatrix_tsion}
hidden: {D4: nebula_base}
north: {name: Nord, colour: white, goods: 3, markers: 1, fleet_limit: 4, technologies: [XRD Transporters], spent: 2}
south: {strategy: Торговля, last_strategy: trade, alert: E6, ranking: [Война, trade], technologies: кибернетика}
at:
  E6: {north: {carrier: 1, пехота: 2}, mines: {south: 2}}
  Лодор: {owner: south, taken: 5, used: yes, south: {mechanized unit: 2, damaged: {mechanized unit: 1}}}
  tsion: {owner: north}
  jord_is_not_here: {}
contracts: [{south: 3, north: 2}]
bonus: {warfare: 2}
closed: {E6: south}
speaker: south
guild_head: north
"""


def test_everything_that_can_be_said() -> None:
    state, problems = described(FULL.replace("  jord_is_not_here: {}\n", ""))
    board = state.board
    assert problems == [] and invariants(state) == []
    assert (board.turn, board.phase, board.radius, board.options.turns) == (5, "production", 4, 9)
    north, south = board.chairs["north"], board.chairs["south"]
    assert (north.home, south.home) == ("X1", "E9")
    assert board.systems["X1"].tile == "home_creuss" and board.planets["creuss"].owner == "north"
    assert (north.name, north.colour, north.goods, north.markers, north.fleet_limit) == ("Nord", "white", 3, 1, 4)
    assert (north.technologies, north.spent) == (["xrd_transporters"], [2])
    assert (south.strategy, south.last_strategy, south.alert) == ("trade", "trade", "E6")
    assert south.technologies == ["cybernetics"]
    assert state.secrets.rankings == {"south": ["warfare", "trade"]}
    assert (board.systems["D4"].tile, state.secrets.tiles) == (None, {"D4": "nebula_base"})
    assert board.systems["E6"].space == {"north": Force({"carrier": 1, "ground_force": 2})}
    assert board.systems["E6"].mines == {"south": 2}
    lodor = board.planets["lodor"]
    assert (lodor.owner, lodor.taken, lodor.used) == ("south", 5, True)
    assert lodor.forces == {"south": Force({"mechanized_unit": 2}, {"mechanized_unit": 1})}
    assert board.planets["tsion"].owner == "north"
    assert board.contracts == [Contract("north", "south", 2, 3, 4)]
    assert (board.bonus, board.closed) == ({"warfare": 2}, {"E6": "south"})
    assert (board.speaker, board.guild_head) == ("south", "north")


def test_every_mistake_is_named_with_its_place() -> None:
    assert wrong("turm: 3") == [("unknown_field", 1, 1)]
    assert wrong("turn: three") == [("not_a_number", 1, 7)]
    assert wrong("turn: -1") == [("not_a_number", 1, 7)]
    assert wrong("radius: 99") == [("less_than_equal", 1, 9)]
    assert wrong("red: {gods: 3}") == [("unknown_field", 1, 7)]
    assert wrong("red: 3") == [("not_a_map", 1, 6)]
    assert wrong("seats: {red: soll, blue: hacan}") == [("unknown_name", 1, 14)]
    assert wrong("tiles: {Z9: lodor, D5: lodro}") == [("unknown_name", 1, 9), ("unknown_name", 1, 24)]
    assert wrong("homes: {red: Q7}") == [("unknown_name", 1, 14)]
    assert wrong("at: {lodor: {owner: red}}") == [("unknown_name", 1, 6)]
    assert wrong("at: {D5: {red: {crusier: 1}}}") == [("unknown_name", 1, 17)]
    assert wrong("at: {D5: {pink: {cruiser: 1}}}") == [("unknown_name", 1, 11)]
    assert wrong("at: {D5: {red: {cruiser: -1}}}") == [("not_a_number", 1, 26)]
    assert wrong("contracts: [{red: 2}]") == [("not_a_map", 1, 13)]
    assert wrong("speaker: pink") == [("unknown_name", 1, 10)]
    assert [code for code, _, _ in wrong("options: {turns: 0}")] == ["greater_than_equal"]
    assert wrong("- a list") == [("not_a_map", 1, 1)]


def test_a_mistake_comes_with_what_was_meant() -> None:
    _, (problem,) = described("red: {technologies: [XRD Transportes]}")
    assert problem.args["meant"] == "XRD Transporters"
    _, (problem,) = described("red: {technologies: [Кибернитика]}", lang="ru")
    assert (problem.args["kind"], problem.args["meant"]) == ("технология", "Кибернетика")


def test_what_cannot_be_is_left_to_the_invariants() -> None:
    state, problems = described("{tiles: {D5: saudor}, at: {saudor: {owner: blue, blue: {cruiser: 1}}}}")
    assert problems == [] and invariants(state) != []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(FULL) - 1), st.sampled_from("{}[]:,- x0\n")), max_size=6))
def test_no_text_however_broken_makes_a_traceback(changes: list[tuple[int, str]]) -> None:
    text = FULL
    for at, char in changes:
        text = text[:at] + char + text[at + 1 :]
    try:
        root = parse(tidy(text))
    except Refused:
        return
    state, problems = read_position(root, content())
    assert state.board.chairs
    assert any(problem.args.get("typed") == "jord_is_not_here" for problem in problems) or changes
