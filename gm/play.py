"""From the newest order files to a phase that is ready to be committed. Nothing here writes to the disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from textwrap import wrap
from typing import Any

from gm import __version__, disk, entry, hold, i18n, inbox, record
from gm.campaign import Campaign, folder_name
from gm.config import Missing
from gm.model import Event, OpenPhase, Problem
from gm.orders import Header, Reading
from gm.record import ViewMeta
from gm.runner import OwnFiles, Played, Resolved, Runner, Sent, header_line
from gm.trouble import DAMAGED, PERSON, REFUSED, CampaignError


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a resolve comes to: the phase that was open and those that ran on from it, not yet written.

    ``parent`` is the name of the phase before (empty: none); ``phrases`` and ``players`` are what entry told.
    """

    parent: str
    played: tuple[Played, ...]
    phrases: dict[str, str] | None = None
    players: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    revisions: Mapping[int, int] = field(default_factory=dict)
    """Number of a phase -> its revision, where it is not the first."""

    @property
    def named(self) -> dict[str, Played]:
        """The phases by the names of their folders."""
        return {
            folder_name(one.number, one.turn, one.phase, self.revisions.get(one.number, 1)): one for one in self.played
        }

    @property
    def name(self) -> str:
        """The folder of the phase that was open."""
        return next(iter(self.named))

    @property
    def last_name(self) -> str:
        """The folder of the phase that was played last: there the reports are."""
        return [*self.named][-1]

    @property
    def turn(self) -> int:
        """The turn of the phase that was open."""
        return self.played[0].turn

    @property
    def phase(self) -> str:
        """The id of the phase that was open."""
        return self.played[0].phase

    @property
    def events(self) -> list[Event]:
        """Everything that happened, in order."""
        return [event for played in self.played for event in played.events]

    @property
    def state(self) -> Any:
        """The state afterwards."""
        return self.played[-1].state

    @property
    def readings(self) -> Mapping[str, Reading]:
        """How each seat's order file read."""
        return self.played[0].sent.readings

    @property
    def problems(self) -> dict[str, tuple[Problem, ...]]:
        """What was wrong with each seat's order file."""
        return {seat: tuple(reading.problems) for seat, reading in self.readings.items() if reading.problems}

    @property
    def silent(self) -> Mapping[str, str]:
        """Seats that had to send orders and did not, and what was done instead: hold or bot."""
        return self.played[0].sent.silent

    def files(self) -> list[tuple[str, bytes]]:
        """All files, relative to ``phases/``."""
        return [(f"{folder}/{name}", data) for folder, played in self.named.items() for name, data in played.files]

    def write_into(self, folder: Path) -> None:
        """Write everything into a folder for reading (``--dry-run --into``); it must not hold these phases yet."""
        with disk.writing(folder):
            for name in self.named:
                if (folder / name).exists():
                    raise CampaignError("folder_taken", REFUSED, path=str(folder / name))
            for name, played in self.named.items():
                disk.write_tree(folder / name, played.files)


def prepare(
    campaign: Campaign, missing: Missing | None = None, when: datetime | None = None, *, trial: bool = False
) -> Outcome:
    """Play the open phase and those that run on from it.

    ``missing`` says what to do for silent seats (default: the campaign's setting). Raises CampaignError: the game is
    over, or (exit code 3) orders are missing, or the phase is held; a ``trial`` is played while it is held.
    """
    with campaign.held():
        if not trial:
            hold.check(campaign)
        return _prepared(campaign, missing, when)


def _prepared(campaign: Campaign, missing: Missing | None, when: datetime | None) -> Outcome:
    opened = campaign.opened()
    if opened is None:
        raise CampaignError("game_over", REFUSED)
    last = campaign.last()
    if last and campaign.manifest(last)["about"]["secret_hash"] != campaign.secret.hash:
        raise CampaignError("other_secret", DAMAGED, path=str(campaign.folder / "secret.yaml"))
    runner = Runner.of(campaign)
    run = played_on(campaign, runner, collect(campaign, opened, missing or campaign.config.missing))
    return rendered(campaign, runner, run, when)


def played_on(campaign: Campaign, runner: Runner, sent: Sent) -> list[Resolved]:
    """The open phase, played from these files, and those in which nobody must send orders after it."""
    opened, number, state = campaign.opened(), len(campaign.phases()), campaign.state()
    run: list[Resolved] = []
    while opened is not None and len(run) < campaign.config.run_on and not (run and opened.must):
        desk = folder_name(number + len(run), opened.turn, opened.phase)
        if run:
            sent = Sent(own=own_files(campaign, desk))
        try:
            run.append(runner.resolve(state, opened, sent))
        except CampaignError as error:
            error.args_of["desk"] = desk  # the folder of the inbox in which something is wrong or missing
            raise
        state = run[-1].state
        opened = runner.rules.open_phase(state)
    return run


