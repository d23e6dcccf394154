"""Reports: what one seat may know, in words, as Markdown; the page for everybody; the page for the game master."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gm import __version__, entry
from gm.meta import Meta
from gm.model import Event, Lang, Problem, Ruleset
from gm.words import Words, words


def report(rules: Ruleset, meta: Meta, view: Any, events: Iterable[Event], lang: Lang) -> str:
    """The Markdown report of ``view.seat`` (None: everybody's) on the run of phases that ``events`` tell.

    Events that the seat may not see are left out here, whoever handed them in.
    """
    seen = [event for event in events if event.visible_to(view.seat)]
    speech = words(rules, lang, view)
    return speech.render("report.md.j2", seat=view.seat, **_facts(rules, meta, view, seen, speech))


def public(rules: Ruleset, meta: Meta, view: Any, events: Iterable[Event], lang: Lang) -> str:
    """The report for everybody; ``view`` is a spectator's. Raises ValueError when it is a seat's."""
    if view.seat is not None:
        raise ValueError("the report for everybody is made from a spectator's view")
    return report(rules, meta, view, events, lang)


def gm_report(
    rules: Ruleset,
    meta: Meta,
    view: Any,
    events: Sequence[Event],
    lang: Lang,
    problems: Mapping[str, Sequence[Problem]] | None = None,
) -> str:
    """Everything that happened, in order and with who sees it, after what the GM should look at first.

    ``view`` is a spectator's, for names and tables; ``problems``: seat -> what was wrong in its order file. Silent
    seats are those of ``meta``.
    """
    from gm.problems import shown

    speech = words(rules, lang, view)
    facts = _facts(rules, meta, view, events, speech)
    wrong = {
        seat: [shown(problem, lang=lang) for problem in found] for seat, found in (problems or {}).items() if found
    }
    return speech.render("gm.md.j2", seat=None, events=events, problems=wrong, **facts)


def chips(rules: Ruleset, meta: Meta, view: Any, lang: Lang) -> dict[str, str]:
    """Letter of each seat's chip -> its colour, for ``gm.html.page_html``."""
    given = words(rules, lang, view).letters
    return {given[seat.id]: seat.colour for seat in meta.seats if seat.id in given}


def title(rules: Ruleset, meta: Meta, lang: Lang) -> str:
    """The title of the page: campaign, turn and phase, as plain text."""
    turn = f"ход {meta.turn}" if lang == "ru" else f"turn {meta.turn}"
    return f"{meta.title} — {turn}, {_phase_title(rules, meta.phase, lang)}"


def _phase_title(rules: Ruleset, phase: str, lang: Lang) -> str:
    if phase == entry.PHASE:
        return entry.TITLE.of(lang)
    return rules.phase(phase).title.of(lang)


def _facts(rules: Ruleset, meta: Meta, view: Any, events: Sequence[Event], speech: Words) -> dict[str, Any]:
    """What the templates print: the page of the game, the table of standings, what is awaited."""
    page = rules.page(view, events)
    may = page.get("may")
    open_orders = rules.phase(meta.next_phase).orders if meta.next_phase else ()
    return {
        "meta": meta,
        "run": meta.run or ((meta.turn, meta.phase),),
        "page": page,
        "standings": rules.standings(view),
        "orders": [kind.verb.of(speech.lang) for kind in open_orders if may is None or kind.verb.id in may],
        "version": __version__,
    }
