"""Orders of a turn: the choice for the dice, charged abilities, claims, the purchase, standing orders."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from gm.model import Choice, Name, Order, Text
from gm.rulesets.space_base import vocabulary as words
from gm.rulesets.space_base.orders.common import (
    Arrow,
    Dice,
    Face,
    OwnCard,
    ReadyCard,
    Rules,
    Sector,
    Wishes,
    hint,
)

Cards = Annotated[
    Wishes,
    hint(
        "cards",
        "карты",
        "cards or rules, best first, e.g. [{level: 2, sector: 8}, dearest]",
        "карты или правила по порядку, например [{уровень: 2, сектор: 8}, самая дорогая]",
        "card",
        "карта",
    ),
]


class Choose(Order, frozen=True):
    verb: ClassVar[Name] = Name("choose", "choose", "выбор", ("choice", "dice", "кубики", "выбрать"))
    about: ClassVar[Text] = Text(
        "How you use the dice of this turn: their sum, or both numbers.",
        "Как вы используете кубики этого хода: суммой или порознь.",
    )
    rule: ClassVar[str] = "dice"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "use"

    use: Annotated[Dice, hint("use", "как", "sum or split", "сумма или порознь", "choice", "выбор")]
    otherwise: Annotated[
        Rules,
        hint(
            "otherwise",
            "иначе",
            "rules in case somebody changes the dice, e.g. [purchase, 7, most points]; left out: the same choice",
            "правила на случай, если кубики кто-то изменит, например [покупка, 7, больше очков]; без строки — тот же выбор",
            "else",
            "if changed",
        ),
    ] = ()
    arrow: Annotated[
        Arrow | None,
        hint(
            "arrow",
            "стрелка",
            "double arrow: left or right (left out: what brings more)",
            "двойная стрелка: влево или вправо (без строки — что выгоднее)",
            "direction",
            "направление",
        ),
    ] = None


class Use(Order, frozen=True):
    verb: ClassVar[Name] = Name(
        "charge", "use", "заряд", ("use", "use a charge", "применить", "способность", "ability")
    )
    about: ClassVar[Text] = Text(
        "Use the charged ability of a card of yours this turn; give the fields that it needs.",
        "Применить в этот ход способность заряженной карты; укажите те поля, которые ей нужны.",
    )
    rule: ClassVar[str] = "charged"
    shorthand: ClassVar[str | None] = "card"

    card: Annotated[ReadyCard, hint("card", "карта", "which card", "какую карту")]
    when: Annotated[
        Annotated[Literal["before", "after", "last"], Choice(Text("word", "слово"), lambda view: words.MOMENTS)],
        hint(
            "when",
            "когда",
            "before your rewards, after them (if left out), or last (after the purchase)",
            "до ваших наград, после них (без строки) или последним (после покупки)",
        ),
    ] = "after"
    die: Annotated[
        Annotated[int, Meta(ge=1, le=2)] | None,
        hint(
            "die",
            "кубик",
            "reroll: the first or the second die (left out: the lower one)",
            "переброс: первый или второй кубик (без строки — меньший)",
        ),
    ] = None
    by: Annotated[
        Annotated[int, Meta(ge=1, le=2)] | None,
        hint("by", "на", "dice arrow +2: by how much (left out: 2)", "сдвиг суммы +2: на сколько (без строки — 2)"),
    ] = None
    sector: Annotated[
        Sector | None,
        hint(
            "sector",
            "сектор",
            "double: which sector; extra purchase with a free place: where the ship goes",
            "удвоение: какой сектор; покупка с размещением: куда ставится корабль",
        ),
    ] = None
    take: Annotated[
        Wishes,
        hint(
            "take",
            "взять",
            "claim, extra purchase or exchange: cards you wish, best first (left out: those of your claims or purchase)",
            "получение карты, покупка или обмен: желаемые карты по порядку (без строки — те, что у «получить» или «купить»)",
            "cards",
            "карты",
        ),
    ] = ()
    onto: Annotated[
        OwnCard | None,
        hint("onto", "на карту", "place a charge: on which card", "положить заряд: на какую карту", "на какую"),
    ] = None
    moved: Annotated[
        OwnCard | None,
        hint("from", "с карты", "move a charge: from which card", "переместить заряд: с какой карты", "moved from"),
    ] = None
    to: Annotated[
        OwnCard | None,
        hint("to", "куда", "move a charge: to which card", "переместить заряд: на какую карту"),
    ] = None


class Claim(Order, frozen=True):
    verb: ClassVar[Name] = Name("claim", "claim", "получить", ("claims", "бесплатно", "бесплатная карта"))
    about: ClassVar[Text] = Text(
        "Which cards you take when a reward or an ability gives you one for free, best first.",
        "Какие карты вы берёте, если награда или способность даёт карту бесплатно, начиная с самой желанной.",
    )
    rule: ClassVar[str] = "claim"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "cards"

    cards: Cards


class Buy(Order, frozen=True):
    verb: ClassVar[Name] = Name("buy", "buy", "купить", ("purchase", "покупка"))
    about: ClassVar[Text] = Text(
        "The purchase of your turn: the first card of this list that you can pay is bought and takes all your credits.",
        "Покупка вашего хода: покупается первая карта списка, на которую хватает кредитов; она забирает все кредиты.",
    )
    rule: ClassVar[str] = "purchase"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "cards"

    cards: Cards


class SetDie(Order, frozen=True):
    verb: ClassVar[Name] = Name("set_die", "set a die", "выставить кубик", ("set die", "set", "выставить"))
    about: ClassVar[Text] = Text(
        "Before your own roll, which comes at the end of this turn: one die shows the number you name.",
        "Перед вашим броском в конце этого хода: один кубик показывает названное число.",
    )
    rule: ClassVar[str] = "charged"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "face"

    face: Annotated[Face, hint("face", "число", "the number it shows", "какое число на кубике", "number")]
    card: Annotated[
        OwnCard | None,
        hint(
            "card",
            "карта",
            "which card (left out: the first that can)",
            "какой картой (без строки — первой, что может)",
        ),
    ] = None


class Standing(Order, frozen=True):
    verb: ClassVar[Name] = Name(
        "standing", "standing order", "постоянный приказ", ("standing", "постоянно", "standing orders", "постоянный")
    )
    about: ClassVar[Text] = Text(
        "What holds from now on whenever you send no order about it: with rules for a turn you need not send a file for it. "
        "Only you see it; that you have one everybody sees, since nobody waits for you.",
        "Что действует с этого хода всегда, когда вы не прислали другого: если есть правила для хода, заявку на него можно не "
        "присылать. Приказ видите только вы; что он есть, видно всем: вас не ждут.",
    )
    rule: ClassVar[str] = "dice"
    once: ClassVar[bool] = True

    own: Annotated[
        Rules,
        hint(
            "own",
            "свой ход",
            "rules for your own turns, the first that decides counts, e.g. [sum if it gives a purchase, 7, most points]",
            "правила для своих ходов, решает первое подходящее, например [сумма на покупку, 7, больше очков]",
            "my turn",
        ),
    ] = ()
    others: Annotated[
        Rules,
        hint("others", "чужой ход", "rules for the turns of others", "правила для чужих ходов", "other turns"),
    ] = ()
    buy: Annotated[
        Wishes,
        hint("buy", "купить", "what to buy on your turns, best first", "что покупать в свой ход по порядку", "покупка"),
    ] = ()
    claim: Annotated[
        Wishes,
        hint("claim", "получить", "which free cards to take, best first", "какие бесплатные карты брать по порядку"),
    ] = ()
    arrow: Annotated[
        Arrow | None,
        hint("arrow", "стрелка", "double arrows: left or right", "двойные стрелки: влево или вправо"),
    ] = None
    charges: Annotated[
        bool,
        hint(
            "charges",
            "заряды",
            "use at once every charged ability that needs no aim (yes or no)",
            "применять сразу каждую способность, которой не нужна цель (да или нет)",
        ),
    ] = False
    face: Annotated[
        Face | None,
        hint(
            "face",
            "число",
            "set a die to this number before every own roll, if a card can",
            "перед каждым своим броском выставлять кубик на это число, если карта может",
        ),
    ] = None


class Dismiss(Order, frozen=True):
    verb: ClassVar[Name] = Name(
        "dismiss", "dismiss", "отменить постоянный", ("no standing order", "отменить", "отмена постоянного приказа")
    )
    about: ClassVar[Text] = Text("Your standing order ends.", "Ваш постоянный приказ отменяется.")
    rule: ClassVar[str] = "dice"
    once: ClassVar[bool] = True
