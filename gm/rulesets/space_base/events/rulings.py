"""What the game master changes by a ruling: no game has these events without one. Where cards lie hidden is private."""

from __future__ import annotations

from inspect import isclass
from typing import Literal, TypeAlias

from gm.model import Event, PrivateEvent
from gm.rulesets.space_base.state import State

Place: TypeAlias = Literal["shipyard", "deck", "discard", "box", "station", "deployed"]
"""Where a ship may lie; in the ``box`` are starting ships that left the game."""


class MeansRuled(Event, frozen=True):
    """A seat is given credits, income and points, or loses them (all numbers below 0)."""

    seat: str
    credits: int = 0
    income: int = 0
    points: int = 0

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        chair.credits += self.credits
        chair.income += self.income
        chair.points += self.points


class CubesRuled(Event, frozen=True):
    """So many cubes lie on a card now."""

    seat: str
    card: str
    cubes: int
    boxes: int

    def apply(self, state: State) -> None:
        charges = state.board.chairs[self.seat].charges
        charges[self.card] = self.cubes
        if not self.cubes:
            del charges[self.card]


class ShipRuled(Event, frozen=True):
    """A ship goes from one place to another; in a deck it lies at the bottom, in its row at the end.

    ``owner`` and ``origin_sector``: the seat and the sector that it leaves; ``seat`` and ``sector``: those it comes to.
    Its cubes go back to the supply, unless it stays with its seat on the same side.
    """

    card: str
    origin: Place
    goal: Place
    owner: str = ""
    origin_sector: int = 0
    seat: str = ""
    sector: int = 0

    def apply(self, state: State) -> None:
        if self.owner and (self.owner, self.origin) != (self.seat, self.goal):
            state.board.chairs[self.owner].charges.pop(self.card, None)
        self._leave(state)
        self._come(state)

    def _leave(self, state: State) -> None:
        if self.origin == "station":
            state.board.chairs[self.owner].sectors[self.origin_sector - 1].station = None
        elif self.origin == "deployed":
            state.board.chairs[self.owner].sectors[self.origin_sector - 1].deployed.remove(self.card)
        else:
            _pile(state, self.card, self.origin).remove(self.card)
        _count(state)

    def _come(self, state: State) -> None:
        if self.goal == "station":
            state.board.chairs[self.seat].sectors[self.sector - 1].station = self.card
        elif self.goal == "deployed":
            state.board.chairs[self.seat].sectors[self.sector - 1].deployed.append(self.card)
        else:
            _pile(state, self.card, self.goal).append(self.card)
        _count(state)


class ColonyRuled(Event, frozen=True):
    """A colony comes to a sector of a seat, or leaves it and can be had again; points are another matter."""

    seat: str
    card: str
    sector: int
    placed: bool

    def apply(self, state: State) -> None:
        board = state.board
        board.chairs[self.seat].sectors[self.sector - 1].colony = self.card if self.placed else None
        if self.placed:
            board.colonies.remove(self.card)
        else:
            board.colonies.append(self.card)


class HandRuled(PrivateEvent, frozen=True):
    """A card comes from its deck into a seat's hand (``taken``), or goes from there to the bottom of its deck."""

    seat: str
    card: str
    taken: bool

    def apply(self, state: State) -> None:
        deck, hand = _pile(state, self.card, "deck"), state.secrets.hands[self.seat]
        origin, goal = (deck, hand) if self.taken else (hand, deck)
        origin.remove(self.card)
        goal.append(self.card)
        _count(state)


class DeckCounted(Event, frozen=True):
    """Everybody sees that a deck has another size, whatever was moved in secret."""

    level: int
    cards: int

    def apply(self, state: State) -> None:
        state.board.decks[self.level - 1] = self.cards


class DeckOrdered(PrivateEvent, frozen=True):
    """A card lies on top of its deck now, or at the bottom. Only the GM sees it."""

    level: int
    card: str
    end: Literal["top", "bottom"]

    def apply(self, state: State) -> None:
        deck = state.secrets.decks[self.level - 1]
        deck.remove(self.card)
        deck.insert(0 if self.end == "top" else len(deck), self.card)


class DiceRuled(Event, frozen=True):
    """The dice of the open turn show something else."""

    dice: tuple[int, int]

    def apply(self, state: State) -> None:
        state.board.dice = list(self.dice)


class SeatRuled(Event, frozen=True):
    """Another seat is active, or the start seat (``first``), after whose round the game may end."""

    what: Literal["active", "first"]
    seat: str

    def apply(self, state: State) -> None:
        setattr(state.board, self.what, self.seat)


class RoundRuled(Event, frozen=True):
    """The round that is played (``round``), or the one after which the game ends (``last_round``; 0: none yet)."""

    what: Literal["round", "last_round"]
    number: int

    def apply(self, state: State) -> None:
        setattr(state.board, self.what, self.number)


class WinnersRuled(Event, frozen=True):
    """The game is over, and these have won."""

    winners: tuple[str, ...]

    def apply(self, state: State) -> None:
        board = state.board
        board.phase, board.active, board.dice = "over", "", []
        board.winners = list(self.winners)


def _pile(state: State, card: str, place: str) -> list[str]:
    """The cards that lie in a place of the table; of starting ships in the box nobody keeps account."""
    if place == "discard":
        return state.board.discard
    if place == "box":
        return [card]
    piles = state.board.shipyard if place == "shipyard" else state.secrets.decks
    return piles[state.content.ship(card).level - 1]


def _count(state: State) -> None:
    state.board.decks = [len(deck) for deck in state.secrets.decks]


RULING_EVENTS: tuple[type[Event], ...] = tuple(
    thing
    for thing in list(vars().values())
    if isclass(thing) and issubclass(thing, Event) and thing not in (Event, PrivateEvent)
)
"""Besides, a ruling may cause ShipyardRefilled, StandingKept and SeatRests, which are events of every game."""
