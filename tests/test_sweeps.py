"""Of a sweep some cases run every time, and none is forgotten."""

import pytest

from .sweeps import mark_slow, out_of_turn, spread


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
def test_of_many_cases_two_are_not_slow(request, case):
    is_slow = request.node.get_closest_marker("slow") is not None
    assert is_slow == (case not in {1, 4})


@pytest.mark.further
def test_what_is_further_is_slow(request):
    assert request.node.get_closest_marker("slow") is not None


def test_what_has_one_case_stays_as_it_is(request):
    mark_slow([request.node])
    assert request.node.get_closest_marker("slow") is None


class Case:
    def __init__(self, nodeid, *, is_slow=True):
        self.nodeid, self.is_slow = nodeid, is_slow

    def get_closest_marker(self, name):
        return self.is_slow or None


@pytest.mark.parametrize("parts", [2, 3])
def test_every_slow_case_has_its_turn(parts):
    cases = [Case(f"test_much[{number}]") for number in range(7)]
    ran = []
    for part in range(1, parts + 1):
        left_out = out_of_turn(cases[::-1], f"{part}/{parts}")
        ran += [case for case in cases if case not in left_out]
    assert sorted(ran, key=cases.index) == cases


def test_what_has_few_slow_cases_or_is_quick_runs_in_every_turn():
    few = [Case(f"test_few[{number}]") for number in range(2)]
    quick = [Case(f"test_quick[{number}]", is_slow=False) for number in range(9)]
    assert out_of_turn([*few, *quick], "1/3") == []
