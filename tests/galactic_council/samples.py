"""One of every event, with all its codes, for the tests of words and reports."""

from __future__ import annotations

from functools import cache
from typing import Any

from gm import entry
from gm.dice import OnceDice, SeededDice
from gm.meta import Meta, SeatTag
from gm.model import RULING, Event, Seat
from gm.rulesets import load
from gm.rulesets.galactic_council.events import assembly as a
from gm.rulesets.galactic_council.events import common as c
from gm.rulesets.galactic_council.events import council as k
from gm.rulesets.galactic_council.events import movement as m
from gm.rulesets.galactic_council.events import production as p
from gm.rulesets.galactic_council.events import rulings as r
from gm.rulesets.galactic_council.events import start as s
from gm.rulesets.galactic_council.stops import REASONS

RULES = load("galactic_council")
ONE, TWO, SIX = "seat_one", "seat_two", "seat_six"
SEATS = (Seat(ONE, "Иван", "#d55e00", "ru"), Seat(TWO, "Пётр", "#0072b2", "ru"), Seat(SIX, "Яна", "#009e73", "ru"))
AT, HERE, FLEET = "D4", "mecatol_rex", {"cruiser": 2, "carrier": 1}
SHOTS = (m.Shot("cruiser", 7, (8, 2), (9,)), m.Shot("fighter", 9, (1,)))

THINGS = {"not_holder": "trade", "repeated": "warfare", "no_technology": "antimass_deflectors"}
"""What ``thing`` of a reason is, where it is neither a unit nor a seat nor a place."""


@cache
def started(*names: str) -> tuple[Any, list[Event]]:
    """A new game of three seats, called ``names`` if given. Not to be changed."""
    seats = [Seat(seat.id, name, seat.colour, seat.lang) for seat, name in zip(SEATS, names or _names(), strict=True)]
    dice = OnceDice(SeededDice(b"a secret").at(0, "entry"))
    state, events = RULES.setup(seats, RULES.options(), RULES.content({}), dice)
    return state, list(events)


def _names() -> tuple[str, ...]:
    return tuple(seat.name for seat in SEATS)


def view(seat: str | None, *names: str) -> Any:
    """What a seat sees of that game."""
    return RULES.view(started(*names)[0], seat)


def meta(phase: str = "movement", next_phase: str | None = "production") -> Meta:
    """A campaign around it."""
    seats = tuple(SeatTag(seat.id, seat.name, seat.colour, seat.lang) for seat in SEATS)
    return Meta("проба", "Сумерки", 2, phase, 2, next_phase, "пятница, 21:00", "0123456789abcdef", seats)


def stopped(why: str, seat: str = ONE) -> c.OrderCutShort:
    """An order cut short for that reason, with everything the reason may speak of."""
    said = REASONS[why]
    thing = THINGS.get(why, "")
    for word, id_ in (("the unit", "cruiser"), ("the technology", "cybernetics"), ("seat", ONE), ("sector", "D3")):
        if f"thing: {word}" in said or f"thing: the {word}" in said or f"thing: the other {word}" in said:
            thing = thing or id_
    place = HERE if "place: the planet" in said or "place: the station" in said else AT if "place" in said else ""
    if thing == "" and "thing: the system" in said:
        thing = "D3"
    return c.OrderCutShort(seat, "move", 7, why, place, thing, 2, rule="3.1", seen_by=(seat,))


def codes(event: type[Event], field: str) -> list[str]:
    """The codes that the docstring of an event, or of its field, lists for a field."""
    doc = " ".join((event.__doc__ or "").split())
    listed = doc.split(f"``{field}``: ", 1)[1]
    listed = listed.split("``", 1)[0].split(". ")[0].split(";")[0]
    words = [word.split("(")[0].strip(" .") for word in listed.replace(")", "),").split(",")]
    return [word for word in words if word.replace("_", "").isalpha() and " " not in word]


def every_event() -> list[Event]:
    """At least one of every event of the game and of the core; every code of theirs that has words."""
    return [*_core(), *_common(), *_start_and_council(), *_movement(), *_rest(), *_rulings(), *map(stopped, REASONS)]


def _core() -> list[Event]:
    return [
        entry.PlayerJoined(ONE, "Иван", "ru", rule="0"),
        entry.PhraseAdded(ONE, rule="0"),
        entry.WishesTold(ONE, "хочу на север", rule="0", seen_by=(ONE,)),
    ]


PURPOSES = [
    "markers",
    "capture",
    "move",
    "fire",
    "jump",
    "produce",
    "boost",
    "build",
    "mine",
    "dock",
    "technology",
    "explore",
    "stay",
]


