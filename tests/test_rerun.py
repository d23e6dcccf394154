"""Play phases again after a correction: what differs is shown, the new reports say so, all or nothing is written."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from gm import disk, inbox, rerun, rulingfile, thrown
from gm.campaign import Campaign
from gm.handover import hand_over
from gm.trouble import CampaignError
from gm.verify import verify
from tests import campaigns as t
from tests import counter


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)
    monkeypatch.setattr("gm.pages.Pages.picture", lambda self, who, lang: "")  # this game has no map


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Entry and two turns of two phases each: folders 0 to 4."""
    campaign = t.new(tmp_path / "c")
    t.resolve(campaign)
    for number in (1, 4):
        t.send_all(campaign, number)
        t.resolve(campaign)
    return campaign


def correct(campaign: Campaign, number: int, seat: str, text: str) -> None:
    """File an order file for a phase that was played."""
    with campaign.as_of(campaign.phases()[:number]):
        assert inbox.submit(campaign, seat, text.encode(), channel="correction", sender="gm", when=t.WHEN).ok


def names(campaign: Campaign) -> list[str]:
    return [phase.name for phase in campaign.phases()]


def test_nothing_corrected_nothing_changed(campaign: Campaign) -> None:
    assert rerun.first_changed(campaign) is None


def test_a_corrected_order_is_played_through_to_the_end(campaign: Campaign) -> None:
    before, files = dict(campaign.state().counts), t.files(campaign.folder)
    correct(campaign, 1, "blue", "- add: {number: 9}\n")
    first = rerun.first_changed(campaign)
    assert first is not None and first.number == 1
    again = rerun.prepare(campaign, first, "a slip", t.WHEN)
    assert {name: data for name, data in t.files(campaign.folder).items() if name in files} == files
    assert again.phases == ["0001-t01-add.r2", "0002-t01-settle.r2", "0003-t02-add.r2", "0004-t02-settle.r2"]
    assert {one.reader for one in again.differences} == {"red", "blue", "green", "public", "gm"}
    rerun.commit(campaign, again)
    assert names(campaign) == ["0000-t00-entry", *again.phases]
    assert campaign.state().counts == before | {"blue": before["blue"] + 7}
    assert verify(campaign).ok
    assert sorted(path.name for path in (campaign.folder / "undone").iterdir()) == [
        f"{name.removesuffix('.r2')}-001" for name in again.phases
    ]
    assert rerun.first_changed(campaign) is None


def test_dice_that_the_correction_does_not_touch_are_the_same(campaign: Campaign) -> None:
    rolled = [e for phase in campaign.phases() for e in campaign.events(phase) if isinstance(e, counter.LuckRolled)]
    correct(campaign, 1, "blue", "- add: {number: 9}\n")
    again = rerun.prepare(campaign, campaign.phases()[1], "a slip", t.WHEN)
    assert [event for event in again.outcome.events if isinstance(event, counter.LuckRolled)] == rolled
    assert len(rolled) == 6


def test_new_reports_say_what_they_replace_and_for_whom_nothing_changed(campaign: Campaign) -> None:
    reading, filed = rulingfile.file(
        campaign,
        "0003-t02-add",
        campaign.state_after(campaign.phases()[2]),
        b"- give: {seat: red, number: 4, luck: yes, reason: owed}\n",
        t.WHEN,
    )
    assert filed and reading.ok
    again = rerun.prepare(campaign, campaign.phases()[3], "owed to red", t.WHEN)
    rerun.commit(campaign, again)
    last = campaign.phases()[-1]
    about = campaign.manifest(last)["about"]
    assert (about["replaces"], about["reason"]) == ("0004-t02-settle", "owed to red")
    assert about["unchanged"] == ["blue", "green", "public"]
    report = campaign.file(last, "reports/red.md").decode()
    assert "corrected 0004-t02-settle owed to red False False" in report
    assert "corrected 0004-t02-settle owed to red True False" in campaign.file(last, "reports/blue.md").decode()
    assert names(campaign)[:3] == ["0000-t00-entry", "0001-t01-add", "0002-t01-settle"]
    assert verify(campaign).ok


def test_later_draws_from_a_shared_bag_are_said_to_differ(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "bag")
    (campaign.folder / "content").mkdir(exist_ok=True)
    (campaign.folder / "content" / "steps.yaml").write_text("step: 1\nbag: yes\n")
    campaign = Campaign.open(campaign.folder)
    t.resolve(campaign)
    for number in (1, 4):
        t.send_all(campaign, number)
        t.resolve(campaign)
    correct(campaign, 1, "green", "- add: {number: 9}\n")
    again = rerun.prepare(campaign, campaign.phases()[1], "a slip", t.WHEN)
    redrawn = [one.manifest["about"]["redrawn"] for one in again.outcome.played if one.manifest["about"]]
    assert redrawn == [("red", "blue", "green", "public")] * 2
    rerun.commit(campaign, again)
    assert "a slip False True" in campaign.file(campaign.phases()[-1], "reports/red.md").decode()
    assert verify(campaign).ok


