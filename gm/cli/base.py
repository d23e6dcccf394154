"""What all commands share: texts in the user's language, the campaign at hand, answers and troubles as exit codes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import click

from gm import i18n
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.campaign import Campaign, PhaseFolder
    from gm.model import Lang, Name, Problem, Ruleset

DONE, REFUSED, USAGE, PERSON, DAMAGED = 0, 1, 2, 3, 4
FORMAT = 1
"""The version of what ``--json`` prints."""

T = TypeVar("T")


# --- texts in the language of the interface ------------------------------------------------------------------


class Option(click.Option):
    """An option whose help is a message of the catalogue."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        with _translated(self, "help"), _translated(self, "metavar"):
            record = super().get_help_record(ctx)
        # the one word that click does not hand to gettext
        return record and (record[0], record[1].replace("[required]", f"[{_('required')}]"))


class Argument(click.Argument):
    """An argument whose name in the usage line is a message of the catalogue."""

    def make_metavar(self, ctx: click.Context) -> str:
        with _translated(self, "metavar"):
            return super().make_metavar(ctx)


class Command(click.Command):
    """A command whose help is a message of the catalogue, and which ends troubles with a sentence."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["options_metavar"] = "[OPTIONS]"
        super().__init__(*args, **kwargs)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        with _translated(self, "options_metavar"):
            return super().collect_usage_pieces(ctx)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with _translated(self, "help"):
            super().format_help_text(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = _("Show this message and exit.")
        return option

    def invoke(self, ctx: click.Context) -> Any:
        with troubles():
            return super().invoke(ctx)


@contextmanager
def _translated(thing: Any, attribute: str) -> Iterator[None]:
    """The attribute of a click object in the language of the interface, as long as it is being printed."""
    original = getattr(thing, attribute)
    if isinstance(original, str):
        setattr(thing, attribute, _(message_of(original)))
    try:
        yield
    finally:
        setattr(thing, attribute, original)


def message_of(docstring: str) -> str:
    """A docstring as a message: its paragraphs, each in one line."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in docstring.strip().split("\n\n"))


def command(name: str) -> Callable[[Callable[..., None]], Command]:
    """Declare a command; its help is the function's docstring."""
    return cast("Callable[[Callable[..., None]], Command]", click.command(name, cls=Command))


def option(*names: str, offer: str = "", **settings: Any) -> Callable[[T], T]:
    """Declare an option; ``offer``: the function of ``gm.cli.complete`` that knows what a shell may offer for it."""
    return cast("Callable[[T], T]", click.option(*names, cls=Option, shell_complete=offers(offer), **settings))


def argument(name: str, metavar: str, offer: str = "", **settings: Any) -> Callable[[T], T]:
    """Declare an argument; ``metavar`` is how the usage line calls it, ``offer`` as above."""
    settings |= {"metavar": metavar, "cls": Argument, "shell_complete": offers(offer)}
    return cast("Callable[[T], T]", click.argument(name, **settings))


