"""The shape of a galaxy and the dealing of its tiles (readings 24, 34)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gm.dice import Dice
from gm.rulesets.galactic_council import hexes
from gm.rulesets.galactic_council.content import Content
from gm.rulesets.galactic_council.tables import DEALT

TRIES = 400
"""How often a deal that breaks a promise is dealt again; one in six keeps them all."""
PAIRING_TRIES = 50
"""How often tiles for the hexes left are dealt again to keep the wormholes paired; after that any deal will do."""


def radius(seats: int) -> int:
    """3 to 6 seats: homes on the third ring; 7 and 8: on the fourth."""
    return 3 if seats <= 6 else 4


def homes(seats: int) -> tuple[str, ...]:
    """The homes on the outer ring, evenly, in seat order clockwise.

    With 3 and 4 seats they stand alone there, so they keep off the corners, which touch one system only.
    """
    ring = hexes.ring(radius(seats), radius(seats))
    first = 1 if seats <= 4 else 0
    return tuple(ring[first + n * len(ring) // seats] for n in range(seats))


def covered(seats: int) -> tuple[str, ...]:
    """The hexes that get a tile: all but the centre and the homes; with 3 and 4 seats the third ring has none."""
    size = radius(seats)
    full = size - 1 if seats <= 4 else size
    inside = {at for distance in range(1, full + 1) for at in hexes.ring(size, distance)}
    taken = homes(seats)
    return tuple(at for at in hexes.galaxy(size) if at in inside and at not in taken)


def deck(content: Content) -> list[str]:
    """All tiles that may be dealt, as often as there are copies."""
    return [id_ for id_, tile in content.tiles.items() if tile.kind in DEALT for _ in range(tile.count)]


def centre(content: Content) -> str:
    """The tile in the middle of every galaxy."""
    return next(id_ for id_, tile in content.tiles.items() if tile.kind == "centre")


def possible(content: Content, seats: int) -> bool:
    """Whether there are tiles enough, closed ones left out, for a galaxy in which everybody can move."""
    open_ = [id_ for id_ in deck(content) if not closed(content, id_)]
    return len(open_) >= len(covered(seats)) // 2 and len(deck(content)) >= len(covered(seats))


def deal(content: Content, size: int, starts: Sequence[str], where: Sequence[str], dice: Dice) -> dict[str, str]:
    """Coordinate -> tile, dealt unseen; no home is sealed off, wormholes come in pairs or not at all.

    Raises ValueError when the tiles allow no such galaxy.
    """
    for attempt in range(TRIES):
        tiles = dict(zip(where, dice.at("galaxy", attempt).shuffled(deck(content)), strict=False))
        if paired(content, tiles.values()) and all_reach_centre(content, size, starts, tiles):
            return tiles
    raise ValueError("these tiles make no galaxy in which every home can reach the centre")


def left_over(content: Content, laid: Iterable[str]) -> list[str]:
    """The tiles of the deck that are left when some are laid, in the order of the table."""
    pool = deck(content)
    for tile in laid:
        if tile in pool:
            pool.remove(tile)
    return pool


def fill(
    content: Content, free: Sequence[str], pool: Sequence[str], laid: Sequence[str], dice: Dice | None
) -> dict[str, str]:
    """Coordinate -> tile for hexes still free, out of a pool; wormholes in pairs with those ``laid``, if that can be.

    Without dice the pool serves in its order. Where it is too small (a GM described more tiles than the box holds) the
    deck serves again.
    """
    if len(pool) < len(free):
        pool = [*pool, *(deck(content) * len(free))[: len(free) - len(pool)]]
    dealt: dict[str, str] = {}
    for attempt in range(PAIRING_TRIES):
        dealt = dict(zip(free, dice.at(attempt).shuffled(pool) if dice else pool, strict=False))
        if dice is None or paired(content, [*dealt.values(), *laid]):
            break
    return dealt


def closed(content: Content, tile: str) -> bool:
    """Whether ships without technology can't stop there (supernova, asteroid field)."""
    anomaly = content.tiles[tile].anomaly
    return anomaly is not None and not content.anomalies[anomaly].stop


def paired(content: Content, tiles: Iterable[str]) -> bool:
    """Whether no wormhole is alone."""
    count: Counter[str] = Counter()
    for tile in tiles:
        count.update(content.tiles[tile].wormholes)
    return 1 not in count.values()


def all_reach_centre(content: Content, size: int, starts: Sequence[str], tiles: Mapping[str, str]) -> bool:
    """Whether every home has a way to the centre over systems in which ships may stop, other homes left out."""
    middle, near = hexes.ring(size, 0)[0], hexes.around(size)
    reached, edge = {middle}, [middle]
    while edge:
        for at in near[edge.pop()]:
            if at in tiles and at not in reached and not closed(content, tiles[at]):
                reached.add(at)
                edge.append(at)
    return all(any(at in reached for at in near[start]) for start in starts)
