"""Finite fields obey their laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.draws.movements.nets import lines
from league.logic.field import factors, field

PRIME_POWERS = [q for q in range(2, 33) if len(factors(q)) == 1]


@st.composite
def elements(draw, count, orders=range(2, 33)):
    ring = field(draw(st.sampled_from(orders)))
    return ring, *(draw(st.integers(0, ring.order - 1)) for _ in range(count))


@given(elements(3))
def test_multiplication_distributes_over_addition(drawn):
    ring, a, b, c = drawn
    assert ring.times[a, ring.plus[b, c]] == ring.plus[ring.times[a, b], ring.times[a, c]]


@given(elements(3))
def test_sums_and_products_can_be_bracketed_either_way(drawn):
    ring, a, b, c = drawn
    for how in (ring.plus, ring.times):
        assert how[a, how[b, c]] == how[how[a, b], c]


@given(elements(2))
def test_sums_and_products_do_not_depend_on_the_order(drawn):
    ring, a, b = drawn
    assert (ring.plus[a, b], ring.times[a, b]) == (ring.plus[b, a], ring.times[b, a])


@given(elements(1))
def test_nought_and_one_change_nothing(drawn):
    ring, a = drawn
    assert ring.plus[a, 0] == ring.times[a, 1] == a


@given(elements(2))
def test_a_difference_added_again_gives_back_the_first(drawn):
    ring, a, b = drawn
    assert ring.plus[ring.minus(a, b), b] == a


@pytest.mark.parametrize("order", PRIME_POWERS)
def test_everything_but_nought_divides_in_a_field(order):
    assert all(field(order).is_unit(a) for a in range(1, order))


@pytest.mark.parametrize("order", PRIME_POWERS[1:])
def test_the_powers_of_a_generator_are_everything_but_nought(order):
    ring = field(order)
    power, powers = 1, set()
    for _ in range(order - 1):
        powers.add(power)
        power = int(ring.times[power, ring.generator()])
    assert powers == set(range(1, order))


def test_there_is_no_generator_where_there_is_no_field():
    with pytest.raises(ValueError, match="no field of 6"):
        field(6).generator()


@given(st.integers(2, 5), st.integers(5, 16))
def test_lines_of_different_slopes_share_no_two_points(length, order):
    points = [set(enumerate(line)) for slope in lines(length, order) for line in slope]
    assert all(len(a & b) <= 1 for at, a in enumerate(points) for b in points[:at])
