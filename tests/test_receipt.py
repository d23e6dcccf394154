"""Receipts: what came, how it was understood, which file counts and why; for its own seat's eyes only."""

from __future__ import annotations

import json
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from gm import i18n
from gm.campaign import Campaign
from gm.cli import cli
from gm.inbox import Submission, decide, submit
from gm.orders import read
from gm.receipt import receipt
from gm.secret import code
from gm.trouble import CampaignError
from tests import campaigns as t
from tests import counter

LATE = t.WHEN + timedelta(days=8)
MIXED = "#gm test-1 1 add red\n- add: {number: 4}\n\n- add: {number: 99}\n- ad: 3\n#end\n"


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


def running(tmp_path: Path, **settings: Any) -> Campaign:
    campaign = t.new(tmp_path / "c", deadlines={"add": "2026-12-04 21:00"}, **settings)
    t.resolve(campaign)
    return campaign


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    return running(tmp_path)


def sent(campaign: Campaign, text: str, when: Any = t.WHEN, seat: str | None = "red", **more: Any) -> Submission:
    return submit(campaign, seat, text.encode(), channel="mail", sender="ann@example.org", when=when, **more)


def said(campaign: Campaign, number: int | None = None, **more: Any) -> str:
    return receipt(campaign, "red", number, **more).text()


def test_a_receipt_from_top_to_bottom(campaign: Campaign) -> None:
    sent(campaign, "- add: {number: 1}\n")
    sent(campaign, MIXED)
    hash_ = sha256(MIXED.encode()).hexdigest()
    assert (
        said(campaign)
        == f"""\
Receipt for Red (red)
Campaign: A test (test-1)
Turn 1, phase: Adding
Orders are accepted until 2026-12-04 21:00 UTC
File: no. 2 (red-002.yaml)
Came: 2026-11-30 12:00 (UTC)
By way of: mail
From: ann@example.org
Fingerprint of the file: {hash_[:12]}
The same in full (SHA-256): {hash_}

This file counts: its good orders will be played, the refused ones will not.
It takes the place of no. 1 of 2026-11-30 12:00.
If you send a newer file in time, that one will count, as long as it is good.

Orders as they were understood: 1

Line 2:
    - add:
        number: 4

2 mistakes:

red-002.yaml:4:17: the most that may stand here is 9
    - add: {{number: 99}}
                    ^^

red-002.yaml:5:3: unknown order "ad", did you mean "add"?
    - ad: 3
      ^^
"""
    )


def test_a_russian_receipt_from_top_to_bottom(tmp_path: Path) -> None:
    campaign = running(tmp_path, accept="file", time_zone="Europe/Moscow")
    path = campaign.folder / "campaign.yaml"
    text = (
        path.read_text("utf-8")
        .replace('player: ""', "player: Анна", 1)
        .replace("    language: en", "    language: ru", 1)
    )
    path.write_text(text, "utf-8", newline="\n")
    campaign = Campaign.open(campaign.folder)
    sent(campaign, "- прибавить: {число: 1}\n")
    mixed = "- прибавить:\n    число: 2\n    кому: Blue\n- прибвить: 3\n"
    sent(campaign, mixed)
    hash_ = sha256(mixed.encode()).hexdigest()
    assert (
        said(campaign)
        == f"""\
Квитанция для игрока Анна (red)
Кампания: A test (test-1)
Ход 1, фаза: Сложение
Заявки принимаются до срока: 2026-12-04 21:00 Europe/Moscow (18:00 UTC)
Заявка: № 2 (red-002.yaml)
Получена: 2026-11-30 15:00 (Europe/Moscow)
Каким путём: почтой
От кого: ann@example.org
Отпечаток файла: {hash_[:12]}
Он же полностью (SHA-256): {hash_}

Эта заявка не в силе: в этой кампании заявка с ошибками не играется даже частично.
В силе по-прежнему заявка № 1 от 2026-11-30 15:00.

Как поняты ваши приказы (всего 1):

Строка 1:
    - прибавить:
        число: 2
        кому: Blue

1 ошибка:

red-002.yaml:4:3: нет такого приказа: «прибвить»; может быть, «прибавить»?
    - прибвить: 3
      ^^^^^^^^
"""
    )
    assert said(campaign, lang="en").startswith("Receipt for Анна (red)\n")


def test_the_orders_of_a_receipt_are_orders_again(campaign: Campaign) -> None:
    done = sent(campaign, "- прибавить: {число: 3, кому: Blue}\n- add: {number: 9}\n")
    texts = [row["yaml"] for row in receipt(campaign, "red").facts()["orders"]]
    again = read((counter.Add,), "\n".join(texts), campaign.view("red"))
    assert again.ok
    assert [(o.number, o.to) for o in again.orders] == [(o.number, o.to) for o in done.reading.orders]  # type: ignore[attr-defined]


