"""Commands that print or draw: report, map, handbook, schema."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

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
_phase_option = option("--phase", metavar="PHASE", help="Of that phase.")


def played(desk: Desk, turn: int | None, phase: str | None) -> PhaseFolder:
    """The finished phase that was asked for, at the end of whose run the reports lie."""
    campaign = desk.campaign
    phases = campaign.phases()
    wanted = desk.phase(phase) if phase else None
    fits = [one for one in phases if turn in (None, one.turn) and wanted in (None, one.phase)]
    if not fits:
        stop("not_played", PERSON)
    return next(one for one in phases[fits[-1].number :] if campaign.manifest(one).get("about"))


def reader(desk: Desk, typed: str) -> str:
    """A seat, or one of the words public and gm."""
    word = typed.strip().casefold()
    return word if word in ("public", "gm") else desk.seat(typed)


@command("report")
@argument("seat", "[SEAT]", required=False)
@option(
    "--format", "form", type=click.Choice(("md", "text", "html")), default="md", help="Markdown, text or a web page."
)
@_turn_option
@_phase_option
@option("--all", "everybody", is_flag=True, help="Every report, into the folder of --into.")
@into_option
@desk
def report_command(
    desk: Desk, seat: str | None, form: Format, turn: int | None, phase: str | None, everybody: bool, into: Path | None
) -> None:
    """Print the report of SEAT on the phase played last.

    SEAT may also be public (what everybody may know) or gm (everything). A report is written in its player's language;
    --lang prints it in another one.
    """
    from gm import pages

    if everybody != (into is not None) or everybody == bool(seat):
        raise click.UsageError(_("Name a seat, or give --all --into FOLDER."))
    made = pages.of_phase(desk.campaign, played(desk, turn, phase))
    if into is None:
        who = reader(desk, seat or "")
        say(made.page(who, desk.asked_lang or made.lang(who), form).rstrip("\n"))
        return
    endings = {"md": "md", "text": "txt", "html": "html"}
    for who in (*made.seats, pages.PUBLIC, pages.GM):
        path = into / f"{who}.{endings[form]}"
        write_new(path, made.page(who, desk.asked_lang or made.lang(who), form).encode())
        say(str(path))


@command("map")
@argument("seat", "[SEAT]", required=False)
@option("--into", metavar="FILE", type=click.Path(path_type=Path), required=True, help="The file to write.")
@option("--png", is_flag=True, help="As a PNG picture instead of SVG.")
@_turn_option
@_phase_option
@desk
def map_command(desk: Desk, seat: str | None, into: Path, png: bool, turn: int | None, phase: str | None) -> None:
    """Draw the map as SEAT knows it, or as everybody does without SEAT.

    The picture is an SVG file: every browser shows it, and it prints at any size.
    """
    from gm import pages

    made = pages.of_phase(desk.campaign, played(desk, turn, phase))
    who = reader(desk, seat) if seat else pages.PUBLIC
    picture = made.picture(who, desk.asked_lang or made.lang(who))
    if png or into.suffix.casefold() == ".png":
        write_new(into, _as_png(picture))
    else:
        write_new(into, picture.encode())
    say(str(into))


def _as_png(picture: str) -> bytes:
    from gm.picture import NoPictures, png

    try:
        return png(picture)
    except NoPictures:
        message = _("PNG pictures need a library that is not installed: pip install resvg-py. SVG works without it.")
        raise Trouble(message, PERSON) from None


@command("handbook")
@argument("game", "GAME")
@into_option
def handbook_command(game: str, into: Path | None) -> None:
    """Print the handbook of GAME: how orders are written, every order of every phase, the tables.

    It is made from the same definitions by which orders are read, in English or Russian (--lang ru).
    """
    from gm.cli.base import game as game_of
    from gm.handbook import handbook

    rules = game_of(game)
    text = handbook(rules, current_lang())
    if into is None:
        say(text.rstrip("\n"))
        return
    path = into / f"{rules.id}.{current_lang()}.md"
    write_new(path, text.encode())
    say(str(path))


@command("schema")
@argument("name", "GAME")
@argument("phase", "PHASE")
@option("--seat", metavar="SEAT", help="With the names of that seat of the campaign, for its open phase.")
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
    if seat:
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
