"""Golden phases: folders of real files, compared byte for byte; ``pytest --update`` writes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from gm import entry
from gm.model import Order
from tests.galactic_council.golden import GOLDEN as GALACTIC_COUNCIL
from tests.goldens import WRITTEN, Golden, orders_accepted, played
from tests.space_base.golden import GOLDEN as SPACE_BASE

GAMES = (GALACTIC_COUNCIL, SPACE_BASE)


@pytest.fixture(params=GAMES, ids=lambda game: str(game.rules.id))
def game(request: pytest.FixtureRequest) -> Golden:
    found: Golden = request.param
    return found


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


@pytest.mark.parametrize(
    ("game", "folder"),
    [(game, folder) for game in GAMES for folder in game.folders()],
    ids=lambda part: part.name if isinstance(part, Path) else part.rules.id,
)
def test_golden(game: Golden, folder: Path, update: bool) -> None:
    story = played(game, folder)
    assert not story.dice_left, f"dice never rolled: {story.dice_left}"
    if update:
        _write(folder, story.files)
    kept = _on_disk(folder)
    assert kept.keys() == story.files.keys()
    for name, data in story.files.items():
        assert kept[name].decode() == data.decode(), f"{folder.name}/{name} (pytest --update writes it anew)"


def test_every_event_is_seen_happening(game: Golden) -> None:
    happened = {type(event) for event in game.events()}
    elsewhere = {
        entry.PositionTaken
    }  # a golden game begins by its rules; tests/test_position.py begins with a position
    assert sorted(kind.__name__ for kind in {*game.rules.events, *entry.EVENTS} - elsewhere - happened) == []


def test_every_order_is_seen_given(game: Golden) -> None:
    known: set[type[Order]] = {entry.Join, *(kind for phase in game.rules.phases for kind in phase.orders)}
    given = {type(order) for story in game.stories() for order in orders_accepted(story)}
    assert sorted(kind.__name__ for kind in known - given) == []


def test_every_phase_is_seen_played(game: Golden) -> None:
    known = {entry.PHASE, *(phase.id for phase in game.rules.phases)}
    assert known - {story.opened.phase for story in game.stories()} == set()


def test_every_ending_is_seen(game: Golden) -> None:
    known = set(get_args(get_type_hints(game.end)[game.ways]))
    endings = (event for event in game.events() if isinstance(event, game.end))
    assert known - {getattr(event, game.ways) for event in endings} == set() != known
