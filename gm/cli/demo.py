"""``gm demo``: a whole campaign in a few seconds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.base import argument, command, current_lang, option, say, tell, to_type
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.model import Ruleset


@command("demo")
@argument("name", "[GAME]", "games", default="galactic-council")
@option(
    "--into", metavar="FOLDER", offer="folders", type=click.Path(path_type=Path), help="Play it in this new folder."
)
@option("--mail", "by_mail", is_flag=True, help="Play it by mail, through Maildirs in its folder.")
def demo_command(name: str, into: Path | None, by_mail: bool) -> None:
    """Play a whole campaign from order files that come with gm, and show where reports and maps lie.

    The campaign is then yours: look around in it with status, report, events and verify, change an order, undo a phase
    and resolve it again.

    With --mail the orders arrive as messages of the players, and receipts, reports and forms leave as letters; no mail
    server is needed.
    """
    from gm import demo
    from gm.cli.base import game
    from gm.cli.play import summary
    from gm.problems import shown

    rules = game(name)
    folder = into or Path(f"{rules.id.replace('_', '-')}{'-mail' if by_mail else ''}{demo.SUFFIX}")
    if by_mail:
        _by_mail(rules, folder)
        return
    campaign = demo.begin(rules, folder)
    say(f"{rules.titles.of(current_lang())}: {campaign.config.title}")
    pages: Path | None = None
    for step in demo.play_on(campaign, demo.source(rules) / "orders"):
        say("")
        say(summary(campaign, step.outcome))
        readings = step.outcome.played[0].sent.readings_in(current_lang())
        for filed in step.submissions:
            read = filed.counts and filed.seat in readings
            for problem in readings[filed.seat or ""].problems if read else filed.problems:
                say(shown(problem, filed.reading.lines, f"{filed.seat}.yaml"))
        pages = step.pages
    if pages is None:
        return
    say("")
    say(_("Reports and maps of every seat, as web pages: {path}").format(path=pages))
    say(_("The record, phase by phase: {path}").format(path=campaign.phases_folder))
    seat = next(iter(campaign.config.seats))
    tell(_("What to try next:"))
    for line in (f"report {seat} --format text", f"map {seat} --into map.svg", "status", "events", "verify", "undo"):
        tell(f"  {to_type('-C', folder, *line.split())}")


def _by_mail(rules: Ruleset, folder: Path) -> None:
    from collections import Counter

    from gm import demo, maildemo
    from gm.cli.play import summary
    from gm.i18n import number
    from gm.mail.seen import fate

    campaign = maildemo.begin(rules, folder)
    say(f"{rules.titles.of(current_lang())}: {campaign.config.title}")
    for step in maildemo.play_on(campaign, demo.source(rules) / "orders"):
        fates = Counter(ending.fate for ending in step.endings)
        told = ", ".join(f"{fate(what)}: {count}" for what, count in fates.items())
        say("")
        say(f"{number('{n} message', '{n} messages', len(step.endings))}. {told}")
        say(summary(campaign, step.outcome))
        say(_("Letters sent: {count}").format(count=step.sent))
    say("")
    say(_("The letters that left: {path}").format(path=campaign.folder / maildemo.OUT / "new"))
    tell(_("What to try next:"))
    for line in ("mailbox", "send", "status", "verify"):
        tell(f"  {to_type('-C', folder, *line.split())}")
