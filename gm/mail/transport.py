"""Ways out: an SMTP server, the program sendmail, a Maildir, a folder of ``.eml`` files.

A way takes one letter to one address at a time. ``Refused`` is about that letter; a CampaignError (exit code 4) means
that no letter can leave now. No way looks at a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from gm.mail.settings import Smtp
from gm.trouble import DAMAGED, REFUSED, CampaignError, disk_reason

if TYPE_CHECKING:
    import smtplib
    import ssl

    from gm.campaign import Campaign

PATIENCE = 60
"""So many seconds a server or a program may be silent."""
_STATUS = re.compile(r"[245]\.\d{1,3}\.\d{1,3}")
_TEMPORARY = 75
_OF_THE_LETTER = {65: "5.6.0", 67: "5.1.1", 68: "5.1.2", 77: "5.7.1"}
"""Exit codes of sendmail (sysexits.h) that are about the letter, with the status that a server would give."""


class Refused(Exception):
    """This letter was not taken. ``final``: nor will it be; ``address``: because of its recipient; ``why``: in whose
    words."""

    def __init__(self, why: str, status: str, *, final: bool, address: bool = False) -> None:
        super().__init__(f"{status} {why}")
        self.why, self.status, self.final, self.address = why, status, final, address


class Transport(Protocol):
    """``deliver`` returns when the letter is somebody else's duty, or raises Refused or CampaignError."""

    def deliver(self, key: str, sender: str, to: str, data: bytes) -> None:
        """``key`` names the letter in this campaign; ``sender`` empty: delivery reports go nowhere."""

    def close(self) -> None:
        """Say good-bye."""


def transport_of(campaign: Campaign) -> Transport:
    """The way that ``campaign.yaml`` says. CampaignError ``mail_off`` (exit code 1): none."""
    mail = campaign.config.mail
    if mail.out == "smtp":
        return SmtpServer(mail.smtp, campaign.folder)
    if mail.out == "sendmail":
        return Sendmail(mail.sendmail)
    if mail.out == "maildir":
        return Maildir(campaign.folder / Path(mail.maildir).expanduser(), campaign.config.id)
    raise CampaignError("mail_off", REFUSED, path=str(campaign.folder / "campaign.yaml"))


# -- SMTP


def trusting(ca: str, folder: Path) -> ssl.SSLContext:
    """Certificates are verified, always; ``ca`` is a file with those that are trusted instead of the usual ones."""
    import ssl

    path = folder / Path(ca).expanduser()
    try:
        return ssl.create_default_context(cafile=str(path) if ca else None)
    except (OSError, ValueError) as error:
        raise CampaignError("mail_bad_ca", DAMAGED, path=str(path), reason=_reason(error)) from None


class SmtpServer:
    """A server, connected to when the first letter goes out; one connection for all of them."""

    def __init__(self, settings: Smtp, folder: Path) -> None:
        self.settings, self.folder = settings, folder
        self._session: smtplib.SMTP | None = None

    def deliver(self, key: str, sender: str, to: str, data: bytes) -> None:
        """Hand the letter over. After ``RCPT`` and ``DATA`` the server's answer is about this letter alone."""
        with self._troubles():
            session = self._session or self._connected()
            self._session = session
            session.ehlo_or_helo_if_needed()
            self._sender_taken(session, sender)
            self._taken(session, *session.rcpt(to), address=True)
            self._taken(session, *self._handed_over(session, data))

    def _handed_over(self, session: smtplib.SMTP, data: bytes) -> tuple[int, bytes]:
        """The answer to the message, or to the wish to send it."""
        import smtplib

        try:
            return session.data(data)
        except smtplib.SMTPDataError as error:
            said = error.smtp_error
            return error.smtp_code, said if isinstance(said, bytes) else said.encode()

    def _sender_taken(self, session: smtplib.SMTP, sender: str) -> None:
        """A server that does not take our own address for good takes no letter of ours at all."""
        code, text = session.mail(sender)
        if code >= 500:
            self._reset(session)
            raise CampaignError("mail_sender", DAMAGED, address=sender or "<>", reason=_said(text))
        self._taken(session, code, text)

    def _taken(self, session: smtplib.SMTP, code: int, text: bytes, *, address: bool = False) -> None:
        """Whether an answer is yes; 421 means that the server goes away."""
        said = _said(text)
        if code == 421:
            raise CampaignError("mail_broken", DAMAGED, host=self.settings.host, reason=said)
        if not 200 <= code < 300:
            self._reset(session)
            found = _STATUS.match(said)
            status = found[0] if found else f"{str(code)[0]}.0.0"
            raise Refused(said, status, final=code >= 500, address=address and code >= 500)

    def _reset(self, session: smtplib.SMTP) -> None:
        with suppress(OSError):  # whoever speaks to it next will notice
            session.rset()

    def _connected(self) -> smtplib.SMTP:
        import smtplib

        set_to, secure = self.settings, self.settings.security
        context = trusting(set_to.ca, self.folder) if secure != "none" else None
        if secure == "tls":
            session: smtplib.SMTP = smtplib.SMTP_SSL(set_to.host, set_to.at, timeout=PATIENCE, context=context)
        else:
            session = smtplib.SMTP(set_to.host, set_to.at, timeout=PATIENCE)
        try:
            if secure == "starttls":
                session.starttls(context=context)
            if set_to.user:
                from gm.mail.password import password

                session.login(set_to.user, password(set_to.password, set_to.user, self.folder))
        except BaseException:
            session.close()
            raise
        return session

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        """Whatever breaks the connection, as a sentence; the next letter would need a new connection."""
        import smtplib
        import ssl

        host = self.settings.host
        try:
            yield
        except Refused:
            raise
        except CampaignError:
            self._drop()
            raise
        except ssl.SSLCertVerificationError as error:
            raise self._dropped(
                CampaignError("mail_untrusted", DAMAGED, host=host, reason=error.verify_message)
            ) from None
        except ssl.SSLError as error:
            raise self._dropped(CampaignError("mail_no_tls", DAMAGED, host=host, reason=_reason(error))) from None
        except smtplib.SMTPNotSupportedError as error:
            code = "mail_no_tls" if "STARTTLS" in str(error) else "mail_login"
            raise self._dropped(CampaignError(code, DAMAGED, host=host, reason=str(error))) from None
        except smtplib.SMTPAuthenticationError as error:
            raise self._dropped(
                CampaignError("mail_login", DAMAGED, host=host, reason=_said(error.smtp_error))
            ) from None
        except smtplib.SMTPResponseException as error:
            raise self._dropped(
                CampaignError("mail_broken", DAMAGED, host=host, reason=_said(error.smtp_error))
            ) from None
        except (OSError, smtplib.SMTPException) as error:
            code = "mail_broken" if self._session else "mail_unreachable"
            raise self._dropped(
                CampaignError(code, DAMAGED, host=f"{host}:{self.settings.at}", reason=_reason(error))
            ) from None

    def _dropped(self, error: CampaignError) -> CampaignError:
        self._drop()
        return error

    def _drop(self) -> None:
        if self._session is not None:
            with suppress(OSError):
                self._session.close()
        self._session = None

    def close(self) -> None:
        """Say good-bye, if anybody still listens."""
        import smtplib

        if self._session is not None:
            with suppress(OSError, smtplib.SMTPException):
                self._session.quit()
        self._drop()


