"""Senseless orders on crowded boards: no rule may trip over them, and the board stays sound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from gm.dice import SeededDice
from gm.engine import copy, replay, resolve
from gm.model import Order
from gm.rulesets.space_base import RULES
from gm.rulesets.space_base.cards import charge_sides, cubes_left, lying
from gm.rulesets.space_base.estimate import estimate
from gm.rulesets.space_base.invariants import invariants
from gm.rulesets.space_base.orders import Buy, Choose, Claim, Dismiss, Keep, SetDie, Standing, Use, Wish
from gm.rulesets.space_base.state import State
from gm.rulesets.space_base.view import view
from gm.rulesets.space_base.vocabulary import PICKS
from gm.rulesets.space_base.vocabulary import RULES as WORDS
from tests.games import game

T = TypeVar("T")


class Whim:
    """Everything at random."""

    def __init__(self, dice: SeededDice, state: State, seat: str) -> None:
        self.dice, self.state = dice, state
        content = state.content
        own = [card for card, _number, _deployed in lying(state.board.chairs[seat])]
        charged = [card for card, _side in charge_sides(content, state.board.chairs[seat])]
        self.own = (own + charged * 6) or [*content.starting]
        self.cards = [*content.ships, *content.colonies, *state.board.shipyard[1], *state.board.colonies]

    def one(self, things: Sequence[T]) -> T:
        return things[self.dice.roll(len(things)) - 1]

    def maybe(self, thing: Any) -> Any:
        return thing if self.dice.roll(2) == 1 else None

    def wish(self) -> Wish:
        if self.dice.roll(2) == 1:
            return Wish(what=self.one(self.cards))
        word = self.one([None, *PICKS])
        return Wish(what=word, level=self.maybe(self.dice.roll(3)), sector=self.maybe(self.dice.roll(12)))

    def wishes(self) -> tuple[Wish, ...]:
        return tuple(self.wish() for _ in range(self.dice.roll(4) - 1))

    def rules(self) -> tuple[str, ...]:
        words = [*(name.id for name in WORDS), *map(str, range(1, 13))]
        return tuple(self.one(words) for _ in range(self.dice.roll(4) - 1))

    def use(self) -> Use:
        return Use(
            card=self.one(self.own),
            when=self.one(("before", "after", "last")),
            die=self.maybe(self.dice.roll(2)),
            by=self.maybe(self.dice.roll(2)),
            sector=self.maybe(self.dice.roll(12)),
            take=self.wishes(),
            onto=self.maybe(self.one(self.own)),
            moved=self.maybe(self.one(self.own)),
            to=self.maybe(self.one(self.own)),
        )

    def standing(self) -> Standing:
        return Standing(
            own=self.rules(),
            others=self.rules(),
            buy=self.wishes(),
            claim=self.wishes(),
            arrow=self.maybe(self.one(("left", "right"))),
            charges=self.dice.roll(2) == 1,
            face=self.maybe(self.dice.roll(6)),
        )

    def file(self) -> tuple[Order, ...]:
        orders: list[Order] = [self.use() for _ in range(self.dice.roll(9) - 1)]
        rest: tuple[Order, ...] = (
            Choose(use=self.one(("sum", "split")), otherwise=self.rules(), arrow=self.maybe("left")),
            Claim(cards=self.wishes()),
            Buy(cards=self.wishes()),
            SetDie(face=self.dice.roll(6), card=self.maybe(self.one(self.own))),
            self.standing(),
            Dismiss(),
            Keep(cards=(self.one(self.cards),)),
        )
        return tuple(self.dice.shuffled([*orders, *(order for order in rest if self.dice.roll(2) == 1)]))


def crowded(state: State, dice: SeededDice) -> State:
    """The same board with many boxes filled and purses full."""
    state = copy(state)
    for chair in state.board.chairs.values():
        chair.credits += dice.roll(40)
        for card, side in charge_sides(state.content, chair):
            if cubes_left(state.board) >= side.boxes and dice.roll(3) > 1:
                chair.charges[card] = side.boxes
    return state


@pytest.mark.parametrize("seed", range(8))
def test_senseless_orders(seed: int) -> None:
    dice = SeededDice(f"whim {seed}".encode())
    for n, played in enumerate(game(RULES, RULES.seats[seed % 4], 300 + seed, points=120, light_speed=seed % 2 == 1)):
        if n % 3 or played.opened.phase == "draft":
            continue
        state = crowded(played.before, dice.at(n))
        orders = {seat: Whim(dice.at(n, seat), state, seat).file() for seat in played.opened.may}
        after, events = resolve(RULES, state, orders, played.dice)
        assert replay(state, events) == after
        trial = copy(state)
        for event in events:
            event.apply(trial)
            assert invariants(trial) == [], event
        for seat, file in orders.items():
            estimate(view(state, seat), played.opened, file)
