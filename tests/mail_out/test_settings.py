"""The section ``mail:``: written with comments, judged with places; a password stands nowhere and is shown nowhere."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gm.campaign import Campaign
from gm.config import parse_config
from gm.mail.password import password
from gm.mail.settings import Imap, MailConfig, Smtp
from gm.newconfig import config_text
from gm.published import _settings
from gm.trouble import CampaignError
from tests import campaigns as t
from tests import counter
from tests.desk import gm

pytestmark = pytest.mark.usefixtures("counting")
FULL = {
    "out": "smtp",
    "from": "zima@gm.test",
    "name": "Зима",
    "plus": "yes",
    "gm": "me@gm.test",
    "cap_per_day": "7",
    "smtp": {"host": "mail.gm.test", "port": "2525", "user": "zima", "password": "env ZIMA", "ca": "ca.pem"},
    "imap": {"host": "127.0.0.1", "security": "none", "folder": "INBOX/zima", "done": "Done"},
}


def edited(campaign: Campaign, section: str) -> Path:
    """The campaign with another section ``mail:`` at the end of its settings."""
    path = campaign.folder / "campaign.yaml"
    head = path.read_text("utf-8").split("\nmail:")[0]
    path.write_text(f"{head}\nmail:\n{section}", "utf-8")
    return campaign.folder


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_it_is_written_and_read_again(inside: Path, lang: str) -> None:
    campaign = t.new(inside, mail=FULL)
    mail = campaign.config.mail
    assert (mail.out, mail.from_, mail.plus, mail.cap_per_day, mail.smtp.at, mail.imap.at) == (
        *("smtp", "zima@gm.test", True, 7, 2525, 143),
    )
    text = config_text(campaign.config, counter.RULES)
    assert parse_config(text.encode()) == campaign.config
    assert all(line.lstrip().startswith("#") or not line or ":" in line for line in text.splitlines())


def test_without_it_there_is_no_mail(inside: Path) -> None:
    assert t.new(inside).config.mail == MailConfig()
    assert (Smtp().at, Smtp(security="tls").at, Imap().at) == (587, 465, 993)


def test_what_is_published_tells_nothing_of_it(inside: Path) -> None:
    text = _settings(t.new(inside, mail=FULL))
    assert "gm.test" not in text and "ZIMA" not in text


@pytest.mark.parametrize(
    ("section", "place", "words"),
    [
        ("  out: smpt\n", 8, "here may stand: off, smtp, sendmail, maildir"),
        ("  outt: smtp\n", 3, 'did you mean "out"?'),
        ("  smtp: {hots: x}\n", 10, 'did you mean "host"?'),
        ("  from: zima\n", 9, "an address looks like name@example.org"),
        ("  out: smtp\n  from: a@b.test\n", 1, "mail.smtp.host"),
        ("  out: maildir\n  maildir: x\n", 1, "mail.from"),
        ("  smtp: {host: mail.example.org, security: none}\n", 44, "only for a server on this very computer"),
        ("  imap: {host: mail.example.org, security: none}\n", 44, "only for a server on this very computer"),
        ("  smtp: {host: localhost, user: zima}\n", 3, "mail.smtp.password"),
        ("  smtp: {port: 99999}\n", 16, "65535"),
    ],
)
def test_mistakes_have_their_place(inside: Path, section: str, place: int, words: str) -> None:
    result = gm("-C", edited(t.new(inside), section), "status")
    assert result.exit_code == 1
    assert words in result.stderr and f":{place}: " in result.stderr


@pytest.mark.parametrize("typed", ["hunter2", "env", "hunter 2", "password hunter2"])
def test_a_password_itself_is_refused_and_not_shown(inside: Path, typed: str) -> None:
    for lang in ("en", "ru"):
        result = gm(
            "-C", edited(t.new(inside / lang), f"  smtp:\n    user: zima\n    password: {typed}\n"), "status", lang=lang
        )
        assert result.exit_code == 1 and "keyring" in result.stderr
        assert "hunter" not in result.output.casefold()


def test_where_passwords_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZIMA_SECRET", "one")
    secret = tmp_path / "secret"
    secret.write_text("two\nmore\n")
    secret.chmod(0o600)
    monkeypatch.setitem(sys.modules, "keyring", SimpleNamespace(get_password=lambda service, user: f"{service}/{user}"))
    found = [
        password(form, "zima", tmp_path)
        for form in (
            "",
            "env ZIMA_SECRET",
            "file secret",
            f"file {secret}",
            f"command '{sys.executable}' -c 'print(3)'",
            "keyring gm",
        )
    ]
    assert found == ["", "one", "two", "two", "3", "gm/zima"]


@pytest.mark.parametrize(
    "form", ["env NOT_THERE", "file nowhere", "command false", "command /nowhere/x", "command 'x", "keyring gm"]
)
def test_a_password_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(CampaignError) as caught:
        password(form, "zima", tmp_path)
    assert caught.value.exit_code == 4
    assert caught.value.code == ("mail_no_keyring" if form.startswith("keyring") else "mail_no_password")


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of Unix")
def test_a_password_that_others_may_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    (tmp_path / "secret").chmod(0o600 | stat.S_IROTH)
    with pytest.raises(CampaignError) as caught:
        password("file secret", "zima", tmp_path)
    assert caught.value.code == "secret_open_to_others"
