"""The demo campaign of Galactic Council: everything it promises to show really happens, and follows from its files."""

from __future__ import annotations

import json
import stat
from datetime import timedelta
from hashlib import blake2b
from pathlib import Path

import pytest

from gm import demo
from gm.campaign import Campaign
from gm.pages import of_phase
from gm.problems import sentence
from gm.rulesets.galactic_council import RULES
from tests.campaigns import WHEN, files
from tests.demos import CAMPAIGNS, Phase, facts, play, variant

SOURCE = CAMPAIGNS / "galactic-council-demo"
MOVES = "0007-t02-movement"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Phase]:
    """The demo as it comes."""
    return play(SOURCE, tmp_path_factory.mktemp("demo") / "played")


# --- the whole ----------------------------------------------------------------------------------------------------


def test_two_whole_turns_end_with_standings(shown: dict[str, Phase]) -> None:
    assert [name[5:] for name in shown] == [
        "t00-entry",
        "t01-strategy",
        *(f"t0{turn}-{phase}" for turn in (1, 2) for phase in ("council", "movement", "production", "assembly")),
    ]
    end = shown["0009-t02-assembly"].one("GameEnded")
    assert end.reason == "turns"
    assert end.order == (("yellow",), ("orange",), ("red",), ("green",), ("blue", "purple"))


def test_three_players_write_russian_and_three_english(shown: dict[str, Phase]) -> None:
    joined = {e.seat: (e.name, e.language) for e in shown["0000-t00-entry"].all("PlayerJoined")}
    assert joined == {
        "red": ("Тортилла", "ru"),
        "blue": ("Whisper", "en"),
        "green": ("Улей", "ru"),
        "yellow": ("Базилио", "ru"),
        "purple": ("Flint", "en"),
        "orange": ("Marrow", "en"),
    }
    cyrillic = {seat for seat in joined for letter in "".join(_written(seat)) if "а" <= letter.lower() <= "я"}
    assert cyrillic == {"red", "green", "yellow", "blue", "orange"}, "two of the English name Russian partners"


def _written(seat: str) -> list[str]:
    return [path.read_text("utf-8") for path in SOURCE.glob(f"orders/*/{seat}.yaml")]


def test_gm_demo_plays_it_to_the_end(tmp_path: Path, shown: dict[str, Phase]) -> None:
    campaign = demo.begin(RULES, tmp_path / "played")
    assert stat.S_IMODE((campaign.folder / "secret.yaml").stat().st_mode) & 0o077 == 0
    steps = list(demo.play_on(campaign, demo.source(RULES) / "orders"))
    assert [step.outcome.name for step in steps] == list(shown)
    assert [step.outcome.events for step in steps] == [phase.outcome.events for phase in shown.values()]
    assert all(any(step.pages.iterdir()) for step in steps)


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    play(SOURCE, tmp_path / "one")
    play(SOURCE, tmp_path / "two", when=WHEN + timedelta(days=3))
    one, two = files(tmp_path / "one" / "phases"), files(tmp_path / "two" / "phases")
    assert list(one) == list(two)
    for name, data in one.items():
        if name.endswith("manifest.json"):
            first, second = json.loads(data), json.loads(two[name])
            assert first.pop("time") != second.pop("time")
            assert first == second
        else:
            assert data == two[name], name


# --- what it shows, one by one --------------------------------------------------------------------------------------


def test_initiative_settles_who_captures_a_planet(shown: dict[str, Phase]) -> None:
    """2.6: both want Arnor; Marrow (initiative 2) has it, Tortilla (4) is told that it is gone."""
    council = shown["0006-t02-council"]
    assert council.one("PlanetTaken", planet="arnor").owner == "orange"
    assert council.one("OrderCutShort", why="captured_before").seat == "red"


