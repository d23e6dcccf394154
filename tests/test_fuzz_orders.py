"""No order file, however broken, makes a traceback or takes long (promise 6)."""

from __future__ import annotations

import time
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.check import check
from gm.model import Lang
from gm.orderfile import order_file
from gm.orders import Header, Reading, read
from gm.problems import shown
from gm.yamlfile import decode
from tests.test_orders import facts
from tests.windows import EVERY_ORDER, RULES, window, windows

SECONDS = 1.0

GOOD = """\
#gm si-10 3 movement red K7QX2M9P
# yaml-language-server: $schema=./si-10-t03-movement-red.schema.json
- движение:                       # move
    откуда: D4                    # from
    корабли: {крейсер: 2, транспорт: 1}
    груз: {пехота: 3, истребитель: 2}
    путь: [D5, E5]                # every sector, in order
    высадка: {Лодор: {пехота: 2}, прочие: поровну}
- движение:
    откуда: C2
    корабли: все
    если: {корабли: враг, система: C3}
    то: {путь: [B3]}
    иначе: {путь: [C3], высадка: наибольшее влияние}
- обстрел: {система: E5}
- потери: [истребитель, эсминец, крейсер]
- производство: {планета: Йорд, юниты: {крейсер: 1}, оплата: {планеты: [Йорд], товары: 1}}
- договор: {партнёр: Blue, даю: 2}
#end
"""


@cache
def good_files() -> tuple[str, ...]:
    """Files as people and bots write them."""
    bots = (
        order_file(one.orders, one.view, Header("c", "1", one.opened.phase, one.seat, "X"), "ru") for one in windows()
    )
    return (GOOD, *bots)


def read_any(data: bytes | str) -> Reading:
    """Read bytes with every order type allowed, in time, and word everything that comes of it."""
    one = window("movement")
    text = decode(data) if isinstance(data, bytes) else data
    begin = time.perf_counter()
    found = read(EVERY_ORDER, text, one.view, "ru")
    took = time.perf_counter() - begin
    assert took < SECONDS, took
    for problem in found.problems:
        for lang in ("en", "ru"):
            sentence = shown(problem, found.lines, "a.yaml", lang)  # type: ignore[arg-type]
            assert sentence.startswith("a.yaml:"), sentence
            assert f"({problem.code})" not in sentence, problem
            assert "\x1b" not in sentence
            assert max(map(len, sentence.split("\n"))) < 1200
    assert found.refused >= 0
    return found


def test_the_good_file_is_good() -> None:
    found = read_any(GOOD)
    assert len(found.orders) + found.refused == 6
    assert {problem.code for problem in found.problems} <= {"unknown_name"}


