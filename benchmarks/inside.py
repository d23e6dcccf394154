"""In this process: phases and orders per second, growth with turns and seats, fsyncs of a commit; the peer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from benchmarks import camp
from benchmarks.clock import best_of
from benchmarks.row import Row
from gm import engine, play
from gm.dice import SeededDice
from gm.rulesets import load


def measure(folder: Path) -> Iterator[Row]:
    """Rates, growth, fsyncs."""
    yield from _rates(folder)
    yield Row("fsyncs of one commit, 8 seats", _fsyncs(folder), "", 16, 12)


def _rates(folder: Path) -> Iterator[Row]:
    """Reading and resolving full order files again and again, against a whole loop of the ``diplomacy`` package."""
    rules = load("galactic_council")
    campaign = camp.new(folder / "rates", 8, 12)
    camp.run(campaign, 1)
    camp.resolve(campaign)
    orders = camp.fill(campaign, 60)
    opened, state = campaign.opened(), campaign.state()
    assert opened is not None
    dice = SeededDice(b"benchmark")

    def loop() -> None:
        sent = play.collect(campaign, opened, "hold")
        engine.resolve(rules, state, sent.orders, dice)

    taken = best_of(loop, 5)
    peer = _diplomacy()
    yield Row("phases per second in process, 60 orders a seat", 1 / taken, "/s", less=False)
    yield Row("orders read and resolved per second", orders / taken, "/s", peer, peer and peer * 1.5, less=False)
    if peer:
        yield Row("`diplomacy`: orders per second, its whole loop", peer, "/s", less=False)


def _diplomacy() -> float | None:
    """Orders per second of the peer: legal lists, orders set, phase processed; None where it is not installed."""
    try:
        from diplomacy import Game
    except ImportError:
        return None

    def loop() -> None:
        game, count[0] = Game(), 0
        for _phase in range(20):
            possible = game.get_all_possible_orders()
            for power in game.powers:
                chosen = [possible[at][0] for at in game.get_orderable_locations(power) if possible[at]]
                game.set_orders(power, chosen)
                count[0] += len(chosen)
            game.process()

    count = [0]
    taken = best_of(loop, 3)
    return count[0] / taken


def _fsyncs(folder: Path) -> float:
    """How often a commit of eight seats waits for the disk."""
    campaign = camp.new(folder / "syncs", 8, 12)
    camp.run(campaign, 1)
    outcome = play.prepare(campaign, missing="bot", when=camp.WHEN)
    count, real = [0], os.fsync

    def counted(fd: int) -> None:
        count[0] += 1
        real(fd)

    os.fsync = counted
    try:
        with campaign.lock():
            campaign.commit(outcome)
    finally:
        os.fsync = real
    return count[0]