def _said(text: bytes | str | Any) -> str:
    """What a server says, as one line that cannot disturb a terminal."""
    line = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    return "".join(sign for sign in " ".join(line.split()) if sign.isprintable())[:300]


def _reason(error: Exception) -> str:
    """Why there is no connection, in the language of the interface where we know it."""
    import socket

    from gm.i18n import text as _

    if isinstance(error, socket.gaierror):
        return _("there is no such host")
    if isinstance(error, ConnectionRefusedError):
        return _("nobody answers there")
    if isinstance(error, TimeoutError):
        return _("no answer came in time")
    if isinstance(error, OSError) and error.errno:
        return disk_reason(error)
    return _said(str(error)) or type(error).__name__


# -- the program of the computer


class Sendmail:
    """``/usr/sbin/sendmail``, as Postfix, Exim and others bring it."""

    def __init__(self, program: str) -> None:
        self.program = program

    def deliver(self, key: str, sender: str, to: str, data: bytes) -> None:
        """Run the program; its exit code tells whether the letter lies in its queue."""
        import subprocess

        words = [self.program, "-i", "-f", sender or "<>", "--", to]
        try:
            done = subprocess.run(
                words, input=data.replace(b"\r\n", b"\n"), capture_output=True, check=False, timeout=PATIENCE
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            reason = _reason(TimeoutError() if isinstance(error, subprocess.TimeoutExpired) else error)
            raise CampaignError("mail_program", DAMAGED, path=self.program, reason=reason) from None
        said = _said(done.stderr or done.stdout)
        if done.returncode == _TEMPORARY:
            raise Refused(said, "4.0.0", final=False)
        if done.returncode in _OF_THE_LETTER:
            status = _OF_THE_LETTER[done.returncode]
            raise Refused(said, status, final=True, address=status.startswith("5.1"))
        if done.returncode:
            reason = said or f"exit {done.returncode}"
            raise CampaignError("mail_program", DAMAGED, path=self.program, reason=reason)

    def close(self) -> None:
        """It ran once for each letter; there is nothing to close."""


# -- folders


class Maildir:
    """A Maildir from which another program takes the letters. A letter has one name there, so it comes in once."""

    def __init__(self, folder: Path, campaign: str) -> None:
        self.folder, self.campaign = folder, campaign

    def deliver(self, key: str, sender: str, to: str, data: bytes) -> None:
        """Written aside, then renamed, as every Maildir is filled."""
        from gm import disk

        name = f"{self.campaign}.{key}"
        with disk.writing(self.folder):
            for part in ("tmp", "new", "cur"):
                disk.make_folder(self.folder / part)
            taken = (path.name.partition(":")[0] for path in (self.folder / "cur").iterdir())
            if (self.folder / "new" / name).exists() or name in taken:
                return
            aside = self.folder / "tmp" / name
            disk.write_file(aside, data.replace(b"\r\n", b"\n"))
            disk.sync_file(aside)
            disk.rename(aside, self.folder / "new" / name)
            disk.sync_folder(self.folder / "new")

    def close(self) -> None:
        """Nothing is open."""


class Folder:
    """A folder of ``.eml`` files, for a mail program, or for looking at them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def deliver(self, key: str, sender: str, to: str, data: bytes) -> None:
        """One file for each letter; one that is there already is replaced."""
        from gm import disk

        disk.write_durably(self.folder / f"{key}.eml", data)

    def close(self) -> None:
        """Nothing is open."""
