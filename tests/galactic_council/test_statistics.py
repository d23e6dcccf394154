"""The numbers for the chart over the turns."""

from __future__ import annotations

from gm.rulesets.galactic_council import RULES
from gm.rulesets.galactic_council.statistics import COLUMNS, statistics
from gm.rulesets.galactic_council.view import view
from tests.galactic_council.desk import position
from tests.games import game

TEXT = """
seats: {red: {race: sol, goods: 3, markers: 4, technologies: [cybernetics, gen_synthesis]}, blue: hacan, green: winnu}
tiles: {D5: lodor}
green: {out: 1}
at:
  D5: {red: {carrier: 1, cruiser: 2, infantry: 2, fighter: 3}}
  lodor: {owner: red, red: {infantry: 1, mechanized unit: 1, pds: 1}}
contracts: [{red: 2, blue: 3}]
"""


def row(seat: str) -> dict[str, int]:
    found = statistics(view(position(TEXT), None))
    return dict(zip((column.id for column in found.columns), found.rows[seat], strict=True))


def test_what_is_counted() -> None:
    lodor, jord = (position(TEXT).content.planets[id_] for id_ in ("lodor", "jord"))
    assert row("red") == {
        "planets": 2,
        "resources": lodor.resources + jord.resources,
        "influence": lodor.influence + jord.influence,
        "ships": 3,
        "troops": 4,
        "fleets": 1,
        "markers": 4,
        "goods": 3,
        "technologies": 2,
        "contracts": 1,
    }
    assert row("blue")["contracts"] == 1 and row("blue")["ships"] == 0


def test_a_seat_that_is_out_has_nothing() -> None:
    assert set(row("green").values()) == {0}


def test_every_seat_has_a_number_in_every_column_and_planets_are_those_of_the_score() -> None:
    for played in game(RULES, 5, 3, turns=4):
        seen = view(played.after, None)
        found = statistics(seen)
        assert list(found.rows) == list(seen.board.chairs) and found.columns == COLUMNS
        assert all(len(numbers) == len(COLUMNS) and min(numbers) >= 0 for numbers in found.rows.values())
        for standing in RULES.standings(seen):
            if not standing.out:
                assert found.rows[standing.seat][0] == standing.numbers["planets"]
                assert found.rows[standing.seat][2] == standing.numbers["influence"]
    assert RULES.statistics is not None and RULES.statistics(seen) == found


def test_columns_have_names_in_both_languages() -> None:
    assert all(column.en.islower() and column.ru.islower() for column in COLUMNS)
