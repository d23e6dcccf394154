"""The orders of each phase. Reader, blank form, JSON Schema, handbook and checks all follow from these models."""

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from gm.model import Choice, Hint, Name, Order, Part, Text
from gm.rulesets.galactic_council import vocabulary as words


def hint(en: str, ru: str, en_text: str, ru_text: str, *also: str) -> Hint:
    """A field: its key and what to write, in English and Russian, and further spellings of the key."""
    return Hint(Text(en, ru), Text(en_text, ru_text), also)


_PLANET = Text("planet", "планета")
_WORD = Text("word", "слово")

System: TypeAlias = Annotated[str, Choice(Text("system", "система"), words.systems)]
Planet: TypeAlias = Annotated[str, Choice(_PLANET, words.planets)]
KnownPlanet: TypeAlias = Annotated[str, Choice(_PLANET, words.known_planets)]
OwnPlanet: TypeAlias = Annotated[str, Choice(Text("planet of yours", "ваша планета"), words.own_planets, listed=True)]
Unit: TypeAlias = Annotated[str, Choice(Text("unit", "юнит"), words.units)]
Ship: TypeAlias = Annotated[str, Choice(Text("ship", "корабль"), words.movable)]
Cargo: TypeAlias = Annotated[str, Choice(Text("cargo", "груз"), words.cargo)]
Troop: TypeAlias = Annotated[str, Choice(Text("unit that can land", "юнит для высадки"), words.troops)]
Buildable: TypeAlias = Annotated[
    str, Choice(Text("unit a dock builds", "юнит, который строят в доке"), words.buildable)
]
Technology: TypeAlias = Annotated[str, Choice(Text("technology", "технология"), words.technologies)]
Strategy: TypeAlias = Annotated[str, Choice(Text("strategy", "стратегия"), words.strategies, listed=True)]
Seat: TypeAlias = Annotated[str, Choice(Text("seat", "игрок"), words.seats)]
OtherSeat: TypeAlias = Annotated[str, Choice(Text("other seat", "другой игрок"), words.other_seats, listed=True)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=99)]

All: TypeAlias = Annotated[Literal["all"], Choice(_WORD, lambda view: (words.ALL,))]
Nothing: TypeAlias = Annotated[Literal["nothing"], Choice(_WORD, lambda view: (words.NOTHING,))]
Spread: TypeAlias = Annotated[
    Literal["evenly", "most_influence", "most_resources"],
    Choice(_WORD, lambda view: (words.EVENLY, words.MOST_INFLUENCE, words.MOST_RESOURCES)),
]
LandOn: TypeAlias = Annotated[str, Choice(_PLANET, lambda view: (words.OTHERS, *words.planets(view)))]

Landing: TypeAlias = Spread | dict[LandOn, dict[Troop, Count] | All | Spread]
"""«По триггеру»: how to spread all troops over the planets of the system; or planet -> what lands there."""


class Condition(Part, frozen=True):
    """One fact out of a small closed set (ch. 13, reading 23): exactly one of ships, found, battle, owner."""

    ships: Annotated[
        Annotated[str, Choice(Text("seat", "игрок"), words.whose)] | None,
        hint(
            "ships",
            "корабли",
            "whose ships are there: enemy, own, nobody, a seat",
            "чьи там корабли: враг, свои, никого, игрок",
        ),
    ] = None
    found: Annotated[
        Annotated[str, Choice(Text("kind of sector", "вид сектора"), words.found)] | None,
        hint(
            "found",
            "найдено",
            "what the sector is: planets, empty space, nebula…",
            "чем оказался сектор: планеты, пустота, туманность…",
        ),
    ] = None
    battle: Annotated[
        Annotated[Literal["won", "lost"], Choice(_WORD, lambda view: (words.WON, words.LOST))] | None,
        hint(
            "battle",
            "бой",
            "how your battle there went this phase: won, lost",
            "чем кончился ваш бой там в этой фазе: победа, поражение",
        ),
    ] = None
    owner: Annotated[
        Annotated[str, Choice(Text("seat", "игрок"), words.whose)] | None,
        hint(
            "owner",
            "владелец",
            "whose the planet is: enemy, own, nobody, a seat",
            "чья планета: враг, своя, ничья, игрок",
        ),
    ] = None
    system: Annotated[System | None, hint("system", "система", "where", "где", "сектор", "sector")] = None
    planet: Annotated[
        Planet | None, hint("planet", "планета", "which planet (with owner)", "какая планета (для «владелец»)")
    ] = None

    def mistake(self) -> str:
        if sum(fact is not None for fact in (self.ships, self.found, self.battle, self.owner)) != 1:
            return "condition_one_fact"
        return "condition_needs_place" if (self.planet if self.owner is not None else self.system) is None else ""


