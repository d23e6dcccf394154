"""The numbers for the chart over the turns."""

from __future__ import annotations

from gm.rulesets.space_base import RULES
from tests.games import game
from tests.space_base.desk import position

BOARD = """
red: {credits: 9, income: 3, points: 10, charges: {"1-01-1": 1}}
at:
  red: {1: {station: "1-01-1", deployed: [start_01]}, 7: {colony: colony_07, deployed: [start_07, "1-07-1"]}}
"""


def test_every_number() -> None:
    told = RULES.statistics(RULES.view(position(BOARD), None))  # type: ignore[misc]
    assert [name.id for name in told.columns] == [
        *("points", "credits", "income", "stationed", "deployed", "colonies", "cubes")
    ]
    assert told.rows == {
        "red": (10, 9, 3, 11, 3, 1, 1),
        "blue": (0, 0, 0, 12, 0, 0, 0),
        "green": (0, 0, 0, 12, 0, 0, 0),
    }
    assert all(name.en and name.ru for name in told.columns)


def test_all_seats_see_the_same_numbers_and_the_standings_agree() -> None:
    for played in game(RULES, 3, 4, points=30):
        views = [RULES.view(played.after, seat) for seat in (*played.opened.may, None)]
        first, *others = [RULES.statistics(view) for view in views]  # type: ignore[misc]
        assert all(other == first for other in others)
        for standing in RULES.standings(views[0]):
            assert first.rows[standing.seat][0] == standing.numbers["points"]
