"""A message taken apart: from raw bytes of any kind to a ``Mail``. Nothing here raises, whatever comes.

The standard library's parser in its old, quick way (``compat32``); what its fields and texts mean is worked out here,
for it knows neither charsets that nobody declared nor texts that flow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

from gm.mail.charset import declared_in, decoded
from gm.mail.flowed import unflow
from gm.mail.headers import MAX_HEADER, addresses, ids, person, plain
from gm.mail.html import NoHtml, text_of
from gm.mail.model import MAX_BORDERS, MAX_DEPTH, MAX_LINES, MAX_MAIL, MAX_PARTS, MAX_TEXTS, Bounced, Mail, Piece

if TYPE_CHECKING:
    from email.message import Message

_KEPT = """auto-submitted precedence list-id list-post list-unsubscribe x-autoreply x-autorespond x-autoresponder
x-auto-reply x-autoreply-from x-vacation x-auto-response-suppress x-ms-exchange-generated-message-source x-loop
x-failed-recipients x-mailer user-agent authentication-results reply-to content-type delivered-to x-original-to
feedback-id x-spam-flag x-feedback-type"""
KEPT = frozenset(_KEPT.split())
"""The fields that are kept in ``Mail.headers``; of several of one name the topmost, which the last server wrote."""

_YAML = ("yaml", "yml")
_TEXT_FILES = (*_YAML, "txt", "text")
_BINARY_TYPES = ("application/octet-stream", "application/x-yaml", "application/yaml", "application/text")
_OTHER_TEXTS = ("text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/rfc822-headers", "text/css")
_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
_TOLD = re.compile(r"<?\b([\w.+=-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})\b>?")
_SERVERS = ("mailer-daemon", "postmaster")
MAX_BOUNCED = 50
MAX_SIGNATURES = 5
MAX_FILE_NAME = 200


def read_mail(raw: bytes) -> Mail:
    """The message in these bytes. Never raises for anything in them; NoHtml if the library for HTML is missing.

    Of one that is too long only the header fields are read; of one that is beyond reading, what there is of them.
    """
    digest, size = sha256(raw).hexdigest(), len(raw)
    long = size > MAX_MAIL or raw.count(b"\n") > MAX_LINES or raw.count(b"\n--") > MAX_BORDERS
    try:
        message = _headers_only(raw) if long else _parsed(raw)
    except Exception:  # the standard library's parser is deep, old, and not ours
        message = None
    if message is None:
        message = _only_fields(raw)
        if message is None:
            return Mail(digest, size, troubles=("broken",))
        return _mail(message, digest, size, ("broken",))
    if long:
        return _mail(message, digest, size, ("too_long",))
    reader = _Parts()
    try:
        reader.read(message)
    except NoHtml:
        raise
    except Exception:
        reader.trouble("broken")
    if not any(piece.text.strip() for piece in reader.pieces) and "too_long" not in reader.troubles:
        reader.trouble("no_text")
    return _mail(message, digest, size, tuple(reader.troubles), reader)


def _parsed(raw: bytes) -> Message:
    from email import message_from_bytes
    from email.policy import compat32

    return message_from_bytes(_without_postmark(raw), policy=compat32)


def _headers_only(raw: bytes) -> Message:
    from email.parser import BytesHeaderParser
    from email.policy import compat32

    return BytesHeaderParser(policy=compat32).parsebytes(_without_postmark(raw[:MAX_TEXTS]))


def _only_fields(raw: bytes) -> Message | None:
    try:
        return _headers_only(raw)
    except Exception:
        return None


def _without_postmark(raw: bytes) -> bytes:
    """Without a byte order mark, empty lines and the line ``From …`` of a mailbox before the header fields."""
    raw = raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    return raw.partition(b"\n")[2] if raw.startswith((b"From ", b">From ")) else raw


def _mail(message: Message, digest: str, size: int, troubles: tuple[str, ...], parts: _Parts | None = None) -> Mail:
    try:
        fields = _fields(message)
        sender, name = person(fields["from"][0] if "from" in fields else "")
        kept = {key: plain(values[0]) for key, values in fields.items() if key in KEPT}
        bounced = tuple(parts.bounced) if parts else ()
        returned = parts.returned if parts else ""
        if parts and not bounced and (sender.partition("@")[0] in _SERVERS or "x-failed-recipients" in kept):
            bounced = _told_in_words(kept.get("x-failed-recipients", ""), parts.pieces)
            returned = returned or _first([found for piece in parts.pieces if (found := _id_in(piece.text))])
        return Mail(
            digest,
            size,
            message_id=_first(ids(_one(fields, "message-id"))) or plain(_one(fields, "message-id")),
            sender=sender,
            sender_name=name,
            return_path=person(fields["return-path"][0])[0].strip("<>") if "return-path" in fields else None,
            to=addresses((*fields.get("to", ()), *fields.get("cc", ()))),
            subject=plain(_one(fields, "subject")),
            date=plain(_one(fields, "date")),
            in_reply_to=_first(ids(_one(fields, "in-reply-to"))),
            references=ids(_one(fields, "references")),
            headers=kept,
            pieces=tuple(parts.pieces) if parts else (),
            bounced=bounced,
            returned=returned,
            signed=tuple(_signers(fields.get("dkim-signature", ()))),
            troubles=troubles,
        )
    except Exception:
        return Mail(digest, size, troubles=("broken",))


def _fields(message: Message) -> dict[str, list[str]]:
    """The values of all fields by small name, in their order, as they came."""
    found: dict[str, list[str]] = {}
    for key, value in message.raw_items():
        found.setdefault(key.lower(), []).append(value)
    return found


def _signers(signatures: Sequence[str]) -> Iterator[str]:
    """The domains that signed (RFC 6376, tag ``d``); nobody checks here whether they did."""
    for signature in signatures[:MAX_SIGNATURES]:
        found = re.search(r"(?:^|;)\s*d\s*=\s*([\w.-]{1,253})\s*(?:;|\Z)", plain(signature))
        if found:
            yield found[1].lower()


def _one(fields: dict[str, list[str]], key: str) -> str:
    return fields[key][0] if key in fields else ""


def _first(found: Sequence[str]) -> str:
    return found[0] if found else ""


class _Parts:
    """Walks through the parts of a message and keeps what may hold orders, and what a delivery report says."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.bounced: list[Bounced] = []
        self.returned = ""
        self.troubles: list[str] = []
        self._left = MAX_PARTS
        self._room = MAX_TEXTS

    def trouble(self, code: str) -> None:
        if code not in self.troubles:
            self.troubles.append(code)

    def read(self, part: Message, depth: int = 0, report: bool = False, forwarded: bool = False) -> None:
        if depth > MAX_DEPTH:
            return self.trouble("too_deep")
        self._left -= 1
        if self._left < 0:
            return self.trouble("too_many_parts")
        kind = part.get_content_type()
        if report and (kind.startswith("message/rfc822") or kind == "text/rfc822-headers"):
            self.returned = self.returned or _returned_id(part)
        elif kind == "message/delivery-status":
            self.bounced += _statuses(part)
        elif part.is_multipart():
            inner: Any = part.get_payload()
            for one in inner:
                if self._left < 0:
                    return self.trouble("too_many_parts")
                self.read(one, depth + 1, report or kind == "multipart/report", forwarded or kind == "message/rfc822")
        elif piece := self._piece(part, kind, forwarded):
            self.pieces.append(piece)
        return None

    def _piece(self, part: Message, kind: str, forwarded: bool) -> Piece | None:
        if kind.startswith("multipart/"):  # its parts can't be told apart
            kind = "text/plain"
        name = _file_name(part)
        attached = bool(name) or part.get_content_disposition() == "attachment"
        what = _what(kind, name, attached)
        if what is None:
            return None
        data = part.get_payload(decode=True)
        if not isinstance(data, bytes):
            return None
        self._room -= len(data)
        if self._room < 0:
            self.trouble("too_long")
            return None
        declared = plain(_parameter(part, "charset"))
        text, charset = decoded(data, declared or (declared_in(data) if what == "html" else ""))
        if what == "attachment" and kind in _BINARY_TYPES and _is_binary(text):
            return None
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        if what == "html":
            text = text_of(text)
        elif kind == "text/plain" and _parameter(part, "format").lower() == "flowed":
            text = unflow(text, _parameter(part, "delsp").lower() == "yes")
        return Piece(what, text, name, charset, declared, forwarded)


