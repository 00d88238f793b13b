"""Standings add up: kept bit by bit they are what all entries give at once."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.points import Outcome, Round
from league.logic.standings import (
    NOTHING,
    Collected,
    Counting,
    Entry,
    Handicap,
    Line,
    Penalty,
    Summary,
    amend,
    collect,
    entries_of,
    summarise,
    tally,
)

POINTS = st.decimals(-999, 999, places=3)
ENTRIES = st.builds(
    Entry,
    points=POINTS,
    score=st.integers(-99, 99),
    place=st.integers(1, 4),
    won=st.integers(0, 3),
    lost=st.integers(0, 3),
)
BESIDES = st.builds(Penalty, points=POINTS, reason=st.just("late")) | st.builds(
    Handicap, points=POINTS
)
NAMES = st.sampled_from("abc")

LINES = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.builds(
            Line.of_seat,
            points=st.decimals(-999, 999, places=3),
            score=st.integers(-999, 999),
            place=st.integers(1, 4),
        ),
    )
)


def test_line_of_the_first_place_is_a_win():
    assert Line.of_seat(points=Decimal(4), score=9, place=1).wins == 1


def test_line_of_another_place_is_no_win():
    assert Line.of_seat(points=Decimal(4), score=9, place=2).wins == 0


def test_tally_adds_what_belongs_together():
    one, two = Line(Decimal(1), 2, 3, 1), Line(Decimal("0.5"), -4, 1, 0)
    assert tally([("bob", one), ("dora", two), ("bob", two)]) == {
        "bob": Line(Decimal("1.5"), -2, 4, 1),
        "dora": two,
    }


@pytest.mark.further
@given(LINES, st.randoms(use_true_random=False))
def test_tally_does_not_depend_on_the_order(lines, random):
    shuffled = random.sample(lines, len(lines))
    assert tally(shuffled) == tally(lines)


def test_entries_are_what_each_seat_adds():
    match = Outcome(
        totals=(24, -48, 0),
        places=(1, 3, 2),
        rounds=(Round(0, won=True), Round(1)),
        forfeits=frozenset({0}),
    )
    assert entries_of("sum", match) == [
        Entry(Decimal(-48), score=24, place=3, won=1),
        Entry(Decimal(-48), score=-48, place=2, lost=1),
        Entry(Decimal(0), score=0, place=1),
    ]


def of(*points, penalty=0):
    entries = [("bob", Entry(Decimal(number))) for number in points]
    return collect([*entries, ("bob", Penalty(Decimal(penalty), "late"))])["bob"]


def test_points_are_the_sum_of_all_matches():
    assert of(3, 1, 4).points() == 8


def test_penalties_are_taken_from_the_points():
    assert of(3, 1, 4, penalty=2).points() == 6


def test_penalties_are_no_match():
    assert of(penalty=2).matches == 0


def test_the_worst_matches_are_dropped():
    assert of(3, 1, 4, -5).points(Counting(drop_worst=2)) == 7


def test_dropped_matches_are_shown_and_still_played():
    four = of(3, 1, 4, -5)
    assert (four.dropped(Counting(drop_worst=2)), four.matches) == ((-5, 1), 4)


def test_one_match_always_counts():
    assert of(-3).points(Counting(drop_worst=2)) == -3


def test_penalties_are_never_dropped():
    assert of(3, 1, penalty=2).points(Counting(drop_worst=1)) == 1


def test_handicaps_add_points_are_never_dropped_and_no_match():
    own = collect([("bob", Handicap(Decimal(5))), ("bob", Entry(Decimal(3)))])["bob"]
    assert (own.points(), own.matches) == (8, 1)
    assert own.add(Entry(Decimal(1))).points(Counting(drop_worst=1)) == 8


@pytest.mark.parametrize(("least", "ranked"), [(2, True), (3, False)])
def test_too_few_matches_give_no_rank(least, ranked):
    assert of(3, 1).is_ranked(Counting(least_matches=least)) is ranked


def test_places_are_counted():
    collected = collect([("bob", Entry(Decimal(1), place=place)) for place in (2, 1, 2)])["bob"]
    assert [collected.at_place(place) for place in (1, 2, 3)] == [1, 2, 0]


def test_best_of_nothing_is_nothing():
    assert (of(3, 9, 4).best, NOTHING.best) == (9, None)


def test_entries_that_were_never_added_cannot_be_removed():
    with pytest.raises(LookupError):
        of(3, 1).remove(Entry(Decimal(2)))


@pytest.mark.further
@given(st.lists(st.tuples(NAMES, ENTRIES | BESIDES)), st.data())
def test_keeping_bit_by_bit_is_collecting_at_once(steps, data):
    """Results and penalties come, and every one may be corrected or taken back later."""
    kept, in_force = {}, []
    for step in steps:
        removed, added = [], [step]
        if in_force and data.draw(st.booleans()):
            old = in_force.pop(data.draw(st.integers(0, len(in_force) - 1)))
            removed = [old]
            added = data.draw(st.sampled_from([[], [(old[0], step[1])]]))
        kept |= amend(kept, added=added, removed=removed)
        in_force += added
        assert {key: one for key, one in kept.items() if one != NOTHING} == {
            key: one for key, one in collect(in_force).items() if one != NOTHING
        }


@pytest.mark.further
@given(st.lists(ENTRIES | BESIDES), st.lists(ENTRIES | BESIDES), st.booleans())
def test_a_summary_kept_bit_by_bit_is_what_all_gives_at_once(stays, goes, keeps_results):
    kept = Summary(keeps_results=keeps_results)
    for change in [*goes, *stays]:
        kept = kept.add(change)
    for change in goes:
        kept = kept.remove(change)
    at_once = summarise([("bob", change) for change in stays], keeps_results=keeps_results)
    assert kept == at_once.get("bob", Summary(keeps_results=keeps_results))


def test_a_summary_counts_places_as_far_as_the_worst():
    third = Summary().add(Entry(Decimal(1), place=3))
    both = third.add(Entry(Decimal(4), place=1))
    assert (third.counts, both.counts) == ((0, 0, 1), (1, 0, 1))
    assert both.remove(Entry(Decimal(1), place=3)).counts == (1,)


@pytest.mark.further
@pytest.mark.parametrize(
    "counting", [Counting(), Counting(drop_worst=1), Counting(least_matches=3)]
)
@given(st.lists(ENTRIES | BESIDES))
def test_a_summary_says_what_all_results_say(counting, changes):
    [whole] = collect(
        [("bob", Penalty(Decimal(0), "none")), *(("bob", one) for one in changes)]
    ).values()
    kept = Summary(keeps_results=True)
    for change in changes:
        kept = kept.add(change)
    assert (kept.points(counting), kept.is_ranked(counting)) == (
        whole.points(counting),
        whole.is_ranked(counting),
    )
    assert (kept.matches, kept.best, kept.worst_place) == (
        whole.matches,
        whole.best,
        whole.worst_place,
    )
    assert [kept.at_place(n) for n in range(6)] == [whole.at_place(n) for n in range(6)]


@pytest.mark.further
@given(st.lists(st.tuples(NAMES, ENTRIES)))
def test_collecting_everything_is_the_tally_of_lines(entries):
    lines = [
        (key, Line.of_seat(points=entry.points, score=entry.score, place=entry.place))
        for key, entry in entries
    ]
    collected = collect(entries)
    assert {key: one.line() for key, one in collected.items()} == tally(lines)


@given(st.lists(ENTRIES), ENTRIES, st.integers(0, 3))
def test_a_better_match_never_makes_points_fewer(entries, entry, drop_worst):
    counting = Counting(drop_worst=drop_worst)
    better = Entry(entry.points + 1)
    others = Collected()
    for one in entries:
        others = others.add(one)
    assert others.add(entry).points(counting) <= others.add(better).points(counting)


def test_places_follow_the_points_of_a_games_own_scoring():
    """The declarer of a lost game has fewer points by Seeger–Fabian than his scores say."""
    rounds = (Round(0, won=True), Round(1, won=False), Round(1, won=False))
    outcome = Outcome(totals=(48, 60, 0), places=(2, 1, 3), rounds=rounds)
    found = entries_of("seeger-fabian", outcome)
    ranked = sorted(found, key=lambda entry: -entry.points)
    assert [entry.place for entry in ranked] == [1, 2, 3]
    assert found[1].place != 1
    assert [entry.place for entry in entries_of("sum", outcome)] == [2, 1, 3]