def test_a_correction_of_a_correction_is_the_third_revision(campaign: Campaign) -> None:
    for number, last in ((9, "0004-t02-settle.r2"), (8, "0004-t02-settle.r3")):
        correct(campaign, 3, "blue", f"- add: {{number: {number}}}\n")
        rerun.commit(campaign, rerun.prepare(campaign, campaign.phases()[3], "again", t.WHEN))
        assert names(campaign)[-1] == last
    assert verify(campaign).ok
    campaign.undo()
    t.resolve(campaign)
    assert names(campaign)[-2:] == ["0003-t02-add", "0004-t02-settle"]
    assert verify(campaign).ok


def test_tables_of_the_game_that_were_corrected(campaign: Campaign) -> None:
    counts = campaign.state().counts
    (campaign.folder / "content" / "steps.yaml").write_text("step: 2\n")
    campaign = Campaign.open(campaign.folder)
    first = rerun.first_changed(campaign)
    assert first is not None and first.number == 0
    rerun.commit(campaign, rerun.prepare(campaign, first, "the step is 2", t.WHEN))
    start = campaign.state_after(campaign.phases()[0]).counts["red"]
    assert campaign.state().counts["red"] == start + 2 * (counts["red"] - start)
    assert verify(campaign).ok


def test_what_nobody_has_sent_orders_for_is_lost_and_said_so(campaign: Campaign) -> None:
    """After the correction a seat must send orders that never had to: the phases behind it wait for them."""
    old = campaign.phases()
    sent = campaign.folder / "inbox" / "0003-t02-add"
    for path in sent.glob("green-*"):
        path.unlink()
    correct(campaign, 1, "blue", "- add: {number: 9}\n")
    again = rerun.prepare(campaign, old[1], "a slip", t.WHEN)
    assert [phase.name for phase in again.lost] == ["0003-t02-add", "0004-t02-settle"]
    rerun.commit(campaign, again)
    assert names(campaign) == ["0000-t00-entry", "0001-t01-add.r2", "0002-t01-settle.r2"]
    assert verify(campaign).ok
    t.send(campaign, "green", "- add: {number: 1}\n")
    t.resolve(campaign)
    assert len(campaign.phases()) == 5


def test_somebody_who_resolved_meanwhile_is_not_overwritten(campaign: Campaign) -> None:
    correct(campaign, 1, "blue", "- add: {number: 9}\n")
    again = rerun.prepare(campaign, campaign.phases()[1], "a slip", t.WHEN)
    other = Campaign.open(campaign.folder)
    t.send_all(other)
    t.resolve(other)
    with pytest.raises(CampaignError) as caught:
        rerun.commit(campaign, again)
    assert caught.value.code == "moved_on"


