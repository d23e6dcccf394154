"""The mail server, one for all tests of the run, and a campaign that may write to its players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

import pytest

from gm.campaign import Campaign
from tests import counter, mailserver
from tests.mail_out.letters_of_tests import new, resolve


@pytest.fixture(scope="session")
def server() -> Iterator[mailserver.Server]:
    """A real mail server; where there can be none, tests that want it are skipped, in CI they fail."""
    if why := mailserver.missing():
        (pytest.fail if mailserver.must_be_there() else pytest.skip)(f"no mail server: {why}")
    # not in a folder of pytest: whenever it starts it closes the one above it to everybody else, the servers' users too
    with TemporaryDirectory(prefix="gm-mail-") as folder, mailserver.running(Path(folder)) as running:
        yield running


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game of the tests, with a map."""
    counter.install(monkeypatch.setattr)


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """Where the campaign lies."""
    return tmp_path / "зима"


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign whose entry phase is open."""
    return new(tmp_path_factory.mktemp("letters") / "зима").folder


@pytest.fixture(scope="session")
def started(begun: Path) -> Path:
    """The same after entry and one phase."""
    folder = copytree(begun, begun.with_name("started"))
    for _ in range(2):
        resolve(Campaign.open(folder))
    return folder


@pytest.fixture
def campaign(started: Path, inside: Path) -> Campaign:
    return Campaign.open(copytree(started, inside))
