"""Commands that look: status, events, history, verify."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gm.cli.base import (
    TURNS,
    Desk,
    answer,
    command,
    current_lang,
    desk,
    json_option,
    meant,
    option,
    say,
    table,
    tell,
    write_new,
)
from gm.i18n import text as _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gm.campaign import Campaign, PhaseFolder
    from gm.config import Config
    from gm.counting import Stand
    from gm.history import Line
    from gm.inbox import Filed
    from gm.model import Event, OpenPhase


@command("status")
@option(
    "--ics",
    "calendar",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write the deadline into this file, for calendars.",
)
@json_option
@desk
def status_command(desk: Desk, calendar: Path | None, as_json: bool) -> None:
    """Show which phase is open, who has sent orders, who is awaited, and until when."""
    from gm import hold, inbox
    from gm.cli.post import tell_letters

    campaign = desk.campaign
    if campaign.last() is None:
        campaign.check_options()  # what is wrong with them is told now, not when everybody has sent orders
    opened = campaign.opened()
    stands = inbox.stands(campaign) if opened else {}
    if calendar is not None:
        from gm.calendar import ics

        write_new(calendar, ics(campaign, desk.asked_lang or current_lang()).encode())
    if as_json:
        answer(_status_facts(desk, opened, stands))
        return
    say(campaign.config.title)
    if opened is None:
        say(_("The game is over."))
        tell_letters(campaign)
        return
    title = campaign.open_rules().phase(opened.phase).title.of(current_lang())
    say(_("Turn {turn}, phase: {phase}").format(turn=opened.turn, phase=title))
    for line in _until(campaign):
        say(line)
    names = {seat.id: seat.name for seat in campaign.seats()}
    say(table([(seat, names[seat], _state_of(seat, campaign, opened, stands)) for seat in campaign.config.seats]))
    for question in hold.questions(campaign):
        say(_("The phase is held. {seat} is asked: {question}").format(seat=question.seat, question=question.text))
    tell_awaited(campaign, opened, stands)
    tell_ignored(campaign)
    tell_letters(campaign)
    if calendar is not None:
        tell(_("Written to {path}").format(path=calendar))


def _until(campaign: Campaign) -> Iterator[str]:
    """The deadline, how far away it is, and what the game master alone knows about it."""
    from gm.cli.base import now
    from gm.deadlines import current, left
    from gm.i18n import number

    deadline = current(campaign)
    if not deadline.text:
        return
    said = _("Orders are accepted until {deadline}").format(deadline=deadline.text)
    yield f"{said}, {left(deadline.until, now())}" if deadline.until else said
    if moved := deadline.moved:
        said = _("The deadline was moved by {who}: {why}") if moved.why else _("The deadline was moved by {who}.")
        yield said.format(who=moved.who, why=moved.why)
    if deadline.until and deadline.grace:
        yield number("Time of grace: {n} minute more", "Time of grace: {n} minutes more", campaign.config.grace)


def tell_awaited(campaign: Campaign, opened: OpenPhase, stands: Mapping[str, Stand]) -> None:
    """Who is still awaited, and what the game master should look at first."""
    from gm.cli.base import now
    from gm.deadlines import current
    from gm.ready import all_ready
    from gm.standin import policy

    silent = [seat for seat in opened.must if stands[seat].file is None]
    waiting = [seat for seat in silent if not policy(campaign.config, seat, now()).away]
    if waiting:
        tell(_("Awaited: {seats}").format(seats=", ".join(waiting)))
    else:
        tell(_("Nobody is awaited; gm resolve plays the phase."))
    if uncounted := [seat for seat in silent if stands[seat].uncounted]:
        message = _("A file came that does not count: {seats}. gm accept SEAT lets it count.")
        tell(message.format(seats=", ".join(uncounted)))
    if campaign.config.early and all_ready(campaign, now()):
        tell(_("Everybody is ready."))
    if current(campaign).stale:
        tell(_("The deadline in campaign.yaml had passed before this phase began: set it anew, or every file is late."))


def tell_ignored(campaign: Campaign) -> None:
    """Options that the GM changed when they were fixed already."""
    from gm.fixed import ignored_options

    if ignored := ignored_options(campaign):
        message = _("campaign.yaml: the options are fixed since the entry phase; what was changed is ignored: {keys}")
        tell(message.format(keys=", ".join(ignored)))


def _state_of(seat: str, campaign: Campaign, opened: OpenPhase, stands: Mapping[str, Stand]) -> str:
    """All about one seat, on one line."""
    parts = [*_sent_by(seat, campaign, opened, stands), *_otherwise(seat, campaign)]
    return "  ".join(part for part in parts if part)


def _sent_by(seat: str, campaign: Campaign, opened: OpenPhase, stands: Mapping[str, Stand]) -> Iterator[str]:
    """The file that counts, or what is awaited; and a newer file that does not count."""
    from gm.check import summary
    from gm.cli.base import now

    if seat not in opened.may:
        yield _("has nothing to send")
        return
    stand, local = stands[seat], campaign.config.local
    if stand.file is None:
        away = campaign.config.is_away(seat, now())
        yield _("may send orders") if seat not in opened.must else "" if away else _("awaited")
    else:
        yield summary(stand.file.accepted, stand.file.refused)
        yield local(stand.file.when)
        yield _("late") if stand.file.number in stand.late else ""
        yield _("in the time of grace") if stand.file.number in stand.grace else ""
    if stand.decision:
        said = _("decided by {who}: {why}") if stand.decision.why else _("decided by {who}")
        yield said.format(who=stand.decision.who, why=stand.decision.why)
    newest = stand.newest
    if newest and newest != stand.file and (why := _why_not(stand.against.get(newest.number, ""))):
        yield _("{name} does not count: {why}").format(name=newest.path.name, why=why)


def _why_not(reason: str) -> str:
    """Why a file does not count, in a word or two; a blank one is not worth a word."""
    words = {"late": _("it came late"), "mistakes": _("it has mistakes"), "not_understood": _("no order is understood")}
    return words.get(reason, "")


def _otherwise(seat: str, campaign: Campaign) -> Iterator[str]:
    """What holds if the seat is silent: absence, its own setting, standing orders."""
    from gm import inbox
    from gm.cli.base import now
    from gm.ready import ready

    if seat in ready(campaign):
        yield _("ready")
    if absence := campaign.config.absence(seat):
        if campaign.config.is_away(seat, now()):
            yield _("away until {last}").format(last=absence.last)
        elif str(absence.first) > campaign.config.local(now().isoformat()):
            yield _("away from {first} until {last}").format(first=absence.first, last=absence.last)
    if own := campaign.config.seats[seat].missing:
        yield _("if silent: {what}").format(what=own)
    if standing := inbox.all_standing(campaign, seat):
        yield _("standing orders: {phases}").format(phases=", ".join(standing))


def _status_facts(desk: Desk, opened: OpenPhase | None, stands: Mapping[str, Stand]) -> dict[str, Any]:
    from gm.cli.post import letter_facts
    from gm.fixed import ignored_options
    from gm.hold import questions

    campaign = desk.campaign
    return {
        "campaign": campaign.config.id,
        "over": opened is None,
        "turn": opened.turn if opened else None,
        "phase": opened.phase if opened else None,
        **_deadline_facts(campaign),
        "seats": {seat: _seat_facts(campaign, seat, opened, stands.get(seat)) for seat in campaign.config.seats},
        "held": [{"seat": one.seat, "question": one.text, "when": one.when} for one in questions(campaign)],
        "ignored_options": ignored_options(campaign),
        "letters": letter_facts(campaign),
    }


def _deadline_facts(campaign: Campaign) -> dict[str, Any]:
    """``deadline`` is for people, ``until`` the moment (empty: there is none), ``utc`` the same in UTC."""
    from datetime import UTC

    from gm.deadlines import current

    deadline = current(campaign)
    moved = [
        {"until": one.until, "was": one.was, "who": one.who, "when": one.when, "why": one.why}
        for one in deadline.extensions
    ]
    return {
        "deadline": deadline.text,
        "until": deadline.until.isoformat() if deadline.until else "",
        "utc": deadline.until.astimezone(UTC).isoformat() if deadline.until else "",
        "opened": deadline.since.isoformat() if deadline.since else "",
        "extensions": moved,
        "grace": campaign.config.grace,
    }


def _seat_facts(campaign: Campaign, seat: str, opened: OpenPhase | None, stand: Stand | None) -> dict[str, Any]:
    """``sent`` is the file that counts, ``newest`` the one that came last."""
    from gm import inbox
    from gm.cli.base import now
    from gm.ready import ready

    absence, standing = campaign.config.absence(seat), inbox.all_standing(campaign, seat)
    decision = stand.decision if stand else None
    return {
        "may": bool(opened and seat in opened.may),
        "must": bool(opened and seat in opened.must),
        "sent": _file_facts(stand, stand.file) if stand else None,
        "newest": _file_facts(stand, stand.newest) if stand else None,
        "decision": {key: getattr(decision, key) for key in ("number", "who", "when", "why")} if decision else None,
        "absent": [str(absence.first), str(absence.last)] if absence else None,
        "away": campaign.config.is_away(seat, now()),
        "ready": seat in ready(campaign),
        "missing": campaign.config.seats[seat].missing or campaign.config.missing,
        "standing": {phase: filed.number for phase, filed in standing.items()},
    }


def _file_facts(stand: Stand, filed: Filed | None) -> dict[str, Any] | None:
    if filed is None:
        return None
    known = {key: getattr(filed, key) for key in ("number", "when", "channel", "accepted", "refused")}
    against = "" if filed == stand.file else stand.against.get(filed.number, "")
    times = {"late": filed.number in stand.late, "grace": filed.number in stand.grace}
    return {**known, **times, "counts": filed == stand.file, "why_not": against}


@command("events")
@option("--seat", metavar="SEAT", offer="seats", help="Only what that seat may know.")
@option("--turn", "turns", metavar="N", type=TURNS, help="Only of that turn, or of several: 2-4.")
@option("--phase", metavar="PHASE", offer="phases", help="Only of that phase.")
@option("--kind", "kinds", metavar="KIND", multiple=True, offer="kinds", help="Only events of that kind (repeatable).")
@option("--json", "as_json", is_flag=True, help="Print one line of JSON for every event.")
@desk
def events_command(
    desk: Desk, seat: str | None, turns: range | None, phase: str | None, kinds: tuple[str, ...], as_json: bool
) -> None:
    """Print everything that happened so far, event by event, with the paragraph of the rules each rests on.

    The kinds are those that --json shows: it prints for every event the folder of its phase, its kind, and all that is
    known of it.
    """
    campaign = desk.campaign
    wanted = desk.phase(phase) if phase is not None else None
    who = desk.seat(seat) if seat is not None else None
    types = _kinds(campaign, kinds)
    for one in campaign.phases():
        if (turns is not None and one.turn not in turns) or wanted not in (None, one.phase):
            continue
        told = [event for event in campaign.events(one) if who is None or event.visible_to(who)]
        told = [event for event in told if not types or type(event).__name__ in types]
        if as_json:
            click.echo(_in_folder(one, told), nl=False)
        elif told or not types:
            _say_events(desk, one, who, told)


def _kinds(campaign: Campaign, typed: Sequence[str]) -> set[str]:
    """The names of the event types that were meant."""
    from gm.model import Name

    names = [Name(kind.__name__, kind.__name__, kind.__name__) for kind in campaign.event_types]
    return {meant(word, names, "unknown_kind") for word in typed}


def _in_folder(phase: PhaseFolder, events: Sequence[Event]) -> bytes:
    """The lines of the record, with the folder of the phase in front."""
    from gm.record import dump_events

    head = f'{{"folder":"{phase.name}",'.encode()
    return b"".join(head + line[1:] for line in dump_events(events).splitlines(keepends=True))


def _say_events(desk: Desk, phase: PhaseFolder, who: str | None, events: Sequence[Event]) -> None:
    from gm.check import plain
    from gm.words import words

    campaign = desk.campaign
    view = campaign.rules.view(campaign.state_after(phase), who)
    lang = desk.asked_lang or current_lang()
    speech = words(campaign.rules, lang, view)
    say(phase.name)
    for event in events:
        said, rule = plain(speech.sentence(event)), f"({campaign.rules.heading(event.rule, lang)})"
        say(f"  {said}" if said.rstrip(".").endswith(rule) else f"  {said} {rule}")


@command("history")
@option("--all", "undone", is_flag=True, help="Also the phases that were taken back.")
@json_option
@desk
def history_command(desk: Desk, undone: bool, as_json: bool) -> None:
    """List the phases that were played, with their times and hashes.

    Every phase with the number of orders that were resolved, of events, and who sent none or was played by the bot.
    """
    from gm import history

    campaign = desk.campaign
    lines = history.lines(campaign, undone)
    if as_json:
        phases = [_history_facts(line) for line in lines]
        answer({"secret_hash": campaign.secret.hash, "phases": phases})
    elif lines:
        heads = (_("phase"), _("played"), _("orders"), _("events"), _("instead of orders"), _("version"), _("hash"))
        say(table([heads, *(_history_row(line, campaign.config) for line in lines)], right=(2, 3)))
        for line in filter(_is_corrected, lines):
            say(
                _("{folder} replaces {old}: {reason}").format(folder=line.folder, old=line.replaces, reason=line.reason)
            )
    else:
        tell(_("No phase has been played yet."))


def _is_corrected(line: Line) -> bool:
    return bool(line.replaces)


def _history_facts(line: Line) -> dict[str, Any]:
    kept = ("folder", "time", "version", "orders", "events", "hash", "undone", "damaged", "replaces", "reason")
    return {**{key: getattr(line, key) for key in kept}, "silent": dict(line.silent)}


def _history_row(line: Line, config: Config) -> tuple[str, ...]:
    name = _("{folder} (taken back)").format(folder=line.folder) if line.undone else line.folder
    if line.damaged:
        return (name, _("damaged"), "", "", "", "", "")
    orders, events = str(sum(line.orders.values())), str(line.events)
    instead = _instead(line, len(config.seats))
    return name, config.local(line.time), orders, events, instead, f"gm {line.version}", line.hash[:16]


def _instead(line: Line, seats: int) -> str:
    """For whom there were no orders of a player, by what was done instead."""
    from gm.standin import Instead

    done = {"bot": _("bot"), "hold": _("nothing"), "standing": _("standing orders")}
    silent = {seat: Instead.read(how).what for seat, how in line.silent.items()}
    parts = []
    for how in dict.fromkeys(silent.values()):
        whom = [seat for seat, one in silent.items() if one == how]
        parts.append(f"{done.get(how, how)}: {_('all') if len(whom) == seats else ', '.join(whom)}")
    return "; ".join(parts)
