"""What ``gm check`` says about the events of a trial (see ``estimate.py``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gm.model import Event, Note, Order, Part
from gm.rulesets.galactic_council import space
from gm.rulesets.galactic_council.building import capacity
from gm.rulesets.galactic_council.events import assembly, common, council, movement, production
from gm.rulesets.galactic_council.orders import (
    Build,
    BuildDock,
    BuyMarkers,
    Capture,
    DirectFire,
    ExchangeBonus,
    Explore,
    FleetLimit,
    Jump,
    Land,
    LayMine,
    Move,
    Research,
)
from gm.rulesets.galactic_council.state import Board

_BUYERS: dict[str, tuple[type[Order], ...]] = {
    "markers": (BuyMarkers,),
    "explore": (Explore,),
    "capture": (Capture,),
    "move": (Move,),
    "fire": (DirectFire,),
    "jump": (Jump,),
    "stay": (Land,),
    "produce": (Build, LayMine),
    "boost": (Build,),
    "build": (Build,),
    "mine": (LayMine,),
    "dock": (BuildDock,),
    "technology": (Research,),
}


def note_of(seat: str, event: Event, events: Sequence[Event], orders: Sequence[Order], board: Board) -> Note | None:
    """The note about one event of the trial; None when there is nothing to say. ``board`` is how it began."""
    match event:
        case common.OrderCutShort():
            fields = ("verb", "why", "place", "thing", "number", "rule")
            return Note("stopped", {name: getattr(event, name) for name in fields}, event.line, True)
        case common.BranchTaken():
            return Note("condition_now", {"verb": event.verb, "met": event.met}, event.line)
        case movement.RouteChosen():
            return Note("route", {"path": list(event.path)}, event.line)
        case common.Paid():
            return _paid(event, events, orders, board)
        case production.Produced():
            return _produced(seat, event, orders, board)
        case common.UnitsLost() if event.seat == seat and event.cause in ("fleet_limit", "no_hangar"):
            return Note("would_lose", {"place": event.place, "units": event.units, "cause": event.cause}, 0, True)
        case movement.FleetMoved():
            return Note("flies", {"place": event.path[-1], "units": event.units}, _line(orders, (Move,), event.path))
        case assembly.FleetLimitChanged():
            args = {"limit": event.limit, "markers": event.before - event.limit}
            return Note("fleet_limit", args, _line(orders, (FleetLimit,), ()))
        case council.BonusExchanged():
            args = {"goods": event.goods, "markers": event.markers}
            return Note("bonus", args, _line(orders, (ExchangeBonus,), ()))
    return None


def _paid(event: common.Paid, events: Sequence[Event], orders: Sequence[Order], board: Board) -> Note:
    """What the program would pay with; a technology's name stands in the event that follows."""
    about = [event.place] if event.place else []
    if event.place in board.systems:
        about += space.planets_of(board, event.place)
    if event.purpose == "technology":
        after = events[events.index(event) + 1 :]
        about = [e.technology for e in after if isinstance(e, common.TechnologyGained)][:1]
    args = {
        "purpose": event.purpose,
        "planets": list(event.planets),
        "goods": event.goods,
        "markers": event.markers,
        "place": event.place,
    }
    return Note("pays", args, _line(orders, _BUYERS.get(event.purpose, ()), about))


def _produced(seat: str, event: production.Produced, orders: Sequence[Order], board: Board) -> Note:
    args = {
        "place": event.planet,
        "units": event.units,
        "number": sum(event.units.values()),
        "capacity": capacity(board, seat, event.planet),
        "free": event.free,
    }
    return Note("builds", args, _line(orders, (Build,), (event.planet,)))


def _line(orders: Sequence[Order], kinds: tuple[type[Order], ...], about: Sequence[str]) -> int:
    """The line of the first order of these types that names one of the things; 0 if none does."""
    mine = [order for order in orders if isinstance(order, kinds)]
    for thing in reversed(about):
        for order in mine:
            if thing in _words(order):
                return order.line
    return mine[0].line if mine and not about else 0


def _words(value: Any) -> Iterator[str]:
    """Every piece of text in an order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Part):
        for name in value.__struct_fields__:
            yield from _words(getattr(value, name))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (*_words(key), *_words(inner))
    elif isinstance(value, tuple):
        for inner in value:
            yield from _words(inner)
