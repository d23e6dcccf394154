"""A campaign on disk: starting, resolving, running on, taking back; what is damaged is said in one sentence."""

from __future__ import annotations

import json
import os
import stat
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from gm import __version__, disk, record
from gm.campaign import Campaign
from gm.config import PALETTE, parse_config, read_config
from gm.deadlines import opening
from gm.dice import SeededDice, mixed_secret
from gm.inbox import current, submit
from gm.play import blank_form, prepare, view_file
from gm.secret import ALPHABET, code, code_ok, read_secret
from gm.trouble import CODES, CampaignError
from gm.verify import verify
from tests import campaigns as t
from tests import counter


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    return t.new(tmp_path / "c")


@pytest.fixture
def running(campaign: Campaign) -> Campaign:
    """Entry is over; the phase ``add`` of turn 1 is open."""
    t.resolve(campaign)
    return campaign


def trouble(code: str, exit_code: int, call: object, *args: object) -> CampaignError:
    """The call stops with this code and exit code; its arguments are those that ``CODES`` promises."""
    with pytest.raises(CampaignError) as caught:
        call(*args)  # type: ignore[operator]
    error = caught.value
    assert (error.code, error.exit_code) == (code, exit_code)
    assert set(error.args_of) == set(CODES[code])
    return error


# -- settings


def test_new_campaign_explains_every_setting_and_reads_back(campaign: Campaign) -> None:
    text = (campaign.folder / "campaign.yaml").read_text("utf-8")
    for setting in (
        "id",
        "title",
        "game",
        "language",
        "time_zone",
        "seats",
        "options",
        "deadlines",
        "least_hours",
        "grace",
        "reminders",
        "early",
        "auto_resolve",
        "accept",
        "late",
        "missing",
        "guard",
        "run_on",
    ):
        before = text.split(f"\n{setting}:")[0].splitlines()[-1]
        assert before.startswith("# "), setting
    assert "# The last turn.\n  turns: 3" in text
    config = read_config(campaign.folder / "campaign.yaml")
    assert config == campaign.config
    assert list(config.seats) == ["red", "blue", "green"]
    assert config.chair("blue").colour == PALETTE["blue"].code


def test_settings_are_explained_in_the_language_of_the_gm(tmp_path: Path) -> None:
    made = Campaign.create(
        tmp_path / "c",
        game="counter",
        title="Счёт: до трёх",
        id="schet",
        language="ru",
        seats=[{"player": "Анна #1", "address": "anna@example.org"}, {"id": "boris", "language": "en"}],
        options={"turns": 5, "start": {"red": 7}},
    )
    text = (made.folder / "campaign.yaml").read_text("utf-8")
    assert "# Последний ход.\n  turns: 5" in text
    assert made.config.title == "Счёт: до трёх"
    assert made.config.seats["red"].player == "Анна #1"
    assert made.config.lang("boris") == "en"
    assert made.options.start == {"red": 7}
    assert made.config.chair("boris").name == "boris"


def test_mistakes_in_settings_come_at_once_with_their_places() -> None:
    text = (
        "id: Test 1\ntitle: T\ngame: counter\nlangauge: ru\nrun_on: many\nmissing: sleep\n"
        "seats:\n  red: {colour: shiny}\n  Blue!: {}\n  gm: {adress: x}\ntime_zone: Mars/Olympus\n"
    )
    with pytest.raises(CampaignError) as caught:
        parse_config(text.encode())
    found = [(p.code, p.line) for p in caught.value.problems]
    assert ("bad_slug", 1) in found
    assert ("unknown_setting", 4) in found
    assert ("int_parsing", 5) in found
    assert ("literal_error", 6) in found
    assert ("bad_colour", 8) in found
    assert ("bad_time_zone", 11) in found
    assert any(code == "bad_seat_id" for code, _ in found)
    meant = {p.args["typed"]: p.args["meant"] for p in caught.value.problems if p.code == "unknown_setting"}
    assert meant == {"langauge": "language", "adress": "address"}
    assert caught.value.exit_code == 1


