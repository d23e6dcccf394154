"""Golden phases: folders of real files, compared byte for byte; ``pytest --update`` writes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from gm import entry
from gm.model import Order
from gm.rulesets.galactic_council import RULES
from gm.rulesets.galactic_council.events.assembly import GameEnded
from tests.galactic_council.golden import WRITTEN, events_kept, folders, orders_accepted, played


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


def _on_disk(folder: Path) -> dict[str, bytes]:
    """The files of a folder that the program made."""
    names = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name: path.read_bytes() for name, path in names.items() if not name.startswith(WRITTEN)}


def _write(folder: Path, files: dict[str, bytes]) -> None:
    for name in _on_disk(folder).keys() - files.keys():
        (folder / name).unlink()
    for name, data in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: str(folder.name))
def test_golden(folder: Path, update: bool) -> None:
    story = played(folder)
    assert not story.dice_left, f"dice never rolled: {story.dice_left}"
    if update:
        _write(folder, story.files)
    kept = _on_disk(folder)
    assert kept.keys() == story.files.keys()
    for name, data in story.files.items():
        assert kept[name].decode() == data.decode(), f"{folder.name}/{name} (pytest --update writes it anew)"


def test_every_event_is_seen_happening() -> None:
    happened = {type(event) for folder in folders() for event in events_kept(folder)}
    assert sorted(kind.__name__ for kind in {*RULES.events, *entry.EVENTS} - happened) == []


def test_every_order_is_seen_given() -> None:
    known: set[type[Order]] = {entry.Join, *(kind for phase in RULES.phases for kind in phase.orders)}
    given = {type(order) for folder in folders() for order in orders_accepted(played(folder))}
    assert sorted(kind.__name__ for kind in known - given) == []


def test_every_phase_is_seen_played() -> None:
    known = {entry.PHASE, *(phase.id for phase in RULES.phases)}
    assert known - {played(folder).opened.phase for folder in folders()} == set()


def test_every_ending_is_seen() -> None:
    known = set(get_args(get_type_hints(GameEnded)["reason"]))
    endings = (event for folder in folders() for event in events_kept(folder) if isinstance(event, GameEnded))
    assert known - {event.reason for event in endings} == set() != known
