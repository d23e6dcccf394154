"""How the bot trades and ends its turn (ch. 5, 7), and how it ranks strategies (ch. 1)."""

from __future__ import annotations

from collections.abc import Iterator

from gm.model import Order
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.bot.mind import Mind
from gm.rulesets.galactic_council.contracts import free_agreements
from gm.rulesets.galactic_council.orders import (
    Break,
    FleetLimit,
    Gift,
    GuildBreak,
    NameSpeaker,
    Offer,
    Rank,
    Scrap,
    Veto,
)


def ranking(mind: Mind) -> Iterator[Order]:
    """Strategies in an order of the day."""
    yield Rank(order=tuple(mind.dice.shuffled(list(mind.board.content.strategies))))


def plan(mind: Mind) -> Iterator[Order]:
    """Trade with everybody who wants, grow the fleet limit when space gets narrow, rank the strategies."""
    yield from _trade(mind)
    yield from _guild(mind)
    yield from _fleet(mind)
    if mind.chair.strategy == "assembly":
        yield NameSpeaker(seat=mind.seat if mind.feels_like(50) else mind.pick([mind.seat, *mind.rivals()]))
    yield from ranking(mind)


def _trade(mind: Mind) -> Iterator[Order]:
    partners = [
        contract.b if contract.a == mind.seat else contract.a
        for contract in mind.board.contracts
        if mind.seat in (contract.a, contract.b)
    ]
    for seat in mind.rivals():
        if seat in partners:
            if mind.feels_like(5):
                yield Break(partner=seat)
        elif free_agreements(mind.board, mind.seat) and free_agreements(mind.board, seat):
            yield Offer(partner=seat)
    if mind.chair.goods > 2 and mind.rivals() and mind.feels_like(20):
        yield Gift(to=mind.pick(mind.rivals()), goods=1)


def _guild(mind: Mind) -> Iterator[Order]:
    if mind.board.guild_head != mind.seat:
        return
    if mind.rivals() and mind.feels_like(25):
        yield Veto(seats=(mind.pick(mind.rivals()),))
    others = [c for c in mind.board.contracts if mind.seat not in (c.a, c.b)]
    if others and mind.chair.strategy == "trade" and mind.feels_like(60):
        contract = mind.pick(others)
        yield GuildBreak(seats=(contract.a, contract.b))


def _fleet(mind: Mind) -> Iterator[Order]:
    chair = mind.chair
    fullest = max((sum(mind.ships_at(at).values()) for at in mind.bases()), default=0)
    if fullest >= chair.fleet_limit and chair.markers >= 3:
        yield FleetLimit(limit=chair.fleet_limit + 1)
    elif chair.markers == 0 and chair.fleet_limit > 2 and mind.feels_like(40):
        yield FleetLimit(limit=chair.fleet_limit - 1)
    loose = [at for at in mind.bases() if forces.force(mind.board, at, mind.seat).units.get("fighter")]
    if loose and mind.feels_like(10):
        at = mind.pick(loose)
        if space.loose_fighters(
            mind.board, mind.seat, forces.force(mind.board, at, mind.seat).units
        ) or mind.feels_like(30):
            yield Scrap(at=at, units={"fighter": 1})
