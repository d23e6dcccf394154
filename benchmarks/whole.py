"""Whole commands, in multiples of a bare interpreter."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks import camp
from benchmarks.clock import GM, peak_memory, ratios
from benchmarks.row import Row

_CAMPAIGN = "import sys; from pathlib import Path; from benchmarks import camp; camp.whole_campaign(Path(sys.argv[1]))"


def measure(folder: Path, runs: int) -> Iterator[Row]:
    """Start-up, check, resolve with and without pages, a whole campaign, its verification."""
    orders = _position(folder / "full")
    long = folder / "long"
    camp.whole_campaign(long)
    check = folder / "check.yaml"
    check.write_bytes(_newest(folder / "full", "red"))
    hostile = folder / "hostile.yaml"
    hostile.write_text("[" * 1_000_000, "utf-8")
    home = ["-C", str(folder / "full")]
    base, found = ratios(
        {
            "version": ([*GM, "--version"], None),
            "help": ([*GM, "--help"], None),
            "check": ([*GM, *home, "check", "red", str(check)], None),
            "hostile": ([*GM, *home, "check", "red", str(hostile)], None),
            "pages": ([*GM, "-C", str(folder / "pages"), "resolve"], _again(folder / "full", folder / "pages", True)),
            "plain": ([*GM, "-C", str(folder / "plain"), "resolve"], _again(folder / "full", folder / "plain", False)),
            "verify": ([*GM, "-C", str(long), "verify"], None),
            "tick": ([*GM, "tick", *_idle(folder / "idle", 100)], None),
            **{name: _resolve_at(folder, name, *place) for name, place in _PLACES.items()},
        },
        runs,
    )
    _base, campaign = ratios({"campaign": ([sys.executable, "-c", _CAMPAIGN, str(folder / "more")], None)}, 2)
    yield Row("bare interpreter", base * 1000, "ms")
    yield Row("`gm --version`", found["version"], "× bare", 5, 4)
    yield Row("`gm --help`", found["help"], "× bare", 5, 4)
    yield Row("`gm check`, one file of 60 orders", found["check"], "× bare", 14, 9)
    yield Row("`gm check`, 1 MB of brackets", found["hostile"], "× bare", 14)
    yield Row(f"`gm resolve`, 8 seats, {orders} orders, two languages, HTML and maps", found["pages"], "× bare", 30, 20)
    yield Row("the same without HTML and maps", found["plain"], "× bare")
    _again(folder / "full", folder / "plain", False)()
    yield Row("its peak memory", peak_memory([*GM, "-C", str(folder / "plain"), "resolve"]), "MiB", 48, 36)
    yield Row("a 12-turn, 8-seat bot campaign with all reports", campaign["campaign"], "× bare", 150, 80)
    yield Row("`gm tick` over 100 idle campaigns", found["tick"], "× bare", 40, 30)
    yield Row("`gm verify` of it", found["verify"], "× bare", 100, 60)
    yield Row("`gm resolve` by bots, 8 seats: turn 40 against turn 2", found["late"] / found["early"], "×", 1.25, 1.1)
    yield Row("`gm resolve` by bots, turn 6: 8 seats against 3", found["eight"] / found["three"], "×", 3.2, 2.7)


_PLACES = {"early": (8, 2), "late": (8, 40), "three": (3, 6), "eight": (8, 6)}
"""Campaigns that show growth: how many seats, which turn."""


def _resolve_at(folder: Path, name: str, seats: int, turn: int) -> tuple[list[str], Callable[[], None]]:
    """The movement phase of that turn, its orders filed by bots, to be resolved again and again."""
    campaign = camp.new(folder / f"{name}0", seats, 60)
    camp.run(campaign, turn - 1)
    camp.resolve(campaign)
    camp.file_bots(campaign)
    again = _again(folder / f"{name}0", folder / name, pages=False)
    return [*GM, "-C", str(folder / name), "resolve"], again


def _idle(folder: Path, count: int) -> list[str]:
    """Campaigns with a deadline in a month; nothing is due in any of them."""
    first = camp.new(folder / "0", 8, 12)
    camp.run(first, 2)
    until = f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d %H:%M}"
    settings = first.folder / "campaign.yaml"
    phase = (first.window() or (0, ""))[1]
    text = settings.read_text("utf-8").replace("deadlines: {}", f"deadlines:\n  {phase}: {until}")
    settings.write_text(text, "utf-8")
    every = [folder / str(number) for number in range(count)]
    for number, path in enumerate(every):
        if number:
            shutil.copytree(first.folder, path)
            (path / "secret.yaml").chmod(0o600)
    return [str(path) for path in every]


def _position(folder: Path) -> int:
    """A campaign of eight seats in its second movement phase with full order files."""
    campaign = camp.new(folder, 8, 12)
    camp.run(campaign, 1)
    camp.resolve(campaign)
    return camp.fill(campaign, 60)


def _newest(folder: Path, seat: str) -> bytes:
    return max(folder.glob(f"inbox/*/{seat}-*.yaml")).read_bytes()


def _again(source: Path, target: Path, pages: bool) -> Callable[[], None]:
    """Before each run: the same position anew, with or without pages."""

    def prepare() -> None:
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)
        (target / "secret.yaml").chmod(0o600)
        settings = target / "campaign.yaml"
        text = settings.read_text("utf-8").replace("pages: no", f"pages: {'yes' if pages else 'no'}")
        settings.write_text(text, "utf-8")

    return prepare
