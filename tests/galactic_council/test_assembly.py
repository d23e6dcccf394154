"""Chapter 5: income, gifts, contracts, the Trade Guild."""

from __future__ import annotations

import pytest

from gm.rulesets.galactic_council.contracts import free_agreements
from gm.rulesets.galactic_council.events.assembly import ContractMade, ContractVetoed, GoodsGiven, IncomePaid
from gm.rulesets.galactic_council.events.common import ContractBroken, GoodsGained
from gm.rulesets.galactic_council.orders import Gift, GuildBreak, NameSpeaker, Offer, Veto
from gm.rulesets.galactic_council.turn import open_phase
from tests.galactic_council.desk import of, play, position, stops

# Agreements: red (Sol) 2 2, blue (Hacan) 3 3, green (Winnu) 1 3.
INITIATIVE = "red: {strategy: leadership, goods: %d}, blue: {strategy: diplomacy, goods: %d}"


def test_5_1_each_gets_the_partners_value() -> None:
    state = position("{contracts: [{red: 2, blue: 3}, {red: 2, green: 1}]}", "assembly")
    events = play(state)
    assert of(events, IncomePaid) == [
        IncomePaid("red", "blue", 3, rule="5.1"),
        IncomePaid("red", "green", 1, rule="5.1"),
        IncomePaid("blue", "red", 2, rule="5.1"),
        IncomePaid("green", "red", 2, rule="5.1"),
    ]
    assert [chair.goods for chair in state.board.chairs.values()] == [4, 2, 2]


def test_5_1_micro_technology_adds_one_for_each_contract() -> None:
    state = position(
        "{contracts: [{red: 2, blue: 3}, {red: 2, green: 1}], red: {technologies: [micro_technology]}}", "assembly"
    )
    play(state)
    assert [chair.goods for chair in state.board.chairs.values()] == [6, 2, 2]


def test_5_2_a_new_contract_first_pays_in_the_next_turn() -> None:
    state = position("", "assembly")
    events = play(state, red="- contract: {partner: blue}", blue="- contract: {partner: red}")
    assert of(events, ContractMade) == [ContractMade("red", "blue", 2, 3, rule="5.2")]
    assert of(events, IncomePaid) == []
    state.board.phase = "assembly"
    assert [(e.seat, e.goods) for e in of(play(state), IncomePaid)] == [("red", 3), ("blue", 2)]


def test_5_1_a_gift_needs_only_its_giver_and_goes_as_far_as_his_goods() -> None:
    state = position("{red: {goods: 5}}", "assembly")
    events = play(
        state, red="- gift: {to: blue, goods: 3}\n- gift: {to: green, goods: 3}\n- gift: {to: blue, goods: 1}"
    )
    assert of(events, GoodsGiven) == [
        GoodsGiven("red", "blue", 3, rule="5.1"),
        GoodsGiven("red", "green", 2, rule="5.1"),
    ]
    assert stops(events) == ["no_goods", "no_goods"]


def test_5_1_income_comes_before_gifts_and_gifts_go_in_initiative_order() -> None:
    state = position("{" + INITIATIVE % (0, 0) + ", contracts: [{red: 2, blue: 3}]}", "assembly")
    events = play(state, red="- gift: {to: green, goods: 3}", green="- gift: {to: blue, goods: 3}")
    assert [(e.seat, e.to, e.goods) for e in of(events, GoodsGiven)] == [("red", "green", 3), ("green", "blue", 3)]


def test_5_1_an_exchange_happens_only_when_both_ordered_it() -> None:
    text = "{" + INITIATIVE % (3, 3) + "}"
    red = "- gift: {to: blue, goods: 2, for: 1}"
    events = play(position(text, "assembly"), red=red, blue="- gift: {to: red, goods: 1, for: 2}")
    assert [(e.seat, e.goods) for e in of(events, GoodsGiven)] == [("red", 2), ("blue", 1)]
    assert stops(events) == stops(events, "blue") == []
    events = play(position(text, "assembly"), red=red)
    assert of(events, GoodsGiven) == []
    assert stops(events) == ["no_exchange"]
    events = play(position(text, "assembly"), red=red, blue="- gift: {to: red, goods: 1, for: 3}")
    assert of(events, GoodsGiven) == []
    assert (stops(events), stops(events, "blue")) == (["no_exchange"], ["no_exchange"])
    events = play(position(text, "assembly"), red=red, blue="- gift: {to: red, goods: 1}")
    assert [(e.seat, e.goods) for e in of(events, GoodsGiven)] == [("red", 2), ("blue", 1)]


