"""What becomes of every mail of the corpus in a real campaign: winter, turn 3, movement, with red's orders awaited."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree

import pytest

from gm import inbox
from gm.campaign import Campaign
from gm.mail import mailbox, outbox
from gm.mail.intake import take
from gm.play import prepare
from gm.secret import code as real_code
from gm.verify import verify
from tests.mail.mails import FOLDER, expected, raw

WHEN = datetime(2026, 11, 30, 12, tzinfo=UTC)
CODE = "K7QX2M9P"
"""The code in the corpus; the campaign's own is another one."""


@pytest.fixture(scope="session")
def winter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign of the corpus on disk, just before the mails come."""
    folder = tmp_path_factory.mktemp("winter") / "winter"
    seats = [{"id": "red", "player": "Roman", "address": "red@players.test", "language": "ru"}, {"id": "blue"}]
    seats[1]["address"] = "blue@players.test"
    campaign = Campaign.create(
        folder,
        game="galactic_council",
        title="Winter",
        id="winter",
        language="en",
        seats=[*seats, {"id": "green"}],
        settings={"guard": False, "pages": False, "mail": {"from": "gm@players.test", "gm": "boss@players.test"}},
    )
    while (opened := campaign.opened()) is not None and (opened.turn, opened.phase) != (3, "movement"):
        campaign.commit(prepare(campaign, "bot", WHEN))
    return folder


@pytest.fixture
def campaign(winter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A copy in which the code of the corpus is red's of turn 3."""

    def code_ok(key: bytes, campaign: str, seat: str, turn: int, typed: str, generation: int = 0) -> bool:
        if (seat, turn) == ("red", 3):
            return typed.strip().upper() == CODE
        return typed.strip().upper() == real_code(key, campaign, seat, turn, generation)

    for module in ("gm.address", "gm.mail.answers", "gm.mail.commands"):
        monkeypatch.setattr(f"{module}.code_ok", code_ok)
    copytree(winter, tmp_path / "winter")
    return Campaign.open(tmp_path / "winter")


@pytest.mark.parametrize("name", sorted(expected()))
def test_every_mail_ends_as_expected(campaign: Campaign, name: str) -> None:
    """Each is taken alone; it is kept byte for byte and seen in the mailbox."""
    wanted = expected()[name]
    if wanted.fate_why == "duplicate":
        take(campaign, raw("001"), when=WHEN, channel="eml")
    ending = take(campaign, raw(name), when=WHEN, channel="eml")
    assert (ending.fate, ending.why) == (wanted.fate, wanted.fate_why), ending
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
