"""YAML as people write it: what is read, what is refused, and where the finger points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.yamlfile import MAX_BYTES, MAX_DEPTH, Refused, decode, parse, tidy


def plain(text: str) -> object:
    node = parse(tidy(text))
    return None if node is None else node.plain()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("# only a comment\n", None),
        ("a: no", {"a": "no"}),
        ("on: yes", {"on": "yes"}),
        ("a: 012", {"a": "012"}),
        ("a: 12:30", {"a": "12:30"}),
        ("a: 1e3", {"a": "1e3"}),
        ("a: 2026-11-30", {"a": "2026-11-30"}),
        ("a:", {"a": ""}),
        ("a: ~", {"a": ""}),
        ("a: '~'", {"a": "~"}),
        ("a: ''", {"a": ""}),
        ("- a\n-\n- [b, c]", ["a", "", ["b", "c"]]),
        ("a: 'it''s'", {"a": "it's"}),
        ("а\u00a0б:\u00a0в", {"а б": "в"}),
        ("\ufeffa: 1\r\nb: 2\rc: 3", {"a": "1", "b": "2", "c": "3"}),
        ("<<: x", {"<<": "x"}),
        ('a: "x\\e[31m\\u202e"', {"a": "x\ufffd[31m"}),
        ("--- \na: 1", {"a": "1"}),
    ],
)
def test_read_as_typed(text: str, value: object) -> None:
    assert plain(text) == value


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("- a:\n\tb: 1", "tab", 2, 1),
        ("-\ta: 1", "tab", 1, 2),
        ("- a: 1\n  \tb: 2", "tab", 2, 3),
        ("- @x", "bad_start", 1, 3),
        ("- `x", "bad_start", 1, 3),
        ("%x\n- a", "bad_start", 1, 3),
        ("- a: b: c", "second_colon", 1, 7),
        ("- a\n- b\nc", "no_colon", 3, 1),
        ("a: 1\n- b", "bad_indent", 2, 1),
        ("- a: 1\n b: 2", "bad_indent", 2, 2),
        ("- a: 1\n - b", "bad_dash", 2, 2),
        ("- a: [1, 2", "open_list", 1, 6),
        ("- a: [1, 2}", "open_list", 1, 6),
        ("- a: {x: 1", "open_map", 1, 6),
        ("- a: {x: 1 y: 2}", "open_map", 1, 6),
        ("- a: ]", "stray_sign", 1, 6),
        ("- ,", "stray_sign", 1, 3),
        ("- a: 'x", "open_quote", 1, 6),
        ('- a: "x\n- b', "open_quote", 1, 6),
        ('- a: "\\q"', "bad_escape", 1, 7),
        ("- a: 'it's'", "after_quote", 1, 10),
        ('- a: "b" c', "after_quote", 1, 10),
        ("- a: &x 1", "no_aliases", 1, 6),
        ("- a: *x", "no_aliases", 1, 6),
        ("- <<: *x", "no_aliases", 1, 7),
        ("- &", "no_aliases", 1, 4),
        ("- a: !!int 1", "no_tags", 1, 6),
        ("- a: !<x", "no_tags", 1, 9),
        ("- !!python/object:os.system x", "no_tags", 1, 3),
        ("a: 1\n---\nb: 2", "second_document", 2, 1),
        ("- ? [a]\n  : b", "key_not_text", 1, 5),
        ("a: 1\nb: 2\na: 3", "double_key", 3, 1),
        ("- " * (MAX_DEPTH + 2), "too_deep", 1, 2 * MAX_DEPTH + 1),
        ("[" * (MAX_DEPTH + 2), "too_deep", 1, MAX_DEPTH + 1),
        ("#" * (MAX_BYTES + 1), "file_too_long", 1, 0),
        ("щ" * (MAX_BYTES // 2 + 1), "file_too_long", 1, 0),
    ],
)
def test_refused_with_its_place(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(Refused) as refused:
        parse(tidy(text))
    problem = refused.value.problem
    assert (problem.code, problem.line, problem.column) == (code, line, column)


def test_the_place_counts_from_the_first_line_given() -> None:
    with pytest.raises(Refused) as refused:
        parse("a: 1\na: 2", first_line=40)
    assert (refused.value.problem.line, refused.value.problem.args["first"]) == (41, "40")


def test_nodes_know_where_they_stand() -> None:
    node = parse("- движение:\n    путь: [D5, Вегга]\n")
    assert node is not None
    verb, body = node.items[0].entries[0]
    assert (verb.line, verb.column, verb.width) == (1, 3, 8)
    second = body.entries[0][1].items[1]
    assert (second.line, second.column, second.width) == (2, 16, 5)
    assert body.get("путь") is body.entries[0][1]
    assert body.get("нет") is None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1251"])
def test_files_of_any_editor(encoding: str) -> None:
    text = "- движение: {откуда: D4}"
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    assert decode(mark + text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["koi8-r", "cp866", "utf-16-le", "utf-16-be"])
def test_files_that_say_nothing_of_their_charset(encoding: str) -> None:
    text = "#gm winter 3 movement red K7QX2M9P\r\n- движение: {откуда: D4}\r\n#end\r\n"
    assert decode(text.encode(encoding)) == text


def test_a_broken_letter_spoils_no_other() -> None:
    assert decode("- движени".encode() + b"\xd0: x") == "- движени\ufffd: x"


@given(st.text(st.characters(codec=None), max_size=200))  # type: ignore[arg-type]
def test_tidy_leaves_one_kind_of_everything(text: str) -> None:
    clean = tidy(text)
    assert tidy(clean) == clean
    assert not set(clean) & set("\r\x00\ufeff\u00a0\u2028\ud800\u202e")
    clean.encode()


@given(st.binary(max_size=300))
def test_any_bytes_are_text_or_a_refusal(data: bytes) -> None:
    try:
        node = parse(tidy(decode(data)))
    except Refused as refused:
        assert refused.problem.line >= 1
    else:
        assert node is None or node.kind in ("text", "list", "map")


@given(
    st.recursive(
        st.text("abcж 01.,:#-'\"{}[]&*!%@`?|>\\", max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abж -:", min_size=1), inner, max_size=3),
        max_leaves=8,
    )
)
def test_what_json_writes_is_read_back(value: object) -> None:
    import json

    node = parse(json.dumps({"v": value}, ensure_ascii=False))
    assert node is not None
    assert node.plain() == {"v": value}
