"""The map: everything on the board is drawn, nothing else, the same for everybody who may know the same."""

from __future__ import annotations

import re
import sys
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from gm.dice import SeededDice
from gm.looks import colour, colours, ink, letters, plain
from gm.model import LANGUAGES, Lang
from gm.picture import NoPictures, png, svg
from gm.rulesets.galactic_council import RULES, hexes
from gm.rulesets.galactic_council.drawing import HALF, Block, Piece, Row, fitted, room_at, shortened, wide
from gm.rulesets.galactic_council.events.movement import BattleBegan, FleetMoved, InvasionBegan
from gm.rulesets.galactic_council.picture import LEGEND, PORTALS, SIGNS, looks, placed
from gm.rulesets.galactic_council.position import read_position
from gm.rulesets.galactic_council.state import Force, Planet, State, System, View
from gm.rulesets.galactic_council.tables import content
from gm.yamlfile import parse
from tests.pictures import HOSTILE, shape

SVG = "{http://www.w3.org/2000/svg}"
POSITION = """
seats: {red: sol, blue: hacan, green: winnu}
turn: 3
tiles: {C3: lodor, C4: nebula_base, E4: quann, E5: abyz_fria, E3: primor, D2: arcturus_sumerian}
hidden: {B2: ion_storm, B3: saudor, F3: wellon, F4: lodor_x}
red: {name: Маша, colour: "#d55e00", alert: C3}
green: {name: Winnie, colour: green}
closed: {E4: blue}
at:
  C3: {red: {carrier: 1, cruiser: 2, fighter: 4}, blue: {destroyer: 2}}
  C4: {blue: {dreadnought: 2, war_sun: 1, damaged: {dreadnought: 1}}, mines: {blue: 1}}
  lodor: {owner: red, red: {ground_force: 3, pds: 1}, used: yes}
  quann: {owner: blue, blue: {mechanized_unit: 1, shock_troop: 2, space_dock: 1}}
  sumerian: {owner: green}
"""


def position(text: str = POSITION) -> State:
    state, _problems = read_position(parse(text), content({}), phase="movement")
    return state


def seen(state: State, seat: str | None = "red") -> View:
    view: View = RULES.view(state, seat)
    return view


def drawn(state: State, lang: Lang = "ru", events: tuple[Any, ...] = (), title: str = "Кампания") -> str:
    return svg(RULES, title, seen(state), events, lang)


def texts(page: str) -> list[str]:
    """Every text that a reader sees or hears."""
    kept = (f"{SVG}text", f"{SVG}title", f"{SVG}desc")
    return ["".join(node.itertext()) for node in ElementTree.fromstring(page).iter() if node.tag in kept]


def marks(page: str) -> list[str]:
    """The drawings that are used, in order."""
    return [node.get("href", "").removeprefix("#gm-") for node in ElementTree.fromstring(page).iter(f"{SVG}use")]


