"""A message taken apart: header fields, names of attachments, delivery reports, limits; never an exception."""

from __future__ import annotations

import pytest

from gm.mail.flowed import unflow
from gm.mail.headers import addresses, ids, person, plain
from gm.mail.html import NoHtml, text_of
from gm.mail.model import MAX_BORDERS, MAX_LINES, MAX_MAIL, MAX_TEXTS, Bounced
from gm.mail.parse import read_mail
from tests.mail.mails import raw

LONG = "a line that is long enough to be broken by a mailer"
REPORT = "<report-0011-t03-movement-red.winter@players.test>"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("=?UTF-8?B?0KXQvtC0?= 3", "Ход 3"),
        ("=?utf-8?Q?=D0=A5=D0=BE?= =?utf-8?Q?=D0=B4_3?=", "Ход 3"),
        ("=?UTF-8?B?0KXQvtA=?=\r\n =?UTF-8?B?tA==?=", "Ход"),
        ("=?koi8-r?Q?=E8=CF=C4?=", "Ход"),
        ("=?windows-1251*ru?B?1e7k?=", "Ход"),
        ("=?no-such?B?0KXQvtC0?=", "Ход"),
        ("=?utf-8?B?!!!?=", ""),
        ("=?utf-8?X?abc?=", "=?utf-8?X?abc?="),
        ("a =?utf-8?Q?b?= c", "a b c"),
        ("two\r\n\tlines", "two lines"),
        (b"\xd5\xee\xe4".decode("ascii", "surrogateescape"), "Ход"),
        ("Ход", "Ход"),
        ("x\x00\u202ey", "x\ufffdy"),
    ],
)
def test_a_field(value: str, text: str) -> None:
    assert plain(value) == text


@pytest.mark.parametrize(
    ("value", "who"),
    [
        ("Roman Red <Red@Players.test>", ("red@players.test", "Roman Red")),
        ('"Red, R." <red@players.test>', ("red@players.test", "Red, R.")),
        ("=?utf-8?B?0KXQvtC0?= <red@players.test>", ("red@players.test", "Ход")),
        ('"gm@players.test" <red@players.test>', ("red@players.test", "gm@players.test")),
        ("red@players.test", ("red@players.test", "")),
        ("red@players.test (Roman)", ("red@players.test", "")),
        ("<>", ("", "<>")),
        ("", ("", "")),
        ("nobody", ("", "nobody")),
    ],
)
def test_a_person(value: str, who: tuple[str, str]) -> None:
    assert person(value) == who


def test_addresses_and_ids() -> None:
    assert addresses(["A <a@x.test>, b@y.test", '"c@no.test" <D@Z.test>', "a@x.test"]) == (
        "a@x.test",
        "b@y.test",
        "d@z.test",
    )
    assert ids("<a@b>\r\n <c@d> junk <a@b>") == ("<a@b>", "<c@d>")
    assert len(addresses([", ".join(f"a{n}@x.test" for n in range(300))])) == 100


@pytest.mark.parametrize(
    ("flowed", "text"),
    [
        (f"{LONG} \nhere", f"{LONG} here"),
        (f">{LONG} \n> here", f"> {LONG} here"),
        (" - stuffed\n >x", "- stuffed\n>x"),
        ("- move: \n     from: F2", "- move: \n    from: F2"),
        (f"{LONG} \n> another depth", f"{LONG} \n> another depth"),
        (f"{LONG} \n-- \nRoman", f"{LONG} \n-- \nRoman"),
    ],
)
def test_unflow(flowed: str, text: str) -> None:
    assert unflow(flowed) == text


def test_names_of_attachments() -> None:
    assert [piece.name for piece in read_mail(raw("020")).pieces if piece.name] == ["приказы.txt"]
    assert [piece.name for piece in read_mail(raw("019")).pieces if piece.name] == ["winter-t03-movement-red.yaml"]


