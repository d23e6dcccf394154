"""Chapter 4 and the yields of chapter 8: units, mines, docks, technologies."""

from __future__ import annotations

import pytest

from gm.rulesets.galactic_council.events.common import (
    GoodsGained,
    OrderCutShort,
    Paid,
    PhaseOpened,
    TechnologyGained,
    UnitsAppeared,
    UnitsLost,
)
from gm.rulesets.galactic_council.events.production import MineLaid, PlanetYielded, Produced
from gm.rulesets.galactic_council.orders import Build
from gm.rulesets.galactic_council.state import State
from tests.galactic_council.desk import of, play, position, stops

# red is at home on Jord (4/2) in D1; a dock there builds 4 + 2 units.


def at_dock(more: str = "", red: str = "markers: 2, goods: 20", jord: str = "space_dock: 1") -> State:
    text = f"{{red: {{{red}}}, at: {{jord: {{red: {{{jord}}}}}}}{more}}}"
    return position(text, "production")


def built(events: list, seat: str = "red") -> dict[str, dict[str, int]]:
    """Place -> units that were built there."""
    return {e.place: e.units for e in of(events, UnitsAppeared) if e.seat == seat and e.how == "built"}


def missed(events: list, seat: str = "red") -> list[tuple[str, str, int]]:
    return [(e.why, e.thing, e.number) for e in of(events, OrderCutShort) if e.seat == seat]


# -- 4.1: units


def test_4_1_a_marker_for_the_system_resources_for_the_units() -> None:
    state = at_dock(red="markers: 2, goods: 1")
    events = play(state, red="- build: {planet: jord, units: {carrier: 1, infantry: 3}}")
    assert of(events, Paid) == [
        Paid("red", "produce", markers=1, place="D1", rule="4.1"),
        Paid("red", "build", ("jord",), 1, place="jord", rule="4.1"),  # 3, and 2 for three of a pair: 5
    ]
    assert built(events) == {"D1": {"carrier": 1}, "jord": {"ground_force": 3}}
    assert of(events, Produced) == [Produced("red", "jord", {"carrier": 1, "ground_force": 3}, rule="4.1")]
    assert state.board.chairs["red"].markers == 1
    assert events[-1] == PhaseOpened(2, "assembly", rule="5")


def test_4_1_capacity_is_resource_plus_two_and_every_unit_counts() -> None:
    events = play(at_dock(), red="- build: {planet: jord, units: {infantry: 8}}")
    assert built(events) == {"jord": {"ground_force": 6}}
    assert missed(events) == [("capacity", "ground_force", 2)]
    events = play(
        at_dock(red="goods: 9, technologies: [enviro_compensator]"), red="- build: {planet: jord, units: {infantry: 8}}"
    )
    assert built(events) == {"jord": {"ground_force": 7}}


def test_4_1_a_marker_adds_three_once_a_dock() -> None:
    state = at_dock()
    red = (
        "- build: {planet: jord, units: {infantry: 8}, boost: yes}\n"
        "- build: {planet: jord, units: {infantry: 4}, boost: yes}"
    )
    events = play(state, red=red)
    assert [e.units for e in of(events, Produced)] == [{"ground_force": 8}, {"ground_force": 1}]
    assert [e.purpose for e in of(events, Paid)] == ["produce", "boost", "build", "build"]
    assert missed(events) == [("no_boost", "", 1), ("capacity", "ground_force", 3)]
    assert state.board.chairs["red"].markers == 0


def test_4_1_a_boost_that_is_not_needed_costs_no_marker() -> None:
    state = at_dock()
    play(state, red="- build: {planet: jord, units: {infantry: 2}, boost: yes}")
    assert state.board.chairs["red"].markers == 1


def test_4_1_a_boost_without_a_marker_left_builds_what_the_dock_can() -> None:
    events = play(at_dock(red="markers: 1, goods: 9"), red="- build: {planet: jord, units: {infantry: 8}, boost: yes}")
    assert built(events) == {"jord": {"ground_force": 6}}
    assert [why for why, _thing, _n in missed(events)] == ["no_marker_boost", "capacity"]


