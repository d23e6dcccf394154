"""rule, hold, undo, rerun, throw on the command line, as a game master types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gm.campaign import Campaign
from gm.cli import cli
from tests import campaigns as t
from tests import counter


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    campaign = t.new(tmp_path / "c", pages="no", guard="no")
    t.resolve(campaign)
    return campaign


def gm(campaign: Campaign, *words: str | Path, stdin: str = "", lang: str = "en") -> Result:
    return CliRunner().invoke(cli, ["--lang", lang, "-C", str(campaign.folder), *map(str, words)], input=stdin)


# --- rule ---------------------------------------------------------------------------------------------------


def test_rule_files_what_is_right(campaign: Campaign) -> None:
    done = gm(campaign, "rule", "-", stdin="- give: {seat: red, number: 5, reason: x}\n- note: Hello\n")
    assert (done.exit_code, done.stdout) == (0, "2 rulings\nFiled as rulings-001.yaml.\n")


def test_rule_shows_every_mistake_with_its_place(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text("- giev: {seat: red}\n- give: {seat: red, number: -99, reason: x}\n")
    done = gm(campaign, "rule", tmp_path / "r.yaml")
    assert done.exit_code == 1
    assert 'r.yaml:1:3: unknown order "giev", did you mean "give"?' in done.stderr
    assert "r.yaml:2:1: there is not" in done.stderr or "r.yaml:2:1: red" in done.stderr
    assert "Not filed; a copy is kept in the inbox" in done.stdout


def test_rule_opens_the_editor_with_the_form_and_then_with_what_was_filed(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def edit(text: str, **_more: str) -> str | None:
        shown.append(text)
        return "- note: one\n" if len(shown) == 1 else None if len(shown) == 2 else text

    monkeypatch.setattr("click.edit", edit)
    assert gm(campaign, "rule").stdout == "1 ruling\nFiled as rulings-001.yaml.\n"
    assert [gm(campaign, "rule").stderr for _ in range(2)] == ["Nothing was changed.\n"] * 2
    assert "# - give:" in shown[0] and shown[1:] == ["- note: one\n"] * 2


def test_a_phase_that_was_resolved_while_its_rulings_were_written(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would lie there as a correction that nobody asked for."""

    def edit(text: str, **_more: object) -> str:
        other = Campaign.open(campaign.folder)
        t.send_all(other)
        t.resolve(other)
        return "- note: too late\n"

    monkeypatch.setattr("click.edit", edit)
    done = gm(campaign, "rule")
    assert done.exit_code == 3 and "0002-t01-settle" in done.stderr
    assert not [*campaign.folder.glob("inbox/*/rulings-*")]


def test_rule_prints_the_form(campaign: Campaign) -> None:
    form = gm(campaign, "rule", "--form", lang="ru").stdout
    assert form.startswith("#gm test-1 1 add gm\n") and "# - дать:" in form and "* почему вы так решили" in form


def test_rule_for_a_phase_that_was_played_says_how_to_play_it_again(campaign: Campaign) -> None:
    t.send_all(campaign)
    t.resolve(campaign)
    done = gm(campaign, "rule", "--phase", "1", "-", stdin="- give: {seat: red, number: 5, reason: x}\n")
    assert done.exit_code == 0 and "rerun --from 1 --reason" in done.stderr
    assert gm(campaign, "rule", "--phase", "9", "-", stdin="- note: x\n").exit_code == 1
    assert "no phase" in gm(campaign, "rule", "--phase", "nonsense", "-").stderr
    again = gm(campaign, "rerun", "--reason", "x", "--yes")
    assert again.exit_code == 0 and "0001-t01-add.r2" in again.stdout
    assert "+ Given(seat='red', number=5, rule='ruling')" in again.stdout


# --- hold ---------------------------------------------------------------------------------------------------


def test_a_held_phase_is_not_resolved_until_it_is_released(campaign: Campaign) -> None:
    t.send_all(campaign)
    assert gm(campaign, "hold").stdout == "The phase is not held.\n"
    said = "The phase is held. red is asked: which fleet?\n"
    assert gm(campaign, "hold", "red", "which", "fleet?").stdout == said
    assert said in gm(campaign, "status").stdout
    assert "# Ведущий спрашивает: which fleet?" not in gm(campaign, "form", "blue").stdout
    assert gm(campaign, "form", "red").stdout.split("\n")[2] == "# The game master asks: which fleet?"
    stopped = gm(campaign, "resolve")
    assert stopped.exit_code == 3 and "red: which fleet?" in stopped.stderr
    assert gm(campaign, "resolve", "--dry-run").exit_code == 0
    assert json.loads(gm(campaign, "hold", "--json").stdout)["held"][0]["seat"] == "red"
    assert gm(campaign, "hold", "--release").stdout == "The phase is not held.\n"
    assert gm(campaign, "hold", "--release").exit_code == 1
    assert gm(campaign, "resolve").exit_code == 0


