"""Commands that look: status, events, history, verify."""

from __future__ import annotations

from collections.abc import Sequence
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
)
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.campaign import Campaign, PhaseFolder
    from gm.config import Config
    from gm.history import Line
    from gm.inbox import Filed
    from gm.model import Event, OpenPhase


@command("status")
@json_option
@desk
def status_command(desk: Desk, as_json: bool) -> None:
    """Show which phase is open, who has sent orders, who is awaited, and until when."""
    from gm import hold, inbox

    campaign = desk.campaign
    if campaign.last() is None:
        campaign.check_options()  # what is wrong with them is told now, not when everybody has sent orders
    opened = campaign.opened()
    sent = inbox.who_sent(campaign) if opened else {}
    if as_json:
        answer(_status_facts(desk, opened, sent))
        return
    say(campaign.config.title)
    if opened is None:
        say(_("The game is over."))
        return
    title = campaign.open_rules().phase(opened.phase).title.of(current_lang())
    say(_("Turn {turn}, phase: {phase}").format(turn=opened.turn, phase=title))
    if deadline := campaign.config.deadline(opened.phase):
        say(_("Orders are accepted until {deadline}").format(deadline=deadline))
    names = {seat.id: seat.name for seat in campaign.seats()}
    say(table([(seat, names[seat], _state_of(seat, campaign, opened, sent)) for seat in campaign.config.seats]))
    for question in hold.questions(campaign):
        say(_("The phase is held. {seat} is asked: {question}").format(seat=question.seat, question=question.text))
    waiting = [seat for seat in opened.must if sent[seat] is None]
    if waiting:
        tell(_("Awaited: {seats}").format(seats=", ".join(waiting)))
    else:
        tell(_("Nobody is awaited; gm resolve plays the phase."))
    tell_ignored(campaign)


def tell_ignored(campaign: Campaign) -> None:
    """Options that the GM changed when they were fixed already."""
    from gm.fixed import ignored_options

    if ignored := ignored_options(campaign):
        message = _("campaign.yaml: the options are fixed since the entry phase; what was changed is ignored: {keys}")
        tell(message.format(keys=", ".join(ignored)))


def _state_of(seat: str, campaign: Campaign, opened: OpenPhase, sent: dict[str, Any]) -> str:
    from gm.check import summary

    if seat not in opened.may:
        return _("has nothing to send")
    filed = sent[seat]
    if filed is None:
        return _("awaited") if seat in opened.must else _("may send orders")
    late = _("late") if _is_late(campaign, filed) else ""
    parts = (summary(filed.accepted, filed.refused), campaign.config.local(filed.when), late)
    return "  ".join(part for part in parts if part)


def _is_late(campaign: Campaign, filed: Filed) -> bool:
    """Whether a player's file came after the deadline; the bot's comes when the GM calls it."""
    from datetime import datetime

    try:
        return filed.channel != "bot" and campaign.is_late(datetime.fromisoformat(filed.when))
    except ValueError:
        return False


def _status_facts(desk: Desk, opened: OpenPhase | None, sent: dict[str, Any]) -> dict[str, Any]:
    from gm.fixed import ignored_options
    from gm.hold import questions

    campaign = desk.campaign
    seats = {
        seat: {
            "may": bool(opened and seat in opened.may),
            "must": bool(opened and seat in opened.must),
            "sent": None
            if sent.get(seat) is None
            else {
                **{key: getattr(sent[seat], key) for key in ("number", "when", "channel", "accepted", "refused")},
                "late": _is_late(campaign, sent[seat]),
            },
        }
        for seat in campaign.config.seats
    }
    return {
        "campaign": campaign.config.id,
        "over": opened is None,
        "turn": opened.turn if opened else None,
        "phase": opened.phase if opened else None,
        "deadline": campaign.config.deadline(opened.phase) if opened else "",
        "seats": seats,
        "held": [{"seat": one.seat, "question": one.text, "when": one.when} for one in questions(campaign)],
        "ignored_options": ignored_options(campaign),
    }


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
    wanted = desk.phase(phase) if phase else None
    who = desk.seat(seat) if seat else None
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
    done = {"bot": _("bot"), "hold": _("nothing")}
    parts = []
    for how in dict.fromkeys(line.silent.values()):
        whom = [seat for seat, one in line.silent.items() if one == how]
        parts.append(f"{done.get(how, how)}: {_('all') if len(whom) == seats else ', '.join(whom)}")
    return "; ".join(parts)
