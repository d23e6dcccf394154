"""Knock-outs (promise 8): no ability, reward or number of the rules can be taken away or changed unnoticed."""

from __future__ import annotations

from collections import Counter

import pytest

from gm.rulesets.space_base.tables import content
from tests.space_base.knockout import REWARDS, Change, abilities, noticed, numbers, rewards


@pytest.mark.parametrize("change", [*abilities(), *rewards(), *numbers()], ids=lambda change: str(change.name))
def test_what_is_changed_is_noticed(change: Change) -> None:
    assert noticed(change), f"{change.name}: no case that shows {change.row!r} gives another result"


def test_every_kind_of_reward_is_among_them() -> None:
    from gm.rulesets.space_base.content import Side

    assert set(Side.__struct_fields__) - {"claim", "ability"} == set(REWARDS)


def test_an_idle_change_is_not_noticed() -> None:
    renamed = {"abilities": {"swap_1_12": {"name": {"en": "exchange of sectors 1 and 12"}}}}
    assert noticed(Change("a name", "swap_1_12", renamed)) == ""


def test_the_box_holds_what_is_certain_of_it() -> None:
    """Counts and sectors are facts: 12 starting ships, 48, 48 and 36 ships, one colony for each sector."""
    known = content({})
    assert Counter(ship.sector for ship in known.starting.values()) == dict.fromkeys(range(1, 13), 1)
    for level, each in ((1, 4), (2, 4), (3, 3)):
        sectors = Counter(known.ship(id_).sector for id_ in known.deck(level))
        assert sectors == dict.fromkeys(range(1, 13), each)
    assert Counter(colony.sector for colony in known.colonies.values()) == dict.fromkeys(range(1, 13), 1)
    assert len(known.abilities) == 32


def test_prices_and_boxes_keep_to_what_is_supported() -> None:
    """Prices by level are 2 to 5, 7 to 9 and 12 to 14; 6, 13 and 15 ships of each level have charge boxes."""
    known = content({})
    for level, band, charged in ((1, range(2, 6), 6), (2, range(7, 10), 13), (3, range(12, 15), 15)):
        ships = [known.ship(id_) for id_ in known.deck(level)]
        assert all(ship.cost in band for ship in ships)
        assert sum(1 for ship in ships if ship.station.boxes or ship.deployed.boxes) == charged
