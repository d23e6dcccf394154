"""Commands to begin with: games, new, completion."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gm.cli.base import (
    LINE,
    REFUSED,
    Trouble,
    answer,
    argument,
    command,
    current_lang,
    game,
    json_option,
    option,
    read_input,
    say,
    stop,
    table,
    tell,
    to_type,
)
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.model import Problem, Ruleset

_SEAT_SPEC = re.compile(r"(?P<id>[^:]*)(?::(?P<player>[^:]*))?(?::(?P<language>[^:]*))?$")


@command("games")
@json_option
def games_command(as_json: bool) -> None:
    """List the games that gm knows."""
    from gm import rulesets

    games = [rulesets.load(id_) for id_ in rulesets.GAMES]
    if as_json:
        rows = (
            {
                "game": rules.id.replace("_", "-"),
                "en": rules.titles.en,
                "ru": rules.titles.ru,
                "seats": [rules.seats[0], rules.seats[-1]],
            }
            for rules in games
        )
        answer({"games": [*rows]})
        return
    lang = current_lang()
    seats = _("{least} to {most} seats")
    say(
        table(
            [
                (
                    rules.id.replace("_", "-"),
                    rules.titles.of(lang),
                    seats.format(least=rules.seats[0], most=rules.seats[-1]),
                )
                for rules in games
            ]
        )
    )


@command("new")
@argument("folder", "FOLDER", "folders", type=click.Path(path_type=Path))
@option(
    "--game", "typed_game", metavar="GAME", offer="games", required=True, help="The game, such as galactic-council."
)
@option("--title", metavar="TEXT", type=LINE, help="The title as players see it (else the name of the folder).")
@option(
    "--id",
    "id_",
    metavar="WORD",
    type=LINE,
    help="The short name in the first line of order files (else from the folder).",
)
@option("--seats", "count", metavar="N", type=click.IntRange(1, 99), help="How many seats; they are named by colours.")
@option(
    "--seat",
    "specs",
    metavar="ID:PLAYER:LANGUAGE",
    type=LINE,
    multiple=True,
    help="A seat, clockwise; give it once for each. PLAYER and LANGUAGE (en or ru) may be left out.",
)
@option(
    "--option", "options", metavar="KEY=VALUE", multiple=True, help="An option of the game; may be given several times."
)
@option(
    "--from",
    "position",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Begin with the position that this file describes (gm export --position writes one).",
)
@json_option
def new_command(
    folder: Path,
    typed_game: str,
    title: str | None,
    id_: str | None,
    count: int | None,
    specs: tuple[str, ...],
    options: tuple[str, ...],
    position: Path | None,
    as_json: bool,
) -> None:
    """Start a campaign in a new FOLDER.

    It writes campaign.yaml, in which every setting is explained: players, their addresses and languages, deadlines, the
    options of the game. Edit it before you hand out the first forms.

    A game that is under way moves in with --from: its seats, options and position are those of the file; the players
    still confirm in the entry phase.

    Example: gm new winter --game galactic-council --title "Winter" --seats 6
    """
    from gm.campaign import Campaign, CampaignError
    from gm.yamlfile import tidy

    rules = game(typed_game)
    described = (read_input(str(position))[0] or b"\n") if position else b""  # an empty file is not none at all
    name = tidy(folder.resolve().name)
    try:
        campaign = Campaign.create(
            folder,
            game=rules.id,
            title=title or name,
            id=id_ or _slug(name),
            language=current_lang(),
            seats=_seats(count, specs, rules.seats, described=bool(position)),
            options=_options(options, rules),
            position=described,
        )
    except CampaignError as error:
        if error.code != "bad_config":
            raise
        # the file that these mistakes are in was never written: their places would say nothing
        raise Trouble("\n".join(map(_without_place, error.problems)), REFUSED) from None
    if as_json:
        answer({"folder": str(folder), "id": campaign.config.id, "seats": [*campaign.config.seats]})
        return
    say(_("The campaign {title} begins in {folder}.").format(title=campaign.config.title, folder=folder))
    say(_("Seats: {seats}.").format(seats=", ".join(campaign.config.seats)))
    say(_("Fingerprint of the dice secret, to be told to the players: {hash}").format(hash=campaign.secret.hash))
    then = to_type("-C", folder, "form", next(iter(campaign.config.seats)))
    tell(_("Now look at {file}, then: {command}").format(file=folder / "campaign.yaml", command=then))


_LETTERS = dict(
    zip(
        map(ord, "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґßæøœłđ"),
        (
            *("a", "b", "v", "g", "d", "e", "e", "zh", "z", "i", "y", "k", "l", "m", "n", "o", "p", "r", "s", "t"),
            *("u", "f", "h", "ts", "ch", "sh", "sch", "", "y", "", "e", "yu", "ya", "i", "yi", "ye", "g"),
            *("ss", "ae", "o", "oe", "l", "d"),
        ),
        strict=True,
    )
)


def _slug(name: str) -> str:
    """A folder's name as the id of a campaign: only a to z, digits, hyphens; Cyrillic letters as they sound."""
    from unicodedata import normalize

    latin = normalize("NFKD", normalize("NFC", name.lower()).translate(_LETTERS))
    plain = "".join(char for char in latin if not 0x300 <= ord(char) < 0x370)
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].rstrip("-") or "campaign"


