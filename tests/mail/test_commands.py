"""Commands by mail, and the roads that few messages take."""

from __future__ import annotations

import re
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
        assert ask(campaign, f"absent until {wrong} {CODE}")[0].why == "bad_until"


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
    one = CliRunner().invoke(cli, ["-C", str(campaign.folder), "mailbox", "1", "--raw"])
    assert one.stdout_bytes == mailbox.path_of(campaign, 1).read_bytes()


def test_one_message_is_shown_for_the_game_master(campaign: Campaign) -> None:
    """Whose it claims to be, what the receiving server and the signatures say; nothing that a terminal would obey."""
    from click.testing import CliRunner

    from gm.cli import cli

    raw = (
        b"From: Anna =?utf-8?Q?=1B[2J?= <red@players.test>\r\nTo: gm@games.test\r\nSubject: Orders\r\n"
        b"Message-ID: <seen@players.test>\r\nAuthentication-Results: mx.games.test; spf=fail; dkim=none\r\n"
        b"DKIM-Signature: v=1; a=rsa-sha256; d=Players.test; s=x; b=AAAA\r\n\r\nBuy \x1b[31mnow\r\n"
    )
    intake.take(campaign, raw, when=WHEN, channel="imap")
    said = CliRunner().invoke(cli, ["-C", str(campaign.folder), "mailbox", "1"]).stdout
    rows = dict(line.split(":", 1) for line in said.splitlines() if ":" in line)
    assert rows["Seats with this address"].strip() == "red"
    assert rows["The receiving server says"].strip() == "mx.games.test; spf=fail; dkim=none"
    assert rows["Signed (DKIM) for"].strip() == "players.test"
    assert said.startswith("Message 1, 2026-") and "refused: no orders in it" in said and "[31mnow" in said
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", said)
    russian = CliRunner().invoke(cli, ["--lang", "ru", "-C", str(campaign.folder), "mailbox", "1"]).stdout
    assert "отклонено: приказов в письме нет" in russian and "Подпись (DKIM) домена" in russian


