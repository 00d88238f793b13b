from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.points import RULES, award

TOTALS = st.lists(st.integers(-1000, 1000), min_size=2, max_size=10)


def places_of(totals):
    return [1 + sum(other > own for other in totals) for own in totals]


def points(rule, totals, higher_wins=True):
    return award(rule, totals=totals, places=places_of(totals), higher_wins=higher_wins)


def test_sum_gives_the_scores():
    assert points("sum", [31, -4, 0]) == [31, -4, 0]


def test_sum_turns_the_sign_where_a_low_score_wins():
    assert points("sum", [31, -4, 0], higher_wins=False) == [-31, 4, 0]


def test_placing_gives_as_many_points_as_seats_to_the_first():
    assert points("placing", [30, 40, 10, 20]) == [3, 4, 1, 2]


def test_placing_shares_the_points_of_tied_places():
    assert points("placing", [30, 30, 10, 20]) == [Decimal("3.5"), Decimal("3.5"), 1, 2]


def test_placing_shares_among_three():
    assert points("placing", [9, 5, 5, 5]) == [4, 2, 2, 2]


def test_placing_shares_among_partners():
    assert points("placing", [12, 7, 12, 7]) == [Decimal(x) for x in ("3.5", "1.5", "3.5", "1.5")]


def test_placing_is_worth_the_same_when_a_low_score_wins():
    low = award("placing", totals=[1, 2], places=[1, 2], higher_wins=False)
    assert low == [2, 1]


@given(TOTALS)
def test_placing_always_gives_out_the_same_points(totals):
    seats = len(totals)
    assert sum(points("placing", totals)) == seats * (seats + 1) // 2


@pytest.mark.parametrize("rule", RULES)
@given(totals=TOTALS)
def test_a_better_total_never_gets_fewer_points(rule, totals):
    given_points = points(rule, totals)
    ranked = sorted(zip(totals, given_points, strict=True))
    assert [share for _total, share in ranked] == sorted(given_points)


def test_an_unknown_rule_is_an_error():
    with pytest.raises(LookupError):
        points("best-of-three", [1, 2])
