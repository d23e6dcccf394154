"""What a blank form tells a seat on top: its fleets, planets and means, and what lies in reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gm.model import Lang, Name, OpenPhase, Text
from gm.rulesets.galactic_council import forces, space
from gm.rulesets.galactic_council.state import Board, View
from gm.rulesets.galactic_council.vocabulary import seat_names

_FLEETS = Text("Your fleets:", "Ваши флоты:")
_PLANETS = Text("Your planets (resources/influence):", "Ваши планеты (ресурсы/влияние):")
_MEANS = Text(
    "Goods {goods}, command markers {markers}, fleet limit {limit}.",
    "Товары: {goods}, командные маркеры: {markers}, лимит флота: {limit}.",
)
_SHIPS, _CARGO = Text("ships", "корабли"), Text("cargo", "груз")
_BESIDE = Text("beside it", "рядом")
_USED, _NEW = Text("used up", "использована"), Text("taken this turn", "взята в этом ходу")
_UNEXPLORED, _EMPTY = Text("unexplored", "не исследован"), Text("nothing there", "пусто")
_FLEET_OF = Text("fleet of {seat}", "там флот: {seat}")
_EXPLORE = Text("Sectors that can be explored: ", "Можно разведать секторы: ")
_CAPTURE = Text("Planets that can be captured: ", "Можно захватить планеты: ")
_AGREEMENTS = Text("Your free trade agreements: ", "Ваши свободные торговые соглашения: ")
_CONTRACTS = Text("Your contracts: ", "Ваши договоры: ")
_RANKING = Text("Your last ranking: ", "Ваш прошлый порядок: ")
_NONE = Text("none", "нет")


def form_notes(view: View, opened: OpenPhase, lang: Lang) -> list[str]:
    """Lines for the top of the seat's form in the open phase."""
    if view.seat is None:
        return []
    return [*_lines(view, view.seat, opened.phase, lang)]


def _lines(view: View, seat: str, phase: str, lang: Lang) -> Iterator[str]:
    board = view.board
    chair = board.chairs[seat]
    if phase != "strategy":
        yield _MEANS.of(lang).format(goods=chair.goods, markers=chair.markers, limit=chair.fleet_limit)
        yield from _fleets(board, seat, lang, with_targets=phase == "movement")
        yield from _planets(board, seat, lang)
    if phase == "council":
        yield _EXPLORE.of(lang) + _listed(explorable(board), lang)
        yield _CAPTURE.of(lang) + _listed((planet_name(board, p, lang) for p in capturable(board, seat)), lang)
    if phase == "assembly":
        yield _AGREEMENTS.of(lang) + _listed(map(str, free_agreements(board, seat)), lang)
        yield _CONTRACTS.of(lang) + _listed(_contracts(board, seat, lang), lang)
    if phase in ("strategy", "assembly") and view.ranking:
        names = (board.content.strategies[id_].name.of(lang) for id_ in view.ranking)
        yield _RANKING.of(lang) + ", ".join(names)


def _listed(words: Iterable[str], lang: Lang) -> str:
    return ", ".join(words) or _NONE.of(lang)


def pairs(board: Board, units: Mapping[str, int], lang: Lang) -> str:
    """Units as an order takes them: ``{cruiser: 2, carrier: 1}``."""
    return "{" + ", ".join(f"{board.content.units[u].name.of(lang)}: {n}" for u, n in units.items()) + "}"


def planet_name(board: Board, planet: str, lang: Lang) -> str:
    """The planet's name, with the coordinate of its system."""
    return f"{board.content.planets[planet].name.of(lang)} ({board.planets[planet].system})"


def _fleets(board: Board, seat: str, lang: Lang, with_targets: bool) -> Iterator[str]:
    places = [at for at in board.systems if seat in board.systems[at].space]
    if places:
        yield _FLEETS.of(lang)
    for at in places:
        units = forces.force(board, at, seat).units
        ships = forces.ships(board, units)
        cargo = forces.minus(units, ships)
        parts = [f"{_SHIPS.of(lang)} {pairs(board, ships, lang)}"] if ships else []
        parts += [f"{_CARGO.of(lang)} {pairs(board, cargo, lang)}"] if cargo else []
        yield f"  {at}{_names_there(board, at, lang)}: {', '.join(parts)}"
        if with_targets:
            beside = "; ".join(f"{near} — {_there(board, near, seat, lang)}" for near in space.lanes(board, at))
            yield f"    {_BESIDE.of(lang)}: {beside}"


def _names_there(board: Board, at: str, lang: Lang) -> str:
    names = [board.content.planets[p].name.of(lang) for p in space.planets_of(board, at)]
    return f" ({', '.join(names)})" if names else ""


def _there(board: Board, at: str, seat: str, lang: Lang) -> str:
    """What one sees in a neighbouring system: planets, an anomaly, the fleets of others."""
    if board.systems[at].tile is None:
        return _UNEXPLORED.of(lang)
    anomaly = space.anomaly(board, at)
    seen = [anomaly.name.of(lang)] if anomaly else []
    seen += [board.content.planets[p].name.of(lang) for p in space.planets_of(board, at)]
    names: Mapping[str, Name] = {name.id: name for name in seat_names(board)}
    others = [other for other in space.fleets(board, at) if other != seat]
    seen += [_FLEET_OF.of(lang).format(seat=names[other].of(lang)) for other in others]
    return ", ".join(seen) or _EMPTY.of(lang)


def _planets(board: Board, seat: str, lang: Lang) -> Iterator[str]:
    own = [id_ for id_, planet in board.planets.items() if planet.owner == seat]
    if own:
        yield _PLANETS.of(lang)
    for id_ in own:
        row, planet = board.content.planets[id_], board.planets[id_]
        units = forces.force(board, id_, seat).units
        marks = [_USED.of(lang)] if planet.used else []
        marks += [_NEW.of(lang)] if planet.taken == board.turn else []
        garrison = f": {pairs(board, units, lang)}" if units else ""
        yield f"  {', '.join([f'{planet_name(board, id_, lang)} {row.resources}/{row.influence}', *marks])}{garrison}"


def explorable(board: Board) -> list[str]:
    """The unexplored sectors next to explored space (2.5)."""
    return [
        at
        for at, system in board.systems.items()
        if system.tile is None and any(board.systems[near].tile for near in space.beside(board, at))
    ]


def capturable(board: Board, seat: str) -> list[str]:
    """Other's or neutral empty planets next to a system of the seat (2.6); whether it can pay is not asked."""
    near = {n: None for at in board.systems if space.owns_system(board, at, seat) for n in space.beside(board, at)}
    return [
        planet
        for at in near
        for planet in space.landable(board, at)
        if board.planets[planet].owner != seat and not board.planets[planet].forces
    ]


def free_agreements(board: Board, seat: str) -> list[int]:
    """The values of the seat's agreements that are in no contract and not spent this turn (5.2)."""
    chair = board.chairs[seat]
    free = [*board.content.races[chair.race].agreements]
    given = [c.a_gives if c.a == seat else c.b_gives for c in board.contracts if seat in (c.a, c.b)]
    for value in (*given, *chair.spent):
        if value in free:
            free.remove(value)
    return free


def _contracts(board: Board, seat: str, lang: Lang) -> Iterator[str]:
    names = {name.id: name for name in seat_names(board)}
    for contract in board.contracts:
        if seat in (contract.a, contract.b):
            mine = contract.a == seat
            give, get = (contract.a_gives, contract.b_gives) if mine else (contract.b_gives, contract.a_gives)
            partner = names[contract.b if mine else contract.a].of(lang)
            yield f"{partner} ({give} → {get})"
