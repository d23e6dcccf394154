"""A tiny game for tests of the campaign: seats add to a counter, a secret die helps; a second phase needs no orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from gm.model import (
    RULING,
    CannotRule,
    Change,
    Choice,
    Event,
    Hint,
    Name,
    OpenPhase,
    Order,
    Orders,
    Phase,
    PrivateEvent,
    Problem,
    Ruleset,
    Seat,
    Standing,
    Statistics,
    Story,
    Text,
    Throw,
    WithContent,
)
from gm.yamlfile import Node


class Options(Struct, frozen=True, kw_only=True):
    turns: Annotated[int, Meta(ge=1, le=99), Text("The last turn.", "Последний ход.")] = 3
    start: Annotated[dict[str, int], Text("Where each seat starts.", "С чего начинает место.")] = {}


@dataclass(frozen=True)
class Content:
    key: str
    step: int
    bag: bool = False


@dataclass
class State(WithContent[Content]):
    turn: int
    phase: str
    turns: int
    counts: dict[str, int] = field(default_factory=dict)
    luck: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


@dataclass
class View(WithContent[Content]):
    seat: str | None
    turn: int
    phase: str
    counts: dict[str, int]
    luck: int
    names: dict[str, str]


def _seats(view: Any) -> Iterable[Name]:
    return (Name(seat, name, name) for seat, name in view.names.items())


class Add(Order):
    verb: ClassVar[Name] = Name("add", "add", "прибавить")
    about: ClassVar[Text] = Text("Add to a counter.", "Прибавить к счётчику.")
    rule: ClassVar[str] = "1"

    number: Annotated[int, Meta(ge=1, le=9), Hint(Text("number", "число"), Text("how many", "сколько"))]
    to: Annotated[
        Annotated[str, Choice(Text("seat", "игрок"), _seats, listed=True)] | None,
        Hint(Text("to", "кому"), Text("whose counter", "чей счётчик")),
    ] = None


class Settle(Order):
    verb: ClassVar[Name] = Name("settle", "settle", "подвести")
    about: ClassVar[Text] = Text("Ask for nothing.", "Ничего не просить.")
    rule: ClassVar[str] = "2"


class Give(Change, frozen=True):
    verb: ClassVar[Name] = Name("give", "give", "дать")
    about: ClassVar[Text] = Text("Add to a counter.", "Прибавить к счётчику.")

    seat: Annotated[
        Annotated[str, Choice(Text("seat", "игрок"), _seats, listed=True)],
        Hint(Text("seat", "место"), Text("whose counter", "чей счётчик")),
    ]
    number: Annotated[int, Hint(Text("number", "число"), Text("how many", "сколько"))]
    luck: Annotated[bool, Hint(Text("luck", "удача"), Text("secretly", "тайно"))] = False


class Given(Event, frozen=True):
    seat: str
    number: int

    def apply(self, state: State) -> None:
        state.counts[self.seat] += self.number


class LuckGiven(PrivateEvent, frozen=True):
    seat: str
    number: int

    def apply(self, state: State) -> None:
        state.luck[self.seat] = state.luck.get(self.seat, 0) + self.number


class Drawn(Event, frozen=True):
    """A card out of the bag that all share: as many are drawn before as the counters say."""

    seat: str
    card: int


class Began(Event, frozen=True):
    counts: dict[str, int]

    def apply(self, state: State) -> None:
        state.counts = dict(self.counts)


class Added(Event, frozen=True):
    seat: str
    number: int

    def apply(self, state: State) -> None:
        state.counts[self.seat] += self.number


class LuckRolled(PrivateEvent, frozen=True):
    seat: str
    roll: int

    def thrown(self) -> tuple[Throw, ...]:
        return (Throw(("luck", self.seat), 1000, (self.roll,)),)

    def apply(self, state: State) -> None:
        state.luck[self.seat] = state.luck.get(self.seat, 0) + self.roll


class Opened(Event, frozen=True):
    turn: int
    phase: str

    def apply(self, state: State) -> None:
        state.turn, state.phase = self.turn, self.phase


def play_add(state: State, orders: Orders, dice: Any) -> Story:
    for seat in state.counts:
        for order in orders.get(seat, ()):
            assert isinstance(order, Add)
            yield Added(order.to or seat, order.number * state.content.step, rule="1")
        if state.content.bag:
            yield Drawn(seat, sum(state.counts.values()), rule="1")  # what comes out depends on what went before
        yield LuckRolled(seat, dice.at("luck", seat).roll(1000), rule="1", seen_by=(seat,))
    yield Opened(state.turn, "settle", rule="2")


def apply_ruling(state: State, change: Give) -> Story:
    if change.luck:
        yield LuckGiven(change.seat, change.number, rule=RULING, seen_by=(change.seat,))
    elif state.counts[change.seat] + change.number < 0:
        raise CannotRule("ruling_too_little", seat=change.seat)
    else:
        yield Given(change.seat, change.number, rule=RULING)


def invariants(state: State) -> list[Problem]:
    high = [seat for seat, count in state.counts.items() if count > 1000]
    return [Problem("state_broken", {"what": "a high counter", "where": seat}) for seat in high]


def read_position(
    root: Node | None,
    content: Content,
    *,
    phase: str = "add",
    seats: Sequence[Seat] = (),
    options: Any = None,
    dice: Any = None,
    lang: str = "en",
) -> tuple[State, list[Problem]]:
    """``counts: {red: 3, blue: 4}`` and ``turn``."""
    counts = root.get("counts") if root else None
    problems = [
        Problem("not_a_number", {"typed": value.text}, value.line, value.column)
        for _key, value in (counts.entries if counts else ())
        if not value.text.isdigit()
    ]
    found = {key.text: int(value.text) for key, value in counts.entries} if counts and not problems else {}
    if seats and [seat.id for seat in seats] != list(found):
        problems.append(Problem("position_seats", {}, 1, 1))
    turn = root.get("turn") if root else None
    names = {seat.id: seat.name for seat in seats} or {seat: seat for seat in found}
    state = State(int(turn.text) if turn else 1, phase, options.turns if options else 3, found, {}, names)
    state.content = content
    return state, problems


def write_position(state: State, lang: str) -> str:
    counts = ", ".join(f"{seat}: {count}" for seat, count in state.counts.items())
    return f"# a position\nturn: {state.turn}\ncounts: {{{counts}}}\n"


def play_settle(state: State, orders: Orders, dice: Any) -> Story:
    yield Opened(state.turn + 1, "add", rule="2")


def setup(seats: Sequence[Seat], options: Options, content: Any, dice: Any) -> tuple[State, list[Event]]:
    state = State(1, "add", options.turns, names={seat.id: seat.name for seat in seats})
    state.content = content
    first = dice.at("first").roll(6)
    events: list[Event] = [Began({s.id: options.start.get(s.id, first) for s in seats}, rule="0")]
    for event in events:
        event.apply(state)
    return state, events


def open_phase(state: State) -> OpenPhase | None:
    if state.turn > state.turns:
        return None
    seats = tuple(state.counts)
    kind: type[Order] = Add if state.phase == "add" else Settle
    return OpenPhase(state.turn, state.phase, seats, seats if kind is Add else (), dict.fromkeys(seats, (kind,)))


def view(state: State, seat: str | None) -> View:
    luck = state.luck.get(seat, 0) if seat else 0
    seen = View(seat, state.turn, state.phase, dict(state.counts), luck, dict(state.names))
    seen.content = state.content
    return seen


def bot(seen: View, opened: OpenPhase, dice: Any) -> tuple[Order, ...]:
    return (Add(number=dice.roll(9), to=seen.seat),) if opened.phase == "add" else ()


def statistics(seen: View) -> Statistics:
    first = max(seen.counts.values())
    columns = (
        Name("count", "count", "счёт", ("counter", "счётчик")),
        Name("behind", "behind the first", "отставание", ("gap",)),
    )
    return Statistics(columns, {seat: (count, first - count) for seat, count in seen.counts.items()})


def content(overlay: Mapping[str, Any]) -> Content:
    steps = overlay.get("steps", {})
    step, bag = int(steps.get("step", "1")), steps.get("bag") == "yes"
    return Content(f"step {step}{' bag' if bag else ''}", step, bag)


RULES = Ruleset(
    id="counter",
    titles=Text("Counter", "Счётчик"),
    seats=range(2, 9),
    options=Options,
    state=State,
    view_type=View,
    events=(Began, Added, Drawn, LuckRolled, Opened),
    phases=(
        Phase("add", Text("Adding", "Сложение"), (Add,), play_add),
        Phase("settle", Text("Settling", "Итоги"), (Settle,), play_settle),
    ),
    content=content,
    setup=setup,
    open_phase=open_phase,
    view=view,
    other_secrets=lambda state, seat, dice, keep=(): state,
    bot=bot,
    invariants=invariants,
    picture=lambda view, events: {},
    standings=lambda view: tuple(Standing(seat, 1, {}) for seat in view.counts),
    labels=lambda view: {"seat": {seat: Name(seat, name, name) for seat, name in view.names.items()}},
    page=lambda view, events: {},
    estimate=lambda view, opened, orders: [],
    rulings=(Give,),
    apply_ruling=apply_ruling,
    ruling_events=(Given, LuckGiven),
    draws=(Drawn,),
    read_position=read_position,
    write_position=write_position,
    statistics=statistics,
)


def load(name: str) -> Ruleset:
    """Stands in for ``gm.rulesets.load``."""
    if name.replace("-", "_") != "counter":
        raise LookupError(name)
    return RULES


def page(rules: Ruleset, meta: Any, view: Any, events: Iterable[Event], lang: str, problems: Any = None) -> str:
    """Stands in for the templates, which this game does not have."""
    told = "".join(f"- {event}\n" for event in events)
    reader = view.seat or "public"
    if meta.replaces:
        told = f"corrected {meta.replaces} {meta.reason} {reader in meta.unchanged} {reader in meta.redrawn}\n{told}"
    return f"# {meta.title} {meta.run} {lang} {view.seat} {problems or ''}\n{view.counts} {view.luck}\n{told}"


def install(patch: Any = setattr) -> None:
    """Make ``gm`` know this game and nothing else; ``patch(target, name, value)``."""
    import gm.reports
    import gm.rulesets

    patch(gm.rulesets, "load", load)
    patch(gm.rulesets, "GAMES", ("counter",))
    for name in ("report", "public", "gm_report"):
        patch(gm.reports, name, page)
