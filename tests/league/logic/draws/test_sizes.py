"""Any number of players is split into tables; what is left over is as little as can be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.draws import sizes
from league.logic.draws.model import NoDraw, Rules
from league.logic.draws.sizes import Sizes, split

SKAT = Rules(sizes=(3, 4), size=4, sitting_out=True)
TRUCO = Rules(sizes=(4,), size=4, sides=(0, 1, 0, 1))
ANY = Rules(sizes=(2, 3, 4, 5), size=4)


@given(st.integers(6, 300))
def test_skat_has_no_byes_from_six_players_up(players):
    sizes = split(players, SKAT)
    assert sizes.byes == 0
    assert sizes.tables.count(3) <= 3


@pytest.mark.parametrize(
    ("players", "tables", "byes"),
    [
        (3, (3,), 0),
        (4, (4,), 0),
        (5, (4,), 1),
        (6, (3, 3), 0),
        (9, (3, 3, 3), 0),
        (13, (4, 3, 3, 3), 0),
    ],
)
def test_skat_has_tables_of_three_where_it_must(players, tables, byes):
    assert split(players, SKAT) == Sizes(tables, byes)


@pytest.mark.further
@given(
    st.integers(10, 120),
    st.sets(st.integers(2, 10), min_size=1, max_size=5),
    st.sampled_from(["sizes", "byes", "bots"]),
    st.integers(0, 9),
)
def test_split_seats_everybody_or_says_who_is_left(players, sizes, fill, bots):
    rules = Rules(sizes=tuple(sizes), size=max(sizes), fill=fill)
    made = split(players, rules, bots=bots)
    assert sum(made.tables) == players - made.byes + made.bots
    assert set(made.tables) <= sizes


def test_two_tables_a_little_short_come_before_one_that_is_very_short():
    assert split(6, ANY).tables == (3, 3)


def test_one_larger_table_comes_before_three_smaller_ones():
    assert split(9, ANY).tables == (5, 4)


def test_larger_tables_come_before_as_many_smaller_ones():
    assert split(10, ANY).tables == (5, 5)


def test_larger_tables_make_up_for_no_smaller_one():
    assert sizes._far((7, 7, 7, 2), Rules(sizes=(2, 6, 7), size=6)) == (4, 4, 4)


def test_sides_leave_over_what_makes_no_table():
    assert split(11, TRUCO) == Sizes((4, 4), byes=3)


def test_bots_fill_the_last_table():
    rules = Rules(sizes=(4,), size=4, fill="bots")
    assert split(6, rules, bots=5) == Sizes((4, 4), bots=2)


def test_table_without_a_sitting_dealer_comes_before_a_bot():
    rules = Rules(sizes=(3, 4), size=4, fill="bots", sitting_out=True)
    assert split(7, rules, bots=5) == Sizes((4, 3))


def test_byes_come_before_odd_tables_where_that_is_wanted():
    assert split(7, Rules(sizes=(3, 4), size=4, fill="byes")) == Sizes((4,), byes=3)


def test_few_players_have_an_odd_table_rather_than_none():
    assert split(3, Rules(sizes=(3, 4), size=4, fill="byes")) == Sizes((3,))


def test_too_few_players_are_refused():
    with pytest.raises(NoDraw, match="too_few"):
        split(2, SKAT)
