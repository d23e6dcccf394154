"""The tables: what the rules and the component facts print, the overlay, and what is said about a wrong one."""

from __future__ import annotations

import pickle
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gm.content import WrongTable, read_tables
from gm.names import Names, fold
from gm.problemtexts import MESSAGES
from gm.rulesets.galactic_council import dealing, hexes
from gm.rulesets.galactic_council.tables import FOLDER, content

OURS = read_tables(FOLDER)
TABLES = content({})


# --- our own rows -----------------------------------------------------------------------------------------


def test_every_table_has_its_rows() -> None:
    sizes = {name: len(getattr(TABLES, name)) for name in ("units", "technologies", "races", "planets", "strategies")}
    assert sizes == {"units": 13, "technologies": 33, "races": 17, "planets": 90, "strategies": 8}
    assert sum(tile.count for tile in TABLES.tiles.values()) == 87
    assert list(TABLES.wormholes) == ["alpha", "beta", "delta"]


@pytest.mark.parametrize("table", ["units", "technologies", "races", "planets", "anomalies", "strategies", "wormholes"])
def test_no_spelling_means_two_things(table: str) -> None:
    names = [getattr(row, "name", row) for row in getattr(TABLES, table).values()]
    for name in names:
        meant = Names(names)
        assert {meant.find(spelling) for spelling in name.spellings()} == {name.id}


@pytest.mark.parametrize("table", ["units", "technologies", "races", "planets", "anomalies", "strategies", "wormholes"])
def test_russian_names_have_no_latin_letter_and_english_ones_no_cyrillic(table: str) -> None:
    for row in getattr(TABLES, table).values():
        name, text = getattr(row, "name", row), getattr(row, "text", None)
        russian = [name.ru, *(name.ru_forms or ()), *([text.ru] if text else [])]
        english = [name.en, *(name.en_forms or ()), *([text.en] if text else [])]
        assert not [word for word in russian if re.search("[A-Za-z]", word)]
        assert not [word for word in english if re.search("[А-Яа-яЁё]", word)]


def test_count_forms_of_every_unit() -> None:
    assert TABLES.units["cruiser"].name.ru_forms == ("крейсер", "крейсера", "крейсеров")
    assert TABLES.units["ground_force"].name.ru_forms == ("отряд пехоты", "отряда пехоты", "отрядов пехоты")
    assert all(unit.name.ru_forms and unit.name.en_forms for unit in TABLES.units.values())


@pytest.mark.parametrize(
    ("typed", "unit"),
    [
        ("истреб", "fighter"),
        ("дред", "dreadnought"),
        ("ЗВ", "war_sun"),
        ("отряд пехоты", "ground_force"),
        ("СПО", "pds"),
    ],
)
def test_players_may_write_short_forms(typed: str, unit: str) -> None:
    assert Names(row.name for row in TABLES.units.values()).find(typed) == unit


def test_the_numbers_of_the_rules() -> None:
    numbers = TABLES.numbers
    assert (numbers.start_goods, numbers.start_markers, numbers.start_fleet_limit) == (2, 5, 3)  # 9, 11
    assert (numbers.marker_influence, numbers.markers_a_turn) == (2, 3)  # 2.4
    assert (numbers.first_sector_goods, numbers.next_sector_goods) == (1, 1)  # 2.5
    assert (numbers.capture_markers, numbers.capture_influence) == (1, 3)  # 2.6
    assert (numbers.move_markers, numbers.fire_markers, numbers.jump_markers) == (1, 1, 1)  # 3.1
    assert (numbers.produce_markers, numbers.dock_bonus, numbers.boost_markers, numbers.boost) == (1, 2, 1, 3)  # 4.1
    assert (numbers.dock_markers, numbers.dock_resources) == (1, 4)  # 4.2, reading 16
    assert (numbers.technology_markers, numbers.technology_resources) == (1, 6)  # 4.3
    assert (numbers.end_markers, numbers.least_fleet_limit, numbers.guild_break_goods) == (2, 1, 1)  # 7, 5.3


def test_the_special_systems_of_chapter_8() -> None:
    rules = {id_: (row.stop, row.through) for id_, row in TABLES.anomalies.items()}
    assert rules == {
        "asteroid_field": (False, False),
        "nebula": (True, False),
        "supernova": (False, False),
        "ion_storm": (True, False),
        "gravity_rift": (True, True),
    }
    assert TABLES.anomalies["nebula"].leaving_speed == 1
    assert TABLES.anomalies["gravity_rift"].leaving_kills_up_to == 5
    assert not TABLES.anomalies["ion_storm"].pds_fire_in and not TABLES.anomalies["ion_storm"].fighters_fight


