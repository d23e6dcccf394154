"""The events of a run put in order for a reader: turn by turn, and in each turn seat by seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gm.model import Event
from gm.rulesets.space_base.events.common import ChoiceMade, DiceRolled, TurnOpened
from gm.rulesets.space_base.events.yard import ShipyardRefilled


@dataclass(slots=True)
class Part:
    """What one seat did in a row (None: what belongs to nobody)."""

    seat: str | None
    events: list[Event] = field(default_factory=list)


@dataclass(slots=True)
class Turn:
    """A turn: its number, the active seat ("" before the first), its dice, or their total where only that is known."""

    turn: int = 0
    active: str = ""
    dice: tuple[int, int] | None = None
    total: int = 0
    parts: list[Part] = field(default_factory=list)

    def tell(self, event: Event) -> None:
        """Add an event; a card laid out after a purchase belongs to the seat that bought."""
        seat = getattr(event, "seat", None) or None
        if not self.parts or not (isinstance(event, ShipyardRefilled) or (seat and seat == self.parts[-1].seat)):
            self.parts.append(Part(seat))
        self.parts[-1].events.append(event)

    def of(self, seat: str | None, others: bool = False) -> Turn:
        """The same turn with only the seat's own part, or with only the parts of others."""
        parts = [part for part in self.parts if (part.seat == seat) != others]
        return Turn(self.turn, self.active, self.dice, self.total, parts)


def turns(events: Sequence[Event], turn: int) -> list[Turn]:
    """The turns that were played; ``turn`` is the number of the last of them, if it was the last of the game.

    Each begins with its dice, but the first, whose dice the report before has told: they are read off the choices.
    What only opens the next turn is no turn yet.
    """
    found = [Turn()]
    for event in events:
        if isinstance(event, DiceRolled):
            found.append(Turn(dice=event.dice))
            if event.set:
                found[-1].tell(event)
        elif isinstance(event, TurnOpened):
            found[-1].turn, found[-1].active = event.turn, event.active
        else:
            found[-1].tell(event)
    opened = [one for one in found[1:] if one.turn]
    if any(isinstance(event, ChoiceMade) for part in found[0].parts for event in part.events):
        _complete(found[0], opened[0].turn - 1 if opened else turn)
    if len(found) > 1 and not any(isinstance(event, ChoiceMade) for p in found[-1].parts for event in p.events):
        found.pop()
    return [one for one in found if one.parts]


def _complete(first: Turn, turn: int) -> None:
    """Number, active seat and dice of a turn that the report before has opened."""
    choices = [event for part in first.parts for event in part.events if isinstance(event, ChoiceMade)]
    first.turn, first.active = turn, choices[0].seat
    for choice in choices:
        if choice.choice == "split":
            first.dice = (choice.sectors[0], choice.sectors[1])
        else:
            first.total = choice.sectors[0] - choice.added


def split(story: Sequence[Turn], seat: str | None) -> tuple[list[Turn], list[Turn]]:
    """What concerns the seat (None: a spectator, nothing does), and the rest."""
    own = [one.of(seat) for one in story] if seat is not None else []
    rest = [one.of(seat, others=seat is not None) for one in story] if seat is not None else list(story)
    return [one for one in own if one.parts], [one for one in rest if one.parts]
