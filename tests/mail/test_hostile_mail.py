"""Mails that want to cost time or to break something: no exception, limits hold, little time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.mail.classify import nature
from gm.mail.find import find
from gm.mail.model import MAX_MAIL, MAX_PARTS, MAX_TEXTS, Found, Mail
from gm.mail.parse import read_mail
from tests.mail.mails import FOLDER, KINDS, OWN, blanks, known, sent

SECONDS = 5.0
"""For the worst message on a slow and busy computer; a usual one takes two thousandths."""
CORPUS = sorted(FOLDER.glob("*.eml"))
SIZE = MAX_TEXTS - 600


def whole_way(raw: bytes) -> tuple[Mail, Found]:
    """All that is done with a message that comes in; whatever comes, it ends in one of the known ways."""
    mail = read_mail(raw)
    assert nature(mail, OWN, sent) in ("human", "auto_reply", "bounce", "own", "list")
    found = find(mail, blanks(), known, KINDS)
    assert (found.block is None) == bool(found.why)
    assert len(mail.pieces) <= MAX_PARTS
    assert len(mail.sha256) == 64
    for text in (mail.subject, mail.sender, mail.sender_name, mail.message_id, *mail.to, *mail.headers.values()):
        assert "\n" not in text
        text.encode()  # no lone surrogates
    for piece in mail.pieces:
        piece.text.encode()
        assert len(piece.text) <= 3 * MAX_TEXTS
    if found.block:
        found.block.text.encode()
    return mail, found


def text_mail(body: str, kind: str = "plain", more: str = "") -> bytes:
    return f"From: red@players.test\r\nContent-Type: text/{kind}; charset=utf-8{more}\r\n\r\n{body}"[:SIZE].encode()


def filled(piece: str) -> str:
    return piece * (SIZE // max(len(piece.encode()), 1))


HEADER = "#gm winter 3 movement red K7QX2M9P\n"
COSTLY: dict[str, Callable[[], bytes]] = {
    "quote marks": lambda: text_mail(filled("> ")),
    "quotes in lines": lambda: text_mail(filled("> > > > x\n")),
    "headers of blocks": lambda: text_mail(filled(HEADER)),
    "blocks": lambda: text_mail(filled(HEADER + "- move: 1\n#end\n")),
    "different blocks": lambda: text_mail("".join(f"{HEADER}- move: {n}\n#end\n" for n in range(4000))),
    "one long line": lambda: text_mail(HEADER + filled("- move: ")),
    "open brackets": lambda: text_mail(HEADER + filled("- move: [\n")),
    "open brackets in one line": lambda: text_mail(HEADER + "- move: " + filled("[")),
    "comments to put together": lambda: text_mail(HEADER + filled("# Send ships along\na path; one\n")),
    "short lines": lambda: text_mail(filled("x\n")),
    "lines that might begin quotes": lambda: text_mail(filled("On Mon, Nov 30, 2026 at 9 gm <a@b.test\nwrote:\n")),
    "lines like wrote": lambda: text_mail(filled("On " + "a " * 140 + "wrot\n")),
    "lines like addresses": lambda: text_mail(filled("x" + "<a@b" * 60 + ":\n")),
    "from lines": lambda: text_mail(filled("From: a\n")),
    "rules": lambda: text_mail(filled("-----" + "- " * 30 + "x\n")),
    "keys": lambda: text_mail(HEADER + "- move:\n" + filled("from: F2\n")),
    "parts in parts": lambda: text_mail(HEADER + "- move:\nthen:\n" + filled("then:\npath:\n")),
    "items": lambda: text_mail(HEADER + "- losses:\norder:\n" + filled("- x\n")),
    "dashes": lambda: text_mail(HEADER + filled("- ")),
    "smart quotes": lambda: text_mail(HEADER + filled(": «")),
    "stars": lambda: text_mail(HEADER + filled("*a")),
    "pgp": lambda: text_mail(filled("-----BEGIN PGP SIGNED MESSAGE-----\nHash: x\n")),
    "flowed": lambda: text_mail(filled("a " * 30 + "\n"), more="; format=flowed"),
    "flowed without end": lambda: text_mail(filled(" \n"), more="; format=flowed"),
    "html depth": lambda: text_mail(filled("<div>"), "html"),
    "html quotes": lambda: text_mail(filled("<blockquote>x"), "html"),
    "html lists": lambda: text_mail(filled("<ul><li>x"), "html"),
    "html items": lambda: text_mail(filled("<li>"), "html"),
    "html misnested": lambda: text_mail(filled("<p></b><div></i>"), "html"),
    "html formatting": lambda: text_mail(filled("<b><p>"), "html"),
    "html tables": lambda: text_mail(filled("<table><tr><td>"), "html"),
    "html attributes": lambda: text_mail("<p " + filled("a=b "), "html"),
    "html comments": lambda: text_mail(filled("<!--"), "html"),
    "html entities": lambda: text_mail(filled("&amp;&#x10FFFF;&zwnj;"), "html"),
    "html breaks": lambda: text_mail(filled("x<br>"), "html"),
    "html block": lambda: text_mail(filled("<p>" + HEADER + "<p>- move: 1"), "html"),
    "folded header": lambda: b"Subject: " + filled("=?utf-8?Q?=D0?=\r\n ").encode() + b"\r\n\r\nx",
    "many headers": lambda: filled("To: a@b.test\r\n").encode() + b"\r\nx",
    "names of headers": lambda: filled("x:\r\n").encode() + b"\r\nx",
    "addresses": lambda: b"To: " + filled("a@b.test, ").encode() + b"\r\n\r\nx",
    "brackets in addresses": lambda: b"From: " + filled("(<").encode() + b"\r\n\r\nx",
    "quotes in addresses": lambda: b"From: " + filled('"\\').encode() + b"\r\n\r\nx",
    "ids": lambda: b"References: " + filled("<a@b> ").encode() + b"\r\n\r\nx",
    "content type": lambda: b"Content-Type: text/plain; " + filled('a="b;c"; ').encode() + b"\r\n\r\nx",
    "continued parameters": lambda: (
        b"Content-Disposition: attachment; "
        + "".join(f"filename*{n}*=x; " for n in range(12000)).encode()
        + b"\r\n\r\nx"
    ),
    "parts": lambda: b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + filled("--b\r\n\r\n").encode(),
    "nested parts": lambda: "".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(4000)
    ).encode(),
    "nested messages": lambda: filled("Content-Type: message/rfc822\r\n\r\n").encode(),
    "delivery status": lambda: (
        b"Content-Type: message/delivery-status\r\n\r\n"
        + filled("Final-Recipient: a@b.test\r\nAction: failed\r\n\r\n").encode()
    ),
    "base64": lambda: b"Content-Transfer-Encoding: base64\r\n\r\n" + filled("=").encode(),
    "quoted-printable": lambda: b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + filled("=\r\n").encode(),
    "uuencode": lambda: b"Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 x\r\n" + filled("M").encode(),
    "high bytes": lambda: b"\r\n\r\n" + b"\xc0\xe0\xd0" * (SIZE // 3),
    "nuls": lambda: b"\r\n\r\n" + b"\0" * SIZE,
    "told addresses": lambda: b"From: mailer-daemon@x.test\r\n\r\n" + filled("a.a-a@a-a.").encode(),
}


@pytest.mark.parametrize("size", [MAX_TEXTS, MAX_MAIL])
@pytest.mark.parametrize("name", COSTLY)
def test_nothing_takes_long(name: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.mail.test_hostile_mail.SIZE", size - 600)
    raw = COSTLY[name]()
    assert len(raw) <= size + 1000 or size == MAX_TEXTS
    began = time.perf_counter()
    whole_way(raw[:MAX_MAIL])
    assert time.perf_counter() - began < SECONDS


CHARSETS = st.sampled_from(
    ["utf-8", "windows-1251", "koi8-r", "cp866", "us-ascii", "utf-16", "iso-2022-jp", "x-no", "\0", "idna"]
)
ENCODINGS = st.sampled_from(["7bit", "8bit", "base64", "quoted-printable", "x-uuencode", "nonsense", ""])
TYPES = st.sampled_from(
    [
        "text/plain",
        "text/html",
        "text/plain; format=flowed; delsp=yes",
        "application/octet-stream",
        "text/calendar",
        "application/x-yaml",
        "image/png",
        "message/delivery-status",
        "nonsense",
        "text/",
        "text/rfc822-headers",
    ]
)
ORDERS = HEADER + "- движение:\n    откуда: F2\n    путь: [E3]\n#end\n"
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            [*ORDERS.splitlines(), "> ", "-- ", "", "On x wrote:", "From: a", "Sent: b", "<p>", "# a", "\t"]
        ),
        max_size=12,
    ).map("\n".join),
    st.just(ORDERS),
)
NAMES = st.sampled_from(
    ["", "orders.yaml", "=?utf-8?B?0KXQvtC0?=.txt", "x.zip", "../../etc/passwd", '"', "приказы.yml"]
)


@st.composite
def leaves(draw: st.DrawFn) -> bytes:
    """A part that holds a text, more or less as it says."""
    charset, text = draw(CHARSETS), draw(TEXTS)
    try:
        data = text.encode(charset, "replace")
    except Exception:
        data = text.encode("utf-8", "replace")
    name = draw(NAMES)
    head = f"Content-Type: {draw(TYPES)}; charset={charset}\r\nContent-Transfer-Encoding: {draw(ENCODINGS)}\r\n"
    head += f'Content-Disposition: attachment; filename="{name}"\r\n' if name else ""
    return head.encode() + b"\r\n" + data


@st.composite
def nested(draw: st.DrawFn, inner: st.SearchStrategy[bytes]) -> bytes:
    kind = draw(st.sampled_from(["mixed", "alternative", "related", "report; report-type=delivery-status", "signed"]))
    mark = draw(st.sampled_from(["b", "c", "=_x", ""]))
    if draw(st.booleans()) and draw(st.booleans()):
        return b"Content-Type: message/rfc822\r\n\r\n" + draw(inner)
    parts = draw(st.lists(inner, max_size=3))
    body = b"".join(b"--" + mark.encode() + b"\r\n" + part + b"\r\n" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="{mark}"\r\n\r\n'.encode() + body + f"--{mark}--\r\n".encode()


TREES = st.recursive(leaves(), nested, max_leaves=8)
FIELDS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "From",
                "To",
                "Subject",
                "Message-ID",
                "Return-Path",
                "Auto-Submitted",
                "Precedence",
                "List-Id",
                "References",
            ]
        ),
        st.one_of(
            st.text(max_size=40), st.sampled_from(["<red@players.test>", "=?utf-8?B?0KXQvtC0?=", "<>", "auto-replied"])
        ),
    ),
    max_size=6,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(FIELDS, TREES)
def test_any_tree_of_parts(fields: Sequence[tuple[str, str]], tree: bytes) -> None:
    whole_way("".join(f"{key}: {value}\r\n" for key, value in fields).encode("utf-8", "replace") + tree)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_mail_of_the_corpus_that_was_damaged(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(CORPUS)).read_bytes()[:30_000])
    for _ in range(data.draw(st.integers(0, 6))):
        at = data.draw(st.integers(0, len(raw)))
        what = data.draw(st.sampled_from(["cut", "drop", "put", "double"]))
        if what == "cut":
            del raw[at:]
        elif what == "drop":
            del raw[at : at + data.draw(st.integers(1, 200))]
        elif what == "put":
            raw[at:at] = data.draw(st.binary(max_size=20))
        else:
            raw[at:at] = raw[at : at + 300]
    whole_way(bytes(raw))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=600))
def test_any_bytes(raw: bytes) -> None:
    whole_way(raw)
