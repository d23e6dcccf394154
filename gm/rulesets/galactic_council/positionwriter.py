"""Write the description of a state as commented YAML, which ``position.py`` reads back as that very state.

Nothing is left to what is neutral, so that the text stays true when defaults change; orders of lists are those of the
state, for they decide in which order things happen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from msgspec.structs import fields

from gm.model import Lang, Name, Text
from gm.names import Names
from gm.rulesets.galactic_council import hexes
from gm.rulesets.galactic_council.positionnodes import tables_of
from gm.rulesets.galactic_council.state import Chair, Force, Planet, State, System
from gm.rulesets.galactic_council.vocabulary import sector_name

WIDTH = 98
_PLAIN = re.compile(r"[^\W_]\w*(?: \w+)*\Z")
_SECRET = Text("SECRET", "ТАЙНА")
_TEXTS: Mapping[str, Text] = {
    "head": Text(
        "A position of Galactic Council. Units, planets, technologies and strategies may be named in English or "
        "Russian. Hexes: a letter for the column, a number for the place in it",
        "Позиция «Галактического Совета». Юниты, планеты, технологии и стратегии можно называть по-русски и "
        "по-английски. Гекс — это буква столбца и номер места в нём",
    ),
    "turn": Text("The turn and the open phase", "Ход и открытая фаза"),
    "options": Text("Options of the game; those of a campaign win", "Настройки игры; настройки кампании важнее"),
    "seats": Text(
        "Seats in clockwise order. home: the system of the home planets; spent: agreements broken this turn; "
        "alert: the system on high alert; out: the turn in which the seat was eliminated",
        "Места по часовой стрелке. home — система родных планет; spent — соглашения, разорванные в этот ход; "
        "alert — система в боевой готовности; out — ход, в который место выбыло",
    ),
    "map": Text("The map: how many rings there are around the centre", "Карта: сколько колец вокруг центра"),
    "missing": Text("Hexes that are no part of the galaxy", "Гексы, которых в галактике нет"),
    "tiles": Text("Explored systems and their tiles", "Разведанные системы и их тайлы"),
    "explored": Text(
        "In which order they were explored: so planets are gone through where the rules name no order",
        "В каком порядке их разведали: в нём перебираются планеты, где правила порядка не называют",
    ),
    "at": Text(
        "Who is where. In systems — seat: units, mines: tokens; on planets — owner, taken: in which turn, used: this "
        "turn; damaged: how many of the units are damaged",
        "Кто где стоит. В системах — место: юниты, mines — минные поля; на планетах — owner (владелец), taken (в какой "
        "ход взята), used (использована в этот ход); damaged — сколько из юнитов повреждено",
    ),
    "contracts": Text(
        "Trade contracts: what each gives to the other, since which turn",
        "Торговые договоры: что каждый даёт другому и с какого хода",
    ),
    "bonus": Text("Bonus tokens on strategies", "Бонусные жетоны на стратегиях"),
    "closed": Text("Systems closed this turn, and by whom", "Системы, закрытые на этот ход, и кем"),
    "offices": Text("The Speaker and the head of the Trade Guild", "Спикер и Глава Торговой Гильдии"),
    "hidden": Text(
        "unexplored systems and the tiles that lie there (random: any of those left); players must not see this",
        "неразведанные системы и тайлы, которые там лежат (random — любой из оставшихся); игрокам не показывать",
    ),
    "rankings": Text(
        "the seats' rankings of strategies, best first; players must not see this",
        "порядок стратегий у каждого места, лучшая первой; игрокам не показывать",
    ),
}


def write_position(state: State, lang: Lang) -> str:
    """The description of a state; comments and names in ``lang``."""
    return "\n".join(_Writer(state, lang).lines()) + "\n"


class _Writer:
    def __init__(self, state: State, lang: Lang) -> None:
        self.state, self.board, self.content, self.lang = state, state.board, state.content, lang
        self.tables = tables_of(self.content)
        self.rows: Mapping[str, Mapping[str, Any]] = {
            "race": self.content.races,
            "unit": self.content.units,
            "planet": self.content.planets,
            "technology": self.content.technologies,
            "strategy": self.content.strategies,
        }

    def lines(self) -> Iterator[str]:
        board = self.board
        yield self.comment("head")
        yield from (self.comment("turn"), f"turn: {board.turn}", f"phase: {board.phase}")
        yield from (self.comment("offices"), f"speaker: {word(board.speaker)}")
        if board.guild_head is not None:
            yield f"guild_head: {word(board.guild_head)}"
        yield from ("", self.comment("seats"), "seats:")
        for seat, chair in board.chairs.items():
            yield from self._chair(seat, chair)
        yield from self._treaties()
        yield from self._map()
        yield from ("", self.comment("at"), "at:")
        yield from self._places()
        yield from ("", self.comment("options"), "options:")
        yield from (f"  {field.name}: {value(getattr(board.options, field.name))}" for field in fields(board.options))
        yield from self._secrets()

    def comment(self, key: str, before: str = "") -> str:
        return "\n".join(f"# {line}" for line in wrap(f"{before}{_TEXTS[key].of(self.lang)}.", WIDTH))

    def name(self, kind: str, id_: str) -> str:
        """What a person calls a thing, where reading that finds the thing again; else its id."""
        name: Name = self.rows[kind][id_].name
        names: Names = self.tables[kind]
        return word(name.of(self.lang) if names.find(name.of(self.lang)) == id_ else id_)

    def names(self, kind: str, ids: Iterable[str]) -> str:
        return f"[{', '.join(self.name(kind, id_) for id_ in ids)}]"

    def _chair(self, seat: str, chair: Chair) -> Iterator[str]:
        told = {
            "race": self.name("race", chair.race),
            "name": word(chair.name),
            "colour": word(chair.colour),
            "home": chair.home,
            "goods": chair.goods,
            "markers": chair.markers,
            "fleet_limit": chair.fleet_limit,
            "technologies": self.names("technology", chair.technologies),
            "strategy": chair.strategy and self.name("strategy", chair.strategy),
            "last_strategy": chair.last_strategy and self.name("strategy", chair.last_strategy),
            "spent": f"[{', '.join(map(str, chair.spent))}]" if chair.spent else None,
            "alert": chair.alert,
            "out": chair.out or None,
        }
        yield f"  {word(seat)}:"
        yield from (f"    {key}: {text}" for key, text in told.items() if text is not None)

    def _treaties(self) -> Iterator[str]:
        board = self.board
        if board.contracts:
            yield from ("", self.comment("contracts"), "contracts:")
        for c in board.contracts:
            yield f"  - {{{word(c.a)}: {c.a_gives}, {word(c.b)}: {c.b_gives}, since: {c.since}}}"
        if board.bonus:
            bonus = (f"  {self.name('strategy', strategy)}: {tokens}" for strategy, tokens in board.bonus.items())
            yield from ("", self.comment("bonus"), "bonus:", *bonus)
        if board.closed:
            closed = (f"  {at}: {word(seat)}" for at, seat in board.closed.items())
            yield from ("", self.comment("closed"), "closed:", *closed)

    def _map(self) -> Iterator[str]:
        board = self.board
        yield from ("", self.comment("map"), f"radius: {board.radius}")
        if missing := [at for at in hexes.galaxy(board.radius) if at not in board.systems]:
            yield from (self.comment("missing"), f"missing: [{', '.join(missing)}]")
        yield from (self.comment("tiles"), "tiles:")
        known = [at for at, system in board.systems.items() if system.tile is not None]
        yield from (f"  {at}: {self._tile(board.systems[at].tile or '')}" for at in known)
        order = list(dict.fromkeys(planet.system for planet in board.planets.values()))
        if order != [at for at in known if at in order]:
            yield from (self.comment("explored"), f"explored: [{', '.join(order)}]")

    def _tile(self, tile: str) -> str:
        """A tile, and as a comment what is on it."""
        return f"{tile}  # {sector_name(self.content, tile).of(self.lang)}"

    def _places(self) -> Iterator[str]:
        for at, system in self.board.systems.items():
            if system.space or system.mines:
                yield f"  {at}: {{{', '.join(self._system(system))}}}"
        for id_, planet in self.board.planets.items():
            yield f"  {self.name('planet', id_)}: {{{', '.join(self._planet(planet))}}}"

    def _system(self, system: System) -> Iterator[str]:
        yield from self._forces(system.space)
        if system.mines:
            yield f"mines: {pairs((word(seat), count) for seat, count in system.mines.items())}"

    def _planet(self, planet: Planet) -> Iterator[str]:
        yield f"owner: {word(planet.owner) if planet.owner is not None else 'nobody'}"
        if planet.taken:
            yield f"taken: {planet.taken}"
        if planet.used:
            yield "used: yes"
        yield from self._forces(planet.forces)

    def _forces(self, there: Mapping[str, Force]) -> Iterator[str]:
        for seat, force in there.items():
            units: list[tuple[str, Any]] = [(self.name("unit", unit), count) for unit, count in force.units.items()]
            if force.damaged:
                units.append(("damaged", pairs((self.name("unit", unit), n) for unit, n in force.damaged.items())))
            yield f"{word(seat)}: {pairs(units)}"

    def _secrets(self) -> Iterator[str]:
        tiles, rankings = self.state.secrets.tiles, self.state.secrets.rankings
        secret = f"{_SECRET.of(self.lang)}: "
        if tiles:
            yield from ("", self.comment("hidden", secret), "hidden:")
            yield from (f"  {at}: {self._tile(tile)}" for at, tile in tiles.items())
        if rankings:
            yield from ("", self.comment("rankings", secret), "rankings:")
            yield from (f"  {word(seat)}: {self.names('strategy', ranking)}" for seat, ranking in rankings.items())


def pairs(of: Iterable[tuple[str, Any]]) -> str:
    """A map on one line."""
    return f"{{{', '.join(f'{key}: {text}' for key, text in of)}}}"


def word(text: str) -> str:
    """Text as YAML, plain where it can be, else in double quotes with everything escaped that a reader would tidy."""
    if _PLAIN.match(text):
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() or ord(c) > 0xFFFF else f"\\u{ord(c):04x}" for c in quoted)


def value(of: Any) -> str:
    """An option as YAML."""
    if isinstance(of, bool):
        return "yes" if of else "no"
    if isinstance(of, Mapping):
        return pairs((word(str(key)), value(inner)) for key, inner in of.items())
    return word(str(of))
