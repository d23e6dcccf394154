"""What the orders share: kinds of names, rules for a choice, wishes for a card."""

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from gm.model import Choice, Hint, Part, Text
from gm.rulesets.space_base import vocabulary as words


def hint(en: str, ru: str, en_text: str, ru_text: str, *also: str) -> Hint:
    """A field: its key and what to write, in English and Russian, and further spellings of the key."""
    return Hint(Text(en, ru), Text(en_text, ru_text), also)


_WORD = Text("word", "слово")

Sector: TypeAlias = Annotated[int, Meta(ge=1, le=12)]
Face: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
OwnCard: TypeAlias = Annotated[
    str, Choice(Text("card of yours", "ваша карта"), words.own_cards, listed=True, offered=words.charge_cards)
]
ReadyCard: TypeAlias = Annotated[
    str, Choice(Text("card of yours", "ваша карта"), words.own_cards, listed=True, offered=words.ready_cards)
]
HandCard: TypeAlias = Annotated[str, Choice(Text("card of your hand", "карта вашей руки"), words.hand, listed=True)]
Wanted: TypeAlias = Annotated[
    str,
    Choice(Text("card or word", "карта или слово"), words.wanted, listed=True, offered=words.offered),
]
Rule: TypeAlias = Annotated[str, Choice(Text("rule or sector", "правило или сектор"), words.rules, listed=True)]
Dice: TypeAlias = Annotated[Literal["sum", "split"], Choice(_WORD, lambda view: (words.SUM, words.SPLIT))]
Arrow: TypeAlias = Annotated[Literal["left", "right"], Choice(_WORD, lambda view: (words.LEFT, words.RIGHT))]


class Wish(Part, frozen=True):
    """A card one would like, by name or by rule: the first that fits and can be had is taken ("purchase")."""

    shorthand: ClassVar[str | None] = "what"

    what: Annotated[
        Wanted | None,
        hint(
            "what",
            "что",
            "a card; or dearest, cheapest, most points, colony (left out: the dearest)",
            "карта; или «самая дорогая», «самая дешёвая», «больше очков», «колония» (без строки — самая дорогая)",
            "card",
            "карта",
        ),
    ] = None
    level: Annotated[
        Annotated[int, Meta(ge=1, le=3)] | None, hint("level", "уровень", "only of this level", "только этого уровня")
    ] = None
    sector: Annotated[Sector | None, hint("sector", "сектор", "only for this sector", "только для этого сектора")] = (
        None
    )

    def mistake(self) -> str:
        return "wish_card_alone" if self.what and self.what not in words.PICKS and (self.level or self.sector) else ""


Wishes: TypeAlias = tuple[Wish, ...]
Rules: TypeAlias = tuple[Rule, ...]
