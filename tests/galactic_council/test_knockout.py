"""Knock-outs (promise 8): nothing in the tables can be taken away, and no number be changed by one, unnoticed."""

from __future__ import annotations

import pytest

from gm.rulesets.galactic_council import tables
from tests.galactic_council import facts
from tests.galactic_council.cases import check, content
from tests.galactic_council.knockout import Change, flagship_case, noticed, numbers, removals, survivors

RACES = tuple(content().races)


@pytest.mark.parametrize("change", list(removals()), ids=lambda change: str(change.name))
def test_what_is_taken_away_is_missed(change: Change) -> None:
    assert noticed(change), f"{change.name}: no case that shows {change.row!r} gives another result"


def _by_table() -> list[tuple[str, list[Change]]]:
    found: dict[str, list[Change]] = {}
    for change in numbers():
        found.setdefault(change.name.partition(".")[0], []).append(change)
    return list(found.items())


@pytest.mark.parametrize(("table", "changes"), _by_table(), ids=lambda part: part if isinstance(part, str) else "")
def test_a_number_changed_by_one_is_noticed(table: str, changes: list[Change]) -> None:
    assert survivors(changes) == []


def test_there_are_numbers_in_every_table_that_has_some() -> None:
    assert {table for table, _changes in _by_table()} == set(tables.content({}).__dataclass_fields__) - {
        "key",
        "colours",
        "wormholes",
    }


def test_the_tables_are_what_the_data_sheets_say() -> None:
    assert list(facts.unlike(tables.content({}))) == []


@pytest.mark.parametrize("race", RACES)
def test_a_race_starts_as_its_sheet_says(race: str) -> None:
    assert list(facts.start_unlike(tables.content({}), race)) == []


@pytest.mark.parametrize("race", RACES)
def test_a_flagship_fights_as_its_sheet_says(race: str) -> None:
    check(flagship_case(race))


def test_an_idle_change_is_not_noticed() -> None:
    assert noticed(Change("a name", "cruiser", {"units": {"cruiser": {"name": {"en": "heavy cruiser"}}}})) == ""
