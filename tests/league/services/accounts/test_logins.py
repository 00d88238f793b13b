"""Logins as rows: found by a key nobody can read there, seen now and then, ended for good."""

from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError, models
from django.utils import timezone

from league.models import Login
from league.services.accounts import logins
from league.services.base.refusals import Forbidden
from tests.league.factories import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob(bob):
    bob.set_password(PASSWORD)
    bob.save()
    return bob


@pytest.fixture
def kept(bob):
    """A session in which Bob is logged in, as a browser holds it."""
    store = logins.SessionStore()
    store[SESSION_KEY] = bob.pk
    store.save()
    return store


def asked_for(kept):
    """Return the session as the next request finds it."""
    return logins.SessionStore(kept.session_key)


def seen_ago(**time):
    Login.objects.update(seen_at=timezone.now() - timedelta(**time))


def test_the_key_of_a_browser_is_nowhere_in_the_database(kept):
    [row] = Login.objects.values()
    assert kept.session_key not in str(row)
    assert asked_for(kept)[SESSION_KEY] == kept[SESSION_KEY]


def test_what_the_database_has_opens_nothing(kept):
    assert SESSION_KEY not in logins.SessionStore(Login.objects.get().pk)


def test_a_login_that_has_ended_opens_nothing(kept):
    Login.objects.update(expires_at=timezone.now())
    assert SESSION_KEY not in asked_for(kept)


def test_a_row_says_whose_login_it_is(kept, bob):
    assert bob.logins.exists()


def test_a_request_writes_nothing_while_the_last_one_is_fresh(kept, django_assert_num_queries):
    seen_ago(minutes=59)
    with django_assert_num_queries(1):
        asked_for(kept).load()


def test_a_login_is_seen_again_after_an_hour_and_ends_no_later(kept):
    seen_ago(minutes=61)
    ends = Login.objects.get().expires_at
    asked_for(kept).load()
    row = Login.objects.get()
    assert timezone.now() - row.seen_at < timedelta(minutes=1)
    assert row.expires_at == ends


def test_of_two_who_see_a_login_at_once_one_writes(kept):
    first, second = Login.objects.get(), Login.objects.get()
    now = timezone.now() + timedelta(hours=2)
    logins.see(first, now=now)
    logins.see(second, now=now + timedelta(seconds=1))
    assert Login.objects.get().seen_at == now


@pytest.mark.logs("it could not be stored")
def test_page_is_shown_though_nothing_can_be_stored(kept, monkeypatch, caplog):
    def full(*args, **fields):
        raise DatabaseError("no space left")

    seen_ago(hours=2)
    monkeypatch.setattr(models.QuerySet, "update", full)
    assert SESSION_KEY in asked_for(kept)
    assert "could not be stored" in caplog.text


def test_what_has_ended_is_not_stored_again_by_a_request_under_way(kept, bob):
    under_way = asked_for(kept)
    under_way["word"] = "x"
    logins.forget(bob)
    with pytest.raises(UpdateError):
        under_way.save()
    assert not Login.objects.exists()


def test_ending_all_costs_the_same_however_many_there_are(kept, bob, django_assert_num_queries):
    for _ in range(3):
        asked_for(kept).cycle_key()
    with django_assert_num_queries(3):
        logins.forget(bob)


def test_nobody_ends_the_login_of_another(kept, bob, mallory, now):
    act = {"login": Login.objects.get(), "password": PASSWORD, "by": mallory, "now": now}
    mallory.set_password(PASSWORD)
    for account in (bob, mallory):
        with pytest.raises(Forbidden):
            logins.end_login(account=account, **act)
    assert bob.logins.exists()
