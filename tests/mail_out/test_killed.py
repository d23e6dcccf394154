"""Kill it anywhere while letters go out: nobody is left out, and nobody gets another letter than the one meant."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from shutil import copytree

import pytest

from gm.campaign import Campaign
from gm.mail import outbox
from tests import kill_driver
from tests.mail_out.letters_of_tests import states
from tests.test_kill import ROOT, killed_everywhere, prepared

pytestmark = pytest.mark.usefixtures("counting", "hasty")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process has written outlives it, synced or not."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def delivered(folder: Path) -> list[tuple[str, bytes]]:
    """The letters that arrived whole, in order: a server takes none that broke off."""
    campaign = Campaign.open(folder)
    found = []
    for path in sorted((folder / "went").iterdir(), key=lambda path: int(path.name.partition("-")[0])):
        key, data = path.name.partition("-")[2], path.read_bytes()
        post = outbox.find(campaign, key)
        assert post is not None
        whole = outbox.data(campaign, post)
        assert whole.startswith(data), "sent again it is the same, byte for byte"
        if data == whole:
            found.append((key, data))
    return found


def carried_on(folder: Path, killed: bool) -> bool:
    """Run the step once more where it was killed; whether one letter went twice (the one over which it was)."""
    before = len(delivered(folder)) if (folder / "went").exists() else 0
    kill_driver.send(Campaign.open(folder))
    campaign = Campaign.open(folder)
    assert states(campaign) == dict.fromkeys(kill_driver.LETTERS, "sent")
    assert sorted(path.name for path in (folder / "outbox").iterdir() if path.name[0] != ".") == ["sent"]
    count = Counter(key for key, _data in delivered(folder))
    assert {*count} == {*kill_driver.LETTERS}, "nobody is left out"
    twice = [key for key, times in count.items() if times > 1]
    assert len(twice) <= (1 if killed and before else 0) and max(count.values()) <= 2
    kill_driver.send(campaign)
    assert Counter(key for key, _data in delivered(folder)) == count, "a run more sends nothing"
    return bool(twice)


def test_killed_at_any_touch_of_the_disk(tmp_path: Path) -> None:
    base = prepared(tmp_path, 1).folder
    places = killed_everywhere("send", base, tmp_path)
    twice = sum(carried_on(folder, code != 0) for folder, code in places)
    assert len(places) > 40
    # between a server's yes and our note of it lie four touches of the disk for each of the two letters
    assert twice == 2 * 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child that is killed needs fork")
def test_killed_from_outside(tmp_path: Path) -> None:
    base = prepared(tmp_path, 1).folder
    folders = [tmp_path / f"kill-{number}" for number in range(30)]
    for folder in folders:
        copytree(base, folder)
    command = [sys.executable, "-m", "tests.kill_driver", "send", "kill", *map(str, folders)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    codes = [int(line) for line in done.stdout.split()]
    assert {*codes} <= {0, -9} and codes[0] == 0 and codes.count(-9) > 5
    for folder, code in zip(folders, codes, strict=True):
        carried_on(folder, code != 0)
