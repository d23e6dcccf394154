"""``gm throw``: dice that the game master throws by hand, one purpose after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from gm.cli.base import Desk, answer, argument, command, desk, json_option, missing_option, say, stop, tell
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.trouble import CampaignError

T = TypeVar("T")


@command("throw")
@argument("faces", "[FACES]...", nargs=-1, type=int)
@missing_option
@json_option
@desk
def throw_command(desk: Desk, faces: tuple[int, ...], missing: str | None, as_json: bool) -> None:
    """Write down dice that you threw yourself, and show which are needed next.

    It goes with "dice: hand" in campaign.yaml. Without FACES it only shows what has to be thrown. Decks and tiles are
    still shuffled by the secret.

    Example: gm throw 3 9 10
    """
    campaign = desk.campaign
    if campaign.config.dice != "hand":
        stop("dice_seeded")
    if faces:
        needed = needed_dice(campaign, missing)
        if needed is None:
            stop("no_dice_needed")
        write_down(campaign, needed, faces)
    needed = needed_dice(campaign, missing)
    if as_json:
        args = needed.args_of if needed else {}
        answer({key: args.get(key) for key in ("label", "count", "sides", "phase")})
    elif needed is None:
        say(_("All dice of this phase are thrown; gm resolve plays it."))
    else:
        say(what_to_throw(needed))


def needed_dice(campaign: Campaign, missing: str | None) -> CampaignError | None:
    """Which dice the open phase needs next, or none; ``missing`` as for a resolve."""
    from gm import play
    from gm.trouble import CampaignError

    try:
        play.prepare(campaign, missing, anyway=True, trial=True)  # type: ignore[arg-type]
    except CampaignError as error:
        if error.code != "dice_missing":
            raise
        return error
    return None


def what_to_throw(needed: CampaignError) -> str:
    """What the game master has to throw, in one line."""
    return _("Throw {count} × d{sides} for “{label}”.").format(**needed.args_of)


def write_down(campaign: Campaign, needed: CampaignError, faces: Sequence[int]) -> None:
    """Keep faces for what is needed; refused when they are too many or no such die shows them."""
    from gm import thrown

    args = needed.args_of
    if len(faces) > int(args["count"]):
        stop("too_many_dice", count=args["count"], label=args["label"])
    if wrong := next((face for face in faces if not 1 <= face <= int(args["sides"])), None):
        stop("no_such_face", face=str(wrong), sides=args["sides"])
    thrown.add(campaign, args["desk"], args["label"], faces)


def with_dice(campaign: Campaign, prepared: Callable[[], T], ask: bool) -> T:
    """What ``prepared`` gives; dice that are needed meanwhile are asked for, one purpose after the other."""
    from gm.trouble import CampaignError

    while True:
        try:
            return prepared()
        except CampaignError as error:
            if error.code != "dice_missing" or not ask:
                raise
            needed = error
        tell(what_to_throw(needed))
        typed = click.prompt(_("Faces, with spaces between"), err=True)
        words = typed.replace(",", " ").split()
        if not all(word.isdecimal() for word in words):
            tell(_("Only numbers, please."))
            continue
        try:
            write_down(campaign, needed, [int(word) for word in words])
        except click.ClickException as trouble:
            tell(trouble.message)
