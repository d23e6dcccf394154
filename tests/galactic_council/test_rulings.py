"""Rulings: each change a GM may write, in both languages, with what it does and what it is refused for."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from gm.dice import SeededDice
from gm.engine import copy, replay, resolve, told
from gm.model import LANGUAGES, RULING, CannotRule, Change, Event, Lang, PrivateEvent
from gm.orders import read
from gm.problems import sentence
from gm.record import dump_events, load_events
from gm.reports import report
from gm.rulesets.galactic_council import RULES
from gm.rulesets.galactic_council.events import rulings as r
from gm.rulesets.galactic_council.events.movement import FleetMoved
from gm.rulesets.galactic_council.invariants import invariants
from gm.rulesets.galactic_council.orders.rulings import RULINGS
from gm.rulesets.galactic_council.rulings import apply_ruling
from gm.rulesets.galactic_council.state import Contract, Force, State
from gm.rulesets.galactic_council.view import view
from gm.shapes import shape
from tests.galactic_council import samples
from tests.galactic_council.desk import broken, position
from tests.galactic_council.test_random_orders import Scribbler, crowded
from tests.games import game

TEXT = """
seats: {red: sol, blue: hacan, green: winnu}
turn: 3
tiles: {D5: lodor, C4: supernova, E4: vefut_ii, F3: STATION}
hidden: {E5: nebula_base, D6: saudor}
red: {goods: 2, markers: 3, fleet_limit: 4, technologies: [cybernetics], strategy: trade}
blue: {strategy: warfare, last_strategy: trade}
rankings: {blue: [trade]}
at:
  D5: {red: {carrier: 1, dreadnought: 2, ground_force: 2, damaged: {dreadnought: 1}}, mines: {green: 2}}
  lodor: {owner: red, taken: 1, red: {ground_force: 2, pds: 1}}
  vefut_ii: {owner: blue, used: yes, taken: 2}
  G4: {blue: {cruiser: 1}}
contracts: [{red: 2, blue: 3, since: 1}]
bonus: {imperial: 2}
speaker: red
guild_head: blue
"""


STATION_TILE, STATION = next(
    (id_, planet)
    for id_, tile in RULES.content({}).tiles.items()
    for planet in tile.planets
    if RULES.content({}).planets[planet].station
)


def desk() -> State:
    return position(TEXT.replace("STATION", STATION_TILE))


def changes(state: State, text: str, lang: Lang = "en") -> list[Change]:
    """The changes that a text means; none may be refused on reading."""
    reading = read(RULINGS, text, state, lang)
    assert [problem for problem in reading.problems if not problem.warning] == []
    return list(reading.orders)  # type: ignore[arg-type]


def ruled(text: str, state: State | None = None) -> tuple[State, list[Event]]:
    """The state after the rulings of a text, and their events; replay and invariants hold."""
    state, events = state or desk(), list[Event]()
    for change in changes(state, text):
        before = copy(state)
        state, more = told(copy(before), apply_ruling(before, change))
        assert replay(before, more) == state and more
        assert broken(state) == broken(before)
        assert load_events(RULES.ruling_events, dump_events(more)) == more
        assert all(event.rule == RULING and type(event) in RULES.ruling_events for event in more)
        events += more
    return state, events


def refused(text: str) -> str:
    """Why the last ruling of a text can't be made."""
    state = desk()
    *first, last = changes(state, text)
    for change in first:
        state, _events = told(state, apply_ruling(state, change))
    before = copy(state)
    with pytest.raises(CannotRule) as caught:
        list(apply_ruling(state, last))
    assert state == before
    for lang in LANGUAGES:
        said = sentence(caught.value.problem, lang)
        assert "ruling_" not in said and "{" not in said and "  " not in said
    return caught.value.problem.code


# --- units ----------------------------------------------------------------------------------------------------------


