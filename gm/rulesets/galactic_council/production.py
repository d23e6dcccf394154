"""Phase 4: yields, units and mines, docks, technologies; each step by all seats before the next (reading 27)."""

from __future__ import annotations

from gm.dice import Dice
from gm.model import Orders, Story
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.building import Building, Ledger, build
from gm.rulesets.galactic_council.events.common import Paid, PhaseOpened, UnitsAppeared
from gm.rulesets.galactic_council.events.production import MineLaid, PlanetYielded
from gm.rulesets.galactic_council.extras import with_benefits
from gm.rulesets.galactic_council.movement.flight import take_stations
from gm.rulesets.galactic_council.orders import Build, BuildDock, LayMine, Yield
from gm.rulesets.galactic_council.payment import Payment, Price, payment
from gm.rulesets.galactic_council.research import research
from gm.rulesets.galactic_council.sites import Site, no_pieces, whole
from gm.rulesets.galactic_council.state import Board, State
from gm.rulesets.galactic_council.stops import given, stop


def play(state: State, orders: Orders, dice: Dice) -> Story:
    """The production phase, step by step (4)."""
    board = state.board
    stood = {seat: cruisers(board, seat) for seat in space.initiative(board)}
    for seat in stood:
        for order in given(orders, seat, Yield):
            yield from yields(board, seat, order)
    for seat, systems in stood.items():
        ledger = with_benefits(state, Ledger(seat, systems), orders.get(seat, ()))
        yield from produce(board, orders, ledger)
        yield from take_stations(state)
    for seat in stood:
        yield from build_docks(board, seat, orders)
    for seat in stood:
        yield from research(board, seat, orders)
    yield PhaseOpened(board.turn, "assembly", rule="5")


def cruisers(board: Board, seat: str) -> tuple[str, ...]:
    """The systems where a cruiser of the seat stands."""
    return tuple(at for at in board.systems if forces.force(board, at, seat).units.get("cruiser"))


def yields(board: Board, seat: str, order: Yield) -> Story:
    """A station or special planet gives its yield instead of its resource, used up whole (8, reading 52)."""
    planet = board.planets.get(order.planet)
    row = board.content.planets[order.planet]
    if planet is None or planet.owner != seat:
        yield stop(seat, order, "not_yours", place=order.planet)
    elif not row.yields:
        yield stop(seat, order, "no_yield", place=order.planet)
    elif not space.gives_now(board, order.planet):
        yield stop(seat, order, "used" if planet.used else "taken_now", place=order.planet)
    else:
        yield from _appear(board, seat, order)


def _appear(board: Board, seat: str, order: Yield) -> Story:
    """As many of the units as there is room for; nothing at all leaves the planet unused."""
    system, row = board.planets[order.planet].system, board.content.planets[order.planet]
    site = Site(board, seat, system, order.planet, system, space.enemy_fleet(board, system, seat))
    for unit, number in row.yields.items():
        for left in range(number, 0, -1):
            if unit == "good":
                break
            if why := site.hindrance(unit):
                yield stop(seat, order, why, place=site.place(unit) or system, thing=unit, number=left)
                break
            site.add(unit)
    goods = row.yields.get("good", 0)
    if not goods and not site.new:
        return
    brought = {"good": goods} if goods else {}
    yield PlanetYielded(seat, order.planet, {**brought, **site.new}, rule="8")
    ships, grounded = whole(board, site.new)
    for place, units in ((system, ships), (order.planet, grounded)):
        if units:
            yield UnitsAppeared(seat, place, units, "yield", rule="8")


def produce(board: Board, orders: Orders, ledger: Ledger) -> Story:
    """A seat's orders of 4.1 in file order, while its means last (reading 28)."""
    for order in orders.get(ledger.seat, ()):
        if isinstance(order, Build):
            built = yield from build(board, order, ledger)
            if order.planet in board.planets:
                ledger.settle(board, order.planet, built)
        elif isinstance(order, LayMine):
            yield from lay_mine(board, order, ledger)


def lay_mine(board: Board, order: LayMine, ledger: Ledger) -> Building:
    """A mine field where an own cruiser stood before the phase, one a system and turn (4.1, reading 47)."""
    seat, at = ledger.seat, order.system
    trouble = {
        "no_cruiser": at not in ledger.cruisers,
        "mine_laid": at in ledger.mined,
        "no_pieces": bool(no_pieces(board, seat, "space_mine")),
    }
    if why := next((reason for reason, true in trouble.items() if true), ""):
        yield stop(seat, order, why, place=at, thing="space_mine", number=1)
        return False
    if board.chairs[seat].markers < (markers := ledger.marker(board, at)):
        yield stop(seat, order, "no_markers", place=at, number=markers)
        return False
    price = Price(board.content.units["space_mine"].cost or 0, "resources")
    paid = payment(board, seat, price, order.pay)
    if not isinstance(paid, Payment):
        yield stop(seat, order, paid.why, place=paid.place, number=paid.number)
        return False
    ledger.mined.append(at)
    if markers := ledger.activate(board, at):
        yield Paid(seat, "produce", markers=markers, place=at, rule="4.1")
    yield Paid(seat, "mine", paid.planets, paid.goods, place=at, rule="4.1")
    yield MineLaid(seat, at, rule="4.1")
    return True


def dock_hindrance(board: Board, seat: str, planet: str) -> str:
    """Why the seat can't build a dock on a planet, as a reason; empty if it can (4.2, readings 16, 26, 53)."""
    there = board.planets.get(planet)
    if there is None or there.owner != seat:
        return "not_yours"
    if board.content.planets[planet].station:
        return "station"
    if there.taken == board.turn:
        return "dock_too_soon"
    limit = board.content.units["space_dock"].per_planet
    if limit is not None and forces.force(board, planet, seat).units.get("space_dock", 0) >= limit:
        return "dock_there"
    if space.enemy_fleet(board, there.system, seat):
        return "enemy_fleet"
    return no_pieces(board, seat, "space_dock")


def build_docks(board: Board, seat: str, orders: Orders) -> Story:
    """A seat's new docks in file order (4.2)."""
    for order in given(orders, seat, BuildDock):
        yield from build_dock(board, seat, order)


def build_dock(board: Board, seat: str, order: BuildDock) -> Story:
    """A new dock for a marker and resources; it builds from the next turn (4.2)."""
    numbers = board.content.numbers
    if why := dock_hindrance(board, seat, order.planet):
        thing = "space_dock" if why == "no_pieces" else ""
        yield stop(seat, order, why, place=order.planet, thing=thing, number=int(bool(thing)))
        return
    if board.chairs[seat].markers < numbers.dock_markers:
        yield stop(seat, order, "no_markers", place=order.planet, number=numbers.dock_markers)
        return
    paid = payment(board, seat, Price(numbers.dock_resources, "resources"), order.pay)
    if not isinstance(paid, Payment):
        yield stop(seat, order, paid.why, place=paid.place, number=paid.number)
        return
    markers = numbers.dock_markers
    yield Paid(seat, "dock", paid.planets, paid.goods, markers, order.planet, rule="4.2")
    yield UnitsAppeared(seat, order.planet, {"space_dock": 1}, "built", rule="4.2")