@pytest.mark.parametrize(
    ("name", "status", "final", "returned"),
    [
        ("082", "5.1.1", True, REPORT),
        ("083", "4.4.1", False, REPORT),
        ("084", "5.1.1", True, REPORT),
        ("085", "5.2.2", True, REPORT),
        ("086", "5.1.1", True, REPORT),
        ("087", "5.1.1", True, ""),
    ],
)
def test_delivery_reports(name: str, status: str, final: bool, returned: str) -> None:
    mail = read_mail(raw(name))
    assert mail.bounced == (Bounced("red@players.test", status, final),)
    assert mail.returned == returned


@pytest.mark.parametrize(
    ("name", "troubles"),
    [
        ("094", ("no_text",)),
        ("095", ("no_text",)),
        ("104", ("too_deep", "no_text")),
        ("105", ("too_many_parts",)),
        ("106", ("too_long",)),
        ("040", ("no_text",)),
        ("001", ()),
    ],
)
def test_troubles(name: str, troubles: tuple[str, ...]) -> None:
    assert read_mail(raw(name)).troubles == troubles


def test_of_a_long_message_there_are_fields() -> None:
    mail = read_mail(raw("106"))
    assert (mail.sender, mail.message_id, mail.pieces) == ("red@players.test", "<br.10@players.test>", ())
    assert mail.size > MAX_TEXTS


def with_picture(size: int) -> bytes:
    """Orders above a quoted report, whose map the mailer sends back."""
    picture = b"\r\n".join([b"iVBORw0KGgo" * 7] * (size // 77))
    part = b"--b\r\nContent-Type: %s\r\n%s\r\n\r\n"
    return b"".join(
        (
            b"From: red@players.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n",
            part % (b"text/plain", b"X-A: b"),
            b"#gm winter 3 movement red K7QX2M9P\r\n- move: {from: D4, path: [D5]}\r\n",
            part % (b"image/png; name=map.png", b"Content-Transfer-Encoding: base64"),
            picture,
            b"\r\n--b--\r\n",
        )
    )


def test_pictures_that_come_back_are_no_trouble() -> None:
    mail = read_mail(with_picture(3 * 1024 * 1024))
    assert (mail.troubles, [piece.kind for piece in mail.pieces]) == ((), ["text"])
    assert read_mail(with_picture(MAX_MAIL)).troubles == ("too_long",)


@pytest.mark.parametrize("many", [b"x\r\n" * (MAX_LINES + 1), b"--\r\n" * (MAX_BORDERS + 1)])
def test_too_many_lines_are_as_bad_as_too_many_bytes(many: bytes) -> None:
    assert read_mail(b"From: red@players.test\r\n\r\n" + many).troubles == ("too_long",)


def test_the_topmost_result_of_a_check_is_kept() -> None:
    mail = read_mail(b"Authentication-Results: ours; spf=pass\r\nAuthentication-Results: forged; dkim=pass\r\n\r\nx")
    assert mail.headers["authentication-results"] == "ours; spf=pass"


def test_html_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "selectolax.lexbor", None)
    with pytest.raises(NoHtml, match="pip install"):
        text_of("<p>x")


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>#gm w</p><p>-&nbsp;move:</p><p>&nbsp; &nbsp; from:\nF2</p>", "#gm w\n-\xa0move:\n\xa0 \xa0 from: F2"),
        ("a<br>b<br><br>c", "a\nb\n\nc"),
        ("<ul><li>move:<ul><li>x</li></ul></li><li>- y</li></ul>", "- move:\n    - x\n- y"),
        ("x<blockquote>y<blockquote>z</blockquote></blockquote>", "x\n> y\n> > z"),
        ('<div class="gmail_quote"><div>q</div></div>', "> q"),
        ("<pre>- a:\n    b: 1</pre>", "- a:\n    b: 1"),
        ("<style>p{}</style><script>x</script><div style='display: none'>y</div>z<!-- c -->", "z"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
        ("&lt;b&gt; &#8211; &amp;", "<b> – &"),
    ],
)
def test_html(page: str, text: str) -> None:
    assert text_of(page) == text
