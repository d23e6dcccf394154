"""Ways out: what a server says is about one letter or about all of them; encryption is asked for, not hoped for."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from gm import i18n
from gm.mail import outbox
from gm.mail.settings import Smtp
from gm.mail.transport import Folder, Refused, Sendmail, SmtpServer, transport_of
from gm.problems import sentence
from gm.trouble import CampaignError
from tests.mail_out.letters_of_tests import WHEN, letter, small, states
from tests.smtpfake import Fake, serving

DATA = b"Subject: x\r\n\r\nx\r\n.\r\n"


def server(fake: Fake, **settings: str) -> SmtpServer:
    return SmtpServer(Smtp(host="127.0.0.1", port=fake.port, **{"security": "none", **settings}), Path())  # type: ignore[arg-type]


def test_envelope_and_message_arrive_as_they_are() -> None:
    with serving(Fake()) as fake:
        way = server(fake)
        way.deliver("a", "zima@gm.test", "anna@players.test", DATA)
        way.deliver("b", "", "boris@players.test", DATA)
        way.close()
    assert fake.taken == [("zima@gm.test", "anna@players.test", DATA), ("", "boris@players.test", DATA)]


@pytest.mark.parametrize(
    ("said", "final", "status", "address"),
    [
        ("550 5.1.1 no such user", True, "5.1.1", True),
        ("550 no such user", True, "5.0.0", True),
        ("451 4.7.1 greylisted", False, "4.7.1", False),
    ],
)
def test_a_recipient_is_refused(said: str, final: bool, status: str, address: bool) -> None:
    with serving(Fake(answers={"anna@players.test": [said]})) as fake:
        way = server(fake)
        with pytest.raises(Refused) as caught:
            way.deliver("a", "zima@gm.test", "anna@players.test", DATA)
        assert (caught.value.final, caught.value.status, caught.value.address) == (final, status, address)
        way.deliver("b", "zima@gm.test", "boris@players.test", DATA)
        way.close()
    assert len(fake.taken) == 1


def test_a_message_is_refused() -> None:
    with serving(Fake(data="552 5.3.4 too long \x1b[2J")) as fake:
        way = server(fake)
        with pytest.raises(Refused) as caught:
            way.deliver("a", "zima@gm.test", "anna@players.test", DATA)
        way.close()
    assert (caught.value.final, caught.value.status, caught.value.address) == (True, "5.3.4", False)
    assert "\x1b" not in caught.value.why


@pytest.mark.parametrize(
    ("fake", "code"),
    [
        (Fake(senders="550 5.7.1 who are you"), "mail_sender"),
        (Fake(answers={"anna@players.test": ["421 4.3.2 going down"]}), "mail_broken"),
        (Fake(greeting="554 5.3.2 no service"), "mail_broken"),
        (Fake(dies_after=0), "mail_broken"),
    ],
    ids=["our own address", "it goes down", "no service", "it dies"],
)
def test_what_is_about_all_letters(fake: Fake, code: str) -> None:
    with serving(fake), pytest.raises(CampaignError) as caught:
        server(fake).deliver("a", "zima@gm.test", "anna@players.test", DATA)
    assert (caught.value.code, caught.value.exit_code) == (code, 4)
    for lang in i18n.LANGUAGES:
        assert "127.0.0.1" in sentence(caught.value.problem, lang) or "zima" in sentence(caught.value.problem, lang)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # smtplib leaves a socket open
def test_without_encryption_nothing_is_sent() -> None:
    """A server (or somebody in between) that does not offer STARTTLS is not talked to any further."""
    with serving(Fake()) as fake:
        for security in ("starttls", "tls"):
            with pytest.raises(CampaignError) as caught:
                server(fake, security=security).deliver("a", "zima@gm.test", "anna@players.test", DATA)
            assert (caught.value.code, caught.value.exit_code) == ("mail_no_tls", 4)
    assert fake.taken == []


def test_nobody_answers() -> None:
    with serving(Fake()) as fake:
        pass
    with pytest.raises(CampaignError) as caught:
        server(fake).deliver("a", "zima@gm.test", "anna@players.test", DATA)
    assert (caught.value.code, caught.value.args_of["reason"]) == ("mail_unreachable", "nobody answers there")


def test_a_file_that_is_no_certificate(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("x")
    way = SmtpServer(Smtp(host="localhost", ca="ca.pem"), tmp_path)
    with pytest.raises(CampaignError) as caught:
        way.deliver("a", "", "anna@players.test", DATA)
    assert caught.value.code in ("mail_bad_ca", "mail_unreachable")


@pytest.mark.usefixtures("counting")
def test_the_server_dies_half_way_and_send_goes_on(inside: Path) -> None:
    campaign = small(inside)
    keys = [f"notice-{seat}" for seat in campaign.config.seats]
    outbox.put_all(campaign, [letter(key, f"{key[7:]}@players.test") for key in keys], WHEN)
    fake = Fake(dies_after=1)
    with serving(fake):
        done = outbox.send(campaign, server(fake), WHEN)
        assert done.trouble is not None and done.trouble.code == "mail_broken"
        assert sorted(states(campaign).values()) == ["sent", "waiting", "waiting"]
        fake.dies_after = None
        assert outbox.send(campaign, server(fake), WHEN).trouble is None
    assert [to for _sender, to, _data in fake.taken] == [f"{seat}@players.test" for seat in ("blue", "green", "red")]


@pytest.mark.usefixtures("counting")
def test_a_server_that_takes_a_letter_and_dies_before_saying_so(inside: Path) -> None:
    """Nobody can know whether it was taken: it goes again, under the same Message-ID."""
    campaign = small(inside)
    outbox.put(campaign, letter(), WHEN)
    fake = Fake(dies_after=0, silent=True)
    with serving(fake):
        assert outbox.send(campaign, server(fake), WHEN).trouble is not None
        fake.dies_after = None
        assert outbox.send(campaign, server(fake), WHEN).of("sent")
    one, other = fake.taken
    assert one == other


@pytest.mark.usefixtures("counting")
def test_greylisted_then_taken(inside: Path) -> None:
    from datetime import timedelta

    campaign = small(inside)
    outbox.put_all(campaign, [letter("notice-1"), letter("notice-2", "blue@players.test")], WHEN)
    fake = Fake(answers={"red@players.test": ["451 4.7.1 come again", "250 2.1.5 fine"]})
    with serving(fake):
        outbox.send(campaign, server(fake), WHEN)
        assert states(campaign) == {"notice-1": "waiting", "notice-2": "sent"}
        outbox.send(campaign, server(fake), WHEN + timedelta(minutes=6))
    assert states(campaign) == {"notice-1": "sent", "notice-2": "sent"}
    assert len(fake.taken) == 2


# --- sendmail and folders ------------------------------------------------------------------------------------


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Stands in for sendmail: keeps what it is given, ends with the code in the file ``code``."""
    path = tmp_path / "sendmail"
    path.write_text(
        f'#!/bin/sh\necho "$@" >{tmp_path}/words\ncat >{tmp_path}/message\necho said\nexit $(cat {tmp_path}/code)\n'
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "code").write_text("0")
    return path


