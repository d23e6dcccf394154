"""Invasion and ground battle (3.4, 3.5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from gm.dice import Dice
from gm.model import Story
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.effects import effects, has, total
from gm.rulesets.galactic_council.events.common import PlanetTaken, UnitsAppeared
from gm.rulesets.galactic_council.events.movement import (
    DIE,
    BuildingsCaptured,
    GroundFired,
    InvasionBegan,
    InvasionEnded,
    RemainsRolled,
    TroopsLanded,
    TroopsPromoted,
)
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.losses import lost, settle
from gm.rulesets.galactic_council.movement.battle import Guns, break_contract
from gm.rulesets.galactic_council.movement.fire import cannon_shot
from gm.rulesets.galactic_council.movement.groups import damaged_among
from gm.rulesets.galactic_council.movement.hits import (
    armoured,
    count_hits,
    repair_between_rounds,
    shots,
    take_hits,
    unbreakable,
)
from gm.rulesets.galactic_council.movement.sortie import Battles
from gm.rulesets.galactic_council.state import Board


def defenders(board: Board, planet: str) -> dict[str, int]:
    """The ground units of a planet's owner."""
    owner = board.planets[planet].owner
    return forces.troops(board, forces.force(board, planet, owner).units) if owner else {}


def invade(board: Board, seat: str, at: str, planet: str, units: Units, battles: Battles, dice: Dice) -> Story:
    """Troops land on a foreign planet: a battle if ground units hold it, else it falls at once (3.4, 3.5)."""
    owner = board.planets[planet].owner
    assert owner is not None
    yield TroopsLanded(seat, planet, at, dict(units), damaged_among(board, at, seat, units), rule="3.4")
    landed = dict(forces.force(board, planet, seat).units)
    joined = 0
    if has(board, seat, "fighters_invade") and defenders(board, planet):
        joined = forces.force(board, at, seat).units.get("fighter", 0)
    yield InvasionBegan(planet, seat, owner, landed, defenders(board, planet), joined, rule="3.5")
    yield from break_contract(board, seat, owner)
    fought = bool(defenders(board, planet))
    battle = _GroundBattle(board, planet, at, seat, owner, battles, dice, joined)
    if fought:
        yield from battle.play()
    if forces.troops(board, forces.force(board, planet, seat).units) and not defenders(board, planet):
        yield from _fall(board, seat, owner, planet)
    if fought:
        yield from battle.remains()
    if board.planets[planet].owner == seat:
        yield from settle(board, owner, at, battles.preference(owner, at))


def _fall(board: Board, seat: str, owner: str, planet: str) -> Story:
    """The planet is taken; shock troops capture buildings, otherwise they are destroyed (readings 14, 49)."""
    standing = forces.buildings(board, forces.force(board, planet, owner).units)
    captured: dict[str, int] = {}
    if forces.force(board, planet, seat).units.get("shock_troop"):
        captured = {u: n for u, n in ((u, min(n, _reserve(board, seat, u))) for u, n in standing.items()) if n > 0}
    if captured:
        yield BuildingsCaptured(seat, planet, owner, captured, rule="3.5")
    destroyed = forces.minus(standing, captured)
    if destroyed:
        yield lost(board, owner, planet, destroyed, "captured", "3.5")
    yield PlanetTaken(planet, seat, owner, "landing", rule="3.4")


def _reserve(board: Board, seat: str, unit: str) -> int:
    """Pieces of a unit that the seat has left in the box."""
    limit = board.content.units[unit].per_seat
    if limit is None or not board.options.piece_limits:
        return 99
    return limit - forces.everywhere(board, seat).get(unit, 0)


def _shock_troops_left(board: Board) -> int:
    """Shock troops that are left in the box of the whole game."""
    limit = board.content.units["shock_troop"].whole_game
    if limit is None or not board.options.piece_limits:
        return 99
    return limit - sum(forces.everywhere(board, seat).get("shock_troop", 0) for seat in board.chairs)