def test_why_a_file_does_not_count(campaign: Campaign) -> None:
    assert sent(campaign, "- ad: 1\n").filed
    assert "not one order in it was understood.\nSo none of your files counts yet: your orders are" in said(campaign)
    sent(campaign, "- add: {number: 1}\n")
    assert "any more" not in said(campaign, 2)
    sent(campaign, "# only words\n")
    page = said(campaign)
    assert (
        "it takes nothing back; a file with [] would.\nSo what counts is no. 2 of 2026-11-30 12:00, as before." in page
    )
    assert "Orders: none.\n" in page
    sent(campaign, "- add: {number: 2}\n", LATE)
    page = said(campaign)
    assert "came after the deadline, 2026-12-04 21:00 UTC; it does not count unless the game master" in page
    assert "So what counts is no. 2 of" in page
    sent(campaign, "- add: {number: 3}\n")
    assert "a newer one has taken its place.\nWhat counts now is no. 5 of 2026-11-30 12:00." in said(campaign, 2)


def test_a_withdrawal_and_a_blank_form_have_receipts_too(campaign: Campaign) -> None:
    sent(campaign, "# a form as it was\n")
    assert "This file counts: there is no order in it, so you order nothing." in said(campaign)
    sent(campaign, "- add: {number: 2}\n")
    sent(campaign, "[]\n")
    page = said(campaign)
    assert "This file counts: it takes all orders back, and you order nothing." in page
    assert "It takes the place of no. 2" in page
    assert "Orders: none, for the file is an empty list." in page


def test_the_game_masters_decision_stands_in_the_receipt_with_its_reason(campaign: Campaign) -> None:
    sent(campaign, "- add: {number: 1}\n")
    sent(campaign, "- add: {number: 2}\n", LATE)
    decide(campaign, "red", 2, who="gm@desk", when=LATE, why="the mail\nwas \x1b[31mslow")
    page = said(campaign)
    assert "It came after the deadline, 2026-12-04 21:00 UTC, and counts all the same." in page
    assert "So the game master decided on 2026-12-08 12:00, for this reason: the mail was \ufffd[31mslow" in page
    assert "gm@desk" not in page
    assert "It takes the place of no. 1" in page
    assert "the game master decided for another one.\nWhat counts now is no. 2 of" in said(campaign, 1)
    decide(campaign, "red", 1, who="gm@desk", when=LATE)
    assert "So the game master decided on 2026-12-08 12:00.\n" in said(campaign, 1)


def test_the_receipt_of_a_refused_file(campaign: Campaign) -> None:
    sent(campaign, "#gm test-1 1 add red AAAAAAAA\n- add: {number: 1}\n#end\n", seat=None)
    page = receipt(campaign, "refused").text()
    assert page.startswith("Receipt of a file that was refused as a whole\n")
    assert "This file was refused: it changes nothing, whatever was sent before goes on counting." in page
    assert "refused-001.yaml:1:22: the code in the first line is wrong" in page
    assert "Orders" not in page
    for turn in range(9):
        assert code(campaign.secret.code, "test-1", "red", turn) not in page
    sent(campaign, "#gm test-1 standing add red AAAAAAAA\n- add: {number: 1}\n#end\n", seat=None)
    assert "the code in the first line is wrong" in receipt(campaign, "refused", 2).text()
    sent(campaign, "#gm test-1 1 add blue\n- add: {number: 1}\n")
    assert 'these orders are those of seat "blue", not of red' in receipt(campaign, "refused", 3).text()


def trouble(code: str, exit_code: int, *args: Any, **more: Any) -> None:
    with pytest.raises(CampaignError) as caught:
        receipt(*args, **more)
    assert (caught.value.code, caught.value.exit_code) == (code, exit_code)


def test_where_there_is_no_file_there_is_a_sentence(campaign: Campaign) -> None:
    trouble("nothing_filed", 1, campaign, "red")
    trouble("no_refused", 1, campaign, "refused")
    trouble("no_standing", 1, campaign, "red", standing="add")
    trouble("no_seat", 1, campaign, "pink")
    sent(campaign, "- add: {number: 1}\n")
    trouble("no_such_file", 1, campaign, "red", 2)


def test_a_file_that_was_changed_gets_no_receipt(campaign: Campaign) -> None:
    filed = sent(campaign, "- add: {number: 1}\n").filed
    assert filed is not None
    filed.path.write_text("- add: {number: 2}\n", "utf-8")
    trouble("file_edited", 4, campaign, "red")


