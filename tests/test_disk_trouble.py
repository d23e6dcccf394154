"""A full disk, a folder that can only be read, files that were cut off or edited: one sentence, and nothing is lost."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from gm import disk
from gm.campaign import Campaign
from gm.verify import verify
from tests import campaigns as t
from tests import counter
from tests.desk import gm
from tests.kill_driver import TOUCHES

ORDERS = "- add: {number: 7}\n"
LAST = "phases/0002-t01-settle"
READS = [
    ["status"],
    ["form", "red"],
    ["check", "red", "-"],
    ["report", "red"],
    ["events", "--json"],
    ["map"],
    ["verify"],
    ["history"],
    ["stats"],
    ["resolve", "--dry-run"],
]
WRITES = [["submit", "red", "-"], ["resolve"], ["undo"]]


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)
    monkeypatch.setattr("gm.pages.Pages.picture", lambda self, who, lang: "<svg/>")  # this game has no map


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """A campaign whose second turn is open, with all orders filed."""
    made = t.new(tmp_path / "c", pages=False)
    t.resolve(made)
    for _ in range(2):
        t.send_all(made)
        if len(made.phases()) == 1:
            t.resolve(made)
    return made


def kept(folder: Path) -> dict[str, bytes]:
    """Every file but the lock, which is empty and stays where it was."""
    return {name: data for name, data in t.files(folder).items() if name != ".lock"}


def one_sentence(answer: Result, reason: str = "") -> None:
    """The command ended with exit code 4 and a single line that says why."""
    assert answer.exit_code == 4, answer.output
    assert len(answer.stderr.splitlines()) == 1 and answer.stderr.rstrip().endswith(reason), answer.stderr


# --- the disk is full ----------------------------------------------------------------------------------------------


def full_at(patch: pytest.MonkeyPatch, number: int) -> list[str]:
    """The disk is full at the n-th touch: what was being written is cut. Returns the touches, as they come."""
    seen: list[str] = []

    def watched(name: str, real: Callable[..., object]) -> Callable[..., object]:
        def touch(path: Path, *args: object) -> object:
            seen.append(name)
            if len(seen) == number:
                if name == "write_file":
                    real(path, args[0][: len(args[0]) // 2], *args[1:])  # type: ignore[index,arg-type]
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
            return real(path, *args)

        return touch

    for name in TOUCHES:
        patch.setattr(disk, name, watched(name, getattr(disk, name)))
    return seen


def state_of(folder: Path) -> tuple[list[str], object]:
    campaign = Campaign.open(folder)
    return [phase.name for phase in campaign.phases()], campaign.state()


@pytest.mark.parametrize("words", [*WRITES, ["resolve", "entry"]], ids=" ".join)
def test_a_full_disk_leaves_the_old_or_the_new_state(campaign: Campaign, tmp_path: Path, words: list[str]) -> None:
    if words[-1] == "entry":
        base = t.new(tmp_path / "entry", pages=False).folder
        t.send(Campaign.open(base), "red", "- entry: {name: Ann, phrase: xyzzy}\n")
        words = words[:1]
    else:
        base = campaign.folder
    whole = shutil.copytree(base, tmp_path / "whole")
    with pytest.MonkeyPatch.context() as patch:
        touches = full_at(patch, 0)
        assert gm("-C", whole, *words, stdin=ORDERS).exit_code == 0
    assert len(touches) >= 4
    old, new = state_of(base), state_of(whole)
    for number in range(1, len(touches) + 1):
        folder = shutil.copytree(base, tmp_path / f"full-{number}")
        with pytest.MonkeyPatch.context() as patch:
            full_at(patch, number)
            answer = gm("-C", folder, *words, stdin=ORDERS)
        one_sentence(answer, "the disk is full")
        assert state_of(folder) in (old, new), touches[number - 1]
        assert verify(Campaign.open(folder)).ok
        if state_of(folder) == old:
            assert gm("-C", folder, *words, stdin=ORDERS).exit_code == 0
        assert state_of(folder) == new
        assert verify(Campaign.open(folder)).ok


def mounted(folder: Path, *options: str) -> bool:
    """Mount something; False where that is not permitted."""
    if os.name != "posix" or not shutil.which("mount"):
        return False
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True, check=False)
    return done.returncode == 0


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 8 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    if not mounted(folder, "-t", "tmpfs", "-o", "size=8m", "tmpfs"):
        pytest.skip("nothing can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=False)


def test_a_disk_that_is_really_full(campaign: Campaign, small: Path) -> None:
    folder = shutil.copytree(campaign.folder, small / "c")
    with (small / "rest").open("wb", buffering=0) as rest:
        try:
            while True:
                rest.write(b"\0" * 4096)
        except OSError as error:
            assert error.errno == errno.ENOSPC
    before = kept(folder)
    for words in READS:
        assert gm("-C", folder, *words, stdin=ORDERS).exit_code == 0, words
    for words in WRITES[:2]:
        one_sentence(gm("-C", folder, *words, stdin=ORDERS), "the disk is full")
        assert {name: data for name, data in kept(folder).items() if name in before} == before
        assert gm("-C", folder, "verify").exit_code == 0
    (small / "rest").unlink()
    for words in WRITES:
        assert gm("-C", folder, *words, stdin=ORDERS).exit_code == 0, words
    assert not [name for name in kept(folder) if "/." in name], "nothing half written is left"


@pytest.fixture
def read_only(campaign: Campaign) -> Iterator[Path]:
    """The campaign on a disk that can only be read."""
    folder = campaign.folder
    if not mounted(folder, "--bind", str(folder)):
        pytest.skip("nothing can be mounted here")
    if mounted(folder, "-o", "remount,ro,bind"):
        yield folder
    subprocess.run(["umount", str(folder)], check=False)


def test_a_folder_that_can_only_be_read_can_be_read(read_only: Path) -> None:
    before = t.files(read_only)
    for words in READS:
        assert gm("-C", read_only, *words, stdin=ORDERS).exit_code == 0, words
    for words in WRITES:
        one_sentence(gm("-C", read_only, *words, stdin=ORDERS), "it can only be read")
        assert "может быть" not in gm("-C", read_only, *words, stdin=ORDERS, lang="ru").stderr
    assert t.files(read_only) == before


# --- files that are not what was written ---------------------------------------------------------------------------


def _newer(data: bytes) -> bytes:
    return json.dumps({**json.loads(data), "format": 99, "gm": "9.0"}).encode()


DAMAGE: dict[str, tuple[str, Callable[[bytes], bytes], str, set[str]]] = {
    "a state cut off": (
        f"{LAST}/state.json",
        lambda data: data[: len(data) // 2],
        "was changed after it was written",
        {"status", "check", "submit", "resolve", "report", "map", "verify", "stats"},
    ),
    "a state edited": (
        f"{LAST}/state.json",
        lambda data: data.replace(b'"red":', b'"red": ', 1),
        "was changed after it was written",
        {"status", "check", "submit", "resolve", "report", "map", "verify", "stats"},
    ),
    "events cut off": (
        f"{LAST}/events.jsonl",
        lambda data: data[:-9],
        "was changed after it was written",
        {"report", "map", "events", "verify", "history"},
    ),
    "a manifest of a newer gm": (
        f"{LAST}/manifest.json",
        _newer,
        "was written by a newer gm (9.0); update this one",
        {*(words[0] for words in (*READS, *WRITES))},
    ),
    "a manifest cut off": (
        f"{LAST}/manifest.json",
        lambda data: data[:-30],
        "is damaged; restore it from a copy",
        {*(words[0] for words in (*READS, *WRITES))},
    ),
    "an empty manifest": (
        "phases/0001-t01-add/manifest.json",
        lambda data: b"",
        "is damaged; restore it from a copy",
        {"report", "map", "events", "verify", "history", "undo"},
    ),
    "a secret cut off": (
        "secret.yaml",
        lambda data: data[:100],
        "is damaged; restore it from a copy",
        {"resolve", "verify"},
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_what_is_damaged_is_told_in_one_sentence_and_left_alone(campaign: Campaign, name: str) -> None:
    file, spoil, said, stopped = DAMAGE[name]
    path = campaign.folder / file
    path.write_bytes(spoil(path.read_bytes()))
    damaged = path.read_bytes()
    for words in (*READS, *WRITES[2:], *WRITES[:2]):
        before = kept(campaign.folder)
        answer = gm("-C", campaign.folder, *words, stdin=ORDERS)
        if words[0] not in stopped:  # such a command has no need of the file
            assert answer.exit_code == 0, (words, answer.output)
            if words[0] == "undo":
                break  # with the phase the damage is out of the way
            continue
        assert answer.exit_code == 4, (words, answer.output)
        if words[0] == "verify":
            assert f"{path} {said}" in answer.stdout
        else:
            assert answer.stderr == f"{path} {said}\n", words
        russian = gm("-C", campaign.folder, *words, stdin=ORDERS, lang="ru").output.replace(str(path), "")
        assert re.search("[а-я]", russian) and "damaged" not in russian
        assert kept(campaign.folder) == before, words
        assert path.read_bytes() == damaged
