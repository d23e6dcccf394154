"""What the bot builds and learns (ch. 4)."""

from __future__ import annotations

from collections.abc import Iterator

from gm.model import Order
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.bot.mind import Mind
from gm.rulesets.galactic_council.content import Content
from gm.rulesets.galactic_council.effects import has
from gm.rulesets.galactic_council.orders import Build, BuildDock, LayMine, Research, Yield
from gm.rulesets.galactic_council.research import hindrance

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
    research = left >= 1 and bool(_learnable(mind)) and mind.feels_like(75)
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
            yield Research(technology=open_[0] if mind.feels_like(70) else mind.pick(open_))


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
    """Technologies whose prerequisites are known, those that stand on the most others first."""
    table = mind.board.content.technologies
    open_ = [id_ for id_ in table if not hindrance(mind.board, mind.seat, id_)]
    depth = _depths(mind.board.content)
    return sorted(open_, key=lambda id_: (-depth[id_], mind.dice.roll(100)))


def _depths(content: Content) -> dict[str, int]:
    """How many technologies stand below each one."""
    depths: dict[str, int] = {}

    def depth(id_: str) -> int:
        if id_ not in depths:
            row = content.technologies[id_]
            depths[id_] = 1 + max((depth(need) for need in (*row.all, *row.any)), default=0)
        return depths[id_]

    return {id_: depth(id_) for id_ in content.technologies}
