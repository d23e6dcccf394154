"""``gm forecast``: what a seat's orders would come to, from what it may know alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.base import REFUSED, Desk, argument, command, desk, option, places, read_input, say, write_new

if TYPE_CHECKING:
    from gm.pages import Format


@command("forecast")
@argument("seat", "SEAT", "seats")
@argument("file", "FILE")
@option("--format", "form", type=click.Choice(("md", "text", "html")), default="text", help="Text, Markdown or a page.")
@option("--into", metavar="FILE", type=click.Path(path_type=Path), help="Write it into this file.")
@desk
@click.pass_context
def forecast_command(ctx: click.Context, desk: Desk, seat: str, file: str, form: Format, into: Path | None) -> None:
    """Show what the orders in FILE would come to if nobody else ordered anything.

    Only what SEAT may know goes in: all that lies hidden is made up, and the dice are not those of the game, so that
    the forecast may be shown to the player. Nothing is filed. FILE may be - for what comes on standard input.
    """
    from gm.forecast import forecast

    one = desk.seat(seat)
    data, name = read_input(file)
    pages, sent = forecast(desk.campaign, one, data)
    reading = sent.readings_in(desk.lang_of(one))[one]
    places(reading.problems, reading.lines, name)
    page = pages.page(one, desk.lang_of(one), form)
    if into is None:
        say(page.rstrip("\n"))
    else:
        write_new(into, page.encode())
        say(str(into))
    ctx.exit(0 if reading.ok else REFUSED)
