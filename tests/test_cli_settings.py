"""``gm new``, campaign.yaml, content/ through the command line, what a shell offers: every mistake has its place."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from gm.campaign import Campaign
from gm.cli.base import quoted
from tests.test_cli import gm, run

GAME = ("--game", "galactic-council", "--seats", "3")


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A campaign of three with a space in its name, entry open."""
    folder = tmp_path / "Второй поход"
    result = gm("new", folder, *GAME, "--seat", "red:Маша:ru", "--option", "races=red:sol,blue:hacan")
    assert result.exit_code == 0, result.output
    return folder


def edit(folder: Path, old: str, new: str) -> str:
    """Change the settings; the file's new text."""
    path = folder / "campaign.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8", newline="\n")
    return path.read_text("utf-8")


def place(text: str, piece: str, inside: str = "") -> str:
    """Line and column of a piece of text, perhaps of a part of it."""
    at = text.index(piece) + piece.index(inside or piece.lstrip())
    return f"{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}"


# --- gm new --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("зима", "zima"),
        ("Второй поход", "vtoroy-pohod"),
        ("Щит и Ёж", "schit-i-ezh"),
        ("Über Alpen", "uber-alpen"),
        ("Winter 2026!", "winter-2026"),
        ("遠征", "campaign"),
    ],
)
def test_the_id_is_the_name_in_latin_letters(tmp_path: Path, name: str, id_: str) -> None:
    assert gm("new", tmp_path / name, *GAME).exit_code == 0
    assert Campaign.open(tmp_path / name).config.id == id_


def test_races_in_one_option(campaign: Path) -> None:
    assert Campaign.open(campaign).config.options["races"] == {"red": "sol", "blue": "hacan"}


def test_a_wrong_option_is_named(tmp_path: Path) -> None:
    result = gm("new", tmp_path / "x", *GAME, "--option", "turns=banana")
    assert (result.exit_code, result.stderr) == (1, "turns: a whole number must stand here\n")


def test_names_that_tell_no_seats_apart_are_refused(tmp_path: Path) -> None:
    result = gm("new", tmp_path / "x", *GAME, "--seat", "red:Маша", "--seat", "blue:маша")
    assert result.exit_code == 1
    assert 'the name "маша" means the seat red, too' in result.stderr


def test_a_command_to_be_copied_can_be_typed(tmp_path: Path) -> None:
    result = gm("new", tmp_path / "a b", *GAME)
    assert result.stderr.endswith(f"then: gm -C '{tmp_path / 'a b'}' form red\n")


def test_words_are_quoted_as_the_shell_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert [quoted(word) for word in ("red", "зима/а", "a b", "it's")] == ["red", "зима/а", "'a b'", "'it'\"'\"'s'"]
    monkeypatch.setattr(sys, "platform", "win32")
    assert [quoted(word) for word in ("red", "C:\\games\\a", "C:\\a b")] == ["red", "C:\\games\\a", '"C:\\a b"']


# --- campaign.yaml -------------------------------------------------------------------------------------------

MISTAKES = [
    ("red: sol", "red: sool", "sool", 'there is no race "sool"'),
    ("red: sol", "rad: sol", "rad", 'there is no seat "rad"'),
    ("blue: hacan", "blue: sol", "sol", "cannot both have the race sol"),
    ("galaxy: random", "galaxy: nowhere", "nowhere", 'there is no galaxy "nowhere"'),
    ("turns: 8", "turns: many", "many", "a whole number must stand here"),
    ("game: galactic_council", "game: chess", "chess", 'there is no game "chess"'),
    ("game: galactic_council", "game: galactic-counsil", "galactic-counsil", 'did you mean "galactic-council"?'),
    ("  green:", "  Ы:", "Ы", "the id of a seat is a short word"),
    ('    player: ""', "    player: Маша", "Маша", 'the name "Маша" means the seat red, too'),
    ('    player: ""', "    player: Green", "Green", 'the name "Green" means the seat green, too'),
    ('    player: ""', '    player: "Ваня', '"Ваня', "the quote that is opened here closes only in line"),
    ("deadlines: {}", "deadlines:\n  council: 2026-13-45 21:00", "2026-13-45", "there is no such day or time"),
]


@pytest.mark.parametrize(("old", "new", "inside", "words"), MISTAKES, ids=[row[1].strip()[:20] for row in MISTAKES])
def test_status_shows_a_mistake_before_anything_is_played(
    campaign: Path, old: str, new: str, inside: str, words: str
) -> None:
    text = edit(campaign, old, new)
    result = gm("-C", campaign, "status")
    assert result.exit_code == 1
    assert f"campaign.yaml:{place(text, new, inside)}: " in result.stderr
    assert words in result.stderr


def test_two_players_of_one_name_are_both_shown(campaign: Path) -> None:
    edit(campaign, '    player: ""', "    player: маша")
    assert gm("-C", campaign, "status").stderr.count("names must tell seats apart") == 2


@pytest.mark.parametrize("new", ["turns: 9", "turns: many"])
def test_options_changed_too_late_are_told_of(campaign: Path, new: str) -> None:
    assert gm("-C", campaign, "resolve").exit_code == 0
    assert "ignored" not in gm("-C", campaign, "status").stderr
    edit(campaign, "turns: 8", new)
    key = "turns" if new == "turns: 9" else "options"
    assert f"what was changed is ignored: {key}\n" in gm("-C", campaign, "status").stderr
    assert json.loads(gm("-C", campaign, "status", "--json").stdout)["ignored_options"] == [key]
    assert "закреплены" in gm("-C", campaign, "resolve", "--missing", "hold", lang="ru").stderr


