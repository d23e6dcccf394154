"""Chapter 7: the end of the turn, elimination, the Speaker, the next turn, the end of the campaign."""

from __future__ import annotations

from gm.rulesets.galactic_council.events.assembly import (
    FleetLimitChanged,
    GameEnded,
    SeatEliminated,
    SpeakerNamed,
    TurnEnded,
)
from gm.rulesets.galactic_council.events.common import (
    BonusGrew,
    ContractBroken,
    MarkersGained,
    PhaseOpened,
    PlanetTaken,
    RankingGiven,
    StrategyTaken,
    UnitsLost,
    UnitsRepaired,
)
from gm.rulesets.galactic_council.orders import NameSpeaker
from gm.rulesets.galactic_council.standing import standings
from gm.rulesets.galactic_council.turn import open_phase
from gm.rulesets.galactic_council.view import view
from tests.galactic_council.desk import of, play, position, stops


def lost(events: list) -> list[tuple[str, dict[str, int], str]]:
    return [(e.place, e.units, e.cause) for e in of(events, UnitsLost)]


def test_7a_two_markers_each_and_one_more_with_hyper_metabolism() -> None:
    state = position("{red: {technologies: [hyper_metabolism]}}", "assembly")
    events = play(state)
    assert of(events, MarkersGained) == [
        MarkersGained("red", 2, "end", rule="7а"),
        MarkersGained("red", 1, "hyper_metabolism", rule="7а"),
        MarkersGained("blue", 2, "end", rule="7а"),
        MarkersGained("green", 2, "end", rule="7а"),
    ]


def test_7v_ships_and_vehicles_are_repaired() -> None:
    at = (
        "{D2: {red: {dreadnought: 2, damaged: {dreadnought: 1}}}, "
        "jord: {red: {mechanized_unit: 1, damaged: {mechanized_unit: 1}}}}"
    )
    events = play(position(f"{{at: {at}}}", "assembly"))
    assert of(events, UnitsRepaired) == [
        UnitsRepaired("red", "D2", {"dreadnought": 1}, rule="7в"),
        UnitsRepaired("red", "jord", {"mechanized_unit": 1}, rule="7в"),
    ]


def test_7g_own_units_are_scrapped_as_far_as_they_are_there() -> None:
    at = "{D2: {red: {cruiser: 2}}, jord: {red: {infantry: 2, pds: 1}}, arretze: {blue: {infantry: 1}}}"
    red = (
        "- scrap: {at: D2, units: {cruiser: 3}}\n- scrap: {at: jord, "
        "units: {pds: 1}}\n- scrap: {at: arretze, units: {infantry: 1}}"
    )
    events = play(position(f"{{at: {at}}}", "assembly"), red=red)
    assert lost(events) == [("D2", {"cruiser": 2}, "scrapped"), ("jord", {"pds": 1}, "scrapped")]
    assert stops(events) == ["fewer_there", "fewer_there"]
    assert [e.rule for e in of(events, UnitsLost)] == ["7г", "7г"]


def test_7g_mines_can_not_be_scrapped() -> None:
    state = position("{at: {D2: {red: {cruiser: 1}, mines: {red: 1}}}}", "assembly")
    assert stops(play(state, red="- scrap: {at: D2, units: {mines: 1}}")) == ["no_mines"]
    assert state.board.systems["D2"].mines == {"red": 1}


def test_7g_cargo_without_a_hold_and_fighters_without_a_hangar_are_lost_with_the_carrier_or_dock() -> None:
    at = "{D2: {red: {carrier: 1, fighter: 2, infantry: 1}}, D1: {red: {fighter: 2}}, jord: {red: {space_dock: 1}}}"
    red = "- scrap: {at: D2, units: {carrier: 1}}\n- scrap: {at: jord, units: {dock: 1}}"
    events = play(position(f"{{at: {at}}}", "assembly"), red=red)
    assert lost(events) == [
        ("D2", {"carrier": 1}, "scrapped"),
        ("D2", {"fighter": 2, "ground_force": 1}, "no_hangar"),
        ("jord", {"space_dock": 1}, "scrapped"),
        ("D1", {"fighter": 2}, "no_hangar"),
    ]


