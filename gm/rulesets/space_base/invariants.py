"""What must hold after every event, whatever the rules and orders: each check yields what is broken, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

from gm.model import Problem
from gm.rulesets.space_base.cards import cubes_left, lying, side_of
from gm.rulesets.space_base.content import LEVELS
from gm.rulesets.space_base.state import Board, State

Broken: TypeAlias = Iterator[tuple[str, str]]
"""What is broken, and where."""

PHASES = ("entry", "draft", "turn", "over")


def invariants(state: State) -> list[Problem]:
    """What is broken in the state, as problems ``state_broken`` with ``what`` and ``where``; empty when all is well."""
    broken = list(_ids(state)) or list(chain.from_iterable(check(state) for check in _CHECKS))
    return [Problem("state_broken", {"what": what, "where": where}) for what, where in broken]


def _ids(state: State) -> Broken:
    """Every id means something; where one does not, nothing else can be asked."""
    board, content = state.board, state.content
    for where, cards in _places(state):
        for card in cards:
            if card not in content.ships and card not in content.starting:
                yield f"unknown ship {card}", where
    for card in (*board.colonies, *(card for _seat, card in _founded(board))):
        if card not in content.colonies:
            yield f"unknown colony {card}", "board"
    if board.phase not in PHASES:
        yield f"phase {board.phase}", "board"
    for seat in filter(None, (board.first, board.active, *board.winners, *state.secrets.standing)):
        if seat not in board.chairs:
            yield f"unknown seat {seat}", "board"


def _places(state: State) -> Iterator[tuple[str, list[str]]]:
    """Every place where ships lie."""
    board = state.board
    for level in LEVELS:
        yield f"row {level}", board.shipyard[level - 1]
        yield f"deck {level}", state.secrets.decks[level - 1] if state.secrets.decks else []
    yield "discard", board.discard
    for seat, hand in state.secrets.hands.items():
        yield f"hand of {seat}", hand
    for seat, chair in board.chairs.items():
        yield f"sectors of {seat}", [card for card, _number, _deployed in lying(chair)]


def _founded(board: Board) -> Iterator[tuple[str, str]]:
    for seat, chair in board.chairs.items():
        yield from ((seat, sector.colony) for sector in chair.sectors if sector.colony is not None)


def _cards(state: State) -> Broken:
    """Every ship of the shipyard is in exactly one place, every seat has its own starting ships at most once."""
    board, content = state.board, state.content
    count = Counter(card for _where, cards in _places(state) for card in cards if card in content.ships)
    if state.secrets.decks:
        for card in content.ships:
            if count[card] != 1:
                yield f"{count[card]} times", card
    for seat, chair in board.chairs.items():
        for card, n in Counter(card for card, _number, _deployed in lying(chair)).items():
            if n != 1:
                yield f"{n} times", f"{card} of {seat}"
    colonies = Counter([*board.colonies, *(card for _seat, card in _founded(board))])
    for card, n in colonies.items():
        if n != 1:
            yield f"{n} times", card


def _rows(state: State) -> Broken:
    """Rows hold no more cards than they have places, of their level; everybody knows how large the decks are."""
    board, content = state.board, state.content
    for level in LEVELS:
        row, deck = board.shipyard[level - 1], state.secrets.decks[level - 1] if state.secrets.decks else []
        if len(row) > content.numbers.row:
            yield f"{len(row)} cards", f"row {level}"
        if len(deck) != board.decks[level - 1]:
            yield f"{len(deck)} cards, said to be {board.decks[level - 1]}", f"deck {level}"
        for card in (*row, *deck):
            if content.ship(card).level != level:
                yield f"{card} of another level", f"level {level}"


def _sectors(state: State) -> Broken:
    """A seat that has been settled has all sectors; where a colony is no ship is stationed."""
    for seat, chair in state.board.chairs.items():
        if len(chair.sectors) not in (0, state.content.numbers.highest_sector):
            yield f"{len(chair.sectors)} sectors", seat
        for number, sector in enumerate(chair.sectors, 1):
            if sector.colony is not None and sector.station is not None:
                yield f"{sector.station} beside a colony", f"{seat}, sector {number}"


def _charges(state: State) -> Broken:
    """Cubes lie on boxes of the side that counts, no more than there are boxes or cubes in the game."""
    board, content = state.board, state.content
    for seat, chair in board.chairs.items():
        for card, cubes in chair.charges.items():
            side = side_of(content, chair, card)
            if side is None or not 0 < cubes <= side.boxes:
                yield f"{cubes} cubes", f"{card} of {seat}"
    if cubes_left(board) < 0:
        yield f"{-cubes_left(board)} cubes too many", "board"


def _tracks(state: State) -> Broken:
    """No track goes below 0."""
    for seat, chair in state.board.chairs.items():
        for name in ("credits", "income", "points"):
            if getattr(chair, name) < 0:
                yield f"{name} {getattr(chair, name)}", seat


def _turn(state: State) -> Broken:
    """An open turn has an active seat and two dice; a finished game has winners."""
    board = state.board
    if board.phase == "turn" and (board.active not in board.chairs or len(board.dice) != 2):
        yield f"active {board.active!r}, dice {board.dice}", f"turn {board.turn}"
    if any(not 1 <= face <= 6 for face in board.dice):
        yield f"dice {board.dice}", f"turn {board.turn}"
    if (board.phase == "over") != bool(board.winners):
        yield f"winners {board.winners}", board.phase


_CHECKS = (_cards, _rows, _sectors, _charges, _tracks, _turn)
