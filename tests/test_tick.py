"""``gm tick``: reminders once, news of a moved deadline, phases whose deadline has passed; nothing is done twice."""

from __future__ import annotations

import json
import sys
from datetime import datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gm import hold
from gm import tick as ticking
from gm.campaign import Campaign
from gm.deadlines import current
from gm.due import due
from gm.extension import extend
from gm.handover import change_seat
from gm.inbox import submit
from gm.mail.model import Letter
from gm.ready import set_ready
from gm.tick import Did, Hour, Tick, tick
from gm.trouble import CampaignError
from gm.verify import verify
from tests import campaigns as t
from tests import counter
from tests.desk import gm

H = timedelta(hours=1)
GOOD = "- add: {number: 1}\n"
UNTIL = datetime.fromisoformat("2026-12-04T21:00:00+00:00")


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


@pytest.fixture
def outbox(monkeypatch: pytest.MonkeyPatch) -> list[Letter]:
    """An outbox that keeps every letter of a campaign once, as the real one promises."""
    kept: list[Letter] = []
    seen: set[tuple[Path, str]] = set()

    def put(campaign: Campaign, letter: Letter, when: datetime) -> bool:
        new = (campaign.folder, letter.key) not in seen
        seen.add((campaign.folder, letter.key))
        kept.extend([letter] if new else [])
        return new

    module = ModuleType("gm.mail.outbox")
    module.put = put  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gm.mail.outbox", module)
    return kept


def running(folder: Path, seats: int = 3, **settings: Any) -> Campaign:
    """A campaign whose phase ``add`` opened on a Monday at noon, with a deadline on Friday."""
    campaign = t.new(folder, seats, **{"deadlines": {"add": "Friday 21:00"}, "pages": False, **settings})
    for seat in campaign.config.seats:
        change_seat(campaign, seat, {"address": f"{seat}@example.org"})
    campaign = Campaign.open(folder)
    t.resolve(campaign)
    return campaign


def file(campaign: Campaign, *seats: str, when: datetime = t.WHEN) -> None:
    for seat in seats:
        submit(campaign, seat, GOOD.encode(), channel="mail", sender=seat, when=when)


def keys(campaign: Campaign, when: datetime) -> list[str]:
    return [one.key for one in due(campaign, when)]


def did(done: Tick) -> list[tuple[str, str, str]]:
    assert done.trouble is None, done.trouble
    return [tuple(one) for one in done.did]  # type: ignore[misc]


# -- reminders


def test_reminders_go_to_those_whose_orders_are_missing(tmp_path: Path) -> None:
    campaign = running(tmp_path / "c", 5)
    file(campaign, "red")
    change_seat(campaign, "blue", {"absent": "2026-11-30 to 2026-12-05"})
    campaign = Campaign.open(campaign.folder)
    set_ready(campaign, "green", True, t.WHEN, "cli")
    assert keys(campaign, UNTIL - 73 * H) == []
    assert keys(campaign, UNTIL - 72 * H) == [f"reminder-0001-t01-add-{seat}-72" for seat in ("yellow", "purple")]
    assert keys(campaign, UNTIL - 24 * H) == [f"reminder-0001-t01-add-{seat}-24" for seat in ("yellow", "purple")]
    assert keys(campaign, UNTIL - H) == [f"reminder-0001-t01-add-{seat}-6" for seat in ("yellow", "purple")]
    assert keys(campaign, UNTIL) == []
    assert keys(campaign, UNTIL + H) == ["notice-0001-t01-add-overdue"]


def test_a_file_that_does_not_count_is_missing(tmp_path: Path) -> None:
    campaign = running(tmp_path / "c", accept="file")
    submit(campaign, "red", b"- add: {number: 1}\n- ad: 2\n", channel="mail", sender="red", when=t.WHEN)
    file(campaign, "blue", "green")
    assert keys(campaign, UNTIL - 5 * H) == ["reminder-0001-t01-add-red-6"]


