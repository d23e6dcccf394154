"""Commands that print or draw: report, map, handbook, schema."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from gm.cli.base import (
    PERSON,
    Desk,
    Trouble,
    argument,
    command,
    current_lang,
    desk,
    game,
    into_option,
    option,
    phase_of,
    say,
    stop,
    tell,
    write_new,
)
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.campaign import PhaseFolder
    from gm.pages import Format

_turn_option = option("--turn", metavar="N", type=int, help="Of that turn (else of the phase played last).")
_phase_option = option("--phase", metavar="PHASE", offer="phases", help="Of that phase.")


def played(desk: Desk, turn: int | None, phase: str | None) -> PhaseFolder:
    """The finished phase that was asked for, at the end of whose run the reports lie."""
    campaign = desk.campaign
    phases = campaign.phases()
    wanted = desk.phase(phase) if phase is not None else None
    fits = [one for one in phases if turn in (None, one.turn) and wanted in (None, one.phase)]
    if not fits:
        stop("not_played", PERSON)
    return next(one for one in phases[fits[-1].number :] if campaign.manifest(one).get("about"))


def reader(desk: Desk, typed: str) -> str:
    """A seat, or one of the words public and gm."""
    from gm.pages import GM, PUBLIC

    word = typed.strip().casefold()
    return word if word in (PUBLIC, GM) else desk.seat(typed, (PUBLIC, GM))


def target(into: Path, name: str) -> Path:
    """The file to write: the one that was named, or one of that name in the folder that was named."""
    return into / name if into.is_dir() else into


@command("report")
@argument("seat", "[SEAT]", "readers", required=False)
@option(
    "--format",
    "form",
    type=click.Choice(("md", "text", "html")),
    help="Markdown, text or a web page (else by the ending of the file, else Markdown).",
)
@_turn_option
@_phase_option
@option("--all", "everybody", is_flag=True, help="Every report, into the folder of --into.")
@option(
    "--into",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write it into this file; with --all every report into this folder.",
)
@desk
def report_command(
    desk: Desk,
    seat: str | None,
    form: Format | None,
    turn: int | None,
    phase: str | None,
    everybody: bool,
    into: Path | None,
) -> None:
    """Print the report of SEAT on the phase played last.

    SEAT may also be public (what everybody may know) or gm (everything). A report is written in its player's language;
    --lang prints it in another one.
    """
    from gm import pages

    if everybody == bool(seat) or (everybody and into is None):
        raise click.UsageError(_("Name a seat, or give --all --into FOLDER."))
    made = pages.of_phase(desk.campaign, played(desk, turn, phase))
    readers = (*made.seats, pages.PUBLIC, pages.GM) if everybody else (reader(desk, seat or ""),)
    form = form or _FORMATS.get(into.suffix.casefold() if into and not everybody else "", "md")
    for who in readers:
        page = made.page(who, desk.asked_lang or made.lang(who), form)
        if into is None:
            say(page.rstrip("\n"))
            continue
        name = f"{who}{_ENDINGS[form]}"
        path = into / name if everybody else target(into, name)
        write_new(path, page.encode())
        say(str(path))


_ENDINGS: Mapping[Format, str] = {"md": ".md", "text": ".txt", "html": ".html"}
_FORMATS: Mapping[str, Format] = {".md": "md", ".txt": "text", ".html": "html", ".htm": "html"}


@command("map")
@argument("seat", "[SEAT]", "readers", required=False)
@option("--into", metavar="FILE", type=click.Path(path_type=Path), help="Write it into this file.")
@option("--png", is_flag=True, help="As a PNG picture instead of SVG.")
@_turn_option
@_phase_option
@desk
def map_command(
    desk: Desk, seat: str | None, into: Path | None, png: bool, turn: int | None, phase: str | None
) -> None:
    """Draw the map as SEAT knows it, or as everybody does without SEAT.

    The picture is an SVG file: every browser shows it, and it prints at any size.
    """
    from gm import pages

    ending = into.suffix.casefold() if into and not into.is_dir() else ""
    if ending not in ("", ".svg", ".png"):
        raise click.UsageError(_("A map is written as .svg or .png, not as {ending}.").format(ending=ending))
    made = pages.of_phase(desk.campaign, played(desk, turn, phase))
    who = reader(desk, seat) if seat is not None else pages.PUBLIC
    picture = made.picture(who, desk.asked_lang or made.lang(who))
    png = png or ending == ".png"
    data = as_png(picture) if png else picture.encode()
    if into is None:
        click.echo(data, nl=False)
        return
    path = target(into, f"{who}.{'png' if png else 'svg'}")
    write_new(path, data)
    say(str(path))


def as_png(picture: str) -> bytes:
    """The picture in pixels; a sentence where the library for that is missing."""
    from gm.picture import NoPictures, png

    try:
        return png(picture)
    except NoPictures:
        message = _("PNG pictures need a library that is not installed: pip install resvg-py. SVG works without it.")
        raise Trouble(message, PERSON) from None


@command("handbook")
@argument("game", "GAME", "games")
@into_option
@desk
@click.pass_context
def handbook_command(ctx: click.Context, desk: Desk, game: str, into: Path | None) -> None:
    """Print the handbook of GAME: how orders are written, every order of every phase, the tables.

    It is made from the same definitions by which orders are read, in English or Russian (--lang ru). For a campaign
    (gm -C FOLDER handbook GAME) it holds the numbers and names of that campaign.
    """
    from gm.cli.base import game as game_of
    from gm.handbook import handbook

    rules = game_of(game)
    tables = None
    asked = ctx.find_root().get_parameter_source("folder") is not ParameterSource.DEFAULT
    if (asked or (desk.folder / "campaign.yaml").is_file()) and desk.campaign.rules.id == rules.id:
        tables = desk.campaign.content
    text = handbook(rules, current_lang(), tables)
    if into is None:
        say(text.rstrip("\n"))
        return
    path = into / f"{rules.id}.{current_lang()}.md"
    write_new(path, text.encode())
    say(str(path))


@command("schema")
@argument("name", "GAME", "games")
@argument("phase", "PHASE", "phases")
@option(
    "--seat", metavar="SEAT", offer="seats", help="With the names of that seat of the campaign, for its open phase."
)
@desk
def schema_command(desk: Desk, name: str, phase: str, seat: str | None) -> None:
    """Print the JSON Schema of an order file of GAME in PHASE.

    Editors complete and check by it while one types. With --seat it holds that seat's own fleets and planets.
    """
    import json

    from gm.entry import PHASE, Join
    from gm.schema import schema

    rules = game(name)
    wanted = phase_of(rules, phase)
    kinds = (Join,) if wanted == PHASE else rules.phase(wanted).orders
    view, lang = None, current_lang()
    if seat is not None:
        one = desk.seat(seat)
        opened = desk.campaign.opened()
        if opened is None or opened.phase != wanted:
            tell(_("That phase is not open; the names are those of now."))
        else:
            kinds = opened.orders.get(one, ())
        lang = desk.lang_of(one)
        if wanted == PHASE or desk.campaign.last() is not None:  # before entry is played nobody has anything to name
            view = desk.campaign.view(one)
    say(json.dumps(schema(kinds, view, lang), ensure_ascii=False, indent=1))
