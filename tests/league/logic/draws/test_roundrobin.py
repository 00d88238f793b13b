"""Everybody meets everybody, at home and away in turn."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.draws.model import NoDraw
from league.logic.draws.roundrobin import round_robin
from league.logic.draws.sides import seat_sides

COUNTS = st.integers(2, 24)


@given(COUNTS, st.text(max_size=4))
def test_everybody_meets_everybody_once(count, seed):
    draws = round_robin(range(count), seed=seed)
    met = Counter(frozenset(table) for draw in draws for table in draw.tables)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}


@given(COUNTS)
def test_everybody_is_there_once_in_a_session(count):
    for draw in round_robin(range(count), seed="s"):
        present = [*draw.byes, *(key for table in draw.tables for key in table)]
        assert sorted(present) == list(range(count))


@given(COUNTS)
def test_byes_are_shared_out_by_odd_numbers_only(count):
    byes = Counter(key for draw in round_robin(range(count), seed="s") for key in draw.byes)
    assert byes == (dict.fromkeys(range(count), 1) if count % 2 else {})


@given(COUNTS)
def test_home_and_away_take_turns_but_where_they_cannot(count):
    draws = round_robin(range(count), seed="s")
    breaks = 0
    for key in range(count):
        at_home = [table[0] == key for draw in draws for table in draw.tables if key in table]
        breaks += sum(one == other for one, other in pairwise(at_home))
    assert breaks == (0 if count % 2 else max(0, count - 2))


def test_second_leg_changes_homes():
    draws = round_robin(range(4), seed="s", legs=2)
    assert [table[::-1] for table in draws[0].tables] == list(draws[3].tables)


def test_lot_decides_the_places():
    assert round_robin(range(8), seed="s") != round_robin(range(8), seed="t")


def test_one_alone_has_nobody_to_meet():
    with pytest.raises(NoDraw, match="too_few"):
        round_robin([1], seed="s")


def test_sides_sit_crosswise():
    members = {10: (1, 2), 20: (3, 4)}
    assert seat_sides((20, 10), members, sides=(0, 1, 0, 1)) == (3, 1, 4, 2)


def test_side_that_is_incomplete_has_no_seats():
    with pytest.raises(ValueError, match="as many"):
        seat_sides((10, 20), {10: (1,), 20: (3, 4)}, sides=(0, 1, 0, 1))
