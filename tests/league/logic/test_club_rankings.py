"""Clubs are ranked by the best of their players, and equals get the same rank."""

from decimal import Decimal
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from league.logic.club_rankings import ClubRule, points_of, ranked

POINTS = st.decimals(-1000, 1000, places=3)
CLUBS = st.dictionaries(st.integers(0, 20), st.lists(POINTS, min_size=1, max_size=8), max_size=8)
RULES = st.builds(ClubRule, best=st.none() | st.integers(1, 9), is_average=st.booleans())


def of(*numbers):
    return [Decimal(number) for number in numbers]


def test_the_sum_of_the_best_counts():
    assert points_of(of(1, 7, 5), ClubRule(best=2)) == (Decimal(12), 2)


def test_without_a_number_all_count():
    assert points_of(of(1, 7, 5), ClubRule()) == (Decimal(13), 3)


def test_an_average_is_of_those_who_count():
    assert points_of(of(1, 7, 4), ClubRule(best=2, is_average=True)) == (Decimal("5.5"), 2)


def test_a_club_with_fewer_players_has_what_it_has():
    assert points_of(of(6), ClubRule(best=3, is_average=True)) == (Decimal(6), 1)


def test_an_average_is_rounded_to_thousandths():
    found, _counted = points_of(of(1, 1, 0), ClubRule(is_average=True))
    assert str(found) == "0.667"


def test_equal_clubs_share_the_better_rank():
    found = ranked({"a": of(3), "b": of(9), "c": of(9), "d": of(1)}, ClubRule())
    assert [(place.key, place.rank) for place in found] == [("b", 1), ("c", 1), ("a", 3), ("d", 4)]


@given(clubs=CLUBS, rule=RULES)
def test_a_rank_is_one_more_than_the_clubs_with_more_points(clubs, rule):
    found = ranked(clubs, rule)
    assert {place.key for place in found} == clubs.keys()
    for place in found:
        assert place.rank == 1 + sum(other.points > place.points for other in found)


@given(clubs=CLUBS, rule=RULES)
def test_clubs_come_in_the_order_of_their_ranks(clubs, rule):
    assert all(one.rank <= other.rank for one, other in pairwise(ranked(clubs, rule)))


@given(clubs=CLUBS, rule=RULES, data=st.data())
def test_the_order_of_players_and_clubs_says_nothing(clubs, rule, data):
    order = data.draw(st.permutations(sorted(clubs)))
    mixed = {key: data.draw(st.permutations(clubs[key])) for key in order}
    assert {place.key: place for place in ranked(mixed, rule)} == {
        place.key: place for place in ranked(clubs, rule)
    }


@given(points=st.lists(POINTS, min_size=1, max_size=8), rule=RULES, more=POINTS)
def test_one_more_player_never_lowers_the_sum_of_the_best(points, rule, more):
    best = ClubRule(best=min(rule.best or 1, len(points)))
    assert points_of([*points, more], best)[0] >= points_of(points, best)[0]


@given(points=st.lists(POINTS, min_size=1, max_size=8), rule=RULES)
def test_as_many_count_as_the_rule_says(points, rule):
    _points, counted = points_of(points, rule)
    assert counted == min(len(points), rule.best or len(points))
