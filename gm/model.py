"""The words of the core: texts, names, events, orders, problems, phases, and the record that is a ruleset.

Nothing here knows a game, a file, a clock or chance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Meta, Struct

C = TypeVar("C")
MAX_REASON = 500

Lang: TypeAlias = Literal["en", "ru"]
LANGUAGES: tuple[Lang, ...] = ("en", "ru")


RULING = "ruling"
"""The ``rule`` of events that rest on a ruling of the game master and on no paragraph."""


class Text(NamedTuple):
    """One sentence in both languages."""

    en: str
    ru: str

    def of(self, lang: Lang) -> str:
        """The sentence in ``lang``."""
        return self.ru if lang == "ru" else self.en


_RULING = Text("ruling of the game master", "решение ведущего")


class Name(Struct, frozen=True):
    """What a thing is called: its id, a name per language, further spellings that players may write.

    ``forms`` are the Russian count forms (1 крейсер, 2 крейсера, 5 крейсеров) and the English pair
    (cruiser, cruisers); where they are missing the plain name serves for every number.
    """

    id: str
    en: str
    ru: str
    also: tuple[str, ...] = ()
    en_forms: tuple[str, str] | None = None
    ru_forms: tuple[str, str, str] | None = None

    def of(self, lang: Lang) -> str:
        """The name in ``lang``."""
        return self.ru if lang == "ru" else self.en

    def spellings(self) -> tuple[str, ...]:
        """Everything a player may write for it, the id first."""
        return (self.id, self.en, self.ru, *self.also, *(self.en_forms or ()), *(self.ru_forms or ()))


class Throw(NamedTuple):
    """Dice that an event tells of: their label (what ``dice.at`` was given), their sides, the faces in order."""

    label: tuple[str | int, ...]
    sides: int
    faces: tuple[int, ...]


class Event(Struct, frozen=True, kw_only=True):
    """A fact that happened, known to all; ``rule`` is the paragraph it rests on.

    Events are msgspec structs: what a frozen dataclass is, but a hundred of them are defined in two milliseconds.
    """

    rule: str

    def apply(self, state: Any) -> None:
        """Make the fact true in ``state``. Facts that change nothing keep this."""

    def visible_to(self, seat: str | None) -> bool:
        """Whether ``seat`` (None: a spectator) learns of it."""
        return True

    def thrown(self) -> tuple[Throw, ...]:
        """The dice it tells of, so that anybody can throw them again once the secret is known."""
        return ()


class PrivateEvent(Event, frozen=True, kw_only=True):
    """A fact only the seats in ``seen_by`` learn; an empty tuple means the GM alone."""

    seen_by: tuple[str, ...]

    def visible_to(self, seat: str | None) -> bool:
        return seat in self.seen_by


Story: TypeAlias = Generator[Event, None, None]


class Choice(Struct, frozen=True):
    """The names a value may take: ``names(view)``; ``listed`` ones are shown in the blank form.

    ``kind`` is what such a thing is called in problems ("'Vegga' is not a known system").
    """

    kind: Text
    names: Callable[[Any], Iterable[Name]]
    listed: bool = False
    offered: Callable[[Any], Iterable[Name]] | None = None
    """Fewer names for the form to list, where not all that may be written make sense now."""


class Hint(Struct, frozen=True):
    """A field of an order as the player sees it: its key and what to write, in both languages."""

    key: Text
    text: Text
    also: tuple[str, ...] = ()


class Part(Struct, frozen=True):
    """A frozen piece of an order: a msgspec struct whose fields carry a ``Hint``.

    ``gm.reading`` judges names, structure and bounds (``msgspec.Meta``) before it makes one.
    """

    shorthand: ClassVar[str | None] = None
    """The field that a bare value stands for: ``- обстрел: F6`` is ``- обстрел: {система: F6}``."""

    def mistake(self) -> str:
        """The code of what is wrong with fields that are right one by one; empty if nothing is."""
        return ""


class Order(Part, frozen=True, kw_only=True):
    """What a seat wants done. ``verb`` and ``about`` are what forms, schema and handbook print."""

    verb: ClassVar[Name]
    about: ClassVar[Text]
    rule: ClassVar[str]
    once: ClassVar[bool] = False
    """Whether a file may hold one of it only; a further one is refused."""

    line: int = 0
    """The line of the order file on which it stands; 0 if it never stood in a file."""


def _moments(view: Any) -> Iterable[Name]:
    return (
        Name("before", "before", "до", ("до приказов", "до заявок")),
        Name("after", "after", "после", ("после приказов", "после заявок")),
    )


class Decision(Order, frozen=True, kw_only=True):
    """What the game master decides, written, read and checked like an order; ``gm.rulings`` makes events of it."""

    rule: ClassVar[str] = RULING

    audience: Annotated[
        str | tuple[str, ...],
        Hint(
            Text("audience", "для кого"),
            Text(
                "who reads it: all, gm (you alone) or seats like [red, blue]; if left out, all whom it concerns",
                "кто это прочтёт: все, ведущий или места, например [red, blue]; не указано — все, кого касается",
            ),
        ),
    ] = ""


class Change(Decision, frozen=True, kw_only=True):
    """A change to the state by the game master. Its reason is asked for when a file is read, not by the type."""

    reason: Annotated[
        str,
        Meta(max_length=MAX_REASON),
        Hint(Text("reason", "причина"), Text("* why you do it", "* почему вы так решили")),
    ] = ""
    when: Annotated[
        Annotated[Literal["before", "after"], Choice(Text("moment", "момент"), _moments, listed=True)],
        Hint(
            Text("when", "когда"),
            Text(
                "before the orders of the phase are worked (if left out) or after",
                "до приказов фазы (если не указать) или после",
            ),
        ),
    ] = "before"


class CannotRule(Exception):
    """What ``apply_ruling`` raises for a change that can't be made: the code of a problem and its arguments."""

    def __init__(self, code: str, **args: str) -> None:
        super().__init__(f"{code} {args}")
        self.problem = Problem(code, args)


