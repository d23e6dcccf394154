"""Knock-outs: take a thing out of the tables, or change a number by one, and see whether a test notices.

``python -m tests.galactic_council.knockout`` prints what nobody notices: the survivors. A change is noticed by the
component facts (``facts.yaml``) or by a rule case whose ``shows`` names the row; ``--all`` tries every case, to find
one that might be given a ``shows``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from gm.content import WrongTable
from gm.rulesets.galactic_council import tables
from gm.rulesets.galactic_council.content import Content
from gm.yamlfile import Node, parse
from tests.galactic_council.cases import Case, all_cases, check, content
from tests.galactic_council.facts import facts, start_unlike, unlike

_NUMBER = re.compile(r"-?\d+")
OTHER_STRATEGY = "imperial"
"""A strategy without a benefit, held instead of the one knocked out."""

PLAIN = {
    "stop": True,
    "through": True,
    "leaving_speed": None,
    "leaving_kills_up_to": 0,
    "pds_fire_in": True,
    "fighters_fight": True,
}
"""An anomaly that is plain space."""

ABILITIES: Mapping[str, Any] = {
    "armour": False,
    "barrage": None,
    "bombard": None,
    "cannon": None,
    "capacity": 0,
    "move": 0,
    "hits_on": 0,
    "ignores_shield": False,
    "bombards_alone": False,
    "needs_technology": None,
    "per_seat": None,
    "per_planet": None,
    "whole_game": None,
}
"""Field of a unit -> what it is without the ability or limit."""

_RACE: Mapping[str, Any] = {"technologies": [], "agreements": [0, 0], "markers": 0, "fleet_limit": 0}


@dataclass(frozen=True)
class Change:
    """One thing changed in the tables: what it is called, the row whose cases must notice, and the overlay."""

    name: str
    row: str
    overlay: Mapping[str, Any]
    is_fact: bool = True
    """Whether the component facts may notice; what acts in play must show in a case."""
    holder: str = ""
    """A strategy that nobody holds in the cases: its holder has another one."""

    @property
    def races(self) -> tuple[str, ...]:
        """The races whose start may be another one."""
        if self.row.startswith("start_"):
            return ("sol",)
        return (self.row,) if "races" in self.overlay else ()


# --- numbers, changed by one ------------------------------------------------------------------------------


def numbers() -> Iterator[Change]:
    """Every number written in the tables, one more and one less (but never below 0 where it is not there already)."""
    for table, rows in _raw().items():
        for id_, row in rows.items():
            for path, value in _numbers_in(row):
                for step in (1, -1):
                    if value > 0 or value + step <= 0 or step > 0:
                        yield _changed(table, id_, path, value + step)


def _raw() -> Mapping[str, Mapping[str, Any]]:
    return tables.TABLES.rows


def _numbers_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int]]:
    if _NUMBER.fullmatch(str(value)):
        yield path, int(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in ("name", "text"):
                yield from _numbers_in(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _numbers_in(item, (*path, place))


def _changed(table: str, id_: str, path: tuple[Any, ...], value: int) -> Change:
    name = ".".join(map(str, (table, id_, *path)))
    if not path:
        return Change(f"{name} = {value}", id_, {table: {id_: value}})
    row = deepcopy(_raw()[table][id_])
    there = row
    for key in path[:-1]:
        there = there[key]
    there[path[-1]] = value
    return Change(f"{name} = {value}", id_, {table: {id_: {path[0]: row[path[0]]}}})


# --- things, taken away -----------------------------------------------------------------------------------


def removals() -> Iterator[Change]:
    """Everything in the tables that does something, taken away; only a case or the start of a game may notice."""
    yield from (replace(change, is_fact=False) for change in _removals())


def _removals() -> Iterator[Change]:
    known = content()
    for id_, unit in known.units.items():
        for field, nothing in ABILITIES.items():
            if getattr(unit, field) != nothing:
                yield Change(f"units.{id_} without {field}", id_, {"units": {id_: {field: nothing}}})
    for id_, technology in known.technologies.items():
        effects = _raw()["technologies"][id_].get("effects", [])
        for place, effect in enumerate(technology.effects):
            rest = [other for n, other in enumerate(effects) if n != place]
            overlay = {"technologies": {id_: {"effects": rest}}}
            yield Change(f"technologies.{id_} without {effect.op} {effect.scope}".strip(), id_, overlay)
    for id_, anomaly in known.anomalies.items():
        for field, plain in PLAIN.items():
            if getattr(anomaly, field) != plain:
                yield Change(f"anomalies.{id_} without {field}", id_, {"anomalies": {id_: {field: plain}}})
    for id_ in known.wormholes:
        closed: dict[str, Any] = {tile: {"wormholes": []} for tile, row in known.tiles.items() if id_ in row.wormholes}
        yield Change(f"wormholes.{id_} closed", id_, {"tiles": closed})
    for id_, planet in known.planets.items():
        if planet.yields:
            yield Change(
                f"planets.{id_} without yield", id_, {"planets": {id_: {"yields": dict.fromkeys(planet.yields)}}}
            )
        if planet.station:
            yield Change(f"planets.{id_} no station", id_, {"planets": {id_: {"station": False}}})
    for id_, race in known.races.items():
        yield Change(f"races.{id_} without units", id_, {"races": {id_: {"units": dict.fromkeys(race.units)}}})
        for field, nothing in _RACE.items():
            if getattr(race, field) != nothing:
                yield Change(f"races.{id_} without {field}", id_, {"races": {id_: {field: nothing}}})
        yield Change(f"races.{id_} flagship without fire", id_, {"races": {id_: {"flagship": {"hits_on": 0}}}})
        if race.flagship.dice_per_enemy:
            one_die = {"flagship": {"dice_per_enemy": False}}
            yield Change(f"races.{id_} flagship without dice per enemy", id_, {"races": {id_: one_die}})
    for id_, strategy in known.strategies.items():
        for number in strategy.numbers:
            yield Change(f"strategies.{id_} without {number}", id_, {"strategies": {id_: {"numbers": {number: 0}}}})
        if id_ != OTHER_STRATEGY:
            yield Change(f"strategies.{id_} not held", id_, {}, holder=id_)


# --- who notices ------------------------------------------------------------------------------------------


@cache
def shown() -> Mapping[str, tuple[Case, ...]]:
    """Row of a table -> the cases that show it; one that fails anyway notices nothing."""
    found: dict[str, tuple[Case, ...]] = {}
    for case in all_cases():
        for id_ in case.shows if case.shows and not _fails(case, content()) else ():
            found[id_] = (*found.get(id_, ()), case)
    return found | {race: (flagship_case(race), *found.get(race, ())) for race in facts()["races"]}


def flagship_case(race: str) -> Case:
    """A battle of a race's flagship as its sheet has it: how many dice, and what they need."""
    _cost, hits_on, dice, _move, _capacity = facts()["races"][race]["flagship"]
    enemies = 2 if dice == "enemy" else 1
    rolls = [10] * (enemies if dice == "enemy" else dice)
    blue, green = [other for other in facts()["races"] if other != race][:2]
    row = f"""
        rule: "3.3 the flagship of {race}"
        given:
          seats: {{red: {race}, blue: {blue}, green: {green}}}
          at: {{D5: {{red: {{flagship: 1}}}}, D6: {{blue: {{cruiser: {enemies}}}}}}}
        orders: {{red: "- move: {{from: D5, path: [D6]}}"}}
        dice: {rolls + [1] * enemies}
        also: [SalvoFired: {{seat: red, shots: [{{unit: flagship, hits_on: {hits_on}, rolls: {rolls}}}]}}]
    """
    node = parse(row)
    assert node is not None
    return Case("facts.yaml", 0, f"3.3 the flagship of {race}", node)


