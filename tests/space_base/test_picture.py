"""The picture: the reader's board in full, all others in small; nothing leaves its card; players' texts do nothing."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from gm.dice import SeededDice
from gm.measure import shortened, width, wrapped
from gm.model import LANGUAGES, Event, Lang
from gm.picture import svg
from gm.rulesets.space_base import RULES
from gm.rulesets.space_base.content import Side
from gm.rulesets.space_base.drawing import Icon, Icons, icons, icons_of_all
from gm.rulesets.space_base.events.start import HandDealt, ShipsKept
from gm.rulesets.space_base.events.yard import CardBought
from gm.rulesets.space_base.picture import INNER, LEGEND, NAME, TEXT, WIDTH, looks, new_cards
from gm.rulesets.space_base.state import State
from tests.pictures import HOSTILE, shape
from tests.space_base.desk import position

SVG = "{http://www.w3.org/2000/svg}"
POSITION = """
active: blue
turn: 5
round: 2
dice: [3, 5]
red: {name: Маша, credits: 7, income: 2, points: 13, charges: {"3-08-2": 1, "1-01-1": 1}}
blue: {name: Олег, credits: 4}
green: {name: Зоя}
at:
  red:
    8: {station: "3-08-2", deployed: [start_08, "1-08-2"]}
    3: {station: "3-03-2", deployed: [start_03, "1-01-1"]}
    7: {colony: colony_07, station: none, deployed: [start_07]}
  blue: {5: {station: "1-05-2", deployed: [start_05]}}