@pytest.mark.parametrize(("deadline", "reminders"), [("soon", (72, 24, 6)), ("Friday 21:00", ())])
def test_without_a_moment_or_hours_nobody_is_reminded(tmp_path: Path, deadline: str, reminders: Any) -> None:
    campaign = running(tmp_path / "c", deadlines={"add": deadline}, reminders=[*reminders])
    assert keys(campaign, UNTIL - H) == []


def test_what_had_passed_when_the_deadline_was_told_needs_no_reminder(tmp_path: Path) -> None:
    campaign = running(tmp_path / "c", deadlines={"add": "1 day 21:00"})  # 33 hours
    assert keys(campaign, t.WHEN + H) == []
    assert len(keys(campaign, t.WHEN + 9 * H)) == 3
    extend(campaign, t.WHEN + 29 * H, who="gm", when=t.WHEN + 10 * H, earlier=True)
    assert [key for key in keys(campaign, t.WHEN + 11 * H) if "reminder" in key] == []
    extend(campaign, t.WHEN + 50 * H, who="gm", when=t.WHEN + 12 * H)
    found = [key for key in keys(campaign, t.WHEN + 27 * H) if "reminder" in key]
    assert found == [f"reminder-0001-t01-add-{seat}-24-x2" for seat in ("red", "blue", "green")]


def test_each_reminder_once_and_what_was_slept_through_once(tmp_path: Path, outbox: list[Letter]) -> None:
    campaign = running(tmp_path / "c")
    file(campaign, "blue")
    for when in (UNTIL - 80 * H, UNTIL - 20 * H, UNTIL - 20 * H, UNTIL - 19 * H):
        tick(campaign.folder, when)
    assert [letter.key for letter in outbox] == [f"reminder-0001-t01-add-{seat}-24" for seat in ("red", "green")]
    before = t.files(campaign.folder)
    assert did(tick(campaign.folder, UNTIL - 18 * H)) == []
    assert t.files(campaign.folder) == before, "nothing is written when nothing is due"
    tick(campaign.folder, UNTIL - 6 * H)
    assert [letter.key for letter in outbox][2:] == [f"reminder-0001-t01-add-{seat}-6" for seat in ("red", "green")]


def test_the_letter(tmp_path: Path, outbox: list[Letter]) -> None:
    campaign = running(tmp_path / "c", missing="standing", time_zone="Europe/Moscow")
    submit(campaign, "blue", GOOD.encode(), channel="mail", sender="", when=t.WHEN, standing="add")
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("language: en\n    colour", "language: ru\n    colour", 1), "utf-8")
    tick(campaign.folder, UNTIL - 23 * H)
    red, blue, _green = outbox
    assert (red.to, red.lang, red.purpose, red.seat) == ("red@example.org", "ru", "reminder", "red")
    assert (red.thread, red.about) == ("0001-t01-add-red", "open 0001-t01-add")
    assert red.subject == "[A test] Ход 1, Сложение: ждём вашу заявку"
    words = " ".join(red.text.split())
    assert "Срок: 2026-12-04 21:00 Europe/Moscow (18:00 UTC). Осталось: 20 часов." in words
    assert "2026-12-04 21:00 Europe/Moscow (18:00 UTC)" in " ".join(blue.text.split())
    assert "standing orders" in blue.text


# -- a moved deadline


def test_a_moved_deadline_is_news_for_everybody_once(tmp_path: Path, outbox: list[Letter]) -> None:
    campaign = running(tmp_path / "c")
    change_seat(campaign, "green", {"address": None})
    extend(campaign, UNTIL + H, who="gm", when=t.WHEN, why="a holiday")
    extend(campaign, UNTIL + 2 * H, who="gm", when=t.WHEN + H)
    done = tick(campaign.folder, t.WHEN + 2 * H)
    assert did(done) == [("moved", "red", "put"), ("moved", "blue", "put"), ("moved", "green", "no_address")]
    assert did(tick(campaign.folder, t.WHEN + 3 * H)) == []
    assert [letter.key for letter in outbox] == [f"news-0001-t01-add-moved-2-{seat}" for seat in ("red", "blue")]
    assert outbox[0].purpose == "news" and "Before, it was 2026-12-04 22:00 UTC.\n" in outbox[0].text
    extend(campaign, UNTIL + 3 * H, who="gm", when=t.WHEN + 4 * H, why="a holiday")
    tick(campaign.folder, t.WHEN + 5 * H)
    assert len(outbox) == 4 and outbox[2].text.endswith("The reason: a holiday\n")


