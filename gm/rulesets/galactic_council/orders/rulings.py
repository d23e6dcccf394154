"""What the game master may change by hand, written like orders. The names of their choices come from the state."""

from typing import Annotated, Any, ClassVar, TypeAlias

from msgspec import Meta

from gm.model import Change, Choice, Name, Text
from gm.rulesets.galactic_council import vocabulary as words
from gm.rulesets.galactic_council.orders.common import (
    All,
    Count,
    KnownPlanet,
    Seat,
    Strategy,
    System,
    Technology,
    Unit,
    hint,
)

Place: TypeAlias = Annotated[
    str,
    Choice(
        Text("system or planet", "система или планета"), lambda state: (*words.planets(state), *words.systems(state))
    ),
]
AnySeat: TypeAlias = Annotated[str, Choice(Text("seat", "игрок"), words.seats, listed=True)]
SeatOrNobody: TypeAlias = Annotated[
    str, Choice(Text("seat", "игрок"), lambda state: (*words.seats(state), words.NOBODY), listed=True)
]
StrategyOrNone: TypeAlias = Annotated[
    str, Choice(Text("strategy", "стратегия"), lambda state: (*words.strategies(state), words.NOBODY), listed=True)
]
SystemOrNone: TypeAlias = Annotated[
    str, Choice(Text("system", "система"), lambda state: (*words.systems(state), words.NOBODY))
]
Tile: TypeAlias = Annotated[str, Choice(Text("tile", "тайл"), lambda state: words.tiles(state.content))]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=99)]

_SEAT = hint("seat", "игрок", "whose", "чьи", "место")
_AT = hint("at", "где", "a system (in space) or a planet", "система (в космосе) или планета", "планета", "система")


def _said(change: Change, *names: str) -> str:
    """The code of the problem that nothing to change was named; empty if something was."""
    left_out: tuple[Any, ...] = (None, 0, (), {})
    return "ruling_nothing" if all(getattr(change, name) in left_out for name in names) else ""


class PlaceUnits(Change, frozen=True):
    verb: ClassVar[Name] = Name("place", "place", "поставить", ("put", "add", "добавить", "разместить"))
    about: ClassVar[Text] = Text(
        "Put units of a seat (or its mines) into a system or on a planet; nobody pays.",
        "Поставить юниты игрока (или его мины) в систему или на планету; никто не платит.",
    )

    seat: Annotated[AnySeat, _SEAT]
    at: Annotated[Place, _AT]
    units: Annotated[
        dict[Unit, Count], hint("units", "юниты", "e.g. {cruiser: 2}", "например {крейсер: 2}", "что", "what")
    ]
    damaged: Annotated[
        dict[Unit, Count] | None,
        hint("damaged", "повреждены", "how many of them are damaged", "сколько из них повреждено"),
    ] = None


class RemoveUnits(Change, frozen=True):
    verb: ClassVar[Name] = Name("remove", "remove", "убрать", ("снять", "delete"))
    about: ClassVar[Text] = Text(
        "Take units of a seat (or its mines) from the board; damaged ones go first.",
        "Убрать с поля юниты игрока (или его мины); повреждённые — первыми.",
    )

    seat: Annotated[AnySeat, _SEAT]
    at: Annotated[Place, _AT]
    units: Annotated[
        dict[Unit, Count] | All,
        hint("units", "юниты", "all, or e.g. {cruiser: 2}", "все или, например, {крейсер: 2}", "что", "what"),
    ]


class ShiftUnits(Change, frozen=True):
    verb: ClassVar[Name] = Name("move", "move", "переместить", ("перенести", "shift"))
    about: ClassVar[Text] = Text(
        "Move units of a seat from any place to any other; nobody fires, nobody pays; damaged ones go first.",
        "Перенести юниты игрока из любого места в любое; никто не стреляет и не платит; повреждённые — первыми.",
    )

    seat: Annotated[AnySeat, _SEAT]
    from_: Annotated[Place, hint("from", "откуда", "where they are", "где они стоят", "из", "с")]
    to: Annotated[Place, hint("to", "куда", "where they go", "куда они попадают", "в", "на")]
    units: Annotated[
        dict[Unit, Count] | All,
        hint("units", "юниты", "all, or e.g. {cruiser: 2}", "все или, например, {крейсер: 2}", "что", "what"),
    ]


class SetDamage(Change, frozen=True):
    verb: ClassVar[Name] = Name("set_damage", "set damage", "задать повреждения", ("damage", "повреждения"))
    about: ClassVar[Text] = Text(
        "Say how many of a seat's units in a place are damaged; 0: none of them.",
        "Задать, сколько юнитов игрока в этом месте повреждено; 0 — ни одного.",
    )

    seat: Annotated[AnySeat, _SEAT]
    at: Annotated[Place, _AT]
    units: Annotated[
        dict[Unit, Number], hint("units", "юниты", "e.g. {dreadnought: 1}", "например {дредноут: 1}", "что", "what")
    ]


