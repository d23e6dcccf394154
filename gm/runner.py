"""Play phases and render everything that is kept of them. The same things give the same bytes: no folder, no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from gm import __version__, engine, entry, record
from gm.campaign import POSITION, folder_name
from gm.dice import Dice, DiceMissing, HandDice
from gm.meta import Meta, SeatTag
from gm.model import LANGUAGES, Decision, Event, Lang, OpenPhase, Orders, Ruleset, Seat
from gm.orders import Header, Reading
from gm.record import ViewMeta
from gm.rulings import RulingFailed, notes
from gm.secret import code, dice
from gm.trouble import PERSON, REFUSED, CampaignError
from gm.yamlfile import decode, tidy

if TYPE_CHECKING:
    from gm.campaign import Campaign, PhaseFolder

Files = tuple[tuple[str, bytes], ...]
RULINGS = "rulings.yaml"
"""The file of a phase that holds the game master's own changes, byte for byte."""
THROWN = "dice.yaml"
"""The file of a phase that holds the dice which the game master threw himself; it is there only if he did."""


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """The game master's own files for a phase, byte for byte: rulings, dice that he threw, the position of a new game.

    ``thrown`` None: the dice are seeded.
    """

    rulings: bytes = b""
    thrown: bytes | None = None
    position: bytes = b""

    @classmethod
    def kept(cls, campaign: Campaign, phase: PhaseFolder) -> OwnFiles:
        """Those with which a phase was played."""
        names = campaign.manifest(phase)["files"]
        rulings, thrown, position = (
            campaign.file(phase, name) if name in names else None for name in (RULINGS, THROWN, POSITION)
        )
        return cls(rulings or b"", thrown, position or b"")

    def files(self) -> Files:
        """Name in the folder of the phase, what it holds."""
        found = ((RULINGS, self.rulings or None), (THROWN, self.thrown), (POSITION, self.position or None))
        return tuple((name, data) for name, data in found if data is not None)


@dataclass(frozen=True, slots=True)
class Sent:
    """What a phase is resolved from: the order files byte for byte, how they read, and which seats were silent.

    ``silent`` maps seats that had to send orders and did not to what was done instead (``gm.meta.Meta``). ``in_words``:
    (seat, language) -> the same reading with suggestions in that language, for files with something to remark on.
    ``own`` are the game master's files; ``counting`` by what it was settled which files count.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    readings: Mapping[str, Reading] = field(default_factory=dict)
    silent: Mapping[str, str] = field(default_factory=dict)
    in_words: Mapping[tuple[str, Lang], Reading] = field(default_factory=dict)
    own: OwnFiles = field(default_factory=OwnFiles)
    counting: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        rules: Ruleset,
        opened: OpenPhase,
        views: Callable[[str], Any],
        files: Mapping[str, bytes],
        silent: Mapping[str, str],
        own: OwnFiles | None = None,
    ) -> Sent:
        """Order files read as a phase is resolved from them; ``views``: seat -> what it may know."""
        from gm.inbox import read_orders

        def of(seat: str, lang: Lang) -> Reading:
            return read_orders(rules, opened, views(seat), seat, files[seat], lang)

        first, *others = LANGUAGES
        readings = {seat: of(seat, first) for seat in opened.may if seat in files}
        wrong = [seat for seat, reading in readings.items() if reading.problems]
        in_words = {(seat, lang): of(seat, lang) for seat in wrong for lang in others}
        return cls({seat: files[seat] for seat in readings}, readings, silent, in_words, own or OwnFiles())

    def readings_in(self, lang: Lang) -> dict[str, Reading]:
        """How each seat's file reads, for people who read ``lang``."""
        return {seat: self.in_words.get((seat, lang), reading) for seat, reading in self.readings.items()}

    @property
    def orders(self) -> Orders:
        """The good orders of each seat."""
        return {seat: reading.orders for seat, reading in self.readings.items()}


