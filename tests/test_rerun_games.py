"""Corrections in real games: only what they touch becomes different, and each reader is told what he may know."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import msgspec

from gm import pages, rerun
from gm.campaign import Campaign, PhaseFolder
from gm.model import RULING, Event
from gm.record import dump_events
from gm.rulesets import load
from gm.rulesets.galactic_council import hexes
from gm.rulesets.galactic_council.events.movement import BattleEnded, SalvoFired
from gm.rulesets.galactic_council.events.rulings import SectorRevealed
from gm.rulesets.galactic_council.state import Force
from gm.rulesets.space_base.events.start import HandDealt
from gm.rulesets.space_base.events.yard import ShipyardRefilled
from gm.verify import verify
from tests import campaigns as t
from tests.desk import gm
from tests.games import started

# --- two battles in one phase ----------------------------------------------------------------------------------


def two_fronts() -> tuple[str, dict[str, str], str, tuple[str, str]]:
    """A position with two battles to come, the orders that begin them, others for red, and where they will be."""
    rules = load("galactic_council")
    state, _events, _dice = started(rules, 3, 5, turns=5)
    board = state.board
    for at in list(state.secrets.tiles):
        SectorRevealed(at, state.secrets.tiles[at], rule=RULING).apply(state)
    near, tiles = hexes.around(board.radius), board.content.tiles
    calm = [at for at, system in board.systems.items() if system.tile and not tiles[system.tile].anomaly]
    free = [at for at in calm if at not in {chair.home for chair in board.chairs.values()}]
    fronts = [(at, to) for at in free for to in near[at] if to in free]
    start, goal = fronts[0]
    other, there = next(pair for pair in fronts if not {start, goal} & {*pair, *near[pair[0]], *near[pair[1]]})
    board.turn, board.phase = 2, "movement"
    placed = (
        (start, "red", {"cruiser": 4, "destroyer": 2}),
        (goal, "blue", {"cruiser": 4, "carrier": 1, "fighter": 2}),
        (other, "green", {"cruiser": 4}),
        (there, "blue", {"cruiser": 3, "destroyer": 2}),
    )
    for chair in board.chairs.values():
        chair.fleet_limit, chair.markers = 9, 5
    for at, seat, units in placed:
        board.systems[at].space = {seat: Force(units)}
    assert rules.write_position is not None
    move = f"- move: {{from: {start}, ships: %s, path: [{goal}]}}\n"
    orders = {"red": move % "all", "blue": "[]\n", "green": f"- move: {{from: {other}, ships: all, path: [{there}]}}\n"}
    return rules.write_position(state, "en"), orders, move % "{cruiser: 3, destroyer: 1}", (goal, there)


def begun(folder: Path, game: str, position: str) -> Campaign:
    """A campaign that begins with a position; entry is played."""
    (folder.parent / "position.yaml").write_text(position, "utf-8")
    done = gm("new", folder, "--game", game, "--from", folder.parent / "position.yaml")
    assert done.exit_code == 0, done.output
    assert gm("-C", folder, "resolve").exit_code == 0
    return Campaign.open(folder)


def play(campaign: Campaign, **files: str) -> None:
    for seat, text in files.items():
        assert t.send(campaign, seat, text).ok
    assert gm("-C", campaign.folder, "resolve", "--missing", "hold", "--anyway").exit_code == 0


def battle(events: list[Event], at: str) -> list[Event]:
    """All that happened in a system from the first shot of its space battle to its end."""
    there = [n for n, event in enumerate(events) if isinstance(event, SalvoFired) and event.system == at]
    end = next(n for n, event in enumerate(events) if isinstance(event, BattleEnded) and event.system == at)
    return events[there[0] : end + 1]


def faces(events: list[Event]) -> dict[tuple[object, ...], tuple[int, ...]]:
    """Label of dice -> all faces that were seen of them."""
    found: dict[tuple[object, ...], tuple[int, ...]] = {}
    for throw in (throw for event in events for throw in event.thrown()):
        assert throw.label not in found
        found[throw.label] = throw.faces
    return found


def corrected(campaign: Campaign, phase: PhaseFolder, seat: str, text: str) -> rerun.Again:
    """An order file of a played phase replaced, and everything played again and written by the commands."""
    assert gm("-C", campaign.folder, "submit", seat, "-", "--phase", phase.name, stdin=text).exit_code == 0
    first = rerun.first_changed(campaign)
    assert first == phase
    again = rerun.prepare(campaign, phase, "a slip", t.WHEN)
    assert gm("-C", campaign.folder, "rerun", "--reason", "a slip", "--yes").exit_code == 0
    return again


def test_a_battle_that_a_correction_does_not_touch_falls_out_the_same(tmp_path: Path) -> None:
    """Of two battles in a phase one has fewer attackers now: all dice, losses and the end of the other are the same."""
    position, orders, fewer, (touched, other) = two_fronts()
    campaign = begun(tmp_path / "c", "galactic_council", position)
    play(campaign, **orders)
    phase = campaign.phases()[1]
    before = campaign.events(phase)
    again = corrected(campaign, phase, "red", fewer)
    campaign = Campaign.open(campaign.folder)
    after = campaign.events(campaign.phases()[1])
    assert campaign.phases()[1].name == "0001-t02-movement.r2"
    assert dump_events(battle(before, other)) == dump_events(battle(after, other))
    assert len(faces(battle(before, other))) > 3
    assert dump_events(battle(before, touched)) != dump_events(battle(after, touched))
    old, new = faces(before), faces(after)
    same = [label for label in old if label in new and touched in label]
    assert len(same) > 2
    for label in same:  # where there are fewer guns, fewer of the same dice are rolled
        count = min(len(old[label]), len(new[label]))
        assert old[label][:count] == new[label][:count]
    assert {one.reader for one in again.differences} == {"red", "blue", "green", "public", "gm"}
    assert verify(campaign).ok


# --- shared decks ----------------------------------------------------------------------------------------------

RICH = """
seats: [red, blue, green]
phase: turn
turn: 1
dice: [2, 5]
red: {credits: 30}
blue: {credits: 30}
green: {credits: 30}
"""
REDRAWN = {"en": "What came out of the shared decks after the correction", "ru": "колод"}


def base(folder: Path) -> tuple[Campaign, str, str]:
    """Two turns: red buys a card of the second level, then blue one of the first. Both cards that red could buy."""
    campaign = begun(folder, "space_base", RICH)
    row = campaign.state().board.shipyard
    level_1, level_2 = row[0][0], row[1][0]
    play(campaign, red=f"- choose: sum\n- buy: [{level_2}]\n", blue="- choose: sum\n", green="- choose: sum\n")
    campaign = Campaign.open(folder)
    play(campaign, red="- choose: sum\n", blue=f"- choose: sum\n- buy: [{row[0][1]}]\n", green="- choose: sum\n")
    return Campaign.open(folder), level_1, level_2


def drawn(campaign: Campaign) -> list[ShipyardRefilled]:
    every = (event for phase in campaign.phases() for event in campaign.events(phase))
    return [event for event in every if isinstance(event, ShipyardRefilled)]


def test_what_is_bought_otherwise_changes_what_is_drawn_and_no_die(tmp_path: Path) -> None:
    campaign, level_1, _level_2 = base(tmp_path / "c")
    phases = campaign.phases()
    rolled = [faces(campaign.events(phase)) for phase in phases[1:]]
    assert all(rolled)
    old = drawn(campaign)
    assert [one.level for one in old] == [2, 1]
    corrected(campaign, phases[1], "red", f"- choose: sum\n- buy: [{level_1}]\n")
    campaign = Campaign.open(campaign.folder)
    new = drawn(campaign)
    assert [one.level for one in new] == [1, 1]
    assert new[0].card == old[1].card and new[1].card != old[1].card
    assert [faces(campaign.events(phase)) for phase in campaign.phases()[1:]] == rolled
    for phase in campaign.phases()[1:]:
        about = campaign.manifest(phase)["about"]
        assert about["redrawn"] == ["red", "blue", "green", "public"] and about["unchanged"] == []
        for reader in ("red", "public"):
            for lang, words in REDRAWN.items():
                assert words in gm("-C", campaign.folder, "report", reader, "--turn", str(phase.turn), lang=lang).stdout
    assert verify(campaign).ok


def notice(text: str) -> list[str]:
    """The lines of a report without what it says of being a correction."""
    return [line for line in text.splitlines() if "**A corrected report.**" not in line and line]


def ruled_later(campaign: Campaign, phase: PhaseFolder, text: str) -> Campaign:
    """A ruling on a phase that was played, and everything played again."""
    done = gm("-C", campaign.folder, "rule", "-", "--phase", phase.name, stdin=text)
    assert done.exit_code == 0, done.output
    done = gm("-C", campaign.folder, "rerun", "--reason", "a slip", "--yes")
    assert done.exit_code == 0, done.output
    return Campaign.open(campaign.folder)


def test_who_cannot_see_what_was_corrected_reads_the_same_report_with_a_notice(tmp_path: Path) -> None:
    """In secret: what lies in a deck of which nobody draws, then a card that comes up: only that is redrawn."""
    campaign, _level_1, _level_2 = base(tmp_path / "c")
    readers = ["red", "blue", "green", "public"]
    reports = {who: [campaign.file(phase, f"reports/{who}.md") for phase in campaign.phases()[1:]] for who in readers}
    deck = campaign.state().secrets.decks[2]
    hush = f"- remove: {{card: {deck[-1]}, to: top, reason: hush}}\n- note: {{text: Only for blue, audience: blue}}\n"
    campaign = ruled_later(campaign, campaign.phases()[1], hush)
    first, second = campaign.phases()[1:]
    about = campaign.manifest(first)["about"]
    assert (about["unchanged"], about["redrawn"]) == (["red", "green", "public"], [])
    assert campaign.manifest(second)["about"]["unchanged"] == readers
    for who, kept in reports.items():
        for place, phase in enumerate((first, second)):
            new = campaign.file(phase, f"reports/{who}.md").decode()
            same = notice(new) == notice(kept[place].decode())
            assert same == ((who, place) != ("blue", 0)), who
            assert ("nothing has changed for you" in new) == same and "a slip" in new
    deck = campaign.state_after(campaign.phases()[0]).secrets.decks[0]
    come_up = f"- remove: {{card: {deck[-1]}, to: top, when: after, reason: hush}}\n"
    campaign = ruled_later(campaign, campaign.phases()[1], come_up)
    abouts = [campaign.manifest(phase)["about"] for phase in campaign.phases()[1:]]
    told = [(about["unchanged"], about["redrawn"]) for about in abouts]
    assert told == [(["red", "green", "public"], []), ([], readers)]


def test_a_card_that_only_one_seat_sees_is_redrawn_for_that_seat_alone(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    options = ("--seats", "3", "--option", "light_speed=true")
    assert gm("new", folder, "--game", "space_base", *options).exit_code == 0
    assert gm("-C", folder, "resolve").exit_code == 0
    campaign = Campaign.open(folder)
    kept = pages.of_phase(campaign, campaign.phases()[0])
    hand = next(event for event in kept.events if isinstance(event, HandDealt) and event.seat == "blue")
    other = msgspec.structs.replace(hand, cards=hand.cards[::-1])
    made = replace(kept, events=[other if event is hand else event for event in kept.events])
    readers = ("red", "blue", "green", "public")
    assert [who for who in readers if rerun._redrawn(campaign, kept, made, who)] == ["blue"]


def test_a_deadline_that_was_moved_since_is_no_change_of_the_game(tmp_path: Path) -> None:
    """Deadlines are set anew each turn: the corrected report of an old turn tells the one of that time."""
    campaign = begun(tmp_path / "c", "space_base", RICH)
    settings = campaign.folder / "campaign.yaml"
    for turn in ("Monday", "Tuesday", "Wednesday"):
        text = re.sub(r"(?m)^deadlines:.*\n(?:  .*\n)*", f"deadlines: {{turn: {turn}}}\n", settings.read_text("utf-8"))
        settings.write_text(text, "utf-8")
        play(Campaign.open(campaign.folder), red="[]\n", blue="[]\n", green="[]\n")
    campaign = Campaign.open(campaign.folder)
    settings.write_text(settings.read_text("utf-8").replace("Wednesday", "Thursday"), "utf-8")
    campaign = ruled_later(Campaign.open(campaign.folder), campaign.phases()[1], "- note: {text: hush, audience: gm}\n")
    readers = ["red", "blue", "green", "public"]
    abouts = [campaign.manifest(phase)["about"] for phase in campaign.phases()[1:]]
    assert [about["deadline"] for about in abouts] == ["Monday", "Tuesday", "Thursday"]
    assert [about["unchanged"] for about in abouts] == [readers, readers, []]
    assert "Deadline: Thursday" in campaign.file(campaign.phases()[-1], "reports/red.md").decode()
    assert verify(campaign).ok


def test_a_ranking_that_was_misread_shows_to_its_seat_alone(tmp_path: Path) -> None:
    """Blue's file is corrected in what only blue may know: all others read their old report with the notice."""
    folder = tmp_path / "c"
    assert gm("new", folder, "--game", "galactic_council", "--seats", "4").exit_code == 0
    assert gm("-C", folder, "resolve").exit_code == 0
    assert gm("-C", folder, "bot", "--all").exit_code == 0
    assert gm("-C", folder, "resolve").exit_code == 0
    campaign = Campaign.open(folder)
    phase = campaign.phases()[-1]
    assert phase.phase == "strategy"
    before = {who: campaign.file(phase, f"reports/{who}.md").decode() for who in ("red", "green", "public", "blue")}
    *first, last_but_one, last = campaign.state().secrets.rankings["blue"]
    text = f"- strategies: [{', '.join((*first, last, last_but_one))}]\n"
    again = corrected(campaign, phase, "blue", text)
    assert {one.reader for one in again.differences} == {"blue", "gm"}
    campaign = Campaign.open(folder)
    phase = campaign.phases()[-1]
    assert campaign.manifest(phase)["about"]["unchanged"] == ["red", "green", "yellow", "public"]
    for who, kept in before.items():
        new = campaign.file(phase, f"reports/{who}.md").decode()
        assert (notice(new) == notice(kept)) == (who != "blue")