class Pay(Part, frozen=True):
    """What a purchase is paid with; left out, the program pays with the least waste (reading 5)."""

    shorthand: ClassVar[str | None] = "planets"

    planets: Annotated[
        tuple[OwnPlanet, ...],
        hint("planets", "планеты", "planets to use up", "какие планеты использовать", "planet", "планета"),
    ] = ()
    goods: Annotated[
        int, Meta(ge=0, le=99), hint("goods", "товары", "goods to add", "сколько товаров добавить", "товар")
    ] = 0


PayField: TypeAlias = Annotated[
    Pay | None,
    hint(
        "pay",
        "оплата",
        "planets and goods, e.g. {planets: [Jord], goods: 1}; left out: least waste",
        "планеты и товары, например {планеты: [Йорд], товары: 1}; без строки — с наименьшими потерями",
        "payment",
        "платить",
    ),
]
IfField: TypeAlias = Annotated[
    Condition | None,
    hint(
        "if", "если", "a condition, e.g. {ships: enemy, system: C3}", "условие, например {корабли: враг, система: C3}"
    ),
]


class Branching(Order, frozen=True):
    """An order that may have two branches: what `then` or `else` leave out stays as the order has it (ch. 13)."""

    def mistake(self) -> str:
        if_, then, else_ = (getattr(self, name, None) for name in ("if_", "then", "else_"))
        return "branch_needs_if" if if_ is None and (then is not None or else_ is not None) else ""


# --- strategy (turn 1) and assembly: ranking ---------------------------------------------------------------------


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


# --- council ------------------------------------------------------------------------------------------------------


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


# --- movement -----------------------------------------------------------------------------------------------------


class PickUp(Part, frozen=True):
    """Troops and fighters taken aboard in one system of the way."""

    system: Annotated[System, hint("system", "система", "where", "где", "где")]
    units: Annotated[
        dict[Cargo, Count],
        hint("units", "юниты", "what, e.g. {infantry: 2}", "кого, например {пехота: 2}", "груз", "cargo"),
    ]


class MoveChange(Part, frozen=True):
    """What a branch of a condition changes in the order; what it leaves out stays."""

    shorthand: ClassVar[str | None] = "path"

    ships: Annotated[dict[Ship, Count] | All | None, hint("ships", "корабли", "which ships", "какие корабли")] = None
    cargo: Annotated[
        dict[Cargo, Count] | All | None, hint("cargo", "груз", "what they carry from the start", "что берут на старте")
    ] = None
    pick_up: Annotated[
        tuple[PickUp, ...], hint("pick up", "подобрать", "what they take aboard on the way", "что подбирают по пути")
    ] = ()
    path: Annotated[
        tuple[System, ...],
        hint(
            "path",
            "путь",
            "every sector in order, the last one is the target",
            "все секторы по порядку, последний — цель",
        ),
    ] = ()
    landing: Annotated[Landing | None, hint("landing", "высадка", "who lands where", "кто и где высаживается")] = None


class Move(Branching, frozen=True):
    verb: ClassVar[Name] = Name("move", "move", "движение", ("переместить", "полёт", "флот", "fleet", "fly"))
    about: ClassVar[Text] = Text(
        "Send ships along a path; one command marker for each system your fleets are sent to.",
        "Отправить корабли по маршруту; один командный маркер за каждую систему, куда летят ваши флоты.",
    )
    rule: ClassVar[str] = "3.1"

    from_: Annotated[System, hint("from", "откуда", "the system they start from", "система, откуда вылетают", "из")]
    ships: Annotated[
        dict[Ship, Count] | All,
        hint(
            "ships", "корабли", "all, or e.g. {cruiser: 2, carrier: 1}", "все, или например {крейсер: 2, транспорт: 1}"
        ),
    ] = "all"
    cargo: Annotated[
        dict[Cargo, Count] | All | None,
        hint(
            "cargo",
            "груз",
            "fighters and troops from space and from planets there; left out: what is in space with them",
            "истребители и войска из космоса и с планет; без строки — то, что уже в космосе с ними",
        ),
    ] = None
    pick_up: Annotated[
        tuple[PickUp, ...],
        hint(
            "pick up",
            "подобрать",
            "on the way, e.g. [{system: D5, units: {infantry: 2}}]",
            "по пути, например [{система: D5, юниты: {пехота: 2}}]",
            "погрузка",
        ),
    ] = ()
    path: Annotated[
        tuple[System, ...],
        hint(
            "path",
            "путь",
            "every sector in order, e.g. [D5, E5]; the last one is the target",
            "все секторы по порядку, например [D5, E5]; последний — цель",
            "to",
            "куда",
            "маршрут",
            "route",
        ),
    ] = ()
    landing: Annotated[
        Landing | None,
        hint(
            "landing",
            "высадка",
            "evenly, most influence, most resources, or e.g. {Lodor: {infantry: 2}, others: evenly}",
            "поровну, наибольшее влияние, наибольший ресурс, или например {Лодор: {пехота: 2}, прочие: поровну}",
            "десант",
            "land",
        ),
    ] = None
    if_: IfField = None
    then: Annotated[
        MoveChange | Nothing | None,
        hint("then", "то", "if so: what changes, or nothing", "если так: что меняется, или «ничего»"),
    ] = None
    else_: Annotated[
        MoveChange | Nothing | None,
        hint("else", "иначе", "if not: what changes, or nothing", "если не так: что меняется, или «ничего»"),
    ] = None


