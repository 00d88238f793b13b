"""New seasons start as clubs play the game, unless somebody says otherwise."""

import pytest

import games
from league.services.seasons import seasons
from tests.league.factories import NOW

GAMES = list(games.all())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_a_game_says_is_usual_can_be_chosen(game):
    assert not game.usual_scoring or game.usual_scoring in game.scorings
    assert all(1 <= cycles <= seasons.MOST_CYCLES for cycles in game.series)
    assert len(set(game.series)) == len(game.series) > 0


def create(club, by, game, **values):
    return seasons.create_season(club=club, name="2027", game=game, by=by, now=NOW, **values)


def test_a_season_of_skat_has_series_of_48_and_counts_by_seeger_fabian(club, alice):
    season = create(club, alice, "skat")
    assert (season.cycles * 4, season.points_rule) == (48, "seeger-fabian")


def test_a_season_of_another_game_adds_scores_of_one_cycle(club, alice):
    season = create(club, alice, "briscola")
    assert (season.cycles, season.points_rule) == (1, "sum")


def test_what_somebody_says_comes_before_what_is_usual(club, alice):
    season = create(club, alice, "skat", cycles=6, points_rule="placing")
    assert (season.cycles, season.points_rule) == (6, "placing")


def test_on_a_ladder_everybody_deals_once(club, alice):
    season = create(club, alice, "skat", kind="ladder", table_size=3)
    assert (season.cycles, season.points_rule) == (1, "sum")
