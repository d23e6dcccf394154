"""Campaigns and letters for these tests."""

from __future__ import annotations

import email
import email.policy
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from gm import play
from gm.campaign import Campaign
from gm.config import set_players
from gm.mail import outbox
from gm.mail.model import Letter
from gm.mail.transport import Refused
from tests import campaigns as t

WHEN = datetime(2026, 11, 30, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


MAIL = {"out": "maildir", "maildir": "letters", "from": "zima@gm.test", "gm": "me@gm.test"}
SEATS = (
    {"id": "red", "player": "Маша", "address": "anna@players.test", "language": "ru"},
    {"id": "blue", "player": "Ben", "address": "Ben <boris@players.test>", "language": "en"},
    {"id": "green", "player": "Гость", "language": "ru"},
)


def new(folder: Path) -> Campaign:
    """A campaign of Galactic Council with two seats that have addresses and one that has none."""
    return Campaign.create(
        folder,
        game="galactic_council",
        title="Зима",
        id="zima",
        language="ru",
        seats=SEATS,
        settings={"mail": MAIL, "guard": False, "time_zone": "Europe/Moscow"},
    )


def resolve(campaign: Campaign) -> None:
    """Play the open phase with bots."""
    campaign.commit(play.prepare(campaign, "bot", WHEN))


def small(folder: Path, seats: int = 3, **mail: Any) -> Campaign:
    """A campaign of the counter game whose seats have addresses; ``mail`` are settings of its section."""
    campaign = t.new(folder, seats, mail={"out": "maildir", "maildir": "letters", "from": "zima@gm.test", **mail})
    give_addresses(campaign, {seat: f"{seat}@players.test" for seat in campaign.config.seats})
    return Campaign.open(folder)


def give_addresses(campaign: Campaign, addresses: dict[str, str]) -> None:
    """Change ``campaign.yaml``."""
    path = campaign.folder / "campaign.yaml"
    changed = set_players(path.read_bytes(), {seat: {"address": text} for seat, text in addresses.items()})
    path.write_bytes(changed)


def letter(key: str = "notice-1", to: str = "red@players.test", **more: Any) -> Letter:
    """A letter about nothing."""
    return Letter(
        **{"key": key, "purpose": "notice", "to": to, "lang": "en", "subject": "Hello", "text": "Words.\n", **more}
    )


class Way:
    """A way out that notes what it was given; ``answers``: recipient -> what it raises, one after another."""

    def __init__(self, answers: dict[str, list[Exception | None]] | None = None) -> None:
        self.answers = answers or {}
        self.went: list[tuple[str, str, str, bytes]] = []
        self.closed = 0

    def deliver(self, key: str, sender: str, to: str, data: bytes) -> None:
        left = self.answers.get(to, [])
        if left and (error := left.pop(0)) is not None:
            raise error
        self.went.append((key, sender, to, data))

    def close(self) -> None:
        self.closed += 1

    @property
    def keys(self) -> list[str]:
        """The letters that went, by their keys."""
        return [key for key, *_rest in self.went]


def later(why: str = "greylisted") -> Refused:
    return Refused(why, "4.7.1", final=False)


def never(why: str = "no such user") -> Refused:
    return Refused(why, "5.1.1", final=True, address=True)


def read(data: bytes) -> EmailMessage:
    """A message taken apart."""
    found = email.message_from_bytes(data, policy=email.policy.default)
    assert isinstance(found, EmailMessage)
    return found


def words(message: EmailMessage, kind: str = "plain") -> str:
    """The text of a message, or its HTML."""
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def states(campaign: Campaign) -> dict[str, str]:
    """Key -> state of every letter."""
    return {post.key: post.state for post in outbox.posts(campaign)}
