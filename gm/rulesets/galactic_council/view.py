"""What a seat may know: the public board and its own secrets (reading 29); other secrets that would look the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gm.dice import Dice
from gm.engine import copy
from gm.model import Name
from gm.rulesets.galactic_council import dealing
from gm.rulesets.galactic_council.content import Content
from gm.rulesets.galactic_council.state import Secrets, State, View
from gm.rulesets.galactic_council.vocabulary import labels_of


def view(state: State, seat: str | None) -> View:
    """The board, which is public by its type, and the seat's own ranking; None is a spectator."""
    ranking = state.secrets.rankings.get(seat, []) if seat is not None else []
    return View(seat, state.board, list(ranking))


def labels(seen: View) -> Mapping[str, Mapping[str, Name]]:
    """Kind of thing -> id -> name, for templates."""
    return labels_of(seen.board)


def other_secrets(state: State, seat: str | None, dice: Dice, keep: Collection[str] = ()) -> State:
    """A state of its own that looks the same from ``seat``: hidden tiles and other seats' rankings dealt again.

    They are made from the seat's view and ``dice`` alone. But whatever is named in ``keep`` (a coordinate, a tile, a
    planet, a strategy) stays where it is, and with it the length of the rankings.
    """
    other, kept = copy(state), set(keep)
    seen = view(state, seat)
    rankings = _rankings_dealt_again(state, seat, dice, kept) if kept else _rankings_made_up(seen, dice)
    own = {seat: seen.ranking} if seat is not None and seen.ranking else {}
    other.secrets = Secrets(_other_tiles(state, dice.at("other tiles"), kept), own | rankings)
    return other


def _other_tiles(state: State, dice: Dice, kept: set[str]) -> dict[str, str]:
    """Tiles for the unexplored systems from all that might lie there as far as anybody knows."""
    board, content, hidden = state.board, state.content, state.secrets.tiles
    staying = {at: tile for at, tile in hidden.items() if at in kept or _named(content, tile, kept)}
    unexplored = [at for at, system in board.systems.items() if system.tile is None]
    free = [at for at in unexplored if at not in staying]
    laid = [*staying.values(), *(system.tile for system in board.systems.values() if system.tile)]
    pool = [tile for tile in dealing.left_over(content, laid) if not _named(content, tile, kept)]
    tiles = staying | dealing.fill(content, free, pool, laid, dice)
    return {at: tiles[at] for at in unexplored}


def _rankings_made_up(seen: View, dice: Dice) -> dict[str, list[str]]:
    """Rankings of all strategies for everybody else who plays, whether they ever sent one or not."""
    chairs, strategies = seen.board.chairs, list(seen.content.strategies)
    return {
        of: dice.at("other ranking", of).shuffled(strategies)
        for of, chair in chairs.items()
        if of != seen.seat and not chair.out
    }


def _rankings_dealt_again(state: State, seat: str | None, dice: Dice, kept: set[str]) -> dict[str, list[str]]:
    """The rankings of others with the entries that nobody has heard of in another order."""
    rankings = state.secrets.rankings
    return {of: _other_ranking(row, dice.at("other ranking", of), kept) for of, row in rankings.items() if of != seat}


def _named(content: Content, tile: str, kept: set[str]) -> bool:
    return tile in kept or any(planet in kept for planet in content.tiles[tile].planets)


def _other_ranking(ranking: Sequence[str], dice: Dice, kept: set[str]) -> list[str]:
    """The ranking with the entries that nobody has heard of in another order among their own places."""
    places = [n for n, strategy in enumerate(ranking) if strategy not in kept]
    other = list(ranking)
    for place, strategy in zip(places, dice.shuffled([ranking[n] for n in places]), strict=True):
        other[place] = strategy
    return other
