"""The command tick: what is due, for one campaign or many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gm import i18n
from gm.cli.base import Desk, answer, argument, campaign_trouble, command, desk, json_option, option, say, tell
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.tick import Did, Tick


@command("tick")
@argument("folders", "[FOLDER]...", offer="folders", nargs=-1, type=click.Path(path_type=Path))
@option("--dry-run", is_flag=True, help="Show what would happen and change nothing.")
@option("--quiet", is_flag=True, help="Say nothing of campaigns in which there was nothing to do.")
@json_option
@desk
@click.pass_context
def tick_command(
    ctx: click.Context, desk: Desk, folders: tuple[Path, ...], dry_run: bool, quiet: bool, as_json: bool
) -> None:
    """Do everything that is due in these campaigns, to be called every few minutes by a timer.

    Reminders and news of moved deadlines are put into the outbox. Where the deadline has passed, or everybody is ready
    and campaign.yaml says early: yes, you are told; if it says auto_resolve: yes, the phase is played by the policies
    of the campaign. It is not played while it is held, when orders are missing and the policy is to wait, when
    unusually many seats are silent, or when the clock has jumped: then you are told why.

    Nothing is done twice. A campaign with troubles does not stop the others; the exit code is the worst of all.

    Example: gm tick campaigns/*
    """
    from gm.cli.base import now
    from gm.tick import tick

    when, ticks = now(), []
    for folder in folders or (desk.folder,):
        done = tick(folder, when, dry_run=dry_run)
        ticks.append(done)
        if done.campaign is not None and i18n.is_open(desk.asked_lang):
            i18n.use(done.campaign.config.language)
        if not as_json:
            _say(done, quiet)
    if as_json:
        answer({"campaigns": [_facts(done) for done in ticks]})
    ctx.exit(max(done.exit_code for done in ticks))


def _say(done: Tick, quiet: bool) -> None:
    """A line for the campaign, and the trouble."""
    did = "; ".join(_sentences(done.did))
    if did:
        say(f"{done.folder}: {did}")
    elif done.trouble is None and not quiet:
        say(_("{folder}: nothing to do").format(folder=done.folder))
    if done.trouble is not None:
        tell(f"{done.folder}: {_trouble(done.trouble)}")


def _sentences(did: tuple[Did, ...]) -> Iterator[str]:
    """What was done, in few words."""
    for (what, how), group in groupby(did, key=lambda one: (one.what, one.how)):
        said = _words(what).format(about=", ".join(one.about for one in group))
        remark = _remark(how) if what in ("reminder", "moved") or how == "trial" else ""
        yield f"{said} ({remark})" if remark else said


def _words(what: str) -> str:
    words = {
        "mail": _("mail taken in: {about}"),
        "sent": _("sent: {about}"),
        "reminder": _("reminder to {about}"),
        "moved": _("news of the deadline to {about}"),
        "overdue": _("the deadline has passed; gm resolve plays the phase"),
        "ready": _("everybody is ready; gm resolve plays the phase"),
        "stale": _("the deadline had passed before the phase opened; gm extend sets another one"),
        "played": _("played: {about}"),
        "stopped": _("the phase was not played"),
    }
    return words.get(what, f"{what} {{about}}")


def _remark(how: str) -> str:
    """Why a letter does not go, if so."""
    remarks = {
        "no_address": _("no address"),
        "no_outbox": _("not sent, for there is no outbox"),
        "trial": _("only a trial"),
        "again": _("was told already"),
    }
    return remarks.get(how, "")


def _trouble(error: Exception) -> str:
    from gm.trouble import CampaignError, disk_reason

    if isinstance(error, CampaignError):
        return campaign_trouble(error)
    if isinstance(error, OSError):
        return disk_reason(error)
    from traceback import format_exception

    return _("a mistake in gm itself; this campaign is left alone") + "\n" + "".join(format_exception(error))


def _facts(done: Tick) -> dict[str, Any]:
    return {
        "folder": str(done.folder),
        "campaign": done.campaign.config.id if done.campaign else None,
        "did": [{"what": one.what, "about": one.about, "how": one.how} for one in done.did],
        "trouble": _trouble(done.trouble) if done.trouble else "",
        "exit_code": done.exit_code,
    }
