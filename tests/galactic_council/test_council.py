"""Chapter 2: benefits, markers, exploration, diplomatic capture."""

from __future__ import annotations

import pytest

from gm.rulesets.galactic_council.events.common import (
    BranchTaken,
    GoodsGained,
    MarkersGained,
    Paid,
    PhaseOpened,
    PlanetTaken,
    SectorExplored,
)
from gm.rulesets.galactic_council.events.council import BonusExchanged, GuildHeadChanged, SystemClosed
from gm.rulesets.galactic_council.orders import CloseSystem, ExchangeBonus, Scout
from gm.rulesets.galactic_council.turn import open_phase
from tests.galactic_council.desk import of, play, position, stops

# red D1 (Jord 4/2), its neighbours E1, D2, C1; blue G4, green A4; Mecatol Rex D4.


def test_1_bonus_tokens_become_goods_and_markers() -> None:
    state = position("{bonus: {imperial: 3, trade: 2}, red: {strategy: imperial, markers: 0}}")
    events = play(state, red="- bonus: 1")
    assert of(events, BonusExchanged) == [BonusExchanged("red", "imperial", 1, 2, rule="1")]
    assert (state.board.chairs["red"].goods, state.board.chairs["red"].markers) == (1, 2)
    assert state.board.bonus == {"trade": 2}


def test_1_bonus_tokens_become_markers_unless_told_otherwise_and_no_more_goods_than_lie_there() -> None:
    state = position("{bonus: {imperial: 3}, red: {strategy: imperial}}")
    assert of(play(state), BonusExchanged) == [BonusExchanged("red", "imperial", 0, 3, rule="1")]
    state = position("{bonus: {imperial: 3}, red: {strategy: imperial}}")
    events = play(state, red="- bonus: 5")
    assert of(events, BonusExchanged) == [BonusExchanged("red", "imperial", 3, 0, rule="1")]
    assert stops(events) == ["bonus_fewer"]


def test_1_markers_from_bonus_come_before_2_4_and_serve_2_6() -> None:
    text = "{bonus: {imperial: 1}, red: {strategy: imperial, markers: 0, goods: 1}, tiles: {E1: lodor}}"
    events = play(position(text), red="- capture: lodor")
    assert [event.planet for event in of(events, PlanetTaken)] == ["lodor"]


def test_12_leadership_gives_three_markers() -> None:
    state = position("{red: {strategy: leadership, markers: 1}, blue: {strategy: trade}}")
    events = play(state)
    assert of(events, MarkersGained) == [MarkersGained("red", 3, "leadership", rule="12")]
    assert state.board.chairs["red"].markers == 4


def test_5_2_who_takes_trade_heads_the_guild_until_somebody_else_does() -> None:
    state = position("{red: {strategy: trade}, guild_head: blue}")
    assert of(play(state), GuildHeadChanged) == [GuildHeadChanged("red", rule="5.2")]
    state = position("{red: {strategy: imperial}, guild_head: blue}")
    assert of(play(state), GuildHeadChanged) == []
    assert state.board.guild_head == "blue"


def test_1_trade_brings_goods_if_the_campaign_says_so() -> None:
    assert of(play(position("{red: {strategy: trade}}")), GoodsGained) == []
    state = position("{red: {strategy: trade}, options: {trade_goods: 3}}")
    assert of(play(state), GoodsGained) == [GoodsGained("red", 3, "trade", rule="1")]


def test_2_4_two_influence_each_paid_together() -> None:
    state = position("{red: {markers: 0, goods: 4}}")
    events = play(state, red="- markers: 3")
    assert of(events, Paid) == [Paid("red", "markers", ("jord",), 4, rule="2.4")]
    assert of(events, MarkersGained) == [MarkersGained("red", 3, "bought", rule="2.4")]
    assert state.board.planets["jord"].used


def test_2_4_no_more_than_three() -> None:
    events = play(position("{red: {goods: 20}}"), red="- markers: 4")
    assert of(events, MarkersGained) == [MarkersGained("red", 3, "bought", rule="2.4")]
    assert stops(events) == ["at_most"]


def test_2_4_short_of_means_as_many_as_can_be_paid() -> None:
    state = position("{red: {goods: 3}}")
    events = play(state, red="- markers: 3")  # 2 influence and 3 goods reach for two
    assert of(events, MarkersGained) == [MarkersGained("red", 2, "bought", rule="2.4")]
    assert of(events, Paid) == [Paid("red", "markers", ("jord",), 2, rule="2.4")]
    assert stops(events) == ["pay_nothing_left"]


def test_2_4_without_means_nothing_is_bought_and_the_seat_is_told() -> None:
    state = position("{at: {jord: {used: yes}}}")
    events = play(state, red="- markers: 1")
    assert of(events, MarkersGained) == []
    assert stops(events) == ["pay_nothing_left"]


