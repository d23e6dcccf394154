"""The tables of the game as frozen records. The rows themselves are in ``data/*.yaml``, read by ``tables.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from gm.model import Name, Text


class Side(Struct, frozen=True):
    """What one side of a ship gives when its sector is activated ("rewards", "charged", "arrows").

    ``left``, ``right``, ``either``: also the rewards of that neighbour. ``claims`` cards of level ``claim`` for free,
    ``buys`` extra purchases. ``boxes``: a charge cube is put here; when all are full ``ability`` may be used in
    ``window``: own turn, others' turns, any turn.
    """

    credits: int = 0
    income: int = 0
    points: int = 0
    left: bool = False
    right: bool = False
    either: bool = False
    claim: int = 0
    claims: int = 0
    buys: int = 0
    boxes: int = 0
    ability: str | None = None
    window: Literal["own", "others", "any"] = "any"


class Ship(Struct, frozen=True):
    """starting_ships.yaml (level 0) and ships_1.yaml to ships_3.yaml."""

    id: str
    name: Name
    kind: Literal["cargo", "mining", "carrier", "charge", "relay", "dock"]
    level: int
    sector: int
    cost: int
    station: Side
    deployed: Side

    def side(self, deployed: bool) -> Side:
        """The red side or the blue one."""
        return self.deployed if deployed else self.station


class Colony(Struct, frozen=True):
    """colonies.yaml: ``points`` at once, then the sector takes no ships any more."""

    id: str
    name: Name
    sector: int
    cost: int
    points: int


class Ability(Struct, frozen=True):
    """abilities.yaml: what a full set of charge boxes allows; ``text`` is for people, the rest for machines."""

    id: str
    name: Name
    text: Text
    op: Literal[
        "sum",  # the sum of the dice counts as up to ``by`` more
        "reroll",  # a die is rolled again before anybody chooses
        "set_die",  # before the own roll: one die shows what the seat says
        "gain",  # only credits and points
        "buy",  # ``count`` extra purchases; into ``sectors`` if there are any, else into the card's own
        "swap",  # all cards of the two ``sectors`` change places
        "claim",  # a card of each of ``levels`` for free
        "place_charge",  # a cube on a free box of any own card
        "move_charge",  # the same, then a cube moves to another free box
        "double",  # the rewards of an activated sector once more
        "exchange",  # a ship of the shipyard takes the card's place
        "win",  # the game is won at once
    ]
    by: int = 0
    credits: int = 0
    points: int = 0
    count: int = 0
    levels: tuple[int, ...] = ()
    sectors: tuple[int, ...] = ()
    others_lose: int = 0


class Numbers(Struct, frozen=True):
    """numbers.yaml: what the rules print in running text; each field names its paragraph there."""

    start_credits: int
    start_income: int
    row: int
    cubes: int
    highest_sector: int
    bonus_credits: tuple[int, ...]
    bonus_income: tuple[int, ...]
    light_credits: int
    light_income: int
    light_hand: tuple[int, ...]


@dataclass(frozen=True)
class Content:
    """All tables, row by id, in the order of the files. ``key`` is the hash of what was read."""

    key: str
    starting: Mapping[str, Ship]
    ships: Mapping[str, Ship]
    """All ships that may lie in the shipyard, level 1 first."""
    colonies: Mapping[str, Colony]
    abilities: Mapping[str, Ability]
    numbers: Numbers

    def __reduce__(self) -> tuple[Callable[[str], Content], tuple[str]]:
        """Copies of a state share its content: it travels as its hash and is looked up again."""
        return _known, (self.key,)

    def ship(self, id_: str) -> Ship:
        """A ship, starting or not."""
        return self.ships[id_] if id_ in self.ships else self.starting[id_]

    def card(self, id_: str) -> Ship | Colony:
        """A ship or a colony."""
        return self.colonies[id_] if id_ in self.colonies else self.ship(id_)

    def deck(self, level: int) -> list[str]:
        """All ships of a level, in the order of the table."""
        return [id_ for id_, ship in self.ships.items() if ship.level == level]


LEVELS = (1, 2, 3)

_KNOWN: dict[str, Content] = {}


def remember(content: Content) -> Content:
    """Make copies of states find this content again."""
    return _KNOWN.setdefault(content.key, content)


def _known(key: str) -> Content:
    return _KNOWN[key]
