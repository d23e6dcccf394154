"""Who wrote a message. A person must never be taken for a program."""

from __future__ import annotations

import pytest

from gm.mail.classify import nature
from gm.mail.parse import read_mail
from tests.mail.mails import OWN, sent


def of(fields: str, sender: str = "red@players.test") -> str:
    return nature(read_mail(f"From: {sender}\nTo: gm@players.test\n{fields}\n\nx\n".encode()), OWN, sent)


@pytest.mark.parametrize(
    "fields",
    [
        "",
        "Auto-Submitted: no",
        "Return-Path: <>",
        "Precedence: bulk",
        "Precedence: normal",
        "List-Unsubscribe: <mailto:x@y.test>",
        "X-Auto-Response-Suppress: All",
        "X-Autoreply: no",
        "Subject: Re: Automatic reply: winter",
        "Subject: Out of office until Monday, my orders",
        "Subject: =?utf-8?B?0JIg0L7RgtC/0YPRgdC60LU=?=",
        "Subject: vacation orders\nAuto-Submitted: no\nPrecedence: bulk",
        "Content-Type: multipart/report; boundary=x",
        "X-Loop: 1",
        "Importance: high\nX-Priority: 1",
    ],
)
def test_people(fields: str) -> None:
    assert of(fields) == "human"


@pytest.mark.parametrize(
    "fields",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: Auto-Generated; owner-email=x",
        "X-Autoreply: yes",
        "X-Autorespond: I am away",
        "Precedence: auto_reply",
        "Subject: Automatic reply: winter\nReturn-Path: <>",
        "Subject: =?utf-8?B?0JDQstGC0L7QvtGC0LLQtdGC?=\nX-Auto-Response-Suppress: OOF, AutoReply",
        "Precedence: junk\nReturn-Path: <>",
        "Content-Type: multipart/report; report-type=disposition-notification; boundary=x",
    ],
)
def test_programs(fields: str) -> None:
    assert of(fields) == "auto_reply"


@pytest.mark.parametrize(
    ("fields", "sender", "kind"),
    [
        ("", "MAILER-DAEMON@mx.test", "bounce"),
        ("", "Mail Delivery System <Mailer-Daemon@mx.test>", "bounce"),
        ("Return-Path: <>\nX-Failed-Recipients: red@players.test", "postmaster@mx.test", "bounce"),
        ("Return-Path: <>", "postmaster@mx.test", "bounce"),
        ('Content-Type: multipart/report; report-type="delivery-status"; boundary=x', "x@mx.test", "bounce"),
        ("", "postmaster@players.test", "human"),
        ("", "gm@players.test", "own"),
        ("Message-ID: <x.winter@players.test>\nList-Id: <l.test>", "red@players.test", "own"),
        ("List-Id: <pbem.lists.test>", "a@b.test", "list"),
        ("Precedence: list", "a@b.test", "list"),
        ("Precedence: bulk\nList-Unsubscribe: <x>", "a@b.test", "list"),
        ("Precedence: bulk", "no-reply@b.test", "auto_reply"),
    ],
)
def test_others(fields: str, sender: str, kind: str) -> None:
    assert of(fields, sender) == kind
