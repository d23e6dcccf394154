"""Events of the production phase (ch. 4)."""

from __future__ import annotations

from gm.model import Event
from gm.rulesets.galactic_council.state import State

Counts = dict[str, int]


class PlanetYielded(Event, frozen=True):
    """A station or special planet is used up for its yield (ch. 8): unit or ``good`` -> how many."""

    seat: str
    planet: str
    yields: Counts

    def apply(self, state: State) -> None:
        state.board.planets[self.planet].used = True
        state.board.chairs[self.seat].goods += self.yields.get("good", 0)


class Produced(Event, frozen=True):
    """What a dock produced this turn, and the free resources that went into it; the units appear by themselves."""

    seat: str
    planet: str
    units: Counts
    free: int = 0


class MineLaid(Event, frozen=True):
    """A mine field in a system (4.1)."""

    seat: str
    system: str

    def apply(self, state: State) -> None:
        mines = state.board.systems[self.system].mines
        mines[self.seat] = mines.get(self.seat, 0) + 1
