"""Rulings: the changes of the game master become events, where the game could be so afterwards.

Each change is told on a copy of the state first. What then stands where nothing can stand is refused, as if a battle,
a fleet limit or the end of the turn were looked at right now; so no rule finds a position that it does not expect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import singledispatch

from gm.engine import copy, told
from gm.model import RULING, CannotRule, Change, Story
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.events import rulings as made
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.invariants import invariants
from gm.rulesets.galactic_council.losses import homeless, over_limit
from gm.rulesets.galactic_council.orders import rulings as asked
from gm.rulesets.galactic_council.sites import on_board
from gm.rulesets.galactic_council.state import Board, State
from gm.rulesets.galactic_council.strategy import clockwise
from gm.rulesets.galactic_council.tables import DEALT
from gm.rulesets.galactic_council.vocabulary import NOBODY

MINE = "space_mine"


def apply_ruling(state: State, change: Change) -> Story:
    """The events that make a change true. Raises CannotRule where it can't be made."""
    after = copy(state)
    _after, events = told(after, _story(change, after))
    if not events:
        raise CannotRule("ruling_no_change")
    _sound(state, after)
    yield from events


def _sound(before: State, after: State) -> None:
    """Refuse what would be wrong at the end of a turn and was not wrong already."""
    for code, look in (("ruling_over_limit", over_limit), ("ruling_homeless", homeless)):
        known = set(_fleets(before.board, look))
        for seat, at, units in _fleets(after.board, look):
            if (seat, at, units) not in known:
                raise CannotRule(code, seat=seat, place=at, units=units)
    broken = _broken(before)
    for what, where in _broken(after):
        if (what, where) not in broken:
            raise CannotRule("ruling_impossible", what=what, where=where)


def _broken(state: State) -> list[tuple[str, str]]:
    """What is broken with no battle and no movement to excuse it."""
    trial = copy(state)
    trial.board.phase = "council"
    return [(problem.args["what"], problem.args["where"]) for problem in invariants(trial)]


def _fleets(board: Board, look: Callable[[Board, str, str], Mapping[str, int]]) -> Iterator[tuple[str, str, str]]:
    """Seat, system and those of its units there that would be lost by and by."""
    for at, system in board.systems.items():
        for seat in system.space:
            if units := look(board, seat, at):
                yield seat, at, ", ".join(f"{unit} {count}" for unit, count in units.items())


# --- one change after the other -------------------------------------------------------------------------------------


@singledispatch
def _story(change: Change, state: State) -> Story:
    """The events of one change, told on a state of its own; each is applied before the next is asked for."""
    yield from ()


@_story.register
def _place(change: asked.PlaceUnits, state: State) -> Story:
    board, seat, at = state.board, change.seat, change.at
    _playing(board, seat)
    _room(board, seat, at, change.units)
    mines, units = _mines_apart(change.units)
    damaged = change.damaged or {}
    for unit, count in damaged.items():
        if count > units.get(unit, 0) or not forces.row(board, seat, unit).armour:
            raise CannotRule("ruling_no_armour", unit=unit, number=str(count))
    _pieces(board, seat, change.units)
    if units:
        yield made.UnitsPlaced(seat, at, units, damaged, rule=RULING)
    if mines:
        before = board.systems[at].mines.get(seat, 0)
        yield made.MinesSet(seat, at, before, before + mines, rule=RULING)


@_story.register
def _remove(change: asked.RemoveUnits, state: State) -> Story:
    board, seat, at = state.board, change.seat, change.at
    mines, units = _there(board, seat, at, change.units)
    if units:
        yield made.UnitsRemoved(seat, at, units, _damaged(board, seat, at, units), rule=RULING)
    if mines:
        before = board.systems[at].mines[seat]
        yield made.MinesSet(seat, at, before, before - mines, rule=RULING)


@_story.register
def _shift(change: asked.ShiftUnits, state: State) -> Story:
    board, seat, at, to = state.board, change.seat, change.from_, change.to
    if at == to:
        return
    mines, units = _there(board, seat, at, change.units)
    _room(board, seat, to, forces.merged(units, {MINE: mines}))
    if units:
        yield made.UnitsShifted(seat, at, to, units, _damaged(board, seat, at, units), rule=RULING)
    if mines:
        before, there = board.systems[at].mines[seat], board.systems[to].mines.get(seat, 0)
        yield made.MinesSet(seat, at, before, before - mines, rule=RULING)
        yield made.MinesSet(seat, to, there, there + mines, rule=RULING)


