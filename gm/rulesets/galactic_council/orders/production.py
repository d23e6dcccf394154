"""Orders of the production phase (ch. 4)."""

from typing import Annotated, ClassVar

from gm.model import Name, Order, Text
from gm.rulesets.galactic_council.orders.common import (
    Buildable,
    Count,
    DocklessPlanet,
    DockPlanet,
    PayField,
    System,
    Technology,
    Unit,
    YieldingPlanet,
    hint,
)


class Yield(Order, frozen=True):
    verb: ClassVar[Name] = Name("yield", "yield", "доход", ("станция", "особая планета", "использовать"))
    about: ClassVar[Text] = Text(
        "Use a trade station for 2 goods, or Primor, Mirage or Hope's End for their units, instead of its resource.",
        "Получить со станции 2 товара или с Примора, Миража, Безнадеги — их юниты вместо ресурса.",
    )
    rule: ClassVar[str] = "8"
    shorthand: ClassVar[str | None] = "planet"

    planet: Annotated[
        YieldingPlanet, hint("planet", "планета", "the station or planet", "станция или планета", "станция", "station")
    ]


class Build(Order, frozen=True):
    verb: ClassVar[Name] = Name("build", "build", "производство", ("produce", "построить", "строить", "постройка"))
    about: ClassVar[Text] = Text(
        "Produce units at a dock; a command marker for each system that produces.",
        "Произвести юниты в доке; один командный маркер за каждую систему, где идёт производство.",
    )
    rule: ClassVar[str] = "4.1"

    planet: Annotated[
        DockPlanet,
        hint("planet", "планета", "the planet of the dock", "планета, где стоит док", "dock", "док", "где", "at"),
    ]
    units: Annotated[
        dict[Buildable, Count],
        hint(
            "units",
            "юниты",
            "what, in this order of importance, e.g. {carrier: 1, infantry: 2}",
            "что, по важности, например {транспорт: 1, пехота: 2}",
            "что",
            "what",
        ),
    ]
    boost: Annotated[
        bool,
        hint(
            "boost",
            "ускорение",
            "yes: spend a marker for 3 more units",
            "да: потратить маркер и построить на 3 юнита больше",
            "+3",
        ),
    ] = False
    extra: Annotated[
        bool,
        hint(
            "extra",
            "дополнительно",
            "yes: the free resources of «Production» and Sarween Tools go to this dock",
            "да: бесплатные ресурсы «Производства» и Инструментов Сарвин идут этому доку",
            "бонус",
            "bonus",
        ),
    ] = False
    to: Annotated[
        System | None,
        hint(
            "to",
            "куда",
            "with Integrated Economy: the neighbouring system they appear in",
            "с Интегрированной экономикой: соседняя система, где они появятся",
        ),
    ] = None
    scrap: Annotated[
        dict[Unit, Count] | None,
        hint(
            "scrap",
            "разобрать",
            "with Transfabrication: units of this system to scrap for goods first",
            "с Трансфабрикацией: какие юниты системы сначала разобрать на товары",
        ),
    ] = None
    pay: PayField = None


class LayMine(Order, frozen=True):
    verb: ClassVar[Name] = Name("mine", "mine", "мины", ("mines", "мина", "минное поле"))
    about: ClassVar[Text] = Text(
        "Lay a mine field where you had a cruiser before this phase: 2 resources, on the marker of the system's production.",
        "Поставить минное поле там, где до начала фазы стоял ваш крейсер: 2 ресурса, по маркеру производства в этой системе.",
    )
    rule: ClassVar[str] = "4.1"
    shorthand: ClassVar[str | None] = "system"

    system: Annotated[System, hint("system", "система", "where", "где")]
    pay: PayField = None


class BuildDock(Order, frozen=True):
    verb: ClassVar[Name] = Name("dock", "dock", "док", ("build dock", "новый док", "построить док"))
    about: ClassVar[Text] = Text(
        "Build a dock on a planet that was yours when the turn began: 1 marker and 4 resources.",
        "Возвести док на планете, которая ваша с начала хода: 1 маркер и 4 ресурса.",
    )
    rule: ClassVar[str] = "4.2"
    shorthand: ClassVar[str | None] = "planet"

    planet: Annotated[DocklessPlanet, hint("planet", "планета", "on which planet", "на какой планете", "где", "at")]
    pay: PayField = None


class Research(Order, frozen=True):
    verb: ClassVar[Name] = Name(
        "research", "research", "технология", ("technology", "исследование", "изучить", "наука")
    )
    about: ClassVar[Text] = Text(
        "Learn a technology for 1 marker and 6 resources; with «Technology» the first one is free and a second may be bought.",
        "Изучить технологию за 1 маркер и 6 ресурсов; с «Технологиями» первая бесплатна, и можно купить вторую.",
    )
    rule: ClassVar[str] = "4.3"
    shorthand: ClassVar[str | None] = "technology"

    technology: Annotated[Technology, hint("technology", "технология", "which one", "какую", "name", "название")]
    pay: PayField = None
