"""What `gm check` says about a file: costs, reach, capacity, and what looks impossible now."""

from __future__ import annotations

import pytest

from gm.model import LANGUAGES, Note
from gm.rulesets.galactic_council import RULES
from gm.rulesets.galactic_council.estimate import estimate
from gm.rulesets.galactic_council.stops import REASONS
from gm.rulesets.galactic_council.turn import open_phase
from gm.rulesets.galactic_council.view import labels, view
from gm.words import Words
from tests.galactic_council.desk import notes, position


def told(found: list[Note], code: str) -> list[dict]:
    return [dict(note.args) for note in found if note.code == code]


def test_payments_the_program_would_choose_and_what_is_left() -> None:
    state = position("{red: {markers: 2, goods: 3}, hidden: {E1: lodor}}")
    found = notes(state, "red", "- markers: 1\n- explore: E1")
    assert [(note.line, note.args["purpose"], note.args["planets"], note.args["goods"]) for note in found[:2]] == [
        (1, "markers", ["jord"], 0), (2, "explore", [], 1)
    ]  # fmt: skip
    assert told(found, "means") == [{"markers": 2, "markers_left": 3, "goods": 3, "goods_left": 2, "planets": []}]


def test_explore_prices_rise_and_conditions_are_only_looked_at() -> None:
    state = position("{red: {goods: 2}, hidden: {E1: lodor, D2: saudor, C1: quann}}")
    red = "- explore: E1\n- explore: {sector: D2, if: {found: planets, system: E1}, else: {sector: C1}}"
    found = notes(state, "red", red)
    assert told(found, "condition_now") == [{"verb": "explore", "met": False}]
    assert [(note.line, note.warning) for note in found if note.code == "stopped"] == [(2, True)]
    assert told(found, "stopped")[0]["why"] == "no_goods"


def test_nothing_secret_enters_an_estimate() -> None:
    one = position("{red: {goods: 9}, hidden: {E1: lodor, D2: saudor}}")
    other = position("{red: {goods: 9}, hidden: {E1: ion_storm, D2: quann}}")
    red = "- explore: E1\n- explore: {sector: D2, if: {found: lodor, system: E1}}\n- capture: lodor"
    assert notes(one, "red", red) == notes(other, "red", red)


def test_the_view_is_left_as_it_was() -> None:
    state = position("{red: {goods: 9}, hidden: {E1: lodor}}")
    before = view(state, "red")
    notes(state, "red", "- explore: E1\n- markers: 3")
    assert view(state, "red") == before


def test_reach_capacity_and_limits_of_a_move() -> None:
    state = position(
        "{red: {markers: 1}, at: {D2: {red: {carrier: 2, cruiser: 2}}, jord: {red: {infantry: 2}}}}", "movement"
    )
    found = notes(state, "red", "- move: {from: D2, ships: {carrier: 1, cruiser: 1}, path: [D3, D4]}")
    assert [(row["why"], row["thing"]) for row in told(found, "stopped")] == [("too_slow", "carrier")]
    assert told(found, "flies") == [{"place": "D4", "units": {"cruiser": 1}}]
    found = notes(
        state,
        "red",
        "- move: {from: D2, ships: {carrier: 1}, cargo: {infantry: 9}, path: [D3]}\n- move: {from: D2, path: [C2]}",
    )
    assert {row["why"] for row in told(found, "stopped")} == {"fewer_units", "no_markers"}


def test_a_path_with_gaps_is_shown_and_a_rift_kills_nobody_in_a_trial() -> None:
    state = position("{tiles: {D3: gravity_rift}, at: {D2: {red: {cruiser: 3}}}}", "movement")
    found = notes(state, "red", "- move: {from: D2, path: [D4]}")
    assert told(found, "route")[0]["path"][-1] == "D4"
    assert told(found, "flies")[-1]["units"] == {"cruiser": 3}


def test_what_would_be_over_the_fleet_limit() -> None:
    state = position("{at: {D2: {red: {cruiser: 2}}, D3: {red: {cruiser: 2}}}}", "movement")
    found = notes(state, "red", "- move: {from: D2, path: [D3]}")
    assert told(found, "would_lose") == [{"place": "D3", "units": {"cruiser": 1}, "cause": "fleet_limit"}]