def test_2_4_the_payment_named_is_taken() -> None:
    state = position("{red: {goods: 2}, tiles: {E1: lodor}, at: {lodor: {owner: red}}}")
    events = play(state, red="- markers: {count: 1, pay: {planets: [lodor], goods: 2}}")
    assert of(events, Paid) == [Paid("red", "markers", ("lodor",), 1, rule="2.4")]
    assert not state.board.planets["jord"].used


def test_2_5_sectors_cost_one_two_three_goods() -> None:
    state = position("{red: {goods: 6}, hidden: {E1: lodor, D2: saudor, C1: quann}}")
    events = play(state, red="- explore: E1\n- explore: D2\n- explore: C1")
    assert [event.goods for event in of(events, Paid)] == [1, 2, 3]
    assert [(e.system, e.tile, e.how) for e in of(events, SectorExplored)] == [
        ("E1", "lodor", "bought"), ("D2", "saudor", "bought"), ("C1", "quann", "bought")
    ]  # fmt: skip
    assert state.board.chairs["red"].goods == 0
    assert state.board.planets["lodor"].system == "E1"
    assert state.secrets.tiles == {}


def test_2_5_goods_only_and_short_of_goods_the_rest_stays_shut() -> None:
    state = position("{red: {goods: 2}, hidden: {E1: lodor, D2: saudor}}")
    events = play(state, red="- explore: E1\n- explore: D2")
    assert [event.system for event in of(events, SectorExplored)] == ["E1"]
    assert stops(events) == ["no_goods"]
    assert not state.board.planets["jord"].used


def test_2_5_a_sector_must_touch_explored_space_at_that_moment_so_the_order_counts() -> None:
    hidden = "hidden: {G1: lodor, G2: saudor, F1: quann, F2: thibah}"
    events = play(position(f"{{red: {{goods: 9}}, {hidden}}}"), red="- explore: G1\n- explore: F1\n- explore: G1")
    assert [event.system for event in of(events, SectorExplored)] == ["F1", "G1"]
    assert stops(events) == ["not_adjacent"]
    assert [event.goods for event in of(events, Paid)] == [1, 2]


def test_2_5_explored_space_is_common() -> None:
    events = play(position("{red: {goods: 1}, hidden: {F4: lodor}}"), red="- explore: F4")  # beside blue's home
    assert [event.system for event in of(events, SectorExplored)] == ["F4"]


def test_2_5_what_an_earlier_seat_opened_costs_nothing_and_does_not_count() -> None:
    text = (
        "{red: {strategy: imperial, goods: 9}, blue: {strategy: leadership, goods: 9}, hidden: {E1: lodor, D2: saudor}}"
    )
    state = position(text)
    events = play(state, red="- explore: E1\n- explore: D2", blue="- explore: E1")
    assert [(event.seat, event.system) for event in of(events, SectorExplored)] == [("blue", "E1"), ("red", "D2")]
    assert [event.goods for event in of(events, Paid)] == [1, 1]
    assert stops(events) == ["already_open"]


@pytest.mark.parametrize(
    ("found", "opened"), [("planets", "D2"), ("lodor", "D2"), ("wormhole", "D2"), ("empty", "C1"), ("saudor", "C1")]
)
def test_2_5_a_condition_on_what_was_found(found: str, opened: str) -> None:
    state = position("{red: {goods: 3}, hidden: {E1: lodor, D2: saudor, C1: quann}}")
    red = f"- explore: E1\n- explore: {{sector: D2, if: {{found: {found}, system: E1}}, else: {{sector: C1}}}}"
    events = play(state, red=red)
    assert [event.system for event in of(events, SectorExplored)] == ["E1", opened]
    assert [(event.met, event.seen_by) for event in of(events, BranchTaken)] == [(opened == "D2", ("red",))]


def test_13_a_condition_not_met_without_else_stops_the_order() -> None:
    state = position("{red: {goods: 3}, hidden: {E1: lodor}}")
    events = play(state, red="- explore: {sector: E1, if: {ships: enemy, system: D2}}")
    assert of(events, SectorExplored) == []
    assert [event.met for event in of(events, BranchTaken)] == [False]


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        ("ships: enemy, system: D3", True),
        ("ships: blue, system: D3", True),
        ("ships: green, system: D3", False),
        ("ships: own, system: D3", False),
        ("ships: nobody, system: E3", True),
        ("found: station, system: F3", True),
        ("found: nebula, system: E4", True),
        ("found: special, system: E4", True),
        ("found: empty, system: E4", False),
        ("found: planets, system: E1", False),
        ("owner: enemy, planet: arretze", True),
        ("owner: own, planet: jord", True),
        ("owner: nobody, planet: arcturus", True),
        ("owner: blue, planet: jord", False),
        ("owner: nobody, planet: lodor", False),
        ("battle: won, system: D3", False),
    ],
)
def test_13_conditions_see_what_the_seat_may_know(condition: str, met: bool) -> None:
    state = position(
        "{red: {goods: 1}, hidden: {E1: lodor}, tiles: {F3: arcturus_sumerian, E4: nebula_base},"
        " at: {D3: {blue: {fighter: 1}}}}"
    )
    events = play(state, red=f"- explore: {{sector: E1, if: {{{condition}}}}}")
    assert [event.met for event in of(events, BranchTaken)] == [met]


