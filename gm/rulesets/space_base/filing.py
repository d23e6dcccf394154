"""What a seat wants this turn: its file, and its standing order where the file is silent."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import partial

from gm.model import Event, Orders
from gm.rulesets.space_base.choosing import Choice, decide
from gm.rulesets.space_base.events.common import Decision, SeatRests, StandingDecided, StandingKept
from gm.rulesets.space_base.orders import Buy, Choose, Claim, Dismiss, SetDie, Standing, Use, Wish
from gm.rulesets.space_base.state import Board, State
from gm.rulesets.space_base.stops import AnyOrder, given, stop
from gm.rulesets.space_base.wishing import DEAREST, reach


@dataclass
class Filing:
    """A seat's orders of a turn. ``dice`` are those that the file was written for."""

    seat: str
    active: bool
    dice: tuple[int, ...]
    choose: Choose | None
    uses: list[Use]
    claim: Claim | None
    buy: Buy | None
    set_die: SetDie | None
    standing: Standing | None

    @property
    def arrow(self) -> str | None:
        """Where double arrows go, if the seat says so."""
        if self.choose is not None:
            return self.choose.arrow
        return self.standing.arrow if self.standing else None

    @property
    def claims(self) -> tuple[Wish, ...]:
        """The free cards that are wished for."""
        if self.claim is not None:
            return self.claim.cards
        return self.standing.claim if self.standing else ()

    @property
    def buys(self) -> tuple[Wish, ...]:
        """The cards that are to be bought."""
        if self.buy is not None:
            return self.buy.cards
        return self.standing.buy if self.standing else ()

    def decided(self, what: Decision, answer: str, rule: str, word: str = "") -> StandingDecided:
        """The event that tells the seat what its standing order did."""
        return StandingDecided(self.seat, what, answer, word, rule=rule, seen_by=(self.seat,))


def filing(state: State, orders: Orders, seat: str) -> Filing:
    """What the seat filed, completed by its standing order as it is now."""
    board = state.board
    return Filing(
        seat,
        seat == board.active,
        tuple(board.dice),
        _only(orders, seat, Choose),
        given(orders, seat, Use),
        _only(orders, seat, Claim),
        _only(orders, seat, Buy),
        _only(orders, seat, SetDie),
        state.secrets.standing.get(seat),
    )


def _only(orders: Orders, seat: str, kind: type[AnyOrder]) -> AnyOrder | None:
    return next(iter(given(orders, seat, kind)), None)


def keep_standing(state: State, orders: Orders) -> Iterator[Event]:
    """New standing orders hold from this turn on; everybody learns when nobody waits for the seat ("dice")."""
    for seat, chair in state.board.chairs.items():
        for order in orders.get(seat, ()):
            if not isinstance(order, Standing | Dismiss):
                continue
            kept = order if isinstance(order, Standing) else None
            if kept is None and seat not in state.secrets.standing:
                yield stop(seat, order, "no_standing")
                continue
            yield StandingKept(seat, kept, rule="dice", seen_by=(seat,))
            own, others = bool(kept and kept.own), bool(kept and kept.others)
            if (own, others) != (chair.rests_own, chair.rests_others):
                yield SeatRests(seat, own, others, rule="dice")


def chosen(board: Board, file: Filing) -> Generator[Event, None, Choice]:
    """How the seat uses the dice: as its file says, by its fallback, its standing order, else what is worth more."""
    choose, standing = file.choose, file.standing
    wished = partial(reach, board, board.chairs[file.seat], file.buys or (DEAREST,))
    if choose is not None:
        if tuple(board.dice) == file.dice or not choose.otherwise:
            return choose.use
        return decide(board, file.seat, choose.otherwise, wished, file.arrow)[0]
    rules = (standing.own if file.active else standing.others) if standing else ()
    choice, word = decide(board, file.seat, rules, wished, file.arrow)
    if rules:
        yield file.decided("choice", choice, "dice", word)
    return choice
