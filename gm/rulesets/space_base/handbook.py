"""The tables of the handbook: starting ships, ships of each level, colonies, charged abilities."""

from __future__ import annotations

from collections.abc import Iterable

from gm.model import HandbookTable, Lang, Text
from gm.rulesets.space_base.content import LEVELS, Content, Ship
from gm.rulesets.space_base.texts import side_text

_NAME, _SECTOR, _COST = Text("name", "название"), Text("sector", "сектор"), Text("cost", "цена")
_SIDES = Text("station (own turn)", "станция (свой ход)"), Text("deployed (others' turns)", "развёрнут (чужой ход)")


def handbook_tables(content: Content, lang: Lang) -> list[HandbookTable]:
    """The tables in the order in which a player needs them."""
    return [
        _ships(content, content.starting.values(), Text("Starting ships", "Стартовые корабли").of(lang), lang),
        *(
            _ships(
                content,
                [ship for ship in content.ships.values() if ship.level == level],
                Text(f"Ships of level {level}", f"Корабли {level}-го уровня").of(lang),
                lang,
            )
            for level in LEVELS
        ),
        _colonies(content, lang),
        _abilities(content, lang),
    ]


def _ships(content: Content, ships: Iterable[Ship], title: str, lang: Lang) -> HandbookTable:
    rows = tuple(
        (
            ship.name.of(lang),
            str(ship.sector),
            str(ship.cost),
            side_text(content, ship.station, lang),
            side_text(content, ship.deployed, lang),
        )
        for ship in ships
    )
    return HandbookTable(title, tuple(text.of(lang) for text in (_NAME, _SECTOR, _COST, *_SIDES)), rows)


def _colonies(content: Content, lang: Lang) -> HandbookTable:
    rows = tuple(
        (colony.name.of(lang), str(colony.sector), str(colony.cost), str(colony.points))
        for colony in content.colonies.values()
    )
    columns = _NAME, _SECTOR, _COST, Text("points", "очки")
    return HandbookTable(Text("Colonies", "Колонии").of(lang), tuple(text.of(lang) for text in columns), rows)


def _abilities(content: Content, lang: Lang) -> HandbookTable:
    rows = tuple((ability.name.of(lang), ability.text.of(lang)) for ability in content.abilities.values())
    columns = _NAME, Text("what it does", "что делает")
    title = Text("Charged abilities", "Способности с зарядом").of(lang)
    return HandbookTable(title, tuple(text.of(lang) for text in columns), rows)
