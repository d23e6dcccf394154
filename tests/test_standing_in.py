"""Seats that send nothing: wait, hold, standing orders, bot; for the campaign, for one seat, for who is away."""

from __future__ import annotations

import json
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gm import inbox
from gm.address import STANDING_WORDS, standing_phases
from gm.campaign import Campaign
from gm.config import parse_config, set_players
from gm.dice import SeededDice
from gm.handover import change_seat
from gm.inbox import Submission, all_standing, submit
from gm.play import bot_file, prepare
from gm.receipt import receipt
from gm.rulesets import GAMES, load
from gm.secret import code
from gm.trouble import CampaignError
from gm.verify import verify
from tests import campaigns as t
from tests import counter, desk
from tests.games import brief

FIVE = b"- add: {number: 5}\n"


@pytest.fixture
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


def running(tmp_path: Path, seats: dict[str, dict[str, str | None]] | None = None, **settings: Any) -> Campaign:
    """Phase ``add`` of turn 1 is open; ``seats``: further settings of seats."""
    campaign = t.new(tmp_path / "c", **{"guard": False, **settings})
    for seat, more in (seats or {}).items():
        change_seat(campaign, seat, more)
    campaign = Campaign.open(campaign.folder)
    t.resolve(campaign)
    return campaign


def stand_by(campaign: Campaign, seat: str | None, data: bytes, standing: str | None = "add") -> Submission:
    return submit(campaign, seat, data, channel="mail", sender="x", when=t.WHEN, standing=standing)


def added(events: Any) -> list[tuple[str, int]]:
    return [(e.seat, e.number) for e in events if isinstance(e, counter.Added)]


# -- policies


@pytest.mark.usefixtures("counter_game")
@pytest.mark.parametrize(
    ("missing", "silent"),
    [
        ("hold", {"red": "hold", "blue": "hold", "green": "hold"}),
        ("bot", {"red": "bot", "blue": "bot", "green": "bot"}),
        ("standing", {"red": "standing", "blue": "hold", "green": "hold"}),
    ],
)
def test_the_campaigns_policy(tmp_path: Path, missing: str, silent: dict[str, str]) -> None:
    campaign = running(tmp_path, missing=missing)
    stand_by(campaign, "red", FIVE)
    outcome = t.resolve(campaign)
    assert outcome.silent == silent
    assert campaign.manifest(campaign.phases()[1])["silent"] == silent
    assert verify(campaign).ok


@pytest.mark.usefixtures("counter_game")
def test_a_seats_own_policy_wins_over_the_campaigns_and_the_command_over_both(tmp_path: Path) -> None:
    campaign = running(tmp_path, {"red": {"missing": "bot"}, "blue": {"missing": "hold"}})
    with pytest.raises(CampaignError) as caught:
        prepare(campaign)
    assert caught.value.args_of == {"seats": "green"}
    t.send(campaign, "green", "- add: {number: 1}\n")
    assert prepare(campaign).silent == {"red": "bot", "blue": "hold"}
    assert prepare(campaign, "hold").silent == {"red": "hold", "blue": "hold"}
    with pytest.raises(CampaignError) as caught:
        prepare(campaign, "wait")
    assert caught.value.args_of == {"seats": "red, blue"}


# -- standing orders


@pytest.mark.usefixtures("counter_game")
def test_standing_orders_are_played_byte_for_byte_turn_after_turn(tmp_path: Path) -> None:
    campaign = running(tmp_path, missing="standing")
    sent = "\ufeff- прибавить: {число: 4}\r\n- add: {number: 99}\r\n".encode()
    done = stand_by(campaign, "red", sent)
    assert done.standing and done.phase == "add" and done.counts and not done.ok
    outcome = prepare(campaign)
    assert dict(outcome.files())["0001-t01-add/orders/red.yaml"] == sent
    assert [p.code for p in outcome.problems["red"]] == ["less_than_equal"]
    for turn in (1, 2, 3):
        outcome = t.resolve(campaign)
        assert added(outcome.events) == [("red", 4)] and outcome.turn == turn
        assert outcome.silent == {"red": "standing", "blue": "hold", "green": "hold"}
    assert verify(Campaign.open(campaign.folder)).ok


