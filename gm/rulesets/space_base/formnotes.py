"""What a blank form tells a seat on top: the dice, what each choice brings, its purse, its charges, the shipyard."""

from __future__ import annotations

from collections.abc import Iterator

from gm.model import Lang, OpenPhase, Text
from gm.rulesets.space_base.cards import charge_sides
from gm.rulesets.space_base.choosing import CHOICES, Gain, gain, sectors_of
from gm.rulesets.space_base.content import LEVELS
from gm.rulesets.space_base.state import Board, View
from gm.rulesets.space_base.texts import side_text
from gm.rulesets.space_base.turn import awaited
from gm.rulesets.space_base.vocabulary import SPLIT, SUM
from gm.rulesets.space_base.wishing import on_sale

_OWN = Text("Your turn. The dice: {a} and {b}.", "Ваш ход. Кубики: {a} и {b}.")
_OTHERS = Text("The turn of {seat}. The dice: {a} and {b}.", "Ход игрока {seat}. Кубики: {a} и {b}.")
_REST = Text("Nobody waits for your file this turn.", "В этот ход вашу заявку не ждут.")
_BRINGS = Text("  {choice} ({sectors}): {gain}", "  {choice} ({sectors}): {gain}")
_MEANS = Text(
    "Credits {credits}, income {income}, points {points}.", "Кредиты: {credits}, доход: {income}, очки: {points}."
)
_CHARGES = Text("Your charges:", "Ваши заряды:")
_YARD = Text("Shipyard, level {level}:", "Верфь, уровень {level}:")
_COLONIES = Text("Colonies: ", "Колонии: ")
_CARD = Text(
    "  {name}: {cost} cr., sector {sector}; station {station}; deployed {deployed}",
    "  {name}: {cost} кр., сектор {sector}; станция {station}; развёрнут {deployed}",
)
_COLONY = Text("{name} ({cost} cr., {points} points)", "{name} ({cost} кр., {points} очк.)")
_HAND = Text("Your hand:", "Ваша рука:")
_NOTHING = Text("nothing", "ничего")
_UNITS = (Text("credits", "кр."), Text("income", "доход"), Text("points", "очк."))
_CUBE, _CLAIM, _BUY = (
    Text("charge on {card}", "заряд на {card}"),
    Text("free card of level {n}", "бесплатная карта {n}-го уровня"),
    Text("extra purchase", "дополнительная покупка"),
)


def form_notes(view: View, opened: OpenPhase, lang: Lang) -> list[str]:
    """Lines for the top of the seat's form in the open phase."""
    if view.seat is None:
        return []
    return [*(_draft(view, lang) if opened.phase == "draft" else _turn(view, view.seat, lang))]


def _draft(view: View, lang: Lang) -> Iterator[str]:
    yield from _means(view.board, view.seat or "", lang)
    yield _HAND.of(lang)
    yield from (_card(view, id_, lang) for id_ in view.hand)


def _turn(view: View, seat: str, lang: Lang) -> Iterator[str]:
    board = view.board
    head = _OWN if seat == board.active else _OTHERS
    name = board.chairs[board.active].name or board.active
    yield head.of(lang).format(seat=name, a=board.dice[0], b=board.dice[1])
    if not awaited(board, seat):
        yield _REST.of(lang)
    for choice in CHOICES:
        sectors = sectors_of(board.dice, choice, board.content.numbers.highest_sector)
        words = (SUM if choice == "sum" else SPLIT).of(lang)
        text = gain_text(board, gain(board, seat, sectors), lang)
        yield _BRINGS.of(lang).format(choice=words, sectors=", ".join(map(str, sectors)), gain=text)
    yield from _means(board, seat, lang)
    yield from _charges(board, seat, lang)
    yield from _yard(view, seat, lang)


def _means(board: Board, seat: str, lang: Lang) -> Iterator[str]:
    chair = board.chairs[seat]
    yield _MEANS.of(lang).format(credits=chair.credits, income=chair.income, points=chair.points)


def gain_text(board: Board, found: Gain, lang: Lang) -> str:
    """What a choice brings, in short words."""
    counts = zip((found.credits, found.income, found.points), _UNITS, strict=True)
    parts = [f"+{count} {unit.of(lang)}" for count, unit in counts if count]
    parts += [_CUBE.of(lang).format(card=board.content.ship(id_).name.of(lang)) for id_ in found.charges]
    parts += [_CLAIM.of(lang).format(n=level) for level in found.claims]
    parts += [_BUY.of(lang)] * found.buys
    return ", ".join(parts) or _NOTHING.of(lang)


def _charges(board: Board, seat: str, lang: Lang) -> Iterator[str]:
    chair, content = board.chairs[seat], board.content
    rows = list(charge_sides(content, chair))
    if rows:
        yield _CHARGES.of(lang)
    for id_, side in rows:
        cubes = chair.charges.get(id_, 0)
        yield f"  {content.ship(id_).name.of(lang)} {cubes}/{side.boxes}: {side_text(content, side, lang)}"


def _yard(view: View, seat: str, lang: Lang) -> Iterator[str]:
    board, content = view.board, view.content
    open_ = on_sale(board, board.chairs[seat])
    for level in LEVELS:
        yield _YARD.of(lang).format(level=level)
        yield from (_card(view, id_, lang) for id_ in board.shipyard[level - 1] if id_ in open_)
    colonies = [content.colonies[id_] for id_ in board.colonies if id_ in open_]
    named = (_COLONY.of(lang).format(name=c.name.of(lang), cost=c.cost, points=c.points) for c in colonies)
    yield _COLONIES.of(lang) + (", ".join(named) or _NOTHING.of(lang))


def _card(view: View, id_: str, lang: Lang) -> str:
    content, ship = view.content, view.content.ship(id_)
    return _CARD.of(lang).format(
        name=ship.name.of(lang),
        cost=ship.cost,
        sector=ship.sector,
        station=side_text(content, ship.station, lang),
        deployed=side_text(content, ship.deployed, lang),
    )