def _what(kind: str, name: str, attached: bool) -> Literal["attachment", "text", "html"] | None:
    """As what a part is read; None: not at all."""
    ending = name.lower().rpartition(".")[2] if "." in name else ""
    if kind in _OTHER_TEXTS:
        return None
    if kind == "text/html":
        return None if attached and ending in ("htm", "html") else "html"
    if attached:
        fits = ending in _TEXT_FILES or (not ending and (kind in _BINARY_TYPES or kind.startswith("text/")))
        return "attachment" if fits else None
    if kind == "text/plain":
        return "text"
    return "attachment" if kind in _BINARY_TYPES or kind in ("text/yaml", "text/x-yaml") else None


def _is_binary(text: str) -> bool:
    """Whether it is no text after all: many characters that no text holds."""
    return sum(c < " " and c not in "\t\n\r\f" for c in text[:4000]) > len(text[:4000]) // 50


def _parameter(part: Message, name: str) -> str:
    """A parameter of the type, in whatever way it is written (RFC 2231 too)."""
    from email.utils import collapse_rfc2231_value

    try:
        value = None if _too_long(part, "content-type") else part.get_param(name)
        return collapse_rfc2231_value(value).strip() if isinstance(value, str | tuple) else ""
    except Exception:
        return ""


def _too_long(part: Message, field: str) -> bool:
    """Whether a field would take the standard library's parser of parameters too much time."""
    return len(str(part.get(field, ""))) > MAX_HEADER


