"""Write a position down: the reverse of ``position.py``, with comments, so that a GM can change what he likes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from gm.model import Lang, Text
from gm.newconfig import scalar
from gm.rulesets.space_base.content import LEVELS
from gm.rulesets.space_base.remembering import standing_lines
from gm.rulesets.space_base.state import Chair, Sector, State

_HEAD = Text(
    "A position of Space Base. Everything behind # is a comment. What is left out is as at the beginning of a game.",
    "Положение игры «Космобаза». Всё после # — пояснения. Что не указано, то как в начале игры.",
)
_SEATS = Text("clockwise", "по часовой стрелке")
_ROUND = Text("the rounds of all seats, from 1", "круги — ходы всех мест по разу, с 1")
_FIRST = Text("the start seat", "кто ходит первым номером")
_ACTIVE = Text("whose turn it is", "чей ход")
_DICE = Text("as they lie for this turn", "как они лежат в этот ход")
_LAST = Text("the game ends after this round", "игра кончается после этого круга")
_SEAT = Text(
    "Credits, income and points; charges: card and how many cubes lie on it; spent: credits paid in the draft.",
    "Кредиты, доход и очки; charges: карта и сколько на ней зарядов; spent: сколько потрачено при выборе карт.",
)
_AT = Text(
    "Sectors: the ship stationed there (or none), those deployed, oldest first, the colony. "
    "Sectors left out have their starting ship.",
    "Секторы: корабль на станции (или none), развёрнутые от старого к новому, колония. "
    "В не названных секторах стоят стартовые корабли.",
)
_ROW = Text("Exactly these ships lie open, by level.", "Ровно эти корабли открыты на верфи, по уровням.")
_DECKS = Text(
    "The decks by level, the next card first. The GM alone may know this.",
    "Колоды по уровням, верхняя карта первая. Это знает только ведущий.",
)
_DISCARD = Text("The discard.", "Сброс.")
_COLONIES = Text("The colonies still to be had.", "Колонии, которые ещё можно купить.")
_HANDS = Text(
    "The cards that each seat may keep. Only their owners know them.",
    "Карты, из которых выбирает каждое место. Их знают только владельцы.",
)
_STANDING = Text(
    "Standing orders, as in an order file. Only their owners know them.",
    "Постоянные приказы, как в заявке. Их знают только владельцы.",
)
WIDTH = 10
"""So many cards stand on a line."""


def write_position(state: State, lang: Lang) -> str:
    """The description of a state; reading it gives the state again."""
    return "\n".join(_lines(state, lang)) + "\n"


def _comment(text: Text, lang: Lang) -> list[str]:
    return [f"# {line}" for line in wrap(text.of(lang), 98)]


def _lines(state: State, lang: Lang) -> Iterator[str]:
    yield from _comment(_HEAD, lang)
    yield from _course(state, lang)
    yield from ("", *_comment(_SEAT, lang))
    for seat, chair in state.board.chairs.items():
        yield from _chair(state, seat, chair)
    yield from _sectors(state, lang)
    yield from _table(state, lang)
    yield from _secrets(state, lang)


def _course(state: State, lang: Lang) -> Iterator[str]:
    """Seats, turn, dice, options."""
    board = state.board
    yield f"seats: {scalar(list(board.chairs))}  # {_SEATS.of(lang)}"
    yield f"phase: {board.phase}"
    yield f"turn: {board.turn}"
    yield f"round: {board.round}  # {_ROUND.of(lang)}"
    for key, seat, text in (("first", board.first, _FIRST), ("active", board.active, _ACTIVE)):
        if seat:
            yield f"{key}: {scalar(seat)}  # {text.of(lang)}"
    if board.dice:
        yield f"dice: {scalar(board.dice)}  # {_DICE.of(lang)}"
    if board.last_round:
        yield f"last_round: {board.last_round}  # {_LAST.of(lang)}"
    if board.winners:
        yield f"winners: {scalar(board.winners)}"
    options = board.options
    yield f"options: {{light_speed: {scalar(options.light_speed)}, points: {options.points}}}"


def _chair(state: State, seat: str, chair: Chair) -> Iterator[str]:
    order = state.secrets.standing.get(seat)
    yield f"{seat}:"
    facts: dict[str, Any] = {"name": chair.name, "colour": chair.colour}
    facts |= {"credits": chair.credits, "income": chair.income, "points": chair.points}
    if chair.spent:
        facts["spent"] = chair.spent
    if (chair.rests_own, chair.rests_others) != (bool(order and order.own), bool(order and order.others)):
        words = ("own",) * chair.rests_own + ("others",) * chair.rests_others
        facts["rests"] = words or "none"
    yield from (f"  {key}: {scalar(value)}" for key, value in facts.items())
    if chair.charges:
        yield f"  charges: {_inline(chair.charges)}"


def _sectors(state: State, lang: Lang) -> Iterator[str]:
    starting = {ship.sector: id_ for id_, ship in state.content.starting.items()}
    yield from ("", *_comment(_AT, lang))
    told = {}
    for seat, chair in state.board.chairs.items():
        sectors = enumerate(chair.sectors, 1)
        told[seat] = {n: sector for n, sector in sectors if sector != Sector(starting[n])}
    if not any(told.values()):
        return
    yield "at:"
    for seat, sectors_of_seat in told.items():
        if sectors_of_seat:
            yield f"  {seat}:"
            yield from (f"    {n}: {_inline(_sector(sector))}" for n, sector in sectors_of_seat.items())


def _sector(sector: Sector) -> dict[str, Any]:
    there: dict[str, Any] = {}
    if sector.station is not None or sector.colony is None:
        there["station"] = sector.station or "none"
    if sector.deployed:
        there["deployed"] = sector.deployed
    if sector.colony is not None:
        there["colony"] = sector.colony
    return there


def _table(state: State, lang: Lang) -> Iterator[str]:
    """What lies in the open."""
    board = state.board
    if board.phase != "draft":
        yield from ("", *_comment(_ROW, lang), "row:")
        yield from _by_level(board.shipyard, "[]")
    yield from ("", *_comment(_DISCARD, lang), *_cards("discard", board.discard, "", "[]"))
    yield from ("", *_comment(_COLONIES, lang), *_cards("colonies", board.colonies, "", "none"))


def _secrets(state: State, lang: Lang) -> Iterator[str]:
    secrets = state.secrets
    yield from ("", *_comment(_DECKS, lang), "decks:")
    yield from _by_level(secrets.decks, "none")
    if any(secrets.hands.values()):
        yield from ("", *_comment(_HANDS, lang), "hands:")
        for seat, hand in secrets.hands.items():
            yield from _cards(seat, hand, "  ", "[]")
    if secrets.standing:
        yield from ("", *_comment(_STANDING, lang), "standing:")
    for seat, order in secrets.standing.items():
        lines = list(standing_lines(order, state, seat, lang))
        yield from (f"  {seat}:", *lines) if lines else (f"  {seat}: {{}}",)


def _by_level(rows: Sequence[Sequence[str]], nothing: str) -> Iterator[str]:
    for level, cards in zip(LEVELS, rows, strict=True):
        yield from _cards(str(level), cards, "  ", nothing)


def _cards(key: str, cards: Sequence[str], indent: str, nothing: str) -> Iterator[str]:
    """A key with a list of cards on as many lines as it takes."""
    if not cards:
        yield f"{indent}{key}: {nothing}"
        return
    parts = [", ".join(map(scalar, cards[at : at + WIDTH])) for at in range(0, len(cards), WIDTH)]
    if len(parts) == 1:
        yield f"{indent}{key}: [{parts[0]}]"
        return
    yield f"{indent}{key}: ["
    yield from (f"{indent}  {part}," for part in parts)
    yield f"{indent}]"


def _inline(values: Mapping[Any, Any]) -> str:
    return f"{{{', '.join(f'{scalar(key)}: {scalar(value)}' for key, value in values.items())}}}"