def test_options_are_judged_by_the_game(campaign: Campaign) -> None:
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("turns: 3", "turns: 300"), "utf-8", newline="\n")
    error = trouble("bad_config", 1, lambda: Campaign.open(campaign.folder).options)
    assert [(p.code, p.args["key"]) for p in error.problems] == [("less_than_equal", "turns")]
    assert error.lines[error.problems[0].line - 1].strip() == "turns: 300"


@pytest.mark.parametrize("text", ["", "- a\n", "a: [\n", "a: &x 1\n", "id: x\nid: y\n", "\x00\xff"])
def test_what_is_no_settings_file_is_said_so(text: str) -> None:
    trouble("bad_config", 1, parse_config, text.encode("latin-1"), "")


def test_starting_a_campaign_is_refused_kindly(tmp_path: Path) -> None:
    t.new(tmp_path / "c")
    trouble("folder_taken", 1, t.new, tmp_path / "c")
    error = trouble("wrong_seat_count", 1, t.new, tmp_path / "d", 9)
    assert error.args_of == {"least": "2", "most": "8", "given": "9"}
    trouble("no_campaign", 2, Campaign.open, tmp_path / "nothing")
    create = lambda: Campaign.create(  # noqa: E731
        tmp_path / "e", game="chess", title="T", id="t", language="en", seats=[{}, {}]
    )
    trouble("unknown_game", 1, create)
    assert not (tmp_path / "d").exists() and not (tmp_path / "e").exists()


def test_two_seats_with_one_id_are_refused(tmp_path: Path) -> None:
    create = lambda: Campaign.create(  # noqa: E731
        tmp_path / "c", game="counter", title="T", id="t", language="en", seats=[{"id": "red"}, {"id": "red"}, {}]
    )
    trouble("seat_twice", 1, create)


def test_a_new_campaign_may_fill_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "c").mkdir()
    assert t.new(tmp_path / "c").phases() == []
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert t.new(Path()).name_of_next() == "0000-t00-entry"


def test_a_phase_that_ends_while_it_is_played_elsewhere_is_not_played_twice(
    running: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Campaign.open(running.folder)
    found = other.opened()

    def meanwhile() -> object:
        monkeypatch.undo()
        counter.install(monkeypatch.setattr)
        t.resolve(running, "bot")
        return found

    monkeypatch.setattr(other, "opened", meanwhile)
    outcome = prepare(other, "bot", t.WHEN)
    assert outcome.played[0].number == 1, "all of it is the phase that was open when it began"
    trouble("moved_on", 3, other.commit, outcome)
    assert verify(Campaign.open(running.folder)).ok


# -- secrets


def test_codes_are_eight_unmistakable_letters_of_their_seat_and_turn() -> None:
    key = bytes(32)
    made = {code(key, "c", seat, turn) for seat in ("red", "blue") for turn in range(50)}
    assert len(made) == 100
    assert all(len(text) == 8 and set(text) <= set(ALPHABET) for text in made)
    assert not set(ALPHABET) & set("0O1ILU") and len(ALPHABET) == 30
    good = code(key, "c", "red", 3)
    assert code_ok(key, "c", "red", 3, f" {good.lower()} ")
    assert not code_ok(key, "c", "red", 4, good) and not code_ok(key, "c", "red", 3, "ёж")


def test_dice_come_from_the_secret_with_the_phrases(campaign: Campaign) -> None:
    t.send(campaign, "blue", "- entry: {phrase: a long road}\n")
    t.send(campaign, "red", "- entry: {phrase: ' spaced '}\n")
    t.resolve(campaign)
    secret = Campaign.open(campaign.folder).secret
    assert secret.phrases == {"red": "spaced", "blue": "a long road"}
    key = mixed_secret(secret.dice, [("red", "spaced"), ("blue", "a long road")])
    expected = SeededDice(key, 0, "entry", "first").roll(6)
    assert set(campaign.state().counts.values()) == {expected}
    assert campaign.manifest(campaign.phases()[0])["about"]["secret_hash"] == secret.hash


def test_the_secret_is_for_its_owner_alone(campaign: Campaign) -> None:
    path = campaign.folder / "secret.yaml"
    if os.name == "posix":  # Windows keeps a user's folders from others by itself
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        path.chmod(0o644)
        trouble("secret_open_to_others", 4, read_secret, path)
        path.chmod(0o600)
    assert len(read_secret(path).dice) == 32


def test_a_damaged_or_lost_secret_is_said_so(campaign: Campaign) -> None:
    path = campaign.folder / "secret.yaml"
    path.write_bytes(path.read_bytes()[:90])
    trouble("bad_secret", 4, read_secret, path)
    path.unlink()
    trouble("no_secret", 4, read_secret, path)


# -- playing


def test_entry_keeps_what_players_said_and_the_comments_of_the_gm(campaign: Campaign) -> None:
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("title: A test", "title: A test  # my note"), "utf-8", newline="\n")
    t.send(campaign, "red", "- участие: {имя: Анна, язык: русский, пожелания: играть белыми}\n")
    campaign = Campaign.open(campaign.folder)
    outcome = t.resolve(campaign)
    text = path.read_text("utf-8")
    assert "# my note" in text and text.count("#") > 20
    assert campaign.config.seats["red"].player == "Анна" and campaign.config.lang("red") == "ru"
    assert [type(event).__name__ for event in outcome.events] == ["PlayerJoined", "WishesTold", "Began"]
    assert not outcome.events[1].visible_to("blue") and outcome.events[1].visible_to("red")
    assert " ru red " in campaign.file(campaign.phases()[0], "reports/red.md").decode()
    assert "белыми" not in campaign.file(campaign.phases()[0], "reports/public.md").decode()