def test_two_want_leadership_and_the_first_player_has_it(shown: dict[str, Phase]) -> None:
    """1: first player and the next clockwise choose in turn."""
    strategy = shown["0001-t01-strategy"]
    wanted = {e.seat: e.ranking[0] for e in strategy.all("RankingGiven")}
    assert (wanted["orange"], wanted["purple"]) == ("leadership", "leadership")
    taken = {e.seat: e.strategy for e in strategy.all("StrategyTaken")}
    assert (taken["orange"], taken["purple"]) == ("leadership", "assembly")


def test_an_order_is_cut_short_because_somebody_moved_first(shown: dict[str, Phase]) -> None:
    """3: Tortilla's cruiser bound for Mecatol Rex meets Marrow's carrier on the way and stays there."""
    cut = shown[MOVES].one("OrderCutShort", why="enemy_fleet")
    assert (cut.seat, cut.place, cut.thing) == ("red", "D3", "D4")
    battle = shown[MOVES].one("BattleBegan", system="D3")
    assert (battle.attacker, battle.defender) == ("red", "orange")


def test_a_condition_takes_its_else(shown: dict[str, Phase]) -> None:
    """13: Lodor is not free any more, so Whisper flies to Resculon."""
    movement = shown["0003-t01-movement"]
    assert not movement.one("BranchTaken", seat="blue").met
    assert movement.one("PlanetTaken", owner="blue", planet="resculon").how == "landing"


def test_nobody_flies_through_the_nebula(shown: dict[str, Phase]) -> None:
    cut = shown["0003-t01-movement"].one("OrderCutShort", why="nebula")
    assert (cut.seat, cut.place, cut.thing, cut.rule) == ("red", "E1", "F1", "8")


def test_every_ship_rolls_when_it_leaves_the_gravity_rift(shown: dict[str, Phase]) -> None:
    rift = shown[MOVES].one("RiftRolled")
    assert rift.system == "E2"
    assert rift.rolls == (("cruiser", 4), ("carrier", 7))
    assert shown[MOVES].one("UnitsLost", cause="rift").units == {"cruiser": 1}


def test_a_fleet_comes_through_the_wormhole(shown: dict[str, Phase]) -> None:
    movement = shown["0003-t01-movement"]
    assert movement.one("FleetMoved", path=("A1", "A2", "F1")).seat == "orange"
    assert movement.one("PlanetTaken", planet="lodor").before == "blue"


def test_the_ion_storm_ends_the_way(shown: dict[str, Phase]) -> None:
    assert shown[MOVES].one("OrderCutShort", why="ion_storm").seat == "blue"


def test_mines_explode(shown: dict[str, Phase]) -> None:
    """4.1, 3.2: laid in turn 1, they wait for the pirates of turn 2."""
    assert shown["0004-t01-production"].one("MineLaid").system == "D7"
    mines = shown[MOVES].one("MinesExploded")
    assert (mines.seat, mines.target) == ("yellow", "purple")
    assert shown[MOVES].one("UnitsLost", cause="mines").seat == "purple"


def test_pds_of_both_sides_fire_in_one_arrival(shown: dict[str, Phase]) -> None:
    meeting = shown[MOVES].one("PdsFired", kind="meeting", system="G3")
    escort = shown[MOVES].one("PdsFired", kind="escort", system="G3")
    assert (meeting.seat, escort.seat) == ("blue", "green")
    assert (escort.source, escort.target) == ("G4", "blue")
    assert {e.seat for e in shown[MOVES].all("UnitsLost", cause="pds")} == {"blue", "green"}


def test_directed_fire_hits(shown: dict[str, Phase]) -> None:
    movement = shown["0003-t01-movement"]
    assert movement.one("PdsFired", kind="directed").target == "blue"
    assert movement.one("UnitsLost", cause="pds").units == {"fighter": 1}
    assert movement.one("Paid", purpose="fire").markers == 1


def test_a_space_battle_takes_three_rounds(shown: dict[str, Phase]) -> None:
    battle = shown[MOVES].one("BattleEnded", system="G3")
    assert (battle.winner, battle.rounds) == ("green", 3)
    assert len(shown[MOVES].all("SalvoFired", system="G3", kind="round")) == 6


