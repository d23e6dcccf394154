"""Read a described position: what a GM writes down of a game that is under way, as YAML.

Everything left out is neutral: a galaxy of radius 3 with the homes evenly on its outer ring, every hex explored and
empty, Mecatol Rex nobody's, each home planet its owner's, no unit anywhere. So a description says only what matters::

    seats: {red: sol, blue: hacan, green: winnu}      # in clockwise order: seat and race
    turn: 2
    speaker: red
    tiles: {D5: lodor, D6: ion_storm}                 # explored hexes that are not empty
    hidden: {E5: nebula_base}                         # hexes still unexplored, and the tile that lies there
    red: {markers: 3, goods: 1, technologies: [XRD Transporters], strategy: trade}
    at:
      D5: {red: {carrier: 1, infantry: 2}, mines: {blue: 1}}
      lodor: {owner: blue, taken: 2, used: yes, blue: {ground_force: 1, pds: 1}}
      E5: {blue: {dreadnought: 2, damaged: {dreadnought: 1}}}
    contracts: [{red: 2, blue: 3}]                    # what each gives to the other
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from gm.model import Lang, Name, Problem, Text
from gm.names import Names
from gm.rulesets.galactic_council import forces, hexes
from gm.rulesets.galactic_council.content import Content
from gm.rulesets.galactic_council.options import Options
from gm.rulesets.galactic_council.state import Board, Chair, Contract, Planet, Secrets, State, System
from gm.settings import WrongSettings, made
from gm.shapes import TRUTH
from gm.yamlfile import Node

SEATS = {"red": "sol", "blue": "hacan", "green": "winnu"}
EMPTY, CENTRE = "empty_base", "mecatol_rex"
LARGEST = 12
"""The columns of a larger galaxy would need more than 26 letters."""
_NUMBER = re.compile("[0-9]{1,4}")

_BOARD_FIELDS = (
    *("seats", "turn", "phase", "radius", "homes", "options", "tiles", "hidden", "at", "contracts"),
    *("bonus", "closed", "speaker", "guild_head"),
)
_CHAIR_FIELDS = (
    *("name", "colour", "goods", "markers", "fleet_limit", "technologies", "strategy", "last_strategy"),
    *("spent", "alert", "ranking", "out"),
)


def read_position(
    root: Node | None, content: Content, phase: str = "council", lang: Lang = "en"
) -> tuple[State, list[Problem]]:
    """The state that a description means, and everything that is wrong with it, each with its place.

    ``root`` is the description as ``yamlfile.parse`` gives it (None: all neutral); ``phase`` the open phase unless the
    description names one. The state is whole even when there are problems: what was not understood is left out.
    """
    reader = _Reader(root or Node("map", 1, 1), content, lang)
    return reader.state(phase), reader.problems


class _Reader:
    """Walks a description once and collects problems."""

    def __init__(self, root: Node, content: Content, lang: Lang) -> None:
        self.root, self.content, self.lang = root, content, lang
        self.problems: list[Problem] = []
        self.tables: dict[str, Names] = {
            "race": Names(row.name for row in content.races.values()),
            "unit": Names(row.name for row in content.units.values()),
            "planet": Names(row.name for row in content.planets.values()),
            "technology": Names(row.name for row in content.technologies.values()),
            "strategy": Names(row.name for row in content.strategies.values()),
            "tile": Names(Name(id_, id_, id_) for id_ in content.tiles),
        }

    # -- small steps

    def say(self, code: str, node: Node, **args: str) -> None:
        self.problems.append(Problem(code, args, node.line, node.column, node.width))

    def entries(self, node: Node | None) -> list[tuple[Node, Node]]:
        """The pairs of a map; nothing and an empty value are no pairs."""
        if node is None or (node.kind == "text" and not node.text):
            return []
        if node.kind != "map":
            self.say("not_a_map", node)
            return []
        return node.entries

    def items(self, node: Node | None) -> list[Node]:
        """The items of a list; a bare value is a list of one."""
        if node is None or (node.kind == "text" and not node.text):
            return []
        return node.items if node.kind == "list" else [node]

    def number(self, node: Node | None, default: int) -> int:
        """A whole number from 0 to 9999."""
        if node is None:
            return default
        if not _NUMBER.fullmatch(node.text):
            self.say("not_a_number", node, typed=node.text)
            return default
        return int(node.text)

    def named(self, kind: str, node: Node) -> str | None:
        """The id of what a text names, or None with a problem that suggests what was meant."""
        names = self.tables[kind]
        found = names.find(node.text) if node.kind == "text" else None
        if found is None:
            meant = names.close_to(node.text, self.lang) or ""
            self.say("unknown_name", node, typed=node.text, kind=_KINDS[kind].of(self.lang), meant=meant)
        return found

    def pairs(self, kind: str, node: Node | None) -> Iterable[tuple[str, Node]]:
        """The pairs of a map whose keys are names of that kind."""
        for key, value in self.entries(node):
            if found := self.named(kind, key):
                yield found, value

    # -- the whole

    def state(self, phase: str) -> State:
        get = self.root.get
        self.entries(self.root)
        radius = self.radius(get("radius"))
        seats = dict(self.seats(get("seats"))) or dict(self.seats(None))
        self.tables["system"] = Names(Name(at, at, at) for at in (*hexes.galaxy(radius), "X1", "X2"))
        self.tables["seat"] = Names(Name(seat, seat, seat) for seat in seats)
        named_phase = get("phase")
        board = Board(
            turn=self.number(get("turn"), 2),
            phase=named_phase.text if named_phase else phase,
            radius=radius,
            options=self.options(get("options")),
            speaker=next(iter(seats)),
        )
        board.content = self.content
        state = State(board, Secrets())
        self.known_keys(self.root, (*_BOARD_FIELDS, *seats))
        for seat, (race, node) in seats.items():
            self.chair(state, seat, race, node)
        self.galaxy(state, list(seats))
        self.places(board, get("at"))
        self.treaties(board)
        return state

    def radius(self, node: Node | None) -> int:
        radius = self.number(node, 3)
        if node and not 1 <= radius <= LARGEST:
            self.say("less_than_equal", node, le=str(LARGEST))
            return 3
        return radius

    def known_keys(self, node: Node, known: Iterable[str]) -> None:
        names = Names(Name(key, key, key) for key in known)
        for key, _value in node.entries:
            if key.text not in names:
                self.say("unknown_field", key, typed=key.text, meant=names.close_to(key.text, self.lang) or "")

    def seats(self, node: Node | None) -> Iterable[tuple[str, tuple[str, Node | None]]]:
        """Seat -> its race and what is said of it."""
        if node is None:
            yield from ((seat, (race, self.root.get(seat))) for seat, race in SEATS.items())
        for key, value in self.entries(node):
            if race := self.named("race", value):
                yield key.text, (race, self.root.get(key.text))

    def options(self, node: Node | None) -> Options:
        try:
            return made(Options, node.plain() if node else {})
        except WrongSettings as error:
            for wrong in error.wrongs:
                self.say(wrong.code, node or self.root, **wrong.args)
            return Options()

    def chair(self, state: State, seat: str, race: str, node: Node | None) -> None:
        numbers = self.content.numbers
        node = node or Node("map", self.root.line, self.root.column)
        self.entries(node)
        self.known_keys(node, _CHAIR_FIELDS)
        get = node.get
        name, colour, alert = get("name"), get("colour"), get("alert")
        state.board.chairs[seat] = Chair(
            name=name.text if name else "",
            colour=colour.text if colour else seat,
            race=race,
            home="",
            goods=self.number(get("goods"), 0),
            markers=self.number(get("markers"), numbers.start_markers),
            fleet_limit=self.number(get("fleet_limit"), numbers.start_fleet_limit),
            technologies=self.list_of("technology", get("technologies")),
            strategy=self.optional("strategy", get("strategy")),
            last_strategy=self.optional("strategy", get("last_strategy")),
            spent=[self.number(item, 0) for item in self.items(get("spent"))],
            alert=self.named("system", alert) if alert else None,
            out=self.number(get("out"), 0),
        )
        if ranking := self.list_of("strategy", get("ranking")):
            state.secrets.rankings[seat] = ranking

    def list_of(self, kind: str, node: Node | None) -> list[str]:
        return [found for item in self.items(node) if (found := self.named(kind, item))]

    def optional(self, kind: str, node: Node | None) -> str | None:
        return self.named(kind, node) if node else None

    # -- the map

    def galaxy(self, state: State, seats: list[str]) -> None:
        board = state.board
        board.systems = {at: System(EMPTY) for at in hexes.galaxy(board.radius)}
        board.systems[hexes.name(board.radius, 0, 0)].tile = CENTRE
        rim = hexes.ring(board.radius, board.radius)
        homes = dict(self.pairs("seat", self.root.get("homes")))
        beside = 0
        for n, seat in enumerate(seats):
            named = self.named("system", homes[seat]) if seat in homes else None
            home = named or rim[n * len(rim) // len(seats)]
            first, *more = self.content.races[board.chairs[seat].race].tiles
            board.systems[home].tile, board.chairs[seat].home = first, home
            for tile in more:  # the home planet lies beside the map
                beside += 1
                board.systems[f"{hexes.BESIDE}{beside}"] = System(tile)
                board.chairs[seat].home = f"{hexes.BESIDE}{beside}"
        for at, node in self.pairs("system", self.root.get("tiles")):
            board.systems.setdefault(at, System()).tile = self.named("tile", node)
        for at, node in self.pairs("system", self.root.get("hidden")):
            board.systems.setdefault(at, System()).tile = None
            if hidden := self.named("tile", node):
                state.secrets.tiles[at] = hidden
        for place, system in board.systems.items():
            for planet in self.content.tiles[system.tile].planets if system.tile else ():
                board.planets[planet] = Planet(place, self.owner_at_home(board, place))

    @staticmethod
    def owner_at_home(board: Board, at: str) -> str | None:
        return next((seat for seat, chair in board.chairs.items() if chair.home == at and not chair.out), None)

    def places(self, board: Board, node: Node | None) -> None:
        for key, value in self.entries(node):
            at = self.tables["system"].find(key.text)
            if at is not None and at in board.systems:
                self.system(board, at, value)
            elif (planet := self.named("planet", key)) in board.planets:
                self.planet(board, planet, value)
            elif planet:
                self.say("unknown_name", key, typed=key.text, kind=_KINDS["place"].of(self.lang), meant="")

    def system(self, board: Board, at: str, node: Node) -> None:
        for key, value in self.entries(node):
            if key.text == "mines":
                board.systems[at].mines = {seat: self.number(count, 0) for seat, count in self.pairs("seat", value)}
            elif seat := self.named("seat", key):
                self.force(board, at, seat, value)

    def planet(self, board: Board, id_: str, node: Node) -> None:
        planet = board.planets[id_]
        for key, value in self.entries(node):
            if key.text == "owner":
                planet.owner = None if value.text == "nobody" else self.named("seat", value)
            elif key.text == "used":
                planet.used = TRUTH.find(value.text) == "yes"
            elif key.text == "taken":
                planet.taken = self.number(value, 0)
            elif seat := self.named("seat", key):
                self.force(board, id_, seat, value)

    def force(self, board: Board, place: str, seat: str, node: Node) -> None:
        damaged = next((value for key, value in self.entries(node) if key.text == "damaged"), None)
        whole = Node("map", node.line, node.column, entries=[e for e in self.entries(node) if e[0].text != "damaged"])
        forces.add(board, place, seat, self.counts(whole), self.counts(damaged))

    def counts(self, node: Node | None) -> Mapping[str, int]:
        """Units by id -> how many."""
        return {unit: self.number(value, 0) for unit, value in self.pairs("unit", node)}

    # -- treaties, tokens, offices

    def treaties(self, board: Board) -> None:
        get = self.root.get
        order = list(board.chairs)
        for item in self.items(get("contracts")):
            gives = {seat: self.number(value, 0) for seat, value in self.pairs("seat", item)}
            if len(gives) != 2:
                self.say("not_a_map", item)
                continue
            a, b = sorted(gives, key=order.index)
            board.contracts.append(Contract(a, b, gives[a], gives[b], board.turn - 1))
        board.bonus = {s: self.number(value, 0) for s, value in self.pairs("strategy", get("bonus"))}
        for at, node in self.pairs("system", get("closed")):
            if seat := self.named("seat", node):
                board.closed[at] = seat
        board.speaker = self.optional("seat", get("speaker")) or board.speaker
        board.guild_head = self.optional("seat", get("guild_head"))


_KINDS: dict[str, Text] = {
    "race": Text("race", "раса"),
    "unit": Text("unit", "юнит"),
    "planet": Text("system or planet", "система или планета"),
    "place": Text("system or planet of this map", "система или планета на этой карте"),
    "technology": Text("technology", "технология"),
    "strategy": Text("strategy", "стратегия"),
    "tile": Text("tile", "тайл"),
    "system": Text("system", "система"),
    "seat": Text("seat", "игрок"),
}


def describe(value: Any) -> str:
    """A plain value as a description spells it: yes, no, nobody, numbers and names as text."""
    if value is None:
        return "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