def test_units_are_placed_damaged_ones_too() -> None:
    state, events = ruled(
        "- place: {seat: red, at: D5, units: {dreadnought: 1, fighter: 2}, damaged: {dreadnought: 1}}"
    )
    assert state.board.systems["D5"].space["red"] == Force(
        {"carrier": 1, "dreadnought": 3, "ground_force": 2, "fighter": 2}, {"dreadnought": 2}
    )
    assert events == [
        r.UnitsPlaced("red", "D5", {"dreadnought": 1, "fighter": 2}, {"dreadnought": 1}, rule=RULING),
    ]
    state, _ = ruled("- place: {seat: red, at: lodor, units: {space_dock: 1, pds: 1}}")
    assert state.board.planets["lodor"].forces["red"].units == {"ground_force": 2, "pds": 2, "space_dock": 1}


def test_mines_are_placed_removed_and_moved() -> None:
    state, _ = ruled("- place: {seat: red, at: D5, units: {space mine: 1}}")
    assert state.board.systems["D5"].mines == {"green": 2, "red": 1}
    state, events = ruled("- remove: {seat: green, at: D5, units: {space mine: 1}}")
    assert state.board.systems["D5"].mines == {"green": 1} and events == [r.MinesSet("green", "D5", 2, 1, rule=RULING)]
    state, _ = ruled("- move: {seat: green, from: D5, to: E4, units: all}")
    assert (state.board.systems["D5"].mines, state.board.systems["E4"].mines) == ({}, {"green": 2})


def test_units_are_removed_damaged_ones_first() -> None:
    state, _ = ruled("- remove: {seat: red, at: D5, units: {dreadnought: 1}}")
    assert state.board.systems["D5"].space["red"].damaged == {}
    state, _ = ruled("- remove: {seat: red, at: D5, units: all}")
    assert "red" not in state.board.systems["D5"].space and state.board.systems["D5"].mines == {"green": 2}


def test_units_are_moved() -> None:
    state, events = ruled("- move: {seat: red, from: D5, to: E4, units: all}")
    assert state.board.systems["E4"].space["red"].damaged == {"dreadnought": 1}
    assert [type(event) for event in events] == [r.UnitsShifted]
    state, _ = ruled("- move: {seat: red, from: D5, to: lodor, units: {ground_force: 2}}")
    assert state.board.planets["lodor"].forces["red"].units["ground_force"] == 4
    state, _ = ruled("- move: {seat: red, from: lodor, to: jord, units: {pds: 1}}")
    assert state.board.planets["jord"].forces["red"].units == {"pds": 1}