def test_a_landing_ends_in_a_ground_battle(shown: dict[str, Phase]) -> None:
    ground = shown[MOVES].one("InvasionEnded", planet="hopes_end")
    assert (ground.winner, ground.rounds) == ("green", 3)
    assert shown[MOVES].one("GroundFired", kind="pds").seat == "blue"
    assert shown[MOVES].one("TroopsPromoted").count == 1
    assert shown[MOVES].one("PlanetTaken", planet="hopes_end").before == "blue"


def test_a_blockaded_dock_builds_troops_only(shown: dict[str, Phase]) -> None:
    production = shown["0008-t02-production"]
    refused = production.one("OrderCutShort", why="blockade")
    assert (refused.seat, refused.place, refused.thing) == ("yellow", "D7", "cruiser")
    assert production.one("Produced", seat="yellow").units == {"ground_force": 4}


def test_ships_over_the_fleet_limit_are_destroyed(shown: dict[str, Phase]) -> None:
    surplus = shown[MOVES].one("UnitsLost", cause="fleet_limit")
    assert (surplus.seat, surplus.place, surplus.units, surplus.rule) == ("purple", "D7", {"destroyer": 1}, "9")


def test_a_battle_breaks_a_contract(shown: dict[str, Phase]) -> None:
    made = shown["0005-t01-assembly"].all("ContractMade")
    assert ("blue", "green") in [(e.a, e.b) for e in made]
    broken = shown[MOVES].one("ContractBroken", cause="war")
    assert {broken.a, broken.b} == {"blue", "green"}
    paid = {(e.seat, e.partner) for e in shown["0009-t02-assembly"].all("IncomePaid")}
    assert paid == {("orange", "purple"), ("purple", "orange")}, "the broken one pays nothing"


def test_goods_pay_beside_planets(shown: dict[str, Phase]) -> None:
    capture = shown["0002-t01-council"].one("Paid", purpose="capture", seat="yellow")
    assert (capture.planets, capture.goods) == (("hercant", "kamdorn"), 1)
    assert shown["0008-t02-production"].one("Paid", purpose="build", seat="blue").goods == 2


def test_sectors_are_bought_scouted_and_entered(shown: dict[str, Phase]) -> None:
    council, movement = shown["0002-t01-council"], shown["0003-t01-movement"]
    assert [e.system for e in council.all("SectorExplored", how="scouted")] == ["E1", "D2", "C1"]
    assert len(council.all("SectorExplored", how="bought")) == 6
    assert "G2" in [e.system for e in movement.all("SectorExplored", how="entered")]


def test_planets_are_captured_by_diplomacy(shown: dict[str, Phase]) -> None:
    captured = {e.planet: e.owner for e in shown["0002-t01-council"].all("PlanetTaken", how="capture")}
    assert captured == {"primor": "red", "lodor": "blue", "bellatrix": "yellow"}


def test_a_wrong_name_is_answered_and_the_rest_of_the_file_stands(shown: dict[str, Phase]) -> None:
    filed = shown["0005-t01-assembly"].filed
    problems = {seat: submission.problems for seat, submission in filed.items() if submission.problems}
    assert list(problems) == ["yellow"]
    (problem,) = problems["yellow"]
    assert (problem.code, problem.args["typed"], problem.args["meant"]) == ("unknown_name", "Тортила", "Тортилла")
    assert "может быть, «Тортилла»?" in sentence(problem, "ru")
    assert filed["yellow"].counts
    pages = shown["0005-t01-assembly"].reports
    assert "может быть, «Тортилла»?" in pages["yellow"] and "did you mean" in pages["gm"]
    assert sorted(who for who, page in pages.items() if "Тортила" in page) == ["gm", "yellow"]
    ranking = shown["0005-t01-assembly"].one("RankingGiven", seat="yellow").ranking
    assert ranking == ("trade", "leadership", "production")
    assert shown["0005-t01-assembly"].one("OrderCutShort", why="no_match").seat == "red"


