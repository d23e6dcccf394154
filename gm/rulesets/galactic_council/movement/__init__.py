"""The movement phase (ch. 3): seat by seat in initiative order, each wholly before the next (reading 38)."""

from __future__ import annotations

from gm.dice import Dice
from gm.model import Order, Orders, Story
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.conditions import branch
from gm.rulesets.galactic_council.effects import total
from gm.rulesets.galactic_council.events.common import Paid, PhaseOpened
from gm.rulesets.galactic_council.events.movement import AlertRaised, TroopsJumped
from gm.rulesets.galactic_council.losses import settle
from gm.rulesets.galactic_council.movement.battle import fight
from gm.rulesets.galactic_council.movement.fire import answer, directed_fire
from gm.rulesets.galactic_council.movement.flight import move, take_stations
from gm.rulesets.galactic_council.movement.ground import steady
from gm.rulesets.galactic_council.movement.groups import Group, take_aboard
from gm.rulesets.galactic_council.movement.landing import land_all
from gm.rulesets.galactic_council.movement.sortie import Battles, Drop, Sortie
from gm.rulesets.galactic_council.orders import DirectFire, HighAlert, Jump, Land, Move
from gm.rulesets.galactic_council.state import Board, State
from gm.rulesets.galactic_council.stops import stop


def play(state: State, orders: Orders, dice: Dice) -> Story:
    """The whole movement phase."""
    battles = Battles(orders)
    for seat in space.initiative(state.board):
        yield from turn(state, seat, battles, dice)
    yield PhaseOpened(state.board.turn, "production", rule="4")


def turn(state: State, seat: str, battles: Battles, dice: Dice) -> Story:
    """One seat: 3.1 all moves and directed fire, fleet limit, 3.2, all battles of 3.3, all landings of 3.4 and 3.5."""
    board = state.board
    sortie = Sortie(seat, free_markers=total(board, seat, "free_move_marker"))
    yield from raise_alert(board, sortie, battles)
    for order in battles.lines(seat):
        yield from carry_out(state, sortie, order, battles, dice)
    for at in board.systems:
        if seat in board.systems[at].space:
            yield from settle(board, seat, at, battles.preference(seat, at))
    for at in sortie.entered:
        yield from answer(board, sortie, at, battles, dice)
    # also where nobody came: ships built beside fighters of somebody else's dock (reading 100)
    for at in dict.fromkeys((*sortie.entered, *board.systems)):
        yield from fight(board, seat, at, battles, dice)
    for at in dict.fromkeys((*sortie.entered, *sortie.shelled)):
        for other in list(board.systems[at].space):  # fighters whose carriers fell, whoever shot (reading 40)
            yield from settle(board, other, at, battles.preference(other, at))
    yield from take_stations(state)
    yield from land_all(board, sortie, battles, dice)
    for place in dict.fromkeys((*board.systems, *sortie.landed)):
        yield from steady(board, place, seat)


def carry_out(state: State, sortie: Sortie, order: Order, battles: Battles, dice: Dice) -> Story:
    """One order of 3.1 in its turn; standing lines (losses, fire, bombardment) are read when they matter."""
    board, seat = state.board, sortie.seat
    if not isinstance(order, Move | DirectFire | Land | Jump):
        return
    changed: Order | None = order
    if isinstance(order, Move | DirectFire | Land) and order.if_ is not None and not _waits(order):
        changed = yield from branch(board, seat, order, battles.of(seat))
    if isinstance(changed, Move):
        yield from move(state, sortie, changed, dice)
    elif isinstance(changed, DirectFire):
        yield from directed_fire(board, sortie, changed, battles, dice)
    elif isinstance(changed, Land):
        yield from _stay_and_land(board, sortie, changed)
    elif isinstance(changed, Jump):
        yield from _jump(board, sortie, changed)


def raise_alert(board: Board, sortie: Sortie, battles: Battles) -> Story:
    """«Война»: one fleet of the seat goes on high alert for this turn (reading 4)."""
    seat = sortie.seat
    for order in battles.lines(seat):
        if not isinstance(order, HighAlert):
            continue
        if board.chairs[seat].strategy != "warfare":
            yield stop(seat, order, "not_holder", rule="1", thing="warfare")
        elif not space.is_fleet(board, seat, forces.force(board, order.system, seat).units):
            yield stop(seat, order, "no_ships", rule="1", place=order.system)
        else:
            sortie.alert_from = order.system
            yield AlertRaised(seat, order.system, rule="1")


def _stay_and_land(board: Board, sortie: Sortie, order: Land) -> Story:
    """Ships that stay load (3.1) and will land (3.4) where they are (reading 42)."""
    seat, at = sortie.seat, order.system
    staying = forces.ships(board, sortie.fresh(board, at))
    if board.options.marker_for_staying and staying and at not in sortie.paid:
        if not board.chairs[seat].markers:
            yield stop(seat, order, "no_markers", rule="3.1", place=at, number=1)
            return
        sortie.paid.append(at)
        yield Paid(seat, "stay", markers=1, place=at, rule="3.1")
    if order.cargo and not staying:
        yield stop(seat, order, "no_ships", rule="3.1", place=at)
    elif order.cargo:
        group = Group(staying)
        yield from take_aboard(board, sortie, order, group, at, None)
        yield from take_aboard(board, sortie, order, group, at, order.cargo)
    if order.landing is not None:
        sortie.drops.append(Drop(order, at, order.landing, None))


def _waits(order: Order) -> bool:
    """Whether the condition of an order is looked at later: a landing that hangs on a battle, once it was fought."""
    return isinstance(order, Land) and order.if_ is not None and order.if_.battle is not None


def _jump(board: Board, sortie: Sortie, order: Jump) -> Story:
    """Transit Diodes: ground forces go from planet to planet for a marker (3.1)."""
    seat = sortie.seat
    most, price = total(board, seat, "jump"), board.content.numbers.jump_markers
    there = forces.force(board, order.from_, seat).units
    wanted = {unit: n for unit, n in order.units.items() if unit in ("ground_force", "shock_troop")}
    going: dict[str, int] = {}
    for unit, count in wanted.items():
        number = min(count, there.get(unit, 0), most - sum(going.values()))
        if number > 0:
            going[unit] = number
    owners = {board.planets[planet].owner for planet in (order.from_, order.to)}
    why = _no_jump(board, seat, order, most, going, owners == {seat}, price)
    if why:
        yield stop(seat, order, why, rule="3.1", place=order.from_)
        return
    yield Paid(seat, "jump", markers=price, place=order.to, rule="3.1")
    yield TroopsJumped(seat, order.from_, order.to, going, rule="3.1")
    sortie.landed.append(order.to)


def _no_jump(board: Board, seat: str, order: Jump, most: int, going: dict[str, int], own: bool, price: int) -> str:
    if not most:
        return "no_technology"
    if any(board.content.planets[planet].station for planet in (order.from_, order.to)):
        return "station"
    if not own or order.from_ == order.to:
        return "not_yours"
    if board.chairs[seat].markers < price:
        return "no_markers"
    return "" if going else "no_troops"
