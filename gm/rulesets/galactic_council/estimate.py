"""What a seat's file would cost, and where it looks impossible: the rules themselves, tried on what the seat sees.

Only the seat's own orders are tried, as if nobody else did anything and unexplored space were empty. So a note
promises nothing; it shows what the program would choose now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from gm import engine
from gm.model import Note, OpenPhase, Order, Orders, Story
from gm.rulesets.galactic_council.assembly import gifts, income
from gm.rulesets.galactic_council.benefits import diplomacy
from gm.rulesets.galactic_council.building import Ledger
from gm.rulesets.galactic_council.capture import captures
from gm.rulesets.galactic_council.contracts import break_contracts, contract, free_agreements, gives
from gm.rulesets.galactic_council.council import buy_markers, exchange_bonus, start_benefits
from gm.rulesets.galactic_council.effects import total
from gm.rulesets.galactic_council.endturn import change_limit, end_markers, scrap_units
from gm.rulesets.galactic_council.exploration import exploration, scouting
from gm.rulesets.galactic_council.extras import with_benefits
from gm.rulesets.galactic_council.losses import settle
from gm.rulesets.galactic_council.movement import carry_out, raise_alert
from gm.rulesets.galactic_council.movement.sortie import Battles, Sortie
from gm.rulesets.galactic_council.notes import note_of
from gm.rulesets.galactic_council.orders import BuyMarkers, FleetLimit, Gift, Offer, Rank, Scrap, Yield
from gm.rulesets.galactic_council.payment import available
from gm.rulesets.galactic_council.production import build_docks, cruisers, produce, yields
from gm.rulesets.galactic_council.research import research
from gm.rulesets.galactic_council.state import Board, Secrets, State, View
from gm.rulesets.galactic_council.still import StillDice
from gm.rulesets.galactic_council.stops import given, stop
from gm.rulesets.galactic_council.strategy import keep_rankings


def estimate(view: View, open_phase: OpenPhase, orders: tuple[Order, ...]) -> list[Note]:
    """Notes by line: payments, what would be built or moved, what would stop; at the end what is left of the means."""
    seat = view.seat
    if seat is None or seat not in open_phase.may:
        return []
    state = _as_seen(view)
    before = engine.copy(state)
    _state, events = engine.told(state, _TRIALS[open_phase.phase](state, seat, orders))
    notes = [note for event in events if (note := note_of(seat, event, events, orders, before.board))]
    notes = [*notes, *_unsettled(state.board, seat, orders)]
    notes.sort(key=lambda note: (note.line == 0, note.line))
    return notes if open_phase.phase == "strategy" else [*notes, _total(before.board, state.board, seat)]


def _as_seen(view: View) -> State:
    """A state of its own as the seat sees it; whatever lies unexplored is taken for empty space."""
    state = engine.copy(State(view.board, Secrets()))
    empty = next(id_ for id_, tile in view.content.tiles.items() if tile.kind == "empty" and not tile.wormholes)
    state.secrets.tiles = {at: empty for at, system in state.board.systems.items() if system.tile is None}
    return state


def _strategy(state: State, seat: str, orders: Sequence[Order]) -> Story:
    yield from keep_rankings(state.board, {seat: tuple(orders)}, "1")


def _council(state: State, seat: str, orders: Sequence[Order]) -> Story:
    board, filed = state.board, {seat: tuple(orders)}
    yield from exchange_bonus(board, seat, filed)
    yield from start_benefits(board)
    benefit = yield from diplomacy(board, filed)
    for order in given(filed, seat, BuyMarkers):
        yield from buy_markers(board, seat, order)
    benefit = yield from scouting(state, filed, benefit)
    yield from exploration(state, seat, filed)
    yield from captures(board, seat, filed, benefit)


def _movement(state: State, seat: str, orders: Sequence[Order]) -> Story:
    """The seat's 3.1 against what stands there now: no fire, no battle, no landing."""
    board, battles = state.board, Battles({seat: tuple(orders)})
    sortie = Sortie(seat, free_markers=total(board, seat, "free_move_marker"))
    yield from raise_alert(board, sortie, battles)
    for order in orders:
        yield from carry_out(state, sortie, order, battles, StillDice())
    for at in board.systems:
        if seat in board.systems[at].space:
            yield from settle(board, seat, at, battles.preference(seat, at))


def _production(state: State, seat: str, orders: Sequence[Order]) -> Story:
    board, filed = state.board, {seat: tuple(orders)}
    stood = cruisers(board, seat)
    for order in given(filed, seat, Yield):
        yield from yields(board, seat, order)
    yield from produce(board, filed, with_benefits(state, Ledger(seat, stood), orders))
    yield from build_docks(board, seat, filed)
    yield from research(board, seat, filed)


def _assembly(state: State, seat: str, orders: Sequence[Order]) -> Story:
    """The seat's own part of trade and end of turn; what needs a partner's order is only looked at."""
    board, filed = state.board, {seat: tuple(orders)}
    yield from income(board, seat)
    yield from gifts(board, {seat: tuple(order for order in given(filed, seat, Gift) if not order.for_)})
    yield from _offers(board, seat, filed)
    yield from break_contracts(board, filed)
    yield from end_markers(board, seat)
    for scrap in given(filed, seat, Scrap):
        yield from scrap_units(board, seat, scrap, filed)
    for limit in given(filed, seat, FleetLimit):
        yield from change_limit(board, seat, limit, filed)
    yield from keep_rankings(board, filed, "7ж")


def _offers(board: Board, seat: str, filed: Orders) -> Story:
    """Offers that can't come right whatever the partner orders."""
    for offer in given(filed, seat, Offer):
        if contract(board, seat, offer.partner):
            yield stop(seat, offer, "pair_has_contract", thing=offer.partner)
        elif gives(board, seat, offer) is None:
            why = "no_agreement_left" if offer.give is None else "no_agreement"
            yield stop(seat, offer, why, thing=seat, number=offer.give or 0)
        elif offer.want is not None and offer.want not in free_agreements(board, offer.partner):
            yield stop(seat, offer, "no_agreement", thing=offer.partner, number=offer.want)


_TRIALS: Mapping[str, Callable[[State, str, Sequence[Order]], Story]] = {
    "strategy": _strategy,
    "council": _council,
    "movement": _movement,
    "production": _production,
    "assembly": _assembly,
}


def _unsettled(board: Board, seat: str, orders: Sequence[Order]) -> Iterator[Note]:
    """What is no mistake but good to know: partners that must agree, strategies that a ranking leaves out."""
    for order in orders:
        if isinstance(order, Offer):
            yield Note("needs_offer", {"seat": order.partner}, order.line)
        elif isinstance(order, Gift) and order.for_:
            yield Note("needs_gift", {"seat": order.to, "number": order.for_}, order.line)
        elif isinstance(order, Rank):
            table = board.content.strategies
            rest = sorted((id_ for id_ in table if id_ not in order.order), key=lambda id_: table[id_].number)
            if rest:
                yield Note("ranking_filled", {"strategies": rest}, order.line)


def _total(before: Board, after: Board, seat: str) -> Note:
    """Markers and goods now and afterwards, and the planets that would still be unused."""
    had, left = before.chairs[seat], after.chairs[seat]
    return Note(
        "means",
        {
            "markers": had.markers,
            "markers_left": left.markers,
            "goods": had.goods,
            "goods_left": left.goods,
            "planets": available(after, seat),
        },
    )
