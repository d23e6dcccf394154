"""Blank forms: empty as they are, readable once the signs are taken away, in the player's language."""

from __future__ import annotations

import re
from typing import Any, get_args, get_origin

import pytest
from msgspec.structs import replace

from gm.entry import Join
from gm.forms import file_stem, form
from gm.model import Lang, OpenPhase, Order
from gm.orders import Header, read
from gm.problems import sentence
from gm.shapes import TRUTH, FieldShape, Member, is_dict, is_part, is_tuple, members, shape
from tests.test_orders import facts
from tests.windows import RULES, Window, window, windows

LANGS: tuple[Lang, ...] = ("en", "ru")


def blank(one: Window, lang: Lang) -> str:
    header = Header("winter", str(one.opened.turn), one.opened.phase, one.seat, "K7QX2M9P")
    return form(RULES, one.opened, one.view, header, lang)


def blocks(text: str) -> list[list[str]]:
    """The commented orders of a form: the lines of each, its description first."""
    parts = [part.split("\n") for part in text.split("\n\n")]
    return [part for part in parts if any(line.startswith("# - ") for line in part)]


@pytest.mark.parametrize("lang", LANGS)
def test_sent_back_unchanged_it_is_an_empty_file(lang: Lang) -> None:
    for one in windows():
        text = blank(one, lang)
        found = read(one.kinds, text, one.view, lang)
        assert (found.orders, found.problems, found.refused) == ((), [], 0)
        assert found.header == Header("winter", str(one.opened.turn), one.opened.phase, one.seat, "K7QX2M9P")


@pytest.mark.parametrize("lang", LANGS)
def test_how_it_begins_and_ends(lang: Lang) -> None:
    lines = blank(window("movement"), lang).split("\n")
    assert lines[0] == "#gm winter 1 movement red K7QX2M9P"
    assert lines[1] == "# yaml-language-server: $schema=./winter-t01-movement-red.schema.json"
    assert lines[-2:] == ["#end", ""]
    assert all(line == "" or line.startswith("#") for line in lines)


def test_as_lesson_8_shows_it() -> None:
    text = blank(window("movement"), "ru")
    block = next(block for block in blocks(text) if "# - обстрел:" in block)
    assert block == [
        "# Все ваши СПО, которые достают до системы, делают по выстрелу по вражеским кораблям в ней; маркер за",
        "# систему.",
        "# - обстрел:",
        "#     система:   # * какую систему обстрелять",
        "#     если:   # условие, например {корабли: враг, система: C3}",
    ]


def value_of(type_: Any, view: Any, lang: Lang) -> str:
    """Something that may stand in a field, chosen from what the field says of itself."""
    return member_value(members(type_)[0], view, lang)


def member_value(member: Member, view: Any, lang: Lang) -> str:
    if member.choice is not None:
        return next(iter(member.choice.names(view))).of(lang)
    if is_part(member.type):
        return (
            "{" + ", ".join(f"{f.hint.key.of(lang)}: {value_of(f.type, view, lang)}" for f in needed(member.type)) + "}"
        )
    if is_dict(member.type):
        key, value = get_args(member.type)
        return f"{{{value_of(key, view, lang)}: {value_of(value, view, lang)}}}"
    if is_tuple(member.type):
        inner = get_args(member.type)
        count = 1 if inner[-1] is Ellipsis else len(inner)
        return "[" + ", ".join([value_of(inner[0], view, lang)] * count) + "]"
    if member.type is bool:
        return TRUTH["yes"].of(lang)
    if member.type is int:
        least = (getattr(bound, "ge", None) for bound in member.bounds)
        return str(max((number for number in least if number is not None), default=1))
    assert get_origin(member.type) is None
    return "word"


def needed(part: Any) -> list[FieldShape]:
    """Fields that a part can't do without: those that are required; of a condition, one fact and its place."""
    fields = shape(part)
    if part.__name__ == "Condition":
        return [field for field in fields if field.name in ("ships", "system")]
    return [field for field in fields if field.required] or [*fields[:1]]


def filled(block: list[str], kind: type[Order], view: Any, lang: Lang, every: bool) -> str:
    """The block without its signs, with a value behind each colon (or only behind the starred ones)."""
    lines = []
    fields = iter(shape(kind))
    for line in (text.removeprefix("# ") for text in block):
        if not line.startswith("    "):
            lines.append(line)
            continue
        field = next(fields)
        key, hint = line.split(":   #", 1)
        assert key.strip() == field.hint.key.of(lang)
        assert hint.startswith(" * ") == field.required
        if every or field.required:
            line = f"{key}: {value_of(field.type, view, lang)}  #{hint}"
        lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("every", [False, True])
def test_taking_the_signs_away_and_filling_in_gives_an_order(lang: Lang, every: bool) -> None:
    tried = set()
    for one in windows():
        found = blocks(blank(one, lang))
        assert len(found) == len(one.kinds)
        for block, kind in zip(found, one.kinds, strict=True):
            text = filled(block, kind, one.view, lang, every)
            reading = read(one.kinds, text, one.view, lang)
            assert [sentence(p, "en") for p in reading.problems] == [], text
            assert [type(order) for order in reading.orders] == [kind]
            tried.add(kind)
    assert len(tried) > 20


