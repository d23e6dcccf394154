"""Demo campaigns for tests: played from their order files, as they come or with one file changed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from gm import inbox
from gm import play as plays
from gm.campaign import Campaign
from gm.model import Event
from tests.campaigns import WHEN

CAMPAIGNS = Path(__file__).parents[1] / "campaigns"


@dataclass(frozen=True)
class Phase:
    """One resolve of a demo: what was filed, what came of it, every report."""

    filed: dict[str, inbox.Submission]
    outcome: plays.Outcome
    reports: dict[str, str]

    def all(self, name: str, **facts: Any) -> list[Any]:
        """The events of a type that have these values."""
        return [
            event
            for event in self.outcome.events
            if type(event).__name__ == name and all(getattr(event, key) == value for key, value in facts.items())
        ]

    def one(self, name: str, **facts: Any) -> Any:
        """The only event of a type with these values."""
        (event,) = self.all(name, **facts)
        return event


def play(source: Path, folder: Path, when: datetime = WHEN, until: str = "") -> dict[str, Phase]:
    """Play the order files of ``source`` in ``folder`` through the library, up to a phase or to the end."""
    folder.mkdir()
    for name in ("campaign.yaml", "secret.yaml"):
        shutil.copyfile(source / name, folder / name)
    (folder / "secret.yaml").chmod(0o600)
    if (source / "content").is_dir():
        shutil.copytree(source / "content", folder / "content")
    campaign, phases = Campaign.open(folder), dict[str, Phase]()
    while campaign.opened() is not None and until not in phases:
        name = campaign.name_of_next()
        filed = {
            path.stem: inbox.submit(campaign, path.stem, path.read_bytes(), channel="file", sender=path.stem, when=when)
            for path in sorted((source / "orders" / name).glob("*.yaml"))
        }
        outcome = plays.prepare(campaign, when=when)
        reports = campaign.commit(outcome) / "reports"
        phases[name] = Phase(filed, outcome, {path.stem: path.read_text("utf-8") for path in reports.iterdir()})
    return phases


def variant(source: Path, folder: Path, name: str, change: Callable[[str], str]) -> Path:
    """A copy of a demo's files in which one file is changed (a new one is changed from nothing)."""
    shutil.copytree(source, folder)
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    before = path.read_text("utf-8") if path.exists() else ""
    assert change(before) != before
    path.write_text(change(before), "utf-8")
    return folder


def facts(phase: Phase) -> list[tuple[str, Event]]:
    """All events of a resolve with their types."""
    return [(type(event).__name__, event) for event in phase.outcome.events]
