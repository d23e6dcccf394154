"""The tables of the game as frozen records. The rows themselves are in ``data/*.yaml``, read by ``tables.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Struct

from gm.content import NEGATIVE
from gm.model import Name, Text


class Volley(Struct, frozen=True):
    """Dice of a special shot: ``dice`` d10, each hits on ``hits_on`` or more."""

    hits_on: int
    dice: int = 1


class Unit(Struct, frozen=True):
    """A kind of unit (units.yaml). ``hits_on`` is the lowest d10 roll that hits, 0: it does not fight."""

    id: str
    name: Name
    kind: Literal["ship", "ground", "structure", "token"]
    cost: int | None = None
    """Resources for ``per_cost`` of them; None: never built."""
    per_cost: int = 1
    hits_on: int = 0
    dice: int = 1
    dice_per_enemy: bool = False
    """Rolls one die per enemy ship that is no fighter instead of ``dice`` (a flagship)."""
    move: int = 0
    capacity: int = 0
    """Places for fighters, troops and PDS; of a dock: for fighters only."""
    armour: bool = False
    per_seat: int | None = None
    whole_game: int | None = None
    per_planet: int | None = None
    barrage: Volley | None = None
    bombard: Volley | None = None
    cannon: Volley | None = None
    ignores_shield: bool = False
    bombards_alone: bool = False
    needs_technology: str | None = None


class Effect(Struct, frozen=True):
    """One thing a technology does, for machines; the sentence is ``Technology.text``.

    ``op`` says what; ``units`` whom, ``value`` how much, ``scope`` where, ``side`` for which side of a ground battle.
    """

    op: Literal[
        "combat",  # value to the dice of units; scope: space, ground, barrage, pds, bombard
        "barrage_dice",  # value more dice of barrage per unit
        "move",  # value more speed of units
        "move_near",  # value more speed of ships that start next to a gravity rift or a wormhole
        "independent_fighters",  # fighters fly by themselves with speed value and count as ordinary ships
        "holds_troops",  # units carry value ground forces each, outside their capacity
        "pass_anomaly",  # scope: the anomaly that no longer stops ships (asteroid_field, ion_storm)
        "pass_fleets",  # enemy fleets do not stop ships that fly on
        "rift_safe",  # no roll on leaving a gravity rift
        "free_move_marker",  # value destinations of 3.1 a turn cost no marker
        "pds_range",  # PDS reach neighbouring systems
        "pds_reroll",  # missed PDS dice are rolled again once
        "enemy_pds",  # value to enemy PDS dice against own ships; scope: own (same system) or near (neighbour)
        "enemy_mines",  # value to the dice of mines against own ships
        "pre_shot",  # units fire value dice each before a space battle
        "repair_round",  # value damaged units repaired after each round of a battle
        "defender_beside_pds",  # value to the dice of ground forces that defend beside an own PDS
        "raise_dead",  # after a won ground battle: a d10 per lost ground force, value or more gives a new one
        "return_home",  # each ground force lost on the ground: a d10, value or more brings it to the home system
        "kill_troops",  # instead of bombarding, units kill all ground forces of a planet
        "shield_breaker",  # units bombard in spite of a shield
        "fighters_invade",  # fighters join a ground battle
        "jump",  # for a marker value ground forces go from one own planet to another
        "dock_capacity",  # value more units from each dock
        "extra_resource",  # value resources for each system that produces
        "scrap_goods",  # value goods for each unit scrapped where one produces, but fighters and ground forces
        "place_near",  # built units may appear in a neighbouring system
        "ready_at_once",  # planets just taken may be used
        "technology_cost",  # value to the price of technologies
        "unlock",  # units may be built
        "income",  # value goods more from each contract
        "end_markers",  # value command markers more at the end of the turn
    ]
    units: tuple[str, ...] = ()
    value: Annotated[int, NEGATIVE] = 0
    scope: str = ""
    side: Literal["", "attacker", "defender"] = ""


class Technology(Struct, frozen=True):
    """technologies.yaml: ``all`` and ``any`` of these must be known first; colour None: no discount by planets."""

    id: str
    name: Name
    colour: str | None
    text: Text
    all: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    missing: bool = False
    """True: it acts only on parts of the game that are not built yet, so it can't be researched."""


