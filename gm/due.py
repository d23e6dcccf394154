"""What a campaign owes somebody now: reminders, news of a moved deadline, a word to the game master. Nothing is sent.

Each thing has a *mark*, which can be told without reading the state of the game: so a campaign with nothing to do is
cheap. ``inbox/0007-t02-movement/ticked.json`` keeps the marks that were done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from gm.deadlines import Deadline, current, is_older
from gm.ready import all_ready, ready
from gm.walltime import time_of

if TYPE_CHECKING:
    from pathlib import Path

    from gm.campaign import Campaign

What = Literal["reminder", "moved", "overdue", "ready", "stale"]


@dataclass(frozen=True, slots=True)
class Due:
    """One thing owed: ``key`` is always the same for it, ``seat`` empty means the game master.

    reminder: orders are missing, ``hours`` before the deadline; moved: there is another deadline; overdue: it has
    passed; ready: everybody is ready; stale: the deadline had passed before the phase opened.
    """

    key: str
    what: What
    mark: str
    seat: str = ""
    hours: int = 0


class Ticked(Struct, frozen=True):
    """A mark that was done."""

    mark: str
    when: str


def due(campaign: Campaign, when: datetime, done: Collection[str] = ()) -> list[Due]:
    """Everything that is owed at that moment, but for the marks that are done. Pure: it only reads."""
    deadline = current(campaign)
    found: list[Due] = []
    for mark in marks(campaign, deadline, when):
        if mark not in done:
            found += _of_mark(campaign, deadline, mark, when)
    return found


def marks(campaign: Campaign, deadline: Deadline, when: datetime) -> Iterator[str]:
    """The marks whose moment has come; of reminders the last one only, however many were slept through."""
    nth = len(deadline.extensions)
    late = deadline.end is not None and when > deadline.end
    if deadline.stale:
        yield _marked("stale", nth)
        return
    if nth and not late:
        yield f"moved-{nth}"
    if hours := _last_reminder(campaign, deadline, when):
        yield _marked(f"reminder-{hours}", nth)
    if late:
        yield _marked("overdue", nth)
    elif deadline.desk and campaign.config.early and ready(campaign):
        yield "ready"


def _marked(mark: str, nth: int) -> str:
    return f"{mark}-x{nth}" if nth else mark


def _last_reminder(campaign: Campaign, deadline: Deadline, when: datetime) -> int:
    """How many hours before the deadline the newest reminder is for; 0: there is none yet, or no more.

    What had passed already when the deadline was told, by the report or as news, needs no reminder.
    """
    until = deadline.until
    if until is None or when >= until:
        return 0
    told = [deadline.since, time_of(deadline.moved.when) if deadline.moved else None]
    since = max(filter(None, told), default=None)
    passed = (
        hours
        for hours in campaign.config.reminders
        if (moment := until - timedelta(hours=hours)) <= when and (since is None or moment > since)
    )
    return min(passed, default=0)


def _of_mark(campaign: Campaign, deadline: Deadline, mark: str, when: datetime) -> Iterator[Due]:
    """What is owed to whom by a mark."""
    what, _, rest = mark.partition("-")
    if what == "reminder":
        hours = int(rest.partition("-")[0])
        for seat in missing(campaign, when):
            yield Due(f"reminder-{deadline.desk}-{seat}-{rest}", "reminder", mark, seat, hours)
    elif what == "moved":
        for seat in campaign.config.seats:
            yield Due(f"news-{deadline.desk}-moved-{rest}-{seat}", "moved", mark, seat)
    elif what == "ready":
        if all_ready(campaign, when):
            yield Due(f"notice-{deadline.desk}-ready", "ready", mark)
    else:
        yield Due(f"notice-{deadline.desk}-{mark}", "overdue" if what == "overdue" else "stale", mark)


def missing(campaign: Campaign, when: datetime) -> list[str]:
    """The seats that must send orders, of which no file counts, that are neither away nor ready."""
    from gm import inbox

    opened = campaign.opened()
    done = ready(campaign)
    waited = [seat for seat in opened.must if seat not in done] if opened else []
    return [
        seat
        for seat in waited
        if not campaign.config.is_away(seat, when) and inbox.stand_of(campaign, seat).file is None
    ]


def ticked(campaign: Campaign, deadline: Deadline) -> set[str]:
    """The marks that were done since the phase opened."""
    from gm import inbox

    rows = inbox.rows(_path(campaign, deadline), Ticked)
    return {row.mark for row in rows if not is_older(row.when, deadline.since)}


def tick_off(campaign: Campaign, deadline: Deadline, done: Collection[str], when: datetime) -> None:
    """Keep that these marks were done."""
    from gm import inbox

    path, moment = _path(campaign, deadline), when.isoformat(timespec="seconds")
    with campaign.lock():
        new = [Ticked(mark, moment) for mark in done if mark not in ticked(campaign, deadline)]
        if new:
            inbox.write_rows(path, [*inbox.rows(path, Ticked), *new])


def _path(campaign: Campaign, deadline: Deadline) -> Path:
    return campaign.folder / "inbox" / deadline.desk / "ticked.json"
