"""Component facts copied from the data sheets into ``facts.yaml``, and where the tables differ from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from gm.rulesets.galactic_council.content import Content, Unit


@cache
def facts() -> Mapping[str, Any]:
    """The data sheets: table -> id -> what is printed there."""
    loaded: Mapping[str, Any] = yaml.safe_load((Path(__file__).parent / "facts.yaml").read_text("utf-8"))
    return loaded


def unlike(tables: Content) -> Iterator[str]:
    """Every row that is not what the data sheets say, or that only one of both has."""
    for table, rows in facts().items():
        found = _read(tables, table)
        for id_ in rows.keys() | found.keys():
            if found.get(id_) != rows.get(id_):
                yield f"{table}.{id_}: {found.get(id_)} instead of {rows.get(id_)}"


def _read(tables: Content, table: str) -> dict[str, Any]:
    """A table in the words of the data sheets."""
    match table:
        case "planets":
            return {id_: _planet(row.resources, row.influence, row.colour, row.symbols) for id_, row in tables.planets.items()}
        case "tiles":
            return {id_: _tile(row.count, row.planets, row.wormholes, row.anomaly) for id_, row in tables.tiles.items()}
        case "races":
            return {
                id_: {
                    "units": dict(row.units),
                    "technologies": list(row.technologies),
                    "agreements": list(row.agreements),
                    "flagship": _flagship(row.flagship),
                }
                for id_, row in tables.races.items()
            }
        case "technologies":
            rows = {id_: row for id_, row in tables.technologies.items() if not row.missing}
            return {id_: _needs(row.colour, all=row.all, any=row.any) for id_, row in rows.items()}
        case _:
            return {id_: row.radius for id_, row in tables.galaxies.items()}


def _planet(resources: int, influence: int, colour: str | None, symbols: int) -> list[Any]:
    return [resources, influence, *((colour, symbols) if colour or symbols else ())]


def _tile(copies: int, planets: tuple[str, ...], wormholes: tuple[str, ...], anomaly: str | None) -> dict[str, Any]:
    given = {"planets": list(planets), "wormholes": list(wormholes), "anomaly": anomaly}
    return {"copies": copies, **{key: value for key, value in given.items() if value}}


def _flagship(unit: Unit) -> list[Any]:
    return [unit.cost, unit.hits_on, "enemy" if unit.dice_per_enemy else unit.dice, unit.move, unit.capacity]


def _needs(colour: str | None, **first: tuple[str, ...]) -> dict[str, Any]:
    return {"colour": colour, **{key: list(value) for key, value in first.items() if value}}
