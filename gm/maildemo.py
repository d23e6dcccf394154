"""The demo campaign played by mail: orders arrive as messages, receipts and reports leave, all through Maildirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING

from gm import demo, disk, play
from gm.campaign import Campaign
from gm.mail import letters, outbox
from gm.mail.fetch import from_path
from gm.mail.intake import take
from gm.mail.transport import transport_of
from gm.orders import header_of

if TYPE_CHECKING:
    from gm.mail.model import Ending
    from gm.model import Ruleset
    from gm.play import Outcome

IN, OUT = "post/in", "post/out"
_SETTINGS = f"""
mail:
  out: maildir
  maildir: {OUT}
  from: table@example.org
  gm: gm@example.org
"""


@dataclass(frozen=True, slots=True)
class MailStep:
    """One phase by mail: what became of the messages that came, the outcome, how many letters left."""

    endings: tuple[Ending, ...]
    outcome: Outcome
    sent: int


def begin(rules: Ruleset, folder: Path) -> Campaign:
    """The demo campaign with mail switched on: letters go to a Maildir in its folder, and come from another one."""
    campaign = demo.begin(rules, folder)
    settings = folder / "campaign.yaml"
    disk.write_durably(settings, disk.read(settings) + _SETTINGS.encode())
    for name in ("cur", "new", "tmp"):
        disk.make_folder(campaign.folder / IN / name)
    return Campaign.open(folder)


def play_on(campaign: Campaign, orders: Path) -> Iterator[MailStep]:
    """Write each player's order file as a mail, take all mails in, play the phase, send what is owed."""
    when, box = demo.BEGIN, campaign.folder / IN
    while campaign.opened() is not None:
        folder = orders / campaign.name_of_next()
        if not folder.is_dir():
            return
        for number, path in enumerate(sorted(folder.glob("*.yaml"))):
            when += timedelta(hours=1)
            name = f"{campaign.name_of_next()}-{path.stem}.{number}"
            (box / "new" / name).write_bytes(_mail(campaign, path, number, when))
        found = _taken_in(campaign, box, when + timedelta(hours=1))
        when += timedelta(days=1)
        outcome = play.prepare(campaign, when=when)
        campaign.commit(outcome)
        outbox.put_all(campaign, letters.owed(campaign, when), when)
        done = outbox.send(campaign, transport_of(campaign), when)
        yield MailStep(tuple(found), outcome, len(done.of("sent")))


def _taken_in(campaign: Campaign, box: Path, when: datetime) -> list[Ending]:
    """What became of the messages that lie in a Maildir."""
    found: list[Ending] = []
    from_path(box, lambda raw, way: found.append(take(campaign, raw, when=when, channel=way)))
    return found


def _mail(campaign: Campaign, path: Path, number: int, when: datetime) -> bytes:
    """An order file as a player would send it: in the text, or as an attachment."""
    from email.utils import format_datetime

    message = EmailMessage()
    message["From"] = campaign.config.seats[path.stem].address
    message["To"] = campaign.config.mail.from_
    message["Subject"] = f"Re: {campaign.config.title}"
    message["Date"] = format_datetime(when)
    message["Message-ID"] = f"<{campaign.name_of_next()}.{path.stem}@example.org>"
    text, opened = path.read_text("utf-8"), campaign.opened()
    if header_of(text) is None and opened is not None:  # as it stands in the form that the player has got
        text = f"{play.header(campaign, opened, path.stem)}\n{text}"
    if number % 2:
        message.set_content(text)
    else:
        message.set_content("Заявка в файле. / The orders are in the file.")
        message.add_attachment(text.encode(), maintype="text", subtype="yaml", filename=path.name)
    return message.as_bytes()
