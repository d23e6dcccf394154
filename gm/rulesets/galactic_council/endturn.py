"""7: the end of the turn, the eliminated, the next Speaker, and the next turn's strategies."""

from __future__ import annotations

from collections.abc import Iterator

from gm.model import Event, Orders, Story
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.benefits import holder
from gm.rulesets.galactic_council.effects import total
from gm.rulesets.galactic_council.events.assembly import (
    FleetLimitChanged,
    GameEnded,
    SeatEliminated,
    SpeakerNamed,
    TurnEnded,
)
from gm.rulesets.galactic_council.events.common import (
    ContractBroken,
    MarkersGained,
    PhaseOpened,
    PlanetTaken,
    UnitsRepaired,
)
from gm.rulesets.galactic_council.losses import lost, settle
from gm.rulesets.galactic_council.orders import FleetLimit, Losses, NameSpeaker, Scrap
from gm.rulesets.galactic_council.standing import ranked
from gm.rulesets.galactic_council.state import Board, State
from gm.rulesets.galactic_council.stops import given, stop
from gm.rulesets.galactic_council.strategy import choose, clockwise, keep_rankings, playing


def end_turn(state: State, orders: Orders) -> Story:
    """Paragraph 7 step by step, then the next turn or the end of the campaign."""
    board = state.board
    seats = space.initiative(board)
    for seat in seats:
        yield from end_markers(board, seat)
    for seat in seats:
        yield from repairs(board, seat)
    for seat in seats:
        for scrap in given(orders, seat, Scrap):
            yield from scrap_units(board, seat, scrap, orders)
    for seat in seats:
        for limit in given(orders, seat, FleetLimit):
            yield from change_limit(board, seat, limit, orders)
    yield from keep_rankings(board, orders, "7ж")
    gone = [seat for seat in seats if not planets_held(board, seat)]
    for seat in gone:
        yield from eliminate(board, seat)
    yield from next_speaker(board, orders)
    yield from _next_turn(state)


def _next_turn(state: State) -> Story:
    board = state.board
    left = playing(board)
    if len(left) < 2:
        yield GameEnded(ranked(board), "last_standing", rule="7")
    elif board.turn >= board.options.turns:
        yield GameEnded(ranked(board), "turns", rule="7")
    else:
        yield TurnEnded(board.turn, rule="7")
        yield from choose(state)
        yield PhaseOpened(board.turn + 1, "council", rule="2")


def end_markers(board: Board, seat: str) -> Story:
    """Two command markers each, and one more with Hyper Metabolism (7а, 12)."""
    yield MarkersGained(seat, board.content.numbers.end_markers, "end", rule="7а")
    if more := total(board, seat, "end_markers"):
        yield MarkersGained(seat, more, "hyper_metabolism", rule="7а")


def repairs(board: Board, seat: str) -> Story:
    """Every damaged unit is whole again (7в)."""
    for place in forces.places(board):
        if damaged := dict(forces.force(board, place, seat).damaged):
            yield UnitsRepaired(seat, place, damaged, rule="7в")


def scrap_units(board: Board, seat: str, order: Scrap, orders: Orders) -> Story:
    """Own units are destroyed as wished, mines are none; cargo without a hold goes with them (7г, readings 40, 62)."""
    there = forces.force(board, order.at, seat).units if _known(board, order.at) else {}
    units = {unit: min(n, there[unit]) for unit, n in order.units.items() if there.get(unit)}
    for unit, wanted in order.units.items():
        if board.content.units[unit].kind == "token":
            yield stop(seat, order, "no_mines", place=order.at)
        elif units.get(unit, 0) < wanted:
            yield stop(seat, order, "fewer_there", place=order.at, thing=unit, number=units.get(unit, 0))
    if not units:
        return
    yield lost(board, seat, order.at, units, "scrapped", "7г")
    at = order.at if order.at in board.systems else board.planets[order.at].system
    yield from settle(board, seat, at, preference(orders, seat, at), "7г")


def _known(board: Board, place: str) -> bool:
    return place in board.systems or place in board.planets


def preference(orders: Orders, seat: str, at: str) -> tuple[str, ...]:
    """The seat's list of losses for a system: the line that names it, else the general one."""
    lists = given(orders, seat, Losses)
    for order in (*(o for o in lists if o.system == at), *(o for o in lists if o.system is None)):
        return order.order
    return ()


def change_limit(board: Board, seat: str, order: FleetLimit, orders: Orders) -> Story:
    """A marker for each step up, one back for each step down, never below 1; the surplus falls at once (7д, 9)."""
    least, before = board.content.numbers.least_fleet_limit, board.chairs[seat].fleet_limit
    limit = max(order.limit, least)
    if order.limit < least:
        yield stop(seat, order, "limit_least", number=least)
    if limit - before > board.chairs[seat].markers:
        yield stop(seat, order, "no_markers", number=limit - before)
        limit = before + board.chairs[seat].markers
    if limit == before:
        return
    yield FleetLimitChanged(seat, before, limit, rule="7д")
    for at in board.systems if limit < before else ():
        yield from settle(board, seat, at, preference(orders, seat, at), "7д")


def planets_held(board: Board, seat: str) -> list[str]:
    """The seat's planets; stations don't count (7)."""
    table = board.content.planets
    return [id_ for id_, planet in board.planets.items() if planet.owner == seat and not table[id_].station]


def eliminate(board: Board, seat: str) -> Iterator[Event]:
    """A seat without a planet is out: units, contracts, stations and mines go (7, readings 21, 64)."""
    for place in forces.places(board):
        if units := forces.force(board, place, seat).units:
            yield lost(board, seat, place, units, "eliminated", "7")
    for contract in list(board.contracts):
        if seat in (contract.a, contract.b):
            yield ContractBroken(contract.a, contract.b, "eliminated", rule="7")
    for id_, planet in board.planets.items():
        if planet.owner == seat:
            yield PlanetTaken(id_, None, seat, "eliminated", rule="7")
    yield SeatEliminated(seat, rule="7")


def next_speaker(board: Board, orders: Orders) -> Story:
    """The holder of «Ассамблея» names him; a Speaker who is out passes it clockwise (1, readings 4, 62, 64)."""
    naming = holder(board, "assembly")
    for seat in space.initiative(board):
        for order in given(orders, seat, NameSpeaker):
            if seat != naming:
                yield stop(seat, order, "not_holder", thing="assembly")
            elif board.chairs[order.seat].out:
                yield stop(seat, order, "seat_out", thing=order.seat)
            else:
                yield SpeakerNamed(order.seat, seat, rule="1")
    if board.chairs[board.speaker].out and (left := clockwise(board, board.speaker)):
        yield SpeakerNamed(left[0], rule="7")