def _file_name(part: Message) -> str:
    """The file name of an attachment in one line, without folders."""
    try:
        if _too_long(part, "content-disposition") or _too_long(part, "content-type"):
            return ""
        raw: Any = part.get_param("filename", None, "content-disposition") or part.get_param("name", None)
        if isinstance(raw, tuple):  # RFC 2231: charset, language, value
            data = str(raw[2]).encode("latin-1", "replace") if raw[2].isascii() is False else str(raw[2]).encode()
            name = decoded(data, raw[0] or "")[0]
        else:
            name = str(raw or "")
    except Exception:
        return ""
    return re.split(r"[/\\]", plain(name))[-1][-MAX_FILE_NAME:].strip()


# -- delivery reports


def _statuses(part: Message) -> Iterator[Bounced]:
    """What the machine-readable part of a delivery report says of each address (RFC 3464)."""
    inner: Any = part.get_payload()
    for group in inner[:MAX_BOUNCED] if isinstance(inner, list) else ():
        who = plain(group.get("final-recipient") or group.get("original-recipient") or "").rpartition(";")[2]
        if not who:
            continue
        status = _STATUS.search(plain(group.get("status", "")))
        action = plain(group.get("action", "")).lower()
        if action in ("failed", "delayed"):
            yield Bounced(who.strip(" <>").lower(), status[1] if status else "", action == "failed")


def _returned_id(part: Message) -> str:
    """The Message-ID of what came back, whole or only its header fields."""
    inner: Any = part.get_payload()
    if isinstance(inner, list):
        return _first(ids(inner[0].get("message-id", ""))) if inner else ""
    return _id_in(str(inner))


def _id_in(text: str) -> str:
    """The first Message-ID of a header that stands in a text."""
    found = re.search(r"(?im)^message-id:\s*(<[^<>\s]{1,500}>)", text[:20_000])
    return found[1] if found else ""


def _told_in_words(failed: str, pieces: Sequence[Piece]) -> tuple[Bounced, ...]:
    """What a mail server says that writes no report for machines: the addresses that its own text names first."""
    text = next((piece.text for piece in pieces), "")[:4000]
    who = addresses([failed]) or tuple(dict.fromkeys(a.lower() for a in _TOLD.findall(text.partition("\n---")[0])))
    status = _STATUS.search(text)
    late = re.search(r"(?i)\b(?:delayed|not yet|задерж|ещё не|warning)", text[:1500]) is not None
    own = [address for address in who if address.partition("@")[0] not in _SERVERS]
    return tuple(Bounced(address, status[1] if status else "", not late) for address in own[: 1 if not failed else 9])
