"""The letters of what is due: reminders, news of a moved deadline, notices to the game master. Nothing is sent here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gm import i18n
from gm.deadlines import Deadline, current, left
from gm.due import Due
from gm.mail.model import Letter, Purpose
from gm.walltime import shown, time_of

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.model import Lang

_PURPOSES: dict[str, Purpose] = {"moved": "news"}


def letters(campaign: Campaign, dues: Iterable[Due], when: datetime) -> list[tuple[Due, Letter | None]]:
    """Each thing due with its letter; None: nobody knows the address."""
    deadline = current(campaign)
    return [(due, _letter(campaign, deadline, due, when)) for due in dues]


def notice(campaign: Campaign, key: str, text: str) -> Letter | None:
    """A letter to the game master in his language; None: nobody knows his address."""
    config = campaign.config
    subject = i18n.text("For the game master", config.language)
    return _addressed(campaign, Due(key, "overdue", ""), subject, text)


def _letter(campaign: Campaign, deadline: Deadline, due: Due, when: datetime) -> Letter | None:
    from gm.mail.letters import readers, reminder

    if due.what == "reminder":
        return replace(reminder(campaign, due.seat, when), key=due.key) if due.seat in readers(campaign) else None
    page = _Page(campaign, deadline, due, when)
    return _addressed(campaign, due, page.subject(), "\n".join(page.lines()))


def _addressed(campaign: Campaign, due: Due, subject: str, text: str) -> Letter | None:
    config, seat, purpose = campaign.config, due.seat, _PURPOSES.get(due.what, "notice")
    address = config.seats[seat].address if seat else campaign.config.mail.gm
    if not address:
        return None
    desk = campaign.name_of_next() if campaign.window() else ""
    return Letter(
        key=due.key,
        purpose=purpose,
        to=address,
        lang=config.lang(seat) if seat else config.language,
        subject=f"[{config.id}] {subject}",
        text=text.rstrip("\n") + "\n",
        thread="-".join(filter(None, (desk, seat))),
        seat=seat,
        about=f"open {desk}" if desk else "",
    )


class _Page:
    """The words of one letter, in its reader's language."""

    def __init__(self, campaign: Campaign, deadline: Deadline, due: Due, when: datetime) -> None:
        self.campaign, self.deadline, self.due, self.when = campaign, deadline, due, when
        config = campaign.config
        self.lang: Lang = config.lang(due.seat) if due.seat else config.language
        turn, phase = campaign.window() or (0, "")
        title = campaign.open_rules().phase(phase).title.of(self.lang)
        self.window = self.say("Turn {turn}, phase: {phase}", turn=turn, phase=title)

    def say(self, message: str, **words: object) -> str:
        return i18n.text(message, self.lang).format(**words)

    def subject(self) -> str:
        """What a list of mail shows."""
        if self.due.what == "moved":
            return f"{self.say('The deadline was moved')}. {self.window}"
        return f"{self.say('For the game master')}. {self.window}"

    def lines(self) -> Iterator[str]:
        """The letter itself."""
        yield f"{self.campaign.config.title}. {self.window}"
        yield ""
        yield from (self.moved if self.due.what == "moved" else self.notice)()

    def moved(self) -> Iterator[str]:
        """The new deadline, the old one, and why."""
        moved, zone = self.deadline.moved, self.campaign.config.time_zone
        assert moved is not None, "only what was moved is news"
        yield self.say("The game master moved the deadline.")
        yield from self.until()
        if before := time_of(moved.was):
            yield self.say("Before, it was {deadline}.", deadline=shown(before, zone))
        if moved.why:
            yield self.say("The reason: {why}", why=moved.why)

    def until(self) -> Iterator[str]:
        """The deadline, and how far away it is."""
        assert self.deadline.until is not None, "nobody is told of a deadline in words"
        yield self.say(
            "Orders are accepted until {deadline}, {left}.",
            deadline=self.deadline.text,
            left=left(self.deadline.until, self.when, self.lang),
        )

    def notice(self) -> Iterator[str]:
        """What the game master should do."""
        if self.due.what == "ready":
            yield self.say("Everybody is ready; gm resolve plays the phase before its deadline.")
        elif self.due.what == "overdue":
            yield self.say(
                "The deadline has passed: {deadline}. gm resolve plays the phase.", deadline=self.deadline.text
            )
        else:
            yield self.say(
                "The deadline had passed before this phase opened: {deadline}. Set another one with gm extend.",
                deadline=self.deadline.text,
            )
