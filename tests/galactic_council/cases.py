"""Rule cases of Galactic Council: the machinery is ``tests/rulecases.py``, positions are read as a GM describes them.

``given`` is the position (gm/rulesets/galactic_council/position.py); ``after`` names seats, ``at`` (places),
``contracts`` and fields of the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec

from gm.dice import OnceDice
from gm.model import Event, Order
from gm.rulesets.galactic_council import RULES, forces
from gm.rulesets.galactic_council.content import Content, remember
from gm.rulesets.galactic_council.position import EMPTY, describe, read_position
from gm.rulesets.galactic_council.state import State
from gm.rulesets.galactic_council.tables import content as tables_with
from tests import rulecases
from tests.rulecases import ANYTHING, Case

__all__ = ["ANYTHING", "GAME", "Case", "all_cases", "check", "content"]


def content(overlay: Mapping[str, Any] | None = None) -> Content:
    """The tables as they are shipped, or with an overlay, with as many empty hexes as a described board needs."""
    return _roomy(tables_with(overlay or {}))


def _roomy(tables: Content) -> Content:
    if tables.key.endswith("+room"):
        return tables
    empty = msgspec.structs.replace(tables.tiles[EMPTY], count=999)
    return remember(replace(tables, key=f"{tables.key}+room", tiles={**tables.tiles, EMPTY: empty}))


@cache
def _shipped() -> Content:
    return content()


def all_cases() -> tuple[Case, ...]:
    """Every row of every file."""
    return rulecases.cases_in(GAME.folder)


def check(case: Case, with_tables: Content | None = None) -> None:
    """Play a row, with other tables if given, and compare everything it says."""
    rulecases.check(GAME, case, with_tables)


def _position(case: Case, tables: Content | None) -> State:
    tables = _roomy(tables) if tables else _shipped()
    state, problems = read_position(case.node.get("given"), tables, phase=case.plain("phase", "movement"))
    assert not problems, f"{case.file}: {[f'line {p.line}: {p.code} {dict(p.args)}' for p in problems]}"
    return state


def _play(case: Case, state: State, orders: Mapping[str, tuple[Order, ...]], dice: OnceDice) -> Iterator[Event]:
    opened = RULES.open_phase(state)
    assert opened is not None
    return RULES.phase(opened.phase).play(state, orders, dice)


def _unlike(state: State, expected: Mapping[str, Any]) -> Iterator[str]:
    """Where the state differs from what the row says is true in the end."""
    board = state.board
    for key, value in expected.items():
        if key == "at":
            for place, facts in value.items():
                yield from _unlike_place(state, place, facts)
        elif key == "contracts":
            held = [{c.a: str(c.a_gives), c.b: str(c.b_gives)} for c in board.contracts]
            if held != value:
                yield f"contracts are {held}"
        else:
            actual = board.chairs[key] if key in board.chairs else getattr(board, key)
            if not rulecases.same(GAME, actual, value):
                yield f"{key} is {actual}"


def _unlike_place(state: State, place: str, facts: Mapping[str, Any]) -> Iterator[str]:
    board = state.board
    there = board.systems[place] if place in board.systems else board.planets[place]
    for key, value in facts.items():
        if key in board.chairs:
            force = forces.force(board, place, key)
            damaged = value.get("damaged", {})
            units = {unit: count for unit, count in value.items() if unit != "damaged"}
            if not rulecases.same(GAME, force.units, units) or not rulecases.same(GAME, force.damaged, damaged):
                yield f"{key} at {place}: {force}"
        elif not rulecases.same(GAME, getattr(there, key), value):
            yield f"{key} of {place} is {getattr(there, key)}"


GAME = rulecases.Game(RULES, _position, _play, _unlike, describe, ("PhaseOpened",))