def test_damage_is_set() -> None:
    state, _ = ruled("- set damage: {seat: red, at: D5, units: {dreadnought: 2}}")
    assert state.board.systems["D5"].space["red"].damaged == {"dreadnought": 2}
    state, _ = ruled("- set damage: {seat: red, at: D5, units: {dreadnought: 0}}")
    assert state.board.systems["D5"].space["red"].damaged == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- place: {seat: red, at: lodor, units: {cruiser: 1}}", "ruling_not_there"),
        ("- place: {seat: red, at: D5, units: {space_dock: 1}}", "ruling_not_there"),
        ("- place: {seat: red, at: lodor, units: {space mine: 1}}", "ruling_not_there"),
        ("- place: {seat: red, at: saudor, units: {infantry: 1}}", "ruling_no_such_place"),
        ("- place: {seat: red, at: E5, units: {cruiser: 1}}", "ruling_unexplored"),
        ("- place: {seat: red, at: C4, units: {cruiser: 1}}", "ruling_no_stop"),
        ("- place: {seat: blue, at: D5, units: {cruiser: 1}}", "ruling_enemy_fleet"),
        ("- place: {seat: blue, at: lodor, units: {infantry: 1}}", "ruling_not_owner"),
        ("- place: {seat: red, at: lodor, units: {space_dock: 2}}", "ruling_planet_full"),
        ("- place: {seat: red, at: D1, units: {cruiser: 9}}", "ruling_no_pieces"),
        ("- place: {seat: red, at: D5, units: {space mine: 11}}", "ruling_no_pieces"),
        ("- place: {seat: red, at: D1, units: {destroyer: 5}}", "ruling_over_limit"),
        ("- place: {seat: red, at: D1, units: {infantry: 1}}", "ruling_homeless"),
        ("- place: {seat: red, at: D1, units: {cruiser: 1}, damaged: {cruiser: 1}}", "ruling_no_armour"),
        ("- place: {seat: red, at: D1, units: {dreadnought: 1}, damaged: {dreadnought: 2}}", "ruling_no_armour"),
        ("- remove: {seat: red, at: D5, units: {dreadnought: 3}}", "ruling_fewer_there"),
        ("- remove: {seat: red, at: D5, units: {space mine: 1}}", "ruling_fewer_there"),
        ("- remove: {seat: red, at: saudor, units: all}", "ruling_no_such_place"),
        ("- remove: {seat: blue, at: D5, units: all}", "ruling_no_change"),
        ("- move: {seat: red, from: D5, to: D5, units: all}", "ruling_no_change"),
        ("- move: {seat: red, from: D5, to: E5, units: all}", "ruling_unexplored"),
        ("- move: {seat: red, from: D5, to: G4, units: {carrier: 1}}", "ruling_enemy_fleet"),
        ("- move: {seat: red, from: D5, to: lodor, units: {cruiser: 1}}", "ruling_fewer_there"),
        ("- set damage: {seat: red, at: D5, units: {dreadnought: 3}}", "ruling_fewer_there"),
        ("- set damage: {seat: red, at: D5, units: {carrier: 1}}", "ruling_no_armour"),
        ("- set damage: {seat: red, at: D5, units: {dreadnought: 1}}", "ruling_no_change"),
        ("- set damage: {seat: red, at: saudor, units: {dreadnought: 1}}", "ruling_no_such_place"),
        ("- set seat: {seat: green, out: yes}\n- place: {seat: green, at: D1, units: {cruiser: 1}}", "ruling_seat_out"),
    ],
)
def test_units_stand_only_where_they_can(text: str, why: str) -> None:
    assert refused(text) == why


def test_a_ship_whose_cargo_would_be_left_alone_stays() -> None:
    empty = "- remove: {seat: red, at: D5, units: {dreadnought: 2}}\n"
    assert refused(f"{empty}- remove: {{seat: red, at: D5, units: {{carrier: 1}}}}") == "ruling_homeless"
    ruled(f"{empty}- remove: {{seat: red, at: D5, units: {{carrier: 1, infantry: 2}}}}")


def test_no_units_on_a_station() -> None:
    assert refused(f"- place: {{seat: red, at: {STATION}, units: {{infantry: 1}}}}") == "ruling_not_there"


# --- means and technologies -----------------------------------------------------------------------------------------


def test_means_and_technologies_are_given_and_taken() -> None:
    state, events = ruled("- give: {seat: red, goods: 2, markers: 1, technologies: [war_sun, gen_synthesis]}")
    red = state.board.chairs["red"]
    assert (red.goods, red.markers, red.technologies) == (4, 4, ["cybernetics", "war_sun", "gen_synthesis"])
    assert [type(event).__name__ for event in events] == ["MeansChanged", "TechnologyGiven", "TechnologyGiven"]
    state, _ = ruled("- take: {seat: red, goods: 2, markers: 3, technologies: cybernetics}")
    red = state.board.chairs["red"]
    assert (red.goods, red.markers, red.technologies) == (0, 0, [])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- take: {seat: red, goods: 3}", "ruling_too_little"),
        ("- take: {seat: red, markers: 4}", "ruling_too_little"),
        ("- take: {seat: red, technologies: [war_sun]}", "ruling_not_known"),
        ("- take: {seat: red, technologies: [cybernetics, cybernetics]}", "ruling_not_known"),
        ("- give: {seat: red, technologies: [cybernetics]}", "ruling_known_already"),
        ("- give: {seat: red, technologies: [war_sun, war_sun]}", "ruling_known_already"),
        ("- set seat: {seat: green, out: yes}\n- give: {seat: green, goods: 1}", "ruling_seat_out"),
    ],
)
def test_means_are_never_negative_and_technologies_known_once(text: str, why: str) -> None:
    assert refused(text) == why


