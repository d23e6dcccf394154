"""A small finished campaign of every game, as it lay on disk when a version was released: ``tests/released/<version>``.

``python -m tests.releases`` plays those of this version and packs them. What was released is never played anew: newer
versions must open, show and verify it.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from gm import __version__, inbox, rerun, rulingfile
from gm.campaign import Campaign
from gm.play import prepare
from gm.rulesets import GAMES
from gm.secret import Secret

RELEASED = Path(__file__).parent / "released"
WHEN = datetime(2026, 11, 30, 12, tzinfo=UTC)
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "galactic_council": {"turns": 1, "galaxy": "three_suns"},
    "space_base": {"points": 4},
}
PLAYERS = (("Anna", "ru"), ("Boris", "en"), ("Clara", "ru"))


def play(game: str, folder: Path) -> Campaign:
    """A finished campaign with a phrase, a wish, a note, a correction with its reason, and bots."""
    secret = Secret(bytes(range(32)), bytes(range(32, 64)))
    with patch("gm.campaign.draw", lambda: secret):
        campaign = Campaign.create(
            folder,
            game=game,
            title="Release",
            id="release",
            language="en",
            seats=[{"player": player, "language": lang} for player, lang in PLAYERS],
            options=OPTIONS[game],
            settings={"guard": False},
        )
    inbox.submit(campaign, "red", b"- entry: {phrase: abracadabra}\n", channel="cli", sender="Anna", when=WHEN)
    for number in range(99):
        if campaign.opened() is None:
            break
        if number == 1:
            note = b"- note: Welcome to the table\n"
            rulingfile.file(campaign, campaign.name_of_next(), campaign.state(), note, WHEN)
        campaign.commit(prepare(campaign, "bot", WHEN))
        if number == 2:
            rerun.commit(campaign, rerun.prepare(campaign, campaign.phases()[-1], "as a trial", WHEN))
    return campaign


def pack(folder: Path, path: Path) -> None:
    """The whole folder in one file, the same bytes for the same campaign."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and not file.name.startswith(".lock"):
                name = file.relative_to(folder).as_posix()
                packed.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED)


def unpack(path: Path, folder: Path) -> Path:
    """The campaign as it lay on the game master's disk."""
    with zipfile.ZipFile(path) as packed:
        packed.extractall(folder)
    for name in ("phases", "inbox", "content"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "secret.yaml").chmod(0o600)
    return folder


def main() -> int:
    for game in GAMES:
        with TemporaryDirectory() as folder:
            play(game, Path(folder) / "c")
            pack(Path(folder) / "c", RELEASED / __version__ / f"{game}.zip")
    return 0


if __name__ == "__main__":
    sys.exit(main())
