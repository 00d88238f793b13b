"""The calendar of all clubs, for programs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Event, Season
from tests.league.factories import ClubFactory, EventFactory, SeasonFactory


@pytest.fixture
def evenings(db):
    """An evening in each of two towns, that in Hafen a day later."""
    for day, town in enumerate(["Dorf", "Hafen"], start=1):
        season = SeasonFactory(club=ClubFactory(town=town, country="Germany"))
        at = timezone.now() + timedelta(days=day)
        EventFactory(season=season, name=f"Cards in {town}", starts_at=at)


def names(anonymous, query=""):
    return [row["name"] for row in anonymous.get(f"calendar{query}").json()["results"]]


def test_evenings_come_by_date(anonymous, evenings):
    assert names(anonymous) == ["Cards in Dorf", "Cards in Hafen"]


@pytest.mark.parametrize(
    ("place", "count"), [("hafen", 1), ("Germany", 2), ("France", 0), ("%25", 0), ("", 2)]
)
def test_a_place_narrows_them(anonymous, evenings, place, count):
    assert len(names(anonymous, f"?place={place}")) == count


def test_a_place_that_is_too_long_is_refused(anonymous, evenings):
    assert anonymous.get(f"calendar?place={'x' * 61}").status_code == 422


def test_drafts_and_what_is_over_are_left_out(anonymous, evenings):
    Event.objects.filter(name="Cards in Dorf").update(starts_at=timezone.now() - timedelta(days=2))
    assert names(anonymous) == ["Cards in Hafen"]
    Season.objects.update(status=Season.Status.DRAFT)
    assert names(anonymous) == []


def test_as_many_queries_for_any_number(anonymous, evenings, django_assert_max_num_queries):
    with django_assert_max_num_queries(5):
        anonymous.get("calendar")