def test_a_report_in_another_language_tells_of_the_file_too(tmp_path: Path) -> None:
    play(SOURCE, tmp_path / "played", until="0005-t01-assembly")
    campaign = Campaign.open(tmp_path / "played")
    for phase in campaign.phases():
        made = of_phase(campaign, phase)
        assert all("## Your orders" in made.markdown(seat, "en") for seat in made.seats)
        assert all("## Ваша заявка" in made.markdown(seat, "ru") for seat in made.seats)
        assert "Ваша заявка" not in made.markdown("public", "ru")
    assert 'did you mean "Тортилла"?' in made.markdown("yellow", "en")
    assert "            ^^^^^^^" in made.markdown("gm", "ru")


def test_a_silent_seat_keeps_still_and_the_game_master_is_told(shown: dict[str, Phase]) -> None:
    council = shown["0006-t02-council"]
    assert dict(council.outcome.silent) == {"purple": "hold"}
    assert [name for name, phase in shown.items() if phase.outcome.silent] == ["0006-t02-council"]
    assert "**No orders**\n\n- `F` Flint — nothing is ordered." in council.reports["gm"]
    assert "the phase was played without orders of yours" in council.reports["purple"]
    said = "the phase was played without orders of yours"
    assert all(said not in page for who, page in council.reports.items() if who != "purple")
    assert not council.all("Paid", seat="purple")


def test_the_small_things_happen_too(shown: dict[str, Phase]) -> None:
    first, last = shown["0005-t01-assembly"], shown["0009-t02-assembly"]
    production = shown["0008-t02-production"]
    learned = {e.seat: (e.technology, e.how) for e in production.all("TechnologyGained")}
    assert learned == {"orange": ("cybernetics", "bought"), "blue": ("cybernetics", "free")}
    assert production.one("Paid", purpose="dock").seat == "blue"
    assert production.one("UnitsAppeared", place="resculon").units == {"space_dock": 1}
    assert {e.planet: dict(e.yields) for e in production.all("PlanetYielded")} == {
        "primor": {"ground_force": 2},
        "sumerian": {"good": 2},
    }
    assert shown["0003-t01-movement"].one("StationTaken").planet == "sumerian"
    assert shown["0006-t02-council"].one("BonusExchanged").seat == "blue"
    assert first.one("GoodsGiven").to == "orange"
    assert first.one("FleetLimitChanged").limit == 4
    assert first.one("SpeakerNamed").seat == "purple"
    assert last.one("ContractBroken").cause == "guild"
    assert last.one("ContractMade").b == "yellow"
    assert shown[MOVES].all("AlertRaised", moved=True)


# --- what follows from what ---------------------------------------------------------------------------------------


def test_a_changed_order_changes_what_it_touches(tmp_path: Path, shown: dict[str, Phase]) -> None:
    """Without the mines at Hacan's gate no pirate dies there; every other die of the phase falls as before."""
    laid = "- мины: {система: D7, оплата: Арретце}\n"
    source = variant(
        SOURCE, tmp_path / "files", "orders/0004-t01-production/yellow.yaml", lambda text: text.replace(laid, "")
    )
    other = play(source, tmp_path / "played", until=MOVES)
    for name in list(shown)[:4]:
        assert other[name].outcome.events == shown[name].outcome.events
    assert not other["0004-t01-production"].all("MineLaid")
    told = "взрывается минное поле"
    assert told in shown[MOVES].reports["yellow"]
    assert told not in other[MOVES].reports["yellow"]
    assert not other[MOVES].all("MinesExploded")
    assert other[MOVES].one("BattleBegan", system="D7").attacking == {"cruiser": 4}
    assert shown[MOVES].one("BattleBegan", system="D7").attacking == {"cruiser": 3}
    elsewhere = ("G3", "D3")
    for name in ("SalvoFired", "BattleEnded", "RiftRolled", "PdsFired", "GroundFired", "InvasionEnded"):
        here = [e for e in shown[MOVES].all(name) if getattr(e, "system", "G3") in (*elsewhere, "E2")]
        assert [e for e in other[MOVES].all(name) if getattr(e, "system", "G3") in (*elsewhere, "E2")] == here


