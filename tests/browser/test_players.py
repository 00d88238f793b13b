"""The pages of players, of a season's course and of games fit every screen."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

import games
from league.models import Match, Player, RatingPool, Result
from league.services.results import results
from league.services.seasons import game_ratings
from tests.league.factories import NOW, MatchFactory, ResultFactory, RoundFactory, SessionFactory

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


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
        "rating": f"/players/{players[0].code}/rating/",
        "opponents": f"/players/{players[0].code}/opponents/",
        "me": "/me/",
        "season": f"/seasons/{session.event.season.code}/",
        "season-course": f"/seasons/{session.event.season.code}/course/",
        "fair-deals": "/fair-deals/",
    }


def test_every_page_fits_every_screen(open_page, log_in, addresses, too_wide):
    page = log_in(open_page(), "bob")
    assert too_wide(page, addresses, is_unfolded=True) == []


@pytest.mark.parametrize(("name", "title"), [("player", "rating-title"), ("season", "race")])
def test_chart_comes_once_somebody_gets_there(open_page, addresses, picture, name, title):
    page = open_page()
    page.goto(addresses[name])
    part = page.locator(f"section[aria-labelledby={title}]")
    link = part.get_by_role("heading").get_by_role("link")
    link.focus()
    expect(part.locator("polyline").first).to_be_visible()
    expect(link).to_be_focused()
    expect(part.locator("[hx-trigger=revealed]")).to_have_count(0)
    picture(page, f"{name}-with-its-chart")


def test_rating_in_another_game_keeps_the_focus(open_page, addresses):
    player = Player.objects.get(code=addresses["player"].split("/")[2])
    skat = RatingPool.objects.create(game="skat")
    player.game_ratings.create(pool=skat, mu=30, sigma=4, ordinal=18)
    page = open_page()
    page.goto(addresses["rating"])
    tab = page.get_by_role("link", name="Skat")
    tab.focus()
    page.keyboard.press("Enter")
    expect(tab).to_have_attribute("aria-current", "true")
    expect(tab).to_be_focused()
