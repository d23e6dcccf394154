"""The headings of the rulebook, which has no numbers: what a ``rule`` stands for."""

from __future__ import annotations

from gm.model import Lang, Text

PARAGRAPHS = {
    "setup": Text("Setup", "Подготовка к игре"),
    "light_speed": Text("Light Speed variant", "Вариант «Скорость света»"),
    "cards": Text("What the cards say", "Информация на картах"),
    "dice": Text("Rolling dice and activating sectors", "Бросание кубиков и активация секторов"),
    "rewards": Text("Basic rewards", "Базовые награды"),
    "charged": Text("Charged abilities", "Способности с зарядом"),
    "arrows": Text("Other rewards: arrows", "Другие награды: стрелки"),
    "dice_arrow": Text("Other rewards: dice and arrows", "Другие награды: кубики и стрелки"),
    "claim": Text("Other rewards: claim a card", "Другие награды: получить карту"),
    "buy": Text("Other rewards: buy a card", "Другие награды: купить карту"),
    "purchase": Text("Buying new cards", "Покупка новых карт"),
    "colony": Text("Buying new cards: colonies", "Покупка новых карт: колонии"),
    "end": Text("Game end", "Конец игры"),
}
"""``rule`` of events and orders -> the heading in the rulebook."""


def paragraph(rule: str, lang: Lang) -> str:
    """The heading; what is no paragraph of ours (the core's own events) as it is."""
    return PARAGRAPHS[rule].of(lang) if rule in PARAGRAPHS else rule