def test_the_special_planets_of_chapter_8() -> None:
    yields = {id_: dict(row.yields) for id_, row in TABLES.planets.items() if row.yields and not row.station}
    assert yields == {"primor": {"ground_force": 2}, "mirage": {"fighter": 2}, "hopes_end": {"shock_troop": 2}}
    stations = {id_: dict(row.yields) for id_, row in TABLES.planets.items() if row.station}
    assert stations == {"sumerian": {"good": 2}, "tsion": {"good": 2}}


def test_strategies_have_the_numbers_of_their_benefits() -> None:
    assert [row.number for row in TABLES.strategies.values()] == list(range(1, 9))
    numbers = {id_: dict(row.numbers) for id_, row in TABLES.strategies.items() if row.numbers}
    assert numbers == {
        "leadership": {"markers": 3},
        "diplomacy": {"sectors": 3, "captures": 1},
        "production": {"resources": 2},
        "warfare": {"speed": 1, "battle": 1},
        "technology": {"free": 1},
    }


def test_every_technology_does_something_or_says_why_not() -> None:
    idle = {id_ for id_, row in TABLES.technologies.items() if not row.effects}
    assert idle == {"neural_motivator", "long_range_scanners"}  # readings 67 and 68
    assert [id_ for id_, row in TABLES.technologies.items() if row.missing] == ["long_range_scanners"]


def test_every_technology_can_be_reached() -> None:
    known: set[str] = set()
    while True:
        more = {
            id_
            for id_, row in TABLES.technologies.items()
            if not row.missing and known.issuperset(row.all) and (not row.any or known.intersection(row.any))
        }
        if more == known:
            break
        known = more
    assert set(TABLES.technologies) - known == {"long_range_scanners"}


def test_flagships_stand_on_the_row_that_all_share() -> None:
    winnu = TABLES.unit("winnu", "flagship")
    assert (winnu.cost, winnu.hits_on, winnu.dice_per_enemy, winnu.armour, winnu.per_seat) == (10, 7, True, True, 1)
    assert all(race.flagship.id == "flagship" and race.flagship.cost for race in TABLES.races.values())
    assert TABLES.unit("winnu", "cruiser") is TABLES.units["cruiser"]


def test_creuss_has_a_gate_on_the_map_and_a_home_beside_it() -> None:
    assert TABLES.races["creuss"].tiles == ("creuss_gate", "home_creuss")
    assert all(TABLES.tiles[tile].wormholes == ("delta",) for tile in TABLES.races["creuss"].tiles)


@pytest.mark.parametrize("id_", list(TABLES.galaxies))
def test_fixed_galaxies_are_whole_open_and_paired(id_: str) -> None:
    galaxy = TABLES.galaxies[id_]
    assert set(galaxy.tiles) == set(dealing.covered(len(galaxy.homes)))
    assert set(galaxy.homes) <= set(hexes.ring(galaxy.radius, galaxy.radius))
    assert dealing.paired(TABLES, galaxy.tiles.values())
    assert dealing.all_reach_centre(TABLES, galaxy.radius, galaxy.homes, galaxy.tiles)


def test_fixed_galaxies_exist_for_three_six_and_eight() -> None:
    assert [len(galaxy.homes) for galaxy in TABLES.galaxies.values()] == [3, 6, 8]


def test_six_crowns_shows_every_special_thing() -> None:
    tiles = [TABLES.tiles[tile] for tile in TABLES.galaxies["six_crowns"].tiles.values()]
    assert {"nebula", "ion_storm", "gravity_rift", "asteroid_field"} <= {tile.anomaly for tile in tiles}
    assert Counter(w for tile in tiles for w in tile.wormholes) == {"alpha": 2}
    planets = {planet for tile in tiles for planet in tile.planets}
    assert {"primor", "mirage", "hopes_end", "sumerian", "tsion"} <= planets


# --- overlay ----------------------------------------------------------------------------------------------


def test_an_overlay_changes_one_field_and_the_hash() -> None:
    changed = content({"planets": {"abyz": {"resources": 5}}})
    assert (changed.planets["abyz"].resources, changed.planets["abyz"].influence) == (5, 0)
    assert changed.key != TABLES.key
    assert changed.planets["fria"] == TABLES.planets["fria"]


