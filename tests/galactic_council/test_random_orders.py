"""Orders that mean nothing in particular, thousands of them, on boards full of units: the rules stand them all.

Everything is drawn from the models of the orders and the names that a seat may write, so a new order or field is
tried at once. ``python -m tests.galactic_council.test_random_orders FIRST COUNT`` plays further games.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

from gm.dice import SeededDice
from gm.engine import copy, replay, resolve
from gm.model import Event, OpenPhase, Order, Part, Seat
from gm.rulesets.galactic_council import RULES, forces, space
from gm.rulesets.galactic_council.effects import has
from gm.rulesets.galactic_council.events.common import OrderCutShort, SectorExplored
from gm.rulesets.galactic_council.events.movement import FleetMoved
from gm.rulesets.galactic_council.losses import homeless, over_limit
from gm.rulesets.galactic_council.movement.flight import claim_stations
from gm.rulesets.galactic_council.movement.groups import ANY_NUMBER, fits
from gm.rulesets.galactic_council.orders import Condition, Move
from gm.rulesets.galactic_council.state import Board, Contract, State, View
from gm.shapes import is_dict, is_part, is_tuple, members, shape
from tests.games import COLOURS, SEATS

GAMES = 24
STIR = "FleetMoved CargoLoaded PdsFired MinesExploded BattleBegan Bombarded InvasionBegan PlanetTaken StationTaken"
"""Events without which the games would show little."""


class Scribbler:
    """Writes orders without sense: any value that the model of an order allows, near the seat's own things."""

    def __init__(self, seen: View, luck: random.Random) -> None:
        self.view, self.luck = seen, luck
        board, seat = seen.board, seen.seat or ""
        self.fleets = [at for at in board.systems if seat in board.systems[at].space]
        owned = [planet.system for planet in board.planets.values() if planet.owner == seat]
        self.near = [*self.fleets, *owned] or list(board.systems)
        self.prey = [planet.system for planet in board.planets.values() if planet.owner not in (None, seat)]

    def file(self, kinds: Sequence[type[Order]]) -> tuple[Order, ...]:
        """Some orders of these types, as many of each as a file may hold."""
        orders: list[Order] = []
        for _ in range(self.luck.randint(0, 12)):
            kind = Move if Move in kinds and self.luck.random() < 0.5 else self.luck.choice(kinds)
            if kind.once and any(isinstance(order, kind) for order in orders):
                continue
            try:
                orders.append(self.part(kind))
            except LookupError:  # what no file can say: a branch without `if`, a planet of nobody's
                continue
        return tuple(orders)

    def part(self, kind: type[Part]) -> Any:
        """An order, or a piece of one, with the fields it needs and some of the others."""
        chance = {"if_": 0.15, "ships": 0.3, "landing": 0.7}
        asked = [f.name for f in shape(kind) if f.required or self.luck.random() < chance.get(f.name, 0.4)]
        if kind is Condition:
            fact = self.luck.choice(("ships", "found", "battle", "owner"))
            asked = [fact, "planet" if fact == "owner" else "system"]
        values = {field.name: self.value(field.type) for field in shape(kind) if field.name in asked}
        if kind is Move:
            values["from_"] = self.luck.choice(self.fleets or [values["from_"]])
            values["path"] = self.way(values["from_"])
        made = kind(**values)
        if made.mistake():
            raise LookupError(made.mistake())
        return made

    def way(self, at: str) -> tuple[str, ...]:
        """Mostly a way over neighbours, sometimes with a gap, a turn back or nonsense."""
        path = []
        for _ in range(self.luck.choice((0, 1, 1, 1, 1, 2, 2, 3))):
            near = space.lanes(self.view.board, at)
            worth = [at for at in near if at in self.prey] if self.luck.random() < 0.6 else []
            at = self.luck.choice(worth or near) if near and self.luck.random() < 0.9 else self.system()
            path.append(at)
        return tuple(path)

    def system(self) -> str:
        board = self.view.board
        if self.luck.random() < 0.7:
            at = self.luck.choice(self.near)
            near = space.lanes(board, at)
            return self.luck.choice(near) if near and self.luck.random() < 0.3 else at
        return self.luck.choice(list(board.systems))

    def value(self, hint: Any) -> Any:
        """Something that a field of this type may hold."""
        luck, member = self.luck, self.luck.choice(members(hint))
        if get_origin(member.type) is Literal:
            return luck.choice(get_args(member.type))
        if member.choice is not None:
            return self.name([name.id for name in member.choice.names(self.view)])
        if is_part(member.type):
            return self.part(member.type)
        if is_tuple(member.type):
            first, *rest = get_args(member.type)
            return tuple(self.value(first) for _ in range(luck.randint(0, 4) if Ellipsis in rest else 1 + len(rest)))
        if is_dict(member.type):
            key, value = get_args(member.type)
            return {self.value(key): self.value(value) for _ in range(luck.randint(0, 4))}
        if member.type is bool:
            return luck.random() < 0.5
        number = luck.choice((0, 1, 1, 1, 2, 2, 3, 4, 9, 99, -5))
        return max(member.bound("ge") or 0, min(member.bound("le") or 99, number))

    def name(self, names: list[str]) -> str:
        """One of the names, mostly of a place near the seat's units and planets."""
        board = self.view.board
        if names and names[0] in board.systems:
            return self.system()
        here = [name for name in names if name in board.planets]
        if here and self.luck.random() < 0.8:
            return self.luck.choice([name for name in here if board.planets[name].system in self.near] or here)
        if not names:
            raise LookupError("there is nothing to name")
        return self.luck.choice(names)


