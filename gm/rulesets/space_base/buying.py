"""Cards come to a seat: the purchase of its turn, extra purchases, claims, and the row that is filled again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.model import Event, Order, Story
from gm.rulesets.space_base.cards import level_of, sector
from gm.rulesets.space_base.events.yard import (
    CardBought,
    CardClaimed,
    ColonyFounded,
    PurchasePassed,
    ShipyardRefilled,
)
from gm.rulesets.space_base.filing import Filing
from gm.rulesets.space_base.orders import Wish
from gm.rulesets.space_base.state import State
from gm.rulesets.space_base.stops import stop
from gm.rulesets.space_base.wishing import DEAREST, affordable, claimable, picked, why_not


def purchase(state: State, file: Filing) -> Story:
    """The one purchase of the active seat takes all its credits, which fall back to its income ("purchase")."""
    board, chair = state.board, state.board.chairs[file.seat]
    card = picked(board.content, file.buys, affordable(board, chair))
    if card is None:
        if file.buy is not None and file.buys:
            why, first, number = why_not(board, chair, file.buys)
            yield stop(file.seat, file.buy, why, card=first, number=number)
        yield PurchasePassed(file.seat, chair.credits, rule="purchase")
        return
    if file.buy is None:
        yield file.decided("buy", card, "purchase")
    yield from bought(state, file.seat, card, extra=False)


def extra_purchase(
    state: State, file: Filing, count: int, order: Order | None, wishes: Sequence[Wish] = (), place: int = 0
) -> Story:
    """Up to ``count`` purchases for the price alone; the purchase of the turn stays ("buy").

    ``place``: the sector in which a ship is stationed instead of its own; 0: its own.
    """
    board, chair, wishes = state.board, state.board.chairs[file.seat], wishes or file.buys
    for _n in range(count):
        cards = affordable(board, chair, place)
        card = picked(board.content, wishes, cards)
        if card is None:
            if order is not None:
                why, first, number = why_not(board, chair, wishes or (DEAREST,))
                yield stop(file.seat, order, why, card=first, number=number, rule="buy")
            return
        if order is None:
            yield file.decided("buy", card, "buy")
        yield from bought(state, file.seat, card, extra=True, place=place)


def bought(state: State, seat: str, card: str, extra: bool, place: int = 0) -> Iterator[Event]:
    """A card is paid and stationed; the ship that stood there is deployed, the row is filled again ("purchase")."""
    board, chair = state.board, state.board.chairs[seat]
    row, rule = board.content.card(card), "buy" if extra else "purchase"
    credits = chair.credits - row.cost if extra else chair.income
    if card in board.content.colonies:
        colony = board.content.colonies[card]
        stood = sector(chair, colony.sector).station or ""
        yield ColonyFounded(seat, card, colony.sector, colony.cost, credits, colony.points, stood, extra, rule="colony")
        return
    goal = place or row.sector
    stood = sector(chair, goal).station or ""
    level, at = _place(state, card)
    yield CardBought(seat, card, goal, row.cost, credits, stood, extra, rule=rule)
    yield from refilled(state, level, at)


def claims(
    state: State, file: Filing, levels: Sequence[int], source: str, order: Order | None, wishes: Sequence[Wish] = ()
) -> Story:
    """One card of each level for free: the first wish that can be had, else the dearest ("claim")."""
    board, chair = state.board, state.board.chairs[file.seat]
    for level in levels:
        cards = claimable(board, chair, level)
        card = picked(board.content, (*(wishes or file.claims), DEAREST), cards)
        if card is None:
            if order is not None:
                yield stop(file.seat, order, "no_claim", card=source, number=level, rule="claim")
            continue
        if order is None and file.claim is None and file.claims:
            yield file.decided("claim", card, "claim")
        goal = board.content.ship(card).sector
        at = _place(state, card)
        yield CardClaimed(file.seat, card, goal, sector(chair, goal).station or "", rule="claim")
        yield from refilled(state, *at)


def _place(state: State, card: str) -> tuple[int, int]:
    """The row of a face-up card and its place there."""
    level = level_of(state.board, card)
    return level, state.board.shipyard[level - 1].index(card)


def refilled(state: State, level: int, place: int) -> Iterator[Event]:
    """The next card of the deck takes the free place, as long as there is one ("cards")."""
    if deck := state.secrets.decks[level - 1]:
        yield ShipyardRefilled(level, place, deck[0], rule="cards")
