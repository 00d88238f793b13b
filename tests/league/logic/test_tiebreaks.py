"""Tie-breaks: a chain decides as it says, in any order of input, and says what decided."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.standings import Collected, Counting, Entry, Penalty, collect
from league.logic.tiebreaks import CRITERIA, Order, Seated, chain_faults, lot, rank

DIRECT = ("points", "direct")


def table(**points):
    """Return who sat at a table, each alone, and what he had from it."""
    return [Seated(key, Decimal(number)) for key, number in points.items()]


def collected_of(tables):
    return collect(
        (seat.key, Entry(seat.points, place=1 + sum(o.points > seat.points for o in one)))
        for one in tables
        for seat in one
    )


def ranked(*tables, chain=DIRECT, **more):
    return rank(collected_of(tables), chain=chain, tables=tables, **more)


def order(rows):
    return " ".join(f"{row.rank}{row.key}" for row in rows)


def test_more_points_are_before_fewer():
    assert order(ranked(table(a=1, b=4, c=2))) == "1b 2c 3a"


def test_who_is_equal_in_all_shares_the_rank():
    assert order(ranked(table(a=2, b=2, c=3, d=1), chain=["points"])) == "1c 2a 2b 4d"


def test_rows_say_what_put_them_behind_the_row_before():
    met = [table(a=2, b=2, c=3), table(a=1, d=0), table(b=1, d=5)]
    rows = ranked(*met, chain=["points", "direct", "lot"])
    assert [row.behind_by for row in rows] == [None, "points", "direct", "lot"]


def test_a_shared_rank_is_behind_by_nothing():
    assert [row.behind_by for row in ranked(table(a=2, b=2, c=3))] == [None, "points", None]


def test_direct_comparison_decides_between_two_who_met():
    assert order(ranked(table(a=1, b=3), table(a=4, c=0), table(b=2, c=9))) == "1c 2b 3a"


def test_direct_comparison_leaves_tied_who_never_met():
    assert order(ranked(table(a=3, c=1), table(b=3, d=1))) == "1a 1b 3c 3d"


def test_direct_comparison_looks_at_no_others():
    """Against c, who is not tied with them, b was better; among themselves a was."""
    met = [table(a=3, b=1), table(a=0, c=5), table(b=2, c=1)]
    assert order(ranked(*met)) == "1c 2a 3b"


def test_direct_comparison_is_applied_again_to_who_is_still_tied():
    """All have 4; b and c have won and lost a duel each, and b won theirs."""
    rows = ranked(table(a=4, b=1), table(b=3, c=2), table(c=2, d=1), table(d=3, x=0))
    assert order(rows) == "1a 2b 3c 4d 5x"
    assert [row.values["direct"] for row in rows[:4]] == [(1,), (0, 1), (0, -1), (-1,)]


def test_partners_fight_no_duel():
    pairs = [Seated(key, Decimal(n), side=side) for key, n, side in [("a", 2, 0), ("b", 1, 0)]]
    met = [pairs, table(a=1, x=0), table(b=2, y=0)]
    assert order(ranked(*met)) == "1a 1b 3x 3y"


def entries(*points, places=None, **more):
    places = places or [1] * len(points)
    return [Entry(Decimal(n), place=p, **more) for n, p in zip(points, places, strict=True)]


@pytest.mark.parametrize(
    ("criterion", "better", "worse"),
    [
        ("wins", entries(2, 2, places=[1, 4]), entries(2, 2, places=[2, 2])),
        ("seconds", entries(2, 2, places=[2, 4]), entries(2, 2, places=[1, 1])),
        ("thirds", entries(2, 2, places=[3, 4]), entries(2, 2, places=[1, 1])),
        ("places", entries(2, 2, places=[1, 2]), entries(2, 2, places=[1, 3])),
        ("places", entries(2, 2, places=[2, 3]), entries(2, 2, places=[3, 3])),
        ("best", entries(4, 0), entries(3, 1)),
        ("best", entries(-1, 1), []),
        ("score", entries(4, score=9), entries(4, score=8)),
        ("games-won", entries(4, won=3), entries(4, won=2)),
        ("games-lost", entries(4, lost=2), entries(4, lost=3)),
    ],
)
def test_criterion_decides(criterion, better, worse):
    rows = rank(
        {"a": collect([("a", one) for one in worse]).get("a", Collected())}
        | collect([("b", one) for one in better]),
        chain=[criterion, "lot"],
    )
    assert [(row.key, row.behind_by) for row in rows] == [("b", None), ("a", criterion)]


def test_a_low_score_is_better_where_it_wins():
    rows = rank(collect([("a", Entry(Decimal(1), score=9)), ("b", Entry(Decimal(1), score=8))]),
                chain=["score"], higher_wins=False)  # fmt: skip
    assert order(rows) == "1b 2a"


MEETINGS = [table(a=1, b=1), table(a=1, c=3), table(a=1, d=0), table(a=1, b=7)]


@pytest.mark.parametrize(
    ("criterion", "value"),
    [("opponents", 19), ("opponents-mean", Decimal("4.75")), ("opponents-median", 11)],
)
def test_strength_of_opponents_counts_every_meeting(criterion, value):
    """Player a met b, who has 8, twice, c with 3 and d with 0."""
    [row] = [row for row in ranked(*MEETINGS, chain=[criterion]) if row.key == "a"]
    assert row.values[criterion] == (value,)


def test_partners_are_no_opponents():
    pairs = [Seated(key, Decimal(n), side=n) for key, n in [("a", 0), ("b", 1), ("c", 0), ("d", 1)]]
    row = next(row for row in ranked(pairs, chain=["opponents"]) if row.key == "a")
    assert row.values["opponents"] == (2,)


def test_means_are_compared_as_they_are_shown():
    met = [table(a=0, x=1), table(a=0, y=0), table(a=0, z=0)]
    [row] = [row for row in ranked(*met, chain=["opponents-mean"]) if row.key == "a"]
    assert row.values["opponents-mean"] == (Decimal("0.333"),)


def test_worst_matches_are_dropped_before_ranking():
    met = [table(a=4, b=3), table(a=0, b=2)]
    assert order(ranked(*met, counting=Counting(drop_worst=1))) == "1a 2b"


def test_too_few_matches_put_a_player_behind_all_without_a_rank():
    rows = ranked(table(a=9, b=3), table(b=2, c=1), table(b=0, c=0), counting=Counting(0, 2))
    assert [(row.key, row.rank) for row in rows] == [("b", 1), ("c", 2), ("a", None)]
    assert rows[-1].behind_by == "attendance"


def test_penalties_count():
    collected = collected_of([table(a=3, b=2)])
    collected["a"] = collected["a"].add(Penalty(Decimal(2), "left early"))
    assert order(rank(collected)) == "1b 2a"


def test_an_unknown_criterion_is_an_error():
    with pytest.raises(LookupError):
        ranked(table(a=1), chain=["charm"])


@pytest.mark.parametrize(
    ("chain", "faults"),
    [
        (["points", "direct", "wins", "lot"], []),
        (["points", "charm"], [(1, "unknown")]),
        (["points", "wins", "points"], [(2, "twice")]),
        (["points", "lot", "wins"], [(2, "after-lot")]),
    ],
)
def test_a_chain_has_faults_where_it_cannot_mean_anything(chain, faults):
    assert chain_faults(chain) == faults


def test_lot_is_the_one_anybody_can_draw_again():
    assert lot("2026", "alice") == 6303297617128220606


def test_lots_of_others_do_not_move_mine():
    two = ranked(table(a=1, b=1), chain=["lot"], seed="s")
    three = ranked(table(a=1, b=1, c=1), chain=["lot"], seed="s")
    assert [row.key for row in three if row.key != "c"] == [row.key for row in two]


def of_chain(*chain):
    """Return the order of a and b, who are tied, and c before them."""
    return Order.of(collected_of([table(a=1, b=1, c=2)]), chain=chain)


@pytest.mark.parametrize(
    ("chain", "each_other"),
    [
        (["points"], False),
        (["points", "direct"], True),
        (["points", "direct", "lot"], True),
        (["points", "direct", "opponents"], False),
    ],
)
def test_direct_comparison_alone_asks_only_each_other(chain, each_other):
    assert of_chain(*chain).asks_each_other is each_other


@pytest.mark.parametrize(
    ("chain", "wanted", "asked"),
    [
        (["points"], "abc", []),
        (["points", "direct"], "abc", ["a", "b"]),
        (["points", "direct"], "b", ["a", "b"]),
        (["points", "direct"], "c", []),
        (["points", "opponents"], "abc", ["c", "a", "b"]),
        (["points", "opponents"], "c", ["c"]),
    ],
)
def test_only_those_are_asked_whose_rows_are_wanted_or_tied_with_them(chain, wanted, asked):
    assert of_chain(*chain).asked(wanted) == asked


@st.composite
def seasons(draw):
    """Return tables of a few players with small points, so that there are many ties."""
    seats = st.builds(
        Seated, st.sampled_from("abcdefg"), st.integers(0, 2).map(Decimal), st.integers(0, 2)
    )
    return draw(st.lists(st.lists(seats, min_size=2, max_size=4), max_size=6))


CHAINS = st.lists(st.sampled_from(sorted(set(CRITERIA) - {"lot"})), unique=True)
COUNTINGS = st.builds(Counting, st.integers(0, 2), st.integers(0, 2))


@pytest.mark.further
@given(seasons(), CHAINS, COUNTINGS, st.randoms(use_true_random=False))
def test_the_order_of_input_does_not_matter(tables, chain, counting, random):
    rows = ranked(*tables, chain=chain, counting=counting)
    shuffled = [random.sample(one, len(one)) for one in random.sample(tables, len(tables))]
    assert ranked(*shuffled, chain=chain, counting=counting) == rows


@pytest.mark.further
@given(seasons(), CHAINS, COUNTINGS)
def test_everybody_has_one_row_and_ranks_only_grow(tables, chain, counting):
    rows = ranked(*tables, chain=chain, counting=counting)
    assert sorted(row.key for row in rows) == sorted({s.key for one in tables for s in one})
    for position, (row, following) in enumerate(pairwise(rows), 2):
        if following.rank is not None:
            assert following.rank == (position if following.behind_by else row.rank)


@pytest.mark.further
@given(seasons(), CHAINS)
def test_who_is_behind_has_the_worse_value_in_what_decided(tables, chain):
    rows = ranked(*tables, chain=chain)
    for row, following in pairwise(rows):
        if following.behind_by not in {None, "games-lost"}:
            assert row.values[following.behind_by] > following.values[following.behind_by]


@pytest.mark.further
@given(seasons(), CHAINS, COUNTINGS)
def test_a_lot_leaves_nobody_tied(tables, chain, counting):
    rows = ranked(*tables, chain=[*chain, "lot"], counting=counting, seed="s")
    assert all(row.behind_by for row in rows[1:])


@pytest.mark.further
@given(seasons(), CHAINS)
def test_a_longer_chain_only_splits_ties(tables, chain):
    whole = {row.key: row.rank for row in ranked(*tables, chain=[*chain, "lot"], seed="s")}
    for row in ranked(*tables, chain=chain):
        assert row.rank <= whole[row.key]
