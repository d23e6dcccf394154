"""Reading order files: good orders stand, every mistake comes back at once with its place and a remedy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

import pytest
from msgspec import Meta, structs

from gm.model import Choice, Hint, Name, Order, Part, Problem, Text
from gm.orderfile import order_file
from gm.orders import MAX_PROBLEMS, Header, Reading, header_of, read
from tests.windows import Window, window, windows

UNITS = (Name("cruiser", "cruiser", "крейсер"), Name("carrier", "carrier", "транспорт"))
PLACES = tuple(Name(at, at, at) for at in ("C3", "D4", "D5", "E5", "E6", "F1", "F2", "F3", "F6"))
ALL = Name("all", "all", "все", ("всё",))


def hint(en: str, ru: str, *also: str) -> Hint:
    return Hint(Text(en, ru), Text(f"what {en}", f"что {ru}"), also)


Unit = Annotated[str, Choice(Text("unit", "юнит"), lambda view: UNITS, listed=True)]
Place = Annotated[str, Choice(Text("system", "система"), lambda view: PLACES)]
Count = Annotated[int, Meta(ge=1, le=9)]
All = Annotated[Literal["all"], Choice(Text("word", "слово"), lambda view: (ALL,))]


class Stop(Part, frozen=True):
    system: Annotated[Place, hint("system", "система")]
    units: Annotated[dict[Unit, Count], hint("units", "юниты")]


class Change(Part, frozen=True):
    shorthand: ClassVar[str | None] = "path"

    path: Annotated[tuple[Place, ...], hint("path", "путь", "to")] = ()
    ships: Annotated[dict[Unit, Count] | All | None, hint("ships", "корабли")] = None


class Move(Order, frozen=True):
    verb: ClassVar[Name] = Name("move", "move", "движение", ("fly",))
    about: ClassVar[Text] = Text("Send ships along a path.", "Отправить корабли по маршруту.")
    rule: ClassVar[str] = "3.1"

    from_: Annotated[Place, hint("from", "откуда")]
    path: Annotated[tuple[Place, ...], hint("path", "путь", "to")] = ()
    ships: Annotated[dict[Unit, Count] | All, hint("ships", "корабли")] = "all"
    stops: Annotated[tuple[Stop, ...], hint("stops", "остановки")] = ()
    then: Annotated[Change | All | None, hint("then", "то")] = None
    both: Annotated[tuple[Place, Place] | None, hint("both", "оба")] = None
    fast: Annotated[bool, hint("fast", "быстро")] = False


class Fire(Order, frozen=True):
    verb: ClassVar[Name] = Name("fire", "fire", "обстрел")
    about: ClassVar[Text] = Text("Shoot.", "Стрелять.")
    rule: ClassVar[str] = "3.1"
    shorthand: ClassVar[str | None] = "system"

    system: Annotated[Place, hint("system", "система")]
    times: Annotated[Count, hint("times", "раз")] = 1


class Limit(Order, frozen=True):
    verb: ClassVar[Name] = Name("limit", "limit", "лимит")
    about: ClassVar[Text] = Text("Set the limit.", "Задать лимит.")
    rule: ClassVar[str] = "7"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "limit"

    limit: Annotated[int | None, hint("limit", "лимит")] = None
    name: Annotated[str, Meta(max_length=5), hint("name", "имя")] = ""

    def mistake(self) -> str:
        return "branch_needs_if" if self.limit == 13 else ""


class Later(Order, frozen=True):
    verb: ClassVar[Name] = Name("vote", "vote", "голос")
    about: ClassVar[Text] = Text("Vote.", "Голосовать.")
    rule: ClassVar[str] = "6"


KINDS = (Move, Fire, Limit)


def reading(text: str, lang: Any = "en") -> Reading:
    return read(KINDS, text, None, lang, (Later,))


def facts(orders: Iterable[Order]) -> list[tuple[str, dict[str, Any]]]:
    """Orders without the lines they stood on."""
    return [(type(order).__name__, structs.asdict(order) | {"line": 0}) for order in orders]


def codes(text: str) -> list[tuple[str, int, int]]:
    return [(problem.code, problem.line, problem.column) for problem in reading(text).problems]


# --- what is accepted ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("- move: {from: D4}", Move(from_="D4")),
        ("- ДВИЖЕНИЕ:\n    откуда: d4\n    путь: [d5, E-5]", Move(from_="D4", path=("D5", "E5"))),
        ("- move: {from: D4, path: D5}", Move(from_="D4", path=("D5",))),
        ("- move:\n    from: D4\n    path: D5, E5", Move(from_="D4", path=("D5", "E5"))),
        ("- move:\n    from: D4\n    path: D5 > E5 → E6", Move(from_="D4", path=("D5", "E5", "E6"))),
        ("- move: {from: D4, path: []}", Move(from_="D4")),
        ("- move: {from: D4, path: , fast: }", Move(from_="D4")),
        ("- move: {from: D4, ships: всё}", Move(from_="D4")),
        ("- move: {from: D4, ships: {крейсер: 2}}", Move(from_="D4", ships={"cruiser": 2})),
        ("- move: {from: D4, fast: да}", Move(from_="D4", fast=True)),
        (
            "- move: {from: D4, stops: {system: D5, units: {cruiser: 1}}}",
            Move(from_="D4", stops=(Stop(system="D5", units={"cruiser": 1}),)),
        ),
        ("- move: {from: D4, to: D5, то: [E5]}", Move(from_="D4", path=("D5",), then=Change(path=("E5",)))),
        ("- move: {from: D4, then: all}", Move(from_="D4", then="all")),
        ("- move: {from: D4, both: [D5, E5]}", Move(from_="D4", both=("D5", "E5"))),
        ("- обстрел: F6", Fire(system="F6")),
        ("- fire: {system: F6, times: 3}", Fire(system="F6", times=3)),
        ("- limit", Limit()),
        ("- limit:", Limit()),
        ("- limit: -3", Limit(limit=-3)),
        ("- fly: {from: d-4}", Move(from_="D4")),
    ],
)
def test_accepted(text: str, order: Order) -> None:
    found = reading(text)
    assert found.problems == []
    assert facts(found.orders) == facts((order,))
    assert found.refused == 0
    assert found.orders[0].line == 1


@pytest.mark.parametrize("text", ["", "\n", "# nothing", "#gm c 1 p red X\n\n#end\n", "---\n"])
def test_an_empty_file_is_no_mistake(text: str) -> None:
    found = reading(text)
    assert (found.orders, found.problems, found.refused) == ((), [], 0)


# --- every mistake, with its place ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- buid: 1", [("unknown_order", 1, 3)]),
        ("- vote: yes", [("other_phase", 1, 3)]),
        ("- fire:F6", [("no_space", 1, 3)]),
        ("- limit: 1\n- limit: 2", [("only_once", 2, 3)]),
        ("- fire: F6\n  limit: 2", [("one_order_per_dash", 2, 3)]),
        ("- move:\n  from: D4", [("indent_repaired", 2, 3)]),
        ("- []", [("not_an_order", 1, 3)]),
        ("- {}", [("not_an_order", 1, 3)]),
        ("- - fire: F6", [("not_an_order", 1, 3)]),
        ("-\n- fire: F6", [("not_an_order", 1, 2)]),
        ("- '': 1", [("not_an_order", 1, 3)]),
        ("- move", [("missing_field", 1, 3)]),
        ("- move: {flet: 1}", [("missing_field", 1, 3), ("unknown_field", 1, 10)]),
        ("- move: {from: D4, from: D5}", [("double_key", 1, 20)]),
        ("- move: {from: D4, откуда: D5}", [("double_key", 1, 20)]),
        ("- move: {from: D4, ships: {cruiser: 1, крейсер: 2}}", [("double_key", 1, 40)]),
        ("- move: {from: D4, fast:yes}", [("no_space", 1, 20)]),
        ("- move: {from: D4, ships: {cruiser:2}}", [("no_space", 1, 28)]),
        ("- move: D4", [("not_a_map", 1, 9)]),
        ("- move: [D4]", [("not_a_map", 1, 9)]),
        ("- move: {from: [D4]}", [("no_list_here", 1, 16)]),
        ("- move: {from: {a: b}}", [("no_map_here", 1, 16)]),
        ("- move: {from: D4, ships: cruiser}", [("pairs_or_word", 1, 27)]),
        ("- move: {from: D4, ships: [cruiser]}", [("no_list_here", 1, 27)]),
        ("- move: {from: D4, ships: {cruiser: many}}", [("not_a_number", 1, 37)]),
        ("- move: {from: D4, ships: {cruiser: }}", [("empty_value", 1, 37)]),
        ("- move: {from: D4, ships: {cruiser: 0}}", [("greater_than_equal", 1, 37)]),
        ("- move: {from: D4, ships: {cruiser: 10}}", [("less_than_equal", 1, 37)]),
        ("- move: {from: D4, ships: {cruisr: 1}}", [("unknown_name", 1, 28)]),
        ("- move: {from: D4, path: [D5, E55]}", [("unknown_name", 1, 31)]),
        ("- move: {from: D4, path: [D5, '']}", [("empty_value", 1, 31)]),
        ("- move:\n    from: D4\n    path: D5, E55", [("unknown_name", 3, 15)]),
        ("- move: {from: D4, fast: maybe}", [("unknown_name", 1, 26)]),
        ("- move: {from: D4, stops: [D5]}", [("not_a_map", 1, 28)]),
        ("- move: {from: D4, stops: [{system: D5}]}", [("missing_field", 1, 28)]),
        ("- move: {from: D4, both: [D5]}", [("too_short", 1, 26)]),
        ("- move: {from: D4, both: [D5, D5, D5]}", [("too_long", 1, 26)]),
        ("- limit: 13", [("branch_needs_if", 1, 3)]),
        ("- limit: {name: Бонапарт}", [("string_too_long", 1, 17)]),
        ("move: {from: D4}", [("not_a_list", 1, 1)]),
        ("hello", [("not_a_list", 1, 1)]),
        ("move:\n  from: D4\nmove:\n  from: D5", [("not_a_list", 1, 1)]),
        ("Hello!\n- fire: F6", [("stray_text", 1, 1)]),
        ("- fire: F6\nYours, Ivan", [("stray_text", 2, 1)]),
        ("#gm c 1 p red X\n- fire: F6\n#end\n- fire: F3", [("outside_marks", 4, 3)]),
        ("- fire: F6\n---\n- fire: F3", [("second_document", 2, 1)]),
        ("- fire: [F6\n- fire: F3", [("open_list", 1, 9)]),
        ("- fire: &a F6\n- fire: *a\n- fire: !b F3", [("no_aliases", 1, 9), ("no_aliases", 2, 9), ("no_tags", 3, 9)]),
        ("- fire: 'F6\n- fire: F3", [("open_quote", 1, 9)]),
        ("- fire: F6: F3", [("second_colon", 1, 11)]),
    ],
)
def test_every_mistake_has_its_place(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert codes(text) == expected


def test_everything_at_once() -> None:
    found = reading(
        "- move: {flet: F1, path: [F1]}\n"
        "- fire: F2\n"
        "- move:\n"
        "    from: D44\n"
        "    ships: {cruiser: 0}\n"
        "    fast: perhaps\n"
        "- mvoe: {from: F1}\n"
        "- fire: F3\n"
    )
    assert [(p.code, p.line, p.column) for p in found.problems] == [
        ("missing_field", 1, 3),
        ("unknown_field", 1, 10),
        ("unknown_name", 4, 11),
        ("greater_than_equal", 5, 22),
        ("unknown_name", 6, 11),
        ("unknown_order", 7, 3),
    ]
    assert facts(found.orders) == facts((Fire(system="F2"), Fire(system="F3")))
    assert found.refused == 3


def test_did_you_mean_speaks_the_language_asked_for() -> None:
    assert reading("- mvoe").problems[0].args["meant"] == "move"
    assert reading("- mvoe", "ru").problems[0].args["meant"] == "движение"
    assert reading("- move: {from: D4, fomr: 1}", "ru").problems[0].args["meant"] == "откуда"
    assert reading("- move: {from: D4, ships: {cruisr: 1}}", "ru").problems[0].args["meant"] == "крейсер"
    unknown = reading("- move: {from: Z99}", "ru").problems[0]
    assert unknown.args["kind"] == "система"


def test_few_names_are_all_told() -> None:
    assert reading("- move: {from: D4, fast: perhaps}").problems[0].args["words"] == "yes, no"
    assert reading("- move: {from: D4, ships: {x: 1}}", "ru").problems[0].args["words"] == "крейсер, транспорт"


def test_a_bad_part_does_not_make_the_whole_look_wrong() -> None:
    found = reading("- limit: {limit: 13, name: {a: b}}")
    assert [problem.code for problem in found.problems] == ["no_map_here"]


# --- good beside bad -----------------------------------------------------------------------------------------


def test_a_broken_order_does_not_take_its_neighbours_along() -> None:
    found = reading("- fire: F1\n- move: {from: D4\n- fire: F2\n- move:\n   from: D4\n  path: D5\n- fire: F3\n")
    assert facts(found.orders) == facts((Fire(system="F1"), Fire(system="F2"), Fire(system="F3")))
    assert found.refused == 2
    assert [order.line for order in found.orders] == [1, 3, 7]


def test_text_after_the_last_order_does_not_spoil_it() -> None:
    found = reading("- fire: F1\n- fire: F2\n\nYours truly,\nIvan\n")
    assert facts(found.orders) == facts((Fire(system="F1"), Fire(system="F2")))
    assert [(p.code, p.line) for p in found.problems] == [("stray_text", 4)]
    assert not found.ok


def test_the_description_of_an_order_in_the_form_may_lose_its_sign() -> None:
    found = reading("Send ships along a path.\n- move: {from: D4}\nСтрелять.\n- fire: F1\n")
    assert facts(found.orders) == facts((Move(from_="D4"), Fire(system="F1")))
    assert found.problems == []


def test_warnings_refuse_nothing() -> None:
    found = reading("- move:\n  from: D4\n---\n- fire: F6\n")
    assert found.ok
    assert facts(found.orders) == facts((Move(from_="D4"), Fire(system="F6")))
    assert all(problem.warning for problem in found.problems)


def test_nested_dashes_are_not_mistaken_for_orders() -> None:
    found = reading("- move:\n    from: D4\n    stops:\n    - system: D5\n      units: {cruiser: 1}\n- fire: [F6\n")
    assert len(found.orders) == 1
    assert [(p.code, p.line) for p in found.problems] == [("open_list", 6)]


def test_only_so_many_mistakes_are_told() -> None:
    found = reading("- x\n" * 1000)
    assert len(found.problems) == MAX_PROBLEMS + 1
    assert found.problems[-1].code == "too_many"
    assert found.refused == 1000
    assert len(reading("- move: {" + ", ".join(f"x{n}: 1" for n in range(1000)) + "}").problems) == MAX_PROBLEMS + 1


# --- first and last line -------------------------------------------------------------------------------------


def test_only_what_stands_between_the_marks_is_read() -> None:
    text = "Dear GM,\n> old: stuff\n\n#gm winter 3 movement red K7QX2M9P\n- fire: F6\n#end\n-- \nIvan\n"
    found = reading(text)
    assert found.header == Header("winter", "3", "movement", "red", "K7QX2M9P")
    assert facts(found.orders) == facts((Fire(system="F6"),))
    assert found.orders[0].line == 5
    assert found.problems == []


@pytest.mark.parametrize(
    ("line", "header"),
    [
        ("#gm winter 3 movement red K7QX", Header("winter", "3", "movement", "red", "K7QX")),
        ("  # GM  winter   3", Header("winter", "3")),
        ("#gm a b c d e f g", Header("a", "b", "c", "d", "e")),
        ("#gmwinter", None),
        ("#gm", None),
        ("gm winter 3", None),
    ],
)
def test_the_address_line(line: str, header: Header | None) -> None:
    assert header_of(line) == header


def test_the_address_line_is_written_as_it_is_read() -> None:
    header = Header("winter", "3", "movement", "red", "K7QX")
    assert header_of(str(header)) == header
    assert str(Header("winter", "3")) == "#gm winter 3"


# --- real orders ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_orders_of_bots_are_read_as_they_were_meant(lang: Any) -> None:
    read_back = 0
    for one in windows():
        text = order_file(one.orders, one.view, Header("c", "1", one.opened.phase, one.seat, "X"), lang)
        found = read(one.kinds, text, one.view, lang)
        assert found.problems == [], text
        assert facts(found.orders) == facts(one.orders)
        read_back += len(found.orders)
    assert read_back > 30


def council() -> Window:
    return window("council")


def test_rules_of_conditions_have_their_place() -> None:
    """Reading 23: a condition asks one thing; «то» needs an «если»."""
    one = window("movement")
    home = one.view.board.chairs[one.seat].home
    text = (
        f"- движение:\n    откуда: {home}\n    если: {{корабли: враг, найдено: планеты, система: {home}}}\n"
        f"- движение:\n    откуда: {home}\n    если: {{корабли: враг}}\n"
        f"- движение:\n    откуда: {home}\n    то: ничего\n"
    )
    problems: list[Problem] = read(one.kinds, text, one.view, "ru").problems
    assert [(p.code, p.line, p.column) for p in problems] == [
        ("condition_one_fact", 3, 11),
        ("condition_needs_place", 6, 11),
        ("branch_needs_if", 7, 3),
    ]


class Item(Part, frozen=True):
    system: Annotated[Place, hint("system", "система")]


class Many(Order, frozen=True):
    verb: ClassVar[Name] = Name("many", "many", "много")
    about: ClassVar[Text] = Text("Several.", "Несколько.")
    rule: ClassVar[str] = "1"
    shorthand: ClassVar[str | None] = "items"

    items: Annotated[tuple[Item, ...], hint("items", "вещи")]


def test_one_item_of_a_list_may_stand_without_its_dash() -> None:
    for text in ("- many: {system: D4}", "- many: [{system: D4}]", "- many: {items: [{system: D4}]}", "- many: D4"):
        found = read((Many,), text, None)
        if text.endswith("many: D4"):
            assert found.problems
        else:
            assert found.problems == [] and found.orders[0].items == (Item(system="D4"),)  # type: ignore[attr-defined]
    wrong = read((Many,), "- many: {sistem: D4}", None)
    assert [problem.code for problem in wrong.problems] == ["missing_field", "unknown_field"]
