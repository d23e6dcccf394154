"""The boards: the reader's own in full, those of the others (for a spectator: all) in small; for ``map.svg.j2``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gm.looks import colours, ink, letters, plain
from gm.measure import number, shortened, wrapped
from gm.model import ByLanguage, Event, Lang
from gm.rulesets.space_base.choosing import CHOICES, sectors_of
from gm.rulesets.space_base.drawing import Face, Icon, Icons, Words, icons, icons_of_all
from gm.rulesets.space_base.events.start import ShipDealt, ShipsKept
from gm.rulesets.space_base.events.yard import CardBought, CardClaimed, CardExchanged, ColonyFounded
from gm.rulesets.space_base.state import Board, Chair, Sector, View
from gm.rulesets.space_base.turn import PHASES
from gm.rulesets.space_base.vocabulary import seat_names

LEGEND = (
    *("coin", "planet", "star", "left", "either", "claim", "buy"),
    *("own-box", "others-box", "any-box", "any-full", "fresh"),
)
"""The signs of the legend, in reading order."""
GAINED = (ShipDealt, ShipsKept, CardBought, CardClaimed, CardExchanged, ColonyFounded)
"""Events whose cards are new."""
WIDTH, MARGIN, HEAD = 1240, 20, 96
INNER = WIDTH - 2 * MARGIN
COLUMNS, GAP = 6, 10
"""Of the large board: sectors side by side and the space between them."""
LARGE_HEAD, TAB, CARD, STRIP, ABILITY = 62, 34, 146, 37, 19
SMALL_HEAD, SMALL_TAB, SMALL_CARD = 46, 26, 40
LEGEND_COLUMNS, LEGEND_LINE = 3, 36
NAME, TEXT = 16.5, 14.5
"""Font sizes on a card."""


def picture(view: View, events: Sequence[Event]) -> Mapping[str, Any]:
    """Language -> what the template draws. Lengths are SVG units; built from the view and what the seat saw happen."""
    shown = (event for event in events if isinstance(event, GAINED) and event.visible_to(view.seat))
    return Picture(view.board, view.seat, tuple(shown))


@dataclass(frozen=True)
class Picture(ByLanguage):
    """The boards in each language, measured when asked for: words differ in width. Equal ones are drawn alike."""

    board: Board
    seat: str | None
    events: tuple[Event, ...]

    def drawn(self, lang: Lang) -> Mapping[str, Any]:
        return _Boards(self.board, self.seat, self.events, lang).drawn()


@dataclass(frozen=True, slots=True)
class Look:
    """How a seat is told apart: its colour, the ink on it, its letter."""

    colour: str
    ink: str
    letter: str


def looks(board: Board, lang: Lang) -> dict[str, Look]:
    """Seat -> how it looks here and beside its name in reports."""
    codes = colours({seat: chair.colour for seat, chair in board.chairs.items()})
    given = letters({name.id: (name.of(lang),) for name in seat_names(board)}, lang)
    return {seat: Look(code, ink(code), given[seat]) for seat, code in codes.items()}


def new_cards(events: Sequence[Event]) -> set[tuple[str, str]]:
    """The seats and cards that came to each other."""
    found = set()
    for event in events:
        match event:
            case ShipsKept(seat=seat, cards=cards):
                found |= {(seat, card) for card in cards}
            case (
                ShipDealt(seat=seat, card=card)
                | CardBought(seat=seat, card=card)
                | CardClaimed(seat=seat, card=card)
                | CardExchanged(seat=seat, card=card)
                | ColonyFounded(seat=seat, card=card)
            ):
                found.add((seat, card))
    return found


class _Boards:
    """One drawing in one language."""

    def __init__(self, board: Board, seat: str | None, events: Sequence[Event], lang: Lang) -> None:
        self.board, self.seat, self.lang = board, seat, lang
        self.content, self.new = board.content, new_cards(events)
        self.looks = looks(board, lang)
        self.names = {name.id: plain(name.of(lang)) or name.id for name in seat_names(board)}

    def drawn(self) -> Mapping[str, Any]:
        """Everything the template asks for."""
        seats, top, boards = list(self.board.chairs), float(HEAD), []
        if self.seat is not None:
            start = seats.index(self.seat)
            seats = [*seats[start:], *seats[:start]]
        for seat in seats:
            boards.append(self._large(seat, top) if seat == self.seat else self._small(seat, top))
            top += boards[-1]["height"] + 18
        legend = self._legend(top + 16)
        active = self.board.active
        return {
            "turn": self.board.turn,
            "phase": self.board.phase,
            "round": self.board.round,
            "draft": PHASES[0].title.of(self.lang),
            "width": WIDTH,
            "height": number(top + 16 + LEGEND_LINE * -(-len(LEGEND) // LEGEND_COLUMNS)),
            "active": self.looks[active] if active else None,
            "active_name": shortened(self.names[active], 24, 330, bold=True) if active else "",
            "dice": list(self.board.dice),
            "goal": self.board.options.points,
            "boards": boards,
            "legend": legend,
        }

    def _frame(self, seat: str, top: float, head: int, large: bool) -> dict[str, Any]:
        chair = self.board.chairs[seat]
        return {
            "x": MARGIN,
            "y": number(top),
            "width": INNER,
            "head": head,
            "large": large,
            "look": self.looks[seat],
            "name": shortened(self.names[seat], 26 if large else 21, 560, bold=True),
            "active": seat == self.board.active,
            "won": seat in self.board.winners,
            "credits": chair.credits,
            "income": chair.income,
            "points": chair.points,
        }

    def _marked(self, seat: str) -> dict[int, str]:
        """Sector -> how the open dice may activate it: sum, split, or both."""
        if self.board.phase != "turn":
            return {}
        highest, found = self.content.numbers.highest_sector, dict[int, str]()
        for choice in CHOICES:
            for n in sectors_of(self.board.dice, choice, highest):
                found[n] = choice if found.get(n, choice) == choice else "both"
        return found

    # -- the reader's own board: two rows of sectors, every card with its name

    def _large(self, seat: str, top: float) -> Mapping[str, Any]:
        chair, marked = self.board.chairs[seat], self._marked(seat)
        wide = (INNER - 2 * GAP - (COLUMNS - 1) * GAP) / COLUMNS
        faces: list[Face] = []
        tabs: list[Mapping[str, Any]] = []
        y = float(LARGE_HEAD)
        for first in range(0, len(chair.sectors), COLUMNS):
            row = list(enumerate(chair.sectors[first : first + COLUMNS], first + 1))
            y += max((self._stack(there, wide) for _n, there in row), default=0)
            for column, (n, there) in enumerate(row):
                x = GAP + column * (wide + GAP)
                tabs.append(self._tab(n, x, y, wide, TAB, marked))
                faces += self._deployed(seat, chair, there, x, y, wide)
                faces.append(self._station(seat, chair, there, x, y + TAB, wide))
            y += TAB + CARD + 16
        return {**self._frame(seat, top, LARGE_HEAD, True), "tabs": tabs, "faces": faces, "height": number(y)}

    def _tab(
        self, n: int, x: float, y: float, wide: float, high: float, marked: Mapping[int, str]
    ) -> Mapping[str, Any]:
        return {"x": number(x), "y": number(y), "width": number(wide), "height": high, "n": n, "how": marked.get(n, "")}

    def _stack(self, there: Sector, wide: float) -> float:
        return sum(STRIP + ABILITY * len(self._ability(card, wide)) for card in there.deployed) + 6

    def _ability(self, card: str, wide: float) -> list[Words]:
        """The name of the ability that a ship has when deployed, in as many lines as it takes."""
        ability = self.content.ship(card).deployed.ability
        return (
            self._lines(self.content.abilities[ability].name.of(self.lang), "a", wide, STRIP + 11, 3) if ability else []
        )

    def _deployed(self, seat: str, chair: Chair, there: Sector, x: float, y: float, wide: float) -> Iterator[Face]:
        """Red strips above the tab, the newest next to it."""
        for card in reversed(there.deployed):
            texts = self._ability(card, wide)
            high = STRIP + ABILITY * len(texts)
            y -= high
            signs = icons(self.content.ship(card).deployed, chair.charges.get(card, 0))
            rows = [Icons.fitted(signs, wide / 2, STRIP / 2 - 1, wide - 12)]
            yield Face("deployed", x, y, wide, high - 3, rows, texts, (seat, card) in self.new)

    def _station(self, seat: str, chair: Chair, there: Sector, x: float, y: float, wide: float) -> Face:
        if there.colony is not None:
            row = self.content.colonies[there.colony]
            rows = [Icons.fitted([Icon("star", str(row.points))], wide / 2, 84, wide - 16, 1.5)]
            texts = self._lines(row.name.of(self.lang), "n", wide, 24, 2)
            return Face("colony", x, y, wide, CARD, rows, texts, (seat, there.colony) in self.new)
        if there.station is None:
            return Face("empty", x, y, wide, CARD, [], [], False)
        ship = self.content.ship(there.station)
        side = ship.station
        texts = self._lines(ship.name.of(self.lang), "n", wide, 22, 3)
        signs, largest, middle = icons(side, chair.charges.get(ship.id, 0)), 1.4, 94.0
        if side.ability:
            largest, middle = 1.1, max([66.0, *(line.y + 24 for line in texts)])
            most = 3 if len(texts) < 3 else 2
            texts += self._lines(self.content.abilities[side.ability].name.of(self.lang), "a", wide, middle + 37, most)
        rows = [Icons.fitted(signs, wide / 2, middle, wide - 16, largest)]
        return Face("station", x, y, wide, CARD, rows, texts, (seat, ship.id) in self.new)

    def _lines(self, text: str, kind: str, wide: float, y: float, most: int) -> list[Words]:
        size = NAME if kind == "n" else TEXT
        lines = wrapped(plain(text), size, wide - 4, most, bold=kind == "n")
        return [Words(kind, wide / 2, y + n * (size + 2), line) for n, line in enumerate(lines)]

    # -- boards in small: one row of sectors, what the cards give together

    def _small(self, seat: str, top: float) -> Mapping[str, Any]:
        chair, marked = self.board.chairs[seat], self._marked(seat)
        count = max(1, len(chair.sectors))
        wide = (INNER - 2 * GAP - (count - 1) * 6) / count
        red, tab, blue = SMALL_HEAD, SMALL_HEAD + SMALL_CARD + 3, SMALL_HEAD + SMALL_CARD + SMALL_TAB + 3
        faces, tabs = [], []
        for n, there in enumerate(chair.sectors, 1):
            x = GAP + (n - 1) * (wide + 6)
            tabs.append(self._tab(n, x, tab, wide, SMALL_TAB, marked))
            if there.deployed:
                sides = [(self.content.ship(id_).deployed, chair.charges.get(id_, 0)) for id_ in there.deployed]
                row = Icons.fitted(icons_of_all(sides), wide / 2, SMALL_CARD / 2, wide - 8)
                new = any((seat, id_) in self.new for id_ in there.deployed)
                faces.append(Face("deployed", x, red, wide, SMALL_CARD, [row], [], new))
            faces.append(self._small_station(seat, chair, there, x, blue, wide))
        height = number(blue + SMALL_CARD + GAP)
        return {**self._frame(seat, top, SMALL_HEAD, False), "tabs": tabs, "faces": faces, "height": height}

    def _small_station(self, seat: str, chair: Chair, there: Sector, x: float, y: float, wide: float) -> Face:
        kind, found, card = "empty", list[Icon](), there.colony or there.station or ""
        if there.colony is not None:
            kind, found = "colony", [Icon("star", str(self.content.colonies[there.colony].points))]
        elif there.station is not None:
            kind, found = "station", icons(self.content.ship(card).station, chair.charges.get(card, 0))
        row = Icons.fitted(found, wide / 2, SMALL_CARD / 2, wide - 8)
        return Face(kind, x, y, wide, SMALL_CARD, [row], [], (seat, card) in self.new)

    def _legend(self, top: float) -> list[Mapping[str, Any]]:
        wide = INNER / LEGEND_COLUMNS
        return [
            {"sign": sign, "x": number(MARGIN + i % LEGEND_COLUMNS * wide), "y": number(top + i // LEGEND_COLUMNS * 36)}
            for i, sign in enumerate(LEGEND)
        ]
