"""Commands that look: status, events, history, verify."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from gm.cli.base import Desk, answer, command, current_lang, desk, json_option, option, say, table, tell
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.inbox import Filed
    from gm.model import OpenPhase


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
@option("--turn", metavar="N", type=int, help="Only of that turn.")
@option("--phase", metavar="PHASE", offer="phases", help="Only of that phase.")
@option("--json", "as_json", is_flag=True, help="Print one line of JSON for every event.")
@desk
def events_command(desk: Desk, seat: str | None, turn: int | None, phase: str | None, as_json: bool) -> None:
    """Print everything that happened so far, event by event, with the paragraph of the rules each rests on."""
    from gm.check import plain
    from gm.record import dump_events
    from gm.words import words

    campaign = desk.campaign
    wanted = desk.phase(phase) if phase else None
    who = desk.seat(seat) if seat else None
    for one in campaign.phases():
        if turn not in (None, one.turn) or wanted not in (None, one.phase):
            continue
        told = [event for event in campaign.events(one) if who is None or event.visible_to(who)]
        if as_json:
            click.echo(dump_events(told).decode(), nl=False)
            continue
        view = campaign.rules.view(campaign.state_after(one), who)
        lang = desk.asked_lang or current_lang()
        speech = words(campaign.rules, lang, view)
        say(one.name)
        for event in told:
            said, rule = plain(speech.sentence(event)), f"({campaign.rules.heading(event.rule, lang)})"
            say(f"  {said}" if said.rstrip(".").endswith(rule) else f"  {said} {rule}")


@command("history")
@json_option
@desk
def history_command(desk: Desk, as_json: bool) -> None:
    """List the phases that were played, with their times and hashes."""
    from gm.record import manifest_hash

    campaign = desk.campaign
    rows = []
    for one in campaign.phases():
        manifest = campaign.manifest(one)
        rows.append(
            {
                "folder": one.name,
                "time": manifest.get("time", ""),
                "version": manifest["gm"],
                "silent": [*manifest.get("silent", {})],
                "hash": manifest_hash(manifest),
            }
        )
    if as_json:
        answer({"secret_hash": campaign.secret.hash, "phases": rows})
    elif rows:
        local = campaign.config.local
        say(table([(row["folder"], local(row["time"]), f"gm {row['version']}", row["hash"][:16]) for row in rows]))
    else:
        tell(_("No phase has been played yet."))