@dataclass(slots=True)
class _GroundBattle:
    """Rounds of simultaneous fire until one side has no ground units left (3.5)."""

    board: Board
    planet: str
    at: str
    attacker: str
    defender: str
    battles: Battles
    dice: Dice
    fighters: int
    fallen: dict[str, dict[str, int]] = field(default_factory=dict)

    def play(self) -> Story:
        rounds = 0
        yield from self._landing_fire()
        while self._troops(self.attacker) and self._troops(self.defender):
            if self._is_endless():
                yield lost(self.board, self.attacker, self.planet, self._troops(self.attacker), "stalemate", "3.5")
                break
            rounds += 1
            yield from self._round(rounds)
        left = [seat for seat in (self.attacker, self.defender) if self._troops(seat)]
        winner = left[0] if len(left) == 1 else None
        yield InvasionEnded(self.planet, self.attacker, self.defender, winner, rounds, rule="3.5")

    def _is_endless(self) -> bool:
        """Whether neither side can ever destroy a unit of the other (reading 113)."""
        sides = ((self.attacker, self.defender), (self.defender, self.attacker))
        return all(
            unbreakable(self.board, seat, self.planet, self._troops(seat), self._guns(other)) for seat, other in sides
        )

    def _troops(self, seat: str) -> dict[str, int]:
        return forces.troops(self.board, forces.force(self.board, self.planet, seat).units)

    def _joining(self) -> int:
        """Fighters of the attacker that still take part (Graviton Negator)."""
        there = forces.force(self.board, self.at, self.attacker).units.get("fighter", 0)
        self.fighters = min(self.fighters, there)
        return self.fighters

    def _landing_fire(self) -> Story:
        """PDS of the planet shoot once at the landed before round one (reading 49)."""
        board, guns = self.board, forces.force(self.board, self.planet, self.defender).units.get("pds", 0)
        cannon = board.content.units["pds"].cannon
        if not guns or not board.options.pds_fire_on_landing or cannon is None:
            return
        needs = cannon.hits_on - total(board, self.defender, "combat", "pds", "pds")
        label = ("landing", self.attacker, self.planet)
        fired = cannon_shot(board, self.defender, guns, needs, self.dice.at(*label))
        hits = count_hits(fired)
        yield GroundFired(self.defender, self.planet, "pds", 0, fired, hits, label, rule="3.4")
        yield from self._suffer(self.attacker, hits, "landing_fire")

    def _guns(self, seat: str) -> Guns:
        board, line = self.board, Guns()
        units = dict(self._troops(seat))
        if seat == self.attacker and self._joining():
            units["fighter"] = self.fighters
        beside = 0
        if seat == self.defender and forces.force(board, self.planet, seat).units.get("pds"):
            beside = total(board, seat, "defender_beside_pds")
        for unit, count in units.items():
            row = forces.row(board, seat, unit)
            helped = beside if unit in ("ground_force", "shock_troop") else 0
            line.append((unit, count * row.dice, row.hits_on - total(board, seat, "combat", unit, "ground") - helped))
        return line

    def _round(self, number: int) -> Story:
        board, hits, tens = self.board, dict[str, int](), dict[str, int]()
        for seat in (self.attacker, self.defender):
            label = ("ground", self.attacker, self.planet, number, seat)
            fired = shots(self.dice.at(*label), self._guns(seat))
            hits[seat] = count_hits(fired)
            tens[seat] = sum(shot.rolls.count(DIE) for shot in fired if shot.unit == "ground_force")
            yield GroundFired(seat, self.planet, "round", number, fired, hits[seat], label, rule="3.5")
        yield from self._suffer(self.defender, hits[self.attacker], "ground")
        yield from self._suffer(self.attacker, hits[self.defender], "ground")
        for seat in (self.attacker, self.defender):
            yield from repair_between_rounds(board, seat, self.planet, self._troops(seat))
            yield from self._promote(seat, tens[seat])

    def _suffer(self, seat: str, hits: int, cause: str) -> Story:
        """Losses of one side; an attacker's fighters, in space, fall after what his list names before them (81)."""
        board, wish, before = self.board, self.battles.preference(seat, self.at), self._troops(seat)
        if seat == self.attacker and self._joining():
            ahead = {*wish[: wish.index("fighter")]} if "fighter" in wish else {*wish}
            first = {u: n for u, n in before.items() if u in ahead or (ahead & before.keys() and u == "shock_troop")}
            taken = min(hits, sum(first.values()) + sum(armoured(board, seat, self.planet, first).values()))
            yield from take_hits(board, seat, self.planet, first, taken, cause, "3.5", wish)
            shot_down = min(hits - taken, self.fighters)
            if shot_down:
                yield lost(board, seat, self.at, {"fighter": shot_down}, cause, "3.5")
                self.fighters -= shot_down
            hits -= taken + shot_down
        yield from take_hits(board, seat, self.planet, self._troops(seat), hits, cause, "3.5", wish)
        gone = forces.minus(before, self._troops(seat))
        self.fallen[seat] = forces.merged(self.fallen.get(seat, {}), gone)

    def _promote(self, seat: str, tens: int) -> Story:
        """Infantry that rolled a 10 becomes shock troops, as long as infantry stays beside them (units.yaml)."""
        number = min(tens, self._troops(seat).get("ground_force", 0) - 1, _shock_troops_left(self.board))
        if number > 0:
            yield TroopsPromoted(seat, self.planet, number, rule="3.5")

    def remains(self) -> Story:
        """Technologies that look after the fallen: Gen Synthesis, then Dacxive Animators (3.5)."""
        for seat in (self.attacker, self.defender):
            yield from self._return_home(seat)
        yield from self._raise_dead()

    def _return_home(self, seat: str) -> Story:
        board = self.board
        for effect in effects(board, seat, "return_home"):
            fallen = [u for u, n in self.fallen.get(seat, {}).items() if u in effect.units for _ in range(n)]
            homes = [p for p in space.landable(board, board.chairs[seat].home) if board.planets[p].owner == seat]
            if not fallen or not homes:
                continue
            label = ("synthesis", self.attacker, self.planet, seat)
            rolls = self.dice.at(*label).rolls(len(fallen), DIE)
            yield RemainsRolled(seat, self.planet, "return_home", effect.value, rolls, label, rule="3.5")
            back = [unit for unit, roll in zip(fallen, rolls, strict=True) if roll >= effect.value]
            if back:
                units = {unit: back.count(unit) for unit in dict.fromkeys(back)}
                plain = max(0, units.get("shock_troop", 0) - _shock_troops_left(board))  # their pieces are in use
                units = forces.merged(forces.minus(units, {"shock_troop": plain}), {"ground_force": plain})
                yield UnitsAppeared(seat, homes[0], units, "synthesis", rule="3.5")

    def _raise_dead(self) -> Story:
        board, winner = self.board, self.board.planets[self.planet].owner
        if winner is None or not self._troops(winner):
            return
        for effect in effects(board, winner, "raise_dead"):
            dead = sum(forces.count(units, *effect.units) for units in self.fallen.values())
            if not dead:
                continue
            label = ("animators", self.attacker, self.planet)
            rolls = self.dice.at(*label).rolls(dead, DIE)
            yield RemainsRolled(winner, self.planet, "raise_dead", effect.value, rolls, label, rule="3.5")
            raised = sum(roll >= effect.value for roll in rolls)
            if raised:
                yield UnitsAppeared(winner, self.planet, {"ground_force": raised}, "animators", rule="3.5")


def steady(board: Board, place: str, seat: str) -> Story:
    """Shock troops without infantry beside them: one turns back into infantry (units.yaml, reading 52)."""
    there = forces.force(board, place, seat).units
    if there.get("shock_troop") and not there.get("ground_force"):
        yield lost(board, seat, place, {"shock_troop": 1}, "shock_alone", "3.5")
        yield UnitsAppeared(seat, place, {"ground_force": 1}, "shock_alone", rule="3.5")
