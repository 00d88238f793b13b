"""Who is there in a session of an event."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.services.registration.registrations import present
from tests.league.factories import RegistrationFactory


def codes(event, number, **options):
    return [row.code for row in present(event, number, **options)]


@pytest.mark.parametrize(
    ("first", "last", "sessions"), [(1, None, [1, 2, 3]), (2, None, [2, 3]), (1, 2, [1, 2])]
)
def test_present_from_the_first_session_to_the_last(event, first, last, sessions):
    row = RegistrationFactory(event=event, first_session=first, last_session=last)
    assert [n for n in (1, 2, 3) if codes(event, n) == [row.code]] == sessions


@pytest.mark.parametrize("status", ["waiting", "withdrawn"])
def test_present_are_only_those_with_a_place(event, status):
    RegistrationFactory(event=event, status=status)
    assert codes(event, 1) == []


def test_present_may_be_those_who_checked_in(event, now):
    here, _away = (
        RegistrationFactory(event=event, checked_in_at=now),
        RegistrationFactory(event=event),
    )
    assert codes(event, 1, checked_in_only=True) == [here.code]


def test_present_are_of_this_event(event):
    RegistrationFactory()
    assert codes(event, 1) == []


def test_present_is_in_the_order_of_registration(event, now):
    rows = [
        RegistrationFactory(event=event, registered_at=now - timedelta(minutes=minutes))
        for minutes in (0, 5, 5)
    ]
    assert codes(event, 1) == [rows[1].code, rows[2].code, rows[0].code]


def test_present_is_one_query_with_the_replaced(event):
    gone = RegistrationFactory(event=event, last_session=0)
    RegistrationFactory(event=event, replaces=gone)
    with CaptureQueriesContext(connection) as queries:
        assert [row.replaces.player.name for row in present(event, 1)] == [gone.player.name]
    assert len(queries) == 1
