"""Commands that change the record: resolve."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.base import (
    Desk,
    answer,
    command,
    desk,
    into_option,
    json_option,
    missing_option,
    option,
    say,
    stop,
    table,
    tell,
)
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.play import Outcome
    from gm.standin import Instead


HEADLINES = 6
"""How many sentences a summary tells."""


@command("resolve")
@option("--dry-run", is_flag=True, help="Show what would happen and change nothing.")
@missing_option
@option("--anyway", is_flag=True, help="Play though many seats are silent or the clock has jumped.")
@into_option
@json_option
@desk
def resolve_command(
    desk: Desk, dry_run: bool, missing: str | None, anyway: bool, into: Path | None, as_json: bool
) -> None:
    """Play the open phase with the order file of every seat that counts.

    The next phases are played along as long as nobody has to send orders for them. Everything is written at once: the
    new state, the events, a report and the next form for every seat, and a page for you (reports/gm.md) with all that
    you should look at.

    It stops where something looks like an accident: unusually many seats are silent, or the clock has jumped.

    With --dry-run --into FOLDER all of it is written into FOLDER instead, and the campaign stays as it is.
    """
    from gm import pages, play
    from gm.cli.base import now
    from gm.cli.throw import with_dice
    from gm.cli.watch import tell_ignored
    from gm.fence import check_all

    campaign = desk.campaign
    if into is not None and not dry_run:
        raise click.UsageError(_("--into goes with --dry-run; without it the files go into the campaign."))
    if into is not None and into.resolve().is_relative_to(campaign.folder.resolve()):
        stop("into_campaign", path=str(into))
    outcome = with_dice(
        campaign,
        lambda: play.prepare(campaign, missing, now(), anyway=anyway, trial=dry_run),  # type: ignore[arg-type]
        ask=not as_json and sys.stdin.isatty(),
    )
    written: list[Path] = []
    if dry_run and into is not None:
        outcome.write_into(into)
        written.append(into / outcome.last_name)
    elif not dry_run:
        if campaign.config.pages:  # before anything is written
            check_all(campaign.folder / "pages" / outcome.played[-1].name)
        written.append(campaign.commit(outcome))
    if not as_json:  # before the pages: where they can't be written, the phase is played all the same
        say(summary(campaign, outcome))
        tell_ignored(campaign)
        _tell_written(written)
    if written and campaign.config.pages:
        folder = (campaign.folder if into is None else into) / "pages" / outcome.last_name
        pages.write_all(pages.of_outcome(campaign, outcome), folder)
        written.append(folder)
        if not as_json:
            _tell_written([folder])
    if as_json:
        answer({**_facts(outcome), "written": [str(path) for path in written]})


def _tell_written(paths: Sequence[Path]) -> None:
    for path in paths:
        tell(_("Written to {path}").format(path=path))


def summary(campaign: Campaign, outcome: Outcome) -> str:
    """What was played, in a few lines: a row per phase, silent seats, refused orders."""
    from gm import i18n
    from gm.standin import Instead

    titles = {phase.id: phase.title.of(i18n.current()) for phase in campaign.rules.phases}
    from gm.entry import PHASE, TITLE

    titles[PHASE] = TITLE.of(i18n.current())
    rows = []
    for played in outcome.played:
        orders = sum(len(orders) for orders in played.sent.orders.values())
        rows.append(
            (
                _("turn {turn}").format(turn=played.turn),
                titles[played.phase],
                i18n.number("{n} order", "{n} orders", orders),
                i18n.number("{n} event", "{n} events", len(played.events)),
            )
        )
    lines = [table(rows), *_headlines(campaign, outcome)]
    for seat, how in outcome.silent.items():
        lines.append(_silent(seat, Instead.read(how)))
    for seat, problems in outcome.problems.items():
        refused = sum(not problem.warning for problem in problems)
        if refused:
            lines.append(f"{seat}: {i18n.number('{n} mistake in the orders', '{n} mistakes in the orders', refused)}")
    return "\n".join(lines)


def _silent(seat: str, instead: Instead) -> str:
    """What was done for a silent seat."""
    if instead.what == "bot":
        done = _("the bot played")
    elif instead.what == "standing":
        done = _("the standing orders were played")
    else:
        done = _("the phase was played without them")
    if instead.away:
        return _("{seat} is away: {done}.").format(seat=seat, done=done)
    if instead.uncounted:
        return _("{seat} sent no orders that count: {done}.").format(seat=seat, done=done)
    return _("{seat} sent no orders: {done}.").format(seat=seat, done=done)


def _headlines(campaign: Campaign, outcome: Outcome) -> list[str]:
    """What everybody will talk about, in a few lines."""
    from gm import i18n, pages

    sentences, more = pages.of_outcome(campaign, outcome).headlines(i18n.current(), HEADLINES)
    lines = [f"  {sentence}" for sentence in sentences]
    if more:
        lines.append("  " + i18n.number("… and {n} more, see the reports", "… and {n} more, see the reports", more))
    return lines


def _facts(outcome: Outcome) -> dict[str, object]:
    return {
        "played": [
            {
                "folder": played.name,
                "turn": played.turn,
                "phase": played.phase,
                "orders": {seat: len(orders) for seat, orders in played.sent.orders.items()},
                "events": len(played.events),
            }
            for played in outcome.played
        ],
        "silent": dict(outcome.silent),
    }
