"""Brackets for any number of seeds; the best go on, the others rank by how far they came."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.draws.cup_plans import plan_of
from league.logic.draws.knockout import (
    Bye,
    Heat,
    Over,
    Seed,
    Taken,
    bracket_of,
    columns,
    expected,
    ranking,
    still_in,
)
from league.logic.draws.model import NoDraw, Rules
from league.logic.draws.old_brackets import old_bracket

PAIRS = Rules(sizes=(2,), size=2)
FOURS = Rules(sizes=(4,), size=4)
TABLES = st.sampled_from(
    [
        PAIRS,
        FOURS,
        Rules(sizes=(3, 4), size=3),
        Rules(sizes=(3,), size=3),
        Rules(sizes=(4, 5, 6), size=6),
        Rules(sizes=(2, 3, 4, 5, 6), size=4),
    ]
)


def bracket(players, rules=PAIRS, **options):
    return bracket_of(players, plan_of(players, rules), **options)


def play(made, order=sorted):
    """Play a bracket to its end, in each heat by this order; return how all heats ended."""
    ends = {}
    while len(ends) < len(made.heats):
        known = expected(made, ends)
        for heat in made.heats:
            if heat.number in known and heat.number not in ends:
                ends[heat.number] = Over(tuple(order(known[heat.number])))
    return ends


def rounds(made):
    heats = (heat for heat in made.heats if not heat.is_small_final)
    return [list(some) for _round, some in itertools.groupby(heats, key=lambda heat: heat.round)]


def origins(heat):
    return Counter(source.heat for source in heat.sources if isinstance(source, Taken))


@given(TABLES, st.integers(6, 64))
def test_better_seed_always_wins_and_is_first(rules, count):
    made = bracket(count, rules)
    assert ranking(made, play(made))[0] == (1, [1])


@pytest.mark.further
@given(TABLES, st.integers(6, 64), st.randoms(use_true_random=False))
def test_everybody_has_a_rank_in_the_end(rules, count, luck):
    made = bracket(count, rules, small_final=True)
    ends = play(made, order=lambda table: luck.sample(table, len(table)))
    ranked = ranking(made, ends)
    assert sorted(key for _place, keys in ranked for key in keys) == list(range(1, count + 1))
    assert [place for place, _keys in ranked] == [
        1 + sum(len(keys) for _place, keys in ranked[:number]) for number in range(len(ranked))
    ]


@given(TABLES, st.integers(6, 100))
def test_who_just_met_meets_again_only_where_there_are_too_few_tables(rules, count):
    for heats in rounds(bracket(count, rules)):
        going = sum(map(origins, heats), Counter())
        for heat in heats:
            for origin, together in origins(heat).items():
                assert together <= -(-going[origin] // len(heats))


def test_two_of_a_table_of_four_go_to_different_tables():
    second = rounds(bracket(16, FOURS))[1]
    assert [sorted(origins(heat)) for heat in second] == [[1, 2, 3, 4]] * 2


@given(st.integers(2, 64))
def test_singles_need_one_table_less_than_players(count):
    assert len(bracket(count).heats) == count - 1


@given(st.integers(3, 64))
def test_first_two_seeds_meet_in_the_final(count):
    made = bracket(count)
    assert set(expected(made, play(made))[made.final.number]) == {1, 2}


def test_byes_go_to_the_best_seeds():
    made = bracket(6)
    assert [heat.sources for heat in made.heats if heat.round == 1] == [
        (Seed(3), Seed(6)),
        (Seed(4), Seed(5)),
    ]


def test_best_seed_meets_the_last_one():
    known = expected(bracket(8), {})
    assert [set(table) for table in known.values()] == [{1, 8}, {2, 7}, {3, 6}, {4, 5}]


def test_small_final_decides_the_third_place():
    made = bracket(4, small_final=True)
    assert ranking(made, play(made)) == [(1, [1]), (2, [2]), (3, [3]), (4, [4])]


def test_without_a_small_final_the_third_place_is_shared():
    made = bracket(4)
    assert ranking(made, play(made)) == [(1, [1]), (2, [2]), (3, [3, 4])]


@pytest.mark.parametrize(("count", "rules"), [(3, PAIRS), (2, PAIRS), (8, FOURS)])
def test_there_is_no_small_final_where_the_third_place_is_clear(count, rules):
    made = bracket(count, rules, small_final=True)
    assert not any(heat.is_small_final for heat in made.heats)


def test_who_is_out_has_a_place_behind_all_who_are_still_in():
    assert ranking(bracket(4), {1: Over((4, 1))}) == [(4, [1])]


def test_who_gave_up_does_not_go_on_and_is_last_in_his_round():
    made = bracket(4)
    ends = {1: Over((1, 4), frozenset({1, 4})), 2: Over((2, 3))}
    assert expected(made, ends)[made.final.number] == (2,)
    assert still_in(made, ends) == {2}
    assert ranking(made, ends) == [(2, [3]), (3, [1, 4])]


def test_nobody_is_first_where_all_have_given_the_final_up():
    assert ranking(bracket(2), {1: Over((1, 2), frozenset({1, 2}))}) == [(2, [1, 2])]


def test_who_did_not_come_to_a_heat_is_last_in_its_round():
    made = bracket(4)
    assert ranking(made, {1: Over((1,)), 2: Over((2, 3))}) == [(3, [3]), (4, [4])]


def test_next_round_waits_for_both_tables():
    made = bracket(4)
    assert made.final.number not in expected(made, {1: Over((1, 4))})


def test_sources_of_the_first_round_are_seeds():
    heats = bracket(4).heats
    assert all(isinstance(source, Seed) for heat in heats[:2] for source in heat.sources)


@pytest.mark.parametrize("plan", [(), (((2, 1),),), (((5, 1),),), (((3, 3),),), (((2, 1),), ())])
def test_a_plan_for_others_is_refused(plan):
    with pytest.raises(ValueError, match="plan"):
        bracket_of(3, plan)


@given(TABLES, st.integers(6, 60))
def test_all_heats_are_drawn_once(rules, count):
    made = bracket(count, rules)
    drawn = columns(made)
    heats = [slot for column in drawn for slot in column if isinstance(slot, Heat)]
    assert sorted(heats, key=lambda heat: heat.number) == list(made.heats)
    assert [{heat.round for heat in column if isinstance(heat, Heat)} for column in drawn] == [
        {number} for number in range(1, len(drawn) + 1)
    ]


@given(st.integers(3, 60))
def test_those_who_meet_stand_beside_one_another_in_the_column_before(count):
    drawn = columns(bracket(count))
    for before, column in itertools.pairwise(drawn):
        for number, heat in enumerate(column):
            sources = [s for slot in before[2 * number : 2 * number + 2] for s in onward(slot)]
            assert list(heat.sources) == sources


def onward(slot):
    """Return who goes on from a heat or a bye."""
    return list(slot.sources) if isinstance(slot, Bye) else [Taken(slot.number, 1)]


def test_lines_can_be_drawn_where_one_goes_on_from_each_table():
    assert bracket(13).is_tree
    assert not bracket(16, FOURS).is_tree
    assert not bracket(8, Rules(sizes=(3,), size=3)).is_tree


@pytest.mark.further
@given(st.integers(2, 64))
def test_a_cup_of_pairs_that_was_begun_before_has_the_same_bracket(count):
    assert old_bracket(count, 2) == bracket(count)


def test_a_cup_of_fours_that_was_begun_before_goes_on_as_it_began():
    second = [heat for heat in old_bracket(16, 4).heats if heat.round == 2]
    assert [sorted(origins(heat)) for heat in second] == [[1, 4], [2, 3]]


@pytest.mark.parametrize(("size", "fewest"), [(2, 2), (4, 3)])
def test_a_cup_that_was_begun_before_has_more_than_go_on(size, fewest):
    assert len(old_bracket(fewest, size).heats) == 1
    with pytest.raises(NoDraw, match="too_few"):
        old_bracket(fewest - 1, size)
