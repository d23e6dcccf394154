"""Is the record intact, does it play the same again, do reports and dice come out the same? Four answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from gm import __version__, disk, engine, entry, record
from gm.campaign import Campaign, PhaseFolder
from gm.fixed import options_played
from gm.model import Event, OpenPhase, Problem, Seat
from gm.runner import THROWN, Correction, OwnFiles, Resolved, Runner, Sent
from gm.trouble import CampaignError

_FORGED = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""What playing a record raises that holds together by its hashes and is yet no game: somebody edited it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes when there are no problems; each problem names the phase it is about."""

    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the answer is yes."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the record is intact, a replay equal, the reports equal, the dice those of the secret.

    ``thrown`` dice that events tell of were checked, ``by_hand`` can't be: the game master threw them.
    """

    record: Answer
    replay: Answer
    reports: Answer
    dice: Answer = Answer()
    phases: int = 0
    thrown: int = 0
    by_hand: int = 0
    secret_hash: str = ""
    over: bool = False
    """Whether nothing was left to be played after the last phase: of a record that goes on phases may be left out."""

    @property
    def ok(self) -> bool:
        """Whether all four answers are yes."""
        return self.record.ok and self.replay.ok and self.reports.ok and self.dice.ok


def verify(campaign: Campaign) -> Verdict:
    """Look at every finished phase. Never raises for what it finds: everything is in the verdict."""
    try:
        phases = campaign.phases()
        secret_hash = campaign.secret.hash
    except CampaignError as error:
        no = Answer((error.problem,))
        return Verdict(no, no, no, no)
    intact = _Record(campaign, secret_hash)
    problems = tuple(problem for phase in phases for problem in intact.problems(phase))
    again = _Again(campaign, phases)
    for run in _runs(campaign, phases):
        again.play(run)
    if phases and again.runner.phrases != campaign.secret.phrases and not again.replay:
        again.replay.append(Problem("phrases_changed", {"name": phases[0].name}))
    dice = _Dice(campaign)
    wrong = tuple(problem for phase in phases for problem in dice.problems(phase))
    return Verdict(
        Answer(problems),
        Answer(tuple(again.replay)),
        Answer(tuple(again.reports)),
        Answer(wrong),
        len(phases),
        dice.thrown,
        dice.by_hand,
        secret_hash,
        bool(phases) and _is_last(campaign, phases[-1]),
    )


def _is_last(campaign: Campaign, phase: PhaseFolder) -> bool:
    try:
        about = campaign.manifest(phase)["about"]
    except CampaignError:
        return False
    return bool(about) and not about["next_phase"]


def _runs(campaign: Campaign, phases: Sequence[PhaseFolder]) -> list[list[PhaseFolder]]:
    """The phases in the runs in which they were played, each ending in the folder that holds the reports."""
    runs: list[list[PhaseFolder]] = [[]]
    for phase in phases:
        runs[-1].append(phase)
        if not _more(campaign, phase):
            runs.append([])
    return [run for run in runs if run]


def _more(campaign: Campaign, phase: PhaseFolder) -> bool:
    try:
        return bool(campaign.manifest(phase).get("more"))
    except CampaignError:
        return False


class _Record:
    """Hashes: every phase names its parent's, and those of all its files."""

    def __init__(self, campaign: Campaign, secret_hash: str) -> None:
        self.campaign, self.secret_hash = campaign, secret_hash
        self.parent: str | None = ""

    def problems(self, phase: PhaseFolder) -> list[Problem]:
        try:
            manifest = self.campaign.manifest(phase)
        except CampaignError as error:
            self.parent = None
            return [error.problem]
        problems = [*self._chain(phase, manifest), *self._files(phase, manifest["files"])]
        self.parent = record.manifest_hash(manifest)
        return problems

    def _chain(self, phase: PhaseFolder, manifest: Mapping[str, Any]) -> list[Problem]:
        problems = []
        if self.parent is not None and manifest.get("parent") != self.parent:
            problems.append(Problem("parent_differs", {"name": phase.name}))
        if any(manifest[key] != getattr(phase, key) for key in ("number", "turn", "phase")):
            problems.append(Problem("folder_renamed", {"name": phase.name}))
        about = manifest.get("about")
        if about and about.get("secret_hash") != self.secret_hash:
            problems.append(Problem("secret_changed", {"name": phase.name}))
        return problems

    def _files(self, phase: PhaseFolder, files: Mapping[str, str]) -> list[Problem]:
        problems = []
        for name, hash_ in files.items():
            path = phase.path / name
            try:
                if sha256(disk.read(path)).hexdigest() != hash_:
                    problems.append(Problem("file_edited", {"path": str(path)}))
            except CampaignError as error:
                problems.append(error.problem)
        found = (p.relative_to(phase.path).as_posix() for p in sorted(phase.path.rglob("*")) if p.is_file())
        extra = (name for name in found if name not in files and name != "manifest.json")
        return [*problems, *(Problem("file_extra", {"path": str(phase.path / name)}) for name in extra)]


