"""``gm demo --mail``: the whole loop through Maildirs, and the same game as from the files."""

from __future__ import annotations

import email
from pathlib import Path

import pytest
from click.testing import CliRunner

from gm import demo, maildemo
from gm.campaign import Campaign
from gm.cli import cli
from gm.mail import mailbox, outbox
from gm.rulesets import load
from gm.verify import verify


@pytest.mark.parametrize("game", ["space-base", "galactic-council"])
def test_the_demo_is_played_by_mail(tmp_path: Path, game: str) -> None:
    done = CliRunner().invoke(cli, ["--lang", "ru", "demo", game, "--mail", "--into", str(tmp_path / "c")])
    assert done.exit_code == 0, done.output
    assert "Отправлено писем: " in done.output
    campaign = Campaign.open(tmp_path / "c")
    assert campaign.opened() is None and verify(campaign).ok
    fates = {ending.fate for ending in mailbox.endings(campaign)}
    assert "accepted" in fates and "quarantined" not in fates
    left = [email.message_from_bytes(path.read_bytes()) for path in (tmp_path / "c" / maildemo.OUT / "new").iterdir()]
    assert len(left) == len(outbox.posts(campaign, "sent")) > len(campaign.phases())
    assert len({message["Message-ID"] for message in left}) == len(left), "nobody gets a letter twice"


@pytest.mark.parametrize("game", ["space_base", "galactic_council"])
def test_by_mail_it_is_the_game_that_it_is_from_files(tmp_path: Path, game: str) -> None:
    rules = load(game)
    files, mails = demo.begin(rules, tmp_path / "a"), maildemo.begin(rules, tmp_path / "b")
    orders = demo.source(rules) / "orders"
    assert [*demo.play_on(files, orders)] and [*maildemo.play_on(mails, orders)]
    assert files.state() == mails.state()
