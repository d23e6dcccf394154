"""From the newest order files to a phase that is ready to be committed. Nothing here writes to the disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from gm import __version__, disk, entry, inbox, record
from gm.campaign import Campaign
from gm.config import Missing
from gm.model import Event, OpenPhase, Problem
from gm.orders import Header, Reading
from gm.record import ViewMeta
from gm.runner import Played, Runner, Sent, header_line
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

    @property
    def name(self) -> str:
        """The folder of the phase that was open."""
        return self.played[0].name

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
        return [(f"{played.name}/{name}", data) for played in self.played for name, data in played.files]

    def write_into(self, folder: Path) -> None:
        """Write everything into a folder for reading (``--dry-run --into``); it must not hold these phases yet."""
        with disk.writing(folder):
            for played in self.played:
                if (folder / played.name).exists():
                    raise CampaignError("folder_taken", REFUSED, path=str(folder / played.name))
            for played in self.played:
                disk.write_tree(folder / played.name, played.files)


def prepare(campaign: Campaign, missing: Missing | None = None, when: datetime | None = None) -> Outcome:
    """Play the open phase and those that run on from it.

    ``missing`` says what to do for silent seats (default: the campaign's setting). Raises CampaignError: the game is
    over, or orders are missing (exit code 3, naming the seats).
    """
    with campaign.held():
        return _prepared(campaign, missing, when)


def _prepared(campaign: Campaign, missing: Missing | None, when: datetime | None) -> Outcome:
    opened = campaign.opened()
    if opened is None:
        raise CampaignError("game_over", REFUSED)
    last = campaign.last()
    if last and campaign.manifest(last)["about"]["secret_hash"] != campaign.secret.hash:
        raise CampaignError("other_secret", DAMAGED, path=str(campaign.folder / "secret.yaml"))
    runner = Runner.of(campaign)
    number = last.number + 1 if last else 0
    run = [runner.resolve(campaign.state(), opened, collect(campaign, opened, missing or campaign.config.missing))]
    while len(run) < campaign.config.run_on:
        following = runner.rules.open_phase(run[-1].state)
        if following is None or following.must:
            break
        run.append(runner.resolve(run[-1].state, following, Sent()))
    parent = record.manifest_hash(campaign.manifest(last)) if last else ""
    played = runner.rendered(run, number, parent, when)
    told = entry.phrases(run[0].sent.orders) if last is None else None
    return Outcome(last.name if last else "", played, told, runner.players if last is None else {})


# -- orders


def collect(campaign: Campaign, opened: OpenPhase, missing: Missing) -> Sent:
    """The newest order file of each seat that may send, read; silent seats as ``missing`` says."""
    filed = {seat: inbox.current(campaign, seat) for seat in opened.may}
    files = {seat: disk.read(file.path) for seat, file in filed.items() if file}
    silent = tuple(seat for seat in opened.must if seat not in files)
    stood_in = {seat: "bot" for seat, file in filed.items() if file and file.channel == "bot"}
    if silent and missing == "wait":
        raise CampaignError("orders_missing", PERSON, seats=", ".join(silent))
    if missing == "bot":
        files |= {seat: bot_file(campaign, opened, seat) for seat in silent}
    return Sent.read(campaign.rules, opened, campaign.view, files, {**stood_in, **dict.fromkeys(silent, missing)})


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
