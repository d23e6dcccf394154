"""Addresses: as a mail server takes them, and the address of its own to which a seat answers.

``zima+red-x7qp2m@example.org``: behind the + stand the seat and a token that only this person was told. It is no proof
of who writes, for addresses get forwarded, but it says more than the sender's name does.
"""

from __future__ import annotations

import hmac
import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm.campaign import Campaign

TOKEN = 6
_LETTERS = "abcdefghjkmnpqrstvwxyz23456789"
_LOCAL = re.compile(r"[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_DOMAIN = re.compile(r"[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*")


def usable(text: str) -> str:
    """The bare address in a text such as ``Маша <masha@почта.рф>``, its domain in ASCII; empty if it is none."""
    from email.utils import parseaddr

    _name, found = parseaddr(text.strip()) if text.strip().isprintable() else ("", "")
    local, at, domain = found.rpartition("@")
    try:
        domain = domain.encode("idna").decode("ascii") if not domain.isascii() else domain
    except UnicodeError:
        return ""
    right = at and len(local) <= 64 and len(domain) <= 253 and _LOCAL.fullmatch(local) and _DOMAIN.fullmatch(domain)
    return f"{local}@{domain.lower()}" if right else ""


def same(one: str, other: str) -> bool:
    """Whether two texts mean one address; capitals do not tell people apart."""
    left, right = usable(one), usable(other)
    return bool(left) and left.casefold() == right.casefold()


def token(campaign: Campaign, seat: str) -> str:
    """What stands in the address of a seat; another person in the seat gets another one. Empty without the key."""
    from gm.trouble import CampaignError

    try:
        secret = campaign.secret
    except CampaignError:
        return ""
    if not secret.code:
        return ""
    words = ["reply", campaign.config.id, seat, secret.generation(seat)]
    number = int.from_bytes(hmac.new(secret.code, json.dumps(words).encode(), sha256).digest(), "big")
    signs = []
    for _ in range(TOKEN):
        number, sign = divmod(number, len(_LETTERS))
        signs.append(_LETTERS[sign])
    return "".join(signs)


def reply_address(campaign: Campaign, seat: str = "") -> str:
    """Where a seat answers to: the campaign's address, with the seat's token if ``mail: plus`` says so."""
    own = usable(campaign.config.mail.from_)
    mark = token(campaign, seat) if campaign.config.mail.plus and seat in campaign.config.seats else ""
    local, _at, domain = own.rpartition("@")
    return f"{local}+{seat}-{mark}@{domain}" if mark else own


def seat_addressed(campaign: Campaign, address: str) -> str:
    """The seat whose own address that is; empty: no seat's, or its token is wrong."""
    found = usable(address).casefold().partition("@")[0].rpartition("+")[2]
    seat, _dash, typed = found.rpartition("-")
    right = token(campaign, seat) if seat in campaign.config.seats else ""
    return seat if right and hmac.compare_digest(right, typed) else ""
