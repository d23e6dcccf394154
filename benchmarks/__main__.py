"""Print the table: ``python -m benchmarks [--runs N] [--only WORD]``."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import inside, letters, whole
from benchmarks.row import Row


def rows(folder: Path, runs: int) -> Iterator[Row]:
    """Everything that is measured."""
    yield from whole.measure(folder, runs)
    yield from inside.measure(folder)
    yield from letters.measure()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9, help="runs of each command")
    runs = parser.parse_args().runs
    folder = Path(tempfile.mkdtemp(prefix="gm-benchmark-"))
    try:
        print(f"| what | measured | gate | stretch | |\n|---|---|---|---|---|  <!-- {datetime.now(UTC):%Y-%m-%d} -->")
        for row in rows(folder, runs):
            print(row, flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
