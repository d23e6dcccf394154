"""Which orders are found in a text: quotes, blank forms, two blocks, what mailers and phones do to lines."""

from __future__ import annotations

import textwrap

import pytest

from gm.mail.find import blocks, find
from gm.mail.indent import is_whole
from gm.mail.model import Found, Mail, Piece
from tests.mail.mails import KINDS, blanks, known
from tests.mail.test_corpus import content

HEADER = "#gm winter 3 movement red K7QX2M9P"
ORDERS = "- move:\n    from: F2\n    path: [E3]"
OTHERS = "- hold fire:\n    seat: Blue"
BLOCK = f"{HEADER}\n{ORDERS}\n#end"


def mail(*texts: str | Piece) -> Mail:
    return Mail("", 0, pieces=tuple(one if isinstance(one, Piece) else Piece("text", one) for one in texts))


def of(*texts: str | Piece) -> Found:
    return find(mail(*texts), blanks(), known, KINDS)


def orders(*texts: str | Piece) -> str:
    """The lines found, without the first and the last one."""
    found = of(*texts)
    assert found.block is not None, found
    return content(found.block.text.removeprefix(f"{HEADER}\n").removesuffix("#end")).rstrip("\n")


def quoted(text: str, width: int, mark: str, rest: str) -> str:
    """The text as a mailer quotes it: broken at a width; ``rest`` is the mark of the lines that it makes."""
    out: list[str] = []
    for line in text.split("\n"):
        first, *more = textwrap.wrap(line, width, replace_whitespace=False) or [""]
        out += [mark + first, *(rest + one for one in more)]
    return "\n".join(out)


MAILERS = [
    (998, "", ""),
    (72, "", ""),
    (998, "> ", "> "),
    (72, "> ", "> "),
    (60, ">", ">"),
    (70, "> ", ""),
    (66, "> > ", "> > "),
    (70, "G> ", "G> "),
    (74, "| ", "| "),
]


@pytest.mark.parametrize("blank", blanks())
@pytest.mark.parametrize(("width", "mark", "rest"), MAILERS)
def test_a_blank_form_is_nothing_however_it_was_quoted(blank: str, width: int, mark: str, rest: str) -> None:
    text = quoted(blank, width, mark, rest)
    assert of(f"Thanks!\n\n{text}").why == "blank"
    assert orders(f"{BLOCK}\n\nOn Sunday gm wrote:\n{text}") == ORDERS
    assert orders(f"{text}\n\n{BLOCK}\n") == ORDERS
    assert orders(f"{ORDERS}\n\nRoman\n\nOn Sunday gm wrote:\n{text}") == ORDERS


@pytest.mark.parametrize("blank", blanks())
@pytest.mark.parametrize(("width", "mark", "rest"), MAILERS)
def test_a_form_that_was_filled_in_inside_the_quote(blank: str, width: int, mark: str, rest: str) -> None:
    en = "# - move:" in blank
    if en:
        filled = blank.replace("# - move:\n#     from:", "- move:\n    from: F2").replace(
            "#     path:", "    path: [E3]"
        )
    else:
        filled = blank.replace("# - движение:\n#     откуда:", "- движение:\n    откуда: F2").replace(
            "#     путь:", "    путь: [E3]"
        )
    found = of(quoted(filled, width, mark, rest))
    assert found.block is not None
    assert found.block.quoted == bool(mark)
    assert is_whole(found.block.text, known)
    expected = ORDERS if en else "- движение:\n    откуда: F2\n    путь: [E3]"
    if mark == ">":  # no space after the mark: the first one of an indent is taken for it
        expected = expected.replace("    ", "   ")
    assert content(found.block.text) == f"{HEADER}\n{expected}\n#end\n"


