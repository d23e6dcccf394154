"""The state of a campaign: a public board and what is secret. Only events change it."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from gm.model import OnBoard, WithContent
from gm.rulesets.space_base.content import Content
from gm.rulesets.space_base.options import Options
from gm.rulesets.space_base.orders.turn import Standing


class Sector(Struct):
    """One of a seat's twelve: the ship stationed there, those deployed above it (oldest first), its colony."""

    station: str | None = None
    deployed: list[str] = []
    colony: str | None = None


class Chair(Struct):
    """What everybody knows of a seat. ``sectors`` 1 to 12 at index 0 to 11; ``charges``: card -> cubes, no zeros."""

    name: str
    colour: str
    credits: int = 0
    income: int = 0
    points: int = 0
    sectors: list[Sector] = []
    charges: dict[str, int] = {}
    rests_own: bool = False
    """A standing order chooses on own turns, so that nobody waits for a file."""
    rests_others: bool = False
    spent: int = 0
    """Credits paid in the draft ("light_speed")."""


@dataclass
class Board(WithContent[Content]):
    """Everything public. ``chairs`` by seat in clockwise order; ``turn`` counts the turns of all seats from 1."""

    turn: int
    phase: str
    """entry, draft, turn, over"""
    options: Options
    chairs: dict[str, Chair] = field(default_factory=dict)
    first: str = ""
    """The start seat."""
    active: str = ""
    round: int = 0
    dice: list[int] = field(default_factory=list)
    """The two dice of the open turn, rolled for ``active``."""
    shipyard: list[list[str]] = field(default_factory=lambda: [[], [], []])
    """The face-up ships of level 1, 2, 3."""
    decks: list[int] = field(default_factory=lambda: [0, 0, 0])
    """How many cards are left in the deck of each level."""
    colonies: list[str] = field(default_factory=list)
    """The colonies still to be had."""
    discard: list[str] = field(default_factory=list)
    last_round: int = 0
    """The round after which the game ends, unless there is a tie; 0: not yet triggered."""
    winners: list[str] = field(default_factory=list)


class Secrets(Struct):
    """What no report may show: decks (next card first), hands of the draft, standing orders of each seat."""

    decks: list[list[str]] = []
    hands: dict[str, list[str]] = {}
    standing: dict[str, Standing] = {}


class State(OnBoard[Content], Struct):
    """The whole truth. The core attaches ``content`` when it has loaded a state."""

    board: Board
    secrets: Secrets


class View(OnBoard[Content], Struct):
    """What one seat may know (None: a spectator): the board, its own hand and its own standing order."""

    seat: str | None
    board: Board
    hand: list[str]
    standing: Standing | None
