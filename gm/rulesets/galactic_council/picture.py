"""The map: what a seat may know of the galaxy, placed and measured for ``map.svg.j2``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any

from gm.looks import colours, ink, letters, plain
from gm.measure import number
from gm.model import ByLanguage, Event, Lang, Text
from gm.rulesets.galactic_council import hexes
from gm.rulesets.galactic_council.content import Content
from gm.rulesets.galactic_council.drawing import (
    HALF,
    HEX,
    Piece,
    Point,
    Row,
    arrow,
    fitted,
    room_at,
    shortened,
    wide,
)
from gm.rulesets.galactic_council.events.movement import BattleBegan, FleetMoved, InvasionBegan
from gm.rulesets.galactic_council.space import landable, planets_of, tile
from gm.rulesets.galactic_council.state import Board, Force, View

SIGNS = {
    "fighter": Text("fi", "ис"),
    "destroyer": Text("de", "эс"),
    "cruiser": Text("cr", "кр"),
    "carrier": Text("ca", "тр"),
    "dreadnought": Text("dn", "др"),
    "flagship": Text("fl", "фл"),
    "war_sun": Text("ws", "зв"),
    "ground_force": Text("gf", "пх"),
    "shock_troop": Text("st", "шт"),
    "mechanized_unit": Text("me", "бт"),
    "pds": Text("pd", "сп"),
    "space_dock": Text("dk", "дк"),
}
"""What stands for a unit on the map. A unit that an overlay adds gets the beginning of its name."""

PORTALS = {"alpha": Text("α", "А"), "beta": Text("β", "Б"), "delta": Text("δ", "Д")}
LEGEND = (
    *("resources", "influence", "used", "technology", "station", "special_planet", "home", "special"),
    *("unexplored", "wormhole", "mines", "closed", "alert", "battle", "arrow", "damaged"),
)
"""The signs of the legend, in reading order."""

SHAPES = 8
BODY = (-56.0, 80.0, 1.15)
"""Between which heights of a hex its planets and fleets are written, and their largest scale."""
LANES = (17, 31, -17, -31, 3)
"""How far to the right of the straight way arrows pass that share a step."""
DRAWN = (FleetMoved, BattleBegan, InvasionBegan)
"""What of the phase is drawn."""
MARGIN, HEAD, LINE, LEAST_WIDTH = 16, 92, 32, 1000


def picture(view: View, events: Sequence[Event]) -> Mapping[str, Any]:
    """Language -> what the template draws. Lengths are SVG units; built from the view and what the seat saw happen."""
    shown = (event for event in events if isinstance(event, DRAWN) and event.visible_to(view.seat))
    return Picture(view.board, tuple(shown))


@dataclass(frozen=True)
class Picture(ByLanguage):
    """The map in each language, measured when asked for: words differ in width. Equal ones are drawn alike."""

    board: Board
    events: tuple[Event, ...]

    def drawn(self, lang: Lang) -> Mapping[str, Any]:
        return _Map(self.board, self.events, lang).drawn()


@dataclass(frozen=True, slots=True)
class Look:
    """How a seat is told apart: colour, ink on it, shape and letter of its badge; ``mark`` is the drawing's id."""

    mark: str
    shape: int
    colour: str
    ink: str
    letter: str


def looks(board: Board, lang: Lang) -> dict[str, Look]:
    """Seat -> how it looks on the map and beside its name in reports."""
    races = board.content.races
    names = {
        seat: (plain(chair.name), races[chair.race].name.of(lang) if chair.race else "")
        for seat, chair in board.chairs.items()
    }
    codes, letter = colours({seat: chair.colour for seat, chair in board.chairs.items()}), letters(names, lang)
    return {
        seat: Look(f"p{i}", i % SHAPES, code, ink(code), letter[seat]) for i, (seat, code) in enumerate(codes.items())
    }


