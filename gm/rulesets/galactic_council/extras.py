"""Which dock gets the free resources of «Производство» and Sarween Tools (readings 4, 51)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from gm import engine
from gm.model import Event, Order
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.building import Ledger, dock_trouble
from gm.rulesets.galactic_council.effects import total
from gm.rulesets.galactic_council.events.common import Paid, UnitsAppeared
from gm.rulesets.galactic_council.orders import Build
from gm.rulesets.galactic_council.state import Board, Secrets, State

_MOST_TRIALS = 64


def with_benefits(state: State, ledger: Ledger, orders: Sequence[Order]) -> Ledger:
    """The ledger with the free resources given to the dock named, else to where they save most.

    What saves most is found by playing the seat's step for each way to give them: most units built, then least spent.
    """
    ways = list(islice(_ways(state.board, ledger, orders), _MOST_TRIALS))
    if len(ways) == 1:
        return ways[0]
    return min(ways, key=lambda way: _outcome(state, way, orders))


def _ways(board: Board, ledger: Ledger, orders: Sequence[Order]) -> Iterator[Ledger]:
    """Every way to give the free resources to docks, those that come first in the file first."""
    docks = _docks(board, ledger.seat, orders)
    favoured: list[str | None] = [None]
    free_markers = 0
    if board.chairs[ledger.seat].strategy == "production":
        favoured = [*_named(board, docks)] or [""]
        free_markers = 1
    systems = list(dict.fromkeys(board.planets[dock].system for dock in docks))
    if not total(board, ledger.seat, "extra_resource"):
        systems = []
    here = [{d: named for d, named in docks.items() if board.planets[d].system == at} for at in systems]
    tools = [_named(board, group) for group in here]
    for first, *rest in product(favoured, *tools):
        tool_docks: dict[str, str | None] = dict(zip(systems, rest, strict=True))
        yield replace(_fresh(ledger), favoured=first, tools=tool_docks, free_markers=free_markers)


def _fresh(ledger: Ledger) -> Ledger:
    """The same ledger with pages of its own, nothing written yet."""
    return replace(ledger, active=[], built={}, boosts={}, mined=[], served=[])


def _docks(board: Board, seat: str, orders: Sequence[Order]) -> dict[str, bool]:
    """The docks that are ordered to build, and whether the file names them for the extra resources."""
    docks: dict[str, bool] = {}
    for order in orders:
        if isinstance(order, Build) and not dock_trouble(board, seat, order.planet):
            docks[order.planet] = docks.get(order.planet, False) or order.extra
    return docks


def _named(board: Board, docks: dict[str, bool]) -> list[str]:
    """The docks to choose from: the first one named, else all of them."""
    named = [dock for dock, wanted in docks.items() if wanted]
    return named[:1] or list(docks)


def _outcome(state: State, ledger: Ledger, orders: Sequence[Order]) -> tuple[int, int, int, int]:
    """How the step would end: (minus what is built, resources spent, goods spent, markers spent)."""
    from gm.rulesets.galactic_council.production import produce

    trial = engine.copy(State(state.board, Secrets()))
    own = replace(_fresh(ledger), tools=dict(ledger.tools))
    _state, events = engine.told(trial, produce(trial.board, {own.seat: tuple(orders)}, own))
    return _score(trial.board, own.seat, events)


def _score(board: Board, seat: str, events: Sequence[Event]) -> tuple[int, int, int, int]:
    built = goods = planets = markers = 0
    for event in events:
        if isinstance(event, UnitsAppeared):
            for unit, number in event.units.items():
                row = forces.row(board, seat, unit)
                built += 2 * (row.cost or 0) * number // row.per_cost
        elif isinstance(event, Paid):
            goods += event.goods
            markers += event.markers
            planets += sum(board.content.planets[planet].resources for planet in event.planets)
    return -built, planets + goods, goods, markers
