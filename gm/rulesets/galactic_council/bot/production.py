"""What the bot builds and learns (ch. 4)."""

from __future__ import annotations

from collections.abc import Iterator

from gm.model import Order
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.bot.mind import Mind
from gm.rulesets.galactic_council.effects import has
from gm.rulesets.galactic_council.orders import Build, BuildDock, LayMine, Research, Yield

WISHES: tuple[dict[str, int], ...] = (
    {"carrier": 1, "ground_force": 2, "fighter": 2},
    {"cruiser": 1, "ground_force": 2},
    {"destroyer": 2, "fighter": 2},
    {"dreadnought": 1},
    {"flagship": 1},
    {"war_sun": 1},
    {"pds": 1, "ground_force": 2},
    {"mechanized_unit": 1, "ground_force": 2},
    {"carrier": 1, "cruiser": 1, "fighter": 4},
)


def plan(mind: Mind) -> Iterator[Order]:
    """Yields, units, mines, docks, a technology."""
    left = mind.chair.markers
    rows = mind.board.content.planets
    for id_, planet in mind.board.planets.items():
        if planet.owner == mind.seat and rows[id_].yields and space.gives_now(mind.board, id_) and mind.feels_like(60):
            yield Yield(planet=id_)
    research = mind.feels_like(55) and left >= 1
    docks = mind.docks()
    for dock in docks:
        if left > (1 if research else 0):
            left -= 1
            yield _build(mind, dock)
    if left > 0 and len(docks) < 3:
        free = [p for p in mind.own_planets() if p not in docks and rows[p].resources >= 2]
        if free and mind.feels_like(50):
            left -= 1
            yield BuildDock(planet=mind.pick(free))
    mined = [at for at in mind.bases() if mind.ships_at(at).get("cruiser") and not mind.board.systems[at].mines]
    if mined and mind.feels_like(25):
        yield LayMine(system=mind.pick(mined))
    for _ in range((1 if research else 0) + (1 if mind.chair.strategy == "technology" else 0)):
        open_ = _learnable(mind)
        if open_:
            yield Research(technology=mind.pick(open_))


def _build(mind: Mind, planet: str) -> Build:
    board, seat = mind.board, mind.seat
    at = board.planets[planet].system
    wish = dict(mind.pick(WISHES))
    if not space.holds(board, seat, forces.everywhere(board, seat)):
        wish = {"carrier": 1, "ground_force": 2}
    scrap = None
    if has(board, seat, "scrap_goods") and mind.ships_at(at).get("destroyer"):
        scrap = {"destroyer": 1}
    to = None
    if has(board, seat, "place_near") and mind.feels_like(40):
        near = [n for n in space.beside(board, at) if board.systems[n].tile and not mind.enemies_at(n)]
        to = mind.pick(near) if near else None
    boost = mind.chair.markers >= 6 and sum(wish.values()) > 4
    return Build(planet=planet, units=wish, boost=boost, extra=True, scrap=scrap, to=to)


def _learnable(mind: Mind) -> list[str]:
    known = mind.chair.technologies
    return [
        id_
        for id_, row in mind.board.content.technologies.items()
        if id_ not in known
        and not row.missing
        and all(need in known for need in row.all)
        and (not row.any or any(need in known for need in row.any))
    ]
