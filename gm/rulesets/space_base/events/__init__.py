"""All events of the game. ``EVENTS`` is the list the core reads records with."""

from inspect import isclass

from gm.model import Event, PrivateEvent
from gm.rulesets.space_base.events import common, rewards, start, yard

EVENTS: tuple[type[Event], ...] = tuple(
    thing
    for module in (common, start, rewards, yard)
    for thing in vars(module).values()
    if isclass(thing) and issubclass(thing, Event) and thing not in (Event, PrivateEvent)
)

HEADLINES: tuple[type[Event], ...] = (
    common.GameEnded,
    common.EndTriggered,
    common.ExtraRound,
    yard.ColonyFounded,
    yard.CardBought,
    yard.CardClaimed,
    rewards.PointsLost,
    rewards.AbilityUsed,
    common.DiceRolled,
)
"""What a summary of a few lines tells of a turn, the most important first."""

DRAWS: tuple[type[Event], ...] = (start.ShipDealt, start.HandDealt, start.ShipyardLaidOut, yard.ShipyardRefilled)
"""What comes from the top of the decks, which all seats share."""