@pytest.mark.parametrize(
    "text",
    [
        BLOCK,
        BLOCK.replace("\n", "\r\n"),
        BLOCK.replace("- ", "– "),
        BLOCK.replace("- ", "—\u00a0"),
        BLOCK.replace("- ", "•\t"),
        BLOCK.replace("- ", "-"),
        BLOCK.replace("- ", "-   "),
        BLOCK.replace("- ", "* "),
        BLOCK.replace("    ", "\t"),
        BLOCK.replace("    ", "\u00a0\u00a0\u00a0\u00a0"),
        BLOCK.replace("    ", "\u00a0 \u00a0 "),
        BLOCK.replace("[E3]", "[E3\n]"),
        BLOCK.replace("#gm", "#Gm").replace("#end", "# END"),
        BLOCK.replace("#gm winter 3 movement red K7QX2M9P", "*#gm winter 3 movement red K7QX2M9P*").replace(
            "#end", "*#end*"
        ),
        BLOCK.replace("- move:", "- *move:*"),
        BLOCK.replace(" K7QX2M9P", "\nK7QX2M9P"),
        "\ufeff" + BLOCK.replace("from", "fr\u200bom"),
        "\n".join(f"  {line}" for line in BLOCK.split("\n")),
        f"Hello\n{BLOCK}\nBye",
        f"> a\n{BLOCK}\n> b",
        BLOCK.removesuffix("\n#end") + "\n\n-- \nRoman",
        BLOCK.removesuffix("\n#end") + "\n\nС уважением,\nРоман",
        BLOCK.removesuffix("\n#end") + "\n\nSent from my iPhone",
        BLOCK.removesuffix("\n#end") + "\n> gm wrote something",
        f"{HEADER}\n> {ORDERS}\n> #end".replace("\n    ", "\n>     "),
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{BLOCK.replace('- ', '- - ')}\n"
        "-----BEGIN PGP SIGNATURE-----\n\nx\n",
    ],
)
def test_what_mailers_and_phones_do(text: str) -> None:
    assert orders(text).replace("[E3 ]", "[E3]") == ORDERS


@pytest.mark.parametrize(
    ("lines", "indented"),
    [
        ("- move:\nfrom: F2\npath: [E3]", ORDERS),
        ("- Move:\n from: F2\n path: [E3]", "- Move:\n    from: F2\n    path: [E3]"),
        ("- move:\n  from: F2\n  path: [E3]", ORDERS),
        ("move:\nfrom: F2\npath: [E3]", ORDERS),
        ("- move:\nfrom:F2\npath:[E3]", ORDERS),
        (
            "- move:\nfrom: F2\ncargo:\ninfantry: 2\npick up:\n- system: E2\nunits:\ninfantry: 1\npath:\n- E2\n- E3",
            "- move:\n    from: F2\n    cargo:\n      infantry: 2\n    pick up:\n      - system: E2\n        units:\n"
            "          infantry: 1\n    path:\n      - E2\n      - E3",
        ),
        (
            "- move:\nfrom: F2\nif: {ships: enemy, system: E3}\nthen:\npath: [E2]\n- hold fire\n- losses:\n"
            "order: [fighter]",
            "- move:\n    from: F2\n    if: {ships: enemy, system: E3}\n    then:\n      path: [E2]\n- hold fire\n"
            "- losses:\n    order: [fighter]",
        ),
        (
            "- движение:\nоткуда: F2\nгруз:\nпехота: 2\nвысадка: {Торкан: {пехота: 1}}\n- высадка:\nсистема: F2",
            "- движение:\n    откуда: F2\n    груз:\n      пехота: 2\n    высадка: {Торкан: {пехота: 1}}\n- высадка:\n"
            "    система: F2",
        ),
    ],
)
def test_lost_indents(lines: str, indented: str) -> None:
    found = of(f"{HEADER}\n{lines}\n#end")
    assert found.block is not None
    assert found.block.text == f"{HEADER}\n{indented}\n#end"
    assert found.block.repaired


@pytest.mark.parametrize(
    "lines",
    [
        "- attak:\nfrom: F2",
        "- move:\nfrom: F2\nspeed: 3",
        "- move:\n    from: [F2",
        "nonsense: {",
        "- move:\n    from: F2\n    from: E2",
    ],
)
def test_what_can_not_be_repaired_stays(lines: str) -> None:
    found = of(f"{HEADER}\n{lines}\n#end")
    assert found.block is not None
    assert not found.block.repaired
    assert content(found.block.text).startswith(f"{HEADER}\n{lines.partition(chr(10))[0]}")


