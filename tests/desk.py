"""The program in this process, for tests that give it commands."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from gm import i18n
from gm.cli import cli


def gm(*words: str | Path, lang: str = "en", stdin: str | bytes | None = None) -> Result:
    """Run a command; an exception that is no exit is a failure of the test."""
    i18n.use("en")
    return CliRunner().invoke(cli, ["--lang", lang, *map(str, words)], input=stdin, catch_exceptions=False)