def whole_galaxy() -> State:
    """Every tile of the game explored, each seat everywhere: the most crowded map there can be."""
    state = position("radius: 4\nseats: {red: sol, blue: creuss, green: winnu, yellow: l1z1x, purple: arborec}")
    board, tables = state.board, content({})
    left = [id_ for id_, tile in tables.tiles.items() if id_ not in {s.tile for s in board.systems.values()}]
    flat = [at for at, system in board.systems.items() if system.tile == "empty_base"]
    beside = [f"X{n}" for n in range(2, 60)]
    for at, tile in zip([*flat, *beside], left, strict=False):
        board.systems[at] = System(tile)
        for planet in tables.tiles[tile].planets:
            board.planets.setdefault(planet, Planet(at))
    ships = {unit.id: 3 for unit in tables.units.values() if unit.kind == "ship"}
    troops = {unit.id: 2 for unit in tables.units.values() if unit.kind in ("ground", "structure")}
    for system in board.systems.values():
        system.space = {"red": Force(dict(ships), {"dreadnought": 2}), "blue": Force({"cruiser": 12})}
        system.mines = {"red": 1}
    for there in board.planets.values():
        there.owner, there.forces = "green", {"green": Force(dict(troops))}
    return state


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_on_the_board_is_drawn(lang: Lang) -> None:
    state = position()
    page, board, tables = drawn(state, lang), state.board, content({})
    found, used = texts(page), marks(page)
    look = looks(board, lang)
    assert set(board.systems) <= set(found)
    assert {tables.planets[planet].name.of(lang) for planet in board.planets} <= set(found)
    for seat, planet in ((p.owner, id_) for id_, p in board.planets.items() if p.owner):
        assert look[seat].mark in used, planet
    sign = {unit: text.of(lang) for unit, text in SIGNS.items()}
    assert f"4{sign['fighter']} 2{sign['cruiser']} 1{sign['carrier']}" in found
    assert f"2{sign['dreadnought']}* 1{sign['war_sun']}" in found, "a star for the damaged one"
    assert f"1{sign['pds']} 3{sign['ground_force']}" in found
    assert PORTALS["alpha"].of(lang) in found and PORTALS["beta"].of(lang) in found
    assert tables.anomalies["nebula"].name.of(lang) in found
    for mark in ("nebula", "mine", "closed", "alert", "station", "planet", "res-used", "inf-used", "t-green"):
        assert used.count(mark) > (mark in LEGEND), mark


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_seat_has_its_own_letter_shape_and_line_in_the_legend(lang: Lang) -> None:
    state = whole_galaxy()
    look, page = looks(state.board, lang), drawn(state, lang)
    assert len({one.letter for one in look.values()}) == len({one.shape for one in look.values()}) == 5
    for seat, chair in state.board.chairs.items():
        assert look[seat].letter in texts(page)
        race = content({}).races[chair.race].name.of(lang)
        assert any(race in line and chair.home in line for line in texts(page))


def test_homes_have_a_yellow_border_and_special_systems_a_red_one() -> None:
    page = ElementTree.fromstring(drawn(position()))
    borders = [node.get("class") for node in page.iter(f"{SVG}use")]
    assert (borders.count("home"), borders.count("special"), borders.count("centre")) == (3, 1, 1)


def test_unexplored_space_shows_only_its_coordinate() -> None:
    page = ElementTree.fromstring(drawn(position()))
    hatched = [node for node in page.iter(f"{SVG}use") if node.get("fill") == "url(#gm-hatch)"]
    assert len(hatched) == 4
    assert "Саудор" not in "".join(page.itertext())


def test_nothing_of_unexplored_tiles_or_other_rankings_shows() -> None:
    state = position()
    state.secrets.rankings["blue"] = ["war", "trade"]
    other = RULES.other_secrets(state, "red", SeededDice(b"other").at("map"))
    bare = replace(state, secrets=replace(state.secrets, tiles={}, rankings={}))
    assert other.secrets != state.secrets
    assert drawn(other) == drawn(state) == drawn(bare)


def test_an_event_that_the_seat_did_not_see_is_not_drawn() -> None:
    class Unseen(FleetMoved, frozen=True):
        def visible_to(self, seat: str | None) -> bool:
            return seat == "blue"

    state, move = position(), Unseen("blue", ("E4", "E5"), {}, rule="3.1")
    assert drawn(state, events=(move,)) == drawn(state)
    assert svg(RULES, "", seen(state, "blue"), (move,), "ru") != svg(RULES, "", seen(state, "blue"), (), "ru")