@dataclass(frozen=True, slots=True)
class Correction:
    """What reports say when they replace earlier ones; the fields are those of ``Meta``. Empty: they replace none."""

    replaces: str = ""
    reason: str = ""
    unchanged: tuple[str, ...] = ()
    redrawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One phase of an outcome: its folder's name, what happened, all its files (relative to that folder)."""

    number: int
    turn: int
    phase: str
    sent: Sent
    events: list[Event]
    state: Any
    manifest: Mapping[str, Any]
    files: Files

    @property
    def name(self) -> str:
        """The name of its folder."""
        return folder_name(self.number, self.turn, self.phase)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A phase that was played but not yet rendered."""

    opened: OpenPhase
    sent: Sent
    events: list[Event]
    state: Any


def dice_missing(opened: OpenPhase, missing: DiceMissing) -> CampaignError:
    """What the game master is told who throws the dice himself (a person is needed)."""
    label, sides = missing.label, str(missing.sides)
    if missing.wrong is not None:
        return CampaignError(
            "dice_wrong", REFUSED, label=label, face=str(missing.wrong), sides=sides, phase=opened.phase
        )
    return CampaignError("dice_missing", PERSON, label=label, count=str(missing.count), sides=sides, phase=opened.phase)


def header_line(campaign: str, opened: OpenPhase, seat: str, key: bytes, generation: int = 0) -> Header:
    """The first line of a seat's order file for an open phase, with the seat's code."""
    return Header(campaign, str(opened.turn), opened.phase, seat, code(key, campaign, seat, opened.turn, generation))


@dataclass(slots=True)
class Runner:
    """All that playing and rendering depend on.

    ``options`` are needed for entry only; ``phrases`` are those of the campaign, or of the entry that is being
    played; ``title`` and ``deadline`` (of the phase that opens) are for reports, ``opens`` is what the manifest keeps
    of that deadline; ``players`` is what entry changes in ``campaign.yaml``;
    ``generations``: seat -> how many people sat there before, for the codes.
    """

    rules: Ruleset
    campaign: str
    title: str
    lang: Lang
    seats: tuple[Seat, ...]
    options: Any
    content: Any
    overlay: Mapping[str, Any]
    dice_secret: bytes
    code_key: bytes
    secret_hash: str
    phrases: Mapping[str, str]
    deadline: str = ""
    opens: Mapping[str, str] = field(default_factory=dict)
    version: str = __version__
    players: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    generations: Mapping[str, int] = field(default_factory=dict)
    correction: Correction = field(default_factory=Correction)

    @classmethod
    def of(cls, campaign: Campaign) -> Runner:
        """What a campaign's next resolve depends on."""
        config, secret = campaign.config, campaign.secret
        return cls(
            rules=campaign.rules,
            campaign=config.id,
            title=config.title,
            lang=config.language,
            seats=campaign.seats(),
            options=campaign.options if campaign.last() is None else None,
            content=campaign.content,
            overlay=campaign.overlay,
            dice_secret=secret.dice,
            code_key=secret.code,
            secret_hash=secret.hash,
            phrases=secret.phrases,
            generations=secret.generations,
        )

    def resolve(self, state: Any, opened: OpenPhase, sent: Sent) -> Resolved:
        """Play a phase; ``state`` None is entry."""
        changes = self._changes(state, sent)
        if state is None:
            return self._entry(opened, sent, changes)
        try:
            thrown = self._dice(sent)
            after, events = engine.resolve(self.rules, state, sent.orders, thrown, changes)
        except RulingFailed as failed:
            lines = tidy(decode(sent.own.rulings)).split("\n")
            raise CampaignError("bad_rulings", REFUSED, [failed.problem], lines, path=RULINGS) from None
        except DiceMissing as missing:
            raise dice_missing(opened, missing) from None
        return Resolved(opened, sent, events, after)

    def _dice(self, sent: Sent) -> Dice:
        """The dice of the campaign, or those that the game master threw."""
        seeded = dice(self.dice_secret, self.phrases)
        if sent.own.thrown is None:
            return seeded
        from gm.thrown import faces_in

        return HandDice(seeded, faces_in(sent.own.thrown, THROWN))

    def _changes(self, state: Any, sent: Sent) -> tuple[Decision, ...]:
        """The rulings of a phase that begins with this state."""
        if not sent.own.rulings:
            return ()
        from gm.rulingfile import changes_of

        return changes_of(self.rules, state, self.seats, sent.own.rulings, RULINGS)

    def _entry(self, opened: OpenPhase, sent: Sent, changes: Sequence[Decision]) -> Resolved:
        self.phrases = entry.phrases(sent.orders)
        thrown = self._dice(sent)
        try:
            state, events = entry.play(
                self.rules,
                self.seats,
                self.options,
                self.content,
                sent.orders,
                thrown,
                sent.own.position,
                self.lang,
            )
        except DiceMissing as missing:
            raise dice_missing(opened, missing) from None
        before, self.seats = self.seats, entry.joined(self.seats, sent.orders)
        self.players = {
            new.id: {"player": new.name, "language": new.lang}
            for old, new in zip(before, self.seats, strict=True)
            if (old.name, old.lang) != (new.name, new.lang)
        }
        return Resolved(opened, sent, [*events, *notes(changes)], state)

    def rendered(self, run: Sequence[Resolved], number: int, parent: str, when: datetime | None) -> tuple[Played, ...]:
        """The phases of a run with all their files; reports and forms are in the last one."""
        played: list[Played] = []
        for place, one in enumerate(run):
            last = place == len(run) - 1
            files = self._record_files(one)
            meta = self.meta(run)
            if last:
                files += self._pages(run, meta) + self._forms(one.state)
            manifest: dict[str, Any] = {
                "format": record.FORMAT,
                "gm": self.version,
                "game": self.rules.id,
                "number": number + place,
                "turn": one.opened.turn,
                "phase": one.opened.phase,
                "parent": parent,
                "content": self.content.key,
                "more": not last,
                "silent": dict(one.sent.silent),
                "about": asdict(meta) if last else None,
                "files": {name: sha256(data).hexdigest() for name, data in sorted(files)},
            }
            if one.sent.counting:
                manifest["counting"] = dict(one.sent.counting)
            if last and self.opens:
                manifest["opens"] = dict(self.opens)
            if self.generations:
                manifest["generations"] = dict(self.generations)
            if number + place == 0:
                manifest["setup"] = self._setup()
            parent = record.manifest_hash(manifest)
            if when is not None:
                manifest["time"] = when.isoformat(timespec="seconds")
            every = (*files, ("manifest.json", record.dump_manifest(manifest)))
            opened = one.opened
            played.append(
                Played(number + place, opened.turn, opened.phase, one.sent, one.events, one.state, manifest, every)
            )
        return tuple(played)

    def _setup(self) -> dict[str, Any]:
        """What the set-up depended on besides the orders of entry, for a later replay."""
        seats = [asdict(replace(seat, wishes="")) for seat in self.seats]
        return {"seats": seats, "options": msgspec.to_builtins(self.options)}

    def _record_files(self, one: Resolved) -> Files:
        orders = tuple((f"orders/{seat}.yaml", data) for seat, data in one.sent.files.items())
        state = record.dump_state(self.rules, one.state)
        return (*orders, *one.sent.own.files(), ("events.jsonl", record.dump_events(one.events)), ("state.json", state))

    def meta(self, run: Sequence[Resolved]) -> Meta:
        """What reports say about the campaign around them."""
        first, opened = run[0], self.rules.open_phase(run[-1].state)
        return Meta(
            campaign=self.campaign,
            title=self.title,
            turn=first.opened.turn,
            phase=first.opened.phase,
            next_turn=opened.turn if opened else 0,
            next_phase=opened.phase if opened else None,
            deadline=self.deadline if opened else "",
            secret_hash=self.secret_hash,
            seats=tuple(SeatTag(seat.id, seat.name, seat.colour, seat.lang) for seat in self.seats),
            run=tuple((one.opened.turn, one.opened.phase) for one in run),
            lang=self.lang,
            silent=tuple(first.sent.silent.items()),
            **asdict(self.correction),
            by_hand=any(one.sent.own.thrown is not None for one in run),
            secret=self.dice_secret.hex() if opened is None else "",
        )

    def _pages(self, run: Sequence[Resolved], meta: Meta) -> Files:
        """A report per seat, one for everybody, one for the GM."""
        from gm import reports

        state, events = run[-1].state, [event for one in run for event in one.events]
        pages = []
        for seat in self.seats:
            told = [event for event in events if event.visible_to(seat.id)]
            sent = run[0].sent.readings_in(seat.lang).get(seat.id)
            page = reports.report(self.rules, meta, self.rules.view(state, seat.id), told, seat.lang, sent)
            pages.append((f"reports/{seat.id}.md", page))
        spectator = self.rules.view(state, None)
        told = [event for event in events if event.visible_to(None)]
        pages.append(("reports/public.md", reports.public(self.rules, meta, spectator, told, self.lang)))
        page = reports.gm_report(self.rules, meta, spectator, events, self.lang, run[0].sent.readings_in(self.lang))
        pages.append(("reports/gm.md", page))
        return tuple((name, page.encode()) for name, page in pages)

    def _forms(self, state: Any) -> Files:
        """The blank form of each seat for the next phase, and the view file beside it."""
        from gm.forms import form

        opened = self.rules.open_phase(state)
        files: list[tuple[str, bytes]] = []
        for seat in self.seats if opened else ():
            assert opened is not None
            if seat.id not in opened.may:
                continue
            view = self.rules.view(state, seat.id)
            head = header_line(self.campaign, opened, seat.id, self.code_key, self.generations.get(seat.id, 0))
            files.append((f"forms/{seat.id}.yaml", form(self.rules, opened, view, head, seat.lang).encode()))
            meta = ViewMeta(self.campaign, seat.id, seat.lang, self.version)
            viewed = record.dump_view(self.rules, view, opened, meta, self.overlay)
            files.append((f"forms/{seat.id}.view.json", viewed))
        return tuple(files)
