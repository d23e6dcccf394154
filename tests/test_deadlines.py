"""Deadlines: dates and rules through changes of the clock, fixed when a phase opens, extended; grace; who is ready."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from gm import rerun
from gm.calendar import folded, ics
from gm.campaign import Campaign
from gm.config import parse_config
from gm.deadlines import current, left
from gm.extension import extend, moment_asked
from gm.guard import newest_time
from gm.handover import change_seat
from gm.inbox import Submission, policies, submit
from gm.inbox import current as counting
from gm.play import blank_form, prepare
from gm.ready import all_ready, ready, set_ready
from gm.receipt import receipt
from gm.trouble import CampaignError
from gm.verify import verify
from gm.walltime import Rule, WrongRule, moment_of, rule_of, shown, wall
from tests import campaigns as t
from tests import counter
from tests.desk import gm

H = timedelta(hours=1)
GOOD = "- add: {number: 1}\n"


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)
    monkeypatch.setattr("gm.cli.base.now", lambda: t.WHEN)


def running(tmp_path: Path, deadline: str = "2026-12-04 21:00", **settings: Any) -> Campaign:
    campaign = t.new(tmp_path / "c", deadlines={"add": deadline}, **settings)
    t.resolve(campaign)
    return campaign


def edited(campaign: Campaign, old: str, new: str) -> Campaign:
    path = campaign.folder / "campaign.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8", newline="\n")
    return Campaign.open(campaign.folder)


def sent(campaign: Campaign, when: datetime, seat: str = "red", text: str = GOOD) -> Submission:
    return submit(campaign, seat, text.encode(), channel="mail", sender=seat, when=when)


def refused(code: str, call: Any) -> CampaignError:
    with pytest.raises(CampaignError) as caught:
        call()
    assert (caught.value.code, caught.value.exit_code) == (code, 1)
    return caught.value


# -- clocks that change


@pytest.mark.parametrize(
    ("day", "clock", "zone", "utc"),
    [
        ("2026-10-24", "21:00", "Europe/Berlin", "2026-10-24 19:00"),
        ("2026-10-25", "21:00", "Europe/Berlin", "2026-10-25 20:00"),
        ("2026-10-25", "02:30", "Europe/Berlin", "2026-10-25 01:30"),  # twice: the later one
        ("2026-10-25", "03:00", "Europe/Berlin", "2026-10-25 02:00"),
        ("2026-03-29", "01:59", "Europe/Berlin", "2026-03-29 00:59"),
        ("2026-03-29", "02:30", "Europe/Berlin", "2026-03-29 01:30"),  # never: what the old clock would show
        ("2026-03-29", "03:30", "Europe/Berlin", "2026-03-29 01:30"),
        ("2026-03-29", "02:30", "Europe/Moscow", "2026-03-28 23:30"),  # no summer time
        ("2010-10-31", "02:30", "Europe/Moscow", "2010-10-30 23:30"),  # there was one: +3 after the change
        ("2014-10-26", "01:30", "Europe/Moscow", "2014-10-25 22:30"),  # the zone itself changed from +4 to +3
        ("2011-12-30", "12:00", "Pacific/Apia", "2011-12-30 22:00"),  # a day that was left out
    ],
)
def test_the_moment_that_a_clock_shows(day: str, clock: str, zone: str, utc: str) -> None:
    moment = wall(date.fromisoformat(day), time.fromisoformat(clock), zone)
    assert moment.astimezone(UTC) == datetime.fromisoformat(utc).replace(tzinfo=UTC)
    assert (moment + 24 * H).astimezone(UTC) - moment.astimezone(UTC) == 24 * H, "hours are hours"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Friday 21:00", Rule(4, 0, time(21))),
        ("on fri at 9:05", Rule(4, 0, time(9, 5))),
        ("пятница 21:00", Rule(4, 0, time(21))),
        ("в  пятницу в 21:00", Rule(4, 0, time(21))),
        ("во вторник 8:00", Rule(1, 0, time(8))),
        ("вс 0:00", Rule(6, 0, time(0))),
        ("7 days 21:00", Rule(None, 7, time(21))),
        ("in 1 day at 21:00", Rule(None, 1, time(21))),
        ("7 дней 21:00", Rule(None, 7, time(21))),
        ("через 2 дня в 21:00", Rule(None, 2, time(21))),
        ("Friday, 21:00", None),
        ("tomorrow 21:00", None),
        ("in the evening", None),
        ("2026-12-04 21:00", None),
        ("", None),
    ],
)
def test_a_rule_in_words(text: str, rule: Rule | None) -> None:
    assert rule_of(text) == rule


@pytest.mark.parametrize(
    "text", ["Fryday 21:00", "пятницо 21:00", "Friday 25:00", "Friday 21:60", "7 days", "0 days 21:00", "400 days 9:00"]
)
def test_what_only_looks_like_a_rule_is_refused_with_its_place(tmp_path: Path, text: str) -> None:
    with pytest.raises(WrongRule):
        rule_of(text)
    campaign = t.new(tmp_path / "c", deadlines={"add": "soon"})
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("add: soon", f"add: {text}"), "utf-8", newline="\n")
    error = refused("bad_config", lambda: Campaign.open(campaign.folder))
    line = 1 + path.read_text("utf-8").split("\n").index(f"  add: {text}")
    assert [(p.code, p.line, p.column) for p in error.problems] == [("bad_rule", line, 8)]


@pytest.mark.parametrize(
    ("rule", "opened", "least", "moment"),
    [
        ("Friday 21:00", "2026-11-30 12:00", 24, "2026-12-04 21:00"),  # a Monday
        ("Friday 21:00", "2026-12-03 21:00", 24, "2026-12-04 21:00"),  # just 24 hours
        ("Friday 21:00", "2026-12-03 21:01", 24, "2026-12-11 21:00"),
        ("Friday 21:00", "2026-12-04 20:59", 0, "2026-12-04 21:00"),
        ("Friday 21:00", "2026-12-04 21:00", 0, "2026-12-11 21:00"),
        ("7 days 21:00", "2026-12-04 23:00", 24, "2026-12-11 21:00"),
        ("1 day 21:00", "2026-12-04 22:00", 24, "2026-12-06 21:00"),
        ("1 day 21:00", "2026-12-04 22:00", 23, "2026-12-05 21:00"),
        ("Sunday 21:00", "2026-10-18 21:00", 24, "2026-10-25 21:00"),  # a week with 169 hours
        ("Sunday 21:00", "2026-03-22 21:00", 24, "2026-03-29 21:00"),  # and one with 167
    ],
)
def test_when_a_rule_comes_true(rule: str, opened: str, least: int, moment: str) -> None:
    found, zone = rule_of(rule), "Europe/Berlin"
    assert found is not None
    begin = datetime.fromisoformat(opened)
    came = moment_of(found, wall(begin.date(), begin.time(), zone), zone, timedelta(hours=least))
    assert came.strftime("%Y-%m-%d %H:%M") == moment


def test_a_moment_is_shown_with_the_zone_and_utc() -> None:
    moment = datetime(2026, 12, 4, 22, tzinfo=UTC)
    assert shown(moment, "UTC") == "2026-12-04 22:00 UTC"
    assert shown(moment, "Europe/Berlin") == "2026-12-04 23:00 Europe/Berlin (22:00 UTC)"
    assert shown(moment, "Europe/Moscow") == "2026-12-05 01:00 Europe/Moscow (2026-12-04 22:00 UTC)"


@pytest.mark.parametrize(
    ("away", "en", "ru"),
    [
        (51 * H, "in 2 days 3 hours", "через 2 дня 3 часа"),
        (24 * H, "in 1 day", "через 1 день"),
        (5 * H + timedelta(minutes=21), "in 5 hours 21 min", "через 5 часов 21 мин"),
        (timedelta(seconds=20), "in 0 min", "через 0 мин"),
        (-2 * H, "2 hours ago", "2 часа назад"),
    ],
)
def test_how_far_away_a_moment_is(away: timedelta, en: str, ru: str) -> None:
    assert left(t.WHEN + away, t.WHEN, "en") == en
    assert left(t.WHEN + away, t.WHEN, "ru") == ru


# -- settings


def test_the_settings_have_places_and_comments_in_both_languages(tmp_path: Path) -> None:
    text = "id: x\ntitle: T\ngame: counter\nseats: {red: , blue: }\n"
    assert parse_config(text.encode()).reminders == (72, 24, 6)
    more = "reminders: [48, 0, x]\ngrace: 1441\nleast_hours: -1\nearly: perhaps\nauto_resolve: 1\n"
    with pytest.raises(CampaignError) as caught:
        parse_config((text + more).encode())
    assert [(p.code, p.line, p.column) for p in caught.value.problems] == [
        ("greater_than_equal", 5, 17),
        ("int_parsing", 5, 20),
        ("less_than_equal", 6, 8),
        ("greater_than_equal", 7, 14),
        ("bool_parsing", 8, 8),
        ("bool_parsing", 9, 15),
    ]
    with pytest.raises(CampaignError) as caught:
        parse_config((text + "reminders: 24\n").encode())
    assert [(p.code, p.line, p.column) for p in caught.value.problems] == [("list_type", 5, 12)]
    assert parse_config((text + "reminders: []\n").encode()).reminders == ()
    for lang, word in (("en", "remind"), ("ru", "напоминает")):
        campaign = Campaign.create(
            tmp_path / lang, game="counter", title="T", id="t", language=lang, seats=[{}, {}], settings={"grace": "15"}
        )
        written = (campaign.folder / "campaign.yaml").read_text("utf-8")
        assert word in written and "\nreminders: [72, 24, 6]\n" in written and "\ngrace: 15\n" in written


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_settings_of_the_page_on_automation_are_good(lang: str) -> None:
    page = (Path(__file__).parent.parent / "docs" / f"automation.{lang}.md").read_text("utf-8")
    settings = page.split("```yaml\n")[1].split("```")[0]
    config = parse_config(f"id: x\ntitle: T\ngame: counter\nseats: {{red: , blue: }}\n{settings}".encode())
    assert rule_of(config.deadlines["movement"]) == Rule(4, 0, time(21))
    assert (config.grace, config.reminders, config.auto_resolve) == (15, (72, 24, 6), False)


# -- fixed when the phase opens


def test_a_rule_is_fixed_when_the_phase_opens(tmp_path: Path) -> None:
    campaign = running(tmp_path, "Friday 21:00", time_zone="Europe/Berlin")
    told = "2026-12-04 21:00 Europe/Berlin (20:00 UTC)"
    assert campaign.manifest(campaign.phases()[0])["opens"] == {"until": "2026-12-04T21:00:00+01:00"}
    assert campaign.manifest(campaign.phases()[0])["about"]["deadline"] == told
    for old, new in (("Friday", "Sunday"), ("Europe/Berlin", "Europe/Moscow"), ("least_hours: 24", "least_hours: 99")):
        campaign = edited(campaign, old, new)
        assert current(campaign).until == datetime(2026, 12, 4, 20, tzinfo=UTC)
    assert verify(campaign).ok


def test_where_nothing_was_fixed_the_settings_of_now_count(tmp_path: Path) -> None:
    campaign = running(tmp_path, "soon")
    assert "opens" not in campaign.manifest(campaign.phases()[0])
    assert (current(campaign).text, current(campaign).until) == ("soon", None)
    campaign = edited(campaign, "add: soon", "add: Friday 21:00")
    assert current(campaign).text == "2026-12-04 21:00 UTC"
    campaign = edited(campaign, "add: Friday 21:00", "add: Sunday 21:00")
    assert current(campaign).text == "2026-12-06 21:00 UTC"


def test_a_date_that_has_passed_is_not_told_and_known_as_stale(tmp_path: Path) -> None:
    campaign = running(tmp_path, "2026-11-20 21:00")
    assert campaign.manifest(campaign.phases()[0])["about"]["deadline"] == ""
    assert current(campaign).stale
    assert "had passed before this phase began" in gm("-C", campaign.folder, "status").stderr


def test_entry_knows_dates_and_no_rules(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c", deadlines={"entry": "Friday 21:00"})
    assert (current(campaign).text, current(campaign).until) == ("Friday 21:00", None)
    extend(campaign, moment_asked(campaign, "2026-12-05 21:00", t.WHEN), who="gm", when=t.WHEN)
    assert current(campaign).text == "2026-12-05 21:00 UTC"


def test_a_correction_keeps_the_deadline_that_was_told(tmp_path: Path) -> None:
    campaign = running(tmp_path, "7 days 21:00", missing="hold")
    t.resolve(campaign)  # adding and settling of turn 1; then adding of turn 2 opens
    before = current(campaign)
    extend(campaign, before.until + H, who="gm", when=t.WHEN + H)  # type: ignore[operator]
    with campaign.as_of(campaign.phases()[:1]):
        submit(campaign, "red", GOOD.encode(), channel="correction", sender="gm", when=t.WHEN)
    first = rerun.first_changed(campaign)
    assert first is not None
    again = rerun.prepare(campaign, first, "a slip", t.WHEN + 48 * H)
    assert not [line for one in again.differences for line in one.lines if "2026" in line]
    rerun.commit(campaign, again)
    after = current(campaign)
    assert (after.since, after.until) == (before.since, before.until + H)  # type: ignore[operator]
    assert verify(campaign).ok


def test_a_phase_that_opens_again_begins_anew(tmp_path: Path) -> None:
    campaign = running(tmp_path, "Friday 21:00")
    extend(campaign, t.WHEN + 200 * H, who="gm", when=t.WHEN + H)
    set_ready(campaign, "red", True, t.WHEN + H, "cli")
    campaign.undo()
    campaign.commit(prepare(campaign, when=t.WHEN + 2 * H))
    assert current(campaign).until == datetime(2026, 12, 4, 21, tzinfo=UTC)
    assert ready(campaign) == {}


# -- extensions


def test_an_extension_counts_at_once_and_is_told(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    until = current(campaign).until
    assert until is not None
    assert sent(campaign, until + H).late
    result = gm("-C", campaign.folder, "extend", "+24h", "--reason", "the server\nwas down")
    assert result.stdout == "Orders are accepted until 2026-12-05 21:00 UTC, in 5 days 9 hours\n"
    assert counting(campaign, "red") is not None and policies(campaign).until == until + 24 * H
    page = receipt(campaign, "red").text()
    assert "Orders are accepted until 2026-12-05 21:00 UTC\n" in page
    assert "moved the deadline on 2026-11-30 12:00, for this reason: the server was down" in page
    assert "# Orders are accepted until 2026-12-05 21:00 UTC\n" in blank_form(campaign, "red")
    status = gm("-C", campaign.folder, "status")
    assert "Orders are accepted until 2026-12-05 21:00 UTC, in 5 days 9 hours\n" in status.stdout
    assert "moved by" in status.stdout and "the server was down" in status.stdout
    (kept,) = json.loads(gm("-C", campaign.folder, "status", "--json").stdout)["extensions"]
    assert (kept["was"], kept["when"]) == ("2026-12-04T21:00:00+00:00", "2026-11-30T12:00:00+00:00")
    t.resolve(campaign, "hold")
    assert campaign.manifest(campaign.phases()[1])["counting"]["until"] == "2026-12-05T21:00:00+00:00"
    assert verify(campaign).ok


@pytest.mark.parametrize(
    ("typed", "until"),
    [
        ("+24h", "2026-10-25T02:30:00+02:00"),
        ("+1d", "2026-10-25T02:30:00+01:00"),
        ("+ 2 дня", "2026-10-26T02:30:00+01:00"),
        ("+30ч", "2026-10-25T07:30:00+01:00"),
        ("+90 мин", "2026-10-24T04:00:00+02:00"),
        ("2026-10-30 21:00", "2026-10-30T21:00:00+01:00"),
    ],
)
def test_what_an_extension_means(tmp_path: Path, typed: str, until: str) -> None:
    campaign = t.new(tmp_path / "c", deadlines={"entry": "2026-10-24 02:30"}, time_zone="Europe/Berlin")
    assert moment_asked(campaign, typed, t.WHEN).isoformat() == until


def test_an_extension_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    for typed in ("soon", "+3 fortnights", "24h", "2026-13-01 21:00", "9999-12-31 23:59"):
        refused("bad_extension", lambda typed=typed: moment_asked(campaign, typed, t.WHEN))
    refused("extension_past", lambda: extend(campaign, t.WHEN, who="gm", when=t.WHEN, earlier=True))
    refused("extension_earlier", lambda: extend(campaign, t.WHEN + H, who="gm", when=t.WHEN))
    assert extend(campaign, t.WHEN + H, who="gm", when=t.WHEN, earlier=True).until == t.WHEN + H
    result = gm("-C", campaign.folder, "extend", "settle", "+24h")
    assert (result.exit_code, result.stderr) == (1, "the open phase is add, not settle\n")
    assert gm("-C", campaign.folder, "extend", "adding", "+24h").exit_code == 0


def test_a_damaged_extension_is_said_so(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    extend(campaign, t.WHEN + 200 * H, who="gm", when=t.WHEN + H)
    assert newest_time(campaign) == t.WHEN + H, "the guard sees it"
    path = campaign.folder / "inbox" / "0001-t01-add" / "extensions.json"
    good = path.read_text("utf-8")
    for broken in ("{", "[1]", "", good.replace("2026", "x"), good.replace("+00:00", "")):
        path.write_text(broken, "utf-8")
        with pytest.raises(CampaignError) as caught:
            current(campaign)
        assert (caught.value.code, caught.value.exit_code) == ("damaged_file", 4)


# -- grace


@pytest.mark.parametrize("late", ["refuse", "count"])
def test_a_file_in_the_time_of_grace_counts_and_the_receipt_says_so(tmp_path: Path, late: str) -> None:
    campaign = running(tmp_path, grace=15, late=late)
    until = current(campaign).until
    assert until is not None
    minute = timedelta(minutes=1)
    for after, grace, is_late in ((0 * minute, False, False), (15 * minute, True, False), (16 * minute, False, True)):
        done = sent(campaign, until + after)
        assert (done.in_grace, done.late, done.counts) == (grace, is_late, not is_late or late == "count")
    page = receipt(campaign, "red", 2).text()
    assert ("in the time of grace, and counts" in page) == (late == "refuse")
    assert "in the time of grace" not in receipt(campaign, "red", 3).text()
    assert "grace" not in blank_form(campaign, "red"), "nobody is told before"
    russian = gm("-C", campaign.folder, "receipt", "red", "2", lang="ru").stdout
    assert ("но принята в льготное время." in russian) == (late == "refuse")
    status = gm("-C", campaign.folder, "status").stdout
    assert "Time of grace: 15 minutes more" in status
    assert "  in the time of grace" in status or late == "count"


def test_a_phase_played_again_keeps_its_grace(tmp_path: Path) -> None:
    campaign = running(tmp_path, grace=15)
    until = current(campaign).until
    assert until is not None and sent(campaign, until + H / 6).counts
    t.resolve(campaign, "hold")
    assert campaign.manifest(campaign.phases()[1])["counting"]["grace"] == "15"
    campaign = edited(campaign, "grace: 15", "grace: 0")
    assert rerun.first_changed(campaign) is None


# -- ready


def test_who_is_ready_is_kept_and_can_be_taken_back(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    assert set_ready(campaign, "red", True, t.WHEN, "mail")
    assert not set_ready(campaign, "red", True, t.WHEN, "mail"), "said twice it is nothing new"
    assert [*ready(campaign)] == ["red"] and ready(campaign)["red"].channel == "mail"
    assert "ready" in gm("-C", campaign.folder, "status").stdout
    assert json.loads(gm("-C", campaign.folder, "status", "--json").stdout)["seats"]["red"]["ready"]
    assert gm("-C", campaign.folder, "ready", "red", "--not").stdout == "red is not ready.\n"
    assert ready(campaign) == {}
    result = gm("-C", campaign.folder, "ready", "blue")
    assert (result.stdout, result.stderr) == ("blue is ready.\n", "No file of this seat counts so far.\n")
    rows = json.loads((campaign.folder / "inbox" / "0001-t01-add" / "ready.json").read_text("utf-8"))
    assert [(row["seat"], row["yes"]) for row in rows] == [("red", True), ("red", False), ("blue", True)]
    refused("no_seat", lambda: set_ready(campaign, "zoe", True, t.WHEN, "mail"))


def test_when_everybody_is_ready(tmp_path: Path) -> None:
    campaign = running(tmp_path, "soon", missing="standing")
    for seat in ("blue", "green"):
        submit(campaign, seat, GOOD.encode(), channel="mail", sender="", when=t.WHEN, standing="add")
    assert not all_ready(campaign, t.WHEN), "somebody must have said so"
    set_ready(campaign, "red", True, t.WHEN, "cli")
    assert all_ready(campaign, t.WHEN)
    campaign = edited(campaign, "missing: standing", "missing: wait")
    assert not all_ready(campaign, t.WHEN), "standing orders that would not be played"
    change_seat(campaign, "blue", {"absent": "2026-11-30 to 2026-11-30"})
    change_seat(campaign, "green", {"missing": "bot"})
    campaign = Campaign.open(campaign.folder)
    assert all_ready(campaign, t.WHEN) and not all_ready(campaign, t.WHEN + 24 * H)


def test_in_entry_everybody_is_waited_for(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c", seats=2)
    set_ready(campaign, "red", True, t.WHEN, "cli")
    assert not all_ready(campaign, t.WHEN)
    set_ready(campaign, "blue", True, t.WHEN, "cli")
    assert all_ready(campaign, t.WHEN)


# -- for calendars


def test_a_calendar_gets_the_deadline(tmp_path: Path) -> None:
    campaign = running(tmp_path, time_zone="Europe/Moscow")
    text = ics(campaign, "en")
    lines = text.split("\r\n")
    assert lines[:3] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//gm//gm//EN"] and lines[-2:] == [
        "END:VCALENDAR",
        "",
    ]
    assert {"SEQUENCE:0", "DTSTAMP:20261130T120000Z", "DTSTART:20261204T180000Z", "TRIGGER:-P1D"} <= {*lines}
    assert "SUMMARY:A test. Turn 1\\, phase: Adding" in lines
    extend(campaign, t.WHEN + 200 * H, who="gm", when=t.WHEN + H)
    later = ics(campaign, "en").split("\r\n")
    assert {"SEQUENCE:1", "DTSTAMP:20261130T130000Z", "DTSTART:20261208T200000Z"} <= {*later}
    assert [line for line in later if line.startswith("UID:")] == [line for line in lines if line.startswith("UID:")]
    path = tmp_path / "deadline.ics"
    assert gm("-C", campaign.folder, "status", "--ics", path).exit_code == 0
    assert path.read_bytes() == ics(campaign, "en").encode()


def test_without_a_moment_there_is_nothing_for_a_calendar(tmp_path: Path) -> None:
    campaign = running(tmp_path, "soon")
    refused("no_deadline", lambda: ics(campaign, "en"))
    result = gm("-C", campaign.folder, "status", "--ics", tmp_path / "x.ics")
    assert result.exit_code == 1 and not (tmp_path / "x.ics").exists()


@pytest.mark.parametrize("line", ["", "x" * 75, "x" * 76, "SUMMARY:" + "Щ" * 200, "a" * 74 + "世界" * 40, "🚀" * 99])
def test_long_lines_are_folded_between_letters(line: str) -> None:
    pieces = folded(line).split("\r\n")
    assert all(len(piece.encode()) <= 75 for piece in pieces)
    assert all(piece.startswith(" ") for piece in pieces[1:])
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == line