# -- the deadline has passed


def test_without_auto_resolve_the_game_master_is_told_once(tmp_path: Path, outbox: list[Letter]) -> None:
    campaign = running(tmp_path / "c", grace=15)
    assert did(tick(campaign.folder, UNTIL + H / 4)) == [], "in the time of grace"
    done = tick(campaign.folder, UNTIL + H)
    assert did(done) == [("overdue", "", "no_address")] and done.exit_code == 0
    assert did(tick(campaign.folder, UNTIL + H)) == []
    assert len(campaign.phases()) == 1


@pytest.mark.parametrize("missing", ["hold", "bot"])
def test_auto_resolve_plays_by_the_policies_once(tmp_path: Path, outbox: list[Letter], missing: str) -> None:
    campaign = running(tmp_path / "c", auto_resolve=True, missing=missing, guard=True)
    file(campaign, "red", "blue")
    assert did(tick(campaign.folder, UNTIL)) == []
    done = tick(campaign.folder, UNTIL + H)
    assert did(done) == [("played", "0002-t01-settle", "done")] and done.exit_code == 0
    assert campaign.manifest(campaign.phases()[1])["silent"] == {"green": missing}
    assert did(tick(campaign.folder, UNTIL + H)) == []
    after = current(Campaign.open(campaign.folder))
    assert (after.desk, after.until) == ("0003-t02-add", UNTIL + 7 * 24 * H)
    assert verify(Campaign.open(campaign.folder)).ok


def test_pages_are_written_behind_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = running(tmp_path / "c", auto_resolve=True, missing="hold", pages=True)
    written: list[tuple[str, bool]] = []
    monkeypatch.setattr("gm.pages.of_outcome", lambda campaign, outcome: outcome)
    monkeypatch.setattr(
        "gm.pages.write_all",
        lambda outcome, folder: written.append((folder.name, (campaign.phases_folder / folder.name).exists())),
    )
    tick(campaign.folder, UNTIL + H)
    assert written == [("0002-t01-settle", True)]


def test_the_game_is_played_to_its_end_and_then_there_is_nothing_to_do(tmp_path: Path) -> None:
    campaign = running(tmp_path / "c", auto_resolve=True, missing="hold")
    for week in range(6):
        assert tick(campaign.folder, UNTIL + H + week * 7 * 24 * H).trouble is None
    assert campaign.opened() is None and len(campaign.phases()) == 7


@pytest.mark.parametrize(
    ("settings", "files", "code"),
    [
        ({"missing": "hold", "guard": True}, ("red",), "many_silent"),
        ({"missing": "wait"}, ("red", "blue"), "orders_missing"),
    ],
)
def test_what_needs_a_person_stops_it_and_is_told(
    tmp_path: Path, outbox: list[Letter], settings: dict[str, Any], files: tuple[str, ...], code: str
) -> None:
    campaign = running(tmp_path / "c", auto_resolve=True, **settings)
    file(campaign, *files)
    for _ in range(2):
        done = tick(campaign.folder, UNTIL + H)
        assert isinstance(done.trouble, CampaignError) and done.trouble.code == code
        assert (done.exit_code, done.did) == (3, (Did("stopped", code, "no_address"),))
    assert len(campaign.phases()) == 1


def test_a_held_phase_is_not_played(tmp_path: Path) -> None:
    campaign = running(tmp_path / "c", auto_resolve=True, missing="hold")
    hold.ask(campaign, "red", "Which fleet?", t.WHEN)
    assert tick(campaign.folder, UNTIL + H).exit_code == 3
    hold.release(campaign, None, UNTIL + H)
    assert did(tick(campaign.folder, UNTIL + H)) == [("played", "0002-t01-settle", "done")]