def placed(board: Board) -> tuple[dict[str, Point], float, float]:
    """The centre of every hex, and the width and height of the galaxy. Systems beside the map stand in its corners."""
    flat: dict[str, Point] = {}
    for at in board.systems:
        if not at.startswith(hexes.BESIDE):
            q, r = hexes.axial(board.radius, at)
            flat[at] = (q * 1.5 * HEX, (r + q / 2) * 2 * HALF)
    left, top = (min((p[i] for p in flat.values()), default=0) for i in (0, 1))
    right, bottom = (max((p[i] for p in flat.values()), default=0) for i in (0, 1))
    shift = max(0.0, (LEAST_WIDTH - (right - left) - 2 * HEX) / 2)
    left, right = left - shift, right + shift
    corners = [(right, bottom), (left, bottom), (left, top), (right, top)]
    free = [c for c in corners if all(hypot(c[0] - x, c[1] - y) > 2 * HALF + 8 for x, y in flat.values())]
    beside = [at for at in board.systems if at.startswith(hexes.BESIDE)]
    for i, at in enumerate(beside):
        row, column = divmod(i - len(free), 4)
        flat[at] = free[i] if i < len(free) else (left + column * 220, bottom + (row + 1) * (2 * HALF + 20))
    lowest = max((p[1] for p in flat.values()), default=0)
    moved = {at: (x - left + HEX, y - top + HALF) for at, (x, y) in flat.items()}
    return moved, right - left + 2 * HEX, lowest - top + 2 * HALF


