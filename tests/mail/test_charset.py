"""Charsets: undeclared, wrongly declared, cut inside a letter; how many short order texts are read right."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from gm.charset import guess
from gm.mail.charset import declared_in, decoded

VERBS = ("движение", "обстрел", "высадка", "бомбардировка", "потери", "не стрелять", "маркеры", "разведка")
KEYS = ("откуда", "корабли", "груз", "путь", "порядок", "система", "если", "иначе", "игрок", "планета")
VALUES = (
    "все",
    "нет",
    "пехота",
    "крейсер",
    "транспорт",
    "эсминец",
    "поровну",
    "Лодор",
    "Теку'ран",
    "Мираж",
    "Раг",
    "СПО",
)
TEXTS = 400
UNSAID = ("utf-8", "cp1251", "koi8-r", "cp866", "utf-16-le", "utf-16-be")


@cache
def texts() -> tuple[str, ...]:
    """Order files of one to three orders."""
    dice = Random(7)
    return tuple(one_text(dice) for _ in range(TEXTS))


def one_text(dice: Random) -> str:
    lines = ["#gm winter 3 movement red K7QX2M9P"]
    for _ in range(dice.randint(1, 3)):
        lines.append(f"- {dice.choice(VERBS)}:")
        for key in dice.sample(KEYS, dice.randint(1, 3)):
            value = dice.choice(VALUES) if dice.random() < 0.6 else f"{dice.choice('ABCDEF')}{dice.randint(1, 8)}"
            lines.append(f"    {key}: {value}")
    return "\n".join((*lines, "#end", ""))


@pytest.mark.parametrize("encoding", UNSAID)
def test_undeclared(encoding: str) -> None:
    right = sum(guess(text.encode(encoding))[0] == text for text in texts())
    assert right >= 0.995 * TEXTS


@pytest.mark.parametrize("encoding", UNSAID)
@pytest.mark.parametrize(
    "declared", ["us-ascii", "iso-8859-1", "windows-1251", "koi8-r", "cp866", "utf-8", "x-unknown"]
)
def test_wrongly_declared(encoding: str, declared: str) -> None:
    right = sum(decoded(text.encode(encoding), declared)[0] == text for text in texts())
    assert right >= 0.99 * TEXTS


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("encoding", UNSAID[:4])
def test_one_word_is_enough(verb: str, encoding: str) -> None:
    assert guess(f"- {verb}\n".encode(encoding))[0] == f"- {verb}\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Grüße aus Köln, ça va? Ærø", "iso-8859-1"),
        ("Tequ’ran “quoted” – naïve", "windows-1252"),
        ("Žluťoučký kůň úpěl", "iso-8859-2"),
        ("Привіт, Київ ґ", "koi8-u"),
        ("Ход третий, ПДС", "iso-8859-5"),
        ("Движение", "mac-cyrillic"),
        ("移动：三", "gb18030"),
        ("移動です", "iso-2022-jp"),
        ("plain", "utf-7"),
        ("Ещё ход", "utf-16"),
    ],
)
def test_what_is_declared_rightly_is_believed(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding), encoding)[0] == text


@pytest.mark.parametrize(
    "declared", ["", "idna", "base64", "rot13", "undefined", "unicode_escape", "\0", "a" * 9000, "Ж"]
)
def test_what_is_no_charset_is_not_believed(declared: str) -> None:
    assert decoded("ход \\u0041".encode(), declared) == ("ход \\u0041", "utf_8")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_cut_inside_a_letter(encoding: str) -> None:
    text = texts()[0]
    data = text.encode(encoding)
    end = data.rindex("е".encode()) + 1
    assert decoded(data[:end], "utf-8")[0].startswith(text[: text.rindex("е")])


def test_a_page_declares_it_itself() -> None:
    assert declared_in(b'<html><meta http-equiv="Content-Type" content="text/html; charset=koi8-r">') == "koi8-r"
    assert declared_in(b"<meta charset='utf-8'>") == "utf-8"
    assert declared_in(b"<p>charset=x") == ""
