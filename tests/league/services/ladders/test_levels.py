"""How strong built-in bots are, by the newest ladder of a game that knows."""

import pytest
from django.urls import reverse

from league.models import Rating, Season
from league.services.accounts import people
from league.services.ladders import levels
from league.web.base.bot_names import choices_of_bots
from tests.league.ladders import make_ladder, rate_player


def rated(ladder, **ratings):
    """Rate built-in bots on a ladder."""
    for name, mu in ratings.items():
        rate_player(ladder, people.builtin_bot(name=name))
        rows = Rating.objects.filter(season=ladder, player__builtin=name)
        rows.update(mu=mu, duplicates=9)


@pytest.fixture
def ladder(club):
    """A ladder on which three levels have been rated."""
    ladder = make_ladder(club, bots=2)
    rated(ladder, easy=21.04, hard=29.0, medium=25.0)
    return ladder


def mus(game):
    return {name: rating.mu for name, rating in levels.ratings_of(game).items()}


def test_levels_have_the_ratings_of_their_ladder(ladder):
    assert mus(ladder.game) == {"easy": 21.04, "medium": 25.0, "hard": 29.0}


def test_ratings_of_two_ladders_are_not_mixed(ladder, club):
    rated(make_ladder(club, bots=0), expert=31.0, easy=20.0)
    assert mus(ladder.game) == {"easy": 20.0, "expert": 31.0}


def test_who_has_not_played_there_has_no_rating_yet(ladder):
    Rating.objects.filter(player__builtin="hard").update(duplicates=0)
    assert "hard" not in mus(ladder.game)


def test_a_ladder_says_nothing_of_another_game(ladder):
    assert mus("skat") == {}


def test_a_draft_says_nothing(ladder):
    Season.objects.filter(pk=ladder.pk).update(status=Season.Status.DRAFT)
    assert mus(ladder.game) == {}


def test_levels_are_offered_with_their_ratings(ladder):
    offered = choices_of_bots(["easy", "expert"], levels.ratings_of(ladder.game))
    assert offered == [("easy", "Beginner (rating 21.0)"), ("expert", "Master")]


def test_the_page_of_a_game_leads_from_a_level_to_its_rating(client, ladder):
    page = client.get(reverse("web:game", args=[ladder.game])).content.decode()
    rating = Rating.objects.get(season=ladder, player__builtin="easy")
    link = reverse("web:ladder-player", args=[ladder.code, rating.player.code])
    assert f'<strong>Beginner</strong> · <a href="{link}">rating 21.0</a>' in page
    assert "<strong>Master</strong><br>" in page
