"""What happens is counted when it is committed, and never twice."""

import pytest
from django.db import OperationalError, transaction

from league.models import Tally
from league.services.monitoring import tallies
from tests.league.factories import NOW
from tests.league.jobs.scene import later

FAULT = Tally.What.FAULT


@pytest.fixture
def count(django_capture_on_commit_callbacks):
    def run(*about):
        with django_capture_on_commit_callbacks(execute=True):
            tallies.count(FAULT, about=about, now=NOW)

    return run


def counts():
    return dict(Tally.objects.filter(what=FAULT).values_list("about", "count"))


def test_first_of_its_kind_is_counted(db, count):
    count("timeout")
    assert counts() == {"timeout": 1}


def test_counts_add_up(db, count):
    count("timeout", "crash", "timeout")
    count("crash")
    assert counts() == {"timeout": 2, "crash": 2}


def test_nothing_is_no_query(db, count, django_assert_num_queries):
    with django_assert_num_queries(0):
        count()


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_counted():
    with transaction.atomic():
        tallies.count(FAULT, about=["crash"], now=NOW)
        transaction.set_rollback(True)
    assert counts() == {}


def refuse(*args):
    raise OperationalError("too busy")


@pytest.mark.logs("were not counted")
@pytest.mark.django_db(transaction=True)
def test_a_count_that_fails_fails_nothing(monkeypatch, caplog):
    monkeypatch.setattr(tallies, "_add", refuse)
    with transaction.atomic():
        tallies.count(FAULT, about=["crash"], now=NOW)
    assert "were not counted" in caplog.text


def test_who_is_seen_was_there_last(db):
    tallies.see("play", now=NOW)
    tallies.see("play", now=later(30))
    [row] = Tally.objects.all()
    assert (row.about, row.count, row.at) == ("play", 2, later(30))
