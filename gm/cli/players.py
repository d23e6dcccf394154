"""Commands about what players send: form, check, submit, bot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.base import (
    REFUSED,
    Desk,
    Trouble,
    answer,
    argument,
    campaign_trouble,
    command,
    current_lang,
    desk,
    into_option,
    json_option,
    option,
    places,
    read_input,
    say,
    stop,
    tell,
    to_type,
    write_new,
)
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.check import Checked
    from gm.inbox import Submission
    from gm.model import Problem


@command("form")
@argument("seat", "SEAT", "seats")
@into_option
@desk
def form_command(desk: Desk, seat: str, into: Path | None) -> None:
    """Print the blank order form of SEAT for the open phase.

    Send it to the player: it holds every order of the phase with hints, and his own fleets, planets and targets. The
    code in its first line says that the answer is his own, so it should reach nobody else.

    With --into the form is written as a file, with its JSON Schema (editors complete and check by it) and the view
    file for "gm check --view" beside it.
    """
    import json

    from gm import forms, play, schema

    seat = desk.seat(seat)
    text = play.blank_form(desk.campaign, seat)
    if into is None:
        say(text.rstrip("\n"))
        return
    opened = desk.campaign.opened()
    assert opened is not None, "there is a form, so a phase is open"
    stem = forms.file_stem(play.header(desk.campaign, opened, seat))
    kinds = opened.orders.get(seat, ())
    made = schema.schema(kinds, desk.campaign.view(seat), desk.campaign.config.lang(seat), stem)
    write_new(into / f"{stem}.yaml", text.encode())
    write_new(into / f"{stem}.schema.json", (json.dumps(made, ensure_ascii=False) + "\n").encode())
    write_new(into / f"{stem}.view.json", play.view_file(desk.campaign, seat))
    say(str(into / f"{stem}.yaml"))


@command("check")
@argument("words", "[SEAT] FILE", "seat_and_file", nargs=-1, required=True)
@option("--view", "view", metavar="VIEW", type=click.Path(path_type=Path), help="A view file instead of a campaign.")
@json_option
@desk
@click.pass_context
def check_command(ctx: click.Context, desk: Desk, words: tuple[str, ...], view: Path | None, as_json: bool) -> None:
    """Show every mistake in the order file FILE, with its place; nothing is filed.

    It also says what the orders would cost and what looks impossible. Without SEAT the first line of the file says
    whose orders they are. FILE may be - for what comes on standard input.

    A player who has no campaign checks with the view file that came with the form: gm check --view VIEW FILE
    """
    seat, path = _seat_and_file(words)
    data, name = read_input(path)
    checked = _checked_by_view(desk, view, data) if view else _checked_at_home(desk, seat, data)
    if as_json:
        from gm.problems import as_json as problem_json

        reading = checked.reading
        problems = [problem_json(problem, checked.lang) for problem in reading.problems]
        notes = [
            {"code": note.code, "args": note.args, "line": note.line, "warning": note.warning, "text": text}
            for note, text in checked.notes
        ]
        answer({"accepted": len(reading.orders), "refused": reading.refused, "problems": problems, "notes": notes})
    else:
        say(checked.shown(name))
    ctx.exit(0 if checked.ok else REFUSED)


def _seat_and_file(words: tuple[str, ...]) -> tuple[str | None, str]:
    if len(words) > 2:
        raise click.UsageError(_("Too many words: give a seat and a file, or a file alone."))
    return (words[0] if len(words) == 2 else None), words[-1]


def _checked_by_view(desk: Desk, view: Path, data: bytes) -> Checked:
    from gm.check import check_view
    from gm.record import load_view_file

    viewed = view.read_bytes()
    if not viewed.lstrip().startswith(b"{"):
        stop("no_view_file", path=str(view))
    rules, opened, seen, meta = load_view_file(viewed, str(view))
    return check_view(rules, opened, seen, meta, data, desk.asked_lang or meta.lang)


def _checked_at_home(desk: Desk, typed: str | None, data: bytes) -> Checked:
    """Checked in the campaign; whoever has none is told of the view file."""
    from gm.trouble import CampaignError

    try:
        return _checked_in_campaign(desk, typed, data)
    except CampaignError as error:
        if error.code != "no_campaign":
            raise
        hint = _("A player without the campaign checks with the view file that came with his form: {command}")
        command = to_type("check", "--view", "red.view.json", "red.yaml")
        raise Trouble(f"{campaign_trouble(error)}\n{hint.format(command=command)}", error.exit_code) from None


def _checked_in_campaign(desk: Desk, typed: str | None, data: bytes) -> Checked:
    from gm.check import check_in

    campaign = desk.campaign
    seat = desk.seat(typed or _addressed_to(data))
    return check_in(campaign, seat, data, desk.lang_of(seat))


def _addressed_to(data: bytes) -> str:
    """The seat that the first line of the file names."""
    from gm.orders import header_of
    from gm.yamlfile import decode, tidy

    header = header_of(tidy(decode(data)))
    if header is None or not header.seat:
        raise click.UsageError(_("The file does not say whose orders these are; name the seat before the file."))
    return header.seat


@command("submit")
@argument("words", "[SEAT] FILE", "seat_and_file", nargs=-1, required=True)
@option("--from", "sender", metavar="NAME", default="", help="Who sent it, for the record.")
@json_option
@desk
@click.pass_context
def submit_command(ctx: click.Context, desk: Desk, words: tuple[str, ...], sender: str, as_json: bool) -> None:
    """File the order file FILE in the inbox; it will be played by the next resolve.

    A player may send as many versions as he likes: the last one counts, and all are kept. Good orders count even when
    others in the file are refused. Without SEAT the first line must name the seat, with its code. FILE may be - for
    what comes on standard input.
    """
    from gm import inbox
    from gm.cli.base import now

    seat, path = _seat_and_file(words)
    data, name = read_input(path)
    campaign, when = desk.campaign, now()
    seat = desk.seat(seat) if seat else None
    done = inbox.submit(campaign, seat, data, channel="cli", sender=sender, when=when)
    late = done.filed is not None and campaign.is_late(when)
    problems = _in_our_words(campaign, done, data)
    if as_json:
        answer({**_submission_facts(done, problems), "late": late})
    else:
        places(problems, done.reading.lines, name)
        _say_filed(done)
        if late:
            _say_late(campaign)
    ctx.exit(0 if done.ok else REFUSED)


def _in_our_words(campaign: Campaign, done: Submission, data: bytes) -> Sequence[Problem]:
    """What is wrong with a file, with names as this program's user reads them: it was read in the seat's language."""
    from gm.inbox import read_orders

    opened = campaign.opened()
    if done.filed is None or done.seat is None or opened is None:
        return done.problems
    view = campaign.view(done.seat)
    return read_orders(campaign.rules, opened, view, done.seat, data, current_lang()).problems


def _say_late(campaign: Campaign) -> None:
    opened = campaign.opened()
    until = campaign.config.deadline(opened.phase) if opened else ""
    say(
        _("These orders came after the deadline, {deadline}; the game master decides whether they count.").format(
            deadline=until
        )
    )


def _submission_facts(done: Submission, problems: Sequence[Problem]) -> dict[str, object]:
    from gm.problems import as_json

    return {
        "seat": done.seat,
        "filed": done.filed.path.name if done.filed else None,
        "counts": done.counts,
        "accepted": len(done.reading.orders) if done.filed else 0,
        "refused": done.reading.refused,
        "problems": [as_json(problem) for problem in problems],
    }


def _say_filed(done: Submission) -> None:
    from gm.check import summary

    if done.filed is None or done.seat is None:
        say(_("Not filed."))
        return
    say(f"{done.seat}: {summary(len(done.reading.orders), done.filed.refused)}")
    say(_("Filed as {name}.").format(name=done.filed.path.name))
    if not done.counts and done.filed.blank:
        say(_("There is no order in it, so the earlier file goes on counting; a file with [] takes all orders back."))
    elif not done.counts and done.replaced:
        say(_("No order in it was understood, so the earlier file goes on counting."))
    elif not done.counts:
        say(_("No order in it was understood, so orders of this seat are still awaited."))
    elif done.replaced:
        say(_("It takes the place of {name}.").format(name=done.replaced.path.name))


@command("bot")
@argument("seat", "[SEAT]", "seats", required=False)
@option("--all", "everybody", is_flag=True, help="For every seat that must still send orders.")
@json_option
@desk
def bot_command(desk: Desk, seat: str | None, everybody: bool, as_json: bool) -> None:
    """File orders made by the bot for SEAT in the open phase.

    The bot knows only what the seat may know. Its file lies in the inbox like any other, so a later file of the player
    takes its place.
    """
    from gm import inbox, play
    from gm.cli.base import now

    if everybody == bool(seat):
        raise click.UsageError(_("Name a seat, or give --all."))
    campaign = desk.campaign
    opened = campaign.opened()
    if opened is None:
        stop("game_over")
    sent = inbox.who_sent(campaign)
    seats = [desk.seat(seat)] if seat else [one for one in opened.may if sent[one] is None]
    if not seats:
        tell(_("Everybody has sent orders."))
    filed = []
    for one in seats:
        data = play.bot_file(campaign, opened, one)
        done = inbox.submit(campaign, one, data, channel="bot", sender="bot", when=now())
        problems = _in_our_words(campaign, done, data)
        filed.append(_submission_facts(done, problems))
        if not as_json:
            places(problems, done.reading.lines, one)
            _say_filed(done)
    if as_json:
        answer({"filed": filed})
