"""The command that counts: stats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.base import (
    PERSON,
    Desk,
    answer,
    command,
    current_lang,
    desk,
    json_option,
    meant,
    option,
    say,
    stop,
    table,
    tell,
    write_new,
)
from gm.cli.pages import as_png
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.stats import Moment, Numbers

_ENDINGS = {".svg": "chart", ".png": "chart", ".csv": "csv"}


@command("stats")
@option("--seat", "seats", metavar="SEAT", multiple=True, offer="seats", help="Only that seat (repeatable).")
@option("--what", metavar="COLUMN", multiple=True, offer="columns", help="Only that number (repeatable).")
@json_option
@option("--csv", "as_csv", is_flag=True, help="Print a line per turn and seat, for a spreadsheet.")
@option("--chart", is_flag=True, help="Draw them over the turns, as an SVG picture.")
@option(
    "--into",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write it into this file; its ending (.svg, .png, .csv) says what is wanted.",
)
@desk
def stats_command(
    desk: Desk,
    seats: tuple[str, ...],
    what: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    chart: bool,
    into: Path | None,
) -> None:
    """Show the numbers of every seat, turn by turn, as everybody may know them.

    What is counted is the game's own affair: points, planets, fleets. The numbers of a turn are those at its end; those
    of the turn that is being played are the last ones known. With --chart they are drawn as lines over the turns.
    """
    from gm import stats

    form = _form(as_json, as_csv, chart, into)
    campaign = desk.campaign
    wanted = [desk.seat(seat) for seat in seats]
    found = stats.numbers(campaign)
    if found.moments:
        found = found.only([meant(word, found.columns, "unknown_column") for word in what], wanted)
    if form == "json":
        answer({"campaign": campaign.config.id, **stats.as_facts(found)})
    elif form == "csv":
        _put(stats.as_csv(found).encode(), into)
    elif form == "chart":
        _put(_drawn(desk, found, into), into)
    elif found.moments:
        say("\n\n".join(_tables(found, alone=len(found.seats) == 1)))
    else:
        tell(_("No phase has been played yet."))


def _form(as_json: bool, as_csv: bool, chart: bool, into: Path | None) -> str:
    """What is wanted: json, csv, chart, or nothing of it: a table."""
    asked = [name for name, wanted in (("json", as_json), ("csv", as_csv), ("chart", chart)) if wanted]
    if len(asked) > 1:
        raise click.UsageError(_("Give only one of --json, --csv and --chart."))
    if into is None:
        return asked[0] if asked else ""
    by_ending = _ENDINGS.get(into.suffix.casefold(), "")
    if not by_ending or asked not in ([], [by_ending]):
        raise click.UsageError(_("Numbers are written into files as .svg, .png or .csv."))
    return by_ending


def _put(data: bytes, into: Path | None) -> None:
    """Print it, or write it into the file."""
    if into is None:
        click.echo(data, nl=False)
        return
    write_new(into, data)
    say(str(into))


def _drawn(desk: Desk, found: Numbers, into: Path | None) -> bytes:
    """The chart, in the language asked for, else the campaign's; for a file that ends in .png as pixels."""
    from gm.chart import svg

    if not found.moments:
        stop("not_played", PERSON)
    campaign = desk.campaign
    config = campaign.config
    lang = desk.asked_lang or config.language
    picture = svg(campaign.rules, config.title, campaign.seats(), campaign.view(None), found, lang)
    return as_png(picture) if into is not None and into.suffix.casefold() == ".png" else picture.encode()


def _tables(found: Numbers, alone: bool) -> Iterator[str]:
    """A table per column with a column per seat; of one seat a single table with a column per number."""
    from gm.words import upper_first

    lang = current_lang()
    turns = [_turn(moment) for moment in found.moments]
    if alone:
        (seat,) = found.seats
        lines = [found.line(seat, column.id) for column in found.columns]
        yield _table([seat, *(column.of(lang) for column in found.columns)], turns, lines)
        return
    for column in found.columns:
        lines = [found.line(seat, column.id) for seat in found.seats]
        yield f"{upper_first(column.of(lang))}\n{_table(['', *found.seats], turns, lines)}"


def _table(heads: Sequence[str], turns: Sequence[str], lines: Sequence[Sequence[int | None]]) -> str:
    cells = [["—" if value is None else str(value) for value in line] for line in lines]
    return table([heads, *zip(turns, *cells, strict=True)], right=range(len(heads)))


def _turn(moment: Moment) -> str:
    if moment.turn == 0:
        return _("start")
    text = _("turn {turn}").format(turn=moment.turn)
    return _("{turn} so far").format(turn=text) if moment.open else text
