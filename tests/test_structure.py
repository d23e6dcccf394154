"""Who may import whom (architecture page): the core knows no game; a game knows no file, clock, chance, other game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.rulesets import GAMES

ROOT = Path(__file__).parent.parent / "gm"
CORE = sorted(path for path in ROOT.rglob("*.py") if "rulesets" not in path.parts)
RULES = sorted((ROOT / "rulesets").glob("*/**/*.py"))
READS_TABLES = {"tables.py"}
"""The one file of a game that may read its own tables from disk."""

OUTSIDE = {"click", "jinja2", "os", "pathlib", "random", "secrets", "socket", "subprocess", "sys", "tempfile", "time"}
DESK = {"campaign", "cli", "config", "disk", "inbox", "pages", "play", "runner", "secret", "verify", "words", "reports"}
DESK |= {
    "address",
    "away",
    "counting",
    "deadlines",
    "due",
    "extension",
    "guard",
    "handover",
    "ready",
    "tick",
    "walltime",
    "receipt",
    "receiptpage",
    "standin",
}


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, in full; imports for the type checker alone are left out."""
    tree = ast.parse(path.read_text("utf-8"))
    guarded = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in guarded:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_core_names_no_game(path: Path) -> None:
    assert not [name for name in imported(path) if name.startswith(tuple(f"gm.rulesets.{game}" for game in GAMES))]
    text = path.read_text("utf-8")
    if "cli" not in path.parts:  # help texts give an example
        assert not [game for game in GAMES if game in text or game.replace("_", "-") in text]


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_game_knows_no_file_clock_or_chance(path: Path) -> None:
    names = list(imported(path))
    roots = {name.split(".")[0] for name in names}
    desk = {name.split(".")[1] for name in names if name.startswith("gm.") and name.count(".")}
    allowed = {"pathlib"} if path.name in READS_TABLES else set()
    assert roots & OUTSIDE - allowed == set()
    assert desk & DESK == set()
    own = path.relative_to(ROOT / "rulesets").parts[0]
    assert not [name for name in names if name.startswith("gm.rulesets.") and name.split(".")[2] != own]


@pytest.mark.parametrize("path", [*CORE, *RULES], ids=lambda path: str(path.relative_to(ROOT)))
def test_model_and_engine_stand_at_the_bottom(path: Path) -> None:
    """``model``, ``dice`` ← ``engine``, ``orders`` ← ``rulesets``: what lies below imports nothing from above."""
    below: dict[str, set[str]] = {"model.py": set(), "dice.py": set(), "names.py": {"model"}, "rulings.py": {"model"}}
    below["engine.py"] = {"model", "dice", "rulings"}
    if path.parent != ROOT or path.name not in below:
        assert "gm.cli" not in imported(path) or "cli" in path.parts or path.name == "__main__.py"
        return
    inside = {name.split(".")[1] for name in imported(path) if name.startswith("gm.")}
    assert inside <= below[path.name]
