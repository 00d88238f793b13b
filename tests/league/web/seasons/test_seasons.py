"""The course of a season as a chart: a page, and what the season's page puts in its place."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.urls import reverse

from league.models import Match
from tests.league.factories import NOW, MatchFactory, PlayerFactory, SessionFactory
from tests.league.ladders import make_ladder


def show(client, name, season, **options):
    return client.get(reverse(f"web:{name}", args=[season.code]), **options).content.decode()


@pytest.fixture
def players(season):
    found = [PlayerFactory(name=name) for name in ("Ada", "Ben", "Cleo")]
    for player, gross in zip(found, (9, 7, 5), strict=True):
        player.standings.create(season=season, matches=2, points=gross, gross=gross)
    return found


@pytest.fixture
def play(event, players):
    """Return a function that has a session of one table played, without a result behind it."""

    def do(number, points):
        at = NOW + timedelta(days=number)
        session = SessionFactory(event=event, number=number, published_at=at)
        match = MatchFactory(session=session, players=players)
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINAL, version=1)
        for seat, won in zip(match.seats.order_by("number"), points, strict=True):
            seat.points = Decimal(won)
            seat.save()

    return do


@pytest.fixture
def played(play):
    play(1, (4, 5, 1))
    play(2, (5, 2, 4))


def lanes(html):
    """Return the rows of the list below the chart: a name, and the points after each session."""
    rows = re.findall(r'<tr><th scope="row"><svg.*?</svg> (.*?)</th>(.*?)</tr>', html)
    return {name: re.findall(r"<td[^>]*>(.*?)</td>", cells) for name, cells in rows}


@pytest.mark.usefixtures("played")
def test_course_has_a_line_and_points_for_everybody(client, season):
    html = show(client, "course", season)
    assert html.count("<polyline") == 3
    assert lanes(html) == {"Ada": ["4", "9"], "Ben": ["5", "7"], "Cleo": ["1", "5"]}
    assert reverse("web:season", args=[season.code]) in html


@pytest.mark.usefixtures("played")
def test_season_asks_for_its_course_once_it_is_looked_at(client, season):
    html = show(client, "season", season)
    address = reverse("web:course", args=[season.code])
    assert f'hx-get="{address}" hx-trigger="revealed"' in html
    assert f'href="{address}"' in html
    assert "<polyline" not in html
    part = show(client, "course", season, headers={"HX-Request": "true"})
    assert part.lstrip().startswith('<div class="panel race">')
    assert "<html" not in part
    assert lanes(part) == lanes(show(client, "course", season))


def test_before_the_second_session_it_says_when_it_comes(client, season, play):
    play(1, (4, 5, 1))
    html = show(client, "course", season)
    assert "once two sessions have results" in html
    assert "<polyline" not in html


def test_season_without_a_result_offers_no_course(client, season):
    assert reverse("web:course", args=[season.code]) not in show(client, "season", season)


def test_ladder_has_no_course(client, club):
    ladder = make_ladder(club)
    assert client.get(reverse("web:course", args=[ladder.code])).status_code == 404