Orders: TypeAlias = Mapping[str, tuple[Order, ...]]


class Problem(Struct, frozen=True):
    """Something wrong with what a person wrote: a code, its arguments, and the place (1-based; 0: none)."""

    code: str
    args: Mapping[str, str] = {}
    line: int = 0
    column: int = 0
    width: int = 1
    warning: bool = False


class Note(Struct, frozen=True):
    """What ``gm check`` says about orders that were understood: a cost, a reach, a warning.

    ``code`` is the macro in ``notes.j2``, ``args`` its fields (ids and numbers), ``line`` the order's line.
    """

    code: str
    args: Mapping[str, Any]
    line: int = 0
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair at the table as the core knows it when a game is set up."""

    id: str
    name: str
    colour: str
    lang: Lang = "en"
    wishes: str = ""


class OpenPhase(Struct, frozen=True):
    """The window in which orders are collected: who may and must send, and which order types each may use."""

    turn: int
    phase: str
    may: tuple[str, ...]
    must: tuple[str, ...]
    orders: Mapping[str, tuple[type[Order], ...]]


class Phase(Struct, frozen=True):
    """One row of a ruleset's turn table: its name, the orders it takes, the rule that plays it."""

    id: str
    title: Text
    orders: tuple[type[Order], ...]
    play: Callable[[Any, Orders, Any], Story]


class Standing(Struct, frozen=True):
    """One row of the score table: the seat, its place (1-based, shared places repeat), its numbers by name."""

    seat: str
    place: int
    numbers: Mapping[str, int]
    out: bool = False


