"""What a seat may know: the public board and its own secrets; other secrets that would look the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gm.dice import Dice
from gm.engine import copy
from gm.model import Name
from gm.rulesets.space_base.cards import face_up, lying
from gm.rulesets.space_base.content import LEVELS, Content
from gm.rulesets.space_base.orders import Standing, Wish
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

    Without ``keep`` it follows from the seat's view and the dice alone, so that it tells nothing of the true state.
    Cards named in ``keep`` stay where they are; so do the standing orders (or that there is none) of seats named there.
    """
    seen, kept = view(state, seat), set(keep)
    other = copy(State(seen.board, Secrets()))
    decks, hands = (state.secrets.decks, state.secrets.hands) if kept else _places(seen)
    other.secrets.decks, other.secrets.hands = [list(deck) for deck in decks], {of: list(hands[of]) for of in hands}
    strange = [*other.secrets.decks, *(hand for of, hand in other.secrets.hands.items() if of != seat)]
    for level in LEVELS:
        hidden = [card for card in unseen(seen.board, seen.hand) if seen.content.ship(card).level == level]
        _deal(seen.content, strange, level, dice.at("deck", level).shuffled([c for c in hidden if c not in kept]), kept)
    for of in seen.board.chairs:
        own = state.secrets.standing.get(of) if of == seat or of in kept else _other_standing(seen.board, of, dice)
        if own is not None:
            other.secrets.standing[of] = own
    return other


def _places(seen: View) -> tuple[list[list[str]], dict[str, list[str]]]:
    """Decks and hands as a seat may fancy them: as large as they are, in the order of the table.

    In the draft others have as many cards of each level as were dealt ("light_speed"); if the position is a GM's own,
    they have what can't be in the decks.
    """
    board, ship = seen.board, seen.content.ship
    hands: dict[str, list[str]] = {seat: [] for seat in board.chairs} if board.phase == "draft" else {}
    if seen.seat is not None and (seen.hand or seen.seat in hands):
        hands[seen.seat] = list(seen.hand)
    others = [of for of in board.chairs if of != seen.seat]
    hidden, decks = unseen(board, seen.hand), []
    for level, size, dealt in zip(LEVELS, board.decks, seen.content.numbers.light_hand, strict=True):
        cards = [card for card in hidden if ship(card).level == level]
        decks.append(cards[:size])
        for number, card in enumerate(cards[size:]):
            of = others[number // dealt if number < dealt * len(others) else number % len(others)]
            hands.setdefault(of, []).append(card)
    return decks, hands


def _deal(
    content: Content, places: Sequence[list[str]], level: int, cards: Sequence[str], kept: Collection[str]
) -> None:
    """Put the cards of a level where others of it lie, but for those that are kept."""
    dealt = iter(cards)
    for place in places:
        place[:] = [card if card in kept or content.ship(card).level != level else next(dealt) for card in place]


def _other_standing(board: Board, seat: str, dice: Dice) -> Standing | None:
    """A standing order that lets the seat rest on the same turns, as everybody knows, but says something else.

    A seat that rests on none may have one all the same, unless the game is too young for it ("dice").
    """
    chair, dice = board.chairs[seat], dice.at("standing", seat)
    rules = tuple(dice.shuffled([name.id for name in RULES])[:2])
    if chair.rests_own or chair.rests_others:
        return Standing(own=rules if chair.rests_own else (), others=rules if chair.rests_others else ())
    return Standing(buy=(Wish("cheapest"),)) if board.turn > 1 and dice.roll(2) == 1 else None


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
