"""The demo campaign of Space Base: everything it promises to show really happens, and follows from its files."""

from __future__ import annotations

import stat
from datetime import timedelta
from pathlib import Path

import pytest

from gm import demo
from gm.campaign import Campaign
from gm.pages import of_phase
from gm.problems import sentence
from gm.rulesets.space_base import RULES
from tests.campaigns import WHEN, files
from tests.demos import CAMPAIGNS, Phase, facts, play, variant

SOURCE = CAMPAIGNS / "space-base-demo"
REROLLED = "0007-t06-turn"
LAST = "0013-t12-turn"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Phase]:
    """The demo as it comes."""
    return play(SOURCE, tmp_path_factory.mktemp("demo") / "played")


def test_a_draft_and_twelve_turns_end_by_the_rules(shown: dict[str, Phase]) -> None:
    played = [phase.name for resolve in shown.values() for phase in resolve.outcome.played]
    turns = [f"{turn + 1:04}-t{turn:02}-turn" for turn in range(1, 13)]
    assert played == ["0000-t00-entry", "0001-t01-draft", *turns]
    assert shown[LAST].one("EndTriggered").points == 9
    end = shown[LAST].one("GameEnded")
    assert (end.winners, end.how) == (("red",), "points")
    opened = [event for resolve in shown.values() for event in resolve.all("TurnOpened", phase="turn")]
    assert [opened.active for opened in opened] == ["blue", "green", "red"] * 4, "all have had four turns"


def test_two_players_write_russian_and_one_english(shown: dict[str, Phase]) -> None:
    joined = {e.seat: (e.name, e.language) for e in shown["0000-t00-entry"].all("PlayerJoined")}
    assert joined == {"red": ("Наташа", "ru"), "blue": ("Ben", "en"), "green": ("Глеб", "ru")}
    cyrillic = {seat for seat in joined if any("а" <= letter <= "я" for letter in _written(seat).lower())}
    assert cyrillic == {"red", "green"}


def _written(seat: str) -> str:
    return "".join(path.read_text("utf-8") for path in SOURCE.glob(f"orders/*/{seat}.yaml"))


def test_gm_demo_plays_it_to_the_end(tmp_path: Path, shown: dict[str, Phase]) -> None:
    campaign = demo.begin(RULES, tmp_path / "played")
    assert stat.S_IMODE((campaign.folder / "secret.yaml").stat().st_mode) & 0o077 == 0
    steps = list(demo.play_on(campaign, demo.source(RULES) / "orders"))
    assert [step.outcome.name for step in steps] == list(shown)
    assert [step.outcome.events for step in steps] == [phase.outcome.events for phase in shown.values()]
    assert campaign.opened() is None
    assert all(any(step.pages.iterdir()) for step in steps)


def test_every_folder_of_orders_is_played(shown: dict[str, Phase]) -> None:
    assert sorted(path.name for path in (SOURCE / "orders").iterdir()) == list(shown)


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    play(SOURCE, tmp_path / "one")
    play(SOURCE, tmp_path / "two", when=WHEN + timedelta(days=3))
    one, two = files(tmp_path / "one" / "phases"), files(tmp_path / "two" / "phases")
    assert list(one) == list(two)
    assert [name for name in one if one[name] != two[name] and not name.endswith("manifest.json")] == []


# --- what it shows ------------------------------------------------------------------------------------------------


def test_who_spends_least_begins(shown: dict[str, Phase]) -> None:
    draft = shown["0001-t01-draft"]
    assert {e.seat: e.cost for e in draft.all("ShipsKept")} == {"red": 9, "blue": 0, "green": 15}
    assert (draft.one("FirstSeatFound").seat, draft.one("FirstSeatFound").why) == ("blue", "spent")
    assert {e.seat: e.credits for e in draft.all("StartBonus")} == {"green": 1, "red": 2}


def test_hands_are_seen_by_their_owners_only(shown: dict[str, Phase]) -> None:
    reports = shown["0000-t00-entry"].reports
    assert "1-12-3" in reports["blue"]
    assert not any("1-12-3" in page for who, page in reports.items() if who not in ("blue", "gm"))