def test_7d_a_marker_for_each_step_up_those_of_7a_too() -> None:
    state = position("{red: {markers: 0}}", "assembly")
    events = play(state, red="- fleet limit: 5")
    assert of(events, FleetLimitChanged) == [FleetLimitChanged("red", 3, 5, rule="7д")]
    assert (state.board.chairs["red"].markers, state.board.chairs["red"].fleet_limit) == (0, 5)
    state = position("{red: {markers: 0}}", "assembly")
    events = play(state, red="- fleet limit: 9")
    assert of(events, FleetLimitChanged) == [FleetLimitChanged("red", 3, 5, rule="7д")]
    assert stops(events) == ["no_markers"]


def test_7d_a_marker_back_for_each_step_down_never_below_one() -> None:
    state = position("{red: {markers: 0}}", "assembly")
    events = play(state, red="- fleet limit: -4")
    assert of(events, FleetLimitChanged) == [FleetLimitChanged("red", 3, 1, rule="7д")]
    assert stops(events) == ["limit_least"]
    assert state.board.chairs["red"].markers == 4
    assert of(play(position("", "assembly"), red="- fleet limit: 3"), FleetLimitChanged) == []


def test_9_when_the_limit_falls_the_surplus_is_destroyed_cheapest_first_or_as_the_owner_says() -> None:
    text = "{at: {D2: {red: {cruiser: 1, carrier: 1, destroyer: 1, fighter: 2}}, D3: {red: {cruiser: 1}}}}"
    events = play(position(text, "assembly"), red="- fleet limit: 2")
    assert lost(events) == [("D2", {"destroyer": 1}, "fleet_limit")]
    assert [e.rule for e in of(events, UnitsLost)] == ["9"]
    events = play(position(text, "assembly"), red="- fleet limit: 2\n- losses: [carrier]")
    assert lost(events) == [("D2", {"carrier": 1}, "fleet_limit"), ("D2", {"fighter": 2}, "no_hangar")]
    red = "- fleet limit: 2\n- losses: [carrier]\n- losses: {order: [cruiser], system: D2}"
    assert lost(play(position(text, "assembly"), red=red)) == [("D2", {"cruiser": 1}, "fleet_limit")]


def test_7zh_rankings_are_kept_and_decide_the_next_turn_from_the_speaker_clockwise() -> None:
    state = position("{speaker: blue, bonus: {imperial: 1}}", "assembly")
    events = play(
        state, red="- strategies: [trade, warfare]", blue="- strategies: [trade]", green="- strategies: [imperial]"
    )
    assert len(of(events, RankingGiven)) == 3
    assert [(e.seat, e.strategy) for e in of(events, StrategyTaken)] == [
        ("blue", "trade"), ("green", "imperial"), ("red", "warfare")
    ]  # fmt: skip
    assert {e.strategy: e.tokens for e in of(events, BonusGrew)} == {
        "leadership": 1, "diplomacy": 1, "assembly": 1, "production": 1, "technology": 1
    }  # fmt: skip
    assert state.board.bonus["imperial"] == 1  # for its new holder to exchange in 2
    assert events[-1] == PhaseOpened(3, "council", rule="2")
    assert state.board.turn == 3


def test_1_the_holder_of_assembly_names_the_speaker_who_then_chooses_first() -> None:
    state = position("{speaker: blue, green: {strategy: assembly}}", "assembly")
    events = play(state, green="- speaker: red\n- strategies: [assembly, trade]")
    assert of(events, SpeakerNamed) == [SpeakerNamed("red", "green", rule="1")]
    assert [e.seat for e in of(events, StrategyTaken)] == ["red", "blue", "green"]
    assert state.board.chairs["green"].strategy == "trade"  # not twice running
    state = position("{speaker: blue, green: {strategy: assembly}}", "assembly")
    assert of(play(state), SpeakerNamed) == []
    assert state.board.speaker == "blue"


def test_1_nobody_else_names_the_speaker() -> None:
    events = play(position("{green: {strategy: assembly}}", "assembly"), red=(NameSpeaker(seat="red"),))
    assert of(events, SpeakerNamed) == []
    assert stops(events) == ["not_holder"]


def test_7_planets_are_ready_again_closed_systems_open_and_alerts_off() -> None:
    text = "{closed: {D1: red}, red: {alert: D2, spent: [2]}, at: {jord: {used: yes}}}"
    state = position(text, "assembly")
    events = play(state)
    assert of(events, TurnEnded) == [TurnEnded(2, rule="7")]
    assert not state.board.planets["jord"].used
    assert (state.board.closed, state.board.chairs["red"].alert, state.board.chairs["red"].spent) == ({}, None, [])


