"""A phase is played by mail over a real server: reports go out, orders come in, receipts go out; machines write too."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from gm import inbox
from gm.campaign import Campaign
from gm.mail import mailbox, outbox
from gm.mail.fetch import from_imap, from_path, watch_imap
from gm.mail.intake import take
from gm.mail.model import Ending
from gm.tick import tick
from gm.trouble import CampaignError
from tests.mail_out.letters_of_tests import MAIL, WHEN
from tests.mailserver import PASSWORD, Server


@pytest.fixture
def campaign(server: Server, inside: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Anna (ru), Boris (en), and one whose vacation program answers; its own mailbox is ``gm``."""
    from uuid import uuid4

    monkeypatch.setenv("GM_TEST_PASSWORD", PASSWORD)
    login = {"host": "localhost", "ca": str(server.ca), "user": "gm", "password": "env GM_TEST_PASSWORD"}
    _empty_the_mailbox(server)
    return Campaign.create(
        inside,
        game="galactic_council",
        title="Зима",
        id=f"zima-{uuid4().hex[:8]}",
        language="ru",
        seats=[
            {"id": "red", "player": "Anna", "address": "anna@players.test", "language": "ru"},
            {"id": "blue", "player": "Boris", "address": "boris@players.test", "language": "en"},
            {"id": "green", "player": "Clara", "address": "away@players.test"},
        ],
        settings={
            "guard": False,
            "pages": False,
            "missing": "hold",
            "mail": {
                **MAIL,
                "from": "gm@gm.test",
                "out": "smtp",
                "smtp": {**login, "port": str(server.smtp)},
                "imap": {**login, "port": str(server.imaps)},
            },
        },
    )


def _empty_the_mailbox(server: Server) -> None:
    """All tests share the mailboxes: what others left unread is none of ours."""
    import imaplib
    import ssl

    context = ssl.create_default_context(cafile=str(server.ca))
    with imaplib.IMAP4_SSL("localhost", server.imaps, ssl_context=context) as box:
        box.login("gm", PASSWORD)
        _status, found = box.select("INBOX")
        if int(found[0] or b"0"):
            box.store("1:*", "+FLAGS", r"\Seen")