def test_entry_writes_into_a_file_of_any_editor(campaign: Campaign) -> None:
    path = campaign.folder / "campaign.yaml"
    text = "id: test-1\ntitle: Игра\ngame: counter\nseats:\n\u00a0 red:\n  blue: {player: Борис} # note\n"
    path.write_bytes(text.replace("\n", "\r\n").encode("utf-16"))
    campaign = Campaign.open(campaign.folder)
    t.send(campaign, "red", "- entry: {name: 'no', language: ru}\n")
    t.send(campaign, "blue", "- entry: {name: '123: x #'}\n")
    t.resolve(campaign)
    again = Campaign.open(campaign.folder)
    assert [seat.name for seat in again.seats()] == ["no", "123: x #"] and again.config.lang("red") == "ru"
    assert "# note" in path.read_text("utf-8") and verify(again).ok


def test_a_run_has_a_folder_per_phase_and_one_report(running: Campaign) -> None:
    t.send_all(running)
    outcome = t.resolve(running)
    assert [p.name for p in running.phases()] == ["0000-t00-entry", "0001-t01-add", "0002-t01-settle"]
    assert outcome.name == "0001-t01-add"
    first, last = (set(running.manifest(phase)["files"]) for phase in running.phases()[1:])
    assert not any(name.startswith("reports/") for name in first)
    assert {"reports/red.md", "reports/public.md", "reports/gm.md", "forms/red.yaml", "forms/red.view.json"} <= last
    report = running.file(running.phases()[-1], "reports/red.md").decode()
    assert "Added" in report and report.count("Opened") == 2
    assert running.name_of_next() == "0003-t02-add"


