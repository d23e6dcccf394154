"""What an activated sector gives: rewards, charges, arrows, free cards, purchases ("rewards", "charged", "arrows")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from gm.model import Event, Story
from gm.rulesets.space_base.buying import claims, extra_purchase
from gm.rulesets.space_base.cards import cubes_left
from gm.rulesets.space_base.choosing import neighbours, sides
from gm.rulesets.space_base.content import Side
from gm.rulesets.space_base.events.rewards import ChargeAdded, Rewarded
from gm.rulesets.space_base.filing import Filing
from gm.rulesets.space_base.state import State

Source: TypeAlias = Literal["dice", "arrow", "double"]
_RULES = {"dice": "rewards", "arrow": "arrows", "double": "charged"}


def activate(state: State, file: Filing, number: int, source: Source = "dice", via: int = 0) -> Story:
    """A sector is activated: the active seat's station, or all deployed ships of another seat ("dice").

    The cards' arrows follow; those of the neighbour that they lead to do not count on ("arrows").
    """
    board, chair, deployed = state.board, state.board.chairs[file.seat], not file.active
    cards = list(sides(board, chair, number, deployed))
    yield from _basic(file, number, [side for _id, side in cards], source, via)
    for id_, side in cards:
        yield from _charge(state, file.seat, id_, side)
    for id_, side in cards:
        yield from claims(state, file, (side.claim,) * side.claims, id_, file.claim)
        yield from extra_purchase(state, file, side.buys, file.buy)
    if source == "arrow":
        return
    for _id, side in cards:
        for near in neighbours(board, chair, number, side, deployed, file.arrow):
            yield from activate(state, file, near, "arrow", number)


def _basic(file: Filing, number: int, cards: Sequence[Side], source: Source, via: int) -> Iterator[Event]:
    """Credits, income and points of all cards together ("rewards")."""
    credits, income, points = (sum(getattr(s, name) for s in cards) for name in ("credits", "income", "points"))
    if credits or income or points:
        side: Literal["station", "deployed"] = "station" if file.active else "deployed"
        yield Rewarded(file.seat, number, side, source, credits, income, points, via, rule=_RULES[source])


def _charge(state: State, seat: str, card: str, side: Side) -> Iterator[Event]:
    """A cube on a card with a free box, as long as the supply lasts ("charged")."""
    cubes = state.board.chairs[seat].charges.get(card, 0)
    if cubes < side.boxes and cubes_left(state.board):
        yield ChargeAdded(seat, card, cubes + 1, side.boxes, "sector", rule="charged")
