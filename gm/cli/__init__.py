"""``gm``: the command line. Commands only translate: they open a campaign, call one function of the library, print."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from gm import __version__, i18n
from gm.cli.base import Command, Desk, Option, offers
from gm.i18n import LANGUAGES
from gm.i18n import text as _

COMMANDS = {
    "games": ("start", "List the games that gm knows."),
    "demo": ("demo", "Play a whole campaign from order files that come with gm."),
    "new": ("start", "Start a campaign."),
    "status": ("watch", "Show who has sent orders and who is awaited."),
    "form": ("players", "Print the blank order form of a seat."),
    "check": ("players", "Show every mistake in an order file; nothing is filed."),
    "submit": ("players", "File an order file in the inbox."),
    "receipt": ("desk", "Print the receipt of an order file: how it was understood, whether it counts."),
    "accept": ("desk", "Decide that a file counts, late or not."),
    "receive": ("mail", "Take messages in: from a pipe, files, a Maildir."),
    "fetch": ("mail", "Take in what is unread in the campaign's mailbox."),
    "mailbox": ("mail", "List the messages that came and what became of each."),
    "bot": ("players", "File orders made by the bot."),
    "resolve": ("play", "Play the open phase."),
    "send": ("post", "Send reports, news and reminders to the players."),
    "report": ("pages", "Print the report of a seat."),
    "events": ("watch", "Print what happened, event by event."),
    "map": ("pages", "Draw the map as a seat knows it."),
    "absent": ("desk", "Note that a player is away."),
    "ready": ("deadline", "Note that the orders of a seat are final."),
    "extend": ("deadline", "Move the deadline of the open phase."),
    "tick": ("tick", "Do everything that is due: reminders, news, phases whose deadline has passed."),
    "replace": ("desk", "Give a seat to another player."),
    "forecast": ("forecast", "Show what orders would come to if nobody else did anything."),
    "throw": ("throw", "Write down dice that you threw by hand."),
    "rule": ("decide", "Change the position by a ruling, on the record."),
    "hold": ("decide", "Hold the phase with a question to a seat."),
    "undo": ("decide", "Take the last phase back."),
    "rerun": ("decide", "Play phases again after a correction."),
    "verify": ("trust", "Check that the record is intact and plays the same again."),
    "reveal": ("trust", "Publish the dice secret."),
    "export": ("trust", "Pack a finished campaign, or describe the position of now."),
    "history": ("watch", "List the phases that were played."),
    "stats": ("numbers", "Show the numbers of every seat, turn by turn, also as a chart."),
    "handbook": ("pages", "Print the handbook of a game."),
    "schema": ("pages", "Print the JSON Schema of an order file, for editors."),
    "completion": ("start", "Print the script that completes commands in your shell."),
}
"""Command -> the module of ``gm.cli`` that holds it, and its line in the list; modules are imported when needed."""


class Desks(Command, click.Group):
    """The group of all commands, which finds ``--lang`` wherever it stands and imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"gm.cli.{COMMANDS[cmd_name][0]}")
        found: click.Command = getattr(module, f"{cmd_name}_command")
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise click.exceptions.NoSuchCommand(args[0], possibilities=[*COMMANDS], ctx=ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(line)) for name, (_module, line) in COMMANDS.items()])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [_("[OPTIONS]"), _("COMMAND [ARGS]...")]

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Settle the language first: everything below talks."""
        words, asked = _without_lang(sys.argv[1:] if args is None else args)
        i18n.use(i18n.wanted(asked))
        if asked is not None:
            words = ["--lang", asked, *words]
        return super().main(words, *rest, **extra)


def _without_lang(args: Sequence[str]) -> tuple[list[str], str | None]:
    """The arguments without ``--lang L`` (wherever it stands) and that L."""
    words, asked = [*args], None
    end = words.index("--") if "--" in words else len(words)
    for n in range(end - 1, -1, -1):
        if words[n].startswith("--lang="):
            asked = words.pop(n).removeprefix("--lang=")
        elif words[n] == "--lang" and n + 1 < len(words):
            asked = words.pop(n + 1)
            words.pop(n)
    return words, asked


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"gm {__version__}")
        ctx.exit()


@click.command(
    "gm",
    cls=Desks,
    context_settings={"help_option_names": ["-h", "--help"]},
    params=[
        Option(
            ["-C", "--campaign", "folder"],
            metavar="FOLDER",
            default=".",
            envvar="GM_CAMPAIGN",
            shell_complete=offers("folders"),
            type=click.Path(path_type=Path),
            help="The folder of the campaign (else the variable GM_CAMPAIGN, else the current folder).",
        ),
        Option(
            ["--lang"],
            type=click.Choice(LANGUAGES),
            help="Talk English or Russian (else the variables GM_LANG, LC_ALL, LC_MESSAGES, LANG).",
        ),
        Option(
            ["-V", "--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
            help="Show the version and exit.",
        ),
    ],
)
@click.pass_context
def cli(ctx: click.Context, folder: Path, lang: Any) -> None:
    """The moderator's desk for strategy games played by mail and on forums.

    gm hands out order forms, reads what players send back, plays phase after phase by the rules of the game and writes
    a report for every player. A campaign is a folder of plain files.

    Begin with: gm demo
    """
    ctx.obj = Desk(folder, lang)


def main() -> None:
    """The command ``gm``."""
    # a short process that makes few cycles: collecting rarely saves a twentieth of its time
    gc.set_threshold(50_000, 20, 50)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # a redirected stream of Windows would be in some code page; a console shows what it can
            settings = {"errors": "replace"} if stream.isatty() else {"errors": "replace", "encoding": "utf-8"}
            stream.reconfigure(**settings)
    cli(prog_name="gm")