def noticed(change: Change, cases: Iterable[Case] | None = None) -> str:
    """Who notices the change: the table itself, the facts, or a case by its name; empty: nobody."""
    cases = shown().get(change.row, ()) if cases is None else cases
    try:
        if change.is_fact and any(unlike(tables.content(change.overlay))):
            return "facts.yaml"
        changed = content(change.overlay)
    except WrongTable:
        return "the table itself"
    for case in cases:
        if _fails(_without_holder(case, change.holder), changed):
            return case.name
    if any(any(start_unlike(changed, race)) for race in change.races):
        return "the start of a game"
    return ""


def _fails(case: Case, changed: Content) -> bool:
    try:
        check(case, changed)
    except Exception:  # whatever breaks in the case, the change did not go unnoticed
        return True
    return False


def _without_holder(case: Case, strategy: str) -> Case:
    """The case with another strategy in the hands of whoever holds this one."""
    if not strategy:
        return case
    node = deepcopy(case.node)
    _swap(node, strategy)
    return replace(case, node=node)


def _swap(node: Node, strategy: str) -> None:
    for key, value in node.entries:
        if key.text == "strategy" and value.text == strategy:
            value.text = OTHER_STRATEGY
        _swap(value, strategy)
    for item in node.items:
        _swap(item, strategy)


def survivors(changes: Iterable[Change]) -> list[str]:
    """The changes that nobody notices."""
    return [change.name for change in changes if not noticed(change)]


def main() -> None:
    """Print the survivors; with ``--all`` also the cases, whatever they show, that would notice."""
    for change in (*removals(), *numbers()):
        if not noticed(change):
            also = noticed(change, all_cases()) if "--all" in sys.argv else ""
            print(change.name + (f"   <- {also}" if also else ""), flush=True)


if __name__ == "__main__":
    main()
