"""Where the cards of a seat lie and which of them have charge boxes: questions to the board."""

from __future__ import annotations

from collections.abc import Iterator

from gm.rulesets.space_base.content import LEVELS, Content, Side
from gm.rulesets.space_base.state import Board, Chair, Sector


def lying(chair: Chair) -> Iterator[tuple[str, int, bool]]:
    """Every ship of a seat: its id, its sector's number, whether it is deployed."""
    for number, sector in enumerate(chair.sectors, 1):
        if sector.station is not None:
            yield sector.station, number, False
        for id_ in sector.deployed:
            yield id_, number, True


def charge_sides(content: Content, chair: Chair) -> Iterator[tuple[str, Side]]:
    """The seat's ships with charge boxes on the side that counts, and that side ("charged")."""
    for id_, _number, deployed in lying(chair):
        side = content.ship(id_).side(deployed)
        if side.boxes:
            yield id_, side


def side_of(content: Content, chair: Chair, card: str) -> Side | None:
    """The side of a ship that counts now; None: the seat does not have it."""
    place = next(((id_, deployed) for id_, _n, deployed in lying(chair) if id_ == card), None)
    return content.ship(card).side(place[1]) if place else None


def sector_of(chair: Chair, card: str) -> int:
    """The sector in which a ship of the seat lies; 0: it has no such ship."""
    return next((number for id_, number, _deployed in lying(chair) if id_ == card), 0)


def sector(chair: Chair, number: int) -> Sector:
    """A seat's sector by its number."""
    return chair.sectors[number - 1]


def cubes_left(board: Board) -> int:
    """Charge cubes in the supply ("charged")."""
    used = sum(sum(chair.charges.values()) for chair in board.chairs.values())
    return board.content.numbers.cubes - used


def face_up(board: Board) -> list[str]:
    """The ships of the shipyard, level 1 first."""
    return [id_ for row in board.shipyard for id_ in row]


def level_of(board: Board, card: str) -> int:
    """The row of the shipyard in which a card lies; 0: none."""
    return next((level for level in LEVELS if card in board.shipyard[level - 1]), 0)


def open_for(chair: Chair, number: int) -> bool:
    """Whether a card may still be stationed there: no colony ("colony")."""
    return sector(chair, number).colony is None
