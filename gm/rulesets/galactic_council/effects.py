"""What a seat's technologies do, asked of the tables."""

from __future__ import annotations

from collections.abc import Iterator

from gm.rulesets.galactic_council.content import Effect
from gm.rulesets.galactic_council.state import Board


def effects(board: Board, seat: str, op: str) -> Iterator[Effect]:
    """The effects of that kind among the technologies of a seat."""
    table = board.content.technologies
    for technology in board.chairs[seat].technologies:
        for effect in table[technology].effects:
            if effect.op == op:
                yield effect


def total(board: Board, seat: str, op: str, unit: str = "", scope: str = "") -> int:
    """The sum of the values of all effects of that kind which touch ``unit`` (any, if empty) within ``scope``."""
    return sum(
        effect.value
        for effect in effects(board, seat, op)
        if (not unit or unit in effect.units) and (not scope or scope == effect.scope)
    )


def has(board: Board, seat: str, op: str, unit: str = "", scope: str = "") -> bool:
    """Whether any technology of the seat has such an effect."""
    return any(
        (not unit or unit in effect.units) and (not scope or scope == effect.scope)
        for effect in effects(board, seat, op)
    )
