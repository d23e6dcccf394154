"""From the newest order files to a phase that is ready to be committed. Nothing here writes to the disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

from gm import __version__, disk, entry, guard, hold, i18n, inbox, record, standin
from gm.campaign import Campaign, PhaseFolder, folder_name
from gm.config import Missing
from gm.model import Event, OpenPhase, Problem
from gm.orders import Header, Reading, header_of
from gm.record import ViewMeta
from gm.runner import THROWN, OwnFiles, Played, Resolved, Runner, Sent, header_line
from gm.secret import code
from gm.standin import Instead
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
        """Seats that had to send orders and did not, and what was done instead (``gm.meta.Meta``)."""
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
    campaign: Campaign,
    missing: Missing | None = None,
    when: datetime | None = None,
    *,
    anyway: bool = False,
    trial: bool = False,
) -> Outcome:
    """Play the open phase and those that run on from it.

    ``missing`` says what to do for silent seats (default: the settings of campaign and seats). Raises CampaignError:
    the game is over, or (exit code 3) orders are missing, the guard stops it (not if ``anyway``), or the phase is held;
    a ``trial`` is played while it is held.
    """
    with campaign.held():
        if not trial:
            hold.check(campaign)
        return _prepared(campaign, missing, when, anyway)


def _prepared(campaign: Campaign, missing: Missing | None, when: datetime | None, anyway: bool) -> Outcome:
    opened = campaign.opened()
    if opened is None:
        raise CampaignError("game_over", REFUSED)
    check_secret(campaign)
    guarded = campaign.config.guard and not anyway
    if guarded and when is not None:
        guard.check_clock(campaign, when)
    runner = Runner.of(campaign)
    run = played_on(campaign, runner, collect(campaign, opened, missing, when, guarded))
    return rendered(campaign, runner, run, when)


def check_secret(campaign: Campaign, entry_anew: bool = False) -> None:
    """Raise CampaignError where the secret or the phrases are not those with which the game was begun.

    Whatever rolls dice or tells the secret asks this first: other dice would be noticed only in the end. Where the
    entry is played anew (``entry_anew``) it tells the phrases itself; those at hand may be of one that was broken off.
    """
    phases = campaign.phases()
    if not phases:
        return
    path = str(campaign.folder / "secret.yaml")
    if campaign.manifest(phases[-1])["about"]["secret_hash"] != campaign.secret.hash:
        raise CampaignError("other_secret", DAMAGED, path=path)
    if not entry_anew and _phrases_of(campaign, phases[0]) != campaign.secret.phrases:
        raise CampaignError("other_phrases", DAMAGED, path=path)


def _phrases_of(campaign: Campaign, first: PhaseFolder) -> dict[str, str]:
    """The phrases that players gave in the entry phase, from their own files."""
    seats, game = campaign.seats(), entry.rules(campaign.rules)
    opened, orders = entry.opened(tuple(seat.id for seat in seats)), {}
    for seat in campaign.config.seats:
        if (name := f"orders/{seat}.yaml") in campaign.manifest(first)["files"]:
            view = entry.view(seat, campaign.config.title, game, seats, campaign.content)
            orders[seat] = inbox.read_orders(game, opened, view, seat, campaign.file(first, name), "en").orders
    return entry.phrases(orders)


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


def rendered(
    campaign: Campaign,
    runner: Runner,
    run: Sequence[Resolved],
    when: datetime | None,
    before: Mapping[str, Any] | None = None,
) -> Outcome:
    """A run of phases with all its files, to follow the newest phase of the campaign.

    ``before``: the manifest of the run that it corrects; the deadline that was told then holds.
    """
    last = campaign.last()
    _set_deadline(campaign, runner, run, when, before)
    parent = record.manifest_hash(campaign.manifest(last)) if last else ""
    played = runner.rendered(run, last.number + 1 if last else 0, parent, when)
    told = entry.phrases(run[0].sent.orders) if last is None else None
    return Outcome(last.name if last else "", played, told, runner.players if last is None else {})


def _set_deadline(
    campaign: Campaign,
    runner: Runner,
    run: Sequence[Resolved],
    when: datetime | None,
    before: Mapping[str, Any] | None,
) -> None:
    """The deadline of the phase that opens behind a run."""
    from gm import deadlines

    opened = runner.rules.open_phase(run[-1].state)
    if opened is None:
        return
    kept, about = (before or {}).get("opens"), (before or {}).get("about") or {}
    same = bool(about) and (about["next_turn"], about["next_phase"]) == (opened.turn, opened.phase)
    # words that the GM has changed since are those of the window that is open now alone
    if before and same and (kept or campaign.goes_on_after(before["number"])):
        runner.deadline = about["deadline"]
        runner.opens = {"since": before.get("time", ""), **kept} if kept else {}
        return
    runner.deadline, until = deadlines.opening(campaign.config, opened.phase, when)
    runner.opens = {"until": until.isoformat()} if until else {}


def own_files(campaign: Campaign, desk: str, position: bytes = b"") -> OwnFiles:
    """The game master's own files for a phase, by the name of its folder in the inbox."""
    return OwnFiles(rulings_for(campaign, desk), thrown_for(campaign, desk), position)


