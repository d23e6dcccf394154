"""Check an order file: every mistake with its place, what it would cost, what looks impossible. Nothing is filed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from gm import i18n
from gm.model import Lang, Note, OpenPhase, Problem, Ruleset
from gm.names import fold
from gm.orders import Header, Reading
from gm.problems import shown
from gm.reading import quoted

if TYPE_CHECKING:
    from gm.address import Window
    from gm.campaign import Campaign
    from gm.record import ViewMeta

_MARKS = re.compile(r"`[^`]*` |\*\*|\\(?=[^\w\s])")


class Checked(Struct, frozen=True):
    """How a file reads, and notes on the orders that were understood: (note, its sentence)."""

    reading: Reading
    notes: tuple[tuple[Note, str], ...]
    lang: Lang

    @property
    def ok(self) -> bool:
        """Whether nothing was refused."""
        return self.reading.ok

    def shown(self, filename: str) -> str:
        """Problems and notes with their places, one below the other, then how many orders were accepted."""
        lines = self.reading.lines
        parts = [shown(problem, lines, filename, self.lang) for problem in self.reading.problems]
        parts += [_note_shown(note, text, filename, self.lang) for note, text in self.notes]
        return "\n".join((*parts, summary(len(self.reading.orders), self.reading.refused, self.lang)))


def check(rules: Ruleset, opened: OpenPhase, seat: str, view: Any, data: bytes, lang: Lang) -> Checked:
    """Read a seat's order file as the resolve will, and estimate what it comes to. Pure: from the view alone."""
    from gm.inbox import read_orders

    reading = read_orders(rules, opened, view, seat, data, lang)
    notes = rules.estimate(view, opened, reading.orders) if reading.orders else []
    return Checked(reading, _worded(rules, view, notes, lang), lang)


def check_in(campaign: Campaign, seat: str, data: bytes, lang: Lang) -> Checked:
    """The same for a seat of a campaign, its first line included. CampaignError when the game is over.

    Standing orders (their first line says so) are checked against the phase that they name.
    """
    from gm.address import address_problems, window_meant
    from gm.orders import header_of
    from gm.yamlfile import decode, tidy

    text = tidy(decode(data))
    window = window_meant(campaign, header_of(text))
    checked = check_for(campaign, window, seat, data, lang)
    return _with_problems(checked, address_problems(campaign, window, seat, text))


def check_for(campaign: Campaign, window: Window, seat: str, data: bytes, lang: Lang) -> Checked:
    """Read a seat's file for a window. What it would cost is worked out only for the phase that is open."""
    from gm.inbox import read_orders

    rules, now, view = campaign.open_rules(), campaign.opened(), campaign.view(seat)
    if now is not None and now.phase == window.opened.phase:
        return check(rules, window.opened, seat, view, data, lang)
    return Checked(read_orders(rules, window.opened, view, seat, data, lang), (), lang)


def check_view(rules: Ruleset, opened: OpenPhase, view: Any, meta: ViewMeta, data: bytes, lang: Lang) -> Checked:
    """The same from a view file alone."""
    checked = check(rules, opened, meta.seat, view, data, lang)
    header = checked.reading.header
    wrong = _address_of_view(header, opened, meta, checked.reading.lines) if header else []
    return _with_problems(checked, wrong)


def _with_problems(checked: Checked, problems: Sequence[Problem]) -> Checked:
    known = {(problem.code, problem.line) for problem in checked.reading.problems}
    new = [problem for problem in problems if (problem.code, problem.line) not in known]
    return replace(checked, reading=replace(checked.reading, problems=[*new, *checked.reading.problems]))


def _address_of_view(header: Header, opened: OpenPhase, meta: ViewMeta, lines: Sequence[str]) -> list[Problem]:
    """The first word of the first line that does not fit the view file."""
    from gm.address import says_standing

    pairs = (
        ("header_campaign", header.campaign, meta.campaign),
        ("header_turn", header.turn, str(opened.turn)),
        ("header_phase", header.phase, opened.phase),
        ("header_seat", header.seat, meta.seat),
    )
    number, line = next((n, line) for n, line in enumerate(lines, 1) if "#gm" in fold(line))
    for code, typed, right in pairs:
        if code == "header_turn" and says_standing(header):
            continue
        if fold(typed).lstrip("t0") != fold(right).lstrip("t0"):
            column = max(line.find(typed), 0) + 1
            return [Problem(code, {"typed": quoted(typed), "right": right}, number, column, max(len(typed), 1))]
    return []


def _worded(rules: Ruleset, view: Any, notes: Sequence[Note], lang: Lang) -> tuple[tuple[Note, str], ...]:
    if not notes:
        return ()
    from gm.words import words

    speech = words(rules, lang, view)
    return tuple((note, plain(speech.note(note))) for note in notes)


def plain(markdown: str) -> str:
    """A sentence of a template without its Markdown, for a terminal."""
    return _MARKS.sub("", markdown)


def _note_shown(note: Note, text: str, filename: str, lang: Lang) -> str:
    place = f"{filename}:{note.line}: " if note.line else f"{filename}: "
    return f"{place}{i18n.text('warning', lang) + ': ' if note.warning else ''}{text}"


def summary(accepted: int, refused: int, lang: Lang | None = None) -> str:
    """``5 orders accepted, 1 refused``."""
    parts = [i18n.number("{n} order accepted", "{n} orders accepted", accepted, lang)]
    if refused:
        parts.append(i18n.number("{n} refused", "{n} refused", refused, lang))
    return ", ".join(parts)
