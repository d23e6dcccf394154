"""What is done for a seat that had to send orders and did not: the campaign's settings, the seat's own, its absence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from gm.campaign import Campaign
    from gm.config import Config, Missing

AWAY, UNCOUNTED = "absent", "uncounted"
"""Stand in the record behind what was done: the player had said that he would be away; he sent files of which none
counts."""


class Instead(NamedTuple):
    """What is done (wait, hold, bot, standing), whether the player is away, whether he sent a file that counts not."""

    what: str
    away: bool = False
    uncounted: bool = False

    def __str__(self) -> str:
        said = {AWAY: self.away, UNCOUNTED: self.uncounted}
        return " ".join((self.what, *(word for word, true in said.items() if true)))

    @classmethod
    def read(cls, text: str) -> Instead:
        """What ``str`` wrote; of an empty text nothing."""
        what, *words = text.split() or [""]
        return cls(what, AWAY in words, UNCOUNTED in words)


def policy(config: Config, seat: str, when: datetime | None, asked: Missing | None = None) -> Instead:
    """What is to be done for a silent seat. ``asked`` is what the game master says for all of them; it wins.

    Else the seat's own setting goes before the campaign's, and nobody waits for who is away.
    """
    away = when is not None and config.is_away(seat, when)
    what: str = asked or config.seats[seat].missing or config.missing
    return Instead("standing" if away and what == "wait" and asked is None else what, away)


def standing_files(campaign: Campaign, phase: str, seats: Iterable[str]) -> dict[str, bytes]:
    """Seat -> its standing orders for the open phase, byte for byte; those that have none are left out."""
    from gm import disk, inbox

    found = {seat: inbox.standing_orders(campaign, seat, phase) for seat in seats}
    return {seat: disk.read(filed.path) for seat, filed in found.items() if filed}
