"""Stop a resolve that looks like an accident: unusually many seats are silent, or the clock jumped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from gm import disk
from gm.trouble import PERSON, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.standin import Instead

BACK = timedelta(minutes=5)
"""So much earlier than the newest time that is known it may be: clocks of two computers differ."""
AHEAD = timedelta(days=60)
"""So much later it may be: nobody lets a campaign lie for longer without knowing it."""


def check_clock(campaign: Campaign, now: datetime) -> None:
    """CampaignError (exit code 3) when it is earlier than something that has happened, or very much later."""
    newest = newest_time(campaign)
    if newest is None:
        return
    shown, known = _said(campaign, now), _said(campaign, newest)
    if newest - now > BACK:
        raise CampaignError("clock_went_back", PERSON, now=shown, newest=known)
    if now - newest > AHEAD:
        raise CampaignError("clock_ran_ahead", PERSON, now=shown, newest=known, days=str(AHEAD.days))


def check_silence(campaign: Campaign, must: Sequence[str], silent: Mapping[str, Instead]) -> None:
    """CampaignError (exit code 3) when more than half of the seats that must send are silent, and at least two.

    Who is away, and whose seat is played by the bot as ``campaign.yaml`` says of this very seat, is not counted: his
    silence is nothing unusual.
    """
    bots = {seat for seat, settings in campaign.config.seats.items() if settings.missing == "bot"}
    awaited = [seat for seat in must if seat not in bots and not (seat in silent and silent[seat].away)]
    quiet = [seat for seat in awaited if seat in silent]
    if len(quiet) >= 2 and len(quiet) * 2 > len(awaited):
        raise CampaignError(
            "many_silent", PERSON, silent=str(len(quiet)), awaited=str(len(awaited)), seats=", ".join(quiet)
        )


def newest_time(campaign: Campaign) -> datetime | None:
    """The newest time in the record or in the inbox of the open phase; None when none is known."""
    last = campaign.last()
    told = [campaign.manifest(last).get("time", "")] if last else []
    folders = [
        campaign.folder / "inbox" / campaign.name_of_next(),
        *disk.entries(campaign.folder / "inbox" / "standing", folders=True),
    ]
    told += [_when(path) for folder in folders for path in disk.entries(folder) if path.suffix == ".json"]
    return max(filter(None, map(_moment, told)), default=None)


def _when(path: Path) -> str:
    """The time in what is known of a file of the inbox; of decisions that of the last. Where it is damaged, none."""
    import json

    try:
        facts = json.loads(disk.read(path))
        return str((facts[-1] if isinstance(facts, list) else facts)["when"])
    except (CampaignError, ValueError, LookupError, TypeError, RecursionError):
        return ""


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def _said(campaign: Campaign, moment: datetime) -> str:
    return campaign.config.local(moment.isoformat())
