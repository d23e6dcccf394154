"""Play phases again after a correction: what becomes different for whom is shown before anything is written.

The files that count now (orders, rulings, tables) are those of the inbox and of ``content/``; dice depend on the secret
and on what they are for, so that only what the correction touches falls otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm import pages, play
from gm.campaign import Campaign, PhaseFolder
from gm.fixed import options_played
from gm.model import Lang, Seat
from gm.record import dump_events
from gm.runner import Correction, OwnFiles, Runner, Sent
from gm.trouble import REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.pages import Pages


@dataclass(frozen=True, slots=True)
class Difference:
    """What a reader (a seat, ``public`` or ``gm``) finds otherwise in one report: lines that begin with - or +."""

    phase: str
    reader: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """A record played again and not yet written.

    ``outcome`` holds all phases from the first corrected one on; ``replaced`` those of the record that they replace;
    ``lost``: phases of the record that are played no more, since now others must send orders first.
    """

    outcome: play.Outcome
    replaced: tuple[PhaseFolder, ...]
    differences: tuple[Difference, ...]
    lost: tuple[PhaseFolder, ...] = ()

    @property
    def phases(self) -> list[str]:
        """The names of the new folders."""
        return [*self.outcome.named]


def first_changed(campaign: Campaign) -> PhaseFolder | None:
    """The first phase that would be played from other files now: orders, rulings, tables of the game."""
    phases = campaign.phases()
    for run in runs(campaign, phases):
        with campaign.as_of(phases[: run[0].number]):
            if _changed(campaign, run):
                return run[0]
    return None


def _changed(campaign: Campaign, run: Sequence[PhaseFolder]) -> bool:
    first = run[0]
    if campaign.manifest(first)["content"] != campaign.content.key:
        return True
    sent = _sent(campaign, first)
    if {f"orders/{seat}.yaml": data for seat, data in sent.files.items()} != _orders(campaign, first):
        return True
    own = [sent.own, *(play.own_files(campaign, one.desk) for one in run[1:])]
    return own != [OwnFiles.kept(campaign, one) for one in run]


def _orders(campaign: Campaign, phase: PhaseFolder) -> dict[str, bytes]:
    """The order files from which a phase was played."""
    names = (name for name in campaign.manifest(phase)["files"] if name.startswith("orders/"))
    return {name: campaign.file(phase, name) for name in names}


def runs(campaign: Campaign, phases: Sequence[PhaseFolder]) -> list[list[PhaseFolder]]:
    """The phases in the runs in which they were played, each ending in the folder that holds the reports."""
    found: list[list[PhaseFolder]] = [[]]
    for phase in phases:
        found[-1].append(phase)
        if not campaign.manifest(phase).get("more"):
            found.append([])
    return [run for run in found if run]


def prepare(campaign: Campaign, first: PhaseFolder, reason: str, when: datetime) -> Again:
    """Play everything from ``first`` on again, or from the phase in whose run it stands. Nothing is written.

    Raises CampaignError: a ruling or the tables don't fit, or the dice would be others.
    """
    with campaign.held():
        return _prepared(campaign, first, reason, when)


def _prepared(campaign: Campaign, first: PhaseFolder, reason: str, when: datetime) -> Again:
    phases = campaign.phases()
    old = runs(campaign, phases)
    begin = next(n for n, run in enumerate(old) if run[-1].number >= first.number)
    play.check_secret(campaign, entry_anew=begin == 0)
    before = phases[: old[begin][0].number]
    anew = _Anew(campaign, before, reason, when)
    for run in old[begin:]:
        if not anew.add(run):
            break
    lost = tuple(phase for phase in phases if phase.number >= len(anew.chain))
    return Again(anew.outcome(), tuple(phases[len(before) :]), tuple(anew.differences), lost)


class _Anew:
    """Runs of phases played again one after the other, each on what the one before came to."""

    def __init__(self, campaign: Campaign, before: Sequence[PhaseFolder], reason: str, when: datetime) -> None:
        self.campaign, self.reason, self.when = campaign, reason, when
        self.parent = before[-1].name if before else ""
        self.chain = [*before]
        phases = campaign.phases()
        self.revisions = {phase.number: phase.revision + 1 for phase in phases}
        self.outcomes: list[play.Outcome] = []
        self.differences: list[Difference] = []
        with campaign.as_of(before):
            self.runner = Runner.of(campaign)
        if not before and (entry := next(iter(campaign.phases()), None)):
            self.runner.options = options_played(campaign, entry)  # they are fixed, whatever campaign.yaml says now

    def add(self, run: Sequence[PhaseFolder]) -> bool:
        """Play a run again; False when another phase is open now, or somebody must send orders who never has."""
        campaign, runner = self.campaign, self.runner
        kept = pages.of_phase(campaign, run[-1])
        kept.sent()
        told = campaign.manifest(run[-1])
        with campaign.as_of(self.chain):
            if len(self.chain) != run[0].number or not _same_window(campaign, run[0]):
                return False
            runner.correction = Correction()
            resolved = play.played_on(campaign, runner, _sent(campaign, run[0]))
            plain = pages.of_outcome(campaign, play.rendered(campaign, runner, resolved, self.when, told))
        found = [*_differences(kept, plain, campaign.config.language)]
        touched = {one.reader for one in found}
        readers = (*plain.seats, pages.PUBLIC)
        runner.correction = Correction(
            run[-1].name,
            self.reason,
            tuple(who for who in readers if who not in touched),
            tuple(who for who in readers if _redrawn(campaign, kept, plain, who)),
        )
        seats = self._people(run[0])
        with campaign.as_of(self.chain):
            outcome = play.rendered(campaign, runner, resolved, self.when, told)
        runner.seats = seats
        for phase in outcome.played:
            self.chain.append(campaign.imagine(phase, self.revisions.get(phase.number, 1)))
        self.outcomes.append(outcome)
        self.differences += found
        return True

    def _people(self, first: PhaseFolder) -> tuple[Seat, ...]:
        """The seats for the next run. Whose name or language was changed after entry had told them keeps the new ones:
        a corrected entry gives no seat back to the person who left it, nor does it take back what a GM has edited."""
        runner, setup = self.runner, self.campaign.manifest(first).get("setup")
        if first.number or not setup:
            return runner.seats
        told = {seat["id"]: (seat["name"], seat["lang"]) for seat in setup["seats"]}
        now = {seat.id: seat for seat in self.campaign.seats()}
        moved = {id_ for id_, seat in now.items() if (seat.name, seat.lang) != told.get(id_)}
        runner.players = {id_: said for id_, said in runner.players.items() if id_ not in moved}
        return tuple(now[seat.id] if seat.id in moved else seat for seat in runner.seats)

    def outcome(self) -> play.Outcome:
        """All of it as one outcome, to be put in place at once."""
        played = tuple(phase for outcome in self.outcomes for phase in outcome.played)
        if not played:
            raise CampaignError("nothing_to_rerun", REFUSED)
        first, revisions = self.outcomes[0], {n: r for n, r in self.revisions.items() if r > 1}
        return play.Outcome(self.parent, played, first.phrases, first.players, revisions)


def _same_window(campaign: Campaign, phase: PhaseFolder) -> bool:
    """Whether the phase that is open now is the one that was played then, and all that must have sent have."""
    opened = campaign.opened()
    if opened is None or (opened.turn, opened.phase) != (phase.turn, phase.phase):
        return False
    sent, silent = _sent(campaign, phase), campaign.manifest(phase).get("silent", {})
    return all(seat in sent.files or seat in silent for seat in opened.must)


def _sent(campaign: Campaign, phase: PhaseFolder) -> Sent:
    """The files that count now for a phase that was played; seats that were silent then are treated as they were."""
    opened = campaign.opened()
    assert opened is not None, "a phase that was played was open"
    files = {Path(name).stem: data for name, data in _orders(campaign, phase).items()}
    return play.collect(campaign, opened, "hold", before=play.Before(campaign.manifest(phase)["silent"], files))


def _differences(kept: Pages, made: Pages, lang: Lang) -> Iterator[Difference]:
    """What is otherwise in the report of each reader, but for what a report says of being a correction."""
    before = replace(kept, meta=_uncorrected(kept), committed={})
    for who in (*made.seats, pages.PUBLIC, pages.GM):
        old, new = (one.markdown(who, lang).splitlines() for one in (before, made))
        if old != new:
            _minus, _plus, *lines = unified_diff(old, new, n=0, lineterm="")
            yield Difference(made.name, who, tuple(line for line in lines if line[:1] in "+-" and line[1:].strip()))


def _uncorrected(kept: Pages) -> Any:
    return replace(kept.meta, replaces="", reason="", unchanged=(), redrawn=())


def _redrawn(campaign: Campaign, kept: Pages, made: Pages, who: str) -> bool:
    """Whether a reader sees that something else came out of a bag that all share."""
    draws = tuple(campaign.rules.draws)
    old, new = ([event for event in one.events_for(who) if isinstance(event, draws)] for one in (kept, made))
    return dump_events(old) != dump_events(new)


def commit(campaign: Campaign, again: Again) -> str:
    """Put the new phases in the place of the old ones, all or nothing. Returns the folder of the last one."""
    return campaign.commit(again.outcome, again.replaced).name
