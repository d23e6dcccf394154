"""The state of a campaign: a public board and what is secret. Only events change it."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from gm.model import OnBoard, WithContent
from gm.rulesets.galactic_council.content import Content
from gm.rulesets.galactic_council.options import Options


class Force(Struct):
    """One seat's units in one place: unit id -> how many, and how many of them are damaged. No zeros."""

    units: dict[str, int] = {}
    damaged: dict[str, int] = {}


class System(Struct):
    """A hex: its tile (None while unexplored), seat -> ships and what they carry, seat -> tokens of mines."""

    tile: str | None = None
    space: dict[str, Force] = {}
    mines: dict[str, int] = {}


class Planet(Struct):
    """A planet or station of an explored system. ``taken`` is the turn in which its owner got it (0: at the start)."""

    system: str
    owner: str | None = None
    used: bool = False
    taken: int = 0
    forces: dict[str, Force] = {}


class Chair(Struct):
    """What everybody knows of a seat. ``spent``: agreements (values) broken this turn, unusable until the next."""

    name: str
    colour: str
    race: str
    home: str
    """Coordinate of the system that holds the home planets."""
    goods: int = 0
    markers: int = 0
    fleet_limit: int = 0
    technologies: list[str] = []
    strategy: str | None = None
    last_strategy: str | None = None
    spent: list[int] = []
    alert: str | None = None
    """The system on high alert this turn (benefit of «Война»)."""
    out: int = 0
    """The turn in which the seat was eliminated; 0: it plays."""


class Contract(Struct):
    """A trade contract between ``a`` and ``b`` (seat order): each gave an agreement of that value to the other."""

    a: str
    b: str
    a_gives: int
    b_gives: int
    since: int


@dataclass
class Board(WithContent[Content]):
    """Everything public (reading 29). ``systems`` by coordinate, ``chairs`` by seat in clockwise order."""

    turn: int
    phase: str
    radius: int
    options: Options
    chairs: dict[str, Chair] = field(default_factory=dict)
    systems: dict[str, System] = field(default_factory=dict)
    planets: dict[str, Planet] = field(default_factory=dict)
    contracts: list[Contract] = field(default_factory=list)
    bonus: dict[str, int] = field(default_factory=dict)
    """Strategy -> bonus tokens lying on it (reading 3)."""
    closed: dict[str, str] = field(default_factory=dict)
    """System -> the seat that closed it to all others this turn («Дипломатия»)."""
    speaker: str = ""
    guild_head: str | None = None


class Secrets(Struct):
    """What no report may show: the tiles of unexplored systems, and each seat's ranking of strategies."""

    tiles: dict[str, str] = {}
    rankings: dict[str, list[str]] = {}


class State(OnBoard[Content], Struct):
    """The whole truth. The core attaches ``content`` when it has loaded a state."""

    board: Board
    secrets: Secrets


class View(OnBoard[Content], Struct):
    """What one seat may know (None: a spectator): the board, and its own last ranking."""

    seat: str | None
    board: Board
    ranking: list[str]
