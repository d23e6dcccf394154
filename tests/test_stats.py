"""Numbers of every seat turn by turn as a table, for scripts, for spreadsheets, as a chart; events and history."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gm import __version__, chart
from gm.campaign import Campaign
from gm.chart import fitted, grouped, scale, spread, svg, text_width, ticks
from gm.model import LANGUAGES, Lang, Name, Seat
from gm.stats import Moment, Numbers, numbers
from tests import campaigns as t
from tests import counter
from tests.desk import gm

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Two turns were played, the third is open; everybody began with 5."""
    options = {"turns": 9, "start": {"red": 5, "blue": 5, "green": 5}}
    made = t.new(tmp_path / "c", pages=False, options=options)
    t.resolve(made)
    for _ in range(2):
        t.send_all(made)
        t.resolve(made)
    return made


# --- what is counted -------------------------------------------------------------------------------------------------


def test_a_moment_is_the_end_of_a_turn(campaign: Campaign) -> None:
    found = numbers(campaign)
    assert [(one.turn, one.folder, one.open) for one in found.moments] == [
        (0, "0000-t00-entry", False),
        (1, "0002-t01-settle", False),
        (2, "0004-t02-settle", False),
    ]
    assert found.line("green", "count") == [5, 8, 11]
    assert found.line("red", "behind") == [0, 2, 4]
    assert found.line("nobody", "count") == [None, None, None]


def test_a_turn_that_goes_on_counts_so_far(tmp_path: Path) -> None:
    made = t.new(tmp_path / "c", run_on=1, pages=False)
    t.resolve(made)
    t.send_all(made)
    t.resolve(made)
    assert [(one.turn, one.open) for one in numbers(made).moments] == [(0, False), (1, True)]
    assert gm("-C", made.folder, "stats").stdout.splitlines()[3].startswith("turn 1 so far  ")
    assert gm("-C", made.folder, "stats", lang="ru").stdout.splitlines()[3].startswith("ход 1, ещё идёт  ")
    assert "Turn 1 is still being played." in gm("-C", made.folder, "stats", "--chart").stdout


def replace_rules(**changes: object) -> object:
    from dataclasses import replace as other

    return other(counter.RULES, **changes)  # type: ignore[arg-type]


