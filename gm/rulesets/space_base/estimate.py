"""What a seat's file would bring, and where it looks impossible: the rules themselves, tried on what the seat sees.

Only the seat's own orders are tried, as if nobody else did anything and the decks were in the order of the tables. So
a note promises nothing; dice that a reroll would throw stay as they lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from gm import engine
from gm.model import Event, Note, OpenPhase, Order, Orders, Story
from gm.rulesets.space_base.buying import purchase
from gm.rulesets.space_base.charging import uses
from gm.rulesets.space_base.choosing import CHOICES, Gain, gain, sectors_of
from gm.rulesets.space_base.draft import keeps
from gm.rulesets.space_base.ending import set_die
from gm.rulesets.space_base.events import common, rewards, start, yard
from gm.rulesets.space_base.filing import filing, keep_standing
from gm.rulesets.space_base.orders import Buy, Choose, Claim, Keep, Standing, Use
from gm.rulesets.space_base.play import act
from gm.rulesets.space_base.state import Board, State, View
from gm.rulesets.space_base.stops import given
from gm.rulesets.space_base.view import as_seen


def estimate(view: View, open_phase: OpenPhase, orders: tuple[Order, ...]) -> list[Note]:
    """Notes by line: what the choice brings, what would be bought, taken or stop; at the end the tracks afterwards."""
    seat = view.seat
    if seat is None or seat not in open_phase.may:
        return []
    state = as_seen(view)
    board, filed = state.board, {seat: orders}
    notes = [*_choice_notes(board, seat, orders)] if open_phase.phase == "turn" else []
    story = _turn(state, seat, filed) if open_phase.phase == "turn" else _draft(state, seat, filed)
    _state, events = engine.told(state, story)
    notes += [note for event in events if (note := _note(event, seat, orders))]
    notes.sort(key=lambda note: (note.line == 0, note.line))
    chair = board.chairs[seat]
    return [*notes, Note("means", {"credits": chair.credits, "income": chair.income, "points": chair.points})]


def _turn(state: State, seat: str, orders: Orders) -> Story:
    """The seat's part of the turn, its purchase, what it uses last."""
    board = state.board
    yield from keep_standing(state, orders)
    file = filing(state, orders, seat)
    yield from act(state, file)
    if file.active and board.phase != "over":
        yield from purchase(state, file)
    if board.phase != "over":
        yield from uses(state, file, "last")
    if file.set_die is not None:
        yield from set_die(board, file)


def _draft(state: State, seat: str, orders: Orders) -> Story:
    kept = yield from keeps(state, seat, orders)
    cost = sum(state.content.ship(card).cost for card in kept)
    yield start.ShipsKept(seat, kept, cost, rule="light_speed")


def _choice_notes(board: Board, seat: str, orders: tuple[Order, ...]) -> Iterator[Note]:
    """What either use of the dice brings; the ordered one stands at its line."""
    chosen = next(iter(given({seat: orders}, seat, Choose)), None)
    for choice in CHOICES:
        if chosen is None or chosen.use == choice:
            sectors = sectors_of(board.dice, choice, board.content.numbers.highest_sector)
            brought = gain(board, seat, sectors, chosen.arrow if chosen else None)
            yield Note(
                "brings", {"choice": choice, "sectors": sectors, **_gains(brought)}, chosen.line if chosen else 0
            )


def _gains(found: Gain) -> dict[str, Any]:
    return found._asdict()


def _note(event: Event, seat: str, orders: tuple[Order, ...]) -> Note | None:
    """The note that an event of the trial is worth, at the line of the order that it comes from."""
    if isinstance(event, common.OrderCutShort):
        fields = msgspec.structs.asdict(event)
        return Note("cut", {name: fields[name] for name in ("why", "card", "number", "verb")}, event.line, warning=True)
    code, args, kind = _TOLD.get(type(event), ("", (), Order))
    if not code:
        return None
    fields = msgspec.structs.asdict(event)
    line = next((order.line for order in orders if isinstance(order, kind)), 0)
    return Note(code, {name: fields[name] for name in args}, line)


_TOLD: Mapping[type[Event], tuple[str, tuple[str, ...], type[Order]]] = {
    yard.CardBought: ("buys", ("card", "sector", "cost", "credits", "extra"), Buy),
    yard.ColonyFounded: ("founds", ("card", "sector", "cost", "credits", "points", "extra"), Buy),
    yard.CardClaimed: ("claims", ("card", "sector"), Claim),
    yard.CardExchanged: ("exchanges", ("old", "card", "sector"), Use),
    yard.PurchasePassed: ("passes", ("credits",), Buy),
    rewards.AbilityUsed: ("uses", ("card", "ability", "credits", "points"), Use),
    common.SeatRests: ("rests", ("own", "others"), Standing),
    start.ShipsKept: ("keeps", ("cards", "cost"), Keep),
}