@pytest.mark.skipif(os.name != "posix", reason="sendmail is a program of Unix")
def test_sendmail(tmp_path: Path, program: Path) -> None:
    way = Sendmail(str(program))
    way.deliver("a", "", "-x@players.test", DATA)
    assert (tmp_path / "words").read_text() == "-i -f <> -- -x@players.test\n"
    assert (tmp_path / "message").read_bytes() == DATA.replace(b"\r\n", b"\n")
    expected: dict[str, tuple[bool, str] | None] = {"75": (False, "4.0.0"), "67": (True, "5.1.1"), "78": None}
    for code, outcome in expected.items():
        (tmp_path / "code").write_text(code)
        with pytest.raises(Refused if outcome else CampaignError) as caught:
            way.deliver("a", "zima@gm.test", "anna@players.test", DATA)
        if isinstance(caught.value, Refused):
            assert (caught.value.final, caught.value.status) == outcome
        else:
            assert isinstance(caught.value, CampaignError) and caught.value.code == "mail_program"
    with pytest.raises(CampaignError) as gone:
        Sendmail(str(tmp_path / "nowhere")).deliver("a", "", "anna@players.test", DATA)
    assert gone.value.args_of["reason"] == "it is not there"


def test_a_folder_of_messages(tmp_path: Path) -> None:
    Folder(tmp_path / "x").deliver("notice-1", "", "", DATA)
    assert (tmp_path / "x" / "notice-1.eml").read_bytes() == DATA


@pytest.mark.usefixtures("counting")
def test_no_way_is_set(inside: Path) -> None:
    with pytest.raises(CampaignError) as caught:
        transport_of(small(inside, out="off"))
    assert (caught.value.code, caught.value.exit_code) == ("mail_off", 1)
