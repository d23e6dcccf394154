"""Through a real server: reports arrive, an unknown address comes back, nobody's certificate is taken on trust."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path
from uuid import uuid4

import pytest

from gm.campaign import Campaign
from gm.mail import letters, outbox
from gm.mail.transport import Transport, transport_of
from tests.mail_out.letters_of_tests import MAIL, SEATS, WHEN, letter, resolve, words
from tests.mailserver import PASSWORD, Server


def campaign_at(server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch, **smtp: str) -> Campaign:
    """A campaign that sends through the server; its id is its own, for all tests share the mailboxes."""
    monkeypatch.setenv("GM_TEST_PASSWORD", PASSWORD)
    settings = {
        **{"host": "localhost", "port": str(server.smtp), "ca": str(server.ca)},
        **{"user": "gm", "password": "env GM_TEST_PASSWORD"},
        **smtp,
    }
    seats = [*SEATS[:2], {**SEATS[2], "address": "nobody-there@players.test"}]
    return Campaign.create(
        folder,
        game="galactic_council",
        title="Зима",
        id=f"zima-{uuid4().hex[:8]}",
        language="ru",
        seats=seats,
        settings={
            "mail": {**MAIL, "out": "smtp", "from": "gm@gm.test", "plus": "yes", "smtp": settings},
            "guard": False,
        },
    )


def way(campaign: Campaign) -> Transport:
    return transport_of(campaign)


def test_reports_arrive_and_one_comes_back(server: Server, inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = campaign_at(server, inside, monkeypatch)
    resolve(campaign)
    outbox.put_all(campaign, letters.owed(campaign, WHEN), WHEN)
    done = outbox.send(campaign, way(campaign), WHEN)
    assert done.trouble is None and len(done.of("sent")) == 3, "the server takes every address of its domain"
    for user, seat, said in (("anna", "red", "Отчёт для игрока"), ("boris", "blue", "Report for")):
        mine = f"<{campaign.config.id}.report-{campaign.phases()[-1].name}-{seat}@gm.test>"
        (message,) = server.wait_for(user, lambda one, mine=mine: one["Message-ID"] == mine)
        assert said in words(message) and said in words(message, "html")
        kinds = [part.get_content_type() for part in message.walk()]
        assert kinds[-3:] == ["image/svg+xml", "text/yaml", "application/json"]
        assert message["Return-Path"] == "<gm@gm.test>"
        assert message["Reply-To"].addresses[0].addr_spec.startswith(f"gm+{seat}-")
        post = outbox.find(campaign, f"report-{campaign.phases()[-1].name}-{seat}")
        assert post is not None
        form = next(part for part in message.iter_attachments() if str(part.get_filename()).endswith(".yaml"))
        assert form.get_payload(decode=True) == letters.form_files(campaign, seat)[0].data
    (bounce,) = server.wait_for(
        "gm", lambda one: "nobody-there@players.test" in str(one) and campaign.config.id in str(one)
    )
    assert bounce.get_content_type() == "multipart/report" and bounce["Return-Path"] == "<>"
    address, status = failed_in(bounce)
    assert outbox.mark_failing(campaign, address, status, WHEN) == ["green"]
    assert outbox.failing(campaign)["green"].status == "5.1.1"


def failed_in(bounce: EmailMessage) -> tuple[str, str]:
    """The address and the status of a delivery report."""
    told = next(part for part in bounce.walk() if part.get_content_type() == "message/delivery-status")
    address = re.search(r"Final-Recipient: rfc822; *(\S+)", told.as_string())
    status = re.search(r"Status: (\S+)", told.as_string())
    assert address and status
    return address[1], status[1]


def test_an_answer_to_a_seat_arrives(server: Server, inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands behind the + does not keep an answer from the mailbox."""
    from gm.mail.address import reply_address, seat_addressed

    campaign = campaign_at(server, inside, monkeypatch)
    to, mine = reply_address(campaign, "red"), f"<{uuid4().hex}@players.test>"
    server.post("anna@players.test", to, f"To: {to}\r\nMessage-ID: {mine}\r\nSubject: Re\r\n\r\nx\r\n".encode())
    (message,) = server.wait_for("gm", lambda one: one["Message-ID"] == mine)
    assert seat_addressed(campaign, message["To"]) == "red"


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_certificate_that_nobody_trusts_is_refused(
    server: Server, inside: Path, monkeypatch: pytest.MonkeyPatch, security: str
) -> None:
    port = str(server.smtps if security == "tls" else server.smtp)
    campaign = campaign_at(server, inside, monkeypatch, ca="", security=security, port=port)
    outbox.put(campaign, letter(to="anna@players.test"), WHEN)
    done = outbox.send(campaign, way(campaign), WHEN)
    assert done.trouble is not None
    assert (done.trouble.code, done.trouble.exit_code) == ("mail_untrusted", 4)
    assert outbox.waiting(campaign, WHEN), "it waits as if nothing had been tried"


