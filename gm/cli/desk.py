"""Commands about files that came and people in seats: accept, receipt, absent, replace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.base import (
    LINE,
    Desk,
    Trouble,
    answer,
    argument,
    command,
    desk,
    json_option,
    option,
    say,
    tell,
    write_new,
)
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.counting import Stand


@command("accept")
@argument("seat", "SEAT", "seats")
@argument("number", "[NUMBER]", required=False, type=click.IntRange(min=1))
@option("--none", "take_back", is_flag=True, help="Take such a decision back: the campaign's settings decide again.")
@option("--reason", metavar="TEXT", type=LINE, default="", help="Why; the player reads it in the receipt.")
@json_option
@desk
def accept_command(desk: Desk, seat: str, number: int | None, take_back: bool, reason: str, as_json: bool) -> None:
    """Decide that file NUMBER of SEAT counts (else its newest), whatever came late, later or with mistakes.

    Only a good file in time that comes after your decision takes its place. The decision is kept beside the files, with
    your name, the time and the reason, and survives an undo.
    """
    from gm import disk, inbox
    from gm.cli.base import now

    if take_back and number is not None:
        raise click.UsageError(_("Give a number or --none, not both."))
    seat = desk.seat(seat)
    chosen = 0 if take_back else number
    stand = inbox.decide(desk.campaign, seat, chosen, who=disk.user(), when=now(), why=reason)
    if as_json:
        answer({"seat": seat, "counting": stand.file.number if stand.file else None, "decided": bool(stand.decision)})
    elif take_back:
        say(_("Your decision is taken back."))
    if not as_json:
        say(what_counts(desk, seat, stand))


def what_counts(desk: Desk, seat: str, stand: Stand) -> str:
    """Which file of a seat counts, for the game master."""
    opened = desk.campaign.opened()
    if stand.file:
        said = _("{seat}: {name} counts, which came {when}.")
        return said.format(
            seat=seat, name=stand.file.path.name, when=desk.campaign.config.local(stand.file.when) or "?"
        )
    if opened and seat in opened.must:
        return _("{seat}: no file counts; orders of this seat are still awaited.").format(seat=seat)
    return _("{seat}: no file counts.").format(seat=seat)


@command("receipt")
@argument("seat", "SEAT", "seats")
@argument("number", "[NUMBER]", required=False, type=click.IntRange(min=1))
@option("--standing", metavar="PHASE", offer="phases", help="Of the standing orders for that phase.")
@option("--into", metavar="FILE", type=click.Path(path_type=Path), help="Write into this file instead of printing.")
@json_option
@desk
def receipt_command(
    desk: Desk, seat: str, number: int | None, standing: str | None, into: Path | None, as_json: bool
) -> None:
    """Print the receipt of the newest file of SEAT for the open phase, or of its file NUMBER.

    It tells the player what came and when, every order as it was understood, every mistake with its place, what the
    orders would cost, which of his files counts now, and why. It is written in the player's language; --lang prints it
    in another one.

    SEAT may also be refused: the files that were refused as a whole, for a wrong code for instance.
    """
    from gm.inbox import REFUSED_FILES
    from gm.receipt import receipt

    seat = desk.seat(seat, also=(REFUSED_FILES,))
    lang = desk.asked_lang or None
    made = receipt(desk.campaign, seat, number, lang, desk.phase(standing) if standing is not None else None)
    if as_json:
        answer(made.facts())
    elif into is None:
        say(made.text().rstrip("\n"))
    if into is not None:
        write_new(into, made.text().encode())
        tell(_("Written to {path}").format(path=into))


@command("absent")
@argument("seat", "SEAT", "seats")
@argument("first", "[FROM]", required=False)
@argument("last", "[UNTIL]", required=False)
@option("--clear", is_flag=True, help="The player of SEAT is back: wait for him again.")
@json_option
@desk
def absent_command(desk: Desk, seat: str, first: str | None, last: str | None, clear: bool, as_json: bool) -> None:
    """Note in campaign.yaml that the player of SEAT is away: from the day FROM until the day UNTIL, both included.

    On these days nobody waits for him. If he sends nothing, that is done which his seat or the campaign has set
    (missing); where that is to wait, his standing orders are played, and if he has none, the seat does nothing.

    Example: gm absent red 2026-12-01 2026-12-14
    """
    from gm.away import Absence, day_of
    from gm.handover import change_seat

    if clear == bool(first) or bool(first) != bool(last):
        raise click.UsageError(_("Give the first and the last day, or --clear."))
    seat = desk.seat(seat)
    days = [day_of(text) for text in (first, last) if text]
    begin, end = (days[0], days[1]) if days else (None, None)
    absence = Absence(begin, end) if begin and end else None
    if not clear and (absence is None or absence.last < absence.first):
        raise Trouble(_("The days look like 2026-12-01 2026-12-14, the first one first."), 1)
    change_seat(desk.campaign, seat, {"absent": str(absence) if absence else None})
    if as_json:
        answer({"seat": seat, "absent": [str(absence.first), str(absence.last)] if absence else None})
    elif absence:
        say(_("{seat} is away from {first} until {last}.").format(seat=seat, first=absence.first, last=absence.last))
    else:
        say(_("{seat} is waited for again.").format(seat=seat))


@command("replace")
@argument("seat", "SEAT", "seats")
@option("--player", metavar="NAME", type=LINE, required=True, help="Who plays from now on.")
@option("--address", metavar="ADDRESS", type=LINE, default="", help="Where mail goes.")
@option("--language", type=click.Choice(("en", "ru")), help="The new player's language (else that of the seat).")
@option(
    "--into",
    metavar="FOLDER",
    offer="folders",
    required=True,
    type=click.Path(path_type=Path),
    help="Write what the new player needs into this new folder.",
)
@json_option
@desk
def replace_command(
    desk: Desk, seat: str, player: str, address: str, language: str | None, into: Path, as_json: bool
) -> None:
    """Give SEAT to another player.

    campaign.yaml gets the new name, address and language; the codes of the player before are worthless from now on.
    FOLDER gets what the new one needs: the handbook, the last reports of the seat, the order form with the new code,
    and the view file. The position of the seat stays as it is, and so does the name by which the game knows it.

    Orders that were filed already go on counting until a new file comes.
    """
    from gm.handover import hand_over

    seat = desk.seat(seat)
    if not player:
        raise click.UsageError(_("The new player needs a name."))
    done = hand_over(desk.campaign, seat, player, address, language, into)  # type: ignore[arg-type]
    if as_json:
        counting = done.counting.path.name if done.counting else None
        names = [path.name for path in done.papers]
        answer({"seat": seat, "papers": names, "counting": counting, "standing": [*done.standing]})
        return
    say(
        _("{seat} is played by {player} from now on; older codes of this seat are worthless.").format(
            seat=seat, player=player
        )
    )
    for path in done.papers:
        say(f"  {path}")
    if done.counting:
        said = _("Of the player before {name} goes on counting until a new file comes.")
        tell(said.format(name=done.counting.path.name))
    if done.standing:
        said = _("Standing orders of the player before stay in force for: {phases}.")
        tell(said.format(phases=", ".join(done.standing)))