class Race(Struct, frozen=True):
    """races.yaml: ``units`` of the home system, ``flagship`` is the row that stands for unit ``flagship``."""

    id: str
    name: Name
    tiles: tuple[str, ...]
    """The home tile; a second one lies beside the map (the tile that holds the home planet then)."""
    units: Mapping[str, int]
    technologies: tuple[str, ...]
    agreements: tuple[int, int]
    flagship: Unit
    fleet_limit: int = 0
    """How much more than ``Numbers.start_fleet_limit`` it starts with."""
    markers: int = 0
    """How many more than ``Numbers.start_markers`` it starts with."""


class Planet(Struct, frozen=True):
    """planets.yaml: ``symbols`` of technology ``colour``; ``yields``: unit id or ``good`` -> how many (ch. 8)."""

    id: str
    name: Name
    resources: int
    influence: int
    colour: str | None = None
    symbols: int = 0
    station: bool = False
    yields: Mapping[str, int] = {}


class Tile(Struct, frozen=True):
    """tiles.yaml: ``count`` copies; kind ``home`` tiles belong to a race, ``outside`` tiles are never dealt."""

    id: str
    kind: Literal["centre", "standard", "special", "empty", "home", "outside"]
    planets: tuple[str, ...] = ()
    wormholes: tuple[str, ...] = ()
    anomaly: str | None = None
    count: int = 1


class Anomaly(Struct, frozen=True):
    """anomalies.yaml (ch. 8): whether ships may stop in it, fly through it, what leaving it costs."""

    id: str
    name: Name
    stop: bool
    through: bool
    leaving_speed: int | None = None
    leaving_kills_up_to: int = 0
    """A d10 per ship on leaving: this or less destroys it; 0: no roll."""
    pds_fire_in: bool = True
    fighters_fight: bool = True


class Strategy(Struct, frozen=True):
    """strategies.yaml: ``number`` is the initiative; ``numbers`` are those of its benefit."""

    id: str
    name: Name
    number: int
    text: Text
    numbers: Mapping[str, int] = {}


class Numbers(Struct, frozen=True):
    """numbers.yaml: what the rules print in running text; each field names its paragraph there."""

    start_goods: int
    start_markers: int
    start_fleet_limit: int
    marker_influence: int
    markers_a_turn: int
    first_sector_goods: int
    next_sector_goods: int
    capture_markers: int
    capture_influence: int
    move_markers: int
    fire_markers: int
    produce_markers: int
    dock_bonus: int
    boost_markers: int
    boost: int
    dock_markers: int
    dock_resources: int
    technology_markers: int
    technology_resources: int
    jump_markers: int
    end_markers: int
    least_fleet_limit: int
    guild_break_goods: int


class Galaxy(Struct, frozen=True):
    """galaxies.yaml: a fixed galaxy; ``homes`` are coordinates in seat order, ``tiles`` coordinate -> tile."""

    id: str
    name: Name
    radius: int
    homes: tuple[str, ...]
    tiles: Mapping[str, str]


@dataclass(frozen=True)
class Content:
    """All tables, row by id, in the order of the files. ``key`` is the hash of what was read."""

    key: str
    units: Mapping[str, Unit]
    technologies: Mapping[str, Technology]
    races: Mapping[str, Race]
    planets: Mapping[str, Planet]
    tiles: Mapping[str, Tile]
    anomalies: Mapping[str, Anomaly]
    strategies: Mapping[str, Strategy]
    wormholes: Mapping[str, Name]
    colours: Mapping[str, Name]
    numbers: Numbers
    galaxies: Mapping[str, Galaxy]

    def __reduce__(self) -> tuple[Callable[[str], Content], tuple[str]]:
        """Copies of a state share its content: it travels as its hash and is looked up again."""
        return _known, (self.key,)

    def unit(self, race: str, unit: str) -> Unit:
        """The row of a unit for a race: each race has its own flagship."""
        return self.races[race].flagship if unit == "flagship" else self.units[unit]


_KNOWN: dict[str, Content] = {}


def remember(content: Content) -> Content:
    """Make copies of states find this content again."""
    return _KNOWN.setdefault(content.key, content)


def _known(key: str) -> Content:
    return _KNOWN[key]


def rows_by_id(rows: Mapping[str, Any]) -> Mapping[str, Any]:
    """Table rows with their id written into them."""
    return {id_: {"id": id_, **row} for id_, row in rows.items()}
