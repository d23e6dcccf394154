"""Order files that came in: each version is kept byte for byte, with when, how and from whom.

``inbox/0007-t02-movement/red-002.yaml`` is the second file of red for that phase, ``red-002.json`` says the rest, and
``red-decisions.json`` what the game master decided. ``inbox/standing/movement/`` holds standing orders in the same way.
Which of the files counts is worked out in ``gm.counting``: a bad one never takes the place of a good one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from gm import disk
from gm.address import (
    MAX_KEPT,
    Window,
    address_problems,
    open_window,
    seat_named,
    standing_phases,
    standing_window,
    window_meant,
)
from gm.campaign import Campaign
from gm.counting import Decision, Policies, Stand, stand
from gm.entry import Join
from gm.model import Lang, OpenPhase, Order, Problem, Ruleset
from gm.orders import Reading, header_of, read
from gm.trouble import DAMAGED, REFUSED, CampaignError
from gm.yamlfile import Node, Refused, decode, parse, tidy

if TYPE_CHECKING:
    from msgspec import Struct

R = TypeVar("R")

__all__ = ["MAX_KEPT", "Filed", "Submission", "address_problems"]

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
    meant: str = ""
    """Of a refused file: the seat for which it was handed in, if anybody said so."""

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

    ``replaced`` is the version that counted until now; ``stand`` says which one counts from now on, ``phase`` for
    which phase, ``standing`` whether the file holds standing orders.
    """

    seat: str | None
    reading: Reading
    filed: Filed | None
    replaced: Filed | None = None
    problems: tuple[Problem, ...] = field(default=())
    stand: Stand = field(default_factory=Stand)
    phase: str = ""
    standing: bool = False

    @property
    def counts(self) -> bool:
        """Whether these orders will be resolved unless a newer file comes."""
        return self.filed is not None and self.stand.file == self.filed

    @property
    def late(self) -> bool:
        """Whether the file came after the deadline."""
        return self.filed is not None and self.filed.number in self.stand.late

    @property
    def in_grace(self) -> bool:
        """Whether it came after the deadline, in the time of grace."""
        return self.filed is not None and self.filed.number in self.stand.grace

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
    opened = open_window(campaign).opened
    return read_orders(campaign.rules, opened, campaign.view(seat), seat, data, campaign.config.lang(seat))


def submit(
    campaign: Campaign,
    seat: str | None,
    data: bytes,
    *,
    channel: str,
    sender: str,
    when: datetime,
    standing: str | None = None,
) -> Submission:
    """File an order file for the open phase, or standing orders if its first line says so.

    Without ``seat`` the file's first line must name it, with its code. ``standing``: the game master says that it
    holds standing orders, for this phase (empty: as the file says, else for the open one). Raises CampaignError when
    the game is over, the lock is held or the disk fails; everything wrong with the file itself is in the submission.
    """
    with campaign.lock():
        open_window(campaign)
        if seat is not None and seat not in campaign.config.seats:
            raise CampaignError("no_seat", REFUSED, typed=seat)
        text = tidy(decode(data[: MAX_KEPT + 1]))
        window = window_meant(campaign, header_of(text), standing)
        wrong = address_problems(campaign, window, seat, text, forced=standing is not None)
        came = Filed("", 0, window.folder, when.isoformat(timespec="seconds"), channel, sender)
        owner = seat or seat_named(campaign, text)
        if wrong or owner is None:
            return _refuse(campaign, replace(came, meant=seat or ""), data, text, wrong)
        lang = campaign.config.lang(owner)
        reading = read_orders(campaign.rules, window.opened, campaign.view(owner), owner, data, lang)
        before = stand_in(campaign, window, owner)
        came = replace(came, seat=owner, number=_next_number(window.folder, owner), accepted=len(reading.orders))
        filed = _keep(window.folder, replace(came, refused=_refusals(reading), withdrawn=reading.withdrawn), data)
        after = stand_in(campaign, window, owner)
    problems = tuple(reading.problems)
    return Submission(owner, reading, filed, before.file, problems, after, window.opened.phase, window.standing)


