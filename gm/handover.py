"""People in seats: who is away, and a seat that goes over to another person, with all that he needs to play on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gm import disk
from gm.campaign import Campaign
from gm.config import check_config, parse_config, set_players
from gm.secret import write_secret
from gm.trouble import REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.inbox import Filed
    from gm.model import Lang

REPORTS = 3
"""So many of the last reports a newcomer gets."""


class HandedOver(NamedTuple):
    """A seat has a new person: the campaign as it is now, the papers that were written, what the old one left.

    ``counting`` is the file for the open phase that goes on counting, ``standing`` are the phases with standing orders.
    """

    campaign: Campaign
    papers: list[Path]
    counting: Filed | None
    standing: tuple[str, ...]


def change_seat(campaign: Campaign, seat: str, settings: Mapping[str, str | None]) -> None:
    """Change settings of a seat in ``campaign.yaml`` (None: take one out), keeping the GM's comments.

    CampaignError when they would be wrong; nothing is written then. The campaign at hand does not know of it.
    """
    with campaign.lock():
        disk.write_durably(campaign.folder / "campaign.yaml", _changed(campaign, seat, settings))


def _changed(campaign: Campaign, seat: str, settings: Mapping[str, str | None]) -> bytes:
    """The settings file as it would be, judged."""
    path = campaign.folder / "campaign.yaml"
    changed = set_players(disk.read(path), {seat: settings})
    check_config(parse_config(changed, str(path)), campaign.rules, changed, str(path))
    return changed


def hand_over(
    campaign: Campaign, seat: str, player: str, address: str, language: Lang | None, folder: Path
) -> HandedOver:
    """Give a seat to another person: the old codes are worthless, the new person's papers lie in ``folder``.

    The state of the game is left alone: the seat keeps its race, fleets and the name by which others know it. Raises
    CampaignError: the folder is not empty, or the name means another seat.
    """
    lang = language or campaign.config.lang(seat)
    settings = {"player": player, "address": address, "language": lang, "absent": None}
    with campaign.lock():
        _make_empty(folder)
        changed = _changed(campaign, seat, settings)
        old = campaign.secret
        newer = replace(old, generations={**old.generations, seat: old.generation(seat) + 1})
        write_secret(campaign.folder / "secret.yaml", newer, campaign.config.language)
        disk.write_durably(campaign.folder / "campaign.yaml", changed)
    campaign = Campaign.open(campaign.folder)
    written = []
    with disk.writing(folder):
        for name, data in papers(campaign, seat):
            (folder / name).write_bytes(data)
            written.append(folder / name)
    return HandedOver(campaign, written, *_left(campaign, seat))


def _make_empty(folder: Path) -> None:
    """The folder for the papers, made before anything changes; CampaignError when there is something in it."""
    with disk.writing(folder):
        if folder.exists() and (not folder.is_dir() or disk.entries(folder)):
            raise CampaignError("folder_taken", REFUSED, path=str(folder))
        folder.mkdir(parents=True, exist_ok=True)


def _left(campaign: Campaign, seat: str) -> tuple[Filed | None, tuple[str, ...]]:
    from gm import inbox

    opened = campaign.opened()
    counting = inbox.current(campaign, seat) if opened and seat in opened.may else None
    return counting, tuple(inbox.all_standing(campaign, seat))


# -- papers


def papers(campaign: Campaign, seat: str) -> Iterator[tuple[str, bytes]]:
    """All that a person needs to play on: the handbook, the last reports, the form with its view and its schema."""
    from gm.handbook import handbook

    lang = campaign.config.lang(seat)
    name = f"{campaign.rules.id}.{lang}.md"
    yield name, handbook(campaign.rules, lang, campaign.content).encode()
    yield from _reports(campaign, seat, lang)
    opened = campaign.opened()
    if opened and seat in opened.may:
        yield from form_papers(campaign, seat)


def _reports(campaign: Campaign, seat: str, lang: Lang) -> Iterator[tuple[str, bytes]]:
    from gm import pages
    from gm.pages import Format

    formats: tuple[Format, ...] = ("md", "html")
    ends = [phase for phase in campaign.phases() if campaign.manifest(phase)["about"]]
    for phase in ends[-REPORTS:]:
        page = pages.of_phase(campaign, phase)
        for form in formats:
            yield f"{phase.name}-{seat}.{form}", page.page(seat, lang, form).encode()


def form_papers(campaign: Campaign, seat: str) -> Iterator[tuple[str, bytes]]:
    """The blank form of a seat for the open phase, its JSON Schema and its view file. CampaignError: there is none."""
    import json

    from gm import forms, play, schema

    text = play.blank_form(campaign, seat)
    opened = campaign.opened()
    assert opened is not None, "there is a form, so a phase is open"
    stem = forms.file_stem(play.header(campaign, opened, seat))
    kinds = opened.orders.get(seat, ())
    made = schema.schema(kinds, campaign.view(seat), campaign.config.lang(seat), stem)
    yield f"{stem}.yaml", text.encode()
    yield f"{stem}.schema.json", (json.dumps(made, ensure_ascii=False) + "\n").encode()
    yield f"{stem}.view.json", play.view_file(campaign, seat)
