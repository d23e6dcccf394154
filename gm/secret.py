"""``secret.yaml``: what must never leave the GM's computer: dice secret, players' phrases, key of the codes."""

from __future__ import annotations

import hmac
import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from gm import disk
from gm.dice import SeededDice, mixed_secret
from gm.model import Lang, Text
from gm.trouble import DAMAGED, CampaignError
from gm.yamlfile import Node, Refused, decode, parse, tidy

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits of codes, without look-alikes (0 O, 1 I L, U)."""
CODE_LENGTH = 8
REVEALED = "revealed.yaml"
"""The file in which the dice secret and the phrases are published."""

_WARNING = Text(
    "Never send this file to anybody: with it, dice can be foretold and orders be forged.",
    "Никому не отправляйте этот файл: по нему можно предсказать кубики и подделать заявки.",
)


@dataclass(frozen=True, slots=True)
class Secret:
    """The dice secret and the key of the codes (32 bytes each), and the players' phrases by seat.

    ``generations``: seat -> how many people sat there before; with each of them its codes change.
    The key of the codes is empty where only the published record of a campaign is at hand.
    """

    dice: bytes
    code: bytes
    phrases: Mapping[str, str] = field(default_factory=dict)
    generations: Mapping[str, int] = field(default_factory=dict)

    def generation(self, seat: str) -> int:
        """How many people sat in a seat before the present one."""
        return self.generations.get(seat, 0)

    @property
    def hash(self) -> str:
        """SHA-256 of the dice secret in hex, published when the campaign begins."""
        return sha256(self.dice).hexdigest()

    def dice_of_campaign(self) -> SeededDice:
        """The dice of the whole campaign."""
        return dice(self.dice, self.phrases)


def dice(secret: bytes, phrases: Mapping[str, str]) -> SeededDice:
    """Dice from the secret with the phrases stirred in."""
    return SeededDice(mixed_secret(secret, sorted(phrases.items())))


def draw() -> Secret:
    """A new secret; only ``gm new`` asks for one."""
    import secrets

    return Secret(secrets.token_bytes(32), secrets.token_bytes(32))


def code(key: bytes, campaign: str, seat: str, turn: int, generation: int = 0) -> str:
    """The code of a seat for one turn, 8 characters; it says that an order file is the seat's own.

    ``generation``: how many people sat there before, so that the codes of each are worthless for the next.
    """
    words = [campaign, seat, turn, *([generation] if generation else [])]
    digest = hmac.new(key, json.dumps(words).encode(), sha256).digest()
    number, letters = int.from_bytes(digest, "big"), []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def code_ok(key: bytes, campaign: str, seat: str, turn: int, typed: str, generation: int = 0) -> bool:
    """Whether ``typed`` is the seat's code. Takes the same time for every wrong one."""
    return hmac.compare_digest(code(key, campaign, seat, turn, generation).encode(), typed.strip().upper().encode())


def write_secret(path: Path, secret: Secret, lang: Lang) -> None:
    """Write the file, readable by its owner only."""
    lines = [f"# {_WARNING.of(lang)}", f"dice: {secret.dice.hex()}", f"code: {secret.code.hex()}"]
    lines.append("phrases:" if secret.phrases else "phrases: {}")
    lines += [f"  {seat}: {json.dumps(text, ensure_ascii=False)}" for seat, text in secret.phrases.items()]
    if secret.generations:
        lines += ["generations:", *(f"  {seat}: {number}" for seat, number in secret.generations.items())]
    disk.write_durably(path, ("\n".join(lines) + "\n").encode(), 0o600)


def read_secret(path: Path) -> Secret:
    """The secrets of a campaign. Refused when everybody on this computer may read the file."""
    with disk.reading(path):
        if not path.exists():
            raise CampaignError("no_secret", DAMAGED, path=str(path))
        if os.name == "posix" and path.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
            raise CampaignError("secret_open_to_others", DAMAGED, path=str(path))
    try:
        node = parse(tidy(decode(disk.read(path))))
        if node is None:
            raise ValueError
        phrases, generations = _texts(node.get("phrases")), _texts(node.get("generations"))
        numbers = {seat: int(number) for seat, number in generations.items()}
        return Secret(_key(node, "dice"), _key(node, "code"), phrases, numbers)
    except (Refused, ValueError):
        raise CampaignError("bad_secret", DAMAGED, path=str(path)) from None


def read_revealed(path: Path) -> Secret:
    """What was published of the secrets of a campaign; the key of the codes is not."""
    try:
        node = parse(tidy(decode(disk.read(path))))
        if node is None:
            raise ValueError
        return Secret(_key(node, "dice"), b"", _texts(node.get("phrases")))
    except (Refused, ValueError):
        raise CampaignError("bad_secret", DAMAGED, path=str(path)) from None


def _key(node: Node, name: str) -> bytes:
    found = node.get(name)
    key = bytes.fromhex(found.text) if found else b""
    if len(key) != 32:
        raise ValueError(name)
    return key


def _texts(node: Node | None) -> dict[str, str]:
    """Seat -> what is kept for it."""
    return {seat.text: kept.text for seat, kept in node.entries} if node else {}
