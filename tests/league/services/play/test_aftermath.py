"""What a match has done to ratings."""

import pytest

from league.logic.ratings import NEW
from league.models import GameRating
from league.services.play import aftermath, tables
from league.services.seasons import game_ratings
from tests.league.services.play import acts

pytestmark = pytest.mark.slow


@pytest.fixture
def match(event, bob, now):
    def play():
        table = tables.open_table(event=event, by=bob, bots=["greedy"] * 3, now=now)
        return acts.play_out(table, [bob], now).match

    return play


def test_ratings_move_from_what_they_were_before(match, bob):
    moved = []
    for _ in range(2):
        found = match()
        assert aftermath.is_waiting(found)
        game_ratings.rate_waiting()
        assert not aftermath.is_waiting(found)
        moved += [move for move in aftermath.rating_moves(found) if move.player == bob.player.pk]
    first, second = moved
    assert (first.before, second.before) == (NEW.mu, first.after)
    assert second.after == GameRating.objects.get(player=bob.player).mu


def test_a_match_that_is_not_rated_yet_has_moved_nothing(match):
    assert aftermath.rating_moves(match()) == []
