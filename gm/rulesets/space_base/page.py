"""What the report page prints besides sentences: the story by turns, the seat's board, the shipyard, the next dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm.model import RULING, Event
from gm.rulesets.space_base.cards import open_for
from gm.rulesets.space_base.choosing import CHOICES, gain, outcomes, sectors_of
from gm.rulesets.space_base.content import LEVELS, Colony, Content, Ship, Side
from gm.rulesets.space_base.events.common import DiceRolled, ExtraRound, OrderCutShort
from gm.rulesets.space_base.events.rulings import DiceRuled
from gm.rulesets.space_base.state import Board, Chair, View
from gm.rulesets.space_base.story import split, turns
from gm.rulesets.space_base.turn import awaited, open_to


def _rolled(board: Board, events: Sequence[Event]) -> Event | None:
    """What opened the turn: its dice, as they were rolled or as a ruling has them; None when no turn was opened."""
    last = next((event for event in reversed(events) if isinstance(event, DiceRolled)), None)
    if last is None or list(last.dice) == board.dice:
        return last
    return DiceRuled((board.dice[0], board.dice[1]), rule=RULING)


def page(view: View, events: Sequence[Event]) -> Mapping[str, Any]:
    """The turns as they concern the seat and the rest; its board (None for a spectator); what the next dice bring."""
    board, seat = view.board, view.seat
    own, rest = split(turns(events, board.turn), seat)
    return {
        "own": own,
        "rest": rest,
        "odd": [event for event in events if isinstance(event, OrderCutShort | ExtraRound)],
        "me": _seat(board, seat) if seat is not None else None,
        "hand": [_card(board, id_) for id_ in view.hand],
        "standing": view.standing,
        "others": [_seat(board, id_) for id_ in board.chairs if id_ != seat],
        "yard": [{"level": level, "deck": board.decks[level - 1], "cards": _row(view, level)} for level in LEVELS],
        "colonies": [_offer(view, id_) for id_ in board.colonies],
        "phase": board.phase,
        "active": board.active,
        "dice": tuple(board.dice) if board.phase == "turn" else (),
        "rolled": _rolled(board, events) if board.phase == "turn" else None,
        "outcomes": [_outcomes(board, id_) for id_ in _reading_order(board, seat)] if board.phase == "turn" else [],
        "turn": board.turn,
        "round": board.round,
        "last_round": board.last_round,
        "goal": board.options.points,
        "awaited": [id_ for id_ in board.chairs if board.phase in ("draft", "turn") and awaited(board, id_)],
        "resting": [id_ for id_, chair in board.chairs.items() if chair.rests_own or chair.rests_others],
        "may": [kind.verb.id for kind in open_to(board, seat)] if seat is not None else None,
    }


def _reading_order(board: Board, seat: str | None) -> list[str]:
    """The reader first, then the active seat, then all others clockwise."""
    seats = list(board.chairs)
    start = seats.index(board.active)
    around = [*seats[start:], *seats[:start]]
    return [id_ for id_ in around if id_ == seat] + [id_ for id_ in around if id_ != seat]


def _outcomes(board: Board, seat: str) -> Mapping[str, Any]:
    """What each use of the open dice would bring a seat."""
    found, highest = outcomes(board, seat), board.content.numbers.highest_sector
    return {
        "seat": seat,
        "active": seat == board.active,
        "choices": [
            {"choice": choice, "sectors": sectors_of(board.dice, choice, highest), "gain": found[choice]}
            for choice in CHOICES
        ],
    }


def _seat(board: Board, seat: str) -> Mapping[str, Any]:
    """A seat's purse and its twelve sectors; everything about it is public."""
    chair = board.chairs[seat]
    ships = [id_ for sector in chair.sectors for id_ in sector.deployed]
    return {
        "seat": seat,
        "credits": chair.credits,
        "income": chair.income,
        "points": chair.points,
        "rests_own": chair.rests_own,
        "rests_others": chair.rests_others,
        "sectors": _sectors(board, chair),
        "deployed": len(ships),
        "charges": [(id_, cubes, _boxes(board, chair, id_)) for id_, cubes in chair.charges.items()],
        "colonies": [sector.colony for sector in chair.sectors if sector.colony],
    }


def _boxes(board: Board, chair: Chair, card: str) -> int:
    """How many cubes the side of a card holds that counts."""
    deployed = any(card in sector.deployed for sector in chair.sectors)
    return board.content.ship(card).side(deployed).boxes


def _sectors(board: Board, chair: Chair) -> list[Mapping[str, Any]]:
    content = board.content
    return [
        {
            "number": number,
            "colony": there.colony,
            "points": content.colonies[there.colony].points if there.colony else 0,
            "station": _side(chair, there.station, content.ship(there.station).station) if there.station else None,
            "deployed": [_side(chair, id_, content.ship(id_).deployed) for id_ in there.deployed],
            "changed": not _starting(content, there.station, number),
        }
        for number, there in enumerate(chair.sectors, 1)
    ]


def _starting(content: Content, station: str | None, number: int) -> bool:
    """Whether the station is the ship with which the sector started."""
    return station in content.starting and content.ship(station).sector == number if station else False


def _side(chair: Chair, card: str, side: Side) -> Mapping[str, Any]:
    return {"card": card, "side": side, "cubes": chair.charges.get(card, 0)}


def _row(view: View, level: int) -> list[Mapping[str, Any]]:
    return [_offer(view, id_) for id_ in view.board.shipyard[level - 1]]


def _card(board: Board, id_: str) -> Mapping[str, Any]:
    row: Ship | Colony = board.content.card(id_)
    sides = (row.station, row.deployed) if isinstance(row, Ship) else (None, None)
    return {
        "card": id_,
        "sector": row.sector,
        "cost": row.cost,
        "points": 0 if isinstance(row, Ship) else row.points,
        "station": sides[0],
        "deployed": sides[1],
    }


def _offer(view: View, id_: str) -> Mapping[str, Any]:
    """A card that is for sale; ``reach``: closed (a colony stands there), now, a choice that would do, any, no."""
    return {**_card(view.board, id_), "reach": _reach(view, id_)}


def _reach(view: View, id_: str) -> str:
    """Whether the seat could pay a card: with what it has, or after one choice or either; "" for a spectator."""
    board, seat, row = view.board, view.seat, view.content.card(id_)
    if seat is None:
        return ""
    chair = board.chairs[seat]
    if not open_for(chair, row.sector):
        return "closed"
    if row.cost <= chair.credits:
        return "now"
    if board.phase != "turn":
        return "no"
    highest = board.content.numbers.highest_sector
    enough = [
        choice
        for choice in CHOICES
        if row.cost <= chair.credits + gain(board, seat, sectors_of(board.dice, choice, highest)).credits
    ]
    return enough[0] if len(enough) == 1 else "any" if enough else "no"
