"""Another deadline for the open phase, by the game master's word: kept in the inbox of the phase, never edited.

``inbox/0007-t02-movement/extensions.json`` holds every such word, oldest first; the last one holds.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from gm.trouble import DAMAGED, REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.deadlines import Deadline

_MORE = re.compile(r"\+ ?(?P<number>\d{1,4}) ?(?P<unit>[^\W\d_]+)\.?")
_UNITS = {
    "minutes": ("m", "min", "minute", "minutes", "м", "мин", "минута", "минуты", "минуту", "минут"),
    "hours": ("h", "hour", "hours", "ч", "час", "часа", "часов"),
    "days": ("d", "day", "days", "д", "день", "дня", "дней"),
}


class Extension(Struct, frozen=True):
    """The deadline is ``until`` now (ISO text) and ``was`` another moment, or none (empty)."""

    until: str
    was: str
    who: str
    when: str
    why: str = ""


def extensions(campaign: Campaign, desk: str) -> tuple[Extension, ...]:
    """All extensions in a folder of the inbox, oldest first. CampaignError when the file is damaged."""
    from gm import inbox
    from gm.walltime import time_of

    path = _path(campaign, desk)
    every = tuple(inbox.rows(path, Extension))
    if not all(time_of(text) for one in every for text in (one.until, one.when, one.was or one.until)):
        raise CampaignError("damaged_file", DAMAGED, path=str(path))
    return every


def extend(
    campaign: Campaign, until: datetime, *, who: str, when: datetime, why: str = "", earlier: bool = False
) -> Deadline:
    """Give the open phase another deadline, and return it. CampaignError: it has passed already, the game is over, or
    the moment is before that which players were told (unless ``earlier``).
    """
    from gm import inbox
    from gm.deadlines import current
    from gm.walltime import at, shown
    from gm.yamlfile import tidy

    zone = campaign.config.time_zone
    with campaign.lock():
        desk = campaign.name_of_next()
        old = current(campaign)
        if until <= when:
            raise CampaignError("extension_past", REFUSED, until=shown(until, zone))
        if old.until and until < old.until and not earlier:
            raise CampaignError("extension_earlier", REFUSED, until=shown(until, zone), was=old.text)
        was = old.until.isoformat() if old.until else ""
        why = " ".join(tidy(why).split())
        new = Extension(at(until, zone).isoformat(), was, who, when.isoformat(timespec="seconds"), why)
        inbox.write_rows(_path(campaign, desk), [*extensions(campaign, desk), new])
        return current(campaign)


def moment_asked(campaign: Campaign, typed: str, when: datetime) -> datetime:
    """The moment that is meant by ``2026-12-05 21:00`` or ``+24h``, ``+2d``, ``+90m``: so much after the deadline of
    now (after ``when`` where there is none). Days keep the time of the day. CampaignError when it is neither.
    """
    from gm.deadlines import current
    from gm.walltime import at, wall

    zone, words = campaign.config.time_zone, " ".join(typed.split())
    if found := _MORE.fullmatch(words.casefold()):
        unit = next((unit for unit, names in _UNITS.items() if found["unit"] in names), "")
        begin = at(current(campaign).until or when, zone)
        if unit == "days":
            return wall(begin.date() + timedelta(days=int(found["number"])), begin.time(), zone)
        if unit:
            return at(begin + timedelta(**{unit: int(found["number"])}), zone)
    moment = campaign.config.moment_in(words)
    if moment is None:
        raise CampaignError("bad_extension", REFUSED, typed=typed)
    return moment


def _path(campaign: Campaign, desk: str) -> Path:
    return campaign.folder / "inbox" / desk / "extensions.json"
