"""One of every event, with all its codes, for the tests of words and reports."""

from __future__ import annotations

from functools import cache
from typing import Any

from gm import entry
from gm.dice import OnceDice, SeededDice
from gm.meta import Meta, SeatTag
from gm.model import RULING, Event, Seat
from gm.rulesets import space_base
from gm.rulesets.space_base.events import common as c
from gm.rulesets.space_base.events import rewards as r
from gm.rulesets.space_base.events import rulings as g
from gm.rulesets.space_base.events import start as s
from gm.rulesets.space_base.events import yard as y
from gm.rulesets.space_base.orders import Standing, Wish
from gm.rulesets.space_base.stops import REASONS

RULES = space_base.RULES
ONE, TWO, SIX = "seat_one", "seat_two", "seat_six"
SEATS = (Seat(ONE, "Иван", "#d55e00", "ru"), Seat(TWO, "Пётр", "#0072b2", "ru"), Seat(SIX, "Яна", "#009e73", "ru"))
SHIP, OTHER, CHARGED, COLONY = "1-05-2", "start_02", "3-08-2", "colony_09"
ALWAYS = Standing(
    own=("purchase", "7", "points"),
    others=("credits", "charge", "split"),
    buy=(Wish(level=2, sector=8), Wish("colony"), Wish(SHIP)),
    claim=(Wish("cheapest"), Wish("points", level=3)),
    arrow="left",
    charges=True,
    face=4,
)
"""A standing order that says everything one can say."""


@cache
def started(*names: str, light_speed: bool = False) -> tuple[Any, list[Event]]:
    """A new game of three seats, called ``names`` if given. Not to be changed."""
    own = names or tuple(seat.name for seat in SEATS)
    seats = [Seat(seat.id, name, seat.colour, seat.lang) for seat, name in zip(SEATS, own, strict=True)]
    dice = OnceDice(SeededDice(b"a secret").at(0, "entry"))
    state, events = RULES.setup(seats, RULES.options(light_speed=light_speed), RULES.content({}), dice)
    return state, list(events)


def view(seat: str | None, *names: str) -> Any:
    """What a seat sees of that game."""
    return RULES.view(started(*names)[0], seat)


def meta(phase: str = "turn", next_phase: str | None = "turn") -> Meta:
    """A campaign around it."""
    seats = tuple(SeatTag(seat.id, seat.name, seat.colour, seat.lang) for seat in SEATS)
    return Meta("проба", "Космос", 2, phase, 3, next_phase, "пятница, 21:00", "0123456789abcdef", seats)


def stopped(why: str, seat: str = ONE) -> c.OrderCutShort:
    """An order cut short for that reason, with everything the reason may speak of."""
    card = SHIP if "card: " in REASONS[why] else ""
    return c.OrderCutShort(seat, "charge", 7, why, card, 2, rule="charged", seen_by=(seat,))


def every_event() -> list[Event]:
    """At least one of every event of the game and of the core; every code of theirs that has words."""
    return [*_core(), *_common(), *_start(), *_rewards(), *_yard(), *_ruled(), *map(stopped, REASONS)]


def _core() -> list[Event]:
    return [
        entry.PlayerJoined(ONE, "Иван", "ru", rule="0"),
        entry.PhraseAdded(ONE, rule="0"),
        entry.WishesTold(ONE, "хочу первым", rule="0", seen_by=(ONE,)),
    ]


def _common() -> list[Event]:
    def decided(what: c.Decision, answer: str, word: str = "") -> Event:
        return c.StandingDecided(ONE, what, answer, word, rule="dice", seen_by=(ONE,))

    orders = (None, Standing(), ALWAYS)
    decisions: tuple[tuple[c.Decision, str], ...] = (
        ("buy", SHIP),
        ("claim", OTHER),
        ("charge", SHIP),
        ("set_die", SHIP),
    )
    return [
        c.TurnOpened(1, "draft", 0, "", rule="light_speed"),
        c.TurnOpened(5, "turn", 2, TWO, rule="dice"),
        c.DiceRolled(TWO, (3, 5), 0, ("roll",), rule="dice"),
        *(c.DiceRolled(TWO, (6, 5), n, ("roll",), rule="dice") for n in (1, 2)),
        *(c.DieRerolled(ONE, SHIP, die, 2, 5, ("reroll", ONE, SHIP), rule="charged") for die in (1, 2)),
        c.ChoiceMade(ONE, "sum", (9,), 1, rule="dice"),
        c.ChoiceMade(ONE, "sum", (8,), rule="dice"),
        c.ChoiceMade(ONE, "split", (3, 5), rule="dice"),
        c.ChoiceMade(ONE, "split", (4, 4), rule="dice"),
        c.OrderCutShort(ONE, "buy", 0, "gone", SHIP, rule="purchase", seen_by=(ONE,)),
        *(decided("choice", choice, word) for choice in ("sum", "split") for word in _words()),
        *(decided(what, answer) for what, answer in decisions),
        *(c.StandingKept(ONE, order, rule="dice", seen_by=(ONE,)) for order in orders),
        *(c.SeatRests(ONE, mine, theirs, rule="dice") for mine in (True, False) for theirs in (True, False)),
        c.EndTriggered(TWO, 41, 7, rule="end"),
        c.ExtraRound(8, (ONE, TWO), rule="end"),
        c.GameEnded((ONE,), "points", rule="end"),
        c.GameEnded((TWO,), "victory", rule="charged"),
    ]


def _words() -> tuple[str, ...]:
    """What may decide a choice: every rule, a sector, nothing."""
    from gm.rulesets.space_base.vocabulary import RULES as words

    return (*(name.id for name in words), "7", "")


