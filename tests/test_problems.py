"""Sentences for every problem, and the caret under the place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gm.model import Problem
from gm.problems import WIDTH, as_json, sentence, shown
from gm.problemtexts import MESSAGES
from gm.trouble import CODES

SOURCE = Path(__file__).parent.parent / "gm"
_SAID = re.compile(
    r'(?:Problem|say|wrong|CampaignError|CannotRule|PydanticCustomError|stop|_difference)\(\s*(?:[\w.\[\]]+,\s*)?"([a-z_]+)"'
)
_HEADERS = re.compile(r'"((?:header|seat)_[a-z_]+)"')


def codes_in_source() -> dict[str, str]:
    """Every code of a problem that the source mentions -> where."""
    found = dict.fromkeys(CODES, "trouble.py")
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text("utf-8")
        if path.name != "handbook.py":
            found |= {match[1]: path.name for match in _SAID.finditer(text)}
        if path.name in ("address.py", "inbox.py", "check.py"):
            found |= {match[1]: path.name for match in _HEADERS.finditer(text)}
    return found


def test_every_code_has_its_sentence() -> None:
    assert len(codes_in_source()) > 60
    missing = {code: where for code, where in codes_in_source().items() if code not in MESSAGES}
    assert missing == {}


@pytest.mark.parametrize("code", MESSAGES)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_sentences_need_no_arguments_to_be_printed(code: str, lang: str) -> None:
    """A sentence must never fail: what is missing is left empty."""
    problem = Problem(code.partition("+")[0], {key: "x" for key in ("meant", "words", "keys") if f"+{key}" in code})
    text = sentence(problem, lang)  # type: ignore[arg-type]
    assert text and "{{" not in text


def test_a_code_nobody_knows_is_politely_passed_on() -> None:
    assert sentence(Problem("of_pydantic_in_the_year_2030")) == "this cannot be right (of_pydantic_in_the_year_2030)"


def test_the_place_and_a_caret() -> None:
    lines = ["- move:", "- buid:", "    unit: x"]
    problem = Problem("unknown_order", {"typed": "buid", "meant": "build"}, 2, 3, 4)
    assert shown(problem, lines, "orders.yaml") == (
        'orders.yaml:2:3: unknown order "buid", did you mean "build"?\n    - buid:\n      ^^^^'
    )
    assert shown(problem, lines, "orders.yaml", "ru") == (
        "orders.yaml:2:3: нет такого приказа: «buid»; может быть, «build»?\n    - buid:\n      ^^^^"
    )


def test_warnings_say_so() -> None:
    problem = Problem("indent_repaired", {}, 1, 1, 1, warning=True)
    assert shown(problem, [], "a.yaml").startswith("a.yaml:1:1: warning: ")
    assert shown(problem, [], "a.yaml", "ru").startswith("a.yaml:1:1: предупреждение: ")


def test_without_a_place_there_is_only_the_sentence() -> None:
    assert shown(Problem("game_over"), ["x"]) == "the game is over"


@pytest.mark.parametrize("column", [1, 40, 200, 499, 500, 10_000])
def test_long_lines_are_cut_around_the_place(column: int) -> None:
    line = "".join(chr(ord("a") + n % 26) for n in range(500))
    _first, part, caret = shown(Problem("tab", {}, 1, column, 3), [line], "a").split("\n")
    assert len(part) <= WIDTH + 6
    assert caret.strip("^ ") == ""
    at = caret.index("^")
    if column <= 498:
        assert part[at : at + 3] == line[column - 1 : column + 2]


def test_the_caret_stands_under_wide_letters_and_behind_tabs() -> None:
    _first, part, caret = shown(Problem("tab", {}, 1, 4, 1), ["\t世x!"], "a").split("\n")
    assert part == "    \t世x!"
    assert caret == "    \t   ^"


def test_a_place_behind_the_file_shows_no_line() -> None:
    assert "\n" not in shown(Problem("tab", {}, 99, 1), ["x"], "a")
    assert "\n" not in shown(Problem("tab", {}, 1, 1), [""], "a")


def test_braces_of_players_are_not_taken_for_ours() -> None:
    assert sentence(Problem("unknown_order", {"typed": "{x}{0}"})) == 'unknown order "{x}{0}"'


def test_for_scripts() -> None:
    assert as_json(Problem("not_a_number", {"typed": "x"}, 2, 3, 1)) == {
        "code": "not_a_number",
        "args": {"typed": "x"},
        "line": 2,
        "column": 3,
        "width": 1,
        "warning": False,
        "text": '"x" is not a whole number',
    }
