"""Invariants: each notices what it is there for; and what holds from event to event in games of bots."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gm.engine import copy
from gm.rulesets.space_base import RULES
from gm.rulesets.space_base.cards import cubes_left
from gm.rulesets.space_base.events.rewards import PointsLost
from gm.rulesets.space_base.events.yard import CardBought, ColonyFounded
from gm.rulesets.space_base.invariants import invariants
from gm.rulesets.space_base.state import State
from tests.games import game
from tests.space_base.desk import position

BROKEN: dict[str, Callable[[State], object]] = {
    "unknown ship": lambda s: s.board.discard.append("9-99-9"),
    "unknown colony": lambda s: s.board.colonies.append("colony_99"),
    "phase": lambda s: setattr(s.board, "phase", "dinner"),
    "unknown seat": lambda s: setattr(s.board, "first", "nobody"),
    "2 times": lambda s: s.board.discard.append(s.board.shipyard[0][0]),
    "0 times": lambda s: s.board.shipyard[0].pop(),
    "2 times ": lambda s: s.board.chairs["red"].sectors[0].deployed.append("start_01"),
    "2 times  ": lambda s: s.board.colonies.append("colony_01"),
    "7 cards": lambda s: s.board.shipyard[0].append(s.secrets.decks[0].pop()),
    "said to be": lambda s: s.board.decks.__setitem__(0, 1),
    "of another level": lambda s: s.secrets.decks[0].append(s.secrets.decks[1].pop()),
    "11 sectors": lambda s: s.board.chairs["red"].sectors.pop(),
    "beside a colony": lambda s: setattr(s.board.chairs["red"].sectors[0], "colony", s.board.colonies.pop()),
    "1 cubes": lambda s: s.board.chairs["red"].charges.update({"start_01": 1}),
    "3 cubes": lambda s: s.board.chairs["red"].charges.update({"2-12-1": 3}),
    "credits -1": lambda s: setattr(s.board.chairs["red"], "credits", -1),
    "points -1": lambda s: setattr(s.board.chairs["red"], "points", -1),
    "active": lambda s: setattr(s.board, "active", ""),
    "dice [7": lambda s: s.board.dice.__setitem__(0, 7),
    "winners": lambda s: s.board.winners.append("red"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_each_invariant_notices(what: str) -> None:
    state = position()
    assert invariants(state) == []
    BROKEN[what](state)
    found = invariants(state)
    assert any(what.strip() in problem.args["what"] for problem in found), found


def test_more_cubes_than_the_game_has() -> None:
    state = position('at: {red: {6: {station: "2-06-1"}}}\nred: {charges: {"2-06-1": 4}}\nnumbers: {cubes: 4}')
    assert cubes_left(state.board) == 0
    state.board.chairs["red"].sectors[8].station = "3-09-1"
    state.secrets.decks[2].remove("3-09-1")
    state.board.decks[2] -= 1
    state.board.chairs["red"].sectors[8].deployed = ["start_09"]
    state.board.chairs["red"].charges["3-09-1"] = 1
    assert [problem.args["what"] for problem in invariants(state)] == ["1 cubes too many"]


@pytest.mark.parametrize("seed", range(6))
def test_credits_after_a_purchase_equal_the_income_and_points_only_grow(seed: int) -> None:
    bought = 0
    for played in game(RULES, RULES.seats[seed % 4], 40 + seed, light_speed=seed % 2 == 0, points=25):
        state = copy(played.before)
        for event in played.events:
            before = {seat: chair.points for seat, chair in state.board.chairs.items()}
            event.apply(state)
            for seat, chair in state.board.chairs.items():
                lost = isinstance(event, PointsLost) and event.seat == seat
                assert chair.points >= before[seat] or lost
            if isinstance(event, CardBought | ColonyFounded) and not event.extra:
                bought += 1
                chair = state.board.chairs[event.seat]
                assert chair.credits == chair.income
    assert bought > 20
