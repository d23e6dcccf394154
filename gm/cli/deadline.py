"""Commands about the deadline of the open phase: extend, ready."""

from __future__ import annotations

from gm.cli.base import Desk, answer, argument, command, desk, json_option, option, say, stop, tell
from gm.i18n import text as _


@command("extend")
@argument("words", "[PHASE] MOMENT", nargs=-1, required=True)
@option("--reason", metavar="TEXT", default="", help="Why; the players read it.")
@option("--earlier", is_flag=True, help="Move it though players were told a later one.")
@json_option
@desk
def extend_command(desk: Desk, words: tuple[str, ...], reason: str, earlier: bool, as_json: bool) -> None:
    """Move the deadline of the open phase.

    MOMENT is a date and time in the campaign's zone, or how much more time there is: +24h, +90m; +2d keeps the time of
    the day. PHASE only makes sure that it is the phase you mean. The new deadline counts at once, for files that came
    already, too; it is kept with your name, the time and the reason. Everybody is told of it by gm tick, and every
    receipt says it.

    Example: gm extend +24h --reason "the server was down"
    """
    from gm import disk
    from gm.cli.base import now
    from gm.deadlines import left
    from gm.extension import extend, moment_asked

    campaign, when = desk.campaign, now()
    until = moment_asked(campaign, _moment(desk, words), when)
    done = extend(campaign, until, who=disk.user(), when=when, why=reason.strip(), earlier=earlier)
    assert done.until is not None and done.moved is not None
    if as_json:
        answer({"deadline": done.text, "until": done.until.isoformat(), "was": done.moved.was, "why": done.moved.why})
        return
    say(_("Orders are accepted until {deadline}").format(deadline=done.text) + f", {left(done.until, when)}")


def _moment(desk: Desk, words: tuple[str, ...]) -> str:
    """The words without the phase, which must be the open one."""
    if words[0][:1].isdigit() or words[0].startswith("+"):
        return " ".join(words)
    phase, window = desk.phase(words[0]), desk.campaign.window()
    if window is None:
        stop("game_over")
    if phase != window[1]:
        stop("phase_not_open", typed=phase, right=window[1])
    return " ".join(words[1:])


@command("ready")
@argument("seat", "SEAT", "seats")
@option("--not", "take_back", is_flag=True, help="SEAT is not ready any more.")
@json_option
@desk
def ready_command(desk: Desk, seat: str, take_back: bool, as_json: bool) -> None:
    """Note that the orders of SEAT are final: nobody reminds it any more.

    Where campaign.yaml says early: yes, the phase may be played before its deadline once everybody is ready, away, or
    has standing orders that would be played. A seat may still send a newer file. Being ready orders nothing: a seat
    without a file stays silent; a file with [] says that it orders nothing.
    """
    from gm import inbox
    from gm.cli.base import now
    from gm.ready import set_ready

    seat = desk.seat(seat)
    new = set_ready(desk.campaign, seat, not take_back, now(), "cli")
    if as_json:
        answer({"seat": seat, "ready": not take_back, "new": new})
        return
    say((_("{seat} is not ready.") if take_back else _("{seat} is ready.")).format(seat=seat))
    if not take_back and inbox.current(desk.campaign, seat) is None:
        tell(_("No file of this seat counts so far."))
