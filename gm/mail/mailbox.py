"""``mailbox/``: every message that came, byte for byte, and what became of it.

``mailbox/00012.eml`` is the twelfth message; its ending is a line of ``mailbox/endings.jsonl``. The bytes are durable
before anything is done about a message, its ending is written when all is done: a message without an ending was
broken off and is taken again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gm import disk
from gm.deadlines import is_older
from gm.mail.model import Ending
from gm.trouble import DAMAGED, CampaignError
from gm.walltime import time_of

if TYPE_CHECKING:
    from gm.campaign import Campaign

_NAME = re.compile(r"(?P<number>\d{5,})\.eml\Z", re.ASCII)


def folder_of(campaign: Campaign) -> Path:
    """Where the mail of a campaign lies."""
    return campaign.folder / "mailbox"


def keep(campaign: Campaign, raw: bytes) -> int:
    """Keep a message byte for byte; returns its number. To be called by the one writer."""
    number = max(_numbers(campaign), default=0) + 1
    disk.write_durably(path_of(campaign, number), raw, 0o600)
    return number


def path_of(campaign: Campaign, number: int) -> Path:
    """The file of a message."""
    return folder_of(campaign) / f"{number:05}.eml"


def endings(campaign: Campaign) -> list[Ending]:
    """What became of every message, in the order in which they were done with; a torn last line counts as none."""
    path = folder_of(campaign) / "endings.jsonl"
    if not path.exists():
        return []
    lines = disk.read(path).split(b"\n")
    try:
        return [msgspec.json.decode(line, type=Ending) for line in lines[:-1]]
    except msgspec.MsgspecError:
        raise CampaignError("damaged_file", DAMAGED, path=str(path)) from None


def note(campaign: Campaign, ending: Ending) -> None:
    """Write down what became of a message. A line that a crash had cut off is replaced."""
    path = folder_of(campaign) / "endings.jsonl"
    known = disk.read(path) if path.exists() else b""
    whole = known[: known.rfind(b"\n") + 1]
    disk.write_durably(path, whole + msgspec.json.encode(ending) + b"\n", 0o600)


def broken_off(campaign: Campaign) -> list[int]:
    """Messages that were kept and not done with: something stopped the program meanwhile."""
    done = {ending.number for ending in endings(campaign)}
    return sorted(number for number in _numbers(campaign) if number not in done)


def _numbers(campaign: Campaign) -> Iterator[int]:
    for path in disk.entries(folder_of(campaign)):
        if found := _NAME.match(path.name):
            yield int(found["number"])


def to_look_at(campaign: Campaign) -> int:
    """How many messages came since the last phase was played of which the program could make nothing."""
    last = campaign.last()
    played = time_of(campaign.manifest(last).get("time", "")) if last else None
    odd = (ending for ending in endings(campaign) if ending.fate == "quarantined")
    return sum(not is_older(ending.when, played) for ending in odd)


def of_day(every: Sequence[Ending], sender: str, day: str) -> list[Ending]:
    """Of these the endings of a sender's messages on a day (begin of ``when``) that were no machine's."""
    return [one for one in every if one.sender == sender and one.when[:10] == day and one.fate != "ignored"]
