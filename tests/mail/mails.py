"""The corpus: raw mails as such mailers write them, and what is expected of each (``corpus.yaml``)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml
from msgspec import Struct, convert

from gm.model import Order
from gm.names import Names
from gm.rulesets import load

HERE = Path(__file__).parent
FOLDER = HERE / "corpus"
OWN = ("gm@players.test",)
KINDS: tuple[type[Order], ...] = next(p.orders for p in load("galactic_council").phases if p.id == "movement")
_VERBS = Names(kind.verb for kind in KINDS)


class Expected(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table; the comment at its top says what the fields are."""

    nature: str
    fate: str
    found: str = ""
    why: str = ""
    charset: str = ""
    marked: bool = False
    quoted: bool = False
    repaired: bool = False
    fate_why: str = ""
    note: str = ""


@cache
def expected() -> dict[str, Expected]:
    """File name -> what is expected of it."""
    return convert(yaml.safe_load((HERE / "corpus.yaml").read_text("utf-8")), dict[str, Expected])


def raw(name: str) -> bytes:
    """The bytes of a mail of the corpus; the beginning of its name is enough."""
    (path,) = FOLDER.glob(f"{name.removesuffix('.eml')}*.eml")
    return path.read_bytes()


@cache
def blanks() -> tuple[str, ...]:
    """The forms that were sent to red, in both languages."""
    return tuple((HERE / f"blank.{lang}.yaml").read_text("utf-8") for lang in ("en", "ru"))


def known(word: str) -> bool:
    """Whether a word is the verb of an order of the movement phase."""
    return _VERBS.find(word) is not None


def sent(message_id: str) -> bool:
    """Whether a Message-ID is one of our letters'."""
    return message_id.endswith(".winter@players.test>")
