"""Commands by which the game master decides: rule, hold, undo, rerun."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from gm.cli.base import (
    LINE,
    REFUSED,
    Desk,
    answer,
    argument,
    command,
    current_lang,
    desk,
    json_option,
    option,
    places,
    read_input,
    say,
    stop,
    tell,
    to_type,
)
from gm.i18n import number
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.campaign import Campaign, PhaseFolder
    from gm.orders import Header
    from gm.rerun import Again

phase_option = option(
    "--phase", "typed_phase", metavar="PHASE", help="A phase that was played already: its folder or its number."
)


def _desk_of(desk: Desk, typed: str | None) -> tuple[str, Any, Header]:
    """The folder in the inbox of the open phase or a played one, the state before it, the first line of a file."""
    from gm.orders import Header

    campaign = desk.campaign
    if typed is None:
        opened = campaign.opened()
        if opened is None:
            stop("game_over")
        turn, phase, name, state = opened.turn, opened.phase, campaign.name_of_next(), campaign.state()
    else:
        one = desk.finished(typed)
        turn, phase, name = one.turn, one.phase, one.desk
        state = campaign.state_after(campaign.phases()[one.number - 1]) if one.number else None
    return name, state, Header(campaign.config.id, str(turn), phase, "gm")


@command("rule")
@argument("file", "[FILE]", required=False)
@phase_option
@option("--form", "form_only", is_flag=True, help="Print the blank form and file nothing.")
@json_option
@desk
@click.pass_context
def rule_command(
    ctx: click.Context, desk: Desk, file: str | None, typed_phase: str | None, form_only: bool, as_json: bool
) -> None:
    """Change the position by a ruling, with a reason, on the record.

    Without FILE your editor opens with the rulings of the open phase: every change that the game knows, commented. With
    FILE (- for standard input) that file is taken. The newest file holds all rulings of a phase; all versions are kept.
    Changes are made with the next resolve, before the orders or after them, told to all whom they concern, and stay
    when the phase is taken back or played again.

    With --phase a phase that was played already is corrected; gm rerun then plays it again.
    """
    from gm import rulingfile

    campaign = desk.campaign
    name, state, header = _desk_of(desk, typed_phase)
    if form_only:
        say(rulingfile.ruling_form(campaign, header, state, current_lang()).rstrip("\n"))
        return
    data, called = read_input(file) if file is not None else (_edited(campaign, name, state, header), "rulings.yaml")
    if data is None:
        tell(_("Nothing was changed."))
        return
    done = _file(campaign, name, state, data, called, as_json, still_open=typed_phase is None)
    if typed_phase is not None and done:
        tell(_("The phase is played already; this plays it again: {command}").format(command=_rerun(desk, typed_phase)))
    ctx.exit(0 if done else REFUSED)


def _rerun(desk: Desk, phase: str) -> str:
    return to_type("-C", desk.folder, "rerun", "--from", phase, "--reason", "…")


def _edited(campaign: Campaign, name: str, state: Any, header: Header) -> bytes | None:
    """What the editor came back with; None when nothing was changed."""
    from gm import disk, rulingfile
    from gm.yamlfile import decode

    newest = rulingfile.newest(campaign, name)
    before = decode(disk.read(newest)) if newest else rulingfile.ruling_form(campaign, header, state, current_lang())
    text = click.edit(before, extension=".yaml")
    return None if text is None or text == before else text.encode()


def _file(campaign: Campaign, name: str, state: Any, data: bytes, called: str, as_json: bool, still_open: bool) -> bool:
    from gm import rulingfile
    from gm.cli.base import now
    from gm.problems import as_json as problem_json

    reading, filed = rulingfile.file(campaign, name, state, data, now(), still_open=still_open)
    if as_json:
        problems = [problem_json(problem) for problem in reading.problems]
        answer({"filed": filed.path.name if filed else None, "changes": len(reading.orders), "problems": problems})
        return filed is not None
    places(reading.problems, reading.lines, called)
    if filed is None:
        say(_("Not filed; a copy is kept in the inbox, in the folder {name}.").format(name=name))
        return False
    say(number("{n} ruling", "{n} rulings", len(reading.orders)))
    say(_("Filed as {name}.").format(name=filed.path.name))
    return True


@command("hold")
@argument("words", "[SEAT] [QUESTION]", nargs=-1, type=LINE)
@option("--release", "let_go", is_flag=True, help="Let the phase go on (with SEAT: what that seat was asked).")
@json_option
@desk
def hold_command(desk: Desk, words: tuple[str, ...], let_go: bool, as_json: bool) -> None:
    """Hold the open phase with a QUESTION to SEAT: nothing is resolved until you release it.

    The question stands in gm status and at the top of the seat's blank form (gm form SEAT). Without words the open
    questions are shown.

    Example: gm hold red "Which of the two fleets at D4 shall move?"
    """
    from gm import hold
    from gm.cli.base import now

    campaign = desk.campaign
    seat = desk.seat(words[0]) if words else ""
    if let_go:
        hold.release(campaign, seat or None, now())
    elif words:
        text = " ".join(filter(None, words[1:]))
        if not text:
            raise click.UsageError(_("Write the question behind the seat."))
        hold.ask(campaign, seat, text, now())
    still = hold.questions(campaign)
    if as_json:
        answer({"held": [{"seat": one.seat, "question": one.text, "when": one.when} for one in still]})
        return
    for one in still:
        say(_("The phase is held. {seat} is asked: {question}").format(seat=one.seat, question=one.text))
    if not still:
        say(_("The phase is not held."))


@command("undo")
@option("--to", "typed", metavar="PHASE", help="Take back everything from that phase on (its folder or number).")
@option("--dry-run", is_flag=True, help="Only say what would be taken back.")
@json_option
@desk
def undo_command(desk: Desk, typed: str | None, dry_run: bool, as_json: bool) -> None:
    """Take the last phase back, as if it had not been resolved.

    It says what it takes back. Nothing is thrown away: the phase is kept in the folder undone; the order files and your
    rulings stay in the inbox, and the next resolve plays them again unless newer ones have come.
    """
    campaign = desk.campaign
    target = None if typed is None else desk.finished(typed).number
    taken = _to_take_back(campaign, target)
    if not as_json:
        say(_("What is taken back:"))
        for one in taken:
            say("  " + _what_it_was(campaign, one))
        _warn_of_secret(campaign, taken)
    kept = [] if dry_run else campaign.undo_from(taken[0].number)
    if as_json:
        answer({"taken_back": [one.name for one in taken], "kept": [str(path) for path in kept]})
    elif dry_run:
        say(_("Nothing was changed."))
    else:
        for path in kept:
            say(_("Taken back; it is kept in {path}").format(path=path))


def _to_take_back(campaign: Campaign, target: int | None) -> list[PhaseFolder]:
    """Everything from the run on that holds the target, or the last run."""
    last = campaign.last_run()
    if target is None or target >= last[0].number:
        return last
    from gm.rerun import runs

    phases = campaign.phases()
    first = next(run[0].number for run in runs(campaign, phases) if run[-1].number >= target)
    return phases[first:]


def _what_it_was(campaign: Campaign, phase: PhaseFolder) -> str:
    """A phase in one line: its folder, when it was played, how many order files it had."""
    manifest = campaign.manifest(phase)
    orders = sum(name.startswith("orders/") for name in manifest["files"])
    told = [campaign.config.local(manifest.get("time", "")), number("{n} order file", "{n} order files", orders)]
    return f"{phase.name}  {', '.join(part for part in told if part)}"


def _warn_of_secret(campaign: Campaign, taken: Sequence[PhaseFolder]) -> None:
    about = campaign.manifest(taken[-1])["about"]
    if campaign.revealed:
        tell(_("The dice secret is published: everybody can foretell the dice of a new resolve."))
    elif about and about.get("secret"):
        tell(_("Its reports told the dice secret: whoever has read them can foretell the dice of a new resolve."))


@command("rerun")
@option(
    "--from", "typed", metavar="PHASE", help="Begin with that phase (else with the first that a correction touches)."
)
@option("--reason", metavar="TEXT", type=LINE, default="", help="Why; it stands at the top of every new report.")
@option("--yes", is_flag=True, help="Write it without asking.")
@json_option
@desk
def rerun_command(desk: Desk, typed: str | None, reason: str, yes: bool, as_json: bool) -> None:
    """Play phases again after a correction, and show what becomes different for whom before anything is written.

    What can be corrected: an order file (gm submit --phase PHASE SEAT FILE), a ruling (gm rule --phase PHASE), the
    tables in content/. Dice that the correction does not touch fall the same. The new reports say that they replace the
    old ones, and why; the old phases are kept in the folder undone.
    """
    from gm import rerun
    from gm.cli.base import now
    from gm.cli.throw import with_dice

    campaign = desk.campaign
    first = rerun.first_changed(campaign) if typed is None else desk.finished(typed)
    if first is None:
        if as_json:
            answer({"from": None, "written": False})
        else:
            say(_("Nothing was corrected: every phase would be played from the same files."))
        return
    ask = not as_json and sys.stdin.isatty()
    again = with_dice(campaign, lambda: rerun.prepare(campaign, first, reason, now()), ask=ask)
    write = bool(reason) and (yes or ask)
    if not as_json:
        _say_differences(desk, first, again)
        _warn_of_secret(campaign, again.replaced)
        if write and not yes:
            write = click.confirm(_("Write it?"), default=False)
    where = rerun.commit(campaign, again) if write else None
    if as_json:
        answer(_rerun_facts(first, again, where))
    elif where:
        say(_("Written; the reports are in {path}").format(path=campaign.phases_folder / where / "reports"))
        _write_pages(campaign)
    else:
        tell(_("Nothing was written; --reason TEXT --yes writes it."))


def _say_differences(desk: Desk, first: PhaseFolder, again: Again) -> None:
    from gm.check import plain

    say(_("Played again from {name} on:").format(name=first.name))
    for name in again.phases:
        say(f"  {name}")
    for one in again.lost:
        tell(_("{name} can't be played any more: others have to send orders first.").format(name=one.name))
    if not again.differences:
        say(_("No report becomes different."))
    names = {seat.id: f"{seat.id} ({seat.name})" for seat in desk.campaign.seats()}
    names |= {"public": _("everybody"), "gm": _("the game master")}
    for found in again.differences:
        say("")
        say(f"{found.phase}, {names[found.reader]}:")
        for line in found.lines:
            say(f"  {line[0]} {plain(line[1:].removeprefix('- '))}")


def _rerun_facts(first: PhaseFolder, again: Again, where: str | None) -> dict[str, Any]:
    return {
        "from": first.name,
        "phases": again.phases,
        "lost": [one.name for one in again.lost],
        "differences": [{"phase": one.phase, "reader": one.reader, "lines": [*one.lines]} for one in again.differences],
        "written": where is not None,
    }


def _write_pages(campaign: Campaign) -> None:
    """The web pages of the corrected reports, as a resolve would write them."""
    from gm import pages

    if not campaign.config.pages:
        return
    for phase in campaign.phases():
        if phase.revision > 1 and campaign.manifest(phase)["about"]:
            pages.write_all(pages.of_phase(campaign, phase), campaign.folder / "pages" / phase.name)
    tell(_("Written to {path}").format(path=campaign.folder / "pages"))