def test_mail_waits_for_another_writer_and_then_for_another_try(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe ends with 75 (EX_TEMPFAIL), upon which a mail server keeps the message; nothing of it is lost or twice."""
    from threading import Timer

    from click.testing import CliRunner
    from filelock import FileLock

    from gm.cli import cli

    def receive() -> tuple[int, int]:
        done = CliRunner().invoke(cli, ["-C", str(campaign.folder), "receive"], input=raw)
        assert "Traceback" not in done.output
        return done.exit_code, len(mailbox.endings(campaign))

    raw = b"From: x@strangers.test\r\nMessage-ID: <wait@strangers.test>\r\n\r\nHello\r\n"
    monkeypatch.setattr(intake, "PATIENCE", 0.2)
    other = FileLock(campaign.folder / ".lock", thread_local=False)
    other.acquire()
    assert receive() == (75, 0)
    monkeypatch.setattr(intake, "PATIENCE", 30.0)
    Timer(0.5, other.release).start()
    assert receive() == (0, 1)


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


# -- what nobody may learn, what nobody may break

ORDERS = "#gm winter {turn} {phase} {seat} {code}\n- hold fire: {{seat: blue}}\n#end\n"
BLUE = "blue@players.test"


def orders(seat: str = "red", code: str = CODE, turn: str = "3", phase: str = "movement") -> str:
    """An order file as a text."""
    return ORDERS.format(turn=turn, phase=phase, seat=seat, code=code)


def ended(campaign: Campaign) -> Campaign:
    """The campaign after its end."""
    from gm.published import reveal

    reveal(campaign, end=True)
    return Campaign.open(campaign.folder)


def changed(campaign: Campaign, old: str, new: str) -> Campaign:
    """The campaign with other settings."""
    path = campaign.folder / "campaign.yaml"
    assert old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    return Campaign.open(campaign.folder)


@pytest.mark.parametrize(
    "text",
    [
        orders(code="AAAA2222"),
        orders(code=""),
        orders(turn="4", code="AAAA2222"),  # a guess at the code of a later turn counts, too
        orders(phase="agenda", code="AAAA2222"),
        orders(turn="2", code="AAAA2222"),
    ],
)
def test_orders_of_another_seat_are_never_answered(campaign: Campaign, text: str) -> None:
    """Whatever is wrong with them, the sender gets no word, so that nothing can be found out about another seat."""
    ending, answer = ask(campaign, text, sender=BLUE)
    assert (ending.fate, ending.why, answer) == ("quarantined", "wrong_code", "")
    assert not outbox.waiting(campaign)


def test_whether_another_seat_may_send_now_is_not_told(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    from msgspec.structs import replace

    opened = campaign.opened()
    assert opened is not None
    monkeypatch.setattr(Campaign, "opened", lambda self: replace(opened, may=("blue", "green"), must=("blue",)))
    ending, answer = ask(campaign, orders(code="AAAA2222"), sender=BLUE)
    assert (ending.fate, ending.why, answer) == ("quarantined", "wrong_code", "")


@pytest.mark.parametrize("verb", ["message", "anonymous message"])
def test_a_message_takes_along_what_its_writer_wrote_and_nothing_else(campaign: Campaign, verb: str) -> None:
    """Who answers his own report quotes it below; neither that nor his signature nor his code is for the other seat."""
    campaign = changed(campaign, "messages: named", "messages: anonymous")
    text = (
        f"{verb} blue {CODE}\n\nThanks for the truce.\nMeet me, {CODE}, at Mirage.\n\n-- \nRoman Ivanov\n\n"
        "On Mon, 30 Nov 2026, Winter wrote:\n> My fleets: F2 with 3 cruisers\n"
    )
    assert ask(campaign, text)[0].fate == "accepted"
    (post,) = [post for post in outbox.waiting(campaign) if post.purpose == "message"]
    told = outbox.data(campaign, post).decode()
    assert "Thanks for the truce.\r\nMeet me, " in told and "at Mirage." in told
    assert not [word for word in (CODE, "Ivanov", "cruisers", "wrote") if word in told]
    assert "In-Reply-To" not in told and "commands.test" not in told


def test_an_empty_message_is_not_passed_on(campaign: Campaign) -> None:
    ending, answer = ask(campaign, f"message blue {CODE}\n\n> old words\n")
    assert (ending.fate, ending.why) == ("refused", "empty_message") and "передавать нечего" in answer


def test_who_writes_in_the_name_of_a_player_does_not_lock_him_out(campaign: Campaign) -> None:
    campaign = changed(campaign, "cap_per_day: 20", "cap_per_day: 8")
    for number in range(7):
        ask(campaign, orders(code=f"AAAA222{number}"))
    for number in range(5):
        ask(campaign, f"Hello {number}")
    assert ask(campaign, "help")[0].why == "wrong_codes"
    assert [ask(campaign, orders())[0].fate for _ in range(8)] == ["accepted"] * 8
    assert ask(campaign, orders())[0].why == "too_many"


def test_check_reads_the_file_of_the_seat_that_it_names(campaign: Campaign) -> None:
    """One person may have two seats; of a seat of somebody else nothing is told but that it is another one."""
    from gm.handover import change_seat

    change_seat(campaign, "green", {"address": "red@players.test"})
    both = Campaign.open(campaign.folder)
    assert intake.answers.seats_of(both, "red@players.test") == ("red", "green")
    green = code(both.secret.code, "winter", "green", 3)
    ending, answer = ask(both, f"check\n\n{orders('green', green)}")
    assert (ending.seat, ending.fate) == ("green", "accepted") and "1 order accepted" in answer
    told = {ask(both, f"check\n\n{orders('blue', guess)}")[1] for guess in ("AAAA2222", "BBBB2222")}
    right = code(both.secret.code, "winter", "blue", 3)
    told.add(ask(both, f"check\n\n{orders('blue', right)}")[1])
    assert len({answer.replace(right, "X").replace("AAAA2222", "X").replace("BBBB2222", "X") for answer in told}) == 1


def test_after_the_end_everything_is_answered_and_nothing_done(campaign: Campaign) -> None:
    """Orders must not be left without an ending: they would be taken again for ever, and no mail behind them."""
    over = ended(campaign)
    for text in (
        orders(),
        "Hello",
        f"ready {CODE}",
        f"message blue {CODE}\n\nThanks",
        f"absent until 2027-01-01 {CODE}",
    ):
        ending, answer = ask(over, text)
        assert (ending.fate, ending.why) == ("refused", "game_over") and "Игра окончена" in answer
    assert ask(over, f"check\n\n{orders()}")[0].fate == "refused"
    assert ask(over, orders(), sender="x@strangers.test")[0].fate == "quarantined"
    assert [ask(over, text)[0].fate for text in ("help", "status", "report", "report 1")] == ["accepted"] * 4
    assert ask(over, "form")[0].why == "nothing_to_send"
    assert not mailbox.broken_off(over) and take_again(over, WHEN) == []


def test_in_the_entry_phase_every_message_has_an_ending(tmp_path: Path) -> None:
    seats = [{"id": "red", "address": "red@players.test"}, {"id": "blue"}, {"id": "green"}]
    fresh = Campaign.create(
        tmp_path / "fresh", game="galactic_council", title="Fresh", id="winter", language="en", seats=seats
    )
    opened = fresh.opened()
    assert opened is not None
    right = code(fresh.secret.code, "winter", "red", opened.turn)
    standing, answer = ask(fresh, orders(turn="standing", code=right))
    assert (standing.fate, standing.why) == ("refused", "not_for_us") and answer
    for text in ("help", "form", "status"):
        assert ask(fresh, text)[0].fate == "accepted"
    for text in ("report", "report 1", f"message blue {right}\n\nHi", f"message gm {right}\n\nHi", "check", "Hello"):
        assert ask(fresh, text)[0].fate == "refused"
    assert not mailbox.broken_off(fresh) and not [*mailbox.folder_of(fresh).glob("*.fault.txt")]


@pytest.mark.parametrize("step", ["note", "answer"])
@pytest.mark.parametrize("again", [False, True])
def test_a_message_broken_off_is_filed_once_and_answered_once(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch, step: str, again: bool
) -> None:
    """Killed after the orders were filed, or after the answer was put; the same orders may have come before."""

    class Died(BaseException):
        pass

    def die(*_words: object) -> None:
        raise Died

    if again:
        ask(campaign, orders())
    with monkeypatch.context() as patch, pytest.raises(Died):
        patch.setattr(*((mailbox, "note") if step == "note" else (outbox, "put")), die)
        take(campaign, mail(orders()), when=WHEN + timedelta(hours=1), channel="eml")
    (ending,) = take_again(campaign, WHEN + timedelta(hours=2))
    number = 1 + again
    assert (ending.fate, ending.did) == ("accepted", f"filed red-00{number}")
    assert len(inbox.versions(campaign, "red")) == number
    assert len([post for post in outbox.waiting(campaign) if post.purpose == "receipt"]) == number
    assert ask(campaign, orders())[0].did == f"filed red-00{number + 1}"


def test_kept_orders_whose_phase_does_not_come_are_told_of(campaign: Campaign) -> None:
    later = code(campaign.secret.code, "winter", "blue", 4)
    raw = mail(orders("blue", later, "4"), sender=BLUE)
    kept = take(campaign, raw, when=WHEN, channel="eml")
    again = take(campaign, b"Received: twice\r\n" + raw, when=WHEN, channel="eml")
    assert (kept.why, again.why) == ("kept", "duplicate")
    over = ended(campaign)
    (ending,) = take_again(over, WHEN)
    assert (ending.number, ending.fate, ending.why) == (kept.number, "refused", "game_over")
    assert "The game is over" in answered(over, ending) and ending.answered != kept.answered
    assert take_again(over, WHEN) == []


@pytest.mark.parametrize("killed", [False, True])
def test_kept_orders_never_replace_newer_ones(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:
    """What was handed in after the phase opened is newer; of two that were kept the later one counts."""
    later = code(campaign.secret.code, "winter", "blue", 4)
    green = code(campaign.secret.code, "winter", "green", 4)
    for seat, right, more in (
        ("blue", later, ""),
        ("green", green, ""),
        ("green", green, "- hold fire: {seat: red}\n"),
    ):
        text = orders(seat, right, "4").replace("{seat: blue}", "{seat: red}").replace("#end", f"{more}#end")
        ask(campaign, text, sender=BLUE)
    while (opened := campaign.opened()) is not None and (opened.turn, opened.phase) != (4, "movement"):
        campaign.commit(prepare(campaign, "bot", WHEN))
    text = orders("blue", later, "4").replace("{seat: blue}", "{seat: green}")
    filed = inbox.submit(campaign, "blue", text.encode(), channel="file", sender="", when=WHEN)

    class Died(BaseException):
        pass

    def die(at: Campaign, ending: Ending, note=mailbox.note) -> None:  # type: ignore[no-untyped-def]
        if ending.number == 2:
            raise Died
        note(at, ending)

    if killed:
        with monkeypatch.context() as patch, pytest.raises(Died):
            patch.setattr(mailbox, "note", die)
            take_again(campaign, WHEN + timedelta(hours=1))
    take_again(campaign, WHEN + timedelta(hours=2))
    last = {one.number: (one.fate, one.why or one.did) for one in mailbox.endings(campaign)}
    assert last == {
        1: ("ignored", "overtaken"),
        2: ("accepted", "filed green-001"),
        3: ("accepted", "filed green-002"),
    }
    assert inbox.current(campaign, "blue") == filed.filed


def test_what_html_quotes_is_not_passed_on(campaign: Campaign) -> None:
    message = EmailMessage()
    message["From"], message["Message-ID"] = "red@players.test", "<html@commands.test>"
    quoted = "<div>On Mon, Winter wrote:<br></div><blockquote>My fleets: F2 with 3 cruisers</blockquote>"
    message.set_content(f"<div>message blue {CODE}</div><div>Meet me.</div>{quoted}", subtype="html")
    assert take(campaign, message.as_bytes(), when=WHEN, channel="eml").fate == "accepted"
    (post,) = [post for post in outbox.waiting(campaign) if post.purpose == "message"]
    told = outbox.data(campaign, post).decode()
    assert "Meet me." in told and "cruisers" not in told


def test_a_full_disk_is_no_answer_to_a_command(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player is not told of the folders of the game master, and his command is done when it can be."""
    from gm import ready as module
    from gm.trouble import CampaignError

    def full(*_words: object, **_more: object) -> None:
        raise CampaignError("cannot_write", path="/home/boss/winter", reason="full")

    with monkeypatch.context() as patch, pytest.raises(CampaignError, match="cannot_write"):
        patch.setattr(module, "set_ready", full)
        ask(campaign, f"ready {CODE}")
    assert not outbox.waiting(campaign)
    assert [(one.fate, one.did) for one in take_again(campaign, WHEN)] == [("accepted", "ready")]


def test_what_is_no_message_in_a_folder_stops_nothing(campaign: Campaign, tmp_path: Path) -> None:
    from gm.mail.fetch import from_path
    from gm.mail.model import MAX_MAIL

    box, found = tmp_path / "box", list[int]()
    for name in ("new/folder", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    (box / "new" / "1").write_bytes(mail("help"))
    assert from_path(box, lambda raw, channel: found.append(len(raw))) == 1
    mbox = tmp_path / "mbox"
    mbox.write_bytes(b"From a@b.test Mon Nov 30 12:00:00 2026\n" + mail("x" * 70 + "\n" * (MAX_MAIL + 9)) + b"\n")
    assert from_path(mbox, lambda raw, channel: found.append(len(raw))) == 1
    assert found[1] == MAX_MAIL + 1


def test_who_watches_knows_of_a_new_address_and_code(campaign: Campaign) -> None:
    """A seat that went to another person meanwhile answers to him; the codes of the one before are worthless."""
    from gm.cli.mail import _taker
    from gm.handover import hand_over

    found, taken = _taker(campaign)
    hand_over(campaign, "blue", "Nora", "nora@players.test", "en", campaign.folder / "papers")
    old = code(campaign.secret.code, "winter", "blue", 3)
    taken(mail(orders("blue", old), sender=BLUE), "imap")
    taken(mail("status", sender=BLUE), "imap")
    taken(mail("status", sender="nora@players.test"), "imap")
    assert [one.fate for one in found] == ["quarantined", "quarantined", "accepted"]
