"""What a seat may know: the public board and its own secrets (reading 29); other secrets that would look the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from gm.dice import Dice
from gm.engine import copy
from gm.model import Name
from gm.rulesets.galactic_council import dealing
from gm.rulesets.galactic_council.content import Content
from gm.rulesets.galactic_council.state import Board, Secrets, State, View
from gm.rulesets.galactic_council.vocabulary import labels_of

TRIES = 50
"""How often other tiles are dealt again to keep the wormholes paired; after that any deal will do."""


def view(state: State, seat: str | None) -> View:
    """The board, which is public by its type, and the seat's own ranking; None is a spectator."""
    ranking = state.secrets.rankings.get(seat, []) if seat is not None else []
    return View(seat, state.board, list(ranking))


def labels(seen: View) -> Mapping[str, Mapping[str, Name]]:
    """Kind of thing -> id -> name, for templates."""
    return labels_of(seen.board)


def other_secrets(state: State, seat: str | None, dice: Dice, keep: Collection[str] = ()) -> State:
    """A state of its own that looks the same from ``seat``: hidden tiles and other seats' rankings dealt again.

    Whatever is named in ``keep`` (a coordinate, a tile, a planet, a strategy) stays where it is.
    """
    other, kept = copy(state), set(keep)
    other.secrets = Secrets(
        _other_tiles(state, dice.at("other tiles"), kept),
        {
            of: list(ranking) if of == seat else _other_ranking(ranking, dice.at("other ranking", of), kept)
            for of, ranking in state.secrets.rankings.items()
        },
    )
    return other


def _other_tiles(state: State, dice: Dice, kept: set[str]) -> dict[str, str]:
    """Tiles for the unexplored systems from all that might lie there as far as anybody knows."""
    content, hidden = state.content, state.secrets.tiles
    staying = {at: tile for at, tile in hidden.items() if at in kept or _named(content, tile, kept)}
    free = [at for at in hidden if at not in staying]
    gone = Counter([*staying.values(), *_explored(state.board)])
    pool = [tile for tile in dealing.deck(content) if not _named(content, tile, kept)]
    for tile in gone.elements():
        if tile in pool:
            pool.remove(tile)
    tiles = dict(hidden)
    for attempt in range(TRIES):
        tiles.update(zip(free, dice.at(attempt).shuffled(pool), strict=False))
        if _paired(content, tiles, state.board):
            break
    return tiles


def _named(content: Content, tile: str, kept: set[str]) -> bool:
    return tile in kept or any(planet in kept for planet in content.tiles[tile].planets)


def _explored(board: Board) -> list[str]:
    return [system.tile for system in board.systems.values() if system.tile]


def _paired(content: Content, tiles: Mapping[str, str], board: Board) -> bool:
    return dealing.paired(content, [*tiles.values(), *_explored(board)])


def _other_ranking(ranking: Sequence[str], dice: Dice, kept: set[str]) -> list[str]:
    """The ranking with the entries that nobody has heard of in another order among their own places."""
    places = [n for n, strategy in enumerate(ranking) if strategy not in kept]
    other = list(ranking)
    for place, strategy in zip(places, dice.shuffled([ranking[n] for n in places]), strict=True):
        other[place] = strategy
    return other
