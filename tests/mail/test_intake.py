"""What becomes of every mail of the corpus in a real campaign: winter, turn 3, movement, with red's orders awaited."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gm import inbox
from gm.campaign import Campaign
from gm.mail import mailbox, outbox, seen
from gm.mail.intake import take
from gm.play import prepare
from gm.verify import verify
from tests.mail.conftest import WHEN
from tests.mail.mails import FOLDER, expected, raw


@pytest.mark.parametrize("name", sorted(expected()))
def test_every_mail_ends_as_expected(campaign: Campaign, name: str) -> None:
    """Each is taken alone; it is kept byte for byte and seen in the mailbox."""
    wanted = expected()[name]
    if wanted.fate_why == "duplicate":
        take(campaign, raw("001"), when=WHEN, channel="eml")
    ending = take(campaign, raw(name), when=WHEN, channel="eml")
    assert (ending.fate, ending.why) == (wanted.fate, wanted.fate_why), ending
    assert not ending.why or seen.why(ending) not in ("", ending.why), "said in words"
    assert mailbox.path_of(campaign, ending.number).read_bytes() == raw(name)
    assert mailbox.endings(campaign)[-1] == ending and not mailbox.broken_off(campaign)
    letters = outbox.waiting(campaign)
    if wanted.fate_why == "duplicate":
        assert len(letters) == 1, "the receipt for the first one"
    elif ending.fate in ("ignored", "quarantined"):
        assert not [letter for letter in letters if letter.purpose in ("receipt", "answer")], "machines get no answer"
    for letter in letters:
        if letter.purpose in ("receipt", "answer"):
            assert letter.to == "red@players.test", "never to where a message claims to come from"
    if ending.fate in ("accepted", "partial") and not wanted.fate_why:
        filed = inbox.current(campaign, "red")
        assert filed is not None and filed.counts and filed.channel == "mail"
        assert [letter.purpose for letter in letters] == ["receipt"]
    assert not [*mailbox.folder_of(campaign).glob("*.fault.txt")]


def test_all_of_them_one_after_the_other(campaign: Campaign) -> None:
    """A broken mail never stops the others; afterwards the phase is played and verified."""
    when = WHEN
    for name in sorted(expected()):
        when += timedelta(hours=8)
        take(campaign, raw(name), when=when, channel="eml")
    found = mailbox.endings(campaign)
    assert len(found) == len(expected()) == len([*FOLDER.glob("*.eml")])
    assert {ending.fate for ending in found} == {"accepted", "partial", "refused", "quarantined", "ignored"}
    campaign.commit(prepare(campaign, "bot", when))
    assert verify(campaign).ok
