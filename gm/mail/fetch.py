"""Messages from where they lie: standard input, .eml files, mbox, Maildir, IMAP. Each is handed on as raw bytes.

A message is marked as done (moved, flagged) only after it was taken in, so that a crash takes it twice rather than
never: the intake knows a duplicate.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gm.mail.model import MAX_MAIL
from gm.mail.transport import trusting
from gm.trouble import DAMAGED, CampaignError, disk_reason

if TYPE_CHECKING:
    from imap_tools import BaseMailBox

    from gm.mail.settings import Imap

Take = Callable[[bytes, str], None]
"""Takes one message in: its bytes, the channel by which it came."""


def from_path(path: Path, take: Take) -> int:
    """A message, an mbox, a Maildir, or a folder of .eml files; returns how many messages were taken.

    Files stay where they are; in a Maildir what was new becomes cur, as a mail program would do.
    """
    if path.is_dir() and (path / "new").is_dir():
        return _from_maildir(path, take)
    if path.is_dir():
        found = [one for one in sorted(path.iterdir()) if one.suffix == ".eml" and one.is_file()]
        for one in found:
            take(_read(one), "eml")
        return len(found)
    data = _read(path)
    if data.startswith(b"From "):
        return _from_mbox(path, take)
    take(data, "eml")
    return 1


def _read(path: Path) -> bytes:
    """A message; of one that is far too long only so much that it is found too long."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_MAIL + 1)
    except OSError as error:
        raise CampaignError("cannot_read", DAMAGED, path=str(path), reason=disk_reason(error)) from None


def _from_mbox(path: Path, take: Take) -> int:
    import mailbox

    box, count = mailbox.mbox(path, create=False), 0
    try:
        for key in box.iterkeys():
            take(box.get_bytes(key)[: MAX_MAIL + 1], "mbox")
            count += 1
    finally:
        box.close()
    return count


def _from_maildir(path: Path, take: Take) -> int:
    count = 0
    for one in sorted((path / "new").iterdir()):
        if one.name.startswith(".") or not one.is_file():
            continue
        take(_read(one), "maildir")
        seen = path / "cur" / (one.name if ":2," in one.name else f"{one.name}:2,S")
        seen.parent.mkdir(exist_ok=True)
        one.rename(seen)
        count += 1
    return count


# -- IMAP


def from_imap(config: Imap, password: str, folder: Path, take: Take) -> int:
    """The unread messages of a folder, oldest first; each is marked as read, and moved if ``done`` names a folder."""
    with _opened(config, password, folder) as box:
        return _unread(config, box, take)


def watch_imap(
    config: Imap, password: str, folder: Path, take: Take, *, rounds: int | None = None, wait: float = 1500
) -> int:
    """The same, and then whenever the server says that something came (IDLE); for ``rounds`` times (None: for ever)."""
    count = 0
    with _opened(config, password, folder) as box:
        count += _unread(config, box, take)
        while rounds is None or rounds > 0:
            with _troubles(config):
                box.idle.wait(timeout=wait)
            count += _unread(config, box, take)
            rounds = None if rounds is None else rounds - 1
    return count


def _unread(config: Imap, box: BaseMailBox, take: Take) -> int:
    from imap_tools import AND, MailMessageFlags

    count = 0
    with _troubles(config):
        uids = box.uids(AND(seen=False))
    for uid in uids:
        with _troubles(config):
            sizes = [*box.fetch(AND(uid=uid), mark_seen=False, headers_only=False)]
        for message in sizes:
            take(bytes(message.obj)[: MAX_MAIL + 1], "imap")
        with _troubles(config):
            box.flag(uid, MailMessageFlags.SEEN, True)
            if config.done:
                box.move(uid, config.done)
        count += 1
    return count


class _troubles:
    """Turns what the server or the network refuses into one sentence (exit code 4)."""

    def __init__(self, config: Imap) -> None:
        self.config = config

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        import imaplib

        from imap_tools import ImapToolsError

        if isinstance(error, OSError | imaplib.IMAP4.error | ImapToolsError):
            reason = str(error) or type(error).__name__
            raise CampaignError("imap_failed", DAMAGED, host=self.config.host, reason=reason[:200]) from None


def _opened(config: Imap, password: str, folder: Path) -> BaseMailBox:
    """The mailbox, by a connection that is encrypted and verified; in the open only on this very computer."""
    from imap_tools import MailBox, MailBoxStartTls, MailBoxUnencrypted

    with _troubles(config):
        if config.security == "none":  # the settings allow it for this very computer alone
            box: BaseMailBox = MailBoxUnencrypted(config.host, config.at, timeout=60)
        elif config.security == "starttls":
            box = MailBoxStartTls(config.host, config.at, timeout=60, ssl_context=trusting(config.ca, folder))
        else:
            box = MailBox(config.host, config.at, timeout=60, ssl_context=trusting(config.ca, folder))
        return box.login(config.user, password, initial_folder=config.folder)