def test_numbers_are_those_of_a_spectator(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    real = counter.view
    rules = replace_rules(view=lambda state, seat: (asked.append(seat), real(state, seat))[1])
    monkeypatch.setattr("gm.rulesets.load", lambda name: rules)
    assert gm("-C", campaign.folder, "stats", "--chart").exit_code == 0
    assert set(asked) == {None}


# --- the command -----------------------------------------------------------------------------------------------------


def test_a_table_per_number(campaign: Campaign) -> None:
    assert gm("-C", campaign.folder, "stats").stdout == (
        "Count\n"
        "        red  blue  green\n"
        " start    5     5      5\n"
        "turn 1    6     7      8\n"
        "turn 2    7     9     11\n"
        "\n"
        "Behind the first\n"
        "        red  blue  green\n"
        " start    0     0      0\n"
        "turn 1    2     1      0\n"
        "turn 2    4     2      0\n"
    )
    assert gm("-C", campaign.folder, "stats", "--what", "СЧЕТЧИК", lang="ru").stdout == (
        "Счёт\n        red  blue  green\nначало    5     5      5\n ход 1    6     7      8\n ход 2    7     9     11\n"
    )


def test_one_seat_has_one_table(campaign: Campaign) -> None:
    assert gm("-C", campaign.folder, "stats", "--seat", "blue", lang="ru").stdout == (
        "  blue  счёт  отставание\nначало     5           0\n ход 1     7           1\n ход 2     9           2\n"
    )


def test_for_scripts(campaign: Campaign) -> None:
    facts = json.loads(gm("-C", campaign.folder, "stats", "--json", "--seat", "red", "--what", "count").stdout)
    assert facts["format"] == 1
    assert facts["columns"] == [{"id": "count", "en": "count", "ru": "счёт"}]
    assert facts["seats"] == ["red"]
    assert facts["moments"][1] == {
        "turn": 1,
        "phase": "settle",
        "folder": "0002-t01-settle",
        "open": False,
        "numbers": {"red": {"count": 6}},
    }


def test_for_a_spreadsheet(campaign: Campaign, tmp_path: Path) -> None:
    text = gm("-C", campaign.folder, "stats", "--csv", "--seat", "red", "--seat", "green").stdout
    assert text.splitlines()[:3] == [
        "turn,phase,folder,seat,count,behind",
        "0,entry,0000-t00-entry,red,5,0",
        "0,entry,0000-t00-entry,green,5,0",
    ]
    path = tmp_path / "numbers.csv"
    assert gm("-C", campaign.folder, "stats", "--into", path, "--seat", "red", "--seat", "green").stdout == f"{path}\n"
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--what", "cuont"], 1, 'did you mean "count"?'),
        (["--what", "zzzzzz"], 1, "there are: count, behind the first"),
        (["--seat", "rde"], 1, 'did you mean "red"?'),
        (["--csv", "--json"], 2, "Give only one of --json, --csv and --chart."),
        (["--csv", "--into", "x.svg"], 2, "Numbers are written into files as .svg, .png or .csv."),
        (["--into", "x.txt"], 2, "Numbers are written into files as .svg, .png or .csv."),
    ],
)
def test_what_is_not_understood(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = gm("-C", campaign.folder, "stats", *words)
    assert (answer.exit_code, said in answer.stderr) == (code, True), answer.stderr
    assert not [*tmp_path.glob("x.*")]


def test_before_the_game_was_set_up(tmp_path: Path) -> None:
    folder = t.new(tmp_path / "c").folder
    answer = gm("-C", folder, "stats")
    assert (answer.exit_code, answer.stderr) == (0, "No phase has been played yet.\n")
    assert json.loads(gm("-C", folder, "stats", "--json").stdout)["moments"] == []
    assert gm("-C", folder, "stats", "--csv").stdout == "turn,phase,folder,seat\n"
    assert gm("-C", folder, "stats", "--chart").exit_code == 3


def test_a_chart_as_svg_and_png(campaign: Campaign, tmp_path: Path) -> None:
    for lang in LANGUAGES:
        path = tmp_path / f"{lang}.svg"
        assert gm("-C", campaign.folder, "stats", "--into", path, lang=lang).exit_code == 0
        assert path.read_bytes() == gm("-C", campaign.folder, "stats", "--chart", lang=lang).stdout_bytes
        root = ElementTree.fromstring(path.read_text("utf-8"))
        words = {one.text for one in root.iter(f"{SVG}text")}
        expected = {"Count", "Behind the first", "turn", "start"} if lang == "en" else {"Счёт", "Отставание", "ход"}
        assert expected <= words
        assert {"Red", "Blue", "Green", "A test"} <= words
    pytest.importorskip("resvg_py")
    assert gm("-C", campaign.folder, "stats", "--into", tmp_path / "c.png").exit_code == 0
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


# --- the chart -------------------------------------------------------------------------------------------------------

IDS = ("red", "blue", "green", "yellow", "purple", "orange", "cyan", "grey")
NAMES = ("<b>Ann & Bob</b>", "Ф" * 60, "田中さくら", "\u202e{{ 7 * 7 }}", "'\"]]>", "O", "Ёжик", "Zoë")
COLUMNS = tuple(Name(id_, f"{id_} <i>", f"{id_} ё") for id_ in "abcdefg")


def drawn(lines: Mapping[str, Sequence[int | None]], columns: int = 1, lang: Lang = "en") -> ElementTree.Element:
    """A chart in which every column has the same lines: seat -> its numbers from the start on."""
    names = dict(zip(IDS, NAMES, strict=True))
    seats = [Seat(seat, names[seat], seat) for seat in lines]
    view = counter.View(None, 1, "add", dict.fromkeys(lines, 0), 0, {seat: names[seat] for seat in lines})
    moments = tuple(
        Moment(
            turn,
            "add",
            "",
            False,
            {
                seat: {column.id: number for column in COLUMNS[:columns]}
                for seat, numbers_ in lines.items()
                if (number := numbers_[turn]) is not None
            },
        )
        for turn in range(len(next(iter(lines.values()))))
    )
    found = Numbers(COLUMNS[:columns], tuple(lines), moments)
    page = svg(counter.RULES, "<x> & y", seats, view, found, lang)
    assert page == svg(counter.RULES, "<x> & y", seats, view, found, lang)
    return ElementTree.fromstring(page)


def inside(root: ElementTree.Element) -> None:
    """Everything that is drawn lies on the page, and texts do not lie on one another."""
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    boxes = []
    for one in root.iter(f"{SVG}text"):
        x, y, text, kind = float(one.attrib["x"]), float(one.attrib["y"]), one.text or "", one.attrib["class"]
        size = {"h": 22, "p": 16, "k": 15, "t": 13, "s": 14, "l": 12}[kind[0]]
        wide = text_width(text, size) * 0.8  # the estimate is on the safe side
        left = x - wide if kind == "t e" else x - wide / 2 if kind in ("t m", "l") else x
        assert left >= 0 and left + wide <= width and size <= y + 2 <= height, (text, x, y)
        boxes.append((left, y - size * 0.7, left + wide, y, text))
    for n, one_box in enumerate(boxes):
        for other in boxes[n + 1 :]:
            apart = one_box[2] <= other[0] or other[2] <= one_box[0] or one_box[3] <= other[1] or other[3] <= one_box[1]
            assert apart, (one_box, other)
    for circle in root.iter(f"{SVG}circle"):
        assert 8 < float(circle.attrib["cx"]) < width - 8 and 8 < float(circle.attrib["cy"]) < height - 8


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", [1, 2, 3, 6])
@pytest.mark.parametrize(("seats", "turns"), [(2, 1), (3, 2), (3, 13), (8, 1), (8, 14), (8, 120)])
def test_everything_has_its_place(seats: int, turns: int, columns: int, lang: Lang) -> None:
    for shape in (lambda n, t: 0, lambda n, t: n * t * 37, lambda n, t: (n - 3) * t * t, lambda n, t: 1000):
        root = drawn({seat: [shape(n, t) for t in range(turns)] for n, seat in enumerate(IDS[:seats])}, columns, lang)
        inside(root)
        chips = [one.text for one in root.iter(f"{SVG}text") if one.attrib["class"] == "l"]
        assert len(chips) == seats * (columns + 1) and len(set(chips)) == seats


def test_names_are_texts_and_nothing_else() -> None:
    root = drawn({seat: [n, 2] for n, seat in enumerate(IDS)})
    assert {one.tag.removeprefix(SVG) for one in root.iter()} == {
        *("svg", "title", "desc", "style", "rect", "text", "g", "path", "circle")
    }
    words = [one.text for one in root.iter(f"{SVG}text")]
    assert "<b>Ann & Bob</b>" in words and "<x> & y" in words and "{{ 7 * 7 }}" in words
    long = next(word for word in words if word and word.startswith("ФФФ"))
    assert long.endswith("…") and len(long) < 40
    assert not [name for one in root.iter() for name in one.attrib if name.startswith("on") or "href" in name]


def lines_of(root: ElementTree.Element) -> list[tuple[str, str | None]]:
    """Path and dashes of every line (not of the legend's), as it lies on its dark edge."""
    paths = [one for group in root.iter(f"{SVG}g") for one in group.iter(f"{SVG}path")]
    return [
        (one.attrib["d"], one.get("stroke-dasharray"))
        for one in paths
        if one.attrib["stroke"] != "#2b2b2b" and "h38" not in one.attrib["d"]
    ]


def test_equal_lines_lie_side_by_side_and_have_dashes_of_their_own() -> None:
    lines = lines_of(drawn({seat: [0, 3, 3] for seat in IDS}))
    assert len({path for path, _dash in lines}) == len({dash for _path, dash in lines}) == 8
    assert lines[0][1] is None, "the line without dashes lies below the others"
    for point in range(3):
        heights = sorted(float(path.replace("M", "L").split("L")[1 + point].split()[1]) for path, _dash in lines)
        assert all(abs(b - a - chart.BESIDE) < 0.11 for a, b in pairwise(heights))


def test_a_seat_that_is_gone_has_a_line_that_ends() -> None:
    lines = lines_of(drawn({"red": [1, 2, 3], "blue": [1, None, None], "green": [1, None, 3]}))
    assert sorted(path.count("L") for path, _dash in lines) == [0, 0, 2]
    assert sorted(path.count("M") for path, _dash in lines) == [1, 1, 2]


@pytest.mark.parametrize(
    ("values", "low", "high", "marks"),
    [
        ([], 0, 1, [0, 1]),
        ([0, 0], 0, 1, [0, 1]),
        ([3], 0, 3, [0, 1, 2, 3]),
        ([7, 2], 0, 8, [0, 2, 4, 6, 8]),
        ([-3, 12], -5, 15, [-5, 0, 5, 10, 15]),
        ([-4, -1], -4, 1, [-4, -3, -2, -1, 0, 1]),
        ([99], 0, 100, [0, 20, 40, 60, 80, 100]),
        ([123456], 0, 150000, [0, 50000, 100000, 150000]),
    ],
)
def test_ticks_are_round(values: list[int], low: int, high: int, marks: list[int]) -> None:
    assert scale(values) == (low, high)
    assert ticks(low, high) == marks


def test_places_keep_order_distance_and_bounds() -> None:
    assert spread([50], 10, 0, 100) == [50]
    assert spread([50, 50, 50], 10, 0, 100) == [40, 50, 60]
    assert spread([0, 0, 90], 10, 0, 100) == [0, 10, 90]
    assert spread([99, 98, 97], 10, 0, 100) == [100, 90, 80]
    assert spread([0] * 11, 20, 0, 100) == [10 * n for n in range(11)]


def test_small_things() -> None:
    assert grouped(-12345) == "\u221212\u00a0345"
    assert fitted("short", 10, 100) == "short"
    assert text_width(fitted("Ф" * 99, 10, 100), 10) <= 100


# --- events ----------------------------------------------------------------------------------------------------------


def rows(campaign: Campaign, *words: str) -> list[dict[str, object]]:
    answer = gm("-C", campaign.folder, "events", "--json", *words)
    assert answer.exit_code == 0, answer.output
    return [json.loads(line) for line in answer.stdout.splitlines()]


def test_events_by_kind_turn_and_seat(campaign: Campaign) -> None:
    every = rows(campaign)
    assert [*every[0]][:2] == ["folder", "event"]
    assert (every[0]["folder"], every[-1]["folder"]) == ("0000-t00-entry", "0004-t02-settle")
    assert {row["event"] for row in rows(campaign, "--kind", "luck-rolled")} == {"LuckRolled"}
    assert {row["event"] for row in rows(campaign, "--kind", "added", "--kind", "BEGAN")} == {"Added", "Began"}
    assert [row["seat"] for row in rows(campaign, "--seat", "red", "--kind", "LuckRolled", "--turn", "2")] == ["red"]
    for typed, turns in {"1": {1}, "0-1": {0, 1}, "1-": {1, 2}, "-1": {0, 1}, "1–2": {1, 2}, "7": set()}.items():
        folders = {str(row["folder"]) for row in rows(campaign, "--turn", typed)}
        assert {int(folder[6:8]) for folder in folders} == turns, typed


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--kind", "aded"], 1, "может быть, «Added»?"),
        (["--kind", "zzz"], 1, "названия показывает gm events --json"),
        (["--turn", "x"], 2, "x — не номер хода"),
        (["--turn", "-"], 2, "- — не номер хода"),
        (["--turn", "9" * 30], 2, "не номер хода"),
    ],
)
def test_events_that_are_not_understood(campaign: Campaign, words: list[str], code: int, said: str) -> None:
    answer = gm("-C", campaign.folder, "events", *words, lang="ru")
    assert (answer.exit_code, said in answer.stderr) == (code, True), answer.stderr


