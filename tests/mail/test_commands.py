"""Commands by mail, and the roads that few messages take."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from itertools import count
from pathlib import Path

import pytest

from gm import inbox
from gm.campaign import Campaign
from gm.mail import intake, mailbox, outbox
from gm.mail.intake import take, take_again
from gm.mail.model import Ending
from gm.play import prepare
from gm.secret import code
from tests.mail.conftest import CODE, WHEN

_NUMBERS = count()


def mail(text: str, sender: str = "red@players.test", subject: str = "Winter") -> bytes:
    """A message of a person."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "gm@players.test", subject
    message["Message-ID"] = f"<{next(_NUMBERS)}@commands.test>"
    message.set_content(text)
    return message.as_bytes()


def ask(campaign: Campaign, text: str, **more: str) -> tuple[Ending, str]:
    """The ending of a message, and the text that answers it."""
    ending = take(campaign, mail(text, **more), when=WHEN, channel="eml")
    return ending, answered(campaign, ending)


def answered(campaign: Campaign, ending: Ending) -> str:
    import email.policy

    post = outbox.find(campaign, ending.answered) if ending.answered else None
    if post is None:
        return ""
    message = email.message_from_bytes(outbox.data(campaign, post), policy=email.policy.default)
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


@pytest.mark.parametrize(
    ("text", "verb", "said"),
    [
        ("help", "help", "О чём можно попросить письмом"),
        ("Помощь!", "help", "отчёт 2"),
        ("form", "form", "#gm winter 3 movement red"),
        ("бланк\n\nСпасибо", "form", "#gm winter 3 movement red"),
        ("report", "report", "Отчёт для игрока"),
        ("отчёт 2", "report", "Ход 2"),
        ("статус", "status", "Вашей заявки ещё ждут."),
    ],
)
def test_what_only_asks_is_answered_to_the_registered_address(
    campaign: Campaign, text: str, verb: str, said: str
) -> None:
    ending, answer = ask(campaign, text)
    assert (ending.fate, ending.why, ending.seat, ending.did) == ("accepted", "command", "red", verb)
    assert said in " ".join(answer.split()) or said in answer
    assert {post.to for post in outbox.waiting(campaign)} == {"red@players.test"}


def test_a_subject_is_a_command_too(campaign: Campaign) -> None:
    ending, answer = ask(campaign, "", subject="Re: status")
    assert ending.did == "status" and "Вашей заявки ещё ждут." in answer


def test_check_files_nothing(campaign: Campaign) -> None:
    ending, answer = ask(campaign, f"check\n\n#gm winter 3 movement red {CODE}\n- мвижение: {{откуда: F2}}\n#end\n")
    assert ending.did == "check" and "нет такого приказа" in answer
    assert inbox.current(campaign, "red") is None


def test_what_changes_something_needs_the_code(campaign: Campaign) -> None:
    from gm.ready import ready

    for text in ("ready", "готов", "absent until 2026-12-14", "message blue\n\nHello"):
        ending, answer = ask(campaign, text)
        assert (ending.fate, ending.why) == ("refused", "wrong_code") and "Код в вашем письме" in answer
    assert ask(campaign, f"ready {CODE}")[0].fate == "accepted" and "red" in ready(campaign)
    assert ask(campaign, f"не готов {CODE}")[0].fate == "accepted" and "red" not in ready(campaign)


def test_absent_until_a_day(campaign: Campaign) -> None:
    ending, answer = ask(campaign, f"отсутствую до 2026-12-14 {CODE}")
    assert ending.fate == "accepted" and "2026-12-14" in answer
    assert Campaign.open(campaign.folder).config.is_away("red", WHEN + timedelta(days=3))
    for wrong in ("2026-11-01", "завтра"):
        assert ask(campaign, f"absent until {wrong} {CODE}")[0].why == "bad_absence"


@pytest.mark.parametrize(
    ("allowed", "text", "fate"),
    [
        ("named", "message blue", "accepted"),
        ("named", "anonymous message blue", "refused"),
        ("anonymous", "анонимно blue", "accepted"),
        ("no", "message blue", "refused"),
        ("no", "message gm", "accepted"),
    ],
)
def test_messages_go_where_the_campaign_lets_them(campaign: Campaign, allowed: str, text: str, fate: str) -> None:
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("messages: named", f"messages: {allowed}"), "utf-8")
    campaign = Campaign.open(campaign.folder)
    ending, _answer = ask(campaign, f"{text} {CODE}\n\nMeet me at Mirage.\n")
    assert ending.fate == fate
    passed = [post for post in outbox.waiting(campaign) if post.purpose == "message"]
    assert len(passed) == (fate == "accepted")
    if passed:
        (post,) = passed
        assert post.to == ("boss@players.test" if "gm" in text else "blue@players.test")
        told = outbox.data(campaign, post).decode()
        assert "Meet me at Mirage." in told and ("Roman" in told) == (not text.startswith("анонимно"))
        assert "red@players.test" not in told