def test_fire_is_paid_in_a_trial_and_hits_nothing() -> None:
    state = position("{at: {jord: {red: {pds: 1}}, D1: {blue: {cruiser: 1}}}}", "movement")
    found = notes(state, "red", "- fire: D1")
    assert [row["purpose"] for row in told(found, "pays")] == ["fire"]
    assert state.board.systems["D1"].space["blue"].units == {"cruiser": 1}


def test_what_a_dock_would_build() -> None:
    state = position("{red: {markers: 2}, at: {jord: {red: {space_dock: 1}}}}", "production")
    found = notes(
        state,
        "red",
        "- build: {planet: jord, units: {cruiser: 1, infantry: 2, carrier: 1}}\n- research: transfabrication",
    )
    assert told(found, "builds") == [
        {"place": "jord", "units": {"cruiser": 1, "ground_force": 2}, "number": 3, "capacity": 6, "free": 0}
    ]
    assert [(note.line, note.args["why"]) for note in found if note.code == "stopped"] == [
        (1, "money"),
        (2, "pay_nothing_left"),
    ]


def test_trade_that_needs_a_partner_and_offers_that_can_not_come_right() -> None:
    state = position("{red: {goods: 1}, contracts: [{red: 2, blue: 3}]}", "assembly")
    red = (
        "- contract: {partner: blue}\n- contract: {partner: green, give: 2, "
        "want: 2}\n- gift: {to: green, goods: 1, for: 2}\n- fleet limit: 2"
    )
    found = notes(state, "red", red)
    assert [(note.line, note.args["why"]) for note in found if note.code == "stopped"] == [
        (1, "pair_has_contract"), (2, "no_agreement")
    ]  # fmt: skip
    assert [note.line for note in found if note.code == "needs_offer"] == [1, 2]
    assert told(found, "needs_gift") == [{"seat": "green", "number": 2}]
    assert told(found, "fleet_limit") == [{"limit": 2, "markers": 1}]


def test_a_ranking_is_filled_up() -> None:
    state = position("{turn: 1}", "strategy")
    found = notes(state, "red", "- strategies: [trade, imperial, trade, warfare, technology, production]")
    assert told(found, "ranking_filled") == [{"strategies": ["leadership", "diplomacy", "assembly"]}]
    assert told(found, "stopped")[0]["why"] == "repeated"
    assert told(found, "means") == []


def test_a_spectator_gets_no_estimate() -> None:
    state = position("")
    opened = open_phase(state)
    assert opened is not None
    assert estimate(view(state, None), opened, ()) == []


FILES = {
    "strategy": "- strategies: [trade, trade]",
    "council": (
        "- bonus: 1\n- markers: 3\n- explore: E1\n- explore: {sector: E1, "
        "if: {ships: enemy, system: D2}}\n- capture: lodor"
    ),
    "movement": "- move: {from: D2, path: [D4], cargo: {infantry: 9}}\n- fire: D1",
    "production": (
        "- yield: jord\n- build: {planet: jord, units: {cruiser: 9}}\n- mine: D2\n- dock: jord\n- research: war_sun"
    ),
    "assembly": (
        "- gift: {to: blue, goods: 9, for: 1}\n- contract: blue\n- fleet limit: 1\n- scrap: {at: D2, units: {mines: 1}}"
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("phase", FILES)
def test_every_note_has_words_in_both_languages(phase: str, lang: str) -> None:
    text = (
        "{bonus: {imperial: 2}, red: {strategy: imperial, goods: 2}, hidden: {E1: lodor},"
        " at: {jord: {red: {space_dock: 1, pds: 1}}, D2: {red: {cruiser: 3}}}}"
    )
    state = position(text, phase)
    file = FILES[phase].replace("contract: blue", "contract: {partner: blue}")
    words = Words(RULES, lang)  # type: ignore[arg-type]
    words.use(labels(view(state, "red")))
    said = [words.note(note) for note in notes(state, "red", file)]
    assert len(said) > 1
    assert all(text and text == text.strip() and "None" not in text for text in said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_words_in_both_languages(lang: str) -> None:
    words = Words(RULES, lang)  # type: ignore[arg-type]
    (reasons, *_core) = words._load("reasons.j2")
    assert [code for code in REASONS if not hasattr(reasons, code)] == []
