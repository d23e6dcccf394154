"""Orders of the assembly phase: trade (ch. 5) and the end of the turn (ch. 7)."""

from typing import Annotated, ClassVar

from msgspec import Meta

from gm.model import Choice, Name, Order, Text
from gm.rulesets.galactic_council import vocabulary as words
from gm.rulesets.galactic_council.orders.common import Count, OtherSeat, Seat, Unit, hint


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
