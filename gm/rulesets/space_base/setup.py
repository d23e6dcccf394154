"""The start of a campaign ("setup", "light_speed")."""

from __future__ import annotations

from collections.abc import Sequence

from gm.dice import Dice
from gm.engine import told
from gm.model import Event, Problem, Seat, Story
from gm.rulesets.space_base.cards import sector
from gm.rulesets.space_base.content import LEVELS, Content
from gm.rulesets.space_base.ending import next_turn
from gm.rulesets.space_base.events.common import TurnOpened
from gm.rulesets.space_base.events.start import ColoniesLaidOut, DecksShuffled, HandDealt, SeatSettled, ShipDealt
from gm.rulesets.space_base.first import bonuses, found, highest, lay_out
from gm.rulesets.space_base.options import Options
from gm.rulesets.space_base.state import Board, Chair, Secrets, State
from gm.rulesets.space_base.tables import SEATS


def setup(seats: Sequence[Seat], options: Options, content: Content, dice: Dice) -> tuple[State, list[Event]]:
    """The first state and what happened: the draft is open, or the first turn with its dice.

    ``check_options`` says beforehand what is wrong; here it raises ValueError.
    """
    if problems := check_options(seats, options, content):
        raise ValueError("; ".join(f"{problem.code} {dict(problem.args)}" for problem in problems))
    board = Board(0, "entry", options, {seat.id: Chair(seat.name, seat.colour) for seat in seats})
    board.content = content
    state = State(board, Secrets())
    return told(state, _story(state, dice))


def _story(state: State, dice: Dice) -> Story:
    board, numbers = state.board, state.content.numbers
    light = board.options.light_speed
    credits, income = (
        (numbers.light_credits, numbers.light_income) if light else (numbers.start_credits, numbers.start_income)
    )
    starting = sorted(board.content.starting.values(), key=lambda ship: ship.sector)
    for seat in board.chairs:
        ships = tuple(ship.id for ship in starting)
        yield SeatSettled(seat, ships, credits, income, rule="light_speed" if light else "setup")
    decks = tuple(tuple(dice.at("deck", level).shuffled(board.content.deck(level))) for level in LEVELS)
    yield DecksShuffled(decks, rule="setup", seen_by=())
    yield ColoniesLaidOut(tuple(board.content.colonies), rule="setup")
    yield from _hands(state) if light else _first_ships(state, dice)


def _hands(state: State) -> Story:
    """Every seat looks at its cards; the draft is open ("light_speed")."""
    for seat in state.board.chairs:
        counts = zip(state.secrets.decks, state.content.numbers.light_hand, strict=True)
        hand = tuple(card for deck, count in counts for card in deck[:count])
        yield HandDealt(seat, hand, rule="light_speed", seen_by=(seat,))
    yield TurnOpened(1, "draft", 0, "", rule="light_speed")


def _first_ships(state: State, dice: Dice) -> Story:
    """A random ship of level 1 for each seat, paid; who starts, the bonuses, the shipyard, the first dice ("setup")."""
    board, dealt = state.board, dict[str, tuple[str, ...]]()
    for seat, chair in board.chairs.items():
        card = state.secrets.decks[0][0]
        ship = board.content.ship(card)
        dealt[seat] = (card,)
        yield ShipDealt(seat, card, ship.sector, ship.cost, sector(chair, ship.sector).station or "", rule="setup")
    yield from found(state, highest(board, dealt), "sector", dice)
    yield from bonuses(board)
    yield from lay_out(state)
    yield from next_turn(state, {}, dice)


def check_options(seats: Sequence[Seat], options: Options, content: Content) -> list[Problem]:
    """Everything about the seats that keeps a campaign from starting; any options will do."""
    if len(seats) in SEATS:
        return []
    args = {"have": str(len(seats)), "least": str(SEATS[0]), "most": str(SEATS[-1])}
    return [Problem("options_number_of_seats", args)]