def rulings_for(campaign: Campaign, desk: str) -> bytes:
    """The game master's own file for a phase, by the name of its folder in the inbox; empty when there is none."""
    from gm.rulingfile import newest

    path = newest(campaign, desk)
    return disk.read(path) if path else b""


# -- orders


class Before(NamedTuple):
    """From what a phase was played the first time: what was done for silent seats, and the order files by seat."""

    silent: Mapping[str, str]
    files: Mapping[str, bytes]


def collect(
    campaign: Campaign,
    opened: OpenPhase,
    missing: Missing | None,
    when: datetime | None = None,
    guarded: bool = False,
    before: Before | None = None,
) -> Sent:
    """The order file of each seat that counts, read; for silent seats what ``missing`` or the settings say.

    ``guarded``: stop where unusually many are silent and the game master did not say himself what to do. ``before``:
    the phase is played again; seats that were silent then are treated as they were.
    """
    stands = inbox.stands(campaign)
    files = {seat: disk.read(one.file.path) for seat, one in stands.items() if one.file}
    bots = {seat: "bot" for seat, one in stands.items() if one.file and one.file.channel == "bot"}
    silent = {
        seat: standin.policy(campaign.config, seat, when, missing)._replace(uncounted=stands[seat].uncounted)
        for seat in opened.must
        if seat not in files
    }
    if before:
        silent |= {seat: Instead.read(how) for seat, how in before.silent.items() if seat in silent}
    if waited := _told(silent, "wait"):
        raise _awaited(waited, [seat for seat in waited if silent[seat].uncounted])
    if guarded and missing is None:
        guard.check_silence(campaign, opened.must, silent)
    standing = before.files if before else standin.standing_files(campaign, opened.phase, _told(silent, "standing"))
    silent |= {seat: silent[seat]._replace(what="hold") for seat in _told(silent, "standing") if seat not in standing}
    files |= {seat: standing[seat] for seat in _told(silent, "standing")}
    files |= {seat: _played_by_bot(campaign, opened, seat, before) for seat in _told(silent, "bot")}
    done = {seat: str(instead) for seat, instead in silent.items()}
    own = own_files(campaign, campaign.name_of_next(), b"" if campaign.last() else campaign.position)
    sent = Sent.read(campaign.rules, opened, campaign.view, files, {**bots, **done}, own)
    return replace(sent, counting=inbox.policies(campaign).kept())


def _played_by_bot(campaign: Campaign, opened: OpenPhase, seat: str, before: Before | None) -> bytes:
    """The bot's file; the one that was played before if it orders the same, in another language or with an old code."""
    made, kept = bot_file(campaign, opened, seat), before.files.get(seat) if before else None
    if (
        kept is not None
        and inbox.reading_of(campaign, seat, kept).orders == inbox.reading_of(campaign, seat, made).orders
    ):
        return kept
    return made


def _told(silent: Mapping[str, Instead], what: str) -> list[str]:
    return [seat for seat, instead in silent.items() if instead.what == what]


