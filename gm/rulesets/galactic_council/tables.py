"""The tables of the game, read from ``data/*.yaml`` with the campaign's overlay: ``content(overlay)``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from gm.content import At, Mistakes, Rows, Tables, key_of, meant_row, reader, records
from gm.model import Name
from gm.rulesets.galactic_council import hexes
from gm.rulesets.galactic_council.content import (
    Anomaly,
    Content,
    Galaxy,
    Numbers,
    Planet,
    Race,
    Strategy,
    Technology,
    Tile,
    Unit,
    remember,
)

FOLDER = Path(__file__).parent / "data"
_TYPES: dict[str, type[Any]] = {
    "units": Unit,
    "technologies": Technology,
    "races": Race,
    "planets": Planet,
    "tiles": Tile,
    "anomalies": Anomaly,
    "strategies": Strategy,
    "wormholes": Name,
    "colours": Name,
    "galaxies": Galaxy,
}


def content(overlay: Mapping[str, Any]) -> Content:
    """The frozen tables; ``overlay`` is table -> id -> the fields that differ, or a whole new row.

    Raises gm.content.WrongTable when the overlay (or a file of ours) is wrong.
    """
    return TABLES.content(overlay)


def _content(tables: dict[str, Rows]) -> Content:
    key = key_of(tables)
    rows: dict[str, Any] = {}
    mistakes = Mistakes()
    for name, type_ in _TYPES.items():
        with mistakes:
            rows[name] = records(name, _flagships(tables) if name == "races" else tables[name], type_)
    with mistakes:
        rows["numbers"] = reader(Numbers)(tables["numbers"], At("numbers"))
    mistakes.stop()
    made = Content(key=key, **rows)
    _check_references(made)
    _check_sense(made)
    return remember(made)


TABLES = Tables(FOLDER, _content)


def _flagships(tables: Mapping[str, Rows]) -> Rows:
    """The race rows, each flagship completed with what all flagships share (units.yaml)."""
    shared, races = tables["units"].get("flagship"), {}
    shared = shared if isinstance(shared, dict) else {}
    for id_, row in tables["races"].items():
        own = row.get("flagship") if isinstance(row, dict) else None
        races[id_] = {**row, "flagship": {**shared, **own, "id": "flagship"}} if isinstance(own, dict) else row
    return races


def _check_references(made: Content) -> None:
    """Every id that a row names must be a row of its table."""
    mistakes = Mistakes()
    known = partial(_check_known, mistakes)
    tech, units, planets = made.technologies, made.units, made.planets
    for id_, unit in units.items():
        known("units", id_, "needs_technology", _some(unit.needs_technology), tech)
    for id_, row in tech.items():
        known("technologies", id_, "all", row.all, tech)
        known("technologies", id_, "any", row.any, tech)
        known("technologies", id_, "colour", _some(row.colour), made.colours)
        for effect in row.effects:
            known("technologies", id_, "effects.units", effect.units, units)
            if effect.op == "pass_anomaly":
                known("technologies", id_, "effects.scope", (effect.scope,), made.anomalies)
    for id_, race in made.races.items():
        known("races", id_, "tiles", race.tiles, made.tiles)
        known("races", id_, "units", race.units, units)
        known("races", id_, "technologies", race.technologies, tech)
    for id_, planet in planets.items():
        known("planets", id_, "colour", _some(planet.colour), made.colours)
        known("planets", id_, "yields", planet.yields, {**units, "good": None})
    for id_, tile in made.tiles.items():
        known("tiles", id_, "planets", tile.planets, planets)
        known("tiles", id_, "wormholes", tile.wormholes, made.wormholes)
        known("tiles", id_, "anomaly", _some(tile.anomaly), made.anomalies)
    for id_, galaxy in made.galaxies.items():
        known("galaxies", id_, "tiles", galaxy.tiles.values(), made.tiles)
    mistakes.stop()


def _some(id_: str | None) -> tuple[str, ...]:
    return () if id_ is None else (id_,)


def _check_known(
    mistakes: Mistakes, table: str, row: str, field: str, ids: Iterable[str], rows: Mapping[str, Any]
) -> None:
    for id_ in ids:
        if id_ not in rows:
            with mistakes:
                At(table, row, field).wrong("content_unknown_id", value=id_, meant=meant_row(id_, rows))


def _check_sense(made: Content) -> None:
    """What the rules take for granted: one centre, each planet and initiative once, homes with planets."""
    centres = [id_ for id_, tile in made.tiles.items() if tile.kind == "centre"]
    if len(centres) != 1:
        At("tiles", ", ".join(centres), "kind").wrong("content_one_centre")
    lies_on: dict[str, str] = {}
    for id_, tile in made.tiles.items():
        for planet in tile.planets:
            if tile.count > 1 or lies_on.setdefault(planet, id_) != id_:
                At("tiles", id_, "planets").wrong("content_planet_twice", value=planet)
    numbers: dict[int, str] = {}
    for id_, strategy in made.strategies.items():
        if numbers.setdefault(strategy.number, id_) != id_:
            At("strategies", id_, "number").wrong("content_number_twice", value=str(strategy.number))
        for name in TABLES.rows["strategies"].get(id_, {}).get("numbers", {}):
            if name not in strategy.numbers:
                At("strategies", id_, f"numbers.{name}").wrong("content_missing_field")
    for id_, race in made.races.items():
        if not 1 <= len(race.tiles) <= 2 or not made.tiles[race.tiles[-1]].planets:
            At("races", id_, "tiles").wrong("content_no_home")
    if not made.numbers.marker_influence:
        At("numbers", "marker_influence").wrong("content_too_little", least="1")
    for id_, galaxy in made.galaxies.items():
        _check_galaxy(made, id_, galaxy)


def _check_galaxy(made: Content, id_: str, galaxy: Galaxy) -> None:
    """Hexes of the map only, each once; tiles that may be dealt, no more of them than the box holds.

    A tile that an overlay takes out of the deck (count 0) is no mistake as long as nobody plays this galaxy.
    """
    if not 1 <= galaxy.radius <= hexes.MAX_RADIUS:
        At("galaxies", id_, "radius").wrong("content_out_of_bounds", least="1", most=str(hexes.MAX_RADIUS))
    known, centre = hexes.galaxy(galaxy.radius), hexes.ring(galaxy.radius, 0)[0]
    for at, times in Counter([*galaxy.homes, *galaxy.tiles]).items():
        if times > 1 or at not in known or at == centre:
            At("galaxies", id_, "tiles").wrong("content_not_a_hex", value=at)
    used: Counter[str] = Counter()
    for at, tile in galaxy.tiles.items():
        used[tile] += 1
        if made.tiles[tile].kind not in DEALT or used[tile] > max(made.tiles[tile].count, 1):
            At("galaxies", id_, f"tiles.{at}").wrong("content_no_such_tile_left", value=tile)


DEALT = ("standard", "special", "empty")
"""The kinds of tiles that make up a galaxy, besides the centre and the homes."""