def test_a_receipt_of_entry(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    sent(campaign, "- entry: {name: Ann, wishes: the blue chair}\n")
    page = said(campaign)
    assert "Turn 0, phase: Entry" in page and "wishes: the blue chair" in page
    assert "This file counts: all its orders will be played." in page


def test_receipts_tell_nothing_of_other_seats(campaign: Campaign) -> None:
    """Whatever others send and whatever happens to them, red's receipt says the same."""
    sent(campaign, MIXED)
    before = said(campaign), receipt(campaign, "red").facts()
    sent(campaign, "- add: {number: 9, to: red}\n", seat="blue")
    sent(campaign, "- add: {number: 9}\n", LATE, seat="blue")
    decide(campaign, "blue", 2, who="x", when=LATE)
    sent(campaign, "- add: {number: 9}\n", seat="green", standing="add")
    state = campaign.state()
    state.luck = {"blue": 77, "green": 99}
    assert (said(campaign), receipt(campaign, "red").facts()) == before


# -- the command


def gm(campaign: Campaign, *words: str | Path, lang: str = "") -> Result:
    i18n.use("en")
    asked = ["--lang", lang] if lang else []
    return CliRunner().invoke(cli, [*asked, "-C", str(campaign.folder), *map(str, words)], catch_exceptions=False)


def test_the_command_prints_writes_and_answers(campaign: Campaign, tmp_path: Path) -> None:
    sent(campaign, MIXED)
    result = gm(campaign, "receipt", "RED")
    assert (result.exit_code, result.stdout) == (0, said(campaign))
    assert gm(campaign, "receipt", "red", "1", lang="ru").stdout.startswith("Квитанция для игрока Red (red)")
    result = gm(campaign, "receipt", "red", "--into", tmp_path / "mail" / "r.txt")
    assert result.stdout == "" and (tmp_path / "mail" / "r.txt").read_text("utf-8") == said(campaign)
    facts = json.loads(gm(campaign, "receipt", "red", "--json").stdout)
    assert (facts["format"], facts["number"], facts["counts"], facts["counting"]) == (1, 1, True, 1)
    assert facts["orders"] == [{"line": 2, "yaml": "- add:\n    number: 4"}]
    assert [(p["line"], p["column"]) for p in facts["problems"]] == [(4, 17), (5, 3)]
    assert facts["sha256"] == sha256(MIXED.encode()).hexdigest()


def test_how_a_file_came_is_told_in_words_where_there_are_some(campaign: Campaign) -> None:
    for channel, words in (("bot", "made by the bot"), ("cli", "the game master filed it (gm submit)"), ("jug", "jug")):
        submit(campaign, "red", b"- add: {number: 1}\n", channel=channel, sender="", when=t.WHEN)
        assert f"\nBy way of: {words}\nFingerprint" in said(campaign), "and nobody is named who did not name himself"


def test_what_orders_would_cost_stands_in_the_receipt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    folder = tmp_path / "g"
    for words in (
        ("new", folder, "--game", "galactic-council", "--seats", "3"),
        ("-C", folder, "resolve"),
        ("-C", folder, "bot", "--all"),
        ("-C", folder, "resolve"),
    ):
        assert CliRunner().invoke(cli, [*map(str, words)]).exit_code == 0
    campaign = Campaign.open(folder)
    t.send(campaign, "red", "- markers: 2\n")
    made = receipt(campaign, "red")
    remarks = made.text().split("\nRemarks:\n\n")[1].splitlines()
    assert len(remarks) == len(made.checked.notes) > 0
    assert all(
        line.startswith("- ") and text in line for line, (_note, text) in zip(remarks, made.checked.notes, strict=True)
    )
    assert [note["text"] for note in made.facts()["notes"]] == [text for _note, text in made.checked.notes]


def test_the_command_says_what_is_missing(campaign: Campaign) -> None:
    result = gm(campaign, "receipt", "red")
    assert (result.exit_code, result.stderr) == (1, "no file of red came for this phase\n")
    assert gm(campaign, "receipt", "refused").exit_code == 1
    assert gm(campaign, "receipt", "rde").stderr.startswith('there is no seat "rde", did you mean "red"?')
    assert gm(campaign, "receipt", "red", "0").exit_code == 2


def test_accept_and_its_traces(campaign: Campaign) -> None:
    sent(campaign, "- add: {number: 1}\n")
    sent(campaign, "- add: {number: 2}\n", LATE)
    result = gm(campaign, "accept", "red", "--reason", "slow mail")
    assert (result.exit_code, result.stdout) == (0, "red: red-002.yaml counts, which came 2026-12-08 12:00.\n")
    assert "slow mail" in gm(campaign, "status").stdout
    decision = json.loads(gm(campaign, "status", "--json").stdout)["seats"]["red"]["decision"]
    assert (decision["number"], decision["why"]) == (2, "slow mail")
    result = gm(campaign, "accept", "red", "--none")
    assert result.stdout == "Your decision is taken back.\nred: red-001.yaml counts, which came 2026-11-30 12:00.\n"
    assert json.loads(gm(campaign, "accept", "red", "1", "--json").stdout)["decided"] is True
    assert gm(campaign, "accept", "red", "9").exit_code == 1
    assert gm(campaign, "accept", "blue").stderr == "no file of blue came for this phase\n"
    assert gm(campaign, "accept", "red", "1", "--none").exit_code == 2
