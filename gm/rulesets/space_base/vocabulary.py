"""The names that players may write, as functions of the view (for ``Choice``) and as labels for templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from gm.model import Name

if TYPE_CHECKING:
    from gm.rulesets.space_base.content import Content
    from gm.rulesets.space_base.state import Board, View

SUM = Name("sum", "sum", "сумма", ("суммой", "together", "вместе"))
SPLIT = Name("split", "split", "порознь", ("both", "each", "раздельно", "отдельно", "по отдельности", "apart"))
LEFT = Name("left", "left", "влево", ("лево", "left arrow", "слева"))
RIGHT = Name("right", "right", "вправо", ("право", "right arrow", "справа"))
MOMENTS = (
    Name("before", "before", "до", ("before rewards", "до наград", "сначала")),
    Name("after", "after", "после", ("after rewards", "после наград")),
    Name("last", "last", "последним", ("after purchase", "после покупки", "в конце")),
)
RULES = (
    SUM,
    SPLIT,
    Name(
        "sum_buys", "sum if it gives a purchase", "сумма на покупку", ("sum for a purchase", "сумма, если даёт покупку")
    ),
    Name("purchase", "purchase", "покупка", ("buy", "на покупку", "купить")),
    Name("credits", "most credits", "больше кредитов", ("credits", "кредиты", "деньги")),
    Name("income", "most income", "больше дохода", ("income", "доход")),
    Name("points", "most points", "больше очков", ("points", "очки", "vp")),
    Name("charge", "charge", "заряд", ("charges", "заряды", "кубы")),
)
"""How a choice between sum and split is made; a sector's number is a rule, too: what activates it."""
PICKS = {
    name.id: name
    for name in (
        Name("dearest", "dearest", "самая дорогая", ("most expensive", "дорогая", "дороже", "самую дорогую")),
        Name("cheapest", "cheapest", "самая дешёвая", ("least expensive", "дешёвая", "дешевле", "самую дешёвую")),
        Name("points", "most points", "больше очков", ("points", "очки", "vp")),
        Name("colony", "colony", "колония", ("colonies", "any colony", "колонию", "колонии")),
    )
}
"""Words that pick a card by rule."""


def _sectors(content: Content) -> Iterable[Name]:
    return (Name(str(n), str(n), str(n)) for n in range(1, content.numbers.highest_sector + 1))


def rules(view: View) -> Iterable[Name]:
    """What may decide a choice: a word, or the number of a sector."""
    return (*RULES, *_sectors(view.content))


def card_names(content: Content) -> Iterable[Name]:
    """Every card of the box."""
    for rows in (content.ships, content.colonies, content.starting):
        yield from (row.name for row in rows.values())


def wanted(view: View) -> Iterable[Name]:
    """Any card that may ever be bought, and the words that pick one by rule."""
    content = view.content
    yield from PICKS.values()
    yield from (row.name for rows in (content.ships, content.colonies) for row in rows.values())


def offered(view: View) -> Iterable[Name]:
    """What lies in the shipyard now."""
    board, content = view.board, view.content
    yield from PICKS.values()
    yield from (content.card(id_).name for row in board.shipyard for id_ in row)
    yield from (content.card(id_).name for id_ in board.colonies)


def _own(view: View) -> Iterable[str]:
    if view.seat is None:
        return
    for sector in view.board.chairs[view.seat].sectors:
        yield from ((sector.station,) if sector.station else ())
        yield from sector.deployed


def own_cards(view: View) -> Iterable[Name]:
    """Every ship that may come to have charges: the seat's own, and what it may take this turn."""
    content, own = view.content, list(_own(view))
    yield from (content.ship(id_).name for id_ in own)
    yield from (ship.name for id_, ship in content.ships.items() if id_ not in own)


def charge_cards(view: View) -> Iterable[Name]:
    """The seat's ships with charge boxes on the side that counts."""
    if view.seat is not None:
        from gm.rulesets.space_base.cards import charge_sides

        chair = view.board.chairs[view.seat]
        yield from (view.content.ship(id_).name for id_, _side in charge_sides(view.content, chair))


def ready_cards(view: View) -> Iterable[Name]:
    """The seat's ships whose boxes are full, or will be with one more cube: it may be used on the turn it comes."""
    if view.seat is not None:
        from gm.rulesets.space_base.cards import charge_sides

        chair = view.board.chairs[view.seat]
        for id_, side in charge_sides(view.content, chair):
            if chair.charges.get(id_, 0) + 1 >= side.boxes:
                yield view.content.ship(id_).name


def hand(view: View) -> Iterable[Name]:
    """The cards dealt to the seat."""
    return (view.content.ship(id_).name for id_ in view.hand)


def seat_names(board: Board) -> Iterable[Name]:
    """Every seat: by id, the player's name for it, its colour."""
    for seat, chair in board.chairs.items():
        yield Name(seat, chair.name or seat, chair.name or seat, (chair.colour,))


def labels_of(board: Board) -> Mapping[str, Mapping[str, Name]]:
    """Kind of thing -> id -> name, for templates: seat, card, ability, rule, pick, dice (sum or split)."""
    content = board.content
    return {
        "seat": {name.id: name for name in seat_names(board)},
        "card": {name.id: name for name in card_names(content)},
        "ability": {id_: row.name for id_, row in content.abilities.items()},
        "rule": {name.id: name for name in (*RULES, *_sectors(content))},
        "pick": PICKS,
        "dice": {name.id: name for name in (SUM, SPLIT)},
        "arrow": {name.id: name for name in (LEFT, RIGHT)},
    }
