"""Checking in by the code that the screen at the door shows."""

from datetime import timedelta

import pytest

from league.models import AuditEntry, Event
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.events import arrivals
from tests.league.factories import AccountFactory, EventFactory, PlayerFactory, RegistrationFactory

A_MOMENT = timedelta(minutes=9)


@pytest.fixture
def code(event, now):
    return arrivals.code_of(event, now=now)


def arrive(event, code, by, now, **more):
    return arrivals.arrive(event=event, code=code, by=by, now=now, **more)


def test_who_has_a_place_is_checked_in(event, code, bob, now):
    row = RegistrationFactory(event=event, player=bob.player)
    assert arrive(event, code, bob, now) == row
    row.refresh_from_db()
    assert row.checked_in_at == now
    assert AuditEntry.objects.get(event=event).action == "registration.check_in"


def test_who_is_here_already_stays_so(event, code, bob, now):
    arrive(event, code, bob, now)
    assert arrive(event, code, bob, now + A_MOMENT).checked_in_at == now


def test_who_has_no_place_gets_one(event, code, bob, now):
    row = arrive(event, code, bob, now)
    assert (row.player, row.status, row.checked_in_at) == (bob.player, "registered", now)


def test_an_account_that_is_nobody_gives_its_name(event, code, now):
    by = AccountFactory()
    with pytest.raises(Invalid, match="own_name"):
        arrive(event, code, by, now)
    assert arrive(event, code, by, now, own_name="Uwe").player.name == "Uwe"


def test_who_comes_late_plays_from_the_next_session(event, session, code, bob, now):
    Event.objects.filter(pk=event.pk).update(closes_at=now - timedelta(hours=1))
    assert arrive(event, code, bob, now).first_session == 2


def test_where_organisers_choose_the_door_lets_nobody_in(event, code, bob, now):
    Event.objects.filter(pk=event.pk).update(is_open=False)
    with pytest.raises(Conflict, match="Only organisers"):
        arrive(event, code, bob, now)


def test_where_it_is_full_one_waits(event, code, bob, now):
    RegistrationFactory(event=event)
    Event.objects.filter(pk=event.pk).update(capacity=1)
    for _scanned in range(2):
        row = arrive(event, code, bob, now)
        assert (row.status, row.checked_in_at) == ("waiting", None)


def test_nobody_comes_days_before(event, bob, now):
    Event.objects.filter(pk=event.pk).update(starts_at=now + timedelta(days=2))
    event.refresh_from_db()
    with pytest.raises(Conflict, match="12 hours"):
        arrive(event, arrivals.code_of(event, now=now), bob, now)
    assert not event.registrations.exists()


@pytest.mark.parametrize("later", [timedelta(minutes=16), timedelta(minutes=-6)])
def test_a_code_holds_for_a_quarter_of_an_hour(event, code, bob, now, later):
    assert arrivals.is_valid(event, code, now=now + A_MOMENT)
    with pytest.raises(Forbidden, match="Scan"):
        arrive(event, code, bob, now + later)


def test_a_code_is_for_one_event(code, bob, now):
    other = EventFactory()
    with pytest.raises(Forbidden):
        arrive(other, code, bob, now)


def test_a_guest_with_a_place_is_checked_in(event, code, now):
    guest = RegistrationFactory(event=event, player=PlayerFactory(account=None))
    assert list(arrivals.guests(event)) == [guest]
    row = arrivals.arrive_as_guest(event=event, code=code, guest=guest.code, now=now)
    assert row.checked_in_at == now
    assert AuditEntry.objects.get(event=event).account is None
    assert not arrivals.guests(event)
    with pytest.raises(Conflict):
        arrivals.arrive_as_guest(event=event, code=code, guest=guest.code, now=now)


def test_nobody_checks_in_who_has_an_account_as_a_guest(event, code, bob, now):
    row = RegistrationFactory(event=event, player=bob.player)
    with pytest.raises(Conflict):
        arrivals.arrive_as_guest(event=event, code=code, guest=row.code, now=now)
    with pytest.raises(Forbidden):
        arrivals.arrive_as_guest(event=event, code="0" * 20, guest=row.code, now=now)
