"""What must hold after every event, whatever the rules and orders: each check yields what is broken, and where.

Some things are true only between battles or turns; they are looked at in the phases in which they can't be in flux.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeAlias

from gm.model import Problem
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.effects import has
from gm.rulesets.galactic_council.state import Board, Force, State
from gm.rulesets.galactic_council.tables import DEALT

Broken: TypeAlias = Iterator[tuple[str, str]]
"""What is broken, and where."""

PHASES = ("entry", "strategy", "council", "movement", "production", "assembly", "over")


def invariants(state: State) -> list[Problem]:
    """What is broken in the state, as problems ``state_broken`` with ``what`` and ``where``; empty when all is well."""
    broken = list(_ids(state)) or list(chain.from_iterable(check(state) for check in _CHECKS))
    return [Problem("state_broken", {"what": what, "where": where}) for what, where in broken]


def _ids(state: State) -> Broken:
    """Every id means something; where one does not, nothing else can be asked."""
    board, content = state.board, state.content
    for place, seat, force in _forces(board):
        if seat not in board.chairs:
            yield "a force of no seat", f"{seat} at {place}"
        for unit in [*force.units, *force.damaged]:
            if unit not in content.units:
                yield f"unknown unit {unit}", f"{seat} at {place}"
    for at, system in board.systems.items():
        if system.tile is not None and system.tile not in content.tiles:
            yield f"unknown tile {system.tile}", at
            continue
        for id_ in space.planets_of(board, at):
            if id_ not in board.planets:
                yield f"{id_} is missing", at
    for id_, planet in board.planets.items():
        if id_ not in content.planets or planet.system not in board.systems:
            yield "unknown planet", id_
        elif planet.owner is not None and planet.owner not in board.chairs:
            yield f"owned by {planet.owner}", id_
    for seat, chair in board.chairs.items():
        if chair.race and chair.race not in content.races:
            yield f"race {chair.race}", seat
        for technology in chair.technologies:
            if technology not in content.technologies:
                yield f"unknown technology {technology}", seat
        if chair.strategy is not None and chair.strategy not in content.strategies:
            yield f"unknown strategy {chair.strategy}", seat


def _pieces(state: State) -> Broken:
    """Units stand where such units can, without zeros, no more damaged ones than there are armoured ones."""
    board = state.board
    for place, seat, force in _forces(board):
        where = f"{seat} at {place}"
        if not force.units:
            yield "an empty force", where
        for what in (*_counts(board, seat, force), *_kinds(board, place, force)):
            yield what, where


def _forces(board: Board) -> Iterator[tuple[str, str, Force]]:
    """Every force with its place and seat: in space, then on planets."""
    for at, system in board.systems.items():
        for seat, force in system.space.items():
            yield at, seat, force
    for id_, planet in board.planets.items():
        for seat, force in planet.forces.items():
            yield id_, seat, force


def _counts(board: Board, seat: str, force: Force) -> Iterator[str]:
    for unit, count in force.units.items():
        if count <= 0:
            yield f"{count} {unit}"
    for unit, count in force.damaged.items():
        if not 0 < count <= force.units.get(unit, 0):
            yield f"{count} damaged {unit} of {force.units.get(unit, 0)}"
        elif not forces.row(board, seat, unit).armour:
            yield f"damaged {unit} without armour"


def _kinds(board: Board, place: str, force: Force) -> Iterator[str]:
    in_space, units = place in board.systems, board.content.units
    for unit in force.units:
        kind = units[unit].kind
        if in_space:
            fits = kind in ("ship", "ground") or unit == "pds"
        else:
            fits = kind in ("ground", "structure")
        if not fits:
            yield f"{unit} can't be there"
    if not in_space and board.content.planets[place].station:
        yield "units on a station"


def _limits(state: State) -> Broken:
    """No more pieces than the box holds, while the option says so; docks and PDS per planet always."""
    board, units = state.board, state.content.units
    for id_, planet in board.planets.items():
        for seat, force in planet.forces.items():
            for unit, count in force.units.items():
                most = units[unit].per_planet
                if most is not None and count > most:
                    yield f"{count} {unit} on a planet", f"{seat} at {id_}"
    if not board.options.piece_limits:
        return
    owned: dict[str, dict[str, int]] = {seat: {} for seat in board.chairs}
    for _place, seat, force in _forces(board):
        counts = owned.setdefault(seat, {})
        for unit, count in force.units.items():
            counts[unit] = counts.get(unit, 0) + count
    total = Counter[str]()
    for seat, counts in owned.items():
        total.update(counts)
        for unit, count in counts.items():
            most = units[unit].per_seat
            if most is not None and count > most:
                yield f"{count} {unit} in all", seat
    total["space_mine"] = sum(sum(system.mines.values()) for system in board.systems.values())
    for unit, count in total.items():
        most = units[unit].whole_game
        if most is not None and count > most:
            yield f"{count} {unit} in the whole game", ""


def _systems(state: State) -> Broken:
    """Mines, closed systems and alerts are where and whose they can be."""
    board = state.board
    for at, system in board.systems.items():
        if system.tile is None and (system.space or system.mines):
            yield "units in an unexplored system", at
        for seat, count in system.mines.items():
            if seat not in board.chairs or board.chairs[seat].out or count <= 0:
                yield f"{count} mines of {seat}", at
    for at, seat in board.closed.items():
        if at not in board.systems or seat not in board.chairs:
            yield f"closed by {seat}", at


def _planets(state: State) -> Broken:
    """The planets on the board are just those of explored systems; what is used has an owner."""
    board = state.board
    for id_, planet in board.planets.items():
        if id_ not in space.planets_of(board, planet.system):
            yield "a planet where it does not lie", id_
        if planet.used and planet.owner is None:
            yield "used by nobody", id_
        if not 0 <= planet.taken <= board.turn:
            yield f"taken in turn {planet.taken}", id_


def _chairs(state: State) -> Broken:
    """Means are never negative; technologies, strategies and races are held once."""
    board, content = state.board, state.content
    held = Counter(chair.strategy for chair in board.chairs.values() if chair.strategy)
    for seat, chair in board.chairs.items():
        if chair.goods < 0 or chair.markers < 0:
            yield f"{chair.goods} goods, {chair.markers} markers", seat
        if chair.race and chair.fleet_limit < content.numbers.least_fleet_limit:
            yield f"fleet limit {chair.fleet_limit}", seat
        if len(set(chair.technologies)) < len(chair.technologies):
            yield "a technology twice", seat
        if chair.strategy and held[chair.strategy] > 1:
            yield f"strategy {chair.strategy} twice", seat
        if chair.race and chair.home not in board.systems:
            yield f"home {chair.home}", seat
        if chair.alert is not None and chair.alert not in board.systems:
            yield f"alert at {chair.alert}", seat
    races = [chair.race for chair in board.chairs.values() if chair.race]
    if len(set(races)) < len(races):
        yield "a race twice", ", ".join(races)


def _offices(state: State) -> Broken:
    """Speaker and head of the guild are seats; bonus tokens lie on strategies, none while eight play (ch. 1)."""
    board = state.board
    if board.phase not in PHASES:
        yield f"phase {board.phase}", ""
    if board.turn and board.speaker not in board.chairs:
        yield f"Speaker {board.speaker}", ""
    if board.guild_head is not None and board.guild_head not in board.chairs:
        yield f"head of the guild {board.guild_head}", ""
    for strategy, tokens in board.bonus.items():
        if strategy not in state.content.strategies or tokens <= 0:
            yield f"{tokens} bonus tokens", strategy


def _contracts(state: State) -> Broken:
    """A contract joins two seats, one per pair; no agreement is used more often than the race has it (5.2)."""
    board = state.board
    order = {seat: n for n, seat in enumerate(board.chairs)}
    used = {seat: Counter(chair.spent) for seat, chair in board.chairs.items()}
    pairs = Counter((contract.a, contract.b) for contract in board.contracts)
    for (a, b), number in pairs.items():
        if a not in order or b not in order or order[a] >= order[b]:
            yield "a contract of no pair of seats", f"{a}, {b}"
            return
        if number > 1:
            yield f"{number} contracts of one pair", f"{a}, {b}"
    for contract in board.contracts:
        used[contract.a][contract.a_gives] += 1
        used[contract.b][contract.b_gives] += 1
    for seat, agreements in used.items():
        race = board.chairs[seat].race
        spare = Counter(state.content.races[race].agreements) if race else agreements
        if agreements - spare:
            yield f"agreements {sorted(agreements.elements())}", seat


def _secrets(state: State) -> Broken:
    """Exactly the unexplored systems hide a tile, no tile lies more often than it exists; rankings name strategies."""
    board, content, hidden = state.board, state.content, state.secrets.tiles
    if board.turn:
        unexplored = {at for at, system in board.systems.items() if system.tile is None}
        for at in sorted(unexplored ^ set(hidden)):
            yield "explored and hidden at once, or neither", at
    lies = Counter([*hidden.values(), *(s.tile for s in board.systems.values() if s.tile)])
    for tile, number in lies.items():
        if tile in content.tiles and number > content.tiles[tile].count:
            yield f"{number} times tile {tile}", ""
    for at, tile in hidden.items():
        if tile not in content.tiles or content.tiles[tile].kind not in DEALT:
            yield f"hidden tile {tile}", at
    for seat, ranking in state.secrets.rankings.items():
        if seat not in board.chairs or not set(ranking) <= set(content.strategies):
            yield "a ranking of no seat or strategy", seat
        if len(set(ranking)) < len(ranking):
            yield "a strategy twice in a ranking", seat


def _between_battles(state: State) -> Broken:
    """Outside movement no two fleets share a system (3.3, reading 100), only the owner is on a planet (3.5)."""
    board = state.board
    if board.phase == "movement":
        return
    for at, system in board.systems.items():
        if len(system.space) > 1 and len(list(space.fleets(board, at))) > 1:
            yield f"ships of {', '.join(system.space)}", at
    for id_, planet in board.planets.items():
        if set(planet.forces) - {planet.owner}:
            yield f"forces of {', '.join(planet.forces)}, owner {planet.owner}", id_


def _after_the_turn(state: State) -> Broken:
    """Once a turn is over, who is out has nothing left (7, reading 64), and all cargo has its place (reading 40)."""
    board = state.board
    if board.phase != "council":
        return
    for seat, chair in board.chairs.items():
        if not chair.out:
            continue
        if forces.everywhere(board, seat) or any(p.owner == seat for p in board.planets.values()):
            yield "an eliminated seat on the board", seat
        if any(seat in (contract.a, contract.b) for contract in board.contracts):
            yield "a contract of an eliminated seat", seat
        if seat in (board.speaker, board.guild_head):
            yield "an eliminated seat in office", seat
    for at, system in board.systems.items():
        for seat, force in system.space.items():
            docks = space.hangar_of_docks(board, at, seat)
            loose = space.loose_fighters(board, seat, force.units, docks)
            if space.room_for_fighters(board, seat, force.units) < 0 and space.load(board, force.units):
                yield "troops in space without a hold", f"{seat} at {at}"
            if loose and not has(board, seat, "independent_fighters"):
                yield f"{loose} fighters without a hangar", f"{seat} at {at}"


_CHECKS: tuple[Callable[[State], Broken], ...] = (
    _pieces,
    _limits,
    _systems,
    _planets,
    _chairs,
    _offices,
    _contracts,
    _secrets,
    _between_battles,
    _after_the_turn,
)
