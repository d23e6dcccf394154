"""Options of the test run, and the message catalogue, which a build would compile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

CATALOGUES = Path(__file__).parent.parent / "gm" / "locale"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=200, help="how many games of bots to play")
    parser.addoption("--update", action="store_true", help="write golden files anew")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues that are missing or older than their source."""
    for source in CATALOGUES.glob("*/LC_MESSAGES/*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            compile_catalogue(source, compiled)


def compile_catalogue(source: Path, compiled: Path) -> None:
    """Write the compiled catalogue; several test processes may do so at once."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    aside = compiled.with_suffix(f".{id(source)}")
    with source.open("rb") as po, aside.open("wb") as mo:
        write_mo(mo, read_po(po))
    aside.replace(compiled)


@pytest.fixture(autouse=True, scope="session")
def same_secret() -> Iterator[None]:
    """Campaigns of tests have one secret, and so the same dice in every run: no test may hang on luck."""
    from gm import campaign
    from gm.secret import Secret

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(campaign, "draw", lambda: Secret(bytes(range(32)), bytes(range(32, 64))))
        yield


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins with the English interface, whatever the computer speaks."""
    from gm import i18n

    for name in ("GM_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "GM_CAMPAIGN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANGUAGE", "en")
    i18n.use("en")