def test_colonies_are_founded(shown: dict[str, Phase]) -> None:
    first, last = shown["0002-t01-turn"].one("ColonyFounded"), shown[LAST].one("ColonyFounded")
    assert (first.seat, first.card, first.points, first.credits) == ("blue", "colony_04", 6, 1)
    assert (last.seat, last.card, last.points, last.deployed) == ("red", "colony_01", 3, "start_01")
    assert "Colony 2" not in last.card, "the first wish was too dear"


def test_a_wrong_word_is_answered_and_the_rest_of_the_file_stands(shown: dict[str, Phase]) -> None:
    turn = shown["0003-t02-turn"]
    (problem,) = turn.filed["green"].problems
    assert (problem.code, problem.args["typed"], problem.args["meant"]) == (
        "unknown_name",
        "самая дорагая",
        "самая дорогая",
    )
    assert "может быть, «самая дорогая»?" in sentence(problem, "ru")
    assert turn.filed["green"].counts
    assert sorted(who for who, page in turn.reports.items() if "дорагая" in page) == ["gm", "green"]
    assert turn.one("ChoiceMade", seat="green").choice == "split"
    assert turn.one("PurchasePassed").credits == 4


def test_a_standing_order_decides_and_only_its_owner_reads_how(shown: dict[str, Phase]) -> None:
    kept = shown["0003-t02-turn"].one("StandingKept")
    assert (kept.seat, kept.order.own) == ("blue", ("points", "income", "purchase"))
    decided = [e for resolve in shown.values() for e in resolve.all("StandingDecided", seat="blue")]
    assert {e.what for e in decided} == {"choice", "buy"}
    assert {e.rule_word for e in decided if e.what == "choice"} == {"credits", "income", "purchase", ""}
    assert [e.answer for e in decided if e.what == "buy"] == ["1-10-4", "1-06-4"]
    assert shown[LAST].one("StandingKept").order is None
    told = shown["0008-t07-turn"].reports
    assert "standing order" in told["blue"].casefold()
    assert "1-10-4" in told["green"], "what was bought everybody sees"


def test_a_turn_runs_on_where_standing_orders_decide_for_all(shown: dict[str, Phase]) -> None:
    run = shown["0010-t09-turn"].outcome
    assert [phase.name for phase in run.played] == ["0010-t09-turn", "0011-t10-turn"]
    assert not run.played[1].sent.files
    assert "0011-t10-turn" not in shown


def test_a_silent_seat_takes_what_brings_more_and_the_game_master_is_told(shown: dict[str, Phase]) -> None:
    assert [name for name, phase in shown.items() if phase.outcome.silent] == ["0005-t04-turn"]
    turn = shown["0005-t04-turn"]
    assert dict(turn.outcome.silent) == {"red": "hold"}
    assert "**No orders**\n\n- `Н` Наташа" in turn.reports["gm"]
    assert turn.one("Rewarded", seat="red").credits == 1


def test_a_charged_ability_changes_the_dice_and_a_fallback_answers(shown: dict[str, Phase]) -> None:
    assert shown["0006-t05-turn"].one("ChargeAdded").card == "2-02-2"
    turn = shown[REROLLED]
    assert turn.one("AbilityUsed").ability == "reroll_die"
    reroll = turn.one("DieRerolled")
    assert (reroll.seat, reroll.die, reroll.before, reroll.face) == ("green", 2, 5, 6)
    assert turn.one("ChoiceMade", seat="red").sectors == (6, 6)
    assert [e.points for e in turn.all("Rewarded", seat="red")] == [2, 2]


def test_an_ability_of_the_active_seat_swaps_sectors(shown: dict[str, Phase]) -> None:
    turn = shown["0010-t09-turn"]
    assert turn.one("AbilityUsed", seat="red").ability == "swap_4_9"
    assert turn.one("SectorsSwapped").sectors == (4, 9)


def test_a_purchase_takes_all_credits(shown: dict[str, Phase]) -> None:
    bought = shown["0004-t03-turn"].one("CardBought")
    assert (bought.seat, bought.cost, bought.credits) == ("red", 8, 3), "nine credits became the income"


