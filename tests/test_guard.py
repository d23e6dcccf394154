"""A resolve that looks like an accident stops: many silent seats, a clock that jumped. ``--anyway`` goes on."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gm import guard
from gm.campaign import Campaign
from gm.cli import cli
from gm.handover import change_seat
from gm.inbox import decide, submit
from gm.play import prepare
from gm.problems import sentence
from gm.trouble import CampaignError
from tests import campaigns as t
from tests import counter


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


def running(tmp_path: Path, seats: int = 5, **settings: Any) -> Campaign:
    campaign = t.new(tmp_path / "c", seats, **{"missing": "hold", "guard": True, **settings})
    t.resolve(campaign)
    return campaign


def stopped(campaign: Campaign, code: str, **more: Any) -> CampaignError:
    before = t.files(campaign.folder)
    with pytest.raises(CampaignError) as caught:
        prepare(campaign, when=more.pop("when", t.WHEN), **more)
    assert (caught.value.code, caught.value.exit_code) == (code, 3)
    assert t.files(campaign.folder) == before, "nothing is written"
    return caught.value


def send(campaign: Campaign, *seats: str) -> None:
    for seat in seats:
        t.send(campaign, seat, "- add: {number: 1}\n")


# -- silent seats


def test_more_than_half_of_the_seats_silent_is_unusual(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    send(campaign, "red", "blue")
    error = stopped(campaign, "many_silent")
    assert error.args_of == {"silent": "3", "awaited": "5", "seats": "green, yellow, purple"}
    assert prepare(campaign, when=t.WHEN, anyway=True).silent.keys() == {"green", "yellow", "purple"}
    assert prepare(campaign, "hold", t.WHEN).silent, "whoever says it himself knows it"
    send(campaign, "green")
    assert len(prepare(campaign, when=t.WHEN).silent) == 2


@pytest.mark.parametrize("missing", ["hold", "bot", "standing"])
def test_every_policy_of_the_settings_is_guarded(tmp_path: Path, missing: str) -> None:
    stopped(running(tmp_path, 3, missing=missing), "many_silent")


def test_one_silent_seat_is_never_unusual(tmp_path: Path) -> None:
    campaign = running(tmp_path, 2)
    send(campaign, "red")
    assert prepare(campaign, when=t.WHEN).silent == {"blue": "hold"}
    campaign.undo()
    assert prepare(campaign, when=t.WHEN).silent == {}, "nobody must send anything in entry"


def test_half_of_them_is_not_more_than_half(tmp_path: Path) -> None:
    campaign = running(tmp_path, 4)
    send(campaign, "red", "blue")
    assert len(prepare(campaign, when=t.WHEN).silent) == 2


def test_who_is_away_or_played_by_the_bot_is_not_counted(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    send(campaign, "red", "blue")
    change_seat(campaign, "green", {"absent": "2026-11-30 to 2026-11-30"})
    campaign = Campaign.open(campaign.folder)
    assert len(prepare(campaign, when=t.WHEN).silent) == 3
    stopped(campaign, "many_silent", when=t.WHEN + timedelta(days=1))
    change_seat(campaign, "green", {"absent": None, "missing": "bot"})
    assert prepare(Campaign.open(campaign.folder), when=t.WHEN).silent["green"] == "bot"


def test_files_that_do_not_count_make_a_seat_silent(tmp_path: Path) -> None:
    campaign = running(tmp_path, 3, deadlines={"add": "2026-11-30 11:00"})
    send(campaign, "red", "blue", "green")
    assert stopped(campaign, "many_silent").args_of["silent"] == "3"


def test_waiting_comes_before_guarding(tmp_path: Path) -> None:
    stopped(running(tmp_path, missing="wait"), "orders_missing")


# -- the clock


@pytest.mark.parametrize(
    ("when", "code"),
    [
        (timedelta(minutes=-4), ""),
        (timedelta(minutes=-6), "clock_went_back"),
        (timedelta(days=59), ""),
        (timedelta(days=61), "clock_ran_ahead"),
    ],
)
def test_the_clock_against_the_last_phase(tmp_path: Path, when: timedelta, code: str) -> None:
    campaign = running(tmp_path)
    if code:
        stopped(campaign, code, when=t.WHEN + when, missing="hold")
    assert prepare(campaign, "hold", t.WHEN + when, anyway=code != "").silent


def test_the_clock_against_the_inbox(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    later = t.WHEN + timedelta(days=50)
    submit(campaign, "red", b"- add: {number: 1}\n", channel="mail", sender="x", when=later)
    stopped(campaign, "clock_went_back", missing="hold")
    assert prepare(campaign, "hold", t.WHEN + timedelta(days=100)).silent
    assert stopped(campaign, "clock_ran_ahead", missing="hold", when=t.WHEN + timedelta(days=111)).args_of == {
        "now": "2027-03-21 12:00",
        "newest": "2027-01-19 12:00",
        "days": "60",
    }
    decide(campaign, "red", 1, who="x", when=later + timedelta(days=1))
    stopped(campaign, "clock_went_back", missing="hold", when=later)


def test_the_clock_against_files_that_are_nobodys_and_standing_orders(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    later = t.WHEN + timedelta(days=1)
    submit(campaign, "red", b"- add: {number: 1}\n", channel="mail", sender="x", when=later, standing="add")
    stopped(campaign, "clock_went_back", missing="hold")
    assert prepare(campaign, "hold", later).silent
    submit(campaign, None, b"who am I?\n", channel="mail", sender="x", when=later + timedelta(days=1))
    stopped(campaign, "clock_went_back", missing="hold", when=later)


def test_without_a_clock_or_times_nothing_is_checked(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    assert prepare(campaign, "hold").silent
    campaign.undo()
    assert prepare(campaign, when=t.WHEN - timedelta(days=9999)).played, "nothing has a time yet"
    folder = campaign.folder / "inbox" / "0000-t00-entry"
    folder.mkdir()
    for name, data in (("red-001", b"{"), ("red-002", b'{"when": 3}'), ("red-003", b'{"when": "2026-11-30T12:00"}')):
        (folder / f"{name}.json").write_bytes(data)
    (folder / "red-004.json").mkdir()
    assert prepare(campaign, when=t.WHEN - timedelta(days=9999)).played


def test_the_guard_can_be_sent_away(tmp_path: Path) -> None:
    campaign = running(tmp_path, guard=False)
    assert prepare(campaign, when=t.WHEN - timedelta(days=1)).silent.keys() == {*campaign.config.seats}


# -- the command


def test_the_command_stops_with_a_sentence_and_goes_on_anyway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm.cli.base.now", lambda: t.WHEN)
    campaign = running(tmp_path, 3)
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("pages: yes", "pages: no"), "utf-8", newline="\n")

    def resolve(*words: str) -> Any:
        return CliRunner().invoke(cli, ["-C", str(campaign.folder), "resolve", *words], catch_exceptions=False)

    for words in ((), ("--dry-run",)):
        result = resolve(*words)
        assert (result.exit_code, result.stdout) == (3, "")
        assert result.stderr.startswith("3 of the 3 seats that must send orders are silent: red, blue, green. That is")
    assert resolve("--dry-run", "--anyway").exit_code == 0
    monkeypatch.setattr("gm.cli.base.now", lambda: t.WHEN - timedelta(days=1))
    result = resolve("--missing", "hold")
    assert result.exit_code == 3 and "says 2026-11-29 12:00, but a phase or a file" in result.stderr
    assert len(Campaign.open(campaign.folder).phases()) == 1


def test_the_sentences_in_russian(tmp_path: Path) -> None:
    campaign = running(tmp_path, 3)
    assert sentence(stopped(campaign, "many_silent").problem, "ru") == (
        "мест без заявки: 3 из 3, от которых её ждут: red, blue, green. Это необычно: все ли заявки забраны? "
        "Если всё в порядке, добавьте --anyway"
    )


def test_times_at_the_edge_of_the_calendar(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    folder = campaign.folder / "inbox" / campaign.name_of_next()
    folder.mkdir(parents=True)
    (folder / "red-001.yaml").write_text("[]")
    for time in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"):
        (folder / "red-001.json").write_text(json.dumps({"when": time, "withdrawn": True}))
        guard.newest_time(campaign)
        assert campaign.config.local(time).startswith(time[:4])