@pytest.mark.usefixtures("counter_game")
def test_what_a_player_sends_goes_before_his_standing_orders(tmp_path: Path) -> None:
    campaign = running(tmp_path, missing="standing")
    stand_by(campaign, "red", FIVE)
    t.send(campaign, "red", "- add: {number: 1}\n")
    assert added(prepare(campaign).events) == [("red", 1)]
    assert "red" not in prepare(campaign).silent
    t.send(campaign, "red", "[]\n")
    assert added(prepare(campaign).events) == [] and "red" not in prepare(campaign).silent


@pytest.mark.usefixtures("counter_game")
def test_versions_of_standing_orders(tmp_path: Path) -> None:
    campaign = running(tmp_path, missing="standing")
    stand_by(campaign, "red", FIVE)
    worse = stand_by(campaign, "red", b"- ad: 1\n")
    assert not worse.counts and added(prepare(campaign).events) == [("red", 5)]
    stand_by(campaign, "red", b"# nothing\n")
    assert added(prepare(campaign).events) == [("red", 5)]
    stand_by(campaign, "red", b"- add: {number: 6}\n")
    assert added(prepare(campaign).events) == [("red", 6)]
    assert list(all_standing(campaign, "red")) == ["add"]
    assert stand_by(campaign, "red", b"[]\n").counts
    assert prepare(campaign).silent["red"] == "hold"
    assert all_standing(campaign, "red") == {}
    folder = campaign.folder / "inbox" / "standing" / "add"
    assert sorted(path.name for path in folder.glob("*.yaml")) == [f"red-00{n}.yaml" for n in range(1, 6)]
    assert json.loads((folder / "red-001.json").read_text("utf-8"))["channel"] == "mail"


@pytest.mark.usefixtures("counter_game")
@pytest.mark.parametrize("word", [*STANDING_WORDS, "Standing", "ПОСТОЯННО"])
def test_the_first_line_may_say_that_a_file_holds_standing_orders(tmp_path: Path, word: str) -> None:
    campaign = running(tmp_path, missing="standing")
    right = code(campaign.secret.code, "test-1", "red", 1)
    data = f"#gm test-1 {word} Сложение red {right}\n- add: {{number: 7}}\n#end\n".encode()
    done = stand_by(campaign, None, data, None)
    assert done.standing and done.counts and done.filed is not None
    assert done.filed.path.parent.name == "add" and not inbox.versions(campaign, "red")
    assert added(prepare(campaign).events) == [("red", 7)]


@pytest.mark.usefixtures("counter_game")
@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("#gm test-1 standing add red AAAAAAAA", "header_code"),
        ("#gm test-1 standing add red", "header_no_code"),
        ("#gm test-1 standing ad red CODE", "header_standing_phase"),
        ("#gm test-2 standing add red CODE", "header_campaign"),
        ("#gm test-1 standing add pink CODE", "header_no_seat"),
    ],
)
def test_a_wrong_first_line_of_standing_orders_is_refused(tmp_path: Path, line: str, problem: str) -> None:
    campaign = running(tmp_path)
    right = code(campaign.secret.code, "test-1", "red", 1)
    done = stand_by(campaign, None, f"{line.replace('CODE', right)}\n{FIVE.decode()}".encode(), None)
    assert done.filed is None and [p.code for p in done.problems] == [problem]
    assert all_standing(campaign, "red") == {}


