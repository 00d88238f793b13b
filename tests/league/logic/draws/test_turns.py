"""Whose turn it is for a bye or an odd table, and who is taken together."""

from fractions import Fraction

import pytest

from league.logic.draws.model import Entrant, NoDraw, Past, Rules, Session
from league.logic.draws.turns import byes_had, short_tables_had
from league.logic.draws.units import choose, units_of

SKAT = Rules(sizes=(3, 4), size=4, sitting_out=True)
FIRST = Session(tables=((1, 2, 3, 4), (5, 6, 7)), short=(5, 6, 7))
SECOND = Session(tables=((1, 2, 3, 5),), byes=(4,))


def test_turns_are_counted():
    assert short_tables_had([4, 5], Past((FIRST, FIRST))) == {4: 0, 5: 2}


def test_session_somebody_missed_is_not_counted():
    assert byes_had([4, 6], Past((SECOND, FIRST, SECOND))) == {4: 2, 6: Fraction(1, 5)}


def test_late_entrant_counts_as_the_mean():
    assert short_tables_had([9], Past((FIRST, FIRST))) == {9: Fraction(6, 7)}


def people(count, **fixed):
    return [Entrant(key, fixed_table=fixed.get(f"k{key}")) for key in range(1, count + 1)]


def test_pairs_that_share_somebody_are_one_unit():
    rules = Rules(sizes=(4,), size=4, together=((1, 2), (3, 2)))
    assert units_of(people(5), rules) == [(1, 2, 3), (4,), (5,)]


def test_those_fixed_to_a_table_are_one_unit():
    assert units_of(people(3, k1=2, k3=2), SKAT) == [(1, 3), (2,)]


@pytest.mark.parametrize(
    ("together", "apart", "fixed", "reason", "keys"),
    [
        (((1, 2), (2, 3)), ((1, 3),), {}, "together_apart", (1, 3)),
        (((1, 2),), (), {"k1": 1, "k2": 2}, "together_fixed", (1, 2)),
        (((1, 2), (2, 3), (3, 4), (4, 5)), (), {}, "together_many", (1, 2, 3, 4, 5)),
    ],
)
def test_contradictions_are_named(together, apart, fixed, reason, keys):
    rules = Rules(sizes=(4,), size=4, together=together, apart=apart)
    with pytest.raises(NoDraw) as refusal:
        units_of(people(6, **fixed), rules)
    assert (refusal.value.reason, refusal.value.keys) == (reason, keys)


def turns(*had):
    return {key: Fraction(count) for key, count in enumerate(had, start=1)}


def test_those_with_the_fewest_turns_are_taken():
    taken = choose([(1,), (2,), (3,)], 2, turns(1, 0, 0), most_joined=0)
    assert set(taken.taken) == {(2,), (3,)}


def test_unit_waits_for_the_turn_of_all_its_members():
    taken = choose([(1, 2), (3,), (4,)], 2, turns(0, 2, 1, 1), most_joined=1)
    assert set(taken.taken) == {(3,), (4,)}


@pytest.mark.parametrize(("most", "taken"), [(1, {(1, 2)}), (0, {(3,), (4,)})])
def test_as_many_units_are_taken_as_may_be(most, taken):
    units = [(1, 2), (3,), (4,)]
    assert set(choose(units, 2, turns(0, 0, 1, 1), most_joined=most).taken) == taken


def test_unit_that_does_not_fit_is_passed_over():
    assert choose([(1, 2), (3,)], 1, turns(0, 0, 5), most_joined=1).taken == ((3,),)


def test_nobody_is_taken_when_units_do_not_come_out_even():
    assert choose([(1, 2), (3, 4)], 3, turns(0, 0, 0, 0), most_joined=2) is None