@pytest.mark.parametrize("auto", [True, False])
def test_a_clock_that_jumped_sends_and_plays_nothing(tmp_path: Path, outbox: list[Letter], auto: bool) -> None:
    campaign = running(tmp_path / "c", auto_resolve=auto, missing="hold", guard=True)
    extend(campaign, UNTIL + H, who="gm", when=t.WHEN)
    for when in (t.WHEN - H, t.WHEN + 61 * 24 * H):
        done = tick(campaign.folder, when)
        assert isinstance(done.trouble, CampaignError) and done.trouble.code.startswith("clock_")
    assert outbox == [] and len(campaign.phases()) == 1


def test_a_deadline_of_another_turn_plays_nothing(tmp_path: Path, outbox: list[Letter]) -> None:
    campaign = running(tmp_path / "c", auto_resolve=True, missing="hold", deadlines={"add": "2026-11-20 21:00"})
    assert did(tick(campaign.folder, t.WHEN + H)) == [("stale", "", "no_address")]
    assert did(tick(campaign.folder, t.WHEN + 2 * H)) == []
    extend(campaign, t.WHEN + 9 * H, who="gm", when=t.WHEN + 3 * H)
    tick(campaign.folder, t.WHEN + 10 * H)
    assert len(campaign.phases()) == 3


# -- early


@pytest.mark.parametrize("auto", [True, False])
def test_everybody_is_ready(tmp_path: Path, outbox: list[Letter], auto: bool) -> None:
    campaign = running(tmp_path / "c", early=True, auto_resolve=auto)
    file(campaign, "red", "blue", "green")
    for seat in ("red", "blue", "green"):
        assert did(tick(campaign.folder, t.WHEN + H)) == []
        set_ready(campaign, seat, True, t.WHEN, "mail")
    expected = ("played", "0002-t01-settle", "done") if auto else ("ready", "", "no_address")
    assert did(tick(campaign.folder, t.WHEN + H)) == [expected]
    assert did(tick(campaign.folder, t.WHEN + H)) == []


def test_ready_plays_nothing_early_where_the_campaign_does_not_say_so(tmp_path: Path) -> None:
    campaign = running(tmp_path / "c", auto_resolve=True)
    file(campaign, "red", "blue", "green")
    for seat in ("red", "blue", "green"):
        set_ready(campaign, seat, True, t.WHEN, "mail")
    assert did(tick(campaign.folder, t.WHEN + H)) == []


# -- steps, many campaigns, the command


def test_a_step_that_fails_keeps_the_phase_from_being_played(tmp_path: Path) -> None:
    campaign = running(tmp_path / "c", auto_resolve=True, missing="hold")

    def fetch(campaign: Campaign, hour: Hour) -> list[Did]:
        raise OSError("no network")

    done = tick(campaign.folder, UNTIL + H, steps=(fetch, *ticking.STEPS))
    assert done.exit_code == 4 and len(campaign.phases()) == 1


def test_without_an_outbox_it_is_only_said_what_is_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ticking, "_outbox", lambda: None)
    campaign = running(tmp_path / "c")
    before = t.files(campaign.folder)
    for _ in range(2):
        assert [how for _what, _seat, how in did(tick(campaign.folder, UNTIL - H))] == ["no_outbox"] * 3
    assert t.files(campaign.folder) == before


def test_a_trial_changes_nothing(tmp_path: Path, outbox: list[Letter]) -> None:
    campaign = running(tmp_path / "c", auto_resolve=True, missing="hold")
    extend(campaign, UNTIL + H, who="gm", when=t.WHEN)
    before = t.files(campaign.folder)
    assert {how for _what, _about, how in did(tick(campaign.folder, UNTIL, dry_run=True))} == {"trial"}
    assert did(tick(campaign.folder, UNTIL + 2 * H, dry_run=True)) == [("played", "0002-t01-settle", "trial")]
    assert t.files(campaign.folder) == before and outbox == []


