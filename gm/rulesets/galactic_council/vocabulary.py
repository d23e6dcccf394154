"""The names that players may write, as functions of the view (for ``Choice``) and as labels for templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gm.model import Name
from gm.rulesets.galactic_council.content import Content
from gm.rulesets.galactic_council.state import Board, View

ALL = Name("all", "all", "все", ("всё", "everything", "весь", "вся"))
OTHERS = Name("others", "others", "прочие", ("other", "остальные", "rest", "прочее", "остальное"))
EVENLY = Name("evenly", "evenly", "поровну", ("equally", "равномерно"))
MOST_INFLUENCE = Name(
    "most_influence", "most influence", "наибольшее влияние", ("максимальное влияние", "max influence")
)
MOST_RESOURCES = Name("most_resources", "most resources", "наибольший ресурс", ("максимальный ресурс", "max resources"))
NOTHING = Name("nothing", "nothing", "ничего", ("stay", "none", "стоять", "отмена"))
ENEMY = Name("enemy", "enemy", "враг", ("enemies", "враги", "вражеские", "чужие", "чужой"))
OWN = Name("own", "own", "свои", ("mine", "me", "мои", "моя", "свой", "своя", "я"))
NOBODY = Name("nobody", "nobody", "никого", ("none", "никто", "ничья", "нет", "no one", "ничей"))
WON = Name("won", "won", "победа", ("win", "victory", "выигран", "победили"))
LOST = Name("lost", "lost", "поражение", ("defeat", "проигран", "проиграли"))
FOUND = (
    Name("planets", "planets", "планеты", ("planet", "планета", "any planet")),
    Name("station", "station", "станция", ("trade station", "торговая станция")),
    Name("empty", "empty space", "пустота", ("empty", "пусто", "пустой сектор")),
    Name("wormhole", "wormhole", "портал", ("кротовая нора", "сингулярность")),
    Name("special", "special system", "особая система", ("anomaly", "аномалия", "красная рамка")),
)


def system_names(board: Board) -> Iterable[Name]:
    """Every hex by coordinate; explored ones also by their planets and their tile."""
    planets: dict[str, list[Name]] = {}
    for id_, planet in board.planets.items():
        planets.setdefault(planet.system, []).append(board.content.planets[id_].name)
    for at in board.systems:
        also = [spelling for name in planets.get(at, ()) for spelling in name.spellings()]
        joint = planets.get(at, ())
        if len(joint) > 1:
            also += [" ".join(n.en for n in joint), " ".join(n.ru for n in joint)]
        yield Name(at, at, at, tuple(also))


def systems(view: View) -> Iterable[Name]:
    return system_names(view.board)


def fleet_systems(view: View) -> Iterable[Name]:
    """Systems where the seat has anything in space."""
    return (Name(at, at, at) for at, system in view.board.systems.items() if view.seat in system.space)


def planets(view: View) -> Iterable[Name]:
    """Planets and stations of explored systems first, then the rest of the table: a landing may hope to find one."""
    known, content = view.board.planets, view.content.planets
    yield from (content[id_].name for id_ in known)
    yield from (row.name for id_, row in content.items() if id_ not in known)


def known_planets(view: View) -> Iterable[Name]:
    return (view.content.planets[id_].name for id_ in view.board.planets)


def own_planets(view: View) -> Iterable[Name]:
    """The seat's planets and stations."""
    return (view.content.planets[id_].name for id_, p in view.board.planets.items() if p.owner == view.seat)


def docks(view: View) -> Iterable[Name]:
    """Own planets with a dock."""
    return (name for name in own_planets(view) if _has_dock(view, name.id))


def dockless(view: View) -> Iterable[Name]:
    """Own planets on which a dock may be built now: without one, and theirs since the turn began (4.2)."""
    table, planets_ = view.content.planets, view.board.planets
    return (
        name
        for name in own_planets(view)
        if not _has_dock(view, name.id) and not table[name.id].station and planets_[name.id].taken != view.board.turn
    )


def yielding(view: View) -> Iterable[Name]:
    """Own stations and special planets (ch. 8)."""
    return (name for name in own_planets(view) if view.content.planets[name.id].yields)


def _has_dock(view: View, planet: str) -> bool:
    force = view.board.planets[planet].forces.get(view.seat or "")
    return bool(force and force.units.get("space_dock"))


def units(view: View) -> Iterable[Name]:
    return (unit.name for unit in view.content.units.values())


def movable(view: View) -> Iterable[Name]:
    """Ships that may be ordered to move (fighters too: they fly along, or alone with «Улучшенные истребители»)."""
    return (unit.name for unit in view.content.units.values() if unit.kind == "ship")


def cargo(view: View) -> Iterable[Name]:
    """What ships carry: fighters, troops, PDS."""
    return (u.name for u in view.content.units.values() if u.kind == "ground" or u.id in ("fighter", "pds"))


def troops(view: View) -> Iterable[Name]:
    """What can land: troops and PDS."""
    return (u.name for u in view.content.units.values() if u.kind == "ground" or u.id == "pds")


