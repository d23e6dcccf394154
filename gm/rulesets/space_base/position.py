"""Read a described position: what a GM writes down of a game that is under way, as YAML.

Everything left out is as it is when a game has just begun: all seats with their twelve starting ships, no credits,
income or points, six ships of each level open, the rest in the decks, all colonies to be had, the first seat's first
turn. So a description says only what matters; cards are called by id or name, in English or Russian::

    seats: [red, blue, green]              # clockwise
    phase: turn                            # or draft, over
    turn: 5
    round: 2
    first: blue                            # the start seat; left out: the first one
    active: blue                           # whose turn it is; left out: the start seat
    dice: [3, 5]
    last_round: 2                          # the end was triggered
    winners: [red]                         # only when the game is over; left out: who has most points
    options: {points: 40}
    red: {credits: 9, income: 3, points: 10, charges: {1-01-1: 1}, spent: 4, name: Анна, colour: "#0072b2"}
    at:
      red: {8: {station: 1-08-2, deployed: [1-08-3]}, 7: {colony: colony_07}, 3: {station: none}}
    shipyard: {1: [1-08-4]}                # lie open before all others of the level, which follow
    row: {3: []}                           # exactly these lie open
    decks: {1: [1-02-1]}                   # the next cards of a deck; {1: none}: it is empty, all in the discard
    discard: [1-02-2]
    colonies: [colony_07]                  # exactly these are left; left out: all that nobody has
    hands: {red: [1-03-1, 2-04-1]}         # in the draft
    standing: {green: {own: [sum]}}        # a standing order as its owner writes it, or its whole text
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm.dice import Dice
from gm.model import Lang, Name, Problem, Seat, Text
from gm.names import table
from gm.rulesets.space_base.cards import cubes_left, side_of
from gm.rulesets.space_base.content import LEVELS, Content
from gm.rulesets.space_base.options import Options
from gm.rulesets.space_base.remembering import read_standing
from gm.rulesets.space_base.state import Board, Chair, Secrets, Sector, State
from gm.rulesets.space_base.tables import SEATS
from gm.rulesets.space_base.vocabulary import seat_names
from gm.rulesets.space_base.walking import Walker, empty, is_none
from gm.settings import WrongSettings, made
from gm.yamlfile import Node

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
DEFAULT_SEATS = ("red", "blue", "green")
_ID = re.compile("[a-z][a-z0-9_-]{0,30}")

_NOW: dict[str, tuple[str, ...]] = {
    "active": ("turn",),
    "dice": ("turn",),
    "shipyard": ("turn", "over"),
    "row": ("turn", "over"),
    "hands": ("draft",),
    "winners": ("over",),
}
"""What there is in some phases only."""
_FIELDS = (
    *("seats", "phase", "turn", "round", "first", "active", "dice", "last_round", "winners", "options", "at"),
    *("shipyard", "row", "decks", "discard", "colonies", "hands", "standing"),
)
_CHAIR = ("name", "colour", "credits", "income", "points", "charges", "spent", "rests")
_SECTOR = ("station", "deployed", "colony")
PHASES = (
    Name("draft", "draft", "скорость света", ("Light Speed", "выбор карт")),
    Name("turn", "turn", "ход"),
    Name("over", "over", "конец", ("игра окончена",)),
)
RESTS = (Name("own", "own", "свой ход", ("свои",)), Name("others", "others", "чужой ход", ("чужие",)))
_KINDS = {
    "seat": Text("seat", "место"),
    "phase": Text("phase", "фаза"),
    "ship": Text("ship", "корабль"),
    "any ship": Text("ship", "корабль"),
    "colony": Text("colony", "колония"),
    "level": Text("level", "уровень"),
    "sector": Text("sector", "сектор"),
    "rests": Text("word", "слово"),
}


def read_position(
    root: Node | None,
    content: Content,
    *,
    phase: str = "turn",
    seats: Sequence[Seat] = (),
    options: Options | None = None,
    dice: Dice | None = None,
    lang: Lang = "en",
) -> tuple[State, list[Problem]]:
    """The state that a description means, and everything that is wrong with it, each with its place.

    ``root`` is the description as ``yamlfile.parse`` gives it (None: all neutral); ``phase`` the open phase unless the
    description names one. ``seats``: those of the campaign, whose names and colours count; ``options`` win over the
    description's. ``dice`` shuffle the decks as far as nothing is said of them, and roll where no dice are named;
    without them cards lie in the order of the table. The state is sound even when there are problems: what was not
    understood, or can't be, is left out.
    """
    reader = _Reader(root or Node("map", 1, 1), content, lang, dice)
    return reader.state(phase, seats, options), reader.problems


class _Reader(Walker):
    """Walks a description once; a card that it has met in one place can't lie in another."""

    def __init__(self, root: Node, content: Content, lang: Lang, dice: Dice | None) -> None:
        super().__init__(lang, _KINDS)
        self.root, self.content, self.dice = root, content, dice
        self.met: dict[tuple[str, str], int] = {}
        """Seat (of starting ships; else empty) and card -> the line on which it was met."""
        ships = [row.name for row in content.ships.values()]
        numbers = (*LEVELS, *range(LEVELS[-1] + 1, content.numbers.highest_sector + 1))
        named = [Name(str(n), str(n), str(n)) for n in numbers]
        self.tables |= {
            "phase": table(PHASES),
            "rests": table(RESTS),
            "ship": table(ships),
            "any ship": table([*ships, *(row.name for row in content.starting.values())]),
            "colony": table(row.name for row in content.colonies.values()),
            "level": table(named[: len(LEVELS)]),
            "sector": table(named[: content.numbers.highest_sector]),
        }

    def state(self, phase: str, seats: Sequence[Seat], options: Options | None) -> State:
        """The whole state."""
        if self.root.kind != "map":
            self.entries(self.root)
            self.root = Node("map", self.root.line, self.root.column)
        sitting = self.seats(self.root.get("seats"), seats)
        given = self.fields(self.root, (*_FIELDS, *(seat.id for seat in sitting)))
        board = Board(1, phase, Options())
        board.content, board.chairs = self.content, {seat.id: Chair(seat.name, seat.colour) for seat in sitting}
        state = State(board, Secrets())
        self.tables["seat"] = table(seat_names(board))
        board.phase = self.named("phase", given.get("phase")) or phase
        for key in [key for key in given if board.phase not in _NOW.get(key, (board.phase,))]:
            node = given.pop(key)
            if not empty(node):
                self.say("position_not_now", node, key=key, phase=board.phase)
        read = self.options(given.get("options"))
        board.options = read if options is None else options
        self.counts(board, given)
        places = dict(self.pairs("seat", given.get("at")))
        for seat, chair in board.chairs.items():
            self.sectors(seat, chair, places.get(seat))
        for seat, chair in board.chairs.items():
            self.chair(board, chair, given.get(seat), own_name=not seats)
        self.cards(state, given)
        self.colonies(board, given.get("colonies"))
        self.standing(state, given)
        return state

    # -- seats, options, the course of the game

    def seats(self, node: Node | None, campaign: Sequence[Seat]) -> Sequence[Seat]:
        """Who sits at the table: as the campaign says, else the description."""
        typed = [item.text for item in self.items(node)]
        if campaign:
            right = [seat.id for seat in campaign]
            if node is not None and typed != right:
                self.say("position_seats", node, right=", ".join(right))
            return campaign
        if node is not None and len(typed) not in SEATS:
            args = {"have": str(len(typed)), "least": str(SEATS[0]), "most": str(SEATS[-1])}
            self.say("options_number_of_seats", node, **args)
        elif bad := next((item for item in self.items(node) if not self.is_seat(item, typed)), None):
            self.say("bad_seat_id" if typed.count(bad.text) < 2 else "seat_twice", bad, typed=bad.text)
        elif typed:
            return [Seat(id_, id_.title(), colour) for id_, colour in zip(typed, COLOURS, strict=False)]
        return [Seat(id_, id_.title(), colour) for id_, colour in zip(DEFAULT_SEATS, COLOURS, strict=False)]

    @staticmethod
    def is_seat(item: Node, every: Sequence[str]) -> bool:
        return bool(_ID.fullmatch(item.text)) and every.count(item.text) == 1 and item.text not in _FIELDS

    def options(self, node: Node | None) -> Options:
        try:
            return made(Options, {key.text: value.plain() for key, value in self.entries(node)})
        except WrongSettings as error:
            for wrong in error.wrongs:
                there = (node.get(wrong.at[0]) if node and wrong.at else None) or node or self.root
                self.say(wrong.code, there, **wrong.args)
            return Options()

    def counts(self, board: Board, given: dict[str, Node]) -> None:
        """Turn, round, whose turn it is, the dice."""
        get, turning = given.get, board.phase != "draft"
        board.turn = self.number(get("turn"), 1, 1)
        board.round = self.number(get("round"), int(turning))
        board.last_round = self.number(get("last_round"))
        board.first = self.named("seat", get("first")) or (next(iter(board.chairs)) if turning else "")
        if board.phase == "turn":
            board.active = self.named("seat", get("active")) or board.first
            board.dice = self.rolled(get("dice"))

    def rolled(self, node: Node | None) -> list[int]:
        if node is None or empty(node):
            return list(self.dice.at("roll").rolls(2, 6)) if self.dice else [1, 1]
        items = self.items(node)
        if len(items) != 2:
            self.say("position_two_dice", node)
            return [1, 1]
        return [self.number(item, 1, 1, 6) for item in items]

    # -- what the seats have

    def place(self, card: str | None, node: Node, seat: str = "") -> str | None:
        """The card, if it lies nowhere else; ``seat``: in a sector of it."""
        if card is None:
            return None
        key = (seat if card in self.content.starting else "", card)
        if key in self.met:
            self.say("position_twice", node, card=self.content.card(card).name.of(self.lang), first=str(self.met[key]))
            return None
        self.met[key] = node.line
        return card

    def sectors(self, seat: str, chair: Chair, node: Node | None) -> None:
        """The sectors as they are described, the others with the starting ships that were not met elsewhere."""
        told = dict(self.pairs("sector", node))
        starting = sorted(self.content.starting, key=lambda id_: self.content.starting[id_].sector)
        chair.sectors = [Sector() for _card in starting]
        left = set()
        for number, (sector, card) in enumerate(zip(chair.sectors, starting, strict=True), 1):
            fields = self.fields(told.get(str(number)), _SECTOR)
            for item in self.items(fields.get("deployed")):
                if ship := self.place(self.named("any ship", item), item, seat):
                    sector.deployed.append(ship)
            if colony := fields.get("colony"):
                sector.colony = self.place(None if is_none(colony) else self.named("colony", colony), colony)
            station = fields.get("station")
            if station is None and sector.colony is None:
                left.add((number, card))
            elif station is not None and not is_none(station):
                if sector.colony is not None:
                    self.say("position_colony_and_ship", station)
                else:
                    sector.station = self.place(self.named("any ship", station), station, seat)
        for number, card in left:
            if (seat, card) not in self.met:
                chair.sectors[number - 1].station = card

    def chair(self, board: Board, chair: Chair, node: Node | None, own_name: bool) -> None:
        """Tracks, cubes, the name unless the campaign says it."""
        given = self.fields(node, _CHAIR)
        if own_name:
            chair.name = given["name"].text if "name" in given else chair.name
            chair.colour = given["colour"].text if "colour" in given else chair.colour
        for track in ("credits", "income", "points", "spent"):
            setattr(chair, track, self.number(given.get(track)))
        for card, value in self.pairs("any ship", given.get("charges")):
            side = side_of(self.content, chair, card)
            if side is None or not side.boxes:
                self.say("position_no_boxes", value, card=self.content.ship(card).name.of(self.lang))
            elif cubes := self.number(value, 0, 0, min(side.boxes, cubes_left(board))):
                chair.charges[card] = cubes

    def standing(self, state: State, given: dict[str, Node]) -> None:
        """Standing orders, and on whose turns nobody waits for a seat: as they say, unless something else is said."""
        board = state.board
        for seat, node in self.pairs("seat", given.get("standing")):
            order = None if is_none(node) else read_standing(node, state, seat, self.lang, self.problems)
            if order is not None:
                state.secrets.standing[seat] = order
        for seat, chair in board.chairs.items():
            order = state.secrets.standing.get(seat)
            chair.rests_own, chair.rests_others = bool(order and order.own), bool(order and order.others)
            told = given.get(seat)
            rests = told.get("rests") if told is not None else None
            if rests is not None and not empty(rests):
                words = self.all_named("rests", rests)
                chair.rests_own, chair.rests_others = "own" in words, "others" in words
        board.winners = self.all_named("seat", given.get("winners"))
        if board.phase == "over" and not board.winners:
            best = max(chair.points for chair in board.chairs.values())
            board.winners = [seat for seat, chair in board.chairs.items() if chair.points == best]

    # -- what lies on the table

    def cards(self, state: State, given: dict[str, Node]) -> None:
        """Hands, rows, decks and the discard: what is described first, then the rest."""
        board, secrets = state.board, state.secrets
        if board.phase == "draft":
            secrets.hands = {seat: [] for seat in board.chairs}
        for seat, node in self.pairs("seat", given.get("hands")):
            secrets.hands[seat] = self.ships(node)
        board.discard = self.ships(given.get("discard"))
        rows = dict(self.pairs("level", given.get("row")))
        beginnings, decks = (dict(self.pairs("level", given.get(key))) for key in ("shipyard", "decks"))
        for key in beginnings.keys() & rows.keys():
            self.say("extra_forbidden", beginnings[key])
        most = board.content.numbers.row
        board.shipyard = [self.ships(rows.get(str(n), beginnings.get(str(n))), n, most) for n in LEVELS]
        secrets.decks = [self.ships(decks.get(str(n)), n) for n in LEVELS]
        for level, row, deck in zip(LEVELS, board.shipyard, secrets.decks, strict=True):
            left = self.left(level)
            size = 0 if board.phase == "draft" or str(level) in rows else most - len(row)
            row += left[:size]
            gone = str(level) in decks and is_none(decks[str(level)])
            (board.discard if gone else deck).extend(left[size:])
        board.decks = [len(deck) for deck in secrets.decks]

    def ships(self, node: Node | None, level: int = 0, most: int = len(LEVELS) * 1000) -> list[str]:
        """The cards of a list, of one level if it says which, as many as there is room for."""
        found: list[str] = []
        for item in self.items(node):
            card = self.named("ship", item)
            if card is not None and level and self.content.ship(card).level != level:
                name = self.content.ship(card).name.of(self.lang)
                self.say("position_level", item, card=name, level=str(self.content.ship(card).level))
            elif len(found) == most:
                self.say("too_long", item, max_length=str(most))
                break
            elif self.place(card, item) is not None and card is not None:
                found.append(card)
        return found

    def left(self, level: int) -> list[str]:
        """The cards of a level that were met nowhere, in the order in which they come."""
        cards = [card for card in self.content.deck(level) if ("", card) not in self.met]
        return self.dice.at("deck", level).shuffled(cards) if self.dice else cards

    def colonies(self, board: Board, node: Node | None) -> None:
        """The colonies still to be had."""
        if node is None or empty(node):
            board.colonies = [id_ for id_ in self.content.colonies if ("", id_) not in self.met]
            return
        for item in self.items(node):
            if colony := self.place(self.named("colony", item), item):
                board.colonies.append(colony)
