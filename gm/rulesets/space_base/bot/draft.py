"""What the bot keeps of its hand ("light_speed")."""

from __future__ import annotations

from collections.abc import Iterator

from gm.model import Order
from gm.rulesets.space_base.bot.mind import Mind
from gm.rulesets.space_base.orders import Keep


def plan(mind: Mind) -> Iterator[Order]:
    """The best ships first, as long as the credits reach; a few credits are sometimes left alone."""
    left = mind.chair.credits - (3 if mind.feels_like(30) else 0)
    kept = []
    for card in sorted(mind.view.hand, key=lambda id_: -mind.value(mind.content.ship(id_))):
        cost = mind.content.ship(card).cost
        if cost <= left:
            left -= cost
            kept.append(card)
    if kept and mind.feels_like(90):
        yield Keep(cards=tuple(kept))