class _Map:
    """One drawing in one language."""

    def __init__(self, board: Board, events: Sequence[Event], lang: Lang) -> None:
        self.board, self.lang = board, lang
        self.content: Content = board.content
        self.looks = looks(board, lang)
        self.moves = [event for event in events if isinstance(event, FleetMoved)]
        self.battles = {event.system for event in events if isinstance(event, BattleBegan)}
        self.invaded = {event.planet for event in events if isinstance(event, InvasionBegan)}
        centres, self.wide, self.high = placed(board)
        self.at = {at: (x + MARGIN, y + HEAD) for at, (x, y) in centres.items()}

    def drawn(self) -> Mapping[str, Any]:
        """Everything the template asks for."""
        legend = self._legend()
        return {
            "turn": self.board.turn,
            "phase": self.board.phase,
            "width": number(self.wide + 2 * MARGIN),
            "height": number(legend["bottom"] + MARGIN),
            "explored": sum(system.tile is not None for system in self.board.systems.values()),
            "systems": len(self.board.systems),
            "looks": list(self.looks.values()),
            "hexes": [self._hex(at) for at in self.board.systems],
            "blocks": [block for at in self.board.systems for block in self._blocks(at)],
            "arrows": list(self._arrows()),
            "legend": legend,
        }

    def _hex(self, at: str) -> Mapping[str, Any]:
        """The ground: position, what is drawn on it, its border, the tint of a seat that owns all of it."""
        there, (x, y) = tile(self.board, at), self.at[at]
        owners = {self.board.planets[planet].owner for planet in landable(self.board, at)}
        owner = owners.pop() if len(owners) == 1 else None
        return {
            "x": number(x),
            "y": number(y),
            "known": there is not None,
            "art": (there.anomaly or ("" if there.planets else "stars")) if there else "",
            "border": there.kind if there and there.kind in ("home", "special", "centre") else "",
            "beside": at.startswith(hexes.BESIDE),
            "tint": self.looks[owner].colour if owner in self.looks else "",
        }

    # -- what is written into a hex

    def _blocks(self, at: str) -> Iterable[Any]:
        header, flags = self._header(at), list(self._flags(at))
        beside = Row([*header, *flags], 26)
        apart = bool(flags) and beside.width > room_at(BODY[0]) * 0.95
        yield fitted([Row(header, 26) if apart else beside], self.at[at], -84, BODY[0], 1.1)
        rows = [Row(flags, 28)] if apart else []
        rows += [*self._planets(at), *self._anomaly(at), *self._mines(at)]
        kinds = max((len(force.units) for force in self.board.systems[at].space.values()), default=0)
        if not rows and not kinds:
            return
        best = fitted([*rows, *self._fleets(at, 4)], self.at[at], *BODY)
        for each in (3, 2) if best.scale < 1 and kinds > 2 else ():
            block = fitted([*rows, *self._fleets(at, each)], self.at[at], *BODY)
            best = block if block.scale > best.scale * 1.1 else best
        yield best

    def _header(self, at: str) -> list[Piece]:
        """The coordinate and the wormholes."""
        there = tile(self.board, at)
        portals = [self._portal(wormhole) for wormhole in there.wormholes] if there else []
        name = Piece(wide(at, "c"), kind="c", text=at)
        return [name, *(Piece(26, mark="wormhole", kind="w", text=portal) for portal in portals)]

    def _flags(self, at: str) -> Iterable[Piece]:
        """What is special there now: a battle, a closed system, high alert."""
        if at in self.battles:
            yield Piece(28, mark="battle")
        if at in self.board.closed:
            yield from (Piece(22, mark="closed"), self._badge(self.board.closed[at]))
        for seat, chair in self.board.chairs.items():
            if chair.alert == at:
                yield from (Piece(24, mark="alert"), self._badge(seat))

    def _planets(self, at: str) -> Iterable[Row]:
        for planet in planets_of(self.board, at):
            yield self._planet(planet)
            for seat, force in self.board.planets[planet].forces.items():
                own = seat == self.board.planets[planet].owner
                text = self._units(force, force.units)
                words = Piece(wide(text, "u"), kind="u", text=text)
                yield Row([words] if own else [self._badge(seat), words], 24)

    def _planet(self, planet: str) -> Row:
        row, there = self.content.planets[planet], self.board.planets[planet]
        used = "-used" if there.used else ""
        name = row.name.of(self.lang)
        pieces = [self._badge(there.owner)] if there.owner else []
        if planet in self.invaded:
            pieces.insert(0, Piece(28, mark="battle"))
        pieces.append(Piece(22, mark="res" + used, kind="v", text=str(row.resources)))
        pieces.append(Piece(wide(name, "n"), kind="n", text=name))
        if row.station or row.yields:
            pieces.append(Piece(20, mark="station" if row.station else "planet"))
        pieces.append(Piece(24, mark="inf" + used, kind="v", text=str(row.influence)))
        pieces += [Piece(15, mark=f"t-{row.colour}")] * row.symbols
        return Row(pieces, 30)

    def _anomaly(self, at: str) -> Iterable[Row]:
        there = tile(self.board, at)
        if there and there.anomaly:
            name = self.content.anomalies[there.anomaly].name.of(self.lang)
            words = name.split() if wide(name, "a") > 150 else [name]
            for word in words:
                yield Row([Piece(wide(word, "a"), kind="a", text=word)], 20)

    def _mines(self, at: str) -> Iterable[Row]:
        laid = [(seat, count) for seat, count in self.board.systems[at].mines.items() if count]
        if laid:
            pieces = []
            for seat, count in laid:
                text = f"×{count}"
                pieces += [self._badge(seat), Piece(24, mark="mine"), Piece(wide(text, "u"), kind="u", text=text)]
            yield Row(pieces, 28)

    def _fleets(self, at: str, each: int) -> Iterable[Row]:
        """A plate per seat, with at most so many kinds of ships to a line."""
        for seat, force in self.board.systems[at].space.items():
            look = self.looks[seat]
            for index, units in enumerate(self._lines(force, each)):
                text = self._units(force, units)
                pieces = [Piece(wide(text, "i"), kind="i", text=text, fill=look.ink, shift=-3 if index else 0)]
                if not index:
                    pieces.insert(0, self._badge(seat))
                yield Row(pieces, 25 if index else 34, pill=look.colour, more=bool(index), gap=6)

    def _lines(self, force: Force, most: int) -> Iterable[Mapping[str, int]]:
        """The units of a force in the order of the table, in lines of about equal length."""
        order = [unit for unit in self.content.units if unit in force.units]
        lines = -(-len(order) // most)
        each = -(-len(order) // lines) if lines else 1
        for start in range(0, len(order), each):
            yield {unit: force.units[unit] for unit in order[start : start + each]}

    def _units(self, force: Force, units: Mapping[str, int]) -> str:
        """Such as ``2Cr 1Dn* 4Fi``: a star for every damaged one."""
        parts = (f"{units[u]}{self._sign(u)}{'*' * force.damaged.get(u, 0)}" for u in self.content.units if u in units)
        return " ".join(parts)

    def _sign(self, unit: str) -> str:
        return SIGNS[unit].of(self.lang) if unit in SIGNS else self.content.units[unit].name.of(self.lang)[:2].lower()

    def _portal(self, wormhole: str) -> str:
        known = PORTALS.get(wormhole)
        return known.of(self.lang) if known else self.content.wormholes[wormhole].of(self.lang)[:1].upper()

    def _badge(self, seat: str) -> Piece:
        return Piece(28, mark=self.looks[seat].mark)

    # -- moves and legend

    def _arrows(self) -> Iterable[Mapping[str, Any]]:
        """One arrow for each way a seat flew; those that share a step lie beside each other."""
        crossed: dict[tuple[str, str], int] = {}
        for seat, path in dict.fromkeys((event.seat, event.path) for event in self.moves):
            steps = [(min(step), max(step)) for step in pairwise(path)]
            if not steps or any(at not in self.at for at in path):
                continue
            lane = max(crossed.get(step, 0) for step in steps)
            for step in steps:
                crossed[step] = lane + 1
            drawn = arrow([self.at[at] for at in path], LANES[lane % len(LANES)])
            jump = any(b not in hexes.around(self.board.radius).get(a, ()) for a, b in pairwise(path))
            yield {"path": drawn.path, "head": drawn.head, "look": self.looks[seat], "jump": jump}

    def _legend(self) -> Mapping[str, Any]:
        """Seats, signs and units in columns below the map."""
        top = HEAD + self.high + 34
        columns = max(2, int(self.wide // 420))
        seats = self._table(len(self.looks), columns, top)
        for cell, (seat, look) in zip(seats, self.looks.items(), strict=True):
            cell.update(
                look=look, text=self._seat(seat, self.wide / columns - 56), out=bool(self.board.chairs[seat].out)
            )
        signs = self._table(len(LEGEND), int(self.wide // 270), _below(seats, top) + 12)
        for cell, sign in zip(signs, LEGEND, strict=True):
            cell["sign"] = sign
        kinds = [unit for unit in self.content.units.values() if unit.kind != "token"]
        narrow = int(self.wide // 205)
        units = self._table(len(kinds), narrow, _below(signs, top) + 12)
        for cell, unit in zip(units, kinds, strict=True):
            name = shortened(unit.name.of(self.lang), "g", self.wide / narrow - 48)
            cell.update(short=self._sign(unit.id), text=name)
        return {"seats": seats, "signs": signs, "units": units, "bottom": _below(units, top)}

    def _table(self, count: int, columns: int, top: float) -> list[dict[str, Any]]:
        """The places of ``count`` cells, row by row."""
        step = self.wide / columns
        return [
            {"x": number(MARGIN + i % columns * step), "y": number(top + i // columns * LINE)} for i in range(count)
        ]

    def _seat(self, seat: str, room: float) -> str:
        """Name, race and home of a seat, as much of it as there is room for."""
        chair = self.board.chairs[seat]
        race = self.content.races[chair.race].name.of(self.lang) if chair.race else ""
        name = plain(chair.name)
        home = f" {chair.home}" if chair.home else ""
        room -= wide(home, "k")
        if name and race and name != race:
            name = shortened(name, "k", max(room - wide(f" · {race}", "k"), room * 0.45))
            return shortened(f"{name} · {race}", "k", room) + home
        return shortened(name or race, "k", room) + home


def _below(cells: Sequence[Mapping[str, Any]], top: float) -> float:
    return cells[-1]["y"] + LINE if cells else top