def buildable(view: View) -> Iterable[Name]:
    """What a dock produces."""
    return (
        u.name
        for u in view.content.units.values()
        if (u.cost is not None or u.id == "flagship") and (u.kind in ("ship", "ground") or u.id == "pds")
    )


def technologies(view: View) -> Iterable[Name]:
    return (row.name for row in view.content.technologies.values())


def strategies(view: View) -> Iterable[Name]:
    return (row.name for row in view.content.strategies.values())


def tiles(content: Content) -> Iterable[Name]:
    """Tiles by id, and by what lies on them; of several that look alike the first is meant then."""
    for id_ in content.tiles:
        there = sector_name(content, id_)
        yield Name(id_, id_, id_, (there.en, there.ru))


def seat_names(board: Board) -> Iterable[Name]:
    """Every seat: by id, the player's name for it, its race and its colour."""
    for seat, chair in board.chairs.items():
        race = board.content.races[chair.race].name if chair.race else None
        also = (*(race.spellings() if race else ()), chair.colour)
        if race:
            yield Name(seat, chair.name or race.en, chair.name or race.ru, also)
        else:
            yield Name(seat, chair.name or seat, chair.name or seat, also)


def seats(view: View) -> Iterable[Name]:
    return seat_names(view.board)


def other_seats(view: View) -> Iterable[Name]:
    """The seats still playing but one's own."""
    chairs = view.board.chairs
    return (name for name in seat_names(view.board) if name.id != view.seat and not chairs[name.id].out)


def whose(view: View) -> Iterable[Name]:
    """Whose ships or planet a condition asks about."""
    return (ENEMY, OWN, NOBODY, *seat_names(view.board))


def found(view: View) -> Iterable[Name]:
    """What a sector may turn out to be: a kind of space, an anomaly, a named wormhole, a planet."""
    content = view.content
    yield from FOUND
    yield from (row.name for row in content.anomalies.values())
    yield from content.wormholes.values()
    yield from (row.name for row in content.planets.values())


def labels_of(board: Board) -> Mapping[str, Mapping[str, Name]]:
    """Kind of thing -> id -> name, for templates. A "place" is a system or a planet, a "letter" that of a seat."""
    tables = _labels_of_tables(board.content)
    return {
        **tables,
        "seat": {name.id: name for name in seat_names(board)},
        "system": {at: Name(at, at, at) for at in board.systems},
        "place": {**{at: place_name(board, at) for at in board.systems}, **tables["planet"]},
        "letter": letter_names(board),
    }


_TABLES: dict[str, Mapping[str, Mapping[str, Name]]] = {}


def _labels_of_tables(content: Content) -> Mapping[str, Mapping[str, Name]]:
    """The names that depend on the tables alone, worked out once for each content."""
    if content.key not in _TABLES:
        tables: dict[str, Any] = {
            "unit": content.units,
            "technology": content.technologies,
            "race": content.races,
            "planet": content.planets,
            "anomaly": content.anomalies,
            "strategy": content.strategies,
        }
        _TABLES[content.key] = {
            **{kind: {id_: row.name for id_, row in rows.items()} for kind, rows in tables.items()},
            "wormhole": content.wormholes,
            "colour": content.colours,
            "flagship": {id_: race.flagship.name for id_, race in content.races.items()},
            "tile": {id_: tile_name(content, id_) for id_ in content.tiles},
            "sector": {id_: sector_name(content, id_) for id_ in content.tiles},
        }
    return _TABLES[content.key]


def letter_names(board: Board) -> Mapping[str, Name]:
    """The letter by which a seat is known on the map, in each language."""
    from gm.rulesets.galactic_council.picture import looks

    en, ru = looks(board, "en"), looks(board, "ru")
    return {seat: Name(seat, en[seat].letter, ru[seat].letter) for seat in board.chairs}


def tile_name(content: Content, tile: str) -> Name:
    """What lies on a tile: its planets, else its anomaly, else its wormhole, else nothing."""
    row = content.tiles[tile]
    names = [content.planets[planet].name for planet in row.planets]
    if not names and row.anomaly:
        names = [content.anomalies[row.anomaly].name]
    names = names or [content.wormholes[wormhole] for wormhole in row.wormholes] or [FOUND[2]]
    return Name(tile, ", ".join(name.en for name in names), ", ".join(name.ru for name in names))


def sector_name(content: Content, tile: str) -> Name:
    """Everything that lies on a tile: planets, anomaly, wormholes; what somebody who opens the sector finds."""
    row = content.tiles[tile]
    names = [content.planets[planet].name for planet in row.planets]
    names += [content.anomalies[row.anomaly].name] if row.anomaly else []
    names += [content.wormholes[wormhole] for wormhole in row.wormholes]
    names = names or [FOUND[2]]
    return Name(tile, ", ".join(name.en for name in names), ", ".join(name.ru for name in names))


def place_name(board: Board, at: str) -> Name:
    """A system as reports call it: its coordinate, and what is there once it is explored: "D4 (Lodor)"."""
    tile = board.systems[at].tile
    if tile is None:
        return Name(at, at, at)
    there = _labels_of_tables(board.content)["tile"][tile]
    return Name(at, f"{at} ({there.en})", f"{at} ({there.ru})")
