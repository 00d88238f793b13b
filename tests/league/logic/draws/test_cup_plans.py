"""Plans of cups: tables of sizes that the game has, byes, and one who wins in the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.draws.cup_plans import goes_on, plan_of
from league.logic.draws.model import NoDraw, Rules

TABLES = [
    ((2,), 2),
    ((2, 3), 2),
    ((3,), 3),
    ((3, 4), 3),
    ((3, 4), 4),
    ((4,), 4),
    ((4, 5, 6), 4),
    ((5,), 5),
    ((2, 3, 4, 5, 6), 4),
    ((7,), 7),
    ((5, 6, 7, 8, 9, 10), 8),
    ((10,), 10),
]
RULES = st.sampled_from([Rules(sizes=sizes, size=size) for sizes, size in TABLES])


def sizes(players, *allowed, size):
    """Return the sizes of the tables of each round."""
    plan = plan_of(players, Rules(sizes=allowed, size=size))
    return [[seats for seats, _advance in lots] for lots in plan]


def left_after(players, lots):
    return players - sum(size - advance for size, advance in lots)


@given(RULES, st.integers(2, 200))
def test_one_is_left_in_the_end_and_no_table_has_another_size(rules, players):
    try:
        plan = plan_of(players, rules)
    except NoDraw:
        assert players < rules.size
        assert players not in rules.sizes
        return
    for lots in plan:
        assert sum(size for size, _advance in lots) <= players
        assert all(size in rules.sizes and 0 < advance < size for size, advance in lots)
        players = left_after(players, lots)
    assert players == 1


@given(RULES, st.integers(2, 200))
def test_all_tables_after_the_second_round_are_full(rules, players):
    if players < rules.size:
        return
    for lots in plan_of(players, rules)[2:]:
        assert {size for size, _advance in lots} == {rules.size}


def test_seven_at_tables_of_four_leave_three_byes_and_no_table_of_three():
    assert plan_of(7, Rules(sizes=(4,), size=4)) == (((4, 1),), ((4, 1),))


def test_sixteen_at_tables_of_three_have_no_table_of_two():
    assert sizes(16, 3, 4, size=3) == [[3, 3, 4], [3, 3, 3], [3]]


def test_where_another_size_is_allowed_as_many_as_usual_go_on():
    assert plan_of(7, Rules(sizes=(3, 4), size=4))[0] == ((3, 2), (4, 2))


def test_where_none_is_allowed_another_number_goes_on_from_one_table():
    assert plan_of(13, Rules(sizes=(4,), size=4))[0] == ((4, 3), (4, 2), (4, 2))


def test_eight_at_tables_of_three_play_two_rounds_before_the_final():
    assert plan_of(8, Rules(sizes=(3,), size=3)) == (((3, 1), (3, 1)), ((3, 2),), ((3, 1),))


def test_as_many_as_sit_at_one_table_play_the_final_at_once():
    assert plan_of(5, Rules(sizes=(5, 6), size=6)) == (((5, 1),),)


def test_fewer_than_a_table_needs_are_refused():
    with pytest.raises(NoDraw, match="too_few"):
        plan_of(3, Rules(sizes=(4,), size=4))


@pytest.mark.parametrize(("size", "going"), [(2, 1), (3, 1), (4, 2), (5, 1), (6, 3), (8, 4)])
def test_the_better_half_goes_on_or_the_first(size, going):
    assert goes_on(size) == going
