"""Laws of handicaps by rule: the best has none, and nobody gets ahead of the best by theirs."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.handicaps import MOST_MATCHES, MOST_PERCENT, Rule, proposed

LEVEL = st.decimals(-999, 999, places=2)
LEVELS = st.dictionaries(st.integers(), st.none() | LEVEL)
RULES = st.builds(
    Rule,
    percent=st.integers(1, MOST_PERCENT),
    most=st.integers(1, 10_000).map(Decimal),
    matches=st.integers(1, MOST_MATCHES),
)
FAIR = st.builds(
    Rule, percent=st.integers(1, 100), most=st.just(Decimal(10_000)), matches=st.integers(1, 20)
)


def test_everybody_gets_a_share_of_what_they_are_behind():
    levels = {"best": Decimal("40"), "bob": Decimal("28.5"), "new": None}
    rule = Rule(percent=80, most=Decimal(50), matches=2)
    assert proposed(levels, rule) == {"best": 0, "bob": 18}


def test_nobody_gets_more_than_the_most():
    levels = {"best": Decimal(40), "bob": Decimal(-60)}
    assert proposed(levels, Rule(percent=80, most=Decimal(12)))["bob"] == 12


def test_where_nobody_has_a_level_nothing_is_proposed():
    assert proposed({"bob": None}, Rule(percent=80, most=Decimal(12))) == {}


@given(LEVELS, RULES)
def test_all_are_whole_and_within_bounds(levels, rule):
    found = proposed(levels, rule)
    assert found.keys() == {key for key, level in levels.items() if level is not None}
    assert all(0 <= points <= rule.most and points == int(points) for points in found.values())


@given(LEVELS, RULES)
def test_the_best_get_nothing(levels, rule):
    known = {key: level for key, level in levels.items() if level is not None}
    found = proposed(levels, rule)
    best = max(known.values(), default=None)
    assert all(found[key] == 0 for key, level in known.items() if level == best)


@given(LEVELS, RULES)
def test_who_is_weaker_never_gets_less(levels, rule):
    found = proposed(levels, rule)
    ordered = sorted((level, key) for key, level in levels.items() if level is not None)
    given_to = [found[key] for _level, key in ordered]
    assert given_to == sorted(given_to, reverse=True)


@given(LEVELS, FAIR)
def test_up_to_all_of_the_distance_nobody_gets_ahead_of_the_best(levels, rule):
    known = {key: level for key, level in levels.items() if level is not None}
    found = proposed(levels, rule)
    best = max(known.values(), default=Decimal(0))
    assert all(
        level * rule.matches + found[key] <= best * rule.matches for key, level in known.items()
    )


@given(st.lists(LEVEL, min_size=1), LEVEL, RULES)
def test_only_the_distance_counts(levels, more, rule):
    here = dict(enumerate(levels))
    there = {key: level + more for key, level in here.items()}
    assert proposed(here, rule) == proposed(there, rule)


@pytest.mark.further
@given(LEVELS, RULES, st.randoms(use_true_random=False))
def test_the_order_of_players_does_not_matter(levels, rule, chance):
    rows = list(levels.items())
    chance.shuffle(rows)
    assert proposed(dict(rows), rule) == proposed(levels, rule)
