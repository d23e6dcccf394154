"""The program in this process, for tests that give it commands."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from gm import i18n
from gm.cli import cli


def gm(*words: str | Path, lang: str = "en", stdin: str | bytes | None = None) -> Result:
    """Run a command, with ``lang`` empty in the language of who reads; an exception that is no exit is a failure."""
    i18n.use("en")
    asked = ["--lang", lang] if lang else []
    return CliRunner().invoke(cli, [*asked, *map(str, words)], input=stdin, catch_exceptions=False)


def council_open(folder: Path, *edits: tuple[str, str]) -> Path:
    """Galactic Council in a new folder with the council phase open; ``edits``: texts of its settings and new ones."""
    words = ["--game", "galactic-council", "--seat", "red:Маша:ru", "--seats", "3", "--option", "turns=2"]
    assert gm("new", folder, *words).exit_code == 0
    path = folder / "campaign.yaml"
    settings = path.read_text("utf-8")
    for old, new in edits:
        assert old in settings
        settings = settings.replace(old, new)
    path.write_text(settings, "utf-8", newline="\n")
    for step in (["resolve"], ["bot", "--all"], ["resolve"]):
        assert gm("-C", folder, *step).exit_code == 0
    return folder
