"""Turns, dice and choices; orders cut short; standing orders; the end of the game."""

from __future__ import annotations

from typing import Literal, TypeAlias

from gm.model import Event, PrivateEvent, Throw
from gm.rulesets.space_base.orders.turn import Standing
from gm.rulesets.space_base.state import State

Label: TypeAlias = tuple[str | int, ...]
"""What the dice of an event were asked by within their phase; records from before events told it have none."""


def thrown(label: Label, *faces: int) -> tuple[Throw, ...]:
    """Six-sided dice with that label."""
    return (Throw(label, 6, faces),) if label else ()


class TurnOpened(Event, frozen=True):
    """The next window for orders is open: ``draft`` (no active seat), or ``turn`` of the active seat ("dice")."""

    turn: int
    phase: Literal["draft", "turn"]
    round: int
    active: str

    def apply(self, state: State) -> None:
        board = state.board
        board.turn, board.phase, board.round, board.active = self.turn, self.phase, self.round, self.active


class DiceRolled(Event, frozen=True):
    """The dice of the coming turn fall; ``set``: which die (1 or 2; 0: neither) the seat has set instead of rolling."""

    seat: str
    dice: tuple[int, int]
    set: int = 0
    label: Label = ()

    def apply(self, state: State) -> None:
        state.board.dice = list(self.dice)

    def thrown(self) -> tuple[Throw, ...]:
        return thrown(self.label, *(face for die, face in enumerate(self.dice, 1) if die != self.set))


class DieRerolled(Event, frozen=True):
    """A die (1 or 2) is rolled again for everybody, before anybody chooses ("charged")."""

    seat: str
    card: str
    die: int
    before: int
    face: int
    label: Label = ()

    def apply(self, state: State) -> None:
        state.board.dice[self.die - 1] = self.face

    def thrown(self) -> tuple[Throw, ...]:
        return thrown(self.label, self.face)


class ChoiceMade(Event, frozen=True):
    """A seat uses the sum or both dice; ``sectors`` are those it activates, in order; ``added`` by dice arrows."""

    seat: str
    choice: Literal["sum", "split"]
    sectors: tuple[int, ...]
    added: int = 0


class OrderCutShort(PrivateEvent, frozen=True):
    """An order (``verb`` on ``line`` of its file) did not happen, or only in part: a reason code and what it is about.

    ``card`` and ``number`` are what the reason says they are (``stops.REASONS``).
    """

    seat: str
    verb: str
    line: int
    why: str
    card: str = ""
    number: int = 0


Decision: TypeAlias = Literal["choice", "buy", "claim", "charge", "set_die"]


class StandingDecided(PrivateEvent, frozen=True):
    """Where the seat's standing order decided, since its file did not say.

    ``what``: choice (``answer`` sum or split, ``rule_word`` the rule that decided: a word, a sector's number, or ""
    when none did and the program took what brings most), buy, claim (``answer``: the card), charge (the card), set_die
    (the card).
    """

    seat: str
    what: Decision
    answer: str
    rule_word: str = ""


class StandingKept(PrivateEvent, frozen=True):
    """A seat's standing order from now on; None: it has none any more."""

    seat: str
    order: Standing | None

    def apply(self, state: State) -> None:
        if self.order is None:
            state.secrets.standing.pop(self.seat, None)
        else:
            state.secrets.standing[self.seat] = self.order


class SeatRests(Event, frozen=True):
    """Everybody knows on whose turns nobody waits for this seat, for that shows in who is asked."""

    seat: str
    own: bool
    others: bool

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        chair.rests_own, chair.rests_others = self.own, self.others


class EndTriggered(Event, frozen=True):
    """A seat has reached the points that end the game; the round is played to its end ("end")."""

    seat: str
    points: int
    last_round: int

    def apply(self, state: State) -> None:
        state.board.last_round = self.last_round


class ExtraRound(Event, frozen=True):
    """The best seats have the same points, so another round is played ("end")."""

    round: int
    seats: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.board.last_round = self.round


class GameEnded(Event, frozen=True):
    """The game is over; ``how``: points, or victory (an ability that wins at once)."""

    winners: tuple[str, ...]
    how: Literal["points", "victory"]

    def apply(self, state: State) -> None:
        board = state.board
        board.phase, board.active, board.dice = "over", "", []
        board.winners = list(self.winners)