def _common() -> list[Event]:
    return [
        c.PhaseOpened(2, "movement", rule="3"),
        c.BranchTaken(ONE, "move", 3, True, rule="13", seen_by=(ONE,)),
        c.BranchTaken(ONE, "move", 0, False, rule="13", seen_by=(ONE,)),
        *(c.Paid(ONE, purpose, (HERE,), 1, 2, AT, rule="4.1") for purpose in PURPOSES),
        c.Paid(ONE, "move", rule="3.1"),
        *(c.MarkersGained(ONE, 2, source, rule="7а") for source in codes(c.MarkersGained, "source")),
        *(c.GoodsGained(ONE, 5, source, AT, rule="1") for source in codes(c.GoodsGained, "source")),
        *(c.SectorExplored(ONE, AT, "nebula_base", how, rule="2.5") for how in codes(c.SectorExplored, "how")),
        *(c.UnitsLost(ONE, AT, FLEET, cause, rule="3.3") for cause in codes(c.UnitsLost, "cause")),
        c.UnitsDamaged(ONE, AT, {"dreadnought": 1}, rule="3.3"),
        c.UnitsRepaired(ONE, HERE, {"mechanized_unit": 2}, rule="7в"),
        *(c.UnitsAppeared(ONE, AT, FLEET, how, rule="4.1") for how in codes(c.UnitsAppeared, "how")),
        *(c.PlanetTaken(HERE, ONE, TWO, how, rule="3.5") for how in codes(c.PlanetTaken, "how")),
        c.PlanetTaken(HERE, None, TWO, "eliminated", rule="7"),
        *(c.ContractBroken(ONE, TWO, cause, ONE, rule="5.3") for cause in ("war", "notice", "guild", "eliminated")),
        *(c.TechnologyGained(ONE, "cybernetics", how, rule="4.3") for how in codes(c.TechnologyGained, "how")),
        c.RankingGiven(ONE, ("trade", "leadership"), rule="7ж", seen_by=(ONE,)),
        c.StrategyTaken(TWO, "diplomacy", rule="1"),
        c.BonusGrew("imperial", 3, rule="1"),
    ]


def _start_and_council() -> list[Event]:
    return [
        s.GalaxyDealt({"D3": "nebula_base"}, rule="11", seen_by=()),
        s.GalaxyOutlined(("D3", AT), rule="2.5"),
        s.HomeSettled(ONE, "sol", AT, 2, 5, 3, rule="11"),
        s.FirstPlayerDrawn(TWO, rule="11"),
        k.BonusExchanged(ONE, "trade", 1, 2, rule="1"),
        k.GuildHeadChanged(ONE, rule="5.2"),
        k.GuildHeadChanged(None, rule="5.2"),
        k.SystemClosed(ONE, AT, rule="1"),
    ]


def _movement() -> list[Event]:
    return [
        m.AlertRaised(ONE, AT, rule="1"),
        m.AlertRaised(ONE, "D3", True, rule="1"),
        m.FleetMoved(ONE, ("D3", AT), FLEET, {"carrier": 1}, rule="3.1"),
        m.RouteChosen(ONE, 4, ("D3", AT), rule="14", seen_by=(ONE,)),
        m.CargoLoaded(ONE, HERE, AT, {"ground_force": 3}, rule="3.1"),
        m.RiftRolled(ONE, AT, (("cruiser", 3), ("carrier", 8)), 5, rule="8"),
        m.StationTaken(ONE, HERE, TWO, rule="8"),
        *(m.PdsFired(TWO, AT, ONE, "D3", kind, SHOTS, rule="3.2") for kind in ("meeting", "escort", "directed")),
        m.MinesExploded(TWO, ONE, AT, 9, (("cruiser", 9), ("carrier", 2)), rule="3.2"),
        m.BattleBegan(AT, ONE, TWO, FLEET, {"destroyer": 3}, rule="3.3"),
        *(
            m.SalvoFired(ONE, AT, kind, n, SHOTS, 2, rule="3.3")
            for n, kind in enumerate(("cannon", "barrage", "round"))
        ),
        m.SalvoFired(TWO, AT, "round", 2, SHOTS, 0, rule="3.3"),
        c.UnitsLost(TWO, AT, {"destroyer": 2}, "battle", rule="3.3"),
        m.BattleEnded(AT, ONE, TWO, ONE, 2, rule="3.3"),
        m.BattleEnded(AT, ONE, TWO, None, 2, rule="3.3"),
        m.TroopsLanded(ONE, HERE, AT, {"ground_force": 1}, rule="3.4"),
        m.Bombarded(ONE, HERE, TWO, SHOTS, 1, rule="3.4"),
        m.BacteriaSpread(ONE, HERE, TWO, rule="3.4"),
        m.InvasionBegan(HERE, ONE, TWO, {"ground_force": 1}, {"shock_troop": 2}, 2, rule="3.5"),
        m.GroundFired(TWO, HERE, "pds", 0, SHOTS, 1, rule="3.5"),
        m.GroundFired(ONE, HERE, "round", 1, SHOTS, 1, rule="3.5"),
        m.TroopsPromoted(ONE, HERE, 2, rule="3.5"),
        m.InvasionEnded(HERE, ONE, TWO, ONE, 1, rule="3.5"),
        m.InvasionBegan(HERE, ONE, TWO, {"ground_force": 1}, {}, rule="3.5"),
        m.InvasionBegan(HERE, ONE, None, {"ground_force": 1}, {}, rule="3.5"),
        m.InvasionEnded(HERE, ONE, TWO, None, 0, rule="3.5"),
        m.BuildingsCaptured(ONE, HERE, TWO, {"pds": 1}, rule="3.5"),
        m.RemainsRolled(ONE, HERE, "raise_dead", 6, (6, 2), rule="3.5"),
        m.RemainsRolled(ONE, HERE, "return_home", 5, (1,), rule="3.5"),
        m.TroopsJumped(ONE, HERE, HERE, {"ground_force": 4}, rule="3.1"),
    ]


