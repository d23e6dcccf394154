"""What a seat ordered, and where an order stopped: never silence (ch. 3)."""

from __future__ import annotations

from typing import TypeVar

from gm.model import Order, Orders
from gm.rulesets.galactic_council.events.common import OrderCutShort

AnyOrder = TypeVar("AnyOrder", bound=Order)

REASONS = {
    # any phase
    "no_markers": "there are not enough command markers; number: how many it takes",
    "no_goods": "there are not enough goods; number: how many it takes",
    "no_target": "the order names nothing to do it with",
    "not_holder": "the benefit belongs to the holder of another strategy; thing: the strategy",
    "one_benefit": "the benefit was used in another way already",
    "one_a_turn": "it may be done no more often in a turn; number: how often",
    "at_most": "more was ordered than a turn allows; number: what it allows",
    "repeated": "a strategy stands twice in the ranking; thing: the strategy",
    # paying
    "pay_not_yours": "the planet named as payment belongs to somebody else; place: the planet",
    "pay_used": "the planet named as payment is used up; place: the planet",
    "pay_taken": "the planet named as payment was taken this turn; place: the planet",
    "pay_too_little": "the payment named does not reach; number: the price",
    "pay_nothing_left": "no unused planets and goods reach; number: the price",
    # council
    "no_bonus": "no bonus tokens lie on the strategy",
    "bonus_fewer": "fewer bonus tokens lie there than were to become goods; number: how many there are",
    "not_adjacent": "the sector touches no explored space; place: the sector",
    "already_open": "the sector is open already and costs nothing; place: the sector",
    "no_planet_there": "the seat has no planet in the system; place: the system",
    "not_open": "the sector of the planet is not explored; place: the planet",
    "station": "trade stations are no planets; place: the station",
    "own_planet": "the planet is the seat's own already; place: the planet",
    "not_empty": "ground units or buildings stand on the planet; place: the planet",
    "captured_before": "the planet changed hands this turn already; place: the planet",
    "no_own_system_near": "no neighbouring system is wholly the seat's; place: the planet",
    # movement
    "no_path": "the order names no way and no goal; place: where the ships are",
    "no_way": "there is no way there; place: the goal or where the fleet is, thing: the next sector",
    "no_lane": "the next sector is no neighbour; place: where the fleet is, thing: the next sector",
    "closed": "somebody closed the system by «Дипломатия»; place: the system or where the fleet is",
    "shelled": "the seat shells the system this turn; place: the system or where the fleet is",
    "shelled_already": "the seat has shelled the system this turn; place: the system",
    "moved_there": "the seat's own ships flew there this turn; place: the system",
    "no_pds": "no PDS reaches the system; place: the system",
    "no_ships": "no ships are there to do it; place: where",
    "fewer_units": "fewer of the unit are there; place: where, thing: the unit, number: how many there are",
    "too_slow": "ships too slow for the way stay behind; place: where, thing: the unit, number: how many",
    "too_slow_nebula": "out of a nebula ships fly one hex; place: where, thing: the unit, number: how many stay behind",
    "no_room": "holds are full; place: where, thing: the unit, number: how many stay",
    "nebula": "a nebula ends the way; place: where the fleet is, thing: the next sector",
    "ion_storm": "an ion storm ends the way or forbids the fire; place: where",
    "asteroid_field": "asteroids can't be entered, or one can't stop in them; place: where the fleet is",
    "supernova": "a supernova can't be entered; place: where the fleet is",
    "enemy_in_orbit": "enemy ships are in the system; place: the system",
    "no_planets": "the system has no planet to land on; place: the system",
    "no_troops": "no troops are there; place: where",
    "planet_elsewhere": "the planet is not in the system where the fleet is; place: the planet, thing: the system",
    "nothing_to_bombard": "there is no enemy ground unit to bombard; place: the planet",
    "no_bombers": "no ship there can bombard the planet; place: the planet",
    "no_bacteria": "no ship there can use the X-89; place: the planet",
    "no_technology": "the seat does not know the technology",
    # production
    "not_yours": "the planet belongs to somebody else; place: the planet",
    "used": "the planet is used up; place: the planet",
    "taken_now": "the planet was taken this turn; place: the planet",
    "dock_too_soon": "the planet was not the seat's when the turn began; place: the planet",
    "no_yield": "the planet yields nothing but its resource; place: the planet",
    "no_dock": "there is no dock of the seat; place: the planet",
    "dock_captured": "a dock captured this turn builds from the next; place: the planet",
    "no_boost": "the dock may be boosted no more; place: the planet, number: how often a turn",
    "no_marker_boost": "there is no marker left for the boost; place: the planet",
    "blockade": "an enemy fleet blockades the system; place: the system, thing: the unit, number: not built",
    "capacity": "the dock can build no more; place: the planet, thing: the unit, number: not built",
    "fleet_full": "the fleet limit of the system is reached; place, thing: the unit, number: not built",
    "no_hangar": "there is no free hangar; place: the system, thing: the unit, number: not built",
    "no_pieces": "no pieces of the unit are left; place: where, thing: the unit, number: not built",
    "planet_full": "the planet holds no more of the unit; place, thing: the unit, number: not built",
    "money": "what is left to pay with does not reach; place, thing: the unit, number: not built",
    "home_only": "the unit is built in the home system only; place, thing: the unit, number: not built",
    "needs_technology": "the unit needs a technology; place, thing: the unit, number: not built",
    "not_buildable": "no dock builds the unit; place, thing: the unit, number: not built",
    "no_planet_near": "the seat has no planet there for the unit; place, thing: the unit, number: not built",
    "no_integrated_economy": "without Integrated Economy units appear where they are built; place: a system",
    "cannot_place": "the system is no neighbour, not known, or not free; place: the system asked for",
    "no_transfabrication": "without Transfabrication nothing is scrapped for goods; place: the planet",
    "fewer_there": "fewer of the unit are there; place: where, thing: the unit, number: how many there are",
    "no_cruiser": "no cruiser of the seat stood there before the phase; place: the system",
    "mine_laid": "the seat has laid a mine field there this turn; place: the system",
    "dock_there": "a dock stands on the planet already; place: the planet",
    "enemy_fleet": "an enemy fleet is in the system; place: the system",
    "known": "the technology is known already; thing: the technology",
    "missing": "the technology acts on parts of the game that are not there yet; thing: the technology",
    "prerequisites": "prerequisites are not known; thing: the technology",
    # assembly
    "seat_out": "the other seat is out of the game; thing: the seat",
    "no_exchange": "the other seat did not order its half of the exchange; thing: the seat",
    "no_match": "the other seat did not offer the same contract; thing: the seat",
    "pair_has_contract": "the two seats have a contract already; thing: the seat",
    "breaking": "one of the two breaks a contract with the other this turn; thing: the seat",
    "no_agreement": "no free agreement of that value; thing: the seat that lacks it, number: the value",
    "no_agreement_left": "no free agreement is left; thing: the seat that lacks it",
    "no_contract": "there is no such contract; thing: the other seat",
    "not_head": "only the head of the Trade Guild may do it",
    "no_mines": "mines are no units and can't be scrapped; place: where",
    "limit_least": "the fleet limit can't go lower; number: the least",
}
"""Reason code -> what it means, and what ``place``, ``thing`` and ``number`` stand for."""


def given(orders: Orders, seat: str, kind: type[AnyOrder]) -> list[AnyOrder]:
    """The seat's orders of one type, in file order."""
    return [order for order in orders.get(seat, ()) if isinstance(order, kind)]


def stop(
    seat: str, order: Order, why: str, *, rule: str = "", place: str = "", thing: str = "", number: int = 0
) -> OrderCutShort:
    """The event that tells the owner where an order stopped; ``rule``: the order's own paragraph if left out.

    Raises LookupError for a reason that stands in no table.
    """
    if why not in REASONS:
        raise LookupError(f"no such reason: {why}")
    kind = type(order)
    return OrderCutShort(
        seat, kind.verb.id, order.line, why, place, thing, number, rule=rule or kind.rule, seen_by=(seat,)
    )
