"""Hold a phase: nothing is resolved until the game master has got the answer to a question and lets it go on.

``inbox/0007-t02-movement/questions.json`` keeps every question asked in the phase, answered ones too.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gm import disk
from gm.trouble import DAMAGED, PERSON, REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign


@dataclass(frozen=True, slots=True)
class Question:
    """What the game master asks a seat (empty: nobody, he only waits). Times are ISO text; ``released`` empty: open."""

    seat: str
    text: str
    when: str
    released: str = ""


def questions(campaign: Campaign) -> list[Question]:
    """The questions that hold the open phase, oldest first; none once the game is over."""
    return [question for question in _all(campaign) if not question.released]


def asked(campaign: Campaign, seat: str) -> list[str]:
    """What a seat is asked in the open phase and has not been let off yet."""
    return [question.text for question in questions(campaign) if question.seat == seat]


def ask(campaign: Campaign, seat: str, text: str, when: datetime) -> None:
    """Hold the open phase with a question. CampaignError when the game is over."""
    with campaign.lock():
        _write(campaign, [*_all(campaign), Question(seat, text, when.isoformat(timespec="seconds"))])


def release(campaign: Campaign, seat: str | None, when: datetime) -> list[Question]:
    """Let the phase go on: the questions to a seat (None: all) are done with. Returns them."""
    with campaign.lock():
        every = _all(campaign)
        done = [one for one in every if not one.released and seat in (None, one.seat)]
        if not done:
            raise CampaignError("not_held", REFUSED)
        moment = when.isoformat(timespec="seconds")
        _write(campaign, [replace(one, released=moment) if one in done else one for one in every])
    return done


def check(campaign: Campaign) -> None:
    """Raise CampaignError (a person is needed) when the open phase is held."""
    if found := questions(campaign):
        said = "; ".join(f"{one.seat}: {one.text}" if one.seat else one.text for one in found)
        raise CampaignError("held", PERSON, questions=said)


def _path(campaign: Campaign) -> Path:
    return campaign.folder / "inbox" / campaign.name_of_next() / "questions.json"


def _all(campaign: Campaign) -> list[Question]:
    try:
        path = _path(campaign)
    except CampaignError as error:
        if error.code != "game_over":
            raise
        return []
    if not path.exists():
        return []
    try:
        return msgspec.json.decode(disk.read(path), type=list[Question])
    except msgspec.MsgspecError:
        raise CampaignError("damaged_file", DAMAGED, path=str(path)) from None


def _write(campaign: Campaign, every: list[Question]) -> None:
    rows = [asdict(question) for question in every]
    disk.write_durably(_path(campaign), (json.dumps(rows, ensure_ascii=False, indent=1) + "\n").encode())
