"""Events of the set-up ("setup") and of the draft ("light_speed")."""

from __future__ import annotations

from typing import Literal

from gm.model import Event, PrivateEvent, Throw
from gm.rulesets.space_base.events.common import Label, thrown
from gm.rulesets.space_base.events.yard import station
from gm.rulesets.space_base.state import Sector, State


class SeatSettled(Event, frozen=True):
    """A seat gets its twelve starting ships (sector 1 first), credits and income."""

    seat: str
    ships: tuple[str, ...]
    credits: int
    income: int

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        chair.sectors = [Sector(ship) for ship in self.ships]
        chair.credits, chair.income = self.credits, self.income


class DecksShuffled(PrivateEvent, frozen=True):
    """The three decks lie face down, next card first; what was left in hands is among them. Only the GM sees it."""

    decks: tuple[tuple[str, ...], ...]

    def apply(self, state: State) -> None:
        state.secrets.decks = [list(deck) for deck in self.decks]
        state.secrets.hands = {}
        state.board.decks = [len(deck) for deck in self.decks]


class ColoniesLaidOut(Event, frozen=True):
    """One colony for each sector lies open."""

    colonies: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.board.colonies = list(self.colonies)


class ShipyardLaidOut(Event, frozen=True):
    """The first cards of a level lie open."""

    level: int
    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        board, deck = state.board, state.secrets.decks[self.level - 1]
        board.shipyard[self.level - 1] = list(self.cards)
        board.decks[self.level - 1] -= len(self.cards)
        del deck[: len(self.cards)]


class ShipDealt(Event, frozen=True):
    """A random ship of level 1 comes to a seat, which pays for it; what was stationed there is deployed."""

    seat: str
    card: str
    sector: int
    cost: int
    deployed: str

    def apply(self, state: State) -> None:
        board, chair = state.board, state.board.chairs[self.seat]
        state.secrets.decks[0].remove(self.card)
        board.decks[0] -= 1
        station(chair, self.card, self.sector)
        chair.credits -= self.cost


class HandDealt(PrivateEvent, frozen=True):
    """A seat looks at the cards from which it may keep what it pays for ("light_speed")."""

    seat: str
    cards: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.secrets.hands[self.seat] = list(self.cards)
        for level, deck in enumerate(state.secrets.decks):
            for card in self.cards:
                if card in deck:
                    deck.remove(card)
                    state.board.decks[level] -= 1


class ShipsKept(Event, frozen=True):
    """A seat shows the cards that it keeps, in the order in which they are stationed, and pays for them."""

    seat: str
    cards: tuple[str, ...]
    cost: int

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        for card in self.cards:
            station(chair, card, state.content.ship(card).sector)
        chair.credits -= self.cost
        chair.spent = self.cost
        hand = state.secrets.hands[self.seat]
        state.secrets.hands[self.seat] = [card for card in hand if card not in self.cards]


class StartRolled(Event, frozen=True):
    """Seats that are level roll for who starts; the higher total does."""

    seat: str
    dice: tuple[int, int]
    label: Label = ()

    def thrown(self) -> tuple[Throw, ...]:
        return thrown(self.label, *self.dice)


class FirstSeatFound(Event, frozen=True):
    """Who starts, and what decided: sector (the highest of the dealt ships), spent (least), dice."""

    seat: str
    why: Literal["sector", "spent", "dice"]

    def apply(self, state: State) -> None:
        state.board.first = self.seat


class StartBonus(Event, frozen=True):
    """What a seat gets for acting later, by its place in turn order."""

    seat: str
    place: int
    credits: int
    income: int

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        chair.credits += self.credits
        chair.income += self.income