@pytest.mark.parametrize("lang", LANGS)
def test_only_the_order_without_its_description_gives_the_same(lang: Lang) -> None:
    one = window("movement")
    for block, kind in zip(blocks(blank(one, lang)), one.kinds, strict=True):
        text = filled(block, kind, one.view, lang, every=False)
        order = text[text.index("- ") :]
        assert facts(read(one.kinds, text, one.view, lang).orders) == facts(
            read(one.kinds, order, one.view, lang).orders
        )


def test_the_seats_own_things_stand_on_top() -> None:
    one = window("movement")
    home = one.view.board.chairs[one.seat].home
    text = blank(one, "ru")
    top = text[: text.index("\n\n")]
    assert "# Ваши флоты:" in top
    assert re.search(rf"#   {home} \(.*\): корабли {{.*: \d", top)
    assert "# Ваши планеты (ресурсы/влияние):" in top
    assert "#     рядом: " in top


@pytest.mark.parametrize("lang", LANGS)
def test_what_can_be_explored_and_captured(lang: Lang) -> None:
    text = blank(window("council"), lang)
    line = next(line for line in text.split("\n") if "2.5" in line or "explored:" in line or "разведать" in line)
    assert re.search(r": [A-Z]\d", line)


def test_agreements_and_the_last_ranking_stand_in_the_assembly_form() -> None:
    one = window("assembly")
    text = blank(one, "en")
    assert re.search(r"# Your free trade agreements: \d, \d", text)
    assert "# Your last ranking: " in text


def test_copied_from_the_notes_ships_can_be_ordered() -> None:
    """What the notes say of a fleet is what an order takes."""
    one = window("movement")
    text = blank(one, "ru")
    at, ships = re.search(r"#   (\w+)(?: \(.*?\))?: корабли ({.*?})", text).groups()  # type: ignore[union-attr]
    reading = read(one.kinds, f"- движение: {{откуда: {at}, корабли: {ships}}}\n", one.view, "ru")
    assert reading.ok and len(reading.orders) == 1


@pytest.mark.parametrize("lang", LANGS)
def test_no_latin_word_in_a_russian_form(lang: Lang) -> None:
    for one in windows():
        body = "\n".join(blank(one, lang).split("\n")[2:-2])
        other = r"[А-Яа-яЁё]{2,}" if lang == "en" else r"[A-Za-z]{3,}"
        names = {chair.name for chair in one.view.board.chairs.values()}
        assert [word for word in re.findall(other, body) if word not in names] == []


def test_a_form_shows_nothing_of_what_the_view_does_not_hold() -> None:
    """Two seats' forms differ only by what is their own; neither holds the other's code."""
    first = form(
        RULES, window("movement").opened, window("movement").view, Header("c", "1", "movement", "red", "AAAA"), "en"
    )
    assert "AAAA" in first.split("\n")[0]
    assert "AAAA" not in "\n".join(first.split("\n")[1:])


def test_names_of_players_cannot_break_out_of_a_comment() -> None:
    one = window("assembly")
    view = replace(one.view, board=replace_name(one.view.board, "Evil\n- fleet limit: 1\n#"))
    text = form(RULES, one.opened, view, Header("c", "1", "assembly", one.seat, "X"), "en")
    reading = read(one.kinds, text, view, "en")
    assert (reading.orders, reading.problems) == ((), [])


def replace_name(board: Any, name: str) -> Any:
    import copy

    other = copy.copy(board)
    other.chairs = {
        seat: copy.copy(chair) if n == 0 else _named(chair, name)
        for n, (seat, chair) in enumerate(board.chairs.items())
    }
    return other


def _named(chair: Any, name: str) -> Any:
    import copy

    other = copy.copy(chair)
    other.name = name
    return other


def test_the_form_of_entry_has_no_notes() -> None:
    from gm import entry

    rules = entry.rules(RULES)
    view = entry.EntryView("red", "Winter", RULES.titles, {"red": "Masha"})
    opened = entry.opened(("red", "blue"))
    text = form(rules, opened, view, Header("winter", "0", "entry", "red", "X"), "ru")
    assert "# - участие:" in text
    filled_in = (
        text.replace("# - участие:", "- участие:")
        .replace("#     имя:", "    имя: Маша")
        .replace("#     язык:", "    язык: русский")
    )
    (order,) = read((Join,), filled_in, view, "ru").orders
    assert isinstance(order, Join)
    assert (order.name, order.language) == ("Маша", "ru")


@pytest.mark.parametrize(
    ("header", "stem"),
    [
        (Header("si-10", "3", "movement", "red", "X"), "si-10-t03-movement-red"),
        (Header("si-10", "12", "big_phase", "red"), "si-10-t12-big-phase-red"),
    ],
)
def test_the_names_of_files(header: Header, stem: str) -> None:
    assert file_stem(header) == stem


def test_without_orders_there_is_still_a_form() -> None:
    one = window("council")
    closed = OpenPhase(1, "council", (), (), {})
    text = form(RULES, closed, one.view, Header("c", "1", "council", one.seat, "X"), "en")
    assert text.endswith("\n\n#end\n")
