"""Movements reach what they should, promise what they keep, and are fair."""

from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.draws.movements import (
    MOST_PLAYERS,
    Kind,
    Obstacle,
    best,
    bound,
    breaches,
    howell,
    longest,
    obstacle,
    reach,
    round_robin,
    whist,
)
from league.logic.draws.movements.leave_out import without
from league.logic.draws.movements.table import page
from league.logic.draws.movements.verify import seat_counts

WANTED = [
    (16, 4, 5),
    (20, 4, 5),
    (24, 4, 7),
    (28, 4, 9),
    (32, 4, 9),
    (36, 4, 11),
    (40, 4, 13),
    (44, 4, 14),
    (48, 4, 15),
    (52, 4, 17),
    (56, 4, 18),
    (60, 4, 19),
    (64, 4, 21),
    (9, 3, 4),
    (15, 3, 7),
    (18, 3, 8),
    (21, 3, 10),
    (27, 3, 13),
    (33, 3, 16),
    (39, 3, 19),
    (45, 3, 22),
    (63, 3, 31),
    (25, 5, 6),
    (49, 7, 8),
]


@pytest.mark.parametrize(("players", "size", "sessions"), WANTED)
def test_movements_reach_the_sessions_wanted(players, size, sessions):
    movement = best(players, size, sessions)
    assert (len(movement.sessions), breaches(movement)) == (sessions, [])


def test_players_of_one_table_meet_in_one_session():
    assert reach(4, 4) == 1
    assert reach(3, 4) == reach(MOST_PLAYERS + 1, 4) == 0


@pytest.mark.further
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_longest_movements_keep_their_promise(size):
    for players in range(size, 65):
        assert breaches(longest(players, size)) == []


@pytest.mark.slow
@pytest.mark.sweep(1)
@pytest.mark.parametrize("size", [3, 4, 5])
def test_short_tables_keep_their_promise(size):
    for players in range(size + 1, 65, 3):
        assert breaches(longest(players, size, short=(size - 1,))) == []


MIXED = [(9, 4, 4), (18, 4, 4), (21, 4, 5), (25, 4, 6), (29, 4, 7), (28, 5, 4), (33, 5, 5)]


@pytest.mark.parametrize(("players", "size", "sessions"), MIXED)
def test_movements_of_tables_of_two_sizes_reach_the_sessions_wanted(players, size, sessions):
    movement = best(players, size, sessions, short=(size - 1,))
    assert (len(movement.sessions), breaches(movement)) == (sessions, [])


@pytest.mark.parametrize(("players", "size"), [(7, 4), (13, 4), (14, 4), (17, 4), (23, 5)])
def test_too_few_full_tables_leave_one_session(players, size):
    assert bound(players, size, short=(size - 1,)) == 1
    assert obstacle(players, size, 2, short=(size - 1,)) == Obstacle.IMPOSSIBLE


@given(st.integers(3, 40), st.integers(2, 6), st.integers(1, 10))
def test_movements_are_as_asked_for_or_there_is_an_obstacle(players, size, sessions):
    movement = best(players, size, sessions)
    if movement is None:
        assert obstacle(players, size, sessions)
    else:
        asked = (movement.players, movement.table_size, len(movement.sessions))
        assert asked == (players, size, sessions)


@pytest.mark.further
@given(st.integers(2, MOST_PLAYERS // 2), st.integers(2, 6))
def test_movements_never_reach_beyond_the_bound(players, size):
    assert reach(players, size) <= bound(players, size)


def test_the_first_sessions_have_even_seats_too():
    counts = seat_counts(best(40, 4, 5))
    assert {max(seats) - min(seats) for seats in counts} == {1}


def test_seats_are_exactly_even_where_sessions_allow_it():
    assert set(chain(*seat_counts(best(52, 4, 16)))) == {4}


def test_left_over_players_sit_out_one_after_another():
    movement = best(21, 4, 5)
    out = [movement.byes(number) for number in range(5)]
    assert len(set(chain(*out))) == 5 == len(out)


def test_short_tables_seat_everybody():
    movement = best(15, 4, 5, short=(3,))
    assert [movement.byes(number) for number in range(5)] == [()] * 5
    assert {len(table) for table in chain(*movement.sessions)} == {3, 4}


@pytest.mark.parametrize(
    ("players", "sessions", "why"),
    [
        (3, 1, Obstacle.TOO_FEW),
        (MOST_PLAYERS + 1, 1, Obstacle.TOO_MANY),
        (16, 6, Obstacle.IMPOSSIBLE),
        (8, 2, Obstacle.IMPOSSIBLE),
        (20, 6, Obstacle.UNKNOWN),
        (20, 5, None),
    ],
)
def test_an_obstacle_says_why_there_is_no_movement(players, sessions, why):
    assert obstacle(players, 4, sessions) == why


@pytest.mark.parametrize("players", [5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 33, 37])
def test_whists_have_everybody_as_partner_once_and_opponent_twice(players):
    movement = whist(players)
    assert (movement.kind, breaches(movement)) == (Kind.WHIST, [])


def test_there_is_no_whist_of_six():
    assert whist(6) is None


@pytest.mark.parametrize("players", range(8, 41, 2))
def test_howells_bring_every_board_to_everybody(players):
    movement = howell(players)
    assert (len(movement.boards), breaches(movement)) == (players - 1, [])


def test_there_is_no_howell_of_six():
    assert howell(6) is None


@given(st.integers(2, 40))
def test_round_robins_have_everybody_meet_once_as_often_at_home_as_away(players):
    assert breaches(round_robin(players)) == []


def test_a_movement_that_meets_all_is_a_kirkman_one():
    assert (longest(15, 3).kind, best(15, 3, 6).kind) == (Kind.KIRKMAN, Kind.GOLFER)


@pytest.mark.slow
def test_the_page_tells_what_is_reached():
    assert Path("docs/draws-movements.md").read_text() == page()


def test_short_tables_and_byes_are_each_shared_out_fairly():
    """Without 0, 1 and 2 player 3 sits out and then has a short table, and others have neither."""
    sessions = (((0, 1, 3), (2, 4, 5), (6, 7, 8)), ((0, 2, 4), (1, 3, 6), (5, 7, 8)))
    left = without(sessions, 9, empty=3, sizes=(3, 2), byes=1)
    assert sorted(left) == [((0, 3), (2, 4, 5)), ((1, 2), (3, 4, 5))]
