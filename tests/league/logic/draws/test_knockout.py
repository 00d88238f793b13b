"""Brackets for any number of seeds; the best go on, the others rank by how far they came."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.draws.knockout import (
    Bye,
    Heat,
    Mode,
    Seed,
    Taken,
    bracket_of,
    columns,
    next_draw,
    ranking,
    seated,
)
from league.logic.draws.model import NoDraw

MODES = st.sampled_from([Mode(), Mode(small_final=True), Mode(4, 2), Mode(4, 1), Mode(6, 2, True)])


def play(bracket, order=sorted):
    """Play a bracket to its end, in each heat by this order; return the places of all heats."""
    places = {}
    while True:
        heats, draw = next_draw(bracket, places)
        if not heats:
            return places
        places |= {
            heat.number: order(table) for heat, table in zip(heats, draw.tables, strict=True)
        }


@given(MODES, st.integers(3, 60))
def test_better_seed_always_wins_and_is_first(mode, count):
    bracket = bracket_of(range(1, count + 1), mode)
    assert ranking(bracket, play(bracket))[0] == [1]


@given(MODES, st.integers(3, 60), st.randoms(use_true_random=False))
def test_everybody_has_a_rank_in_the_end(mode, count, luck):
    bracket = bracket_of(range(count), mode)
    places = play(bracket, order=lambda table: luck.sample(table, len(table)))
    assert sorted(key for group in ranking(bracket, places) for key in group) == list(range(count))


@given(MODES, st.integers(3, 60))
def test_tables_have_more_players_than_go_on(mode, count):
    for heat in bracket_of(range(count), mode).heats:
        least = 2 if heat.is_small_final else mode.advance + 1
        assert least <= len(heat.sources) <= mode.size


@given(st.integers(2, 64))
def test_singles_need_one_table_less_than_players(count):
    assert len(bracket_of(range(count), Mode()).heats) == count - 1


@given(st.integers(3, 64))
def test_first_two_seeds_meet_in_the_final(count):
    bracket = bracket_of(range(1, count + 1), Mode())
    assert set(seated(bracket, play(bracket))[bracket.final.number]) == {1, 2}


def test_byes_go_to_the_best_seeds():
    _, draw = next_draw(bracket_of(range(1, 7), Mode()), {})
    assert draw.byes == (1, 2)


def test_best_seed_meets_the_last_one():
    _, draw = next_draw(bracket_of(range(1, 9), Mode()), {})
    assert [set(table) for table in draw.tables] == [{1, 8}, {2, 7}, {3, 6}, {4, 5}]


def test_small_final_decides_the_third_place():
    bracket = bracket_of(range(1, 5), Mode(small_final=True))
    assert ranking(bracket, play(bracket)) == [[1], [2], [3], [4]]


def test_without_a_small_final_the_third_place_is_shared():
    bracket = bracket_of(range(1, 5), Mode())
    assert ranking(bracket, play(bracket)) == [[1], [2], [3, 4]]


def test_who_is_still_in_has_no_rank():
    bracket = bracket_of(range(1, 5), Mode())
    assert ranking(bracket, {1: [4, 1]}) == [[1]]


def test_next_round_waits_for_both_tables():
    bracket = bracket_of(range(1, 5), Mode())
    assert bracket.final.number not in seated(bracket, {1: [1, 4]})


def test_places_of_other_players_are_an_error():
    bracket = bracket_of(range(1, 5), Mode())
    with pytest.raises(ValueError, match="heat 1"):
        seated(bracket, {1: [1, 2]})


def test_sources_of_the_first_round_are_seeds():
    heats = bracket_of(range(1, 5), Mode()).heats
    assert all(isinstance(source, Seed) for heat in heats[:2] for source in heat.sources)


def test_tables_that_cannot_be_filled_from_others_are_refused():
    with pytest.raises(ValueError, match="whole tables"):
        Mode(size=5, advance=2)


def test_too_few_for_a_bracket_are_refused():
    with pytest.raises(NoDraw, match="too_few"):
        bracket_of([1], Mode())


@given(MODES, st.integers(3, 60))
def test_each_column_has_the_places_that_the_next_one_is_made_of(mode, count):
    bracket = bracket_of(range(count), mode)
    drawn = columns(bracket)
    assert [len(column) for column in drawn] == [
        (mode.size // mode.advance) ** number for number in reversed(range(len(drawn)))
    ]
    heats = [slot for column in drawn for slot in column if isinstance(slot, Heat)]
    small = [heat for heat in bracket.heats if heat.is_small_final]
    assert sorted(heats + small, key=lambda heat: heat.number) == list(bracket.heats)


@given(MODES, st.integers(3, 60))
def test_those_who_meet_stand_beside_one_another_in_the_column_before(mode, count):
    drawn = columns(bracket_of(range(count), mode))
    together = mode.size // mode.advance
    for before, column in itertools.pairwise(drawn):
        for number, heat in enumerate(column):
            sources = [
                s for slot in before[number * together :][:together] for s in onward(slot, mode)
            ]
            assert list(heat.sources) == sources


def onward(slot, mode):
    """Return who goes on from a heat or a bye."""
    if isinstance(slot, Bye):
        return slot.sources
    return [Taken(slot.number, place) for place in range(1, mode.advance + 1)]
