"""From the newest order files to a phase that is ready to be committed. Nothing here writes to the disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from gm import __version__, disk, entry, guard, inbox, record, standin
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
        """Seats that had to send orders and did not, and what was done instead (``gm.meta.Meta``)."""
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


def prepare(
    campaign: Campaign, missing: Missing | None = None, when: datetime | None = None, *, anyway: bool = False
) -> Outcome:
    """Play the open phase and those that run on from it.

    ``missing`` says what to do for silent seats (default: the settings of campaign and seats). Raises CampaignError:
    the game is over, orders are missing (exit code 3, naming the seats), or the guard stops it (3, not if ``anyway``).
    """
    with campaign.held():
        return _prepared(campaign, missing, when, anyway)


def _prepared(campaign: Campaign, missing: Missing | None, when: datetime | None, anyway: bool) -> Outcome:
    opened = campaign.opened()
    if opened is None:
        raise CampaignError("game_over", REFUSED)
    last = campaign.last()
    if last and campaign.manifest(last)["about"]["secret_hash"] != campaign.secret.hash:
        raise CampaignError("other_secret", DAMAGED, path=str(campaign.folder / "secret.yaml"))
    guarded = campaign.config.guard and not anyway
    if guarded and when is not None:
        guard.check_clock(campaign, when)
    runner = Runner.of(campaign)
    number = last.number + 1 if last else 0
    run = [runner.resolve(campaign.state(), opened, collect(campaign, opened, missing, when, guarded))]
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


def collect(
    campaign: Campaign,
    opened: OpenPhase,
    missing: Missing | None,
    when: datetime | None = None,
    guarded: bool = False,
) -> Sent:
    """The order file of each seat that counts, read; for silent seats what ``missing`` or the settings say.

    ``guarded``: stop where unusually many are silent and the game master did not say himself what to do.
    """
    stands = inbox.stands(campaign)
    files = {seat: disk.read(one.file.path) for seat, one in stands.items() if one.file}
    bots = {seat: "bot" for seat, one in stands.items() if one.file and one.file.channel == "bot"}
    silent = {
        seat: standin.policy(campaign.config, seat, when, missing)._replace(uncounted=stands[seat].uncounted)
        for seat in opened.must
        if seat not in files
    }
    if waited := _told(silent, "wait"):
        raise _awaited(waited, [seat for seat in waited if silent[seat].uncounted])
    if guarded and missing is None:
        guard.check_silence(campaign, opened.must, silent)
    standing = standin.standing_files(campaign, opened.phase, _told(silent, "standing"))
    silent |= {seat: silent[seat]._replace(what="hold") for seat in _told(silent, "standing") if seat not in standing}
    files |= standing | {seat: bot_file(campaign, opened, seat) for seat in _told(silent, "bot")}
    done = {seat: str(instead) for seat, instead in silent.items()}
    return Sent.read(campaign.rules, opened, campaign.view, files, {**bots, **done})


def _told(silent: Mapping[str, standin.Instead], what: str) -> list[str]:
    return [seat for seat, instead in silent.items() if instead.what == what]


def _awaited(seats: Sequence[str], uncounted: Sequence[str]) -> CampaignError:
    """That orders are missing; ``uncounted``: the seats that sent orders which do not count."""
    if not uncounted:
        return CampaignError("orders_missing", PERSON, seats=", ".join(seats))
    return CampaignError("orders_not_counting", PERSON, seats=", ".join(seats), uncounted=", ".join(uncounted))


def bot_file(campaign: Campaign, opened: OpenPhase, seat: str) -> bytes:
    """An order file made by the ruleset's bot from the seat's view."""
    from gm.orderfile import order_file

    view = campaign.view(seat)
    thrown = campaign.secret.dice_of_campaign().at(opened.turn, opened.phase, "bot", seat)
    orders = campaign.open_rules().bot(view, opened, thrown)
    return order_file(orders, view, header(campaign, opened, seat), campaign.config.lang(seat)).encode()


def header(campaign: Campaign, opened: OpenPhase, seat: str) -> Header:
    """The first line of a seat's order file for the open phase, with the code that is the seat's now."""
    secret = campaign.secret
    return header_line(campaign.config.id, opened, seat, secret.code, secret.generation(seat))


def blank_form(campaign: Campaign, seat: str) -> str:
    """The blank form of a seat for the open phase: as committed, or made now while entry is open.

    Where another person has taken the seat meanwhile it has the code of now, and is made anew in another language.
    """
    opened = campaign.opened()
    if opened is None or seat not in opened.may:
        raise CampaignError("game_over" if opened is None else "nothing_to_send", REFUSED, seat=seat)
    head, lang, last = header(campaign, opened, seat), campaign.config.lang(seat), campaign.last()
    if last and f"forms/{seat}.yaml" in campaign.manifest(last)["files"]:
        _first, rest = campaign.file(last, f"forms/{seat}.yaml").decode().split("\n", 1)
        told = {tag["id"]: tag["lang"] for tag in campaign.manifest(last)["about"]["seats"]}
        if told.get(seat) == lang:
            return f"{head}\n{rest}"
    from gm.forms import form

    return form(campaign.open_rules(), opened, campaign.view(seat), head, lang)


def view_file(campaign: Campaign, seat: str) -> bytes:
    """The view file of a seat for the open phase, for ``gm check --view``."""
    opened = campaign.opened()
    if opened is None:
        raise CampaignError("game_over", REFUSED)
    meta = ViewMeta(campaign.config.id, seat, campaign.config.lang(seat), __version__)
    return record.dump_view(campaign.open_rules(), campaign.view(seat), opened, meta, campaign.overlay)