"""


def seen(state: State, seat: str | None = "red") -> Any:
    return RULES.view(state, seat)


def drawn(
    state: State, lang: Lang = "ru", seat: str | None = "red", events: tuple[Event, ...] = (), title: str = "Кампания"
) -> str:
    return svg(RULES, title, seen(state, seat), events, lang)


def nodes(page: str, tag: str) -> list[Any]:
    return list(ElementTree.fromstring(page).iter(f"{SVG}{tag}"))


def texts(page: str) -> list[str]:
    """Every text that a reader sees or hears."""
    return ["".join(node.itertext()) for tag in ("text", "title", "desc") for node in nodes(page, tag)]


def marks(page: str) -> list[str]:
    """The drawings that are used, in order."""
    return [node.get("href", "").removeprefix("#gm-") for node in nodes(page, "use")]


def crowded() -> State:
    """Five seats, every sector with a station, and all other cards of the box deployed: more than any game has."""
    state = position("seats: [red, blue, green, white, black]\nrow: {1: [], 2: [], 3: []}\n")
    board = state.board
    for n, (id_, ship) in enumerate(board.content.ships.items()):
        chair = list(board.chairs.values())[n % 5]
        there = chair.sectors[ship.sector - 1]
        there.deployed.append(id_)
        if ship.deployed.boxes:
            chair.charges[id_] = ship.deployed.boxes
    for chair in board.chairs.values():
        chair.credits, chair.income, chair.points = 999, 99, 999
    return state


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_own_board_names_every_station_and_shows_every_reward(lang: Lang) -> None:
    state = position(POSITION)
    board, page = state.board, RULES.picture(seen(state), ())[lang]
    mine, *others = page["boards"]
    assert (mine["name"], mine["large"], [one["large"] for one in others]) == ("Маша", True, [False, False])
    said = " ".join(line.text for face in mine["faces"] for line in face.texts)
    for there in board.chairs["red"].sectors:
        card = there.colony or there.station
        assert card is not None
        for word in board.content.card(card).name.of(lang).split():
            assert word in said
    kinds = [face.kind for face in mine["faces"]]
    assert (kinds.count("station"), kinds.count("colony"), kinds.count("deployed")) == (11, 1, 5)


def test_the_purse_and_the_goal() -> None:
    found = texts(drawn(position(POSITION)))
    assert {"7", "2", "13 / 40"} <= set(found)


def test_charges_are_full_and_empty_boxes_in_the_shape_of_their_window() -> None:
    state = position(POSITION)
    (own,) = [one for one in RULES.picture(seen(state), ())["ru"]["boards"] if one["large"]]
    found = [mark for face in own["faces"] for row in face.rows for mark, _text, _x in row.icons]
    assert found.count("any-full") == 2, "Collins has one of one, 1-01-1 is deployed with one of two"
    assert found.count("any-box") == 1


def test_boards_in_small_sum_up_what_is_deployed() -> None:
    state = position(POSITION)
    page = RULES.picture(seen(state, None), ())["en"]
    assert [one["large"] for one in page["boards"]] == [False] * 3
    red, content = page["boards"][0], state.content
    at = next(tab["x"] for tab in red["tabs"] if tab["n"] == 8)
    (stack,) = [face for face in red["faces"] if face.kind == "deployed" and face.box[0] == at]
    credits = sum(content.ship(id_).deployed.credits for id_ in ("start_08", "1-08-2"))
    assert [text for mark, text, _x in stack.rows[0].icons if mark == "coin"] == [str(credits)]


def test_rewards_as_icons() -> None:
    side = Side(credits=2, points=3, right=True, claim=3, claims=2, buys=1, boxes=2, ability="credits_3", window="own")
    assert icons(side, 1) == [
        Icon("coin", "2"),
        Icon("star", "3"),
        Icon("right"),
        Icon("claim", "3"),
        Icon("claim", "3"),
        Icon("buy"),
        Icon("own-full"),
        Icon("own-box"),
    ]
    assert icons_of_all([(side, 0), (Side(credits=5, income=1), 0)])[:3] == [
        Icon("coin", "7"),
        Icon("planet", "1"),
        Icon("star", "3"),
    ]
    assert icons(Side(), 0) == []


def test_a_row_is_made_smaller_until_it_fits() -> None:
    small, large = (Icons.fitted([Icon("coin", "1")] * n, 0, 0, 100, 1.4) for n in (9, 1))
    assert large.scale == 1.4 and small.scale < 0.4
    assert max(x for _m, _t, x in small.icons) == -min(x for _m, _t, x in small.icons)
    assert Icons.fitted([], 0, 0, 100).icons == ()


@pytest.mark.parametrize(("dice", "marked"), [([3, 5], {3: "split", 5: "split", 8: "sum"}),
                                              ([4, 4], {4: "split", 8: "sum"})])  # fmt: skip
def test_the_sectors_of_the_open_dice_are_marked(dice: list[int], marked: dict[int, str]) -> None:
    state = position(POSITION.replace("[3, 5]", str(dice)))
    page = RULES.picture(seen(state), ())["en"]
    for board in page["boards"]:
        assert {tab["n"]: tab["how"] for tab in board["tabs"] if tab["how"]} == marked
    assert page["dice"] == dice and page["active_name"] == "Олег"
    assert {"порознь", "сумма"} <= set(texts(drawn(state)))


def test_a_game_that_is_over_shows_no_dice_but_the_winner() -> None:
    state = position(POSITION)
    state.board.phase, state.board.active, state.board.dice, state.board.winners = "over", "", [], ["red"]
    page = RULES.picture(seen(state), ())["ru"]
    assert (page["dice"], page["active"]) == ([], None)
    assert any("Маша — победа" in text for text in texts(drawn(state)))


def test_new_cards_are_marked_and_nobody_elses_secrets_are() -> None:
    bought = CardBought("red", "3-08-2", 8, 13, 2, "", rule="purchase")
    kept = ShipsKept("blue", ("1-05-2",), 4, rule="light_speed")
    assert new_cards((bought, kept)) == {("red", "3-08-2"), ("blue", "1-05-2")}
    state = position(POSITION)
    boards = RULES.picture(seen(state), (bought, kept))["ru"]["boards"]
    assert [sum(face.new for face in one["faces"]) for one in boards] == [1, 1, 0]
    hand = HandDealt("blue", ("1-05-2",), rule="light_speed", seen_by=("blue",))
    assert drawn(state, events=(hand,)) == drawn(state)


def test_nothing_of_decks_and_standing_orders_shows() -> None:
    state = position(POSITION + 'standing: {blue: "- standing order: {own: [sum]}"}\n')
    other = RULES.other_secrets(state, "red", SeededDice(b"other").at("map"))
    bare = replace(state, secrets=replace(state.secrets, decks=[[], [], []], standing={}))
    assert other.secrets != state.secrets
    assert drawn(other) == drawn(state) == drawn(bare)


def test_readers_see_the_same_boards_but_each_his_own_in_full() -> None:
    state = position(POSITION)
    mine, other = RULES.picture(seen(state, "red"), ()), RULES.picture(seen(state, "green"), ())
    assert mine == RULES.picture(seen(state, "red"), ()) and mine != other
    assert [one["name"] for one in mine["ru"]["boards"]] == ["Маша", "Олег", "Зоя"]
    assert [one["name"] for one in other["ru"]["boards"]] == ["Зоя", "Маша", "Олег"], "clockwise from the reader"


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_players_wrote_is_inert(name: str, lang: Lang) -> None:
    state = position(POSITION)
    harmless = drawn(state, lang, title="x")
    for chair in state.board.chairs.values():
        chair.name, chair.colour = name, f'#fff" {name}'
    page = drawn(state, lang, title=name)
    assert shape(page) == shape(harmless)
    assert "49" not in "".join(texts(page))
    page.encode("utf-8")


def test_no_foreign_words() -> None:
    state = crowded()
    for chair in state.board.chairs.values():
        chair.name = "42"
    for seat in ("red", None):
        assert not re.findall("[A-Za-z]{2,}", " ".join(texts(drawn(state, "ru", seat))))
        assert not re.findall("[А-Яа-яЁё]", " ".join(texts(drawn(state, "en", seat, title=""))))


def test_the_same_view_gives_the_same_bytes_and_stays_as_it_was() -> None:
    state = position(POSITION)
    before = repr(state)
    assert drawn(state) == drawn(position(POSITION))
    assert repr(state) == before


def test_the_page_is_small_even_when_it_is_crowded() -> None:
    assert len(drawn(position(POSITION)).encode()) < 40_000
    assert len(drawn(crowded()).encode()) < 110_000


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seat", ["red", None])
def test_nothing_leaves_its_card_and_no_two_overlap(seat: str | None, lang: Lang) -> None:
    page = RULES.picture(seen(crowded(), seat), ())[lang]
    bottom = 0.0
    for board in page["boards"]:
        assert board["y"] > bottom
        bottom = board["y"] + board["height"]
        boxes = [face.box for face in board["faces"]]
        boxes += [(tab["x"], tab["y"], tab["width"], tab["height"]) for tab in board["tabs"]]
        for n, (x, y, wide, high) in enumerate(boxes):
            assert x >= 0 and x + wide <= INNER and y >= board["head"] - 6 and y + high <= board["height"]
            for a, b, c, d in boxes[:n]:
                assert x >= a + c or a >= x + wide or y >= b + d - 0.2 or b >= y + high - 0.2
        for face in board["faces"]:
            for row in face.rows:
                assert all(abs(x) * row.scale + 11 * row.scale <= face.width / 2 for _m, _t, x in row.icons)
                assert row.scale > 0.25 and row.y + 16.2 * row.scale <= face.height
            for line in face.texts:
                assert width(line.text, NAME if line.kind == "n" else TEXT, line.kind == "n") <= face.width
                assert line.y <= face.height
    assert page["height"] > bottom and page["width"] == WIDTH


def test_every_sign_of_the_legend_is_drawn_and_named() -> None:
    for lang in LANGUAGES:
        page = drawn(crowded(), lang)
        ids = {node.get("id") for node in ElementTree.fromstring(page).iter() if node.get("id")}
        assert {f"gm-{mark}" for mark in marks(page)} <= ids
        assert set(LEGEND) <= set(marks(page))


def test_a_start_and_a_draft_are_drawn() -> None:
    state = position("options: {light_speed: yes}\n", "draft")
    for lang, word in (("ru", "Скорость света"), ("en", "Light Speed")):
        page = svg(RULES, "x", seen(state), (), lang)  # type: ignore[arg-type]
        assert word in texts(page)
    after = svg(RULES, "x", seen(position(POSITION)), (), "ru", (4, "turn"))
    assert "После хода 4" in texts(after) and "Ход 5 · круг 2" in texts(drawn(position(POSITION)))


def test_every_seat_looks_different() -> None:
    for lang in LANGUAGES:
        found = looks(crowded().board, lang).values()
        assert len({look.letter for look in found}) == len({look.colour for look in found}) == 5


def test_long_words_are_broken_and_cut() -> None:
    assert wrapped("one two three", 10, 45, 2) == ["one two", "three"]
    two = wrapped("one two three four five six", 10, 45, 2)
    assert len(two) == 2 and two[1].endswith("…") and all(width(line, 10) <= 45 for line in two)
    assert wrapped("", 10, 45, 2) == []
    assert shortened("abc", 10, 5) == "…"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_ability_of_the_box_is_cut(lang: Lang) -> None:
    page = RULES.picture(seen(crowded(), "red"), ())[lang]
    lines = [line.text for board in page["boards"] for face in board["faces"] for line in face.texts]
    assert len(lines) > 15 and not [line for line in lines if "…" in line]
    (wide, *_) = {face.width for face in page["boards"][0]["faces"]}
    for ability in seen(crowded()).content.abilities.values():
        assert not any("…" in line for line in wrapped(ability.name.of(lang), TEXT, wide - 4, 3))
