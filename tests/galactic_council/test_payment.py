"""Reading 5: what is named, or the least waste, found exactly."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.rulesets.galactic_council.orders import Pay
from gm.rulesets.galactic_council.payment import (
    Payment,
    Price,
    Refusal,
    affordable,
    available,
    budget,
    least_waste,
    payment,
    worth,
)
from gm.rulesets.galactic_council.state import Planet, State
from tests.galactic_council.desk import position


def holding(*planets: str, goods: int = 0) -> State:
    """Red holds exactly these planets."""
    state = position(f"{{red: {{goods: {goods}}}}}")
    for planet in state.board.planets.values():
        planet.owner = "blue"
    for planet_id in planets:
        state.board.planets[planet_id] = Planet("D5", "red")
    return state


def pays(state: State, amount: int, kind: str = "resources") -> Payment | None:
    return least_waste(state.board, "red", Price(amount, kind))  # type: ignore[arg-type]


def test_5_the_least_waste_is_exact_not_greedy() -> None:
    state = holding("zohbat", "lodor", "vefut_ii", "tequ_ran")  # 3 3 2 2
    assert pays(state, 4) == Payment(("vefut_ii", "tequ_ran"), 0, 4)
    assert pays(state, 5) == Payment(("zohbat", "vefut_ii"), 0, 5)


def test_5_no_surplus_before_no_goods() -> None:
    state = holding("zohbat", "lodor", goods=2)
    assert pays(state, 4) == Payment(("zohbat",), 1, 3)
    assert pays(holding("zohbat", "lodor"), 4) == Payment(("zohbat", "lodor"), 0, 6)


def test_5_goods_stand_in_for_either_and_are_spared() -> None:
    state = holding("capha", goods=9)
    assert pays(state, 3) == Payment(("capha",), 0, 3)
    assert pays(state, 3, "influence") == Payment((), 3, 0)


def test_5_mecatol_rex_is_kept_for_the_vote() -> None:
    state = holding("mecatol_rex", "tar_mann")  # both bring 1
    assert pays(state, 1) == Payment(("tar_mann",), 0, 1)
    state = holding("mecatol_rex", "meer")
    assert pays(state, 4, "influence") == Payment(("meer",), 0, 4)


def test_5_high_influence_is_kept_for_the_vote() -> None:
    state = holding("mehar_xull", "lazar")  # 1/3 and 1/0
    assert pays(state, 1) == Payment(("lazar",), 0, 1)


def test_5_equal_payments_follow_the_order_of_the_board() -> None:
    assert pays(holding("tar_mann", "thibah"), 1) == Payment(("tar_mann",), 0, 1)
    assert pays(holding("thibah", "tar_mann"), 1) == Payment(("thibah",), 0, 1)


def test_8_used_and_just_taken_planets_give_nothing_stations_do() -> None:
    state = holding("lodor", "saudor", "sumerian")
    state.board.planets["lodor"].used = True
    state.board.planets["saudor"].taken = state.board.turn
    assert available(state.board, "red") == ["sumerian"]
    assert pays(state, 2) == Payment(("sumerian",), 0, 2)
    assert pays(state, 3) is None


def test_8_nano_technology_makes_taken_planets_ready() -> None:
    state = holding("saudor")
    state.board.planets["saudor"].taken = state.board.turn
    state.board.chairs["red"].technologies = ["nano_technology"]
    assert available(state.board, "red") == ["saudor"]


def test_4_3_symbols_count_beside_the_resource() -> None:
    state = holding("industrex", "lodor", "torkan")
    red, blue = Price(6, "resources", "red"), Price(6, "resources", "blue")
    assert [worth(state.board, p, red) for p in ("industrex", "lodor", "torkan")] == [4, 3, 0]
    assert [worth(state.board, p, blue) for p in ("industrex", "lodor", "torkan")] == [2, 3, 1]


@pytest.mark.parametrize(
    ("pay", "answer"),
    [
        (Pay(planets=("lodor",), goods=1), Payment(("lodor",), 1, 3)),
        (Pay(planets=("lodor", "saudor"), goods=5), Payment(("lodor", "saudor"), 0, 5)),
        (Pay(planets=("lodor",)), Refusal("pay_too_little", number=4)),
        (Pay(planets=("lodor", "lodor")), Refusal("pay_too_little", number=4)),
        (Pay(planets=("meer",)), Refusal("pay_not_yours", "meer")),
        (Pay(planets=("jord",)), Refusal("pay_not_yours", "jord")),
        (Pay(planets=("capha",)), Refusal("pay_used", "capha")),
        (Pay(planets=("thibah",)), Refusal("pay_taken", "thibah")),
        (Pay(goods=9), Refusal("no_goods", number=4)),
    ],
)
def test_5_a_named_payment_is_judged(pay: Pay, answer: Payment | Refusal) -> None:
    state = holding("lodor", "saudor", "capha", "thibah", goods=2)
    state.board.planets["capha"].used = True
    state.board.planets["thibah"].taken = state.board.turn
    assert payment(state.board, "red", Price(4, "resources"), pay) == answer


def test_5_what_costs_nothing_is_paid_with_nothing() -> None:
    state = holding()
    assert payment(state.board, "red", Price(0, "resources")) == Payment()
    assert not affordable(state.board, "red", Price(1, "influence"))


PLANETS = ["zohbat", "lodor", "vefut_ii", "mehar_xull", "meer", "mecatol_rex", "industrex", "jord"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(PLANETS), unique=True),
    st.integers(0, 4),
    st.integers(1, 12),
    st.sampled_from(["resources", "influence"]),
)
def test_5_no_other_way_wastes_less(planets: list[str], goods: int, amount: int, kind: str) -> None:
    state = holding(*planets, goods=goods)
    price = Price(amount, kind)  # type: ignore[arg-type]
    sums = [
        sum(worth(state.board, planet, price) for planet in some)
        for some in chain.from_iterable(combinations(planets, n) for n in range(len(planets) + 1))
    ]
    ways = [(max(0, total - amount), max(0, amount - total)) for total in sums if total + goods >= amount]
    found = pays(state, amount, kind)
    assert (found is None) == (not ways)
    assert (found is None) == (budget(state.board, "red", price) < amount)
    if found:
        assert (max(0, found.worth - amount), found.goods) == min(ways)
        assert found.worth == sum(worth(state.board, planet, price) for planet in found.planets)
