"""The command line: every command is connected, says what it should on the right stream, with the right exit code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from gm import __version__
from gm.campaign import Campaign
from gm.cli import COMMANDS, cli
from gm.rulesets import GAMES
from tests.test_schema import loaded

ROOT = Path(__file__).parent.parent


def gm(*arguments: str | Path, lang: str = "", stdin: str | bytes | None = None) -> Result:
    """Run a command in this process; a traceback is a failure whatever the test asks."""
    asked = ["--lang", lang] if lang else []
    result = CliRunner().invoke(cli, [*asked, *map(str, arguments)], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run(*arguments: str | Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run the real program."""
    command = [sys.executable, "-m", "gm", *map(str, arguments)]
    kept = {name: value for name, value in os.environ.items() if name not in ("LANGUAGE", "LANG", "LC_ALL")}
    return subprocess.run(command, cwd=ROOT, env={**kept, **environ}, capture_output=True, check=False, timeout=60)


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """A campaign of three, entry open."""
    folder = tmp_path / "winter"
    result = gm(
        "new", folder, "--game", "galactic-council", "--title", "Winter", "--seat", "red:Маша:ru", "--seats", "3",
        "--option", "turns=2", "--option", "races.red=arborec",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture
def council(campaign: Path) -> Path:
    """The same with the council phase open."""
    assert gm("-C", campaign, "resolve").exit_code == 0
    assert gm("-C", campaign, "bot", "--all").exit_code == 0
    assert gm("-C", campaign, "resolve").exit_code == 0
    return campaign


# --- games, new, completion ----------------------------------------------------------------------------------


def test_games() -> None:
    assert gm("games").output.splitlines()[0] == "galactic-council  Galactic Council  3 to 8 seats"
    assert gm("games", lang="ru").output.splitlines()[0] == "galactic-council  Галактический Совет  мест: от 3 до 8"
    facts = json.loads(gm("games", "--json").output)
    assert facts["format"] == 1
    assert [row["game"] for row in facts["games"]] == [game.replace("_", "-") for game in GAMES]


def test_new_writes_a_commented_file(campaign: Path) -> None:
    text = (campaign / "campaign.yaml").read_text("utf-8")
    assert text.count("#") > 20
    config = Campaign.open(campaign).config
    assert (config.title, config.id, [*config.seats]) == ("Winter", "winter", ["red", "blue", "green"])
    assert (config.seats["red"].player, config.seats["red"].language) == ("Маша", "ru")
    assert config.options["races"] == {"red": "arborec"}


def test_new_tells_the_hash_and_what_comes_next(tmp_path: Path) -> None:
    result = gm("new", tmp_path / "a b", "--game", "galactic_council", "--seats", "4")
    assert re.search(r"[0-9a-f]{64}", result.stdout)
    assert "campaign.yaml" in result.stderr
    assert "gm -C" in result.stderr
    assert Campaign.open(tmp_path / "a b").config.id == "a-b"


@pytest.mark.parametrize(
    ("arguments", "exit_code", "words"),
    [
        (["--game", "galactc", "--seats", "3"], 1, 'did you mean "galactic-council"?'),
        (["--game", "galactic-council"], 2, "--seats N, from 3 to 8"),
        (["--game", "galactic-council", "--seats", "2"], 1, "3 to 8 seats, not 2"),
        (["--game", "galactic-council", "--seats", "3", "--option", "turms=3"], 1, 'did you mean "turns"?'),
        (["--game", "galactic-council", "--seats", "3", "--option", "turns"], 2, "turns=8"),
        (["--game", "galactic-council", "--seats", "3", "--option", "turns=x"], 1, "whole number"),
        (["--game", "galactic-council", "--seats", "3", "--option", "races.red=arborek"], 1, "did you mean"),
        (
            ["--game", "galactic-council", "--seats", "3", "--option", "races=a", "--option", "races.red=b"],
            2,
            "turns=8",
        ),
        (["--game", "galactic-council", "--seats", "3", "--seat", "a:b:c:d"], 2, "red:Masha:ru"),
        (["--game", "galactic-council", "--seats", "3", "--seat", "Ы"], 1, "id of a seat"),
        (["--game", "galactic-council", "--seats", "3", "--id", "Зима!"], 1, "a to z"),
        (["--seats", "3"], 2, "--game"),
    ],
)
def test_new_refuses_with_a_sentence(tmp_path: Path, arguments: list[str], exit_code: int, words: str) -> None:
    result = gm("new", tmp_path / "x", *arguments)
    assert (result.exit_code, words in result.stderr) == (exit_code, True), result.output
    assert not (tmp_path / "x").exists()


def test_new_never_writes_over_a_folder(campaign: Path) -> None:
    before = (campaign / "secret.yaml").read_bytes()
    result = gm("new", campaign, "--game", "galactic-council", "--seats", "3")
    assert result.exit_code == 1
    assert "is there already" in result.stderr
    assert (campaign / "secret.yaml").read_bytes() == before


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    result = gm("completion", shell)
    assert result.exit_code == 0
    assert "_GM_COMPLETE" in result.output


def test_completion_offers_commands() -> None:
    done = run(_GM_COMPLETE="bash_complete", COMP_WORDS="gm re", COMP_CWORD="1")
    offered = "receipt receive resolve report ready replace rerun reveal"
    assert done.stdout.decode().split() == [f"plain,{name}" for name in offered.split()]


# --- form, check, submit, bot --------------------------------------------------------------------------------


def test_form(campaign: Path) -> None:
    result = gm("-C", campaign, "form", "RED")
    assert result.exit_code == 0
    assert result.stdout.startswith("#gm winter 0 entry red ")
    assert "# - участие:" in result.stdout
    assert gm("-C", campaign, "form", "маша").stdout == result.stdout
    assert gm("-C", campaign, "form", "blue").stdout != result.stdout


def test_form_into_a_folder_with_schema_and_view(council: Path, tmp_path: Path) -> None:
    result = gm("-C", council, "form", "red", "--into", tmp_path / "mail")
    assert result.exit_code == 0
    names = sorted(path.name for path in (tmp_path / "mail").iterdir())
    stem = "winter-t01-council-red"
    assert names == [f"{stem}.schema.json", f"{stem}.view.json", f"{stem}.yaml"]
    form = (tmp_path / "mail" / f"{stem}.yaml").read_text("utf-8")
    assert f"$schema=./{stem}.schema.json" in form
    schema = json.loads((tmp_path / "mail" / f"{stem}.schema.json").read_text("utf-8"))
    from jsonschema import Draft202012Validator

    judge = Draft202012Validator(schema)
    assert [*judge.iter_errors(loaded(form))] == []
    assert [*judge.iter_errors(loaded("- маркеры: {сколько: много}"))] != []


@pytest.mark.parametrize("command", [["form"], ["report"], ["bot"], ["check", "x.yaml"], ["events", "--seat"]])
def test_an_unknown_seat_is_answered_by_did_you_mean(council: Path, command: list[str]) -> None:
    name, *rest = command
    if name == "check":
        (council / "x.yaml").write_text("- маркеры: 1\n", "utf-8")
        result = gm("-C", council, "check", "rde", council / "x.yaml")
    else:
        result = gm("-C", council, name, *rest, "rde")
    assert result.exit_code == 1
    assert 'there is no seat "rde", did you mean "red"?' in result.stderr


GOOD = "- маркеры: 2\n- разведка: {sector}\n"
BAD = "- маркеры: 2\n- рзведка: C3\n- разведка: Z99\n"


def good(folder: Path) -> str:
    """Orders that can be accepted: a sector from the form's own list."""
    form = gm("-C", folder, "form", "red").stdout
    sectors = re.search(r"# Можно разведать секторы: (\w+)", form)
    assert sectors is not None
    return GOOD.format(sector=sectors[1])


def test_check_shows_everything_and_files_nothing(council: Path, tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text(BAD, "utf-8")
    result = gm("-C", council, "check", "red", tmp_path / "o.yaml")
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "o.yaml:2:3: нет такого приказа: «рзведка»; может быть, «разведка»?\n    - рзведка: C3\n      ^^^^^^^\n"
    )
    assert result.stdout.endswith("принят 1 приказ, отклонено 2\n")
    other = gm("-C", council, "check", "red", tmp_path / "o.yaml", lang="en")
    assert 'did you mean "explore"?' in other.stdout
    status = json.loads(gm("-C", council, "status", "--json").stdout)
    assert status["seats"]["red"]["sent"] is None


def test_check_says_what_it_costs(council: Path, tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text(good(council), "utf-8")
    result = gm("-C", council, "check", "red", tmp_path / "o.yaml")
    assert result.exit_code == 0, result.output
    assert re.search(r"o\.yaml:\d+: ", result.stdout)
    assert "`" not in result.stdout and "\\" not in result.stdout and "**" not in result.stdout
    assert result.stdout.endswith("принято 2 приказа\n")


def test_check_as_json(council: Path, tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text(BAD, "utf-8")
    facts = json.loads(gm("-C", council, "check", "red", tmp_path / "o.yaml", "--json").stdout)
    assert (facts["accepted"], facts["refused"]) == (1, 2)
    assert [(p["code"], p["line"], p["column"]) for p in facts["problems"]] == [
        ("unknown_order", 2, 3),
        ("unknown_name", 3, 13),
    ]


def test_check_by_view_alone_says_the_same(council: Path, tmp_path: Path) -> None:
    """A player checks offline with the same code."""
    gm("-C", council, "form", "red", "--into", tmp_path)
    view = tmp_path / "winter-t01-council-red.view.json"
    for text in (BAD, good(council)):
        (tmp_path / "o.yaml").write_text(text, "utf-8")
        there = gm("-C", council, "check", "red", tmp_path / "o.yaml")
        here = gm("-C", tmp_path / "nowhere", "check", "--view", view, tmp_path / "o.yaml", lang="ru")
        assert (here.stdout, here.exit_code) == (there.stdout, there.exit_code)


def test_check_by_view_sees_a_form_of_another_phase(council: Path, tmp_path: Path) -> None:
    gm("-C", council, "form", "red", "--into", tmp_path)
    view = tmp_path / "winter-t01-council-red.view.json"
    (tmp_path / "o.yaml").write_text("#gm winter 2 council red X\n- маркеры: 1\n#end\n", "utf-8")
    result = gm("check", "--view", view, tmp_path / "o.yaml", lang="ru")
    assert result.exit_code == 1
    assert "o.yaml:1:12: эта заявка — на другой ход: «2»; сейчас 1" in result.stdout


def test_check_without_a_seat_goes_by_the_first_line(council: Path, tmp_path: Path) -> None:
    header = gm("-C", council, "form", "red").stdout.split("\n")[0]
    (tmp_path / "o.yaml").write_text(f"{header}\n{good(council)}#end\n", "utf-8")
    assert gm("-C", council, "check", tmp_path / "o.yaml").exit_code == 0
    (tmp_path / "o.yaml").write_text(good(council), "utf-8")
    result = gm("-C", council, "check", tmp_path / "o.yaml")
    assert result.exit_code == 2
    assert "name the seat before the file" in result.stderr


@pytest.mark.parametrize("command", ["check", "submit"])
def test_from_standard_input(council: Path, command: str) -> None:
    for data in (good(council).encode(), good(council).encode("cp1251"), good(council).encode("utf-16")):
        result = gm("-C", council, command, "red", "-", stdin=data)
        assert result.exit_code == 0, result.output


def test_submit_keeps_every_version(council: Path, tmp_path: Path) -> None:
    path = tmp_path / "o.yaml"
    path.write_text(good(council), "utf-8")
    first = gm("-C", council, "submit", "red", path)
    assert first.exit_code == 0
    assert first.stdout == "red: 2 orders accepted\nFiled as red-001.yaml.\n"
    path.write_text(BAD, "utf-8")
    second = gm("-C", council, "submit", "red", path, "--from", "masha@example.org")
    assert second.exit_code == 1
    assert "It takes the place of red-001.yaml." in second.stdout
    assert 'o.yaml:2:3: unknown order "рзведка"' in second.stderr
    path.write_text("- чепуха\n", "utf-8")
    third = gm("-C", council, "submit", "red", path)
    assert third.exit_code == 1
    assert "the earlier file goes on counting" in third.stdout
    assert len([*(council / "inbox").rglob("red-*.yaml")]) >= 3


def test_a_first_file_of_mistakes_leaves_the_seat_awaited(council: Path) -> None:
    result = gm("-C", council, "submit", "red", "-", stdin="- чепуха\n")
    assert "orders of this seat are still awaited" in result.stdout
    assert "earlier" not in result.stdout
    assert "по-прежнему нет" in gm("-C", council, "submit", "red", "-", stdin="- чепуха\n", lang="ru").stdout
    gm("-C", council, "submit", "red", "-", stdin="- маркеры: 1\n")
    assert "a file with [] takes all orders back" in gm("-C", council, "submit", "red", "-", stdin="# nothing\n").stdout


def test_mistakes_are_told_in_the_language_of_who_reads_them(council: Path) -> None:
    """The file is read in the player's language, but the game master reads what ``submit`` says."""
    for lang, words in (("en", 'unknown order "markres", did you mean "markers"?'), ("ru", "может быть, «маркеры»?")):
        assert words in gm("-C", council, "submit", "red", "-", stdin="- markres: 1\n", lang=lang).stderr


def _deadline(folder: Path, text: str) -> None:
    path = folder / "campaign.yaml"
    text = path.read_text("utf-8").replace("deadlines: {}", f"deadlines:\n  council: {text}")
    path.write_text(text.replace("time_zone: UTC", "time_zone: Europe/Moscow"), "utf-8")


def test_orders_after_the_deadline_are_filed_and_marked(council: Path) -> None:
    _deadline(council, "2001-01-31 21:00")
    result = gm("-C", council, "submit", "red", "-", stdin="- маркеры: 1\n")
    assert result.exit_code == 0
    assert "after the deadline, 2001-01-31 21:00 Europe/Moscow (18:00 UTC); the game master decides" in result.stdout
    assert "accept red 1" in result.stdout
    facts = json.loads(gm("-C", council, "submit", "red", "-", "--json", stdin="- маркеры: 1\n").stdout)
    assert (facts["late"], facts["counts"], facts["why_not"]) == (True, False, "late")
    gm("-C", council, "bot", "blue")
    status = gm("-C", council, "status")
    assert re.search(r"^red +Маша +awaited  red-002.yaml does not count: it came late$", status.stdout, re.MULTILINE)
    assert re.search(r"^blue .*\d\d:\d\d$", status.stdout, re.MULTILINE)
    assert "Awaited: red, green" in status.stderr
    assert "had passed before this phase began" in status.stderr
    seats = json.loads(gm("-C", council, "status", "--json").stdout)["seats"]
    assert seats["red"]["sent"] is None
    assert (seats["red"]["newest"]["late"], seats["blue"]["sent"]["late"]) == (True, False)


def test_where_late_files_count_they_are_only_marked(council: Path) -> None:
    _deadline(council, "2001-01-31 21:00")
    path = council / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("late: refuse", "late: count"), "utf-8")
    result = gm("-C", council, "submit", "red", "-", stdin="- маркеры: 1\n")
    assert "after the deadline, 2001-01-31 21:00 Europe/Moscow (18:00 UTC), and count all the same" in result.stdout
    status = gm("-C", council, "status").stdout
    assert re.search(r"^red +Маша +1 order accepted  \d{4}-\d\d-\d\d \d\d:\d\d  late$", status, re.MULTILINE)
    assert json.loads(gm("-C", council, "status", "--json").stdout)["seats"]["red"]["sent"]["late"] is True


@pytest.mark.parametrize("deadline", ["2999-01-31 21:00", "in a week"])
def test_orders_before_the_deadline_are_not_late(council: Path, deadline: str) -> None:
    _deadline(council, deadline)
    assert "deadline" not in gm("-C", council, "submit", "red", "-", stdin="- маркеры: 1\n").stdout
    assert "late" not in gm("-C", council, "status").stdout


def test_bot_as_json(council: Path) -> None:
    facts = json.loads(gm("-C", council, "bot", "--all", "--json").stdout)
    assert [(one["seat"], one["filed"], one["counts"]) for one in facts["filed"]] == [
        (seat, f"{seat}-001.yaml", True) for seat in ("red", "blue", "green")
    ]


def test_submit_as_json(council: Path, tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text(BAD, "utf-8")
    facts = json.loads(gm("-C", council, "submit", "red", tmp_path / "o.yaml", "--json").stdout)
    assert (facts["seat"], facts["accepted"], facts["refused"], facts["counts"]) == ("red", 1, 2, True)
    assert facts["filed"] == "red-001.yaml"


def test_submit_with_a_wrong_code_files_nothing(council: Path) -> None:
    result = gm("-C", council, "submit", "-", stdin="#gm winter 1 council red AAAAAAAA\n- маркеры: 1\n#end\n")
    assert result.exit_code == 1
    assert "Not filed." in result.stdout
    assert "the code in the first line is wrong" in result.stderr


def test_bot(council: Path) -> None:
    result = gm("-C", council, "bot", "red")
    assert result.exit_code == 0
    assert result.stdout.startswith("red: ")
    assert gm("-C", council, "bot").exit_code == 2
    assert gm("-C", council, "bot", "red", "--all").exit_code == 2
    assert gm("-C", council, "bot", "--all").exit_code == 0
    assert "Everybody has sent orders." in gm("-C", council, "bot", "--all").stderr


# --- status, resolve, undo -----------------------------------------------------------------------------------


def test_status(council: Path) -> None:
    gm("-C", council, "bot", "blue")
    result = gm("-C", council, "status")
    assert result.exit_code == 0
    assert result.stdout.startswith("Winter\nTurn 1, phase: Galactic Council\n")
    assert re.search(r"^red +Маша +awaited$", result.stdout, re.MULTILINE)
    assert re.search(r"^blue .*accepted", result.stdout, re.MULTILINE)
    assert "Awaited: red, green" in result.stderr
    facts = json.loads(gm("-C", council, "status", "--json").stdout)
    assert (facts["phase"], facts["over"]) == ("council", False)
    assert facts["seats"]["blue"]["sent"]["number"] == 1


def test_resolve_waits_for_orders(council: Path) -> None:
    result = gm("-C", council, "resolve")
    assert result.exit_code == 3
    assert "orders are still awaited from red, blue, green" in result.stderr
    assert result.stdout == ""


def test_resolve_dry_run_changes_nothing(council: Path, tmp_path: Path) -> None:
    before = sorted(path for path in council.rglob("*") if path.is_file() and path.name != ".lock")
    result = gm("-C", council, "resolve", "--dry-run", "--missing", "hold", "--into", tmp_path / "look")
    assert result.exit_code == 0, result.output
    assert "red sent no orders: the phase was played without them." in result.stdout
    assert sorted(path for path in council.rglob("*") if path.is_file() and path.name != ".lock") == before
    written = {path.relative_to(tmp_path / "look").as_posix() for path in (tmp_path / "look").rglob("*")}
    assert "0002-t01-council/reports/gm.md" in written
    assert "pages/0002-t01-council/red.html" in written
    again = gm("-C", council, "resolve", "--dry-run", "--missing", "hold", "--into", tmp_path / "look")
    assert again.exit_code == 1


@pytest.mark.parametrize("inside", ["", "look", "phases/look"])
def test_a_dry_run_never_writes_into_the_campaign(council: Path, inside: str) -> None:
    before = sorted(council.rglob("*"))
    result = gm("-C", council, "resolve", "--dry-run", "--missing", "hold", "--into", council / inside)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.endswith("is in the campaign itself; --dry-run --into needs a folder outside of it\n")
    assert sorted(council.rglob("*")) == before


def test_resolve_and_undo(council: Path) -> None:
    result = gm("-C", council, "resolve", "--missing", "bot")
    assert result.exit_code == 0
    assert "turn 1  Galactic Council" in result.stdout
    assert "the bot played" in result.stdout
    assert (council / "pages" / "0002-t01-council" / "public.html").is_file()
    assert json.loads(gm("-C", council, "status", "--json").stdout)["phase"] == "movement"
    undone = gm("-C", council, "undo")
    assert undone.exit_code == 0
    assert "Taken back" in undone.stdout
    assert json.loads(gm("-C", council, "status", "--json").stdout)["phase"] == "council"


def test_resolve_as_json(council: Path) -> None:
    facts = json.loads(gm("-C", council, "resolve", "--missing", "hold", "--json").stdout)
    assert facts["played"][0]["phase"] == "council"
    assert facts["silent"] == {"red": "hold", "blue": "hold", "green": "hold"}
    assert len(facts["written"]) == 2


def test_into_goes_with_a_dry_run_only(council: Path, tmp_path: Path) -> None:
    assert gm("-C", council, "resolve", "--into", tmp_path / "x").exit_code == 2


def test_undo_of_nothing(campaign: Path) -> None:
    result = gm("-C", campaign, "undo")
    assert (result.exit_code, result.stderr) == (1, "no phase has been played yet, there is nothing to take back\n")


# --- report, map, events, history, verify --------------------------------------------------------------------


def test_report_in_its_own_language_or_another(council: Path) -> None:
    own = gm("-C", council, "report", "red").stdout
    committed = (council / "phases" / "0001-t01-strategy" / "reports" / "red.md").read_text("utf-8")
    assert own == committed
    other = gm("-C", council, "report", "red", lang="en").stdout
    assert other != committed
    assert "Galactic Council" in other


@pytest.mark.parametrize(("form", "begin"), [("md", "# "), ("text", "Winter"), ("html", "<!DOCTYPE html>")])
@pytest.mark.parametrize("who", ["red", "blue", "public", "gm"])
def test_report_in_every_format(council: Path, who: str, form: str, begin: str) -> None:
    result = gm("-C", council, "report", who, "--format", form)
    assert result.exit_code == 0
    assert result.stdout.casefold().startswith(begin.casefold()), result.stdout[:100]


def test_report_of_an_earlier_phase(council: Path) -> None:
    entry = gm("-C", council, "report", "public", "--turn", "0").stdout
    strategy = gm("-C", council, "report", "public", "--phase", "strategy").stdout
    assert entry != strategy == gm("-C", council, "report", "public").stdout
    missing = gm("-C", council, "report", "red", "--turn", "9")
    assert (missing.exit_code, missing.stderr) == (3, "no such phase has been played yet\n")
    unknown = gm("-C", council, "report", "red", "--phase", "movment")
    assert unknown.exit_code == 1
    assert 'did you mean "Movement"?' in unknown.stderr


def test_all_reports_into_a_folder(council: Path, tmp_path: Path) -> None:
    result = gm("-C", council, "report", "--all", "--format", "html", "--into", tmp_path / "r")
    assert result.exit_code == 0
    names = sorted(path.name for path in (tmp_path / "r").iterdir())
    assert names == ["blue.html", "gm.html", "green.html", "public.html", "red.html"]
    assert gm("-C", council, "report", "--all").exit_code == 2
    assert gm("-C", council, "report").exit_code == 2


def test_one_report_into_a_file_or_a_folder(council: Path, tmp_path: Path) -> None:
    result = gm("-C", council, "report", "red", "--format", "html", "--into", tmp_path / "mail" / "red.html")
    assert (result.exit_code, result.stdout) == (0, f"{tmp_path / 'mail' / 'red.html'}\n")
    assert (tmp_path / "mail" / "red.html").read_text("utf-8").startswith("<!doctype html>")
    assert gm("-C", council, "report", "red", "--format", "text", "--into", tmp_path / "mail").exit_code == 0
    assert (tmp_path / "mail" / "red.txt").is_file()
    for name, begin in (("a.html", "<!doctype"), ("a.txt", "Winter"), ("a.md", "# "), ("a.out", "# ")):
        gm("-C", council, "report", "public", "--into", tmp_path / name)
        assert (tmp_path / name).read_text("utf-8").startswith(begin)


def test_who_has_a_report(council: Path) -> None:
    result = gm("-C", council, "report", "nosuch")
    assert result.exit_code == 1
    assert "there are: red, blue, green, public, gm" in result.stderr
    assert 'did you mean "public"?' in gm("-C", council, "report", "pulbic").stderr


def test_a_map_without_a_file_is_printed(council: Path) -> None:
    result = gm("-C", council, "map", "red")
    assert (result.exit_code, result.stdout[:4], result.stderr) == (0, "<svg", "")
    other = gm("-C", council, "map", "--into", council.parent)
    assert other.stdout == f"{council.parent / 'public.svg'}\n"


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "as .svg or .png, not as .jpg"), ("ru", "как .svg или .png, но не")]
)
def test_a_map_is_no_photograph(council: Path, tmp_path: Path, lang: str, words: str) -> None:
    result = gm("-C", council, "map", "--into", tmp_path / "map.jpg", lang=lang)
    assert (result.exit_code, words in result.stderr) == (2, True)
    assert not (tmp_path / "map.jpg").exists()


