"""Phase 1: rankings of strategies and the choice from them (ch. 1, readings 1-3)."""

from __future__ import annotations

from collections.abc import Iterator

from gm.dice import Dice
from gm.model import Event, Orders, Story
from gm.rulesets.galactic_council.events.common import BonusGrew, PhaseOpened, RankingGiven, StrategyTaken
from gm.rulesets.galactic_council.orders import Rank
from gm.rulesets.galactic_council.state import Board, State
from gm.rulesets.galactic_council.stops import given, stop

NOT_TWICE = "assembly"
"""The strategy that nobody may choose two turns running."""


def play(state: State, orders: Orders, dice: Dice) -> Story:
    """The first turn's choice, from the first player clockwise (1)."""
    yield from keep_rankings(state.board, orders, "1")
    yield from choose(state)
    yield PhaseOpened(state.board.turn, "council", rule="2")


def keep_rankings(board: Board, orders: Orders, rule: str) -> Iterator[Event]:
    """Each ranking sent replaces the seat's last one; repeats in it are ignored (1, 7ж, reading 1)."""
    for seat in playing(board):
        for order in given(orders, seat, Rank):
            for strategy in dict.fromkeys(s for n, s in enumerate(order.order) if s in order.order[:n]):
                yield stop(seat, order, "repeated", thing=strategy, rule=rule)
            if ranking := tuple(dict.fromkeys(order.order)):
                yield RankingGiven(seat, ranking, rule=rule, seen_by=(seat,))
            else:
                yield stop(seat, order, "no_target", rule=rule)


def choose(state: State) -> Iterator[Event]:
    """From the Speaker clockwise each seat takes the best strategy left on its ranking (1, readings 1, 3)."""
    board = state.board
    left = list(board.content.strategies)
    for seat in clockwise(board, board.speaker):
        strategy = _best(board, seat, left, state.secrets.rankings.get(seat, []))
        left.remove(strategy)
        yield StrategyTaken(seat, strategy, rule="1")
    for strategy in left:
        yield BonusGrew(strategy, board.bonus.get(strategy, 0) + 1, rule="1")


def _best(board: Board, seat: str, left: list[str], ranking: list[str]) -> str:
    """Strategies not listed follow in number order; «Ассамблея» twice running only if it alone is left."""
    table = board.content.strategies
    rest = sorted((id_ for id_ in table if id_ not in ranking), key=lambda id_: table[id_].number)
    wanted = [strategy for strategy in (*ranking, *rest) if strategy in left]
    again = NOT_TWICE if board.chairs[seat].last_strategy == NOT_TWICE else ""
    return next((strategy for strategy in wanted if strategy != again), wanted[0])


def playing(board: Board) -> list[str]:
    """The seats still in the game, clockwise."""
    return [seat for seat, chair in board.chairs.items() if not chair.out]


def clockwise(board: Board, first: str) -> list[str]:
    """The seats still in the game, clockwise from ``first`` (from the next one, if it is out)."""
    seats = list(board.chairs)
    start = seats.index(first) if first in seats else 0
    return [seat for seat in (*seats[start:], *seats[:start]) if not board.chairs[seat].out]
