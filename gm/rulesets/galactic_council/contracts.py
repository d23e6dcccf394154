"""5.2 and 5.3: trade contracts made and broken, the head of the Trade Guild (readings 15, 18, 56, 57)."""

from __future__ import annotations

from collections.abc import Generator

from gm.model import Event, Orders, Story
from gm.rulesets.galactic_council import space
from gm.rulesets.galactic_council.events.assembly import ContractMade, ContractVetoed
from gm.rulesets.galactic_council.events.common import ContractBroken, GoodsGained
from gm.rulesets.galactic_council.orders import Break, GuildBreak, Offer, Veto
from gm.rulesets.galactic_council.state import Board, Contract
from gm.rulesets.galactic_council.stops import given, stop


def contract(board: Board, a: str, b: str) -> Contract | None:
    """The contract between two seats, if they have one."""
    return next((c for c in board.contracts if {c.a, c.b} == {a, b}), None)


def free_agreements(board: Board, seat: str) -> list[int]:
    """Values of the seat's agreements that are in no contract and were not broken this turn, dearest first (5.2)."""
    chair = board.chairs[seat]
    free = list(board.content.races[chair.race].agreements)
    given_away = [c.a_gives if c.a == seat else c.b_gives for c in board.contracts if seat in (c.a, c.b)]
    for value in (*given_away, *chair.spent):
        if value in free:
            free.remove(value)
    return sorted(free, reverse=True)


def make_contracts(board: Board, orders: Orders) -> Story:
    """Offers that match, one contract for each pair, unless the head of the guild refuses (5.2)."""
    settled: list[int] = []
    for seat in space.initiative(board):
        for offer in given(orders, seat, Offer):
            if id(offer) not in settled:
                yield from _make(board, orders, seat, offer, settled)


def _make(board: Board, orders: Orders, seat: str, offer: Offer, settled: list[int]) -> Story:
    """One offer: ``settled`` collects the offers (by identity) that need no further answer."""
    partner = offer.partner
    settled.append(id(offer))
    if board.chairs[partner].out:
        yield stop(seat, offer, "seat_out", thing=partner)
    elif contract(board, seat, partner):
        yield stop(seat, offer, "pair_has_contract", thing=partner)
    elif _breaks(orders, seat, partner):
        yield stop(seat, offer, "breaking", thing=partner)
    elif (give := gives(board, seat, offer)) is None:
        why = "no_agreement_left" if offer.give is None else "no_agreement"
        yield stop(seat, offer, why, thing=seat, number=offer.give or 0)
    elif _breaks(orders, partner, seat):  # an order of the partner's that nobody else needs to hear of
        yield stop(seat, offer, "no_match", thing=partner)
    elif answer := _answer(board, orders, seat, offer, give, settled):
        settled.append(id(answer))
        back = gives(board, partner, answer)
        yield from _approve(board, orders, (seat, partner), (give, back or 0))
    else:
        yield stop(seat, offer, "no_match", thing=partner)


def gives(board: Board, seat: str, offer: Offer) -> int | None:
    """The agreement a seat gives for an offer: the one named, else its dearest free one; None if it has none."""
    free = free_agreements(board, seat)
    if offer.give is None:
        return free[0] if free else None
    return offer.give if offer.give in free else None


def _answer(board: Board, orders: Orders, seat: str, offer: Offer, give: int, settled: list[int]) -> Offer | None:
    """The partner's offer that names this seat and the same two agreements."""
    for answer in given(orders, offer.partner, Offer):
        if id(answer) in settled or answer.partner != seat:
            continue
        back = gives(board, offer.partner, answer)
        if back is not None and offer.want in (None, back) and answer.want in (None, give):
            return answer
    return None


def _breaks(orders: Orders, seat: str, partner: str) -> bool:
    """Whether a seat ends a contract with the other this turn: then they make none (reading 56)."""
    return any(order.partner == partner for order in given(orders, seat, Break))


def _approve(board: Board, orders: Orders, pair: tuple[str, str], values: tuple[int, int]) -> Story:
    """Every contract needs the approval of the head of the guild; without a head all is approved (5.2, 57)."""
    (a, a_gives), (b, b_gives) = sorted(zip(pair, values, strict=True), key=lambda x: list(board.chairs).index(x[0]))
    head = board.guild_head
    vetoes = given(orders, head, Veto) if head else []
    if head and any(refuses(veto, a, b) for veto in vetoes):
        yield ContractVetoed(head, a, b, rule="5.2")
    else:
        yield ContractMade(a, b, a_gives, b_gives, rule="5.2")


def refuses(veto: Veto, a: str, b: str) -> bool:
    """Two seats named: only the contract between them; otherwise every new contract of each seat named."""
    named = set(veto.seats)
    return named == {a, b} if len(named) == 2 else bool(named & {a, b})


def idle_vetoes(board: Board, orders: Orders) -> Story:
    """A veto of anybody but the head of the guild counts for nothing, and he is told so."""
    for seat in space.initiative(board):
        if seat != board.guild_head:
            for veto in given(orders, seat, Veto):
                yield stop(seat, veto, "not_head")


def break_contracts(board: Board, orders: Orders) -> Story:
    """Notice of one partner ends a contract; the head who holds «Торговля» may end any one (5.3)."""
    done = False
    for seat in space.initiative(board):
        for order in orders.get(seat, ()):
            if isinstance(order, Break):
                if contract(board, seat, order.partner):
                    a, b = _in_seat_order(board, seat, order.partner)
                    yield ContractBroken(a, b, "notice", seat, rule="5.3")
                else:
                    yield stop(seat, order, "no_contract", thing=order.partner)
            elif isinstance(order, GuildBreak):
                done = (yield from _guild_break(board, seat, order, done)) or done


def _guild_break(board: Board, seat: str, order: GuildBreak, done: bool) -> Generator[Event, None, bool]:
    """The head ends one contract a turn, for a good; returns whether it came about."""
    a, b = order.seats
    if board.guild_head != seat:
        yield stop(seat, order, "not_head")
    elif board.chairs[seat].strategy != "trade":
        yield stop(seat, order, "not_holder", thing="trade")
    elif done:
        yield stop(seat, order, "one_a_turn", number=1)
    elif not contract(board, a, b):
        yield stop(seat, order, "no_contract", thing=b)
    else:
        yield ContractBroken(*_in_seat_order(board, a, b), "guild", seat, rule="5.3")
        yield GoodsGained(seat, board.content.numbers.guild_break_goods, "guild", rule="5.3")
        return True
    return False


def _in_seat_order(board: Board, a: str, b: str) -> tuple[str, str]:
    first, second = sorted((a, b), key=list(board.chairs).index)
    return first, second