def test_silent_seats_are_treated_as_they_were(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    t.resolve(campaign)
    t.send(campaign, "red", "- add: {number: 1}\n")
    t.resolve(campaign, "bot")
    added = [e for phase in campaign.phases() for e in campaign.events(phase) if isinstance(e, counter.Added)]
    assert rerun.first_changed(campaign) is None
    correct(campaign, 1, "red", "- add: {number: 2}\n")
    again = rerun.prepare(campaign, campaign.phases()[1], "a slip", t.WHEN)
    now = [event for event in again.outcome.events if isinstance(event, counter.Added)]
    assert now == [counter.Added("red", 2, rule="1"), *added[1:]]
    assert again.outcome.silent == {"blue": "bot", "green": "bot"}


def test_a_phase_keeps_its_kind_of_dice(campaign: Campaign, tmp_path: Path) -> None:
    """Whoever begins to throw dice himself throws none of those that had fallen by the secret, and the other way."""
    other = t.new(tmp_path / "hand", dice="hand")
    for number in range(2):
        if number:
            t.send_all(other)
        thrown = other.folder / "inbox" / other.name_of_next() / "dice.yaml"
        thrown.parent.mkdir(exist_ok=True)
        thrown.write_text("first: 4\nluck red: 7\nluck blue: 8\nluck green: 9\n")
        t.resolve(other)
    for one, old, new in ((campaign, "seeded", "hand"), (other, "hand", "seeded")):
        settings = one.folder / "campaign.yaml"
        text = settings.read_text("utf-8")
        assert f"\ndice: {old}" in text
        settings.write_text(text.replace(f"\ndice: {old}", f"\ndice: {new}"), "utf-8")
        one = Campaign.open(one.folder)
        assert rerun.first_changed(one) is None
        luck = [event for phase in one.phases() for event in one.events(phase) if isinstance(event, counter.LuckRolled)]
        correct(one, 1, "blue", "- add: {number: 9}\n")
        again = rerun.prepare(one, one.phases()[1], "a slip", t.WHEN)
        assert [event for event in again.outcome.events if isinstance(event, counter.LuckRolled)] == luck
        rerun.commit(one, again)
        assert {about["by_hand"] for phase in one.phases() if (about := one.manifest(phase)["about"])} == {
            old == "hand"
        }
        assert verify(one).ok


def test_a_seat_that_went_over_stays_with_the_new_player(tmp_path: Path) -> None:
    """A corrected entry tells names and languages again; whoever has come or been renamed since keeps his own."""
    campaign = t.new(tmp_path / "c")
    for seat, name in (("red", "Bob"), ("blue", "Ann"), ("green", "Eve")):
        t.send(campaign, seat, f"- join: {{name: {name}, language: ru}}\n")
    t.resolve(campaign)
    t.send_all(campaign)
    t.resolve(campaign)
    campaign = hand_over(campaign, "red", "Zoe", "", "en", tmp_path / "zoe").campaign
    correct(campaign, 0, "blue", "- join: {name: Anna, language: ru, phrase: x}\n")
    rerun.commit(campaign, rerun.prepare(campaign, campaign.phases()[0], "a slip", t.WHEN))
    campaign = Campaign.open(campaign.folder)
    assert [(seat.name, seat.lang) for seat in campaign.seats()] == [("Zoe", "en"), ("Anna", "ru"), ("Eve", "ru")]
    told = [seat["name"] for seat in campaign.manifest(campaign.phases()[-1])["about"]["seats"]]
    assert told == ["Zoe", "Anna", "Eve"]
    assert verify(campaign).ok and rerun.first_changed(campaign) is None


def test_the_bots_file_of_a_seat_that_went_over_is_no_correction(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    t.resolve(campaign)
    t.resolve(campaign, "bot")
    campaign = hand_over(campaign, "red", "Zoe", "", "ru", tmp_path / "zoe").campaign
    assert rerun.first_changed(campaign) is None


def test_options_stay_those_of_entry(campaign: Campaign) -> None:
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("turns: 3", "turns: 2"), "utf-8")
    campaign = Campaign.open(campaign.folder)
    assert campaign.options.turns == 2
    again = rerun.prepare(campaign, campaign.phases()[0], "a slip", t.WHEN)
    assert again.outcome.state.turns == 3 and not again.differences
    rerun.commit(campaign, again)
    assert verify(campaign).ok


def test_dice_thrown_by_hand_or_not_stay_so(tmp_path: Path) -> None:
    """``dice`` was changed for the phases to come; those that were played keep the dice they had."""
    campaign = t.new(tmp_path / "c", seats=2)
    t.resolve(campaign)
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("dice: seeded", "dice: hand"), "utf-8")
    campaign = Campaign.open(campaign.folder)
    assert rerun.first_changed(campaign) is None
    t.send_all(campaign)
    for seat, face in (("red", 7), ("blue", 8)):
        thrown.add(campaign, campaign.name_of_next(), f"luck {seat}", [face])
    t.resolve(campaign)
    path.write_text(path.read_text("utf-8").replace("dice: hand", "dice: seeded"), "utf-8")
    campaign = Campaign.open(campaign.folder)
    assert rerun.first_changed(campaign) is None
    rerun.commit(campaign, rerun.prepare(campaign, campaign.phases()[0], "a slip", t.WHEN))
    assert campaign.state().luck == {"red": 7, "blue": 8}
    verdict = verify(campaign)
    assert verdict.ok and verdict.by_hand == 2


def test_with_another_secret_nothing_is_played_again(campaign: Campaign) -> None:
    path = campaign.folder / "secret.yaml"
    other = "0" if campaign.secret.dice.hex()[0] != "0" else "1"
    path.write_text(path.read_text("utf-8").replace("dice: " + campaign.secret.dice.hex()[0], f"dice: {other}"))
    campaign = Campaign.open(campaign.folder)
    with pytest.raises(CampaignError) as caught:
        rerun.prepare(campaign, campaign.phases()[1], "a slip", t.WHEN)
    assert (caught.value.code, caught.value.exit_code) == ("other_secret", 4)


def test_what_cannot_be_put_aside_makes_no_failure_of_what_counts(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = disk.rename

    def no_room_in_undone(old: Path, new: Path) -> None:
        if new.parent.name == "undone":
            raise PermissionError(errno.EACCES, "no", str(new))
        rename(old, new)

    again = rerun.prepare(campaign, campaign.phases()[1], "a slip", t.WHEN)
    with monkeypatch.context() as patched:
        patched.setattr(disk, "rename", no_room_in_undone)
        rerun.commit(campaign, again)
        assert names(campaign) == ["0000-t00-entry", *again.phases] and verify(campaign).ok
        t.send_all(campaign)
        with pytest.raises(CampaignError) as caught:
            t.resolve(campaign)
        assert caught.value.code == "cannot_write" and caught.value.args_of["path"].endswith("undone")
    t.resolve(campaign)
    assert len(campaign.phases()) == 7 and verify(campaign).ok