def test_moves_are_arrows_in_the_colour_of_the_seat() -> None:
    state = position()
    moves = (
        FleetMoved("red", ("C4", "C3"), {}, rule="3.1"),
        FleetMoved("blue", ("E4", "D5", "D4"), {}, rule="3.1"),
        FleetMoved("blue", ("C3", "E4"), {}, rule="3.1"),
        FleetMoved("blue", ("C3", "E4"), {}, rule="3.1"),
    )
    page = ElementTree.fromstring(drawn(state, events=moves))
    ways = [node for node in page.iter(f"{SVG}g") if node.get("class") == "way"]
    look = looks(state.board, "ru")
    assert [way[1].get("stroke") for way in ways] == [look[s].colour for s in ("red", "blue", "blue")]
    assert [way.get("stroke-dasharray") is not None for way in ways] == [False, False, True], "through a wormhole"


def test_two_fleets_on_one_way_are_two_arrows_beside_each_other() -> None:
    moves = tuple(FleetMoved(seat, ("C4", "C3"), {}, rule="3.1") for seat in ("red", "blue"))
    page = ElementTree.fromstring(drawn(position(), events=moves))
    ways = [node[1].get("d") for node in page.iter(f"{SVG}g") if node.get("class") == "way"]
    assert len(set(ways)) == 2


def test_battles_are_marked_in_space_and_on_planets() -> None:
    state = position()
    plain_map = marks(drawn(state)).count("battle")
    events = (
        BattleBegan("C3", "red", "blue", {}, {}, rule="3.3"),
        InvasionBegan("quann", "red", "blue", {}, {}, rule="3.5"),
    )
    assert marks(drawn(state, events=events)).count("battle") == plain_map + 2


def test_many_flags_stand_below_the_coordinate_and_few_beside_it() -> None:
    """The coordinate is never made small by them."""
    battles = (
        BattleBegan("C3", "red", "blue", {}, {}, rule="3.3"),
        BattleBegan("E5", "red", "blue", {}, {}, rule="3.3"),
    )
    blocks: list[Block] = RULES.picture(seen(position()), battles)["ru"]["blocks"]
    heads = {block.texts[0][3]: block for block in blocks if block.texts and block.texts[0][0] == "c"}
    assert all(block.scale > 0.8 for block in heads.values())
    assert [mark for mark, _, _ in heads["E5"].marks] == ["battle"]
    assert [mark for mark, _, _ in heads["C3"].marks] == ["wormhole"]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_players_wrote_is_inert(name: str, lang: Lang) -> None:
    state = position()
    harmless = drawn(state, lang, title="x")
    for chair in state.board.chairs.values():
        chair.name, chair.colour = name, f'#fff" {name}'
    page = drawn(state, lang, title=name)
    assert shape(page) == shape(harmless)
    assert "49" not in "".join(texts(page))
    page.encode("utf-8")


def test_no_foreign_words() -> None:
    state = whole_galaxy()
    for chair in state.board.chairs.values():
        chair.name = ""
    assert not re.findall("[A-Za-zα-ω]{2,}", " ".join(texts(drawn(state, "ru"))))
    assert not re.findall("[А-Яа-яЁё]", " ".join(texts(drawn(state, "en", title=""))))


def test_the_same_view_gives_the_same_bytes_and_stays_as_it_was() -> None:
    state = position()
    before = repr(state)
    assert drawn(state) == drawn(position())
    assert repr(state) == before


def test_the_page_is_small_even_when_it_is_crowded() -> None:
    state = whole_galaxy()
    assert len(drawn(position()).encode()) < 40_000
    assert len(drawn(state).encode()) < 140_000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_leaves_its_hex(lang: Lang) -> None:
    """However many units: words are made smaller until they fit; what is drawn stands inside the six sides."""
    state = whole_galaxy()
    picture = RULES.picture(seen(state), ())[lang]
    centres = [(hex_["x"], hex_["y"]) for hex_ in picture["hexes"]]
    blocks: list[Block] = picture["blocks"]
    assert len(blocks) == 2 * len(centres)
    for block in blocks:
        x, y = min(centres, key=lambda c: abs(c[0] - block.x) + abs(c[1] - block.y))
        assert block.x == x
        heights = [v for _, _, v, _, _ in block.texts] + [top + high for _, top, _, high, _ in block.plates]
        assert all(abs(block.y + v * block.scale - y) < HALF + 3 for v in heights)
        assert block.scale > 0.35, "still readable"