class Land(Order, frozen=True):
    verb: ClassVar[Name] = Name("land", "land", "высадка", ("landing", "десант"))
    about: ClassVar[Text] = Text(
        "Land the troops that are in space of a system, whether their ships stayed there or came; ships that stay may "
        "take troops aboard first.",
        "Высадить войска, которые в космосе системы, — их корабли стоят там или прилетели; корабли, которые никуда не "
        "летят, могут сначала взять войска на борт.",
    )
    rule: ClassVar[str] = "3.4"

    system: Annotated[System, hint("system", "система", "where", "где")]
    cargo: Annotated[
        dict[Cargo, Count] | None, hint("cargo", "груз", "what they take aboard first", "кого сначала берут на борт")
    ] = None
    landing: Annotated[Landing | None, hint("landing", "высадка", "who lands where", "кто и где высаживается")] = None
    if_: IfField = None


class DirectFire(Order, frozen=True):
    verb: ClassVar[Name] = Name("fire", "fire", "обстрел", ("directed fire", "направленный огонь", "огонь", "shell"))
    about: ClassVar[Text] = Text(
        "Every PDS of yours in reach shoots once at enemy ships in a system; a command marker per system.",
        "Все ваши СПО, которые достают до системы, делают по выстрелу по вражеским кораблям в ней; маркер за систему.",
    )
    rule: ClassVar[str] = "3.1"
    shorthand: ClassVar[str | None] = "system"

    system: Annotated[System, hint("system", "система", "the system to shell", "какую систему обстрелять")]
    if_: IfField = None


class HoldFire(Order, frozen=True):
    verb: ClassVar[Name] = Name("hold_fire", "hold fire", "не стрелять", ("не вести огонь", "без огня"))
    about: ClassVar[Text] = Text(
        "Your PDS do not answer this turn: toward a seat, in a system, or at all.",
        "Ваши СПО в этот ход не ведут встречный и сопровождающий огонь: по игроку, в системе или вообще.",
    )
    rule: ClassVar[str] = "3.2"

    seat: Annotated[OtherSeat | None, hint("seat", "игрок", "only toward this seat", "только по этому игроку")] = None
    system: Annotated[System | None, hint("system", "система", "only in this system", "только в этой системе")] = None


class Losses(Order, frozen=True):
    verb: ClassVar[Name] = Name("losses", "losses", "потери", ("casualties", "порядок потерь"))
    about: ClassVar[Text] = Text(
        "Which of your units fall first, in space, on the ground and over the fleet limit; left out: the cheapest.",
        "Какие ваши юниты гибнут первыми в космосе, на планете и сверх лимита флота; без строки — самые дешёвые.",
    )
    rule: ClassVar[str] = "3.3"
    shorthand: ClassVar[str | None] = "order"

    order: Annotated[
        tuple[Unit, ...],
        hint("order", "порядок", "units, first to fall first", "юниты, первым — кто гибнет первым", "список", "list"),
    ]
    system: Annotated[System | None, hint("system", "система", "only in this system", "только в этой системе")] = None


class Bombard(Order, frozen=True):
    verb: ClassVar[Name] = Name("bombard", "bombard", "бомбардировка", ("bombardment", "бомбить"))
    about: ClassVar[Text] = Text(
        "Which planet your ships there bombard; left out: the invaded planet with the most defenders.",
        "Какую планету бомбят ваши корабли; без строки — ту из атакованных, где больше защитников.",
    )
    rule: ClassVar[str] = "3.4"
    shorthand: ClassVar[str | None] = "planet"

    planet: Annotated[Planet, hint("planet", "планета", "which planet", "какую планету")]
    ships: Annotated[
        dict[Ship, Count] | All,
        hint("ships", "корабли", "which ships; left out: all", "какие корабли; без строки — все"),
    ] = "all"
    bacteria: Annotated[
        bool,
        hint(
            "bacteria",
            "бактерии",
            "yes: one ship uses the X-89 Bacterial Weapon instead of bombarding",
            "да: один корабль вместо бомбардировки применяет бактериологическое оружие Х-89",
        ),
    ] = False


