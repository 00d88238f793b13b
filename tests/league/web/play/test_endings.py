"""The page of an online table after its match: who won, ratings, the next table, what to share."""

from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

import games
from league.models import OnlineTable
from league.services.play import practice, rematches
from league.services.seasons import game_ratings
from tests.league.factories import NOW, MatchFactory
from tests.league.web.online import fresh, online_event, play, seat_people

pytestmark = pytest.mark.usefixtures("kept_positions")


@pytest.fixture
def over(club):
    """A table of Briscola whose match is over, and the two accounts at it."""
    table, people = seat_people(online_event(club, "briscola"), 2)
    table = play(table, people, 1000)
    assert table.status == OnlineTable.Status.OVER
    return table, people


def html(answer):
    return answer.content.decode()


def page_of(client, table):
    return html(client.get(reverse("web:table", args=[table.code])))


def part_of(client, table, known=""):
    end = reverse("web:table-end", args=[table.code])
    return client.get(f"{end}?known={known}", headers={"HX-Request": "true"})


@pytest.mark.further
def test_the_page_says_who_won_and_what_decided(client_of, over):
    table, people = over
    places = [seat.place for seat in table.match.seats.all()]
    page = page_of(client_of(people[0]), table)
    assert {1: "You won, ", 2: f"{people[1].player.name} won, "}[places[0]] in page
    assert " decided most: " in page


@pytest.mark.further
def test_ratings_come_a_moment_later(client_of, over):
    table, people = over
    client = client_of(people[0])
    before = part_of(client, table)
    assert "The new ratings appear here" in html(before)
    known = html(before).split("known=")[1].split('"')[0]
    assert part_of(client, table, known).status_code == 204
    game_ratings.rate_waiting()
    after = part_of(client, table, known)
    assert after.status_code == 200
    assert html(after).count("Rating 25.0 → ") == 2


@pytest.mark.further
def test_again_leads_to_the_next_table(client_of, over):
    table, people = over
    answer = client_of(people[0]).post(reverse("web:table-again", args=[table.code]))
    found = rematches.next_of(fresh(table))
    assert answer["Location"] == reverse("web:table", args=[found.code])
    assert "wants to play again" in page_of(client_of(people[1]), table)
    client_of(people[1]).post(reverse("web:table-again", args=[table.code]))
    assert fresh(found).status == OnlineTable.Status.PLAYING
    assert 'id="go-on"' in page_of(client_of(people[1]), table)


@pytest.mark.further
def test_whoever_looks_on_is_not_asked_to_play(client, over):
    assert 'id="again"' not in page_of(client, over[0])


def test_a_table_that_is_not_over_has_no_end(client_of, club):
    table, people = seat_people(online_event(club, "briscola"), 2)
    assert part_of(client_of(people[0]), table).status_code == 302


@pytest.mark.further
def test_watching_begins_by_itself(client, over):
    address = reverse("web:viewer", args=[over[0].match.code])
    assert f"{address}?play=yes" in page_of(client, over[0])


@pytest.mark.further
def test_a_link_to_the_match_shows_its_ranking(client, over):
    match = over[0].match
    page = html(client.get(reverse("web:match", args=[match.code])))
    picture = reverse("web:match-picture", args=[match.code])
    assert f'<meta property="og:image" content="http://testserver{picture}?language=en">' in page
    first = match.seats.get(place=1)
    assert f'<meta property="og:description" content="1. {first.player.name} ' in page


@pytest.mark.further
def test_the_picture_that_the_table_offers_is_a_small_png(client, over):
    picture = reverse("web:match-picture", args=[over[0].match.code])
    assert f'href="{picture}" download=' in page_of(client, over[0])
    answer = client.get(picture)
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert len(answer.content) < 100_000


def picture_of(name, row):
    return reverse(f"web:{name}-picture", args=[row.code])


def test_a_match_without_a_result_has_that_of_its_session(client, season):
    match = MatchFactory(session__event__season=season, status="open")
    answer = client.get(picture_of("match", match))
    assert answer.status_code == 404
    page = html(client.get(reverse("web:match", args=[match.code])))
    assert picture_of("match", match) not in page
    assert picture_of("session", match.session) in page


@pytest.mark.further
def test_a_match_of_people_was_played_at_an_online_table(client, over):
    page = html(client.get(reverse("web:match", args=[over[0].match.code])))
    assert "Played here at an online table" in page
    assert "by AI players" not in page


def test_the_page_of_practice_offers_practice(client_of, bob):
    table = practice.practise(game=games.get("briscola"), by=bob, seats=2, bots=["greedy"], now=NOW)
    OnlineTable.objects.filter(pk=table.pk).update(status="over", awaits="nobody", due_at=None)
    page = page_of(client_of(bob), table)
    assert "Practise again" in page
    assert "The match</a>" not in page
