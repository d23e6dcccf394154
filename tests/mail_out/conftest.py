"""The mail server, one for all tests of the run, and a campaign that may write to its players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import counter, mailserver


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[mailserver.Server]:
    """A real mail server; where there can be none, tests that want it are skipped, in CI they fail."""
    if why := mailserver.missing():
        (pytest.fail if mailserver.must_be_there() else pytest.skip)(f"no mail server: {why}")
    with mailserver.running(tmp_path_factory.mktemp("mail")) as running:
        yield running


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game of the tests, with a map."""
    counter.install(monkeypatch.setattr)


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """Where the campaign lies."""
    return tmp_path / "зима"