@pytest.mark.parametrize(
    "texts",
    [
        (BLOCK, BLOCK),
        (BLOCK, Piece("attachment", BLOCK, "orders.yaml")),
        (BLOCK, Piece("html", BLOCK.replace("    ", ""))),
        (BLOCK.replace("[E3]", "[ E3 ]"), Piece("attachment", BLOCK, "orders.yaml")),
        (f"{BLOCK}\n\n{BLOCK}",),
        (f"{BLOCK}\n> {BLOCK}".replace("\n", "\n> "),),
        (Piece("attachment", BLOCK, "orders.yaml"), ORDERS),
        (ORDERS, Piece("html", ORDERS)),
    ],
)
def test_the_same_block_counts_once(texts: tuple[str | Piece, ...]) -> None:
    found = of(*texts)
    assert (found.why, len(found.blocks)) == ("", 1)


@pytest.mark.parametrize(
    "texts",
    [
        (f"{BLOCK}\n{BLOCK.replace('E3', 'E2')}",),
        (BLOCK, BLOCK.replace("E3", "E2")),
        (BLOCK, BLOCK.replace("red", "blue")),
        (BLOCK, Piece("attachment", BLOCK.replace("E3", "E2"), "orders.yaml")),
        (
            f"{OTHERS}\n\n> {BLOCK}".replace("\n#", "\n> #")
            .replace("\n- move", "\n> - move")
            .replace("\n    from", "\n>     from")
            .replace("\n    path", "\n>     path"),
        ),
        (ORDERS, Piece("attachment", BLOCK.replace("E3", "E2"), "orders.yaml")),
    ],
)
def test_two_blocks_are_never_a_guess(texts: tuple[str | Piece, ...]) -> None:
    found = of(*texts)
    assert (found.block, found.why, len(found.blocks)) == (None, "two", 2)


def test_own_orders_come_before_quoted_ones() -> None:
    old = BLOCK.replace("E3", "E2")
    assert orders(f"{BLOCK}\n\nOn Sunday gm wrote:\n" + "\n".join(f"> {line}" for line in old.split("\n"))) == ORDERS
    assert orders(f"{BLOCK}\n\nFrom: gm\nSent: Sunday\nTo: red\n\n{old}") == ORDERS
    assert orders(f"{BLOCK}\n\n-----Original Message-----\nFrom: gm\n\n{old}") == ORDERS


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello, when is the deadline?",
        "move: I think of E3",
        "- first thing\n- second: thing",
        "I would like to\n- go home\n",
        "> - move:\n>     from: F2",
        "On Sunday gm wrote:\n\n- move:\n    from: F2",
        "gm winter 3 movement red K7QX2M9P",
    ],
)
def test_no_orders(text: str) -> None:
    assert of(text) == Found(None, "none")


@pytest.mark.parametrize(
    "end",
    [
        "",
        "\n",
        "\n\n-- \nRoman",
        "\n\nSee you!\nRoman",
        "\n\nBest regards,\nR",
        "\n\nОтправлено из мобильной Почты Mail.ru",
        "\n#end\nx",
    ],
)
def test_without_marks(end: str) -> None:
    found = of(f"Hello,\n\n{ORDERS}{end}")
    assert found.block is not None
    assert (found.block.text, found.block.marked) == (ORDERS, False)


def test_html_counts_only_without_another_text() -> None:
    assert orders("please enable HTML", Piece("html", BLOCK)) == ORDERS
    assert orders(BLOCK, Piece("html", BLOCK.replace("E3", "E2"))) == ORDERS
    assert orders(f"> {HEADER}\n> #end", Piece("html", BLOCK)) == ORDERS


def test_blocks_are_as_they_stand() -> None:
    assert [block.text for block in blocks(mail(f"a\n> {HEADER}\n> – x\n> #end\n{BLOCK}"))] == [
        f"{HEADER}\n– x\n#end",
        BLOCK,
    ]