# --- seats ----------------------------------------------------------------------------------------------------------


def test_what_a_seat_has_is_set() -> None:
    state, events = ruled(
        "- set seat: {seat: red, fleet limit: 6, strategy: imperial, last strategy: assembly, alert: D5, "
        "ranking: [trade, warfare], out: no}\n- set seat: {seat: blue, last strategy: nobody, strategy: none}"
    )
    red, blue = state.board.chairs["red"], state.board.chairs["blue"]
    assert (red.fleet_limit, red.strategy, red.last_strategy, red.alert) == (6, "imperial", "assembly", "D5")
    assert (blue.strategy, blue.last_strategy) == (None, None)
    assert state.secrets.rankings == {"blue": ["trade"], "red": ["trade", "warfare"]}
    private = [event for event in events if isinstance(event, PrivateEvent)]
    assert private == [r.RankingSet("red", ("trade", "warfare"), rule=RULING, seen_by=("red",))]


def test_agreements_are_spent_and_freed() -> None:
    free = desk().content.races["winnu"].agreements[0]
    state, _ = ruled(f"- set seat: {{seat: green, spent: [{free}]}}")
    assert state.board.chairs["green"].spent == [free]
    state, _ = ruled("- set seat: {seat: green, spent: []}", state)
    assert state.board.chairs["green"].spent == []


def test_an_alert_ends() -> None:
    state, _ = ruled("- set seat: {seat: red, alert: D5}\n- set seat: {seat: red, alert: none}")
    assert state.board.chairs["red"].alert is None


def test_a_seat_is_put_out_and_brought_back() -> None:
    state, events = ruled("- set seat: {seat: red, out: yes}")
    board = state.board
    assert board.chairs["red"].out == 3 and board.speaker == "blue" and board.contracts == []
    assert not any("red" in system.space for system in board.systems.values())
    assert not any(planet.owner == "red" for planet in board.planets.values())
    assert type(events[-1]) is r.SeatPutOut and RULES.open_phase(state).may == ("blue", "green")  # type: ignore[union-attr]
    state, _ = ruled("- set seat: {seat: red, out: no, strategy: trade}", state)
    assert state.board.chairs["red"].out == 0 and state.board.chairs["red"].strategy == "trade"
    state, _ = ruled("- set seat: {seat: green, out: yes}\n- set seat: {seat: blue, out: yes}")
    assert state.board.guild_head is None and state.board.systems["D5"].mines == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- set seat: {seat: red, strategy: warfare}", "ruling_strategy_held"),
        ("- set seat: {seat: red, strategy: trade}", "ruling_no_change"),
        ("- set seat: {seat: red, fleet limit: 1}", "ruling_over_limit"),
        ("- set seat: {seat: red, spent: [7]}", "ruling_no_agreement"),
        ("- set seat: {seat: red, out: no}", "ruling_no_change"),
        ("- set seat: {seat: green, out: yes}\n- set seat: {seat: green, fleet limit: 5}", "ruling_seat_out"),
        ("- set seat: {seat: green, out: yes}\n- set seat: {seat: green, out: yes}", "ruling_seat_out"),
    ],
)
def test_a_seat_can_not_have_everything(text: str, why: str) -> None:
    assert refused(text) == why


# --- planets and systems --------------------------------------------------------------------------------------------


