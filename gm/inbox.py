"""Order files that came in: each version is kept byte for byte, with when, how and from whom; the newest counts.

``inbox/0007-t02-movement/red-002.yaml`` is the second file of red for that phase, ``red-002.json`` says the rest. A
file of which not one order was understood is kept, but does not take the place of an earlier one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from gm import disk
from gm.campaign import Campaign
from gm.entry import Join
from gm.model import Lang, OpenPhase, Order, Problem, Ruleset
from gm.names import fold
from gm.orders import Header, Reading, header_of, read
from gm.reading import quoted
from gm.secret import code_ok
from gm.trouble import REFUSED, CampaignError
from gm.yamlfile import decode, tidy

MAX_KEPT = 1024 * 1024
"""A file longer than this is refused and not even kept."""
_VERSION = re.compile(r"(?P<seat>[a-z0-9_]+)-(?P<number>\d{3,})\.yaml$")
REFUSED_FILES = "refused"
"""How files that were refused as a whole are called, where others have the name of their seat."""


@dataclass(frozen=True, slots=True)
class Filed:
    """One version of a seat's orders in the inbox. ``when`` is ISO text; accepted and refused count orders."""

    seat: str
    number: int
    path: Path
    when: str = ""
    channel: str = ""
    sender: str = ""
    sha256: str = ""
    accepted: int = 0
    refused: int = 0
    withdrawn: bool = False
    """The file is an empty list (``[]``): whoever sent it takes all orders back."""

    @property
    def counts(self) -> bool:
        """Whether it takes the place of an older one: it holds orders, or takes them back."""
        return self.accepted > 0 or self.withdrawn

    @property
    def blank(self) -> bool:
        """A file without orders and without mistakes, such as the form sent back as it was."""
        return not self.counts and self.refused == 0


@dataclass(frozen=True, slots=True)
class Submission:
    """What became of a file that was sent. ``filed`` is None when it was refused as a whole (problems say why).

    ``replaced`` is the version that counted until now; ``counts`` is False when that one goes on counting.
    """

    seat: str | None
    reading: Reading
    filed: Filed | None
    replaced: Filed | None = None
    problems: tuple[Problem, ...] = field(default=())

    @property
    def counts(self) -> bool:
        """Whether these orders will be resolved unless a newer file comes."""
        if self.filed is None or self.filed.counts:
            return self.filed is not None
        return self.filed.blank and (self.replaced is None or self.replaced.blank)

    @property
    def ok(self) -> bool:
        """Whether nothing at all was refused."""
        return self.filed is not None and self.reading.ok


def closed_kinds(game: Ruleset, phase: str, kinds: Sequence[type[Order]]) -> tuple[type[Order], ...]:
    """Order types of a phase that a seat may not use in it now: they are a right it does not have."""
    rows = (row.orders for row in game.phases if row.id == phase)
    return tuple(kind for kind in next(rows, ()) if kind not in kinds)


def other_kinds(game: Ruleset, kinds: Sequence[type[Order]]) -> tuple[type[Order], ...]:
    """All order types of the game, and of entry, that are not among ``kinds``."""
    every: list[type[Order]] = [Join, *(kind for phase in game.phases for kind in phase.orders)]
    return tuple(kind for kind in dict.fromkeys(every) if kind not in kinds)


def read_orders(game: Ruleset, opened: OpenPhase, view: Any, seat: str, data: bytes, lang: Lang) -> Reading:
    """Read a seat's order file as the resolve will read it."""
    kinds = opened.orders.get(seat, ())
    closed = closed_kinds(game, opened.phase, kinds)
    return read(kinds, decode(data), view, lang, other_kinds(game, kinds), closed)


def reading_of(campaign: Campaign, seat: str, data: bytes) -> Reading:
    """The same for a seat of a campaign and its open phase. CampaignError when the game is over."""
    opened = _opened(campaign)
    return read_orders(campaign.rules, opened, campaign.view(seat), seat, data, campaign.config.lang(seat))


def submit(
    campaign: Campaign, seat: str | None, data: bytes, *, channel: str, sender: str, when: datetime
) -> Submission:
    """File an order file for the open phase.

    Without ``seat`` the file's first line must name it, with its code. Raises CampaignError when the game is over, the
    lock is held or the disk fails; everything wrong with the file itself is in the submission.
    """
    with campaign.lock():
        opened = _opened(campaign)
        if seat is not None and seat not in campaign.config.seats:
            raise CampaignError("no_seat", REFUSED, typed=seat)
        text = tidy(decode(data[: MAX_KEPT + 1]))
        wrong = address_problems(campaign, opened, seat, text)
        seat = seat or _seat_named(campaign, text)
        folder = campaign.folder / "inbox" / campaign.name_of_next()
        came = Filed(seat or REFUSED_FILES, 0, folder, when.isoformat(timespec="seconds"), channel, sender)
        if wrong or seat is None:
            kept = len(data) <= MAX_KEPT
            reading = Reading(problems=wrong, lines=text.split("\n") if kept else [], header=header_of(text))
            if kept:
                _keep(folder, replace(came, seat=REFUSED_FILES, number=_next_number(folder, REFUSED_FILES)), data)
            return Submission(seat, reading, None, problems=tuple(wrong))
        reading = reading_of(campaign, seat, data)
        before = current(campaign, seat)
        came = replace(came, number=_next_number(folder, seat), accepted=len(reading.orders))
        filed = _keep(folder, replace(came, refused=_refusals(reading), withdrawn=reading.withdrawn), data)
    return Submission(seat, reading, filed, before, tuple(reading.problems))


def _refusals(reading: Reading) -> int:
    """How many orders were refused; a file that can't be read at all counts as one."""
    return max(reading.refused, 0 if reading.ok else 1)