@_story.register
def _damage(change: asked.SetDamage, state: State) -> Story:
    board, seat, at = state.board, change.seat, change.at
    _known_place(board, at)
    force = forces.force(board, at, seat)
    for unit, count in change.units.items():
        if count > force.units.get(unit, 0):
            raise CannotRule("ruling_fewer_there", unit=unit, have=str(force.units.get(unit, 0)), place=at)
        if count and not forces.row(board, seat, unit).armour:
            raise CannotRule("ruling_no_armour", unit=unit, number=str(count))
    new = {unit: count for unit, count in change.units.items() if count != force.damaged.get(unit, 0)}
    if new:
        yield made.DamageSet(seat, at, new, rule=RULING)


@_story.register
def _give(change: asked.Give, state: State) -> Story:
    chair = state.board.chairs[change.seat]
    _playing(state.board, change.seat)
    if change.goods or change.markers:
        yield made.MeansChanged(change.seat, change.goods, change.markers, rule=RULING)
    for technology in change.technologies:
        if technology in chair.technologies:
            raise CannotRule("ruling_known_already", technology=technology, seat=change.seat)
        yield made.TechnologyGiven(change.seat, technology, rule=RULING)


@_story.register
def _take(change: asked.Take, state: State) -> Story:
    chair = state.board.chairs[change.seat]
    if change.goods > chair.goods or change.markers > chair.markers:
        have = {"seat": change.seat, "goods": str(chair.goods), "markers": str(chair.markers)}
        raise CannotRule("ruling_too_little", **have)
    if change.goods or change.markers:
        yield made.MeansChanged(change.seat, -change.goods, -change.markers, rule=RULING)
    for technology in change.technologies:
        if technology not in chair.technologies:
            raise CannotRule("ruling_not_known", technology=technology, seat=change.seat)
        yield made.TechnologyTakenAway(change.seat, technology, rule=RULING)


@_story.register
def _seat(change: asked.SetSeat, state: State) -> Story:
    board, seat = state.board, change.seat
    chair = board.chairs[seat]
    if change.out is False and chair.out:
        yield made.SeatBroughtBack(seat, rule=RULING)
    _playing(board, seat)
    yield from _chair(change, state)
    if change.out:
        yield from _put_out(board, seat)


def _chair(change: asked.SetSeat, state: State) -> Story:
    """What a seat that plays has now."""
    board, seat = state.board, change.seat
    chair, least = board.chairs[seat], board.content.numbers.least_fleet_limit
    if change.fleet_limit is not None and change.fleet_limit < least:
        raise CannotRule("ruling_least_limit", least=str(least))
    if change.fleet_limit not in (None, chair.fleet_limit):
        yield made.FleetLimitSet(seat, chair.fleet_limit, change.fleet_limit or least, rule=RULING)
    strategy = _or_none(change.strategy)
    if change.strategy is not None and strategy != chair.strategy:
        holder = next((of for of, other in board.chairs.items() if strategy and other.strategy == strategy), None)
        if holder is not None:
            raise CannotRule("ruling_strategy_held", strategy=strategy or "", seat=holder)
        yield made.StrategySet(seat, strategy, rule=RULING)
    if change.last_strategy is not None and _or_none(change.last_strategy) != chair.last_strategy:
        yield made.LastStrategySet(seat, _or_none(change.last_strategy), rule=RULING)
    if change.alert is not None and _or_none(change.alert) != chair.alert:
        yield made.AlertSet(seat, _or_none(change.alert), rule=RULING)
    if change.spent is not None and list(change.spent) != chair.spent:
        _agreements(board, seat, [*change.spent, *_used(board, seat)])
        yield made.AgreementsSpent(seat, change.spent, rule=RULING)
    ranking = tuple(dict.fromkeys(change.ranking))
    if ranking and list(ranking) != state.secrets.rankings.get(seat):
        yield made.RankingSet(seat, ranking, rule=RULING, seen_by=(seat,))


def _put_out(board: Board, seat: str) -> Story:
    """All that a seat has leaves the game before it does (7, reading 64)."""
    for place in forces.places(board):
        if units := dict(forces.force(board, place, seat).units):
            yield made.UnitsRemoved(seat, place, units, dict(forces.force(board, place, seat).damaged), rule=RULING)
    for at, system in board.systems.items():
        if seat in system.mines:
            yield made.MinesSet(seat, at, system.mines[seat], 0, rule=RULING)
    for contract in list(board.contracts):
        if seat in (contract.a, contract.b):
            yield made.ContractEnded(contract.a, contract.b, True, rule=RULING)
    for id_, planet in board.planets.items():
        if planet.owner == seat:
            yield made.PlanetOwnerSet(id_, None, seat, 0, rule=RULING)
    if board.guild_head == seat:
        yield made.GuildHeadSet(None, rule=RULING)
    others = [other for other in clockwise(board, seat) if other != seat]
    if board.speaker == seat and others:
        yield made.SpeakerSet(others[0], rule=RULING)
    yield made.SeatPutOut(seat, rule=RULING)


