"""The map of a described position: which hexes there are, their tiles, what lies hidden, where the homes are."""

from __future__ import annotations

from collections.abc import Mapping

from gm.dice import Dice
from gm.model import Name
from gm.names import Names
from gm.rulesets.galactic_council import dealing, hexes
from gm.rulesets.galactic_council.positionnodes import Nodes
from gm.rulesets.galactic_council.state import Board, Planet, State, System
from gm.rulesets.galactic_council.vocabulary import ALL
from gm.yamlfile import Node

EMPTY, CENTRE = "empty_base", "mecatol_rex"
RANDOM = Names([Name("random", "random", "случайно", ("случайный", "случайная"))])
_ALL = Names([ALL])


class Map:
    """Lays the tiles of one description, in the order in which they count."""

    def __init__(self, reader: Nodes, root: Node, state: State, homes: Mapping[str, str], dice: Dice | None) -> None:
        self.reader, self.root, self.state, self.dice = reader, root, state, dice
        self.board, self.homes = state.board, homes
        self.to_deal: list[str] = []
        self.open: list[str] = []
        """Hexes of which the description names the tile."""

    def lay(self) -> None:
        """The whole map with its planets, each home planet its owner's."""
        board, get = self.board, self.root.get
        gone = set(self.reader.list_of("system", get("missing")))
        board.systems = {at: System(EMPTY) for at in hexes.galaxy(board.radius) if at not in gone}
        centre = hexes.name(board.radius, 0, 0)
        if centre in board.systems:
            board.systems[centre].tile = CENTRE
        self._settle()
        for at, node in self.reader.pairs("system", get("tiles")):
            board.systems.setdefault(at, System()).tile = self.reader.named("tile", node)
            self.open.append(at)
        self._hide(get("hidden"))
        order = (*hexes.galaxy(board.radius), *beside(len(board.chairs)))
        board.systems = {at: board.systems[at] for at in order if at in board.systems}
        self._planets()

    def _settle(self) -> None:
        """Homes where the description says, else evenly on the outer ring; a second tile lies beside the map."""
        board, reader = self.board, self.reader
        rim = hexes.ring(board.radius, board.radius)
        gates = dict(reader.pairs("seat", self.root.get("homes")))
        outside = 0
        for n, (seat, chair) in enumerate(board.chairs.items()):
            first, *more = self.board.content.races[chair.race].tiles
            if seat in self.homes:
                chair.home = self.homes[seat]
                self._put(chair.home, [first, *more][-1])
                continue
            gate = reader.named("system", gates[seat]) if seat in gates else None
            chair.home = gate or rim[n * len(rim) // len(board.chairs)]
            self._put(chair.home, first)
            for tile in more:  # the home planet lies beside the map
                outside += 1
                chair.home = f"{hexes.BESIDE}{outside}"
                self._put(chair.home, tile)

    def _put(self, at: str, tile: str) -> None:
        self.board.systems.setdefault(at, System()).tile = tile

    def _hide(self, node: Node | None) -> None:
        """Unexplored hexes: a map to their tiles, a list of which any tile may be, or the word for all the rest."""
        reader, board = self.reader, self.board
        if node and node.kind == "text" and node.text:
            if _ALL.find(node.text) is None:
                reader.say("not_a_map", node)
                return
            known = {*self.open, *(chair.home for chair in board.chairs.values())}
            self.to_deal += [at for at, system in board.systems.items() if system.tile == EMPTY and at not in known]
        elif node and node.kind == "list":
            self.to_deal += reader.list_of("system", node)
        else:
            for at, value in reader.pairs("system", node):
                board.systems.setdefault(at, System()).tile = None
                if value.kind == "text" and (not value.text or RANDOM.find(value.text)):
                    self.to_deal.append(at)
                elif hidden := reader.named("tile", value):
                    self.state.secrets.tiles[at] = hidden
        self._deal(node)

    def _deal(self, node: Node | None) -> None:
        """What nobody has named lies there at random, out of the tiles that are left."""
        board, tiles = self.board, self.state.secrets.tiles
        if not self.to_deal:
            return
        for at in self.to_deal:
            board.systems.setdefault(at, System()).tile = None
        laid = [*tiles.values(), *(system.tile for system in board.systems.values() if system.tile)]
        free = [at for at in dict.fromkeys(self.to_deal) if at not in tiles]
        pool = dealing.left_over(board.content, laid)
        if len(pool) < len(free):
            self.reader.say("position_too_few_tiles", node or self.root, have=str(len(pool)), need=str(len(free)))
        dice = self.dice.at("hidden tiles") if self.dice else None
        tiles.update(dealing.fill(board.content, free, pool, laid, dice))

    def _planets(self) -> None:
        """The planets of explored systems: first those of which the order of exploration is told, then by column."""
        board = self.board
        told = [at for at in self.reader.list_of("system", self.root.get("explored")) if at in board.systems]
        for at in dict.fromkeys((*told, *board.systems)):
            tile = board.systems[at].tile
            for planet in board.content.tiles[tile].planets if tile else ():
                board.planets[planet] = Planet(at, owner_at_home(board, at))


def owner_at_home(board: Board, at: str) -> str | None:
    """The seat that still plays and has its home there."""
    return next((seat for seat, chair in board.chairs.items() if chair.home == at and not chair.out), None)


def beside(seats: int) -> tuple[str, ...]:
    """The places beside the map that a description may speak of."""
    return tuple(f"{hexes.BESIDE}{n + 1}" for n in range(max(seats, 2)))
