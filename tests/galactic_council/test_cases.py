"""Every rule case holds, and every paragraph in scope has one."""

from __future__ import annotations

import re

import pytest

from tests.galactic_council.cases import GAME, Case, all_cases, check, content
from tests.rulecases import empty, slips, twice

PARAGRAPHS = {"1", "2.4", "2.5", "2.6", "3", "3.1", "3.2", "3.3", "3.4", "3.5", "4.1", "4.2", "4.3"}
PARAGRAPHS |= {"5.1", "5.2", "5.3", "7", "7а", "7в", "7г", "7д", "7ж", "8", "9", "12", "13"}


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.file.removesuffix('.yaml')}: {case.name}")
def test_case(case: Case) -> None:
    check(case)


def test_every_paragraph_in_scope_has_a_case() -> None:
    assert PARAGRAPHS - {case.paragraph for case in all_cases()} == set()


def test_names_are_unique_and_begin_with_a_paragraph() -> None:
    assert twice(all_cases()) == []
    assert [case.name for case in all_cases() if not re.match(r"\d+(\.\d)?[а-ж]? ", case.name)] == []


def test_every_row_says_what_must_follow() -> None:
    assert empty(all_cases()) == []


def test_what_a_row_shows_exists() -> None:
    tables = content()
    known = {*tables.units, *tables.technologies, *tables.planets, *tables.anomalies, *tables.strategies, *tables.races}
    known |= {*tables.wormholes, *(field for field in tables.numbers.__struct_fields__)}
    assert {thing for case in all_cases() for thing in case.shows} - known == set()


def test_rows_name_events_and_fields_that_exist() -> None:
    assert slips(GAME, all_cases()) == []