class Give(Change, frozen=True):
    verb: ClassVar[Name] = Name("give", "give", "дать", ("выдать", "grant"))
    about: ClassVar[Text] = Text(
        "Give a seat goods, command markers, technologies.", "Дать игроку товары, командные маркеры, технологии."
    )

    seat: Annotated[AnySeat, hint("seat", "игрок", "to whom", "кому", "кому", "to", "место")]
    goods: Annotated[Number, hint("goods", "товары", "how many goods", "сколько товаров", "товар")] = 0
    markers: Annotated[
        Number, hint("markers", "маркеры", "how many command markers", "сколько командных маркеров", "маркер")
    ] = 0
    technologies: Annotated[
        tuple[Technology, ...], hint("technologies", "технологии", "which ones", "какие", "технология", "technology")
    ] = ()

    def mistake(self) -> str:
        return _said(self, "goods", "markers", "technologies")


class Take(Change, frozen=True):
    verb: ClassVar[Name] = Name("take", "take", "забрать", ("отнять", "withdraw"))
    about: ClassVar[Text] = Text(
        "Take goods, command markers, technologies from a seat.",
        "Забрать у игрока товары, командные маркеры, технологии.",
    )

    seat: Annotated[AnySeat, hint("seat", "игрок", "from whom", "у кого", "у кого", "место")]
    goods: Annotated[Number, hint("goods", "товары", "how many goods", "сколько товаров", "товар")] = 0
    markers: Annotated[
        Number, hint("markers", "маркеры", "how many command markers", "сколько командных маркеров", "маркер")
    ] = 0
    technologies: Annotated[
        tuple[Technology, ...], hint("technologies", "технологии", "which ones", "какие", "технология", "technology")
    ] = ()

    def mistake(self) -> str:
        return _said(self, "goods", "markers", "technologies")


class SetSeat(Change, frozen=True):
    verb: ClassVar[Name] = Name("set_seat", "set seat", "задать место", ("место", "игрок", "set player"))
    about: ClassVar[Text] = Text(
        "Set what a seat has: fleet limit, strategy, high alert, ranking; put it out of the game or bring it back.",
        "Задать игроку лимит флота, стратегию, боевую готовность, порядок стратегий; вывести из игры или вернуть.",
    )

    seat: Annotated[AnySeat, hint("seat", "игрок", "which seat", "какой игрок", "место")]
    fleet_limit: Annotated[
        Annotated[int, Meta(ge=1, le=99)] | None, hint("fleet limit", "лимит флота", "the new limit", "новый лимит")
    ] = None
    strategy: Annotated[
        StrategyOrNone | None,
        hint("strategy", "стратегия", "the strategy of this turn, or none", "стратегия этого хода или «нет»"),
    ] = None
    last_strategy: Annotated[
        StrategyOrNone | None,
        hint("last strategy", "прежняя стратегия", "that of last turn, or none", "стратегия прошлого хода или «нет»"),
    ] = None
    alert: Annotated[
        SystemOrNone | None,
        hint("alert", "готовность", "the system on high alert, or none", "система в боевой готовности или «нет»"),
    ] = None
    ranking: Annotated[
        tuple[Strategy, ...],
        hint(
            "ranking",
            "порядок",
            "the seat's ranking of strategies (secret)",
            "порядок стратегий игрока (тайна)",
            "ранжир",
        ),
    ] = ()
    spent: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=9)], ...] | None,
        hint(
            "spent",
            "потрачены",
            "values of its agreements that are unusable this turn, e.g. [2]; [] for none",
            "ценность соглашений, которые в этот ход использовать нельзя, например [2]; [] — таких нет",
        ),
    ] = None
    out: Annotated[
        bool | None,
        hint(
            "out",
            "выбыл",
            "yes: out of the game, with all it has; no: it plays again",
            "да — вывести из игры со всем, что есть; нет — вернуть в игру",
        ),
    ] = None

    def mistake(self) -> str:
        if self.spent is not None or self.out is not None:
            return ""
        return _said(self, "fleet_limit", "strategy", "last_strategy", "alert", "ranking")


