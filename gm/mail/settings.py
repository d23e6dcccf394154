"""The section ``mail:`` of ``campaign.yaml``: how letters leave and where they come in. Nothing is set: no mail.

A password never stands there, only where it is to be had (``gm.mail.password``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from gm.mail.password import PasswordForm
from gm.model import Text
from gm.settings import Check, Unfit

_ADDRESS = re.compile(r"[^\s<>()\[\]\\,;:@\"\x00-\x1f]{1,64}@[^\s<>()\[\]\\,;:@\"\x00-\x1f]{1,190}\Z")

Security = Literal["starttls", "tls", "none"]
Port = Annotated[int, Meta(ge=1, le=65535)]
Out = Literal["off", "smtp", "sendmail", "maildir"]


def _address(text: str) -> str:
    if not _ADDRESS.match(text):
        raise Unfit("bad_address")
    return text


def _one_line(text: str) -> str:
    """No line end may come into a header, nor a sign that cannot be seen."""
    if not text.isprintable():
        raise Unfit("bad_mail_name")
    return text


Address = Annotated[str, Check(_address)]
OneLine = Annotated[str, Check(_one_line)]


class Smtp(Struct, frozen=True, kw_only=True):
    """The server that takes our letters. ``port`` None: the usual one."""

    host: OneLine = ""
    port: Port | None = None
    security: Security = "starttls"
    user: OneLine = ""
    password: PasswordForm = ""
    ca: OneLine = ""

    @property
    def at(self) -> int:
        """The port: 587 for STARTTLS, 465 for TLS from the first byte, 25 without."""
        return self.port or {"starttls": 587, "tls": 465, "none": 25}[self.security]


class Imap(Struct, frozen=True, kw_only=True):
    """The mailbox in which letters to the campaign arrive. ``done``: where those are put that were read."""

    host: OneLine = ""
    port: Port | None = None
    security: Security = "tls"
    user: OneLine = ""
    password: PasswordForm = ""
    ca: OneLine = ""
    folder: OneLine = "INBOX"
    done: OneLine = ""

    @property
    def at(self) -> int:
        """The port: 993 for TLS from the first byte, else 143."""
        return self.port or (993 if self.security == "tls" else 143)


class MailConfig(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """How a campaign writes to its players and is written to.

    Texts are the comments in a new ``campaign.yaml``. Relative paths begin in the campaign's folder.
    """

    out: Annotated[
        Out,
        Text(
            "How letters leave: off, smtp (a mail server), sendmail (the program of this computer) or maildir (a "
            "folder from which another program sends them).",
            "Как уходят письма: off (никак), smtp (через почтовый сервер), sendmail (программой этого компьютера) или "
            "maildir (в папку, откуда их отправит другая программа).",
        ),
    ] = "off"
    from_: Annotated[
        Address, Text("The campaign's own address: players answer to it.", "Адрес кампании: на него отвечают игроки.")
    ] = ""
    name: Annotated[
        OneLine,
        Text(
            "The name beside that address (empty: the campaign's title).",
            "Имя рядом с этим адресом (пусто — название кампании).",
        ),
    ] = ""
    plus: Annotated[
        bool,
        Text(
            "Whether each seat answers to an address of its own (zima+red-x7qp@example.org), which helps to tell who "
            "writes: yes, if your mail server delivers what stands behind a + to the same mailbox.",
            "Давать ли каждому месту свой адрес для ответов (zima+red-x7qp@example.org), чтобы надёжнее узнавать, кто "
            "пишет: да, если ваш сервер кладёт письма с припиской после + в тот же ящик.",
        ),
    ] = False
    gm: Annotated[
        Address,
        Text(
            "Your own address: there you are told of what needs you (empty: only gm status tells).",
            "Ваш собственный адрес: туда придёт всё, что требует вашего внимания (пусто — скажет только gm status).",
        ),
    ] = ""
    messages: Annotated[
        Literal["no", "named", "anonymous"],
        Text(
            "Whether players may write to each other through the campaign: no, named, or anonymous as well.",
            "Могут ли игроки писать друг другу через кампанию: no (нет), named (от своего имени), anonymous (и без "
            "имени).",
        ),
    ] = "named"
    cap_per_day: Annotated[
        int,
        Meta(ge=1, le=1000),
        Text(
            "How many automatic answers one address gets within a day, so that two programs do not write to each "
            "other for ever.",
            "Сколько автоматических ответов за сутки получит один адрес — чтобы две программы не переписывались без "
            "конца.",
        ),
    ] = 20
    smtp: Annotated[
        Smtp,
        Text(
            "The mail server for out: smtp. host; port (empty: the usual one); security: starttls, tls or none (none "
            "only on this computer); user; password: never the password itself but where it is: env NAME, file PATH, "
            "command PROGRAM or keyring SERVICE; ca: a file with the certificate of a server of your own.",
            "Почтовый сервер для out: smtp. host — имя; port — пусто, если обычный; security — starttls, tls или none "
            "(none только на этом же компьютере); user — имя пользователя; password — не сам пароль, а где он лежит: "
            "env ПЕРЕМЕННАЯ, file ПУТЬ, command ПРОГРАММА или keyring СЛУЖБА; ca — файл с сертификатом, если сервер "
            "ваш собственный.",
        ),
    ] = Smtp()
    sendmail: Annotated[OneLine, Text("The program for out: sendmail.", "Программа для out: sendmail.")] = (
        "/usr/sbin/sendmail"
    )
    maildir: Annotated[OneLine, Text("The folder for out: maildir.", "Папка для out: maildir.")] = ""
    imap: Annotated[
        Imap,
        Text(
            "The mailbox in which players' letters arrive: the same settings, and folder: which folder is read; done: "
            "the folder into which letters go that were read (empty: they stay and are marked as read).",
            "Ящик, куда приходят письма игроков: те же настройки, и ещё folder — какую папку читать; done — в какую "
            "складывать прочитанное (пусто — письма остаются на месте, помеченные прочитанными).",
        ),
    ] = Imap()


class Mistake(NamedTuple):
    """Settings that do not go together: the keys from the top, the code of the problem, its arguments."""

    at: tuple[str, ...]
    code: str
    args: dict[str, str]


def mistakes(mail: MailConfig) -> Iterator[Mistake]:
    """What no setting shows by itself: something needed is missing, or mail would travel open to everybody."""
    if mail.out != "off":
        if not mail.from_:
            yield _missing("from")
        if mail.out == "smtp" and not mail.smtp.host:
            yield _missing("smtp", "host")
        if mail.out in ("maildir", "sendmail") and not getattr(mail, mail.out):
            yield _missing(mail.out)
    for key, server in (("smtp", mail.smtp), ("imap", mail.imap)):
        if server.security == "none" and server.host and not loopback(server.host):
            yield Mistake(("mail", key, "security"), "mail_in_the_open", {"host": server.host})
        for one, other in (("user", "password"), ("password", "user")):
            if getattr(server, one) and not getattr(server, other):
                yield _missing(key, other)


def _missing(*keys: str) -> Mistake:
    return Mistake(("mail", *keys), "missing_setting", {"key": ".".join(("mail", *keys))})


def loopback(host: str) -> bool:
    """Whether the host is this very computer."""
    from ipaddress import ip_address

    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
