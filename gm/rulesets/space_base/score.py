"""The score table: points; who has won when the game is over ("end"); numbers for the chart over the turns."""

from __future__ import annotations

from gm.model import Name, Standing, Statistics
from gm.rulesets.space_base.state import Chair, State, View

_COLUMNS = (
    Name("points", "points", "очки"),
    Name("credits", "credits", "кредиты"),
    Name("income", "income", "доход"),
    Name("stationed", "ships stationed", "корабли на станциях"),
    Name("deployed", "ships deployed", "развёрнутые корабли"),
    Name("colonies", "colonies", "колонии"),
    Name("cubes", "charge cubes", "заряды"),
)


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


def statistics(view: View | State) -> Statistics:
    """What everybody can count at each seat: tracks, ships on both sides, colonies, cubes on cards."""
    return Statistics(_COLUMNS, {seat: _counts(chair) for seat, chair in view.board.chairs.items()})


def _counts(chair: Chair) -> tuple[int, ...]:
    stationed = sum(sector.station is not None for sector in chair.sectors)
    deployed = sum(len(sector.deployed) for sector in chair.sectors)
    colonies = sum(sector.colony is not None for sector in chair.sectors)
    tracks = chair.points, chair.credits, chair.income
    return (*tracks, stationed, deployed, colonies, sum(chair.charges.values()))
