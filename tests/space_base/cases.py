"""Rule cases of Space Base: the machinery is ``tests/rulecases.py``, positions are those of ``position.py``.

Two more phases than the game has: ``setup`` (``given``: seats, options, ``stack``: the cards on top of the shuffled
decks) and ``draft`` (``given`` also has ``hands`` and ``stack``). Where a row of the phase ``turn`` names no dice,
the next seat's roll does not matter and shows 1 and 1. Numbers of sectors in ``after`` are those of the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from gm.dice import LoadedDice, OnceDice
from gm.model import Event, Order, Seat
from gm.rulesets.space_base import RULES
from gm.rulesets.space_base.options import Options
from gm.rulesets.space_base.setup import _story, check_options
from gm.rulesets.space_base.state import Board, Chair, Secrets, State
from gm.settings import made
from tests import rulecases
from tests.games import COLOURS
from tests.rulecases import Case
from tests.space_base.position import SEATS, plain, read_position, table_of

T = TypeVar("T")


class StackedDice(LoadedDice):
    """Loaded dice that shuffle as told: the cards of ``stack`` come on top, in that order, the others keep theirs."""

    def __init__(self, faces: Sequence[int], stack: Sequence[str], spare: Sequence[int]) -> None:
        super().__init__(faces)
        self.stack, self.spare = stack, list(spare)
        """Faces that may fall, but need not."""

    def at(self, *label: object) -> StackedDice:
        return self

    def roll(self, sides: int) -> int:
        return self.spare.pop(0) if self.spare else super().roll(sides)

    def shuffled(self, things: Sequence[T]) -> list[T]:
        top = [thing for thing in self.stack if thing in things]
        return [*top, *(thing for thing in things if thing not in top)]  # type: ignore[list-item]


def all_cases() -> tuple[Case, ...]:
    """Every row of every file."""
    return rulecases.cases_in(GAME.folder)


def check(case: Case, tables: Mapping[str, Any] | None = None) -> None:
    """Play a row, with an overlay if given, and compare everything it says."""
    rulecases.check(GAME, case, tables)


def _given(case: Case) -> dict[str, Any]:
    given = dict(case.plain("given", {}))
    given.pop("stack", None)
    return given


def _is_setup(case: Case) -> bool:
    return bool(case.plain("phase", "turn") == "setup")


def _position(case: Case, tables: Mapping[str, Any] | None) -> State:
    given = _given(case)
    if not _is_setup(case):
        return read_position(case.node.get("given"), case.plain("phase", "turn"), tables)
    seats = [Seat(seat, seat.title(), COLOURS[n]) for n, seat in enumerate(given.get("seats", SEATS))]
    options, content = made(Options, given.get("options", {})), table_of(given, tables)
    assert check_options(seats, options, content) == []
    board = Board(0, "entry", options, {seat.id: Chair(seat.name, seat.colour) for seat in seats})
    board.content = content
    return State(board, Secrets())


def _play(case: Case, state: State, orders: Mapping[str, tuple[Order, ...]], dice: OnceDice) -> Iterator[Event]:
    if _is_setup(case):
        return _story(state, dice)
    opened = RULES.open_phase(state)
    assert opened is not None
    return RULES.phase(opened.phase).play(state, orders, dice)


def _dice(case: Case) -> LoadedDice:
    faces = case.plain("dice", None)
    spare = [1, 1] if faces is None else []
    return StackedDice([int(face) for face in faces or []], case.plain("given", {}).get("stack", []), spare)


def _unlike(state: State, expected: Mapping[str, Any]) -> Iterator[str]:
    """Where the state differs from what the row says is true in the end."""
    board = state.board
    for key, value in expected.items():
        if key not in board.chairs:
            actual = state.secrets.standing if key == "standing" else getattr(board, key)
            if not rulecases.same(GAME, actual, value):
                yield f"{key} is {actual}"
            continue
        chair = board.chairs[key]
        for field, facts in value.items():
            if field == "sectors":
                for number, there in facts.items():
                    actual = chair.sectors[int(number) - 1]
                    if not rulecases.same(GAME, actual, there):
                        yield f"sector {number} of {key} is {actual}"
            elif not rulecases.same(GAME, getattr(chair, field), facts):
                yield f"{field} of {key} is {getattr(chair, field)}"


GAME = rulecases.Game(
    RULES,
    _position,
    _play,
    _unlike,
    plain,
    ("DiceRolled", "TurnOpened"),
    dice=_dice,
    finished=lambda case: not _is_setup(case),
)
