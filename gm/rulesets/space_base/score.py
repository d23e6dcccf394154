"""The score table: points; who has won when the game is over ("end")."""

from __future__ import annotations

from gm.model import Standing
from gm.rulesets.space_base.state import State, View


def standings(view: View | State) -> tuple[Standing, ...]:
    """Seats by points, shared places repeat; a seat that won by its ability stands first whatever its points."""
    board = view.board

    def score(seat: str) -> tuple[bool, int]:
        return seat not in board.winners, -board.chairs[seat].points

    seats = sorted(board.chairs, key=score)
    places = [score(seat) for seat in seats]
    return tuple(Standing(seat, places.index(score(seat)) + 1, _numbers(view, seat)) for seat in seats)


def _numbers(view: View | State, seat: str) -> dict[str, int]:
    chair = view.board.chairs[seat]
    return {"points": chair.points, "credits": chair.credits, "income": chair.income}
