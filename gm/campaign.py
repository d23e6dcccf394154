"""A campaign on disk: a folder of plain files in which the newest finished phase is the current state.

Nothing that was committed is ever edited. A run of phases counts from the moment its last folder is in place; folders
of a run that was not finished are no part of the campaign, and the next writer clears them away.

A correction plays phases again beside the old ones (``0007-t02-movement.r2``), from the last to the first: each names
its parent's hash, so all of them count at once when the first is in place. What they replace is then put aside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm import disk, entry, record, rulings
from gm.chain import PhaseFolder, chain, folder_name, phase_folders
from gm.config import Config, check_config, no_such_game, parse_config, read_options
from gm.fence import fence
from gm.fixed import check_fixed
from gm.game import check_options, load_content, load_rules
from gm.model import Event, Lang, OpenPhase, Ruleset, Seat
from gm.overlay import TableFile, placed, read_overlay
from gm.secret import REVEALED, Secret, draw, read_revealed, read_secret, write_secret
from gm.trouble import DAMAGED, PERSON, REFUSED, USAGE, CampaignError

if TYPE_CHECKING:
    from gm.play import Outcome
    from gm.runner import Played

__all__ = ["Campaign", "CampaignError", "PhaseFolder", "folder_name"]

POSITION = "position.yaml"
"""The file that describes where the game begins, in the campaign's folder and in that of its entry phase."""

_FOLDERS = ("phases", "inbox", "content")
"""The folders with which a campaign begins."""


