"""Every rule case holds, and every paragraph in scope has one."""

from __future__ import annotations

import re

import pytest

from gm.rulesets.galactic_council.events import EVENTS
from tests.galactic_council.cases import ANYTHING, Case, all_cases, check, content

PARAGRAPHS = {"1", "2.4", "2.5", "2.6", "3", "3.1", "3.2", "3.3", "3.4", "3.5", "4.1", "4.2", "4.3"}
PARAGRAPHS |= {"5.1", "5.2", "5.3", "7", "7а", "7в", "7г", "7д", "7ж", "8", "9", "12", "13"}


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: f"{case.file.removesuffix('.yaml')}: {case.name}")
def test_case(case: Case) -> None:
    check(case)


def test_every_paragraph_in_scope_has_a_case() -> None:
    assert PARAGRAPHS - {case.paragraph for case in all_cases()} == set()


def test_names_are_unique_and_begin_with_a_paragraph() -> None:
    names = [case.name for case in all_cases()]
    assert sorted({name for name in names if names.count(name) > 1}) == []
    assert [name for name in names if not re.match(r"\d+(\.\d)?[а-ж]? ", name)] == []


def test_every_row_says_what_must_follow() -> None:
    empty = [
        case.name for case in all_cases() if not any(case.node.get(key) for key in ("events", "also", "never", "after"))
    ]
    assert empty == []


def test_what_a_row_shows_exists() -> None:
    tables = content()
    known = {*tables.units, *tables.technologies, *tables.planets, *tables.anomalies, *tables.strategies, *tables.races}
    known |= {*tables.wormholes, *(field for field in tables.numbers.__struct_fields__)}
    assert {thing for case in all_cases() for thing in case.shows} - known == set()


def test_rows_name_events_and_fields_that_exist() -> None:
    """So that a slip of the pen in ``never`` is no silent success."""
    fields = {kind.__name__: {name.rstrip("_") for name in kind.__struct_fields__} for kind in EVENTS}
    wrong = []
    for case in all_cases():
        for expected in (item for key in ("events", "also", "never") for item in case.plain(key, [])):
            name, said = next(iter(expected.items())) if isinstance(expected, dict) else (expected, {})
            if name != ANYTHING and (name not in fields or set(said) - fields[name]):
                wrong.append(f"{case.file}:{case.line}: {expected}")
    assert wrong == []
