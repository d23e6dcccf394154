"""The order of the draft, variant «Light Speed» ("light_speed")."""

from typing import Annotated, ClassVar

from gm.model import Name, Order, Text
from gm.rulesets.space_base.orders.common import HandCard, hint


class Keep(Order, frozen=True):
    verb: ClassVar[Name] = Name("keep", "keep", "оставить", ("keep cards", "взять", "выбрать"))
    about: ClassVar[Text] = Text(
        "The cards of your hand that you keep and pay for. They are stationed in this order; of two for one sector the later "
        "one stays as the station, the earlier one is deployed.",
        "Карты вашей руки, которые вы оставляете и оплачиваете. Они выставляются в этом порядке; из двух карт одного сектора "
        "станцией остаётся вторая, первая разворачивается.",
    )
    rule: ClassVar[str] = "light_speed"
    once: ClassVar[bool] = True
    shorthand: ClassVar[str | None] = "cards"

    cards: Annotated[
        tuple[HandCard, ...],
        hint("cards", "карты", "cards of your hand, in order", "карты вашей руки по порядку", "card", "карта"),
    ]
