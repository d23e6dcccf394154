"""Positions of rule cases and golden folders: what ``gm.rulesets.space_base.position`` reads, with tables of their own.

A case may say besides, so that it does not depend on the reconstructed values::

    cards: {"1-08-2": {cost: 7, station: {credits: 2, right: yes}, deployed: {}}}
    abilities: {credits_3: {credits: 5}}   # and other tables: numbers, colonies_table

A side that is named is exactly what is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm.rulesets.space_base import position
from gm.rulesets.space_base.content import Content, Side
from gm.rulesets.space_base.state import State
from gm.rulesets.space_base.tables import content
from gm.yamlfile import Node

SEATS = position.DEFAULT_SEATS
Plain = Mapping[str, Any]
OF_CASES = ("cards", "abilities", "numbers", "colonies_table", "stack")
"""What a case says of its tables and its dice."""


def read_position(node: Node | None, phase: str = "turn", tables: Plain | None = None) -> State:
    """The state that a description means; ``tables``: an overlay that wins over the position's own cards."""
    root = node or Node("map", 1, 1)
    rest = [(key, value) for key, value in root.entries if key.text not in OF_CASES]
    made_of = table_of(root.plain() if node else {}, tables)
    state, problems = position.read_position(Node("map", 1, 1, entries=rest), made_of, phase=phase)
    assert problems == []
    return state


def table_of(given: Plain, tables: Plain | None = None) -> Content:
    """The tables with the cards of a description, and with changed ones over them."""
    overlay: dict[str, dict[str, Any]] = {}
    for id_, row in given.get("cards", {}).items():
        level = 0 if id_.startswith("start") else id_.partition("-")[0]
        table = overlay.setdefault(f"ships_{level}" if level else "starting_ships", {})
        table[id_] = {key: _side(value) if key in ("station", "deployed") else value for key, value in row.items()}
    if abilities := given.get("abilities"):
        overlay["abilities"] = dict(abilities)
    if colonies := given.get("colonies_table"):
        overlay["colonies"] = dict(colonies)
    if numbers := given.get("numbers"):
        overlay["numbers"] = dict(numbers)
    for table_name, rows in (tables or {}).items():
        for id_, row in rows.items():
            there = overlay.setdefault(table_name, {})
            there[id_] = _over(there.get(id_, {}), row) if isinstance(row, Mapping) else row
    return content(overlay)


def _over(row: Plain, changed: Plain) -> dict[str, Any]:
    """A row with changed fields; sides are changed field by field."""
    sides = {
        k: {**row[k], **v} for k, v in changed.items() if isinstance(v, Mapping) and isinstance(row.get(k), Mapping)
    }
    return {**row, **changed, **sides}


def _side(given: Plain) -> dict[str, Any]:
    """A side that is exactly as written: every other field is taken away."""
    return {**dict.fromkeys(Side.__struct_fields__), **given}


def plain(value: Any) -> Any:
    """A value as a row writes it: text for numbers, yes and no for truth."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return str(value)
