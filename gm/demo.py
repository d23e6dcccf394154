"""Play a campaign that comes with ``gm``: real order files, phase by phase, in a folder of the user's."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from gm import inbox, play, resources
from gm.campaign import Campaign
from gm.pages import of_outcome, write_all
from gm.trouble import REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.inbox import Submission
    from gm.model import Ruleset
    from gm.play import Outcome

SUFFIX = "-demo"
BEGIN = datetime(2026, 11, 1, 20, 0, tzinfo=UTC)
"""The demo takes its times from here, so that it is the same whenever it is played."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one resolve of the demo came to: what was filed before, the outcome, the folder of its pages."""

    submissions: tuple[Submission, ...]
    outcome: Outcome
    pages: Path


def source(rules: Ruleset) -> Path:
    """The folder with the demo of a game. CampaignError when none comes with it."""
    folder = resources.folder("campaigns") / f"{rules.id.replace('_', '-')}{SUFFIX}"
    if not (folder / "campaign.yaml").is_file():
        raise CampaignError("no_demo", REFUSED, game=rules.id.replace("_", "-"))
    return folder


def begin(rules: Ruleset, folder: Path) -> Campaign:
    """Copy the settings of the demo into ``folder``, which must not be there yet."""
    come = source(rules)
    if folder.exists():
        raise CampaignError("folder_taken", REFUSED, path=str(folder))
    folder.mkdir(parents=True)
    for name in ("campaign.yaml", "secret.yaml"):
        shutil.copyfile(come / name, folder / name)
    (folder / "secret.yaml").chmod(0o600)
    if (come / "content").is_dir():
        shutil.copytree(come / "content", folder / "content")
    return Campaign.open(folder)


def play_on(campaign: Campaign, orders: Path) -> Iterator[Step]:
    """File the order files of each phase and resolve it, as long as there is a folder of orders for what is open.

    ``orders`` holds a folder per phase, named as the campaign names it, with a file per seat. Seats without a file
    send nothing: their settings in campaign.yaml say what follows.
    """
    time = BEGIN
    while campaign.opened() is not None:
        folder = orders / campaign.name_of_next()
        if not folder.is_dir():
            return
        filed = []
        for path in sorted(folder.glob("*.yaml")):
            time += timedelta(hours=1)
            data = path.read_bytes()
            filed.append(inbox.submit(campaign, path.stem, data, channel="file", sender=path.stem, when=time))
        time += timedelta(days=1)
        outcome = play.prepare(campaign, when=time)
        campaign.commit(outcome)
        pages = campaign.folder / "pages" / outcome.last_name
        write_all(of_outcome(campaign, outcome), pages)
        yield Step(tuple(filed), outcome, pages)
