"""Reports: what one seat may know, in words, as Markdown; the page for everybody; the page for the game master."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gm import __version__, entry
from gm.meta import Meta
from gm.model import Event, Lang, Ruleset
from gm.orders import Reading
from gm.rulings import is_ruling, tidings
from gm.standin import Instead
from gm.words import Words, words

QUOTED = 60
"""How much of a line is quoted in its sender's report."""


def report(
    rules: Ruleset, meta: Meta, view: Any, events: Iterable[Event], lang: Lang, sent: Reading | None = None
) -> str:
    """The Markdown report of ``view.seat`` (None: everybody's) on the run of phases that ``events`` tell.

    Events that the seat may not see are left out here, whoever handed them in. ``sent`` is how the seat's own order
    file read, None if there was none; nobody but a seat is told of a file.
    """
    seen = [event for event in events if event.visible_to(view.seat)]
    speech = words(rules, lang, view)
    free = "nothing" if meta.phase == entry.PHASE and sent is None else ""
    file = _file(sent, dict(meta.silent).get(view.seat, free), lang) if view.seat is not None else None
    return speech.render("report.md.j2", seat=view.seat, file=file, **_facts(rules, meta, view, seen, speech))


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
    sent: Mapping[str, Reading] | None = None,
) -> str:
    """Everything that happened, in order and with who sees it, after what the GM should look at first.

    ``view`` is a spectator's, for names and tables; ``sent``: seat -> how its order file read. Silent seats are those
    of ``meta``.
    """
    from gm.problems import shown

    speech = words(rules, lang, view)
    facts = _facts(rules, meta, view, events, speech)
    files, silent = {}, dict(meta.silent)
    for seat, read in (sent or {}).items():
        files[seat] = {
            **(_file(read, silent.get(seat, ""), lang) or {}),
            "shown": [shown(problem, read.lines, lang=lang) for problem in read.problems],
        }
    wishes = [event for event in events if isinstance(event, entry.WishesTold)]
    instead = [(seat, Instead.read(how)) for seat, how in meta.silent]
    return speech.render("gm.md.j2", seat=None, events=events, files=files, wishes=wishes, silent=instead, **facts)


def _file(read: Reading | None, instead: str, lang: Lang) -> dict[str, Any] | None:
    """What became of an order file; ``instead`` as in ``Meta.silent``, if there was none but had to be, else nothing.

    None: the seat could send none. ``wrong`` and ``warnings`` are lists of line (0: none), the line quoted, and the
    whole sentence; ``bot`` is what a bot ordered, line by line.
    """
    from gm.problems import sentence

    if read is None and not instead:
        return None
    read = read or Reading()
    remarks = [
        (one.warning, {"line": one.line, "quoted": _quoted(read, one.line), "text": _ended(sentence(one, lang))})
        for one in read.problems
    ]
    done = Instead.read(instead)
    return {
        "instead": done.what,
        "away": done.away,
        "uncounted": done.uncounted,
        "accepted": len(read.orders),
        "refused": max(read.refused, 0 if read.ok else 1),
        "wrong": [remark for warning, remark in remarks if not warning],
        "warnings": [remark for warning, remark in remarks if warning],
        "bot": [f"{n:>3}  {line}" for n, line in enumerate(read.lines, 1) if line.strip() and line.lstrip()[:1] != "#"],
    }


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."


def _quoted(read: Reading, line: int) -> str:
    """A line of the file without its indent and dash, cut if it is long; empty if there is none."""
    text = read.lines[line - 1].strip().removeprefix("- ").strip() if 0 < line <= len(read.lines) else ""
    return text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"


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
    """What the templates print: the page of the game, the table of standings, what is awaited.

    ``texts`` (each a list of paragraphs) and ``rulings`` (reason, events) are the game master's, at the top.
    """
    page = rules.page(view, [event for event in events if not is_ruling(event)])
    texts, decided = tidings(events)
    may = page.get("may")
    open_orders = rules.phase(meta.next_phase).orders if meta.next_phase else ()
    return {
        "meta": meta,
        "run": meta.run or ((meta.turn, meta.phase),),
        "page": page,
        "texts": [[line for line in text.split("\n") if line.strip()] for text in texts],
        "rulings": decided,
        "standings": rules.standings(view),
        "orders": [kind.verb.of(speech.lang) for kind in open_orders if may is None or kind.verb.id in may],
        "version": __version__,
    }
