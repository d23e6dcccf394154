"""Space Base on disk: turns that run by standing orders, printed values in the campaign's folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gm.campaign import Campaign
from gm.inbox import submit
from gm.play import prepare
from gm.rulesets.space_base.choosing import gain
from tests import campaigns as t

ALWAYS = b"- standing order: {own: [purchase, most points], others: [most points], buy: dearest}\n"


def new(folder: Path, content: Mapping[str, str] | None = None, seats: int = 2, **settings: Any) -> Campaign:
    """A campaign whose set-up is done; ``content``: tables as the GM wrote them."""
    languages: list[dict[str, str]] = [{"language": ("en", "ru")[n % 2]} for n in range(seats)]
    made = Campaign.create(
        folder,
        game="space_base",
        title="A test",
        id="sb-1",
        language="en",
        seats=languages,
        options={},
        settings=settings,
    )
    for table, text in (content or {}).items():
        (folder / "content" / f"{table}.yaml").write_text(text, "utf-8")
    made = Campaign.open(folder)
    made.commit(prepare(made, "hold", t.WHEN))
    return made


def send(campaign: Campaign, seat: str, text: bytes) -> None:
    assert submit(campaign, seat, text, channel="file", sender="gm", when=t.WHEN).ok


def test_one_resolve_runs_on_while_nobody_is_waited_for(tmp_path: Path) -> None:
    campaign = new(tmp_path / "c", run_on=4)
    for seat in campaign.config.seats:
        send(campaign, seat, ALWAYS)
    outcome = prepare(campaign, None, t.WHEN)
    assert [played.turn for played in outcome.played] == [1, 2, 3, 4]
    campaign.commit(outcome)
    last = campaign.last()
    assert last is not None
    own, other = (campaign.file(last, f"reports/{seat}.md").decode() for seat in campaign.config.seats)
    assert own.count("standing order") > 4 and other.count("постоянному приказу") > 4
    assert "most points" in own
    assert "most points" not in campaign.file(last, "reports/public.md").decode(), "what it says only its owner reads"
    assert [played.turn for played in prepare(campaign, None, t.WHEN).played] == [5, 6, 7, 8]


def test_a_run_ends_where_somebody_is_waited_for(tmp_path: Path) -> None:
    campaign = new(tmp_path / "c", run_on=9)
    opened = campaign.opened()
    assert opened is not None
    active = campaign.state().board.active
    (other,) = (seat for seat in opened.may if seat != active)
    send(campaign, active, b"- choose: sum\n")
    send(campaign, other, ALWAYS)
    outcome = prepare(campaign, "hold", t.WHEN)
    after = campaign.rules.open_phase(outcome.state)
    assert after is not None and after.must == (active,)
    assert len(outcome.played) in (1, 2), "the other seat's turn may run on; the next one of the active seat may not"


PRINTED = """\
# what stands on my copy of the card
start_01:
  name: {en: Printed Name, ru: Имя с карты}
  station: {credits: 7}
  deployed: {credits: 7}
"""


def test_printed_values_in_the_campaign_s_folder(tmp_path: Path) -> None:
    campaign = new(tmp_path / "c", content={"starting_ships": PRINTED})
    last = campaign.last()
    assert last is not None
    own, other = (campaign.file(last, f"reports/{seat}.md").decode() for seat in campaign.config.seats)
    assert "Printed Name: +7 credits" in own and "Имя с карты: +7 кредитов" in other
    state = campaign.state()
    chair = state.board.chairs[state.board.active]
    chair.sectors[0].station = "start_01"
    assert gain(state.board, state.board.active, (1,)).credits == 7
