"""The campaign to which the mails of the corpus are written."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree

import pytest

from gm.campaign import Campaign
from gm.play import prepare
from gm.secret import code as real_code

WHEN = datetime(2026, 11, 30, 12, tzinfo=UTC)
CODE = "K7QX2M9P"
"""The code in the corpus; the campaign's own is another one."""


@pytest.fixture(scope="session")
def winter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign of the corpus on disk, just before the mails come."""
    folder = tmp_path_factory.mktemp("winter") / "winter"
    seats = [{"id": "red", "player": "Roman", "address": "red@players.test", "language": "ru"}, {"id": "blue"}]
    seats[1]["address"] = "blue@players.test"
    campaign = Campaign.create(
        folder,
        game="galactic_council",
        title="Winter",
        id="winter",
        language="en",
        seats=[*seats, {"id": "green"}],
        settings={"guard": False, "pages": False, "mail": {"from": "gm@players.test", "gm": "boss@players.test"}},
    )
    while (opened := campaign.opened()) is not None and (opened.turn, opened.phase) != (3, "movement"):
        campaign.commit(prepare(campaign, "bot", WHEN))
    return folder


@pytest.fixture
def campaign(winter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A copy in which the code of the corpus is red's of turn 3."""

    def code_ok(key: bytes, campaign: str, seat: str, turn: int, typed: str, generation: int = 0) -> bool:
        if (seat, turn) == ("red", 3):
            return typed.strip().upper() == CODE
        return typed.strip().upper() == real_code(key, campaign, seat, turn, generation)

    for module in ("gm.address", "gm.mail.answers", "gm.mail.commands"):
        monkeypatch.setattr(f"{module}.code_ok", code_ok)
    copytree(winter, tmp_path / "winter")
    return Campaign.open(tmp_path / "winter")
