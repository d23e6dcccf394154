"""What becomes of a message: every one ends as exactly one of accepted, partial, refused, quarantined, ignored.

The bytes are kept first, the ending last, so that a message on which the program died is taken once more. Whose orders
a message holds says the code in their first line; the answer goes to the registered address of the seat alone, never
to where a message claims to come from. Wrong codes are counted against the sender, so that nobody can lock a rival out.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gm import disk, inbox
from gm.mail import answers, commands, mailbox, outbox
from gm.mail.address import usable
from gm.mail.classify import nature
from gm.mail.compose import is_own_id
from gm.mail.find import find
from gm.mail.html import NoHtml
from gm.mail.model import Block, Ending, Fate, Found, Letter, Mail
from gm.mail.parse import read_mail
from gm.names import Names
from gm.orders import header_of
from gm.trouble import PERSON, REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.inbox import Filed, Submission

WRONG_CODES = 5
"""After so many wrong codes on a day the messages of a sender go to the game master unread."""
PATIENCE = 60.0
"""Mail waits so many seconds for whoever writes to the campaign: a resolve takes less."""
_UNREADABLE = ("too_long", "too_deep", "too_many_parts")


def take(campaign: Campaign, raw: bytes, *, when: datetime, channel: str) -> Ending:
    """Take one message in: keep it, do what it asks, put the answer into the outbox, note what became of it.

    CampaignError when the lock is held or the disk fails; whatever is wrong with the message is in the ending.
    """
    with campaign.lock(PATIENCE):
        return _finish(campaign, mailbox.keep(campaign, raw), when, channel)


def take_again(campaign: Campaign, when: datetime) -> list[Ending]:
    """Take what was broken off once more, and what was kept for the phase that is open now."""
    with campaign.lock(PATIENCE):
        done = [_finish(campaign, number, when, "again") for number in mailbox.broken_off(campaign)]
        return [*done, *(_finish(campaign, number, when, "kept") for number in kept_for_now(campaign))]


def kept_for_now(campaign: Campaign) -> list[int]:
    """Messages with orders that came too early for their phase: it is open now, or will never be, and that is told."""
    latest = {ending.number: ending for ending in mailbox.endings(campaign)}
    kept = [ending for ending in latest.values() if ending.why == "kept"]
    return [ending.number for ending in kept if not answers.comes_later(campaign, ending.did)]


def _finish(campaign: Campaign, number: int, when: datetime, channel: str) -> Ending:
    raw = disk.read(mailbox.path_of(campaign, number))
    try:
        mail = read_mail(raw)
    except NoHtml as missing:  # the message stays without an ending and is taken again when the library is there
        raise CampaignError("mail_needs_library", PERSON, command=str(missing)) from None
    try:
        judge = _Judge(campaign, mail, number, when, channel)
        ending = replace(judge.ending(), proven=judge.proven)
    except (CampaignError, OSError):
        raise  # the message stays without an ending and is taken again
    except Exception:  # a fault of the program must not stop the mail of the others
        fault = mailbox.path_of(campaign, number).with_suffix(".fault.txt")
        disk.write_durably(fault, traceback.format_exc().encode(), 0o600)
        ending = Ending(number=number, fate="quarantined", why="fault")
    ending = replace(
        ending,
        number=number,
        when=when.isoformat(timespec="seconds"),
        channel=channel,
        sender=mail.sender,
        subject=mail.subject[:200],
        message_id=mail.message_id,
        sha256=mail.sha256,
    )
    mailbox.note(campaign, ending)
    return ending


class _Judge:
    """One message and the campaign that it came to."""

    def __init__(self, campaign: Campaign, mail: Mail, number: int, when: datetime, channel: str) -> None:
        self.campaign, self.mail, self.number, self.when, self.channel = campaign, mail, number, when, channel
        self.seats = answers.seats_of(campaign, mail.sender)

    @cached_property
    def past(self) -> list[Ending]:
        """What became of all messages before this one, read once."""
        return mailbox.endings(self.campaign)

    @cached_property
    def proven(self) -> bool:
        """Whether it holds the code of a seat at this address, so that nobody else can have written it."""
        return commands.proven(self.campaign, self.mail, self.seats)

    def ending(self) -> Ending:
        """What becomes of it: the first of these that has something to say."""
        steps: tuple[Callable[[], Ending | None], ...] = (
            self._too_much,
            self._seen_before,
            self._machine,
            self._too_many,
            self._command,
        )
        for step in steps:
            if ending := step():
                return ending
        return self._orders()

    def end(self, fate: Fate, why: str = "", seat: str = "", did: str = "", letter: Letter | None = None) -> Ending:
        """An ending; its answer is put into the outbox."""
        if letter is not None:
            outbox.put(self.campaign, letter, self.when)
        answered = letter.key if letter else ""
        return Ending(number=self.number, fate=fate, why=why, seat=seat, did=did, answered=answered)

    # -- what is not for us to read

    def _too_much(self) -> Ending | None:
        found = next((trouble for trouble in self.mail.troubles if trouble in _UNREADABLE), None)
        if not self.mail.sender and not any(piece.text.strip() for piece in self.mail.pieces):
            found = "broken"
        return self.end("quarantined", found) if found else None

    def _seen_before(self) -> Ending | None:
        """The same message once more, as mail servers deliver now and then."""
        for ending in self.past:
            if ending.number == self.number or ending.why == "duplicate":
                continue
            same_id = self.mail.message_id and ending.message_id == self.mail.message_id
            if ending.sha256 == self.mail.sha256 or (same_id and ending.sender == self.mail.sender):
                return self.end("ignored", "duplicate", did=str(ending.number))
        return None

    def _machine(self) -> Ending | None:
        """What a program wrote is never answered (RFC 3834); a bounce marks the address that fails."""
        own = {usable(self.campaign.config.mail.from_).casefold()} - {""}
        kind = nature(self.mail, own, lambda id_: is_own_id(self.campaign, id_))
        if kind == "human":
            return None
        if kind == "bounce":
            for one in self.mail.bounced:
                if one.final:
                    outbox.mark_failing(self.campaign, one.address, one.status, self.when)
        return self.end("ignored", kind)

    def _too_many(self) -> Ending | None:
        """A cap per sender and day, and one for senders who guess codes.

        Anybody can write in the name of an address. So messages with the right code are counted apart from all others,
        and guesses don't count against them.
        """
        if self.channel == "kept":  # it was counted when it came
            return None
        today = mailbox.of_day(self.past, self.mail.sender, self.when.isoformat()[:10])
        if sum(one.why == "wrong_code" for one in today) >= WRONG_CODES and not self.proven:
            return self.end("quarantined", "wrong_codes")
        if len(today) < self.campaign.config.mail.cap_per_day:
            return None
        alike = sum(one.proven == self.proven for one in today)
        return self.end("quarantined", "too_many") if alike >= self.campaign.config.mail.cap_per_day else None

    # -- what a person wants

    def _command(self) -> Ending | None:
        command = commands.command_in(self.mail)
        if command is None:
            return None
        if not self.seats:
            return self.end("quarantined", "unknown_sender", did=command.verb)
        return commands.done(self.campaign, self.mail, command, self.seats, self.when, self.end)

    def _orders(self) -> Ending:
        if self.campaign.opened() is None:
            return self._troubled(CampaignError("game_over", REFUSED))
        kinds = tuple(kind for phase in self.campaign.open_rules().phases for kind in phase.orders)
        found = find(self.mail, answers.blanks(self.campaign, self.seats), self._known, kinds)
        if found.block is None:
            return self._none(found)
        header = header_of(found.block.text)
        if header is None:
            return self._without_code(found)
        if early := self._early(found):
            return early
        try:
            done = self._filed_before(found.block)
            if done is None and (seat := self._overtaken(header.seat.casefold())):
                return self.end("ignored", "overtaken", seat)
            done = done or inbox.submit(
                self.campaign,
                None,
                found.block.text.encode(),
                channel="mail",
                sender=self.mail.sender,
                when=self.when,
            )
        except CampaignError as error:
            if error.exit_code != REFUSED:
                raise
            return self._troubled(error)  # else it would be taken again for ever, and no other mail with it
        return self._refused(done) if done.filed is None else self._filed(done, found)

    def _filed_before(self, block: Block) -> Submission | None:
        """What a take that was broken off has filed of this message: a file like it that belongs to no other one."""
        if self.channel not in ("again", "kept"):
            return None
        found = inbox.found(self.campaign, block.text.encode(), channel="mail", sender=self.mail.sender)
        return next((done for done in found if done.filed and not self._brought_by(done.filed)), None)

    def _brought_by(self, filed: Filed) -> Ending | None:
        """The message whose ending says that it brought a file. Files of earlier phases have the same names."""
        did = f"filed {filed.path.stem}"
        return next((one for one in reversed(self.past) if one.did == did and one.when >= filed.when), None)

    def _overtaken(self, seat: str) -> str:
        """The seat, if orders for the phase came straight after it opened: they are newer than those kept for it."""
        opened = self.campaign.opened()
        if self.channel != "kept" or opened is None or seat not in opened.may:
            return ""
        filed = inbox.current(self.campaign, seat)
        brought = self._brought_by(filed) if filed else None
        return seat if filed and (brought is None or brought.channel != "kept") else ""

    def _troubled(self, error: CampaignError) -> Ending:
        """Nothing of the kind can be done now, whatever the message says."""
        if not self.seats:
            return self.end("quarantined", error.code)
        seat = self.seats[0]
        return self.end("refused", error.code, seat, letter=answers.trouble(self.campaign, seat, self.mail, error))

    def _known(self, word: str) -> bool:
        """Whether a word is an order of the game."""
        rules = self.campaign.open_rules()
        verbs = Names(kind.verb for phase in rules.phases for kind in phase.orders)
        return verbs.find(word) is not None

    def _none(self, found: Found) -> Ending:
        """Nothing to file: an answer to people we know, a place in quarantine for others."""
        why = {"none": "no_orders", "blank": "blank", "two": "two_blocks"}[found.why or "none"]
        if not self.seats:
            return self.end("quarantined", "unknown_sender" if why == "no_orders" else why)
        seat = self.seats[0]
        return self.end("refused", why, seat, letter=answers.no_orders(self.campaign, seat, self.mail, why))

    def _without_code(self, found: Found) -> Ending:
        """Orders without a first line are nobody's: whoever is known at that address is told what is missing."""
        if not self.seats:
            return self.end("quarantined", "unknown_sender")
        seat = self.seats[0]
        return self.end("refused", "no_code", seat, letter=answers.no_orders(self.campaign, seat, self.mail, "no_code"))

    def _early(self, found: Found) -> Ending | None:
        """Orders for a phase that comes later are kept for it, if their code is the seat's for that turn."""
        assert found.block is not None
        later = answers.later_window(self.campaign, found.block.text)
        if later is None:
            return None
        seat, name = later
        return self.end("accepted", "kept", seat, name, answers.kept(self.campaign, seat, self.mail, name))

    def _refused(self, done: Submission) -> Ending:
        codes = {problem.code for problem in done.problems}
        seat = done.seat or ""
        if codes & {"header_code", "header_no_code"}:
            known = seat in self.seats
            letter = answers.no_orders(self.campaign, seat, self.mail, "wrong_code") if known else None
            return self.end("quarantined" if not known else "refused", "wrong_code", seat, letter=letter)
        if self.seats and seat in self.campaign.config.seats and seat not in self.seats:
            # orders of a seat that is not the sender's: any answer would tell him about its code or its rights
            return self.end("quarantined", "wrong_code", seat)
        why = "past_phase" if codes & {"header_turn", "header_phase"} else "not_for_us"
        if not self.seats:
            return self.end("quarantined", why, seat)
        seat = seat if seat in self.seats else self.seats[0]
        return self.end("refused", why, seat, letter=answers.refused(self.campaign, seat, self.mail, done))

    def _filed(self, done: Submission, found: Found) -> Ending:
        assert done.filed is not None and done.seat is not None and found.block is not None
        filed = done.filed
        letter = answers.receipt(self.campaign, done, self.mail, found.block)
        did = f"filed {filed.path.stem}"
        if filed.refused and not filed.accepted:
            return self.end("refused", "errors", done.seat, did, letter)
        if filed.blank:
            return self.end("refused", "blank", done.seat, did, letter)
        return self.end("partial" if filed.refused else "accepted", "", done.seat, did, letter)
