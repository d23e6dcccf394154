"""Space battle (3.3): barrage, rounds of simultaneous fire, armour before ships, until one side is gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gm.dice import Dice
from gm.model import Story
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.effects import effects, total
from gm.rulesets.galactic_council.events.common import ContractBroken
from gm.rulesets.galactic_council.events.movement import BattleBegan, BattleEnded, SalvoFired
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.losses import lost, settle
from gm.rulesets.galactic_council.movement.hits import (
    count_hits,
    repair_between_rounds,
    shots,
    take_hits,
    unbreakable,
)
from gm.rulesets.galactic_council.movement.sortie import Battles
from gm.rulesets.galactic_council.state import Board

Guns = list[tuple[str, int, int]]


def break_contract(board: Board, a: str, b: str) -> Story:
    """War between two seats ends their contract (5.3, reading 15)."""
    if any({contract.a, contract.b} == {a, b} for contract in board.contracts):
        yield ContractBroken(a, b, "war", rule="5.3")


def fight(board: Board, mover: str, at: str, battles: Battles, dice: Dice) -> Story:
    """All battles of the mover in a system: with every other seat that has ships there, as they are there."""
    if mover not in board.systems[at].space:
        return
    for enemy in [seat for seat in board.systems[at].space if seat != mover]:
        if _fleet(board, mover, at) and _fleet(board, enemy, at):
            yield from _Battle(board, at, mover, enemy, battles, dice).play()


def _fleet(board: Board, seat: str, at: str) -> dict[str, int]:
    return forces.all_ships(board, forces.force(board, at, seat).units)


def guns(board: Board, seat: str, at: str, enemy: Units) -> Guns:
    """The dice of a seat's ships in a round: unit, number of dice, lowest roll that hits (3.3)."""
    anomaly = space.anomaly(board, at)
    alert = board.content.strategies["warfare"].numbers["battle"] if board.chairs[seat].alert == at else 0
    line: Guns = []
    for unit, count in _fleet(board, seat, at).items():
        row = forces.row(board, seat, unit)
        if unit == "fighter" and anomaly and not anomaly.fighters_fight:
            continue
        each = sum(forces.ships(board, enemy).values()) if row.dice_per_enemy else row.dice
        line.append((unit, count * each, row.hits_on - total(board, seat, "combat", unit, "space") - alert))
    return line


def cannons(board: Board, seat: str, at: str) -> Guns:
    """Shots before the battle (Assault Cannon): each unit named fires that many times."""
    line = []
    fleet = _fleet(board, seat, at)
    for effect in effects(board, seat, "pre_shot"):
        for unit in effect.units:
            needs = forces.row(board, seat, unit).hits_on - total(board, seat, "combat", unit, "space")
            line.append((unit, fleet.get(unit, 0) * effect.value, needs))
    return line


def barrages(board: Board, seat: str, at: str) -> Guns:
    """Anti-fighter barrage: units.yaml and what technologies add."""
    line = []
    for unit, count in _fleet(board, seat, at).items():
        volley = forces.row(board, seat, unit).barrage
        if volley:
            number = count * (volley.dice + total(board, seat, "barrage_dice", unit))
            line.append((unit, number, volley.hits_on - total(board, seat, "combat", unit, "barrage")))
    return line


@dataclass(slots=True)
class _Battle:
    board: Board
    at: str
    attacker: str
    defender: str
    battles: Battles
    dice: Dice

    def play(self) -> Story:
        """The whole battle, and what it leaves behind."""
        board, at = self.board, self.at
        sides = (self.attacker, self.defender)
        fleets = [dict(_fleet(board, seat, at)) for seat in sides]
        yield BattleBegan(at, *sides, *fleets, rule="3.3")
        yield from break_contract(board, *sides)
        yield from self._exchange("cannon", 0, lambda seat: cannons(board, seat, at), "cannon")
        yield from self._exchange("barrage", 0, lambda seat: barrages(board, seat, at), "barrage")
        rounds = 0
        while all(_fleet(board, seat, at) for seat in sides):
            if all(
                unbreakable(board, seat, at, _fleet(board, seat, at), self._guns(self._other(seat))) for seat in sides
            ):
                yield lost(board, self.attacker, at, _fleet(board, self.attacker, at), "stalemate", "3.3")
                break
            rounds += 1
            yield from self._exchange("round", rounds, self._guns, "battle")
            for seat in sides:
                yield from repair_between_rounds(board, seat, at, _fleet(board, seat, at))
        yield from self._end(rounds)

    def _guns(self, seat: str) -> Guns:
        return guns(self.board, seat, self.at, _fleet(self.board, self._other(seat), self.at))

    def _other(self, seat: str) -> str:
        return self.defender if seat == self.attacker else self.attacker

    def _exchange(
        self,
        kind: Literal["cannon", "barrage", "round"],
        number: int,
        line: Callable[[str], Guns],
        cause: str,
    ) -> Story:
        """Both sides fire, then the losses fall (3.3)."""
        hits: dict[str, int] = {}
        for seat in (self.attacker, self.defender):
            enemy = _fleet(self.board, self._other(seat), self.at)
            label = ("battle", self.attacker, self.defender, self.at, kind, number, seat)
            dice = self.dice.at(*label)
            fired = shots(dice, line(seat)) if kind != "barrage" or enemy.get("fighter") else ()
            if fired:
                hits[seat] = count_hits(fired)
                yield SalvoFired(seat, self.at, kind, number, fired, hits[seat], label, rule="3.3")
        for seat, scored in hits.items():
            other = self._other(seat)
            targets = _fleet(self.board, other, self.at)
            if kind == "barrage":
                targets = {"fighter": targets.get("fighter", 0)}
            wish = self.battles.preference(other, self.at)
            yield from take_hits(self.board, other, self.at, targets, scored, cause, "3.3", wish)

    def _end(self, rounds: int) -> Story:
        board, at = self.board, self.at
        left = [seat for seat in (self.attacker, self.defender) if _fleet(board, seat, at)]
        winner = left[0] if len(left) == 1 else None
        yield BattleEnded(at, self.attacker, self.defender, winner, rounds, rule="3.3")
        for seat in (self.attacker, self.defender):
            self.battles.note(seat, at, seat == winner)
            yield from settle(board, seat, at, self.battles.preference(seat, at))
