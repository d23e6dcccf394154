"""Phase 0, ``entry``: players tell name, language, wishes, a phrase for the dice; then the game is set up."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from textwrap import wrap
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from gm.config import ENTRY
from gm.dice import Dice, OnceDice
from gm.model import (
    Choice,
    Event,
    Hint,
    Lang,
    Name,
    OpenPhase,
    Order,
    Orders,
    Phase,
    PrivateEvent,
    Ruleset,
    Seat,
    Text,
    WithContent,
)
from gm.names import fold

PHASE = ENTRY
TITLE = Text("Entry", "Участие")
MAX_NAME, MAX_PHRASE, MAX_WISHES = 40, 200, 2000

_FIXED = Text(
    "The dice secret is drawn already, and this is its fingerprint (SHA-256). Keep it: when the secret is told in the "
    "end, everybody can check that it is the same, and throw every die again.",
    "Секрет кубиков уже вытянут, и вот его отпечаток (SHA-256). Сохраните его: когда в конце секрет откроют, каждый "
    "сможет убедиться, что он тот же самый, и перебросить любой кубик.",
)
_LANGUAGES = (
    Name("en", "English", "английский", ("eng", "англ", "по-английски")),
    Name("ru", "Russian", "русский", ("rus", "рус", "русск", "по-русски")),
)


def _languages(view: Any) -> Iterable[Name]:
    return _LANGUAGES


Language = Annotated[Lang, Choice(Text("language", "язык"), _languages, listed=True)]


class Join(Order, frozen=True):
    """Confirm that you play; everything may be left out."""

    verb: ClassVar[Name] = Name("entry", "entry", "участие", ("join", "play", "играю", "участвую"))
    about: ClassVar[Text] = Text(
        "Confirm that you play: your name, your language, a phrase for the dice, wishes to the game master.",
        "Подтвердить участие: имя, язык, фраза для кубиков, пожелания ведущему.",
    )
    rule: ClassVar[str] = "0"
    once: ClassVar[bool] = True

    name: Annotated[
        str,
        Meta(max_length=MAX_NAME),
        Hint(Text("name", "имя"), Text("how others should call you", "как вас называть")),
    ] = ""
    language: Annotated[
        Language | None,
        Hint(Text("language", "язык"), Text("of your reports and forms", "на котором писать отчёты и бланки")),
    ] = None
    phrase: Annotated[
        str,
        Meta(max_length=MAX_PHRASE),
        Hint(
            Text("phrase", "фраза"),
            Text(
                "any text; it is stirred into the dice, so that nobody could have chosen them beforehand",
                "любой текст: он примешивается к кубикам, чтобы никто не мог подобрать их заранее",
            ),
        ),
    ] = ""
    wishes: Annotated[
        str,
        Meta(max_length=MAX_WISHES),
        Hint(Text("wishes", "пожелания"), Text("to the game master alone", "увидит только ведущий")),
    ] = ""


class PlayerJoined(Event, frozen=True):
    """A seat's player goes by this name and reads this language."""

    seat: str
    name: str
    language: str


class PhraseAdded(Event, frozen=True):
    """A seat's phrase was stirred into the dice; the phrase itself stays secret until the end."""

    seat: str


class WishesTold(PrivateEvent, frozen=True):
    """What a player wishes, for the GM's eyes."""

    seat: str
    text: str


class PositionTaken(Event, frozen=True):
    """The game begins where the game master says, and not as the rules set it up: it was played elsewhere before."""


EVENTS: tuple[type[Event], ...] = (PlayerJoined, PhraseAdded, WishesTold, PositionTaken)
"""The events of the core, which may stand in the record of any game."""


@dataclass
class EntryView(WithContent[Any]):
    """What a seat sees before the game is set up: the campaign, the game, who sits where (seat -> name)."""

    seat: str | None
    title: str
    game: Text
    players: dict[str, str]
    secret_hash: str = ""


def opened(seats: Sequence[str]) -> OpenPhase:
    """Everybody may say something, nobody must."""
    return OpenPhase(0, PHASE, tuple(seats), (), dict.fromkeys(seats, (Join,)))


def view(
    seat: str | None, title: str, game: Ruleset, seats: Sequence[Seat], content: Any, secret_hash: str = ""
) -> EntryView:
    """The view of a seat, or of a spectator."""
    entry_view = EntryView(seat, title, game.titles, {chair.id: chair.name for chair in seats}, secret_hash)
    entry_view.content = content
    return entry_view


