"""Files of rulings: written by the game master for one phase, every version kept; the newest counts.

``inbox/0007-t02-movement/rulings-002.yaml`` is the second version for that phase. It holds all rulings of the phase,
like an order file: an item per change. What a phase was played with lies in its ``rulings.yaml``, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from gm import i18n, inbox, rulings
from gm.engine import copy, told
from gm.forms import WIDTH, blank
from gm.model import Change, Decision, Lang, Name, Problem, Ruleset, Seat
from gm.names import Names
from gm.orders import Header, Reading, read
from gm.reading import quoted
from gm.trouble import REFUSED, CampaignError
from gm.yamlfile import decode

if TYPE_CHECKING:
    from gm.campaign import Campaign

WHO = "rulings"
"""How the files are called in the inbox, where order files have the name of their seat."""


def read_rulings(game: Ruleset, state: Any, seats: Sequence[Seat], data: bytes, lang: Lang) -> Reading:
    """The changes of a file and everything that is wrong with it; ``state`` is that before the phase (entry: None)."""
    kinds = rulings.kinds(game) if state is not None else (rulings.Remark,)
    reading = read(kinds, decode(data), state, lang, others=rulings.kinds(game))
    orders = []
    for order in reading.orders:
        assert isinstance(order, Decision)
        changed, problems = _judged(order, seats, lang, reading.lines)
        reading.problems += problems
        if problems:
            reading.refused += 1
        else:
            orders.append(changed)
    reading.orders = tuple(orders)
    reading.problems.sort(key=lambda problem: (problem.line, problem.column))
    return reading


def _judged(
    change: Decision, seats: Sequence[Seat], lang: Lang, lines: Sequence[str]
) -> tuple[Decision, list[Problem]]:
    """The change with ids for its audience; a change without a reason is refused."""
    words = Names(
        (
            Name(rulings.EVERYBODY, "all", "все", ("everybody", "всем", "для всех")),
            Name(rulings.NOBODY, "gm", "ведущий", ("gamemaster", "game master", "ведущему", "никому")),
            *(Name(seat.id, seat.id, seat.id, (seat.name,)) for seat in seats),
        )
    )
    said = (change.audience,) if isinstance(change.audience, str) else change.audience
    typed = [word.strip() for text in said for word in text.split(",") if word.strip()]
    problems = [_unknown(word, words, change.line, lang, lines) for word in typed if words.find(word) is None]
    if isinstance(change, Change) and not change.reason.strip():
        problems.append(Problem("ruling_needs_reason", {}, change.line, 1))
    found = tuple(dict.fromkeys(id_ for word in typed if (id_ := words.find(word))))
    return replace(change, audience=found or ""), problems


def _unknown(word: str, words: Names, first: int, lang: Lang, lines: Sequence[str]) -> Problem:
    """An audience that means nobody, where it stands."""
    line = next((n for n in range(first, len(lines) + 1) if word in lines[n - 1]), first)
    column = max(lines[line - 1].find(word), 0) + 1 if 0 < line <= len(lines) else 1
    args = {"typed": quoted(word), "meant": words.close_to(word, lang) or "", "words": ", ".join(words)}
    return Problem("ruling_audience", args, line, column, len(word))


def ruling_form(campaign: Campaign, header: Header, state: Any, lang: Lang) -> str:
    """The blank form of rulings for the phase in ``header`` (its seat is ``gm``), which begins with ``state``."""
    kinds = rulings.kinds(campaign.rules) if state is not None else (rulings.Remark,)
    about = i18n.text(
        "These are rulings of the game master. What stands here is done when the phase is resolved, becomes part of "
        "its record and is told, with its reason, to all whom it concerns. It stays when the phase is taken back or "
        "played again.",
        lang,
    )
    # no mail lies around it, so that whoever writes at its end is read as well
    return blank(kinds, state, [str(header)], wrap(about, WIDTH), lang).removesuffix("#end\n")


def tried(game: Ruleset, state: Any, changes: Sequence[Decision]) -> Problem | None:
    """What keeps the changes that come before the orders from being made, or nothing; ``state`` stays as it is."""
    own = copy(state)
    try:
        told(own, rulings.story(game, own, changes, "before"))
    except rulings.RulingFailed as failed:
        return failed.problem
    return None


def newest(campaign: Campaign, desk: str) -> Path | None:
    """The file of rulings that counts for a phase, by the name of its folder in the inbox."""
    found = inbox.kept(campaign.folder / "inbox" / desk, WHO)
    return found[-1][1] if found else None


def read_for(campaign: Campaign, state: Any, data: bytes, lang: Lang) -> Reading:
    """A file of rulings for a phase that begins with this state (entry: None), tried out."""
    reading = read_rulings(campaign.rules, state, campaign.seats(), data, lang)
    changes = [order for order in reading.orders if isinstance(order, Decision)]
    if state is not None and (problem := tried(campaign.rules, state, changes)):
        reading.problems.append(problem)
        reading.refused += 1
    return reading


def changes_of(game: Ruleset, state: Any, seats: Sequence[Seat], data: bytes, path: str) -> tuple[Decision, ...]:
    """The changes of a kept file, for a resolve. CampaignError when one of them was refused."""
    reading = read_rulings(game, state, seats, data, "en")
    if not reading.ok:
        raise CampaignError("bad_rulings", REFUSED, reading.problems, reading.lines, path=path)
    return tuple(order for order in reading.orders if isinstance(order, Decision))


def file(campaign: Campaign, desk: str, state: Any, data: bytes, when: datetime) -> tuple[Reading, inbox.Filed | None]:
    """Keep a file of rulings for a phase, unless something in it is wrong; then it is kept among refused files."""
    with campaign.lock():
        reading = read_for(campaign, state, data, campaign.config.language)
        folder = campaign.folder / "inbox" / desk
        filed = inbox.keep(
            folder, WHO if reading.ok else inbox.REFUSED_FILES, data, when, len(reading.orders), reading.refused
        )
    return reading, filed if reading.ok else None
