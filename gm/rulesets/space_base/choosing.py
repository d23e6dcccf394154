"""The choice for the dice: what each use of them brings, the rules that decide where no order does ("dice")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from gm.rulesets.space_base.cards import charge_sides, cubes_left, sector
from gm.rulesets.space_base.content import Side
from gm.rulesets.space_base.state import Board, Chair

Choice: TypeAlias = Literal["sum", "split"]
Reach: TypeAlias = Callable[[int], tuple[int, int]]
CHOICES: tuple[Choice, ...] = ("sum", "split")


class Gain(NamedTuple):
    """What some sectors bring a seat; ``charges``: cards that get a cube, ``claims``: levels of free cards."""

    credits: int = 0
    income: int = 0
    points: int = 0
    charges: tuple[str, ...] = ()
    claims: tuple[int, ...] = ()
    buys: int = 0

    def plus(self, other: Gain) -> Gain:
        """Both together."""
        return Gain(
            self.credits + other.credits,
            self.income + other.income,
            self.points + other.points,
            self.charges + other.charges,
            self.claims + other.claims,
            self.buys + other.buys,
        )

    @property
    def worth(self) -> int:
        """One number to compare by, where a program must choose: a point or planet is worth three credits."""
        return (
            self.credits + 3 * (self.income + self.points + 2 * sum(self.claims)) + 2 * (len(self.charges) + self.buys)
        )


def sectors_of(dice: Sequence[int], choice: Choice, highest: int, added: int = 0) -> tuple[int, ...]:
    """The sectors that a choice activates, in order; doubles activate the same one twice ("dice", "dice_arrow")."""
    return (min(sum(dice) + added, highest),) if choice == "sum" else tuple(dice)


def gain(board: Board, seat: str, sectors: Sequence[int], arrow: str | None = None) -> Gain:
    """What activating these sectors brings the seat on this turn, arrows included, abilities not used."""
    chair, found, filled = board.chairs[seat], Gain(), dict[str, int]()
    for number in sectors:
        found = found.plus(_sector_gain(board, chair, number, seat != board.active, arrow, filled))
    return found


def _sector_gain(
    board: Board, chair: Chair, number: int, deployed: bool, arrow: str | None, filled: dict[str, int]
) -> Gain:
    found = Gain()
    for id_, side in sides(board, chair, number, deployed):
        found = found.plus(_plain(board, chair, id_, side, filled))
        for near in neighbours(board, chair, number, side, deployed, arrow):
            for other, far in sides(board, chair, near, deployed):
                found = found.plus(_plain(board, chair, other, far, filled))
    return found


def _plain(board: Board, chair: Chair, id_: str, side: Side, filled: dict[str, int]) -> Gain:
    """A side's rewards without its arrows; ``filled`` counts the cubes that come before."""
    charges: tuple[str, ...] = ()
    have = chair.charges.get(id_, 0) + filled.get(id_, 0)
    if have < side.boxes and cubes_left(board) > sum(filled.values()):
        filled[id_] = filled.get(id_, 0) + 1
        charges = (id_,)
    return Gain(side.credits, side.income, side.points, charges, (side.claim,) * side.claims, side.buys)


def sides(board: Board, chair: Chair, number: int, deployed: bool) -> Iterator[tuple[str, Side]]:
    """The cards of a sector that count: the station on the own turn, else all deployed ships, oldest first ("dice")."""
    there, content = sector(chair, number), board.content
    if deployed:
        yield from ((id_, content.ship(id_).deployed) for id_ in there.deployed)
    elif there.station is not None:
        yield there.station, content.ship(there.station).station


def neighbours(
    board: Board, chair: Chair, number: int, side: Side, deployed: bool, arrow: str | None = None
) -> list[int]:
    """The sectors that a side's arrows lead to; a double arrow goes one way: as told, else to what brings more."""
    highest = board.content.numbers.highest_sector
    near = [number - 1] * side.left + [number + 1] * side.right
    if side.either:
        near.append(number + (1 if toward(board, chair, number, deployed, arrow) == "right" else -1))
    return [n for n in near if 1 <= n <= highest]


def toward(board: Board, chair: Chair, number: int, deployed: bool, arrow: str | None) -> str:
    """Where a double arrow goes, left or right: as told, else to the neighbour worth more, the left one if equal."""
    if arrow is not None:
        return arrow

    def worth(near: int) -> int:
        if not 1 <= near <= board.content.numbers.highest_sector:
            return -1
        found = Gain()
        for id_, side in sides(board, chair, near, deployed):
            found = found.plus(_plain(board, chair, id_, side, {}))
        return found.worth

    return "right" if worth(number + 1) > worth(number - 1) else "left"


def outcomes(board: Board, seat: str, added: int = 0, arrow: str | None = None) -> dict[Choice, Gain]:
    """What each choice would bring the seat with the dice as they lie."""
    highest = board.content.numbers.highest_sector
    return {
        choice: gain(board, seat, sectors_of(board.dice, choice, highest, added if choice == "sum" else 0), arrow)
        for choice in CHOICES
    }


def decide(board: Board, seat: str, rules: Sequence[str], reach: Reach, arrow: str | None = None) -> tuple[Choice, str]:
    """The choice that the rules come to, and the rule that decided ("": none did; what is worth more, then the sum).

    ``reach(credits)``: how good a purchase so many credits allow; for the rule ``purchase``.
    """
    found = outcomes(board, seat, arrow=arrow)
    for rule in rules:
        if rule in CHOICES:
            return ("sum" if rule == "sum" else "split"), rule
        if rule == "sum_buys":
            if reach(board.chairs[seat].credits + found["sum"].credits) > (0, 0):
                return "sum", rule
            continue
        total, split = (_score(board, seat, rule, found, choice, reach) for choice in CHOICES)
        if total != split:
            return ("sum" if total > split else "split"), rule
    return ("sum" if found["sum"].worth >= found["split"].worth else "split"), ""


def _score(
    board: Board, seat: str, rule: str, found: dict[Choice, Gain], choice: Choice, reach: Reach
) -> tuple[int, int]:
    """How well a choice fulfils a rule; the rule decides for the better one if there is one."""
    brought = found[choice]
    if rule == "purchase":
        return reach(board.chairs[seat].credits + brought.credits)
    if rule == "charge":
        return len(brought.charges), 0
    if rule in ("credits", "income", "points"):
        return int(getattr(brought, rule)), 0
    return sectors_of(board.dice, choice, board.content.numbers.highest_sector).count(int(rule)), 0


def usable(board: Board, seat: str, window: str) -> bool:
    """Whether an ability of that window may be used on the open turn ("charged")."""
    return window == "any" or (window == "own") == (seat == board.active)


def ready(board: Board, seat: str) -> list[tuple[str, Side]]:
    """The seat's cards with full boxes whose abilities may be used on the open turn."""
    chair = board.chairs[seat]
    return [
        (id_, side)
        for id_, side in charge_sides(board.content, chair)
        if chair.charges.get(id_, 0) >= side.boxes and usable(board, seat, side.window)
    ]


def matters(board: Board, seat: str) -> bool:
    """Whether there is anything for a seat that is not active to decide: only public facts are asked."""
    found = outcomes(board, seat)
    return found["sum"] != found["split"] or any(
        board.content.abilities[side.ability or ""].op != "set_die" for _id, side in ready(board, seat)
    )
