"""From wishes to a card: the first wish that can be had ("purchase", "claim")."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gm.rulesets.space_base.cards import face_up, open_for
from gm.rulesets.space_base.content import Content
from gm.rulesets.space_base.orders.common import Wish
from gm.rulesets.space_base.state import Board, Chair
from gm.rulesets.space_base.vocabulary import PICKS

DEAREST = Wish()


def on_sale(board: Board, chair: Chair, sector: int = 0) -> list[str]:
    """What a seat could buy if it had the credits: cards for sectors without a colony ("colony").

    ``sector``: where a ship would be stationed instead of in its own one; 0: its own.
    """
    content = board.content
    ships = [id_ for id_ in face_up(board) if open_for(chair, sector or content.ship(id_).sector)]
    return ships + [id_ for id_ in board.colonies if open_for(chair, content.colonies[id_].sector)]


def affordable(board: Board, chair: Chair, sector: int = 0, credits: int | None = None) -> list[str]:
    """What a seat can buy with its credits, or with so many."""
    purse = chair.credits if credits is None else credits
    return [id_ for id_ in on_sale(board, chair, sector) if board.content.card(id_).cost <= purse]


def claimable(board: Board, chair: Chair, level: int) -> list[str]:
    """The face-up ships of a level that a seat may take: its sector has no colony ("claim", "colony")."""
    return [id_ for id_ in board.shipyard[level - 1] if open_for(chair, board.content.ship(id_).sector)]


def picked(content: Content, wishes: Sequence[Wish], cards: Sequence[str]) -> str | None:
    """The first wish that one of the cards fulfils; a rule takes the best of those that fit, the first if equal."""
    for wish in wishes:
        fitting = fits(content, wish, cards)
        if fitting:
            return max(fitting, key=lambda id_: _rank(content, wish, id_))
    return None


def fits(content: Content, wish: Wish, cards: Collection[str]) -> list[str]:
    """The cards that a wish speaks of. Words speak of ships, but for «colony»."""
    if wish.what is not None and wish.what not in PICKS:
        return [id_ for id_ in cards if id_ == wish.what]
    rows = content.colonies if wish.what == "colony" else content.ships
    return [
        id_
        for id_ in cards
        if id_ in rows
        and wish.sector in (None, rows[id_].sector)
        and (wish.level is None or (id_ in content.ships and content.ships[id_].level == wish.level))
    ]


def _rank(content: Content, wish: Wish, card: str) -> tuple[int, int]:
    row = content.card(card)
    if wish.what == "cheapest":
        return -row.cost, 0
    if wish.what == "points":
        return content.ship(card).station.points, row.cost
    return row.cost, 0


def reach(board: Board, chair: Chair, wishes: Sequence[Wish], credits: int) -> tuple[int, int]:
    """How good a purchase some credits allow: by the wish that comes true, then by its price; 0, 0: none ("dice")."""
    cards = affordable(board, chair, credits=credits)
    for left, wish in zip(range(len(wishes), 0, -1), wishes, strict=True):
        card = picked(board.content, (wish,), cards)
        if card is not None:
            return left, board.content.card(card).cost
    return 0, 0


def why_not(board: Board, chair: Chair, wishes: Sequence[Wish]) -> tuple[str, str, int]:
    """Why a list of wishes led to no purchase: the reason, the card and the number that it is about."""
    first, content = wishes[0].what, board.content
    if first is None or first in PICKS:
        return "no_wish", "", chair.credits
    row = content.card(first)
    if first not in (*face_up(board), *board.colonies):
        return "gone", first, 0
    if not open_for(chair, row.sector):
        return "sector_closed", first, row.sector
    return "too_dear", first, row.cost