def written(sender: str, text: str, message_id: str, attach: bool = False) -> bytes:
    """A mail of a player, orders in the text or as a file."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "gm@gm.test", "Re: orders"
    message["Message-ID"] = message_id
    if attach:
        message.set_content("Заявка в файле.")
        message.add_attachment(text.encode(), maintype="text", subtype="yaml", filename="приказы.yaml")
    else:
        message.set_content(text)
    return message.as_bytes()


def form_from(server: Server, user: str, campaign: Campaign) -> str:
    """The blank form in the newest letter of the campaign to a player."""
    found = server.wait_for(user, lambda one: campaign.config.id in str(one["Message-ID"]))
    forms = [part for part in found[-1].walk() if part.get_content_type() == "text/yaml"]
    return str(forms[0].get_content() if isinstance(forms[0].get_content(), str) else forms[0].get_content().decode())


def ordered(form: str, line: str) -> str:
    """A form with one order filled in."""
    return form.replace("#end", f"{line}\n#end")


def until(campaign: Campaign, wanted: Callable[[list[Ending]], bool]) -> list[Ending]:
    """Tick until what was sent has come back; a mail server takes its time."""
    import time

    when = WHEN
    for _ in range(60):
        when += timedelta(minutes=1)
        done = tick(campaign.folder, when)
        assert done.trouble is None, done.trouble
        if wanted(found := mailbox.endings(campaign)):
            return found
        time.sleep(0.2)
    raise AssertionError([(ending.fate, ending.why, ending.sender) for ending in found])


def test_two_seats_play_a_phase_by_mail(server: Server, campaign: Campaign) -> None:
    """Orders in the text and as a file, a duplicate, a vacation reply; receipts for both, a report for all."""
    from gm.play import prepare

    campaign.commit(prepare(campaign, "hold", WHEN))
    assert tick(campaign.folder, WHEN).trouble is None
    anna, boris = (form_from(server, user, campaign) for user in ("anna", "boris"))
    assert anna.startswith(f"#gm {campaign.config.id} 1 strategy red ") and "# - стратегии:" in anna
    own = campaign.config.id
    first = written("anna@players.test", ordered(anna, "- стратегии: [война, торговля]"), f"<one@{own}.test>")
    second = written("boris@players.test", ordered(boris, "- ranking: [trade, war]"), f"<two@{own}.test>", attach=True)
    for sender, raw in (("anna", first), ("boris", second), ("anna", first)):
        server.post(f"{sender}@players.test", "gm@gm.test", raw)

    note = EmailMessage()  # of the GM's own hand: to what a program writes no vacation program answers
    note["From"], note["To"], note["Subject"] = "gm@gm.test", "away@players.test", "Are you there?"
    note.set_content("The deadline is near.")
    server.post("gm@gm.test", "away@players.test", note.as_bytes())

    def all_there(found: list[Ending]) -> bool:
        whys = [ending.why for ending in found]
        return "duplicate" in whys and "auto_reply" in whys and {"red", "blue"} <= {ending.seat for ending in found}

    found = until(campaign, all_there)
    accepted = {ending.seat: ending for ending in found if ending.fate == "accepted"}
    assert {*accepted} == {"red", "blue"}
    assert not [ending for ending in found if ending.why == "auto_reply" and ending.answered]
    for user, seat, said in (("anna", "red", "Квитанция"), ("boris", "blue", "Receipt")):
        key = accepted[seat].answered
        (receipt,) = server.wait_for(user, lambda one, key=key: f"{own}.{key}@" in str(one["Message-ID"]))
        assert said in str(receipt.get_body(("plain",)).get_content())
        assert receipt["In-Reply-To"] == ("<one@" if seat == "red" else "<two@") + f"{own}.test>"
        assert receipt["Auto-Submitted"] == "auto-replied" and receipt["Return-Path"] == "<>"
        assert inbox.current(campaign, seat) is not None
    campaign.commit(prepare(campaign, "hold", WHEN + timedelta(days=1)))
    assert tick(campaign.folder, WHEN + timedelta(days=1)).trouble is None
    name = campaign.phases()[-1].name
    assert server.wait_for("anna", lambda one: f"{own}.report-{name}-red@" in str(one["Message-ID"]))
    assert not outbox.posts(campaign, "failed")


def test_a_bounce_marks_the_address_as_failing(server: Server, campaign: Campaign) -> None:
    from gm.handover import change_seat
    from gm.play import prepare

    change_seat(campaign, "green", {"address": "nobody-there@players.test"})
    campaign = Campaign.open(campaign.folder)
    campaign.commit(prepare(campaign, "hold", WHEN))
    until(campaign, lambda found: "bounce" in [ending.why for ending in found])
    assert {*outbox.failing(campaign)} == {"green"}


def test_idle_takes_in_what_comes(server: Server, campaign: Campaign) -> None:
    """IDLE: the server says that something came, and it is taken in at once."""
    raw = written("stranger@players.test", "Hello?", f"<idle@{campaign.config.id}.test>")
    found: list[Ending] = []
    post = threading.Timer(0.5, server.post, ("stranger@players.test", "gm@gm.test", raw))
    post.start()
    watch_imap(
        campaign.config.mail.imap,
        PASSWORD,
        campaign.folder,
        lambda data, channel: found.append(take(campaign, data, when=WHEN, channel=channel)),
        rounds=2,
        wait=10,
    )
    post.join()
    assert [(ending.fate, ending.why) for ending in found] == [("quarantined", "unknown_sender")]


def test_a_certificate_that_nobody_vouches_for_is_refused(server: Server, campaign: Campaign) -> None:
    import msgspec.structs

    imap = msgspec.structs.replace(campaign.config.mail.imap, ca="")
    with pytest.raises(CampaignError) as caught:
        from_imap(imap, PASSWORD, campaign.folder, lambda data, channel: None)
    assert (caught.value.code, caught.value.exit_code) == ("imap_failed", 4)
    assert "certificate" in caught.value.args_of["reason"]


def test_maildir_mbox_and_files(campaign: Campaign, tmp_path: Path) -> None:
    """The same message by three ways is one message and two duplicates."""
    import mailbox as boxes

    raw = written("anna@players.test", "help", "<three@ways.test>")
    (tmp_path / "one.eml").write_bytes(raw)
    box = boxes.mbox(tmp_path / "box")
    box.add(raw)
    box.close()
    maildir = boxes.Maildir(tmp_path / "maildir")
    maildir.add(raw)
    found: list[Ending] = []
    for name in ("one.eml", "box", "maildir"):
        count = from_path(tmp_path / name, lambda data, way: found.append(take(campaign, data, when=WHEN, channel=way)))
        assert count == 1
    assert [(ending.channel, ending.why) for ending in found] == [
        ("eml", "command"),
        ("mbox", "duplicate"),
        ("maildir", "duplicate"),
    ]
    assert not [*(tmp_path / "maildir" / "new").iterdir()]