def test_5_1_an_exchange_is_whole_or_not_at_all() -> None:
    text = "{" + INITIATIVE % (1, 3) + "}"
    files = {"red": "- gift: {to: blue, goods: 2, for: 1}", "blue": "- gift: {to: red, goods: 1, for: 2}"}
    events = play(position(text, "assembly"), **files)
    assert of(events, GoodsGiven) == []
    assert (stops(events), stops(events, "blue")) == (["no_goods"], ["no_exchange"])
    files["blue"] = "- gift: {to: red, goods: 1}"  # a plain gift comes all the same
    assert [e.seat for e in of(play(position(text, "assembly"), **files), GoodsGiven)] == ["blue"]


@pytest.mark.parametrize(
    ("red", "blue", "made"),
    [
        ("{partner: blue}", "{partner: red}", (2, 3)),
        ("{partner: blue, give: 2, want: 3}", "{partner: red, give: 3, want: 2}", (2, 3)),
        ("{partner: blue, want: 1}", "{partner: red}", None),
        ("{partner: blue, give: 1}", "{partner: red}", None),
        ("{partner: green}", "{partner: red}", None),
        ("{partner: blue, give: 2}", "{partner: red, want: 3}", None),
    ],
)
def test_5_2_both_name_each_other_and_the_same_agreements(red: str, blue: str, made: tuple[int, int] | None) -> None:
    events = play(position("", "assembly"), red=f"- contract: {red}", blue=f"- contract: {blue}")
    assert [(e.a_gives, e.b_gives) for e in of(events, ContractMade)] == ([made] if made else [])
    assert bool(stops(events)) == (made is None)
    assert bool(stops(events, "blue")) == (made is None)


def test_5_2_one_contract_for_a_pair_two_for_a_seat() -> None:
    state = position("{contracts: [{red: 2, blue: 3}]}", "assembly")
    red = "- contract: {partner: blue}\n- contract: {partner: green}"
    events = play(state, red=red, blue="- contract: {partner: red}", green="- contract: {partner: red}")
    assert of(events, ContractMade) == [ContractMade("red", "green", 2, 3, rule="5.2")]
    assert stops(events) == ["pair_has_contract"]
    assert free_agreements(state.board, "red") == []
    assert free_agreements(state.board, "green") == [1]


def test_5_2_both_agreements_may_be_placed_in_one_turn_and_no_more() -> None:
    text = "{seats: {red: sol, blue: hacan, green: winnu, black: letnev}}"
    red = "\n".join(f"- contract: {{partner: {other}}}" for other in ("blue", "green", "black"))
    events = play(
        position(text, "assembly"), red=red, **dict.fromkeys(("blue", "green", "black"), "- contract: {partner: red}")
    )
    assert [(e.a, e.b) for e in of(events, ContractMade)] == [("red", "blue"), ("red", "green")]
    assert stops(events) == ["no_agreement_left"]


def test_5_2_an_agreement_broken_this_turn_waits_for_the_next() -> None:
    state = position("{red: {spent: [2]}, contracts: [{red: 2, green: 1}]}", "assembly")
    events = play(state, red="- contract: {partner: blue, give: 2}", blue="- contract: {partner: red}")
    assert of(events, ContractMade) == []
    assert stops(events) == ["no_agreement"]
    assert state.board.chairs["red"].spent == []  # the turn is over


def test_5_2_the_head_of_the_guild_refuses_a_seat_or_a_pair() -> None:
    text = "{guild_head: green}"
    files = {"red": "- contract: {partner: blue}", "blue": "- contract: {partner: red}"}
    for veto, refused in (("red", True), ("[blue, red]", True), ("[red, green]", False), ("green", False)):
        events = play(position(text, "assembly"), **files, green=f"- veto: {veto}")
        vetoes = [ContractVetoed("green", "red", "blue", rule="5.2")] if refused else []
        assert of(events, ContractVetoed) == vetoes
        assert len(of(events, ContractMade)) == (not refused)