@pytest.mark.usefixtures("counter_game")
def test_the_code_of_standing_orders_is_that_of_the_current_turn(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    data = f"#gm test-1 standing add red {code(campaign.secret.code, 'test-1', 'red', 1)}\n".encode() + FIVE
    assert stand_by(campaign, None, data, None).counts
    t.resolve(campaign, "standing")
    assert [p.code for p in stand_by(campaign, None, data, None).problems] == ["header_code"]


@pytest.mark.usefixtures("counter_game")
def test_standing_orders_for_a_phase_that_is_not_open_are_checked_against_it(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    done = stand_by(campaign, "red", b"- settle\n", "settle")
    assert done.ok and done.counts
    done = stand_by(campaign, "red", b"- add: {number: 1}\n", "settle")
    assert [p.code for p in done.problems] == ["other_phase"] and not done.counts
    done = stand_by(campaign, "red", b"- settle\n", "")
    assert [p.code for p in done.problems] == ["other_phase"], "without a word of the phase it is the open one"
    assert list(all_standing(campaign, "red")) == ["settle"]


@pytest.mark.usefixtures("counter_game")
def test_before_the_game_begins_there_are_no_standing_orders(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    done = stand_by(campaign, "red", FIVE, "add")
    assert done.filed is None and [p.code for p in done.problems] == ["standing_too_early"]
    key = code(campaign.secret.code, "test-1", "red", 0)
    done = stand_by(campaign, None, f"#gm test-1 standing add red {key}\n".encode() + FIVE, None)
    assert [p.code for p in done.problems] == ["standing_too_early"]


@pytest.mark.usefixtures("counter_game")
def test_a_phase_without_orders_has_no_standing_ones(tmp_path: Path) -> None:
    campaign = running(tmp_path)
    for call in (
        lambda: stand_by(campaign, "red", FIVE, "entry"),
        lambda: receipt(campaign, "red", standing="entry"),
        lambda: stand_by(campaign, "red", b"#gm test-1 standing add red\n" + FIVE, "entry"),
    ):
        with pytest.raises(CampaignError) as caught:
            call()
        assert (caught.value.code, caught.value.exit_code) == ("no_orders_in_phase", 1)
    done = stand_by(campaign, "red", b"#gm test-1 standing add red\n- settle\n", "settle")
    assert [(p.code, p.args["right"]) for p in done.problems] == [("header_standing_phase", "settle")]


@pytest.mark.usefixtures("counter_game")
def test_the_receipt_of_standing_orders(tmp_path: Path) -> None:
    campaign = running(tmp_path, {"red": {"missing": "standing"}, "green": {"missing": "hold"}})
    for seat in ("red", "blue", "green"):
        stand_by(campaign, seat, FIVE)
    page = receipt(campaign, "red", standing="add").text()
    assert "Standing orders for the phase: Adding\nFile: no. 1 (red-001.yaml)\n" in page
    assert "This file counts: all its orders will be played." in page
    assert "It is played each time this phase comes and no file of yours for that turn counts." in page
    assert "nobody waits for you any more" in receipt(campaign, "blue", standing="add").text()
    assert "only when the game master says so" in receipt(campaign, "green", standing="add").text()


@pytest.mark.usefixtures("counter_game")
def test_standing_orders_of_others_are_not_shown(tmp_path: Path) -> None:
    campaign = running(tmp_path, missing="standing")
    t.send(campaign, "blue", "- add: {number: 1}\n")
    t.send(campaign, "green", "- add: {number: 1}\n")
    stand_by(campaign, "red", b"# a secret word\n- add: {number: 5}\n")
    outcome = t.resolve(campaign)
    for name, data in outcome.files():
        if name.endswith(("blue.md", "green.md", "public.md", ".json", "jsonl")) or "/forms/" in name:
            assert b"secret word" not in data


# -- away


@pytest.mark.usefixtures("counter_game")
def test_nobody_waits_for_who_is_away(tmp_path: Path) -> None:
    away = {"absent": "2026-11-29 to 2026-12-02"}
    campaign = running(tmp_path, {"red": away, "blue": away, "green": {**away, "missing": "bot"}})
    stand_by(campaign, "red", FIVE)
    outcome = prepare(campaign, None, t.WHEN)
    assert outcome.silent == {"red": "standing absent", "blue": "hold absent", "green": "bot absent"}
    with pytest.raises(CampaignError):
        prepare(campaign, None, t.WHEN + timedelta(days=4))
    with pytest.raises(CampaignError):
        prepare(campaign)  # without a clock nobody is away
    with pytest.raises(CampaignError):
        prepare(campaign, "wait", t.WHEN)
    campaign.commit(outcome)
    assert verify(Campaign.open(campaign.folder)).ok


@pytest.mark.usefixtures("counter_game")
def test_days_of_an_absence_are_those_of_the_campaigns_calendar(tmp_path: Path) -> None:
    config = running(tmp_path, {"red": {"absent": "2026-12-01 to 2026-12-02"}}, time_zone="Europe/Moscow").config
    assert not config.is_away("red", t.WHEN + timedelta(hours=8, minutes=59))
    assert config.is_away("red", t.WHEN + timedelta(hours=9)), "12:00 UTC is 15:00 in Moscow"
    assert config.is_away("red", t.WHEN + timedelta(days=2, hours=8))
    assert not config.is_away("red", t.WHEN + timedelta(days=2, hours=9))
    assert not config.is_away("blue", t.WHEN)


CONFIG = "id: x\ntitle: T\ngame: counter\nseats:\n  red: {{absent: {}}}\n  blue: {{}}\n"


@pytest.mark.parametrize("text", ["2026-12-01 to 2026-12-14", "2026-12-01 – 2026-12-14", "2026-12-01 по 2026-12-14"])
def test_an_absence_may_be_written_in_some_ways(text: str) -> None:
    absence = parse_config(CONFIG.format(text).encode()).absence("red")
    assert str(absence) == "2026-12-01 to 2026-12-14"


@pytest.mark.parametrize(
    "text", ["2026-12-14 to 2026-12-01", "2026-12-01", "next week", "2026-12-01 to 2026-12-32", "2026-12-01 to 14"]
)
def test_what_is_no_absence_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(CampaignError) as caught:
        parse_config(CONFIG.format(text).encode())
    assert [(p.code, p.line, p.column) for p in caught.value.problems] == [("bad_absence", 5, 17)]


@pytest.mark.usefixtures("counter_game")
def test_an_absence_comes_and_goes_without_touching_the_gms_comments(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    path = campaign.folder / "campaign.yaml"
    before = path.read_text("utf-8").replace('    player: ""', '    player: "" # my note', 1)
    path.write_text(before, "utf-8", newline="\n")
    for seat in ("red", "green"):
        change_seat(campaign, seat, {"absent": "2026-12-01 to 2026-12-14"})
    after = path.read_text("utf-8")
    added = [line for line in after.splitlines() if line not in before.splitlines()]
    assert added == ["    absent: 2026-12-01 to 2026-12-14"] * 2
    assert "\n  green:\n    absent: 2026" in after and "\n  red:\n    absent: 2026" in after
    for seat in ("red", "green"):
        change_seat(campaign, seat, {"absent": None})
    assert path.read_text("utf-8") == before


def test_a_setting_at_the_end_of_a_block_leaves_its_comments_when_it_goes() -> None:
    text = "seats:\n  red:\n    player: A\n    absent: 2026-12-01 to 2026-12-14\n\n# mine\noptions: {}\n"
    changed = set_players(text.encode(), {"red": {"absent": None}}).decode()
    assert changed == "seats:\n  red:\n    player: A\n\n# mine\noptions: {}\n"


# -- the commands, with a real game


gm = partial(desk.gm, lang="")


@pytest.fixture
def council(tmp_path: Path) -> Path:
    """Galactic Council with the council phase open."""
    return desk.council_open(tmp_path / "winter", ("missing: wait", "missing: standing"))


def test_standing_orders_through_the_commands(council: Path) -> None:
    result = gm("-C", council, "submit", "--standing", "red", "-", stdin="- маркеры: 1\n")
    assert (result.exit_code, result.stdout) == (
        0,
        "red: 1 order accepted\nFiled as red-001.yaml, standing orders for the phase council.\n",
    )
    words = ("submit", "--standing", "--phase", "Movement", "red", "-")
    assert "the phase movement." in gm("-C", council, *words, stdin="- обстрел: D3\n").stdout
    assert gm("-C", council, "submit", "--phase", "council", "red", "-", stdin="[]").exit_code == 1
    status = gm("-C", council, "status").stdout
    assert "red    Маша   awaited  standing orders: council, movement\n" in status
    seats = json.loads(gm("-C", council, "status", "--json").stdout)["seats"]
    assert seats["red"]["standing"] == {"council": 1, "movement": 1} and seats["red"]["missing"] == "standing"
    page = gm("-C", council, "receipt", "red", "--standing", "council").stdout
    assert "Постоянная заявка на фазу: Галактический Совет" in page
    assert gm("-C", council, "receipt", "blue", "--standing", "council").exit_code == 1
    result = gm("-C", council, "resolve", "--anyway")
    assert "red sent no orders: the standing orders were played." in result.stdout
    assert "blue sent no orders: the phase was played without them." in result.stdout
    report = gm("-C", council, "report", "red").stdout
    assert "Вы ничего не прислали на эту фазу, поэтому сыграна ваша постоянная заявка.\n\nПринято приказов: 1" in report
    english = gm("-C", council, "report", "red", lang="en").stdout
    assert "You sent nothing for this phase, so your standing orders were played.\n\nOrders accepted: 1;" in english
    assert "Маша — standing orders are played, orders: 1." in gm("-C", council, "report", "gm").stdout
    assert "Маша — сыграна постоянная заявка, приказов: 1." in gm("-C", council, "report", "gm", lang="ru").stdout
    assert "standing orders were" not in gm("-C", council, "report", "blue").stdout
    assert gm("-C", council, "verify").exit_code == 0


def test_check_knows_standing_orders(council: Path) -> None:
    first = "#gm winter standing movement red\n"
    good = gm("-C", council, "check", "red", "-", stdin=first + "- обстрел: D3\n")
    assert "other" not in good.stdout and ":1:" not in good.stdout
    wrong = gm("-C", council, "check", "red", "-", stdin=first + "- маркеры: 1\n")
    assert wrong.exit_code == 1 and "-:2:3:" in wrong.stdout


def test_absent_through_the_commands(council: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm.cli.base.now", lambda: t.WHEN + timedelta(days=20))
    path = council / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("guard: yes", "guard: no"), "utf-8", newline="\n")
    result = gm("-C", council, "absent", "red", "2026-12-10", "2026-12-24")
    assert (result.exit_code, result.stdout) == (0, "red is away from 2026-12-10 until 2026-12-24.\n")
    gm("-C", council, "absent", "blue", "2026-12-22", "2026-12-24")
    status = gm("-C", council, "status")
    assert "red    Маша   away until 2026-12-24\n" in status.stdout
    assert "blue   Blue   awaited  away from 2026-12-22 until 2026-12-24\n" in status.stdout
    assert "Awaited: blue, green\n" in status.stderr
    facts = json.loads(gm("-C", council, "status", "--json").stdout)["seats"]
    assert (facts["red"]["away"], facts["blue"]["away"]) == (True, False)
    assert facts["red"]["absent"] == ["2026-12-10", "2026-12-24"]
    result = gm("-C", council, "resolve")
    assert "red is away: the phase was played without them." in result.stdout
    assert "Маша — away; nothing is ordered." in gm("-C", council, "report", "gm").stdout
    assert "Вы были в отъезде." in gm("-C", council, "report", "red").stdout
    assert gm("-C", council, "verify").exit_code == 0
    assert gm("-C", council, "absent", "red", "--clear").stdout == "red is waited for again.\n"
    assert "away until" not in gm("-C", council, "status").stdout


@pytest.mark.parametrize(
    ("words", "exit_code"),
    [
        (("red", "2026-12-10"), 2),
        (("red",), 2),
        (("red", "2026-12-10", "2026-12-11", "--clear"), 2),
        (("red", "2026-12-12", "2026-12-11"), 1),
        (("red", "tomorrow", "2026-12-11"), 1),
        (("rde", "2026-12-10", "2026-12-11"), 1),
    ],
)
def test_a_wrong_absence_changes_nothing(council: Path, words: tuple[str, ...], exit_code: int) -> None:
    before = (council / "campaign.yaml").read_bytes()
    result = gm("-C", council, "absent", *words)
    assert result.exit_code == exit_code and result.stderr
    assert (council / "campaign.yaml").read_bytes() == before


def test_a_file_that_does_not_count_is_told_to_its_sender_and_the_gm(council: Path) -> None:
    path = council / "campaign.yaml"
    text = path.read_text("utf-8").replace("accept: orders", "accept: file")
    path.write_text(text, "utf-8", newline="\n")
    result = gm("-C", council, "submit", "red", "-", stdin="- маркеры: 1\n- чепуха: 2\n")
    assert result.exit_code == 1
    assert "It has mistakes, and in this campaign such a file does not count (accept: file).\n" in result.stdout
    assert result.stdout.endswith("No file of this seat counts so far.\n")
    gm("-C", council, "resolve", "--missing", "hold")
    assert (
        "Ни одна ваша заявка на эту фазу не в силе: фаза сыграна без ваших приказов."
        in gm("-C", council, "report", "red").stdout
    )
    assert "nothing is ordered; a file came, but it does not count." in gm("-C", council, "report", "gm").stdout
    assert gm("-C", council, "verify").exit_code == 0


def test_check_by_view_alone_knows_them_too(council: Path, tmp_path: Path) -> None:
    gm("-C", council, "form", "red", "--into", tmp_path)
    view = tmp_path / "winter-t01-council-red.view.json"
    first = "#gm winter standing {} red\n- маркеры: 1\n"
    assert gm("check", "--view", view, "-", stdin=first.format("council")).exit_code == 0
    other = gm("check", "--view", view, "-", stdin=first.format("movement"))
    assert (
        other.exit_code == 1
        and 'for another phase: "movement"'
        in gm("check", "--view", view, "-", stdin=first.format("movement"), lang="en").stdout
    )


# -- every game


@pytest.mark.parametrize("game", GAMES)
def test_standing_orders_for_any_phase_can_be_filed_in_any_phase(tmp_path: Path, game: str) -> None:
    """The view of one phase serves to read the orders of another; nothing that is filed so keeps a game from ending."""
    rules = load(game)
    campaign = Campaign.create(
        tmp_path / "c",
        game=game,
        title="T",
        id="t",
        language="en",
        seats=[{} for _ in range(rules.seats[0])],
        options=brief(rules, 1),
        settings={"missing": "standing", "guard": False},
    )
    t.resolve(campaign)
    filed, seen = 0, set()
    for _ in range(40):
        opened = campaign.opened()
        if opened is None or opened.phase in seen:
            break
        seen.add(opened.phase)
        bots = {seat: bot_file(campaign, opened, seat) for seat in opened.may}
        for phase in standing_phases(campaign):
            for seat, data in bots.items():
                done = stand_by(campaign, seat, data.split(b"\n", 1)[1], phase)
                filed += done.counts
                assert done.filed is not None and (phase != opened.phase or done.ok)
                verbs = "".join(f"- {kind.verb.id}: x\n" for kind in rules.phase(phase).orders)
                assert stand_by(campaign, seat, verbs.encode(), phase).filed is not None
                assert receipt(campaign, seat, standing=phase).text()
        assert set(t.resolve(campaign).silent.values()) <= {"standing", "hold"}
    assert filed
    assert game != "galactic_council" or seen == {*standing_phases(campaign)}
    assert verify(Campaign.open(campaign.folder)).ok


@pytest.mark.parametrize("game", GAMES)
def test_a_receipt_does_not_hang_on_what_the_seat_may_not_know(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = load(game)
    seats = [{} for _ in range(rules.seats[0])]
    options = brief(rules, 2)
    campaign = Campaign.create(
        tmp_path / "c", game=game, title="T", id="t", language="en", seats=seats, options=options
    )
    t.resolve(campaign)
    for _ in range(2):
        opened = campaign.opened()
        assert opened is not None
        seat = opened.must[0]
        data = bot_file(campaign, opened, seat) + b"- nonsense: 1\n"
        data = data.replace(b"#end\n", b"")
        t.send(campaign, seat, data)
        stand_by(campaign, seat, data.split(b"\n", 1)[1], opened.phase)
        before = [receipt(campaign, seat).facts(), receipt(campaign, seat, standing=opened.phase).facts()]
        state = campaign.state()
        for seed in range(3):
            other = rules.other_secrets(state, seat, SeededDice(b"x" * 32, seed))
            other.content = state.content
            with monkeypatch.context() as patch:
                patch.setattr(campaign, "state", lambda other=other: other)
                again = [receipt(campaign, seat).facts(), receipt(campaign, seat, standing=opened.phase).facts()]
            assert again == before
        t.resolve(campaign, "bot")


@pytest.mark.parametrize("text", ["seats:\t# c\n  red:\t{player:\tA}\t# d\n", "seats:\n  red:\n    player: A\t# d\n"])
def test_tabs_in_the_settings_may_stand_where_we_read_them(text: str) -> None:
    changed = set_players(text.encode(), {"red": {"absent": "x"}}).decode()
    assert "absent: x" in changed and "player: A" in changed and "# d" in changed
