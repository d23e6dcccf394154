"""Who is ready: a seat says that its orders are final, so that a phase may be played before its deadline.

``inbox/0007-t02-movement/ready.json`` keeps every such word, oldest first. Nobody but the game master is shown it.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from gm.trouble import REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign


class Word(Struct, frozen=True):
    """A seat is ready, or takes it back; by which channel it said so."""

    seat: str
    yes: bool
    when: str
    channel: str = ""


def ready(campaign: Campaign) -> dict[str, Word]:
    """Seats that are ready now -> their word. Nobody once the game is over."""
    from gm import inbox
    from gm.deadlines import is_older, opened_at

    if campaign.window() is None:
        return {}
    last = campaign.last()
    since = opened_at(campaign.manifest(last)) if last else None
    words = inbox.rows(_path(campaign), Word)
    newest = {word.seat: word for word in words if not is_older(word.when, since)}
    return {seat: word for seat, word in newest.items() if word.yes and seat in campaign.config.seats}


def set_ready(campaign: Campaign, seat: str, yes: bool, when: datetime, channel: str) -> bool:
    """Note that a seat is ready, or is not any more; returns whether that is new.

    CampaignError: there is no such seat, it has nothing to send, or the game is over.
    """
    from gm import inbox
    from gm.address import open_window

    with campaign.lock():
        window = open_window(campaign)
        if seat not in campaign.config.seats:
            raise CampaignError("no_seat", REFUSED, typed=seat)
        if seat not in window.opened.may:
            raise CampaignError("nothing_to_send", REFUSED, seat=seat)
        if (seat in ready(campaign)) == yes:
            return False
        path = _path(campaign)
        word = Word(seat, yes, when.isoformat(timespec="seconds"), channel)
        inbox.write_rows(path, [*inbox.rows(path, Word), word])
    return True


def all_ready(campaign: Campaign, when: datetime) -> bool:
    """Whether the phase may be played before its deadline: somebody is ready, and nobody else is waited for.

    Not waited for is who is away, whose standing orders would be played, and whose seat the bot plays. Where nobody
    must send orders (in the entry), all who may are waited for.
    """
    from gm import standin

    done = ready(campaign)
    opened = campaign.opened() if done else None  # for most campaigns the state need not be read
    if opened is None:
        return False
    waited = [seat for seat in opened.must or opened.may if seat not in done]
    instead = {seat: standin.policy(campaign.config, seat, when) for seat in waited}
    standing = standin.standing_files(campaign, opened.phase, waited) if campaign.last() else {}
    return all(
        one.away or (one.what == "standing" and seat in standing) or campaign.config.seats[seat].missing == "bot"
        for seat, one in instead.items()
    )


def _path(campaign: Campaign) -> Path:
    return campaign.folder / "inbox" / campaign.name_of_next() / "ready.json"
