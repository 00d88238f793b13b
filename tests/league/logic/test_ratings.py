"""Ratings move as Plackett–Luce says: towards who won, and more while they are uncertain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.ratings import NEW, Skill, chances, places_of, rate, side_scores

SKILLS = st.builds(Skill, mu=st.floats(0, 50), sigma=st.floats(1, 9))


def test_winner_rises_and_loser_falls():
    winner, loser = rate([NEW, NEW], sides=(0, 1), places=(1, 2))
    assert winner.mu > NEW.mu > loser.mu


def test_a_contest_makes_ratings_surer():
    assert all(
        skill.sigma < NEW.sigma for skill in rate([NEW] * 3, sides=(0, 1, 2), places=(1, 2, 3))
    )


def test_who_ties_moves_alike():
    one, other, _last = rate([NEW] * 3, sides=(0, 1, 2), places=(1, 1, 3))
    assert one == other


def test_partners_move_together():
    one, _, partner, _ = rate([NEW] * 4, sides=(0, 1, 0, 1), places=(1, 3, 1, 3))
    assert one == partner
    assert one.mu > NEW.mu


def test_an_upset_moves_more_than_what_was_expected():
    strong, weak = Skill(35, 3), Skill(15, 3)
    upset = rate([strong, weak], sides=(0, 1), places=(2, 1))[1].mu - weak.mu
    expected = rate([strong, weak], sides=(0, 1), places=(1, 2))[0].mu - strong.mu
    assert upset > 5 * expected


def test_ordinal_is_three_deviations_below():
    assert Skill(30, 2).ordinal == pytest.approx(24)


def test_interval_holds_the_middle_95_percent():
    skill = Skill(30, 1)
    assert (skill.low, skill.high) == pytest.approx((28.04, 31.96))


@given(st.permutations(range(4)), st.lists(SKILLS, min_size=4, max_size=4))
def test_the_order_of_players_does_not_matter(order, skills):
    places = [1, 2, 2, 4]
    plain = rate(skills, sides=(0, 1, 2, 3), places=places)
    turned = rate([skills[i] for i in order], sides=(0, 1, 2, 3), places=[places[i] for i in order])
    for position, i in enumerate(order):
        assert turned[position].mu == pytest.approx(plain[i].mu)
        assert turned[position].sigma == pytest.approx(plain[i].sigma)


def test_equal_players_have_equal_chances():
    assert chances([NEW] * 4, sides=(0, 1, 0, 1)) == pytest.approx([0.5, 0.5])


def test_the_stronger_has_the_better_chance():
    strong, weak = chances([Skill(30, 2), Skill(20, 2)], sides=(0, 1))
    assert strong > 0.9
    assert strong + weak == pytest.approx(1)


@pytest.mark.parametrize(("higher_wins", "places"), [(True, [2, 1, 2, 4]), (False, [2, 4, 2, 1])])
def test_ties_share_the_better_place(higher_wins, places):
    assert places_of([5, 9, 5, 1], higher_wins=higher_wins) == places


def test_a_side_scores_what_its_players_score():
    assert side_scores([1, 2, 3, 4], (0, 1, 0, 1)) == [4, 6, 4, 6]
