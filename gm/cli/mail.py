"""Commands about mail that comes in: receive, fetch, mailbox."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.base import Desk, answer, argument, command, desk, json_option, option, say, stop, table, tell
from gm.i18n import number
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.mail.fetch import Take
    from gm.mail.model import Ending


@command("receive")
@argument("path", "[FILE]", required=False, type=click.Path(path_type=Path))
@json_option
@desk
def receive_command(desk: Desk, path: Path | None, as_json: bool) -> None:
    """Take one message in from standard input, or messages from FILE.

    For procmail, fetchmail, a Sieve pipe: gm -C FOLDER receive < message. FILE may be a message (.eml), an mbox, a
    Maildir or a folder of .eml files. Every message is kept byte for byte; what became of it is shown, and gm mailbox
    lists all. Answers go into the outbox; gm send sends them. When the disk is full or another command writes for
    long, the exit code of a pipe is 75, upon which mail servers try once more.
    """
    from gm.mail.fetch import from_path
    from gm.mail.model import MAX_MAIL

    if path is None:
        with _to_be_tried_again():
            found, take = _taker(desk.campaign)
            take(sys.stdin.buffer.read(MAX_MAIL + 1), "stdin")
    else:
        found, take = _taker(desk.campaign)
        from_path(path, take)
    _tell_endings(found, as_json)


@command("fetch")
@option("--watch", is_flag=True, help="Stay, and take in what comes until you stop it (Ctrl+C).")
@json_option
@desk
def fetch_command(desk: Desk, watch: bool, as_json: bool) -> None:
    """Take in what is unread in the mailbox of the campaign (imap in campaign.yaml).

    The connection is encrypted and the server's certificate verified. What was taken in is marked as read, and moved if
    the setting done names a folder.
    """
    from gm.mail.fetch import from_imap, watch_imap
    from gm.mail.password import password

    campaign = desk.campaign
    imap = campaign.config.mail.imap
    if not imap.host:
        stop("no_imap")
    found, take = _taker(campaign)
    secret = password(imap.password, imap.user, campaign.folder)
    if watch:
        watch_imap(imap, secret, campaign.folder, lambda raw, channel: _one(take, raw, channel, found))
        return
    from_imap(imap, secret, campaign.folder, take)
    _tell_endings(found, as_json)


TRY_AGAIN = 75
"""EX_TEMPFAIL: procmail, Sieve and mail servers keep a message whose pipe ends so; at any other code it bounces."""


@contextmanager
def _to_be_tried_again() -> Iterator[None]:
    """What is wrong with the campaign or the disk is no reason to send a letter back to its writer."""
    from gm.cli.base import Trouble, troubles

    try:
        with troubles():
            yield
    except Trouble as trouble:
        raise Trouble(trouble.message, TRY_AGAIN) from None


def _taker(campaign: Campaign) -> tuple[list[Ending], Take]:
    """What became of messages, and what takes one in."""
    from gm.campaign import Campaign
    from gm.cli.base import now
    from gm.mail.intake import take, take_again

    found = take_again(campaign, now())

    def taken(raw: bytes, channel: str) -> None:
        # who watches for weeks must know a new address or code of a seat
        there = Campaign.open(campaign.folder)
        found.append(take(there, raw, when=now(), channel=channel))

    return found, taken


def _one(take: Take, raw: bytes, channel: str, found: list[Ending]) -> None:
    """A message that came while we watched is told of at once."""
    take(raw, channel)
    say(_line(found[-1]))


def _tell_endings(found: list[Ending], as_json: bool) -> None:
    if as_json:
        import msgspec

        answer({"messages": [msgspec.to_builtins(ending) for ending in found]})
        return
    for ending in found:
        say(_line(ending))
    tell(number("{n} message", "{n} messages", len(found)))


def _line(ending: Ending) -> str:
    return "  ".join(part for part in _row(ending) if part)


def _row(ending: Ending) -> tuple[str, ...]:
    from gm.mail.seen import fate, why

    told = ", ".join(filter(None, (why(ending), ending.did)))
    return f"{ending.number:05}", fate(ending.fate), ending.seat, told, ending.sender, ending.subject[:40]


@command("mailbox")
@argument("number_", "[NUMBER]", required=False, type=int)
@option("--all", "everything", is_flag=True, help="Also what was ignored.")
@option("--raw", is_flag=True, help="The message byte for byte, as it came.")
@json_option
@desk
def mailbox_command(desk: Desk, number_: int | None, everything: bool, raw: bool, as_json: bool) -> None:
    """List the messages that came and what became of each; with NUMBER show that one.

    Look at those that are for you to look at: the program does not know whose they are or what they want. What a
    message says of its sender, anybody can write; the line of the receiving server is as honest as your server.
    """
    from gm.mail import mailbox

    campaign = desk.campaign
    if number_ is not None:
        _show(campaign, number_, raw, as_json)
        return
    found = [one for one in mailbox.endings(campaign) if everything or one.fate != "ignored"]
    if as_json:
        _tell_endings(found, as_json)
        return
    if not found:
        tell(_("No message has come yet."))
        return
    local = campaign.config.local
    say(table([(local(one.when), *_row(one)) for one in found]))


def _show(campaign: Campaign, wanted: int, raw: bool, as_json: bool) -> None:
    """One message: raw, as facts for a script, or for people."""
    from gm import disk
    from gm.mail import mailbox

    data = disk.read(mailbox.path_of(campaign, wanted))
    if raw:
        click.echo(data, nl=False)
        return
    ending = next((one for one in reversed(mailbox.endings(campaign)) if one.number == wanted), None)
    if ending is None:
        stop("mail_unread", number=str(wanted))
    if as_json:
        _tell_endings([ending], as_json)
        return
    from gm.mail.parse import read_mail
    from gm.mail.seen import page

    say("\n".join(page(campaign, ending, read_mail(data))))
