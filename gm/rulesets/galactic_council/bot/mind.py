"""What the bot sees at a glance, and how it makes up its mind."""

from __future__ import annotations

from dataclasses import dataclass

from gm.dice import Dice, Moods
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.movement.routes import may_enter, may_stop, within
from gm.rulesets.galactic_council.state import Board, Chair


@dataclass(slots=True)
class Mind(Moods):
    """The board, the seat that thinks, and dice for moods."""

    board: Board
    seat: str
    dice: Dice

    @property
    def chair(self) -> Chair:
        return self.board.chairs[self.seat]

    def ships_at(self, at: str) -> dict[str, int]:
        """Own ships in a system, without fighters."""
        return forces.ships(self.board, forces.force(self.board, at, self.seat).units)

    def bases(self) -> list[str]:
        """Systems with own ships."""
        return [at for at in self.board.systems if self.ships_at(at)]

    def own_planets(self) -> list[str]:
        """Own planets, without stations."""
        rows = self.board.content.planets
        return [id_ for id_, p in self.board.planets.items() if p.owner == self.seat and not rows[id_].station]

    def docks(self) -> list[str]:
        """Own planets with a dock."""
        return [
            planet
            for planet in self.own_planets()
            if forces.force(self.board, planet, self.seat).units.get("space_dock")
        ]

    def rivals(self) -> list[str]:
        """The other seats still playing."""
        return [seat for seat, chair in self.board.chairs.items() if seat != self.seat and not chair.out]

    def strength(self, units: Units, seat: str | None = None) -> int:
        """A rough measure of what units are worth in a fight, in tenths of a hit."""
        rows = ((forces.row(self.board, seat or self.seat, unit), n) for unit, n in units.items())
        return sum((11 - row.hits_on) * row.dice * n * (2 if row.armour else 1) for row, n in rows if row.hits_on)

    def enemies_at(self, at: str) -> dict[str, int]:
        """All ships of others in a system."""
        others = (f.units for seat, f in self.board.systems[at].space.items() if seat != self.seat)
        return forces.all_ships(self.board, forces.merged(*others))

    def ways(self, start: str, reach: int) -> dict[str, tuple[str, ...]]:
        """Paths to every goal in reach where ships may stop, as far as one knows."""
        board, seat = self.board, self.seat
        return {
            goal: path
            for goal, path in within(board, seat, start, reach).items()
            if board.systems[goal].tile is None or (may_enter(board, seat, goal) and may_stop(board, seat, goal))
        }

    def unknown_sectors(self) -> list[str]:
        """Sectors that touch explored space and are not open yet."""
        return [
            at
            for at, system in self.board.systems.items()
            if system.tile is None
            and any(self.board.systems[near].tile is not None for near in space.beside(self.board, at))
        ]

    def prizes(self, at: str) -> list[str]:
        """Planets of a system that are not the seat's own."""
        return [planet for planet in space.landable(self.board, at) if self.board.planets[planet].owner != self.seat]
