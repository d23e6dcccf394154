"""Bots: legal, purposeful orders made from the view alone, so that games can be played to their end."""

from __future__ import annotations

from gm.dice import Dice
from gm.model import OpenPhase, Order
from gm.rulesets.space_base.bot import draft, turn
from gm.rulesets.space_base.bot.mind import Mind
from gm.rulesets.space_base.state import View

PLANS = {"draft": draft.plan, "turn": turn.plan}


def bot(view: View, open_phase: OpenPhase, dice: Dice) -> tuple[Order, ...]:
    """The orders of ``view.seat`` for the open phase, of the types that the phase takes from it."""
    assert view.seat is not None
    mind = Mind(view, view.seat, dice.at("mind"))
    allowed = open_phase.orders[view.seat]
    return tuple(order for order in PLANS[open_phase.phase](mind) if type(order) in allowed)
