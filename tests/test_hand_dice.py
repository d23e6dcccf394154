"""Dice that the game master throws himself are marked in every report, language and format, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm import pages
from gm.campaign import Campaign
from gm.cli.throw import needed_dice, write_down
from gm.model import LANGUAGES
from gm.rulesets import GAMES
from tests import campaigns as t

MARKS = {"en": "The game master throws the dice himself", "ru": "Кубики бросает сам ведущий"}
PROVEN = {"en": "everybody can check every die", "ru": "каждый может проверить любой бросок"}
SHORT = {"galactic_council": {"turns": 1}, "space_base": {"points": 4}}


def played(folder: Path, game: str, dice: str) -> Campaign:
    """A whole game of bots; where dice have to be thrown by hand, they show what they can."""
    Campaign.create(
        folder,
        game=game,
        title="A test",
        id="test-1",
        language="en",
        seats=[{}, {}, {}],
        options=SHORT[game],
        settings={"dice": dice, "missing": "bot", "guard": False, "pages": False},
    )
    while (campaign := Campaign.open(folder)).opened() is not None:
        while (needed := needed_dice(campaign, None)) is not None:
            write_down(campaign, needed, [n % 6 + 1 for n in range(int(needed.args_of["count"]))])
        t.resolve(campaign)
    return campaign


def every_page(campaign: Campaign) -> Iterator[tuple[str, str, bool]]:
    """Language, page, whether it is the last report, of the first and last ones; for every reader in every format.

    All of them tell the fingerprint.
    """
    told = [phase for phase in campaign.phases() if campaign.manifest(phase)["about"]]
    for phase in (*told[:2], told[-1]):
        of = pages.of_phase(campaign, phase)
        for who in (*of.seats, pages.PUBLIC):
            for lang in LANGUAGES:
                for form in pages.FORMATS:
                    page = of.page(who, lang, form)
                    assert campaign.secret.hash in page
                    yield lang, page, phase == told[-1]


@pytest.mark.parametrize("game", GAMES)
def test_dice_thrown_by_hand_are_marked_everywhere_and_nothing_else_is(game: str, tmp_path: Path) -> None:
    for lang, page, last in every_page(played(tmp_path / "hand", game, "hand")):
        words = " ".join(page.split())
        assert MARKS[lang] in words and PROVEN[lang] not in words
        assert ("secret: " in words or "кубиков: " in words) or not last
    for lang, page, last in every_page(played(tmp_path / "seeded", game, "seeded")):
        words = " ".join(page.split())
        assert MARKS[lang] not in words and (PROVEN[lang] in words) == last
