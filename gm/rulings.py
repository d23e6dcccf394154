"""What the game master changes by his own decision: notes to players, rulings on the state, as events on the record.

A ruling is written like an order (``gm.model.Change``); ``gm.rulingfile`` reads and keeps the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from gm.model import (
    RULING,
    CannotRule,
    Change,
    Decision,
    Event,
    Hint,
    Name,
    PrivateEvent,
    Problem,
    Ruleset,
    Story,
    Text,
)

MAX_NOTE = 4000
EVERYBODY, NOBODY = "all", "gm"
"""Words for an audience besides seats: everybody, the game master alone."""


class Remark(Decision, frozen=True):
    """Free text at the top of reports."""

    verb: ClassVar[Name] = Name("note", "note", "заметка", ("remark", "message", "сообщение", "объявление"))
    about: ClassVar[Text] = Text(
        "A text of yours at the top of the report: for everybody, or for some seats.",
        "Ваш текст в начале отчёта: для всех или для некоторых мест.",
    )
    shorthand: ClassVar[str | None] = "text"

    text: Annotated[
        str, Meta(max_length=MAX_NOTE), Hint(Text("text", "текст"), Text("what they shall read", "что им прочесть"))
    ]


class RulingMade(Event, frozen=True):
    """The game master changed something (``change``: the verb), and why; what was changed is told by what follows."""

    change: str
    reason: str


class RulingTold(PrivateEvent, frozen=True):
    """The same, told to some seats only."""

    change: str
    reason: str


class NoteAdded(Event, frozen=True):
    """A text of the game master for everybody."""

    text: str


class NoteTold(PrivateEvent, frozen=True):
    """A text of the game master for some seats."""

    text: str


EVENTS: tuple[type[Event], ...] = (RulingMade, RulingTold, NoteAdded, NoteTold)
"""The events of the core that rulings make; they may stand in the record of any game."""


class RulingFailed(Exception):
    """A change could not be made, or made the position impossible; the problem has the line of the change."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code} {dict(problem.args)}")
        self.problem = problem


def kinds(game: Ruleset) -> tuple[type[Decision], ...]:
    """Everything that may stand in a file of rulings of a game."""
    return (Remark, *game.rulings)


def audience(change: Decision) -> tuple[str, ...] | None:
    """The seats that read what the change says; None: everybody. ``gm.rulingfile`` has made ids of what was typed."""
    said = (change.audience,) if isinstance(change.audience, str) else change.audience
    return None if EVERYBODY in said else tuple(seat for seat in said if seat and seat != NOBODY)


def story(game: Ruleset, state: Any, changes: Iterable[Decision], when: Literal["before", "after"]) -> Story:
    """The events of what is due ``before`` (notes, too) or ``after`` the orders; each is applied by the caller.

    Raises RulingFailed when one can't be made or leaves a position that cannot be.
    """
    for change in changes:
        if isinstance(change, Remark) and when == "before":
            yield _noted(change)
        elif isinstance(change, Change) and change.when == when:
            yield from _made(game, state, change)


def notes(changes: Iterable[Decision]) -> list[Event]:
    """The texts among the changes, for the entry phase, in which nothing can be changed yet."""
    return [_noted(change) for change in changes if isinstance(change, Remark)]


def _noted(note: Remark) -> Event:
    seats = audience(note) if note.audience else None
    if seats is None:
        return NoteAdded(note.text, rule=RULING)
    return NoteTold(note.text, rule=RULING, seen_by=seats)


def _made(game: Ruleset, state: Any, change: Change) -> Story:
    """What is changed, and then the reason: it closes the list of the facts that rest on it."""
    sound = _broken(game, state)
    facts: list[Event] = []
    try:
        for event in game.apply_ruling(state, change):
            facts.append(event)
            yield event
    except CannotRule as cannot:
        raise RulingFailed(_at(cannot.problem, change)) from None
    for problem in game.invariants(state):
        if (problem.args["what"], problem.args["where"]) not in sound:
            raise RulingFailed(Problem("ruling_breaks", problem.args, change.line, 1))
    yield from _reason(change, facts)


def _reason(change: Change, facts: Sequence[Event]) -> Story:
    """Told to the audience, else to all who learn of a fact; whoever learns of a fact learns that it was a ruling."""
    verb, reason = type(change).verb.id, change.reason
    public = any(not isinstance(event, PrivateEvent) for event in facts)
    seers = dict.fromkeys(seat for event in facts if isinstance(event, PrivateEvent) for seat in event.seen_by)
    seats = audience(change) if change.audience else None if public else tuple(seers)
    if seats is None:
        yield RulingMade(verb, reason, rule=RULING)
        return
    if public:
        yield RulingMade(verb, "", rule=RULING)
    elif others := tuple(seat for seat in seers if seat not in seats):
        yield RulingTold(verb, "", rule=RULING, seen_by=others)
    yield RulingTold(verb, reason, rule=RULING, seen_by=seats)


def _broken(game: Ruleset, state: Any) -> set[tuple[str, str]]:
    return {(problem.args["what"], problem.args["where"]) for problem in game.invariants(state)}


def _at(problem: Problem, change: Change) -> Problem:
    return Problem(problem.code, problem.args, change.line, 1)


def is_ruling(event: Event) -> bool:
    """Whether an event comes of a ruling and not of the rules."""
    return event.rule == RULING


def tidings(events: Sequence[Event]) -> tuple[list[str], list[tuple[str, list[Event]]]]:
    """What the game master says at the top of a report: his texts; his rulings as (reason, what was changed).

    ``events`` are those that the reader may see; a reason that is not for him is empty.
    """
    texts: list[str] = []
    rulings: list[tuple[str, list[Event]]] = []
    facts: list[Event] = []
    for event in filter(is_ruling, events):
        if isinstance(event, NoteAdded | NoteTold):
            texts.append(event.text)
        elif isinstance(event, RulingTold) and not facts and rulings and not rulings[-1][0]:
            rulings[-1] = (event.reason, rulings[-1][1])
        elif isinstance(event, RulingMade | RulingTold):
            rulings.append((event.reason, facts))
            facts = []
        else:
            facts.append(event)
    return texts, [*rulings, *([("", facts)] if facts else ())]
