"""The pages that follow a game master through a campaign are true: every command of theirs is run, in order."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from gm.cli import COMMANDS, cli

DOCS = Path(__file__).parent.parent / "docs"
TODAY = datetime(2026, 12, 2, 20, tzinfo=UTC)
"""A day on which Clara is away."""
_FENCE = re.compile(r"^```(?P<kind>\w+)(?: (?P<more>[^\n]+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block of a page: sh (commands; ``exit N``), yaml (a file of that name), text (what was said last)."""

    kind: str
    more: str
    text: str


def blocks(page: Path) -> Iterator[Block]:
    for found in _FENCE.finditer(page.read_text("utf-8")):
        yield Block(found["kind"], found["more"] or "", found["text"])


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_page_can_be_followed(lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GM_LANG", lang)
    monkeypatch.setattr("gm.cli.base.now", lambda: TODAY)
    said, commands = "", 0
    for block in blocks(DOCS / f"running.{lang}.md"):
        if block.kind == "yaml":
            Path(block.more).write_text(block.text, "utf-8")
            continue
        if block.kind == "text":
            assert all(line in said for line in block.text.splitlines()), (block.text, said)
            continue
        wanted = int(block.more.removeprefix("exit ") or 0)
        for line in block.text.splitlines():
            program, *words = shlex.split(line)
            assert program == "gm"
            done = CliRunner().invoke(cli, words, catch_exceptions=False)
            assert done.exit_code == wanted, (line, done.output)
            said, commands = done.output, commands + 1
    assert commands > 50
    assert (Path("winter" if lang == "en" else "зима") / "undone").is_dir()


def test_both_pages_tell_the_same() -> None:
    """The same blocks in the same order, with the same commands in them."""
    english, russian = ([*blocks(DOCS / f"running.{lang}.md")] for lang in ("en", "ru"))
    assert [(block.kind, "exit" in block.more) for block in english] == [
        (block.kind, "exit" in block.more) for block in russian
    ]
    for one, other in zip(english, russian, strict=True):
        if one.kind == "sh":
            verbs = [
                [next(word for word in line.split()[1:] if word in COMMANDS) for line in block.text.splitlines()]
                for block in (one, other)
            ]
            assert verbs[0] == verbs[1]
