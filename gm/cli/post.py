"""Commands for letters that go out: send; and what status tells of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gm.cli.base import (
    DAMAGED,
    Desk,
    answer,
    campaign_trouble,
    command,
    desk,
    into_option,
    json_option,
    option,
    say,
    stop,
    table,
    tell,
)
from gm.i18n import text as _

if TYPE_CHECKING:
    from datetime import datetime

    from gm.campaign import Campaign
    from gm.mail.letters import Kind
    from gm.mail.model import Letter
    from gm.mail.outbox import Post, Sending
    from gm.mail.transport import Transport


@command("send")
@option("--dry-run", is_flag=True, help="Show what would be sent and send nothing; with --into it is written there.")
@option("--reports", is_flag=True, help="Of what is owed only the reports.")
@option("--news", is_flag=True, help="Of what is owed only the news that the game begins.")
@option("--reminders", is_flag=True, help="Remind every seat whose orders are awaited, once a day.")
@option(
    "--again",
    metavar="LETTER",
    help="Send a letter once more, or now instead of later: its name in the table, or a seat for its newest report.",
)
@into_option
@json_option
@desk
def send_command(
    desk: Desk,
    dry_run: bool,
    reports: bool,
    news: bool,
    reminders: bool,
    again: str | None,
    into: Path | None,
    as_json: bool,
) -> None:
    """Send the letters that are owed, and those that still wait.

    Every seat with an address is owed the report of each run of phases, with the map, the next form and the view file,
    and at the beginning the form of the entry phase. A letter goes out once, however often you call this; one that a
    server does not take for the time being is tried again later. Reminders go only where they are asked for.

    How letters leave is set in the section mail: of campaign.yaml. With --into they are written into FOLDER as files
    for your own mail program, and count as sent.
    """
    from gm.cli.base import now
    from gm.mail import outbox

    campaign, when = desk.campaign, now()
    letters = _owed(campaign, when, reports, news, reminders)
    if dry_run:
        _show(campaign, [*outbox.waiting(campaign), *_as_posts(campaign, letters)], as_json)
        if into is not None:
            _write(campaign, letters, when, into)
        return
    way = _way(campaign, into)
    if again is not None:
        _send_again(desk, again, when)
    outbox.put_all(campaign, letters, when)
    done = outbox.send(campaign, way, when)
    tried = {post.key for post in done.tried}
    later = [post for post in outbox.waiting(campaign) if post.key not in tried]
    _show(campaign, [*done.tried, *later], as_json)
    _tell(campaign, done, as_json)


def _owed(campaign: Campaign, when: datetime, reports: bool, news: bool, reminders: bool) -> list[Letter]:
    """What is owed of the kinds that were asked for; without a word of the usual ones."""
    from gm.mail import letters

    asked: list[Kind] = []
    asked += ["report"] if reports else []
    asked += ["news"] if news else []
    asked += ["reminder"] if reminders else []
    return letters.owed(campaign, when, asked or letters.USUAL)


def _way(campaign: Campaign, into: Path | None) -> Transport:
    from gm.mail.transport import Folder, transport_of

    if into is None:
        return transport_of(campaign)
    if into.resolve().is_relative_to(campaign.folder.resolve()):
        stop("into_campaign", path=str(into))
    return Folder(into)


def _send_again(desk: Desk, typed: str, when: datetime) -> None:
    """A letter by its name; a seat means its newest report, made anew with the address of now."""
    from gm.mail import letters, outbox

    campaign = desk.campaign
    post = outbox.find(campaign, typed) if typed.startswith(_NAMES) else None
    ends = [phase for phase in campaign.phases() if campaign.manifest(phase)["about"]]
    if post is not None and post.purpose != "report":
        outbox.again(campaign, post.key, when)
        return
    seat = post.seat if post else "" if typed.startswith(_NAMES) else desk.seat(typed)
    wanted = post.about.split()[1] if post else ends[-1].name if ends else ""
    phase = next((one for one in ends if one.name == wanted), None)
    if phase is None or seat not in letters.readers(campaign):
        stop("no_such_letter", typed=typed)
    letter = letters.report(campaign, seat, letters.Run(campaign, phase))
    if outbox.find(campaign, letter.key) is not None:
        outbox.again(campaign, letter.key, when, letter)
    else:
        outbox.put(campaign, letter, when)


_NAMES = ("report-", "news-", "reminder-", "receipt-", "answer-", "notice-", "message-")
"""How the names of letters begin."""


def _as_posts(campaign: Campaign, letters: Sequence[Letter]) -> list[Post]:
    """What is owed, as it would lie in the outbox."""
    from gm.mail.outbox import Post

    return [
        Post(key=one.key, purpose=one.purpose, to=one.to, seat=one.seat, subject=one.subject, about=one.about)
        for one in letters
    ]


def _write(campaign: Campaign, letters: Sequence[Letter], when: datetime, into: Path) -> None:
    """The letters of a dry run, for looking at; those that wait already, too."""
    from gm.mail import compose, outbox

    way = _way(campaign, into)
    made = [(one.key, compose.message(campaign, one, when)) for one in letters]
    for key, data in [*made, *((post.key, outbox.data(campaign, post)) for post in outbox.waiting(campaign))]:
        way.deliver(key, "", "", data)
    tell(_("Written to {path}").format(path=into))


# -- what it came to


def _show(campaign: Campaign, posts: Sequence[Post], as_json: bool) -> None:
    """A row for each letter."""
    if as_json:
        answer({"letters": [facts(post) for post in posts], "failing": _failing(campaign)})
    elif posts:
        say(table([(post.key, post.to, state_of(campaign, post)) for post in posts]))
    else:
        say(_("Nothing is to be sent."))


def facts(post: Post) -> dict[str, Any]:
    """A letter for scripts."""
    from msgspec.structs import asdict

    return asdict(post)


def _failing(campaign: Campaign) -> dict[str, Any]:
    from msgspec.structs import asdict

    from gm.mail import outbox

    return {seat: asdict(mark) for seat, mark in outbox.failing(campaign).items()}


def state_of(campaign: Campaign, post: Post) -> str:
    """What became of a letter, in a few words."""
    if post.state == "sent":
        return _("sent")
    if post.state == "failed":
        return _("not sent: {why}").format(why=_why(post))
    if post.next:
        moment = campaign.config.local(post.next)
        return _("tried again after {when}: {why}").format(when=moment, why=_why(post))
    return _("waits")


def _why(post: Post) -> str:
    known = {
        "other_address": _("the seat has another address now"),
        "phase_gone": _("the phase was taken back"),
        "window_closed": _("the phase is over"),
    }
    if post.status == "5.1.3":
        return _("this is no address")
    return known.get(post.why, post.why)


def _tell(campaign: Campaign, done: Sending, as_json: bool) -> None:
    """What the game master should know, and the exit code."""
    if not as_json:
        tell_letters(campaign)
    if done.trouble is not None:
        tell(_("Error: {message}").format(message=campaign_trouble(done.trouble)))
    refused = [post for post in done.of("failed") if post.status]
    if done.trouble is not None or refused:
        click.get_current_context().exit(DAMAGED)


def letter_facts(campaign: Campaign) -> dict[str, Any]:
    """What status tells of letters, for scripts."""
    from gm.mail import outbox

    if not (campaign.folder / "outbox").is_dir():
        return {"waiting": 0, "lost": [], "failing": {}}
    lost = [facts(post) for post in outbox.unresolved(campaign)]
    return {"waiting": len(outbox.waiting(campaign)), "lost": lost, "failing": _failing(campaign)}


def tell_letters(campaign: Campaign) -> None:
    """Letters that wait or that nobody took, seats that mail does not reach, mail for the GM to look at: for status."""
    from gm import i18n
    from gm.mail import mailbox, outbox

    if odd := mailbox.to_look_at(campaign):
        tell(
            i18n.number(
                "{n} message is for you to look at: gm mailbox", "{n} messages are for you to look at: gm mailbox", odd
            )
        )
    if not (campaign.folder / "outbox").is_dir():
        return
    if waiting := outbox.waiting(campaign):
        message = i18n.number(
            "{n} letter waits to be sent: gm send", "{n} letters wait to be sent: gm send", len(waiting)
        )
        tell(message)
    for post in outbox.unresolved(campaign):
        said = _("The letter {key} to {to} did not go out: {why}")
        tell(said.format(key=post.key, to=post.to, why=_why(post)))
    for seat, mark in outbox.failing(campaign).items():
        said = _("Letters to {seat} come back ({address}, {status}): ask for another address.")
        tell(said.format(seat=seat, address=mark.address, status=mark.status))
