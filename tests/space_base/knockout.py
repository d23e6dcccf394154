"""Knock-outs of Space Base: take an ability, a reward or a number out, and see whether a rule case notices.

``python -m tests.space_base.knockout`` prints what nobody notices. Prices and rewards of single ships are not among
them: they are reconstructed, and the game master overlays them. What of them is certain, ``test_knockout`` counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gm.content import WrongTable
from gm.rulesets.space_base.content import Ability
from gm.rulesets.space_base.tables import content
from tests.rulecases import Case
from tests.space_base.cases import all_cases, check

IDLE: Mapping[str, Any] = {"op": "gain"}
"""An ability that does nothing."""
_DEFAULTS = dict(
    zip(Ability.__struct_fields__[-len(Ability.__struct_defaults__) :], Ability.__struct_defaults__, strict=True)
)


@dataclass(frozen=True)
class Change:
    """One thing changed in the tables: what it is called, the id whose cases must notice, the overlay."""

    name: str
    row: str
    overlay: Mapping[str, Any]


def abilities() -> Iterator[Change]:
    """Each ability without effect, and each of its numbers one more and one less."""
    for id_, ability in content({}).abilities.items():
        nothing = {field: None for field in _DEFAULTS if getattr(ability, field)}
        yield Change(f"{id_} without effect", id_, {"abilities": {id_: {**nothing, **IDLE}}})
        for field in ("by", "credits", "points", "count", "others_lose"):
            value = getattr(ability, field)
            for step in (1, -1) if value else ():
                yield Change(f"{id_}.{field} = {value + step}", id_, {"abilities": {id_: {field: value + step}}})
        for field in ("levels", "sectors"):
            for place, value in enumerate(getattr(ability, field)):
                for other in (value + 1, value - 1):
                    row = [other if n == place else old for n, old in enumerate(getattr(ability, field))]
                    yield Change(f"{id_}.{field} = {row}", id_, {"abilities": {id_: {field: row}}})


def numbers() -> Iterator[Change]:
    """Every number that the rules print, one more and one less."""
    table = content({}).numbers
    for field in table.__struct_fields__:
        value = getattr(table, field)
        for place, old in enumerate(value) if isinstance(value, tuple) else [(0, value)]:
            for new in (old + 1, *([old - 1] if old else [])):
                changed = [new if n == place else v for n, v in enumerate(value)] if isinstance(value, tuple) else new
                yield Change(f"{field} = {changed}", field, {"numbers": {field: changed}})


REWARDS: Mapping[str, Mapping[str, Any]] = {
    "credits": {"credits": None},
    "income": {"income": None},
    "points": {"points": None},
    "left": {"left": None},
    "right": {"right": None},
    "either": {"either": None},
    "claims": {"claim": None, "claims": None},
    "buys": {"buys": None},
    "boxes": {"boxes": None, "ability": None, "window": None},
    "window": {"window": "any"},
}
"""Kind of reward -> what takes it from a side."""


def rewards() -> Iterator[Change]:
    """Each kind of reward taken from every side of every ship."""
    known = content({})
    for kind, nothing in REWARDS.items():
        overlay: dict[str, Any] = {"starting_ships": {}, "ships_1": {}, "ships_2": {}, "ships_3": {}}
        for id_, ship in {**known.starting, **known.ships}.items():
            table = f"ships_{ship.level}" if ship.level else "starting_ships"
            overlay[table][id_] = {"station": nothing, "deployed": nothing}
        yield Change(f"no {kind}", kind, overlay)


@cache
def shown() -> Mapping[str, tuple[Case, ...]]:
    """Id -> the cases that show it; one that fails anyway notices nothing."""
    found: dict[str, tuple[Case, ...]] = {}
    for case in all_cases():
        for id_ in case.shows if case.shows and not _fails(case, None) else ():
            found[id_] = (*found.get(id_, ()), case)
    return found


def noticed(change: Change) -> str:
    """Who notices the change: the table itself or a case by its name; empty: nobody."""
    try:
        content(change.overlay)
    except WrongTable:
        return "the table itself"
    return next((case.name for case in shown().get(change.row, ()) if _fails(case, change.overlay)), "")


def _fails(case: Case, overlay: Mapping[str, Any] | None) -> bool:
    try:
        check(case, overlay)
    except Exception:  # whatever breaks in the case, the change did not go unnoticed
        return True
    return False


def main() -> None:
    """Print the survivors."""
    for change in (*abilities(), *rewards(), *numbers()):
        if not noticed(change):
            print(change.name, flush=True)


if __name__ == "__main__":
    main()
