"""Measuring: whole processes in turn, so that a drifting machine touches all of them alike; medians."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
BARE = [sys.executable, "-c", "pass"]
GM = [sys.executable, "-m", "gm"]


def environment() -> dict[str, str]:
    """The environment of a measured process: .pyc files may be written, the interface is English."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "GM_CAMPAIGN")}
    return {**env, "PYTHONPATH": str(ROOT), "GM_LANG": "en"}


def seconds(command: Sequence[str], prepare: Callable[[], None] | None = None, expected: int = 0) -> float:
    """User and system seconds of one run of a command: what it costs, whoever else uses the machine.

    Raises RuntimeError when the command ends with another exit code than the one expected.
    """
    if prepare:
        prepare()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    done = subprocess.run(command, env=environment(), cwd=ROOT, check=False, **quiet)
    if done.returncode != expected:
        raise RuntimeError(f"exit code {done.returncode} of {' '.join(command)}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ratios(
    commands: Mapping[str, tuple[Sequence[str], Callable[[], None] | None]], runs: int
) -> tuple[float, dict[str, float]]:
    """Median seconds of a bare interpreter, and each command's median in multiples of it, all run in turn."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    bare: list[float] = []
    for _ in range(runs + 1):
        bare.append(seconds(BARE))
        for name, (command, prepare) in commands.items():
            times[name].append(seconds(command, prepare, expected=1 if name == "hostile" else 0))
    base = median(bare[1:])
    return base, {name: median(taken[1:]) / base for name, taken in times.items()}


def peak_memory(command: Sequence[str]) -> float:
    """MiB of resident memory at the peak of one command."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, "
        "stderr=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command], env=environment(), cwd=ROOT, capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


def best_of(work: Callable[[], object], runs: int) -> float:
    """Seconds of the fastest of several runs in this process."""
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)
