"""Read a described position: what a GM writes down of a game that is under way, as YAML.

Everything left out is neutral: a galaxy of radius 3 with the homes evenly on its outer ring, every hex explored and
empty, Mecatol Rex nobody's, each home planet its owner's, no unit anywhere. So a description says only what matters::

    seats: {red: sol, blue: {race: hacan, goods: 2}, green: winnu}    # in clockwise order: seat and race
    turn: 2
    speaker: red
    missing: [A1]                                     # hexes that are no part of the galaxy
    tiles: {D5: lodor, D6: ion_storm}                 # explored hexes that are not empty
    explored: [D6, D5]                                # in which order, where that is known
    hidden: {E5: nebula_base, E6: random}             # hexes still unexplored, and the tile that lies there; or: all
    red: {markers: 3, goods: 1, technologies: [XRD Transporters], strategy: trade}    # or with the seat's race above
    at:
      D5: {red: {carrier: 1, infantry: 2}, mines: {blue: 1}}
      lodor: {owner: blue, taken: 2, used: yes, blue: {ground_force: 1, pds: 1}}
      E5: {blue: {dreadnought: 2, damaged: {dreadnought: 1}}}
    contracts: [{red: 2, blue: 3, since: 1}]          # what each gives to the other
    rankings: {red: [trade, warfare]}

``positionwriter.py`` writes such a description of any state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gm.dice import Dice
from gm.model import Lang, Name, Problem, Seat
from gm.names import Names
from gm.rulesets.galactic_council import forces, hexes
from gm.rulesets.galactic_council.content import Content
from gm.rulesets.galactic_council.options import Options
from gm.rulesets.galactic_council.positionmap import CENTRE, EMPTY, Map, beside
from gm.rulesets.galactic_council.positionnodes import KINDS, Nodes
from gm.rulesets.galactic_council.state import Board, Chair, Contract, Secrets, State
from gm.rulesets.galactic_council.turn import PHASES
from gm.rulesets.galactic_council.vocabulary import NOBODY
from gm.settings import WrongSettings, made
from gm.shapes import TRUTH
from gm.yamlfile import Node

__all__ = ["CENTRE", "EMPTY", "describe", "read_position"]

SEATS = {"red": "sol", "blue": "hacan", "green": "winnu"}
OVER = Name("over", "over", "окончена", ("game over", "игра окончена"))
RESERVED = ("mines", "owner", "used", "taken", "damaged", "since", "nobody")
"""Words of a description that no seat may be called by."""

_BOARD_FIELDS = (
    *(
        "seats",
        "turn",
        "phase",
        "radius",
        "homes",
        "options",
        "missing",
        "tiles",
        "explored",
        "hidden",
        "at",
        "contracts",
    ),
    *("bonus", "closed", "speaker", "guild_head", "rankings"),
)
_CHAIR_FIELDS = (
    *("race", "name", "colour", "home", "goods", "markers", "fleet_limit", "technologies", "strategy"),
    *("last_strategy", "spent", "alert", "ranking", "out"),
)
_NOBODY = Names([NOBODY])


def read_position(
    root: Node | None,
    content: Content,
    *,
    phase: str = "council",
    seats: Sequence[Seat] = (),
    options: Options | None = None,
    dice: Dice | None = None,
    lang: Lang = "en",
) -> tuple[State, list[Problem]]:
    """The state that a description means, and everything that is wrong with it, each with its place.

    ``root`` is the description as ``yamlfile.parse`` gives it (None: all neutral); ``phase`` the open phase unless the
    description names one. ``seats`` and ``options`` are those of a campaign and win over what is described; ``dice``
    deal the hidden tiles that it does not name. The state is whole even when there are problems: what was not
    understood is left out.
    """
    reader = _Reader(root or Node("map", 1, 1), content, lang, seats)
    return reader.state(phase, options, dice), reader.problems


class _Reader(Nodes):
    """Walks a description once and collects problems."""

    def __init__(self, root: Node, content: Content, lang: Lang, seats: Sequence[Seat]) -> None:
        super().__init__(content, lang)
        self.root, self.campaign = root, {seat.id: seat for seat in seats}
        phases = (Name(phase.id, phase.title.en, phase.title.ru) for phase in PHASES)
        self.tables["phase"] = Names((*phases, OVER))

    # -- the whole

    def state(self, phase: str, options: Options | None, dice: Dice | None) -> State:
        get = self.root.get
        self.entries(self.root)
        radius = self.radius(get("radius"))
        seats = self.seats(get("seats"))
        self.tables["system"] = Names(Name(at, at, at) for at in (*hexes.galaxy(radius), *beside(len(seats))))
        self.tables["seat"] = Names(Name(seat, seat, seat) for seat in seats)
        board = Board(
            turn=self.number(get("turn"), 2),
            phase=self.optional("phase", get("phase")) or phase,
            radius=radius,
            options=options or self.options(get("options")),
            speaker=next(iter(seats)),
        )
        board.content = self.content
        state = State(board, Secrets())
        self.known_keys(self.root, (*_BOARD_FIELDS, *seats))
        homes: dict[str, str] = {}
        for seat, (race, node) in seats.items():
            self.chair(state, seat, race, node)
            if home := self.optional("system", node.get("home")):
                homes[seat] = home
        Map(self, self.root, state, homes, dice).lay()
        self.places(board, get("at"))
        self.treaties(board)
        for seat, node in self.pairs("seat", get("rankings")):
            state.secrets.rankings[seat] = self.list_of("strategy", node)
        return state

    def radius(self, node: Node | None) -> int:
        radius = self.number(node, 3)
        if node and not 1 <= radius <= hexes.MAX_RADIUS:
            self.say("less_than_equal", node, le=str(hexes.MAX_RADIUS))
            return 3
        return radius

    def options(self, node: Node | None) -> Options:
        try:
            return made(Options, {key.text: value.plain() for key, value in self.entries(node)})
        except WrongSettings as error:
            for wrong in error.wrongs:
                self.say(wrong.code, node or self.root, **wrong.args)
            return Options()

    # -- seats

    def seats(self, node: Node | None) -> dict[str, tuple[str, Node]]:
        """Seat -> its race and what is said of it; those of the campaign, if there is one."""
        found = dict(self.described_seats(node))
        if self.campaign and tuple(found) != tuple(self.campaign):
            self.say("position_seats", node or self.root, right=", ".join(self.campaign))
        return found or dict(self.described_seats(None))

    def described_seats(self, node: Node | None) -> Iterable[tuple[str, tuple[str, Node]]]:
        if node is None:
            yield from ((seat, (race, self.about(seat, None))) for seat, race in SEATS.items())
        for key, value in self.entries(node):
            about = self.about(key.text, value)
            race = about.get("race") if value.kind == "map" else value
            if key.text in RESERVED:
                self.say("position_reserved", key, typed=key.text)
            elif race is None:
                self.say("missing_field", key, key="race")
            elif found := self.named("race", race):
                yield key.text, (found, about)

    def about(self, seat: str, node: Node | None) -> Node:
        """What is said of a seat, beside its race and under a key of its own."""
        own = self.root.get(seat) if seat not in _BOARD_FIELDS else None
        pairs = [*(node.entries if node and node.kind == "map" else ()), *self.entries(own)]
        place = own or node or self.root
        return Node("map", place.line, place.column, place.width, entries=pairs)

    def chair(self, state: State, seat: str, race: str, node: Node) -> None:
        numbers, known = self.content.numbers, self.campaign.get(seat)
        self.known_keys(node, _CHAIR_FIELDS)
        get = node.get
        name, colour = get("name"), get("colour")
        state.board.chairs[seat] = Chair(
            name=known.name if known else name.text if name else "",
            colour=known.colour if known else colour.text if colour else seat,
            race=race,
            home="",
            goods=self.number(get("goods"), 0),
            markers=self.number(get("markers"), numbers.start_markers),
            fleet_limit=self.number(get("fleet_limit"), numbers.start_fleet_limit),
            technologies=self.list_of("technology", get("technologies")),
            strategy=self.optional("strategy", get("strategy")),
            last_strategy=self.optional("strategy", get("last_strategy")),
            spent=[self.number(item, 0) for item in self.items(get("spent"))],
            alert=self.optional("system", get("alert")),
            out=self.number(get("out"), 0),
        )
        if ranking := self.list_of("strategy", get("ranking")):
            state.secrets.rankings[seat] = ranking

    # -- what stands where

    def places(self, board: Board, node: Node | None) -> None:
        for key, value in self.entries(node):
            at = self.tables["system"].find(key.text)
            if at is not None and at in board.systems:
                self.system(board, at, value)
            elif (planet := self.named("planet", key)) in board.planets:
                self.planet(board, planet, value)
            elif planet:
                self.say("unknown_name", key, typed=key.text, kind=KINDS["place"].of(self.lang), meant="")

    def system(self, board: Board, at: str, node: Node) -> None:
        for key, value in self.entries(node):
            if key.text == "mines":
                mines = {seat: self.number(count, 0) for seat, count in self.pairs("seat", value)}
                board.systems[at].mines = {seat: count for seat, count in mines.items() if count}
            elif seat := self.named("seat", key):
                self.force(board, at, seat, value)

    def planet(self, board: Board, id_: str, node: Node) -> None:
        planet = board.planets[id_]
        for key, value in self.entries(node):
            if key.text == "owner":
                nobody = _NOBODY.find(value.text) and value.text not in board.chairs
                planet.owner = None if nobody else self.named("seat", value)
            elif key.text == "used":
                planet.used = self.truth(value)
            elif key.text == "taken":
                planet.taken = self.number(value, 0)
            elif seat := self.named("seat", key):
                self.force(board, id_, seat, value)

    def truth(self, node: Node) -> bool:
        found = TRUTH.find(node.text)
        if found is None:
            self.say("bool_type", node)
        return found == "yes"

    def force(self, board: Board, place: str, seat: str, node: Node) -> None:
        damaged = next((value for key, value in self.entries(node) if key.text == "damaged"), None)
        whole = Node("map", node.line, node.column, entries=[e for e in node.entries if e[0].text != "damaged"])
        forces.add(board, place, seat, self.counts(whole), self.counts(damaged))

    def counts(self, node: Node | None) -> Mapping[str, int]:
        """Units by id -> how many."""
        return {unit: self.number(value, 0) for unit, value in self.pairs("unit", node)}

    # -- treaties, tokens, offices

    def treaties(self, board: Board) -> None:
        get = self.root.get
        for item in self.items(get("contracts")):
            self.contract(board, item)
        bonus = {s: self.number(value, 0) for s, value in self.pairs("strategy", get("bonus"))}
        board.bonus = {strategy: tokens for strategy, tokens in bonus.items() if tokens}
        for at, node in self.pairs("system", get("closed")):
            if seat := self.named("seat", node):
                board.closed[at] = seat
        board.speaker = self.optional("seat", get("speaker")) or board.speaker
        board.guild_head = self.optional("seat", get("guild_head"))

    def contract(self, board: Board, item: Node) -> None:
        order = list(board.chairs)
        since = self.number(item.get("since"), max(board.turn - 1, 0))
        partners = [pair for pair in self.entries(item) if pair[0].text != "since"]
        whole = Node("map", item.line, item.column, item.width, entries=partners)
        gives = {seat: self.number(value, 0) for seat, value in self.pairs("seat", whole)}
        if len(gives) != 2:
            self.say("not_a_map", item)
            return
        a, b = sorted(gives, key=order.index)
        board.contracts.append(Contract(a, b, gives[a], gives[b], since))


def describe(value: Any) -> str:
    """A plain value as a description spells it: yes, no, nobody, numbers and names as text."""
    if value is None:
        return "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
