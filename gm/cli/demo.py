"""``gm demo``: a whole campaign in a few seconds."""

from __future__ import annotations

from pathlib import Path

import click

from gm.cli.base import argument, command, current_lang, option, say, tell, to_type
from gm.i18n import text as _


@command("demo")
@argument("name", "[GAME]", "games", default="galactic-council")
@option(
    "--into", metavar="FOLDER", offer="folders", type=click.Path(path_type=Path), help="Play it in this new folder."
)
def demo_command(name: str, into: Path | None) -> None:
    """Play a whole campaign from order files that come with gm, and show where reports and maps lie.

    The campaign is then yours: look around in it with status, report, events and verify, change an order, undo a phase
    and resolve it again.
    """
    from gm import demo
    from gm.cli.base import game
    from gm.cli.play import summary
    from gm.problems import shown

    rules = game(name)
    folder = into or Path(f"{rules.id.replace('_', '-')}{demo.SUFFIX}")
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