def test_texts_of_another_encoding_are_kept_as_far_as_they_can_be_read(campaign: Campaign) -> None:
    """A shell may hand on bytes that are no UTF-8."""
    t.send_all(campaign)
    t.resolve(campaign)
    assert gm(campaign, "hold", "red", "which\udcff", "one?").exit_code == 0
    assert "red is asked: which\ufffd one?" in gm(campaign, "hold").stdout
    assert gm(campaign, "submit", "--from", "Bob\udcff", "red", "-", stdin="- add: {number: 1}\n").exit_code == 0
    assert gm(campaign, "rerun", "--from", "1", "--reason", "so\udcff\nso", "--yes").exit_code == 0
    assert "0002-t01-settle: so\ufffd so" in gm(campaign, "history").stdout
    assert "Nothing was written" in gm(campaign, "rerun", "--from", "1", "--reason", " ", "--yes").stderr


def test_a_question_needs_words(campaign: Campaign) -> None:
    assert gm(campaign, "hold", "red").exit_code == 2
    assert gm(campaign, "hold", "rde", "why?").exit_code == 1


# --- undo ---------------------------------------------------------------------------------------------------


def test_undo_says_what_it_takes_back_and_may_only_say_it(campaign: Campaign) -> None:
    t.send_all(campaign)
    t.resolve(campaign)
    said = gm(campaign, "undo", "--dry-run").stdout
    assert said.startswith("What is taken back:\n  0001-t01-add  2026-11-30 12:00, 3 order files\n  0002-t01-settle")
    assert said.endswith("Nothing was changed.\n") and len(campaign.phases()) == 3
    assert "it is kept in" in gm(campaign, "undo").stdout
    assert len(campaign.phases()) == 1
    assert t.resolve(campaign).readings["red"].orders, "the orders of before are played again"


def test_undo_takes_back_everything_from_a_phase_on(campaign: Campaign) -> None:
    for number in (1, 4):
        t.send_all(campaign, number)
        t.resolve(campaign)
    done = json.loads(gm(campaign, "undo", "--to", "2", "--json").stdout)
    assert done["taken_back"] == ["0001-t01-add", "0002-t01-settle", "0003-t02-add", "0004-t02-settle"]
    assert len(campaign.phases()) == 1


@pytest.mark.parametrize("typed", ["", " ", "²", "9" * 5000, "-1", "0001-t01-add.r2"])
def test_what_names_no_phase_takes_nothing_back_and_corrects_nothing(campaign: Campaign, typed: str) -> None:
    t.send_all(campaign)
    t.resolve(campaign)
    for words in (("undo", "--to"), ("rerun", "--reason", "x", "--yes", "--from"), ("rule", "-", "--phase")):
        done = gm(campaign, *words, typed, stdin="[]")
        assert done.exit_code == 1 and "has been played; there are: 0000-t00-entry" in done.stderr
    done = gm(campaign, "submit", "red", "-", "--phase", typed, stdin="[]")
    assert done.exit_code == 1
    assert [phase.name for phase in campaign.phases()][1:] == ["0001-t01-add", "0002-t01-settle"]