def offers(name: str) -> Callable[[click.Context, click.Parameter, str], Any] | None:
    """What completes a parameter, imported when a shell asks."""

    def offered(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from gm.cli import complete

        return getattr(complete, name)(ctx, incomplete)

    return offered if name else None


class _Turns(click.ParamType):  # type: ignore[type-arg]  # generic in new versions of click only
    """``3``, or a range of turns such as ``2-4``, ``2-`` or ``-4``."""

    name = "turns"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        if isinstance(value, range):
            return value
        found = re.fullmatch(r"(\d{0,9})\s*([-–—]?)\s*(\d{0,9})", value.strip(), re.ASCII)
        if not found or not (found[1] or found[3]):
            self.fail(_("{typed} is neither a turn nor a range of turns such as 2-4.").format(typed=value), param, ctx)
        first = int(found[1] or 0)
        last = int(found[3]) if found[3] else _LAST_TURN if found[2] else first
        return range(first, last + 1)


class _Line(click.ParamType):  # type: ignore[type-arg]  # generic in new versions of click only
    """A text in one line, without what no file may hold, such as bytes of another encoding."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from gm.yamlfile import tidy

        return " ".join(tidy(str(value)).split())


_LAST_TURN = 10**9
TURNS = _Turns()
LINE = _Line()
json_option = option("--json", "as_json", is_flag=True, help="Print the answer as JSON, for scripts.")
missing_option = option(
    "--missing",
    type=click.Choice(("wait", "hold", "standing", "bot")),
    help="Seats that sent nothing: wait for them, let them do nothing, play their standing orders, or let the bot play "
    "(else as in campaign.yaml).",
)
into_option = option(
    "--into", metavar="FOLDER", offer="folders", type=click.Path(path_type=Path), help="Write files into this folder."
)


# --- troubles ------------------------------------------------------------------------------------------------


class Trouble(click.ClickException):
    """A sentence on stderr and an exit code."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc]

    def show(self, file: Any = None) -> None:
        click.echo(self.message, file=file or sys.stderr)


def stop(code: str, exit_code: int = REFUSED, **args: str) -> NoReturn:
    """Stop the command with one sentence of the table of problems."""
    from gm.model import Problem
    from gm.problems import sentence

    raise Trouble(sentence(Problem(code, args)), exit_code)


@contextmanager
def troubles() -> Iterator[None]:
    """Turn what the library raises for people into sentences; a programmer's mistake keeps its traceback."""
    try:
        yield
    except (click.exceptions.Exit, click.Abort, click.ClickException, BrokenPipeError):
        raise
    except OSError as error:
        raise Trouble(_disk_trouble(error), DAMAGED) from None
    except Exception as error:
        from gm.trouble import CampaignError

        if not isinstance(error, CampaignError):
            raise
        raise Trouble(campaign_trouble(error), error.exit_code) from None


def _disk_trouble(error: OSError) -> str:
    from gm.trouble import disk_reason

    reason = disk_reason(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def campaign_trouble(error: Any) -> str:
    """The sentence of a CampaignError, with every place in the file that it is about."""
    from gm.problems import sentence, shown

    lines: list[str] = []
    for one in (error, *error.others):
        name = Path(one.args_of.get("path", "")).name
        lines += [*(shown(problem, one.lines, name) for problem in one.problems), sentence(one.problem)]
    return "\n".join(lines)


def to_type(*words: str | Path) -> str:
    """A command of this very program as it can be typed into a shell here; ``gm`` itself if that finds it."""
    import shutil

    called = Path(sys.argv[0])
    program = ["gm"]
    if called.name == "__main__.py":
        program = [Path(sys.executable).name, "-m", "gm"]
    elif called.stem == "gm":
        found = shutil.which("gm")
        program = ["gm" if found and Path(found).resolve() == called.resolve() else str(called)]
    return " ".join(map(quoted, (*program, *map(str, words))))


def quoted(word: str) -> str:
    """A word as a shell takes it for one."""
    if sys.platform == "win32":
        return word if re.fullmatch(r"[\w.:/\\@=+-]+", word) else f'"{word}"'
    from shlex import quote

    return word if re.fullmatch(r"[\w.:/@=+-]+", word) else quote(word)


# --- the campaign at hand ------------------------------------------------------------------------------------


class Desk:
    """What ``gm -C FOLDER --lang L`` says: where the campaign is, which language was asked for (None: not said)."""

    def __init__(self, folder: Path, lang: Lang | None) -> None:
        self.folder, self.asked_lang = folder, lang

    @cached_property
    def campaign(self) -> Campaign:
        """The campaign in the folder; where no other language was asked for, ``gm`` talks the campaign's."""
        from gm.campaign import Campaign

        campaign = Campaign.open(self.folder)
        if i18n.is_open(self.asked_lang):
            i18n.use(campaign.config.language)
        return campaign

    def lang_of(self, seat: str | None) -> Lang:
        """The language asked for, else the seat's, else the campaign's."""
        config = self.campaign.config
        return self.asked_lang or (config.lang(seat) if seat else config.language)

    def seat(self, typed: str, also: Sequence[str] = ()) -> str:
        """The seat that was meant: its id or its player's name, forgivingly; or one of the words in ``also``."""
        from gm.model import Name

        names = [Name(seat.id, seat.id, seat.id, (seat.name,)) for seat in self.campaign.seats()]
        names += [Name(word, word, word) for word in also]
        found = _found(typed, iter(names))
        if isinstance(found, str):
            stop("no_seat", typed=typed, meant=found, words=", ".join(name.id for name in names))
        return found.id

    def phase(self, typed: str) -> str:
        """The id of the game's phase that was meant."""
        return phase_of(self.campaign.rules, typed)

    def finished(self, typed: str) -> PhaseFolder:
        """The phase played already that was meant: the name of its folder, the beginning of it, or its number."""
        phases = self.campaign.phases()
        wanted = typed.strip().casefold().replace("_", "-")
        number = int(wanted) if re.fullmatch("[0-9]{1,9}", wanted) else None
        numbered = [one for one in phases if one.number == number]
        found = (
            numbered
            or [one for one in phases if one.name == wanted]
            or [one for one in phases if wanted and one.name.startswith(wanted)]
        )
        if len(found) != 1:
            stop("no_such_phase", typed=typed, words=", ".join(one.name for one in (found or phases)[-6:]))
        return found[0]


desk = click.make_pass_decorator(Desk)


def game(typed: str) -> Ruleset:
    """The game that was meant."""
    from gm import rulesets
    from gm.model import Name

    found = _found(typed, (Name(id_, id_.replace("_", "-"), id_) for id_ in rulesets.GAMES))
    if isinstance(found, str):
        stop("unknown_game", typed=typed, meant=found)
    return rulesets.load(found.id)


def phase_of(rules: Ruleset, typed: str) -> str:
    """The id of the phase that was meant; entry is one of every game."""
    from gm.entry import PHASE, TITLE
    from gm.model import Name

    titles = {PHASE: TITLE} | {phase.id: phase.title for phase in rules.phases}
    found = _found(typed, (Name(id_, title.en, title.ru, (id_,)) for id_, title in titles.items()))
    if isinstance(found, str):
        stop("unknown_phase", typed=typed, meant=found, words=", ".join(titles))
    return found.id


def meant(typed: str, names: Iterable[Name], code: str) -> str:
    """The id of the thing that was meant; else the command stops with the problem ``code``: it lists all names."""
    every = tuple(names)
    found = _found(typed, iter(every))
    if isinstance(found, str):
        stop(code, typed=typed, meant=found, words=", ".join(name.of(current_lang()) for name in every))
    return found.id


def _found(typed: str, names: Iterator[Name]) -> Name | str:
    """The thing of that name, or the name that was probably meant (perhaps empty)."""
    from gm.names import Names

    known = Names(names)
    id_ = known.find(typed)
    return known[id_] if id_ else known.close_to(typed, "en") or ""


# --- answers -------------------------------------------------------------------------------------------------


def say(message: str) -> None:
    """The result, on stdout."""
    click.echo(message)


def tell(message: str) -> None:
    """Talk about the work, on stderr."""
    click.echo(message, err=True)


def answer(facts: Mapping[str, Any]) -> None:
    """The result for a script."""
    import json

    click.echo(json.dumps({"format": FORMAT, **facts}, ensure_ascii=False, indent=1))


def table(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> str:
    """Rows in columns, two spaces apart; columns whose numbers are in ``right`` end at the same place."""
    from gm.problems import cells

    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        parts = []
        for number, (cell, width) in enumerate(zip(row, widths, strict=True)):
            gap = " " * (width - cells(cell))
            parts.append(gap + cell if number in right else cell + gap)
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)


def read_input(path: str) -> tuple[bytes, str]:
    """The bytes of an order file, or of stdin for ``-``, and the name to call it in messages.

    Of a file that is far too long only so much is read that it is found too long.
    """
    from gm.inbox import MAX_KEPT

    if path == "-":
        return sys.stdin.buffer.read(MAX_KEPT + 1), "-"
    with Path(path).open("rb") as file:
        return file.read(MAX_KEPT + 1), Path(path).name


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is asked for by name; folders on the way are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def now() -> Any:
    """The wall clock with its zone: asked here and nowhere below."""
    from datetime import datetime

    return datetime.now().astimezone()


def places(problems: Sequence[Problem], lines: Sequence[str], filename: str) -> None:
    """All problems with their places, on stderr."""
    from gm.problems import shown

    for problem in problems:
        tell(shown(problem, lines, filename))


def current_lang() -> Lang:
    """The language of the interface."""
    return i18n.current()
