"""What the bot sees at a glance, and how it makes up its mind."""

from __future__ import annotations

from dataclasses import dataclass

from gm.dice import Dice, Moods
from gm.rulesets.space_base.content import Content, Ship
from gm.rulesets.space_base.state import Board, Chair, View

WAYS = (0, 1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1)
"""Of 36 throws so many have the sum of that index; each single number from 1 to 6 comes up in 11."""


@dataclass(slots=True)
class Mind(Moods):
    """The view, the seat that thinks, and dice for moods."""

    view: View
    seat: str
    dice: Dice

    @property
    def board(self) -> Board:
        return self.view.board

    @property
    def content(self) -> Content:
        return self.view.content

    @property
    def chair(self) -> Chair:
        return self.board.chairs[self.seat]

    def value(self, ship: Ship) -> int:
        """What a ship is worth to the bot: its rewards by how often its sector comes up, its charges a little more."""
        often = (WAYS[ship.sector] if ship.sector < len(WAYS) else 0) + (11 if ship.sector <= 6 else 0)
        side, away = ship.station, ship.deployed
        late = max(chair.points for chair in self.board.chairs.values()) * 2 >= self.board.options.points
        gain = side.credits + away.credits + (2 if late else 4) * (side.income + away.income)
        gain += (6 if late else 3) * (side.points + away.points) + 4 * (side.left + side.right + side.either)
        charged = (40 if self.collects else 9) * bool(side.boxes) + 5 * bool(away.boxes)
        return often * (gain + charged + 10 * side.claims)

    @property
    def collects(self) -> bool:
        """Every other seat has a weakness for charged abilities."""
        return [*self.board.chairs].index(self.seat) % 2 == 1