def _awaited(seats: Sequence[str], uncounted: Sequence[str]) -> CampaignError:
    """That orders are missing; ``uncounted``: the seats that sent orders which do not count."""
    if not uncounted:
        return CampaignError("orders_missing", PERSON, seats=", ".join(seats))
    return CampaignError("orders_not_counting", PERSON, seats=", ".join(seats), uncounted=", ".join(uncounted))


def thrown_for(campaign: Campaign, desk: str) -> bytes | None:
    """The dice that the game master threw for a phase; None where they are seeded.

    A phase that is played again keeps its kind of dice: no correction lets him throw what had fallen by the secret.
    """
    played = campaign.played_at(desk)
    by_hand = THROWN in campaign.manifest(played)["files"] if played else campaign.config.dice == "hand"
    if not by_hand:
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
    """The first line of a seat's order file for the open phase, with the code that is the seat's now."""
    secret = campaign.secret
    return header_line(campaign.config.id, opened, seat, secret.code, secret.generation(seat))


def blank_form(campaign: Campaign, seat: str) -> str:
    """The blank form of a seat for the open phase: as committed, or made now while entry is open.

    Where another person has taken the seat meanwhile it has the code of now, and is made anew in another language.
    """
    committed = _committed_form(campaign, seat)
    if committed is not None:
        return _with_notes(campaign, seat, committed)
    from gm.forms import form

    opened, view = campaign.opened(), campaign.view(seat)
    if opened is None or seat not in opened.may:
        raise CampaignError("game_over" if opened is None else "nothing_to_send", REFUSED, seat=seat)
    head, lang = header(campaign, opened, seat), campaign.config.lang(seat)
    return _with_notes(campaign, seat, form(campaign.open_rules(), opened, view, head, lang))


def _committed_form(campaign: Campaign, seat: str) -> str | None:
    """The form that the last resolve wrote, with the code of now; None: there is none in the seat's language.

    It needs neither the state nor, as far as the person is still the same, the secret.
    """
    last = campaign.last()
    if last is None or f"forms/{seat}.yaml" not in campaign.manifest(last)["files"]:
        return None
    manifest = campaign.manifest(last)
    if {tag["id"]: tag["lang"] for tag in manifest["about"]["seats"]}.get(seat) != campaign.config.lang(seat):
        return None
    text = campaign.file(last, f"forms/{seat}.yaml").decode()
    try:
        generation = campaign.secret.generation(seat)
    except CampaignError:  # without the secret nobody can tell codes apart, nor can anything be played
        return text
    head = header_of(text)
    if head is None or generation == manifest.get("generations", {}).get(seat, 0):
        return text
    newer = code(campaign.secret.code, head.campaign, seat, int(head.turn), generation)
    _first, rest = text.split("\n", 1)
    return f"{head._replace(code=newer)}\n{rest}"


def _with_notes(campaign: Campaign, seat: str, text: str) -> str:
    """The form with the deadline and what the game master asks the seat, as comments under its first two lines."""
    address, schema, *rest = text.split("\n")
    return "\n".join((address, schema, *_notes(campaign, seat), *rest))


def _notes(campaign: Campaign, seat: str) -> list[str]:
    """Until when orders are accepted, as it is now, and what is asked."""
    from gm.deadlines import current
    from gm.forms import WIDTH

    lang, until = campaign.config.lang(seat), current(campaign).text
    told = [i18n.text("Orders are accepted until {deadline}", lang).format(deadline=until)] if until else []
    asks = i18n.text("The game master asks: {question}", lang)
    told += [asks.format(question=question) for question in hold.asked(campaign, seat)]
    return [f"# {line}" for text in told for line in wrap(" ".join(text.split()), WIDTH)]


def view_file(campaign: Campaign, seat: str) -> bytes:
    """The view file of a seat for the open phase, for ``gm check --view``."""
    opened = campaign.opened()
    if opened is None:
        raise CampaignError("game_over", REFUSED)
    meta = ViewMeta(campaign.config.id, seat, campaign.config.lang(seat), __version__)
    return record.dump_view(campaign.open_rules(), campaign.view(seat), opened, meta, campaign.overlay)
