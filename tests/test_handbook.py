"""The handbook is made from the definitions, and the copies in ``docs`` are up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gm.handbook import handbook
from gm.model import LANGUAGES, Lang
from gm.rulesets import GAMES, load
from gm.shapes import shape

DOCS = Path(__file__).parent.parent / "docs" / "handbook"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_copy_in_docs_is_up_to_date(game: str, lang: Lang, request: pytest.FixtureRequest) -> None:
    path = DOCS / f"{game}.{lang}.md"
    text = handbook(load(game), lang)
    if request.config.getoption("--update"):
        path.write_text(text, "utf-8", newline="\n")
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_order_and_field_is_there(game: str, lang: Lang) -> None:
    rules = load(game)
    text = handbook(rules, lang)
    for phase in rules.phases:
        for kind in phase.orders:
            assert f"\n### {kind.verb.of(lang)}\n\n{kind.about.of(lang)}\n" in text
            assert f"{rules.heading(kind.rule, lang)}." in text
            for field in shape(kind):
                assert f"- `{field.hint.key.of(lang)}`: {field.hint.text.of(lang)} (" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_row_of_the_tables_is_there(lang: Lang) -> None:
    rules = load("galactic_council")
    content, text = rules.content({}), handbook(rules, lang)
    for table in (content.strategies, content.units, content.technologies, content.races, content.anomalies):
        for row in table.values():
            assert f"| {row.name.of(lang)} |" in text
    for technology in content.technologies.values():
        assert technology.text.of(lang) in text


def test_fields_inside_fields_are_described_once() -> None:
    text = handbook(load("galactic_council"), "en")
    assert text.count("### What may stand in `if`") == 1
    assert text.count("- `planets`: planets to use up") == 1
    assert "### What may stand in `pick up`" in text


def test_types_in_words() -> None:
    text = handbook(load("galactic_council"), "en")
    assert "- `count`: how many (a whole number, 1 to 9)" in text
    assert "(yes | no; may be left out)" in text
    assert "the last one is the target (list: system; may be left out)" in text


def test_no_latin_word_in_russian() -> None:
    text = handbook(load("galactic_council"), "ru")
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    text = "\n".join(line for line in text.split("\n") if not line.startswith("| `"))
    assert re.findall(r"[A-Za-z]{3,}", text) == []


def test_tables_are_whole() -> None:
    for lang in LANGUAGES:
        rows = [line for line in handbook(load("galactic_council"), lang).split("\n") if line.startswith("|")]
        assert len(rows) > 80
        assert all(row.endswith(" |") for row in rows)
