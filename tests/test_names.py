"""Forgiving names."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.model import Name
from gm.names import Names, fold
from gm.shapes import field_names, shape
from tests.windows import EVERY_ORDER, RULES

WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)


@given(WORDS)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(WORDS)
def test_case_and_composition_do_not_matter(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(text)
    assert fold(unicodedata.normalize("NFC", text)) == fold(text)
    if "İ" not in text:
        assert fold(text.casefold()) == fold(text)


@given(st.text("абвекмнорстухйё efgMOT", min_size=1), st.sampled_from(" -_\u00a0\u2011'«»"), st.data())
def test_spaces_hyphens_quotes_do_not_matter(text: str, sign: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text)))
    assert fold(text[:place] + sign + text[place:]) == fold(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ёлка", "елка"),
        ("Т1", "T1"),  # Cyrillic, Latin
        ("С3", "c3"),
        ("Mecatol Rex", "mecatol_rex"),
        ("Торрский\u00a0король", "ТОРРСКИЙ-КОРОЛЬ"),
        ("Mülheim", "mulheim"),
        ("«Диверсия»", "диверсия"),
    ],
)
def test_two_spellings_of_one_name(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("й", "и"), ("мой", "мои"), ("B1", "D1"), ("дом", "том")])
def test_two_names_stay_two(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.lists(WORDS, min_size=1, max_size=5, unique_by=fold))
def test_every_name_finds_itself(words: list[str]) -> None:
    names = Names(Name(f"id{n}", word, word) for n, word in enumerate(words))
    for n, word in enumerate(words):
        assert names.find(word) == (f"id{n}" if fold(word) else None)
        assert names.find(f"id{n}") is not None


@given(st.text(max_size=80))
def test_nothing_typed_makes_a_traceback(text: str) -> None:
    names = Names([Name("cruiser", "cruiser", "крейсер"), Name("carrier", "carrier", "транспорт")])
    assert names.find(text) in (None, "cruiser", "carrier")
    assert names.close_to(text, "ru") in (None, "крейсер", "транспорт")


def test_exact_letters_count_before_look_alikes() -> None:
    names = Names([Name("path", "path", "путь", ("to",)), Name("then", "then", "то")])
    assert names.find("to") == "path"
    assert names.find("то") == "then"  # Cyrillic, though it looks like the other


def test_signs_alone_are_no_name() -> None:
    assert Names([Name("a", "«»", "—")]).find("--") is None


def test_what_was_meant() -> None:
    names = Names([Name("build", "build", "производство"), Name("move", "move", "движение")])
    assert names.close_to("buid", "en") == "build"
    assert names.close_to("buid", "ru") == "производство"
    assert names.close_to("двжиение", "ru") == "движение"
    assert names.close_to("x" * 10_000, "en") is None


def test_the_beginning_of_one_name_is_enough_to_guess_it() -> None:
    names = Names([Name("technology", "Technology", "Технология"), Name("trade", "Trade", "Торговля")])
    assert names.close_to("tech", "en") == "Technology"
    assert names.close_to("торг", "ru") == "Торговля"
    assert names.close_to("t", "en") is None
    assert names.find("tech") is None  # a guess is told, never taken


@pytest.mark.parametrize("kind", EVERY_ORDER, ids=lambda kind: kind.__name__)
def test_fields_of_an_order_are_never_mixed_up(kind: type) -> None:
    known = field_names(kind)
    for field in shape(kind):
        for spelling in (field.hint.key.en, field.hint.key.ru, *field.hint.also):
            assert known.find(spelling) == field.name, spelling


@pytest.mark.parametrize("phase", RULES.phases, ids=lambda phase: phase.id)
def test_orders_of_a_phase_are_never_mixed_up(phase: object) -> None:
    kinds = phase.orders  # type: ignore[attr-defined]
    verbs = Names(kind.verb for kind in kinds)
    for kind in kinds:
        for spelling in kind.verb.spellings():
            assert verbs.find(spelling) == kind.verb.id, spelling
