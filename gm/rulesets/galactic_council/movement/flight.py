"""One order to move, from the marker to the last hex (3.1, ch. 8)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from gm.dice import Dice
from gm.model import Event, Story
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.effects import has
from gm.rulesets.galactic_council.events.common import Paid, SectorExplored, UnitsLost
from gm.rulesets.galactic_council.events.movement import (
    DIE,
    AlertRaised,
    FleetMoved,
    RiftRolled,
    RouteChosen,
    StationTaken,
)
from gm.rulesets.galactic_council.movement import routes
from gm.rulesets.galactic_council.movement.groups import (
    ANY_NUMBER,
    Group,
    choose_ships,
    damaged_among,
    fits,
    in_space,
    left_behind,
    on_planets,
    take_aboard,
)
from gm.rulesets.galactic_council.movement.sortie import Drop, Sortie
from gm.rulesets.galactic_council.orders import Move
from gm.rulesets.galactic_council.state import Board, State
from gm.rulesets.galactic_council.stops import stop


def move(state: State, sortie: Sortie, order: Move, dice: Dice) -> Story:
    """Carry out an order to move as far as possible; ``order`` is what its condition left of it (3.1)."""
    board, seat, start = state.board, sortie.seat, order.from_
    passes = has(board, seat, "pass_fleets")
    if not order.path:
        yield stop(seat, order, "no_path", rule="3.1", place=start)
        return
    goal = order.path[-1]
    refusal = _refusal(board, sortie, goal)
    if refusal:
        yield stop(seat, order, refusal, rule="1" if refusal == "closed" else "3.1", place=goal)
        return
    way = routes.filled(board, seat, start, order.path, sortie.shelled, passes)
    if not way:
        yield stop(seat, order, "no_way", rule="3.1", place=goal)
        return
    paid = yield from pay_for(board, sortie, order, goal)
    if not paid:
        return
    sortie.sent.append(goal)
    if way != order.path:
        yield RouteChosen(seat, order.line, (start, *way), rule="14", seen_by=(seat,))
    group = yield from _gather(board, sortie, order, way)
    if group.units:
        yield from _Flight(state, sortie, order, group, start, passes, dice).along(way)


def _refusal(board: Board, sortie: Sortie, goal: str) -> str:
    """Why an order to that system can't even be given; empty if it can."""
    if routes.is_closed(board, sortie.seat, goal):
        return "closed"
    return "shelled" if goal in sortie.shelled else ""


def pay_for(board: Board, sortie: Sortie, order: Move, goal: str) -> Generator[Event, None, bool]:
    """One marker for each destination, however many fleets go there (3.1, reading 28); False: none was left.

    The payment is public, the order is not: it does not say where the fleet was to go (reading 29).
    """
    if goal in sortie.paid:
        return True
    price = board.content.numbers.move_markers
    if sortie.free_markers:
        sortie.free_markers -= 1
        price = 0
    if board.chairs[sortie.seat].markers < price:
        yield stop(sortie.seat, order, "no_markers", rule="3.1", place=goal, number=price)
        return False
    sortie.paid.append(goal)
    yield Paid(sortie.seat, "move", markers=price, rule="3.1")
    return True


def _gather(board: Board, sortie: Sortie, order: Move, way: tuple[str, ...]) -> Generator[Event, None, Group]:
    """The group that starts: ships fast enough for the whole way, and their cargo."""
    seat, start, steps = sortie.seat, order.from_, len(way)
    ships, slow = yield from choose_ships(board, sortie, order, start, order.ships, steps)
    group = Group(dict(ships), damaged_among(board, start, seat, ships))
    group.loose = _independent(board, sortie, start, steps)
    if not ships and not group.loose:
        if not slow:
            yield stop(seat, order, "no_ships", rule="3.1", place=start)
        return group
    yield from _take_cargo(board, sortie, order, group)
    for pick_up in order.pick_up:
        if pick_up.system == start:
            yield from take_aboard(board, sortie, order, group, start, pick_up.units, group.loose)
    if not group.units and not slow:
        yield stop(seat, order, "no_ships", rule="3.1", place=start)
    return group


def _independent(board: Board, sortie: Sortie, start: str, steps: int) -> int:
    """How many fighters may fly such a way without a hangar: any number or none («Улучшенные истребители»)."""
    if not has(board, sortie.seat, "independent_fighters"):
        return 0
    speed = routes.speed(board, sortie.seat, "fighter", start, start == sortie.alert_from)
    return ANY_NUMBER if speed >= steps else 0