def test_4_1_no_marker_no_production_and_nothing_is_spent_on_what_is_not_built() -> None:
    events = play(at_dock(red="markers: 0, goods: 9"), red="- build: {planet: jord, units: {infantry: 1}}")
    assert of(events, Paid) == []
    assert stops(events) == ["no_markers"]
    state = at_dock(red="markers: 1, goods: 0", more="", jord="space_dock: 1")
    state.board.planets["jord"].used = True
    events = play(state, red="- build: {planet: jord, units: {cruiser: 1}}")
    assert of(events, Paid) == []
    assert missed(events) == [("money", "cruiser", 1)]


def test_4_1_short_of_money_the_list_is_worked_as_far_as_possible() -> None:
    events = play(
        at_dock(red="goods: 1"), red="- build: {planet: jord, units: {dreadnought: 1, carrier: 1, infantry: 1}}"
    )
    assert built(events) == {"D1": {"dreadnought": 1}}
    assert missed(events) == [("money", "carrier", 1), ("money", "ground_force", 1)]
    events = play(
        at_dock(red="goods: 1"), red="- build: {planet: jord, units: {infantry: 3, dreadnought: 1, cruiser: 1}}"
    )
    assert built(events) == {"D1": {"cruiser": 1}, "jord": {"ground_force": 3}}
    assert missed(events) == [("money", "dreadnought", 1)]


def test_4_1_a_blockaded_dock_builds_troops_and_pds_only() -> None:
    text = "{red: {goods: 9}, at: {jord: {red: {space_dock: 1}}, D1: {blue: {destroyer: 1}}}}"
    red = "- build: {planet: jord, units: {cruiser: 1, fighter: 2, infantry: 1, pds: 1}}"
    events = play(position(text, "production"), red=red)
    assert built(events) == {"jord": {"ground_force": 1, "pds": 1}}
    assert missed(events) == [("blockade", "cruiser", 1), ("blockade", "fighter", 2)]


def test_4_1_the_flagship_is_built_in_the_home_system_only() -> None:
    state = position(
        "{red: {goods: 30, markers: 4}, tiles: {E1: lodor},"
        " at: {lodor: {owner: red, red: {space_dock: 1}}, jord: {red: {space_dock: 1}}}}",
        "production",
    )
    red = "- build: {planet: lodor, units: {flagship: 1}}\n- build: {planet: jord, units: {flagship: 1}}"
    events = play(state, red=red)
    assert built(events) == {"D1": {"flagship": 1}}
    assert missed(events) == [("home_only", "flagship", 1)]
    assert of(events, Paid)[-1] == Paid("red", "build", ("jord", "lodor"), 3, place="jord", rule="4.1")


def test_4_1_a_war_sun_needs_its_technology() -> None:
    red = "- build: {planet: jord, units: {war sun: 1}}"
    events = play(at_dock(), red=red)
    assert missed(events) == [("needs_technology", "war_sun", 1)]
    events = play(at_dock(red="goods: 20, technologies: [war_sun]"), red=red)
    assert built(events) == {"D1": {"war_sun": 1}}


def test_4_1_pieces_are_limited_unless_the_campaign_says_otherwise() -> None:
    red = "- build: {planet: jord, units: {dreadnought: 2}}"
    text = "{red: {goods: 20, fleet_limit: 9}, at: {jord: {red: {space_dock: 1}}, D3: {red: {dreadnought: 4}}}%s}"
    events = play(position(text % "", "production"), red=red)
    assert built(events) == {"D1": {"dreadnought": 1}}
    assert missed(events) == [("no_pieces", "dreadnought", 1)]
    events = play(position(text % ", options: {piece_limits: no}", "production"), red=red)
    assert built(events) == {"D1": {"dreadnought": 2}}


def test_4_1_two_pds_on_a_planet() -> None:
    events = play(at_dock(jord="space_dock: 1, pds: 1"), red="- build: {planet: jord, units: {pds: 2}}")
    assert built(events) == {"jord": {"pds": 1}}
    assert missed(events) == [("planet_full", "pds", 1)]


