"""Cards change hands: purchases, claims, colonies, exchanges; the shipyard is filled again."""

from __future__ import annotations

from gm.model import Event
from gm.rulesets.space_base.state import Board, Chair, State


class CardBought(Event, frozen=True):
    """A ship is bought and stationed; the one that stood there is ``deployed`` ("" if none).

    ``credits`` are those left: the income after the turn's purchase, whatever it cost ("purchase"); after an ``extra``
    purchase what the price leaves ("buy").
    """

    seat: str
    card: str
    sector: int
    cost: int
    credits: int
    deployed: str
    extra: bool = False

    def apply(self, state: State) -> None:
        take(state.board, self.card)
        chair = state.board.chairs[self.seat]
        station(chair, self.card, self.sector)
        chair.credits = self.credits


class CardClaimed(Event, frozen=True):
    """A ship is taken for free and stationed ("claim")."""

    seat: str
    card: str
    sector: int
    deployed: str

    def apply(self, state: State) -> None:
        take(state.board, self.card)
        station(state.board.chairs[self.seat], self.card, self.sector)


class ColonyFounded(Event, frozen=True):
    """A colony is bought: its points at once, its sector is closed, the ship there is deployed ("colony")."""

    seat: str
    card: str
    sector: int
    cost: int
    credits: int
    points: int
    deployed: str
    extra: bool = False

    def apply(self, state: State) -> None:
        board, chair = state.board, state.board.chairs[self.seat]
        board.colonies.remove(self.card)
        station(chair, None, self.sector)
        chair.sectors[self.sector - 1].colony = self.card
        chair.credits = self.credits
        chair.points += self.points


class CardExchanged(Event, frozen=True):
    """A ship goes to the discard, one of the shipyard takes its place ("charged"); ``station``: as a station."""

    seat: str
    old: str
    card: str
    sector: int
    station: bool

    def apply(self, state: State) -> None:
        board, chair = state.board, state.board.chairs[self.seat]
        take(board, self.card)
        there = chair.sectors[self.sector - 1]
        if self.station:
            there.station = self.card
        else:
            there.deployed[there.deployed.index(self.old)] = self.card
        chair.charges.pop(self.old, None)
        if self.old in board.content.ships:
            board.discard.append(self.old)


class ShipyardRefilled(Event, frozen=True):
    """The next card of a deck takes the free place (0 is the first) in its row."""

    level: int
    place: int
    card: str

    def apply(self, state: State) -> None:
        board = state.board
        board.shipyard[self.level - 1].insert(self.place, self.card)
        board.decks[self.level - 1] -= 1
        state.secrets.decks[self.level - 1].remove(self.card)


class PurchasePassed(Event, frozen=True):
    """The active seat buys nothing and keeps its credits ("purchase")."""

    seat: str
    credits: int


def take(board: Board, card: str) -> None:
    """A ship leaves the shipyard."""
    next(row for row in board.shipyard if card in row).remove(card)


def station(chair: Chair, card: str | None, sector: int) -> None:
    """A ship comes to a sector (None: none does); the one there is deployed and loses its cubes."""
    there = chair.sectors[sector - 1]
    if there.station is not None:
        there.deployed.append(there.station)
        chair.charges.pop(there.station, None)
    there.station = card
