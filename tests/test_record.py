"""States, events and views as bytes and back: the same things give the same bytes, damage is one plain sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gm import engine, entry, inbox, record
from gm.dice import SeededDice
from gm.model import Event, PrivateEvent, Seat
from gm.play import view_file
from gm.trouble import CampaignError
from tests import campaigns as t
from tests import counter

CONTENT = counter.content({})
SEATS = [Seat("red", "Анна", "#d55e00", "ru"), Seat("blue", 'B "x" \u2028', "#0072b2")]


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


def played() -> tuple[counter.State, counter.State, list[Event]]:
    """A state, the state after a phase, the events between."""
    before, _ = counter.setup(SEATS, counter.Options(), CONTENT, SeededDice(b"x"))
    orders = {"red": (counter.Add(number=3, to="blue"),)}
    after, events = engine.resolve(counter.RULES, before, orders, SeededDice(b"x"))
    return before, after, events


def test_a_state_comes_back_as_it_was_with_its_content() -> None:
    _before, after, _events = played()
    data = record.dump_state(counter.RULES, after)
    again = record.load_state(counter.RULES, data, CONTENT)
    assert again == after and again.content is CONTENT
    assert record.dump_state(counter.RULES, again) == data
    assert b"content" not in data and data.endswith(b"}\n")


def test_saving_and_loading_changes_nothing_that_follows() -> None:
    _before, after, _events = played()
    again = record.load_state(counter.RULES, record.dump_state(counter.RULES, after), CONTENT)
    dice = SeededDice(b"y")
    assert engine.resolve(counter.RULES, again, {}, dice) == engine.resolve(counter.RULES, after, {}, dice)


def test_events_are_lines_that_say_their_type_and_come_back() -> None:
    before, after, events = played()
    data = record.dump_events(events)
    rows = [json.loads(line) for line in data.splitlines()]
    assert rows[0] == {"event": "Added", "rule": "1", "seat": "blue", "number": 3}
    again = record.load_events(counter.RULES.events, data)
    assert again == events and record.dump_events(again) == data
    assert engine.replay(before, again) == after
    assert isinstance(again[1], PrivateEvent) and again[1].seen_by == ("red",)


def test_core_events_come_back() -> None:
    events: list[Event] = [
        entry.PlayerJoined("red", "Анна", "ru", rule="0"),
        entry.PhraseAdded("red", rule="0"),
        entry.WishesTold("red", "line\nbreak \u2028", rule="0", seen_by=("red",)),
    ]
    assert record.load_events(entry.EVENTS, record.dump_events(events)) == events


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\n",
        b"{\n",
        b"[]\n",
        b"1\n",
        b'{"seat":"red"}\n',
        b'{"event":"Nothing"}\n',
        b'{"event":"Added","rule":"1"}\n',
    ],
)
def test_damaged_events_are_said_so(data: bytes) -> None:
    with pytest.raises(CampaignError) as caught:
        record.load_events(counter.RULES.events, data, "e.jsonl")
    assert (caught.value.code, caught.value.exit_code, caught.value.args_of["path"]) == ("damaged_file", 4, "e.jsonl")


def test_every_cut_of_a_state_is_said_so() -> None:
    data = record.dump_state(counter.RULES, played()[1])
    for length in range(len(data) - 1):
        with pytest.raises(CampaignError) as caught:
            record.load_state(counter.RULES, data[:length], CONTENT)
        assert caught.value.code in ("damaged_file",)


def test_a_view_file_serves_without_the_campaign(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    (campaign.folder / "content" / "steps.yaml").write_text("step: 7\n", "utf-8")
    for phase in ("entry", "add"):
        data = view_file(campaign, "red")
        rules, opened, view, meta = record.load_view_file(data)
        now = campaign.opened()
        assert now is not None and opened.phase == now.phase == phase
        assert (opened.turn, opened.may, opened.must) == (now.turn, now.may, now.must)
        assert opened.orders == {"red": now.orders["red"]}
        assert view == campaign.view("red") and view.content == campaign.content
        assert (meta.campaign, meta.seat, meta.lang) == ("test-1", "red", "en")
        assert record.dump_view(rules, view, opened, meta, campaign.overlay) == data
        text = b"- add: {number: 1, to: Redd}\n- entry: {name: 5}\n- nonsense\n"
        read = inbox.read_orders(counter.RULES, opened, view, "red", text, meta.lang)
        assert read == inbox.reading_of(campaign, "red", text) and read.problems
        t.resolve(campaign, "hold")


def test_a_view_file_tells_nothing_of_other_seats_but_who_may_and_must_send(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    t.resolve(campaign)
    t.send_all(campaign)
    t.resolve(campaign)
    state = campaign.state()
    data = view_file(campaign, "red")
    state.luck["blue"] += 1
    assert view_file(campaign, "red") == data
    state.luck["red"] += 1
    assert view_file(campaign, "red") != data


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"phase": "nothing"},
        {"orders": ["nothing"]},
        {"orders": 5},
        {"view": {}},
        {"view": None},
        {"turn": None, "may": 3},
        {"format": "x"},
        {"overlay": 3},
        {"campaign": None, "view": []},
    ],
)
def test_a_damaged_view_file_is_said_so(tmp_path: Path, change: dict[str, Any]) -> None:
    campaign = t.new(tmp_path / "c")
    t.resolve(campaign)
    head = {**json.loads(view_file(campaign, "red")), **change}
    with pytest.raises(CampaignError) as caught:
        record.load_view_file(json.dumps(head).encode())
    assert (caught.value.code, caught.value.exit_code) == ("damaged_file", 4)


def test_a_view_file_that_is_cut_or_newer_is_said_so(tmp_path: Path) -> None:
    data = view_file(t.new(tmp_path / "c"), "red")
    for cut in (b"", data[:100], b"[]", b"null", b"\xff"):
        with pytest.raises(CampaignError) as caught:
            record.load_view_file(cut)
        assert caught.value.code == "damaged_file"
    with pytest.raises(CampaignError) as caught:
        record.load_view_file(data.replace(b'"format":1', b'"format":2'))
    assert caught.value.code == "newer_format"


def test_no_mutation_of_a_view_file_or_manifest_makes_a_traceback(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    t.resolve(campaign)
    manifest = (campaign.phases()[0].path / "manifest.json").read_bytes()
    dice, refused = SeededDice(b"mutations"), 0
    pieces = (b"[" * 3000, b"null", b"1e999", b"-1", b'"', b"{}", b"\xff", b"", b"true", b"99999999999999999999")
    for data, load in ((view_file(campaign, "red"), record.load_view_file), (manifest, record.load_manifest)):
        for _ in range(400):
            start = dice.roll(len(data)) - 1
            end = min(len(data), start + dice.roll(12) - 1)
            changed = data[:start] + pieces[dice.roll(len(pieces)) - 1] + data[end:]
            try:
                load(changed, "file.json")
            except CampaignError as error:
                assert error.code in ("damaged_file", "newer_format")
                refused += 1
    assert 400 < refused < 800


def test_other_processes_with_other_hash_seeds_give_the_same_bytes(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    t.send(campaign, "blue", "- entry: {phrase: x, language: ru}\n")
    t.resolve(campaign)
    t.send(campaign, "red", "- add: {number: 3, to: blue}\n")
    script = (
        "import sys, hashlib; from pathlib import Path; from tests import counter; counter.install()\n"
        "from gm.campaign import Campaign; from gm.play import prepare\n"
        "made = prepare(Campaign.open(Path(sys.argv[1])), 'bot').files()\n"
        "print(hashlib.sha256(repr(made).encode()).hexdigest())\n"
    )
    root = Path(__file__).parent.parent
    seen = {
        subprocess.run(
            [sys.executable, "-c", script, str(campaign.folder)],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(seen) == 1
