"""The game master's changes become events; what can't be done is refused before anything happens."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from gm.model import RULING, CannotRule, Change, Event, Story
from gm.rulesets.space_base.cards import cubes_left, lying, sector, side_of
from gm.rulesets.space_base.content import LEVELS
from gm.rulesets.space_base.events.common import SeatRests, StandingKept
from gm.rulesets.space_base.events.rulings import (
    ColonyRuled,
    CubesRuled,
    DeckCounted,
    DeckOrdered,
    DiceRuled,
    HandRuled,
    MeansRuled,
    RoundRuled,
    SeatRuled,
    ShipRuled,
    WinnersRuled,
)
from gm.rulesets.space_base.events.yard import ShipyardRefilled
from gm.rulesets.space_base.rulings import Cubes, EndStanding, Give, Move, Place, Refill, Remove, Set, Take
from gm.rulesets.space_base.state import Board, Chair, State

Side: TypeAlias = Literal["station", "deployed"]
Pile: TypeAlias = Literal["shipyard", "deck", "discard", "box"]


class Lies(NamedTuple):
    """Where a card of a seat lies; a colony lies like a station."""

    seat: str
    sector: int
    side: Side


def apply_ruling(state: State, change: Change) -> Story:
    """The events of a change, each to be applied before the next is asked for. Raises CannotRule before the first."""
    yield from _RULES[type(change)](state, change)


# --- tracks and cubes ------------------------------------------------------------------------------------------


def _give(state: State, change: Give) -> Iterator[Event]:
    yield MeansRuled(change.seat, change.credits, change.income, change.points, rule=RULING)


def _take(state: State, change: Take) -> Iterator[Event]:
    for what in ("credits", "income", "points"):
        have, count = getattr(state.board.chairs[change.seat], what), getattr(change, what)
        if count > have:
            raise CannotRule("ruling_too_few", seat=change.seat, what=what, have=str(have), count=str(count))
    yield MeansRuled(change.seat, -change.credits, -change.income, -change.points, rule=RULING)


def _cubes(state: State, change: Cubes) -> Iterator[Event]:
    seat = _owner(state.board, change.card, change.seat).seat
    chair = state.board.chairs[seat]
    side, now = side_of(state.content, chair, change.card), chair.charges.get(change.card, 0)
    if side is None or not side.boxes:
        raise CannotRule("ruling_no_boxes", card=change.card)
    if change.cubes > side.boxes:
        raise CannotRule("ruling_boxes", card=change.card, most=str(side.boxes))
    if change.cubes - now > cubes_left(state.board):
        raise CannotRule("ruling_supply", left=str(cubes_left(state.board)))
    if change.cubes == now:
        raise CannotRule("ruling_same")
    yield CubesRuled(seat, change.card, change.cubes, side.boxes, rule=RULING)


# --- cards -----------------------------------------------------------------------------------------------------


def _place(state: State, change: Place) -> Iterator[Event]:
    board, content, card = state.board, state.content, change.card
    chair, number = board.chairs[change.seat], change.sector or content.card(card).sector
    holders = [lies.seat for lies in _holders(board, card)]
    if holders and (card not in content.starting or change.seat in holders):
        raise CannotRule("ruling_lies_with", card=card, seat=holders[0] if card in content.ships else change.seat)
    if change.side == "hand":
        yield from _to_hand(state, change.seat, card)
        return
    if card in content.colonies:
        _free_for_colony(chair, change.seat, number, change.side)
        yield ColonyRuled(change.seat, card, number, True, rule=RULING)
        return
    if change.side == "station":
        _free_station(chair, change.seat, number)
    origin: Pile = "box"
    if card in content.ships:
        origin = yield from _on_the_table(state, card)
    yield ShipRuled(card, origin, change.side, seat=change.seat, sector=number, rule=RULING)


def _to_hand(state: State, seat: str, card: str) -> Iterator[Event]:
    """A card comes to a hand by way of its deck; everybody is told how large that is now, if it changed."""
    hands = state.secrets.hands
    if state.board.phase != "draft" or seat not in hands:
        raise CannotRule("ruling_no_hand")
    if card not in state.content.ships:
        raise CannotRule("ruling_no_place", card=card)
    if card in hands[seat]:
        raise CannotRule("ruling_there_already", card=card)
    level = state.content.ship(card).level
    believed = state.board.decks[level - 1]
    origin = yield from _on_the_table(state, card)
    if origin != "deck":
        yield ShipRuled(card, origin, "deck", rule=RULING)
        believed += 1
    yield HandRuled(seat, card, True, rule=RULING, seen_by=(seat,))
    if len(state.secrets.decks[level - 1]) != believed:
        yield _counted(state, card)


def _move(state: State, change: Move) -> Iterator[Event]:
    board, card = state.board, change.card
    lies = _owner(board, card, change.seat)
    goal = Lies(change.to or lies.seat, change.sector or lies.sector, change.side or lies.side)
    chair = board.chairs[goal.seat]
    if goal == lies:
        raise CannotRule("ruling_there_already", card=card)
    if goal.seat != lies.seat and any(other.seat == goal.seat for other in _holders(board, card)):
        raise CannotRule("ruling_lies_with", card=card, seat=goal.seat)
    if card in state.content.colonies:
        _free_for_colony(chair, goal.seat, goal.sector, goal.side)
        yield ColonyRuled(lies.seat, card, lies.sector, False, rule=RULING)
        yield ColonyRuled(goal.seat, card, goal.sector, True, rule=RULING)
        return
    if goal.side == "station":
        _free_station(chair, goal.seat, goal.sector)
    yield ShipRuled(card, lies.side, goal.side, lies.seat, lies.sector, seat=goal.seat, sector=goal.sector, rule=RULING)


def _remove(state: State, change: Remove) -> Iterator[Event]:
    board, content, card = state.board, state.content, change.card
    if card not in content.ships:
        lies = _owner(board, card, change.seat)
        if change.to is not None:
            raise CannotRule("ruling_no_place", card=card)
        if card in content.colonies:
            yield ColonyRuled(lies.seat, card, lies.sector, False, rule=RULING)
        else:
            yield ShipRuled(card, lies.side, "box", lies.seat, lies.sector, rule=RULING)
        return
    if change.seat is not None and card not in state.secrets.hands.get(change.seat, ()):
        _owner(board, card, change.seat)
    if change.to == "shipyard":
        _free_row(state, card)
    match change.to:
        case "top" | "bottom" as end:
            yield from _to_pile(state, card, "deck")
            yield DeckOrdered(content.ship(card).level, card, end, rule=RULING, seen_by=())
        case pile:
            yield from _to_pile(state, card, pile or "discard")


def _to_pile(state: State, card: str, goal: Pile) -> Iterator[Event]:
    """A ship goes to the row, the discard or its deck, from a sector or from the table."""
    lies = next(_holders(state.board, card), None)
    if lies is not None:
        yield ShipRuled(card, lies.side, goal, lies.seat, lies.sector, rule=RULING)
        return
    held = any(card in hand for hand in state.secrets.hands.values())
    if not held and goal != "deck" and _pile_of(state, card) == goal:
        raise CannotRule("ruling_there_already", card=card)
    origin = yield from _on_the_table(state, card)
    if origin != goal:
        yield ShipRuled(card, origin, goal, rule=RULING)
    elif held:
        yield _counted(state, card)


def _on_the_table(state: State, card: str) -> Generator[Event, None, Pile]:
    """The pile of a ship that no seat has; one in a hand goes to its deck first, which only its owner learns."""
    for seat, hand in state.secrets.hands.items():
        if card in hand:
            yield HandRuled(seat, card, False, rule=RULING, seen_by=(seat,))
            break
    return _pile_of(state, card)


def _pile_of(state: State, card: str) -> Pile:
    if card in state.board.discard:
        return "discard"
    return "shipyard" if any(card in row for row in state.board.shipyard) else "deck"


def _counted(state: State, card: str) -> DeckCounted:
    level = state.content.ship(card).level
    return DeckCounted(level, len(state.secrets.decks[level - 1]), rule=RULING)


def _refill(state: State, change: Refill) -> Iterator[Event]:
    board, decks, full = state.board, state.secrets.decks, state.content.numbers.row
    if board.phase == "draft":
        raise CannotRule("ruling_no_row")
    levels = [change.level] if change.level else LEVELS
    free = [n for n in levels if len(board.shipyard[n - 1]) < full and decks[n - 1]]
    if not free:
        raise CannotRule("ruling_nothing_to_refill")
    for level in free:
        row, deck = board.shipyard[level - 1], decks[level - 1]
        while deck and len(row) < full:
            yield ShipyardRefilled(level, len(row), deck[0], rule=RULING)


# --- where cards lie -------------------------------------------------------------------------------------------


def _holders(board: Board, card: str) -> Iterator[Lies]:
    """The seats that have a card: one at most, but for starting ships."""
    for seat, chair in board.chairs.items():
        for id_, number, deployed in lying(chair):
            if id_ == card:
                yield Lies(seat, number, "deployed" if deployed else "station")
        for number, there in enumerate(chair.sectors, 1):
            if there.colony == card:
                yield Lies(seat, number, "station")


def _owner(board: Board, card: str, seat: str | None) -> Lies:
    """The seat whose card is meant."""
    found = list(_holders(board, card))
    if not found:
        raise CannotRule("ruling_no_seat_has", card=card)
    if seat is None and len(found) > 1:
        raise CannotRule("ruling_whose", card=card)
    lies = next((lies for lies in found if seat in (None, lies.seat)), None)
    if lies is None:
        raise CannotRule("ruling_not_theirs", seat=seat or "", card=card)
    return lies


def _free_station(chair: Chair, seat: str, number: int) -> None:
    there = sector(chair, number)
    if card := there.station or there.colony:
        raise CannotRule("ruling_occupied", seat=seat, sector=str(number), card=card)


def _free_for_colony(chair: Chair, seat: str, number: int, side: str) -> None:
    if side != "station":
        raise CannotRule("ruling_colony_stays")
    _free_station(chair, seat, number)


def _free_row(state: State, card: str) -> None:
    if state.board.phase == "draft":
        raise CannotRule("ruling_no_row")
    level = state.content.ship(card).level
    row = state.board.shipyard[level - 1]
    if card not in row and len(row) >= state.content.numbers.row:
        raise CannotRule("ruling_row_full", level=str(level))


# --- the course of the game ------------------------------------------------------------------------------------


def _end_standing(state: State, change: EndStanding) -> Iterator[Event]:
    seat, chair = change.seat, state.board.chairs[change.seat]
    rests = chair.rests_own or chair.rests_others
    if seat not in state.secrets.standing and not rests:
        raise CannotRule("ruling_no_standing", seat=seat)
    yield StandingKept(seat, None, rule=RULING, seen_by=(seat,))
    if rests:
        yield SeatRests(seat, False, False, rule=RULING)


def _set(state: State, change: Set) -> Iterator[Event]:
    board = state.board
    what = next((name for name in ("dice", "active", "first", "round", "last_round") if _told(change, name)), "")
    if what and board.phase != "turn":
        raise CannotRule("ruling_not_in_phase", what=what)
    if change.winners and board.phase == "draft":
        raise CannotRule("ruling_not_in_phase", what="winners")
    now = change.round or board.round
    if change.last_round and change.last_round < now:
        raise CannotRule("ruling_round_past", round=str(change.last_round), now=str(now))
    events = list(_course(board, change))
    if not events:
        raise CannotRule("ruling_same")
    yield from events


def _told(change: Set, name: str) -> bool:
    return getattr(change, name) is not None


def _course(board: Board, change: Set) -> Iterator[Event]:
    """Only what differs; that the game is over comes last."""
    if change.dice is not None and list(change.dice) != board.dice:
        yield DiceRuled(change.dice, rule=RULING)
    if change.active not in (None, board.active):
        yield SeatRuled("active", change.active or "", rule=RULING)
    if change.first not in (None, board.first):
        yield SeatRuled("first", change.first or "", rule=RULING)
    if change.round not in (None, board.round):
        yield RoundRuled("round", change.round or 0, rule=RULING)
    if change.last_round not in (None, board.last_round):
        yield RoundRuled("last_round", change.last_round or 0, rule=RULING)
    winners = tuple(dict.fromkeys(change.winners))
    if winners and list(winners) != board.winners:
        yield WinnersRuled(winners, rule=RULING)


_RULES: Mapping[type[Change], Callable[[State, Any], Iterator[Event]]] = {
    Give: _give,
    Take: _take,
    Cubes: _cubes,
    Place: _place,
    Move: _move,
    Remove: _remove,
    Refill: _refill,
    EndStanding: _end_standing,
    Set: _set,
}