def found(campaign: Campaign, data: bytes, *, channel: str, sender: str) -> list[Submission]:
    """The files like this one that lie in the window that it is meant for, as they were when they were filed.

    For a program that was killed after it had filed one. CampaignError as for ``submit``.
    """
    text = tidy(decode(data[: MAX_KEPT + 1]))
    window, owner = window_meant(campaign, header_of(text)), seat_named(campaign, text)
    if owner is None or address_problems(campaign, window, None, text):
        return []
    view, lang, same = campaign.view(owner), campaign.config.lang(owner), (sha256(data).hexdigest(), channel, sender)
    done = []
    for filed in versions_in(window.folder, owner):
        if (filed.sha256, filed.channel, filed.sender) == same:
            before, after = stand_in(campaign, window, owner, filed.number).file, stand_in(campaign, window, owner)
            reading = read_orders(campaign.rules, window.opened, view, owner, data, lang)
            where = window.opened.phase, window.standing
            done.append(Submission(owner, reading, filed, before, tuple(reading.problems), after, *where))
    return done


def _refuse(campaign: Campaign, came: Filed, data: bytes, text: str, wrong: list[Problem]) -> Submission:
    """Keep a file that is nobody's, so that the game master can look at it."""
    kept = len(data) <= MAX_KEPT
    reading = Reading(problems=wrong, lines=text.split("\n") if kept else [], header=header_of(text))
    if kept:
        folder = open_window(campaign).folder
        _keep(folder, replace(came, seat=REFUSED_FILES, number=_next_number(folder, REFUSED_FILES)), data)
    return Submission(came.meant or seat_named(campaign, text), reading, None, problems=tuple(wrong))


def _refusals(reading: Reading) -> int:
    """How many orders were refused; a file that can't be read at all counts as one."""
    return max(reading.refused, 0 if reading.ok else 1)


# -- which file counts


def stand_in(campaign: Campaign, window: Window, seat: str, before: int = 0) -> Stand:
    """Which of a seat's files for that window counts, and why; ``before``: when the file of that number came."""
    files = [filed for filed in versions_in(window.folder, seat) if not before or filed.number < before]
    if window.standing:
        return stand(files, by=Policies(campaign.config.accept))
    decided = [one for one in decisions(window.folder, seat) if not before or one.newest < before]
    return stand(files, decided, policies(campaign))


def policies(campaign: Campaign) -> Policies:
    """By what it is settled which files for the open phase count.

    Where a phase that was played is open again (``Campaign.as_of``), it is what held then: settings that were changed
    for the next turn let no late file of this one count.
    """
    played = campaign.played_here()
    if played is not None:
        return Policies.of(campaign.manifest(played).get("counting", {}))
    from gm.deadlines import current as deadline_of

    config = campaign.config
    return Policies(config.accept, config.late, deadline_of(campaign).until, config.grace)


def stand_of(campaign: Campaign, seat: str) -> Stand:
    """The same for the open phase."""
    return stand_in(campaign, open_window(campaign), seat)


def stands(campaign: Campaign) -> dict[str, Stand]:
    """Every seat that may send orders now, with its files."""
    window = open_window(campaign)
    return {seat: stand_in(campaign, window, seat) for seat in window.opened.may}


def current(campaign: Campaign, seat: str) -> Filed | None:
    """The file of a seat that will be resolved; None when there is none."""
    return stand_of(campaign, seat).file


def who_sent(campaign: Campaign) -> dict[str, Filed | None]:
    """Every seat that may send orders now, with its file that counts."""
    return {seat: one.file for seat, one in stands(campaign).items()}


def standing_orders(campaign: Campaign, seat: str, phase: str) -> Filed | None:
    """The standing orders of a seat for a phase; None when it has none or took them back."""
    filed = stand_in(campaign, standing_window(campaign, phase), seat).file
    return filed if filed and filed.accepted else None


def all_standing(campaign: Campaign, seat: str) -> dict[str, Filed]:
    """All standing orders of a seat by phase, in the order of play."""
    if not (campaign.folder / "inbox" / "standing").is_dir() or campaign.last() is None or campaign.opened() is None:
        return {}
    found = {phase: standing_orders(campaign, seat, phase) for phase in standing_phases(campaign)}
    return {phase: filed for phase, filed in found.items() if filed}


