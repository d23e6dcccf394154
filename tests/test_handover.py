"""A seat goes over to another person: old codes are worthless, the newcomer has all he needs, the record stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm.campaign import Campaign
from gm.handover import hand_over
from gm.inbox import submit
from gm.play import blank_form
from gm.secret import code, code_ok, read_secret
from gm.trouble import CampaignError
from gm.verify import verify
from tests import campaigns as t
from tests import counter
from tests.desk import council_open, gm


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """The counter game, phase ``add`` of turn 1 open."""
    counter.install(monkeypatch.setattr)
    monkeypatch.setattr("gm.pages.Pages.picture", lambda self, who, lang: "")  # this game has no map
    campaign = t.new(tmp_path / "c")
    t.resolve(campaign)
    return campaign


def handed(campaign: Campaign, into: Path, seat: str = "red", player: str = "Zoe") -> Campaign:
    return hand_over(campaign, seat, player, "zoe@example.org", None, into).campaign


def first_line(campaign: Campaign, seat: str = "red") -> str:
    return blank_form(campaign, seat).split("\n")[0]


# -- codes


def test_codes_without_a_change_of_person_stay_what_they_were() -> None:
    key = bytes(range(32))
    assert code(key, "c", "red", 3) == code(key, "c", "red", 3, 0)
    made = {code(key, "c", "red", 3, generation) for generation in range(9)}
    assert len(made) == 9
    newer = code(key, "c", "red", 3, 1)
    assert code_ok(key, "c", "red", 3, newer, 1) and not code_ok(key, "c", "red", 3, newer)


def test_the_old_persons_code_is_worthless_and_the_new_ones_is_good(running: Campaign, tmp_path: Path) -> None:
    old, others = first_line(running), first_line(running, "blue")
    campaign = handed(running, tmp_path / "mail")
    new = first_line(campaign)
    assert old != new and old.rsplit(" ", 1)[0] == new.rsplit(" ", 1)[0]
    assert first_line(campaign, "blue") == others
    order = "\n- add: {number: 1}\n#end\n"
    assert [p.code for p in t.send(campaign, None, old + order).problems] == ["header_code"]
    assert t.send(campaign, None, new + order).counts
    assert t.send(campaign, None, others + order).counts


def test_the_secret_keeps_how_many_people_sat_in_a_seat(running: Campaign, tmp_path: Path) -> None:
    path = running.folder / "secret.yaml"
    assert "generations" not in path.read_text("utf-8")
    campaign = handed(running, tmp_path / "one")
    campaign = handed(campaign, tmp_path / "two", player="Yan")
    secret = read_secret(path)
    assert secret.generations == {"red": 2}
    assert (secret.dice, secret.code, secret.phrases) == (
        running.secret.dice,
        running.secret.code,
        running.secret.phrases,
    )


def test_a_damaged_generation_is_said_so(running: Campaign, tmp_path: Path) -> None:
    path = handed(running, tmp_path / "one").folder / "secret.yaml"
    path.write_text(path.read_text("utf-8").replace("  red: 1", "  red: one"), "utf-8")
    with pytest.raises(CampaignError) as caught:
        read_secret(path)
    assert caught.value.code == "bad_secret"


# -- the record


def test_the_record_stands_over_several_people(running: Campaign, tmp_path: Path) -> None:
    t.resolve(running, "bot")
    campaign = handed(running, tmp_path / "one")
    assert verify(campaign).ok
    t.resolve(campaign, "bot")
    campaign = handed(campaign, tmp_path / "two", "blue", "Yan")
    assert verify(campaign).ok
    t.resolve(campaign, "bot")
    assert verify(Campaign.open(campaign.folder)).ok
    kept = [campaign.manifest(phase).get("generations") for phase in campaign.phases()]
    assert kept == [None, None, None, {"red": 1}, {"red": 1}, {"red": 1, "blue": 1}, {"red": 1, "blue": 1}]


def test_after_undo_the_form_still_has_the_code_of_now(running: Campaign, tmp_path: Path) -> None:
    t.resolve(running, "bot")
    campaign = handed(running, tmp_path / "one")
    t.resolve(campaign, "bot")
    campaign.undo()
    campaign.undo()
    assert t.send(campaign, None, blank_form(campaign, "red").replace("#end", "- add: {number: 1}\n#end")).counts
    assert verify(campaign).ok


def test_a_seat_may_go_over_while_entry_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)
    campaign = t.new(tmp_path / "c")
    campaign = handed(campaign, tmp_path / "one")
    assert t.send(campaign, None, f"{first_line(campaign)}\n- entry: {{phrase: x}}\n").counts
    t.resolve(campaign)
    secret = Campaign.open(campaign.folder).secret
    assert secret.phrases == {"red": "x"} and secret.generations == {"red": 1}
    assert verify(campaign).ok


# -- what changes and what stays


def test_settings_change_and_comments_stay(running: Campaign, tmp_path: Path) -> None:
    path = running.folder / "campaign.yaml"
    before = path.read_text("utf-8")
    done = hand_over(running, "red", "Зоя", "zoe@example.org", "ru", tmp_path / "mail")
    seat = done.campaign.config.seats["red"]
    assert (seat.player, seat.address, seat.language) == ("Зоя", "zoe@example.org", "ru")
    comments = [line for line in before.splitlines() if line.lstrip().startswith("#")]
    assert comments == [line for line in path.read_text("utf-8").splitlines() if line.lstrip().startswith("#")]
    assert done.campaign.state().names["red"] == "Red", "the state of the game is left alone"


def test_what_the_old_person_filed_goes_on_counting(running: Campaign, tmp_path: Path) -> None:
    t.send(running, "red", "- add: {number: 7}\n")
    submit(running, "red", b"- settle\n", channel="x", sender="x", when=t.WHEN, standing="settle")
    done = hand_over(running, "red", "Zoe", "", None, tmp_path / "mail")
    assert done.counting is not None and done.counting.path.name == "red-001.yaml"
    assert done.standing == ("settle",)
    assert t.resolve(done.campaign, "hold").events[0] == counter.Added("red", 7, rule="1")


@pytest.mark.parametrize("wrong", ["name", "folder", "file"])
def test_a_handover_that_cannot_be_changes_nothing(running: Campaign, tmp_path: Path, wrong: str) -> None:
    into = tmp_path / "mail"
    if wrong == "folder":
        into.mkdir()
        (into / "x").write_text("x", "utf-8")
    if wrong == "file":
        into.write_text("x", "utf-8")
    before = {name: data for name, data in t.files(running.folder).items() if not name.startswith(".")}
    with pytest.raises(CampaignError) as caught:
        handed(running, into, player="Blue" if wrong == "name" else "Zoe")
    assert caught.value.exit_code == 1
    assert {name: data for name, data in t.files(running.folder).items() if not name.startswith(".")} == before


# -- the command, with a real game


@pytest.fixture
def council(tmp_path: Path) -> Path:
    """Galactic Council with the council phase open."""
    return council_open(tmp_path / "winter")


def test_replace(council: Path, tmp_path: Path) -> None:
    old = gm("-C", council, "form", "red").stdout
    gm("-C", council, "bot", "red")
    gm("-C", council, "absent", "red", "2026-12-01", "2026-12-05")
    mail = tmp_path / "mail"
    result = gm("-C", council, "replace", "red", "--player", "Zoe", "--language", "en", "--into", mail)
    assert result.exit_code == 0, result.output
    assert "red is played by Zoe from now on; older codes of this seat are worthless." in result.stdout
    assert "red-001.yaml goes on counting until a new file comes." in result.stderr
    stem = "winter-t01-council-red"
    reports = [f"{name}-red.{ending}" for name in ("0000-t00-entry", "0001-t01-strategy") for ending in ("html", "md")]
    assert sorted(path.name for path in mail.iterdir()) == [
        *reports,
        "galactic_council.en.md",
        f"{stem}.schema.json",
        f"{stem}.view.json",
        f"{stem}.yaml",
    ]
    form = (mail / f"{stem}.yaml").read_text("utf-8")
    assert form == gm("-C", council, "form", "red").stdout
    assert "# - markers:" in form and "# - маркеры:" in old and form.split()[5] != old.split()[5]
    assert (mail / "0001-t01-strategy-red.md").read_text("utf-8").count("Report for") == 1
    assert "absent" not in (council / "campaign.yaml").read_text("utf-8").split("options:")[0].split("seats:\n")[1]
    view, orders = mail / f"{stem}.view.json", tmp_path / "o.yaml"
    orders.write_text(f"{form.splitlines()[0]}\n- markers: 1\n#end\n", "utf-8")
    assert gm("check", "--view", view, orders).exit_code == 0
    assert gm("-C", council, "submit", orders).exit_code == 0
    assert gm("-C", council, "resolve", "--missing", "bot").exit_code == 0
    assert "Report for" in gm("-C", council, "report", "red").stdout
    assert gm("-C", council, "verify").exit_code == 0
    everything = b"".join(path.read_bytes() for path in mail.iterdir() if path.suffix in (".md", ".html"))
    assert form.split()[5].encode() not in everything, "a code stands in forms alone"


def test_replace_as_json_and_its_mistakes(council: Path, tmp_path: Path) -> None:
    words = ("-C", council, "replace", "blue", "--player", "Ян", "--into", tmp_path / "mail")
    facts = json.loads(gm(*words, "--json").stdout)
    assert facts["seat"] == "blue" and facts["counting"] is None and len(facts["papers"]) == 8
    again = gm(*words)
    assert again.exit_code == 1 and "is there already" in again.stderr
    taken = gm("-C", council, "replace", "blue", "--player", "Маша", "--into", tmp_path / "other")
    assert taken.exit_code == 1 and 'the name "Маша" means the seat red, too' in taken.stderr
    assert gm("-C", council, "replace", "blue", "--player", " ", "--into", tmp_path / "other").exit_code == 2
    assert gm("-C", council, "verify").exit_code == 0
