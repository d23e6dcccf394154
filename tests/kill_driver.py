"""Run one step of a campaign and die at the n-th touch of the disk. Called by ``test_kill.py``.

``python -m tests.kill_driver STEP N FOLDER...``: for each folder die at touch N, N+1, …; exit code 0 when the step
came to its end, 9 when it died. With more than one folder a child is forked for each, and what each came to is printed.
With N = ``kill`` each child is killed from outside (kill -9) after a while, the n-th after n/count of the time that a
whole step takes and a fifth more.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gm import disk, rerun, rulingfile
from gm.campaign import Campaign
from gm.play import prepare
from tests import campaigns as t
from tests import counter

TOUCHES = ("write_file", "sync_file", "sync_folder", "sync_disk", "rename", "remove")
DIED = 9


def die_at(number: int) -> None:
    """End the process before the n-th touch of the disk; a write is cut in half."""
    left = [number]

    def deadly(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def touch(path: Path, *args: Any) -> Any:
            left[0] -= 1
            if left[0] == 0:
                if name == "write_file":
                    real(path, args[0][: len(args[0]) // 2], *args[1:])
                os._exit(DIED)
            return real(path, *args)

        return touch

    for name in TOUCHES:
        setattr(disk, name, deadly(name, getattr(disk, name)))


def step(name: str, folder: Path) -> None:
    """One thing that the GM does."""
    if name == "new":
        t.new(folder, seats=2)
        return
    campaign = Campaign.open(folder)
    if name == "resolve":
        campaign.commit(prepare(campaign, "bot", t.WHEN))
    elif name == "undo":
        campaign.undo()
    elif name == "rule":
        text = b"- give: {seat: red, number: 5, reason: forgotten}\n"
        rulingfile.file(campaign, campaign.name_of_next(), campaign.state(), text, t.WHEN)
    elif name == "send":
        send(campaign)
    elif name == "rerun":
        first = rerun.first_changed(campaign)
        assert first is not None
        rerun.commit(campaign, rerun.prepare(campaign, first, "a slip", t.WHEN))
    else:
        t.send(campaign, "red", "- add: {number: 7}\n")


LETTERS = tuple(f"report-0001-t01-add-{seat}" for seat in ("red", "blue"))
"""The keys of the letters that the step ``send`` puts and sends."""


def send(campaign: Campaign) -> None:
    """Put two letters and send what waits."""
    from gm.mail import outbox
    from tests.mail_out.letters_of_tests import letter

    outbox.put_all(campaign, [letter(key) for key in LETTERS], t.WHEN)
    outbox.send(campaign, Postman(campaign.folder / "went"), t.WHEN)


class Postman:
    """A way out that is a touch of the disk, so that the program can die in the middle of a letter and right after."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def deliver(self, key: str, sender: str, to: str, data: bytes) -> None:
        self.folder.mkdir(exist_ok=True)
        number = len(list(self.folder.iterdir()))
        disk.write_file(self.folder / f"{number}-{key}", data)

    def close(self) -> None:
        """Nothing is open."""


def killed(name: str, folders: list[Path]) -> None:
    """Kill a child from outside while it works, in each folder a little later; -9 is printed for those that died."""
    whole = 0.0
    for place, folder in enumerate(folders):
        begun = time.perf_counter()
        child = os.fork()
        if child == 0:
            step(name, folder)
            os._exit(0)
        if place:  # the first one is left alone, to see how long it takes
            time.sleep(1.2 * whole * place / len(folders))
            os.kill(child, signal.SIGKILL)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        whole = whole or time.perf_counter() - begun


def main(name: str, number: str, folders: list[Path]) -> int:
    counter.install()
    if name == "send":  # what a process has written outlives it without that, and there are hundreds of processes
        os.fsync = lambda descriptor: None
    if number == "kill":
        killed(name, folders)
        return 0
    if len(folders) == 1:
        die_at(int(number))
        step(name, folders[0])
        return 0
    for place, folder in enumerate(folders):
        child = os.fork()
        if child == 0:
            die_at(int(number) + place)
            step(name, folder)
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], [Path(name) for name in sys.argv[3:]]))
