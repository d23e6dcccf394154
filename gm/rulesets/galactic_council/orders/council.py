"""Orders of the council phase (ch. 2), and the ranking of strategies (ch. 1)."""

from typing import Annotated, ClassVar

from msgspec import Meta

from gm.model import Name, Order, Part, Text
from gm.rulesets.galactic_council.orders.common import (
    Branching,
    IfField,
    Nothing,
    PayField,
    Planet,
    Strategy,
    System,
    hint,
)


class Rank(Order, frozen=True):
    verb: ClassVar[Name] = Name("strategies", "strategies", "стратегии", ("ranking", "стратегия", "приоритет", "rank"))
    about: ClassVar[Text] = Text(
        "The eight strategies for the next turn, the one you want most first.",
        "Восемь стратегий на следующий ход, начиная с самой желанной.",
    )
    rule: ClassVar[str] = "1"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "order"

    order: Annotated[
        tuple[Strategy, ...],
        hint("order", "порядок", "strategies, best first", "стратегии по убыванию желания", "list", "список"),
    ]


class ExchangeBonus(Order, frozen=True):
    verb: ClassVar[Name] = Name("bonus", "bonus", "бонусы", ("exchange bonus", "бонус", "обмен бонусов"))
    about: ClassVar[Text] = Text(
        "How many of the bonus tokens on your strategy become goods; the rest become command markers.",
        "Сколько бонусов вашей стратегии обменять на товары; остальные станут командными маркерами.",
    )
    rule: ClassVar[str] = "1"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "goods"

    goods: Annotated[
        int,
        Meta(ge=0, le=99),
        hint("goods", "товары", "tokens that become goods", "сколько бонусов станут товарами", "товар"),
    ]


class BuyMarkers(Order, frozen=True):
    verb: ClassVar[Name] = Name("markers", "markers", "маркеры", ("buy markers", "командные маркеры", "км", "маркер"))
    about: ClassVar[Text] = Text(
        "Buy up to 3 command markers for 2 influence each, paid together.",
        "Приобрести до 3 командных маркеров по 2 влияния, одной оплатой.",
    )
    rule: ClassVar[str] = "2.4"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "count"

    count: Annotated[int, Meta(ge=1, le=9), hint("count", "сколько", "how many", "сколько маркеров", "количество")]
    pay: PayField = None


class ExploreChange(Part, frozen=True):
    shorthand: ClassVar[str | None] = "sector"

    sector: Annotated[
        System,
        hint(
            "sector", "сектор", "the sector to open instead", "какой сектор открыть вместо этого", "система", "system"
        ),
    ]


class Explore(Branching, frozen=True):
    verb: ClassVar[Name] = Name(
        "explore", "explore", "разведка", ("исследование", "исследовать", "scouting", "открыть")
    )
    about: ClassVar[Text] = Text(
        "Open a sector next to explored space: 1 good for the first in a turn, 2 for the second, and so on.",
        "Открыть сектор рядом с исследованным пространством: первый за ход стоит 1 товар, второй 2, и так далее.",
    )
    rule: ClassVar[str] = "2.5"
    shorthand: ClassVar[str | None] = "sector"

    sector: Annotated[System | None, hint("sector", "сектор", "which sector", "какой сектор", "система", "system")] = (
        None
    )
    if_: IfField = None
    then: Annotated[
        ExploreChange | Nothing | None,
        hint("then", "то", "if so: another sector, or nothing", "если так: другой сектор или «ничего»"),
    ] = None
    else_: Annotated[ExploreChange | Nothing | None, hint("else", "иначе", "if not", "если не так")] = None


class Scout(Order, frozen=True):
    verb: ClassVar[Name] = Name("scout", "scout", "шпионаж", ("espionage", "дипломатическая разведка"))
    about: ClassVar[Text] = Text(
        "Benefit of «Diplomacy»: open up to three sectors free of charge, before the paid ones.",
        "Преимущество «Дипломатии»: открыть до трёх секторов бесплатно, раньше платных.",
    )
    rule: ClassVar[str] = "2.5"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "sectors"

    sectors: Annotated[
        tuple[System, ...],
        hint(
            "sectors",
            "секторы",
            "up to three sectors, in order",
            "до трёх секторов по порядку",
            "сектора",
            "сектор",
            "sector",
        ),
    ]


class CloseSystem(Order, frozen=True):
    verb: ClassVar[Name] = Name("close", "close", "закрыть", ("close system", "закрытие", "закрыть систему"))
    about: ClassVar[Text] = Text(
        "Benefit of «Diplomacy»: one system with a planet of yours is closed this turn: nobody else may send ships into it, "
        "shell it or capture a planet there.",
        "Преимущество «Дипломатии»: система с вашей планетой закрыта на этот ход: никто другой не может отправить в неё "
        "корабли, обстрелять её или захватить там планету.",
    )
    rule: ClassVar[str] = "1"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "system"

    system: Annotated[System, hint("system", "система", "the system to close", "какую систему закрыть")]


class CaptureChange(Part, frozen=True):
    shorthand: ClassVar[str | None] = "planet"

    planet: Annotated[
        Planet, hint("planet", "планета", "the planet to capture instead", "какую планету захватить вместо этой")
    ]
    pay: PayField = None


class Capture(Branching, frozen=True):
    verb: ClassVar[Name] = Name("capture", "capture", "захват", ("annex", "дипломатический захват", "присоединить"))
    about: ClassVar[Text] = Text(
        "Take an empty neutral or enemy planet next to a system of yours for 1 marker and 3 influence; "
        "with «Diplomacy» one is free, unless you close or scout.",
        "Захватить пустую нейтральную или вражескую планету рядом с вашей системой за 1 маркер и 3 влияния; "
        "с «Дипломатией» один захват бесплатен, если вы не закрываете систему и не шпионите.",
    )
    rule: ClassVar[str] = "2.6"
    shorthand: ClassVar[str | None] = "planet"

    planet: Annotated[Planet | None, hint("planet", "планета", "which planet", "какую планету")] = None
    pay: PayField = None
    if_: IfField = None
    then: Annotated[
        CaptureChange | Nothing | None,
        hint("then", "то", "if so: another planet, or nothing", "если так: другая планета или «ничего»"),
    ] = None
    else_: Annotated[CaptureChange | Nothing | None, hint("else", "иначе", "if not", "если не так")] = None