def test_planets_change_hands() -> None:
    state, events = ruled("- set planet: {planet: vefut_ii, owner: red}")
    planet = state.board.planets["vefut_ii"]
    assert (planet.owner, planet.taken, planet.used) == ("red", 3, True)
    assert events == [r.PlanetOwnerSet("vefut_ii", "red", "blue", 3, rule=RULING)]
    state, _ = ruled("- set planet: {planet: vefut_ii, owner: red, taken: 1, used: no}")
    planet = state.board.planets["vefut_ii"]
    assert (planet.owner, planet.taken, planet.used) == ("red", 1, False)
    state, _ = ruled("- set planet: {planet: vefut_ii, owner: nobody}")
    planet = state.board.planets["vefut_ii"]
    assert (planet.owner, planet.taken, planet.used) == (None, 0, False)
    state, _ = ruled("- set planet: {planet: lodor, used: yes}")
    assert state.board.planets["lodor"].used
    state, _ = ruled(f"- set planet: {{planet: {STATION}, owner: green}}")
    assert state.board.planets[STATION].owner == "green"


def test_hidden_tiles_are_set_in_secret() -> None:
    before = desk()
    state, events = ruled("- set system: {system: E5, tile: el_nath}")
    assert state.secrets.tiles == {"E5": "el_nath", "D6": "saudor"}
    assert events == [r.TilesHidden({"E5": "el_nath"}, rule=RULING, seen_by=())]
    assert all(view(state, seat) == view(before, seat) for seat in (*state.board.chairs, None))
    assert not any(events[0].visible_to(seat) for seat in (*state.board.chairs, None))
    state, _ = ruled("- set system: {system: E5, tile: saudor}")
    assert state.secrets.tiles == {"E5": "saudor", "D6": "nebula_base"}


def test_explored_tiles_are_replaced() -> None:
    state, events = ruled("- set system: {system: E4, tile: saudor}")
    assert state.board.systems["E4"].tile == "saudor" and "vefut_ii" not in state.board.planets
    assert state.board.planets["saudor"].owner is None
    assert state.secrets.tiles == {"E5": "nebula_base", "D6": "vefut_ii"}
    assert [event.visible_to("red") for event in events] == [False, True]
    state, _ = ruled("- set system: {system: E4, tile: el_nath}")
    assert state.secrets.tiles == desk().secrets.tiles and "el_nath" in state.board.planets


def test_sectors_are_opened_and_covered() -> None:
    state, events = ruled("- set system: {system: D6, explored: yes}")
    assert events == [r.SectorRevealed("D6", "saudor", rule=RULING)]
    assert state.board.planets["saudor"].system == "D6" and "D6" not in state.secrets.tiles
    state, _ = ruled("- set system: {system: E5, tile: el_nath, explored: yes}")
    assert state.board.systems["E5"].tile == "el_nath"
    state, _ = ruled("- set system: {system: E4, explored: no}")
    assert state.board.systems["E4"].tile is None and state.secrets.tiles["E4"] == "vefut_ii"
    assert "vefut_ii" not in state.board.planets