def _start() -> list[Event]:
    ships = tuple(f"start_{n:02}" for n in range(1, 13))
    return [
        s.SeatSettled(ONE, ships, 5, 0, rule="setup"),
        s.DecksShuffled(((SHIP,), (), (CHARGED,)), rule="setup", seen_by=()),
        s.ColoniesLaidOut((COLONY,), rule="setup"),
        s.ShipyardLaidOut(1, (SHIP, "1-01-1"), rule="setup"),
        s.ShipyardLaidOut(3, (), rule="setup"),
        s.ShipDealt(ONE, SHIP, 5, 4, "start_05", rule="setup"),
        s.HandDealt(ONE, (SHIP, CHARGED), rule="light_speed", seen_by=(ONE,)),
        s.ShipsKept(ONE, (SHIP, CHARGED), 9, rule="light_speed"),
        s.ShipsKept(TWO, (), 0, rule="light_speed"),
        s.StartRolled(ONE, (3, 4), ("start", 1, ONE), rule="setup"),
        *(s.FirstSeatFound(ONE, why, rule="setup") for why in ("sector", "spent", "dice")),
        s.StartBonus(TWO, 2, 1, 0, rule="setup"),
        s.StartBonus(SIX, 4, 0, 1, rule="setup"),
    ]


def _rewards() -> list[Event]:
    return [
        r.Rewarded(ONE, 3, "station", "dice", 2, 1, 5, rule="rewards"),
        r.Rewarded(ONE, 3, "deployed", "arrow", 1, via=4, rule="arrows"),
        r.Rewarded(ONE, 3, "deployed", "double", points=1, rule="charged"),
        r.ChargeAdded(ONE, CHARGED, 1, 2, "sector", rule="charged"),
        r.ChargeAdded(ONE, CHARGED, 1, 2, "placed", rule="charged"),
        r.ChargeAdded(ONE, CHARGED, 2, 2, "moved", "1-01-1", rule="charged"),
        r.AbilityUsed(ONE, "1-01-1", "dice_arrow", 1, rule="charged"),
        r.AbilityUsed(ONE, SHIP, "credits_20", 2, 20, rule="charged"),
        r.AbilityUsed(ONE, SHIP, "buy_4vp", 5, 0, 9, rule="charged"),
        r.SectorsSwapped(ONE, (4, 9), rule="charged"),
        r.PointsLost(TWO, ONE, 3, rule="charged"),
    ]


def _yard() -> list[Event]:
    return [
        y.CardBought(ONE, SHIP, 5, 4, 2, "start_05", rule="purchase"),
        y.CardBought(ONE, SHIP, 5, 4, 1, "", True, rule="buy"),
        y.CardClaimed(ONE, SHIP, 5, OTHER, rule="claim"),
        y.ColonyFounded(ONE, COLONY, 9, 22, 3, 7, "start_09", rule="colony"),
        y.ColonyFounded(ONE, COLONY, 9, 22, 3, 7, "", True, rule="colony"),
        y.CardExchanged(ONE, SHIP, "2-05-1", 5, True, rule="charged"),
        y.CardExchanged(ONE, SHIP, "2-05-1", 5, False, rule="charged"),
        y.ShipyardRefilled(1, 2, SHIP, rule="cards"),
        y.PurchasePassed(ONE, 3, rule="purchase"),
    ]


def _ruled() -> list[Event]:
    """What the GM changes; the places of ships in all their pairs."""
    there = {"station": 5, "deployed": 7}
    piles = ("shipyard", "deck", "discard", "box")
    moves: list[tuple[g.Place, g.Place]] = [(a, b) for a in (*piles, *there) for b in (*piles, *there)]  # type: ignore[misc]
    return [
        g.MeansRuled(ONE, 5, 1, 3, rule=RULING),
        g.MeansRuled(ONE, 0, -2, rule=RULING),
        g.MeansRuled(ONE, -1, -1, -1, rule=RULING),
        *(g.CubesRuled(ONE, CHARGED, n, 2, rule=RULING) for n in (0, 2)),
        *(
            g.ShipRuled(
                SHIP,
                a,
                b,
                TWO if a in there else "",
                there.get(a, 0),
                ONE if b in there else "",
                there.get(b, 0),
                rule=RULING,
            )
            for a, b in moves
        ),
        *(g.ColonyRuled(ONE, COLONY, 9, placed, rule=RULING) for placed in (True, False)),
        *(g.HandRuled(ONE, SHIP, taken, rule=RULING, seen_by=(ONE,)) for taken in (True, False)),
        *(g.DeckCounted(1, n, rule=RULING) for n in (1, 42, 45)),
        g.DeckOrdered(1, SHIP, "top", rule=RULING, seen_by=()),
        g.DeckOrdered(1, SHIP, "bottom", rule=RULING, seen_by=()),
        g.DiceRuled((3, 5), rule=RULING),
        g.SeatRuled("active", TWO, rule=RULING),
        g.SeatRuled("first", TWO, rule=RULING),
        g.RoundRuled("round", 4, rule=RULING),
        *(g.RoundRuled("last_round", n, rule=RULING) for n in (0, 5)),
        *(g.WinnersRuled(seats, rule=RULING) for seats in ((ONE,), (ONE, TWO))),
        y.ShipyardRefilled(1, 5, SHIP, rule=RULING),
        c.StandingKept(ONE, None, rule=RULING, seen_by=(ONE,)),
        c.SeatRests(ONE, False, False, rule=RULING),
    ]
