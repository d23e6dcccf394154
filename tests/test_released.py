"""Campaigns of every released version are opened, shown and verified by this one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gm import __version__
from gm.campaign import Campaign
from gm.cli import cli
from gm.rulesets import GAMES
from gm.verify import verify
from tests.releases import RELEASED, play, unpack

PACKED = sorted(RELEASED.glob("*/*.zip"))
SHOWS = (
    ["status"],
    ["status", "--json"],
    ["history", "--all"],
    ["events"],
    ["events", "--seat", "red", "--json"],
    ["stats"],
    ["report", "red"],
    ["report", "red", "--format", "html"],
    ["--lang", "ru", "report", "gm", "--format", "text"],
    ["report", "public", "--turn", "1"],
    ["map", "red", "--into", "map.svg"],
    ["export", "--position"],
    ["undo", "--dry-run"],
)


def gm(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["-C", str(folder), *words], catch_exceptions=False)


@pytest.fixture(params=PACKED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def released(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return unpack(request.param, tmp_path / request.param.stem)


def test_every_version_from_the_first_on_is_kept() -> None:
    versions = {path.parent.name for path in PACKED}
    assert {"0.1.0", __version__} <= versions
    assert {path.stem for path in PACKED if path.parent.name == __version__} == {*GAMES}


def test_it_is_opened_and_shown(released: Path) -> None:
    for words in SHOWS:
        done = gm(released, *words)
        assert done.exit_code == 0, (words, done.output)
        assert len(done.output) > 5


def test_it_is_verified(released: Path) -> None:
    """The record is intact; where this version plays differently, the one that played it is named."""
    verdict = verify(Campaign.open(released))
    version = json.loads((released / "phases" / "0000-t00-entry" / "manifest.json").read_text("utf-8"))["gm"]
    assert verdict.record.ok and verdict.dice.ok and verdict.phases > 4
    problems = (*verdict.replay.problems, *verdict.reports.problems)
    if version == __version__:
        assert not problems, "python -m tests.releases packs the campaigns of a version that is not released yet"
        assert verdict.thrown or released.name != "space_base", "a turn of Space Base is rolled"
    assert all(problem.args["version"] == version for problem in problems)


def test_it_is_exported_and_verified_by_a_player(released: Path) -> None:
    assert gm(released, "export", "record.zip").exit_code == 0
    done = CliRunner().invoke(cli, ["verify", "--public", "record.zip", "--json"])
    assert json.loads(done.stdout)["record"] == []


def test_a_campaign_of_this_version_is_packed_as_it_is_played(tmp_path: Path) -> None:
    packed = unpack(RELEASED / __version__ / "space_base.zip", tmp_path / "packed")
    played = play("space_base", tmp_path / "played")
    assert [phase.name for phase in Campaign.open(packed).phases()] == [phase.name for phase in played.phases()]
