"""Rulings of the game master: written, checked, tried, made, told to those whom they concern, kept on the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

import pytest

from gm import rulingfile
from gm.campaign import Campaign
from gm.model import RULING, Change, Event, Name, PrivateEvent, Story
from gm.play import prepare
from gm.rulings import NoteAdded, NoteTold, Remark, RulingMade, RulingTold, story, tidings
from gm.trouble import CampaignError
from gm.verify import verify
from tests import campaigns as t
from tests import counter


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    campaign = t.new(tmp_path / "c")
    t.resolve(campaign)
    return campaign


def rule(campaign: Campaign, text: str) -> list[str]:
    """File rulings for the open phase; the codes of what is wrong."""
    reading, filed = rulingfile.file(campaign, campaign.name_of_next(), campaign.state(), text.encode(), t.WHEN)
    assert (filed is None) == (not reading.ok)
    return [problem.code for problem in reading.problems]


def test_a_ruling_changes_the_state_before_the_orders_and_is_an_event_with_its_reason(campaign: Campaign) -> None:
    before = dict(campaign.state().counts)
    assert rule(campaign, "- give: {seat: red, number: 5, reason: forgotten last turn}\n") == []
    t.send_all(campaign)
    outcome = t.resolve(campaign)
    first, second, *rest = outcome.events
    assert first == counter.Given("red", 5, rule=RULING)
    assert second == RulingMade("give", "forgotten last turn", rule=RULING)
    assert outcome.state.counts["red"] == before["red"] + 5 + 1
    assert rest and all(event.rule != RULING for event in rest)
    assert verify(campaign).ok


def test_after_means_after_the_orders(campaign: Campaign) -> None:
    rule(campaign, "- дать: {место: red, число: 5, причина: позже, когда: после}\n")
    t.send_all(campaign)
    kinds = [type(event).__name__ for event in prepare(campaign, when=t.WHEN).played[0].events]
    assert kinds.index("Given") > kinds.index("LuckRolled")
    assert kinds[-2:] == ["Given", "RulingMade"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("- give: {seat: red, number: 5}\n", "ruling_needs_reason"),
        ("- give: {seat: red, number: 5, reason: x, audience: rde}\n", "ruling_audience"),
        ("- give: {seat: red, number: 5, reason: x, audience: []}\n", "ruling_audience"),
        ("- note: {text: x, audience: []}\n", "ruling_audience"),
        ("- note: {text: x, audience: ['']}\n", "ruling_audience"),
        ("- give: {seat: read, number: 5, reason: x}\n", "unknown_name"),
        ("- give: {seat: red, number: -99, reason: x}\n", "ruling_too_little"),
        ("- give: {seat: red, number: 5000, reason: x}\n", "ruling_breaks"),
        ("- add: {number: 1}\n", "unknown_order"),
        ("- give: {seat: red, number: 5, reason: [x}\n", "open_list"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place_and_kept_aside(campaign: Campaign, text: str, code: str) -> None:
    reading, filed = rulingfile.file(campaign, campaign.name_of_next(), campaign.state(), text.encode(), t.WHEN)
    assert filed is None and [problem.code for problem in reading.problems] == [code]
    assert reading.problems[0].line == 1
    kept = campaign.folder / "inbox" / campaign.name_of_next() / "refused-001.yaml"
    assert kept.read_bytes() == text.encode()
    t.send_all(campaign)
    assert not [event for event in t.resolve(campaign).events if event.rule == RULING]


def test_the_newest_file_holds_all_rulings_of_the_phase(campaign: Campaign) -> None:
    rule(campaign, "- give: {seat: red, number: 5, reason: one}\n")
    rule(campaign, "- give: {seat: blue, number: 7, reason: two}\n- give: {seat: red, number: 1, reason: three}\n")
    t.send_all(campaign)
    given = [event for event in t.resolve(campaign).events if isinstance(event, counter.Given)]
    assert [(event.seat, event.number) for event in given] == [("blue", 7), ("red", 1)]
    assert (campaign.folder / "inbox" / "0001-t01-add" / "rulings-001.yaml").exists()


def test_a_ruling_survives_undo_and_is_played_again_to_the_byte(campaign: Campaign) -> None:
    text = "- give: {seat: red, number: 5, reason: one}\n"
    rule(campaign, text)
    t.send_all(campaign)
    t.resolve(campaign)
    phase = campaign.last_run()[0]
    assert campaign.file(phase, "rulings.yaml") == text.encode()
    before = {name: campaign.file(phase, name) for name in campaign.manifest(phase)["files"]}
    campaign.undo()
    t.resolve(campaign)
    assert {name: campaign.file(phase, name) for name in campaign.manifest(phase)["files"]} == before
    assert verify(campaign).ok


def test_who_reads_the_reason(campaign: Campaign) -> None:
    """A public change is seen by all, its reason by the audience; a secret one by those whom it concerns."""
    rule(
        campaign,
        "- give: {seat: red, number: 1, reason: for blue, audience: blue}\n"
        "- give: {seat: red, number: 2, luck: yes, reason: for the one concerned}\n"
        "- give: {seat: red, number: 3, luck: yes, reason: for nobody, audience: gm}\n"
        "- give: {seat: red, number: 4, reason: for all}\n",
    )
    t.send_all(campaign)
    events = t.resolve(campaign).events
    told = {
        seat: [
            (reason, [type(fact).__name__ for fact in facts])
            for reason, facts in tidings([event for event in events if event.visible_to(seat)])[1]
        ]
        for seat in ("red", "blue", None)
    }
    public, secret, last = ["Given"], ["LuckGiven"], ("for all", ["Given"])
    assert told["red"] == [("", public), ("for the one concerned", secret), ("", secret), last]
    assert told["blue"] == [("for blue", public), last]
    assert told[None] == [("", public), last]


def test_notes_stand_at_the_top_for_all_or_for_one_seat(campaign: Campaign) -> None:
    rule(
        campaign,
        "- note: Hello\n- заметка: {текст: 'Только вам', для кого: [blue]}\n- note: {text: Mine, audience: gm}\n",
    )
    t.send_all(campaign)
    events = t.resolve(campaign).events
    assert events[:3] == [
        NoteAdded("Hello", rule=RULING),
        NoteTold("Только вам", rule=RULING, seen_by=("blue",)),
        NoteTold("Mine", rule=RULING, seen_by=()),
    ]
    assert tidings([event for event in events if event.visible_to("blue")])[0] == ["Hello", "Только вам"]
    assert tidings([event for event in events if event.visible_to("red")])[0] == ["Hello"]


def test_a_note_may_stand_in_the_entry_phase(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "new")
    assert rule(campaign, "- give: {seat: red, number: 5, reason: too early}\n") == ["other_phase"]
    assert rule(campaign, "- note: Welcome\n") == []
    assert t.resolve(campaign).events[-1] == NoteAdded("Welcome", rule=RULING)
    assert verify(campaign).ok


def test_a_ruling_that_fits_no_more_stops_the_resolve_with_its_place(campaign: Campaign) -> None:
    rule(campaign, "- note: x\n- give: {seat: red, number: 1, reason: one}\n")
    path = campaign.folder / "inbox" / campaign.name_of_next() / "rulings-001.yaml"
    path.write_text("- note: x\n- give: {seat: red, number: -500, reason: one}\n")
    t.send_all(campaign)
    with pytest.raises(CampaignError) as caught:
        prepare(campaign, when=t.WHEN)
    assert (caught.value.code, caught.value.exit_code) == ("bad_rulings", 1)
    assert [(problem.code, problem.line) for problem in caught.value.problems] == [("ruling_too_little", 2)]


def test_the_form_names_every_change_and_read_back_changes_nothing(campaign: Campaign) -> None:
    from gm.orders import Header

    for lang, verbs in (("en", ("note", "give")), ("ru", ("заметка", "дать"))):
        form = rulingfile.ruling_form(campaign, Header("test-1", "1", "add", "gm"), campaign.state(), lang)
        assert all(f"# - {verb}:" in form for verb in verbs)
        assert rule(campaign, form) == []
    t.send_all(campaign)
    assert not [event for event in t.resolve(campaign).events if isinstance(event, RulingMade | RulingTold)]


# --- no reason with a wrong fact, or before a wrong reader -----------------------------------------------------


class Known(Event, frozen=True):
    """A fact for everybody."""

    change: int


class Whispered(PrivateEvent, frozen=True):
    """A fact for some."""

    change: int


class Mixed(Change, frozen=True, kw_only=True):
    """A change that comes to these facts: for everybody (None), or for some seats."""

    verb: ClassVar[Name] = Name("mixed", "mixed", "всякое")

    number: int
    facts: tuple[tuple[str, ...] | None, ...]


def mixed(state: Any, change: Any) -> Story:
    for seats in change.facts:
        if seats is None:
            yield Known(change.number, rule=RULING)
        else:
            yield Whispered(change.number, rule=RULING, seen_by=seats)


MIXED = replace(counter.RULES, rulings=(Mixed,), apply_ruling=mixed, invariants=lambda state: [])
FACTS: tuple[tuple[tuple[str, ...] | None, ...], ...] = (
    (None,),
    ((),),
    (("red",),),
    (("red", "blue"),),
    (("red",), None),
    ((), ("blue",), None),
)
AUDIENCES: tuple[tuple[str, ...], ...] = ((), ("all",), ("gm",), ("red",), ("blue",), ("red", "blue"))
READERS = ("red", "blue", None, "gm")


def expected(change: Mixed, reader: str | None) -> tuple[str, list[Event]] | None:
    """What a reader is told of a change, by the words of its form: the reason if it is for him, the facts he sees."""
    events = [event for event in mixed(None, change) if reader == "gm" or event.visible_to(reader)]
    everybody = ("red", "blue", None)
    concerned = {seat for seats in change.facts for seat in (everybody if seats is None else seats)}
    audience = {*change.audience} if change.audience else concerned
    reads = reader == "gm" or reader in audience or "all" in audience
    return (change.reason if reads else "", events) if reads or events else None


def told_to(events: list[Event], reader: str | None) -> tuple[list[str], list[tuple[str, list[Event]]]]:
    return tidings([event for event in events if reader == "gm" or event.visible_to(reader)])


def runs_of_changes() -> Iterator[list[Mixed]]:
    """Every pair of changes of every kind for every audience, each of them before or after the orders."""
    kinds = list(product(FACTS, AUDIENCES))
    for place, ((facts, audience), (more, others)) in enumerate(product(kinds, kinds)):
        yield [
            Mixed(number=1, facts=facts, audience=audience, reason="one", when=("before", "after")[place % 2]),
            Mixed(number=2, facts=more, audience=others, reason="two", when=("before", "after")[place // 2 % 2]),
        ]


def test_every_reader_reads_the_reasons_that_are_for_him_with_the_facts_they_are_about() -> None:
    note = Remark(text="to red", audience=("red",))
    for changes in runs_of_changes():
        every = (changes[0], note, changes[1])
        events = [event for when in ("before", "after") for event in story(MIXED, None, every, when)]
        events[1:1] = [counter.Opened(2, "add", rule="2")]  # whatever comes between is no ruling
        due = sorted(changes, key=lambda change: change.when != "before")
        for reader in READERS:
            texts, rulings = told_to(events, reader)
            assert texts == (["to red"] if reader in ("red", "gm") else [])
            assert rulings == [one for change in due if (one := expected(change, reader))], (changes, reader)


def test_a_reason_for_one_seat_does_not_look_like_that_of_what_was_changed_before(campaign: Campaign) -> None:
    rule(
        campaign,
        "- give: {seat: red, number: 1, reason: a secret, audience: gm}\n"
        "- give: {seat: red, number: 2, luck: yes, reason: about something else, audience: blue}\n",
    )
    t.send_all(campaign)
    events = t.resolve(campaign).events
    assert told_to(events, "blue")[1] == [("", [counter.Given("red", 1, rule=RULING)]), ("about something else", [])]
