"""What has been written is noted with what is written, whoever writes it."""

import threading
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.db import OperationalError, connection, transaction

from league.models import Club, Membership, Writing
from league.models.writings import (
    UNNOTED,
    note_writings,
    noted_tables,
    stop_noting,
    without_trigger,
)
from league.services.base import writings
from tests.league.factories import ClubFactory
from tests.league.writings import as_if_committed

CLUBS = Club._meta.db_table
of_connections = pytest.mark.only("postgresql", "SQLite notes for all connections together")


def of_clubs():
    return writings.noted().get(CLUBS)


@pytest.fixture
def club(db):
    return ClubFactory()


@pytest.mark.parametrize(
    "write",
    [
        lambda club: ClubFactory(),
        lambda club: Club.objects.update(name="another one"),
        lambda club: Club.objects.filter(pk=club.pk).delete(),
        lambda club: Club.objects.bulk_create([Club(slug="a", name="a"), Club(slug="b", name="b")]),
        lambda club: connection.cursor().execute(f"UPDATE {CLUBS} SET name = 'by hand'"),
    ],
    ids=["one more", "changed", "deleted", "many", "by hand"],
)
def test_writing_is_noted(club, write):
    as_if_committed()
    before = of_clubs()
    write(club)
    assert of_clubs() != before


def test_every_table_is_noted_but_those_that_nobody_keeps(db):
    for name in noted_tables():
        with connection.cursor() as cursor:
            Writing.objects.filter(name=name).delete()
            cursor.execute(f'DELETE FROM "{name}" WHERE 1 = 0')
            if connection.vendor == "postgresql":  # notes statements, SQLite notes rows
                assert Writing.objects.filter(name=name).exists(), name
    there = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert set(noted_tables()) == there - UNNOTED
    assert len(noted_tables()) > 60
    assert without_trigger(connection) == []


def test_reading_is_not_noted(club):
    before = writings.noted()
    list(Club.objects.all())
    assert writings.noted() == before


def test_tables_that_are_read_are_known(club):
    with writings.reading() as reads:
        list(Membership.objects.filter(club=club).select_related("player"))
        connection.cursor().execute("SELECT count(*) FROM league_event")
    list(Writing.objects.all())
    assert reads.tables == {"league_membership", "league_player", "league_event"}
    assert reads.are_noted


def test_what_is_read_of_a_table_that_is_not_noted_is_not_kept(db):
    with writings.reading() as reads:
        connection.cursor().execute("SELECT count(*) FROM league_login")
    assert not reads.are_noted


def test_triggers_are_made_once_and_go(db):
    note_writings(connection)
    stop_noting(connection)
    before = of_clubs()
    ClubFactory()
    assert of_clubs() == before
    note_writings(connection)
    ClubFactory()
    assert of_clubs() != before


def test_triggers_go_with_their_table(db):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE league_writing RENAME TO elsewhere")
        note_writings(connection)
        ClubFactory()
        cursor.execute("ALTER TABLE elsewhere RENAME TO league_writing")
    note_writings(connection)
    before = of_clubs()
    ClubFactory()
    assert of_clubs() != before


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_noted():
    ClubFactory()
    before = of_clubs()
    with transaction.atomic():
        ClubFactory()
        transaction.set_rollback(True)
    assert of_clubs() == before


@of_connections
@pytest.mark.django_db(transaction=True)
def test_whoever_commits_first_each_commit_is_seen():
    """The transaction that began first ends last; neither waits for the other."""
    ClubFactory()
    begun, go_on, seen = threading.Event(), threading.Event(), [of_clubs()]

    def slow():
        with transaction.atomic():
            ClubFactory()
            begun.set()
            go_on.wait(10)
        connection.close()

    other = threading.Thread(target=slow)
    other.start()
    assert begun.wait(10)
    ClubFactory()
    seen.append(of_clubs())
    go_on.set()
    other.join()
    seen.append(of_clubs())
    assert len(set(seen)) == 3


@contextmanager
def written_meanwhile():
    """Have another connection write a table without its trigger, until what is given is called."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER writing_is_noted ON {CLUBS}")
    begun, go_on = threading.Event(), threading.Event()

    def write():
        with transaction.atomic():
            ClubFactory()
            begun.set()
            go_on.wait(10)
        connection.close()

    other = threading.Thread(target=write)
    other.start()
    assert begun.wait(10)
    try:
        yield go_on.set
    finally:
        go_on.set()
        other.join()
        note_writings(connection)


@of_connections
@pytest.mark.django_db(transaction=True)
def test_trigger_is_made_once_nobody_writes(monkeypatch):
    monkeypatch.setattr("league.models.writings.PATIENCE_S", 0.2)
    with written_meanwhile() as end:
        threading.Timer(0.5, end).start()
        note_writings(connection)
        assert without_trigger(connection) == []


@of_connections
@pytest.mark.django_db(transaction=True)
def test_nobody_stands_behind_a_trigger_for_long(monkeypatch):
    monkeypatch.setattr("league.models.writings.PATIENCE_S", 0.1)
    monkeypatch.setattr("league.models.writings.TRIES", 2)
    with written_meanwhile(), pytest.raises(OperationalError):
        note_writings(connection)
    assert without_trigger(connection) == []


@of_connections
@pytest.mark.django_db(transaction=True)
def test_rows_of_connections_that_have_ended_go():
    Writing.objects.create(name=CLUBS, connection=0, number=5)
    ClubFactory()
    before = of_clubs()
    assert writings.forget_ended() >= 1
    assert of_clubs() not in (before, None)