def test_a_changed_number_changes_what_it_touches(tmp_path: Path, shown: dict[str, Phase]) -> None:
    """A gravity rift that kills on 1-3 only lets the cruiser that rolled a 4 live; nothing before differs."""
    overlay = "gravity_rift: {leaving_kills_up_to: 3}\n"
    source = variant(SOURCE, tmp_path / "files", "content/anomalies.yaml", lambda _: overlay)
    other = play(source, tmp_path / "played", until=MOVES)
    for name in list(shown)[:7]:
        assert other[name].outcome.events == shown[name].outcome.events
    before, after = shown[MOVES].one("RiftRolled"), other[MOVES].one("RiftRolled")
    assert (before.rolls, before.deadly, after.rolls, after.deadly) == (after.rolls, 5, before.rolls, 3)
    assert not other[MOVES].all("UnitsLost", cause="rift")
    assert "1–5 destroys: cruiser **4**, carrier 7." in shown[MOVES].reports["orange"]
    assert "1–3 destroys: cruiser 4, carrier 7." in other[MOVES].reports["orange"]
    assert other[MOVES].one("BattleBegan", system="D3").defending == {"cruiser": 1, "carrier": 1}
    for name in ("MinesExploded", "PdsFired"):
        assert other[MOVES].all(name) == shown[MOVES].all(name)


def test_another_secret_draws_another_first_player(tmp_path: Path, shown: dict[str, Phase]) -> None:
    """Nothing else in the set-up of a fixed galaxy with named races owes anything to dice."""
    source = variant(SOURCE, tmp_path / "files", "secret.yaml", lambda text: text.replace(_secret(text), "11" * 32))
    other = play(source, tmp_path / "played", until="0001-t01-strategy")
    one, two = shown["0000-t00-entry"], other["0000-t00-entry"]
    assert [a[0] for a, b in zip(facts(one), facts(two), strict=True) if a != b] == ["FirstPlayerDrawn"]
    gone = set(one.reports["red"].splitlines()) - set(two.reports["red"].splitlines())
    assert sorted(line[:12] for line in gone) == ["*Отпечаток с", "- Жребий: пе", "- Спикер Сов"]
    taken = [{e.seat: e.strategy for e in p["0001-t01-strategy"].all("StrategyTaken")} for p in (shown, other)]
    assert list(taken[0]) != list(taken[1])


def test_another_secret_lets_the_dice_fall_otherwise(tmp_path: Path, shown: dict[str, Phase]) -> None:
    """With this one the same first player is drawn and the same orders are carried out, but the dice differ."""
    secret = blake2b(b"six crowns 994", digest_size=32).hexdigest()
    source = variant(SOURCE, tmp_path / "files", "secret.yaml", lambda text: text.replace(_secret(text), secret))
    other = play(source, tmp_path / "played", until=MOVES)
    for name in list(shown)[:7]:
        pairs = zip(facts(shown[name]), facts(other[name]), strict=True)
        assert {a[0] for a, b in pairs if a != b} <= {"PdsFired"}, name
    assert shown[MOVES].all("Paid") == other[MOVES].all("Paid")
    assert shown[MOVES].all("FleetMoved")[:3] == other[MOVES].all("FleetMoved")[:3]
    assert "1–5 destroys: cruiser **4**, carrier 7." in shown[MOVES].reports["orange"]
    assert "1–5 destroys: cruiser 6, carrier **5**." in other[MOVES].reports["orange"]
    assert other[MOVES].one("BattleEnded", system="D3").winner == "orange"
    assert shown[MOVES].one("BattleEnded", system="D3").winner == "red"


def _secret(text: str) -> str:
    return next(line.removeprefix("dice: ") for line in text.splitlines() if line.startswith("dice: "))