class HandbookTable(Struct, frozen=True):
    """A table of the handbook, in one language: its title, its columns, its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Statistics(Struct, frozen=True):
    """Numbers of every seat at one moment, for the chart over the turns: columns, and seat -> a number for each."""

    columns: tuple[Name, ...]
    rows: Mapping[str, tuple[int, ...]]


class WithContent(Generic[C]):
    """A state or view that carries the frozen tables beside its fields, so that they are neither saved nor compared."""

    @property
    def content(self) -> C:
        """The game's tables with the campaign's overlay; the core attaches them when it has loaded the rest."""
        content: C = vars(self)["_content"]
        return content

    @content.setter
    def content(self, content: C) -> None:
        vars(self)["_content"] = content


class OnBoard(Generic[C]):
    """A state or view whose tables are those of its board (``WithContent``)."""

    __slots__ = ()
    board: WithContent[C]

    @property
    def content(self) -> C:
        return self.board.content

    @content.setter
    def content(self, content: C) -> None:
        self.board.content = content


class ByLanguage(Mapping[str, Any], ABC):
    """Language -> what a template draws, worked out when it is asked for."""

    @abstractmethod
    def drawn(self, lang: Lang) -> Mapping[str, Any]:
        """What the template draws in that language."""

    def __getitem__(self, lang: str) -> Mapping[str, Any]:
        return self.drawn("ru" if lang == "ru" else "en")

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A game, as plain parts. There is no base class to inherit from and no hook to override."""

    id: str
    titles: Text
    seats: range
    options: type[Any]
    state: type[Any]
    view_type: type[Any]
    events: Sequence[type[Event]]
    phases: tuple[Phase, ...]
    content: Callable[[Mapping[str, Any]], Any]
    """``content(overlay)``: the frozen tables, with the campaign's overlay (table name -> rows) applied."""
    setup: Callable[[Sequence[Seat], Any, Any, Any], tuple[Any, list[Event]]]
    """``setup(seats, options, content, dice) -> (state, events)``."""
    open_phase: Callable[[Any], OpenPhase | None]
    view: Callable[[Any, str | None], Any]
    other_secrets: Callable[..., Any]
    """``other_secrets(state, seat, dice, keep=())``: a state that looks the same from ``seat``."""
    bot: Callable[[Any, OpenPhase, Any], tuple[Order, ...]]
    """``bot(view, open_phase, dice) -> orders`` for ``view.seat``."""
    invariants: Callable[[Any], list[Problem]]
    picture: Callable[[Any, Sequence[Event]], Mapping[str, Any]]
    """``picture(view, events)``: what the map or board template draws, from what the seat may know."""
    standings: Callable[[Any], tuple[Standing, ...]]
    """``standings(view)``: the score table, best first; final when the game is over."""
    labels: Callable[[Any], Mapping[str, Mapping[str, Name]]]
    """``labels(view)``: kind of thing -> id -> name; templates call each kind as a filter."""
    page: Callable[[Any, Sequence[Event]], Mapping[str, Any]]
    """``page(view, events)``: what the report template prints besides the sentences of the events.

    ``may`` in it are the verbs that the seat may use in the open phase; left out or None: all of the phase.
    """
    estimate: Callable[[Any, OpenPhase, tuple[Order, ...]], list[Note]]
    """``estimate(view, open_phase, orders)``: what the file would cost and where it looks impossible."""
    rulings: Sequence[type[Change]]
    """What the GM may change; the names that their choices list come from the state."""
    apply_ruling: Callable[[Any, Any], Story]
    """``apply_ruling(state, change)``: the events that make a change of ``rulings`` true, each applied before the next
    is asked for; raises CannotRule when it can't be made. Their ``rule`` is RULING."""
    ruling_events: Sequence[type[Event]]
    """The events of ``apply_ruling``; they happen in no game without a ruling, so they are not among ``events``."""
    read_position: Callable[..., tuple[Any, list[Problem]]]
    """``read_position(root, content, *, phase, seats, options, dice, lang) -> (state, problems)``: the state that a
    description (a node, or None) means. ``seats`` (of the campaign) give names and colours and must be those of the
    description; ``options`` win over its own; ``dice`` shuffle what it leaves hidden, else tables' order serves."""
    write_position: Callable[[Any, Lang], str]
    """``write_position(state, lang)``: the description of a state, as commented YAML; reading it gives the state."""
    statistics: Callable[[Any], Statistics]
    """``statistics(view)``: what ``gm stats`` counts for every seat, from what a spectator may know."""
    draws: Sequence[type[Event]] = ()
    """Events that draw from a bag which all share: a correction may change what comes out of it later."""
    check_options: Callable[[Sequence[Seat], Any, Any], list[Problem]] | None = None
    """``check_options(seats, options, content)``: what keeps a campaign from starting, before anything happens."""
    form_notes: Callable[[Any, OpenPhase, Lang], list[str]] | None = None
    """``form_notes(view, open_phase, lang)``: lines on top of a blank form: the seat's own things, targets."""
    headlines: Sequence[type[Event]] = ()
    """What a summary of a few lines tells, the most important first."""
    hidden_tables: tuple[str, ...] = ()
    """Tables of the campaign's overlay that no player is sent, since they tell what lies hidden."""
    handbook_tables: Callable[[Any, Lang], list[HandbookTable]] | None = None
    """``handbook_tables(content, lang)``: the tables of the game that its handbook prints."""
    paragraph: Callable[[str, Lang], str] | None = None
    """``paragraph(rule, lang)``: the heading that a ``rule`` stands for, where the rulebook has no numbers."""

    def heading(self, rule: str, lang: Lang) -> str:
        """What a person reads for the ``rule`` of an event or order: a number, or the heading in the rulebook."""
        if rule == RULING:
            return _RULING.of(lang)
        return self.paragraph(rule, lang) if self.paragraph else rule

    def phase(self, name: str) -> Phase:
        """The row of the turn table with that id."""
        return next(phase for phase in self.phases if phase.id == name)
