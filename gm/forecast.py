"""What a seat's orders would come to if nobody else did anything: from what the seat may know, with made-up dice.

The position is ``other_secrets`` of the true one, which a ruleset makes from the seat's view and the dice given here
alone; these dice have nothing to do with the campaign's secret and are the same for everybody and for ever. So a
forecast can tell nothing that its reader could not have made up himself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm import engine
from gm.dice import SeededDice
from gm.inbox import read_orders
from gm.meta import Meta, SeatTag
from gm.pages import Pages
from gm.runner import Sent
from gm.trouble import REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign

MADE_UP = SeededDice(b"a forecast is no promise")


def forecast(campaign: Campaign, seat: str, data: bytes) -> tuple[Pages, Sent]:
    """The pages of a resolve of the seat's orders alone, for that seat only, and how its file read.

    CampaignError when the game is over, has not begun, or the seat may send nothing.
    """
    opened, state = campaign.opened(), campaign.state()
    if opened is None:
        raise CampaignError("game_over", REFUSED)
    if state is None or seat not in opened.may:
        raise CampaignError("nothing_to_forecast", REFUSED, seat=seat)
    rules, view = campaign.rules, campaign.view(seat)
    reading = read_orders(rules, opened, view, seat, data, campaign.config.lang(seat))
    imagined = rules.other_secrets(state, seat, MADE_UP.at("secrets", seat))
    after, events = engine.resolve(rules, imagined, {seat: reading.orders}, MADE_UP.at("dice", seat))
    following = rules.open_phase(after)
    meta = Meta(
        campaign=campaign.config.id,
        title=campaign.config.title,
        turn=opened.turn,
        phase=opened.phase,
        next_turn=following.turn if following else 0,
        next_phase=following.phase if following else None,
        deadline="",
        secret_hash="",
        seats=tuple(SeatTag(one.id, one.name, one.colour, one.lang) for one in campaign.seats()),
        lang=campaign.config.language,
        forecast=True,
    )
    sent = Sent.read(rules, opened, lambda of: view, {seat: data}, {})
    seen = [event for event in events if event.visible_to(seat)]
    return Pages(rules, meta, after, seen, "forecast", {}, lambda: sent), sent
