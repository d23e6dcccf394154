"""What the bot does in the council phase (ch. 2)."""

from __future__ import annotations

from collections.abc import Iterator

from gm.model import Order
from gm.rulesets.galactic_council import space
from gm.rulesets.galactic_council.bot.mind import Mind
from gm.rulesets.galactic_council.orders import (
    BuyMarkers,
    Capture,
    CloseSystem,
    Condition,
    ExchangeBonus,
    Explore,
    ExploreChange,
    Scout,
)


def plan(mind: Mind) -> Iterator[Order]:
    """Benefits, markers, exploration, capture."""
    chair = mind.chair
    tokens = mind.board.bonus.get(chair.strategy or "", 0)
    if tokens:
        yield ExchangeBonus(goods=mind.dice.roll(tokens + 1) - 1)
    yield from _markers(mind)
    free_capture = True
    if chair.strategy == "diplomacy" and mind.feels_like(70):
        free_capture = False
        yield from _diplomacy(mind)
    yield from _explore(mind)
    targets = _targets(mind)
    if targets and (chair.markers >= 3 or (chair.strategy == "diplomacy" and free_capture)):
        yield Capture(planet=mind.pick(targets))


def _markers(mind: Mind) -> Iterator[Order]:
    rows = mind.board.content.planets
    influence = sum(
        rows[id_].influence
        for id_, planet in mind.board.planets.items()
        if planet.owner == mind.seat and space.gives_now(mind.board, id_) and rows[id_].influence > rows[id_].resources
    )
    price = mind.board.content.numbers.marker_influence
    if mind.chair.markers < 7 and influence >= price:
        yield BuyMarkers(count=min(influence // price, mind.board.content.numbers.markers_a_turn))


def _diplomacy(mind: Mind) -> Iterator[Order]:
    unknown = mind.unknown_sectors()
    if unknown and mind.feels_like(50):
        yield Scout(sectors=tuple(unknown[:3]))
    elif mind.own_planets():
        yield CloseSystem(system=mind.board.planets[mind.pick(mind.own_planets())].system)


def _explore(mind: Mind) -> Iterator[Order]:
    """One sector near home, two when rich; the second one asks what the first one was."""
    unknown = mind.unknown_sectors()
    home = set(space.beside(mind.board, mind.chair.home))
    unknown.sort(key=lambda at: at not in home)
    if unknown and mind.chair.goods >= 1 and mind.feels_like(70):
        first = unknown[0] if mind.feels_like(60) else mind.pick(unknown)
        yield Explore(sector=first)
        rest = [at for at in unknown if at != first]
        if rest and mind.chair.goods >= 4:
            other = ExploreChange(sector=mind.pick(rest))
            yield Explore(sector=rest[0], if_=Condition(found="planets", system=first), then=other, else_="nothing")


def _targets(mind: Mind) -> list[str]:
    """Empty planets next to a system that is wholly the bot's."""
    board, found = mind.board, []
    for id_, planet in board.planets.items():
        if planet.owner == mind.seat or planet.forces or board.content.planets[id_].station:
            continue
        if any(space.owns_system(board, near, mind.seat) for near in space.beside(board, planet.system)):
            found.append(id_)
    return found
