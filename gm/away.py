"""When a player is away: two days, both of them included, as ``campaign.yaml`` keeps them."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

_BETWEEN = re.compile(r"\s*(?:\bto\b|\buntil\b|\bдо\b|\bпо\b|\.\.+|[-–—](?=\s)|–|—)\s*", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Absence(NamedTuple):
    """The first and the last day on which nobody waits for a seat."""

    first: date
    last: date

    def __str__(self) -> str:
        return f"{self.first.isoformat()} to {self.last.isoformat()}"

    def holds(self, day: date) -> bool:
        """Whether the player is away on that day."""
        return self.first <= day <= self.last


def day_of(text: str) -> date | None:
    """The day written as ``2026-12-01``; None when there is no such day."""
    try:
        return date.fromisoformat(text.strip()) if _DAY.fullmatch(text.strip()) else None
    except ValueError:
        return None


def absence_of(text: str) -> Absence | None:
    """What ``2026-12-01 to 2026-12-14`` says; None when it says nothing of the kind."""
    first, *more = map(day_of, _BETWEEN.split(text.strip()))
    if first is None or len(more) != 1 or more[0] is None or more[0] < first:
        return None
    return Absence(first, more[0])