def test_a_certificate_for_another_name_is_refused(
    server: Server, inside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = campaign_at(server, inside, monkeypatch, host="127.0.0.2", security="tls", port=str(server.smtps))
    outbox.put(campaign, letter(to="anna@players.test"), WHEN)
    trouble = outbox.send(campaign, way(campaign), WHEN).trouble
    assert trouble is not None and trouble.code in ("mail_untrusted", "mail_unreachable")


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_encrypted_from_the_first_byte_or_after_it(
    server: Server, inside: Path, monkeypatch: pytest.MonkeyPatch, security: str
) -> None:
    port = str(server.smtps if security == "tls" else server.smtp)
    campaign = campaign_at(server, inside, monkeypatch, security=security, port=port)
    outbox.put(campaign, letter(to="anna@players.test"), WHEN)
    assert outbox.send(campaign, way(campaign), WHEN).of("sent")
    server.wait_for("anna", lambda one: campaign.config.id in str(one["Message-ID"]))


def test_a_wrong_password(server: Server, inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = campaign_at(server, inside, monkeypatch)
    monkeypatch.setenv("GM_TEST_PASSWORD", "wrong")
    outbox.put(campaign, letter(to="anna@players.test"), WHEN)
    trouble = outbox.send(campaign, way(campaign), WHEN).trouble
    assert trouble is not None and (trouble.code, trouble.exit_code) == ("mail_login", 4)
    assert "wrong" not in str(trouble.args_of)


def test_the_outside_world_is_refused_and_the_seat_marked(
    server: Server, inside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real 5xx at RCPT: nobody delivers to an address that is none."""
    campaign = campaign_at(server, inside, monkeypatch)
    outbox.put_all(campaign, [letter("notice-1", "x@outside.test"), letter("notice-2", "anna@players.test")], WHEN)
    done = outbox.send(campaign, way(campaign), WHEN)
    assert [post.state for post in done.tried] == ["failed", "sent"]


def test_a_vacation_program_answers_no_receipt(server: Server, inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours say what they are and come from nowhere: two programs do not write to each other."""
    campaign = campaign_at(server, inside, monkeypatch)
    outbox.put(campaign, letter("answer-1", "away@players.test", purpose="answer"), WHEN)
    outbox.put(campaign, letter("notice-2", "away@players.test"), WHEN)
    assert len(outbox.send(campaign, way(campaign), WHEN).of("sent")) == 2
    server.wait_for("away", lambda one: campaign.config.id in str(one["Message-ID"]), 2)
    last = f"Subject: last {campaign.config.id}\r\nMessage-ID: <{uuid4().hex}@x.test>\r\n\r\nx\r\n"
    server.post("away@players.test", "gm@gm.test", last.encode())
    server.wait_for("gm", lambda one: str(one["Subject"]) == f"last {campaign.config.id}")
    auto = [one for one in server.mailbox("gm") if campaign.config.id in str(one["In-Reply-To"])]
    assert auto == []
