"""Paying with planets and goods: what is named, or the least waste, found exactly (reading 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from gm.rulesets.galactic_council import space
from gm.rulesets.galactic_council.orders import Pay
from gm.rulesets.galactic_council.state import Board

Kind: TypeAlias = Literal["resources", "influence"]
_CENTRE = "mecatol_rex"


class Payment(Struct, frozen=True):
    """Planets used up whole and goods; ``worth`` is what the planets bring, the surplus is lost."""

    planets: tuple[str, ...] = ()
    goods: int = 0
    worth: int = 0


class Refusal(Struct, frozen=True):
    """Why a payment can't be made: a reason of ``stops.REASONS``, the planet it is about, the price."""

    why: str
    place: str = ""
    number: int = 0


class Price(Struct, frozen=True):
    """What a purchase costs: an amount of resources or influence; ``colour`` of the technology it buys.

    A planet with symbols of that colour brings one more for each symbol (4.3, reading 54).
    """

    amount: int
    kind: Kind
    colour: str | None = None


def worth(board: Board, planet: str, price: Price) -> int:
    """What a planet or station brings when it is used for the purchase."""
    row = board.content.planets[planet]
    if price.kind == "influence":
        return row.influence
    discount = row.symbols if price.colour and row.colour == price.colour else 0
    return row.resources + discount


def available(board: Board, seat: str) -> list[str]:
    """The seat's planets and stations that can still be used, in the order of the board (ch. 8)."""
    return [id_ for id_, planet in board.planets.items() if planet.owner == seat and space.gives_now(board, id_)]


def budget(board: Board, seat: str, price: Price, pay: Pay | None = None) -> int:
    """The most that the seat could pay: with what is named, or with everything."""
    usable = available(board, seat)
    planets = usable if pay is None else [planet for planet in dict.fromkeys(pay.planets) if planet in usable]
    goods = board.chairs[seat].goods if pay is None else min(pay.goods, board.chairs[seat].goods)
    return goods + sum(worth(board, planet, price) for planet in planets)


def payment(board: Board, seat: str, price: Price, pay: Pay | None = None) -> Payment | Refusal:
    """How the seat pays: as named, no more goods than it takes, or with the least waste."""
    if price.amount <= 0:
        return Payment()
    if pay is None:
        return least_waste(board, seat, price) or Refusal("pay_nothing_left", number=price.amount)
    return _as_named(board, seat, price, pay)


def _as_named(board: Board, seat: str, price: Price, pay: Pay) -> Payment | Refusal:
    planets = tuple(dict.fromkeys(pay.planets))
    for planet in planets:
        there = board.planets.get(planet)
        if there is None or there.owner != seat:
            return Refusal("pay_not_yours", planet)
        if not space.gives_now(board, planet):
            return Refusal("pay_used" if there.used else "pay_taken", planet)
    total = sum(worth(board, planet, price) for planet in planets)
    goods = max(0, price.amount - total)
    if goods > pay.goods:
        return Refusal("pay_too_little", number=price.amount)
    if goods > board.chairs[seat].goods:
        return Refusal("no_goods", number=goods)
    return Payment(planets, goods, total)


_Choice: TypeAlias = tuple[int, int, int, tuple[int, ...]]
"""A set of planets as (Mecatol Rex among them, influence, number, places on the board): the smaller one is better."""


def least_waste(board: Board, seat: str, price: Price) -> Payment | None:
    """The cheapest way to pay, or None when nothing reaches.

    Judged by surplus, then goods spent, then Mecatol Rex kept, then influence kept, then fewer planets, then
    their order on the board. Exact: the best choice is kept for every sum that planets can make.
    """
    planets = available(board, seat)
    best: dict[int, _Choice] = {0: (0, 0, 0, ())}
    for place, planet in enumerate(planets):
        brings = worth(board, planet, price)
        if not brings:
            continue
        centre, influence = int(planet == _CENTRE), board.content.planets[planet].influence
        for total, choice in sorted(best.items(), reverse=True):
            if total >= price.amount:
                continue  # whoever has enough already takes no further planet
            longer = (choice[0] + centre, choice[1] + influence, choice[2] + 1, (*choice[3], place))
            known = best.get(total + brings)
            if known is None or longer < known:
                best[total + brings] = longer
    return _cheapest(best, planets, price.amount, board.chairs[seat].goods)


def _cheapest(best: dict[int, _Choice], planets: Sequence[str], amount: int, purse: int) -> Payment | None:
    ways = [
        (max(0, total - amount), max(0, amount - total), choice, total)
        for total, choice in best.items()
        if amount - total <= purse
    ]
    if not ways:
        return None
    _surplus, goods, choice, total = min(ways)
    return Payment(tuple(planets[place] for place in choice[3]), goods, total)


def affordable(board: Board, seat: str, price: Price, pay: Pay | None = None) -> bool:
    """Whether the seat can pay (everything it has, or what is named, counted)."""
    return isinstance(payment(board, seat, price, pay), Payment)
