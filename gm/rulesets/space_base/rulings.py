"""What the game master may change, written like orders: ``- give: {seat: red, credits: 3, reason: …}``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from gm.model import Change, Choice, Name, Text
from gm.rulesets.space_base.orders.common import Face, Sector, hint
from gm.rulesets.space_base.state import State
from gm.rulesets.space_base.vocabulary import card_names, seat_names

MOST = 999
_WORD = Text("word", "слово")

SIDES = (
    Name("station", "station", "станция", ("станцией", "на станции", "stationed")),
    Name("deployed", "deployed", "развёрнут", ("развёрнута", "развернуть", "развёрнутый", "развёрнутым")),
)
HAND = Name("hand", "hand", "рука", ("на руку", "в руку", "на руке", "in hand"))
PILES = (
    Name("discard", "discard", "сброс", ("в сброс",)),
    Name("shipyard", "shipyard", "верфь", ("на верфь", "row", "ряд")),
    Name("top", "top", "верх колоды", ("deck top", "top of the deck", "наверх", "в колоду сверху")),
    Name("bottom", "bottom", "низ колоды", ("deck bottom", "bottom of the deck", "вниз", "в колоду снизу")),
)


def _seats(state: State) -> Iterable[Name]:
    return seat_names(state.board)


def _cards(state: State) -> Iterable[Name]:
    return card_names(state.content)


def _ships(state: State) -> Iterable[Name]:
    content = state.content
    return (row.name for rows in (content.ships, content.starting) for row in rows.values())


Seat: TypeAlias = Annotated[str, Choice(Text("seat", "место"), _seats, listed=True)]
Card: TypeAlias = Annotated[str, Choice(Text("card", "карта"), _cards)]
Ship: TypeAlias = Annotated[str, Choice(Text("ship", "корабль"), _ships)]
Side: TypeAlias = Annotated[Literal["station", "deployed"], Choice(_WORD, lambda state: SIDES, listed=True)]
Spot: TypeAlias = Annotated[
    Literal["station", "deployed", "hand"], Choice(_WORD, lambda state: (*SIDES, HAND), listed=True)
]
Pile: TypeAlias = Annotated[
    Literal["discard", "shipyard", "top", "bottom"], Choice(_WORD, lambda state: PILES, listed=True)
]
Amount: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]

_SEAT = hint("seat", "место", "which seat", "какое место", "player", "игрок")
_OWNER = hint(
    "seat",
    "место",
    "whose card; needed for starting ships, which every seat has",
    "чья карта; нужно для стартовых кораблей: они есть у каждого",
    "player",
    "игрок",
)
_CREDITS = hint("credits", "кредиты", "how many credits", "сколько кредитов", "кредитов")
_INCOME = hint("income", "доход", "how much income", "сколько дохода", "дохода")
_POINTS = hint("points", "очки", "how many points", "сколько очков", "очков", "vp")


class _Means(Change, frozen=True, kw_only=True):
    seat: Annotated[Seat, _SEAT]
    credits: Annotated[Amount, _CREDITS] = 0
    income: Annotated[Amount, _INCOME] = 0
    points: Annotated[Amount, _POINTS] = 0

    def mistake(self) -> str:
        return "" if self.credits or self.income or self.points else "ruling_nothing"


class Give(_Means, frozen=True):
    verb: ClassVar[Name] = Name("give", "give", "дать", ("выдать", "добавить", "add"))
    about: ClassVar[Text] = Text(
        "A seat gets credits, income or points.",
        "Место получает кредиты, доход или очки.",
    )


class Take(_Means, frozen=True):
    verb: ClassVar[Name] = Name("take", "take", "забрать", ("отнять", "снять", "take away"))
    about: ClassVar[Text] = Text(
        "A seat loses credits, income or points, no more than it has.",
        "Место теряет кредиты, доход или очки, не больше, чем у него есть.",
    )


class Cubes(Change, frozen=True):
    verb: ClassVar[Name] = Name("cubes", "cubes", "заряды", ("charges", "кубы", "зарядить"))
    about: ClassVar[Text] = Text(
        "So many charge cubes lie on a card from now on.",
        "Столько зарядов теперь лежит на карте.",
    )

    card: Annotated[Ship, hint("card", "карта", "which card", "какая карта", "ship", "корабль")]
    cubes: Annotated[Amount, hint("cubes", "сколько", "how many; 0 takes them off", "сколько; 0 — снять все", "count")]
    seat: Annotated[Seat | None, _OWNER] = None


class Place(Change, frozen=True):
    verb: ClassVar[Name] = Name("place", "place", "поставить", ("put to a seat", "поместить", "отдать карту"))
    about: ClassVar[Text] = Text(
        "A card that no seat has (from the shipyard, a deck, the discard, the colonies, the box; in the draft also "
        "from a hand) comes to a sector of a seat, free. Points, price and the gap in the row are other changes.",
        "Карта, которой ни у кого нет (с верфи, из колоды, сброса, колоний, коробки; при выборе карт и с руки), "
        "бесплатно ложится в сектор. Очки, цена и свободное место на верфи — отдельные решения.",
    )

    card: Annotated[Card, hint("card", "карта", "a ship or a colony", "корабль или колония", "ship", "корабль")]
    seat: Annotated[Seat, _SEAT]
    sector: Annotated[
        Sector | None,
        hint(
            "sector",
            "сектор",
            "which sector (left out: that of the card)",
            "какой сектор (без строки — тот, что на карте)",
        ),
    ] = None
    side: Annotated[
        Spot,
        hint(
            "as",
            "как",
            "station (if left out), deployed; or hand, in the draft",
            "станция (без строки), развёрнут; или рука, при выборе карт",
            "side",
            "сторона",
        ),
    ] = "station"


class Move(Change, frozen=True):
    verb: ClassVar[Name] = Name("move", "move", "переместить", ("перенести", "передвинуть"))
    about: ClassVar[Text] = Text(
        "A card of a seat goes to another sector, another side or another seat; a ship keeps its cubes if seat and "
        "side stay the same.",
        "Карта места переходит в другой сектор, на другую сторону или другому месту; заряды остаются на ней, если "
        "владелец и сторона не меняются.",
    )

    card: Annotated[Card, hint("card", "карта", "a ship or a colony", "корабль или колония", "ship", "корабль")]
    seat: Annotated[Seat | None, _OWNER] = None
    to: Annotated[
        Seat | None,
        hint("to", "кому", "another seat (left out: the same)", "другому месту (без строки — тому же)", "new owner"),
    ] = None
    sector: Annotated[
        Sector | None,
        hint("sector", "сектор", "which sector (left out: the same)", "в какой сектор (без строки — тот же)"),
    ] = None
    side: Annotated[
        Side | None,
        hint(
            "as",
            "как",
            "station or deployed (left out: as it is)",
            "станция или развёрнут (без строки — как сейчас)",
            "side",
            "сторона",
        ),
    ] = None


class Remove(Change, frozen=True):
    verb: ClassVar[Name] = Name("remove", "remove", "убрать", ("put", "lay", "положить", "отложить"))
    about: ClassVar[Text] = Text(
        "A ship goes from wherever it lies to the discard, the shipyard or its deck; a colony can be had again; "
        "a starting ship leaves the game.",
        "Корабль, где бы он ни был, уходит в сброс, на верфь или в свою колоду; колонию снова можно купить; стартовый "
        "корабль уходит из игры.",
    )

    card: Annotated[Card, hint("card", "карта", "a ship or a colony", "корабль или колония", "ship", "корабль")]
    to: Annotated[
        Pile | None,
        hint(
            "to",
            "куда",
            "discard (if left out), shipyard, top or bottom of its deck",
            "сброс (без строки), верфь, верх колоды или низ колоды",
        ),
    ] = None
    seat: Annotated[Seat | None, _OWNER] = None


class Refill(Change, frozen=True):
    verb: ClassVar[Name] = Name(
        "refill", "refill", "пополнить верфь", ("refill the shipyard", "пополнить", "дополнить")
    )
    about: ClassVar[Text] = Text(
        "The next cards of the decks come to the free places of the shipyard.",
        "Следующие карты колод ложатся на свободные места верфи.",
    )
    shorthand: ClassVar[str | None] = "level"

    level: Annotated[
        Annotated[int, Meta(ge=1, le=3)] | None,
        hint("level", "уровень", "only of this level", "только этого уровня"),
    ] = None


class EndStanding(Change, frozen=True):
    verb: ClassVar[Name] = Name(
        "end_standing",
        "end standing order",
        "снять постоянный приказ",
        ("dismiss", "dismiss standing order", "отменить постоянный приказ", "отменить постоянный"),
    )
    about: ClassVar[Text] = Text(
        "A seat's standing order ends; its files are waited for again.",
        "Постоянный приказ места отменяется; его заявки снова ждут.",
    )
    shorthand: ClassVar[str | None] = "seat"

    seat: Annotated[Seat, _SEAT]


class Set(Change, frozen=True):
    verb: ClassVar[Name] = Name("set", "set", "установить", ("задать", "назначить"))
    about: ClassVar[Text] = Text(
        "The course of the game: the dice of the open turn, whose turn it is, the start seat, the rounds, who has won.",
        "Ход игры: кубики открытого хода, чей ход, кто ходит первым номером, круги, кто победил.",
    )

    dice: Annotated[
        tuple[Face, Face] | None, hint("dice", "кубики", "both dice, e.g. [3, 5]", "оба кубика, например [3, 5]")
    ] = None
    active: Annotated[Seat | None, hint("active", "ходит", "whose turn it is", "чей это ход", "чей ход")] = None
    first: Annotated[
        Seat | None, hint("first", "первый", "the start seat", "кто ходит первым номером", "первое место", "start seat")
    ] = None
    round: Annotated[
        Annotated[int, Meta(ge=1, le=MOST)] | None,
        hint("round", "круг", "the round that is played", "какой круг идёт"),
    ] = None
    last_round: Annotated[
        Amount | None,
        hint(
            "last round",
            "последний круг",
            "the round after which the game ends; 0: not yet",
            "круг, после которого игра кончается; 0 — ещё не назначен",
        ),
    ] = None
    winners: Annotated[
        tuple[Seat, ...],
        hint("winners", "победители", "the game is over, these have won", "игра окончена, эти победили", "победитель"),
    ] = ()

    def mistake(self) -> str:
        told = (self.dice, self.active, self.first, self.round, self.last_round)
        return "" if self.winners or any(value is not None for value in told) else "ruling_nothing"


RULINGS: tuple[type[Change], ...] = (Give, Take, Cubes, Place, Move, Remove, Refill, EndStanding, Set)