def test_a_stranger_is_answered_nothing(campaign: Campaign) -> None:
    for text in ("report", "form", f"ready {CODE}", "Hello"):
        ending, answer = ask(campaign, text, sender="x@strangers.test")
        assert (ending.fate, ending.why, answer) == ("quarantined", "unknown_sender", "")
    assert not outbox.waiting(campaign)


def test_status_tells_the_game_master_what_is_for_him(campaign: Campaign) -> None:
    from click.testing import CliRunner

    from gm.cli import cli

    for _ in range(2):
        ask(campaign, "Buy now", sender="x@strangers.test")
    said = CliRunner().invoke(cli, ["-C", str(campaign.folder), "status"]).stderr
    assert "2 messages are for you to look at: gm mailbox" in said
    listed = CliRunner().invoke(cli, ["--lang", "ru", "-C", str(campaign.folder), "mailbox"])
    assert listed.exit_code == 0 and listed.stdout.count("посмотрите сами") == 2
    one = CliRunner().invoke(cli, ["-C", str(campaign.folder), "mailbox", "1"])
    assert one.stdout_bytes == mailbox.path_of(campaign, 1).read_bytes()


def test_orders_for_a_later_phase_are_kept_for_it(campaign: Campaign) -> None:
    """They are filed when their phase opens, and a receipt is sent then; with a wrong code they are not kept."""
    secret = campaign.secret
    later = code(secret.code, "winter", "blue", 4)
    text = "#gm winter 4 movement blue {code}\n- hold fire: {{seat: red}}\n#end\n"
    ending, answer = ask(campaign, text.format(code=later), sender="blue@players.test")
    assert (ending.fate, ending.why, ending.did) == ("accepted", "kept", "t04-movement")
    assert "not open yet" in " ".join(answer.split())
    wrong, _answer = ask(campaign, text.format(code="AAAA2222"), sender="blue@players.test")
    assert wrong.fate == "refused"
    while (opened := campaign.opened()) is not None and (opened.turn, opened.phase) != (4, "movement"):
        assert [one for one in take_again(campaign, WHEN) if one.number == ending.number] == []
        campaign.commit(prepare(campaign, "bot", WHEN))
    again = take_again(campaign, WHEN)
    assert [(one.number, one.fate, one.seat) for one in again] == [(ending.number, "accepted", "blue")]
    filed = inbox.current(campaign, "blue")
    assert filed is not None and filed.accepted == 1
    assert take_again(campaign, WHEN) == []


def test_wrong_codes_count_against_the_sender_and_never_against_the_seat(campaign: Campaign) -> None:
    guess = "#gm winter 3 movement red {code}\n- hold fire: {{seat: blue}}\n#end\n"
    for number in range(7):
        ending, _answer = ask(campaign, guess.format(code=f"AAAA222{number}"), sender="x@strangers.test")
        assert ending.fate == "quarantined"
        assert ending.why == ("wrong_code" if number < intake.WRONG_CODES else "wrong_codes")
    right, _answer = ask(campaign, guess.format(code=CODE))
    assert (right.fate, right.seat) == ("accepted", "red")


def test_a_cap_per_sender_and_day(campaign: Campaign) -> None:
    path = campaign.folder / "campaign.yaml"
    path.write_text(path.read_text("utf-8").replace("cap_per_day: 20", "cap_per_day: 3"), "utf-8")
    campaign = Campaign.open(campaign.folder)
    assert [ask(campaign, f"Hello {n}")[0].why for n in range(5)] == ["no_orders"] * 3 + ["too_many"] * 2
    tomorrow = take(campaign, mail("Hello"), when=WHEN + timedelta(days=1), channel="eml")
    assert tomorrow.why == "no_orders"


def test_a_message_on_which_the_program_died_is_taken_again(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = mail(f"#gm winter 3 movement red {CODE}\n- hold fire: {{seat: blue}}\n#end\n")

    class Died(BaseException):
        pass

    def die(*_words: object) -> None:
        raise Died

    with monkeypatch.context() as patch, pytest.raises(Died):
        patch.setattr(mailbox, "note", die)
        take(campaign, raw, when=WHEN, channel="eml")
    assert mailbox.broken_off(campaign) == [1]
    assert [(ending.number, ending.fate) for ending in take_again(campaign, WHEN)] == [(1, "accepted")]
    assert len([one for one in outbox.waiting(campaign) if one.purpose == "receipt"]) >= 1
    assert take_again(campaign, WHEN) == []


def test_a_fault_of_the_program_stops_no_other_message(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_words: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(intake, "find", broken)
        ending, _answer = ask(campaign, "Hello")
    assert (ending.fate, ending.why) == ("quarantined", "fault")
    assert "ZeroDivisionError" in (mailbox.folder_of(campaign) / "00001.fault.txt").read_text("utf-8")
    assert ask(campaign, "help")[0].fate == "accepted"