ELIMINATED = (
    "{speaker: red, guild_head: red, red: {strategy: trade, ranking: [trade]}, tiles: {D2: arcturus_sumerian},"
    " contracts: [{red: 2, blue: 3}],"
    " at: {jord: {owner: blue}, sumerian: {owner: red}, D2: {red: {cruiser: 2}, mines: {red: 1}}}}"
)


def test_7_a_seat_without_a_planet_is_out_stations_do_not_count() -> None:
    state = position(ELIMINATED, "assembly")
    events = play(state, red="- strategies: [trade]")
    assert lost(events) == [("D2", {"cruiser": 2}, "eliminated")]
    assert of(events, SeatEliminated) == [SeatEliminated("red", rule="7")]
    assert of(events, ContractBroken) == [ContractBroken("red", "blue", "eliminated", rule="7")]
    assert of(events, PlanetTaken) == [PlanetTaken("sumerian", None, "red", "eliminated", rule="7")]
    assert of(events, SpeakerNamed) == [SpeakerNamed("blue", rule="7")]
    board = state.board
    assert (board.systems["D2"].mines, board.guild_head, board.speaker) == ({}, None, "blue")
    assert board.chairs["red"].out == 2
    assert state.secrets.rankings == {}
    assert [e.seat for e in of(events, StrategyTaken)] == ["blue", "green"]
    opened = open_phase(state)
    assert opened is not None
    assert opened.must == ("blue", "green")


def test_7_elimination_comes_after_zh_and_its_contract_still_paid() -> None:
    events = play(position(ELIMINATED, "assembly"), red="- strategies: [trade]")
    kinds = [type(event).__name__ for event in events]
    assert kinds.index("IncomePaid") < kinds.index("RankingGiven") < kinds.index("SeatEliminated")


def test_7_the_last_seat_standing_ends_the_campaign() -> None:
    text = "{at: {jord: {owner: blue}, winnu: {owner: blue}}}"
    state = position(text, "assembly")
    events = play(state)
    assert events[-1] == GameEnded((("blue",), ("red", "green")), "last_standing", rule="7")
    assert open_phase(state) is None


def test_7_the_campaign_ends_after_its_last_turn_by_planets_then_influence() -> None:
    text = "{options: {turns: 2}, tiles: {D2: lodor}, at: {lodor: {owner: red}, mecatol_rex: {owner: green}}}"
    state = position(text, "assembly")
    events = play(state)
    assert of(events, TurnEnded) == of(events, StrategyTaken) == []
    assert events[-1] == GameEnded((("blue",), ("green",), ("red",)), "turns", rule="7")
    rows = standings(view(state, None))
    assert [(row.seat, row.place, row.numbers["planets"], row.numbers["influence"]) for row in rows] == [
        ("blue", 1, 3, 2), ("green", 2, 2, 10), ("red", 3, 2, 3)
    ]  # fmt: skip


def test_7_equal_seats_share_their_place_and_stations_bring_influence_only() -> None:
    text = "{seats: {red: sol, blue: muaat}, tiles: {D2: arcturus_sumerian, E2: lodor}, at: {%s}}"
    state = position(text % "sumerian: {owner: red}, jord: {used: yes}")
    assert [(row.seat, row.numbers["planets"], row.numbers["influence"]) for row in standings(state)] == [
        ("red", 1, 4), ("blue", 1, 1)
    ]  # fmt: skip
    state = position(text % "lodor: {owner: blue}, jord: {owner: nobody}, muaat: {owner: nobody}")
    state.board.planets["lodor"].owner = None
    assert [(row.seat, row.place) for row in standings(state)] == [("red", 1), ("blue", 1)]


def test_7_the_steps_come_in_the_order_of_the_letters() -> None:
    text = "{red: {markers: 0}, at: {D2: {red: {cruiser: 1, dreadnought: 2, damaged: {dreadnought: 1}}}}}"
    red = "- strategies: [trade]\n- fleet limit: 2\n- scrap: {at: D2, units: {cruiser: 1}}"
    events = play(position(text, "assembly"), red=red)
    rules = [event.rule for event in events if event.rule[0] == "7" and getattr(event, "seat", "red") == "red"]
    assert list(dict.fromkeys(rules)) == ["7а", "7в", "7г", "7д", "7ж", "7"]
    assert lost(events) == [("D2", {"cruiser": 1}, "scrapped")]  # nothing is left over the limit
