"""League days seat one of each team at a table and let nobody meet twice before all."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.logic.league_days import league_day, meetings


def teams_of(*sizes):
    return [
        [f"{'abcdefghijklmnop'[team]}{n}" for n in range(size)] for team, size in enumerate(sizes)
    ]


def opponents(teams):
    """Return all pairs of players who are not of one team."""
    return {
        frozenset((one, other))
        for team, following in combinations(teams, 2)
        for one in team
        for other in following
    }


@st.composite
def days(draw):
    sizes = draw(st.lists(st.integers(0, 5), min_size=2, max_size=5).filter(any))
    return teams_of(*sizes), draw(st.integers(1, 6)), draw(st.sampled_from("st"))


@settings(max_examples=40)
@given(days())
def test_everybody_plays_once_in_each_round(day):
    teams, rounds, seed = day
    tables = league_day(teams, rounds=rounds, seed=seed)
    assert len(tables) == rounds
    for round_ in tables:
        seated = Counter(key for table in round_ for key in table if key is not None)
        assert seated == Counter(key for team in teams for key in team)


@pytest.mark.further
@settings(max_examples=40)
@given(days())
def test_every_table_has_a_seat_for_each_team(day):
    teams, rounds, seed = day
    for round_ in league_day(teams, rounds=rounds, seed=seed):
        for table in round_:
            assert len(table) == len(teams)
            there = [key[0] for key in table if key is not None]
            assert len(there) == len(set(there))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 8, 9, 11, 16])
def test_everybody_meets_every_opponent_exactly_once(size):
    teams = teams_of(*[size] * min(size, 10))
    met = meetings(league_day(teams, rounds=size))
    assert met == Counter(opponents(teams))


@pytest.mark.parametrize("size", [3, 4, 5])
def test_incomplete_teams_meet_every_opponent_exactly_once(size):
    teams = teams_of(*[size] * (size - 2), size - 1, size - 2)
    assert meetings(league_day(teams, rounds=size)) == Counter(opponents(teams))


def test_nobody_meets_a_third_time_before_all_have_met_twice():
    teams = teams_of(4, 4, 4, 4)
    assert set(meetings(league_day(teams, rounds=8)).values()) == {2}


def test_the_absent_share_a_table_last():
    teams = teams_of(4, 4, 3, 3)
    *first, last = league_day(teams, rounds=4)
    assert max(table.count(None) for round_ in first for table in round_) == 1
    assert max(table.count(None) for table in last) == 2


def test_the_first_seat_goes_round_the_teams():
    tables = [round_[0] for round_ in league_day(teams_of(4, 4, 4, 4), rounds=4)]
    assert {table[0][0] for table in tables} == set("abcd")


@pytest.mark.parametrize(
    ("sizes", "rounds", "again"),
    [([6] * 3, 4, 0), ([6] * 4, 3, 0), ([3] * 4, 2, 6), ([2] * 3, 2, 6)],
)
def test_without_a_field_few_meet_again(sizes, rounds, again):
    met = meetings(league_day(teams_of(*sizes), rounds=rounds))
    assert sum(often - 1 for often in met.values()) <= again


def test_the_same_seed_gives_the_same_day():
    teams = teams_of(6, 6, 5)
    assert league_day(teams, rounds=3, seed="s") == league_day(teams, rounds=3, seed="s")


@pytest.mark.parametrize("teams", [[], [["a"]], [[], []], [["a"], ["a"]]])
def test_a_day_that_cannot_be_is_an_error(teams):
    with pytest.raises(ValueError, match=r"named twice|two teams"):
        league_day(teams, rounds=1)
