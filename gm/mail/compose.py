"""A letter as the bytes of a message. The same letter at the same time gives the same bytes, and needs no network."""

from __future__ import annotations

import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from gm.mail.address import reply_address, usable

if TYPE_CHECKING:
    from datetime import datetime

    from gm.campaign import Campaign
    from gm.mail.model import Attachment, Letter

_IDS = frozenset({"message-id", "in-reply-to", "references"})


class _Policy(EmailPolicy):
    """Python would cut a long Message-ID in two and wrap the halves as words of another alphabet."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name.lower() in _IDS:
            return f"{name}: {self.linesep.join([*_spaced(str(value))])}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


def _spaced(ids: str) -> list[str]:
    first, *others = ids.split() or [""]
    return [first, *(f" {one}" for one in others)]


POLICY = _Policy(linesep="\r\n", cte_type="7bit")
"""Seven bits pass through every server; lines end as SMTP wants them."""
ANSWERS = frozenset({"receipt", "answer"})
"""Letters that a program wrote because another letter came: RFC 3834 has rules for them."""

_KEY = re.compile(r"(?!.*\.\.)[a-z0-9][a-z0-9._-]*(?<!\.)\Z", re.ASCII)
_LONGEST_KEY = 140
_ID = re.compile(r"<[!-;=?-~]{1,250}>\Z", re.ASCII)
_MOST_REFERENCES = 20


def check_key(key: str) -> str:
    """The key; ValueError when it could be no file name and no part of a Message-ID."""
    if not _KEY.match(key) or len(key) > _LONGEST_KEY:
        raise ValueError(f"not a key of a letter: {key!r}")
    return key


def domain(campaign: Campaign) -> str:
    """The domain of the campaign's address; ``gm.invalid`` as long as it has none."""
    return usable(campaign.config.mail.from_).rpartition("@")[2] or "gm.invalid"


def message_id(campaign: Campaign, key: str) -> str:
    """``<zima.report-0007-t02-movement-red@example.org>``: made of what the letter is about, of no secret, no clock."""
    return f"<{campaign.config.id}.{check_key(key)}@{domain(campaign)}>"


def is_own_id(campaign: Campaign, text: str) -> bool:
    """Whether a Message-ID is of a letter of this campaign (or of a thread of such letters)."""
    return text.startswith(f"<{campaign.config.id}.") and text.endswith(f"@{domain(campaign)}>")


def envelope_sender(campaign: Campaign, letter: Letter) -> str:
    """Where delivery reports go: nowhere for automatic answers, else they could make each other for ever."""
    return "" if letter.purpose in ANSWERS else usable(campaign.config.mail.from_)


def message(campaign: Campaign, letter: Letter, when: datetime) -> bytes:
    """The message, to be sent as it is: text, HTML with its pictures, attachments, for one recipient.

    ``letter.to`` must be usable. ValueError: the key is none.
    """
    made = EmailMessage(policy=POLICY)
    _head(made, campaign, letter, when)
    made.set_content(letter.text)
    pictures = [one for one in letter.attachments if one.cid and letter.html]
    if letter.html:
        made.add_alternative(letter.html, subtype="html")
        for picture in pictures:
            _put(made.get_payload(1), picture, related=True)  # type: ignore[arg-type]  # a part is a message
    for file in letter.attachments:
        if file not in pictures:
            _put(made, file, related=False)
    _fix_boundaries(made, letter.key)
    return made.as_bytes()


def _head(made: EmailMessage, campaign: Campaign, letter: Letter, when: datetime) -> None:
    from email.utils import format_datetime

    mail = campaign.config.mail
    own, reply = usable(mail.from_), reply_address(campaign, letter.seat)
    name = " ".join((mail.name or campaign.config.title).split())
    made["From"] = Address(name, addr_spec=own or "gm@gm.invalid")
    made["To"] = Address(addr_spec=usable(letter.to))
    if reply and reply != own:
        made["Reply-To"] = Address(name, addr_spec=reply)
    made["Subject"] = " ".join(letter.subject.split())
    made["Date"] = format_datetime(when)
    made["Message-ID"] = message_id(campaign, letter.key)
    thread = message_id(campaign, f"thread-{letter.thread}") if letter.thread else ""
    parent = letter.in_reply_to if _ID.match(letter.in_reply_to) else thread  # what others call themselves is checked
    if parent:
        made["In-Reply-To"] = parent
    known = [one for one in letter.references if _ID.match(one)][-_MOST_REFERENCES:]
    if before := dict.fromkeys(filter(None, (thread, *known, parent))):
        made["References"] = " ".join(before)
    made["Auto-Submitted"] = "auto-replied" if letter.purpose in ANSWERS else "auto-generated"
    made["List-Id"] = f"<{campaign.config.id}.{domain(campaign)}>"
    made["X-Auto-Response-Suppress"] = "OOF, AutoReply"  # what Exchange heeds in place of the line before


def _put(part: EmailMessage, file: Attachment, *, related: bool) -> None:
    """Add a file: as a picture of an HTML part, or for the reader to save. Its bytes stay as they are."""
    main, _slash, sub = file.type.partition("/")
    if related:
        part.add_related(file.data, main, sub, cid=f"<{file.cid}>", filename=file.name, disposition="inline")
        return
    charset = {"charset": "utf-8"} if main == "text" else {}
    part.add_attachment(file.data, main, sub, filename=file.name, params=charset)


def _fix_boundaries(made: EmailMessage, key: str) -> None:
    """What divides the parts is made of the key; by itself it would be drawn by lot."""
    parts = [part for part in made.walk() if part.is_multipart()]
    for number, part in enumerate(parts):
        part.set_boundary(f"=_{sha256(f'{key} {number}'.encode()).hexdigest()[:32]}")
