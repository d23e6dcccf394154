"""Campaigns of the counter game for tests."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gm.campaign import Campaign
from gm.inbox import Submission, submit
from gm.play import Outcome, prepare

WHEN = datetime(2026, 11, 30, 12, tzinfo=UTC)


def new(folder: Path, seats: int = 3, **settings: Any) -> Campaign:
    """A campaign that was just created."""
    options = settings.pop("options", {})
    settings.setdefault("guard", False)  # tests file at one time and resolve at another
    return Campaign.create(
        folder,
        game="counter",
        title="A test",
        id="test-1",
        language="en",
        seats=[{} for _ in range(seats)],
        options=options,
        settings=settings,
    )


def send(campaign: Campaign, seat: str | None, text: str | bytes) -> Submission:
    """File some orders as the GM would."""
    data = text if isinstance(text, bytes) else text.encode()
    return submit(campaign, seat, data, channel="file", sender="gm", when=WHEN)


def send_all(campaign: Campaign, number: int = 1) -> None:
    """Orders for every seat in the phase ``add``."""
    for place, seat in enumerate(campaign.config.seats):
        assert send(campaign, seat, f"- add: {{number: {number + place}}}\n").ok


def resolve(campaign: Campaign, missing: Any = None) -> Outcome:
    """Prepare and commit."""
    outcome = prepare(campaign, missing, WHEN)
    campaign.commit(outcome)
    return outcome


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its relative name."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