@_story.register
def _planet(change: asked.SetPlanet, state: State) -> Story:
    board, id_ = state.board, change.planet
    planet = board.planets[id_]
    owner = planet.owner if change.owner is None else _or_none(change.owner)
    taken = change.taken
    if taken is None:
        taken = board.turn if owner != planet.owner else planet.taken
    if owner is None:
        taken = 0
    else:
        _playing(board, owner)
    if taken > board.turn:
        raise CannotRule("ruling_future", turn=str(board.turn))
    if strangers := [seat for seat in planet.forces if seat != owner]:
        raise CannotRule("ruling_forces_there", place=id_, seat=strangers[0])
    if (owner, taken) != (planet.owner, planet.taken):
        yield made.PlanetOwnerSet(id_, owner, planet.owner, taken, rule=RULING)
    if change.used and owner is None:
        raise CannotRule("ruling_nobody_uses", place=id_)
    if change.used is not None and change.used != planet.used:
        yield made.PlanetUseSet(id_, change.used, rule=RULING)


@_story.register
def _system(change: asked.SetSystem, state: State) -> Story:
    board, at = state.board, change.system
    if change.tile is not None:
        yield from _tile(state, at, change.tile)
    tile = board.systems[at].tile
    if change.explored and tile is None:
        yield made.SectorRevealed(at, state.secrets.tiles[at], rule=RULING)
    elif change.explored is False and tile is not None:
        _bare(board, at)
        if board.systems[at].space or board.systems[at].mines:
            raise CannotRule("ruling_forces_there", place=at, seat=next(iter(board.systems[at].space), ""))
        yield made.SectorCovered(at, tile, rule=RULING)
    seat = _or_none(change.closed)
    if change.closed is not None and seat != board.closed.get(at):
        if seat is not None:
            _playing(board, seat)
        yield made.ClosureSet(at, seat, rule=RULING)


def _tile(state: State, at: str, tile: str) -> Story:
    """Another tile for a system; one that lies hidden elsewhere changes places with the one here."""
    board, hidden = state.board, state.secrets.tiles
    before = board.systems[at].tile or hidden.get(at, "")
    if tile == before:
        return
    row = board.content.tiles[tile]
    if row.kind not in DEALT:
        raise CannotRule("ruling_tile_kind", tile=tile)
    lies = [*hidden.values(), *(system.tile for system in board.systems.values() if system.tile)]
    elsewhere = next((there for there, other in hidden.items() if other == tile and there != at), None)
    swapped = {} if lies.count(tile) < row.count or elsewhere is None else {elsewhere: before}
    if lies.count(tile) >= row.count and elsewhere is None:
        raise CannotRule("ruling_tile_used", tile=tile)
    if board.systems[at].tile is None:
        yield made.TilesHidden({at: tile, **swapped}, rule=RULING, seen_by=())
        return
    _bare(board, at)
    if board.systems[at].space and row.anomaly and not board.content.anomalies[row.anomaly].stop:
        raise CannotRule("ruling_no_stop", place=at)
    if swapped:
        yield made.TilesHidden(swapped, rule=RULING, seen_by=())
    yield made.TileReplaced(at, tile, before, rule=RULING)


def _bare(board: Board, at: str) -> None:
    """Only a dealt tile may go, and only when nobody is on its planets."""
    tile = board.systems[at].tile or ""
    if board.content.tiles[tile].kind not in DEALT:
        raise CannotRule("ruling_tile_kind", tile=tile)
    for id_ in space.planets_of(board, at):
        for seat in board.planets[id_].forces:
            raise CannotRule("ruling_forces_there", place=id_, seat=seat)


@_story.register
def _council(change: asked.SetCouncil, state: State) -> Story:
    board, head = state.board, _or_none(change.guild_head)
    for seat in (change.speaker, head):
        if seat is not None:
            _playing(board, seat)
    if change.speaker not in (None, board.speaker):
        yield made.SpeakerSet(change.speaker or "", rule=RULING)
    if change.guild_head is not None and head != board.guild_head:
        yield made.GuildHeadSet(head, rule=RULING)
    for strategy, tokens in (change.bonus or {}).items():
        if tokens != board.bonus.get(strategy, 0):
            yield made.BonusSet(strategy, tokens, rule=RULING)


@_story.register
def _contract(change: asked.SetContract, state: State) -> Story:
    board, order = state.board, list(state.board.chairs)
    a, b = sorted(change.seats, key=order.index)
    if a == b:
        raise CannotRule("ruling_one_partner", seat=a)
    old = next((contract for contract in board.contracts if (contract.a, contract.b) == (a, b)), None)
    if change.gives is None:
        if old is None:
            raise CannotRule("ruling_no_contract", seat=a, other=b)
        yield made.ContractEnded(a, b, change.spent, rule=RULING)
        return
    gives = dict(zip(change.seats, change.gives, strict=True))
    since = board.turn if change.since is None else change.since
    if since > board.turn:
        raise CannotRule("ruling_future", turn=str(board.turn))
    for seat in (a, b):
        _playing(board, seat)
    for seat in (a, b):
        _agreements(board, seat, [gives[seat], *board.chairs[seat].spent, *_used(board, seat, (a, b))])
    if old is None or (old.a_gives, old.b_gives, old.since) != (gives[a], gives[b], since):
        yield made.ContractSet(a, b, gives[a], gives[b], since, rule=RULING)