def _rest() -> list[Event]:
    return [
        p.PlanetYielded(ONE, HERE, {"good": 2}, rule="8"),
        p.PlanetYielded(ONE, HERE, {"fighter": 2}, rule="8"),
        p.Produced(ONE, HERE, FLEET, 1, rule="4.1"),
        p.MineLaid(ONE, AT, rule="4.1"),
        a.IncomePaid(ONE, TWO, 3, rule="5.1"),
        a.GoodsGiven(ONE, TWO, 1, rule="5.1"),
        a.ContractMade(ONE, TWO, 2, 1, rule="5.2"),
        a.ContractVetoed(SIX, ONE, TWO, rule="5.2"),
        a.FleetLimitChanged(ONE, 3, 4, rule="7д"),
        a.FleetLimitChanged(ONE, 3, 1, rule="7д"),
        a.SeatEliminated(TWO, rule="7"),
        a.SpeakerNamed(ONE, ONE, rule="1"),
        a.SpeakerNamed(ONE, TWO, rule="1"),
        a.SpeakerNamed(ONE, rule="7"),
        a.TurnEnded(2, rule="7"),
        a.GameEnded(((ONE, TWO), (SIX,)), "turns", rule="7"),
        a.GameEnded(((ONE,), (TWO, SIX)), "last_standing", rule="7"),
    ]


def _rulings() -> list[Event]:
    return [
        r.UnitsPlaced(ONE, AT, FLEET, {"carrier": 1}, rule=RULING),
        r.UnitsRemoved(ONE, HERE, {"ground_force": 2}, rule=RULING),
        r.UnitsShifted(ONE, HERE, AT, {"ground_force": 2}, rule=RULING),
        r.DamageSet(ONE, AT, {"dreadnought": 1}, rule=RULING),
        r.DamageSet(ONE, AT, {"dreadnought": 0}, rule=RULING),
        r.MinesSet(ONE, AT, 1, 0, rule=RULING),
        r.MeansChanged(ONE, 2, 1, rule=RULING),
        r.MeansChanged(ONE, 0, -5, rule=RULING),
        r.TechnologyGiven(ONE, "cybernetics", rule=RULING),
        r.TechnologyTakenAway(ONE, "cybernetics", rule=RULING),
        r.FleetLimitSet(ONE, 3, 5, rule=RULING),
        r.StrategySet(ONE, "trade", rule=RULING),
        r.StrategySet(ONE, None, rule=RULING),
        r.LastStrategySet(ONE, "trade", rule=RULING),
        r.LastStrategySet(ONE, None, rule=RULING),
        r.AlertSet(ONE, AT, rule=RULING),
        r.AlertSet(ONE, None, rule=RULING),
        r.AgreementsSpent(ONE, (1, 2), rule=RULING),
        r.AgreementsSpent(ONE, (), rule=RULING),
        r.RankingSet(ONE, ("trade", "warfare"), rule=RULING, seen_by=(ONE,)),
        r.RankingSet(ONE, (), rule=RULING, seen_by=(ONE,)),
        r.SeatPutOut(ONE, rule=RULING),
        r.SeatBroughtBack(ONE, rule=RULING),
        r.PlanetOwnerSet(HERE, ONE, TWO, 2, rule=RULING),
        r.PlanetOwnerSet(HERE, None, TWO, 0, rule=RULING),
        r.PlanetUseSet(HERE, True, rule=RULING),
        r.PlanetUseSet(HERE, False, rule=RULING),
        r.TilesHidden({"D3": "nebula_base", "D2": "lodor"}, rule=RULING, seen_by=()),
        r.TileReplaced("D3", "nebula_base", "lodor", rule=RULING),
        r.SectorRevealed("D3", "nebula_base", rule=RULING),
        r.SectorCovered("D3", "lodor", rule=RULING),
        r.ClosureSet(AT, ONE, rule=RULING),
        r.ClosureSet(AT, None, rule=RULING),
        r.SpeakerSet(ONE, rule=RULING),
        r.GuildHeadSet(ONE, rule=RULING),
        r.GuildHeadSet(None, rule=RULING),
        r.BonusSet("trade", 3, rule=RULING),
        r.BonusSet("trade", 0, rule=RULING),
        r.ContractSet(ONE, TWO, 2, 1, 3, rule=RULING),
        r.ContractEnded(ONE, TWO, True, rule=RULING),
        r.ContractEnded(ONE, TWO, False, rule=RULING),
    ]
