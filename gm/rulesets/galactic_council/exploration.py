"""2.5: free scouting of «Дипломатия», then sectors for goods, next to explored space (readings 6, 34, 35)."""

from __future__ import annotations

from collections.abc import Generator

from gm.model import Event, Orders, Story
from gm.rulesets.galactic_council import space
from gm.rulesets.galactic_council.benefits import scout_order
from gm.rulesets.galactic_council.conditions import branch
from gm.rulesets.galactic_council.events.common import Paid, SectorExplored
from gm.rulesets.galactic_council.orders import Explore
from gm.rulesets.galactic_council.state import Board, State
from gm.rulesets.galactic_council.stops import given, stop


def price(board: Board, opened: int) -> int:
    """Goods for the next sector of a seat that has bought ``opened`` this turn: 1, 2, 3… (2.5)."""
    return board.content.numbers.first_sector_goods + opened * board.content.numbers.next_sector_goods


def hindrance(board: Board, sector: str) -> str:
    """Why a sector can't be opened now, as a reason; empty if it can. Wormholes don't count (reading 8)."""
    if board.systems[sector].tile is not None:
        return "already_open"
    if not any(board.systems[near].tile for near in space.beside(board, sector)):
        return "not_adjacent"
    return ""


def scouting(state: State, orders: Orders, benefit: str) -> Generator[Event, None, str]:
    """The holder of «Дипломатия» opens up to three sectors free, before all that is bought (2.5).

    Returns the way his benefit is used: when no sector could be opened, a capture of 2.6 is free after all.
    """
    found = scout_order(state.board, orders)
    if found is None or benefit != "scout":
        return benefit
    seat, order = found
    allowed = state.board.content.strategies["diplomacy"].numbers["sectors"]
    opened = 0
    for sector in dict.fromkeys(order.sectors):
        if why := hindrance(state.board, sector):
            yield stop(seat, order, why, place=sector)
        elif opened == allowed:
            yield stop(seat, order, "at_most", place=sector, number=allowed)
        else:
            opened += 1
            yield SectorExplored(seat, sector, state.secrets.tiles[sector], "scouted", rule="2.5")
    return benefit if opened else "capture"


def exploration(state: State, seat: str, orders: Orders) -> Story:
    """A seat's paid sectors in file order; what is open already costs nothing and does not count (2.5)."""
    board = state.board
    opened = 0
    for filed in given(orders, seat, Explore):
        order = yield from branch(board, seat, filed)
        if order is None:
            continue
        goods = price(board, opened)
        if order.sector is None:
            yield stop(seat, order, "no_target")
        elif why := hindrance(board, order.sector):
            yield stop(seat, order, why, place=order.sector)
        elif board.chairs[seat].goods < goods:
            yield stop(seat, order, "no_goods", place=order.sector, number=goods)
        else:
            opened += 1
            yield Paid(seat, "explore", goods=goods, place=order.sector, rule="2.5")
            tile = state.secrets.tiles[order.sector]
            yield SectorExplored(seat, order.sector, tile, "bought", rule="2.5")