def test_9_a_full_system_refuses_ships_before_they_are_paid() -> None:
    state = position("{red: {goods: 20}, at: {jord: {red: {space_dock: 1}}, D1: {red: {cruiser: 2}}}}", "production")
    events = play(state, red="- build: {planet: jord, units: {destroyer: 3}}")
    assert built(events) == {"D1": {"destroyer": 1}}
    assert missed(events) == [("fleet_full", "destroyer", 2)]
    assert of(events, UnitsLost) == []
    assert [e.planets for e in of(events, Paid)] == [(), ()]  # one good pays the one destroyer


def test_4_1_fighters_need_a_free_hangar_and_a_carrier_later_in_the_list_helps() -> None:
    events = play(at_dock(), red="- build: {planet: jord, units: {fighter: 4}}")
    assert built(events) == {"D1": {"fighter": 3}}
    assert missed(events) == [("no_hangar", "fighter", 1)]
    events = play(at_dock(), red="- build: {planet: jord, units: {fighter: 5, carrier: 1}}")
    assert built(events) == {"D1": {"fighter": 5, "carrier": 1}}


def test_4_1_advanced_fighters_need_no_hangar_but_count_for_the_fleet_limit() -> None:
    state = at_dock(red="goods: 9, fleet_limit: 1, technologies: [advanced_fighters]")
    events = play(state, red="- build: {planet: jord, units: {fighter: 6}}")
    assert built(events) == {"D1": {"fighter": 4}}
    assert missed(events) == [("fleet_full", "fighter", 2)]


def test_4_1_an_odd_one_of_a_kind_costs_a_whole_resource() -> None:
    state = at_dock(red="goods: 9", jord="space_dock: 1")
    state.board.planets["jord"].used = True
    play(state, red="- build: {planet: jord, units: {fighter: 1, infantry: 1}}")
    assert state.board.chairs["red"].goods == 7


def test_4_1_one_marker_for_all_docks_of_a_system_but_each_pays_for_itself() -> None:
    state = position(
        "{blue: {markers: 3}, at: {arretze: {blue: {space_dock: 1}}, hercant: {blue: {space_dock: 1}}}}", "production"
    )
    blue = "- build: {planet: arretze, units: {infantry: 2}}\n- build: {planet: hercant, units: {infantry: 2}}"
    events = play(state, blue=blue)
    assert of(events, Paid) == [
        Paid("blue", "produce", markers=1, place="G4", rule="4.1"),
        Paid("blue", "build", ("hercant",), place="arretze", rule="4.1"),
        Paid("blue", "build", ("arretze",), place="hercant", rule="4.1"),
    ]


@pytest.mark.parametrize(
    ("lodor", "why"),
    [
        ("owner: blue", "not_yours"),
        ("owner: red", "no_dock"),
        ("owner: red, taken: 2, red: {space_dock: 1}", "dock_captured"),
    ],
)
def test_4_1_where_no_dock_can_build(lodor: str, why: str) -> None:
    state = position(f"{{red: {{goods: 9}}, tiles: {{E1: lodor}}, at: {{lodor: {{{lodor}}}}}}}", "production")
    assert stops(play(state, red=(Build(planet="lodor", units={"ground_force": 1}),))) == [why]


def test_4_1_a_payment_named_is_taken_or_nothing_is_built() -> None:
    state = position(
        "{red: {goods: 5}, tiles: {E1: lodor, D2: saudor}, at: {jord: {red: {space_dock: 1}},"
        " lodor: {owner: red}, saudor: {owner: red, used: yes}}}",
        "production",
    )
    red = "- build: {planet: jord, units: {cruiser: 2}, pay: {planets: [lodor], goods: 1}}"
    events = play(state, red=red)
    assert of(events, Paid)[-1] == Paid("red", "build", ("lodor",), 1, place="jord", rule="4.1")
    events = play(at_dock(), red="- build: {planet: jord, units: {cruiser: 3}, pay: {goods: 3}}")
    assert built(events) == {"D1": {"cruiser": 1}}
    assert missed(events) == [("money", "cruiser", 2)]
    state = position(
        "{tiles: {D2: saudor}, at: {jord: {red: {space_dock: 1}}, saudor: {owner: red, used: yes}}}", "production"
    )
    events = play(state, red="- build: {planet: jord, units: {cruiser: 1}, pay: [saudor, jord]}")
    assert of(events, Paid) == []
    assert stops(events) == ["pay_used"]