def decide(campaign: Campaign, seat: str, number: int | None, *, who: str, when: datetime, why: str = "") -> Stand:
    """The game master's decision that a file of the open phase counts (None: the newest; 0: he takes his word back).

    CampaignError when there is no such file.
    """
    with campaign.lock():
        window = open_window(campaign)
        files = versions_in(window.folder, seat)
        if not files:
            raise CampaignError("nothing_filed", REFUSED, seat=seat)
        chosen = files[-1].number if number is None else number
        if chosen and chosen not in [filed.number for filed in files]:
            numbers = ", ".join(str(filed.number) for filed in files)
            raise CampaignError("no_such_file", REFUSED, typed=str(chosen), right=numbers)
        why = " ".join(tidy(why).split())
        taken = Decision(chosen, files[-1].number, who, when.isoformat(timespec="seconds"), why)
        write_rows(_decisions_path(window.folder, seat), [*decisions(window.folder, seat), taken])
        return stand_in(campaign, window, seat)


def decisions(folder: Path, seat: str) -> list[Decision]:
    """What the game master decided about a seat's files, oldest first. CampaignError when the file is damaged."""
    return rows(_decisions_path(folder, seat), Decision)


def _decisions_path(folder: Path, seat: str) -> Path:
    return folder / f"{seat}-decisions.json"


# -- the folder


def versions(campaign: Campaign, seat: str) -> list[Filed]:
    """Every file of a seat for the open phase, oldest first."""
    return versions_in(open_window(campaign).folder, seat)


def versions_in(folder: Path, seat: str) -> list[Filed]:
    """Every file of a seat in a folder of the inbox, oldest first."""
    return [_filed(path, seat, number) for number, path in _files(folder, seat)]


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
    """What is known of a file; when its JSON is gone or broken the file still counts, as if it had come in time."""
    import msgspec

    try:
        about = msgspec.json.decode(disk.read(path.with_suffix(".json")), type=dict[str, str | int | bool])
        return msgspec.convert({**about, "seat": seat, "number": number, "path": path}, Filed)
    except (CampaignError, ValueError, RecursionError):
        orders = _items(disk.read(path))
        return Filed(seat, number, path, accepted=len(orders or ()), withdrawn=orders == [])


def _items(data: bytes) -> list[Node] | None:
    """What stands in the list of an order file, whatever it means; None where there is none, as in a blank form."""
    try:
        root = parse(tidy(decode(data)))
    except Refused:
        return None
    return root.items if root is not None and root.kind == "list" else None


# -- lists that only grow: decisions, extensions, who is ready


def rows(path: Path, kind: type[R]) -> list[R]:
    """The rows that a file of the inbox keeps, oldest first. CampaignError when it is damaged."""
    import msgspec

    with disk.reading(path):
        if not path.exists():
            return []
    try:
        return msgspec.json.decode(disk.read(path), type=list[kind])  # type: ignore[valid-type]
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise CampaignError("damaged_file", DAMAGED, path=str(path)) from None


def write_rows(path: Path, every: Sequence[Struct]) -> None:
    """Keep these rows in the place of the old ones, which are the first of them."""
    import msgspec

    text = json.dumps([msgspec.structs.asdict(row) for row in every], ensure_ascii=False, indent=1) + "\n"
    disk.write_durably(path, text.encode())


# -- files of the game master's own


def kept(folder: Path, who: str) -> list[tuple[int, Path]]:
    """The versions of the files of that name in a folder of the inbox, oldest first: number, path."""
    return _files(folder, who)


def keep(folder: Path, who: str, data: bytes, when: datetime, accepted: int, refused: int) -> Filed:
    """Keep one more version of a file that the game master wrote himself."""
    moment = when.isoformat(timespec="seconds")
    came = Filed(who, _next_number(folder, who), folder, moment, "gm", "gm", accepted=accepted, refused=refused)
    return _keep(folder, came, data)