def test_map(council: Path, tmp_path: Path) -> None:
    assert gm("-C", council, "map", "red", "--into", tmp_path / "red.svg").exit_code == 0
    assert gm("-C", council, "map", "--into", tmp_path / "all.svg").exit_code == 0
    for name in ("red.svg", "all.svg"):
        assert "<svg" in (tmp_path / name).read_text("utf-8")


def test_png_without_its_library_is_a_sentence(council: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = gm("-C", council, "map", "red", "--png", "--into", tmp_path / "red.png")
    assert result.exit_code == 3
    assert "pip install resvg-py" in result.stderr
    assert not (tmp_path / "red.png").exists()


def test_events_as_words_and_as_lines(council: Path) -> None:
    words = gm("-C", council, "events").stdout
    assert words.startswith("0000-t00-entry\n  ")
    assert "\n0001-t01-strategy\n" in words
    rows = [json.loads(line) for line in gm("-C", council, "events", "--json").stdout.splitlines()]
    own = [json.loads(line) for line in gm("-C", council, "events", "--seat", "red", "--json").stdout.splitlines()]
    assert len(own) < len(rows)
    assert all(row["event"] != "GalaxyDealt" for row in own)
    rankings = [row for row in own if row["event"] == "RankingGiven"]
    assert [row["seat"] for row in rankings] == ["red"]
    one = gm("-C", council, "events", "--turn", "1", "--phase", "стратегия").stdout
    assert one.startswith("0001-t01-strategy\n")


def test_what_is_left_empty_is_not_left_out(council: Path) -> None:
    """A script whose variable is empty must not show the secrets of all for those of one seat."""
    for words in (["events", "--seat", ""], ["events", "--phase", ""], ["submit", "", "-"], ["map", ""]):
        done = gm("-C", council, *words, stdin="[]")
        assert done.exit_code in (1, 2) and not done.stdout, words


def test_events_name_a_paragraph_once(council: Path) -> None:
    """Orders that were cut short tell their paragraph themselves."""
    sector = re.search(r"# Можно разведать секторы: (\w+)", gm("-C", council, "form", "red").stdout)
    assert sector is not None
    for seat in ("red", "blue", "green"):
        gm("-C", council, "submit", seat, "-", stdin=f"- маркеры: 0\n- разведка: {sector[1]}\n")
    assert gm("-C", council, "resolve").exit_code == 0
    lines = gm("-C", council, "events", "--phase", "council").stdout.splitlines()
    assert any(line.endswith("(2.5)") for line in lines)
    assert [line for line in lines if re.search(r"(\([\d.]+\))\.? \1$", line)] == []


def test_history(council: Path) -> None:
    heads, *lines = gm("-C", council, "history").stdout.splitlines()
    assert heads.split()[:2] == ["phase", "played"]
    assert [line.split()[0] for line in lines] == ["0000-t00-entry", "0001-t01-strategy"]
    facts = json.loads(gm("-C", council, "history", "--json").stdout)
    assert len(facts["secret_hash"]) == 64
    assert [phase["folder"] for phase in facts["phases"]] == ["0000-t00-entry", "0001-t01-strategy"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", re.split(r"\s{2,}", lines[0])[1])


def test_history_of_nothing(campaign: Path) -> None:
    assert gm("-C", campaign, "history").stderr == "No phase has been played yet.\n"


def test_verify(council: Path) -> None:
    result = gm("-C", council, "verify")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "The record is intact: yes",
        "It plays the same: yes",
        "The reports are the same: yes",
        "The dice are those of the secret: yes (0 dice)",
    ]
    assert json.loads(gm("-C", council, "verify", "--json").stdout)["ok"] is True


def test_verify_finds_what_was_edited(council: Path) -> None:
    path = council / "phases" / "0001-t01-strategy" / "reports" / "red.md"
    path.write_text(path.read_text("utf-8") + "!", "utf-8")
    result = gm("-C", council, "verify")
    assert result.exit_code == 4
    assert "was changed after it was written" in result.stdout


def test_verify_tells_a_finding_once(council: Path) -> None:
    (council / "phases" / "0001-t01-strategy" / "events.jsonl").write_text("{}", "utf-8")
    lines = gm("-C", council, "verify").stdout.splitlines()
    assert len(lines) > 3
    assert len(lines) == len({*lines})


# --- handbook, schema, demo ----------------------------------------------------------------------------------


def test_handbook(tmp_path: Path) -> None:
    assert gm("handbook", "Galactic Council").stdout.startswith("# Galactic Council: players’ handbook")
    assert gm("handbook", "galactic-council", "--into", tmp_path, lang="ru").exit_code == 0
    assert (tmp_path / "galactic_council.ru.md").read_text("utf-8").startswith("# Галактический Совет")


def test_schema(council: Path) -> None:
    plain = json.loads(gm("schema", "galactic-council", "movement").stdout)
    assert plain["$schema"].endswith("2020-12/schema")
    assert json.loads(gm("schema", "galactic-council", "entry", lang="ru").stdout)["$defs"]["Join"]
    own = json.loads(gm("-C", council, "schema", "galactic-council", "council", "--seat", "red").stdout)
    assert "enum" in own["$defs"]["System"]
    other = gm("-C", council, "schema", "galactic-council", "movement", "--seat", "red")
    assert "not open" in other.stderr
    assert gm("schema", "galactic-council", "councl").exit_code == 1


def test_demo(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    result = gm("demo", "--into", folder)
    assert result.exit_code == 0, result.output
    assert 'unknown other seat "Тортила", did you mean "Тортилла"?' in result.stdout
    pages = re.search(r"as web pages: (.+)", result.stdout)
    assert pages is not None
    assert (Path(pages[1]) / "public.html").is_file()
    assert "verify" in result.stderr
    again = gm("demo", "--into", folder)
    assert again.exit_code == 1
    assert gm("-C", folder, "verify").exit_code == 0


def test_demo_is_the_same_whenever_it_is_played(tmp_path: Path) -> None:
    def played(name: str) -> dict[str, bytes]:
        assert gm("demo", "--into", tmp_path / name).exit_code == 0
        phases = tmp_path / name / "phases"
        return {path.relative_to(phases).as_posix(): path.read_bytes() for path in phases.rglob("*") if path.is_file()}

    assert played("one") == played("two")


# --- troubles ------------------------------------------------------------------------------------------------


NEEDS_CAMPAIGN = ["status", "history", "verify", "undo", "resolve", "events", "form red", "bot red", "report red"]


@pytest.mark.parametrize("command", NEEDS_CAMPAIGN)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_without_a_campaign_there_is_a_sentence(tmp_path: Path, command: str, lang: str) -> None:
    result = gm("-C", tmp_path, *command.split(), lang=lang)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert {"en": "there is no campaign in", "ru": "нет кампании"}[lang] in result.stderr


def test_mistakes_in_campaign_yaml_are_shown_with_their_places(campaign: Path) -> None:
    path = campaign / "campaign.yaml"
    text = path.read_text("utf-8").replace("missing: wait", "mising: wait")
    path.write_text(text, "utf-8")
    result = gm("-C", campaign, "status", lang="ru")
    assert result.exit_code == 1
    line = 1 + text.split("\n").index("mising: wait")
    assert f"campaign.yaml:{line}:1: нет такой настройки: «mising»; может быть, «missing»?" in result.stderr
    assert "^^^^^^" in result.stderr


@pytest.mark.parametrize("command", ["check", "submit"])
def test_a_file_that_is_not_there(council: Path, tmp_path: Path, command: str) -> None:
    result = gm("-C", council, command, "red", tmp_path / "none.yaml")
    assert result.exit_code == 4
    assert "it is not there" in result.stderr
    result = gm("-C", council, command, "red", tmp_path, lang="ru")
    assert result.exit_code == 4
    assert "это папка" in result.stderr


def test_a_view_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "v.json").write_text("{}", "utf-8")
    (tmp_path / "o.yaml").write_text("- x", "utf-8")
    result = gm("check", "--view", tmp_path / "v.json", tmp_path / "o.yaml")
    assert result.exit_code == 4
    assert "is damaged" in result.stderr


@pytest.mark.parametrize(("lang", "words"), [("en", "ends in .view.json"), ("ru", "оканчивается на .view.json")])
def test_a_form_is_no_view_file(council: Path, tmp_path: Path, lang: str, words: str) -> None:
    form = tmp_path / "form.yaml"
    form.write_text(gm("-C", council, "form", "red").stdout, "utf-8")
    result = gm("check", "--view", form, form, lang=lang)
    assert (result.exit_code, words in result.stderr, "gm form --into" in result.stderr) == (1, True, True)


def test_check_away_from_a_campaign_tells_of_the_view_file(tmp_path: Path) -> None:
    (tmp_path / "o.yaml").write_text("- x", "utf-8")
    for words in (["red"], []):
        result = gm("-C", tmp_path, "check", *words, tmp_path / "o.yaml")
        assert result.exit_code == 2
        assert "there is no campaign in" in result.stderr
        assert "gm check --view red.view.json red.yaml" in result.stderr


def test_a_full_disk_is_a_sentence(council: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: Any, **_more: Any) -> None:
        raise OSError(28, "No space left on device", "red.svg")

    monkeypatch.setattr(Path, "write_bytes", full)
    result = gm("-C", council, "map", "red", "--into", tmp_path / "red.svg")
    assert (result.exit_code, result.stderr) == (4, "red.svg: the disk is full\n")


def test_a_held_lock_needs_a_person(council: Path) -> None:
    gm("-C", council, "bot", "--all")
    with Campaign.open(council).lock():
        done = run("-C", council, "resolve")
    assert done.returncode == 3
    assert b"somebody is working on this campaign" in done.stderr


def test_a_misspelt_command_is_answered_by_did_you_mean() -> None:
    result = gm("resolv")
    assert result.exit_code == 2
    assert "Did you mean 'resolve'?" in result.stderr


def test_too_many_words() -> None:
    assert gm("check", "a", "b", "c").exit_code == 2


# --- the real program ----------------------------------------------------------------------------------------


def test_version_and_help() -> None:
    assert run("--version").stdout == f"gm {__version__}\n".encode()
    assert run("-V").stdout == f"gm {__version__}\n".encode()
    for command in ([], *([name] for name in COMMANDS)):
        done = run(*command, "-h")
        assert (done.returncode, done.stderr) == (0, b"")


def test_help_imports_little() -> None:
    """``gm --help`` must start fast: no pydantic, no Jinja, no YAML."""
    code = "import sys; sys.argv = ['gm', '--help']\nfrom gm.cli import main\ntry: main()\nexcept SystemExit: pass\n"
    code += "print([m for m in ('pydantic', 'jinja2', 'yaml', 'ruamel', 'gm.model') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.decode().splitlines()[-1] == "[]"


def test_the_language_of_the_computer() -> None:
    assert "Команды:" in run("--help", LANG="ru_RU.UTF-8").stdout.decode()
    assert "Commands:" in run("--help", LANG="ru_RU.UTF-8", GM_LANG="en").stdout.decode()
    assert "Команды:" in run("--help", "--lang", "ru").stdout.decode()


def test_output_is_utf8_when_redirected() -> None:
    done = run("--lang", "ru", "games", PYTHONIOENCODING="cp866")
    assert "Галактический Совет" in done.stdout.decode("utf-8")


def test_the_campaign_of_the_environment(council: Path) -> None:
    done = run("status", GM_CAMPAIGN=str(council))
    assert done.returncode == 0
    assert done.stdout.startswith(b"Winter\n")


def test_a_closed_pipe_is_quiet(council: Path) -> None:
    command = f'"{sys.executable}" -m gm -C "{council}" events | head -n 1'
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, check=False, timeout=60)
    assert done.stdout == b"0000-t00-entry\n"
    assert done.stderr == b""


def test_ctrl_c_is_quiet(tmp_path: Path) -> None:
    import signal
    import time

    command = [sys.executable, "-m", "gm", "check", "--view", "x", "-"]
    child = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1.0)
    child.send_signal(signal.SIGINT)
    _out, err = child.communicate(timeout=20)
    assert b"Traceback" not in err
    assert child.returncode != 0


def test_where_no_language_is_asked_for_a_campaign_talks_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    assert gm("new", folder, "--game", "galactic-council", "--seats", "3", lang="ru").exit_code == 0
    nothing = {"GM_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "C.UTF-8"}
    assert "фаза" in run("-C", folder, "status", **nothing).stdout.decode()
    assert "phase" in run("-C", folder, "--lang", "en", "status", **nothing).stdout.decode()
    assert "phase" in run("-C", folder, "status", **{**nothing, "LANG": "en_GB.UTF-8"}).stdout.decode()