# -- 4.1: benefits and technologies


def test_4_1_production_gives_one_system_without_marker_and_two_resources() -> None:
    state = at_dock(red="strategy: production, markers: 0, goods: 0")
    events = play(state, red="- build: {planet: jord, units: {dreadnought: 1, cruiser: 1}}")
    assert of(events, Produced) == [Produced("red", "jord", {"dreadnought": 1}, 2, rule="4.1")]
    state = at_dock(red="strategy: production, markers: 0, goods: 1")
    events = play(state, red="- build: {planet: jord, units: {dreadnought: 1, cruiser: 1}}")
    assert of(events, Paid) == [Paid("red", "build", ("jord",), 1, place="jord", rule="4.1")]


TWO_DOCKS = (
    "{red: {strategy: %s, markers: %d, technologies: [%s]}, tiles: {E1: lodor},"
    " at: {jord: {red: {space_dock: 1}}, lodor: {owner: red, red: {space_dock: 1}}}}"
)


def test_4_1_the_free_resources_go_to_the_dock_named() -> None:
    state = position(TWO_DOCKS % ("production", 1, ""), "production")
    red = "- build: {planet: jord, units: {infantry: 2}}\n- build: {planet: lodor, units: {infantry: 2}, extra: yes}"
    events = play(state, red=red)
    assert [(e.planet, e.free) for e in of(events, Produced)] == [("jord", 0), ("lodor", 1)]
    assert [(e.purpose, e.place) for e in of(events, Paid)] == [("produce", "D1"), ("build", "jord")]


def test_4_1_else_they_go_where_they_save_most() -> None:
    state = position(TWO_DOCKS % ("production, goods: 1", 1, ""), "production")
    red = "- build: {planet: jord, units: {infantry: 2}}\n- build: {planet: lodor, units: {dreadnought: 1}}"
    events = play(state, red=red)
    assert [(e.planet, e.free) for e in of(events, Produced)] == [("jord", 0), ("lodor", 2)]


def test_4_1_a_benefit_meant_for_a_dock_that_builds_nothing_passes_on() -> None:
    state = position(TWO_DOCKS % ("production", 0, ""), "production")
    red = "- build: {planet: jord, units: {war_sun: 1}, extra: yes}\n- build: {planet: lodor, units: {infantry: 2}}"
    events = play(state, red=red)
    assert [(e.planet, e.free) for e in of(events, Produced)] == [("lodor", 1)]


def test_4_1_sarween_tools_give_one_resource_for_each_system() -> None:
    state = position(TWO_DOCKS % ("imperial", 2, "sarween_tools"), "production")
    red = "- build: {planet: jord, units: {infantry: 2}}\n- build: {planet: lodor, units: {infantry: 2}}"
    events = play(state, red=red)
    assert [(e.planet, e.free) for e in of(events, Produced)] == [("jord", 1), ("lodor", 1)]
    assert [e.purpose for e in of(events, Paid)] == ["produce", "produce"]
    state = position(
        "{blue: {technologies: [sarween_tools]},"
        " at: {arretze: {blue: {space_dock: 1}}, hercant: {blue: {space_dock: 1}}}}",
        "production",
    )
    blue = (
        "- build: {planet: arretze, units: {infantry: 1}}\n- build: {planet: hercant, units: {infantry: 1}, extra: yes}"
    )
    events = play(state, blue=blue)
    assert [(e.planet, e.free) for e in of(events, Produced)] == [("arretze", 0), ("hercant", 1)]