def rendered(campaign: Campaign, runner: Runner, run: Sequence[Resolved], when: datetime | None) -> Outcome:
    """A run of phases with all its files, to follow the newest phase of the campaign."""
    last = campaign.last()
    parent = record.manifest_hash(campaign.manifest(last)) if last else ""
    played = runner.rendered(run, last.number + 1 if last else 0, parent, when)
    told = entry.phrases(run[0].sent.orders) if last is None else None
    return Outcome(last.name if last else "", played, told, runner.players if last is None else {})


def own_files(campaign: Campaign, desk: str, position: bytes = b"") -> OwnFiles:
    """The game master's own files for a phase, by the name of its folder in the inbox."""
    return OwnFiles(rulings_for(campaign, desk), thrown_for(campaign, desk), position)


def rulings_for(campaign: Campaign, desk: str) -> bytes:
    """The game master's own file for a phase, by the name of its folder in the inbox; empty when there is none."""
    from gm.rulingfile import newest

    path = newest(campaign, desk)
    return disk.read(path) if path else b""


# -- orders


def collect(
    campaign: Campaign, opened: OpenPhase, missing: Missing, as_before: Mapping[str, str] | None = None
) -> Sent:
    """The newest order file of each seat that may send, read; silent seats as ``missing`` says.

    ``as_before``: what was done for silent seats when the phase was played the first time.
    """
    filed = {seat: inbox.current(campaign, seat) for seat in opened.may}
    files = {seat: disk.read(file.path) for seat, file in filed.items() if file}
    silent = tuple(seat for seat in opened.must if seat not in files)
    stood_in = {seat: "bot" for seat, file in filed.items() if file and file.channel == "bot"}
    if silent and missing == "wait":
        raise CampaignError("orders_missing", PERSON, seats=", ".join(silent))
    done = {**stood_in, **{seat: (as_before or {}).get(seat, missing) for seat in silent}}
    files |= {seat: bot_file(campaign, opened, seat) for seat in silent if done[seat] == "bot"}
    desk = campaign.name_of_next()
    own = own_files(campaign, desk, b"" if campaign.last() else campaign.position)
    return Sent.read(campaign.rules, opened, campaign.view, files, done, own)


def thrown_for(campaign: Campaign, desk: str) -> bytes | None:
    """The dice that the game master threw for a phase; None where they are seeded."""
    if campaign.config.dice != "hand":
        return None
    from gm.thrown import file_of

    path = file_of(campaign, desk)
    return disk.read(path) if path.exists() else b""


def bot_file(campaign: Campaign, opened: OpenPhase, seat: str) -> bytes:
    """An order file made by the ruleset's bot from the seat's view."""
    from gm.orderfile import order_file

    view = campaign.view(seat)
    thrown = campaign.secret.dice_of_campaign().at(opened.turn, opened.phase, "bot", seat)
    orders = campaign.open_rules().bot(view, opened, thrown)
    return order_file(orders, view, header(campaign, opened, seat), campaign.config.lang(seat)).encode()


def header(campaign: Campaign, opened: OpenPhase, seat: str) -> Header:
    """The first line of a seat's order file for the open phase, with the seat's code."""
    return header_line(campaign.config.id, opened, seat, campaign.secret.code)


def blank_form(campaign: Campaign, seat: str) -> str:
    """The blank form of a seat for the open phase: as committed, or made now while entry is open."""
    address, schema, *rest = _blank_form(campaign, seat).split("\n")
    return "\n".join((address, schema, *_asked(campaign, seat), *rest))


def _asked(campaign: Campaign, seat: str) -> list[str]:
    """What the game master asks the seat, as comments."""
    from gm.forms import WIDTH

    lang = campaign.config.lang(seat)
    told = (i18n.text("The game master asks: {question}", lang).format(question=q) for q in hold.asked(campaign, seat))
    return [f"# {line}" for text in told for line in wrap(text, WIDTH)]


def _blank_form(campaign: Campaign, seat: str) -> str:
    last = campaign.last()
    if last and f"forms/{seat}.yaml" in campaign.manifest(last)["files"]:
        return campaign.file(last, f"forms/{seat}.yaml").decode()
    from gm.forms import form

    view, opened = campaign.view(seat), campaign.opened()
    if opened is None or seat not in opened.may:
        raise CampaignError("game_over" if opened is None else "nothing_to_send", REFUSED, seat=seat)
    return form(campaign.open_rules(), opened, view, header(campaign, opened, seat), campaign.config.lang(seat))


def view_file(campaign: Campaign, seat: str) -> bytes:
    """The view file of a seat for the open phase, for ``gm check --view``."""
    opened = campaign.opened()
    if opened is None:
        raise CampaignError("game_over", REFUSED)
    meta = ViewMeta(campaign.config.id, seat, campaign.config.lang(seat), __version__)
    return record.dump_view(campaign.open_rules(), campaign.view(seat), opened, meta, campaign.overlay)
