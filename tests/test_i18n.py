"""The interface speaks both languages, and no message is left untranslated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import click
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from click.testing import CliRunner

from gm import i18n, model
from gm.cli import COMMANDS, cli
from tests.messages import of_click, plural, singular

SOURCE = Path(i18n.__file__).parent / "locale" / "ru" / "LC_MESSAGES" / "gm.po"
_LATIN = re.compile(r"[A-Za-z]{3,}")
# Words that are typed as they are: commands, options, files, formats, variables, names of things.
_TYPED = re.compile(
    r"gm|json|schema|markdown|bash|bashrc|eval|zsh|fish|svg|png|html|text|yaml|campaign|galactic|council|winter|zima"
    r"|GM_\w+|LC_\w+|LANG|public|wait|hold|bot|view|lang|into|dry|run|reports|undone|check|form|red|turns|resvg|pip"
    r"|install|chmod|status|report|events|verify|games|seats|turn|phase|option|help|demo|title|game|name|europe|berlin"
    r"|moscow|missing|new|completion|map|undo|resolve|submit|history|handbook|version|folder|seat|default|from|all|end"
    r"|format|raw|dev|stdin|messages|accept|anyway|receipt|standing|absent|replace|refused|movement|player|address|language"
    r"|reason|none|clear|dice|hand|content|release|position|hash|yes|which|inbox|kind|stats|what|chart|csv"
    r"|early|earlier|auto|extend|ics|campaigns|quiet|tick|ready|not|mail|imap|maildir|mbox|eml|procmail|fetchmail|sieve|done|ctrl|watch|news|reminders|letter|again",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def catalogue() -> Catalog:
    with SOURCE.open("rb") as file:
        return read_po(file, locale="ru")


def _entries(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def test_every_message_is_translated(catalogue: Catalog) -> None:
    wanted = {**singular(), **{one: where for (one, _many), where in plural().items()}}
    assert len(wanted) > 200
    missing = {text: where for text, where in wanted.items() if catalogue.get(text) is None}
    assert missing == {}
    for message in _entries(catalogue):
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(texts) and not message.fuzzy, message.id


def test_no_translation_is_left_over(catalogue: Catalog) -> None:
    single, numbers = of_click()
    used = {*singular(), *single, *(one for one, _many in (*plural(), *numbers))}
    ids = (message.id[0] if isinstance(message.id, tuple) else message.id for message in _entries(catalogue))
    assert [id_ for id_ in ids if id_ not in used] == []


def _fields(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name}


def test_translations_have_the_same_places_for_values(catalogue: Catalog) -> None:
    for message in _entries(catalogue):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        if "{" not in "".join((*ids, *texts)) or ids[0].startswith(("Every order", "Lines that")):
            continue
        wanted = set.union(*map(_fields, ids))
        for text in texts:
            assert _fields(text) <= wanted, (ids, text)
        if len(ids) == 1:
            assert _fields(texts[0]) == wanted, ids


def test_russian_numbers() -> None:
    words = [i18n.number("{n} order accepted", "{n} orders accepted", n, "ru") for n in (0, 1, 2, 5, 11, 21, 102)]
    assert words == [
        "принято 0 приказов",
        "принят 1 приказ",
        "принято 2 приказа",
        "принято 5 приказов",
        "принято 11 приказов",
        "принят 21 приказ",
        "принято 102 приказа",
    ]
    assert i18n.number("{n} order accepted", "{n} orders accepted", 1, "en") == "1 order accepted"


@pytest.mark.parametrize(
    ("explicit", "environ", "lang"),
    [
        (None, {}, "en"),
        (None, {"LANG": "ru_RU.UTF-8"}, "ru"),
        (None, {"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
        (None, {"LANG": "en_GB.UTF-8", "GM_LANG": "ru"}, "ru"),
        (None, {"LANG": "fr_FR.UTF-8"}, "en"),
        (None, {"LANG": "", "LC_MESSAGES": "ru_RU"}, "ru"),
        ("en", {"GM_LANG": "ru"}, "en"),
    ],
)
def test_which_language_is_wanted(explicit: str | None, environ: dict[str, str], lang: str) -> None:
    assert i18n.wanted(explicit, environ) == lang


def test_the_languages_are_those_of_the_model() -> None:
    assert i18n.LANGUAGES == model.LANGUAGES


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_has_no_untranslated_line(name: str) -> None:
    arguments = [name, "--help"] if name else ["--help"]
    english = CliRunner().invoke(cli, ["--lang", "en", *arguments])
    russian = CliRunner().invoke(cli, ["--lang", "ru", *arguments])
    assert (english.exit_code, russian.exit_code) == (0, 0)
    assert russian.output.startswith("Использование: ")
    assert "Показать эту справку и выйти." in russian.output
    for line in russian.output.splitlines():
        left = [word for word in _LATIN.findall(line) if word not in COMMANDS and not _TYPED.fullmatch(word)]
        assert left == [], line
    assert not re.search("[а-яё]", english.output, re.IGNORECASE)


def test_languages_can_change_within_a_process() -> None:
    words = [CliRunner().invoke(cli, ["--lang", lang, "resolve", "--nonsense"]).output for lang in ("ru", "en", "ru")]
    assert words[0] == words[2] != words[1]
    assert "Нет такого параметра" in words[0]
    assert "No such option" in words[1]


@pytest.mark.parametrize("arguments", [["nonsense"], ["new"], ["resolve", "--missing", "x"], ["report", "--turn", "x"]])
def test_mistakes_in_a_command_are_told_in_russian(arguments: list[str]) -> None:
    result = CliRunner().invoke(cli, ["--lang", "ru", *arguments])
    assert result.exit_code == 2
    assert "Ошибка: " in result.output
    assert "Error" not in result.output and "Usage" not in result.output


def test_metavars_are_messages() -> None:
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        assert command.help, name