def test_4_1_integrated_economy_places_units_next_door() -> None:
    text = (
        "{red: {goods: 20, technologies: [%s]}, tiles: {E1: lodor, D2: %s, C1: saudor}, "
        "at: {jord: {red: {space_dock: 1}}, lodor: {owner: red}, saudor: {owner: blue}}}"
    )
    red = "- build: {planet: jord, units: {cruiser: 1, infantry: 1}, to: %s}"
    events = play(position(text % ("integrated_economy", "empty_base"), "production"), red=red % "E1")
    assert built(events) == {"E1": {"cruiser": 1}, "lodor": {"ground_force": 1}}
    events = play(position(text % ("integrated_economy", "empty_base"), "production"), red=red % "D2")
    assert built(events) == {"D2": {"cruiser": 1}}
    assert missed(events) == [("no_planet_near", "ground_force", 1)]
    for to, tile in (("C1", "empty_base"), ("D2", "asteroid_field_base"), ("D3", "empty_base")):
        events = play(position(text % ("integrated_economy", tile), "production"), red=red % to)
        assert stops(events) == ["cannot_place"]
        assert built(events) == {"D1": {"cruiser": 1}, "jord": {"ground_force": 1}}
    events = play(position(text % ("", "empty_base"), "production"), red=red % "E1")
    assert stops(events) == ["no_integrated_economy"]


def test_4_1_transfabrication_scraps_units_for_goods_first() -> None:
    text = (
        "{red: {markers: 2, technologies: [%s]}, at: {jord: {used: yes, "
        "red: {space_dock: 1, infantry: 1}}, D1: {red: {cruiser: 3}}}}"
    )
    red = (
        "- build: {planet: jord, units: {cruiser: 1, destroyer: 1}, "
        "scrap: {cruiser: 3, infantry: 1, carrier: 1, dock: 1}}"
    )
    events = play(position(text % "transfabrication", "production"), red=red)
    assert [(e.place, e.units, e.cause) for e in of(events, UnitsLost)] == [
        ("D1", {"cruiser": 3}, "scrapped"), ("jord", {"ground_force": 1}, "scrapped")
    ]  # fmt: skip
    assert of(events, GoodsGained) == [GoodsGained("red", 3, "scrap", "D1", rule="4.1")]
    assert built(events) == {"D1": {"cruiser": 1, "destroyer": 1}}
    assert missed(events) == [("fewer_there", "carrier", 0), ("fewer_there", "space_dock", 0)]
    assert stops(play(position(text % "", "production"), red=red))[0] == "no_transfabrication"


def test_4_1_cargo_of_a_scrapped_carrier_is_lost() -> None:
    text = (
        "{red: {technologies: [transfabrication]}, at: {jord: {red: {space_dock: 1}}, "
        "D1: {red: {carrier: 1, infantry: 2, fighter: 2}}}}"
    )
    events = play(position(text, "production"), red="- build: {planet: jord, units: {cruiser: 1}, scrap: {carrier: 1}}")
    assert [(e.units, e.cause) for e in of(events, UnitsLost)] == [
        ({"carrier": 1}, "scrapped"), ({"ground_force": 2}, "no_hangar")
    ]  # fmt: skip


# -- 4.1: mines


def test_4_1_mines_where_a_cruiser_stood_before_the_phase() -> None:
    state = position(
        "{red: {goods: 5, markers: 3}, at: {D2: {red: {cruiser: 1}}, D3: {red: {destroyer: 1}}}}", "production"
    )
    events = play(state, red="- mine: D2\n- mine: D2\n- mine: D3")
    assert of(events, MineLaid) == [MineLaid("red", "D2", rule="4.1")]
    assert [(e.purpose, e.goods, e.markers) for e in of(events, Paid)] == [("produce", 0, 1), ("mine", 2, 0)]
    assert stops(events) == ["mine_laid", "no_cruiser"]
    assert state.board.systems["D2"].mines == {"red": 1}


def test_4_1_a_cruiser_built_in_the_same_step_does_not_count_and_the_marker_is_shared() -> None:
    red = "- build: {planet: jord, units: {cruiser: 1}}\n- mine: D1"
    assert stops(play(at_dock(), red=red)) == ["no_cruiser"]
    state = position(
        "{red: {goods: 9, markers: 1}, at: {jord: {red: {space_dock: 1}}, D1: {red: {cruiser: 1}}}}", "production"
    )
    events = play(state, red=red)
    assert of(events, MineLaid) == [MineLaid("red", "D1", rule="4.1")]
    assert sum(e.markers for e in of(events, Paid)) == 1