# --- history ---------------------------------------------------------------------------------------------------------


def test_history_tells_who_was_silent_and_what_was_taken_back(tmp_path: Path) -> None:
    made = t.new(tmp_path / "c", pages=False, time_zone="UTC")
    t.resolve(made)
    t.send(made, "red", "- add: {number: 1}\n- nonsense\n- add: {number: 2}\n")
    t.resolve(made, "bot")
    made.undo()
    t.send(made, "green", "- add: {number: 1}\n")
    t.resolve(made, "hold")
    kept = made.folder / "undone" / "0001-t01-add-001" / "manifest.json"
    english = gm("-C", made.folder, "history", "--all").stdout
    assert [re.split(r"\s{2,}", line)[:6] for line in english.splitlines()] == [
        ["phase", "played", "orders", "events", "instead of orders", "version"],
        ["0000-t00-entry", "2026-11-30 12:00", "0", "1", f"gm {__version__}", hash_of(made, 0)],
        ["0001-t01-add", "2026-11-30 12:00", "4", "7", "nothing: blue", f"gm {__version__}"],
        ["0002-t01-settle", "2026-11-30 12:00", "0", "1", f"gm {__version__}", hash_of(made, 2)],
        ["0001-t01-add-001 (taken back)", "2026-11-30 12:00", "5", "8", "bot: blue, green", f"gm {__version__}"],
        ["0002-t01-settle-001 (taken back)", "2026-11-30 12:00", "0", "1", f"gm {__version__}", english.split()[-1]],
    ]
    assert len({line.find(f"gm {__version__}") for line in english.splitlines()[1:]}) == 1
    facts = json.loads(gm("-C", made.folder, "history", "--all", "--json").stdout)["phases"]
    assert facts[1]["orders"] == {"red": 3, "green": 1} and facts[1]["silent"] == {"blue": "hold"}
    assert [row["undone"] for row in facts] == [False, False, False, True, True]
    assert "(отменена)" in gm("-C", made.folder, "history", "--all", lang="ru").stdout
    assert len(gm("-C", made.folder, "history").stdout.splitlines()) == 4
    kept.write_bytes(b"{")
    assert "damaged" in gm("-C", made.folder, "history", "--all").stdout
    shutil.rmtree(made.folder / "undone")
    assert len(gm("-C", made.folder, "history", "--all").stdout.splitlines()) == 4


def hash_of(campaign: Campaign, number: int) -> str:
    from gm.record import manifest_hash

    return manifest_hash(campaign.manifest(campaign.phases()[number]))[:16]
