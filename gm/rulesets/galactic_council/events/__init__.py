"""All events of the game, one file per phase. ``EVENTS`` is the list the core reads records with."""

from inspect import isclass

from gm.model import Event, PrivateEvent
from gm.rulesets.galactic_council.events import assembly, common, council, movement, production, start

EVENTS: tuple[type[Event], ...] = tuple(
    thing
    for module in (common, start, council, movement, production, assembly)
    for thing in vars(module).values()
    if isclass(thing) and issubclass(thing, Event) and thing not in (Event, PrivateEvent)
)

HEADLINES: tuple[type[Event], ...] = (
    assembly.GameEnded,
    assembly.SeatEliminated,
    movement.BattleEnded,
    movement.InvasionEnded,
    start.HomeSettled,
    movement.MinesExploded,
    common.ContractBroken,
    assembly.ContractMade,
    common.PlanetTaken,
    common.TechnologyGained,
    common.StrategyTaken,
    assembly.SpeakerNamed,
    production.Produced,
    common.SectorExplored,
)
"""What a summary of a few lines tells of a phase, the most important first."""