def test_many_campaigns_and_a_broken_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outbox: list[Letter]) -> None:
    monkeypatch.setattr("gm.cli.base.now", lambda: UNTIL - H)
    one, broken, mad, last = (running(tmp_path / name) for name in ("a", "b", "c", "d"))
    (broken.folder / "campaign.yaml").write_text("title: [", "utf-8")
    (mad.folder / "phases" / "0000-t00-entry" / "manifest.json").write_text("{", "utf-8")
    folders = [one.folder, broken.folder, mad.folder, tmp_path / "nothing", last.folder]
    result = gm("tick", *folders)
    assert result.exit_code == 4
    assert result.stdout.splitlines() == [f"{x.folder}: reminder to red, blue, green" for x in (one, last)]
    assert (
        f"{broken.folder}: campaign.yaml:1:" in result.stderr and f"{tmp_path / 'nothing'}: there is" in result.stderr
    )
    assert len(outbox) == 6
    again = gm("tick", one.folder, last.folder)
    assert again.stdout.splitlines() == [f"{x.folder}: nothing to do" for x in (one, last)]
    assert gm("tick", "--quiet", one.folder).output == "" and gm("-C", one.folder, "tick").exit_code == 0
    assert gm("-C", one.folder, "tick", lang="ru").stdout == f"{one.folder}: делать нечего\n"
    facts = json.loads(gm("tick", "--json", one.folder, broken.folder).stdout)["campaigns"]
    assert [(fact["campaign"], fact["did"], fact["exit_code"]) for fact in facts] == [("test-1", [], 0), (None, [], 1)]


def test_a_mistake_in_the_program_stops_one_campaign_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = running(tmp_path / "c")

    def bad(campaign: Campaign, hour: Hour) -> list[Did]:
        raise KeyError("oops")

    monkeypatch.setattr(ticking, "STEPS", (bad,))
    result = gm("tick", campaign.folder, campaign.folder)
    assert result.exit_code == 4 and result.stderr.count("a mistake in gm itself") == 2


def test_an_idle_campaign_reads_no_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outbox: list[Letter]) -> None:
    campaign = running(tmp_path / "c", early=True, auto_resolve=True, guard=True)
    tick(campaign.folder, UNTIL - 20 * H)

    def never(*_: Any) -> Any:
        raise AssertionError("the state was read")

    monkeypatch.setattr(Campaign, "state_after", never)
    for when in (t.WHEN, UNTIL - 80 * H, UNTIL - 19 * H, UNTIL):
        assert did(tick(campaign.folder, when)) == []


def test_notices_go_to_the_game_master_where_his_address_is_known(
    tmp_path: Path, outbox: list[Letter], monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = {"mail": {"gm": "gm@example.org"}}
    campaign = running(tmp_path / "c", early=True, **mail)
    extend(campaign, UNTIL + H, who="gm", when=t.WHEN)
    assert did(tick(campaign.folder, UNTIL + 2 * H)) == [("overdue", "", "put")]
    auto = running(tmp_path / "auto", auto_resolve=True, **mail)
    for how in ("put", "again"):
        assert tick(auto.folder, UNTIL + H).did == (Did("stopped", "orders_missing", how),)
    tick(running(tmp_path / "hold", auto_resolve=True, missing="hold", **mail).folder, UNTIL + H)
    overdue, stopped, played = outbox
    assert (played.key, played.about) == ("notice-0001-t01-add-played", "open 0003-t02-add")
    assert played.text == "gm tick has played 0001-t01-add, 0002-t01-settle.\n"
    assert (overdue.key, overdue.purpose, overdue.seat) == ("notice-0001-t01-add-overdue-x1", "notice", "")
    assert overdue.text.endswith("The deadline has passed: 2026-12-04 22:00 UTC. gm resolve plays the phase.\n")
    assert (stopped.key, stopped.to) == ("notice-0001-t01-add-orders_missing", "gm@example.org")
    assert "red, blue, green" in stopped.text
