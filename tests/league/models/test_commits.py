"""Commits that do not wait for the disk are those of their own transactions only."""

import pytest
from django.db import connection, transaction

from league.models import Tally
from league.models.commits import without_waiting
from tests.league.factories import NOW

pytestmark = pytest.mark.only("postgresql", "SQLite has no such commits")


def waits():
    with connection.cursor() as cursor:
        cursor.execute("SHOW synchronous_commit")
        return cursor.fetchone() != ("off",)


@pytest.mark.django_db(transaction=True)
def test_commit_does_not_wait_for_the_disk():
    with without_waiting():
        assert not waits()
    assert waits()


@pytest.mark.django_db(transaction=True)
def test_transaction_around_it_waits_as_always():
    with transaction.atomic(), without_waiting():
        assert waits()


@pytest.mark.django_db(transaction=True)
def test_what_fails_is_not_committed():
    def work():
        with without_waiting():
            Tally.objects.create(what=Tally.What.SEEN, about="clock", at=NOW)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert not Tally.objects.exists()