class HighAlert(Order, frozen=True):
    verb: ClassVar[Name] = Name("alert", "alert", "боевая готовность", ("high alert", "готовность"))
    about: ClassVar[Text] = Text(
        "Benefit of «Warfare»: ships that start from this system get +1 speed; your ships where the first group of them "
        "ends (or in the system, if none leaves) get +1 in space battle this turn.",
        "Преимущество «Войны»: корабли, вылетающие из этой системы, получают +1 к скорости; ваши корабли там, где "
        "остановится первая их группа (или в самой системе, если никто не вылетел), получают +1 в космическом бою.",
    )
    rule: ClassVar[str] = "1"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "system"

    system: Annotated[System, hint("system", "система", "where your fleet stands now", "где сейчас стоит ваш флот")]


class Jump(Order, frozen=True):
    verb: ClassVar[Name] = Name("jump", "jump", "переброска", ("transit", "диоды", "телепорт"))
    about: ClassVar[Text] = Text(
        "Transit Diodes: for a marker up to four ground forces go from one planet of yours to another.",
        "Транзитные диоды: за маркер до четырёх отрядов пехоты переходят с одной вашей планеты на другую.",
    )
    rule: ClassVar[str] = "3.1"
    once: ClassVar[bool] = True

    from_: Annotated[OwnPlanet, hint("from", "откуда", "the planet they leave", "с какой планеты", "из", "с")]
    to: Annotated[OwnPlanet, hint("to", "куда", "the planet they go to", "на какую планету", "на")]
    units: Annotated[
        dict[Troop, Count], hint("units", "юниты", "e.g. {infantry: 4}", "например {пехота: 4}", "войска", "troops")
    ]


# --- production ---------------------------------------------------------------------------------------------------


class Yield(Order, frozen=True):
    verb: ClassVar[Name] = Name("yield", "yield", "доход", ("станция", "особая планета", "использовать"))
    about: ClassVar[Text] = Text(
        "Use a trade station for 2 goods, or Primor, Mirage or Hope's End for their units, instead of its resource.",
        "Получить со станции 2 товара или с Примора, Миража, Безнадеги — их юниты вместо ресурса.",
    )
    rule: ClassVar[str] = "8"
    shorthand: ClassVar[str | None] = "planet"

    planet: Annotated[
        OwnPlanet, hint("planet", "планета", "the station or planet", "станция или планета", "станция", "station")
    ]


