"""Which letters are owed, and what stands in them: each once, for its reader alone, with all that he needs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from gm import inbox, play, rerun, rulingfile
from gm.campaign import Campaign
from gm.handover import change_seat
from gm.mail import compose, letters, outbox
from gm.mail.model import Letter
from gm.orders import header_of
from gm.receipt import receipt
from tests.mail_out.letters_of_tests import WHEN, Way, read, resolve, states, words


def owed(campaign: Campaign, *kinds: letters.Kind) -> dict[str, Letter]:
    found = letters.owed(campaign, WHEN, kinds or letters.USUAL)
    assert len({letter.key for letter in found}) == len(found)
    return {letter.key: letter for letter in found}


def sent(campaign: Campaign) -> list[str]:
    """Put what is owed and send it; the keys of what went."""
    way = Way()
    outbox.put_all(campaign, letters.owed(campaign, WHEN), WHEN)
    assert outbox.send(campaign, way, WHEN).trouble is None
    return way.keys


# --- which letters ---------------------------------------------------------------------------------------------


def test_at_first_everybody_gets_the_form(begun: Path) -> None:
    campaign = Campaign.open(begun)
    found = owed(campaign)
    assert [*found] == ["news-0000-t00-entry-red", "news-0000-t00-entry-blue"], "green has no address"
    red = found["news-0000-t00-entry-red"]
    assert red.subject == "[Зима] Участие: открыт приём заявок"
    assert [file.name for file in red.attachments] == ["zima-t00-entry-red.yaml", "zima-t00-entry-red.view.json"]
    assert campaign.secret.hash in red.text.replace("\n", " ")
    assert found["news-0000-t00-entry-blue"].to == "boris@players.test"


def test_a_report_is_owed_once(campaign: Campaign) -> None:
    last = campaign.phases()[-1].name
    assert sent(campaign) == [f"report-{last}-blue", f"report-{last}-red"], "of the runs before mail was set, none"
    assert owed(campaign) == {}
    change_seat(campaign, "green", {"address": "gm@players.test"})
    campaign = Campaign.open(campaign.folder)
    assert [*owed(campaign)] == [f"report-{last}-green"], "who gets an address now is told how things stand"


def test_nobody_is_left_out_if_two_phases_were_played_meanwhile(campaign: Campaign) -> None:
    sent(campaign)
    for _ in range(2):
        resolve(campaign)
    ends = [phase.name for phase in campaign.phases() if campaign.manifest(phase)["about"]][-2:]
    found = owed(campaign)
    assert [*found] == [f"report-{name}-{seat}" for name in ends for seat in ("red", "blue")]
    older, newer = found[f"report-{ends[0]}-red"], found[f"report-{ends[1]}-red"]
    assert "самый свежий отчёт придёт отдельным" in older.text.replace("\n", " ")
    assert not [file for file in older.attachments if file.name.endswith(".yaml")], "its form would be of no use"
    assert [file for file in newer.attachments if file.name.endswith(".yaml")]


def test_a_phase_that_was_taken_back_and_played_again(campaign: Campaign) -> None:
    """What waits is replaced, what went out is followed by a letter that takes its place."""
    last = campaign.phases()[-1].name
    outbox.put_all(campaign, letters.owed(campaign, WHEN), WHEN)
    outbox.send(campaign, Way(), WHEN, only={f"report-{last}-red"})
    campaign.undo()
    undone = outbox.send(campaign, Way(), WHEN)
    assert [post.why for post in undone.of("failed")] == ["phase_gone"]
    rulingfile.file(campaign, campaign.name_of_next(), campaign.state(), "- note: Новое!\n".encode(), WHEN)
    resolve(campaign)
    found = owed(campaign)
    assert [*found] == [f"report-{last}-red-2", f"report-{last}-blue"]
    red, blue = found.values()
    assert "исправленный отчёт" in red.subject and "Этот отчёт заменяет тот" in red.text
    assert "исправленный" not in blue.subject and "заменяет" not in blue.text
    assert sorted(sent(campaign)) == sorted(found)
    assert owed(campaign) == {}


def test_a_phase_played_again_in_the_same_way_is_no_news(campaign: Campaign) -> None:
    sent(campaign)
    campaign.undo()
    resolve(campaign)
    assert owed(campaign) == {}


def test_a_corrected_phase_is_told_of(campaign: Campaign) -> None:
    sent(campaign)
    with campaign.as_of(campaign.phases()[:1]):
        inbox.submit(campaign, "red", b"[]\n", channel="file", sender="gm", when=WHEN)
    first = rerun.first_changed(campaign)
    assert first is not None
    rerun.commit(campaign, rerun.prepare(campaign, first, "опечатка", WHEN))
    name = campaign.phases()[-1].name
    assert name.endswith(".r2")
    red = owed(campaign)[f"report-{name}-red"]
    assert "исправленный отчёт" in red.subject
    assert "Исправленный отчёт" in red.text and "опечатка" in red.text


# --- what stands in them -----------------------------------------------------------------------------------------


@pytest.fixture
def reports(campaign: Campaign) -> dict[str, Letter]:
    """Seat -> its report."""
    return {letter.seat: letter for letter in owed(campaign, "report").values()}


def test_a_report_has_all_that_its_reader_needs(campaign: Campaign, reports: dict[str, Letter]) -> None:
    red, opened = reports["red"], campaign.opened()
    assert opened is not None
    message = read(compose.message(campaign, red, WHEN))
    text, html = words(message), words(message, "html")
    page = play.blank_form(campaign, "red")
    files = {part.get_filename(): part for part in message.iter_attachments()}
    form = next(name for name in files if name and name.endswith(".yaml"))
    assert files[form].get_payload(decode=True) == page.encode(), "the form is the one of the record, byte for byte"
    assert [name.split(".", 1)[1] for name in files if name] == ["svg", "yaml", "view.json"]
    assert f"gm check --view {form[:-5]}.view.json {form}\n" in text, "to be typed as it is"
    assert text.startswith("Ждём вашу заявку: ход 1, ")
    assert "Отчёт для игрока" in text and "Отчёт для игрока" in html
    assert not re.search(r"<svg|<script|<style|<link|var\(|https?://", html), "nothing that mail programs drop or fetch"
    assert re.fullmatch(r"\[Зима\] Ход 1, [А-Я][а-я]+: отчёт", message["Subject"])
    assert "Turn" in reports["blue"].subject and "report" in reports["blue"].subject


def test_the_map_is_in_the_letter_or_it_says_where(
    campaign: Campaign, reports: dict[str, Letter], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("resvg_py")
    picture = next(file for file in reports["red"].attachments if file.cid)
    assert picture.data.startswith(b"\x89PNG") and f'src="cid:{picture.cid}"' in reports["red"].html
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    bare = owed(campaign, "report")[reports["red"].key]
    assert not [file for file in bare.attachments if file.cid] and "cid:" not in bare.html
    assert "откройте map.svg в браузере" in bare.text


def test_nothing_of_another_seat_and_no_code_outside_the_form(campaign: Campaign, reports: dict[str, Letter]) -> None:
    codes = {seat: header_of(play.blank_form(campaign, seat)) for seat in campaign.config.seats}
    for seat, letter in reports.items():
        inside = {file.name: file.data.decode("utf-8", "replace") for file in letter.attachments}
        inside |= {"text": letter.text, "html": letter.html, "subject": letter.subject}
        for owner, head in codes.items():
            assert head is not None
            found = [name for name, text in inside.items() if head.code in text]
            assert found == ([f"{letter.attachments[-2].name}"] if owner == seat else [])
        addresses = re.findall(r"[\w.]+@players\.test", " ".join(inside.values()))
        assert addresses == []


def test_subjects_give_nothing_away(campaign: Campaign) -> None:
    found = owed(campaign, "report", "news", "reminder")
    assert {re.sub(r"^\[Зима\] [^:]+: ", "", letter.subject) for letter in found.values()} <= {
        *("отчёт", "report", "ждём вашу заявку", "your orders are awaited"),
    }


# --- reminders, receipts, notices ---------------------------------------------------------------------------------


def with_deadline(campaign: Campaign, text: str) -> Campaign:
    path, opened = campaign.folder / "campaign.yaml", campaign.opened()
    assert opened is not None
    settings = path.read_text("utf-8").replace("deadlines: {}", f"deadlines:\n  {opened.phase}: {text}")
    path.write_text(settings, "utf-8")
    return Campaign.open(campaign.folder)


def test_a_reminder_tells_only_its_reader(campaign: Campaign) -> None:
    campaign = with_deadline(campaign, "2026-12-01 21:00")
    found = owed(campaign, "reminder")
    desk = campaign.name_of_next()
    assert [*found] == [f"reminder-{desk}-2026-11-30-red", f"reminder-{desk}-2026-11-30-blue"]
    red, blue = found.values()
    assert "Срок: 2026-12-01 21:00 Europe/Moscow (18:00 UTC). Осталось: 30 часов." in red.text.replace("\n", " ")
    assert "Time left: 30 hours." in blue.text.replace("\n", " ")
    assert "Ben" not in red.text and "Маша" in red.text and not red.html and not red.attachments
    play_file = play.bot_file(campaign, campaign.opened(), "red")  # type: ignore[arg-type]
    inbox.submit(campaign, "red", play_file, channel="mail", sender="anna@players.test", when=WHEN)
    assert [letter.seat for letter in owed(campaign, "reminder").values()] == ["blue"]
    change_seat(campaign, "blue", {"absent": "2026-11-29 to 2026-12-02"})
    assert owed(Campaign.open(campaign.folder), "reminder") == {}, "nobody reminds who is away"


def test_reminders_of_several_steps(campaign: Campaign) -> None:
    keys = [letter.key for step in ("72h", "24h") for letter in letters.reminders(campaign, WHEN, step)]
    assert len(keys) == len({*keys}) == 4


@pytest.mark.parametrize("missing", ["wait", "hold", "standing", "bot"])
def test_a_reminder_says_what_happens_without_orders(campaign: Campaign, missing: str) -> None:
    change_seat(campaign, "red", {"missing": missing})
    text = next(letters.reminders(Campaign.open(campaign.folder), WHEN)).text
    said = {
        "wait": "Игра ждёт",
        "hold": "без ваших приказов",
        "standing": "ваша постоянная заявка",
        "bot": "походит бот",
    }
    assert said[missing] in text.replace("\n", " ")


def test_the_time_left_in_words(campaign: Campaign) -> None:
    say = letters.Wording(campaign, "ru").span
    times = (timedelta(days=3, hours=5), timedelta(hours=47), timedelta(hours=1), timedelta(minutes=21), timedelta(0))
    assert [say(time) for time in times] == ["3 дня", "47 часов", "1 час", "21 минута", "1 минута"]


def test_a_receipt_goes_to_its_seat(campaign: Campaign) -> None:
    data = play.bot_file(campaign, campaign.opened(), "red")  # type: ignore[arg-type]
    inbox.submit(campaign, "red", data, channel="mail", sender="anna@players.test", when=WHEN)
    made = receipt(campaign, "red")
    found = letters.receipt(campaign, made, in_reply_to="<a@players.test>", first="Отступы исправлены.")
    assert (found.key, found.to, found.seat) == (
        f"receipt-{campaign.name_of_next()}-red-001",
        "anna@players.test",
        "red",
    )
    assert found.text.startswith("Отступы исправлены.\n\n---") and found.text.endswith(made.text())
    message = read(compose.message(campaign, found, WHEN))
    assert (message["In-Reply-To"], message["Auto-Submitted"]) == ("<a@players.test>", "auto-replied")
    assert message["Subject"].startswith("[Зима] Ход 1, ") and message["Subject"].endswith(": квитанция")


def test_the_game_master_is_told_in_his_language(campaign: Campaign) -> None:
    found = letters.notice(campaign, "notice-x", "срок продлён", "Слова.\n")
    assert found is not None and (found.to, found.subject) == ("me@gm.test", "[Зима] ведущему: срок продлён")


def test_when_the_game_is_over_there_is_a_last_report(campaign: Campaign) -> None:
    from gm import published

    published.reveal(campaign, end=True)
    for letter in owed(campaign).values():
        assert [file.name for file in letter.attachments if not file.cid] == ["map.svg"]
        assert "ход" not in letter.text.split("-----")[0]
    assert owed(campaign, "reminder") == {}


def test_all_states_end_somewhere(campaign: Campaign) -> None:
    sent(campaign)
    assert {*states(campaign).values()} == {"sent"}


def test_letters_are_made_of_what_was_there_at_the_beginning(campaign: Campaign) -> None:
    """A resolve between two letters gives no mixture."""
    found: Iterator[Letter] = letters.reports(campaign)
    with campaign.held():
        first = next(found)
        resolve(Campaign.open(campaign.folder))
        second = next(found)
    assert first.about == second.about
