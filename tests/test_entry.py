"""Entry and the inbox: what is filed, what is refused and why, what counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm.campaign import Campaign
from gm.inbox import current, submit, versions, who_sent
from gm.play import header, prepare
from gm.secret import code
from gm.trouble import CampaignError
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
    t.resolve(campaign)
    return campaign


# -- entry


def test_entry_can_be_resolved_with_silent_seats(campaign: Campaign) -> None:
    outcome = t.resolve(campaign)
    assert [type(event).__name__ for event in outcome.events] == ["Began"]
    assert outcome.silent == {} and outcome.players == {} and outcome.phrases == {}
    assert campaign.state().names == {"red": "Red", "blue": "Blue", "green": "Green"}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("- entry: {phrase: " + "x" * 201 + "}\n", ["string_too_long"]),
        ("- entry: {name: " + "x" * 41 + "}\n", ["string_too_long"]),
        ("- entry: {language: Klingon}\n", ["unknown_name"]),
        ("- entry: {nmae: Ann}\n", ["unknown_field"]),
        ("- entry: {name: A}\n- entry: {name: B}\n", ["only_once"]),
        ("- add: {number: 1}\n", ["other_phase"]),
    ],
)
def test_mistakes_in_entry(campaign: Campaign, text: str, codes: list[str]) -> None:
    assert [problem.code for problem in t.send(campaign, "red", text).problems] == codes


def test_every_phrase_changes_the_dice_whoever_adds_it(campaign: Campaign) -> None:
    def rolls() -> list[int]:
        t.resolve(campaign)
        luck = [e.roll for e in prepare(campaign, "hold").events if isinstance(e, counter.LuckRolled)]
        campaign.undo()
        return luck

    seen = [rolls()]
    for seat, phrase in (("red", "one"), ("blue", "one"), ("blue", "two"), ("red", "")):
        t.send(campaign, seat, f"- entry: {{phrase: '{phrase}'}}\n")
        seen.append(rolls())
    assert len({tuple(luck) for luck in seen}) == 5
    assert rolls() == seen[-1]


def test_the_phrase_reaches_nobody_but_its_owner_and_the_game_master(campaign: Campaign) -> None:
    t.send(campaign, "red", "- entry: {phrase: xyzzy}\n")
    pages = {name: data for name, data in prepare(campaign).files() if "/reports/" in name or "/forms/" in name}
    assert len(pages) == 11
    told = {name.rsplit("/", 1)[1] for name, data in pages.items() if b"xyzzy" in data}
    assert told <= {"red.md", "gm.md"}  # the counter's pages print what their reader sent


# -- what is kept


def test_every_version_is_kept_and_the_newest_counts(running: Campaign) -> None:
    first = t.send(running, "red", b"- add: {number: 1}\r\n")
    second = t.send(running, "red", "- add: {number: 2}\n- ad: {number: 3}\n")
    assert first.replaced is None and second.replaced == first.filed
    assert first.ok and not second.ok and second.counts
    folder = running.folder / "inbox" / "0001-t01-add"
    assert sorted(path.name for path in folder.iterdir()) == [
        "red-001.json",
        "red-001.yaml",
        "red-002.json",
        "red-002.yaml",
    ]
    assert (folder / "red-001.yaml").read_bytes() == b"- add: {number: 1}\r\n"
    about = json.loads((folder / "red-002.json").read_text("utf-8"))
    assert about["when"] == "2026-11-30T12:00:00+00:00"
    assert (about["channel"], about["sender"], about["accepted"], about["refused"]) == ("file", "gm", 1, 1)
    assert current(running, "red") == second.filed == versions(running, "red")[-1]
    assert [seat for seat, filed in who_sent(running).items() if filed] == ["red"]
    added = [e.number for e in prepare(running, "hold").events if isinstance(e, counter.Added)]
    assert added == [2]


def test_a_file_that_is_not_understood_at_all_does_not_replace_a_good_one(running: Campaign) -> None:
    good = t.send(running, "red", "- add: {number: 1}\n")
    for broken in ("- add: [\n", "hello\n", b"\x00" * 50, "- add: {number: 0}\n"):
        bad = t.send(running, "red", broken)
        assert bad.filed is not None and not bad.counts and bad.problems
        assert current(running, "red") == good.filed
    empty = t.send(running, "red", "[]  # I do nothing\n")
    assert empty.ok and current(running, "red") == empty.filed


def test_a_seat_of_which_nothing_was_understood_is_silent(running: Campaign) -> None:
    t.send(running, "red", "- add: [\n")
    with pytest.raises(CampaignError) as caught:
        prepare(running)
    assert caught.value.args_of["seats"] == "red, blue, green"


def test_lost_notes_about_a_file_do_not_lose_the_file(running: Campaign) -> None:
    filed = t.send(running, "red", "- add: {number: 4}\n").filed
    assert filed is not None
    for broken in (b"", b"[]", b"\xff"):
        filed.path.with_suffix(".json").write_bytes(broken)
        found = current(running, "red")
        assert found is not None and found.path == filed.path and found.when == ""
    filed.path.with_suffix(".json").unlink()
    assert current(running, "red") is not None


def test_orders_of_another_phase_are_not_taken(running: Campaign) -> None:
    t.send_all(running)
    t.resolve(running)
    assert set(who_sent(running).values()) == {None}


# -- the first line


def address(running: Campaign, chair: str, /, **changed: str) -> str:
    opened = running.opened()
    assert opened is not None
    return str(header(running, opened, chair)._replace(**changed)) + "\n- add: {number: 2}\n#end\n"


def test_the_first_line_names_the_seat(running: Campaign) -> None:
    sent = t.send(running, None, address(running, "blue"))
    assert sent.ok and sent.seat == "blue"
    spelled = address(running, "blue", campaign="TEST-1", turn="t01", phase="Сложение", seat="BLUE")
    assert t.send(running, None, spelled).seat == "blue"
    assert t.send(running, "blue", "- add: {number: 2}\n").ok


@pytest.mark.parametrize(
    ("changed", "expected", "typed"),
    [
        ({"campaign": "other"}, "header_campaign", "other"),
        ({"turn": "2"}, "header_turn", "2"),
        ({"turn": "soon"}, "header_turn", "soon"),
        ({"phase": "settle"}, "header_phase", "settle"),
        ({"seat": "pink"}, "header_no_seat", "pink"),
        ({"code": "AAAAAAAA"}, "header_code", "AAAAAAAA"),
        ({"code": ""}, "header_no_code", "red"),
    ],
)
def test_a_file_for_something_else_is_refused(
    running: Campaign, changed: dict[str, str], expected: str, typed: str
) -> None:
    text = "\n" + address(running, "red", **changed)
    sent = t.send(running, None, text)
    assert sent.filed is None and not sent.ok
    problem = sent.problems[0]
    assert (problem.code, problem.args["typed"], problem.line) == (expected, typed, 2)
    assert text.split("\n")[1][problem.column - 1 :].startswith(typed)
    assert current(running, "red") is None
    kept = running.folder / "inbox" / "0001-t01-add" / "refused-001.yaml"
    assert kept.read_text("utf-8") == text


def test_last_turns_code_and_another_seats_code_are_wrong(running: Campaign) -> None:
    key = running.secret.code
    for other in (code(key, "test-1", "red", 0), code(key, "test-1", "blue", 1), code(key, "test-2", "red", 1)):
        assert [p.code for p in t.send(running, None, address(running, "red", code=other)).problems] == ["header_code"]


def test_the_gm_needs_no_code_but_a_wrong_one_is_refused(running: Campaign) -> None:
    assert t.send(running, "red", address(running, "red", code="")).ok
    assert [p.code for p in t.send(running, "red", address(running, "red", code="AAAAAAAA")).problems] == [
        "header_code"
    ]
    assert [p.code for p in t.send(running, "red", address(running, "blue")).problems] == ["header_seat"]
    assert [p.code for p in t.send(running, None, "- add: {number: 1}\n").problems] == ["no_header"]
    with pytest.raises(CampaignError) as caught:
        t.send(running, "pink", "- add: {number: 1}\n")
    assert (caught.value.code, caught.value.exit_code) == ("no_seat", 1)


def test_a_huge_file_is_refused_and_not_kept(running: Campaign) -> None:
    sent = submit(running, "red", b"[" * 1_100_000, channel="mail", sender="x@example.org", when=t.WHEN)
    assert [p.code for p in sent.problems] == ["file_too_long"]
    assert not (running.folder / "inbox" / "0001-t01-add").exists()


def test_a_file_from_any_editor_is_read(running: Campaign) -> None:
    for encoding in ("utf-8-sig", "utf-16", "cp1251"):
        assert t.send(running, "red", "- прибавить: {число: 3}\n".encode(encoding)).ok, encoding
