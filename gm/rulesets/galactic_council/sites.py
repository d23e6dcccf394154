"""What stands in the way of one more unit: pieces, room, blockade (4.1, readings 16, 51)."""

from __future__ import annotations

from dataclasses import dataclass, field

from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.effects import has
from gm.rulesets.galactic_council.forces import Units
from gm.rulesets.galactic_council.state import Board


@dataclass(slots=True)
class Site:
    """Where a seat's new units are to appear: ships in ``system``, the others on ``planet`` (None: nowhere).

    They are made in ``made_in``; ``blocked`` when an enemy fleet blockades it. ``new`` is decided already.
    """

    board: Board
    seat: str
    system: str
    planet: str | None
    made_in: str
    blocked: bool = False
    new: dict[str, int] = field(default_factory=dict)

    def add(self, unit: str) -> None:
        """One more of the unit is decided."""
        self.new = forces.merged(self.new, {unit: 1})

    def place(self, unit: str) -> str | None:
        """The place where the unit appears."""
        return self.system if self.board.content.units[unit].kind == "ship" else self.planet

    def hindrance(self, unit: str) -> str:
        """Why no further unit of the kind can appear, as a reason; empty if one can."""
        if self.board.content.units[unit].kind == "ship":
            if self.blocked:
                return "blockade"
            return no_pieces(self.board, self.seat, unit, self.new.get(unit, 0)) or self._no_room(unit)
        if self.planet is None:
            return "no_planet_near"
        return no_pieces(self.board, self.seat, unit, self.new.get(unit, 0)) or self._planet_full(unit)

    def _planet_full(self, unit: str) -> str:
        limit = forces.row(self.board, self.seat, unit).per_planet
        there = forces.force(self.board, self.planet or "", self.seat).units.get(unit, 0)
        return "planet_full" if limit is not None and there + self.new.get(unit, 0) >= limit else ""

    def _no_room(self, unit: str) -> str:
        """The fleet limit refuses ships before they are paid (9, reading 43); fighters need hangars (51)."""
        board, seat = self.board, self.seat
        docks = space.hangar_of_docks(board, self.system, seat)
        ships = forces.all_ships(board, self.new)
        before = forces.merged(forces.force(board, self.system, seat).units, ships)
        after = forces.merged(before, {unit: 1})
        if unit == "fighter" and not has(board, seat, "independent_fighters"):
            fits = space.loose_fighters(board, seat, after, docks) == 0
            return "" if fits else "no_hangar"
        counted = space.counted_ships(board, seat, after, docks)
        grows = counted > space.counted_ships(board, seat, before, docks)
        return "fleet_full" if grows and counted > board.chairs[seat].fleet_limit else ""


def no_pieces(board: Board, seat: str, unit: str, planned: int = 0) -> str:
    """Whether the box holds no further piece of the unit (units.yaml; option ``piece_limits``)."""
    row = forces.row(board, seat, unit)
    if not board.options.piece_limits:
        return ""
    if row.per_seat is not None and on_board(board, seat, unit) + planned >= row.per_seat:
        return "no_pieces"
    if row.whole_game is not None:
        used = sum(on_board(board, other, unit) for other in board.chairs)
        return "no_pieces" if used + planned >= row.whole_game else ""
    return ""


def on_board(board: Board, seat: str, unit: str) -> int:
    """How many of the unit (or tokens of mines) the seat has anywhere."""
    if board.content.units[unit].kind == "token":
        return sum(system.mines.get(seat, 0) for system in board.systems.values())
    return forces.everywhere(board, seat).get(unit, 0)


def whole(board: Board, units: Units) -> tuple[dict[str, int], dict[str, int]]:
    """The units that appear in space, and those that appear on a planet."""
    ships = forces.all_ships(board, units)
    return ships, forces.minus(units, ships)