def test_4_1_twelve_mines_in_the_whole_game() -> None:
    text = (
        "{red: {goods: 9, markers: 3}, at: {D2: {red: {cruiser: 1}}, D3: {red: {cruiser: 1}}, D5: {mines: {blue: 11}}}}"
    )
    events = play(position(text, "production"), red="- mine: D2\n- mine: D3")
    assert [e.system for e in of(events, MineLaid)] == ["D2"]
    assert stops(events) == ["no_pieces"]


# -- 8: yields


@pytest.mark.parametrize(
    ("tile", "planet", "place", "units"),
    [
        ("primor", "primor", "primor", {"ground_force": 2}),
        ("hopes_end", "hopes_end", "hopes_end", {"shock_troop": 2}),
        ("mirage", "mirage", "D2", {"fighter": 2}),
    ],
)
def test_8_special_planets_give_units_for_their_resource(
    tile: str, planet: str, place: str, units: dict[str, int]
) -> None:
    text = f"{{tiles: {{D2: {tile}}}, at: {{D2: {{red: {{carrier: 1}}}}, {planet}: {{owner: red%s}}}}}}"
    state = position(text % "", "production")
    events = play(state, red=f"- yield: {planet}")
    assert of(events, PlanetYielded) == [PlanetYielded("red", planet, units, rule="8")]
    assert [(e.place, e.units, e.how) for e in of(events, UnitsAppeared)] == [(place, units, "yield")]
    assert state.board.planets[planet].used
    assert of(events, Paid) == []
    for more, why in ((", used: yes", "used"), (", taken: 2", "taken_now")):
        assert stops(play(position(text % more, "production"), red=f"- yield: {planet}")) == [why]


def test_8_a_station_gives_two_goods_that_pay_at_once() -> None:
    text = "{tiles: {D2: arcturus_sumerian}, at: {sumerian: {owner: red}, jord: {used: yes, red: {space_dock: 1}}}}"
    events = play(position(text, "production"), red="- yield: sumerian\n- build: {planet: jord, units: {cruiser: 1}}")
    assert of(events, PlanetYielded) == [PlanetYielded("red", "sumerian", {"good": 2}, rule="8")]
    assert built(events) == {"D1": {"cruiser": 1}}


def test_8_fighters_of_mirage_need_hangars_and_no_blockade() -> None:
    text = "{tiles: {D2: mirage}, at: {mirage: {owner: red}%s}}"
    state = position(text % "", "production")
    events = play(state, red="- yield: mirage")
    assert missed(events) == [("no_hangar", "fighter", 2)]
    assert not state.board.planets["mirage"].used
    events = play(position(text % ", D2: {blue: {cruiser: 1}}", "production"), red="- yield: mirage")
    assert missed(events) == [("blockade", "fighter", 2)]
    state = position(text % ", D2: {red: {carrier: 1, fighter: 5}}", "production")
    events = play(state, red="- yield: mirage")
    assert of(events, PlanetYielded) == [PlanetYielded("red", "mirage", {"fighter": 1}, rule="8")]
    assert missed(events) == [("no_hangar", "fighter", 1)]


def test_8_twelve_shock_troops_in_the_whole_game() -> None:
    text = "{tiles: {D2: hopes_end}, at: {hopes_end: {owner: red}, arretze: {blue: {shock_troop: 11}}}}"
    events = play(position(text, "production"), red="- yield: hopes_end")
    assert of(events, PlanetYielded) == [PlanetYielded("red", "hopes_end", {"shock_troop": 1}, rule="8")]


def test_8_other_planets_yield_nothing_but_their_resource() -> None:
    assert stops(play(at_dock(), red="- yield: jord")) == ["no_yield"]


# -- 4.2: docks


