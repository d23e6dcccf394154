"""The blank order form of a seat: every order it may give, commented out, with hints and its own names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, get_args

from gm import i18n
from gm.model import Choice, Lang, OpenPhase, Order, Ruleset
from gm.orders import Header
from gm.shapes import FieldShape, is_dict, is_tuple, members, shape

WIDTH = 100
MAX_NAMES = 40
"""How many names a hint lists; a seat with more of them knows where to look."""

_HOW_TO = (
    "Take away the sign # and the space after it where you want to give an order, and fill in what stands after the "
    "colon. Repeat an order as often as you like. Fields marked * are needed, all others may be left out.",
    "Lines that begin with # are not read, except for the first line, which says whose orders these are, and the "
    "last one. Names may be written in English or Russian; capitals, hyphens and spaces do not matter.",
)


def form(rules: Ruleset, opened: OpenPhase, view: Any, header: Header, lang: Lang) -> str:
    """The blank form of the seat in ``header`` for the open phase, in ``lang``; it ends with a newline.

    ``rules`` are those of the open phase, ``view`` is the seat's. Sent back unchanged it is a file without orders.
    """
    notes = rules.form_notes(view, opened, lang) if rules.form_notes else []
    top = [str(header), f"# yaml-language-server: $schema=./{file_stem(header)}.schema.json"]
    return blank(opened.orders.get(header.seat, ()), view, top, notes, lang)


def blank(kinds: Sequence[type[Order]], view: Any, top: Sequence[str], notes: Sequence[str], lang: Lang) -> str:
    """A form of these orders after the lines ``top``, how to fill it in, and ``notes``."""
    lines = [*top]
    for message in _HOW_TO:
        lines += ["#", *_comment(i18n.text(message, lang))]
    if notes:
        lines += ["#", *(f"# {' ' * (len(note) - len(note.lstrip()))}{one_line(note)}" for note in notes)]
    for kind in kinds:
        lines += ["", *_order(kind, view, lang)]
    return "\n".join((*lines, "", "#end", ""))


def file_stem(header: Header) -> str:
    """The name, without ending, of an order file, its schema and its view: ``si-10-t03-movement-red``."""
    turn = header.turn.zfill(2) if header.turn.isdigit() else header.turn
    return "-".join(filter(None, (header.campaign, f"t{turn}", header.phase.replace("_", "-"), header.seat)))


def one_line(text: str) -> str:
    """The text without line ends, for a comment must not end before its end."""
    return " ".join(text.split())


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, WIDTH)]


def _order(kind: type[Order], view: Any, lang: Lang) -> Iterator[str]:
    yield from _comment(kind.about.of(lang))
    yield f"# - {kind.verb.of(lang)}:"
    for field in shape(kind):
        needed = "* " if field.required else ""
        yield f"#     {key_of(field, lang)}:   # {needed}{hint_of(field, view, lang)}"


def key_of(field: FieldShape, lang: Lang) -> str:
    """The key of a field as a player writes it."""
    return field.hint.key.of(lang)


def hint_of(field: FieldShape, view: Any, lang: Lang) -> str:
    """What to write, and the names that are the seat's own to choose from."""
    names = [] if view is None else listed_names(field.type, view, lang)
    more = ", …" if len(names) > MAX_NAMES else ""
    return one_line(field.hint.text.of(lang) + (f" ({', '.join(names[:MAX_NAMES])}{more})" if names else ""))


def listed_names(type_: Any, view: Any, lang: Lang) -> list[str]:
    """The names of every ``listed`` choice in a type, each once, in order."""
    names: dict[str, None] = {}
    for choice in _choices(type_):
        if choice.listed:
            names |= dict.fromkeys(name.of(lang) for name in (choice.offered or choice.names)(view))
    return [*names]


def _choices(type_: Any) -> Iterator[Choice]:
    """The choices of a field's own values, of a list's items, of a map's keys."""
    for member in members(type_):
        if member.choice is not None:
            yield member.choice
        elif is_tuple(member.type) or is_dict(member.type):
            yield from _choices(get_args(member.type)[0])
