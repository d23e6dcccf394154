"""4.1: what one dock builds for one order, as far as capacity, limits and money reach (readings 16, 28, 51)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from gm.model import Event
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.effects import has, total
from gm.rulesets.galactic_council.events.common import GoodsGained, Paid, UnitsAppeared
from gm.rulesets.galactic_council.events.production import Produced
from gm.rulesets.galactic_council.losses import lost, settle
from gm.rulesets.galactic_council.orders import Build
from gm.rulesets.galactic_council.payment import Payment, Price, Refusal, budget, payment
from gm.rulesets.galactic_council.sites import Site, whole
from gm.rulesets.galactic_council.state import Board
from gm.rulesets.galactic_council.stops import stop

Building = Generator[Event, None, bool]
"""A story that returns whether anything was built."""
_NO_GOODS_FOR = ("fighter", "ground_force", "shock_troop")


@dataclass(slots=True)
class Ledger:
    """What a seat has used up of step 4.1 in this phase.

    ``favoured``: the dock that gets the resources of «Производство» (empty: the next that builds, None: nobody);
    ``tools``: system -> the dock that gets its resource of Sarween Tools (the same). ``free_markers``: systems that
    may still produce without a marker, ``served``: those that did.
    """

    seat: str
    cruisers: tuple[str, ...] = ()
    active: list[str] = field(default_factory=list)
    built: dict[str, int] = field(default_factory=dict)
    boosts: dict[str, int] = field(default_factory=dict)
    mined: list[str] = field(default_factory=list)
    favoured: str | None = None
    free_markers: int = 0
    served: list[str] = field(default_factory=list)
    tools: dict[str, str | None] = field(default_factory=dict)

    def marker(self, board: Board, system: str) -> int:
        """Markers that production in a system still costs: one for each system, however many docks (4.1)."""
        if system in self.active:
            return 0
        favoured = board.planets[self.favoured].system if self.favoured else system
        kept = 0 if favoured == system or favoured in self.active else 1
        return 0 if self.free_markers > kept else board.content.numbers.produce_markers

    def activate(self, board: Board, system: str) -> int:
        """Production in a system takes place; returns the markers it costs."""
        if system in self.active:
            return 0
        cost = self.marker(board, system)
        self.active.append(system)
        if not cost and self.free_markers:
            self.free_markers -= 1
            self.served.append(system)
        return cost

    def free(self, board: Board, dock: str) -> int:
        """Free resources for an order at a dock: «Производство» and Sarween Tools (readings 4, 51)."""
        extra = 0
        if self._favours(board, dock):
            extra += board.content.strategies["production"].numbers["resources"]
        if self.tools.get(board.planets[dock].system, "") in ("", dock):
            extra += total(board, self.seat, "extra_resource")
        return extra

    def _favours(self, board: Board, dock: str) -> bool:
        """Whether «Производство» may serve the dock: its resources go where its free marker went (reading 87)."""
        here = not self.served or board.planets[dock].system in self.served
        return here and self.favoured is not None and self.favoured in ("", dock)

    def settle(self, board: Board, dock: str, built: bool) -> None:
        """After an order: benefits meant for the dock are used, or free for the next dock if it built nothing."""
        system = board.planets[dock].system
        if self._favours(board, dock):
            self.favoured = None if built else ""
        if self.tools.get(system, "") in ("", dock):
            self.tools[system] = None if built else ""


def build(board: Board, order: Build, ledger: Ledger) -> Building:
    """Carry out one order at a dock; returns whether at least one unit was built."""
    seat, planet = ledger.seat, order.planet
    if why := dock_trouble(board, seat, planet):
        yield stop(seat, order, why, place=planet)
        return False
    system = board.planets[planet].system
    if board.chairs[seat].markers < (markers := ledger.marker(board, system)):
        yield stop(seat, order, "no_markers", place=system, number=markers)
        return False
    scrapped = yield from _scrap(board, seat, order, system)
    site = yield from _site(board, seat, order, system)
    boosted = yield from _may_boost(board, order, ledger, markers)
    built = yield from _produce(board, order, ledger, site, boosted)
    if scrapped:
        if markers := ledger.activate(board, system):  # nothing was built, but units were taken apart (reading 112)
            yield Paid(seat, "produce", markers=markers, place=system, rule="4.1")
        yield from settle(board, seat, system, rule="4.1")
    return built


def dock_trouble(board: Board, seat: str, planet: str) -> str:
    """Why there is no dock of the seat that may build, as a reason; captured ones wait a turn (reading 49)."""
    there = board.planets.get(planet)
    if there is None or there.owner != seat:
        return "not_yours"
    if not forces.force(board, planet, seat).units.get("space_dock"):
        return "no_dock"
    return "dock_captured" if there.taken == board.turn else ""


def capacity(board: Board, seat: str, planet: str, boosts: int = 0) -> int:
    """How many units a dock builds in a turn: the planet's resource + 2, technologies, +3 a boost (4.1)."""
    numbers = board.content.numbers
    more = total(board, seat, "dock_capacity") + boosts * numbers.boost
    return board.content.planets[planet].resources + numbers.dock_bonus + more


