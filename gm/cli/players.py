"""Commands about what players send: form, check, submit, bot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.base import (
    LINE,
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
    from gm import play
    from gm.handover import form_papers

    seat = desk.seat(seat)
    if into is None:
        say(play.blank_form(desk.campaign, seat).rstrip("\n"))
        return
    papers = [*form_papers(desk.campaign, seat)]
    for name, data in papers:
        write_new(into / name, data)
    say(str(into / papers[0][0]))


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
@option("--from", "sender", metavar="NAME", type=LINE, default="", help="Who sent it, for the record.")
@option("--standing", is_flag=True, help="These are standing orders: they are used when the player sends nothing.")
@option(
    "--phase",
    metavar="PHASE",
    offer="phases",
    help="The phase of standing orders (else as the file says); or a phase that was played and is to be corrected.",
)
@json_option
@desk
@click.pass_context
def submit_command(
    ctx: click.Context,
    desk: Desk,
    words: tuple[str, ...],
    sender: str,
    standing: bool,
    phase: str | None,
    as_json: bool,
) -> None:
    """File the order file FILE in the inbox; it will be played by the next resolve.

    A player may send as many versions as he likes: the last good one in time counts, and all are kept. Without SEAT
    the first line must name the seat, with its code. FILE may be - for what comes on standard input.

    Standing orders are for a kind of phase, open or not, and are used whenever the player sends nothing for it: his
    file has the word standing in the place of the turn (#gm winter standing movement red CODE), or you give --standing.

    With --phase and the folder of a phase that was played (0007-t02-movement) the file corrects it: see gm rerun.
    """
    from contextlib import nullcontext

    from gm import inbox
    from gm.cli.base import now

    seat, path = _seat_and_file(words)
    data, name = read_input(path)
    campaign = desk.campaign
    seat = desk.seat(seat) if seat is not None else None
    played = None if phase is None or standing else desk.finished(phase)
    meant = ("" if phase is None else desk.phase(phase)) if standing else None
    channel = "correction" if played else "cli"
    with campaign.as_of(campaign.phases()[: played.number]) if played else nullcontext():
        done = inbox.submit(campaign, seat, data, channel=channel, sender=sender, when=now(), standing=meant)
        problems = _in_our_words(campaign, done, data)
        if as_json:
            answer({**_submission_facts(done, problems), "late": done.late})
        else:
            places(problems, done.reading.lines, name)
            _say_filed(campaign, done)
    if played and done.counts and not as_json:
        tell(
            _("It corrects {phase}; this shows what becomes different: {command}").format(
                phase=played.name, command=to_type("rerun", "--from", str(played.number))
            )
        )
    ctx.exit(0 if done.ok else REFUSED)


def _in_our_words(campaign: Campaign, done: Submission, data: bytes) -> Sequence[Problem]:
    """What is wrong with a file, with names as this program's user reads them: it was read in the seat's language."""
    from gm.address import open_window, standing_window
    from gm.inbox import read_orders

    if done.filed is None or done.seat is None:
        return done.problems
    window = standing_window(campaign, done.phase) if done.standing else open_window(campaign)
    view = campaign.view(done.seat)
    return read_orders(campaign.rules, window.opened, view, done.seat, data, current_lang()).problems


def _submission_facts(done: Submission, problems: Sequence[Problem]) -> dict[str, object]:
    from gm.problems import as_json

    return {
        "seat": done.seat,
        "filed": done.filed.path.name if done.filed else None,
        "phase": done.phase or None,
        "standing": done.standing,
        "counts": done.counts,
        "why_not": done.stand.against.get(done.filed.number, "") if done.filed and not done.counts else "",
        "counting": done.stand.file.path.name if done.stand.file else None,
        "accepted": len(done.reading.orders) if done.filed else 0,
        "refused": done.reading.refused,
        "problems": [as_json(problem) for problem in problems],
    }


def _say_filed(campaign: Campaign, done: Submission) -> None:
    """Where the file went, and which file counts now."""
    from gm.check import summary
    from gm.deadlines import told

    if done.filed is None or done.seat is None:
        say(_("Not filed."))
        return
    say(f"{done.seat}: {summary(len(done.reading.orders), done.filed.refused)}")
    if done.standing:
        said = _("Filed as {name}, standing orders for the phase {phase}.")
        say(said.format(name=done.filed.path.name, phase=done.phase))
    else:
        say(_("Filed as {name}.").format(name=done.filed.path.name))
    if not done.counts:
        for line in _why_not(campaign, done):
            say(line)
    elif done.replaced:
        say(_("It takes the place of {name}.").format(name=done.replaced.path.name))
    if done.counts and done.late:
        said = _("These orders came after the deadline, {deadline}, and count all the same.")
        say(said.format(deadline=told(campaign)))
    if done.counts and done.in_grace:
        said = _("These orders came after the deadline, {deadline}, but in the time of grace, and count.")
        say(said.format(deadline=told(campaign)))


def _why_not(campaign: Campaign, done: Submission) -> Iterator[str]:
    """Why a file does not count, and what counts instead."""
    from gm.deadlines import told

    assert done.filed is not None
    reason, seat = done.stand.against.get(done.filed.number, ""), done.seat or ""
    if reason == "late":
        said = _("These orders came after the deadline, {deadline}; the game master decides whether they count.")
        yield said.format(deadline=told(campaign))
        let = to_type("accept", seat, str(done.filed.number))
        yield _("They do not count now; this lets them count: {command}").format(command=let)
    elif reason == "mistakes":
        yield _("It has mistakes, and in this campaign such a file does not count (accept: file).")
    elif reason == "blank":
        yield _("There is no order in it, so the earlier file goes on counting; a file with [] takes all orders back.")
    elif done.stand.file:
        yield _("No order in it was understood, so the earlier file goes on counting.")
    elif done.standing:
        yield _("No order in it was understood, so the seat has no standing orders for this phase.")
    else:
        yield _("No order in it was understood, so orders of this seat are still awaited.")
        return
    if done.stand.file:
        local = campaign.config.local(done.stand.file.when)
        yield _("What counts is {name} of {when}.").format(name=done.stand.file.path.name, when=local)
    elif not done.standing:
        yield _("No file of this seat counts so far.")


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
            _say_filed(campaign, done)
    if as_json:
        answer({"filed": filed})