def crowded(seed: int) -> tuple[State, SeededDice, random.Random]:
    """A game in which much is explored and everybody has a lot of everything, everywhere."""
    luck = random.Random(seed)
    seats, dice = luck.randint(3, 8), SeededDice(f"random {seed}".encode())
    chairs = [Seat(SEATS[n], SEATS[n].title(), COLOURS[n]) for n in range(seats)]
    switches = ("marker_for_staying", "stations_in_passing", "pds_fire_on_landing", "vehicles_take_a_place")
    chosen = {switch: luck.random() < 0.5 for switch in switches}
    chosen |= {"piece_limits": luck.random() < 0.8, "own_system": luck.choice(("all", "any"))}
    options = RULES.options(turns=99, boosts_per_dock=luck.randint(0, 3), captures_a_turn=luck.randint(1, 3), **chosen)
    state, _events = RULES.setup(chairs, options, RULES.content({}), dice.at(0, "entry"))
    board = state.board
    for at in list(state.secrets.tiles):
        if luck.random() < 0.7:
            SectorExplored(system=at, tile=state.secrets.tiles[at], seat="red", how="start", rule="2.5").apply(state)
    for seat, chair in board.chairs.items():
        learnable = [id_ for id_, row in board.content.technologies.items() if not row.missing]
        known = [id_ for id_ in learnable if id_ not in chair.technologies]
        chair.technologies += luck.sample(known, luck.randint(0, len(known) * 2 // 3))
        chair.markers, chair.goods, chair.fleet_limit = (luck.randint(0, 15), luck.randint(0, 9), luck.randint(2, 7))
        for id_ in luck.sample(list(board.planets), len(board.planets) // seats):
            settle_on(board, seat, id_, luck)
        for at in luck.sample(list(board.systems), 9):
            muster(board, seat, at, luck)
    for at, system in board.systems.items():
        for seat in list(system.space):
            for lose in (over_limit, homeless):
                forces.remove(board, at, seat, lose(board, seat, at))
    trade(board, luck)
    for chair, strategy in zip(board.chairs.values(), luck.sample(list(board.content.strategies), seats), strict=True):
        chair.strategy = strategy
    board.phase = "movement"
    return state, dice, luck


def settle_on(board: Board, seat: str, id_: str, luck: random.Random) -> None:
    """Give a planet that nobody lives on to a seat, mostly with units on it."""
    planet = board.planets[id_]
    if planet.forces or planet.owner:
        return
    planet.owner = seat
    wanted = {"ground_force": luck.choice((0, 1, 3)), "shock_troop": luck.choice((0, 0, 1))}
    wanted |= {"mechanized_unit": luck.choice((0, 0, 1))}
    wanted |= {"pds": luck.choice((0, 0, 1, 2)), "space_dock": luck.choice((0, 0, 1))}
    if not board.content.planets[id_].station:
        put(board, id_, seat, wanted)


def muster(board: Board, seat: str, at: str, luck: random.Random) -> None:
    """A fleet with cargo in a system where nobody is."""
    system, anomaly = board.systems[at], space.anomaly(board, at)
    if system.space or not system.tile or (anomaly and not anomaly.stop):
        return
    kinds = ["carrier", *luck.sample(("destroyer", "cruiser", "dreadnought", "war_sun", "flagship"), 2)]
    put(board, at, seat, {kind: luck.randint(1, 2) for kind in kinds})
    put(
        board, at, seat, {"fighter": luck.randint(0, 4), "ground_force": luck.randint(1, 4), "shock_troop": 1, "pds": 1}
    )
    there = system.space.get(seat)
    if there and (armoured := [u for u in there.units if forces.row(board, seat, u).armour]):
        forces.damage(board, at, seat, {luck.choice(armoured): 1})
    if there and luck.random() < 0.3 and sum(len(system.mines) for system in board.systems.values()) < 12:
        system.mines[luck.choice(list(board.chairs))] = 1


def put(board: Board, place: str, seat: str, wanted: dict[str, int]) -> None:
    """Add units as far as the box has pieces."""
    for unit, count in wanted.items():
        row = board.content.units[unit]
        left = 99 if row.per_seat is None else row.per_seat - forces.everywhere(board, seat).get(unit, 0)
        if row.whole_game is not None:
            left = row.whole_game - sum(forces.everywhere(board, other).get(unit, 0) for other in board.chairs)
        if (number := min(count, left)) > 0:
            forces.add(board, place, seat, {unit: number})


def trade(board: Board, luck: random.Random) -> None:
    """Contracts between some neighbours at the table."""
    seats = list(board.chairs)
    for a, b in zip(seats[::2], seats[1::2], strict=False):
        gives = [luck.choice(board.content.races[board.chairs[seat].race].agreements) for seat in (a, b)]
        board.contracts.append(Contract(a, b, *gives, 0))


def played(
    seed: int, phases: int = 5
) -> Iterator[tuple[State, OpenPhase, dict[str, tuple[Order, ...]], State, list[Event]]]:
    """Some phases of a crowded game in which all seats scribble."""
    state, dice, luck = crowded(seed)
    for _ in range(phases):
        opened = RULES.open_phase(state)
        if opened is None:
            return
        orders = {}
        for seat in opened.may:
            orders[seat] = Scribbler(RULES.view(state, seat), luck).file(opened.orders[seat])
            RULES.estimate(RULES.view(state, seat), opened, orders[seat])
        after, events = resolve(RULES, state, orders, dice)
        yield state, opened, orders, after, events
        state = after


def check(before: State, opened: OpenPhase, after: State, events: list[Event], seed: int) -> None:
    """Nothing breaks at any moment, and what the end of a phase promises holds."""
    state = copy(before)
    assert RULES.invariants(state) == []
    for event in events:
        if isinstance(event, FleetMoved):
            loose = ANY_NUMBER * has(state.board, event.seat, "independent_fighters")
            assert fits(state.board, event.seat, event.units, loose), f"game {seed}: {event}"
        event.apply(state)
        broken = RULES.invariants(state)
        assert broken == [], f"game {seed}, after {event}"
    assert state == after
    board = after.board
    for at, system in board.systems.items():
        assert opened.phase not in ("movement", "production") or not list(claim_stations(board, at)), f"{seed}: {at}"
        for seat in system.space:
            assert not over_limit(board, seat, at), f"game {seed}: {seat} over the limit at {at} after {opened.phase}"
            assert not homeless(board, seat, at), (
                f"game {seed}: {seat} {system.space[seat]} at {at} after {opened.phase}"
            )


def test_senseless_orders_break_nothing() -> None:
    happened = Counter[str]()
    for seed in range(GAMES):
        for before, opened, _orders, after, events in played(seed):
            check(before, opened, after, events, seed)
            assert replay(before, events) == after
            happened.update(type(event).__name__ for event in events)
    assert set(STIR.split()) - set(happened) == set(), "nothing much happened: the test proves little"


def main(first: int, count: int) -> None:
    """Play more games and say what happened in them."""
    happened, reasons, filed = Counter[str](), Counter[str](), Counter[str]()
    for seed in range(first, first + count):
        for before, opened, orders, after, events in played(seed):
            check(before, opened, after, events, seed)
            happened.update(type(event).__name__ for event in events)
            reasons.update(event.why for event in events if isinstance(event, OrderCutShort))
            filed.update(type(order).__name__ for file in orders.values() for order in file)
    for counter in (happened, reasons, filed):
        print(counter)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
