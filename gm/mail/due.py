"""The letters of what is due: reminders, news of a moved deadline, notices to the game master. Nothing is sent here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from gm import i18n
from gm.deadlines import Deadline, current, left
from gm.due import Due
from gm.mail.model import Letter, Purpose
from gm.walltime import shown, time_of

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.model import Lang

_PURPOSES: dict[str, Purpose] = {"reminder": "reminder", "moved": "news"}


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
    page = _Page(campaign, deadline, due, when)
    return _addressed(campaign, due, page.subject(), "\n".join(page.lines()))


def _addressed(campaign: Campaign, due: Due, subject: str, text: str) -> Letter | None:
    config, seat, purpose = campaign.config, due.seat, _PURPOSES.get(due.what, "notice")
    address = config.seats[seat].address if seat else _gm_address(campaign)
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


def _gm_address(campaign: Campaign) -> str:
    """The game master's own address, ``mail: gm:`` of the settings; empty where there are none for mail."""
    mail = getattr(campaign.config, "mail", None)
    return str(getattr(mail, "gm", ""))


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
        if self.due.what == "reminder":
            return f"{self.say('Your orders are still missing')}. {self.window}"
        if self.due.what == "moved":
            return f"{self.say('The deadline was moved')}. {self.window}"
        return f"{self.say('For the game master')}. {self.window}"

    def lines(self) -> Iterator[str]:
        """The letter itself."""
        yield f"{self.campaign.config.title}. {self.window}"
        yield ""
        yield from {"reminder": self.reminder, "moved": self.moved}.get(self.due.what, self.notice)()

    def reminder(self) -> Iterator[str]:
        """That orders are missing, until when they are taken, what happens without them."""
        from gm import inbox

        if inbox.stand_of(self.campaign, self.due.seat).uncounted:
            yield self.say("Files of yours came, but none of them counts; their receipts say why.")
        else:
            yield self.say("No orders of yours have come so far.")
        yield from self.until()
        yield self.otherwise()

    def otherwise(self) -> str:
        """What is done if nothing comes, as far as it is settled."""
        from gm import inbox
        from gm.standin import policy

        seat, window = self.due.seat, self.campaign.window()
        what = policy(self.campaign.config, seat, self.when).what
        if what == "bot":
            return self.say("If nothing comes, the bot plays this phase for you.")
        if what == "standing" and window and window[1] in inbox.all_standing(self.campaign, seat):
            return self.say("If nothing comes, your standing orders are played.")
        if what in ("standing", "hold"):
            return self.say("If nothing comes, you order nothing in this phase.")
        return self.say("Everybody waits for you.")

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
