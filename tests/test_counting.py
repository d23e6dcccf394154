"""Which file of a seat counts: by orders or as a whole, in time or late, or because the game master says so."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gm import inbox, rerun
from gm.campaign import Campaign
from gm.cli import cli
from gm.extension import extend
from gm.inbox import Submission, current, decide, stand_of, submit
from gm.play import prepare
from gm.trouble import CampaignError
from gm.verify import verify
from tests import campaigns as t
from tests import counter

DEADLINE = "2026-12-04 21:00"
IN_TIME, LATE = t.WHEN + timedelta(days=1), t.WHEN + timedelta(days=7)
GOOD, OTHER, MIXED, BAD, BLANK, NOTHING = (
    "- add: {number: 1}\n",
    "- add: {number: 2}\n",
    "- add: {number: 3}\n- ad: 4\n",
    "- ad: 5\n",
    "# nothing yet\n",
    "[]\n",
)


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


def running(tmp_path: Path, **settings: Any) -> Campaign:
    campaign = t.new(tmp_path / "c", deadlines={"add": DEADLINE}, guard=False, **settings)
    t.resolve(campaign)
    return campaign


def sent(campaign: Campaign, text: str, when: datetime = IN_TIME, channel: str = "mail") -> Submission:
    return submit(campaign, "red", text.encode(), channel=channel, sender="red", when=when)


def numbers(campaign: Campaign) -> list[int]:
    """What red adds if the phase is resolved now; empty when it has no file that counts."""
    file = current(campaign, "red")
    if file is None:
        return []
    return [order.number for order in prepare(campaign, "hold").readings["red"].orders]  # type: ignore[attr-defined]


def refused(code: str, exit_code: int, call: Any) -> CampaignError:
    with pytest.raises(CampaignError) as caught:
        call()
    assert (caught.value.code, caught.value.exit_code) == (code, exit_code)
    return caught.value


# -- a later file with mistakes never takes the place of an earlier good one


@pytest.mark.parametrize(
    ("accept", "later", "counts"),
    [
        ("orders", OTHER, [2]),
        ("orders", MIXED, [3]),
        ("orders", BAD, [1]),
        ("orders", BLANK, [1]),
        ("orders", NOTHING, []),
        ("file", OTHER, [2]),
        ("file", MIXED, [1]),
        ("file", BAD, [1]),
        ("file", BLANK, [1]),
        ("file", NOTHING, []),
    ],
)
def test_a_file_after_a_good_one(tmp_path: Path, accept: str, later: str, counts: list[int]) -> None:
    campaign = running(tmp_path, accept=accept)
    assert sent(campaign, GOOD).counts
    done = sent(campaign, later)
    assert numbers(campaign) == counts
    assert done.counts == (counts != [1])
    assert done.replaced is not None and done.replaced.number == 1
    assert done.stand.file is not None and done.stand.file.number == (1 if counts == [1] else 2)


@pytest.mark.parametrize(
    ("accept", "first", "reason"),
    [("file", MIXED, "mistakes"), ("file", BAD, "not_understood"), ("orders", BAD, "not_understood")],
)
def test_a_first_file_that_does_not_count_leaves_the_seat_silent(
    tmp_path: Path, accept: str, first: str, reason: str
) -> None:
    campaign = running(tmp_path, accept=accept)
    done = sent(campaign, first)
    assert not done.counts and done.stand.against == {1: reason}
    assert current(campaign, "red") is None
    silent = prepare(campaign, "hold").silent["red"]
    assert silent == ("hold uncounted" if reason == "mistakes" else "hold")


def test_many_versions_in_a_row(tmp_path: Path) -> None:
    campaign = running(tmp_path, accept="file")
    for text in (GOOD, MIXED, BLANK, OTHER, BAD, MIXED, BLANK):
        sent(campaign, text)
    stand = stand_of(campaign, "red")
    assert stand.file is not None and stand.file.number == 4
    assert stand.against == {2: "mistakes", 3: "blank", 5: "not_understood", 6: "mistakes", 7: "blank"}
    assert len(inbox.versions(campaign, "red")) == 7, "every version is kept"


def test_settings_are_read_strictly(tmp_path: Path) -> None:
    for key in ("accept", "late", "missing", "guard"):
        with pytest.raises(CampaignError) as caught:
            t.new(tmp_path / key, **{key: "perhaps"})
        assert [p.args["key"] for p in caught.value.problems] == [key]


# -- late


def test_a_late_file_does_not_count_and_an_earlier_one_does(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    assert sent(campaign, GOOD).counts
    done = sent(campaign, OTHER, LATE)
    assert done.late and not done.counts and done.stand.against == {2: "late"}
    assert numbers(campaign) == [1]


def test_a_late_file_alone_leaves_the_seat_awaited_and_the_resolve_says_so(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    sent(campaign, GOOD, LATE)
    error = refused("orders_not_counting", 3, lambda: prepare(campaign))
    assert error.args_of == {"seats": "red, blue, green", "uncounted": "red"}
    outcome = t.resolve(campaign, "hold")
    assert outcome.silent["red"] == "hold uncounted"
    assert verify(campaign).ok


def test_late_files_count_where_the_campaign_says_so(tmp_path: Path) -> None:
    campaign = running(tmp_path, late="count")
    done = sent(campaign, OTHER, LATE)
    assert done.late and done.counts and numbers(campaign) == [2]


def test_the_bot_is_never_late(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    done = sent(campaign, OTHER, LATE, channel="bot")
    assert done.counts and not done.late
    assert prepare(campaign, "hold").silent["red"] == "bot"


@pytest.mark.parametrize("deadline", ["Friday, 21:00", "2026-12-04 in the evening", ""])
def test_words_make_nothing_late(tmp_path: Path, deadline: str) -> None:
    campaign = t.new(tmp_path / "c", deadlines={"add": deadline} if deadline else {}, guard=False)
    t.resolve(campaign)
    done = sent(campaign, OTHER, LATE)
    assert done.counts and not done.late


def test_an_edit_for_later_turns_does_not_move_the_deadline_and_an_extension_does(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    assert not sent(campaign, OTHER, LATE).counts
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace(DEADLINE, "2026-12-24 21:00"), "utf-8", newline="\n")
    campaign = Campaign.open(campaign.folder)
    assert numbers(campaign) == []
    extend(campaign, LATE + timedelta(hours=1), who="gm", when=LATE)
    assert numbers(campaign) == [2]


def test_the_very_moment_of_the_deadline_is_in_time(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    moment = campaign.config.moment("add")
    assert moment is not None
    assert sent(campaign, GOOD, moment).counts
    assert not sent(campaign, OTHER, moment + timedelta(seconds=1)).counts


def test_a_file_of_which_nothing_is_known_is_not_late(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    filed = sent(campaign, GOOD, LATE).filed
    assert filed is not None
    filed.path.with_suffix(".json").unlink()
    assert current(campaign, "red") is not None


def test_a_file_of_which_nothing_is_known_takes_the_place_of_an_older_one_if_it_holds_orders(tmp_path: Path) -> None:
    """Its sidecar is gone: the newest orders count all the same, and what takes all of them back."""
    campaign = running(tmp_path)
    for text in (GOOD, OTHER, NOTHING, BLANK, "- add: {number\n"):
        sent(campaign, text)
    for path in (campaign.folder / "inbox").rglob("red-*.json"):
        path.write_bytes(b"\0")
    stand = inbox.stand_of(campaign, "red")
    assert stand.file is not None and stand.file.number == 3 and stand.file.withdrawn
    stand.file.path.unlink()
    assert numbers(campaign) == [2]


# -- the game master decides


def accept(campaign: Campaign, number: int | None = None, why: str = "") -> inbox.Stand:
    return decide(campaign, "red", number, who="gm@desk", when=LATE, why=why)


def test_a_decision_lets_a_late_file_count_and_is_kept(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    sent(campaign, GOOD)
    sent(campaign, OTHER, LATE)
    stand = accept(campaign, why="the mail was slow")
    assert stand.file is not None and stand.file.number == 2
    assert stand.decision is not None and (stand.decision.who, stand.decision.why) == ("gm@desk", "the mail was slow")
    assert numbers(campaign) == [2]
    kept = json.loads((campaign.folder / "inbox" / "0001-t01-add" / "red-decisions.json").read_text("utf-8"))
    assert kept == [{"number": 2, "newest": 2, "who": "gm@desk", "when": LATE.isoformat(), "why": "the mail was slow"}]


def test_a_decision_for_an_earlier_file(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    for text in (GOOD, OTHER, MIXED):
        sent(campaign, text)
    accept(campaign, 1)
    assert numbers(campaign) == [1]


def test_only_a_good_file_in_time_that_comes_later_takes_its_place(tmp_path: Path) -> None:
    campaign = running(tmp_path, accept="file")
    sent(campaign, GOOD)
    sent(campaign, MIXED)
    accept(campaign)
    assert numbers(campaign) == [3]
    for text, when in ((MIXED, IN_TIME), (BAD, IN_TIME), (BLANK, IN_TIME), (OTHER, LATE)):
        sent(campaign, text, when)
        assert numbers(campaign) == [3]
    assert sent(campaign, OTHER).counts
    assert numbers(campaign) == [2]
    assert stand_of(campaign, "red").decision is None


def test_a_decision_survives_undo_and_can_be_taken_back(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    sent(campaign, GOOD)
    sent(campaign, OTHER, LATE)
    accept(campaign)
    outcome = t.resolve(campaign, "hold")
    campaign.undo()
    assert numbers(campaign) == [2]
    assert prepare(campaign, "hold", t.WHEN).files() == outcome.files()
    assert accept(campaign, 0).decision is None
    assert numbers(campaign) == [1]


def test_deciding_is_refused_with_a_sentence(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    refused("nothing_filed", 1, lambda: accept(campaign))
    sent(campaign, GOOD)
    assert refused("no_such_file", 1, lambda: accept(campaign, 7)).args_of == {"typed": "7", "right": "1"}


def test_a_damaged_decision_is_said_so(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    sent(campaign, GOOD)
    accept(campaign)
    path = campaign.folder / "inbox" / "0001-t01-add" / "red-decisions.json"
    for broken in (b"", b"{", b"[1]", b'[{"number": "x"}]', b"\xff" * 9, b"[" * 100_000):
        path.write_bytes(broken)
        refused("damaged_file", 4, lambda: current(campaign, "red"))


def test_verify_holds_with_decisions_and_late_files(tmp_path: Path) -> None:
    campaign = running(tmp_path, missing="bot")
    sent(campaign, GOOD)
    sent(campaign, OTHER, LATE)
    accept(campaign)
    t.resolve(campaign)
    assert verify(Campaign.open(campaign.folder)).ok


# -- a phase that is played again


def corrected(campaign: Campaign) -> str | None:
    first = rerun.first_changed(campaign)
    return first.name if first else None


def test_a_phase_played_again_counts_the_files_as_they_counted_then(tmp_path: Path) -> None:
    """A deadline that is moved for the next turn, or another policy, makes no late file of this one count."""
    campaign = running(tmp_path)
    sent(campaign, GOOD)
    sent(campaign, MIXED)
    sent(campaign, OTHER, LATE)
    t.resolve(campaign, "hold")
    assert campaign.manifest(campaign.phases()[1])["counting"] == {
        "accept": "orders",
        "late": "refuse",
        "until": "2026-12-04T21:00:00+00:00",
    }
    path = campaign.folder / "campaign.yaml"
    for old, new in ((DEADLINE, "2026-12-24 21:00"), ("late: refuse", "late: count"), ("orders\n", "file\n")):
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8", newline="\n")
        assert corrected(Campaign.open(campaign.folder)) is None
    campaign = Campaign.open(campaign.folder)
    with campaign.as_of(campaign.phases()[:1]):
        late = submit(campaign, "red", OTHER.encode(), channel="mail", sender="x", when=LATE)
        assert late.late and not late.counts
        made = submit(campaign, "red", GOOD.encode(), channel="correction", sender="gm", when=LATE)
        assert made.counts and not made.late
    assert corrected(campaign) == "0001-t01-add"


def test_a_correction_through_the_command(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    sent(campaign, GOOD)
    t.resolve(campaign, "hold")
    words = ["-C", str(campaign.folder), "submit", "--phase", "0001", "red", "-"]
    result = CliRunner().invoke(cli, words, input=OTHER, catch_exceptions=False)
    assert result.exit_code == 0 and "It takes the place of red-001.yaml." in result.stdout
    assert "It corrects 0001-t01-add; this shows what becomes different:" in result.stderr
    assert corrected(Campaign.open(campaign.folder)) == "0001-t01-add"


def test_standing_orders_are_played_again_as_they_were(tmp_path: Path) -> None:
    campaign = running(tmp_path, missing="standing")
    stand = {"channel": "mail", "sender": "x", "when": t.WHEN, "standing": "add"}
    submit(campaign, "red", GOOD.encode(), **stand)  # type: ignore[arg-type]
    t.resolve(campaign)
    submit(campaign, "red", OTHER.encode(), **stand)  # type: ignore[arg-type]
    assert corrected(campaign) is None
    with campaign.as_of(campaign.phases()[:1]):
        submit(campaign, "blue", OTHER.encode(), channel="correction", sender="gm", when=t.WHEN)
    first = rerun.first_changed(campaign)
    assert first is not None
    rerun.commit(campaign, rerun.prepare(campaign, first, "a slip", t.WHEN))
    kept = campaign.manifest(campaign.phases()[1])
    assert kept["silent"] == {"red": "standing", "green": "hold"} and kept["counting"]["until"]
    assert campaign.file(campaign.phases()[1], "orders/red.yaml") == GOOD.encode()
    assert verify(Campaign.open(campaign.folder)).ok
