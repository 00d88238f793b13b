"""The calendar of all clubs by date, and clubs by place."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from league.models import Club, Event, Season
from tests.league.factories import ClubFactory, EventFactory, SeasonFactory, VenueFactory


@pytest.fixture
def soon():
    return timezone.now().replace(microsecond=0) + timedelta(days=2)


@pytest.fixture
def evenings(db, soon):
    """An evening each of a club in Dorf and one in Hafen; the second is a day later."""
    found = {}
    for day, town in enumerate(["Dorf", "Hafen"]):
        club = ClubFactory(name=f"Club of {town}", town=town, country="Germany")
        season = SeasonFactory(club=club)
        venue = VenueFactory(club=club, name=f"Inn of {town}", address="Am Anger 1")
        at = soon + timedelta(days=day)
        found[town] = EventFactory(
            season=season, name=f"Cards in {town}", starts_at=at, venue=venue
        )
    return found


def text_of(client, address):
    return client.get(address).content.decode()


def test_evenings_of_all_clubs_are_told_by_date(client, evenings):
    page = text_of(client, "/calendar/")
    assert page.index("Cards in Dorf") < page.index("Cards in Hafen")
    assert "Inn of Dorf" in page


@pytest.mark.parametrize("place", ["dorf", "Inn of Dorf", " Dorf "])
def test_a_place_narrows_it(client, evenings, place):
    page = text_of(client, f"/calendar/?place={place}")
    assert "Cards in Dorf" in page
    assert "Cards in Hafen" not in page


def test_a_country_is_a_place(client, evenings):
    page = text_of(client, "/calendar/?place=germany")
    assert "Cards in Dorf" in page
    assert "Cards in Hafen" in page
    assert "No evening is planned." in text_of(client, "/calendar/?place=France")


@pytest.mark.parametrize("place", ["%", "x" * 5000, "'\"><script>x"])
def test_any_place_can_be_asked_for(client, evenings, place):
    assert client.get("/calendar.ics", {"place": place}).status_code == 200
    for page in ("/calendar/", "/calendar/places/"):
        answer = client.get(page, {"place": place})
        assert answer.status_code == 200
        assert b"<script>x" not in answer.content


@pytest.mark.parametrize("change", [{"cancelled_at": timezone.now()}, {"draw": "online"}])
def test_what_takes_place_nowhere_is_not_told(client, evenings, change):
    Event.objects.update(**change)
    assert "Cards in" not in text_of(client, "/calendar/")


def test_drafts_and_the_past_are_not_told(client, as_alice, evenings, soon):
    Event.objects.filter(pk=evenings["Dorf"].pk).update(starts_at=soon - timedelta(days=9))
    Season.objects.filter(events=evenings["Hafen"]).update(status="draft")
    assert "Cards in" not in text_of(as_alice, "/calendar/")
    assert b"Cards in" not in client.get("/calendar.ics").content


def entries(client, address):
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return [str(one["summary"]) for one in Calendar.from_ical(answer.content).walk("VEVENT")]


def test_phones_subscribe_to_it(client, evenings):
    assert sorted(entries(client, "/calendar.ics")) == ["Cards in Dorf", "Cards in Hafen"]
    assert entries(client, "/calendar.ics?place=dorf") == ["Cards in Dorf"]


def test_page_leads_to_what_phones_subscribe_to(client, evenings):
    page = text_of(client, "/calendar/?place=dorf")
    assert 'href="/calendar.ics?place=dorf&amp;language=en"' in page


def test_clubs_are_told_by_country_and_town(client, evenings, club):
    ClubFactory(name="Another", country="Austria", town="Markt")
    page = text_of(client, "/calendar/places/")
    order = ["Austria", "Another", "Germany", "Club of Dorf", "Club of Hafen"]
    assert sorted(order, key=page.index) == order
    assert club.name not in page  # it says nothing of where it is


def test_clubs_of_a_place(client, evenings):
    page = text_of(client, "/calendar/places/?place=hafen")
    assert "Club of Hafen" in page
    assert "Club of Dorf" not in page
    assert "No club says that it is there." in text_of(client, "/calendar/places/?place=Paris")


@pytest.mark.parametrize("page", ["/calendar/", "/calendar/places/"])
def test_queries_do_not_grow_with_rows(client, evenings, soon, page):
    def queries():
        with CaptureQueriesContext(connection) as found:
            client.get(page)
        return len(found)

    before = queries()
    for _ in range(9):
        club = ClubFactory(town="Markt")
        EventFactory(season__club=club, starts_at=soon, venue=VenueFactory(club=club))
    assert queries() == before


def test_front_page_leads_there(client, db):
    assert 'href="/calendar/"' in text_of(client, "/")
    assert Club.objects.count() == 0
