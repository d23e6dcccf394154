"""Everything that is due for a campaign, done once: what cron or a timer calls every few minutes.

A tick is a row of *steps*. Each gets the campaign and the time and returns what it did; where one fails, the steps
behind it are left out: a phase is never played while mail may be lying unread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from gm.campaign import Campaign
from gm.deadlines import current
from gm.due import Due, due, marks, tick_off, ticked
from gm.i18n import text
from gm.ready import all_ready
from gm.trouble import PERSON, CampaignError


class Did(NamedTuple):
    """One thing that was done, or would be: reminder, moved, overdue, ready, stale (for which seat; empty: the game
    master), played (which folder), stopped (why: a code). ``how``: put into the outbox, no_address, no_outbox, done,
    again (it was there already), trial.
    """

    what: str
    about: str = ""
    how: str = "done"


@dataclass(frozen=True, slots=True)
class Hour:
    """What a step gets besides the campaign: the time, and whether nothing may be changed."""

    when: datetime
    dry_run: bool = False


Step = Callable[[Campaign, Hour], Iterable[Did]]


@dataclass(frozen=True, slots=True)
class Tick:
    """What became of one campaign; ``trouble`` is what stopped it."""

    folder: Path
    campaign: Campaign | None = None
    did: tuple[Did, ...] = ()
    trouble: Exception | None = None

    @property
    def exit_code(self) -> int:
        """0, or that of the trouble; a mistake in the program counts as damage."""
        if self.trouble is None:
            return 0
        return self.trouble.exit_code if isinstance(self.trouble, CampaignError) else 4


def tick(folder: Path, when: datetime, *, dry_run: bool = False, steps: Sequence[Step] | None = None) -> Tick:
    """Do what is due for the campaign in a folder. Never raises: what stopped it is in the answer."""
    found = Tick(folder)
    try:
        campaign = Campaign.open(folder)
        found = replace(found, campaign=campaign)
        for step in STEPS if steps is None else steps:
            known = len(found.did)
            for did in step(campaign, Hour(when, dry_run)):
                found = replace(found, did=(*found.did, did))
            if len(found.did) > known:  # mail may have changed the settings: somebody is away, say
                campaign = Campaign.open(folder)
                found = replace(found, campaign=campaign)
    except Exception as error:  # one broken campaign must not stop the others
        found = replace(found, trouble=error)
    return found


# -- reminders, news, words to the game master


def letters(campaign: Campaign, hour: Hour) -> Iterable[Did]:
    """Put every letter that is due into the outbox, once."""
    deadline = current(campaign)
    if not deadline.desk:
        return
    coming = set(marks(campaign, deadline, hour.when))
    if campaign.config.auto_resolve:
        coming = {mark for mark in coming if not mark.startswith(("overdue", "ready"))}  # it is played instead
    new = coming - ticked(campaign, deadline) if coming else coming
    if not new:
        return
    _check_clock(campaign, hour)
    owed = [one for one in due(campaign, hour.when) if one.mark in new]
    put = _outbox()
    yield from _put_all(campaign, owed, hour, put)
    if put is not None and not hour.dry_run:
        # whether everybody is ready is asked again until they are
        told = {one.mark for one in owed}
        tick_off(campaign, deadline, [mark for mark in sorted(new) if mark in told or mark != "ready"], hour.when)


def _put_all(campaign: Campaign, owed: Sequence[Due], hour: Hour, put: Any) -> Iterable[Did]:
    from gm.mail.due import letters as written

    for one, letter in written(campaign, owed, hour.when):
        if letter is None:
            yield Did(one.what, one.seat, "no_address")
        elif put is None or hour.dry_run:
            yield Did(one.what, one.seat, "trial" if hour.dry_run else "no_outbox")
        else:
            yield Did(one.what, one.seat, "put" if put(campaign, letter, hour.when) else "again")


def _outbox() -> Any:
    """``gm.mail.outbox.put``; None where there is no outbox."""
    try:
        return import_module("gm.mail.outbox").put
    except ModuleNotFoundError:
        return None


def _check_clock(campaign: Campaign, hour: Hour) -> None:
    """A clock that has jumped sends no letter and plays no phase, unless the campaign has no guard."""
    from gm import guard

    if campaign.config.guard:
        guard.check_clock(campaign, hour.when)


# -- playing


def resolve(campaign: Campaign, hour: Hour) -> Iterable[Did]:
    """Play the open phase where its deadline has passed, or everybody is ready, and the campaign lets it be played.

    What needs a person is told to the game master, once; CampaignError (exit code 3) says it each time.
    """
    if not campaign.config.auto_resolve or not _may_be_played(campaign, hour.when):
        return
    desk = campaign.name_of_next()
    try:
        yield from _played(campaign, hour)
    except CampaignError as error:
        if error.exit_code == PERSON and error.code not in ("locked", "moved_on"):
            yield from _tell_stopped(campaign, desk, error, hour)
        raise


def _may_be_played(campaign: Campaign, when: datetime) -> bool:
    deadline = current(campaign)
    if not deadline.desk or deadline.stale:
        return False
    if deadline.end is not None and when > deadline.end:
        return True
    return campaign.config.early and all_ready(campaign, when)


def _played(campaign: Campaign, hour: Hour) -> Iterable[Did]:
    """Play the phase and write all of it, pages too."""
    from gm import pages, play
    from gm.fence import check_all

    if hour.dry_run:
        yield Did("played", play.prepare(campaign, when=hour.when).last_name, "trial")
        return
    with campaign.lock():
        outcome = play.prepare(campaign, when=hour.when)
        folder = campaign.folder / "pages" / outcome.last_name
        if campaign.config.pages:  # before anything is written
            check_all(folder)
        campaign.commit(outcome)
        told = text("gm tick has played {folders}.", campaign.config.language).format(folders=", ".join(outcome.named))
        _tell(campaign, f"notice-{outcome.name}-played", told, hour)
        yield Did("played", outcome.last_name)
        if campaign.config.pages:
            pages.write_all(pages.of_outcome(campaign, outcome), folder)


def _tell_stopped(campaign: Campaign, desk: str, error: CampaignError, hour: Hour) -> Iterable[Did]:
    """A letter to the game master that the phase could not be played; one for each reason."""
    from gm.problems import sentence

    said = sentence(error.problem, campaign.config.language)
    yield Did("stopped", error.code, _tell(campaign, f"notice-{desk}-{error.code}", said, hour))


def _tell(campaign: Campaign, key: str, said: str, hour: Hour) -> str:
    """Put a letter to the game master into the outbox; how that went, as ``Did`` tells it."""
    from gm.mail.due import notice

    letter, put = notice(campaign, key, said), _outbox()
    if letter is None or put is None or hour.dry_run:
        return "no_address" if letter is None else "trial" if hour.dry_run else "no_outbox"
    return "put" if put(campaign, letter, hour.when) else "again"


def fetch(campaign: Campaign, hour: Hour) -> Iterable[Did]:
    """Take in the mail of the campaign's mailbox, and what was broken off or kept for this phase."""
    from gm.mail.intake import take, take_again

    imap = campaign.config.mail.imap
    if hour.dry_run or not (imap.host or (campaign.folder / "mailbox").is_dir()):
        return
    for ending in take_again(campaign, hour.when):
        yield Did("mail", ending.fate)
    if not imap.host:
        return
    from gm.mail.fetch import from_imap
    from gm.mail.password import password

    found: list[str] = []

    def taken(raw: bytes, channel: str) -> None:
        found.append(take(campaign, raw, when=hour.when, channel=channel).fate)

    from_imap(imap, password(imap.password, imap.user, campaign.folder), campaign.folder, taken)
    yield from (Did("mail", fate) for fate in found)


def post(campaign: Campaign, hour: Hour) -> Iterable[Did]:
    """Send what is owed and what waits."""
    from gm.mail import outbox
    from gm.mail.letters import owed
    from gm.mail.transport import transport_of

    if hour.dry_run or campaign.config.mail.out == "off":
        return
    outbox.put_all(campaign, owed(campaign, hour.when), hour.when)
    if not outbox.waiting(campaign, hour.when):
        return
    done = outbox.send(campaign, transport_of(campaign), hour.when)
    yield from (Did("sent", one.key) for one in done.of("sent"))
    if done.trouble:
        raise done.trouble


STEPS: tuple[Step, ...] = (fetch, letters, resolve, post)
"""In this order: mail is fetched before a phase is played, and sent behind it."""