def _scrap(board: Board, seat: str, order: Build, system: str) -> Building:
    """Transfabrication: units of the system are taken apart for goods before it produces."""
    if not order.scrap:
        return False
    if not has(board, seat, "scrap_goods"):
        yield stop(seat, order, "no_transfabrication", place=order.planet)
        return False
    wanted, goods = dict(order.scrap), 0
    for place in (system, *space.planets_of(board, system)):
        there = dict(forces.force(board, place, seat).units)
        if place == order.planet:
            there.pop("space_dock", None)
        units = {unit: min(n, there[unit]) for unit, n in wanted.items() if there.get(unit)}
        if units := {unit: n for unit, n in units.items() if n}:
            wanted = forces.minus(wanted, units)
            goods += sum(n for unit, n in units.items() if unit not in _NO_GOODS_FOR)
            yield lost(board, seat, place, units, "scrapped", "4.1")
    for unit, missing in wanted.items():
        yield stop(seat, order, "fewer_there", place=system, thing=unit, number=order.scrap[unit] - missing)
    if goods:
        each = total(board, seat, "scrap_goods")
        yield GoodsGained(seat, goods * each, "scrap", system, rule="4.1")
    return wanted != dict(order.scrap)


def _site(board: Board, seat: str, order: Build, system: str) -> Generator[Event, None, Site]:
    """Where the units appear; Integrated Economy allows a neighbouring system that is empty or the seat's."""
    blocked = space.enemy_fleet(board, system, seat)
    if order.to is not None and order.to != system:
        if not has(board, seat, "place_near"):
            yield stop(seat, order, "no_integrated_economy", place=order.to)
        elif not free_for(board, seat, system, order.to):
            yield stop(seat, order, "cannot_place", place=order.to)
        else:
            own = (p for p in space.landable(board, order.to) if board.planets[p].owner == seat)
            return Site(board, seat, order.to, next(own, None), system, blocked)
    return Site(board, seat, system, order.planet, system, blocked)


def free_for(board: Board, seat: str, system: str, to: str) -> bool:
    """Whether new units may appear in a neighbouring system: known, nobody else's, no anomaly that stops nobody."""
    anomaly = space.anomaly(board, to)
    if to not in space.beside(board, system) or not board.systems[to].tile or (anomaly and not anomaly.stop):
        return False
    owners = {board.planets[planet].owner for planet in space.planets_of(board, to)}
    return not (owners | set(board.systems[to].space)) - {seat, None}


def _may_boost(board: Board, order: Build, ledger: Ledger, markers: int) -> Building:
    """Whether a marker may add 3 to the dock; it is spent only if the units need it (4.1, reading 51)."""
    numbers, limit = board.content.numbers, board.options.boosts_per_dock
    if not order.boost:
        return False
    if ledger.boosts.get(order.planet, 0) >= limit:
        yield stop(ledger.seat, order, "no_boost", place=order.planet, number=limit)
        return False
    if board.chairs[ledger.seat].markers < markers + numbers.boost_markers:
        yield stop(ledger.seat, order, "no_marker_boost", place=order.planet)
        return False
    return True


