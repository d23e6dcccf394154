"""A bot that sends legal, purposeful orders made from the view alone: it explores, settles, fights, trades."""

from __future__ import annotations

from gm.dice import Dice
from gm.model import OpenPhase, Order
from gm.rulesets.galactic_council.bot import assembly, council, movement, production
from gm.rulesets.galactic_council.bot.mind import Mind
from gm.rulesets.galactic_council.state import View

PLANS = {
    "strategy": assembly.ranking,
    "council": council.plan,
    "movement": movement.plan,
    "production": production.plan,
    "assembly": assembly.plan,
}


def bot(view: View, open_phase: OpenPhase, dice: Dice) -> tuple[Order, ...]:
    """The orders of ``view.seat`` for the open phase, of the types that the phase takes from it."""
    assert view.seat is not None
    mind = Mind(view.board, view.seat, dice.at("mind"))
    allowed = open_phase.orders[view.seat]
    return tuple(order for order in PLANS[open_phase.phase](mind) if type(order) in allowed)
