"""Campaigns of the games that ship: played by their bots, kept on disk, verified; bots' order files read back."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from gm import inbox, rulesets
from gm.campaign import Campaign
from gm.dice import SeededDice
from gm.model import Lang, Order
from gm.orderfile import order_file
from gm.orders import Header
from gm.play import prepare, view_file
from gm.record import dump_view, load_view_file
from gm.verify import verify
from tests import campaigns as t
from tests import games

GAMES = tuple(rulesets.GAMES)


def new(folder: Path, game: str) -> Campaign:
    rules = rulesets.load(game)
    seats = [{"language": ("ru", "en")[n % 2]} for n in range(rules.seats[0])]
    options = games.brief(rules, 2)
    return Campaign.create(folder, game=game, title="Проба", id="try-1", language="ru", seats=seats, options=options)


def facts(orders: Iterable[Order]) -> list[object]:
    """What is ordered, without the lines on which it stands."""
    return [(type(order), replace(order, line=0)) for order in orders]


@pytest.mark.parametrize("game", GAMES)
def test_a_campaign_of_bots_plays_to_its_end_and_is_verified(tmp_path: Path, game: str) -> None:
    campaign = new(tmp_path / "c", game)
    while campaign.opened() is not None:
        outcome = prepare(campaign, "bot", t.WHEN)
        assert not outcome.problems
        campaign.commit(outcome)
    verdict = verify(Campaign.open(campaign.folder))
    assert verdict.ok, verdict
    assert verdict.phases == len(campaign.phases()) > 4


@pytest.mark.parametrize("game", GAMES)
def test_view_files_come_back_byte_for_byte(tmp_path: Path, game: str) -> None:
    campaign = new(tmp_path / "c", game)
    for _ in range(4):
        for seat in campaign.config.seats:
            data = view_file(campaign, seat)
            rules, opened, view, meta = load_view_file(data)
            assert view == campaign.view(seat)
            assert dump_view(rules, view, opened, meta, {}) == data
        t.resolve(campaign, "bot")


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_orders_of_bots_survive_being_written_and_read(game: str, lang: Lang) -> None:
    rules = rulesets.load(game)
    kinds = set()
    for played in games.game(rules, 4, 1, **games.brief(rules, 3)):
        for seat, orders in played.orders.items():
            view = rules.view(played.before, seat)
            text = order_file(orders, view, Header("c", "1", "p", seat, "CODE"), lang)
            reading = inbox.read_orders(rules, played.opened, view, seat, text.encode(), lang)
            assert not reading.problems, (text, reading.problems)
            assert facts(reading.orders) == facts(orders), text
            kinds |= {type(order) for order in orders}
    assert len(kinds) > 5


def test_a_file_of_orders_is_a_file_people_can_read() -> None:
    rules = rulesets.load("galactic_council")
    state, _events, _dice = games.started(rules, 3, 7)
    opened = rules.open_phase(state)
    assert opened is not None
    view = rules.view(state, "red")
    orders = rules.bot(view, opened, SeededDice(b"bot"))
    text = order_file(orders, view, Header("c", "1", opened.phase, "red", "CODE"), "ru")
    assert text.startswith("#gm c 1 ") and text.endswith("\n#end\n")
    body = text.split("\n", 1)[1].replace("#end", "")
    assert orders and not [letter for letter in body if letter.isascii() and letter.isalpha()]
