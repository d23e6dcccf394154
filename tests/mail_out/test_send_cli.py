"""``gm send``: what is owed goes out once, what happened is told in a table, and a failure has its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gm.campaign import Campaign
from gm.mail import outbox
from tests.desk import gm
from tests.mail_out.letters_of_tests import WHEN, give_addresses, letter, read, states
from tests.smtpfake import Fake, serving


def went(campaign: Campaign) -> list[str]:
    """What lies in the Maildir into which the campaign sends."""
    folder = campaign.folder / "letters" / "new"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def report_of(campaign: Campaign, seat: str) -> str:
    return f"report-{campaign.phases()[-1].name}-{seat}"


def test_once(campaign: Campaign) -> None:
    first = gm("-C", campaign.folder, "send")
    assert first.exit_code == 0, first.output
    rows = [line.split() for line in first.stdout.splitlines()]
    assert sorted(rows) == [
        [report_of(campaign, "blue"), "boris@players.test", "sent"],
        [report_of(campaign, "red"), "anna@players.test", "sent"],
    ]
    assert len(went(campaign)) == 2
    second = gm("-C", campaign.folder, "send", lang="ru")
    assert (second.exit_code, second.stdout) == (0, "Отправлять нечего.\n")


def test_a_dry_run_sends_and_keeps_nothing(campaign: Campaign, tmp_path: Path) -> None:
    result = gm("-C", campaign.folder, "send", "--dry-run", "--into", tmp_path / "look")
    assert result.exit_code == 0 and "waits" in result.stdout
    assert went(campaign) == [] and not (campaign.folder / "outbox").exists()
    found = sorted(path.name for path in (tmp_path / "look").iterdir())
    assert found == [f"{report_of(campaign, seat)}.eml" for seat in ("blue", "red")]
    assert read((tmp_path / "look" / found[1]).read_bytes())["To"] == "anna@players.test"
    assert gm("-C", campaign.folder, "send", "--dry-run", "--into", campaign.folder / "x").exit_code == 1


def test_into_files_instead_of_sending(campaign: Campaign, tmp_path: Path) -> None:
    assert gm("-C", campaign.folder, "send", "--into", tmp_path / "eml").exit_code == 0
    assert len([*(tmp_path / "eml").iterdir()]) == 2 and went(campaign) == []
    assert {*states(campaign).values()} == {"sent"}


def test_kinds(campaign: Campaign) -> None:
    assert gm("-C", campaign.folder, "send", "--news").stdout == "Nothing is to be sent.\n"
    reminded = gm("-C", campaign.folder, "send", "--reminders")
    assert reminded.stdout.count("sent") == 2 and "report" not in reminded.stdout
    assert gm("-C", campaign.folder, "send", "--reminders").stdout == "Nothing is to be sent.\n", "once a day"
    assert gm("-C", campaign.folder, "send", "--reports").stdout.count("report-") == 2


def test_again(campaign: Campaign) -> None:
    """A seat means its newest report, made anew with the address of now."""
    gm("-C", campaign.folder, "send")
    give_addresses(campaign, {"red": "new@players.test"})
    result = gm("-C", campaign.folder, "send", "--again", "маша")
    assert (result.exit_code, result.stdout.split()) == (0, [report_of(campaign, "red"), "new@players.test", "sent"])
    result = gm("-C", campaign.folder, "send", "--again", report_of(campaign, "blue"))
    assert (result.exit_code, result.stdout.split()[1:]) == (0, ["boris@players.test", "sent"])
    for wrong in ("report-x-red", "notice-7", "green"):
        result = gm("-C", campaign.folder, "send", "--again", wrong)
        assert result.exit_code == 1 and "there is no letter" in result.stderr
    assert gm("-C", campaign.folder, "send", "--again", "nobody").exit_code == 1


def test_json(campaign: Campaign) -> None:
    facts = json.loads(gm("-C", campaign.folder, "send", "--json").stdout)
    assert [(one["seat"], one["state"], one["purpose"]) for one in facts["letters"]] == [
        *(("blue", "sent", "report"), ("red", "sent", "report"))
    ]
    assert json.loads(gm("-C", campaign.folder, "status", "--json").stdout)["letters"] == {
        **{"waiting": 0, "lost": [], "failing": {}}
    }


def with_server(campaign: Campaign, port: int) -> None:
    path = campaign.folder / "campaign.yaml"
    head = path.read_text("utf-8").split("\nmail:")[0]
    section = f"mail:\n  out: smtp\n  from: zima@gm.test\n  smtp: {{host: 127.0.0.1, port: {port}, security: none}}\n"
    path.write_text(f"{head}\n{section}", "utf-8")


def test_a_server_that_is_not_there(campaign: Campaign) -> None:
    with serving(Fake()) as fake:
        pass
    with_server(campaign, fake.port)
    for lang, said in (("en", "cannot be reached: nobody answers there"), ("ru", "недоступен: там никто не отвечает")):
        result = gm("-C", campaign.folder, "send", lang=lang)
        assert result.exit_code == 4 and said in result.stderr
    assert "2 letters wait to be sent: gm send" in gm("-C", campaign.folder, "status").stderr


def test_refusals_are_told_by_send_and_status(campaign: Campaign) -> None:
    answers = {"anna@players.test": ["550 5.1.1 gone"], "boris@players.test": ["451 4.7.1 come again"]}
    with serving(Fake(answers=answers)) as fake:
        with_server(campaign, fake.port)
        result = gm("-C", campaign.folder, "send")
    assert result.exit_code == 4
    assert "not sent: 5.1.1 gone" in result.stdout and "tried again after" in result.stdout
    told = gm("-C", campaign.folder, "status", lang="ru").stderr
    assert "1 письмо ждёт отправки: gm send" in told
    assert f"Письмо {report_of(campaign, 'red')} на адрес anna@players.test не ушло: 5.1.1 gone" in told
    assert "Письма месту red возвращаются (anna@players.test, 5.1.1): узнайте другой адрес." in told


def test_without_a_way_out(campaign: Campaign) -> None:
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("out: maildir", "out: off"), "utf-8")
    result = gm("-C", campaign.folder, "send")
    assert result.exit_code == 1 and "set out: in the section mail:" in result.stderr
    assert gm("-C", campaign.folder, "send", "--dry-run").exit_code == 0


def test_nobody_else_may_send_meanwhile(campaign: Campaign) -> None:
    from gm import disk

    outbox.put(campaign, letter(), WHEN)
    with disk.Lock(campaign.folder / "outbox").held():
        result = gm("-C", campaign.folder, "send")
    assert result.exit_code == 3


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_help(lang: str) -> None:
    assert gm("send", "--help", lang=lang).exit_code == 0