class Campaign:
    """One game being moderated. Reading never waits and never writes; what writes takes the lock itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = disk.Lock(folder)
        self._states: dict[str, Any] = {}  # by the hash of their files
        self._manifests: dict[str, dict[str, Any]] = {}
        self._imagined: dict[str, Any] = {}  # states of phases that are not on the disk, by the name of their folder
        self._listed: tuple[int | None, list[PhaseFolder]] | None = None
        self._held: list[PhaseFolder] | None = None
        self._past = False

    # -- beginning

    @classmethod
    def create(
        cls,
        folder: Path,
        *,
        game: str,
        title: str,
        id: str,
        language: str,
        seats: Sequence[Mapping[str, str]],
        options: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        position: bytes = b"",
    ) -> Campaign:
        """Start a campaign in ``folder``, which must not exist or be empty.

        ``seats``: one mapping per seat, clockwise, of any of id, player, address, language, colour; ids left out are
        taken from the palette. ``settings`` are further settings of ``campaign.yaml``. ``position`` describes where the
        game begins, with its own seats and options. Raises CampaignError.
        """
        from gm.newconfig import new_config, write_config

        rules = load_rules(game)
        if position:
            from gm.position import seats_and_options

            lang: Lang = "ru" if language == "ru" else "en"
            seats, options = seats_and_options(rules, position, lang, seats, options or {})
        chosen = {**(settings or {}), "id": id, "title": title, "game": rules.id, "language": language}
        config, parsed, text = new_config({**chosen, "options": dict(options or {})}, seats, rules)
        chairs = tuple(map(config.chair, config.seats))
        check_options(rules, chairs, parsed, rules.content({}), text, "campaign.yaml")
        with disk.writing(folder):
            if folder.exists() and (not folder.is_dir() or not _unfinished(folder)):
                raise CampaignError("folder_taken", REFUSED, path=str(folder))
            for name in _FOLDERS:
                disk.make_folder(folder.absolute() / name)
            if not (folder / "secret.yaml").exists():
                write_secret(folder / "secret.yaml", draw(), config.language)
            if position:
                disk.write_durably(folder / POSITION, position)
            write_config(folder / "campaign.yaml", config, rules)  # the last: with it the folder is a campaign
        return cls.open(folder)

    @classmethod
    def open(cls, folder: Path) -> Campaign:
        """The campaign in ``folder``. CampaignError when there is none or its settings are wrong."""
        with disk.reading(folder):
            if not (folder / "campaign.yaml").is_file():
                raise CampaignError("no_campaign", USAGE, path=str(folder))
        fence(folder)
        campaign = cls(folder)
        check_config(campaign.config, campaign.rules, campaign._config_bytes, str(folder / "campaign.yaml"))
        check_fixed(campaign)
        return campaign

    # -- what the GM set

    @cached_property
    def _config_bytes(self) -> bytes:
        return disk.read(self.folder / "campaign.yaml")

    @cached_property
    def config(self) -> Config:
        """The settings of ``campaign.yaml``."""
        return parse_config(self._config_bytes, str(self.folder / "campaign.yaml"))

    @cached_property
    def rules(self) -> Ruleset:
        """The game that is played."""
        from gm import rulesets

        try:
            return load_rules(self.config.game)
        except CampaignError:
            path = str(self.folder / "campaign.yaml")
            raise no_such_game(self.config, rulesets.GAMES, self._config_bytes, path) from None

    @cached_property
    def options(self) -> Any:
        """The ruleset's options as its own model."""
        path = str(self.folder / "campaign.yaml")
        options = read_options(self.config, self.rules.options, self._config_bytes, path)
        check_options(self.rules, self.seats(), options, self.content, self._config_bytes, path)
        return options

    def check_options(self) -> None:
        """Raise CampaignError if the options or the overlay would keep the game from starting."""
        _ = self.options

    @cached_property
    def secret(self) -> Secret:
        """The secrets of the campaign, or what its published record tells of them."""
        path, revealed = self.folder / "secret.yaml", self.folder / REVEALED
        return read_revealed(revealed) if not path.exists() and revealed.exists() else read_secret(path)

    @property
    def revealed(self) -> bool:
        """Whether the dice secret was published: then no further phase is played."""
        return (self.folder / REVEALED).exists()

    @cached_property
    def position(self) -> bytes:
        """The description of where the game begins; empty when it is set up by its rules."""
        path = self.folder / POSITION
        return disk.read(path) or b"\n" if path.exists() else b""  # one that was emptied is not none at all

    @cached_property
    def overlay(self) -> dict[str, Any]:
        """The campaign's own rows: table name -> rows, from ``content/*.yaml``."""
        return {table: file.root.plain() for table, file in self._tables.items()}

    @cached_property
    def _tables(self) -> dict[str, TableFile]:
        return read_overlay(self.folder / "content")

    @cached_property
    def content(self) -> Any:
        """The ruleset's tables with the campaign's overlay."""
        try:
            return load_content(self.rules, self.overlay, str(self.folder / "content"))
        except CampaignError as error:
            raise placed(error, self._tables) from None

    def seats(self) -> tuple[Seat, ...]:
        """The seats, clockwise, with their players' names and languages."""
        return tuple(map(self.config.chair, self.config.seats))

    # -- the record

    @property
    def phases_folder(self) -> Path:
        """Where the finished phases are."""
        return self.folder / "phases"

    def phases(self) -> list[PhaseFolder]:
        """The finished phases, oldest first. CampaignError when one between others is gone.

        The folder is listed again when its time of change is another one.
        """
        if self._held is not None:
            return [*self._held]
        changed = disk.changed(self.phases_folder)
        if self._listed is None or changed is None or self._listed[0] != changed:
            self._forget_phases()
            self._listed = changed, self._finished()
        return [*self._listed[1]]

    @contextmanager
    def held(self) -> Iterator[None]:
        """Until the end the finished phases are those of the beginning, whatever another process commits meanwhile.

        They are listed before anything else is read: what was read later and is newer, ``commit`` refuses.
        """
        if self._held is None:
            self._forget()
        before, self._held = self._held, self.phases()
        try:
            yield
        finally:
            self._held = before

    @contextmanager
    def as_of(self, phases: Sequence[PhaseFolder]) -> Iterator[None]:
        """Until the end only these phases are finished, so that the one after them is open; nothing can be written."""
        before, self._held, self._past = (self._held, self._past), [*phases], True
        try:
            yield
        finally:
            self._held, self._past = before

    def imagine(self, played: Played, revision: int) -> PhaseFolder:
        """A phase that was played and is nowhere on the disk, as if it lay there: for ``as_of``."""
        name = folder_name(played.number, played.turn, played.phase, revision)
        phase = PhaseFolder(played.number, played.turn, played.phase, self.phases_folder / name, revision)
        self._manifests[name], self._imagined[name] = dict(played.manifest), played.state
        return phase

    def _finished(self) -> list[PhaseFolder]:
        found = chain(self.folders(), self.manifest)
        for number, phase in enumerate(found):
            if phase.number != number:
                raise CampaignError("phase_missing", DAMAGED, name=f"{number:04}-…")
        while found and self.manifest(found[-1]).get("more"):
            found.pop()
        return found

    def folders(self) -> list[PhaseFolder]:
        """Every folder that looks like a phase, finished or not, in the order of play."""
        return phase_folders(self.phases_folder)

    def last(self) -> PhaseFolder | None:
        """The newest finished phase; None while entry is open."""
        phases = self.phases()
        return phases[-1] if phases else None

    def manifest(self, phase: PhaseFolder) -> dict[str, Any]:
        """The manifest of a phase: hashes, versions, time."""
        if phase.name not in self._manifests:
            path = phase.path / "manifest.json"
            self._manifests[phase.name] = record.load_manifest(disk.read(path), str(path))
        return self._manifests[phase.name]

    def file(self, phase: PhaseFolder, name: str) -> bytes:
        """A file of a finished phase, exactly as it was committed. CampaignError when it was edited since."""
        from hashlib import sha256

        path = phase.path / name
        data = disk.read(path)
        if sha256(data).hexdigest() != self.manifest(phase)["files"].get(name):
            raise CampaignError("file_edited", DAMAGED, path=str(path))
        return data

    def events(self, phase: PhaseFolder) -> list[Event]:
        """Everything that happened in a phase."""
        path = phase.path / "events.jsonl"
        return record.load_events(self.event_types, self.file(phase, "events.jsonl"), str(path))

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """The events of the core and of the game."""
        return (*entry.EVENTS, *rulings.EVENTS, *self.rules.events, *self.rules.ruling_events)

    def state_after(self, phase: PhaseFolder) -> Any:
        """The state at the end of a phase; not to be changed."""
        if phase.name in self._imagined:
            return self._imagined[phase.name]
        key = self.manifest(phase)["files"].get("state.json", "")
        if key not in self._states:
            path = phase.path / "state.json"
            data = self.file(phase, "state.json")
            if len(self._states) > 1:  # a phase needs the state before it and its own
                self._states.pop(next(iter(self._states)))
            self._states[key] = record.load_state(self.rules, data, self.content, str(path))
        return self._states[key]

    # -- what is open now

    def state(self) -> Any:
        """The current state; None while entry is open. Not to be changed."""
        last = self.last()
        return self.state_after(last) if last else None

    def opened(self) -> OpenPhase | None:
        """The window in which orders are collected; None when the game is over, or was ended by telling the secret."""
        if self.revealed and not self._past:
            return None
        state = self.state()
        return entry.opened(tuple(self.config.seats)) if state is None else self.rules.open_phase(state)

    def open_rules(self) -> Ruleset:
        """The rules of the open phase: the game's, or those of entry."""
        return entry.rules(self.rules) if self.last() is None else self.rules

    def view(self, seat: str | None) -> Any:
        """What a seat (None: a spectator) may know now."""
        if seat is not None and seat not in self.config.seats:
            raise CampaignError("no_seat", REFUSED, typed=seat)
        state = self.state()
        if state is None:
            return entry.view(seat, self.config.title, self.rules, self.seats(), self.content, self.secret.hash)
        return self.rules.view(state, seat)

    def played_here(self) -> PhaseFolder | None:
        """The finished phase that was played in the place of the open one: only within ``as_of`` there is one."""
        if self._held is None:
            return None
        number = len(self._held)
        return next((phase for phase in self._finished() if phase.number == number), None)

    def goes_on_after(self, number: int) -> bool:
        """Whether the record on the disk has phases behind that number, whatever ``as_of`` leaves out."""
        return any(phase.number > number for phase in self._finished())

    def played_at(self, desk: str) -> PhaseFolder | None:
        """The finished phase with that folder of the inbox that is played again; there is one only within ``as_of``."""
        if self._held is None:
            return None
        number = len(self._held)
        return next((phase for phase in self._finished() if phase.number >= number and phase.desk == desk), None)

    def name_of_next(self) -> str:
        """The name of the folder that the open phase will have. CampaignError when the game is over."""
        number, window = len(self.phases()), self.window()
        if window is None:
            raise CampaignError("game_over", REFUSED)
        return folder_name(number, *window)

    def window(self) -> tuple[int, str] | None:
        """Turn and phase of the open phase; None when there is none. The manifest tells it, without the state."""
        last = self.last()
        about = self.manifest(last)["about"] if last else None
        if about and not (self.revealed and not self._past):
            return (about["next_turn"], about["next_phase"]) if about["next_phase"] else None
        opened = self.opened()
        return (opened.turn, opened.phase) if opened else None

    # -- writing

    @contextmanager
    def lock(self, patience: float = 0) -> Iterator[None]:
        """Be the only writer for a while. CampaignError (exit code 3) when somebody else is, for so many seconds.

        What was known of the disk before somebody else was waited for is forgotten.
        """
        with self._lock.held(patience) as waited:
            if waited:
                self._forget()
            yield

    def commit(self, outcome: Outcome, replacing: Sequence[PhaseFolder] = ()) -> Path:
        """Put the outcome in place, all or nothing, and return its last folder.

        Everything is written aside and made durable; then one rename per phase, of which only the last counts.
        ``replacing`` are the phases at the end of the record that the outcome corrects; they are put aside.
        """
        with self.lock(), disk.writing(self.phases_folder):
            self._forget()
            phases = self.phases()
            kept = phases[: len(phases) - len(replacing)]
            last = kept[-1] if kept else None
            if phases[len(kept) :] != [*replacing] or self._parent(last) != (
                outcome.parent,
                outcome.played[0].manifest["parent"],
            ):
                raise CampaignError("moved_on", PERSON, name=phases[-1].name if phases else "")
            disk.make_folder(self.phases_folder)
            self._clear_leftovers()
            drafts = {self.phases_folder / f".{name}": played for name, played in outcome.named.items()}
            for draft, played in drafts.items():
                disk.write_tree(draft, played.files)
            disk.sync_trees(drafts)
            self._keep_what_players_said(outcome)
            finals = [(draft, draft.with_name(draft.name[1:])) for draft in drafts]
            for draft, final in reversed(finals) if replacing else finals:
                disk.rename(draft, final)
            disk.sync_folder(self.phases_folder)
            self._forget()
            if replacing:
                with suppress(CampaignError):  # it counts already; the next writer clears away what still lies there
                    self._clear_leftovers()
        return finals[-1][1]

    def _parent(self, last: PhaseFolder | None) -> tuple[str, str]:
        """The name and the hash that the next phase must name as its parent's."""
        return (last.name, record.manifest_hash(self.manifest(last))) if last else ("", "")

    def _keep_what_players_said(self, outcome: Outcome) -> None:
        """Entry tells phrases, names and languages. Written before the rename; done again, it changes nothing."""
        if outcome.phrases is not None and outcome.phrases != self.secret.phrases:
            told = replace(self.secret, phrases=outcome.phrases)
            write_secret(self.folder / "secret.yaml", told, self.config.language)
        if outcome.players:
            from gm.config import set_players

            path = self.folder / "campaign.yaml"
            changed = set_players(self._config_bytes, outcome.players)
            if changed != self._config_bytes:
                disk.write_durably(path, changed)

    def last_run(self) -> list[PhaseFolder]:
        """The last phase with those that ran on to it: what one undo takes back. CampaignError when there is none."""
        phases = self.phases()
        if not phases:
            raise CampaignError("nothing_to_undo", REFUSED)
        first = len(phases) - 1
        while first and self.manifest(phases[first - 1]).get("more"):
            first -= 1
        return phases[first:]

    def undo(self) -> Path:
        """Take the last phase back, with the phases that ran on to it; it is kept in ``undone/``. Returns where.

        Nothing else is restored; the orders stay in the inbox. CampaignError when nothing was played yet.
        """
        with self.lock(), disk.writing(self.folder / "undone"):
            self._forget()
            last = self.last()
            if last is None:
                raise CampaignError("nothing_to_undo", REFUSED)
            self._check_before(last)
            kept = self._put_aside(last)
            self._forget()
            self._clear_leftovers()
        return kept

    def undo_from(self, number: int) -> list[Path]:
        """Take back everything from the phase of that number on, run by run, while nobody else writes. Returns where.

        Broken off half way it leaves a campaign that goes on from an earlier phase, like so many single undos.
        """
        kept = []
        with self.lock():
            while (last := self.last()) is not None and last.number >= number:
                kept.append(self.undo())
        return kept

    def _check_before(self, last: PhaseFolder) -> None:
        """Read what will be the newest phase: where it is damaged, that is told before anything is moved."""
        for phase in reversed(self.phases()[: last.number]):
            if not self.manifest(phase).get("more"):
                break

    def _put_aside(self, phase: PhaseFolder) -> Path:
        undone = self.folder / "undone"
        with disk.writing(undone):
            disk.make_folder(undone)
            kept = next(path for path in _numbered(undone, phase.name) if not path.exists())
            disk.rename(phase.path, kept)
            pages = self.folder / "pages" / phase.name
            if pages.is_dir():  # so that nobody sends a player a page that no longer holds
                disk.rename(pages, kept / "pages")
            disk.sync_folder(undone)
            disk.sync_folder(self.phases_folder)
        return kept

    def _clear_leftovers(self) -> None:
        """Remove drafts that a crash left, and put aside folders of a run that was never finished."""
        for path in disk.entries(self.phases_folder):
            if path.name.startswith("."):
                disk.remove(path)
        finished = self.phases()
        for phase in reversed(self.folders()):
            if phase not in finished:
                self._put_aside(phase)
        self._forget_phases()

    def _forget(self) -> None:
        """Look at the disk again: somebody else may have written, or we have."""
        self._forget_phases()
        for name in ("config", "_config_bytes", "options", "secret"):
            self.__dict__.pop(name, None)

    def _forget_phases(self) -> None:
        self._listed = None
        self._manifests.clear()
        self._imagined.clear()


def _unfinished(folder: Path) -> bool:
    """Whether a folder is empty, or holds what a ``create`` that was broken off left: no settings, no record yet."""
    names = {path.name: path for path in disk.entries(folder)}
    begun = {
        *_FOLDERS,
        "secret.yaml",
        POSITION,
        *(f".{name}.new" for name in ("secret.yaml", POSITION, "campaign.yaml")),
    }
    return names.keys() <= begun and not any(disk.entries(names[name]) for name in _FOLDERS if name in names)


def _numbered(folder: Path, name: str) -> Iterator[Path]:
    """``name-001``, ``name-002``, …"""
    return (folder / f"{name}-{number:03}" for number in range(1, 1_000_000))