def _produce(board: Board, order: Build, ledger: Ledger, site: Site, boosted: bool) -> Building:
    """Choose the units, pay, and let them appear."""
    seat, planet = ledger.seat, order.planet
    earlier = ledger.built.get(planet, 0)
    room = capacity(board, seat, planet, ledger.boosts.get(planet, 0)) - earlier
    free = ledger.free(board, planet)
    most = room + (board.content.numbers.boost if boosted else 0)
    refusal = yield from _bad_payment(board, seat, order)
    if refusal:
        return False
    left = choose(board, site, order, most, free)
    for (unit, why), number in left.items():
        place = site.made_in if why == "blockade" else site.place(unit) or site.system
        yield stop(seat, order, why, place=place, thing=unit, number=number)
    if not site.new:
        return False
    ledger.built[planet] = earlier + sum(site.new.values())
    boosted = sum(site.new.values()) > room
    ledger.boosts[planet] = ledger.boosts.get(planet, 0) + boosted
    yield from _pay(board, order, ledger, cost(board, seat, site.new) - free, boosted)
    ships, grounded = whole(board, site.new)
    if ships:
        yield UnitsAppeared(seat, site.system, ships, "built", rule="4.1")
    if grounded and site.planet:
        yield UnitsAppeared(seat, site.planet, grounded, "built", rule="4.1")
    yield Produced(seat, planet, dict(site.new), min(free, cost(board, seat, site.new)), rule="4.1")
    return True


def _bad_payment(board: Board, seat: str, order: Build) -> Building:
    """A payment that names planets which can't pay stops the order before anything is built."""
    paid = payment(board, seat, Price(1, "resources"), order.pay) if order.pay else None
    if isinstance(paid, Refusal) and paid.place:
        yield stop(seat, order, paid.why, place=paid.place)
        return True
    return False


def cost(board: Board, seat: str, units: dict[str, int]) -> int:
    """Resources for all units of one order; an odd one of a pair costs a whole resource (reading 51)."""
    return sum(forces.price(forces.row(board, seat, unit), n) for unit, n in units.items())


def choose(board: Board, site: Site, order: Build, most: int, free: int) -> dict[tuple[str, str], int]:
    """Decide unit by unit, as listed, what can be built; returns (unit, reason) -> how many are not.

    Fighters that found no hangar are tried again at the end: a carrier may stand behind them in the list.
    """
    purse = budget(board, site.seat, Price(0, "resources"), order.pay) + free
    left = {unit: n for unit, n in order.units.items() if n}
    reasons: dict[str, str] = {}
    for kinds in (tuple(left), ("fighter",)):
        for unit in kinds:
            while left.get(unit, 0) > 0:
                if why := _hindrance(board, site, unit, most, purse):
                    reasons[unit] = why
                    break
                site.add(unit)
                left[unit] -= 1
    return {(unit, reasons[unit]): n for unit, n in left.items() if n}


def _hindrance(board: Board, site: Site, unit: str, most: int, purse: int) -> str:
    row = forces.row(board, site.seat, unit)
    if row.cost is None:
        return "not_buildable"
    if unit == "flagship" and site.made_in != board.chairs[site.seat].home:
        return "home_only"
    if row.needs_technology and not has(board, site.seat, "unlock", unit):
        return "needs_technology"
    if sum(site.new.values()) >= most:
        return "capacity"
    if why := site.hindrance(unit):
        return why
    return "" if cost(board, site.seat, forces.merged(site.new, {unit: 1})) <= purse else "money"


def _pay(board: Board, order: Build, ledger: Ledger, amount: int, boosted: bool) -> Generator[Event, None, None]:
    """Markers for the system and the boost, resources for the units (4.1)."""
    seat, system = ledger.seat, board.planets[order.planet].system
    if markers := ledger.activate(board, system):
        yield Paid(seat, "produce", markers=markers, place=system, rule="4.1")
    if boosted:
        boost = board.content.numbers.boost_markers
        yield Paid(seat, "boost", markers=boost, place=order.planet, rule="4.1")
    paid = payment(board, seat, Price(amount, "resources"), order.pay)
    if isinstance(paid, Payment) and (paid.planets or paid.goods):
        yield Paid(seat, "build", paid.planets, paid.goods, place=order.planet, rule="4.1")