# --- content/ ------------------------------------------------------------------------------------------------


def overlay(folder: Path, **tables: str) -> None:
    for name, text in tables.items():
        (folder / "content" / name.replace("_", ".")).write_text(text, "utf-8", newline="\n")


def test_every_mistake_of_every_table_has_its_place(campaign: Path) -> None:
    overlay(
        campaign,
        units_yml="infantry:\n  cost: 2\ncruiser:\n  cots: 2\n  move: fast\n",
        races_yaml="sol:\n  units: {infantry: 3, cruiser: x}\n",
    )
    result = gm("-C", campaign, "status")
    assert result.exit_code == 1
    for line in (
        "units.yml:1:1: table units: there is no row infantry, did you mean ground_force?",
        "units.yml:4:3: table units, cruiser: there is no field cots, did you mean cost?",
        'units.yml:5:9: table units, cruiser, move: "fast" is not a whole number',
        'races.yaml:2:33: table races, sol, units.cruiser: "x" is not a whole number',
    ):
        assert line in result.stderr
    assert (
        "таблица units: нет строки infantry; может быть, ground_force?"
        in gm("-C", campaign, "status", lang="ru").stderr
    )


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ({"unit_yaml": "cruiser: {cost: 1}\n"}, "unit.yaml:1:1: there is no table unit, did you mean units?"),
        ({"units_yaml": "{}\n", "units_yml": "{}\n"}, "the table units stands in units.yaml already"),
        ({"numbers_yaml": "start_good: 3\n"}, "numbers.yaml:1:1: table numbers: there is no field start_good, did you"),
        ({"units_yaml": 'cruiser: "x\n'}, "units.yaml:1:10: the quote that is opened here is never closed"),
        (
            {"races_yaml": "sol:\n  units: {infantry: 3}\n"},
            'races.yaml:2:11: table races, sol, units: there is no "infantry", did you mean "ground_force"?',
        ),
    ],
)
def test_tables_that_are_wrong(campaign: Path, tables: dict[str, str], words: str) -> None:
    overlay(campaign, **tables)
    result = gm("-C", campaign, "status")
    assert result.exit_code == 1
    assert words in result.stderr
    assert "content/" in result.stderr.splitlines()[-1]


def test_a_renamed_unit_has_its_new_name_everywhere(campaign: Path) -> None:
    overlay(campaign, units_yml="carrier:\n  name: {en: freighter, ru: сухогруз}\n  cost: 7\n")
    assert gm("-C", campaign, "resolve").exit_code == 0
    for lang, old, new in (("en", "carrier", "freighter"), ("ru", "транспорт", "сухогруз")):
        report = gm("-C", campaign, "report", "gm", lang=lang).stdout
        assert new in report and old not in report
        rows = gm("-C", campaign, "handbook", "galactic-council", lang=lang).stdout.splitlines()
        row = next(row for row in rows if row.startswith(f"| {new} |"))
        assert "| 7 |" in row
        assert not any(row.startswith(f"| {old} |") for row in rows)


def test_the_handbook_of_a_campaign_needs_one_only_if_it_is_named(tmp_path: Path) -> None:
    assert gm("handbook", "galactic-council").exit_code == 0
    assert gm("-C", tmp_path, "handbook", "galactic-council").exit_code == 2


# --- what a shell offers -------------------------------------------------------------------------------------


def offered(line: str, **environ: str) -> list[str]:
    """What bash is offered for the last word of a line."""
    import shlex

    number = len(shlex.split(line)) - (0 if line.endswith(" ") else 1)
    done = run(_GM_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(number), **environ)
    assert done.stderr == b""
    return done.stdout.decode().split()


def test_seats_games_phases_and_files_are_offered(campaign: Path) -> None:
    seats = ["plain,red", "plain,blue", "plain,green"]
    at = f'gm -C "{campaign}"'
    expected: dict[str, Any] = {
        f"{at} form ": seats,
        f"{at} form g": ["plain,green"],
        f"{at} bot ": seats,
        f"{at} report p": ["plain,public"],
        f"{at} events --seat ": seats,
        f"{at} check ": ["file,", *seats],
        f"{at} submit red ": ["file,"],
        f"{at} events --phase m": ["plain,movement"],
        "gm handbook ": ["plain,galactic-council"],
        "gm new x --game gal": ["plain,galactic-council"],
        "gm schema galactic-council pr": ["plain,production"],
        "gm report --format ": ["plain,md", "plain,text", "plain,html"],
        "gm -C ": ["dir,"],
    }
    for line, items in expected.items():
        assert [item for item in offered(line) if item in items] == items, line
    assert offered("gm form ", GM_CAMPAIGN=str(campaign)) == seats
    escaped = str(campaign).replace(" ", "\\ ")
    assert offered(f"gm -C {escaped} form ") == seats


def test_without_a_campaign_nothing_is_offered(tmp_path: Path) -> None:
    for line in ("form ", "report ", "events --seat ", "events --phase "):
        assert offered(f"gm -C {tmp_path} {line}") == []
    (tmp_path / "campaign.yaml").write_text("seats: [", "utf-8")
    assert offered(f"gm -C {tmp_path} form ") == []
