"""Every rule case of Space Base holds, and every paragraph has one."""

from __future__ import annotations

import pytest

from gm.rulesets.space_base.tables import content
from tests.rulecases import Case, empty, slips, twice
from tests.space_base.cases import GAME, all_cases, check

PARAGRAPHS = {"setup", "light_speed", "cards", "dice", "rewards", "charged", "arrows", "dice_arrow"}
PARAGRAPHS |= {"claim", "buy", "purchase", "colony", "end"}


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.file.removesuffix('.yaml')}: {case.name}")
def test_case(case: Case) -> None:
    check(case)


def test_every_paragraph_has_a_case_and_every_case_a_paragraph() -> None:
    assert {case.paragraph for case in all_cases()} == PARAGRAPHS


def test_every_example_of_the_data_sheets_has_a_case() -> None:
    named = " ".join(case.name for case in all_cases())
    assert [number for number in range(1, 20) if f"SB-EX{number:02}" not in named] == []


def test_names_are_unique() -> None:
    assert twice(all_cases()) == []


def test_every_row_says_what_must_follow() -> None:
    assert empty(all_cases()) == []


def test_what_a_row_shows_exists() -> None:
    tables = content({})
    known = {*tables.abilities, *tables.numbers.__struct_fields__, *tables.ships, *tables.colonies, *tables.starting}
    known |= {"credits", "income", "points", "left", "right", "either", "claims", "buys", "boxes", "window"}
    assert {thing for case in all_cases() for thing in case.shows} - known == set()


def test_rows_name_events_and_fields_that_exist() -> None:
    assert slips(GAME, all_cases()) == []
