"""Run one step of a campaign and die at the n-th touch of the disk. Called by ``test_kill.py``.

``python -m tests.kill_driver STEP N FOLDER...``: for each folder die at touch N, N+1, …; exit code 0 when the step
came to its end, 9 when it died. With more than one folder a child is forked for each, and what each came to is printed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gm import disk
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
    campaign = Campaign.open(folder)
    if name == "resolve":
        campaign.commit(prepare(campaign, "bot", t.WHEN))
    elif name == "undo":
        campaign.undo()
    else:
        t.send(campaign, "red", "- add: {number: 7}\n")


def main(name: str, number: int, folders: list[Path]) -> int:
    counter.install()
    if len(folders) == 1:
        die_at(number)
        step(name, folders[0])
        return 0
    for place, folder in enumerate(folders):
        child = os.fork()
        if child == 0:
            die_at(number + place)
            step(name, folder)
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), [Path(name) for name in sys.argv[3:]]))