def test_a_run_stops_at_the_campaigns_limit(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c", run_on=1)
    t.resolve(campaign)
    t.send_all(campaign)
    assert [p.name for p in t.resolve(campaign).played] == ["0001-t01-add"]
    opened = campaign.opened()
    assert opened is not None and opened.phase == "settle" and opened.must == ()
    assert [p.name for p in t.resolve(campaign).played] == ["0002-t01-settle"]


def test_the_game_ends(running: Campaign) -> None:
    for _ in range(3):
        t.resolve(running, "bot")
    assert running.opened() is None
    assert not any(n.startswith("forms/") for n in running.manifest(running.phases()[-1])["files"])
    trouble("game_over", 1, prepare, running)
    trouble("game_over", 1, t.send, running, "red", "- add: {number: 1}\n")
    assert verify(running).ok


def test_silent_seats_wait_hold_or_are_played_by_the_bot(running: Campaign) -> None:
    t.send(running, "red", "- add: {number: 5}\n")
    error = trouble("orders_missing", 3, prepare, running)
    assert error.args_of == {"seats": "blue, green"}
    held, played = prepare(running, "hold"), prepare(running, "bot")
    assert held.silent == {"blue": "hold", "green": "hold"}
    assert [type(e).__name__ for e in held.events].count("Added") == 1
    assert [type(e).__name__ for e in played.events].count("Added") == 3
    assert b"- add:" in dict(played.files())["0001-t01-add/orders/green.yaml"]


def test_orders_are_kept_byte_for_byte(running: Campaign) -> None:
    sent = "\ufeff- прибавить: {число: 4}\r\n- add: {number: 99}\r\n".encode()
    t.send(running, "red", sent)
    outcome = prepare(running, "hold")
    assert dict(outcome.files())["0001-t01-add/orders/red.yaml"] == sent
    assert [p.code for p in outcome.problems["red"]] == ["less_than_equal"]
    assert [e for e in outcome.events if isinstance(e, counter.Added)] == [counter.Added("red", 4, rule="1")]


def test_preparing_writes_nothing_and_gives_the_same_bytes(running: Campaign, tmp_path: Path) -> None:
    t.send_all(running)
    before = t.files(running.folder)
    first, second = prepare(running), prepare(Campaign.open(running.folder))
    assert first.files() == second.files()
    assert t.files(running.folder) == before
    first.write_into(tmp_path / "dry")
    assert t.files(tmp_path / "dry") == dict(sorted(first.files()))
    trouble("folder_taken", 1, first.write_into, tmp_path / "dry")


def test_time_is_recorded_and_not_hashed(running: Campaign) -> None:
    t.send_all(running)
    timed, timeless = prepare(running, None, t.WHEN).played[-1], prepare(running).played[-1]
    assert timed.manifest["time"] == "2026-11-30T12:00:00+00:00"
    assert record.manifest_hash(timed.manifest) == record.manifest_hash(timeless.manifest)


def test_an_outcome_that_came_too_late_is_refused(running: Campaign) -> None:
    t.send_all(running)
    late = prepare(running)
    t.resolve(Campaign.open(running.folder))
    error = trouble("moved_on", 3, running.commit, late)
    assert error.args_of == {"name": "0002-t01-settle"}


def test_undo_takes_the_run_back_and_keeps_it(running: Campaign) -> None:
    t.send_all(running)
    before = t.files(running.phases_folder)
    outcome = t.resolve(running)
    kept = running.undo()
    assert t.files(running.phases_folder) == before
    assert kept.parent == running.folder / "undone"
    assert sorted(p.name for p in kept.parent.iterdir()) == ["0001-t01-add-001", "0002-t01-settle-001"]
    assert current(running, "red") is not None
    assert t.resolve(running).files() == outcome.files()
    running.undo()
    assert (running.folder / "undone" / "0002-t01-settle-002").is_dir()
    running.undo()
    assert running.phases() == [] and running.state() is None
    trouble("nothing_to_undo", 1, running.undo)


def test_entry_can_be_played_again_after_undo(campaign: Campaign) -> None:
    t.send(campaign, "red", "- entry: {phrase: one, name: Ann}\n")
    t.resolve(campaign)
    campaign.undo()
    t.send(campaign, "red", "- entry: {phrase: two}\n")
    t.resolve(campaign)
    assert campaign.secret.phrases == {"red": "two"}
    assert verify(campaign).ok


def test_the_overlay_reaches_the_rules(campaign: Campaign) -> None:
    (campaign.folder / "content" / "steps.yaml").write_text("step: 10\n", "utf-8")
    campaign = Campaign.open(campaign.folder)
    t.resolve(campaign)
    t.send_all(campaign)
    added = [event.number for event in t.resolve(campaign).events if isinstance(event, counter.Added)]
    assert added == [10, 20, 30]


def test_an_overlay_that_is_no_table_is_said_so(campaign: Campaign) -> None:
    (campaign.folder / "content" / "steps.yaml").write_text("step: [1\n", "utf-8")
    error = trouble("bad_content", 1, lambda: Campaign.open(campaign.folder).content)
    assert error.problems[0].line == 1


def test_form_and_view_file_of_the_open_phase(campaign: Campaign) -> None:
    form = blank_form(campaign, "red")
    assert form.startswith(f"#gm test-1 0 entry red {code(campaign.secret.code, 'test-1', 'red', 0)}\n")
    assert t.send(campaign, None, form).ok
    t.resolve(campaign)
    last = campaign.phases()[-1]
    assert blank_form(campaign, "red").encode() == campaign.file(last, "forms/red.yaml")
    assert view_file(campaign, "red") == campaign.file(last, "forms/red.view.json")
    assert code(campaign.secret.code, "test-1", "red", 1) not in campaign.file(last, "reports/red.md").decode()


def test_a_deadline_is_told(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c", deadlines={"add": "Friday, 21:00"})
    manifest = t.resolve(campaign).played[-1].manifest
    assert manifest["about"]["deadline"] == "Friday, 21:00"


def test_a_deadline_may_be_a_moment_in_the_campaigns_time_zone(tmp_path: Path) -> None:
    moments = {"add": "2026-12-04 21:00", "settle": "2026-07-04T21:00:00+03:00", "entry": "2026-12-05 at noon"}
    config = t.new(tmp_path / "c", deadlines=moments, time_zone="Europe/Berlin").config
    told = {phase: opening(config, phase, None)[0] for phase in ("add", "settle", "entry", "other")}
    assert told == {
        "add": "2026-12-04 21:00 Europe/Berlin (20:00 UTC)",
        "settle": "2026-07-04 20:00 Europe/Berlin (18:00 UTC)",
        "entry": "2026-12-05 at noon",
        "other": "",
    }


@pytest.mark.parametrize("text", ["2026-13-45 21:00", "2026-11-31", "2026-11-30 25:00", "2026-1-5 21:00"])
def test_a_deadline_that_is_no_date_is_refused_with_its_place(tmp_path: Path, text: str) -> None:
    campaign = t.new(tmp_path / "c", deadlines={"add": "soon"})
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("add: soon", f"add: {text}"), "utf-8", newline="\n")
    error = trouble("bad_config", 1, Campaign.open, campaign.folder)
    line = 1 + path.read_text("utf-8").split("\n").index(f"  add: {text}")
    assert [(p.code, p.line, p.column, p.width) for p in error.problems] == [("bad_moment", line, 8, len(text))]


def test_times_are_told_in_the_campaigns_time_zone(tmp_path: Path) -> None:
    config = t.new(tmp_path / "c", deadlines={"add": "2026-12-04 21:00"}, time_zone="Europe/Moscow").config
    assert config.local("2026-11-30T02:38:11+00:00") == "2026-11-30 05:38"
    assert config.local("2026-11-30T02:38:11") == "2026-11-30 02:38"
    assert config.local("") == "" and config.local("yesterday") == "yesterday"


def test_a_deadline_of_an_unknown_phase_is_refused(tmp_path: Path) -> None:
    error = trouble("bad_config", 1, lambda: t.new(tmp_path / "c", deadlines={"ad": "soon"}))
    assert [(p.code, p.args["typed"], p.args["meant"]) for p in error.problems] == [("unknown_phase", "ad", "add")]


@pytest.mark.parametrize(
    ("old", "new", "key", "was"),
    [
        ("id: test-1", "id: test-2", "id", "test-1"),
        ("  red:", "  pink:", "seats", "blue, green, red"),
    ],
)
def test_what_may_not_change_while_a_campaign_runs(running: Campaign, old: str, new: str, key: str, was: str) -> None:
    path = running.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8", newline="\n")
    error = trouble("setting_fixed", 1, Campaign.open, running.folder)
    assert (error.args_of["key"], error.args_of["was"]) == (key, was)


def test_an_outcome_of_another_past_is_refused(running: Campaign) -> None:
    t.send_all(running)
    late = prepare(running)
    running.undo()
    t.send(running, "red", "- entry: {name: Ann}\n")
    t.resolve(running)
    trouble("moved_on", 3, running.commit, late)


# -- damage


def test_every_damage_is_one_plain_sentence(running: Campaign) -> None:
    t.send_all(running)
    t.resolve(running)
    last = running.phases()[-1].path
    state = (last / "state.json").read_bytes()
    manifest = (last / "manifest.json").read_text("utf-8")

    def look() -> object:
        return Campaign.open(running.folder).opened()

    (last / "state.json").write_bytes(state[: len(state) // 2])
    trouble("file_edited", 4, look)
    (last / "state.json").write_bytes(state.replace(b'"red":', b'"red": ', 1))
    trouble("file_edited", 4, look)
    (last / "state.json").unlink()
    trouble("file_missing", 4, look)
    (last / "state.json").write_bytes(state)
    for broken in ("", "{", "[]", "{}", '{"format": "x", "files": {}}', '{"format": 1, "files": []}'):
        (last / "manifest.json").write_text(broken, "utf-8")
        trouble("damaged_file", 4, look)
    newer = json.dumps({**json.loads(manifest), "format": 2, "gm": "9.0"})
    (last / "manifest.json").write_text(newer, "utf-8")
    assert trouble("newer_format", 4, look).args_of["version"] == "9.0"
    (last / "manifest.json").unlink()
    trouble("file_missing", 4, look)
    (last / "manifest.json").write_text(manifest, "utf-8")
    assert look() is not None
    running.phases()[1].path.rename(running.folder / "away")
    trouble("phase_missing", 4, look)


def test_a_folder_that_cannot_be_written_is_said_so(running: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    t.send_all(running)
    outcome = prepare(running)

    def refuse(*_args: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(disk, "write_file", refuse)
    error = trouble("cannot_write", 4, running.commit, outcome)
    assert error.args_of["reason"] == "there is no permission"
    trouble("cannot_write", 4, t.send, running, "red", "- add: {number: 1}\n")
    monkeypatch.undo()


def test_a_commit_waits_for_the_disk_twice_where_one_call_syncs_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = t.new(tmp_path / "c", seats=8)
    t.resolve(campaign)
    t.send_all(campaign)
    outcome = prepare(campaign)
    waits: list[str] = []
    for name in ("sync_file", "sync_folder", "sync_disk"):
        real = getattr(disk, name)
        monkeypatch.setattr(disk, name, lambda path, real=real, name=name: (waits.append(name), real(path))[1])
    campaign.commit(outcome)
    if sys.platform == "linux":
        assert waits == ["sync_disk", "sync_folder"]
    assert waits[-1] == "sync_folder"


def test_without_one_call_for_all_every_file_is_synced(running: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    t.send_all(running)
    outcome = prepare(running)
    synced: list[Path] = []
    monkeypatch.setattr(disk, "sync_disk", lambda path: False)
    monkeypatch.setattr(disk, "sync_file", synced.append)
    running.commit(outcome)
    assert {path.relative_to(running.phases_folder).as_posix() for path in synced} >= {
        f".{name}" for name, _data in outcome.files()
    }


# -- verify


def test_verify_says_three_things_apart(running: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    t.send(running, "red", "- add: {number: 2}\n")
    t.resolve(running, "bot")
    verdict = verify(running)
    assert verdict.ok and verdict.phases == 3
    report = running.phases()[-1].path / "reports" / "red.md"
    kept = report.read_bytes()
    report.write_bytes(kept + b"!")
    verdict = verify(Campaign.open(running.folder))
    assert [p.code for p in verdict.record.problems] == ["file_edited"]
    assert verdict.replay.ok and verdict.reports.ok
    report.write_bytes(kept)
    (report.parent / "note.txt").write_text("x", "utf-8")
    assert [p.code for p in verify(Campaign.open(running.folder)).record.problems] == ["file_extra"]
    (report.parent / "note.txt").unlink()
    monkeypatch.setattr("gm.reports.report", lambda *args: "another page\n")
    verdict = verify(Campaign.open(running.folder))
    assert verdict.record.ok and verdict.replay.ok
    assert [p.code for p in verdict.reports.problems] == ["reports_differ"] * 2


def test_verify_notices_rules_that_play_differently(running: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    t.send_all(running)
    t.resolve(running)
    monkeypatch.setattr(counter.Added, "apply", lambda self, state: None)
    verdict = verify(Campaign.open(running.folder))
    assert verdict.record.ok
    assert "events_do_not_give_state" in [p.code for p in verdict.replay.problems]
    monkeypatch.setattr("gm.verify.__version__", "9.9.9")
    problems = verify(Campaign.open(running.folder)).replay.problems
    versions = {(p.code, p.args["version"], p.args["now"]) for p in problems}
    assert ("events_do_not_give_state_version", __version__, "9.9.9") in versions


def test_verify_notices_another_secret_and_a_rewritten_past(running: Campaign) -> None:
    t.send_all(running)
    t.resolve(running)
    secret = running.folder / "secret.yaml"
    text = secret.read_text("utf-8")
    other = "f" if "dice: e" in text else "e"
    secret.write_text(text.replace("dice: " + text.split("dice: ")[1][0], f"dice: {other}", 1), "utf-8")
    verdict = verify(Campaign.open(running.folder))
    assert {p.code for p in verdict.record.problems} == {"secret_changed"}
    assert "events_differ" in {p.code for p in verdict.replay.problems}
    secret.write_text(text, "utf-8")
    path = running.phases()[0].path / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**manifest, "gm": "0.0.9"}), "utf-8")
    verdict = verify(Campaign.open(running.folder))
    assert [p.code for p in verdict.record.problems] == ["parent_differs"]


def test_verify_survives_a_forged_record(running: Campaign) -> None:
    t.send_all(running)
    t.resolve(running)
    phase = running.phases()[1]
    events, manifest = phase.path / "events.jsonl", phase.path / "manifest.json"
    forged = events.read_bytes().replace(b'"seat":"red"', b'"seat":"nobody"')
    events.write_bytes(forged)
    kept = json.loads(manifest.read_text("utf-8"))
    kept["files"]["events.jsonl"] = sha256(forged).hexdigest()
    manifest.write_text(json.dumps(kept), "utf-8")
    verdict = verify(Campaign.open(running.folder))
    assert {p.code for p in verdict.record.problems} == {"parent_differs"}
    assert [p.code for p in verdict.replay.problems] == ["events_do_not_give_state", "events_differ"]
    assert not verdict.reports.ok


def test_verify_notices_a_renamed_folder(running: Campaign) -> None:
    phase = running.phases()[0].path
    phase.rename(phase.with_name("0000-t05-entry"))
    assert [p.code for p in verify(Campaign.open(running.folder)).record.problems] == ["folder_renamed"]


def test_verify_says_when_nothing_can_be_read(running: Campaign) -> None:
    (running.phases()[0].path / "manifest.json").write_bytes(b"")
    verdict = verify(Campaign.open(running.folder))
    assert {p.code for answer in (verdict.record, verdict.replay, verdict.reports) for p in answer.problems} == {
        "damaged_file"
    }


def test_verify_holds_after_the_gm_changed_his_settings(running: Campaign) -> None:
    t.send_all(running)
    t.resolve(running)
    path = running.folder / "campaign.yaml"
    text = path.read_text("utf-8").replace("title: A test", "title: Renamed").replace('player: ""', "player: New", 1)
    path.write_text(text.replace("turns: 3", "turns: 9").replace("language: en", "language: ru"), "utf-8", newline="\n")
    assert verify(Campaign.open(running.folder)).ok


def test_a_blank_file_does_not_wipe_orders_but_an_empty_list_takes_them_back(running: Campaign) -> None:
    assert t.send(running, "red", "- add: {number: 2}\n").counts
    blank = t.send(running, "red", "# only a comment\n")
    assert not blank.counts and blank.filed is not None and blank.filed.blank
    assert len(prepare(running, "hold").readings["red"].orders) == 1
    assert t.send(running, "red", "#gm\n[]\n#end\n").counts
    assert prepare(running, "hold").readings["red"].orders == ()
    first = t.send(running, "blue", "# nothing to order\n")
    assert first.counts and "blue" not in prepare(running, "hold").silent


def test_a_file_of_the_bot_is_no_file_of_the_player(running: Campaign) -> None:
    submit(running, "red", b"- add: {number: 2}\n", channel="bot", sender="bot", when=t.WHEN)
    assert prepare(running, "hold").silent["red"] == "bot"


def test_another_dice_secret_than_the_one_that_was_told_is_noticed(running: Campaign) -> None:
    path = running.folder / "secret.yaml"
    lines = path.read_text("utf-8").splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("dice: "))
    lines[place] = "dice: " + lines[place].removeprefix("dice: ")[::-1]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(CampaignError) as caught:
        prepare(Campaign.open(running.folder), "hold")
    assert caught.value.code == "other_secret"
