"""The words of a receipt, as a page of plain text that its sender reads from top to bottom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import indent
from typing import TYPE_CHECKING

from gm import i18n
from gm.model import Problem
from gm.yamlfile import decode, tidy

if TYPE_CHECKING:
    from gm.inbox import Filed
    from gm.receipt import Receipt

SHORT = 12
"""So many digits of a hash serve people to tell two files apart."""


class Page:
    """The lines of one receipt."""

    def __init__(self, receipt: Receipt) -> None:
        self.of, self.lang = receipt, receipt.lang
        self.config = receipt.campaign.config

    def say(self, message: str, **words: object) -> str:
        """A message in the language of the page."""
        return i18n.text(message, self.lang).format(**words)

    def lines(self) -> Iterator[str]:
        """The whole page."""
        yield from self.head()
        yield from ("", *self.standing())
        yield from self.orders()
        yield from self.mistakes()

    # -- whose file it is, for what, when and how it came

    def head(self) -> Iterator[str]:
        """One fact a line."""
        one, filed = self.of, self.of.filed
        names = {seat.id: seat.name for seat in one.campaign.seats()}
        if one.refused:
            yield self.say("Receipt of a file that was refused as a whole")
        else:
            yield self.say("Receipt for {name} ({seat})", name=names[one.seat], seat=one.seat)
        yield self.say("Campaign: {title} ({id})", title=self.config.title, id=self.config.id)
        phase = one.campaign.open_rules().phase(one.window.opened.phase).title.of(self.lang)
        if one.window.standing:
            yield self.say("Standing orders for the phase: {phase}", phase=phase)
        else:
            yield self.say("Turn {turn}, phase: {phase}", turn=one.window.opened.turn, phase=phase)
            if not one.refused:
                yield from self.until_when()
        yield self.say("File: no. {number} ({name})", number=filed.number, name=filed.path.name)
        if filed.when:
            yield self.say("Came: {when} ({zone})", when=self.config.local(filed.when), zone=self.config.time_zone)
        if filed.channel:
            yield self.say("By way of: {channel}", channel=self.channel(filed.channel))
        if filed.sender:
            yield self.say("From: {sender}", sender=" ".join(tidy(filed.sender).split()))
        yield self.say("Fingerprint of the file: {short}", short=one.hash[:SHORT])
        yield self.say("The same in full (SHA-256): {hash}", hash=one.hash)

    def deadline(self) -> str:
        """Until when orders of the phase are accepted."""
        from gm.deadlines import told

        return told(self.of.campaign)

    def until_when(self) -> Iterator[str]:
        """The deadline, and that the game master moved it."""
        from gm.deadlines import current

        if deadline := self.deadline():
            yield self.say("Orders are accepted until {deadline}", deadline=deadline)
        moved = None if self.of.campaign.played_here() else current(self.of.campaign).moved
        if moved is None:
            return
        when = self.config.local(moved.when)
        if moved.why:
            yield self.say(
                "The game master moved the deadline on {when}, for this reason: {why}", when=when, why=moved.why
            )
        else:
            yield self.say("The game master moved the deadline on {when}.", when=when)

    def channel(self, channel: str) -> str:
        """How a file came, in words where we have some."""
        known = {
            "cli": self.say("the game master filed it (gm submit)"),
            "bot": self.say("made by the bot"),
            "mail": i18n.text("mail", self.lang),
        }
        return known.get(channel, channel)

    # -- which file counts

    def standing(self) -> Iterator[str]:
        """Which file counts now, and why: sentences."""
        if self.of.refused:
            yield self.say("This file was refused: it changes nothing, whatever was sent before goes on counting.")
        elif self.of.counts:
            yield from self.counts()
        else:
            yield self.against()
            yield self.instead()
            yield from self.decision()

    def counts(self) -> Iterator[str]:
        """That this file counts, and what that means."""
        one, filed = self.of, self.of.filed
        if filed.withdrawn:
            yield self.say("This file counts: it takes all orders back, and you order nothing.")
        elif filed.blank:
            yield self.say("This file counts: there is no order in it, so you order nothing.")
        elif not filed.accepted:
            yield self.say("This file counts, but not one order in it was understood, so you order nothing.")
        elif filed.refused:
            yield self.say("This file counts: its good orders will be played, the refused ones will not.")
        else:
            yield self.say("This file counts: all its orders will be played.")
        if filed.number in one.stand.late:
            deadline = self.deadline()
            yield self.say("It came after the deadline, {deadline}, and counts all the same.", deadline=deadline)
        if filed.number in one.stand.grace:
            yield self.say(
                "It came after the deadline, {deadline}, but in the time of grace, and counts.",
                deadline=self.deadline(),
            )
        yield from self.decision()
        if one.replaced:
            yield self.say("It takes the place of {file}.", file=self.named(one.replaced))
        yield self.until()

    def until(self) -> str:
        """What would change it."""
        if not self.of.window.standing:
            return self.say("If you send a newer file in time, that one will count, as long as it is good.")
        from gm.standin import policy

        what = policy(self.config, self.of.seat, None).what
        if what == "standing":
            return self.say("It is played each time this phase comes and no file of yours for that turn counts.")
        if what == "wait":
            return self.say(
                "It is played when no file of yours for that turn counts and nobody waits for you any more."
            )
        return self.say("It is played only when the game master says so: the campaign is not set to do it by itself.")

    def against(self) -> str:
        """Why this file does not count."""
        reason = self.of.stand.against.get(self.of.filed.number, "")
        if reason == "late":
            return self.say(
                "This file came after the deadline, {deadline}; it does not count unless the game master decides so.",
                deadline=self.deadline(),
            )
        if reason == "mistakes":
            return self.say(
                "This file does not count: in this campaign a file with mistakes is not played, not even in part."
            )
        if reason == "not_understood":
            return self.say("This file does not count: not one order in it was understood.")
        if reason == "blank":
            return self.say("There is no order in this file, so it takes nothing back; a file with [] would.")
        if self.of.stand.decision:
            return self.say("This file does not count: the game master decided for another one.")
        return self.say("This file does not count any more: a newer one has taken its place.")

    def instead(self) -> str:
        """What counts if this file does not."""
        one, counting = self.of, self.of.stand.file
        if counting is not None and counting.number < one.filed.number:
            return self.say("So what counts is {file}, as before.", file=self.named(counting))
        if counting is not None:
            return self.say("What counts now is {file}.", file=self.named(counting))
        if one.window.standing:
            return self.say("So you have no standing orders for this phase.")
        if one.seat in one.window.opened.must:
            return self.say("So none of your files counts yet: your orders are still awaited.")
        return self.say("So none of your files counts yet; in this phase you need not send any.")

    def decision(self) -> Iterator[str]:
        """The game master's word, with his reason."""
        made = self.of.stand.decision
        if made is None:
            return
        when, why = self.config.local(made.when), " ".join(made.why.split())
        if why:
            yield self.say("So the game master decided on {when}, for this reason: {why}", when=when, why=why)
        else:
            yield self.say("So the game master decided on {when}.", when=when)

    def named(self, filed: Filed) -> str:
        """A file as a sentence names it."""
        if not filed.when:
            return self.say("no. {number}", number=filed.number)
        return self.say("no. {number} of {when}", number=filed.number, when=self.config.local(filed.when))

    # -- what stands in it

    def orders(self) -> Iterator[str]:
        """Every order as it was understood, with its line."""
        if self.of.refused:
            return
        reading = self.of.checked.reading
        if self.of.orders:
            yield from ("", self.say("Orders as they were understood: {n}", n=len(self.of.orders)))
        elif reading.withdrawn:
            yield from ("", self.say("Orders: none, for the file is an empty list."))
        else:
            yield from ("", self.say("Orders: none."))
        for line, yaml in self.of.orders:
            yield from ("", self.say("Line {line}:", line=line), indent(yaml, "    "))

    def mistakes(self) -> Iterator[str]:
        """Everything that is wrong, each with its place and a caret; then remarks and costs."""
        reading, notes = self.of.checked.reading, self.of.checked.notes
        wrong = [problem for problem in reading.problems if not problem.warning]
        warnings = [problem for problem in reading.problems if problem.warning]
        if wrong:
            yield from ("", i18n.number("{n} mistake:", "{n} mistakes:", len(wrong), self.lang))
            yield from self.places(wrong)
        if warnings or notes:
            yield from ("", self.say("Remarks:"))
            yield from self.places(warnings)
        if notes:
            yield ""
        for note, said in notes:
            place = self.say("line {line}", line=note.line) + ": " if note.line else ""
            yield f"- {place}{self.say('warning') + ': ' if note.warning else ''}{said}"

    def places(self, problems: Sequence[Problem]) -> Iterator[str]:
        """Each with its line of the file and a caret under the place."""
        from gm.problems import shown

        lines = tidy(decode(self.of.data)).split("\n")
        for problem in problems:
            yield from ("", shown(problem, lines, self.of.filed.path.name, self.lang))
