from datetime import timedelta

import pytest

from league.models import Event, Notice, Registration
from league.services.registration import places
from tests.league.factories import RegistrationFactory


@pytest.fixture
def full(event, now):
    """An event whose two places are taken; three wait, the last first."""
    Event.objects.filter(pk=event.pk).update(capacity=2)
    RegistrationFactory.create_batch(2, event=event)
    for hours in range(3):
        since = now - timedelta(hours=hours)
        RegistrationFactory(event=event, status="waiting", registered_at=since)
    event.refresh_from_db()
    return event


def test_nobody_is_promoted_while_all_places_are_taken(full, now):
    assert places.promote(full, by=None, now=now) == []
    assert Registration.objects.filter(status="waiting").count() == 3
    assert not Notice.objects.exists()


def test_a_free_place_is_for_who_has_waited_longest(full, now):
    full.registrations.filter(status="registered").first().delete()
    longest = full.registrations.filter(status="waiting").latest("pk")
    assert places.promote(full, by=None, now=now) == [longest]


def test_places_beyond_the_capacity_promote_nobody(full, now):
    RegistrationFactory(event=full)
    assert places.promote(full, by=None, now=now) == []