def test_a_report_in_another_language_is_told_too(tmp_path: Path) -> None:
    play(SOURCE, tmp_path / "played", until="0003-t02-turn")
    campaign = Campaign.open(tmp_path / "played")
    for phase in campaign.phases():
        made = of_phase(campaign, phase)
        sent = [seat for seat in made.seats if (SOURCE / "orders" / phase.name / f"{seat}.yaml").is_file()]
        assert all("## Your orders" in made.markdown(seat, "en") for seat in sent)
        assert all("## Ваша заявка" in made.markdown(seat, "ru") for seat in sent)
        assert len(sent) >= 2
        assert "Ваша заявка" not in made.markdown("public", "ru")
    assert 'did you mean "dearest"?' in made.markdown("green", "en")


# --- what follows from what ---------------------------------------------------------------------------------------


def test_without_the_reroll_the_same_dice_give_fewer_points(tmp_path: Path, shown: dict[str, Phase]) -> None:
    source = variant(
        SOURCE,
        tmp_path / "files",
        f"orders/{REROLLED}/green.yaml",
        lambda text: text.replace("- заряд: {карта: 2-02-2, кубик: 2}\n", ""),
    )
    other = play(source, tmp_path / "played", until=REROLLED)
    for name in list(other)[:-1]:
        assert other[name].outcome.events == shown[name].outcome.events
    assert not other[REROLLED].all("DieRerolled")
    assert other[REROLLED].one("ChoiceMade", seat="red").sectors == (6, 5)
    assert [e.points for e in other[REROLLED].all("Rewarded", seat="red")] == [2, 0]
    assert other[REROLLED].one("DiceRolled") == shown[REROLLED].one("DiceRolled"), "the next roll owes it nothing"


def test_printed_values_in_the_overlay_change_the_game(tmp_path: Path, shown: dict[str, Phase]) -> None:
    """A game master who owns the game writes what the cards really say: nothing before the first difference changes."""
    overlay = (
        '"1-08-1": {cost: 2, name: {en: Printed ship, ru: Корабль с карты}, station: {credits: 3, right: yes}}\n'
        '"1-06-2": {cost: 5}\n'
    )
    source = variant(SOURCE, tmp_path / "files", "content/ships_1.yaml", lambda _: overlay)
    other = play(source, tmp_path / "played", until="0001-t01-draft")
    one, two = shown["0000-t00-entry"], other["0000-t00-entry"]
    assert facts(one) == facts(two), "the same cards are dealt"
    assert "Корабль с карты" in two.reports["green"] and "Корабль с карты" not in one.reports["green"]
    draft = other["0001-t01-draft"]
    assert draft.one("ShipsKept", seat="green").cost == 15, "one card dearer by one, another cheaper by one"
    cheaper = variant(SOURCE, tmp_path / "cheap", "content/ships_1.yaml", lambda _: '"1-08-1": {cost: 2}\n')
    kept = play(cheaper, tmp_path / "cheap-played", until="0001-t01-draft")["0001-t01-draft"]
    assert kept.one("ShipsKept", seat="green").cost == 14


def test_a_colony_with_printed_points_ends_the_game_sooner(tmp_path: Path, shown: dict[str, Phase]) -> None:
    source = variant(SOURCE, tmp_path / "files", "content/colonies.yaml", lambda _: "colony_04: {points: 9}\n")
    other = play(source, tmp_path / "played", until="0004-t03-turn")
    assert other["0002-t01-turn"].one("EndTriggered", seat="blue").points == 9
    assert other["0004-t03-turn"].one("GameEnded").winners == ("blue",), "red has its turn first"
    assert not shown["0002-t01-turn"].all("EndTriggered")


def test_another_secret_deals_other_hands(tmp_path: Path, shown: dict[str, Phase]) -> None:
    text = (SOURCE / "secret.yaml").read_text("utf-8")
    secret = next(line.removeprefix("dice: ") for line in text.splitlines() if line.startswith("dice: "))
    source = variant(SOURCE, tmp_path / "files", "secret.yaml", lambda text: text.replace(secret, "11" * 32))
    other = play(source, tmp_path / "played", until="0000-t00-entry")
    hands = [{e.seat: e.cards for e in p["0000-t00-entry"].all("HandDealt")} for p in (shown, other)]
    assert all(hands[0][seat] != hands[1][seat] for seat in hands[0])
