import pytest

from league.models import AuditEntry
from league.services import events
from league.services.refusals import Conflict, Forbidden, Invalid
from tests.league.factories import EventFactory


def test_an_event_is_created_and_noted(season, alice, now):
    event = events.create_event(season=season, name="December", by=alice, now=now)
    assert AuditEntry.objects.get().subject == f"event:{event.code}"


def test_a_name_is_taken_once_in_a_season(event, alice, now):
    with pytest.raises(Invalid) as refused:
        events.create_event(season=event.season, name=event.name, by=alice, now=now)
    assert list(refused.value.errors) == ["name"]


def test_sessions_are_numbered_from_one(season, alice, now):
    event = EventFactory(season=season)
    numbers = [events.create_session(event=event, by=alice, now=now).number for _ in range(3)]
    assert numbers == [1, 2, 3]


def test_a_new_session_is_a_draft_with_its_time(event, alice, now):
    session = events.create_session(event=event, starts_at=now, by=alice, now=now)
    assert (session.status, session.starts_at) == ("draft", now)


def test_members_create_neither(event, bob, now):
    with pytest.raises(Forbidden):
        events.create_event(season=event.season, name="December", by=bob, now=now)
    with pytest.raises(Forbidden):
        events.create_session(event=event, by=bob, now=now)


def test_a_closed_season_takes_neither(event, alice, now):
    event.season.status = "closed"
    with pytest.raises(Conflict, match="closed"):
        events.create_event(season=event.season, name="December", by=alice, now=now)
    with pytest.raises(Conflict, match="closed"):
        events.create_session(event=event, by=alice, now=now)
