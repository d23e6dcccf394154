"""What a seat may know: the public board and its own secrets; other secrets that would look the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gm.dice import Dice
from gm.engine import copy
from gm.model import Name
from gm.rulesets.space_base.cards import face_up, lying
from gm.rulesets.space_base.content import LEVELS
from gm.rulesets.space_base.orders import Standing
from gm.rulesets.space_base.state import Board, Secrets, State, View
from gm.rulesets.space_base.vocabulary import RULES, labels_of


def view(state: State, seat: str | None) -> View:
    """The board, which is public by its type, the seat's own hand and standing order; None is a spectator."""
    secrets = state.secrets
    hand = secrets.hands.get(seat, []) if seat is not None else []
    return View(seat, state.board, list(hand), secrets.standing.get(seat) if seat is not None else None)


def labels(seen: View) -> Mapping[str, Mapping[str, Name]]:
    """Kind of thing -> id -> name, for templates."""
    return labels_of(seen.board)


def unseen(board: Board, hand: Collection[str]) -> list[str]:
    """The ships that lie in no row, sector, discard or hand of the seat: in a deck, or in others' hands."""
    known = {*face_up(board), *board.discard, *hand}
    known |= {card for chair in board.chairs.values() for card, _number, _deployed in lying(chair)}
    return [card for card in board.content.ships if card not in known]


def other_secrets(state: State, seat: str | None, dice: Dice, keep: Collection[str] = ()) -> State:
    """A state of its own that looks the same from ``seat``: decks, others' hands and standing orders made up again.

    Cards named in ``keep`` stay where they are; so do the standing orders of seats named there.
    """
    other, kept = copy(state), set(keep)
    decks, hands = state.secrets.decks, state.secrets.hands
    for level in LEVELS:
        cards = [card for card in decks[level - 1] if card not in kept]
        cards += [card for card in _strange(state, seat, level) if card not in kept]
        dealt = iter(dice.at("deck", level).shuffled(cards))
        other.secrets.decks[level - 1] = [card if card in kept else next(dealt) for card in decks[level - 1]]
        for of in hands:
            if of != seat:
                other.secrets.hands[of] = [
                    next(dealt) if state.content.ship(card).level == level and card not in kept else card
                    for card in other.secrets.hands[of]
                ]
    for of in state.secrets.standing:
        if of != seat and of not in kept:
            other.secrets.standing[of] = _other_standing(state.board, of, dice.at("standing", of))
    return other


def _strange(state: State, seat: str | None, level: int) -> Sequence[str]:
    """The cards of a level in the hands of other seats."""
    ship = state.content.ship
    return [c for of, hand in state.secrets.hands.items() if of != seat for c in hand if ship(c).level == level]


def _other_standing(board: Board, seat: str, dice: Dice) -> Standing:
    """A standing order that lets the seat rest on the same turns, as everybody knows, but says something else."""
    chair = board.chairs[seat]
    rules = tuple(dice.shuffled([name.id for name in RULES])[:2])
    return Standing(own=rules if chair.rests_own else (), others=rules if chair.rests_others else ())


def as_seen(seen: View) -> State:
    """A state of its own as the seat sees it, for trials: decks in the order of the table, others' hands empty."""
    state = copy(State(seen.board, Secrets()))
    hidden = unseen(seen.board, seen.hand)
    ship = seen.content.ship
    decks = [[card for card in hidden if ship(card).level == level] for level in LEVELS]
    state.secrets.decks = [deck[:size] for deck, size in zip(decks, seen.board.decks, strict=True)]
    if seen.seat is not None:
        state.secrets.hands = {seen.seat: list(seen.hand)} if seen.hand else {}
        state.secrets.standing = {seen.seat: seen.standing} if seen.standing else {}
    return state
