"""Kill it anywhere: the campaign is in its old state or in the new one, the next run works. One writer at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from shutil import copytree

import pytest

from gm import hold, published, rerun, rulingfile, thrown
from gm.campaign import Campaign
from gm.inbox import current, kept
from gm.play import prepare
from gm.rulingfile import WHO
from gm.trouble import CampaignError
from gm.verify import verify
from tests import campaigns as t
from tests import counter

ROOT = Path(__file__).parent.parent
DIED = 9
BATCH = 24


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


def drive(step: str, number: int, folders: list[Path]) -> list[int]:
    """What the step came to in each folder when it died at touch ``number``, ``number + 1``, …: exit codes."""
    command = [sys.executable, "-m", "tests.kill_driver", step, str(number)]
    if hasattr(os, "fork"):
        named = [*map(str, folders), str(folders[-1]) + "-spare"]  # never one alone: the driver forks
        if folders[0].exists():
            copytree(folders[0], named[-1])
        done = subprocess.run([*command, *named], cwd=ROOT, capture_output=True, text=True, check=True)
        return [int(line) for line in done.stdout.split()][:-1]
    runs = [
        subprocess.run([*command[:-1], str(number + place), str(folder)], cwd=ROOT, check=False)
        for place, folder in enumerate(folders)
    ]
    return [run.returncode for run in runs]


def killed_everywhere(step: str, base: Path, work: Path) -> list[tuple[Path, int]]:
    """Copies of the campaign in which the step died at its first, second, … touch, and one in which it ended."""
    results: list[tuple[Path, int]] = []
    while not results or results[-1][1] == DIED:
        first = len(results) + 1
        folders = [work / f"{step}-{first + place}" for place in range(BATCH)]
        for folder in folders:
            if base.exists():
                copytree(base, folder)
        codes = drive(step, first, folders)
        ended = next((place + 1 for place, code in enumerate(codes) if code == 0), len(codes))
        results += zip(folders[:ended], codes[:ended], strict=True)
        assert set(codes) <= {0, DIED}
    return results


def state_of(campaign: Campaign) -> tuple[list[str], object]:
    return [phase.name for phase in campaign.phases()], campaign.state()


def prepared(tmp_path: Path, phases: int) -> Campaign:
    """A campaign with that many resolves behind it and orders filed for the next one."""
    campaign = t.new(tmp_path / "base", seats=2)
    t.send(campaign, "red", "- entry: {name: Ann, language: ru, phrase: xyzzy}\n")
    for _ in range(phases):
        t.resolve(campaign, "bot")
    if phases:
        t.send_all(campaign)
    return campaign


@pytest.mark.parametrize("phases", [0, 1], ids=["entry", "run of two phases"])
def test_a_killed_resolve_leaves_the_old_or_the_new_state(tmp_path: Path, phases: int) -> None:
    base = prepared(tmp_path, phases)
    old = state_of(base)
    whole = copytree(base.folder, tmp_path / "whole")
    expected = t.resolve(Campaign.open(whole), "bot")
    new = state_of(Campaign.open(whole))
    seen = []
    for folder, _code in killed_everywhere("resolve", base.folder, tmp_path):
        campaign = Campaign.open(folder)
        found = state_of(campaign)
        assert found in (old, new)
        seen.append(found == new)
        assert verify(campaign).ok
        if found == old:
            again = prepare(campaign, "bot", t.WHEN)
            assert again.files() == expected.files()
            campaign.commit(again)
        assert state_of(campaign) == new
        assert t.files(campaign.phases_folder) == t.files(whole / "phases")
        assert Campaign.open(folder).config == Campaign.open(whole).config
        assert verify(Campaign.open(folder)).ok
    assert len(seen) > 20 and True in seen and False in seen
    assert seen == sorted(seen), "once the new state is there it stays"


def test_a_killed_undo_leaves_the_old_or_the_new_state(tmp_path: Path) -> None:
    base = prepared(tmp_path, 2)
    new = state_of(base)
    folders = killed_everywhere("undo", base.folder, tmp_path)
    seen = set()
    for folder, _code in folders:
        campaign = Campaign.open(folder)
        found = state_of(campaign)
        seen.add(len(found[0]))
        assert verify(campaign).ok
        if len(found[0]) == 3:
            assert found == new
            campaign.undo()
        t.resolve(campaign, "bot")
        assert len(campaign.phases()) == 3 and verify(campaign).ok
        assert not [path for path in campaign.phases_folder.iterdir() if path.name.startswith(".")]
    assert seen == {1, 3}


def inbox_of(folder: Path) -> dict[str, bytes]:
    """Everything that was filed: a file counts once it has its name."""
    return {name: data for name, data in t.files(folder / "inbox").items() if not Path(name).name.startswith(".")}


def corrected(tmp_path: Path) -> Campaign:
    """A campaign whose two turns are to be played again with another order file."""
    base = prepared(tmp_path, 3)
    with base.as_of(base.phases()[:1]):
        t.send(base, "red", "- add: {number: 9}\n")
    return base


def look(folder: Path, step: str) -> object:
    """What the step changes, as a reader finds it."""
    if not (folder / "campaign.yaml").exists():
        return None
    campaign = Campaign.open(folder)
    if step in ("submit", "rule"):
        filed = kept(campaign.folder / "inbox" / campaign.name_of_next(), "red" if step == "submit" else WHO)
        return [(number, path.read_bytes()) for number, path in filed]
    return state_of(campaign) if step != "new" else campaign.config


def unharmed(base: Path, folder: Path, step: str, old: object, new: object) -> bool:
    """Whether the new state is there; nothing else may be, and nothing filed be lost."""
    found = look(folder, step)
    assert found in (old, new)
    if base.exists():
        assert inbox_of(base).items() <= inbox_of(folder).items()
        assert verify(Campaign.open(folder)).ok
    return found == new


STEPS = ("new", "submit", "resolve", "rule", "undo", "rerun")


@pytest.fixture
def bases(tmp_path: Path) -> dict[str, Path]:
    """Step -> the folder of a campaign in which it can be taken; ``new`` has none."""
    (tmp_path / "b").mkdir()
    running, again = prepared(tmp_path, 2).folder, corrected(tmp_path / "b").folder
    return {**dict.fromkeys(STEPS, running), "new": tmp_path / "none", "rerun": again}


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_any_touch_of_the_disk(tmp_path: Path, bases: dict[str, Path], step: str) -> None:
    """The old state or the new one, and the step can be taken again."""
    base, results = bases[step], list[bool]()
    folders = killed_everywhere(step, base, tmp_path)
    old, new = look(base, step), look(folders[-1][0], step)
    assert old != new
    for folder, _code in folders:
        results.append(unharmed(base, folder, step, old, new))
        if step in ("new", "rerun") and not results[-1]:
            again(step, folder)
            assert unharmed(base, folder, step, old, new)
    assert results == sorted(results) and {*results} == {False, True}


def again(step: str, folder: Path) -> None:
    """Take the step where it was broken off."""
    if step == "new":
        t.new(folder, seats=2)
        return
    campaign = Campaign.open(folder)
    first = rerun.first_changed(campaign)
    assert first is not None
    rerun.commit(campaign, rerun.prepare(campaign, first, "a slip", t.WHEN))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child that is killed needs fork")
def test_killed_from_outside_at_200_moments(tmp_path: Path, bases: dict[str, Path]) -> None:
    """kill -9 while new, submit, resolve, rule, undo and rerun work: old states are seen, and new ones."""
    seen: Counter[tuple[str, bool]] = Counter()
    for step in STEPS:
        base = bases[step]
        folders = [tmp_path / f"{step}-kill-{number}" for number in range(36)]
        for folder in folders:
            if base.exists():
                copytree(base, folder)
        command = [sys.executable, "-m", "tests.kill_driver", step, "kill", *map(str, folders)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        codes = [int(line) for line in done.stdout.split()]
        assert {*codes} <= {0, -9} and codes[0] == 0
        old, new = look(base, step), look(folders[0], step)
        for folder in folders[1:]:
            seen[step, unharmed(base, folder, step, old, new)] += 1
    assert seen.total() >= 200
    assert sum(count for (_step, is_new), count in seen.items() if is_new) > 0
    assert sum(count for (_step, is_new), count in seen.items() if not is_new) > 0


def test_a_killed_submit_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    base = prepared(tmp_path, 1)
    seen = set()
    for folder, _code in killed_everywhere("submit", base.folder, tmp_path):
        campaign = Campaign.open(folder)
        filed = current(campaign, "red")
        assert filed is not None
        seen.add(filed.number)
        data = filed.path.read_bytes()
        assert data == (b"- add: {number: 1}\n" if filed.number == 1 else b"- add: {number: 7}\n")
        assert filed.accepted == 1
        assert t.send(campaign, "red", "- add: {number: 9}\n").ok
        assert t.resolve(campaign).events[0] == counter.Added("red", 9, rule="1")
    assert seen == {1, 2}


def test_one_of_two_writers_works_and_the_other_is_told_who(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, 1)
    outcome = prepare(campaign, None, t.WHEN)
    script = (
        "import sys; from pathlib import Path; from tests import counter; counter.install()\n"
        "from gm.campaign import Campaign\n"
        "with Campaign.open(Path(sys.argv[1])).lock():\n"
        "    print('held', flush=True); sys.stdin.read()\n"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script, str(campaign.folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdin is not None and holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    writers = (
        lambda: campaign.commit(outcome),
        campaign.undo,
        lambda: t.send(campaign, "red", "- add: {number: 1}\n"),
        lambda: rulingfile.file(campaign, campaign.name_of_next(), campaign.state(), b"- note: x\n", t.WHEN),
        lambda: hold.ask(campaign, "red", "why?", t.WHEN),
        lambda: thrown.add(campaign, campaign.name_of_next(), "luck red", [1]),
        lambda: published.reveal(campaign, end=True),
        lambda: rerun.commit(campaign, rerun.prepare(campaign, campaign.phases()[0], "x", t.WHEN)),
    )
    for write in writers:
        with pytest.raises(CampaignError) as caught:
            write()
        assert (caught.value.code, caught.value.exit_code) == ("locked", 3)
        assert str(holder.pid) in caught.value.args_of["who"]
        assert caught.value.args_of["since"].endswith("UTC")
    assert len(Campaign.open(campaign.folder).phases()) == 1, "readers never wait"
    holder.communicate("")
    assert holder.returncode == 0
    campaign.commit(outcome)
    assert len(campaign.phases()) == 3


def test_two_resolves_at_once_give_one_phase(tmp_path: Path) -> None:
    campaign = prepared(tmp_path, 1)
    command = [sys.executable, "-m", "tests.kill_driver", "resolve", "1000000", str(campaign.folder)]
    both = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for one in both:
        one.communicate()
    assert 0 in [one.returncode for one in both]
    assert len(Campaign.open(campaign.folder).phases()) in (3, 5)
    assert verify(Campaign.open(campaign.folder)).ok