# --- what can be where ----------------------------------------------------------------------------------------------


def _or_none(word: str | None) -> str | None:
    return None if word == NOBODY.id else word


def _playing(board: Board, seat: str) -> None:
    if board.chairs[seat].out:
        raise CannotRule("ruling_seat_out", seat=seat)


def _known_place(board: Board, at: str) -> None:
    if at not in board.systems and at not in board.planets:
        raise CannotRule("ruling_no_such_place", place=at)


def _mines_apart(units: Units) -> tuple[int, dict[str, int]]:
    return units.get(MINE, 0), {unit: count for unit, count in units.items() if unit != MINE and count}


def _there(board: Board, seat: str, at: str, wanted: Units | str) -> tuple[int, dict[str, int]]:
    """Tokens of mines and units that are to leave a place; refuses more than there are."""
    _known_place(board, at)
    mines = board.systems[at].mines.get(seat, 0) if at in board.systems else 0
    have = forces.merged(forces.force(board, at, seat).units, {MINE: mines})
    if isinstance(wanted, str):
        wanted = have
    for unit, count in wanted.items():
        if count > have.get(unit, 0):
            raise CannotRule("ruling_fewer_there", unit=unit, have=str(have.get(unit, 0)), place=at)
    return _mines_apart(wanted)


def _damaged(board: Board, seat: str, at: str, units: Units) -> dict[str, int]:
    """The damaged ones among units that leave: they go first."""
    damaged = forces.force(board, at, seat).damaged
    return {unit: min(count, damaged[unit]) for unit, count in units.items() if damaged.get(unit)}


def _room(board: Board, seat: str, at: str, units: Units) -> None:
    """Whether units can stand in a place at all: their kind, others who are there, the number of buildings."""
    _known_place(board, at)
    for unit in units:
        kind, table = board.content.units[unit].kind, board.content
        if at in board.systems:
            fits = kind in ("ship", "ground", "token") or unit == "pds"
        else:
            fits = kind in ("ground", "structure") and not table.planets[at].station
        if not fits:
            raise CannotRule("ruling_not_there", unit=unit, place=at)
        limit, there = table.units[unit].per_planet, forces.force(board, at, seat).units.get(unit, 0)
        if at in board.planets and limit is not None and there + units[unit] > limit:
            raise CannotRule("ruling_planet_full", unit=unit, place=at, limit=str(limit))
    if at in board.systems:
        _space(board, seat, at, units)
    elif board.planets[at].owner != seat:
        raise CannotRule("ruling_not_owner", place=at, seat=seat)


def _space(board: Board, seat: str, at: str, units: Units) -> None:
    if board.systems[at].tile is None:
        raise CannotRule("ruling_unexplored", place=at)
    anomaly = space.anomaly(board, at)
    if forces.all_ships(board, units) and anomaly and not anomaly.stop:
        raise CannotRule("ruling_no_stop", place=at)
    if forces.all_ships(board, units) and space.enemy_fleet(board, at, seat):
        raise CannotRule("ruling_enemy_fleet", place=at)


def _pieces(board: Board, seat: str, units: Units) -> None:
    """Whether the box holds so many more (option ``piece_limits``)."""
    for unit, count in units.items() if board.options.piece_limits else ():
        row, mine = forces.row(board, seat, unit), on_board(board, seat, unit)
        every = sum(on_board(board, other, unit) for other in board.chairs)
        left = [most - used for most, used in ((row.per_seat, mine), (row.whole_game, every)) if most is not None]
        if left and count > min(left):
            raise CannotRule("ruling_no_pieces", unit=unit, left=str(max(0, min(left))))


def _used(board: Board, seat: str, but: tuple[str, str] | None = None) -> list[int]:
    """The agreements that a seat's contracts use, that of one pair left out."""
    own = [contract for contract in board.contracts if (contract.a, contract.b) != but]
    return [c.a_gives if c.a == seat else c.b_gives for c in own if seat in (c.a, c.b)]


def _agreements(board: Board, seat: str, wanted: list[int]) -> None:
    have = board.content.races[board.chairs[seat].race].agreements
    if Counter(wanted) - Counter(have):
        raise CannotRule("ruling_no_agreement", seat=seat, have=", ".join(map(str, have)))