def _take_cargo(board: Board, sortie: Sortie, order: Move, group: Group) -> Story:
    """What comes along from the start; fighters named among the ships are cargo, too.

    Troops come first where fighters can fly by themselves. Fighters beyond the holds come only if they are meant:
    named, or ``all`` ships. What an order does not name comes along rather than be lost (reading 40).
    """
    start, named = order.from_, dict(order.cargo) if isinstance(order.cargo, dict) else {}
    if isinstance(order.ships, dict) and order.ships.get("fighter"):
        named = forces.merged({"fighter": order.ships["fighter"]}, named)
    troops = forces.minus(in_space(board, sortie, group, start), {"fighter": ANY_NUMBER})
    if order.cargo == "all":
        troops = forces.merged(
            troops, *(forces.troops(board, u) for u in on_planets(board, sortie.seat, start).values())
        )
    if named or isinstance(order.cargo, dict):
        wanted = named if isinstance(order.cargo, dict) else forces.merged(named, troops)
        yield from take_aboard(board, sortie, order, group, start, wanted, group.loose)
        rest = left_behind(board, sortie, group, start, wanted)
        yield from take_aboard(board, sortie, order, group, start, rest, group.loose)
        return
    if has(board, sortie.seat, "independent_fighters"):
        yield from take_aboard(board, sortie, order, group, start, troops, group.loose)
    loose = group.loose if order.ships == "all" else 0
    yield from take_aboard(board, sortie, order, group, start, order.cargo, loose)


