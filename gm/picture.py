"""Draw what a seat may know of the board: an SVG page, and a PNG of it where the library for that is installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from gm import entry
from gm.looks import plain
from gm.model import Event, Lang, Ruleset
from gm.words import words

TEMPLATE = "map.svg.j2"


class NoPictures(RuntimeError):
    """The library that turns an SVG into a PNG is not installed."""


def svg(
    rules: Ruleset, title: str, view: Any, events: Sequence[Event], lang: Lang, after: tuple[int, str] | None = None
) -> str:
    """The map of the view with what happened in ``events``, in words of ``lang``; ``title`` is the campaign's.

    ``after`` is the turn and phase that was just played; None: the map says which phase is open. Events that the
    view's seat may not see are left out. The same view gives the same bytes.
    """
    return rendered(rules, title, view, rules.picture(view, events)[lang], lang, after)


def rendered(
    rules: Ruleset, title: str, view: Any, drawn: Any, lang: Lang, after: tuple[int, str] | None = None
) -> str:
    """The map made of what the ruleset's ``picture`` gave for ``lang``."""
    speech = words(rules, lang, view)
    turn, phase = after or (drawn["turn"], drawn["phase"])
    phases = {entry.PHASE: entry.TITLE.of(lang), **{phase.id: phase.title.of(lang) for phase in rules.phases}}
    template = speech.environment.get_template(f"{rules.id}/{TEMPLATE}")
    when = {"turn": turn, "phase_title": phases.get(phase, ""), "played": after is not None}
    page = template.render({**drawn, **when}, campaign=plain(title))
    return page.strip() + "\n"


def png(picture: str, width: int = 1600) -> bytes:
    """The picture as a PNG that many pixels wide. Raises NoPictures without the library."""
    try:
        resvg = import_module("resvg_py")
    except ImportError as missing:
        raise NoPictures("pip install resvg-py") from missing
    return bytes(resvg.svg_to_bytes(svg_string=picture, width=width))
