"""What was special in a season, seat by seat."""

from decimal import Decimal

import pytest

from league.logic import feats
from league.logic.feats import Sat

ADA, BEN, CLEO, DAN = 1, 2, 3, 4


def table(match, scores, *, session=1, sides=(), given_up=False, bots=()):
    """Return the seats of a match with these scores by player; the highest wins."""
    ranked = sorted(scores.values(), reverse=True)
    return [
        Sat(
            match=match,
            session=session,
            player=player,
            side=sides[number] if sides else number,
            score=score,
            place=ranked.index(score) + 1,
            points=Decimal(score),
            is_given_up=given_up,
            counts=player not in bots,
        )
        for number, (player, score) in enumerate(scores.items())
    ]


def told(found):
    return [(int(feat.value), feat.players) for feat in found]


@pytest.fixture
def two_matches():
    return [
        *table(1, {ADA: 30, BEN: 20, CLEO: -5}),
        *table(2, {ADA: 10, BEN: 70, CLEO: 69}, session=2),
    ]


def test_highest_and_lowest_score_are_of_one_match(two_matches):
    assert told(feats.highest_scores(two_matches)) == [(70, (BEN,))]
    assert told(feats.lowest_scores(two_matches)) == [(-5, (CLEO,))]
    assert feats.highest_scores(two_matches)[0].session == 2


def test_wins_are_as_clear_as_the_second_is_behind(two_matches):
    assert told(feats.clearest_wins(two_matches)) == [(10, (ADA,))]
    assert told(feats.narrowest_wins(two_matches)) == [(1, (BEN,))]


def test_who_shares_a_record_is_told_in_the_order_of_play():
    seats = [*table(1, {BEN: 9, CLEO: 1}), *table(2, {ADA: 9, CLEO: 3})]
    assert told(feats.highest_scores(seats)) == [(9, (BEN,)), (9, (ADA,))]


def test_partners_win_together_and_are_not_behind_each_other():
    seats = table(1, {ADA: 12, BEN: 7, CLEO: 12, DAN: 7}, sides=(0, 1, 0, 1))
    assert told(feats.narrowest_wins(seats)) == [(5, (ADA, CLEO))]


@pytest.mark.parametrize("scores", [{ADA: 9, BEN: 9}, {ADA: 9, BEN: 9, CLEO: 1}])
def test_a_draw_is_nobodys_win(scores):
    assert feats.clearest_wins(table(1, scores)) == []


def test_a_win_that_the_score_does_not_tell_is_no_narrow_one():
    seats = table(1, {ADA: 9, BEN: 8})
    level = [*seats[:1], Sat(1, 1, BEN, 1, 9, 2, Decimal(9))]
    assert feats.narrowest_wins(level) == []


def test_given_up_matches_have_no_scores_worth_telling(two_matches):
    seats = [*two_matches, *table(3, {ADA: 999, BEN: -999}, given_up=True)]
    for look in (feats.highest_scores, feats.lowest_scores, feats.clearest_wins):
        assert look(seats) == look(two_matches)


def test_a_given_up_match_counts_in_a_streak():
    seats = [*table(1, {ADA: 2, BEN: 1}), *table(2, {ADA: 2, BEN: 1}, given_up=True)]
    assert told(feats.longest_streaks(seats)) == [(2, (ADA,))]


def test_a_streak_ends_with_the_first_match_that_is_not_won():
    won = [table(number, {ADA: 2, BEN: 1}) for number in range(3)]
    lost = table(9, {ADA: 1, BEN: 2})
    seats = [seat for table in (*won, lost, *won[:2]) for seat in table]
    assert told(feats.longest_streaks(seats)) == [(3, (ADA,))]


def test_a_match_without_somebody_does_not_end_a_streak():
    seats = [
        *table(1, {ADA: 2, BEN: 1}),
        *table(2, {BEN: 2, CLEO: 1}),
        *table(3, {ADA: 2, CLEO: 1}),
    ]
    assert told(feats.longest_streaks(seats)) == [(2, (ADA,))]


def test_one_win_is_no_streak():
    assert feats.longest_streaks(table(1, {ADA: 2, BEN: 1})) == []


def test_points_of_a_session_are_of_all_its_tables():
    seats = [
        *table(1, {ADA: 5, BEN: 8}),
        *table(2, {ADA: 4, CLEO: 1}),
        *table(3, {BEN: 7}, session=2),
    ]
    assert told(feats.best_in_session(seats)) == [(9, (ADA,))]


def test_the_most_faithful_was_there_most_often():
    seats = [
        *table(1, {ADA: 5, BEN: 8}),
        *table(2, {ADA: 4, BEN: 1}),
        *table(3, {BEN: 4, CLEO: 1}, session=2),
    ]
    assert told(feats.most_sessions(seats)) == [(2, (BEN,))]


@pytest.mark.parametrize(
    "look",
    [
        feats.highest_scores,
        feats.clearest_wins,
        feats.best_in_session,
        feats.longest_streaks,
    ],
)
def test_who_does_not_count_holds_no_record(look):
    people = [*table(1, {ADA: 6, BEN: 1}), *table(2, {ADA: 6, BEN: 1})]
    bots = [*table(3, {DAN: 900, CLEO: 0}, bots={DAN}), *table(4, {DAN: 900, CLEO: 0}, bots={DAN})]
    assert {feat.players for feat in look([*people, *bots])} == {(ADA,)}


def test_nobody_has_done_anything_before_the_first_match():
    looks = (feats.highest_scores, feats.narrowest_wins, feats.longest_streaks, feats.most_sessions)
    assert [look([]) for look in looks] == [[]] * 4