def test_5_2_without_a_head_all_is_approved_and_nobody_else_may_refuse() -> None:
    files = {"red": "- contract: {partner: blue}", "blue": "- contract: {partner: red}"}
    events = play(position("", "assembly"), red=files["red"], blue=files["blue"])
    assert len(of(events, ContractMade)) == 1
    events = play(position("{guild_head: blue}", "assembly"), green=(Veto(seats=("red",)),))
    assert stops(events, "green") == ["not_head"]


def test_5_3_notice_of_one_partner_ends_a_contract_after_it_paid() -> None:
    state = position("{contracts: [{red: 2, blue: 3}]}", "assembly")
    events = play(state, blue="- break: red")
    assert of(events, ContractBroken) == [ContractBroken("red", "blue", "notice", "blue", rule="5.3")]
    assert len(of(events, IncomePaid)) == 2
    assert state.board.contracts == []
    assert stops(play(position("", "assembly"), red="- break: blue")) == ["no_contract"]


def test_5_3_the_agreements_come_back_but_not_for_this_turn() -> None:
    state = position("{contracts: [{red: 2, blue: 3}, {red: 2, green: 1}]}", "assembly")
    files = {"red": "- break: blue\n- contract: {partner: blue}", "blue": "- contract: {partner: red}"}
    events = play(state, **files)
    assert of(events, ContractMade) == []
    assert len(of(events, ContractBroken)) == 1
    assert free_agreements(state.board, "blue") == [3, 3]


def test_5_2_a_pair_of_which_one_gives_notice_makes_no_contract_this_turn() -> None:
    files = {"red": "- contract: {partner: blue}\n- break: blue", "blue": "- contract: {partner: red}"}
    events = play(position("", "assembly"), **files)
    assert of(events, ContractMade) == []
    assert stops(events) == ["breaking", "no_contract"]
    assert stops(events, "blue") == ["no_match"]


def test_5_3_the_head_who_holds_trade_breaks_one_contract_for_a_good_a_fresh_one_too() -> None:
    text = "{guild_head: green, green: {strategy: trade}%s}"
    state = position(text % ", contracts: [{red: 2, blue: 3}]", "assembly")
    events = play(state, green="- guild break: [blue, red]")
    assert of(events, ContractBroken) == [ContractBroken("red", "blue", "guild", "green", rule="5.3")]
    assert of(events, GoodsGained) == [GoodsGained("green", 1, "guild", rule="5.3")]
    files = {"red": "- contract: {partner: blue}", "blue": "- contract: {partner: red}"}
    events = play(position(text % "", "assembly"), **files, green="- guild break: [red, blue]")
    assert [len(of(events, kind)) for kind in (ContractMade, ContractBroken)] == [1, 1]
    events = play(position(text % "", "assembly"), green="- guild break: [red, blue]")
    assert stops(events, "green") == ["no_contract"]


def test_5_3_a_head_without_trade_has_neither_break_nor_good() -> None:
    state = position("{guild_head: green, contracts: [{red: 2, blue: 3}]}", "assembly")
    opened = open_phase(state)
    assert opened is not None
    assert Veto in opened.orders["green"]
    assert GuildBreak not in opened.orders["green"]
    assert not {Veto, GuildBreak, NameSpeaker} & {*opened.orders["red"]}
    events = play(state, green=(GuildBreak(seats=("red", "blue")),))
    assert of(events, ContractBroken) == of(events, GoodsGained) == []
    assert stops(events, "green") == ["not_holder"]


def test_5_1_seats_that_are_out_get_nothing() -> None:
    state = position("{seats: {red: sol, blue: hacan, green: winnu}, green: {out: 1}, red: {goods: 3}}", "assembly")
    events = play(state, red=(Gift(to="green", goods=1), Offer(partner="green")))
    assert of(events, GoodsGiven) == of(events, ContractMade) == []
    assert stops(events) == ["seat_out", "seat_out"]


def test_5_3_the_guild_breaks_one_contract_a_turn() -> None:
    text = "{guild_head: green, green: {strategy: trade}, contracts: [{red: 2, blue: 3}, {red: 2, green: 1}]}"
    orders = (GuildBreak(seats=("red", "blue")), GuildBreak(seats=("red", "green")))
    events = play(position(text, "assembly"), green=orders)
    assert [(e.a, e.b) for e in of(events, ContractBroken)] == [("red", "blue")]
    assert stops(events, "green") == ["one_a_turn"]