def test_systems_are_closed_and_opened() -> None:
    state, _ = ruled("- set system: {system: E4, closed: blue}")
    assert state.board.closed == {"E4": "blue"}
    state, _ = ruled("- set system: {system: E4, closed: nobody}", state)
    assert state.board.closed == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- set planet: {planet: lodor, owner: blue}", "ruling_forces_there"),
        ("- set planet: {planet: lodor, owner: nobody}", "ruling_forces_there"),
        ("- set planet: {planet: lodor, owner: red}", "ruling_no_change"),
        ("- set planet: {planet: lodor, taken: 4}", "ruling_future"),
        ("- set planet: {planet: mecatol_rex, used: yes}", "ruling_nobody_uses"),
        ("- set seat: {seat: green, out: yes}\n- set planet: {planet: vefut_ii, owner: green}", "ruling_seat_out"),
        ("- set system: {system: E5, tile: home_yin}", "ruling_tile_kind"),
        ("- set system: {system: D4, tile: el_nath}", "ruling_tile_kind"),
        ("- set system: {system: D1, explored: no}", "ruling_tile_kind"),
        ("- set system: {system: E5, tile: lodor}", "ruling_tile_used"),
        ("- set system: {system: D5, tile: el_nath}", "ruling_forces_there"),
        ("- set system: {system: D5, explored: no}", "ruling_forces_there"),
        ("- set system: {system: G4, explored: no}", "ruling_tile_kind"),
        ("- set system: {system: E5, tile: nebula_base}", "ruling_no_change"),
        ("- set system: {system: E4, explored: yes}", "ruling_no_change"),
        (
            "- place: {seat: red, at: E3, units: {cruiser: 1}}\n- set system: {system: E3, explored: no}",
            "ruling_forces_there",
        ),
        (
            "- place: {seat: red, at: E3, units: {cruiser: 1}}\n- set system: {system: E3, tile: supernova}",
            "ruling_no_stop",
        ),
        ("- set seat: {seat: green, out: yes}\n- set system: {system: E4, closed: green}", "ruling_seat_out"),
    ],
)
def test_a_map_stays_possible(text: str, why: str) -> None:
    assert refused(text.replace("tile: supernova", f"tile: {spare_closed_tile()}")) == why


def spare_closed_tile() -> str:
    content = RULES.content({})
    stops = {id_ for id_, row in content.anomalies.items() if not row.stop}
    return next(id_ for id_, tile in content.tiles.items() if tile.anomaly in stops and id_ != "supernova")


# --- the table ------------------------------------------------------------------------------------------------------


def test_offices_and_bonus_tokens_are_set() -> None:
    state, events = ruled("- set council: {speaker: green, guild head: red, bonus: {trade: 3, imperial: 0}}")
    assert (state.board.speaker, state.board.guild_head, state.board.bonus) == ("green", "red", {"trade": 3})
    assert len(events) == 4
    state, _ = ruled("- set council: {guild head: nobody}")
    assert state.board.guild_head is None


def test_contracts_are_made_changed_and_ended() -> None:
    sol, hacan, winnu = (desk().content.races[race].agreements for race in ("sol", "hacan", "winnu"))
    free = next(iter([*(set(sol) - {2}), *sol]))
    state, events = ruled(f"- set contract: {{seats: [green, red], gives: [{winnu[0]}, {free}]}}")
    assert state.board.contracts[-1] == Contract("red", "green", free, winnu[0], 3)
    assert events == [r.ContractSet("red", "green", free, winnu[0], 3, rule=RULING)]
    state, _ = ruled(f"- set contract: {{seats: [red, blue], gives: [{free}, {hacan[0]}], since: 2}}")
    assert state.board.contracts == [Contract("red", "blue", free, hacan[0], 2)]
    state, _ = ruled("- set contract: {seats: [blue, red]}")
    assert state.board.contracts == [] and state.board.chairs["red"].spent == []
    state, _ = ruled("- set contract: {seats: [blue, red], spent: yes}")
    assert (state.board.chairs["red"].spent, state.board.chairs["blue"].spent) == ([2], [3])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- set council: {speaker: red}", "ruling_no_change"),
        ("- set seat: {seat: green, out: yes}\n- set council: {speaker: green}", "ruling_seat_out"),
        ("- set contract: {seats: [red, red], gives: [1, 2]}", "ruling_one_partner"),
        ("- set contract: {seats: [red, green]}", "ruling_no_contract"),
        ("- set contract: {seats: [red, green], gives: [9, 9]}", "ruling_no_agreement"),
        ("- set contract: {seats: [red, blue], gives: [2, 3], since: 1}", "ruling_no_change"),
        ("- set contract: {seats: [red, blue], gives: [2, 3], since: 4}", "ruling_future"),
        (
            "- set seat: {seat: green, out: yes}\n- set contract: {seats: [red, green], gives: [1, 1]}",
            "ruling_seat_out",
        ),
    ],
)
def test_the_table_stays_possible(text: str, why: str) -> None:
    assert refused(text) == why


