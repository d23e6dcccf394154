"""Events of the set-up (ch. 11): the galaxy, races, homes, the first player."""

from __future__ import annotations

from gm.model import Event, PrivateEvent
from gm.rulesets.galactic_council.state import State, System


class GalaxyDealt(PrivateEvent, frozen=True):
    """The tiles lie face down: coordinate -> tile. Only the GM sees it."""

    tiles: dict[str, str]

    def apply(self, state: State) -> None:
        state.secrets.tiles = dict(self.tiles)


class GalaxyOutlined(Event, frozen=True):
    """The outline of the galaxy is known: every hex by coordinate (2.5)."""

    systems: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.board.systems = {at: System() for at in self.systems}


class HomeSettled(Event, frozen=True):
    """A seat starts as a race in its home system, with markers, goods and a fleet limit (ch. 9, 11)."""

    seat: str
    race: str
    system: str
    goods: int
    markers: int
    fleet_limit: int

    def apply(self, state: State) -> None:
        chair = state.board.chairs[self.seat]
        chair.race, chair.home = self.race, self.system
        chair.goods, chair.markers, chair.fleet_limit = self.goods, self.markers, self.fleet_limit


class FirstPlayerDrawn(Event, frozen=True):
    """The random first player chooses first in turn 1 and is the first Speaker (ch. 1, 11)."""

    seat: str

    def apply(self, state: State) -> None:
        state.board.speaker = self.seat
