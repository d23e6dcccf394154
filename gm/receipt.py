"""The receipt of an order file: what came, how it was understood, which file counts now and why.

Made from what the file's own seat may know, in its player's language. Nothing here writes to the disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from gm import disk, inbox
from gm.address import Window, address_problems, open_window, standing_window, window_meant
from gm.check import Checked, check_for
from gm.inbox import REFUSED_FILES, Filed
from gm.model import Lang
from gm.orders import Reading, header_of
from gm.trouble import DAMAGED, REFUSED, CampaignError
from gm.yamlfile import decode, tidy

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.counting import Stand


@dataclass(frozen=True)
class Receipt:
    """One file of a seat (``refused``: one that was refused as a whole), with all that its sender should be told."""

    campaign: Campaign
    seat: str
    window: Window
    stand: Stand
    filed: Filed
    data: bytes
    lang: Lang

    @property
    def refused(self) -> bool:
        """Whether the file was refused as a whole, so that it is nobody's."""
        return self.seat == REFUSED_FILES

    @cached_property
    def checked(self) -> Checked:
        """How the file reads now, with notes on what its orders would come to; of a refused one only why."""
        if self.refused:
            text = tidy(decode(self.data))
            window = window_meant(self.campaign, header_of(text))
            wrong = address_problems(self.campaign, window, self.filed.meant or None, text)
            return Checked(Reading(problems=wrong), (), self.lang)
        return check_for(self.campaign, self.window, self.seat, self.data, self.lang)

    @cached_property
    def orders(self) -> list[tuple[int, str]]:
        """Each order as a file would say it, with the line on which it stands."""
        from gm.orderfile import orders_written

        orders = self.checked.reading.orders
        written = orders_written(orders, self.campaign.view(self.seat), self.lang) if orders else []
        return [(order.line, text) for order, text in zip(orders, written, strict=True)]

    @property
    def hash(self) -> str:
        """SHA-256 of the file in hex."""
        return sha256(self.data).hexdigest()

    @property
    def counts(self) -> bool:
        """Whether this file counts."""
        return self.stand.file == self.filed

    @cached_property
    def replaced(self) -> Filed | None:
        """The file that counted before this one came, if this one counts."""
        if not self.counts:
            return None
        return inbox.stand_in(self.campaign, self.window, self.seat, before=self.filed.number).file

    def text(self) -> str:
        """The receipt as a page of plain text."""
        from gm.receiptpage import Page

        return "\n".join(Page(self).lines()) + "\n"

    def facts(self) -> dict[str, Any]:
        """The same for scripts."""
        from gm.problems import as_json
        from gm.receiptpage import Page

        reading = self.checked.reading
        return {
            "campaign": self.campaign.config.id,
            "turn": self.window.opened.turn,
            "phase": self.window.opened.phase,
            "standing": self.window.standing,
            "seat": None if self.refused else self.seat,
            "file": self.filed.path.name,
            "number": self.filed.number,
            "sha256": self.hash,
            "when": self.filed.when,
            "channel": self.filed.channel,
            "sender": self.filed.sender,
            "late": self.filed.number in self.stand.late,
            "grace": self.filed.number in self.stand.grace,
            "deadline": "" if self.window.standing else Page(self).deadline(),
            "replaced": self.replaced.number if self.replaced else None,
            "orders": [{"line": line, "yaml": yaml} for line, yaml in self.orders],
            "refused": reading.refused,
            "problems": [as_json(problem, self.lang) for problem in reading.problems],
            "notes": [{"code": n.code, "line": n.line, "warning": n.warning, "text": s} for n, s in self.checked.notes],
            "counts": self.counts,
            "counting": self.stand.file.number if self.stand.file else None,
            "why": [*Page(self).standing()],
        }


def receipt(
    campaign: Campaign, seat: str, number: int | None = None, lang: Lang | None = None, standing: str | None = None
) -> Receipt:
    """The receipt of a file of the open phase (None: the newest), or of standing orders for the phase ``standing``.

    ``seat`` may be ``refused``: a file that was refused as a whole. CampaignError: there is no such file (exit code 1),
    or it was changed after it came (4).
    """
    window = open_window(campaign) if standing is None else standing_window(campaign, standing)
    if seat != REFUSED_FILES and seat not in campaign.config.seats:
        raise CampaignError("no_seat", REFUSED, typed=seat)
    stand = inbox.stand_in(campaign, window, seat)
    filed = stand.newest if number is None else stand.numbered(number)
    if filed is None:
        raise _nothing(seat, number, stand, standing)
    data = disk.read(filed.path)
    if filed.sha256 and sha256(data).hexdigest() != filed.sha256:
        raise CampaignError("file_edited", DAMAGED, path=str(filed.path))
    own = campaign.config.language if seat == REFUSED_FILES else campaign.config.lang(seat)
    return Receipt(campaign, seat, window, stand, filed, data, lang or own)


def _nothing(seat: str, number: int | None, stand: Stand, standing: str | None) -> CampaignError:
    if stand.files:
        numbers = ", ".join(str(filed.number) for filed in stand.files)
        return CampaignError("no_such_file", REFUSED, typed=str(number), right=numbers)
    if seat == REFUSED_FILES:
        return CampaignError("no_refused", REFUSED)
    if standing is not None:
        return CampaignError("no_standing", REFUSED, seat=seat, phase=standing)
    return CampaignError("nothing_filed", REFUSED, seat=seat)