class _Dice:
    """Every die that an event tells of, thrown again from the secret and the label in the event alone."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign, self.dice = campaign, campaign.secret.dice_of_campaign()
        self.thrown = self.by_hand = 0

    def problems(self, phase: PhaseFolder) -> list[Problem]:
        try:
            throws = [throw for event in self.campaign.events(phase) for throw in event.thrown()]
            by_hand = THROWN in self.campaign.manifest(phase)["files"]
        except CampaignError:
            return []  # the record is not intact, which is said elsewhere
        if by_hand:
            self.by_hand += sum(len(throw.faces) for throw in throws)
            return []
        self.thrown += sum(len(throw.faces) for throw in throws)
        dice = self.dice.at(phase.turn, phase.phase)
        return [
            Problem("die_differs", {"name": phase.name, "label": " ".join(map(str, throw.label))})
            for throw in throws
            if dice.at(*throw.label).rolls(len(throw.faces), throw.sides) != throw.faces
        ]


class _Again:
    """Everything once more, from the kept orders and the dice, beside what was kept of it."""

    def __init__(self, campaign: Campaign, phases: Sequence[PhaseFolder]) -> None:
        self.campaign, self.phases = campaign, phases
        self.runner = Runner.of(campaign)
        self.replay: list[Problem] = []
        self.reports: list[Problem] = []

    def play(self, run: Sequence[PhaseFolder]) -> None:
        """Play and render a run of phases again and note what differs."""
        try:
            self._as_it_was(run)
            played = [self._phase(phase) for phase in run]
            rendered = self.runner.rendered(played, run[0].number, "", None)[-1]
        except CampaignError as error:
            self._cannot(error.problem)
            return
        except _FORGED:
            self._cannot(Problem("cannot_play_again", {"name": run[0].name}))
            return
        kept = self.campaign.manifest(run[-1])["files"]
        # without the key of the codes, in a published record, forms can't be made again
        folders = ("reports/", "forms/") if self.campaign.secret.code else ("reports/",)
        made = {n: sha256(data).hexdigest() for n, data in rendered.files if n.startswith(folders)}
        pages = {name: hash_ for name, hash_ in kept.items() if name.startswith(folders)}
        differ = [name for name in sorted(made.keys() | pages.keys()) if made.get(name) != pages.get(name)]
        if differ:
            self.reports.append(self._difference(run[-1], "reports_differ", files=", ".join(differ)))

    def _cannot(self, problem: Problem) -> None:
        self.replay.append(problem)
        self.reports.append(problem)

    def _as_it_was(self, run: Sequence[PhaseFolder]) -> None:
        """Take title, seats, languages, options from the manifests: the GM may have changed them since."""
        runner = self.runner
        first, last = self.campaign.manifest(run[0]), self.campaign.manifest(run[-1])
        about = last.get("about")
        if not about:
            raise CampaignError("damaged_file", path=str(run[-1].path / "manifest.json"))
        seats = (Seat(seat["id"], seat["name"], seat["colour"], seat["lang"]) for seat in about["seats"])
        runner.seats, runner.title, runner.lang = tuple(seats), about["title"], about["lang"]
        runner.deadline = about["deadline"]
        runner.correction = Correction(
            about.get("replaces", ""),
            about.get("reason", ""),
            tuple(about.get("unchanged", ())),
            tuple(about.get("redrawn", ())),
        )
        runner.campaign, runner.generations = about["campaign"], last.get("generations", {})
        runner.version, runner.secret_hash = last["gm"], about["secret_hash"]
        if first.get("setup"):
            runner.options = options_played(self.campaign, run[0])

    def _phase(self, phase: PhaseFolder) -> Resolved:
        """Replay the events of a phase, then play it again; what is handed on is what was kept."""
        before = self.campaign.state_after(self.phases[phase.number - 1]) if phase.number else None
        kept = self.campaign.file(phase, "state.json"), self.campaign.file(phase, "events.jsonl")
        events, after = self.campaign.events(phase), self.campaign.state_after(phase)
        if before is not None:
            replayed = self._replayed(before, events)
            if replayed is None or record.dump_state(self.campaign.rules, replayed) != kept[0]:
                self.replay.append(self._difference(phase, "events_do_not_give_state"))
        opened = self._opened(before)
        sent = self._sent(phase, opened, before)
        played = self.runner.resolve(before, opened, sent)
        if record.dump_events(played.events) != kept[1]:
            self.replay.append(self._difference(phase, "events_differ"))
        elif record.dump_state(self.campaign.rules, played.state) != kept[0]:
            self.replay.append(self._difference(phase, "state_differs"))
        return Resolved(opened, sent, events, after)

    def _replayed(self, before: Any, events: list[Event]) -> Any:
        """The state after the events; None when they can't be applied at all, as in a forged record."""
        try:
            return engine.replay(before, events)
        except _FORGED:
            return None

    def _opened(self, before: Any) -> OpenPhase:
        if before is None:
            return entry.opened(tuple(seat.id for seat in self.runner.seats))
        opened = self.campaign.rules.open_phase(before)
        if opened is None:
            raise CampaignError("game_over")
        return opened

    def _sent(self, phase: PhaseFolder, opened: OpenPhase, before: Any) -> Sent:
        """The kept order files, read again."""
        names = [f"orders/{seat}.yaml" for seat in opened.may]
        kept = self.campaign.manifest(phase)["files"]
        files = {seat: self.campaign.file(phase, n) for seat, n in zip(opened.may, names, strict=True) if n in kept}
        silent = self.campaign.manifest(phase).get("silent", {})
        own = OwnFiles.kept(self.campaign, phase)
        return Sent.read(self.campaign.rules, opened, lambda seat: self._view(before, seat), files, silent, own)

    def _view(self, before: Any, seat: str) -> Any:
        if before is None:
            runner = self.runner
            return entry.view(seat, runner.title, runner.rules, runner.seats, runner.content, runner.secret_hash)
        return self.campaign.rules.view(before, seat)

    def _difference(self, phase: PhaseFolder, code: str, **args: str) -> Problem:
        """What differs; where another version of ``gm`` or other tables were at work, that is the reason given."""
        manifest = self.campaign.manifest(phase)
        args = {"name": phase.name, **args}
        if manifest["gm"] != __version__:
            return Problem(f"{code}_version", {**args, "version": manifest["gm"], "now": __version__})
        if manifest.get("content") != self.campaign.content.key:
            return Problem(f"{code}_content", args)
        return Problem(code, args)