def _opened(campaign: Campaign) -> OpenPhase:
    opened = campaign.opened()
    if opened is None:
        raise CampaignError("game_over", REFUSED)
    return opened


# -- the first line


def address_problems(campaign: Campaign, opened: OpenPhase, seat: str | None, text: str) -> list[Problem]:
    """Why a file can't be meant for this seat and phase; ``text`` is tidy. Empty: it can."""
    if len(text.encode()) > MAX_KEPT:
        return [Problem("file_too_long", {"limit": str(MAX_KEPT // 1024)}, 1)]
    header = header_of(text)
    if header is None:
        if seat is None:
            return [Problem("no_header", {}, 1, 1)]
        return [] if seat in opened.may else [Problem("seat_may_not_send", {"seat": seat}, 1, 1)]
    lines = text.split("\n")
    number = next(n for n, line in enumerate(lines, 1) if header_of(line))
    found = _first_wrong(campaign, opened, seat, header)
    if found is None:
        return []
    code, typed, right = found
    column = max(lines[number - 1].find(typed), 0) + 1 if typed else 1
    return [Problem(code, {"typed": quoted(typed), "right": right}, number, column, max(len(typed), 1))]


def _first_wrong(
    campaign: Campaign, opened: OpenPhase, seat: str | None, header: Header
) -> tuple[str, str, str] | None:
    """The first word of the header that is wrong: code, what was typed, what would be right."""
    config = campaign.config
    if fold(header.campaign) != fold(config.id):
        return "header_campaign", header.campaign, config.id
    if header.turn.lstrip("tTтТ0") != str(opened.turn).lstrip("0"):
        return "header_turn", header.turn, str(opened.turn)
    if fold(header.phase) not in map(fold, _phase_spellings(campaign, opened)):
        return "header_phase", header.phase, opened.phase
    named = _find_seat(campaign, header.seat)
    if named is None:
        return "header_no_seat", header.seat, ", ".join(config.seats)
    if seat is not None and named != seat:
        return "header_seat", header.seat, seat
    if named not in opened.may:
        return "seat_may_not_send", header.seat, ""
    if not header.code and seat is not None:
        return None
    if not header.code:
        return "header_no_code", header.seat, ""
    if not code_ok(campaign.secret.code, config.id, named, opened.turn, header.code):
        return "header_code", header.code, ""
    return None


def _phase_spellings(campaign: Campaign, opened: OpenPhase) -> tuple[str, ...]:
    title = campaign.open_rules().phase(opened.phase).title
    return opened.phase, title.en, title.ru


def _find_seat(campaign: Campaign, typed: str) -> str | None:
    return next((seat for seat in campaign.config.seats if fold(seat) == fold(typed)), None)


def _seat_named(campaign: Campaign, text: str) -> str | None:
    header = header_of(text)
    return _find_seat(campaign, header.seat) if header else None


# -- the folder


def versions(campaign: Campaign, seat: str) -> list[Filed]:
    """Every file of a seat for the open phase, oldest first."""
    folder = campaign.folder / "inbox" / campaign.name_of_next()
    return [_filed(path, seat, number) for number, path in _files(folder, seat)]


def current(campaign: Campaign, seat: str) -> Filed | None:
    """The file of a seat that will be resolved: the newest with orders, or that takes them back, else the newest blank.

    None when there is none.
    """
    newest = [*reversed(versions(campaign, seat))]
    blank = next((filed for filed in newest if filed.blank), None)
    return next((filed for filed in newest if filed.counts), blank)


def who_sent(campaign: Campaign) -> dict[str, Filed | None]:
    """Every seat that may send orders now, with its file that counts."""
    return {seat: current(campaign, seat) for seat in _opened(campaign).may}


def _files(folder: Path, seat: str) -> list[tuple[int, Path]]:
    named = ((path, _VERSION.match(path.name)) for path in disk.entries(folder))
    return sorted((int(name["number"]), path) for path, name in named if name and name["seat"] == seat)


def _next_number(folder: Path, seat: str) -> int:
    files = _files(folder, seat)
    return files[-1][0] + 1 if files else 1


def _keep(folder: Path, filed: Filed, data: bytes) -> Filed:
    """Write the file and what is known of it; it is there once its YAML is in place."""
    stem = f"{filed.seat}-{filed.number:03}"
    filed = replace(filed, path=folder / f"{stem}.yaml", sha256=sha256(data).hexdigest())
    about = {key: value for key, value in asdict(filed).items() if key != "path"}
    text = json.dumps(about, ensure_ascii=False, indent=1) + "\n"
    disk.write_durably(folder / f"{stem}.json", text.encode())
    disk.write_durably(filed.path, data)
    return filed


def _filed(path: Path, seat: str, number: int) -> Filed:
    """What is known of a file; when its JSON is gone or broken the file still counts."""
    import msgspec

    try:
        about = msgspec.json.decode(disk.read(path.with_suffix(".json")), type=dict[str, str | int | bool])
        return msgspec.convert({**about, "seat": seat, "number": number, "path": path}, Filed)
    except (CampaignError, ValueError, RecursionError):
        return Filed(seat, number, path)


# -- files of the game master's own


def kept(folder: Path, who: str) -> list[tuple[int, Path]]:
    """The versions of the files of that name in a folder of the inbox, oldest first: number, path."""
    return _files(folder, who)


def keep(folder: Path, who: str, data: bytes, when: datetime, accepted: int, refused: int) -> Filed:
    """Keep one more version of a file that the game master wrote himself."""
    moment = when.isoformat(timespec="seconds")
    came = Filed(who, _next_number(folder, who), folder, moment, "gm", "gm", accepted=accepted, refused=refused)
    return _keep(folder, came, data)
