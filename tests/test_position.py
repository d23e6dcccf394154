"""A running game moves in with a described position; a position of now can be described."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gm.campaign import Campaign
from gm.cli import cli
from gm.entry import PositionTaken
from gm.verify import verify
from tests import campaigns as t
from tests import counter
from tests.games import game as bot_game


def gm(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["--lang", "en", *map(str, words)])


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


def test_a_campaign_begins_where_the_file_says(tmp_path: Path, counting: None) -> None:
    (tmp_path / "p.yaml").write_text("turn: 2\ncounts: {amber: 7, violet: 9}\noptions: {turns: 5}\n")
    done = gm("new", tmp_path / "c", "--game", "counter", "--from", tmp_path / "p.yaml", "--seat", "violet:Vera:ru")
    assert done.exit_code == 0, done.output
    campaign = Campaign.open(tmp_path / "c")
    assert [*campaign.config.seats] == ["amber", "violet"] and campaign.config.options["turns"] == "5"
    assert campaign.config.chair("violet").name == "Vera"
    outcome = t.resolve(campaign)
    assert outcome.events == [PositionTaken(rule="0")]
    state = campaign.state()
    assert (state.turn, state.turns, state.counts) == (2, 5, {"amber": 7, "violet": 9})
    assert state.names["violet"] == "Vera"
    assert campaign.file(campaign.phases()[0], "position.yaml") == (tmp_path / "p.yaml").read_bytes()
    t.resolve(campaign, "bot")
    assert verify(campaign).ok


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("counts: {red: x}\n", 'position.yaml:1:15: "x" is not a whole number'),
        ("", "position.yaml:1:1: fields with values must stand here"),
        ("# nothing\n", "position.yaml:1:1: fields with values must stand here"),
        ("counts: {red: 3\n", "position.yaml:1:9: the list"),
        ("counts: {red: 3000, blue: 1}\n", "the position is not possible: a high counter (red)"),
    ],
)
def test_what_is_wrong_with_a_position_is_told_and_nothing_begins(
    tmp_path: Path, counting: None, text: str, said: str
) -> None:
    (tmp_path / "p.yaml").write_text(text)
    new = ("new", tmp_path / "c", "--game", "counter", "--from", tmp_path / "p.yaml")
    assert gm(*new, "--seats", "2").exit_code == 2, "the seats are those of the file"
    done = gm(*new)
    assert done.exit_code == 1 and (said in done.stderr or "what is opened here" in done.stderr), done.stderr
    assert not (tmp_path / "c").exists()


def test_a_position_that_was_emptied_is_no_set_up_by_the_rules(tmp_path: Path, counting: None) -> None:
    (tmp_path / "p.yaml").write_text("counts: {amber: 7, violet: 9}\n")
    assert gm("new", tmp_path / "c", "--game", "counter", "--from", tmp_path / "p.yaml").exit_code == 0
    (tmp_path / "c" / "position.yaml").write_bytes(b"")
    assert gm("-C", tmp_path / "c", "resolve").exit_code == 1


def test_a_seat_that_the_position_does_not_have(tmp_path: Path, counting: None) -> None:
    (tmp_path / "p.yaml").write_text("counts: {red: 3, blue: 1}\n")
    done = gm("new", tmp_path / "c", "--game", "counter", "--from", tmp_path / "p.yaml", "--seat", "green:Vera:ru")
    assert done.exit_code == 1 and 'there is no seat "green"' in done.stderr


@pytest.mark.parametrize("game", ["galactic-council", "space-base"])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_game_moves_out_and_in_again(tmp_path: Path, game: str, lang: str) -> None:
    """The position of a campaign, described, begins another one in which everything lies as it was."""
    assert gm("new", tmp_path / "a", "--game", game, "--seats", "3").exit_code == 0
    old = Campaign.open(tmp_path / "a")
    for _ in range(6):
        t.resolve(old, "bot")
    described = gm("--lang", lang, "-C", old.folder, "export", "--position", tmp_path / "p.yaml")
    assert described.exit_code == 0, described.output
    moved = gm("new", tmp_path / "b", "--game", game, "--from", tmp_path / "p.yaml")
    assert moved.exit_code == 0, moved.output
    new = Campaign.open(tmp_path / "b")
    t.resolve(new)
    assert new.state() == old.state()
    t.resolve(new, "bot")
    assert verify(new).ok


def test_every_game_can_be_described() -> None:
    from gm.rulesets import GAMES, load

    for name in GAMES:
        rules = load(name)
        assert rules.read_position and rules.write_position and rules.rulings and rules.statistics
        assert next(iter(bot_game(rules, 3, 1))).events
