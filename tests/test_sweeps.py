"""Of a sweep some cases run every time, and none is forgotten."""

import pytest

from .sweeps import mark_slow, spread


@pytest.mark.parametrize(
    ("count", "chosen"),
    [(1, [4]), (2, [2, 6]), (3, [1, 4, 6]), (8, [*range(8)]), (20, [*range(8)])],
)
def test_cases_are_spread_over_the_list(count, chosen):
    assert spread(range(8), count) == chosen


@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", range(6))
def test_case_of_a_sweep_is_slow_or_not(request, case):
    is_slow = request.node.get_closest_marker("slow") is not None
    assert is_slow == (case % 2 == 0)


@pytest.mark.parametrize("case", range(6))
def test_of_many_cases_three_are_not_slow(request, case):
    is_slow = request.node.get_closest_marker("slow") is not None
    assert is_slow == (case % 2 == 0)


@pytest.mark.further
def test_what_is_further_is_slow(request):
    assert request.node.get_closest_marker("slow") is not None


def test_what_has_one_case_stays_as_it_is(request):
    mark_slow([request.node])
    assert request.node.get_closest_marker("slow") is None