def test_numbers_may_be_written_as_text_or_numbers() -> None:
    assert content({"numbers": {"start_goods": 4}}).key == content({"numbers": {"start_goods": "4"}}).key
    assert content({"numbers": {"start_goods": 4}}).numbers.start_goods == 4


def test_maps_are_merged_and_null_takes_an_entry_away() -> None:
    sol = content({"races": {"sol": {"units": {"carrier": 3, "destroyer": None}, "name": {"ru": "Земляне"}}}}).races[
        "sol"
    ]
    assert dict(sol.units) == {"ground_force": 5, "carrier": 3, "space_dock": 1}
    assert (sol.name.en, sol.name.ru) == ("The Federation of Sol", "Земляне")


def test_a_new_id_is_a_new_row() -> None:
    made = content(
        {
            "planets": {
                "new_hope": {"name": {"en": "New Hope", "ru": "Новая Надежда"}, "resources": 2, "influence": 1}
            },
            "tiles": {"new_hope": {"kind": "standard", "planets": ["new_hope"]}},
        }
    )
    assert made.planets["new_hope"].name.id == "new_hope"
    assert dealing.deck(made).count("new_hope") == 1


def test_an_overlay_on_the_shared_flagship_reaches_every_race() -> None:
    assert not content({"units": {"flagship": {"armour": False}}}).races["sol"].flagship.armour


WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("no such table", {"planet": {}}, "content_unknown_table", "planets"),
    ("table is a list", {"planets": []}, "content_not_map", "planets"),
    ("row is nothing", {"planets": {"abyz": None}}, "content_not_map", "abyz"),
    ("misspelt field", {"planets": {"abyz": {"resurces": 5}}}, "content_unknown_field", "resources"),
    ("not a number", {"planets": {"abyz": {"resources": "many"}}}, "content_not_number", "many"),
    ("negative number", {"planets": {"abyz": {"resources": -1}}}, "content_not_number", "-1"),
    ("required nothing", {"planets": {"abyz": {"resources": None}}}, "content_not_number", "resources"),
    ("no such colour", {"planets": {"abyz": {"colour": "blu"}}}, "content_unknown_id", "blue"),
    ("new row too short", {"planets": {"new": {"resources": 1}}}, "content_unknown_row", "name"),
    ("misspelt row", {"units": {"infantry": {"cost": 2}}}, "content_unknown_row", "ground_force"),
    ("misspelt field", {"units": {"cruiser": {"cots": 2}}}, "content_unknown_field", "cost"),
    ("misspelt table", {"unit": {"cruiser": {"cost": 2}}}, "content_unknown_table", "units"),
    ("id by its name", {"races": {"sol": {"units": {"infantry": 2}}}}, "content_unknown_id", "ground_force"),
    ("not a list", {"tiles": {"lodor": {"planets": "lodor"}}}, "content_not_list", "planets"),
    ("list too long", {"races": {"sol": {"agreements": [1, 2, 3]}}}, "content_not_so_many", "2"),
    ("not yes or no", {"anomalies": {"nebula": {"stop": "maybe"}}}, "content_not_truth", "maybe"),
    ("not a kind", {"units": {"cruiser": {"kind": "boat"}}}, "content_not_one_of", "ship"),
    ("text is a list", {"planets": {"abyz": {"name": {"en": ["x"]}}}}, "content_not_text", "name.en"),
    ("shared flagship is nothing", {"units": {"flagship": None}}, "content_not_map", "flagship"),
    ("flagship is text", {"races": {"sol": {"flagship": "big"}}}, "content_not_map", "flagship"),
    ("no prerequisite", {"technologies": {"war_sun": {"all": ["magic"]}}}, "content_unknown_id", "magic"),
    ("effect op", {"technologies": {"war_sun": {"effects": [{"op": "win"}]}}}, "content_not_one_of", "combat"),
    (
        "effect unit",
        {"technologies": {"war_sun": {"effects": [{"op": "unlock", "units": ["x"]}]}}},
        "content_unknown_id",
        "x",
    ),
    (
        "benefit number gone",
        {"strategies": {"leadership": {"numbers": {"markers": None}}}},
        "content_missing_field",
        "markers",
    ),
    ("same initiative", {"strategies": {"trade": {"number": 1}}}, "content_number_twice", "1"),
    ("two centres", {"tiles": {"lodor": {"kind": "centre"}}}, "content_one_centre", "kind"),
    ("planet twice", {"tiles": {"quann": {"planets": ["lodor"]}}}, "content_planet_twice", "lodor"),
    ("planet on two copies", {"tiles": {"lodor": {"count": 2}}}, "content_planet_twice", "lodor"),
    ("home without planet", {"races": {"sol": {"tiles": ["empty_base"]}}}, "content_no_home", "sol"),
    ("galaxy off the map", {"galaxies": {"three_suns": {"tiles": {"Z9": "lodor"}}}}, "content_not_a_hex", "Z9"),
    ("home twice", {"galaxies": {"three_suns": {"homes": ["E1", "E1", "A3"]}}}, "content_not_a_hex", "E1"),
    ("tile used up", {"galaxies": {"three_suns": {"tiles": {"D2": "primor"}}}}, "content_no_such_tile_left", "primor"),
]