def rules(game: Ruleset) -> Ruleset:
    """The ruleset as forms, checks and view files see it while ``entry`` is open."""
    return replace(
        game,
        view_type=EntryView,
        phases=(Phase(PHASE, TITLE, (Join,), _no_story),),
        events=EVENTS,
        labels=_labels,
        page=_nothing,
        picture=_nothing,
        standings=_no_rows,
        estimate=_no_notes,
        bot=_no_orders,
        form_notes=_fingerprint,
    )


def _fingerprint(view: Any, opened: OpenPhase, lang: Lang) -> list[str]:
    """What the dice secret was before anybody could add a phrase: keep it, and compare in the end."""
    return [*wrap(_FIXED.of(lang), 96), f"  {view.secret_hash}"] if view.secret_hash else []


def _labels(view: Any) -> Mapping[str, Mapping[str, Name]]:
    return {"seat": {seat: Name(seat, name, name) for seat, name in view.players.items()}}


def _nothing(view: Any, events: Sequence[Event]) -> Mapping[str, Any]:
    return {}


def _no_rows(view: Any) -> tuple[()]:
    return ()


def _no_notes(view: Any, opened: OpenPhase, orders: tuple[Order, ...]) -> list[Any]:
    return []


def _no_orders(view: Any, opened: OpenPhase, dice: Dice) -> tuple[()]:
    return ()


def _no_story(state: Any, orders: Orders, dice: Any) -> Any:
    yield from ()


def joined(seats: Sequence[Seat], orders: Orders) -> tuple[Seat, ...]:
    """The seats with what their players said of themselves; nobody gets a name that means another seat already."""
    joins = {seat.id: _join(orders, seat.id) for seat in seats}
    names = {seat.id: seat.name for seat in seats if not (joins[seat.id] and _name(joins[seat.id]))}
    for seat in seats:
        if seat.id not in names:
            others = {fold(word) for word in (*names.values(), *(other.id for other in seats if other is not seat))}
            names[seat.id] = _free(_name(joins[seat.id]), others)
    return tuple(_joined(seat, names[seat.id], joins[seat.id]) for seat in seats)


def _joined(seat: Seat, name: str, order: Join | None) -> Seat:
    if order is None:
        return seat
    return replace(seat, name=name, lang=order.language or seat.lang, wishes=order.wishes.strip())


def _name(order: Join | None) -> str:
    return " ".join(order.name.split()) if order else ""


def _free(name: str, taken: Container[str]) -> str:
    """The name, with a number behind it if it is taken: "Маша (2)"."""
    numbered = (f"{name} ({number})" for number in count(2))
    return next(one for one in chain([name], numbered) if fold(one) not in taken)


def phrases(orders: Orders) -> dict[str, str]:
    """Seat -> the phrase it adds to the dice."""
    found = {seat: join.phrase.strip() for seat in orders if (join := _join(orders, seat))}
    return {seat: phrase for seat, phrase in found.items() if phrase}


def _join(orders: Orders, seat: str) -> Join | None:
    return next((order for order in orders.get(seat, ()) if isinstance(order, Join)), None)


def play(
    game: Ruleset,
    seats: Sequence[Seat],
    options: Any,
    content: Any,
    orders: Orders,
    dice: Dice,
    position: bytes = b"",
    lang: Lang = "en",
) -> tuple[Any, list[Event]]:
    """Set the game up: the first state, and what everybody said and what was dealt.

    ``seats`` are those of the campaign, clockwise; ``dice`` have the phrases stirred in already. With a ``position``
    the game begins there (problems in it are worded in ``lang``).
    """
    seats = joined(seats, orders)
    told = phrases(orders)
    events: list[Event] = []
    for seat in seats:
        if _join(orders, seat.id):
            events.append(PlayerJoined(seat.id, seat.name, seat.lang, rule="0"))
        if seat.id in told:
            events.append(PhraseAdded(seat.id, rule="0"))
        if seat.wishes:
            events.append(WishesTold(seat.id, seat.wishes, rule="0", seen_by=(seat.id,)))
    thrown = OnceDice(dice.at(0, PHASE))
    if position:
        from gm.position import described

        state = described(game, position, content, lang, seats=seats, options=options, dice=thrown)
        return state, [*events, PositionTaken(rule="0")]
    state, dealt = game.setup(seats, options, content, thrown)
    return state, [*events, *dealt]