def test_4_2_a_dock_costs_a_marker_and_four_resources_and_builds_from_the_next_turn() -> None:
    state = position("{red: {markers: 2, goods: 9}, tiles: {D2: lodor}, at: {lodor: {owner: red}}}", "production")
    events = play(state, red="- dock: lodor\n- build: {planet: lodor, units: {infantry: 1}}")
    assert of(events, Paid) == [Paid("red", "dock", ("jord",), 0, 1, "lodor", rule="4.2")]
    assert built(events) == {"lodor": {"space_dock": 1}}
    assert stops(events) == ["no_dock"]


@pytest.mark.parametrize(
    ("at", "order", "why"),
    [
        ("lodor: {owner: red, taken: 2}", "lodor", "dock_too_soon"),
        ("lodor: {owner: red, red: {space_dock: 1}}", "lodor", "dock_there"),
        ("lodor: {owner: red}, D2: {blue: {cruiser: 1}}", "lodor", "enemy_fleet"),
        ("sumerian: {owner: red}", "sumerian", "station"),
        ("lodor: {owner: red}, jord: {used: yes}", "lodor", "pay_nothing_left"),
        ("lodor: {owner: red}, saudor: {red: {space_dock: 1}, owner: red}, thibah: {red: {space_dock: 1}, owner: red},"
         " jord: {red: {space_dock: 1}}", "lodor", "no_pieces"),
    ],
)  # fmt: skip
def test_4_2_where_no_dock_can_be_built(at: str, order: str, why: str) -> None:
    tiles = "D2: lodor, D3: arcturus_sumerian, E2: saudor, E3: thibah"
    state = position(f"{{tiles: {{{tiles}}}, at: {{{at}}}}}", "production")
    events = play(state, red=f"- dock: {order}")
    assert built(events) == {}
    assert stops(events) == [why]
    assert of(events, Paid) == []


def test_4_2_lone_fighters_do_not_forbid_a_dock() -> None:
    state = position("{tiles: {D2: lodor}, at: {lodor: {owner: red}, D2: {blue: {fighter: 1}}}}", "production")
    assert built(play(state, red="- dock: lodor")) == {"lodor": {"space_dock": 1}}


def test_4_2_a_dock_needs_a_marker() -> None:
    state = position("{red: {markers: 0}, tiles: {D2: lodor}, at: {lodor: {owner: red}}}", "production")
    assert stops(play(state, red="- dock: lodor")) == ["no_markers"]


# -- 4.3: technologies


def learnt(events: list, seat: str = "red") -> list[tuple[str, str]]:
    return [(e.technology, e.how) for e in of(events, TechnologyGained) if e.seat == seat]


def test_4_3_a_marker_and_six_resources_one_a_turn() -> None:
    state = position("{red: {markers: 3, goods: 20}}", "production")
    events = play(state, red="- research: transfabrication\n- research: hylar_v_assault_laser")
    assert learnt(events) == [("transfabrication", "bought")]
    assert of(events, Paid) == [Paid("red", "technology", ("jord",), 2, 1, rule="4.3")]
    assert stops(events) == ["one_a_turn"]
    assert state.board.chairs["red"].technologies == ["transfabrication"]


@pytest.mark.parametrize(
    ("known", "technology", "why"),
    [
        ("", "xrd_transporters", "prerequisites"),
        ("sarween_tools", "war_sun", "prerequisites"),
        ("enviro_compensator", "cybernetics", "prerequisites"),
        ("enviro_compensator", "enviro_compensator", "known"),
        ("antimass_deflectors", "long_range_scanners", "missing"),
    ],
)
def test_4_3_what_can_not_be_learnt(known: str, technology: str, why: str) -> None:
    events = play(
        position(f"{{red: {{goods: 9, technologies: [{known}]}}}}", "production"), red=f"- research: {technology}"
    )
    assert learnt(events) == []
    assert stops(events) == [why]
    assert of(events, Paid) == []


@pytest.mark.parametrize(
    ("known", "technology"),
    [
        ("antimass_deflectors", "cybernetics"),
        ("stasis_capsules", "cybernetics"),
        ("deep_space_cannon, sarween_tools", "war_sun"),
    ],
)
def test_4_3_prerequisites_all_or_any_of_them(known: str, technology: str) -> None:
    events = play(
        position(f"{{red: {{goods: 9, technologies: [{known}]}}}}", "production"), red=f"- research: {technology}"
    )
    assert learnt(events) == [(technology, "bought")]


