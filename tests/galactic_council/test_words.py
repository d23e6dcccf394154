"""Every event, reason and note has words in both languages, and no words are left over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gm.model import LANGUAGES, Lang, Note
from gm.words import Words, escape, listed, plural, templates_folder, words
from tests.galactic_council.samples import AT, HERE, ONE, PURPOSES, RULES, TWO, codes, view

LATIN = re.compile(r"[A-Za-z]+")
COORDINATE = re.compile(r"\b[A-Z]\d{1,2}\b")
RAW_ID = re.compile(r"\w+_\w+")


def speech(lang: Lang) -> Words:
    return words(RULES, lang, view(None))


def macros(file: str) -> set[str]:
    text = (templates_folder() / file).read_text("utf-8")
    return set(re.findall(r"{% macro (\w+)\(", text))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_notes_that_the_rules_make_have_words(lang: Lang) -> None:
    folder = Path(__file__).parents[2] / "gm" / "rulesets" / "galactic_council"
    made = {code for path in folder.rglob("*.py") for code in re.findall(r'Note\(\s*"(\w+)"', path.read_text("utf-8"))}
    assert made == macros(f"galactic_council/{lang}/notes.j2")
    assert made


def test_codes_listed_by_an_event_are_found() -> None:
    from gm.rulesets.galactic_council.events.common import UnitsAppeared, UnitsLost

    assert "fleet_limit" in codes(UnitsLost, "cause") and "shock_alone" in codes(UnitsLost, "cause")
    assert codes(UnitsAppeared, "how") == [
        "built",
        "yield",
        "start",
        "animators",
        "synthesis",
        "captured",
        "shock_alone",
    ]


@pytest.mark.parametrize("code", ["purpose", "cause", "how", "source"])
def test_codes_that_the_rules_write_have_words(code: str) -> None:
    """Whatever is passed to these events as a literal stands in the vocabulary of both languages."""
    folder = Path(__file__).parents[2] / "gm" / "rulesets" / "galactic_council"
    source = "".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.py")))
    patterns = {
        "purpose": (r'Paid\(\s*[\w.]+,\s*"(\w+)"', "purposes"),
        "cause": (r'lost\([^()]*(?:\([^()]*\)[^()]*)*"(\w+)",\s*"', "causes"),
        "how": (r'UnitsAppeared\([^()]*(?:\([^()]*\)[^()]*)*"(\w+)",\s*rule', "appearances"),
        "source": (r'MarkersGained\([^()]*(?:\([^()]*\)[^()]*)*"(\w+)",\s*rule', "marker_sources"),
    }
    pattern, table = patterns[code]
    written = set(re.findall(pattern, source))
    assert written
    for lang in LANGUAGES:
        known = speech(lang).environment.get_template(f"galactic_council/{lang}/parts.j2").module
        assert written <= set(getattr(known, table)), (lang, written)


def test_purposes_of_payments_are_all_shown() -> None:
    from gm.rulesets.galactic_council.events.common import Paid

    source = Path(str(__import__("inspect").getsourcefile(Paid))).read_text("utf-8")
    listed_there = re.search(r'purpose: str\n    """([\w, \n]+)\."""', source)
    assert listed_there and re.findall(r"\w+", listed_there[1]) == PURPOSES


def test_plural_forms() -> None:
    forms = ("крейсер", "крейсера", "крейсеров")
    said = {n: plural("ru", n, forms) for n in (1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111, 112, 0)}
    assert [n for n, form in said.items() if form == forms[0]] == [1, 21, 101]
    assert [n for n, form in said.items() if form == forms[1]] == [2, 4, 22]
    assert [plural("en", n, ("ship", "ships")) for n in (0, 1, 2)] == ["ships", "ship", "ships"]


def test_lists_and_counts_of_units() -> None:
    assert listed("ru", ["а", "б", "в"]) == "а, б и в"
    assert listed("en", ["a", "b"]) == "a and b"
    assert listed("en", []) == "—"
    force = {"cruiser": 2, "carrier": 1, "ground_force": 5}
    assert speech("ru").units(force) == "2 крейсера, 1 транспорт и 5 отрядов пехоты"
    assert speech("en").units(force) == "2 cruisers, 1 carrier and 5 infantry"
    assert speech("ru").units({}) == "—"


def test_places_name_what_is_there() -> None:
    ru = speech("ru")
    assert ru.environment.filters["place"](AT) == "D4 (Мекатол Рэкс)"
    assert ru.environment.filters["place"](HERE) == "Мекатол Рэкс"
    assert ru.environment.filters["place"]("D3") == "D3"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<script>alert(1)</script>", r"\<script>alert(1)\</script>"),
        ("{{7*7}}", r"{{7\*7}}"),
        ("a|b", r"a\|b"),
        ("`x`", r"\`x\`"),
        ("one\n\n# two", "one # two"),
        ("# head", r"\# head"),
        ("1. item", r"1\. item"),
        ("- item", r"\- item"),
        ("[x](http://e.org)", r"\[x\](http://e.org)"),
        ("&lt;", r"\&lt;"),
        ("\u202egnp\x07", "gnp"),
        ("Версия 0.1", "Версия 0.1"),
    ],
)
def test_what_a_player_wrote_is_text_and_nothing_else(name: str, shown: str) -> None:
    assert escape(name) == shown


def test_a_seat_has_the_letter_of_the_map() -> None:
    from gm.rulesets.galactic_council.picture import looks

    for lang in LANGUAGES:
        drawn = {seat: look.letter for seat, look in looks(view(None).board, lang).items()}
        assert speech(lang).letters == drawn
    assert speech("ru").seat(ONE) == "`И` Иван"


def test_a_sentence_under_a_heading_does_not_repeat_the_seat() -> None:
    ru = speech("ru")
    assert ru.without_seat("`И` Иван: флот летит.", ONE) == "Флот летит."
    assert ru.without_seat("`И` Иван платит.", ONE) == "Платит."
    assert ru.without_seat("`И` Иван и ещё.", TWO) == "`И` Иван и ещё."
    assert ru.without_seat("`И` Иванов платит.", ONE) == "`И` Иванов платит."


def test_a_note_speaks_like_a_report() -> None:
    said = speech("ru").note(Note("flies", {"place": AT, "units": {"cruiser": 2}}, 3))
    assert "2 крейсера" in said and "D4 (Мекатол Рэкс)" in said
