"""The tables of the handbook: strategies, units, technologies, races, special space."""

from __future__ import annotations

from collections.abc import Iterator

from gm.model import HandbookTable, Lang, Text
from gm.rulesets.galactic_council.content import Content, Technology, Unit

_NAME, _NONE = Text("name", "название"), "—"
_KINDS = {
    "ship": Text("ship", "корабль"),
    "ground": Text("ground unit", "наземный юнит"),
    "structure": Text("structure", "строение"),
    "token": Text("token", "жетон"),
}


def handbook_tables(content: Content, lang: Lang) -> list[HandbookTable]:
    """The tables in the order in which a player needs them."""
    return [
        _strategies(content, lang),
        _units(content, lang),
        _technologies(content, lang),
        _races(content, lang),
        _anomalies(content, lang),
    ]


def _table(title: Text, columns: tuple[Text, ...], rows: Iterator[tuple[str, ...]], lang: Lang) -> HandbookTable:
    return HandbookTable(title.of(lang), tuple(column.of(lang) for column in columns), tuple(rows))


def _strategies(content: Content, lang: Lang) -> HandbookTable:
    rows = ((str(row.number), row.name.of(lang), row.text.of(lang)) for row in content.strategies.values())
    columns = Text("initiative", "инициатива"), _NAME, Text("benefit", "преимущество")
    return _table(Text("Strategies", "Стратегии"), columns, rows, lang)


def _units(content: Content, lang: Lang) -> HandbookTable:
    columns = (
        _NAME,
        Text("kind", "вид"),
        Text("cost", "цена"),
        Text("hits on", "попадание"),
        Text("dice", "кубики"),
        Text("speed", "скорость"),
        Text("places aboard", "места на борту"),
        Text("special", "особое"),
    )
    rows = (_unit(unit, lang) for unit in content.units.values())
    return _table(Text("Units", "Юниты"), columns, rows, lang)


def _unit(unit: Unit, lang: Lang) -> tuple[str, ...]:
    cost = _NONE if unit.cost is None else str(unit.cost)
    if unit.cost is not None and unit.per_cost > 1:
        cost = Text(f"{unit.cost} for {unit.per_cost}", f"{unit.cost} за {unit.per_cost}").of(lang)
    return (
        unit.name.of(lang),
        _KINDS[unit.kind].of(lang),
        cost,
        f"{unit.hits_on}+" if unit.hits_on else _NONE,
        str(unit.dice) if unit.hits_on else _NONE,
        str(unit.move or _NONE),
        str(unit.capacity or _NONE),
        ", ".join(_specials(unit, lang)) or _NONE,
    )


def _specials(unit: Unit, lang: Lang) -> Iterator[str]:
    if unit.armour:
        yield Text("armour", "броня").of(lang)
    volleys = (
        (unit.barrage, Text("anti-fighter barrage", "зенитный огонь")),
        (unit.bombard, Text("bombardment", "бомбардировка")),
        (unit.cannon, Text("planetary fire", "планетарный огонь")),
    )
    for volley, words in volleys:
        if volley:
            yield f"{words.of(lang)} {volley.dice}×{volley.hits_on}+"


def _technologies(content: Content, lang: Lang) -> HandbookTable:
    columns = _NAME, Text("colour", "цвет"), Text("needs", "требует"), Text("effect", "действие")
    rows = (
        (
            row.name.of(lang),
            content.colours[row.colour].of(lang) if row.colour else _NONE,
            _needs(content, row, lang),
            row.text.of(lang) + (Text(" (not in play yet)", " (пока не действует)").of(lang) if row.missing else ""),
        )
        for row in content.technologies.values()
    )
    return _table(Text("Technologies", "Технологии"), columns, rows, lang)


def _needs(content: Content, row: Technology, lang: Lang) -> str:
    names = {id_: technology.name.of(lang) for id_, technology in content.technologies.items()}
    parts = [names[id_] for id_ in row.all]
    if row.any:
        parts.append(Text(" or ", " или ").of(lang).join(names[id_] for id_ in row.any))
    return Text(" and ", " и ").of(lang).join(parts) or _NONE


def _races(content: Content, lang: Lang) -> HandbookTable:
    columns = (
        _NAME,
        Text("starting units", "начальные юниты"),
        Text("starting technologies", "начальные технологии"),
        Text("trade agreements", "торговые соглашения"),
    )
    rows = (
        (
            race.name.of(lang),
            ", ".join(f"{content.units[unit].name.of(lang)} {n}" for unit, n in race.units.items()),
            ", ".join(content.technologies[id_].name.of(lang) for id_ in race.technologies) or _NONE,
            ", ".join(map(str, race.agreements)),
        )
        for race in content.races.values()
    )
    return _table(Text("Races", "Расы"), columns, rows, lang)


def _anomalies(content: Content, lang: Lang) -> HandbookTable:
    yes, no = Text("yes", "да").of(lang), Text("no", "нет").of(lang)
    columns = (
        _NAME,
        Text("ships may stop", "можно остановиться"),
        Text("ships may fly through", "можно пролететь"),
        Text("ships lost on leaving", "гибель при вылете"),
    )
    rows = (
        (
            row.name.of(lang),
            yes if row.stop else no,
            yes if row.through else no,
            f"1–{row.leaving_kills_up_to}" if row.leaving_kills_up_to else _NONE,
        )
        for row in content.anomalies.values()
    )
    return _table(Text("Special systems", "Особые системы"), columns, rows, lang)
