"""Which of a seat's files counts, and why: the campaign's policies and the game master's decisions. Pure: no file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from gm.inbox import Filed

Accept = Literal["orders", "file"]
"""What counts of a file with mistakes: its good orders, or nothing."""
Late = Literal["refuse", "count"]
"""Whether a file counts that came after the deadline."""


_GM = ("bot", "correction")
"""Channels of the game master's own files: orders of the bot, corrections of a phase that was played."""


class Decision(Struct, frozen=True):
    """The game master's word that file ``number`` counts (0: he takes his word back).

    ``newest`` is the newest file that was there when he gave it: what came later can take its place.
    """

    number: int
    newest: int
    who: str
    when: str
    why: str = ""


class Policies(NamedTuple):
    """By what it is settled which files count: the campaign's settings, and the deadline where it is a moment."""

    accept: Accept = "orders"
    late: Late = "count"
    until: datetime | None = None
    grace: int = 0
    """Minutes after the deadline in which a file is not late yet."""

    def kept(self) -> dict[str, str]:
        """As a manifest keeps them, so that the files of a phase count later as they did."""
        kept = {"accept": self.accept, "late": self.late, "until": self.until.isoformat() if self.until else ""}
        return {**kept, "grace": str(self.grace)} if self.grace else kept

    @classmethod
    def of(cls, kept: Mapping[str, str]) -> Policies:
        """What ``kept`` wrote; of an older record, in which every file counted, nothing is known."""
        accept: Accept = "file" if kept.get("accept") == "file" else "orders"
        late: Late = "refuse" if kept.get("late") == "refuse" else "count"
        try:
            return cls(accept, late, datetime.fromisoformat(kept.get("until", "")), int(kept.get("grace", "0")))
        except ValueError:
            return cls(accept, late)

    def is_late(self, filed: Filed) -> bool:
        """Whether a file came after the deadline and its time of grace."""
        after = self._after(filed)
        return after is not None and after > timedelta(minutes=self.grace)

    def in_grace(self, filed: Filed) -> bool:
        """Whether a file came after the deadline and is not late."""
        after = self._after(filed)
        return after is not None and timedelta() < after <= timedelta(minutes=self.grace)

    def _after(self, filed: Filed) -> timedelta | None:
        """How long after the deadline a file came; what the game master files himself comes when he likes."""
        if self.until is None or filed.channel in _GM:
            return None
        try:
            return datetime.fromisoformat(filed.when) - self.until
        except (ValueError, TypeError):  # no time is known, or one without a zone
            return None


EVERY_FILE = Policies()


@dataclass(frozen=True, slots=True)
class Stand:
    """All files of a seat, oldest first, and the one of them that counts (None: none does).

    ``against``: number -> why a file does not count by itself: late, mistakes, not_understood, blank; those that may
    count are left out. ``late`` are the numbers of all that came after the deadline, whether it matters or not;
    ``grace`` of those that came after it and are not late. ``decision`` is the game master's, if it is by it that the
    file counts.
    """

    files: tuple[Filed, ...] = ()
    file: Filed | None = None
    against: Mapping[int, str] = field(default_factory=dict)
    late: tuple[int, ...] = ()
    decision: Decision | None = None
    grace: tuple[int, ...] = ()

    @property
    def uncounted(self) -> bool:
        """Whether orders came that the campaign's policies keep from counting."""
        return self.file is None and not {"late", "mistakes"}.isdisjoint(self.against.values())

    @property
    def newest(self) -> Filed | None:
        """The file that came last, whether it counts or not."""
        return self.files[-1] if self.files else None

    def numbered(self, number: int) -> Filed | None:
        """The file of that number."""
        return next((filed for filed in self.files if filed.number == number), None)


def stand(files: Sequence[Filed], decisions: Sequence[Decision] = (), by: Policies = EVERY_FILE) -> Stand:
    """Which file counts: the newest in time that holds orders or takes them back, else the newest blank one.

    The last decision goes before what was there when it was taken.
    """
    after = tuple(filed.number for filed in files if by.is_late(filed))
    grace = tuple(filed.number for filed in files if by.in_grace(filed))
    reasons = {
        filed.number: _against(filed, by.accept, by.late == "refuse" and filed.number in after) for filed in files
    }
    against = {number: reason for number, reason in reasons.items() if reason}
    last = decisions[-1] if decisions else None
    decided = next((filed for filed in files if last and filed.number == last.number), None)
    good = [filed for filed in files if filed.number not in against]
    if last and decided:
        newer = [filed for filed in good if filed.number > last.newest]
        return Stand(tuple(files), newer[-1] if newer else decided, against, after, None if newer else last, grace)
    good = good or [filed for filed in files if against.get(filed.number) == "blank"]
    return Stand(tuple(files), good[-1] if good else None, against, after, grace=grace)


def _against(filed: Filed, accept: Accept, too_late: bool) -> str:
    """Why a file does not count by itself; empty: nothing speaks against it."""
    if too_late:
        return "late"
    if filed.blank:
        return "blank"
    if not filed.counts:
        return "not_understood"
    return "mistakes" if accept == "file" and filed.refused else ""
