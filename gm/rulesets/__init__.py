"""The games that ``gm`` knows. A game is a folder and one line here."""

from __future__ import annotations

from importlib import import_module

from gm.model import Ruleset

GAMES = ("galactic_council", "space_base")


def load(name: str) -> Ruleset:
    """Import one game, and only that one. ``name`` may be written with hyphens or underscores.

    Raises LookupError when there is no such game.
    """
    id_ = name.strip().casefold().replace("-", "_")
    if id_ not in GAMES:
        raise LookupError(name)
    rules: Ruleset = import_module(f"gm.rulesets.{id_}").RULES
    return rules