@dataclass(slots=True)
class _Flight:
    """A group on its way: where it is, and the hexes flown since the last event."""

    state: State
    sortie: Sortie
    order: Move
    group: Group
    here: str
    passes: bool
    dice: Dice
    flown: list[str] = field(default_factory=list)
    left_start: bool = False

    def along(self, way: tuple[str, ...]) -> Story:
        """Fly hop by hop until the way ends or is cut short, then settle what is left of the group."""
        board, seat, start = self.state.board, self.sortie.seat, self.here
        left, why = list(way), ""
        while left and self.group.units and not why:
            leg, why = yield from self._next_leg(left)
            if not leg:
                break
            for at in leg:
                yield from self._leave_rift()
                if not self.group.units:
                    break
                self.flown = [*(self.flown or [self.here]), at]
                self.here, self.left_start = at, True
                del left[0]
                yield from self._arrive(bool(left))
            if left and not why:
                why = self._halted()
        yield from self._flush()
        if left and self.group.units:
            yield stop(seat, self.order, why, rule=_PARAGRAPH.get(why, "3.1"), place=self.here, thing=left[0])
        if self.left_start and self.group.units:
            self.sortie.note_arrival(self.here, self.group.units, board)
            yield from self._carry_alert(start)
        elif self.group.units:
            held = forces.ships(board, self.group.units)
            self.sortie.moved[start] = forces.merged(self.sortie.moved.get(start, {}), held)
        if self.group.units:
            for pick in self.order.pick_up:
                if pick.system not in (start, *way[: len(way) - len(left)]):
                    yield stop(seat, self.order, "no_ships", rule="3.1", place=pick.system)
            if self.order.landing is not None:
                self._plan_landing()

    def _next_leg(self, left: list[str]) -> Generator[Event, None, tuple[list[str], str]]:
        """The next hexes up to one where the group may stop, opening unknown ones; and why it can go no further.

        Fields it may only cross are looked over: it does not enter them unless it can come out again (reading 39).
        """
        board, seat, leg, here = self.state.board, self.sortie.seat, list[str](), self.here
        for n, at in enumerate(left):
            if at not in space.lanes(board, here):
                return [], "no_lane"
            if at in self.sortie.shelled:
                return [], "shelled"
            if at not in self.sortie.flown:
                self.sortie.flown.append(at)
            if board.systems[at].tile is None:
                yield SectorExplored(seat, at, self.state.secrets.tiles[at], "entered", rule="2.5")
            if not routes.may_enter(board, seat, at):
                return [], _anomaly(board, at)
            leg.append(at)
            ends = n == len(left) - 1 or routes.is_halted(board, seat, at, self.passes)
            if routes.may_stop(board, seat, at) and (ends or not routes.is_closed(board, seat, at)):
                return leg, ""
            if ends:
                return [], "closed" if routes.is_closed(board, seat, at) else _anomaly(board, at)
            here = at
        return [], "no_way"

    def _halted(self) -> str:
        """Why the group can't fly on from where it is; empty if it can."""
        board, seat = self.state.board, self.sortie.seat
        if routes.is_halted(board, seat, self.here, self.passes):
            return "enemy_fleet"
        return "" if routes.may_pass(board, seat, self.here) else _anomaly(board, self.here)

    def _leave_rift(self) -> Story:
        """A d10 for each ship that leaves a gravity rift; cargo without room stays behind (ch. 8, reading 44)."""
        board, seat, at = self.state.board, self.sortie.seat, self.here
        anomaly = space.anomaly(board, at)
        if not anomaly or not anomaly.leaving_kills_up_to or has(board, seat, "rift_safe"):
            return
        yield from self._flush()
        self.sortie.rifts += 1
        label = ("rift", seat, at, self.sortie.rifts)
        dice = self.dice.at(*label)
        loose = space.loose_fighters(board, seat, self.group.units)
        ships = [u for u, n in forces.ships(board, self.group.units).items() for _ in range(n)] + ["fighter"] * loose
        rolls = tuple((unit, dice.roll(DIE)) for unit in ships)
        yield RiftRolled(seat, at, rolls, anomaly.leaving_kills_up_to, label, rule="8")
        dead: dict[str, int] = {}
        for unit, roll in rolls:
            if roll <= anomaly.leaving_kills_up_to:
                dead[unit] = dead.get(unit, 0) + 1
        if dead:
            broken = {u: max(0, dead[u] - self.group.units[u] + n) for u, n in self.group.damaged.items() if u in dead}
            yield UnitsLost(seat, at, dead, "rift", {u: n for u, n in broken.items() if n}, rule="8")
            self._drop(dead)
            self._leave_surplus()

    def _drop(self, units: dict[str, int]) -> None:
        self.group.units = forces.minus(self.group.units, units)
        self.group.damaged = {u: min(n, self.group.units.get(u, 0)) for u, n in self.group.damaged.items()}
        self.group.damaged = {u: n for u, n in self.group.damaged.items() if n}

    def _leave_surplus(self) -> None:
        """Cargo for which the ships left have no room does not fly on; fighters stay first, then troops."""
        board, seat = self.state.board, self.sortie.seat
        troops = ("ground_force", "shock_troop", "mechanized_unit", "pds")
        for unit in troops if self.group.loose else ("fighter", *troops):
            while self.group.units.get(unit) and not fits(board, seat, self.group.units, self.group.loose):
                self._drop({unit: 1})

    def _flush(self) -> Story:
        """Tell the stretch flown since the last event."""
        if len(self.flown) > 1:
            yield FleetMoved(
                self.sortie.seat, tuple(self.flown), dict(self.group.units), dict(self.group.damaged), rule="3.1"
            )
        self.flown = []

    def _arrive(self, flies_on: bool) -> Story:
        """What happens in a hex at once: a station changes hands, cargo is picked up (readings 41, 50)."""
        board = self.state.board
        stations = [p for p in space.planets_of(board, self.here) if board.content.planets[p].station]
        picks = [pick for pick in self.order.pick_up if pick.system == self.here]
        if stations or picks:
            yield from self._flush()
        if not flies_on or board.options.stations_in_passing:
            yield from claim_stations(board, self.here)
        for pick in picks:
            yield from take_aboard(board, self.sortie, self.order, self.group, self.here, pick.units, self.group.loose)

    def _carry_alert(self, start: str) -> Story:
        """The token of «Война» goes along with the first group that leaves its system."""
        if start == self.sortie.alert_from and not self.sortie.alert_gone:
            self.sortie.alert_gone = True
            yield AlertRaised(self.sortie.seat, self.here, True, rule="1")

    def _plan_landing(self) -> None:
        board = self.state.board
        troops = forces.merged(forces.troops(board, self.group.units), {"pds": self.group.units.get("pds", 0)})
        assert self.order.landing is not None
        self.sortie.drops.append(Drop(self.order, self.here, self.order.landing, troops))


_PARAGRAPH = {"closed": "1", "nebula": "8", "ion_storm": "8", "asteroid_field": "8", "supernova": "8"}


def _anomaly(board: Board, at: str) -> str:
    anomaly = space.anomaly(board, at)
    return anomaly.id if anomaly else "no_way"


def claim_stations(board: Board, at: str) -> Story:
    """A station passes to whoever alone has a fleet in its system (ch. 8, reading 50)."""
    fleets = list(space.fleets(board, at))
    for planet in space.planets_of(board, at):
        if board.content.planets[planet].station and len(fleets) == 1 and board.planets[planet].owner != fleets[0]:
            yield StationTaken(fleets[0], planet, board.planets[planet].owner, rule="8")


def take_stations(state: State) -> Story:
    """Stations pass wherever one fleet is alone at the end of a seat's turn (ch. 8)."""
    for at in state.board.systems:
        yield from claim_stations(state.board, at)