HOSTILE = {
    "a megabyte of brackets": "[" * 2**20,
    "a megabyte of braces": "{" * 2**20,
    "closing brackets": "]" * 60_000,
    "brackets behind dashes": "- [\n" * 15_000,
    "braces behind dashes": "- {a: \n" * 9_000,
    "dashes in a line": "- " * 30_000,
    "dashes below one another": "-\n" * 30_000,
    "colons": ": " * 30_000,
    "keys in keys": "a: " * 20_000,
    "question marks": "? " * 30_000,
    "quotes": "- 'a\n" * 12_000,
    "one long word": "- " + "я" * 30_000,
    "one long line": "- движение: {откуда: " + "D4, откуда: " * 2_000,
    "many unknown orders": "".join(f"- приказ{n}: 1\n" for n in range(3_500)),
    "many unknown names": "- потери: [" + ", ".join(f"кресер{n}" for n in range(3_000)) + "]",
    "many unknown fields": "- движение: {" + ", ".join(f"поле{n}: 1" for n in range(3_500)) + "}",
    "many orders": "- движение: {откуда: D4}\n" * 1_500,
    "many line ends": "\n" * 2**20,
    "many carriage returns": "\r" * 2**20,
    "a bomb of aliases": "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(2_000)),
    "merge keys": "- <<: [*a, *b]\n" * 3_000,
    "tags": "- !!python/object/apply:os.system ['true']\n" * 1_000,
    "documents": "---\n- обстрел: D4\n" * 1_500,
    "comments": "# x\n" * 15_000,
    "headers": "#gm a 1 b c d\n" * 4_000,
    "ends": "#end\n" * 10_000,
    "deep parts": "- движение: {если: " * 1 + "{если: " * 3_000,
    "deep indents": "".join(" " * n + "a:\n" for n in range(300)),
    "long number": "- маркеры: " + "9" * 50_000,
    "nuls": "\x00" * 60_000,
    "controls": "- \x1b[31mred\x07\x08\x7f: \x9b",
    "surrogates": "- \ud800: \udfff",
    "escapes": '- "\\e[2J\\u202e\\0": "\\xff"',
    "right to left": "- \u202eдвижение\u2066: D4",
    "emoji": "- 🚀: 🌍",
    "combining": "- a" + "\u0301" * 20_000 + ": 1",
    "literal": "- движение: |\n  текст\n  ещё",
    "folded": "- движение: >\n  текст",
    "directive": "%YAML 9.9\n---\n- a",
    "tag directive": "%TAG ! tag:x,2000:\n---\n- !a b",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(name: str) -> None:
    found = read_any(HOSTILE[name])
    if name in ("many orders", "documents"):
        assert found.orders
    elif name not in ("many line ends", "comments", "headers", "ends", "many carriage returns"):
        assert found.problems


def changed(text: str) -> list[bytes]:
    """The file with one thing done to it, in many ways."""
    data, lines = text.encode(), text.split("\n")
    half = "\n".join(lines[: len(lines) // 2])
    return [
        b"\xef\xbb\xbf" + data,
        text.encode("utf-16"),
        b"\xff\xfe" + data,
        text.encode("cp1251", "replace"),
        text.encode("koi8-r", "replace"),
        text.encode("cp866", "replace"),
        data.replace(b"\n", b"\r\n"),
        data.replace(b"\n", b"\r"),
        data.replace(b"    ", b"\t"),
        text.replace(" ", "\u00a0").encode(),
        text.replace("    ", "").encode(),
        text.replace("- ", "– ").encode(),
        text.replace("- ", "-").encode(),
        text.replace(": ", ":").encode(),
        text.replace(":", "").encode(),
        text.replace("{", "").encode(),
        text.replace("}", "").encode(),
        text.replace("[", "{").encode(),
        text.replace(",", "").encode(),
        text.replace(",", ",,").encode(),
        text.replace("\n", "\n> ").encode(),
        text.replace("\n", "\n\n").encode(),
        text.replace("\n", " ").encode(),
        text.upper().encode(),
        (text + text).encode(),
        (half + text).encode(),
        half.encode(),
        data[: len(data) // 2],
        data[len(data) // 2 :],
        data[::-1],
        "\n".join(reversed(lines)).encode(),
        "\n".join(f"# {line}" for line in lines).encode(),
        ("---\n" + text + "...\n" + text).encode(),
        b"\x00".join(data[n : n + 7] for n in range(0, len(data), 7)),
    ]


@pytest.mark.parametrize("number", range(len(changed("a"))))
def test_good_files_with_one_thing_done_to_all_of_them(number: int) -> None:
    for text in good_files():
        read_any(changed(text)[number])


def test_a_file_of_windows_is_as_good_as_any() -> None:
    plain = read_any(GOOD)
    for data in (changed(GOOD)[n] for n in (0, 1, 3, 6, 7)):
        assert facts(read_any(data).orders) == facts(plain.orders)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_good_files_cut_and_mixed(data: st.DataObject) -> None:
    """Pieces of good files and strange signs in any order."""
    texts = st.sampled_from(good_files())
    pieces = []
    for _ in range(data.draw(st.integers(1, 4))):
        text = data.draw(texts)
        start = data.draw(st.integers(0, len(text)))
        pieces.append(text[start : start + data.draw(st.integers(0, 400))])
        pieces.append(
            data.draw(
                st.sampled_from(
                    ["", "\n", "\t", "'", '"', "{", "]", "- ", ": ", "&", "*", "!", "#end\n", "\x00", "---\n"]
                )
            )
        )
    read_any("".join(pieces))


WORDS = st.sampled_from(
    [
        "движение",
        "путь",
        "корабли",
        "откуда",
        "если",
        "то",
        "все",
        "D4",
        "C3",
        "Лодор",
        "крейсер",
        "1",
        "-5",
        "да",
        "",
        "~",
        "a b",
    ]
)
VALUES = st.recursive(
    WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=12
)


def flow(value: object) -> str:
    """A value as YAML in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key or 'x'}: {flow(inner)}" for key, inner in value.items()) + "}"
    return "[" + ", ".join(map(flow, value)) + "]" if isinstance(value, list) else str(value)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(EVERY_ORDER), st.data())
def test_wrong_types_everywhere(kind: type, data: st.DataObject) -> None:
    """Every order with any value in any field: it is read, or every refusal says why."""
    from gm.shapes import shape

    keys = [field.hint.key.ru for field in shape(kind)]
    body = data.draw(st.dictionaries(st.sampled_from(keys), VALUES, max_size=len(keys)) | VALUES)
    found = read_any(f"- {kind.verb.ru}: {flow(body)}\n")  # type: ignore[attr-defined]
    assert len(found.orders) + found.refused == 1 or flow(body) == ""
    assert (found.refused > 0) == (not found.ok)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_checking_is_as_calm_as_reading(lang: Lang) -> None:
    """The estimate of whatever was understood makes no traceback either, with everybody's orders in every phase."""
    for one in windows():
        for text in good_files():
            checked = check(RULES, one.opened, one.seat, one.view, text.encode(), lang)
            assert checked.shown("a.yaml")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    read_any(data)