@pytest.mark.parametrize(("overlay", "code", "says"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_wrong_overlay_gives_one_plain_problem(overlay: dict[str, Any], code: str, says: str) -> None:
    with pytest.raises(WrongTable) as caught:
        content(overlay)
    problem = caught.value.problem
    assert problem.code == code and problem.code in MESSAGES
    assert says in MESSAGES[code].format(**problem.args) + " ".join(problem.args.values())


@pytest.mark.parametrize("value", [None, 3, "x", [], ["x"], {}, {"x": 1}, True])
def test_no_overlay_whatever_makes_a_traceback(value: Any) -> None:
    for table, rows in OURS.items():
        for id_ in (next(iter(rows)), "new"):
            row = rows.get(id_)
            fields = list(row) if isinstance(row, dict) else []
            for overlay in ({table: value}, {table: {id_: value}}, *({table: {id_: {f: value}}} for f in fields)):
                try:
                    content(overlay)
                except WrongTable as wrong:
                    assert wrong.problem.args["table"]


# --- reading and sharing ----------------------------------------------------------------------------------


def test_what_was_read_is_kept_and_read_again_when_a_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "things.yaml").write_text("a: {n: 1}\n", encoding="utf-8")
    assert read_tables(tmp_path) == {"things": {"a": {"n": "1"}}}
    assert len(list((tmp_path / "__pycache__").iterdir())) == 1
    assert read_tables(tmp_path) == {"things": {"a": {"n": "1"}}}
    (tmp_path / "things.yaml").write_text("a: {n: 2}\n", encoding="utf-8")
    assert read_tables(tmp_path) == {"things": {"a": {"n": "2"}}}
    assert len(list((tmp_path / "__pycache__").iterdir())) == 1


def test_a_kept_file_that_was_cut_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "things.yaml").write_text("a: {n: 1}\n", encoding="utf-8")
    read_tables(tmp_path)
    next((tmp_path / "__pycache__").iterdir()).write_text('{"things": {"a"', encoding="utf-8")
    assert read_tables(tmp_path) == {"things": {"a": {"n": "1"}}}


def test_a_table_with_a_double_row_is_refused(tmp_path: Path) -> None:
    (tmp_path / "things.yaml").write_text("a: {n: 1}\na: {n: 2}\n", encoding="utf-8")
    with pytest.raises(WrongTable) as caught:
        read_tables(tmp_path)
    assert (caught.value.problem.code, caught.value.problem.line) == ("double_key", 2)


def test_copies_of_a_state_share_the_tables() -> None:
    assert pickle.loads(pickle.dumps(TABLES)) is TABLES
    assert content({}) is TABLES


def test_names_fold_apart() -> None:
    assert fold("Лирта 4") != fold("Лирта IV")


@pytest.mark.parametrize(
    ("typed", "planet"),
    [
        ("Квуцен'н", "qucen_n"),
        ("текю ран", "tequ_ran"),
        ("Меллоун", "mellon"),
        ("Дал Бутта", "dal_bootha"),
        ("Заудрон", "saudor"),
        ("Вифут II", "vefut_ii"),
        ("Вефут 2", "vefut_ii"),
        ("Квен", "quann"),
        ("Рарун", "rarron"),
        ("Мир", "meer"),
        ("Файра", "fria"),
        ("Мейлук", "maaluuk"),
        ("Друа", "druaa"),
        ("Мол Примус", "moll_primus"),
        ("Аретц", "arretze"),
        ("Жол", "jol"),
        ("Куинарра", "quinarra"),
        ("Тар'Ман", "tar_mann"),
        ("Лирта IV", "lirta_iv"),
    ],
)
def test_planets_are_found_as_russian_players_spell_them(typed: str, planet: str) -> None:
    assert Names(row.name for row in content({}).planets.values()).find(typed) == planet