class SetPlanet(Change, frozen=True):
    verb: ClassVar[Name] = Name("set_planet", "set planet", "задать планету", ("planet", "планета", "station"))
    about: ClassVar[Text] = Text(
        "Set whose a planet or station is, and whether it was used this turn.",
        "Задать, чья это планета или станция и использована ли она в этот ход.",
    )

    planet: Annotated[KnownPlanet, hint("planet", "планета", "which one", "какая", "станция", "station")]
    owner: Annotated[
        SeatOrNobody | None, hint("owner", "владелец", "a seat, or nobody", "игрок или «никто»", "чья")
    ] = None
    used: Annotated[
        bool | None, hint("used", "использована", "yes: used this turn; no: ready", "да — использована; нет — готова")
    ] = None
    taken: Annotated[
        Number | None,
        hint(
            "taken",
            "взята",
            "the turn in which it counts as taken; left out: this turn, so that it gives nothing yet",
            "в какой ход она взята; без строки — в этот, и пока ничего не даёт",
        ),
    ] = None

    def mistake(self) -> str:
        return "ruling_nothing" if (self.owner, self.used, self.taken) == (None, None, None) else ""


class SetSystem(Change, frozen=True):
    verb: ClassVar[Name] = Name("set_system", "set system", "задать систему", ("sector", "сектор", "система", "system"))
    about: ClassVar[Text] = Text(
        "Set the tile of a system (of an unexplored one in secret), open or cover it, close it to others this turn.",
        "Задать тайл системы (неразведанной — втайне), открыть её или скрыть, закрыть для чужих на этот ход.",
    )

    system: Annotated[System, hint("system", "система", "which one", "какая", "сектор", "sector")]
    tile: Annotated[
        Tile | None,
        hint(
            "tile",
            "тайл",
            "what lies there; if it lies hidden elsewhere, the two change places",
            "что там лежит; если такой тайл скрыт в другом месте, они поменяются местами",
        ),
    ] = None
    explored: Annotated[
        bool | None,
        hint(
            "explored",
            "разведана",
            "yes: open for all to see; no: unexplored again",
            "да — открыть для всех; нет — снова не разведана",
        ),
    ] = None
    closed: Annotated[
        SeatOrNobody | None,
        hint("closed", "закрыта", "by which seat, or nobody", "кем, или «никем»", "closed by", "закрыл"),
    ] = None

    def mistake(self) -> str:
        return "ruling_nothing" if (self.tile, self.explored, self.closed) == (None, None, None) else ""


class SetCouncil(Change, frozen=True):
    verb: ClassVar[Name] = Name(
        "set_council", "set council", "задать Совет", ("offices", "должности", "council", "совет")
    )
    about: ClassVar[Text] = Text(
        "Set who is Speaker, who heads the Trade Guild, how many bonus tokens lie on strategies.",
        "Задать Спикера, Главу Торговой Гильдии, число бонусных жетонов на стратегиях.",
    )

    speaker: Annotated[Seat | None, hint("speaker", "спикер", "who", "кто")] = None
    guild_head: Annotated[
        SeatOrNobody | None, hint("guild head", "глава гильдии", "who, or nobody", "кто, или «никто»", "глава")
    ] = None
    bonus: Annotated[
        dict[Strategy, Number] | None,
        hint("bonus", "бонусы", "e.g. {trade: 2}; 0: none", "например {торговля: 2}; 0 — ни одного", "жетоны"),
    ] = None

    def mistake(self) -> str:
        return _said(self, "speaker", "guild_head", "bonus")


class SetContract(Change, frozen=True):
    verb: ClassVar[Name] = Name("set_contract", "set contract", "задать договор", ("contract", "договор"))
    about: ClassVar[Text] = Text(
        "Make or change the trade contract of two seats; without 'gives' end it.",
        "Заключить или изменить торговый договор двух игроков; без строки «дают» — расторгнуть.",
    )

    seats: Annotated[tuple[Seat, Seat], hint("seats", "игроки", "the two partners", "двое партнёров", "между")]
    gives: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=9)], Annotated[int, Meta(ge=0, le=9)]] | None,
        hint(
            "gives",
            "дают",
            "what each gives, in that order, e.g. [2, 3]; left out: the contract ends",
            "что даёт каждый, в том же порядке, например [2, 3]; без строки — договор кончается",
        ),
    ] = None
    since: Annotated[
        Number | None,
        hint(
            "since",
            "с хода",
            "since which turn (it pays from the next one); left out: this one",
            "с какого хода (платит со следующего); без строки — с этого",
        ),
    ] = None
    spent: Annotated[
        bool,
        hint(
            "spent",
            "потрачены",
            "yes: after the end both agreements are unusable until the next turn",
            "да — после расторжения оба соглашения до следующего хода использовать нельзя",
        ),
    ] = False


RULINGS: tuple[type[Change], ...] = (
    PlaceUnits,
    RemoveUnits,
    ShiftUnits,
    SetDamage,
    Give,
    Take,
    SetSeat,
    SetPlanet,
    SetSystem,
    SetCouncil,
    SetContract,
)