def test_whatever_else_would_be_broken_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The invariants have the last word over what no check has thought of; what was broken before is no reason."""
    monkeypatch.setattr("gm.rulesets.galactic_council.rulings._room", lambda *_anything: None)
    assert refused("- place: {seat: blue, at: D5, units: {cruiser: 1}}") == "ruling_impossible"
    assert refused("- place: {seat: red, at: E5, units: {cruiser: 1}}") == "ruling_impossible"
    state = desk()
    state.board.chairs["blue"].goods = -1
    assert ruled("- give: {seat: red, goods: 1}", state)[0].board.chairs["red"].goods == 3


# --- as a GM writes them --------------------------------------------------------------------------------------------

BOTH = [
    (
        "- place: {seat: red, at: Lodor, units: {infantry: 1}}",
        "- поставить: {игрок: red, где: Лодор, юниты: {пехота: 1}}",
    ),
    ("- remove: {seat: red, at: D5, units: all}", "- убрать: {игрок: red, где: D5, юниты: все}"),
    (
        "- move: {seat: red, from: D5, to: E4, units: {carrier: 1}}",
        "- переместить: {игрок: red, откуда: D5, куда: E4, юниты: {транспорт: 1}}",
    ),
    (
        "- set damage: {seat: red, at: D5, units: {dreadnought: 2}}",
        "- задать повреждения: {игрок: red, где: D5, юниты: {дредноут: 2}}",
    ),
    (
        "- give: {seat: red, goods: 1, markers: 2, technologies: [Cybernetics]}",
        "- дать: {кому: red, товары: 1, маркеры: 2, технологии: [Кибернетика]}",
    ),
    ("- take: {seat: red, goods: 1}", "- забрать: {игрок: red, товары: 1}"),
    (
        "- set seat: {seat: red, fleet limit: 5, strategy: none, last strategy: Trade, alert: none, ranking: [Trade], "
        "spent: [], out: no}",
        "- задать место: {игрок: red, лимит флота: 5, стратегия: нет, прежняя стратегия: Торговля, готовность: нет, "
        "порядок: [Торговля], потрачены: [], выбыл: нет}",
    ),
    (
        "- set planet: {planet: Lodor, owner: nobody, used: no, taken: 2}",
        "- задать планету: {планета: Лодор, владелец: никто, использована: нет, взята: 2}",
    ),
    (
        "- set system: {system: E4, tile: nebula_base, explored: yes, closed: nobody}",
        "- задать систему: {система: E4, тайл: nebula_base, разведана: да, закрыта: никто}",
    ),
    (
        "- set council: {speaker: red, guild head: nobody, bonus: {Trade: 2}}",
        "- задать Совет: {спикер: red, глава гильдии: никто, бонусы: {Торговля: 2}}",
    ),
    (
        "- set contract: {seats: [red, blue], gives: [2, 3], since: 1, spent: yes, reason: a slip, audience: gm, "
        "when: after}",
        "- задать договор: {игроки: [red, blue], дают: [2, 3], с хода: 1, потрачены: да, причина: a slip, "
        "для кого: gm, когда: после}",
    ),
]


@pytest.mark.parametrize(("en", "ru"), BOTH, ids=[en.split(":")[0] for en, _ru in BOTH])
def test_a_ruling_is_read_in_both_languages(en: str, ru: str) -> None:
    state = desk()
    (one,), (other,) = changes(state, en), changes(state, ru, "ru")
    assert one == other and one.line == 1


def test_every_kind_of_ruling_is_written_in_both_languages() -> None:
    state = desk()
    assert {type(change) for en, _ru in BOTH for change in changes(state, en)} == set(RULINGS) == set(RULES.rulings)
    shown = {type(change): change for en, _ru in BOTH for change in changes(state, en)}
    common = {field.name for field in shape(Change)}
    for kind, change in shown.items():
        for field in shape(kind):
            if field.name not in common and field.name != "damaged":
                assert getattr(change, field.name) != field.default or field.name in ("technologies", "markers"), field


def test_a_ruling_that_names_nothing_is_refused_on_reading() -> None:
    state = desk()
    for verb in ("give", "take", "set seat"):
        codes = [p.code for p in read(RULINGS, f"- {verb}: {{seat: red}}", state).problems]
        assert codes == ["ruling_nothing"], verb
    for text in ("- set planet: {planet: lodor}", "- set system: {system: D5}", "- set council: {reason: none}"):
        assert [p.code for p in read(RULINGS, text, state).problems] == ["ruling_nothing"]


def test_rulings_are_told_in_a_report_under_a_heading_of_their_own() -> None:
    meta = samples.meta()
    for lang, heading in (("en", "## From the game master\n"), ("ru", "## От ведущего\n")):
        ruling = r.MeansChanged(samples.ONE, 1, 0, rule=RULING)
        moved = FleetMoved(samples.ONE, ("D3", "D4"), {"cruiser": 2}, rule="3.1")
        for events in ([ruling, moved], [moved, ruling]):
            page = report(RULES, meta, samples.view(samples.ONE), events, lang)  # type: ignore[arg-type]
            assert page.count(heading) == 1
            assert page.index(heading) < page.index("D4")


# --- whatever a GM rules, the game goes on --------------------------------------------------------------------------


class GmsWhim(Scribbler):
    """Rulings without sense, their names from the state."""

    def __init__(self, state: State, seat: str, luck: random.Random) -> None:
        super().__init__(view(state, seat), luck)
        self.view = state  # type: ignore[assignment]

    def ruling(self) -> Change:
        kind = self.luck.choice(RULINGS)
        asked = {f.name: self.value(f.type) for f in shape(kind) if self.wants(f)}
        return kind(**asked)

    def wants(self, field: Any) -> bool:
        if field.name in ("reason", "audience", "when"):
            return False
        return bool(field.required or (self.luck.random() < 0.4 and field.name != "out") or self.luck.random() < 0.02)


def test_senseless_rulings_break_nothing() -> None:
    happened, refusals = Counter[str](), Counter[str]()
    for seed in range(24):
        state, dice, luck = crowded(seed)
        for number in range(60):
            seat = luck.choice(list(state.board.chairs))
            try:
                change = GmsWhim(state, seat, luck).ruling()
                state, events = told(copy(state), apply_ruling(copy(state), change))
            except CannotRule as cannot:
                refusals[cannot.problem.code] += 1
                continue
            except LookupError:
                continue
            assert invariants(state) == [], (seed, number, change)
            happened.update(type(event).__name__ for event in events)
        opened = RULES.open_phase(state)
        assert opened is not None
        orders = {of: Scribbler(view(state, of), luck).file(opened.orders[of]) for of in opened.may}
        after, events = resolve(RULES, state, orders, dice)
        assert replay(state, events) == after
        assert not invariants(after)
    assert len(happened) > 20, happened
    assert len(refusals) > 12, refusals


def test_bot_games_go_on_after_rulings() -> None:
    luck = random.Random(3)
    for played in game(RULES, 4, 5, turns=3):
        state = copy(played.before)
        for _ in range(20):
            try:
                change = GmsWhim(state, "red", luck).ruling()
                state, _events = told(copy(state), apply_ruling(copy(state), change))
            except (CannotRule, LookupError):
                continue
        opened = RULES.open_phase(state)
        assert opened is not None
        dice = SeededDice(b"on")
        orders = {of: RULES.bot(view(state, of), opened, dice.at(of)) for of in opened.may}
        after, _events = resolve(RULES, state, orders, dice)
        assert invariants(after) == []


def test_a_change_of_another_kind_changes_nothing() -> None:
    with pytest.raises(CannotRule):
        list(apply_ruling(desk(), Change()))
