"""The orders of each phase. Reader, blank form, JSON Schema, handbook and checks all follow from these definitions."""

from gm.rulesets.space_base.orders.common import Wish, hint
from gm.rulesets.space_base.orders.draft import Keep
from gm.rulesets.space_base.orders.turn import Buy, Choose, Claim, Dismiss, SetDie, Standing, Use

__all__ = ["Buy", "Choose", "Claim", "Dismiss", "Keep", "SetDie", "Standing", "Use", "Wish", "hint"]