def _without_place(problem: Problem) -> str:
    """What is wrong, after the name of the setting, where the sentence itself does not name it."""
    from gm.problems import sentence

    said, key = sentence(problem), problem.args.get("key", "")
    return said if not key or problem.code == "missing_setting" else f"{key}: {said}"


def _seats(count: int | None, specs: tuple[str, ...], allowed: range, described: bool) -> list[dict[str, str]]:
    """One mapping per seat, from ``--seat`` or from ``--seats``; none are needed where a file describes them."""
    seats: list[dict[str, str]] = []
    for spec in specs:
        found = _SEAT_SPEC.match(spec)
        if found is None:
            raise click.UsageError(_("A seat looks like red:Masha:ru, not {spec}.").format(spec=spec))
        seats.append({key: value.strip() for key, value in found.groupdict(default="").items() if value.strip()})
    total = count or len(seats)
    if described and count:
        raise click.UsageError(_("--seats does not go with --from: the seats are those of the file."))
    if described:
        return seats
    if not total:
        raise click.UsageError(
            _("Say how many seats there are: --seats N, from {least} to {most}.").format(
                least=allowed[0], most=allowed[-1]
            )
        )
    return [*seats, *({} for _n in range(total - len(seats)))]


def _options(pairs: tuple[str, ...], rules: Ruleset) -> dict[str, Any]:
    """``key=value`` pairs; a map is ``races=red:sol,blue:hacan``, or entry by entry ``races.red=sol``."""
    from gm.settings import settings_of

    maps = {setting.name for setting in settings_of(rules.options) if isinstance(setting.default, dict)}
    chosen: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise click.UsageError(_("An option looks like turns=8, not {pair}.").format(pair=pair))
        *path, last = key.strip().replace("-", "_").split(".")
        inside = chosen
        for step in path:
            inside = inside.setdefault(step, {})
            if not isinstance(inside, dict):
                raise click.UsageError(_("An option looks like turns=8, not {pair}.").format(pair=pair))
        entries = [entry.partition(":") for entry in value.split(",")]
        if not path and last in maps and all(colon for _key, colon, _value in entries):
            inside[last] = {**inside.get(last, {}), **{name.strip(): text.strip() for name, _c, text in entries}}
        else:
            inside[last] = value.strip()
    return chosen


@command("completion")
@argument("shell", "SHELL", type=click.Choice(("bash", "zsh", "fish")))
def completion_command(shell: str) -> None:
    """Print the script that completes commands in your shell.

    For bash, add this line to ~/.bashrc: eval "$(gm completion bash)"
    """
    from click.shell_completion import get_completion_class

    from gm.cli import cli

    maker = get_completion_class(shell)
    if maker is None:
        stop("unknown_shell", typed=shell)
    say(maker(cli, {}, "gm", "_GM_COMPLETE").source())