def test_4_3_planets_of_the_colour_bring_their_symbols_besides() -> None:
    text = "{tiles: {D2: industrex}, at: {industrex: {owner: red}}}"
    events = play(position(text, "production"), red="- research: hylar_v_assault_laser")  # red: 4 + (2 + 2)
    assert of(events, Paid) == [Paid("red", "technology", ("jord", "industrex"), 0, 1, rule="4.3")]
    assert stops(play(position(text, "production"), red="- research: transfabrication")) == []
    text = "{tiles: {D2: tequ_ran_torkan}, at: {torkan: {owner: red}}, red: {goods: 1}}"
    events = play(position(text, "production"), red="- research: antimass_deflectors")  # Torkan: 0, one blue symbol
    assert of(events, Paid) == [Paid("red", "technology", ("jord", "torkan"), 1, 1, rule="4.3")]


def test_4_3_neural_computing_makes_technologies_two_cheaper() -> None:
    state = position("{red: {goods: 9, technologies: [neural_computing]}}", "production")
    events = play(state, red="- research: transfabrication")
    assert of(events, Paid) == [Paid("red", "technology", ("jord",), 0, 1, rule="4.3")]


def test_4_3_the_holder_of_technology_learns_one_free_and_may_buy_a_second_on_it() -> None:
    state = position("{red: {strategy: technology, markers: 1, goods: 2}}", "production")
    events = play(
        state, red="- research: antimass_deflectors\n- research: xrd_transporters\n- research: transfabrication"
    )
    assert learnt(events) == [("antimass_deflectors", "free"), ("xrd_transporters", "bought")]
    assert stops(events) == ["one_a_turn"]


def test_4_a_technology_of_this_turn_is_not_felt_in_4_1() -> None:
    state = at_dock(red="goods: 20, markers: 5, technologies: [deep_space_cannon, sarween_tools]")
    events = play(state, red="- research: war_sun\n- build: {planet: jord, units: {war sun: 1}}")
    assert missed(events) == [("needs_technology", "war_sun", 1)]
    assert learnt(events) == [("war_sun", "bought")]


def test_4_each_step_is_done_by_all_seats_before_the_next() -> None:
    text = (
        "{red: {strategy: leadership, goods: 20, markers: 5}, blue: {strategy: diplomacy, goods: 20, "
        "markers: 5}, at: {jord: {red: {space_dock: 1}}, arretze: {blue: {space_dock: 1}}}}"
    )
    files = {
        "red": "- research: transfabrication\n- build: {planet: jord, units: {infantry: 1}}",
        "blue": "- research: transfabrication\n- build: {planet: arretze, units: {infantry: 1}}",
    }
    events = play(position(text, "production"), **files)
    told = [(type(e).__name__, e.seat) for e in events if isinstance(e, Produced | TechnologyGained)]
    assert told == [
        ("Produced", "red"),
        ("Produced", "blue"),
        ("TechnologyGained", "red"),
        ("TechnologyGained", "blue"),
    ]


def test_4_1_what_nobody_ordered_does_not_happen() -> None:
    assert [type(event) for event in play(at_dock())] == [PhaseOpened]


def test_4_1_the_free_marker_waits_for_the_system_of_the_dock_named() -> None:
    state = position(TWO_DOCKS % ("production", 0, ""), "production")
    red = "- build: {planet: jord, units: {infantry: 2}}\n- build: {planet: lodor, units: {infantry: 2}, extra: yes}"
    events = play(state, red=red)
    assert [e.planet for e in of(events, Produced)] == ["lodor"]
    assert stops(events) == ["no_markers"]


def test_4_1_the_free_marker_of_production_may_lay_a_mine() -> None:
    state = position("{red: {strategy: production, markers: 0, goods: 2}, at: {D2: {red: {cruiser: 1}}}}", "production")
    assert [e.system for e in of(play(state, red="- mine: D2"), MineLaid)] == ["D2"]
