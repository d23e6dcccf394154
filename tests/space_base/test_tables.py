"""The tables: counts that are certain, prices in their bands, the overlay with printed values."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gm.content import WrongTable
from gm.rulesets.space_base import RULES
from gm.rulesets.space_base.charging import _OPS
from gm.rulesets.space_base.handbook import handbook_tables
from tests.space_base.desk import play, position, purse

CONTENT = RULES.content({})


def test_counts() -> None:
    assert [len(CONTENT.deck(level)) for level in (1, 2, 3)] == [48, 48, 36]
    assert len(CONTENT.starting) == len(CONTENT.colonies) == 12
    for level, each in ((1, 4), (2, 4), (3, 3)):
        sectors = Counter(CONTENT.ship(id_).sector for id_ in CONTENT.deck(level))
        assert sectors == dict.fromkeys(range(1, 13), each)
    assert sorted(colony.sector for colony in CONTENT.colonies.values()) == [*range(1, 13)]
    assert CONTENT.numbers.cubes == 30


@pytest.mark.parametrize(("level", "least", "most"), [(1, 2, 5), (2, 7, 9), (3, 12, 14)])
def test_prices_lie_in_the_band_of_their_level(level: int, least: int, most: int) -> None:
    assert {CONTENT.ship(id_).cost for id_ in CONTENT.deck(level)} == {*range(least, most + 1)}


def test_charge_ships() -> None:
    charged = [
        sum(bool(CONTENT.ship(i).station.boxes or CONTENT.ship(i).deployed.boxes) for i in CONTENT.deck(level))
        for level in (1, 2, 3)
    ]
    assert charged == [6, 13, 15]
    used = {side.ability for ship in CONTENT.ships.values() for side in (ship.station, ship.deployed)} - {None}
    assert used == {*CONTENT.abilities}, "every ability sits on a ship"


def test_every_kind_of_ability_is_played() -> None:
    kinds = {ability.op for ability in CONTENT.abilities.values()}
    assert kinds == {*_OPS, "sum", "reroll", "double"}


def test_the_names_of_cards_are_told_apart() -> None:
    names = [row.name for rows in (CONTENT.ships, CONTENT.starting, CONTENT.colonies) for row in rows.values()]
    for lang in ("en", "ru"):
        assert max(Counter(name.of(lang) for name in names).values()) == 1  # type: ignore[arg-type]
    assert not [name.ru for name in names if any("a" <= letter.lower() <= "z" for letter in name.ru)]


def test_printed_values_come_from_the_campaign_s_folder() -> None:
    overlay = {"ships_1": {"1-08-1": {"cost": 5, "station": {"credits": 4, "points": 1}}}}
    ship = RULES.content(overlay).ships["1-08-1"]
    assert (ship.cost, ship.station.credits, ship.station.points, ship.deployed.credits) == (5, 4, 1, 3)
    state = position("""
      dice: [3, 5]
      at: {red: {8: {station: "1-08-1"}}}
      cards: {"1-08-1": {station: {credits: 4, points: 1}}}
    """)
    play(state, red="- choose: sum")
    assert purse(state.board.chairs["red"]) == (4, 0, 1)


@pytest.mark.parametrize(
    ("overlay", "code"),
    [
        ({"ships_1": {"1-01-2": {"level": 2}}}, "content_not_one_of"),
        ({"ships_2": {"2-01-3": {"sector": 13}}}, "content_not_one_of"),
        ({"ships_1": {"1-01-2": {"station": {"boxes": 2}}}}, "content_missing_field"),
        ({"ships_1": {"1-01-1": {"station": {"ability": "dice_arow"}}}}, "content_unknown_id"),
        ({"ships_3": {"3-12-3": {"station": {"claim": 4}}}}, "content_not_one_of"),
        ({"colonies": {"colony_01": {"sector": 0}}}, "content_not_one_of"),
        ({"abilities": {"claim_1x2": {"levels": [4]}}}, "content_not_one_of"),
        ({"abilities": {"swap_6_7": {"sectors": [6, 13]}}}, "content_not_one_of"),
        ({"abilities": {"swap_6_7": {"sectors": [6]}}}, "content_not_so_many"),
        ({"starting_ships": {"start_02": {"sector": 1}}}, "content_not_so_many"),
        ({"numbers": {"bonus_credits": [0, 1]}}, "content_not_so_many"),
        ({"numbers": {"light_hand": [4, 2]}}, "content_not_so_many"),
        ({"numbers": {"light_hand": [10, 2, 0]}}, "content_not_so_many"),
    ],
)
def test_wrong_tables(overlay: dict[str, Any], code: str) -> None:
    with pytest.raises(WrongTable) as wrong:
        RULES.content(overlay)
    assert wrong.value.problem.code == code


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_handbook_s_tables(lang: str) -> None:
    tables = handbook_tables(CONTENT, lang)  # type: ignore[arg-type]
    assert [len(table.rows) for table in tables] == [12, 48, 48, 36, 12, len(CONTENT.abilities)]
    assert all(len(row) == len(table.columns) for table in tables for row in table.rows)
    rows = {row[0]: row for table in tables for row in table.rows}
    name = CONTENT.ships["1-07-4"].name.of(lang)  # type: ignore[arg-type]
    right = {"en": "+2 credits, → as right", "ru": "+2 кр., → как справа"}
    assert rows[name][1:4] == ("7", "4", right[lang])
