"""Messages: what the headers say, that names in Cyrillic arrive, that nothing can be smuggled into a header."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.campaign import Campaign
from gm.mail import compose
from gm.mail.address import reply_address, same, seat_addressed, token, usable
from gm.mail.model import Attachment
from tests.mail_out.letters_of_tests import WHEN, letter, read, small, words

pytestmark = pytest.mark.usefixtures("counting")
PNG = b"\x89PNG\r\n\x1a\n\x00\r\n.\r\n"


@pytest.fixture
def campaign(inside: Path) -> Campaign:
    return small(inside, name="Зима, ведущий")


def test_everything_is_in_its_place(campaign: Campaign) -> None:
    files = (
        Attachment("map.png", "image/png", PNG, "map@gm"),
        Attachment("карта.svg", "image/svg+xml", "<svg>ё</svg>\n".encode()),
        Attachment("бланк хода 3.yaml", "text/yaml", "- ход: ё\r\n".encode()),
    )
    made = letter(
        text="Ход\n.\nFrom here\n",
        html='<p>Ход <img src="cid:map@gm"></p>\n',
        subject="[Зима] Ход 3",
        attachments=files,
    )
    data = compose.message(campaign, made, WHEN)
    assert data.isascii() and b"\n" not in data.replace(b"\r\n", b"")
    assert max(map(len, data.split(b"\r\n"))) <= 998
    message = read(data)
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == [
        *("multipart/mixed", "multipart/alternative", "text/plain"),
        *("multipart/related", "text/html", "image/png", "image/svg+xml", "text/yaml"),
    ]
    assert words(message) == "Ход\n.\nFrom here\n" and "cid:map@gm" in words(message, "html")
    picture = next(part for part in message.walk() if part.get_content_type() == "image/png")
    assert picture["Content-ID"] == "<map@gm>" and picture.get_content_disposition() == "inline"
    assert picture.get_payload(decode=True) == PNG
    attached = {part.get_filename(): part.get_payload(decode=True) for part in message.iter_attachments()}
    assert attached == {file.name: file.data for file in files[1:]}
    assert message["Subject"] == "[Зима] Ход 3"
    assert message["From"].addresses[0].display_name == "Зима, ведущий"
    assert [one.addr_spec for one in message["To"].addresses] == ["red@players.test"]
    assert message["Cc"] is None and message["Bcc"] is None
    assert message["Date"].datetime == WHEN
    assert (message["Auto-Submitted"], message["List-Id"]) == ("auto-generated", "<test-1.gm.test>")


@pytest.mark.parametrize(
    ("purpose", "said"), [("receipt", "auto-replied"), ("answer", "auto-replied"), ("report", "auto-generated")]
)
def test_automatic_answers_say_so_and_come_from_nowhere(campaign: Campaign, purpose: str, said: str) -> None:
    made = letter(purpose=purpose)
    assert read(compose.message(campaign, made, WHEN))["Auto-Submitted"] == said
    assert (compose.envelope_sender(campaign, made) == "") == (said == "auto-replied")


def test_letters_of_a_thread_hang_together(campaign: Campaign) -> None:
    root = "<test-1.thread-0003-t02-add-red@gm.test>"
    first = read(compose.message(campaign, letter(thread="0003-t02-add-red"), WHEN))
    assert (first["In-Reply-To"], first["References"]) == (root, root)
    theirs = "<abc@mail.players.test>"
    made = letter(thread="0003-t02-add-red", in_reply_to=theirs, references=("<x@y>", "no id", "<ы@y>"))
    answer = read(compose.message(campaign, made, WHEN))
    assert (answer["In-Reply-To"], answer["References"]) == (theirs, f"{root} <x@y> {theirs}")
    assert compose.is_own_id(campaign, root) and not compose.is_own_id(campaign, theirs)


def test_a_long_name_stays_in_one_piece(campaign: Campaign) -> None:
    key = f"report-0007-t02-{'movement-' * 10}red"
    data = compose.message(campaign, letter(key, thread=key), WHEN)
    assert f"Message-ID: <test-1.{key}@gm.test>\r\n".encode() in data
    assert f"References: <test-1.thread-{key}@gm.test>\r\n".encode() in data


def test_nothing_can_be_smuggled_into_a_header(campaign: Campaign) -> None:
    evil = "x\r\nBcc: all@players.test\r\n\r\nBody"
    data = compose.message(campaign, letter(subject=evil, in_reply_to=evil, references=(evil,)), WHEN)
    message = read(data)
    assert message["Bcc"] is None and message["Subject"] == "x Bcc: all@players.test Body"
    assert words(message) == "Words.\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("red@players.test", "red@players.test"),
        (" Маша <Masha@Players.Test> ", "Masha@players.test"),
        ("маша@почта.рф", ""),
        ("masha@почта.рф", "masha@xn--80a1acny.xn--p1ai"),
        ("red", ""),
        ("a b@players.test", ""),
        ("red@players.test\r\nBcc: x@y", ""),
        ("", ""),
        ("-x@players.test", "-x@players.test"),
    ],
)
def test_addresses(text: str, found: str) -> None:
    assert usable(text) == found


def test_an_address_of_its_own_for_each_seat(campaign: Campaign, inside: Path) -> None:
    assert reply_address(campaign, "red") == "zima@gm.test", "only where it is asked for"
    other = small(inside.with_name("plus"), plus=True)
    address = reply_address(other, "red")
    assert address == f"zima+red-{token(other, 'red')}@gm.test"
    assert read(compose.message(other, letter(seat="red"), WHEN))["Reply-To"].addresses[0].addr_spec == address
    assert seat_addressed(other, address.upper()) == "red"
    for wrong in ("zima@gm.test", "zima+red-xxxxxx@gm.test", address.replace("red", "blue"), "", "zima+red-@gm.test"):
        assert seat_addressed(other, wrong) == ""
    assert same("Red@Players.test", "<red@players.test>") and not same("", "")
