"""What becomes of a cup whose players leave, stay away, step in, give up or come late."""

import pytest

from league.logic.draws.courses import Seated, Sitting, Strayed, follow, next_round, walked
from league.logic.draws.cup_plans import plan_of
from league.logic.draws.knockout import Over, bracket_of
from league.logic.draws.model import NoDraw, Rules

PAIRS = Rules(sizes=(2,), size=2)
FOURS = Rules(sizes=(4,), size=4)


def bracket(players, rules=PAIRS, **options):
    return bracket_of(players, plan_of(players, rules), **options)


def won(*keys, gave_up=()):
    """Return a table that ended in this order."""
    return Seated(tuple(keys), Over(tuple(keys), frozenset(gave_up)))


def drawn(course, here, sizes=(2,), late=()):
    found = next_round(course, here=here, sizes=sizes, late=late)
    return sorted(sorted(table) for table in found.tables.values()), found.byes


ALL = range(1, 9)
QUARTERS = Sitting((won(1, 8), won(2, 7), won(3, 6), won(4, 5)))


def test_the_next_round_is_of_those_who_won():
    assert drawn(follow(bracket(8), [QUARTERS]), ALL) == ([[1, 4], [2, 3]], ())


def test_who_is_out_may_leave():
    assert drawn(follow(bracket(8), [QUARTERS]), {1, 2, 3, 4}) == ([[1, 4], [2, 3]], ())


def test_who_has_nobody_to_play_against_goes_on_with_a_bye():
    assert drawn(follow(bracket(8), [QUARTERS]), {1, 2, 3}) == ([[2, 3]], (1,))


def test_a_round_in_which_nobody_has_anybody_to_play_is_left_out():
    assert drawn(follow(bracket(8), [QUARTERS]), {1, 3}) == ([[1, 3]], ())


def test_a_bye_instead_of_a_table_is_followed():
    course = follow(bracket(8), [QUARTERS, Sitting((won(3, 2),), byes=(1,))])
    assert drawn(course, ALL) == ([[1, 3]], ())


def test_a_round_that_was_left_out_is_followed():
    course = follow(bracket(8), [QUARTERS, Sitting((won(3, 1),))])
    assert course.winner == 3


def test_the_last_who_is_there_has_won():
    course = follow(bracket(8), [QUARTERS])
    assert next_round(course, here={2}, sizes={2}).tables == {}
    assert walked(course, {2}).winner == 2


def test_who_steps_in_takes_the_place():
    course = follow(bracket(8), [Sitting((won(99, 1), *QUARTERS.tables[1:]))])
    assert drawn(course, [*ALL, 99]) == ([[2, 3], [4, 99]], ())


def test_who_is_out_may_step_in():
    course = follow(bracket(8), [QUARTERS, Sitting((won(8, 4), won(2, 3)))])
    assert drawn(course, ALL) == ([[2, 8]], ())


def test_who_is_in_another_heat_does_not_step_in():
    with pytest.raises(Strayed) as strayed:
        follow(bracket(8), [QUARTERS, Sitting((won(1, 2), won(3, 4)))])
    assert strayed.value.number == 1


def test_a_table_of_those_who_are_out_is_not_the_brackets():
    with pytest.raises(Strayed):
        follow(bracket(8), [QUARTERS, Sitting((won(5, 6),))])


def test_a_void_table_is_drawn_again():
    course = follow(bracket(4), [Sitting((Seated((1, 4)), won(2, 3)))])
    assert drawn(course, ALL) == ([[1, 4]], (2,))


def test_a_void_table_may_be_none_of_the_brackets():
    quarters = Sitting((Seated((1, 8), is_void=True), won(2, 7), won(3, 6), won(4, 5)))
    halves = Sitting((Seated((1, 4), is_void=True), won(2, 3)))
    assert drawn(follow(bracket(8), [quarters, halves]), ALL) == ([[1, 8]], (2, 4))


def test_who_lost_a_void_table_may_stay_away():
    quarters = Sitting((Seated((1, 8), is_void=True), won(2, 7), won(3, 6), won(4, 5)))
    course = follow(bracket(8), [quarters, Sitting((won(1, 4), won(2, 3)))])
    assert drawn(course, ALL) == ([[1, 2]], ())


def test_nobody_goes_on_from_a_table_that_all_gave_up():
    course = follow(bracket(4), [Sitting((won(1, 4, gave_up=(1, 4)), won(2, 3)))])
    assert drawn(course, ALL) == ([], ())
    assert walked(course, ALL).winner == 2


def test_who_gave_up_does_not_go_on_where_two_do():
    tables = won(1, 4, 5, 8, gave_up=(4, 5, 8)), won(2, 3, 6, 7)
    course = follow(bracket(8, FOURS), [Sitting(tables)])
    [table], _byes = drawn(course, ALL, sizes=(4,))
    assert table == [1, 2, 3, 6]


def test_the_best_who_is_out_completes_a_table():
    """And nobody who gave up, though he came as far."""
    tables = won(1, 4, 5, 8), won(2, 3, 6, 7, gave_up=(6,))
    course = follow(bracket(8, FOURS), [Sitting(tables)])
    assert drawn(course, set(ALL) - {3}, sizes=(4,)) == ([[1, 2, 4, 5]], ())


def test_who_just_met_those_who_are_left_steps_in_last():
    """Two would be as far as 9 and 10, but have just met 1."""
    tables = won(1, 8, 9, 16), won(2, 7, 10, 15), won(3, 6, 11, 14), won(4, 5, 12, 13)
    course = follow(bracket(16, FOURS), [Sitting(tables)])
    found = next_round(course, here=set(range(1, 17)) - {5, 6, 7, 8}, sizes={4})
    for table in found.tables.values():
        assert len(table) == 4
    met = [set(table.keys) for table in tables]
    pairs = [len(set(table) & some) for table in found.tables.values() for some in met]
    assert max(pairs) == 1


def test_a_table_of_another_size_that_is_allowed_needs_nobody():
    course = follow(bracket(8, FOURS), [Sitting((won(1, 4, 5, 8), won(2, 3, 6, 7)))])
    assert drawn(course, set(ALL) - {3}, sizes=(3, 4)) == ([[1, 2, 4]], ())


def test_who_came_late_completes_a_table_that_nobody_else_does():
    course = follow(bracket(8, FOURS), [Sitting((won(1, 4, 5, 8), won(2, 3, 6, 7)))])
    assert drawn(course, {1, 2, 3}, sizes=(4,), late=[20, 21]) == ([[1, 2, 3, 20]], ())


def test_a_table_that_nobody_completes_is_refused_with_those_who_are_left():
    course = follow(bracket(8, FOURS), [Sitting((won(1, 4, 5, 8), won(2, 3, 6, 7)))])
    with pytest.raises(NoDraw, match="too_few") as refused:
        drawn(course, {1, 2, 3}, sizes=(4,))
    assert refused.value.keys == (1, 2, 3)


def test_the_third_place_is_played_for():
    semifinals = Sitting((won(1, 4), won(2, 3)))
    course = follow(bracket(4, small_final=True), [semifinals])
    assert drawn(course, ALL) == ([[1, 2], [3, 4]], ())
    assert follow(course.bracket, [semifinals, Sitting((won(1, 2), won(4, 3)))]).is_over