def test_undo_warns_when_the_secret_was_told(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c", options={"turns": 1})
    for _ in range(2):
        t.resolve(campaign, "bot")
    assert "told the dice secret" in gm(campaign, "undo", "--dry-run").stderr


# --- rerun --------------------------------------------------------------------------------------------------


def test_rerun_shows_first_and_writes_only_with_a_reason(campaign: Campaign) -> None:
    t.send_all(campaign)
    t.resolve(campaign)
    assert "Nothing was corrected" in gm(campaign, "rerun").stdout
    filed = gm(campaign, "submit", "--phase", "1", "red", "-", stdin="- add: {number: 9}\n")
    assert filed.exit_code == 0 and "rerun --from 1" in filed.stderr
    for words in ((), ("--yes",), ("--reason", "a slip")):
        shown = gm(campaign, "rerun", *words)
        assert "Nothing was written" in shown.stderr and "0002-t01-settle, red (Red):" in shown.stdout
    assert [phase.revision for phase in campaign.phases()] == [1, 1, 1]
    done = gm(campaign, "rerun", "--reason", "a slip", "--yes")
    assert done.exit_code == 0 and "Written; the reports are in" in done.stdout
    assert [phase.name for phase in campaign.phases()][1:] == ["0001-t01-add.r2", "0002-t01-settle.r2"]
    assert "0002-t01-settle.r2 replaces 0002-t01-settle: a slip" in gm(campaign, "history").stdout
    assert gm(campaign, "verify").exit_code == 0
    assert "corrected" in gm(campaign, "report", "red").stdout


def test_rerun_for_scripts(campaign: Campaign) -> None:
    t.send_all(campaign)
    t.resolve(campaign)
    assert json.loads(gm(campaign, "rerun", "--json").stdout) == {"format": 1, "from": None, "written": False}
    gm(campaign, "submit", "--phase", "0001-t01-add", "red", "-", stdin="- add: {number: 9}\n")
    facts = json.loads(gm(campaign, "rerun", "--json", "--reason", "x", "--yes").stdout)
    assert facts["written"] and facts["phases"] == ["0001-t01-add.r2", "0002-t01-settle.r2"]
    assert {one["reader"] for one in facts["differences"]} == {"red", "blue", "green", "public", "gm"}


# --- throw --------------------------------------------------------------------------------------------------


@pytest.fixture
def by_hand(tmp_path: Path) -> Campaign:
    return t.new(tmp_path / "hand", seats=2, dice="hand", guard="no", pages="no")


def test_dice_are_thrown_one_purpose_after_the_other(by_hand: Campaign) -> None:
    stopped = gm(by_hand, "resolve")
    assert stopped.exit_code == 3 and "needed: 1 × d6 for “first”" in stopped.stderr
    assert gm(by_hand, "throw").stdout == "Throw 1 × d6 for “first”.\n"
    assert gm(by_hand, "throw", "7").exit_code == 1 and gm(by_hand, "throw", "1", "2").exit_code == 1
    assert "All dice of this phase are thrown" in gm(by_hand, "throw", "4").stdout
    assert gm(by_hand, "throw", "4").exit_code == 1
    assert gm(by_hand, "resolve").exit_code == 0
    assert by_hand.state().counts == {"red": 4, "blue": 4}
    t.send_all(by_hand)
    assert json.loads(gm(by_hand, "throw", "--json").stdout)["label"] == "luck red"
    gm(by_hand, "throw", "777")
    gm(by_hand, "throw", "1000")
    assert gm(by_hand, "resolve").exit_code == 0
    assert by_hand.state().luck == {"red": 777, "blue": 1000}
    verified = gm(by_hand, "verify")
    assert verified.exit_code == 0 and "thrown by hand, so that nothing proves them: 2 dice" in verified.stdout
    assert all(about["by_hand"] for one in by_hand.phases() if (about := by_hand.manifest(one)["about"]))


def test_dice_are_thrown_while_seats_are_silent(by_hand: Campaign) -> None:
    gm(by_hand, "throw", "4")
    assert gm(by_hand, "resolve").exit_code == 0
    assert gm(by_hand, "throw", "5").exit_code == 3, "orders are awaited"
    for face in ("5", "6"):
        assert gm(by_hand, "throw", "--missing", "hold", face).exit_code == 0
    assert gm(by_hand, "resolve", "--missing", "hold").exit_code == 0
    assert by_hand.state().luck == {"red": 5, "blue": 6}


def test_dice_of_the_secret_are_not_thrown_by_hand(campaign: Campaign) -> None:
    assert gm(campaign, "throw").exit_code == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("first: [9]\n", "a d6 cannot show 9"),
        ("first: [0]\n", "a d6 cannot show 0"),
        ("first: [x]\n", '"x" is not a whole number'),
        ("- 4\n", "fields with"),
    ],
)
def test_a_wrong_dice_file_is_told(by_hand: Campaign, text: str, said: str) -> None:
    folder = by_hand.folder / "inbox" / "0000-t00-entry"
    folder.mkdir(parents=True)
    (folder / "dice.yaml").write_text(text)
    done = gm(by_hand, "resolve")
    assert done.exit_code == 1 and said in done.stderr


def test_after_the_end_undo_and_rerun_warn_that_the_dice_are_known(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "over", options={"turns": 1})
    t.resolve(campaign)
    t.send_all(campaign)
    assert "can foretell the dice" not in gm(campaign, "rerun", "--from", "0").stderr
    t.resolve(campaign)
    for words in (("undo", "--dry-run"), ("rerun", "--from", "1"), ("rerun", "--from", "0")):
        assert "can foretell the dice of a new resolve" in gm(campaign, *words).stderr
    assert gm(campaign, "reveal").exit_code == 0
    assert "The dice secret is published" in gm(campaign, "rerun", "--from", "1").stderr
