"""Campaigns to measure: made by bots, with as many orders as asked for."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from gm import inbox, play
from gm.campaign import Campaign
from gm.model import Order
from gm.orderfile import order_file
from gm.orders import Header
from gm.rulesets.galactic_council.orders import HoldFire, Losses, Move

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
SEATS = ("red", "blue", "green", "yellow", "sky", "orange", "purple", "grey")


def new(folder: Path, seats: int, turns: int, pages: bool = False) -> Campaign:
    """A campaign with its game set up, half of the seats Russian."""
    shutil.rmtree(folder, ignore_errors=True)
    campaign = Campaign.create(
        folder,
        game="galactic_council",
        title="Benchmark",
        id="bench",
        language="en",
        seats=[{"id": seat, "language": ("ru", "en")[n % 2]} for n, seat in enumerate(SEATS[:seats])],
        options={"turns": str(turns)},
        settings={"pages": pages},
    )
    resolve(campaign, "hold")
    return campaign


def resolve(campaign: Campaign, missing: str = "bot") -> None:
    """Play the open phase and commit it."""
    with campaign.lock():
        campaign.commit(play.prepare(campaign, missing=missing, when=WHEN))


def run(campaign: Campaign, turns: int) -> None:
    """Let the bots play that many turns, or until the campaign is over."""
    while (opened := campaign.opened()) is not None and opened.turn <= turns:
        resolve(campaign)


def file_bots(campaign: Campaign) -> None:
    """File what the bots of all seats order in the open phase."""
    opened = campaign.opened()
    assert opened is not None
    for seat in opened.may:
        data = play.bot_file(campaign, opened, seat)
        inbox.submit(campaign, seat, data, channel="benchmark", sender="", when=WHEN)


def fill(campaign: Campaign, orders: int) -> int:
    """File order files of that many orders each for a movement phase; returns how many there are in all."""
    opened = campaign.opened()
    assert opened is not None and opened.phase == "movement"
    total = 0
    for seat in opened.may:
        view = campaign.view(seat)
        systems = list(view.board.systems)
        bases = [at for at in systems if seat in view.board.systems[at].space] or systems[:1]
        file: list[Order] = []
        for n in range(orders):
            at = bases[n % len(bases)]
            if n % 6 == 4:
                file.append(Losses(order=("fighter", "destroyer"), system=at))
            elif n % 6 == 5:
                file.append(HoldFire(system=at))
            else:
                file.append(Move(from_=at, ships={"cruiser": 1}, path=(systems[n % len(systems)],), landing="evenly"))
        text = order_file(file, view, Header("bench", str(opened.turn), "movement", seat), "en")
        _header, rest = text.split("\n", 1)
        inbox.submit(campaign, seat, rest.encode(), channel="benchmark", sender="", when=WHEN)
        total += len(file)
    return total


def whole_campaign(folder: Path) -> None:
    """Twelve turns of eight bots, every report written."""
    run(new(folder, 8, 12), 12)
