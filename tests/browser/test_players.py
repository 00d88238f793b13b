"""The pages of players, of a season's course and of games fit every screen."""

from datetime import timedelta

import pytest

import games
from league.models import Match, Result
from league.services import game_ratings, results
from tests.league.factories import NOW, MatchFactory, ResultFactory, RoundFactory, SessionFactory

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def addresses(session, match):
    """The pages of Bob, who has played three sessions and plays a fourth, and of every game."""
    players = [seat.player for seat in match.seats.all()]
    for number in range(2, 5):
        at = NOW + timedelta(days=number)
        evening = SessionFactory(event=session.event, number=number, published_at=at)
        played = MatchFactory(session=evening, table_number=1, players=players)
        scores = [(7 * number + 11 * seat) % 30 for seat in range(4)]
        places = [sorted(scores, reverse=True).index(score) + 1 for score in scores]
        result = ResultFactory(match=played, totals=[4 * one for one in scores], places=places)
        for deal in range(4):
            RoundFactory(result=result, number=deal, dealer=deal, scores=scores)
        Result.objects.filter(pk=result.pk).update(entered_by=None)
        played.refresh_from_db()
        bob = players[0].account
        results.confirm(match=played, by=bob, expected_version=played.version, now=at)
    game_ratings.rate_slice(game=session.event.season.game)
    assert Match.objects.filter(status=Match.Status.FINAL).count() == 3
    pages = {f"game-{game.slug}": f"/games/{game.slug}/" for game in games.all()}
    return pages | {
        "player": f"/players/{players[0].code}/",
        "me": "/me/",
        "season-course": f"/seasons/{session.event.season.code}/",
        "fair-deals": "/fair-deals/",
    }


def test_every_page_fits_every_screen(open_page, log_in, addresses, too_wide):
    page = log_in(open_page(), "bob")
    assert too_wide(page, addresses, is_unfolded=True) == []
