"""Dice of a trial in which nothing happens by chance: no PDS hits, no ship falls into a rift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class StillDice:
    """Every die shows its worst face for who shoots, and its best for who leaves a rift."""

    def __init__(self, best: bool = False) -> None:
        self._best = best

    def at(self, *label: object) -> StillDice:
        return StillDice(bool(label) and label[0] == "rift")

    def roll(self, sides: int) -> int:
        return sides if self._best else 1

    def rolls(self, count: int, sides: int) -> tuple[int, ...]:
        return (self.roll(sides),) * count

    def shuffled(self, things: Sequence[T]) -> list[T]:
        return list(things)
