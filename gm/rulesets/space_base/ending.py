"""The end of a turn: who has won, and the dice of the next seat ("end", "dice")."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from gm.dice import Dice
from gm.model import Event, Story
from gm.rulesets.space_base.cards import charge_sides
from gm.rulesets.space_base.content import Side
from gm.rulesets.space_base.events.common import DiceRolled, EndTriggered, ExtraRound, GameEnded, TurnOpened
from gm.rulesets.space_base.events.rewards import AbilityUsed
from gm.rulesets.space_base.filing import Filing
from gm.rulesets.space_base.state import Board, State
from gm.rulesets.space_base.stops import stop


def ended(state: State) -> Story:
    """Enough points end the game after the round; the most points win; while the best tie, all play on ("end")."""
    board = state.board
    if not board.last_round:
        seat = _leader(board)
        if board.chairs[seat].points >= board.options.points:
            yield EndTriggered(seat, board.chairs[seat].points, board.round, rule="end")
    if board.last_round and board.round >= board.last_round and following(board) == board.first:
        best = max(chair.points for chair in board.chairs.values())
        winners = tuple(seat for seat, chair in board.chairs.items() if chair.points == best)
        if len(winners) == 1:
            yield GameEnded(winners, "points", rule="end")
        else:
            yield ExtraRound(board.round + 1, winners, rule="end")


def _leader(board: Board) -> str:
    """The seat with the most points; of several the active one, then clockwise."""
    seats = list(board.chairs)
    start = seats.index(board.active)
    return max((*seats[start:], *seats[:start]), key=lambda seat: board.chairs[seat].points)


def following(board: Board) -> str:
    """The seat whose turn comes next; the start seat before the first turn."""
    if not board.active:
        return board.first
    seats = list(board.chairs)
    return seats[(seats.index(board.active) + 1) % len(seats)]


def next_turn(state: State, files: Mapping[str, Filing], dice: Dice) -> Story:
    """The next seat's dice fall, one of them perhaps set, and its turn opens ("dice")."""
    board, seat = state.board, following(state.board)
    for file in files.values():
        if file.set_die is not None and file.seat != seat:
            yield stop(file.seat, file.set_die, "not_next")
    face = (yield from set_die(board, files[seat])) if seat in files else 0
    label = ("roll",)
    rolled = dice.at(*label).rolls(1 if face else 2, 6)
    fallen = (face, rolled[0]) if face else (rolled[0], rolled[1])
    yield DiceRolled(seat, fallen, 1 if face else 0, label, rule="dice")
    turn = board.turn + 1 if board.active else 1
    round_ = board.round + (seat == board.first)
    yield TurnOpened(turn, "turn", round_, seat, rule="dice")


def setters(board: Board, seat: str) -> Iterator[tuple[str, Side, bool]]:
    """The seat's cards that can set a die on its own turn, and whether their boxes are full ("charged")."""
    chair, content = board.chairs[seat], board.content
    for card, side in charge_sides(content, chair):
        if content.abilities[side.ability or ""].op == "set_die" and side.window != "others":
            yield card, side, chair.charges.get(card, 0) >= side.boxes


def set_die(board: Board, file: Filing) -> Generator[Event, None, int]:
    """The number that a die is set to before the roll; 0: none is ("charged")."""
    order, standing = file.set_die, file.standing
    face = order.face if order is not None else standing.face if standing else None
    if face is None:
        return 0
    wanted = order.card if order is not None else None
    found = next((row for row in setters(board, file.seat) if row[2] and wanted in (None, row[0])), None)
    if found is None:
        if order is not None:
            yield stop(file.seat, order, "no_setter")
        return 0
    card, side, _full = found
    if order is None:
        yield file.decided("set_die", card, "charged")
    ability = board.content.abilities[side.ability or ""]
    yield AbilityUsed(file.seat, card, ability.id, side.boxes, ability.credits, ability.points, rule="charged")
    return face
