"""Dice that are handed in and named: a roll depends on the secret and on what it is for, on nothing else.

``dice.at("battle", "red", "D4", 1).roll(10)`` is keyed BLAKE2b over the JSON of the path and a counter, so that any
player can compute a die again once the secret is known.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Protocol, TypeVar

T = TypeVar("T")
_BLOCK = 2**64


class Dice(Protocol):
    """What a rule is given."""

    def at(self, *label: object) -> Dice:
        """Dice for one purpose."""

    def roll(self, sides: int) -> int:
        """One die, 1 to ``sides``."""

    def rolls(self, count: int, sides: int) -> tuple[int, ...]:
        """``count`` dice."""

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The things in random order (Fisher-Yates, from the last place down)."""


class Moods:
    """What every bot does with its dice: it changes its mind, and takes one thing of several."""

    __slots__ = ()
    dice: Dice

    def feels_like(self, percent: int) -> bool:
        """A mood that comes so often."""
        return self.dice.roll(100) <= percent

    def pick(self, things: Sequence[T]) -> T:
        """One of the things."""
        return things[self.dice.roll(len(things)) - 1]


class _Rolling(ABC):
    """What every kind of dice shares once it can roll one die."""

    @abstractmethod
    def roll(self, sides: int) -> int: ...

    def rolls(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.roll(sides) for _ in range(count))

    def shuffled(self, things: Sequence[T]) -> list[T]:
        deck = list(things)
        for last in range(len(deck) - 1, 0, -1):
            other = self.roll(last + 1) - 1
            deck[last], deck[other] = deck[other], deck[last]
        return deck


class SeededDice(_Rolling):
    """The same secret (1 to 64 bytes) and path always give the same rolls."""

    def __init__(self, secret: bytes, *path: object) -> None:
        self._secret, self._path, self._rolled = secret, path, 0

    def at(self, *label: object) -> SeededDice:
        return SeededDice(self._secret, *self._path, *label)

    def roll(self, sides: int) -> int:
        """One die, 1 to ``sides``; numbers that would favour low faces are thrown again."""
        while True:
            text = json.dumps([*self._path, self._rolled])
            self._rolled += 1
            number = int.from_bytes(blake2b(text.encode(), key=self._secret, digest_size=8).digest(), "big")
            if number < _BLOCK - _BLOCK % sides:
                return 1 + number % sides


class LabelTwice(Exception):
    """A rule asked twice in one phase for dice with the same label: a programmer's mistake."""


class OnceDice(_Rolling):
    """Dice of one phase that refuse a label asked for twice, since both would fall the same."""

    def __init__(self, dice: Dice, asked: set[tuple[str, ...]] | None = None, path: tuple[str, ...] = ()) -> None:
        self._dice, self._path = dice, path
        self._asked: set[tuple[str, ...]] = set() if asked is None else asked

    def at(self, *label: object) -> OnceDice:
        path = (*self._path, *map(str, label))
        if path in self._asked:
            raise LabelTwice(" ".join(path))
        self._asked.add(path)
        return OnceDice(self._dice.at(*label), self._asked, path)

    def roll(self, sides: int) -> int:
        return self._dice.roll(sides)

    def rolls(self, count: int, sides: int) -> tuple[int, ...]:
        return self._dice.rolls(count, sides)

    def shuffled(self, things: Sequence[T]) -> list[T]:
        return self._dice.shuffled(things)


class LoadedDice(_Rolling):
    """Dice that fall as told, in the order in which they are rolled; they complain when there are too few.

    ``left`` is what was never rolled: a test that loads dice checks that it is empty.
    """

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)

    def at(self, *label: object) -> LoadedDice:
        return self

    def roll(self, sides: int) -> int:
        if not self.left:
            raise ValueError(f"no loaded die left for a d{sides}")
        face = self.left.pop(0)
        if not 1 <= face <= sides:
            raise ValueError(f"a d{sides} cannot show {face}")
        return face


class DiceMissing(Exception):
    """The game master throws the dice of this campaign himself, and ``count`` more are needed for a label.

    ``wrong`` is a face that he wrote down and that such a die does not have; None: he has not thrown yet.
    """

    def __init__(self, label: str, count: int, sides: int, wrong: int | None = None) -> None:
        super().__init__(f"{count}d{sides} for {label}")
        self.label, self.count, self.sides, self.wrong = label, count, sides, wrong


class HandDice(_Rolling):
    """Dice that the game master throws himself, by label; what is shuffled still comes from ``dice``.

    ``thrown``: label without turn and phase (its words with spaces between) -> faces in the order in which they fell.
    """

    def __init__(self, dice: Dice, thrown: Mapping[str, Sequence[int]], path: tuple[str, ...] = ()) -> None:
        self._dice, self._thrown, self._path, self._used = dice, thrown, path, 0

    def at(self, *label: object) -> HandDice:
        return HandDice(self._dice.at(*label), self._thrown, (*self._path, *map(str, label)))

    def roll(self, sides: int) -> int:
        return self.rolls(1, sides)[0]

    def rolls(self, count: int, sides: int) -> tuple[int, ...]:
        """Raises DiceMissing when fewer were thrown, or one shows a face that it can't."""
        label = " ".join(self._path[2:])
        faces = tuple(self._thrown.get(label, ()))[self._used : self._used + count]
        wrong = next((face for face in faces if not 1 <= face <= sides), None)
        if wrong is not None:
            raise DiceMissing(label, count, sides, wrong)
        if len(faces) < count:
            raise DiceMissing(label, count - len(faces), sides)
        self._used += count
        return faces

    def shuffled(self, things: Sequence[T]) -> list[T]:
        return self._dice.shuffled(things)


def mixed_secret(secret: bytes, phrases: Sequence[tuple[str, str]]) -> bytes:
    """The key of a campaign's dice: its secret with the players' phrases (seat, phrase) stirred in, 32 bytes."""
    text = json.dumps(sorted(map(list, phrases)), ensure_ascii=False)
    return blake2b(text.encode(), key=secret, digest_size=32).digest()
