"""The deadline of the open phase as a file for calendars (iCalendar, RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from gm import i18n
from gm.trouble import REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.model import Lang

_OCTETS = 75
"""A line is no longer; what is longer goes on behind a line end and a space."""
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


def ics(campaign: Campaign, lang: Lang) -> str:
    """The calendar file. Its UID is that of the phase, its SEQUENCE grows with each extension; no clock is asked.

    CampaignError when the open phase has no moment for its deadline.
    """
    from gm.deadlines import current
    from gm.walltime import time_of

    deadline, window = current(campaign), campaign.window()
    if deadline.until is None or window is None:
        raise CampaignError("no_deadline", REFUSED)
    title = campaign.open_rules().phase(window[1]).title.of(lang)
    changed = time_of(deadline.moved.when) if deadline.moved else deadline.since
    what = i18n.text("Turn {turn}, phase: {phase}", lang).format(turn=window[0], phase=title)
    summary = f"{campaign.config.title}. {what}"
    until = i18n.text("Orders are accepted until {deadline}", lang).format(deadline=deadline.text)
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//gm//gm//EN",
        "BEGIN:VEVENT",
        f"UID:{campaign.config.id}-{deadline.desk}-{campaign.secret.hash[:16]}@gm",
        f"SEQUENCE:{len(deadline.extensions)}",
        f"DTSTAMP:{_utc(changed or deadline.until - timedelta(days=1))}",
        f"DTSTART:{_utc(deadline.until)}",
        f"SUMMARY:{summary.translate(_ESCAPED)}",
        f"DESCRIPTION:{until.translate(_ESCAPED)}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-P1D",
        f"DESCRIPTION:{summary.translate(_ESCAPED)}",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "".join(f"{folded(line)}\r\n" for line in lines)


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def folded(line: str) -> str:
    """The line in pieces of at most 75 octets, no letter cut in two."""
    pieces, size = [""], 0
    for letter in line:
        width = len(letter.encode())
        if size + width > _OCTETS:
            pieces.append(" ")
            size = 1
        pieces[-1] += letter
        size += width
    return "\r\n".join(pieces)