def test_1_diplomacy_scouts_three_sectors_free_before_all_that_is_bought() -> None:
    hidden = "hidden: {E1: lodor, D2: saudor, C1: quann, E2: thibah}"
    text = f"{{red: {{strategy: diplomacy, goods: 1}}, blue: {{strategy: leadership, goods: 1}}, {hidden}}}"
    state = position(text)
    events = play(state, red="- scout: [E1, D2, C1, E2]\n- explore: E2", blue="- explore: E1")
    assert [(e.seat, e.system, e.how) for e in of(events, SectorExplored)] == [
        ("red", "E1", "scouted"), ("red", "D2", "scouted"), ("red", "C1", "scouted"), ("red", "E2", "bought")
    ]  # fmt: skip
    assert stops(events) == ["at_most"]
    assert stops(events, "blue") == ["already_open"]
    assert [event.goods for event in of(events, Paid)] == [1]


def test_1_diplomacy_closes_a_system_with_a_planet_of_its_holder() -> None:
    state = position("{red: {strategy: diplomacy}}")
    events = play(state, red="- close: D1")
    assert of(events, SystemClosed) == [SystemClosed("red", "D1", rule="1")]
    assert state.board.closed == {"D1": "red"}
    events = play(position("{red: {strategy: diplomacy}}"), red="- close: D2")
    assert of(events, SystemClosed) == []
    assert stops(events) == ["no_planet_there"]


def test_1_diplomacy_is_used_in_one_way() -> None:
    text = "{red: {strategy: diplomacy, markers: 0}, tiles: {E1: lodor}, hidden: {D2: saudor}}"
    events = play(position(text), red="- close: D1\n- scout: D2\n- capture: lodor")
    assert [event.system for event in of(events, SystemClosed)] == ["D1"]
    assert of(events, SectorExplored) == of(events, PlanetTaken) == []
    assert stops(events) == ["one_benefit", "no_markers"]


def test_1_orders_of_a_benefit_are_open_to_its_holder_only() -> None:
    opened = open_phase(position("{red: {strategy: diplomacy}, blue: {strategy: trade}, bonus: {trade: 1}}"))
    assert opened is not None
    assert {CloseSystem, Scout} <= set(opened.orders["red"])
    assert not {CloseSystem, Scout} & set(opened.orders["blue"])
    assert [ExchangeBonus in opened.orders[seat] for seat in ("red", "blue", "green")] == [False, True, False]
    assert opened.must == opened.may == ("red", "blue", "green")


def test_2_6_capture_costs_a_marker_and_three_influence() -> None:
    state = position("{red: {markers: 1, goods: 1}, tiles: {E1: lodor}}")
    events = play(state, red="- capture: lodor")
    assert of(events, Paid) == [Paid("red", "capture", ("jord",), 1, 1, "lodor", rule="2.6")]
    assert of(events, PlanetTaken) == [PlanetTaken("lodor", "red", None, "capture", rule="2.6")]
    assert state.board.planets["lodor"].taken == state.board.turn
    assert state.board.chairs["red"].markers == 0


@pytest.mark.parametrize(
    ("position_of", "order", "why"),
    [
        ("hidden: {E1: lodor}", "lodor", "not_open"),
        ("tiles: {E1: arcturus_sumerian}", "sumerian", "station"),
        ("tiles: {E1: lodor}, at: {lodor: {owner: red}}", "lodor", "own_planet"),
        ("tiles: {E1: lodor}, at: {lodor: {owner: blue, blue: {infantry: 1}}}", "lodor", "not_empty"),
        ("tiles: {E1: lodor}, at: {lodor: {owner: blue, blue: {pds: 1}}}", "lodor", "not_empty"),
        ("tiles: {E1: lodor}, at: {lodor: {owner: blue, taken: 2}}", "lodor", "captured_before"),
        ("tiles: {E2: lodor}", "lodor", "no_own_system_near"),
        ("tiles: {E1: lodor}, red: {markers: 0, goods: 9}", "lodor", "no_markers"),
        ("tiles: {E1: lodor}, red: {goods: 0}", "lodor", "pay_nothing_left"),
    ],
)
def test_2_6_what_can_not_be_captured(position_of: str, order: str, why: str) -> None:
    text = position_of if "red:" in position_of.split("at:", maxsplit=1)[0] else f"red: {{goods: 9}}, {position_of}"
    state = position(f"{{{text}}}")
    events = play(state, red=f"- capture: {order}")
    assert of(events, PlanetTaken) == of(events, Paid) == []
    assert stops(events) == [why]


