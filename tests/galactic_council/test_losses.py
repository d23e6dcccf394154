"""Which units go: hits, fleet limit, cargo without a hold (3.3, 3.5, ch. 9, reading 40)."""

from __future__ import annotations

import pytest

from gm.rulesets.galactic_council.losses import casualties, homeless, lost, over_limit, settle
from tests.galactic_council.desk import position

FLEET = {"dreadnought": 1, "carrier": 1, "destroyer": 1, "cruiser": 1, "fighter": 2, "flagship": 1}


@pytest.mark.parametrize(
    ("number", "preference", "expected"),
    [
        (1, (), {"fighter": 1}),
        (3, (), {"fighter": 2, "destroyer": 1}),
        (5, (), {"fighter": 2, "destroyer": 1, "cruiser": 1, "carrier": 1}),
        (99, (), FLEET),
        (2, ("flagship", "cruiser"), {"flagship": 1, "cruiser": 1}),
        (2, ("carrier", "war_sun"), {"carrier": 1, "fighter": 1}),
        (0, (), {}),
    ],
)
def test_3_3_fighters_then_the_cheapest_unless_the_owner_says_otherwise(
    number: int, preference: tuple[str, ...], expected: dict[str, int]
) -> None:
    board = position("").board
    assert casualties(board, "red", "D2", FLEET, number, preference) == expected


def test_3_5_shock_troops_fall_before_any_other_ground_unit() -> None:
    board = position("").board
    troops = {"mechanized_unit": 1, "ground_force": 2, "shock_troop": 1}
    assert casualties(board, "red", "jord", troops, 2) == {"shock_troop": 1, "ground_force": 1}
    assert casualties(board, "red", "jord", troops, 2, ("mechanized_unit",)) == {"shock_troop": 1, "mechanized_unit": 1}
    assert casualties(board, "red", "jord", {"fighter": 1, **troops}, 2) == {"fighter": 1, "shock_troop": 1}


def test_3_3_of_two_kinds_worth_the_same_the_one_with_damaged_units_falls_first() -> None:
    text = "{at: {jord: {red: {mechanized_unit: 2, damaged: {mechanized_unit: 1}}}}}"
    board = position(text).board
    both = {"cruiser": 1, "mechanized_unit": 1}
    assert casualties(board, "red", "jord", both, 1) == {"mechanized_unit": 1}
    assert casualties(board, "red", "D2", both, 1) == {"cruiser": 1}


def test_9_only_ships_outside_hangars_count_and_no_more_go_than_must() -> None:
    text = "{red: {fleet_limit: 2, technologies: [%s]}, at: {D2: {red: {carrier: 2, fighter: 13, cruiser: 1}}}}"
    assert over_limit(position(text % "").board, "red", "D2") == {"cruiser": 1}
    assert over_limit(position(text % "advanced_fighters").board, "red", "D2") == {"fighter": 1, "cruiser": 1}


def test_9_a_carrier_over_the_limit_sets_its_independent_fighters_free_and_they_count_too() -> None:
    text = (
        "{red: {fleet_limit: 1, technologies: [advanced_fighters]}, "
        "at: {D2: {red: {carrier: 1, fighter: 6, cruiser: 1}}}}"
    )
    board = position(text).board
    surplus = over_limit(board, "red", "D2", ("carrier",))
    assert surplus == {"carrier": 1, "fighter": 6}


@pytest.mark.parametrize(
    ("units", "technologies", "gone"),
    [
        ("carrier: 1, fighter: 4, infantry: 2", "", {}),
        ("carrier: 1, fighter: 4, infantry: 4", "", {"fighter": 2}),
        ("carrier: 1, infantry: 8", "", {"ground_force": 2}),
        ("carrier: 1, fighter: 3, mechanized_unit: 7", "", {"fighter": 3, "mechanized_unit": 1}),
        ("cruiser: 2, infantry: 3", "stasis_capsules", {"ground_force": 1}),
        ("cruiser: 2, infantry: 1, fighter: 1", "stasis_capsules", {"fighter": 1}),
        ("cruiser: 1, fighter: 5", "advanced_fighters", {}),
        ("fighter: 1, infantry: 1", "advanced_fighters", {"ground_force": 1}),
    ],
)
def test_3_1_cargo_without_a_hold_is_lost(units: str, technologies: str, gone: dict[str, int]) -> None:
    board = position(f"{{red: {{technologies: [{technologies}]}}, at: {{D2: {{red: {{{units}}}}}}}}}").board
    assert homeless(board, "red", "D2") == gone


def test_3_1_hangars_of_docks_hold_fighters_only() -> None:
    board = position("{at: {jord: {red: {space_dock: 1}}, D1: {red: {fighter: 4, infantry: 1}}}}").board
    assert homeless(board, "red", "D1") == {"fighter": 1, "ground_force": 1}
    assert homeless(board, "red", "D1", ("ground_force",)) == {"fighter": 1, "ground_force": 1}


def test_9_damaged_ones_go_first_and_cargo_follows() -> None:
    text = (
        "{red: {fleet_limit: 1}, at: {D2: {red: {dreadnought: 2, carrier: 1, infantry: 2, damaged: {dreadnought: 1}}}}}"
    )
    board = position(text).board
    events = list(settle(board, "red", "D2", ("dreadnought",)))
    assert [(e.units, e.damaged, e.cause) for e in events] == [({"dreadnought": 2}, {"dreadnought": 1}, "fleet_limit")]
    assert lost(board, "red", "D2", {"dreadnought": 1}, "mines", "3.2").damaged == {"dreadnought": 1}
