"""The page of an event says that something is new, and changes nothing under its reader."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from league.models import Event, Season
from tests.league.factories import MatchFactory, RegistrationFactory, SessionFactory

FRAGMENT = {"HX-Request": "true"}


def asks(client, event):
    """Return the address at which the page asks for news, None if it does not."""
    page = client.get(f"/events/{event.code}/").content.decode()
    found = re.search(r'id="news".*? hx-get="(.*?)"', page)
    return found and unescape(found[1])


@pytest.mark.parametrize(
    "change",
    [
        lambda event: Event.objects.update(name="Autumn cup"),
        lambda event: SessionFactory(event=event, number=9),
        lambda event: event.sessions.get().matches.update(status="entered"),
        lambda event: RegistrationFactory(event=event),
        lambda event: event.registrations.update(checked_in_at=timezone.now()),
    ],
    ids=["name", "session", "result", "player", "check-in"],
)
def test_what_is_new_is_told(client, session, match, event, change):
    RegistrationFactory(event=event)
    address = asks(client, event)
    assert client.get(address, headers=FRAGMENT).status_code == 204
    change(event)
    answer = client.get(address, headers=FRAGMENT).content.decode()
    assert "Something is new" in answer
    assert "hx-get" not in answer, "it is said once"


@pytest.mark.further
def test_a_draft_is_told_to_nobody_but_organisers(client, as_alice, event):
    here, there = asks(client, event), asks(as_alice, event)
    MatchFactory(session=SessionFactory(event=event, status="draft"))
    assert client.get(here, headers=FRAGMENT).status_code == 204
    assert as_alice.get(there, headers=FRAGMENT).status_code == 200


@pytest.mark.parametrize(
    "end",
    [
        lambda: Event.objects.update(starts_at=timezone.now() - timedelta(days=2)),
        lambda: Season.objects.update(status="closed"),
    ],
    ids=["past", "closed"],
)
def test_page_of_an_event_that_is_over_asks_for_nothing(client, event, end):
    end()
    assert asks(client, event) is None


def test_few_queries_tell_that_nothing_is_new(client, match, event, django_assert_max_num_queries):
    address = asks(client, event)
    with django_assert_max_num_queries(6):
        client.get(address, headers=FRAGMENT)
