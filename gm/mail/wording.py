"""What letters say besides reports and receipts, in the reader's language. Subjects are for searching: they tell of no
result and no secret, for they stand on screens that anybody may see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from gm import i18n
from gm.deadlines import current

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from gm.campaign import Campaign
    from gm.mail.model import Attachment
    from gm.meta import Meta
    from gm.model import Lang

RULE = "-" * 20
WIDTH = 78
COMMAND = "gm check "


class Wording:
    """Sentences about a campaign in one language."""

    def __init__(self, campaign: Campaign, lang: Lang) -> None:
        self.campaign, self.config, self.lang = campaign, campaign.config, lang

    def say(self, message: str, **words: object) -> str:
        """A message in the reader's language."""
        return i18n.text(message, self.lang).format(**words)

    def page(self, first: Sequence[str], text: str) -> str:
        """Paragraphs, a line, and the text under it."""
        head = "\n\n".join(map(_filled, first))
        return f"{head}\n\n{RULE}\n\n{text}" if head else text

    # -- subjects

    def subject(
        self,
        what: Literal["news", "reminder", "receipt", "answer"],
        about: tuple[int, str] | None = (-1, ""),
    ) -> str:
        """``[Зима] Ход 3, Движение: квитанция``; ``about``: turn and phase (None: of no phase), else the open one."""
        told = {
            "news": self.say("orders are taken"),
            "reminder": self.say("your orders are awaited"),
            "receipt": i18n.text("receipt", self.lang),
            "answer": self.say("answer to your letter"),
        }[what]
        if about is not None and about[0] < 0:
            opened = self.campaign.opened()
            about = (opened.turn, opened.phase) if opened else None
        place = f"{self.place(*about)}: " if about else ""
        return f"[{self.config.title}] {place}{told}"

    def subject_of_report(self, meta: Meta, *, again: bool = False) -> str:
        """The same for a report; one that replaces another says so."""
        what = self.say("corrected report") if again or meta.replaces else i18n.text("report", self.lang)
        return f"[{self.config.title}] {self.place(meta.turn, meta.phase)}: {what}"

    def place(self, turn: int, phase: str, *, inside: bool = False) -> str:
        """``Ход 3, Движение``; entry belongs to no turn. ``inside`` a sentence it has no capital."""
        from gm.entry import PHASE, TITLE

        if phase == PHASE:
            return TITLE.of(self.lang)
        title = self.campaign.rules.phase(phase).title.of(self.lang)
        if inside:
            return self.say("turn {turn}, {phase}", turn=turn, phase=title)
        return self.say("Turn {turn}, {phase}", turn=turn, phase=title)

    # -- above a report

    def above_report(
        self, seat: str, papers: Sequence[Attachment], *, again: bool, drawn: bool, newest: bool
    ) -> list[str]:
        """What the reader should do, and what is attached; whether the map is in the letter or only beside it."""
        lines = []
        if again:
            lines.append(
                self.say(
                    "This report takes the place of the one that you got before: the phase was taken back and "
                    "played again."
                )
            )
        if not newest:
            lines.append(self.say("The game went on since; the newest report comes in a letter of its own."))
        if papers:
            lines += [self.asked_for(seat), *self.how_to_answer(papers)]
        elif newest and (opened := self.campaign.opened()):
            lines.append(
                self.say(
                    "Orders are taken: {place}. You need not send anything.",
                    place=self.place(opened.turn, opened.phase, inside=True),
                )
            )
        if drawn:
            lines.append(self.say("The map is attached as well, for enlarging: {name}.", name="map.svg"))
        else:
            lines.append(self.say("The map is attached: open {name} in a browser.", name="map.svg"))
        return lines

    def asked_for(self, seat: str) -> str:
        """What is awaited of a seat, and until when."""
        opened = self.campaign.opened()
        assert opened is not None, "there is a form, so a phase is open"
        place, until = self.place(opened.turn, opened.phase, inside=True), current(self.campaign).text
        if seat in opened.must and until:
            return self.say("Your orders are awaited: {place}. Until: {until}.", place=place, until=until)
        if seat in opened.must:
            return self.say("Your orders are awaited: {place}.", place=place)
        if until:
            return self.say("You may send orders: {place}. Until: {until}.", place=place, until=until)
        return self.say("You may send orders: {place}.", place=place)

    def how_to_answer(self, papers: Sequence[Attachment]) -> Iterator[str]:
        """How the form comes back, and how to check it before."""
        form, view = papers
        yield self.say(
            "Fill in the form {form} and answer this letter: attach the file, or put its text into the answer.",
            form=form.name,
        )
        yield self.say("Whoever has gm can check it beforehand:")
        yield f"{COMMAND}--view {view.name} {form.name}"

    # -- letters of words alone

    def opening(self, seat: str, papers: Sequence[Attachment]) -> str:
        """That the first window is open."""
        first = [self.say("Orders are taken now.") if not papers else self.asked_for(seat)]
        if papers:
            first += self.how_to_answer(papers)
        secret = self.campaign.secret.hash
        first.append(self.say("Fingerprint of the dice secret: {hash}", hash=secret))
        return self._letter(seat, first)

    def reminder(self, seat: str, when: datetime) -> str:
        """That orders are missing, how long there is time, what happens without them."""
        from gm import inbox

        opened = self.campaign.opened()
        assert opened is not None, "without an open phase nobody is reminded"
        lines = [self.asked_for(seat)]
        moment = current(self.campaign).until
        if moment is not None and moment > when:
            lines[0] += " " + self.say("Time left: {time}.", time=self.span(moment - when))
        if inbox.stands(self.campaign)[seat].uncounted:
            lines.append(self.say("A file of yours came, but none of your files counts yet: see the receipt."))
        lines.append(self.without_orders(seat, when))
        lines.append(self.say("The form came with the last letter: fill it in and answer."))
        return self._letter(seat, lines)

    def without_orders(self, seat: str, when: datetime) -> str:
        """What is done if nothing comes."""
        from gm.standin import policy

        what = policy(self.config, seat, when).what
        return {
            "wait": self.say("The game waits for your orders."),
            "hold": self.say("If none come, the phase is played without orders of yours."),
            "standing": self.say("If none come, your standing orders for this phase are played, if you sent any."),
            "bot": self.say("If none come, the bot gives orders in your place."),
        }[what]

    def span(self, time: timedelta) -> str:
        """A time as people say it: two days and more in days, below that in hours or minutes."""
        minutes = int(time.total_seconds()) // 60
        if minutes >= 48 * 60:
            return i18n.number("{n} day", "{n} days", minutes // (24 * 60), self.lang)
        if minutes >= 60:
            return i18n.number("{n} hour", "{n} hours", minutes // 60, self.lang)
        return i18n.number("{n} minute", "{n} minutes", max(minutes, 1), self.lang)

    def _letter(self, seat: str, lines: Sequence[str]) -> str:
        names = {chair.id: chair.name for chair in self.campaign.seats()}
        head = self.say("{title}: for {name} ({seat})", title=self.config.title, name=names[seat], seat=seat)
        return "\n\n".join(map(_filled, (head, *lines))) + "\n"


def _filled(paragraph: str) -> str:
    """A paragraph in lines; a command to be typed stays in one."""
    from textwrap import fill

    if paragraph.startswith(COMMAND):
        return paragraph
    return fill(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)