class Build(Order, frozen=True):
    verb: ClassVar[Name] = Name("build", "build", "производство", ("produce", "построить", "строить", "постройка"))
    about: ClassVar[Text] = Text(
        "Produce units at a dock; a command marker for each system that produces.",
        "Произвести юниты в доке; один командный маркер за каждую систему, где идёт производство.",
    )
    rule: ClassVar[str] = "4.1"

    planet: Annotated[
        OwnPlanet,
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

    planet: Annotated[OwnPlanet, hint("planet", "планета", "on which planet", "на какой планете", "где", "at")]
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


# --- assembly -----------------------------------------------------------------------------------------------------


class Gift(Order, frozen=True):
    verb: ClassVar[Name] = Name("gift", "gift", "подарок", ("give", "передать", "взятка", "отдать", "дар"))
    about: ClassVar[Text] = Text(
        "Give goods to another seat; with 'for' only if that seat gives you so much in the same step.",
        "Отдать товары другому игроку; с «за» — только если он в том же шаге отдаёт вам столько.",
    )
    rule: ClassVar[str] = "5.1"

    to: Annotated[OtherSeat, hint("to", "кому", "who gets them", "кому", "игрок", "seat")]
    goods: Annotated[Count, hint("goods", "товары", "how many goods", "сколько товаров", "товар")]
    for_: Annotated[
        int, Meta(ge=0, le=99), hint("for", "за", "goods wanted in return", "сколько товаров взамен", "взамен")
    ] = 0


class Offer(Order, frozen=True):
    verb: ClassVar[Name] = Name("contract", "contract", "договор", ("offer", "торговый договор", "заключить"))
    about: ClassVar[Text] = Text(
        "A trade contract: both seats name each other and the same two agreements; each gets the partner's value.",
        "Торговый договор: оба игрока называют друг друга и одни и те же два соглашения; каждый получает ценность партнёра.",
    )
    rule: ClassVar[str] = "5.2"

    partner: Annotated[OtherSeat, hint("partner", "партнёр", "with whom", "с кем", "с кем", "with")]
    give: Annotated[
        Annotated[int, Meta(ge=0, le=9)] | None,
        hint(
            "give",
            "даю",
            "value of your agreement; left out: your dearest free one",
            "ценность вашего соглашения; без строки — самое ценное свободное",
            "отдаю",
        ),
    ] = None
    want: Annotated[
        Annotated[int, Meta(ge=0, le=9)] | None,
        hint(
            "want",
            "хочу",
            "value of the partner's; left out: whatever he gives",
            "ценность соглашения партнёра; без строки — любое",
            "получаю",
        ),
    ] = None


class Break(Order, frozen=True):
    verb: ClassVar[Name] = Name("break", "break", "разорвать", ("end contract", "расторгнуть", "разрыв"))
    about: ClassVar[Text] = Text("End your trade contract with a seat.", "Расторгнуть ваш торговый договор с игроком.")
    rule: ClassVar[str] = "5.3"
    shorthand: ClassVar[str | None] = "partner"

    partner: Annotated[OtherSeat, hint("partner", "партнёр", "with whom", "с кем", "с кем", "with")]


class Veto(Order, frozen=True):
    verb: ClassVar[Name] = Name("veto", "veto", "вето", ("refuse", "отказать", "не одобрить"))
    about: ClassVar[Text] = Text(
        "Head of the Trade Guild: new contracts of these seats are not approved.",
        "Глава Торговой Гильдии: новые договоры этих игроков не одобряются.",
    )
    rule: ClassVar[str] = "5.2"
    shorthand: ClassVar[str | None] = "seats"

    seats: Annotated[
        tuple[Seat, ...],
        hint(
            "seats",
            "игроки",
            "whom; two seats: only the contract between them",
            "кому; двое — только договор между ними",
            "игрок",
            "seat",
        ),
    ]


class GuildBreak(Order, frozen=True):
    verb: ClassVar[Name] = Name("guild_break", "guild break", "разрыв гильдии", ("глава разрывает", "разорвать чужой"))
    about: ClassVar[Text] = Text(
        "Head of the Trade Guild who holds «Trade»: break any one contract and gain 1 good.",
        "Глава Торговой Гильдии со стратегией «Торговля»: разорвать любой договор и получить 1 товар.",
    )
    rule: ClassVar[str] = "5.3"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "seats"

    seats: Annotated[
        tuple[Seat, Seat], hint("seats", "игроки", "the two partners", "двое партнёров", "между", "between")
    ]


class Scrap(Order, frozen=True):
    verb: ClassVar[Name] = Name("scrap", "scrap", "уничтожить", ("destroy", "списать", "распустить"))
    about: ClassVar[Text] = Text("Destroy units of your own.", "Уничтожить свои юниты.")
    rule: ClassVar[str] = "7г"

    at: Annotated[
        Annotated[
            str,
            Choice(
                Text("system or planet", "система или планета"),
                lambda view: (*words.known_planets(view), *words.systems(view)),
            ),
        ],
        hint("at", "где", "a system (in space) or a planet", "система (в космосе) или планета", "планета", "система"),
    ]
    units: Annotated[dict[Unit, Count], hint("units", "юниты", "which ones", "какие", "что", "what")]


class FleetLimit(Order, frozen=True):
    verb: ClassVar[Name] = Name("fleet_limit", "fleet limit", "лимит флота", ("лимит", "limit"))
    about: ClassVar[Text] = Text(
        "Change your fleet limit: a marker for each step up, a marker back for each step down, never below 1.",
        "Изменить лимит флота: каждый шаг вверх стоит маркер, каждый шаг вниз возвращает маркер; не меньше 1.",
    )
    rule: ClassVar[str] = "7д"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "limit"

    limit: Annotated[int, Meta(ge=-99, le=99), hint("limit", "лимит", "the new limit", "новый лимит", "to", "до")]


class NameSpeaker(Order, frozen=True):
    verb: ClassVar[Name] = Name("speaker", "speaker", "спикер", ("name speaker", "назначить спикера"))
    about: ClassVar[Text] = Text(
        "Benefit of «Assembly»: name the next Speaker, yourself included.",
        "Преимущество «Ассамблеи»: назначить следующего Спикера, можно себя.",
    )
    rule: ClassVar[str] = "1"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "seat"

    seat: Annotated[Seat, hint("seat", "игрок", "who", "кто")]
