"""What the orders of several phases share: kinds of names, conditions, payments, branches."""

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from gm.model import Choice, Hint, Order, Part, Text
from gm.rulesets.galactic_council import vocabulary as words


def hint(en: str, ru: str, en_text: str, ru_text: str, *also: str) -> Hint:
    """A field: its key and what to write, in English and Russian, and further spellings of the key."""
    return Hint(Text(en, ru), Text(en_text, ru_text), also)


_PLANET = Text("planet", "планета")
_OWN_PLANET = Text("planet of yours", "ваша планета")
_WORD = Text("word", "слово")

System: TypeAlias = Annotated[str, Choice(Text("system", "система"), words.systems)]
FleetSystem: TypeAlias = Annotated[
    str, Choice(Text("system", "система"), words.systems, listed=True, offered=words.fleet_systems)
]
Planet: TypeAlias = Annotated[str, Choice(_PLANET, words.planets)]
KnownPlanet: TypeAlias = Annotated[str, Choice(_PLANET, words.known_planets)]
OwnPlanet: TypeAlias = Annotated[str, Choice(_OWN_PLANET, words.own_planets, listed=True)]
DockPlanet: TypeAlias = Annotated[str, Choice(_OWN_PLANET, words.own_planets, listed=True, offered=words.docks)]
DocklessPlanet: TypeAlias = Annotated[str, Choice(_OWN_PLANET, words.own_planets, listed=True, offered=words.dockless)]
YieldingPlanet: TypeAlias = Annotated[str, Choice(_OWN_PLANET, words.own_planets, listed=True, offered=words.yielding)]
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