def test_2_6_an_own_system_is_one_all_of_whose_planets_are_the_seats() -> None:
    text = "{red: {goods: 9}, tiles: {E3: abyz_fria, E4: lodor}, at: {abyz: {owner: red}}%s}"
    assert stops(play(position(text % ""), red="- capture: lodor")) == ["no_own_system_near"]
    state = position(text % ", options: {own_system: any}")
    assert [e.planet for e in of(play(state, red="- capture: lodor"), PlanetTaken)] == ["lodor"]


def test_2_6_enemy_planets_ships_in_orbit_and_mecatol_are_no_hindrance() -> None:
    text = (
        "{red: {goods: 9}, tiles: {D3: lodor, E1: saudor},"
        " at: {lodor: {owner: red}, mecatol_rex: {owner: blue}, D4: {blue: {cruiser: 1}}}}"
    )
    events = play(position(text), red="- capture: mecatol_rex")
    assert of(events, PlanetTaken) == [PlanetTaken("mecatol_rex", "red", "blue", "capture", rule="2.6")]


def test_2_6_wormholes_make_no_neighbours() -> None:
    text = "{red: {goods: 9}, tiles: {D2: quann, E6: wormhole_nexus}, at: {quann: {owner: red}}}"
    assert stops(play(position(text), red="- capture: mallice")) == ["no_own_system_near"]


def test_2_6_the_first_in_initiative_has_the_planet() -> None:
    text = (
        "{red: {strategy: imperial, goods: 9}, blue: {strategy: leadership, goods: 9}, tiles: {E1: lodor, E2: saudor},"
        " at: {saudor: {owner: blue}}}"
    )
    events = play(position(text), red="- capture: lodor", blue="- capture: lodor")
    assert [event.owner for event in of(events, PlanetTaken)] == ["blue"]
    assert stops(events) == ["captured_before"]


def test_2_6_one_a_turn_unless_the_campaign_says_more() -> None:
    text = "{red: {goods: 9, markers: 5}, tiles: {E1: lodor, D2: saudor}%s}"
    red = "- capture: lodor\n- capture: saudor"
    events = play(position(text % ""), red=red)
    assert [event.planet for event in of(events, PlanetTaken)] == ["lodor"]
    assert stops(events) == ["one_a_turn"]
    events = play(position(text % ", options: {captures_a_turn: 2}"), red=red)
    assert [event.planet for event in of(events, PlanetTaken)] == ["lodor", "saudor"]


def test_2_6_a_failed_capture_leaves_room_for_the_next() -> None:
    text = "{red: {goods: 9}, tiles: {E1: lodor, D2: saudor}, at: {lodor: {owner: blue, blue: {infantry: 1}}}}"
    events = play(position(text), red="- capture: lodor\n- capture: saudor")
    assert [event.planet for event in of(events, PlanetTaken)] == ["saudor"]
    assert stops(events) == ["not_empty"]


def test_2_6_diplomacy_makes_one_capture_free() -> None:
    state = position("{red: {strategy: diplomacy, markers: 0}, tiles: {E1: lodor}}")
    events = play(state, red="- capture: lodor")
    assert [event.planet for event in of(events, PlanetTaken)] == ["lodor"]
    assert of(events, Paid) == []


def test_2_6_scouting_in_vain_leaves_the_free_capture() -> None:
    state = position("{red: {strategy: diplomacy, markers: 0}, tiles: {E1: lodor}}")
    events = play(state, red="- scout: D2\n- capture: lodor")
    assert [event.planet for event in of(events, PlanetTaken)] == ["lodor"]
    assert stops(events) == ["already_open"]


def test_2_6_markers_of_2_4_and_sectors_of_2_5_serve_it() -> None:
    state = position("{red: {markers: 0, goods: 6}, hidden: {E1: lodor}}")
    red = "- markers: {count: 1, pay: {planets: [jord]}}\n- explore: E1\n- capture: {planet: lodor, pay: {goods: 3}}"
    events = play(state, red=red)
    assert [event.planet for event in of(events, PlanetTaken)] == ["lodor"]
    assert events[-1] == PhaseOpened(2, "movement", rule="3")


def test_2_6_a_branch_changes_the_planet() -> None:
    text = "{red: {goods: 9}, tiles: {E1: lodor, D2: saudor}, at: {lodor: {owner: blue}}}"
    red = "- capture: {planet: lodor, if: {owner: blue, planet: lodor}, then: {planet: saudor}}"
    assert [event.planet for event in of(play(position(text), red=red), PlanetTaken)] == ["saudor"]
