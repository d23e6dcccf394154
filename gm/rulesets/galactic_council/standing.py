"""The score table: planets, then influence, until objectives bring points."""

from __future__ import annotations

from itertools import groupby

from gm.model import Standing
from gm.rulesets.galactic_council.state import Board, State, View


def standings(view: View | State) -> tuple[Standing, ...]:
    """Seats by planets held, then by printed influence of planets and stations, used or not; places are shared.

    Seats that are out stand last (reading 63 for what influence means).
    """
    board = view.board
    rows = sorted((_row(board, seat) for seat in board.chairs), key=_score)
    places = [_score(row) for row in rows]
    return tuple(Standing(row.seat, places.index(_score(row)) + 1, row.numbers, row.out) for row in rows)


def ranked(board: Board) -> tuple[tuple[str, ...], ...]:
    """The seats, best first; those of one place together."""
    rows = sorted((_row(board, seat) for seat in board.chairs), key=_score)
    return tuple(tuple(row.seat for row in group) for _score_, group in groupby(rows, key=_score))


def _row(board: Board, seat: str) -> Standing:
    held = [board.content.planets[id_] for id_, planet in board.planets.items() if planet.owner == seat]
    numbers = {
        "planets": sum(not row.station for row in held),
        "influence": sum(row.influence for row in held),
    }
    return Standing(seat, 0, numbers, bool(board.chairs[seat].out))


def _score(row: Standing) -> tuple[bool, int, int]:
    return row.out, -row.numbers["planets"], -row.numbers["influence"]