def test_no_two_hexes_overlap_whatever_lies_beside_the_map() -> None:
    for radius, count in ((2, 0), (2, 3), (3, 2), (3, 6), (4, 9)):
        state = position(f"radius: {radius}")
        state.board.systems |= {f"{hexes.BESIDE}{n}": System() for n in range(1, count + 1)}
        centres, width, height = placed(state.board)
        points = list(centres.values())
        assert len(points) == len(state.board.systems)
        near = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for i, a in enumerate(points) for b in points[:i]]
        assert min(near) > 170
        assert all(100 <= x <= width - 99 and HALF <= y <= height - HALF + 1 for x, y in points)


def test_a_map_of_a_seat_without_race_or_name_still_draws() -> None:
    state = position()
    for chair in state.board.chairs.values():
        chair.name = chair.race = chair.home = ""
    ElementTree.fromstring(drawn(state))


def test_every_sign_of_the_legend_is_drawn_and_named() -> None:
    for lang in LANGUAGES:
        page = drawn(position(), lang)
        ids = {node.get("id") for node in ElementTree.fromstring(page).iter() if node.get("id")}
        assert {f"gm-{mark}" for mark in marks(page)} <= ids
        assert set(re.findall(r"url\(#([^)]*)\)", page)) <= ids


def test_png_is_made_by_the_library_or_refused_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    made = SimpleNamespace(svg_to_bytes=lambda svg_string, width: f"{svg_string}{width}".encode())
    monkeypatch.setitem(sys.modules, "resvg_py", made)
    assert png("<svg/>", 7) == b"<svg/>7"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoPictures):
        png("<svg/>")


# -- how seats look


def test_colours_are_names_or_codes_and_nothing_else() -> None:
    assert colour("#ABC") == "#aabbcc" and colour("#d55e00") == "#d55e00"
    assert colour("Красный") == colour("red") == colour(" RED ") == "#d55e00"
    assert colour('#fff" onload="x') is None and colour("url(#x)") is None and colour("") is None


def test_a_seat_without_a_colour_gets_one_that_nobody_has() -> None:
    given = colours({"a": "red", "b": "?", "c": "", "d": "blue"})
    assert len(set(given.values())) == 4
    assert given["a"] == colour("red")


def test_ink_is_readable() -> None:
    assert (ink("#f0e442"), ink("#1b2a6b")) == ("#111", "#fff")


def test_letters_are_initials_whatever_the_language_and_never_look_alike() -> None:
    names = {"a": ("Bob", "Барония Летнев"), "b": ("Боб", ""), "c": ("Борис", ""), "d": ("", "")}
    assert letters(names, "ru") == {"a": "B", "b": "Б", "c": "О", "d": "А"}
    assert letters({"a": ("", "The Barony"), "b": ("Вера", "Barony of X")}, "en") == {"a": "B", "b": "X"}


def test_plain_text_has_no_marks_that_turn_or_break_it() -> None:
    assert plain(" a\n\u202eb\x00 ") == "a b"


# -- fitting


def test_a_row_is_made_smaller_until_it_fits() -> None:
    small = fitted([Row([Piece(50)], 20)], (0, 0), -56, 80, 1.15)
    large = fitted([Row([Piece(250)], 20)], (0, 0), -56, 80, 1.15)
    assert small.scale == 1.15 and large.scale < 0.8
    assert 250 * large.scale <= room_at(0)


def test_long_text_is_cut() -> None:
    assert shortened("abc", "g", 100) == "abc"
    cut = shortened("a" * 99, "g", 100)
    assert cut.endswith("…") and wide(cut, "g") <= 100
