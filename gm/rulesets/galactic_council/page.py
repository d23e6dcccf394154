"""What the report page prints besides sentences: the story in chapters, the seat's empire, the others in short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm.model import Event
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.events import common, movement
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.state import Board, View
from gm.rulesets.galactic_council.story import chapters, split, told
from gm.rulesets.galactic_council.turn import open_to


def page(view: View, events: Sequence[Event]) -> Mapping[str, Any]:
    """Chapters of what happened to the seat and of the rest, its empire (None for a spectator), the table around it."""
    board = view.board
    windows = [n for n, event in enumerate(events) if isinstance(event, common.PhaseOpened)]
    lines = [event for n, event in enumerate(events) if not windows or n != windows[-1]]
    own, rest = split(told(lines, {id_: p.system for id_, p in board.planets.items()}), view.seat)
    playing = view.seat is not None and not board.chairs[view.seat].out
    return {
        "own": chapters(own),
        "rest": chapters(rest),
        "odd": [event for event in events if _odd(event)],
        "me": _empire(view) if playing else None,
        "out": view.seat is not None and not playing,
        "others": [_other(board, seat) for seat in board.chairs if seat != view.seat],
        "order": space.initiative(board) if any(c.strategy for c in board.chairs.values()) else [],
        "strategies": {seat: chair.strategy for seat, chair in board.chairs.items()},
        "numbers": {id_: row.number for id_, row in board.content.strategies.items()},
        "speaker": board.speaker,
        "guild_head": board.guild_head,
        "bonus": board.bonus,
        "closed": board.closed,
        "turn": board.turn,
        "turns": board.options.turns,
        "over": board.phase == "over",
        "may": [kind.verb.id for kind in open_to(board, view.seat)] if view.seat is not None else None,
    }


def _odd(event: Event) -> bool:
    """What a game master wants to look at twice."""
    if isinstance(event, common.OrderCutShort | common.BranchTaken):
        return not (isinstance(event, common.BranchTaken) and event.met)
    if isinstance(event, common.UnitsLost):
        return event.cause in ("fleet_limit", "no_hangar", "stalemate", "eliminated")
    return isinstance(event, movement.BattleEnded | movement.InvasionEnded) and event.winner is None


def _empire(view: View) -> Mapping[str, Any]:
    """Everything the seat holds, as tables."""
    board, seat = view.board, view.seat
    assert seat is not None
    chair, content = board.chairs[seat], board.content
    strategy = content.strategies[chair.strategy] if chair.strategy else None
    planets = [_planet(board, id_, seat) for id_, planet in board.planets.items() if planet.owner == seat]
    return {
        "seat": seat,
        "race": chair.race,
        "home": chair.home,
        "markers": chair.markers,
        "goods": chair.goods,
        "fleet_limit": chair.fleet_limit,
        "strategy": chair.strategy,
        "initiative": strategy.number if strategy else 0,
        "benefit": strategy.text if strategy else None,
        "alert": chair.alert,
        "fleets": [_fleet(board, at, seat) for at in board.systems if seat in board.systems[at].space],
        "planets": planets,
        "resources": sum(row["resources"] for row in planets if row["ready"]),
        "influence": sum(row["influence"] for row in planets if row["ready"]),
        "garrisons": _garrisons(board, seat),
        "mines": {at: system.mines[seat] for at, system in board.systems.items() if seat in system.mines},
        "technologies": [(id_, content.technologies[id_].text) for id_ in chair.technologies],
        "contracts": _contracts(board, seat),
        "free_agreements": _free_agreements(board, seat),
        "spent": chair.spent,
        "ranking": view.ranking,
        "piece_counts": forces.everywhere(board, seat),
    }


def _fleet(board: Board, at: str, seat: str) -> Mapping[str, Any]:
    """Units of a seat in space of a system: ships, what they carry, the damaged, places taken of the limit."""
    there = board.systems[at].space[seat]
    ships, docks = forces.ships(board, there.units), space.hangar_of_docks(board, at, seat)
    return {
        "at": at,
        "ships": ships,
        "cargo": {unit: n for unit, n in there.units.items() if unit not in ships},
        "damaged": there.damaged,
        "counted": space.counted_ships(board, seat, there.units, docks),
    }


def _planet(board: Board, id_: str, seat: str) -> Mapping[str, Any]:
    planet, row = board.planets[id_], board.content.planets[id_]
    fresh = planet.taken == board.turn and planet.taken > 0
    force = planet.forces.get(seat)
    return {
        "id": id_,
        "at": planet.system,
        "resources": row.resources,
        "influence": row.influence,
        "colour": row.colour,
        "symbols": row.symbols,
        "used": planet.used,
        "fresh": fresh,
        "ready": not planet.used and not fresh,
        "units": force.units if force else {},
        "damaged": force.damaged if force else {},
    }


def _garrisons(board: Board, seat: str) -> Mapping[str, Units]:
    """Units of the seat on planets that are not its own (after a battle without a victor)."""
    return {
        id_: planet.forces[seat].units
        for id_, planet in board.planets.items()
        if seat in planet.forces and planet.owner != seat
    }


def _contracts(board: Board, seat: str) -> list[Mapping[str, Any]]:
    return [
        {
            "partner": contract.b if contract.a == seat else contract.a,
            "gives": contract.a_gives if contract.a == seat else contract.b_gives,
            "gets": contract.b_gives if contract.a == seat else contract.a_gives,
            "since": contract.since,
        }
        for contract in board.contracts
        if seat in (contract.a, contract.b)
    ]


def _free_agreements(board: Board, seat: str) -> list[int]:
    """Values of the agreements that can still be given this turn (5.2)."""
    free = list(board.content.races[board.chairs[seat].race].agreements) if board.chairs[seat].race else []
    for value in [*(row["gives"] for row in _contracts(board, seat)), *board.chairs[seat].spent]:
        if value in free:
            free.remove(value)
    return free


def _other(board: Board, seat: str) -> Mapping[str, Any]:
    """A seat in short: what everybody may know (reading 29)."""
    chair = board.chairs[seat]
    planets = {id_: planet for id_, planet in board.planets.items() if planet.owner == seat}
    return {
        "seat": seat,
        "race": chair.race,
        "out": chair.out,
        "strategy": chair.strategy,
        "markers": chair.markers,
        "goods": chair.goods,
        "fleet_limit": chair.fleet_limit,
        "technologies": chair.technologies,
        "contracts": [row["partner"] for row in _contracts(board, seat)],
        "fleets": {at: system.space[seat].units for at, system in board.systems.items() if seat in system.space},
        "planets": {id_: p.forces[seat].units if seat in p.forces else {} for id_, p in planets.items()},
        "used": [id_ for id_, planet in planets.items() if planet.used],
        "mines": {at: system.mines[seat] for at, system in board.systems.items() if seat in system.mines},
    }
