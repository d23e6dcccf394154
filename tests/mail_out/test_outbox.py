"""The outbox: a letter goes out once, a refusal is remembered, and what is no longer so is not sent."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from gm.campaign import Campaign
from gm.mail import compose, outbox
from gm.mail.transport import Maildir
from gm.trouble import CampaignError
from tests.mail_out.letters_of_tests import (
    MINUTE,
    WHEN,
    Way,
    give_addresses,
    later,
    letter,
    never,
    read,
    small,
    states,
)

pytestmark = pytest.mark.usefixtures("counting")


@pytest.fixture
def campaign(inside: Path) -> Campaign:
    return small(inside)


def test_put_twice_it_goes_out_once(campaign: Campaign) -> None:
    assert outbox.put(campaign, letter(), WHEN)
    assert not outbox.put(campaign, letter(subject="Other words"), WHEN)
    way = Way()
    done = outbox.send(campaign, way, WHEN)
    assert [post.state for post in done.tried] == ["sent"] and done.trouble is None
    assert not outbox.put(campaign, letter(), WHEN), "what went out is not put again"
    assert outbox.send(campaign, way, WHEN).tried == ()
    assert way.keys == ["notice-1"] and way.closed == 2
    post = outbox.find(campaign, "notice-1")
    assert post is not None and post.message_id == "<test-1.notice-1@gm.test>"
    assert read(outbox.data(campaign, post))["Message-ID"] == post.message_id, "what was sent is kept"


def test_the_same_letter_gives_the_same_bytes(campaign: Campaign) -> None:
    one = letter(html="<p>Words</p>")
    assert compose.message(campaign, one, WHEN) == compose.message(campaign, one, WHEN)


def test_refused_for_now_it_is_tried_again_after_growing_pauses(campaign: Campaign) -> None:
    outbox.put(campaign, letter(), WHEN)
    way, now, pauses = Way({"red@players.test": [later() for _ in range(9)]}), WHEN, []
    for _ in range(9):
        (post,) = outbox.send(campaign, way, now).tried
        assert (post.state, post.status, post.why) == ("waiting", "4.7.1", "greylisted")
        assert outbox.waiting(campaign, now) == []
        assert outbox.send(campaign, way, now).tried == (), "not before its time"
        until = next(n for n in range(1, 1000) if outbox.waiting(campaign, now + n * MINUTE))
        pauses.append(until)
        now += until * MINUTE
    assert pauses == [5, 15, 30, 60, 120, 240, 480, 480, 480]
    assert outbox.send(campaign, way, now).of("sent")


def test_it_is_given_up_after_days(campaign: Campaign) -> None:
    outbox.put(campaign, letter(), WHEN)
    way = Way({"red@players.test": [later(), later()]})
    assert outbox.send(campaign, way, WHEN).of("waiting")
    (post,) = outbox.send(campaign, way, WHEN + timedelta(days=6)).of("failed")
    assert outbox.unresolved(campaign) == [post]


def test_one_is_refused_for_good_and_the_others_go_on(campaign: Campaign) -> None:
    outbox.put_all(campaign, [letter(f"notice-{s}", f"{s}@players.test", seat=s) for s in campaign.config.seats], WHEN)
    way = Way({"red@players.test": [never()]})
    done = outbox.send(campaign, way, WHEN)
    assert {post.seat: post.state for post in done.tried} == {"red": "failed", "blue": "sent", "green": "sent"}
    assert [post.why for post in outbox.unresolved(campaign)] == ["no such user"]
    assert outbox.failing(campaign)["red"].status == "5.1.1"
    assert not outbox.put(campaign, letter("notice-red", "red@players.test", seat="red"), WHEN), "nor is it tried again"
    give_addresses(campaign, {"red": "new@players.test"})
    campaign = Campaign.open(campaign.folder)
    assert outbox.failing(campaign) == {}, "another address is not failing yet"
    assert outbox.put(campaign, letter("notice-red", "new@players.test", seat="red"), WHEN)
    assert outbox.send(campaign, way, WHEN).of("sent")
    assert outbox.unresolved(campaign) == []
    assert states(campaign) == dict.fromkeys(("notice-blue", "notice-green", "notice-red"), "sent")


def test_an_address_to_which_nothing_can_be_sent(campaign: Campaign) -> None:
    assert outbox.put(campaign, letter(to="red at players"), WHEN)
    assert not outbox.put(campaign, letter(to="red at players"), WHEN)
    assert [(post.state, post.status) for post in outbox.unresolved(campaign)] == [("failed", "5.1.3")]
    assert outbox.send(campaign, Way(), WHEN).tried == ()
    assert outbox.put(campaign, letter(), WHEN)
    assert outbox.send(campaign, Way(), WHEN).of("sent")


def test_when_nothing_can_leave_everything_waits(campaign: Campaign) -> None:
    outbox.put_all(campaign, [letter("notice-1"), letter("notice-2", "blue@players.test"), letter("notice-3")], WHEN)
    trouble = CampaignError("mail_broken", host="mail.gm.test", reason="x")
    way = Way({"blue@players.test": [trouble]})
    done = outbox.send(campaign, way, WHEN)
    assert done.trouble is trouble and way.closed == 1
    assert states(campaign) == {"notice-1": "sent", "notice-2": "waiting", "notice-3": "waiting"}
    assert [post.tries for post in outbox.waiting(campaign, WHEN)] == [0, 0], "the next run tries them at once"
    assert outbox.send(campaign, way, WHEN).trouble is None
    assert way.keys == ["notice-1", "notice-2", "notice-3"]


def test_a_letter_for_who_left_the_seat_is_not_sent(campaign: Campaign) -> None:
    outbox.put(campaign, letter(seat="red"), WHEN)
    give_addresses(campaign, {"red": "other@players.test"})
    way = Way()
    done = outbox.send(Campaign.open(campaign.folder), way, WHEN)
    assert [post.why for post in done.of("failed")] == ["other_address"] and way.went == []


def test_a_letter_about_a_window_that_is_over_is_not_sent(campaign: Campaign) -> None:
    outbox.put(campaign, letter(about="open 0003-t02-add"), WHEN)
    done = outbox.send(campaign, Way(), WHEN)
    assert [post.why for post in done.of("failed")] == ["window_closed"]
    assert outbox.unresolved(campaign) == [], "nobody misses it"


def test_again(campaign: Campaign) -> None:
    outbox.put(campaign, letter(seat="red"), WHEN)
    way = Way()
    outbox.send(campaign, way, WHEN)
    outbox.again(campaign, "notice-1", WHEN)
    assert states(campaign) == {"notice-1": "waiting"}
    outbox.send(campaign, way, WHEN)
    assert way.keys == ["notice-1", "notice-1"] and way.went[0] == way.went[1]
    with pytest.raises(CampaignError) as caught:
        outbox.again(campaign, "notice-7", WHEN)
    assert (caught.value.code, caught.value.exit_code) == ("no_such_letter", 1)
    give_addresses(campaign, {"red": "other@players.test"})
    with pytest.raises(CampaignError) as caught:
        outbox.again(Campaign.open(campaign.folder), "notice-1", WHEN)
    assert caught.value.code == "letter_stale"


@pytest.mark.parametrize("key", ["", "../x", "a/b", "A", "a b", ".x", "x.", "a..b", "x" * 200])
def test_a_key_is_a_file_name_everywhere(campaign: Campaign, key: str) -> None:
    with pytest.raises(ValueError, match="not a key"):
        outbox.put(campaign, letter(key), WHEN)


def test_bounces_are_kept_with_the_seat(campaign: Campaign) -> None:
    assert outbox.mark_failing(campaign, "RED@players.test", "5.2.2", WHEN) == ["red"]
    assert outbox.mark_failing(campaign, "stranger@players.test", "5.1.1", WHEN) == []
    assert {seat: mark.status for seat, mark in outbox.failing(campaign).items()} == {"red": "5.2.2"}
    outbox.clear_failing(campaign, "red@players.test")
    assert outbox.failing(campaign) == {}


def test_automatic_answers_are_counted(campaign: Campaign) -> None:
    for number in range(3):
        outbox.put(campaign, letter(f"answer-{number}", purpose="answer"), WHEN + number * MINUTE)
    outbox.put(campaign, letter(), WHEN)
    day = timedelta(days=1)
    counted = [outbox.answers_within_a_day(campaign, "Red@players.test", WHEN + day + n * MINUTE) for n in range(-1, 4)]
    assert counted == [3, 2, 1, 0, 0]


def test_one_sends_at_a_time(campaign: Campaign) -> None:
    from gm import disk

    outbox.put(campaign, letter(), WHEN)
    with disk.Lock(campaign.folder / "outbox").held():
        with pytest.raises(CampaignError) as caught:
            outbox.send(campaign, Way(), WHEN)
        assert (caught.value.code, caught.value.exit_code) == ("locked", 3)
        assert outbox.put(campaign, letter("notice-2"), WHEN), "letters may come meanwhile"
    assert len(outbox.send(campaign, Way(), WHEN).tried) == 2


def test_a_link_that_leads_out_is_not_followed(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (campaign.folder / "outbox").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CampaignError) as caught:
        outbox.put(campaign, letter(), WHEN)
    assert caught.value.code == "link_leads_out"


@pytest.mark.parametrize(("old", "new"), [("}", ""), ('"put": "2', '"put": "x'), ('"next": ""', '"next": "soon"')])
def test_a_damaged_state_is_told(campaign: Campaign, old: str, new: str) -> None:
    outbox.put(campaign, letter(), WHEN)
    path = campaign.folder / "outbox" / "notice-1.json"
    damaged = path.read_text("utf-8").replace(old, new)
    assert damaged != path.read_text("utf-8")
    path.write_text(damaged, "utf-8")
    with pytest.raises(CampaignError) as caught:
        outbox.send(campaign, Way(), WHEN)
    assert caught.value.code == "damaged_file"


def test_a_maildir_takes_a_letter_once(campaign: Campaign) -> None:
    way = Maildir(campaign.folder / "letters", "test-1")
    for _ in range(2):
        way.deliver("notice-1", "", "red@players.test", b"x\r\n")
    (new,) = (campaign.folder / "letters" / "new").iterdir()
    assert new.read_bytes() == b"x\n"
    new.rename(campaign.folder / "letters" / "cur" / f"{new.name}:2,S")
    way.deliver("notice-1", "", "red@players.test", b"x\r\n")
    assert not [*(campaign.folder / "letters" / "new").iterdir()]
