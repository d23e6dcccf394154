"""A message for the game master's eyes: what became of it, in words; whose it claims to be; what it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm.i18n import text as _
from gm.mail.answers import seats_of
from gm.yamlfile import tidy

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.mail.model import Ending, Fate, Mail

MAX_LINES = 400
"""So many lines of a text are shown; the file has all."""


def fate(what: Fate) -> str:
    """What a message ended as."""
    return {
        "accepted": _("accepted"),
        "partial": _("accepted in part"),
        "refused": _("refused"),
        "quarantined": _("for you to look at"),
        "ignored": _("ignored"),
    }[what]


def why(ending: Ending) -> str:
    """Why it ended so; an error that the whole program knows is told by its code."""
    reasons = {
        "no_orders": _("no orders in it"),
        "blank": _("a form that nobody filled in"),
        "two_blocks": _("two different sets of orders"),
        "no_code": _("orders without a first line"),
        "wrong_code": _("a wrong code"),
        "wrong_codes": _("too many wrong codes from this sender today"),
        "unknown_sender": _("an address of no seat"),
        "too_many": _("too many messages from this sender today"),
        "too_long": _("too long"),
        "too_deep": _("too many parts inside one another"),
        "too_many_parts": _("too many parts"),
        "broken": _("not to be read"),
        "fault": _("a fault of this program; please report it"),
        "duplicate": _("it had come before"),
        "overtaken": _("newer orders had come"),
        "auto_reply": _("an automatic answer"),
        "bounce": _("a mail server could not deliver"),
        "own": _("our own"),
        "list": _("from a mailing list"),
        "kept": _("kept for a later phase"),
        "past_phase": _("for a phase that is over"),
        "not_for_us": _("for another campaign"),
        "errors": _("no order in it can be understood"),
        "command": _("a request"),
        "game_over": _("the game is over"),
    }
    return reasons.get(ending.why, ending.why)


def page(campaign: Campaign, ending: Ending, mail: Mail) -> Iterator[str]:
    """All about one message, line by line, without anything that a terminal would obey."""
    said = ": ".join(filter(None, (fate(ending.fate), why(ending))))
    yield _("Message {number}, {when}: {fate}").format(
        number=ending.number, when=campaign.config.local(ending.when), fate=said
    )
    yield ""
    rows = [(name, value) for name, value in _facts(campaign, ending, mail) if value]
    width = max(len(name) for name, _value in rows) + 2
    for name, value in rows:
        yield f"{name + ':':{width}}{value}"
    for piece in mail.pieces:
        yield ""
        yield f"--- {tidy(piece.name) or _KINDS[piece.kind]()} ---"
        lines = tidy(piece.text).strip("\n").split("\n")
        yield from lines[:MAX_LINES]
        if len(lines) > MAX_LINES:
            yield "…"


def _facts(campaign: Campaign, ending: Ending, mail: Mail) -> Iterator[tuple[str, str]]:
    name = f"{mail.sender_name} <{mail.sender}>" if mail.sender_name else mail.sender
    yield _("From"), name
    yield _("Seats with this address"), ", ".join(seats_of(campaign, mail.sender)) or _("none")
    yield _("To"), ", ".join(mail.to)
    yield _("Subject"), mail.subject
    yield _("Dated"), mail.date
    yield _("Came by"), ending.channel
    yield _("Done"), ending.did
    yield _("Answered by"), f"{ending.answered}.eml" if ending.answered else ""
    yield (
        _("The receiving server says"),
        mail.headers.get("authentication-results", "") or _("nothing about the sender"),
    )
    yield _("Signed (DKIM) for"), ", ".join(mail.signed) or _("nobody")


_KINDS = {"text": lambda: _("text"), "html": lambda: _("text from HTML"), "attachment": lambda: _("attachment")}
