"""Leagues keep their promise, place everybody once, and keep sizes where that is possible."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.leagues import Division, Finish, Reason, next_season

GONE = {Reason.RELEGATED, Reason.DISPLACED}


def division(names, *, up=0, down=0):
    """Return a division that ended in the order of its letters; those in brackets share a rank."""
    finishes, rank, is_tied = [], 1, False
    for letter in names:
        if letter.isalpha():
            finishes.append(Finish(letter, rank if is_tied else len(finishes) + 1))
        else:
            rank, is_tied = len(finishes) + 1, letter == "("
    return Division(finishes, up=up, down=down)


def told(divisions):
    return [" ".join(f"{move.key}:{move.reason}" for move in moves) for moves in divisions]


def names(divisions):
    return ["".join(move.key for move in moves) for moves in divisions]


TWO = [division("abcd", down=1), division("efgh", up=1)]


def test_the_best_go_up_and_the_last_go_down():
    assert told(next_season(TWO, sizes=[4, 4])) == [
        "a:stays b:stays c:stays e:promoted",
        "d:relegated f:stays g:stays h:stays",
    ]


def test_a_gap_spares_the_best_of_those_who_would_go_down():
    after = next_season([division("abcd", down=2), TWO[1]], sizes=[4, 4], withdrawn={"a"})
    assert told(after)[0] == "b:stays c:spared d:spared e:promoted"


def test_a_larger_gap_raises_the_next_best():
    after = next_season(TWO, sizes=[4, 4], withdrawn={"a", "b"})
    assert told(after) == ["c:stays d:spared e:promoted f:raised", "g:stays h:stays"]


def test_the_promise_displaces_those_who_would_stay():
    after = next_season([TWO[0], division("efgh", up=3)], sizes=[4, 4])
    assert told(after)[1] == "b:displaced c:displaced d:relegated h:stays"


def test_the_promise_comes_before_the_size():
    assert names(next_season([division("ab"), division("efgh", up=4)], sizes=[2, 4])) == [
        "efgh",
        "ab",
    ]


def test_more_spots_than_players_promote_all():
    assert names(next_season([division("ab", down=5), division("e", up=3)], sizes=[2, 2])) == [
        "ae",
        "b",
    ]


def test_the_spot_of_who_leaves_passes_on():
    assert names(next_season(TWO, sizes=[4, 4], withdrawn={"e"}))[0] == "abcf"


def test_the_lowest_division_sends_nobody_down():
    assert names(next_season([division("abcd", down=2)], sizes=[4])) == ["abcd"]


def test_the_highest_division_sends_nobody_up():
    assert names(next_season([division("abcd", up=2)], sizes=[4])) == ["abcd"]


def test_newcomers_begin_in_the_last_division():
    assert told(next_season(TWO, sizes=[4, 4], entrants=["x"]))[1].endswith("x:new")


def test_a_new_division_takes_those_for_whom_there_is_no_room():
    after = next_season([division("abcdef", down=1)], sizes=[3, 4], entrants=["x"])
    assert told(after) == [
        "a:stays b:stays c:stays",
        "d:displaced e:displaced f:relegated x:new",
    ]


def test_newcomers_fill_gaps_before_a_new_division():
    assert names(next_season([division("ab")], sizes=[3, 3], entrants=["x", "y"])) == ["abx", "y"]


def test_a_division_that_is_no_longer_played_goes_up_as_a_whole():
    after = next_season([*TWO, division("ijk", up=1)], sizes=[4, 4])
    assert told(after)[1] == "d:relegated f:stays g:stays h:stays i:promoted j:merged k:merged"


def test_who_has_no_rank_is_behind_all_others():
    ended = Division([Finish("a", None), Finish("b", 1)], down=1)
    assert told(next_season([ended, division("e", up=1)], sizes=[2, 2])) == [
        "b:stays e:promoted",
        "a:relegated",
    ]


def test_a_tie_that_decides_is_broken_by_lot_and_said_so():
    [above, below] = next_season([TWO[0], division("(ef)g", up=1)], sizes=[4, 3], seed="s")
    assert {move.key for move in (*above, *below) if move.by_lot} == {"e", "f"}


def test_a_tie_that_decides_nothing_is_not_said_to_be_broken():
    moves = next_season([TWO[0], division("e(fg)", up=1)], sizes=[4, 3])
    assert not any(move.by_lot for division in moves for move in division)


def test_other_seeds_give_other_lots():
    ended = [TWO[0], division("(efgh)", up=1)]
    above = {names(next_season(ended, sizes=[4, 4], seed=str(n)))[0] for n in range(30)}
    assert above == {"abce", "abcf", "abcg", "abch"}


@pytest.mark.parametrize(
    ("divisions", "sizes"), [([division("ab"), division("bc")], [2, 2]), ([division("ab")], [])]
)
def test_a_league_that_cannot_be_is_an_error(divisions, sizes):
    with pytest.raises(ValueError, match=r"named twice|has a division"):
        next_season(divisions, sizes=sizes)


@st.composite
def leagues(draw):
    """Return divisions of any size with ties and any spots, who leaves, who comes, and sizes."""
    divisions, key = [], 0
    for _ in range(draw(st.integers(1, 4))):
        ranks = draw(st.lists(st.integers(1, 5) | st.none(), max_size=6))
        finishes = [Finish(key + number, rank) for number, rank in enumerate(ranks)]
        key += len(ranks)
        up, down = draw(st.tuples(st.integers(0, 4), st.integers(0, 4)))
        divisions.append(Division(finishes, up=up, down=down))
    withdrawn = draw(st.frozensets(st.integers(0, max(0, key - 1)), max_size=5))
    sizes = draw(st.lists(st.integers(1, 7), min_size=1, max_size=5))
    entrants = [key + number for number in range(draw(st.integers(0, 3)))]
    return divisions, sizes, withdrawn, entrants


def play(league, **more):
    divisions, sizes, withdrawn, entrants = league
    return next_season(divisions, sizes=sizes, withdrawn=withdrawn, entrants=entrants, **more)


def placed(after):
    return {move.key: move for moves in after for move in moves}


def going_on(league):
    """Yield for each division who goes on, with a number for the rank."""
    for division_ in league[0]:
        yield [(f.key, f.rank or 99) for f in division_.finishes if f.key not in league[2]]


@pytest.mark.further
@given(leagues())
def test_everybody_is_placed_exactly_once(league):
    keys = [key for rows in going_on(league) for key, _rank in rows] + league[3]
    assert Counter(move.key for moves in play(league) for move in moves) == Counter(keys)


@pytest.mark.further
@given(leagues())
def test_moves_say_where_they_come_from_and_go_to(league):
    before = {key: n for n, rows in enumerate(going_on(league)) for key, _rank in rows}
    for number, moves in enumerate(play(league)):
        for move in moves:
            assert (move.before, move.after) == (before.get(move.key), number)


@pytest.mark.further
@given(leagues())
def test_who_was_promised_promotion_plays_strictly_higher(league):
    after = placed(play(league))
    for number, rows in enumerate(going_on(league)):
        for key, rank in rows if number else ():
            if sum(other <= rank for _key, other in rows) <= league[0][number].up:
                assert after[key].after < number
                assert after[key].reason == Reason.PROMOTED


@pytest.mark.further
@given(leagues())
def test_as_many_go_up_as_were_promised(league):
    after = placed(play(league))
    for number, rows in enumerate(going_on(league)):
        promoted = [key for key, _rank in rows if after[key].reason == Reason.PROMOTED]
        assert len(promoted) == (min(len(rows), league[0][number].up) if number else 0)


@pytest.mark.further
@given(leagues())
def test_nobody_is_placed_below_whom_he_has_beaten(league):
    after = placed(play(league))
    for rows in going_on(league):
        for key, rank in rows:
            for other, behind in rows:
                assert rank >= behind or after[key].after <= after[other].after


@given(leagues())
def test_reasons_say_which_way(league):
    last = len(league[1]) - 1
    for move in placed(play(league)).values():
        if move.reason in GONE:
            assert move.after == move.before + 1
        elif move.reason in {Reason.STAYS, Reason.SPARED}:
            assert move.after == move.before
        elif move.reason in {Reason.PROMOTED, Reason.RAISED}:
            assert move.after == min(move.before - 1, last)
        elif move.reason == Reason.MERGED:
            assert move.before > last == move.after


@pytest.mark.further
@given(leagues())
def test_a_division_is_too_full_only_by_promise(league):
    """The last one takes all; who came from above or by promotion cannot be sent on."""
    after = play(league)
    for size, moves in zip(league[1][:-1], after[:-1], strict=True):
        if len(moves) > size:
            assert {move.reason for move in moves} <= {Reason.PROMOTED, *GONE}


@pytest.mark.further
@given(leagues())
def test_a_division_has_gaps_only_if_nobody_can_fill_them(league):
    after = play(league)
    for number, (size, moves) in enumerate(zip(league[1][:-1], after[:-1], strict=True)):
        if len(moves) < size:
            assert not [move for move in after[number + 1] if move.reason in GONE]
            assert not [move for move in after[number + 1] if move.before == number + 1]


@pytest.mark.further
@given(leagues(), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(league, random):
    shuffled = [
        Division(random.sample(list(one.finishes), len(one.finishes)), up=one.up, down=one.down)
        for one in league[0]
    ]
    assert play((shuffled, *league[1:]), seed="s") == play(league, seed="s")


@given(st.lists(st.integers(4, 8), min_size=1, max_size=4), st.integers(0, 2))
def test_sizes_that_fit_are_kept_and_spots_are_as_said(sizes, spots):
    divisions = [
        Division([Finish(100 * n + k, k) for k in range(1, size + 1)], up=spots, down=spots)
        for n, size in enumerate(sizes)
    ]
    after = next_season(divisions, sizes=sizes)
    assert [len(moves) for moves in after] == sizes
    moved = Counter(move.reason for moves in after for move in moves)
    assert moved[Reason.PROMOTED] == moved[Reason.RELEGATED] == spots * (len(sizes) - 1)
    assert moved.keys() <= {Reason.PROMOTED, Reason.RELEGATED, Reason.STAYS}
