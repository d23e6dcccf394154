"""What has to be remembered while one seat's movement is worked; nothing of it outlives the seat's turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gm.model import Order, Orders
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.orders import Bombard, HoldFire, Landing, Losses
from gm.rulesets.galactic_council.state import Board


@dataclass(slots=True)
class Drop:
    """A landing still to come: whose order, in which system, by what rule of spreading, of which troops.

    ``troops`` None: all that are in space there when the moment comes.
    """

    order: Order
    system: str
    landing: Landing
    troops: dict[str, int] | None


@dataclass(slots=True)
class Sortie:
    """One seat's turn of the movement phase.

    ``moved`` and ``carried``: ships that have moved, units that a group has carried, by the system they are in now.
    ``arrived``: of those that moved the ones that came there; the others could not leave.
    ``paid``: systems with a marker. ``sent``: systems that fleets were sent to. ``entered``: systems where its ships
    ended a move. ``flown``: systems its routes touched. ``shelled``: systems under its directed fire.
    """

    seat: str
    moved: dict[str, dict[str, int]] = field(default_factory=dict)
    arrived: dict[str, dict[str, int]] = field(default_factory=dict)
    carried: dict[str, dict[str, int]] = field(default_factory=dict)
    paid: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    free_markers: int = 0
    rifts: int = 0
    """How often a group has left a gravity rift, so that each leaving has dice of its own."""
    entered: list[str] = field(default_factory=list)
    flown: list[str] = field(default_factory=list)
    shelled: list[str] = field(default_factory=list)
    drops: list[Drop] = field(default_factory=list)
    landed: list[str] = field(default_factory=list)
    """Planets on which its troops came down."""
    bombed: dict[str, dict[str, int]] = field(default_factory=dict)
    """Ships that have bombarded a planet, by system: each picks one planet a turn (reading 49)."""
    raided: list[str] = field(default_factory=list)
    """Planets that its ships bombarded, or could have, before troops came down."""
    alert_from: str | None = None
    alert_gone: bool = False
    """Whether the token of «Война» went along with a group already."""

    def note_arrival(self, at: str, units: dict[str, int], board: Board) -> None:
        """Ships and cargo that came to ``at`` may not move on this turn."""
        cargo = {u: n for u, n in units.items() if board.content.units[u].kind != "ship" or u == "fighter"}
        self.moved[at] = forces.merged(self.moved.get(at, {}), forces.ships(board, units))
        self.arrived[at] = forces.merged(self.arrived.get(at, {}), forces.ships(board, units))
        self.carried[at] = forces.merged(self.carried.get(at, {}), cargo)
        if at not in self.entered:
            self.entered.append(at)

    def fresh(self, board: Board, at: str) -> dict[str, int]:
        """The seat's units in space there that have neither moved nor been carried this turn."""
        there = forces.force(board, at, self.seat).units
        return forces.minus(forces.minus(there, self.moved.get(at, {})), self.carried.get(at, {}))


@dataclass(slots=True)
class Battles:
    """Standing lines of all seats, and how each seat's space battles of the phase went: seat -> system -> won/lost."""

    orders: Orders
    results: dict[str, dict[str, str]] = field(default_factory=dict)

    def note(self, seat: str, system: str, won: bool) -> None:
        self.results.setdefault(seat, {})[system] = "won" if won else "lost"

    def of(self, seat: str) -> dict[str, str]:
        """How the seat's battles went so far: system -> won or lost."""
        return self.results.get(seat, {})

    def preference(self, seat: str, system: str) -> tuple[str, ...]:
        """The seat's order of losses in a system: the line for that system, else the general one, else nothing."""
        lines = [order for order in self.lines(seat) if isinstance(order, Losses)]
        here = [line for line in lines if line.system == system] or [line for line in lines if line.system is None]
        return here[0].order if here else ()

    def holds_fire(self, seat: str, toward: str, system: str) -> bool:
        """Whether the seat told its PDS not to shoot at that seat in that system (reading 45)."""
        return any(
            isinstance(line, HoldFire) and line.seat in (None, toward) and line.system in (None, system)
            for line in self.lines(seat)
        )

    def bombards(self, seat: str) -> Iterator[Bombard]:
        """The seat's lines on bombardment."""
        return (line for line in self.lines(seat) if isinstance(line, Bombard))

    def lines(self, seat: str) -> Iterable[Order]:
        """The seat's orders."""
        return self.orders.get(seat, ())
