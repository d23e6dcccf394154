"""Numbers of every seat for the chart over the turns, all from the public board."""

from __future__ import annotations

from gm.model import Name, Statistics
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.state import Board, State, View

COLUMNS = (
    Name("planets", "planets", "планеты"),
    Name("resources", "resources", "ресурсы"),
    Name("influence", "influence", "влияние"),
    Name("ships", "ships", "корабли"),
    Name("troops", "troops", "войска"),
    Name("fleets", "fleets", "флоты"),
    Name("markers", "command markers", "командные маркеры"),
    Name("goods", "goods", "товары"),
    Name("technologies", "technologies", "технологии"),
    Name("contracts", "contracts", "договоры"),
)


def statistics(view: View | State) -> Statistics:
    """The numbers of each seat now; a seat that is out has nothing.

    Planets as the score counts them (without stations); resources and influence as printed on planets and stations,
    used or not; ships without fighters.
    """
    board = view.board
    return Statistics(COLUMNS, {seat: _row(board, seat) for seat in board.chairs})


def _row(board: Board, seat: str) -> tuple[int, ...]:
    chair = board.chairs[seat]
    if chair.out:
        return (0,) * len(COLUMNS)
    held = [board.content.planets[id_] for id_, planet in board.planets.items() if planet.owner == seat]
    units = forces.everywhere(board, seat)
    return (
        sum(not row.station for row in held),
        sum(row.resources for row in held),
        sum(row.influence for row in held),
        sum(forces.ships(board, units).values()),
        sum(forces.troops(board, units).values()),
        sum(seat in space.fleets(board, at) for at in board.systems),
        chair.markers,
        chair.goods,
        len(chair.technologies),
        sum(seat in (contract.a, contract.b) for contract in board.contracts),
    )
