"""What the bot does in a turn: the choice, its charges, the purchase, now and then a standing order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gm.model import Order
from gm.rulesets.space_base.bot.mind import Mind
from gm.rulesets.space_base.cards import charge_sides, lying, open_for, side_of
from gm.rulesets.space_base.choosing import CHOICES, Choice, gain, outcomes, ready, sectors_of
from gm.rulesets.space_base.ending import setters
from gm.rulesets.space_base.orders import Buy, Choose, Claim, Dismiss, SetDie, Standing, Use, Wish
from gm.rulesets.space_base.wishing import affordable

_ALWAYS = Standing(own=("purchase", "points"), others=("points", "income"), buy=(Wish(),), charges=True, face=4)


def plan(mind: Mind) -> Iterator[Order]:
    """Standing orders first; a seat that rests on them seldom sends anything else."""
    chair, active = mind.chair, mind.seat == mind.board.active
    rests = chair.rests_own or chair.rests_others
    if mind.feels_like(4):
        yield _standing(mind)
    elif rests and mind.feels_like(12):
        yield Dismiss()
    elif rests and mind.feels_like(80):
        return
    choice, abilities = _choice(mind)
    yield choice
    yield from abilities
    yield from _charges(mind, choice.use)
    if mind.feels_like(60):
        yield Claim(cards=_wishes(mind)[:2])
    if mind.feels_like(80):
        card = next((card for card, _side, _full in setters(mind.board, mind.seat)), None)
        yield SetDie(face=_face(mind), card=card if mind.feels_like(50) else None)
    if active and mind.feels_like(92):
        wishes = _purchase(mind, choice.use)
        if wishes:
            yield Buy(cards=wishes)


def _standing(mind: Mind) -> Standing:
    if mind.feels_like(60):
        return _ALWAYS
    sectors = tuple(str(mind.dice.roll(12)) for _ in range(2))
    own: tuple[str, ...] = ("sum",) if mind.feels_like(30) else ()
    arrow: Literal["left", "right"] = "left" if mind.feels_like(50) else "right"
    return Standing(own=own, others=(*sectors, "credits"), claim=(Wish(what="points"),), arrow=arrow)


def _choice(mind: Mind) -> tuple[Choose, list[Use]]:
    """What is worth more; a dice arrow where it leads to more still."""
    board, seat = mind.board, mind.seat
    found = outcomes(board, seat)
    best: Choice = max(CHOICES, key=lambda choice: found[choice].worth)
    abilities: list[Use] = []
    worth = found[best].worth
    for card, side in ready(board, seat):
        ability = mind.content.abilities[side.ability or ""]
        for by in range(1, ability.by + 1) if ability.op == "sum" else ():
            sectors = sectors_of(board.dice, "sum", mind.content.numbers.highest_sector, by)
            if sum(board.dice) + by <= sectors[0] and gain(board, seat, sectors).worth > worth:
                best, worth, abilities = "sum", gain(board, seat, sectors).worth, [Use(card=card, by=by)]
        if ability.op == "reroll" and worth < 4 and not abilities:
            abilities = [Use(card=card, die=mind.dice.roll(2))]
    arrow: Literal["left", "right"] | None = "right" if mind.feels_like(10) else None
    rules = ("purchase", "points") if mind.feels_like(50) else ()
    return Choose(use=best, otherwise=rules, arrow=arrow), abilities


def _charges(mind: Mind, choice: Choice) -> Iterator[Use]:
    """Everything that is charged and worth it, now or once this turn has filled its boxes."""
    board, chair = mind.board, mind.chair
    sectors = sectors_of(board.dice, choice, mind.content.numbers.highest_sector)
    filling = gain(board, mind.seat, sectors).charges
    for card, side in charge_sides(mind.content, chair):
        full = chair.charges.get(card, 0) + filling.count(card) >= side.boxes
        if full and side.window in ("any", "own" if mind.seat == board.active else "others"):
            yield from _use(mind, card, mind.content.abilities[side.ability or ""].op, sectors)


def _use(mind: Mind, card: str, op: str, sectors: tuple[int, ...]) -> Iterator[Use]:
    if op in ("gain", "win", "claim"):
        yield Use(card=card)
    elif op == "buy":
        yield Use(card=card, take=_wishes(mind), sector=_room(mind, card))
    elif op == "double":
        yield Use(card=card, sector=sectors[-1])
    elif op == "swap" and _swap_helps(mind, card):
        yield Use(card=card, when="before" if mind.feels_like(30) else "after")
    elif op in ("place_charge", "move_charge"):
        yield from _cube(mind, card)
    elif op == "exchange":
        ships = [id_ for row in mind.board.shipyard for id_ in row]
        best = max(ships, key=lambda id_: mind.value(mind.content.ship(id_)), default=None)
        if best is not None:
            yield Use(card=card, take=(Wish(what=best),), when="last")


def _room(mind: Mind, card: str) -> int | None:
    """A sector of choice for a purchase that allows one, sometimes."""
    side = side_of(mind.content, mind.chair, card)
    sectors = mind.content.abilities[side.ability].sectors if side and side.ability else ()
    free = [number for number in sectors if open_for(mind.chair, number)]
    return mind.pick(free) if free and mind.feels_like(60) else None


def _swap_helps(mind: Mind, card: str) -> bool:
    """More ships deployed where dice fall less often: the bot swaps them nearer to the middle, or by whim."""
    side = side_of(mind.content, mind.chair, card)
    assert side is not None
    a, b = mind.content.abilities[side.ability or ""].sectors
    there = [len(mind.chair.sectors[number - 1].deployed) for number in (a, b)]
    return there[0] != there[1] and mind.feels_like(40)


def _cube(mind: Mind, card: str) -> Iterator[Use]:
    sides = list(charge_sides(mind.content, mind.chair))
    charges = mind.chair.charges
    free = [id_ for id_, side in sides if id_ != card and charges.get(id_, 0) < side.boxes]
    free.sort(key=lambda id_: -mind.content.ship(id_).cost)
    if free:
        loaded = [id_ for id_ in charges if id_ not in (card, free[0])]
        move = loaded and len(free) > 1
        yield Use(card=card, onto=free[0], moved=loaded[0] if move else None, to=free[1] if move else None)


def _face(mind: Mind) -> int:
    """The number of the low sector that is worth most on the own turn."""
    stations = {number: id_ for id_, number, deployed in lying(mind.chair) if number <= 6 and not deployed}
    return max(stations, key=lambda number: mind.value(mind.content.ship(stations[number])), default=6)


def _wishes(mind: Mind) -> tuple[Wish, ...]:
    """The best ships of the shipyard by name, then whatever is dearest."""
    chair, ship = mind.chair, mind.content.ship
    cards = [
        id_
        for row in mind.board.shipyard
        for id_ in row
        if open_for(chair, ship(id_).sector) and not _loaded(mind, ship(id_).sector)
    ]
    keen = mind.collects and mind.feels_like(70)
    cards.sort(key=lambda id_: (keen and not ship(id_).station.boxes, -mind.value(ship(id_))))
    return (*(Wish(what=id_) for id_ in cards[:5]), Wish())


def _loaded(mind: Mind, number: int) -> bool:
    """Whether a new ship would cost the seat cubes on the station of a sector, or one of three boxes or more."""
    card = mind.chair.sectors[number - 1].station
    return card is not None and (card in mind.chair.charges or mind.content.ship(card).station.boxes > 2)


def _purchase(mind: Mind, choice: Choice) -> tuple[Wish, ...]:
    """A colony that ends the game or is paid for with a full purse, else the best ships, else the dearest."""
    board, seat = mind.board, mind.seat
    brought = gain(board, seat, sectors_of(board.dice, choice, mind.content.numbers.highest_sector))
    credits, points = mind.chair.credits + brought.credits, mind.chair.points + brought.points
    colonies = [
        colony
        for colony in (mind.content.colonies[id_] for id_ in board.colonies)
        if colony.cost <= credits and open_for(mind.chair, colony.sector)
    ]
    best = max(colonies, key=lambda colony: colony.points, default=None)
    if best and (points + best.points >= board.options.points or credits >= 20 or mind.feels_like(20)):
        return (Wish(what=best.id), Wish(what="colony"), Wish())
    if mind.feels_like(25):
        return (Wish(level=mind.dice.roll(3)), Wish(what="cheapest"))
    if credits < 7 and mind.feels_like(25) and affordable(board, mind.chair):
        return ()
    return _wishes(mind)
