"""Who wrote a message: a person, a vacation program, a mail server, we ourselves, a mailing list (RFC 3834, RFC 3464).

What only programs write decides at once; what people's mail may carry, too, counts only together with another such
sign. So a person is never taken for a program, and a program without any sign is answered once, which does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from gm.mail.model import Mail, Nature

_SERVERS = ("mailer-daemon", "mail-daemon")
_REPORTS = re.compile(r'report-type\s*=\s*"?([\w-]+)', re.IGNORECASE)
_AUTOMATA = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-autoreply-from", "x-vacation")
_NOBODY = re.compile(r"(?:do[-_.]?not|no)[-_.]?reply|notifications?$|autoreply|robot$", re.IGNORECASE)
_AWAY = re.compile(
    r"(?:auto(?:matic)?[- ]?(?:reply|response|answer|responder)|auto:|out of (?:the )?office|away from (?:my|the) "
    r"(?:mail|office)|on vacation|vacation|автоответ|автоматическ\w+ (?:ответ|уведомлен)|авто-ответ|вне офиса|"
    r"отсутствие на (?:рабочем|работе)|нет на (?:месте|работе)|в отпуске|я в отпуске|отпуск)",
    re.IGNORECASE,
)


def nature(mail: Mail, own: Collection[str], sent: Callable[[str], bool]) -> Nature:
    """Who wrote it. ``own`` are our addresses in small letters; ``sent`` knows the Message-IDs of our letters."""
    if mail.message_id and sent(mail.message_id):
        return "own"  # before all else: a list or a forwarding server may have added its fields
    if _is_bounce(mail):
        return "bounce"
    if mail.sender and mail.sender in own:
        return "own"
    said = mail.headers.get("auto-submitted", "").lower().strip()
    if said.startswith("auto") or _says_automatic(mail):
        return "auto_reply"
    if _is_list(mail):
        return "list"
    return "auto_reply" if said != "no" and len(_signs(mail)) > 1 else "human"


def _is_bounce(mail: Mail) -> bool:
    """A delivery report, or whatever else a mail server writes in its own name to nobody's answer."""
    local = mail.sender.partition("@")[0]
    if _report(mail) == "delivery-status" or any(local.startswith(server) for server in _SERVERS):
        return True
    nobody = mail.return_path == "" or not mail.sender
    return nobody and (bool(mail.bounced) or local == "postmaster" or "x-failed-recipients" in mail.headers)


def _report(mail: Mail) -> str:
    kind = mail.headers.get("content-type", "")
    found = _REPORTS.search(kind) if kind.lower().startswith("multipart/report") else None
    return found[1].lower() if found else ""


def _says_automatic(mail: Mail) -> bool:
    """Fields that only programs write, and receipts that mail programs send when a letter is opened."""
    if _report(mail) in ("disposition-notification", "feedback-report") or "x-feedback-type" in mail.headers:
        return True
    if mail.headers.get("precedence", "").lower() in ("auto_reply", "auto-reply"):
        return True
    return any(mail.headers.get(field, "no").strip().lower() not in ("no", "", "0", "false") for field in _AUTOMATA)


def _is_list(mail: Mail) -> bool:
    """A mailing list or a newsletter; a sign to unsubscribe alone is no list, for some providers add it to all mail."""
    precedence = mail.headers.get("precedence", "").lower()
    if "list-id" in mail.headers or "list-post" in mail.headers or precedence == "list":
        return True
    return precedence in ("bulk", "junk") and "list-unsubscribe" in mail.headers


def _signs(mail: Mail) -> list[str]:
    """Signs of a program that prove nothing alone."""
    suppress = mail.headers.get("x-auto-response-suppress", "").lower()
    signs = {
        "returns to nobody": mail.return_path == "",
        "precedence": mail.headers.get("precedence", "").lower() in ("bulk", "junk"),
        "no answers wanted": any(word in suppress for word in ("all", "oof", "autoreply")),
        "subject": _AWAY.match(mail.subject) is not None,
        "sender": _NOBODY.match(mail.sender.partition("@")[0]) is not None,
        "rule": "mailbox rules agent" in mail.headers.get("x-ms-exchange-generated-message-source", "").lower(),
    }
    return [sign for sign, seen in signs.items() if seen]
