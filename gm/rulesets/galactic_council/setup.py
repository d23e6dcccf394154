"""The start of a campaign (ch. 11, readings 24, 34): galaxy, races, homes, first player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gm.dice import Dice
from gm.engine import told
from gm.model import Event, Name, Problem, Seat, Story
from gm.names import Names
from gm.rulesets.galactic_council import dealing, hexes
from gm.rulesets.galactic_council.content import Content, Galaxy, Race
from gm.rulesets.galactic_council.events import common, start
from gm.rulesets.galactic_council.options import Options
from gm.rulesets.galactic_council.state import Board, Chair, Secrets, State

SEATS = range(3, 9)
RANDOM = Name("random", "random", "случайная", ("случайно", "наугад"))


def setup(seats: Sequence[Seat], options: Options, content: Content, dice: Dice) -> tuple[State, list[Event]]:
    """The first state and what happened: the galaxy lies unseen, homes are settled, «strategy» of turn 1 is open.

    ``check_options`` says beforehand what is wrong with the options; here they raise ValueError.
    """
    if problems := check_options(seats, options, content):
        raise ValueError("; ".join(f"{problem.code} {dict(problem.args)}" for problem in problems))
    galaxy = _fixed(options, content)
    chairs = {seat.id: Chair(seat.name, seat.colour, "", "") for seat in seats}
    radius = galaxy.radius if galaxy else dealing.radius(len(seats))
    board = Board(0, "entry", radius, options, chairs)
    board.content = content
    return told(State(board, Secrets()), _story(list(chairs), board, galaxy, dice))


def _story(seats: list[str], board: Board, galaxy: Galaxy | None, dice: Dice) -> Story:
    content, radius = board.content, board.radius
    homes = dict(zip(seats, galaxy.homes if galaxy else dealing.homes(len(seats)), strict=False))
    races = _races(seats, board.options, content, dice)
    beside = {seat: f"{hexes.BESIDE}{n + 1}" for n, seat in enumerate(_with_tile_beside(seats, races))}
    if galaxy:
        covered, tiles = tuple(galaxy.tiles), dict(galaxy.tiles)
    else:
        covered = dealing.covered(len(seats))
        tiles = dealing.deal(content, radius, tuple(homes.values()), covered, dice)
    centre = hexes.ring(radius, 0)[0]
    exist = {*homes.values(), *covered, centre}
    on_map = tuple(at for at in hexes.galaxy(radius) if at in exist)
    yield start.GalaxyOutlined(rule="2.5", systems=(*on_map, *beside.values()))
    yield start.GalaxyDealt(rule="2.5", seen_by=(), tiles={at: tiles[at] for at in on_map if at in tiles})
    yield common.SectorExplored(rule="2.5", seat="", system=centre, tile=dealing.centre(content), how="start")
    for seat in seats:
        yield from _home(seat, races[seat], homes[seat], beside.get(seat), content)
    yield start.FirstPlayerDrawn(rule="11", seat=dice.at("first player").shuffled(seats)[0])
    yield common.PhaseOpened(rule="1", turn=1, phase="strategy")


def _with_tile_beside(seats: list[str], races: Mapping[str, Race]) -> Iterator[str]:
    return (seat for seat in seats if len(races[seat].tiles) > 1)


# --- races ------------------------------------------------------------------------------------------------


def _races(seats: list[str], options: Options, content: Content, dice: Dice) -> dict[str, Race]:
    """The race of every seat: named in the options, else dealt at random; no race twice."""
    names = Names(race.name for race in content.races.values())
    named = {seat: names.find(text) or "" for seat, text in options.races.items()}
    rest = [race for race in content.races if race not in named.values()]
    dealt = iter(dice.at("races").shuffled(rest))
    return {seat: content.races[named.get(seat) or next(dealt)] for seat in seats}


def _home(seat: str, race: Race, at: str, beside: str | None, content: Content) -> Story:
    """A seat comes to the board: tiles, planets, units, technologies, means (ch. 9, 11)."""
    numbers, home = content.numbers, beside or at
    yield start.HomeSettled(
        rule="11",
        seat=seat,
        race=race.id,
        system=home,
        goods=numbers.start_goods,
        markers=numbers.start_markers + race.markers,
        fleet_limit=numbers.start_fleet_limit + race.fleet_limit,
    )
    for tile, system in zip(race.tiles, (at, home), strict=False):
        yield common.SectorExplored(rule="2.5", seat=seat, system=system, tile=tile, how="start")
    planets = content.tiles[race.tiles[-1]].planets
    for planet in planets:
        yield common.PlanetTaken(rule="11", planet=planet, owner=seat, before=None, how="start")
    for place, units in placed(race, home, content).items():
        yield common.UnitsAppeared(rule="11", seat=seat, place=place, units=units, how="start")
    for technology in race.technologies:
        yield common.TechnologyGained(rule="11", seat=seat, technology=technology, how="start")


def placed(race: Race, home: str, content: Content) -> dict[str, dict[str, int]]:
    """Place -> start units: ships in space; the rest over the home planets in turn, the one with most resources
    first, so that the dock stands there (ch. 11)."""
    table = content.planets
    planets = sorted(
        (planet for planet in content.tiles[race.tiles[-1]].planets if not table[planet].station),
        key=lambda planet: -table[planet].resources,
    )
    places: dict[str, dict[str, int]] = {home: {}, **{planet: {} for planet in planets}}
    for unit, count in race.units.items():
        if content.units[unit].kind == "ship":
            places[home][unit] = count
            continue
        for n in range(count):
            there = places[planets[n % len(planets)]]
            there[unit] = there.get(unit, 0) + 1
    return {place: units for place, units in places.items() if units}


# --- what the GM wrote --------------------------------------------------------------------------------------


def check_options(seats: Sequence[Seat], options: Options, content: Content) -> list[Problem]:
    """Everything about the seats and options that keeps a campaign from starting, before anything happens."""
    problems = [*_seat_problems(seats), *_race_problems(seats, options, content)]
    if not problems:
        problems += _galaxy_problems(len(seats), options, content)
    return problems


def _seat_problems(seats: Sequence[Seat]) -> Iterator[Problem]:
    if len(seats) not in SEATS:
        args = {"have": str(len(seats)), "least": str(SEATS[0]), "most": str(SEATS[-1])}
        yield Problem("options_number_of_seats", args)


def _race_problems(seats: Sequence[Seat], options: Options, content: Content) -> Iterator[Problem]:
    names = Names(race.name for race in content.races.values())
    ids, taken = [seat.id for seat in seats], dict[str, str]()
    for seat, typed in options.races.items():
        race = names.find(typed)
        if seat not in ids:
            yield Problem("options_unknown_seat", {"seat": seat, "right": ", ".join(ids)})
        elif race is None:
            args = {"seat": seat, "typed": typed, "meant": names.close_to(typed, "en") or ""}
            yield Problem("options_unknown_race", args)
        elif race in taken:
            yield Problem("options_race_twice", {"race": race, "seat": taken[race], "other": seat})
        else:
            taken[race] = seat
    if len(seats) > len(content.races):
        yield Problem("options_too_few_races", {"have": str(len(content.races)), "need": str(len(seats))})


def _galaxy_names(content: Content) -> Names:
    return Names((RANDOM, *(galaxy.name for galaxy in content.galaxies.values())))


def _fixed(options: Options, content: Content) -> Galaxy | None:
    return content.galaxies.get(_galaxy_names(content).find(options.galaxy) or "")


def _galaxy_problems(seats: int, options: Options, content: Content) -> Iterator[Problem]:
    names = _galaxy_names(content)
    if names.find(options.galaxy) is None:
        args = {"typed": options.galaxy, "right": ", ".join(names)}
        yield Problem("options_unknown_galaxy", args)
    elif galaxy := _fixed(options, content):
        if len(galaxy.homes) != seats:
            args = {"galaxy": galaxy.id, "need": str(len(galaxy.homes)), "have": str(seats)}
            yield Problem("options_seats_of_galaxy", args)
        for tile in dict.fromkeys(galaxy.tiles.values()):
            if not content.tiles[tile].count:
                yield Problem("options_tile_of_galaxy", {"galaxy": galaxy.id, "tile": tile})
    elif not dealing.possible(content, seats):
        open_ = sum(not dealing.closed(content, tile) for tile in dealing.deck(content))
        need = len(dealing.covered(seats))
        yield Problem("options_too_few_tiles", {"have": str(open_), "need": str(need)})
