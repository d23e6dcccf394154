"""Orders of the movement phase (ch. 3)."""

from typing import Annotated, ClassVar

from gm.model import Name, Order, Part, Text
from gm.rulesets.galactic_council.orders.common import (
    All,
    Branching,
    Cargo,
    Count,
    FleetSystem,
    IfField,
    Landing,
    Nothing,
    OtherSeat,
    OwnPlanet,
    Planet,
    Ship,
    System,
    Troop,
    Unit,
    hint,
)


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

    from_: Annotated[
        FleetSystem, hint("from", "откуда", "the system they start from", "система, откуда вылетают", "из")
    ]
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

    system: Annotated[FleetSystem, hint("system", "система", "where", "где")]
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

    system: Annotated[
        FleetSystem, hint("system", "система", "where your fleet stands now", "где сейчас стоит ваш флот")
    ]


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
