"""The words of mail: a message taken apart, the blocks of orders in it, what became of it, letters that go out.

Nothing here reads a file or a network. ``gm.mail.parse`` makes a ``Mail`` of raw bytes, ``gm.mail.find`` finds blocks
in it, ``gm.mail.intake`` decides its ``Ending``, ``gm.mail.outbox`` keeps letters until they are sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from gm.model import Lang

MAX_MAIL = 8 * 1024 * 1024
"""A longer message is quarantined unread. Who answers a report sends its map back, with some mailers more than once."""
MAX_LINES, MAX_BORDERS = 200_000, 2_000
"""So is one with more lines, or more lines that begin with ``--``: each may cost the parser an object."""
MAX_TEXTS = 256 * 1024
"""The texts of a message are at most so long together, in bytes."""
MAX_PARTS, MAX_DEPTH = 60, 12
"""More parts, or parts deeper inside one another, are not looked at."""


class Piece(Struct, frozen=True):
    """A text in a message: an attachment (with its file name), a plain text (un-flowed), or HTML made into text.

    ``charset`` is the one by which it was decoded, ``declared`` what the message said. Line ends are ``\\n``.
    ``forwarded``: it stood in another message that was attached to this one.
    """

    kind: Literal["attachment", "text", "html"]
    text: str
    name: str = ""
    charset: str = ""
    declared: str = ""
    forwarded: bool = False


class Bounced(Struct, frozen=True):
    """What a delivery report says of one address: the status (5.1.1) and whether it failed for good."""

    address: str
    status: str
    final: bool


class Mail(Struct, frozen=True):
    """One message as it came. Addresses are in small letters; what the message does not say is empty.

    ``return_path`` None: there is no such header; empty: ``<>``. ``headers`` are those that the classifier and the GM
    look at, by small name: auto-submitted, precedence, list-id, authentication-results, x-autoreply … ``troubles`` are
    codes of what was odd: too_long, too_deep, too_many_parts, no_text, undecodable, broken. ``returned`` is the
    Message-ID of the message that a delivery report gives back. ``signed``: the domains of its DKIM
    signatures, unchecked.
    """

    sha256: str
    size: int
    message_id: str = ""
    sender: str = ""
    sender_name: str = ""
    return_path: str | None = None
    to: tuple[str, ...] = ()
    subject: str = ""
    date: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    headers: Mapping[str, str] = {}
    pieces: tuple[Piece, ...] = ()
    bounced: tuple[Bounced, ...] = ()
    returned: str = ""
    signed: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()


Nature = Literal["human", "auto_reply", "bounce", "own", "list"]
"""Who wrote a message: a person, a vacation program, a mail server, we ourselves, a mailing list."""


class Block(Struct, frozen=True):
    """Something in a message that looks like an order file, ready to be read: tidy, without quote marks.

    ``marked``: it has the first line ``#gm …``; ``quoted``: it stood in a quote; ``repaired``: indents that a mailer
    had lost were put back, so the player must be shown what was understood; ``source`` and ``name``: where it stood.
    """

    text: str
    source: Literal["attachment", "text", "html"]
    name: str = ""
    marked: bool = False
    quoted: bool = False
    repaired: bool = False


class Found(Struct, frozen=True):
    """What a message holds for us: one block, or why none was taken.

    ``why``: empty (``block`` is there), none (no orders in it), blank (only our own blank form), two (different blocks,
    which are a question to the player and never a guess; ``blocks`` are they).
    """

    block: Block | None = None
    why: Literal["", "none", "blank", "two"] = ""
    blocks: tuple[Block, ...] = ()


Fate = Literal["accepted", "partial", "refused", "quarantined", "ignored"]
"""Every message ends as exactly one of these."""


class Ending(Struct, frozen=True, kw_only=True):
    """What became of a message: kept beside its bytes in ``mailbox/``.

    ``why`` is a code: of a refusal (no_orders, two_blocks, wrong_code, unknown_seat, past_phase, errors …), of a
    quarantine (wrong_code, unknown_sender, too_many, too_long, broken …), of what was ignored (auto_reply, bounce, own,
    duplicate, list). ``seat`` is whose orders it held or who asked; ``did`` what was done for it (filed red-002,
    command form …). ``answered``: the key of the letter that answers it, empty if nobody is answered. ``proven``: it
    held the right code of a seat with the address that it came from.
    """

    number: int
    fate: Fate
    why: str = ""
    seat: str = ""
    did: str = ""
    answered: str = ""
    proven: bool = False
    when: str = ""
    channel: str = ""
    sender: str = ""
    subject: str = ""
    message_id: str = ""
    sha256: str = ""


Purpose = Literal["receipt", "report", "reminder", "news", "answer", "notice", "message"]
"""Why a letter goes out: receipt for orders, report on a phase, reminder, a phase that is open, answer to a command, a
notice to the GM, a message from one player to another."""


class Attachment(Struct, frozen=True):
    """A file of a letter: its name, its type (text/yaml), its bytes; ``cid``: a picture inside the HTML."""

    name: str
    type: str
    data: bytes
    cid: str = ""


class Letter(Struct, frozen=True, kw_only=True):
    """One letter to one address. ``key`` is fixed by what it is about (``report-0007-t02-movement-red``): put twice, it
    goes out once, and its Message-ID is made of it. ``thread`` keeps letters together (a phase of a seat).

    ``about``: what must still be so when it goes out, else it stays: ``phase 0007-t02-movement 3fa9…`` (a phase with
    the hash of its manifest), ``open 0008-t03-agenda`` (the window that is open); empty: nothing.
    """

    key: str
    purpose: Purpose
    to: str
    lang: Lang
    subject: str
    text: str
    html: str = ""
    attachments: tuple[Attachment, ...] = ()
    thread: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    seat: str = ""
    about: str = ""
