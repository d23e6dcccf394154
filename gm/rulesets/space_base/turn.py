"""The turn as a table: its phases, who may and must send what in each."""

from __future__ import annotations

from gm.lazy import later
from gm.model import OpenPhase, Order, Phase, Text
from gm.rulesets.space_base.cards import charge_sides, lying
from gm.rulesets.space_base.choosing import matters
from gm.rulesets.space_base.ending import following, setters
from gm.rulesets.space_base.orders import Buy, Choose, Claim, Dismiss, Keep, SetDie, Standing, Use
from gm.rulesets.space_base.state import Board, State

_GAME = "gm.rulesets.space_base"

PHASES = (
    Phase("draft", Text("Light Speed", "Скорость света"), (Keep,), later(f"{_GAME}.draft", "play")),
    Phase(
        "turn",
        Text("Dice and purchase", "Кубики и покупка"),
        (Choose, Use, Claim, Buy, SetDie, Standing, Dismiss),
        later(f"{_GAME}.play", "play"),
    ),
)


def open_phase(state: State) -> OpenPhase | None:
    """The window that is open; None when the game is over. Every seat may send, those that are waited for must."""
    board = state.board
    if board.phase not in ("draft", "turn"):
        return None
    seats = tuple(board.chairs)
    must = tuple(seat for seat in seats if awaited(board, seat))
    return OpenPhase(board.turn, board.phase, seats, must, {seat: open_to(board, seat) for seat in seats})


def awaited(board: Board, seat: str) -> bool:
    """Whether a resolve waits for the seat: only public facts decide, whether it has standing orders among them.

    A seat that is not active is not waited for when both choices bring it the same, no ability could be used, and no
    die could be set for its own roll, which comes next.
    """
    if board.phase == "draft":
        return True
    chair = board.chairs[seat]
    if seat == board.active:
        return not chair.rests_own
    return not chair.rests_others and (matters(board, seat) or _may_set(board, seat))


def _may_set(board: Board, seat: str) -> bool:
    """Whether the seat rolls next and has a card that can set a die, or could with one more cube ("charged")."""
    charges = board.chairs[seat].charges
    setting = (charges.get(card, 0) + 1 >= side.boxes for card, side, _full in setters(board, seat))
    return seat == following(board) and any(setting)


def open_to(board: Board, seat: str) -> tuple[type[Order], ...]:
    """The order types that a seat may use in the open phase."""
    row = next((phase for phase in PHASES if phase.id == board.phase), None)
    return tuple(kind for kind in row.orders if _open_to(board, seat, kind)) if row else ()


def _open_to(board: Board, seat: str, kind: type[Order]) -> bool:
    chair, content = board.chairs[seat], board.content
    if kind is SetDie:
        return seat == following(board) and next(setters(board, seat), None) is not None
    sides = [content.ship(id_).side(deployed) for id_, _number, deployed in lying(chair)]
    if kind is Buy:
        return seat == board.active or any(side.buys for side in sides)
    if kind is Use:
        return any(True for _ in charge_sides(content, chair)) or any(side.claims or side.buys for side in sides)
    if kind is Claim:
        return any(side.claims or (side.ability and content.abilities[side.ability].op == "claim") for side in sides)
    return True
