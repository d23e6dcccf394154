"""What the shell offers while one types: seats, games, phases, files. Where there is no campaign it offers nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from gm.config import Config


def seats(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The seats of the campaign, with their players."""
    return _fitting(_seats(ctx), incomplete)


def readers(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The same, and the words for everybody's report and the GM's."""
    found = [*_seats(ctx)]
    return _fitting((*found, ("public", ""), ("gm", "")) if found else (), incomplete)


def seat_and_file(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """A file, or first a seat."""
    files = [CompletionItem(incomplete, type="file")]
    return files if ctx.params.get("words") else [*files, *seats(ctx, incomplete)]


def games(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The games that gm knows."""
    from gm.rulesets import GAMES

    return _fitting(((game.replace("_", "-"), "") for game in GAMES), incomplete)


def phases(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The phases of the game that was typed, else of the campaign's."""
    from gm import rulesets

    config = _config(ctx)
    game = ctx.params.get("name") or (config.game if config else "")
    try:
        rules = rulesets.load(game)
    except LookupError:
        return []
    from gm.entry import PHASE, TITLE
    from gm.i18n import current

    rows = [(PHASE, TITLE), *((phase.id, phase.title) for phase in rules.phases)]
    return _fitting(((id_, title.of(current())) for id_, title in rows), incomplete)


def kinds(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The kinds of events of the campaign's game."""
    from gm import entry, rulesets

    config = _config(ctx)
    try:
        rules = rulesets.load(config.game if config else "")
    except LookupError:
        return []
    begin = incomplete.casefold()
    names = (kind.__name__ for kind in (*entry.EVENTS, *rules.events))
    return [CompletionItem(name) for name in names if name.casefold().startswith(begin)]


def columns(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """What is counted in the campaign."""
    from gm.campaign import Campaign
    from gm.i18n import current
    from gm.stats import columns_of
    from gm.trouble import CampaignError

    try:
        found = columns_of(Campaign.open(_folder(ctx)))
    except (CampaignError, RuntimeError):
        return []
    return _fitting(((column.id, column.of(current())) for column in found), incomplete)


def folders(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Any folder."""
    return [CompletionItem(incomplete, type="dir")]


def _fitting(rows: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    begin = incomplete.casefold()
    return [CompletionItem(word, help=about or None) for word, about in rows if word.startswith(begin)]


def _seats(ctx: click.Context) -> Iterator[tuple[str, str]]:
    config = _config(ctx)
    for seat in config.seats if config else ():
        yield seat, " ".join(config.seats[seat].player.split()) if config else ""


def _config(ctx: click.Context) -> Config | None:
    """The settings of the campaign that the line names, or that is here. A shell wants no complaints."""
    from gm.config import read_config
    from gm.fence import fence
    from gm.trouble import CampaignError

    try:
        folder = _folder(ctx)
        fence(folder)
        return read_config(folder / "campaign.yaml")
    except (CampaignError, RuntimeError):  # no such user's home is a RuntimeError
        return None


def _folder(ctx: click.Context) -> Path:
    return Path(ctx.find_root().params.get("folder") or "").expanduser()
