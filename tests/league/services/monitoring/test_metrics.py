"""Metrics say how things are, and cost the same however much has happened."""

import os
import re
import subprocess
import sys

import pytest
from django.db import OperationalError, connection
from prometheus_client.parser import text_string_to_metric_families

from league.config.settings import BASE_DIR
from league.models import Job, OnlineTable, Tally
from league.services.monitoring import metrics, tallies
from tests.league.factories import (
    NOW,
    BotFactory,
    DeliveryFactory,
    MatchFactory,
    OnlineTableFactory,
)
from tests.league.jobs.scene import later

PAGE = (BASE_DIR / "docs" / "monitoring.md").read_text()
ROW = re.compile(r"^\| `(stammtisch_\w+)` \| ([^|]*) \| ([^|]*) \|$", re.M)


def families(now=NOW):
    found = text_string_to_metric_families(metrics.text(now=now).decode())
    return {family.name: family for family in found}


def value(name, now=NOW, **labels):
    """Return the value of one series, None if there is no such series."""
    found = (sample for family in families(now).values() for sample in family.samples)
    values = [one.value for one in found if (one.name, one.labels) == (name, labels)]
    return values[0] if values else None


def make_job(**fields):
    match = MatchFactory(players=[BotFactory()])
    return Job.objects.create(kind="play_match", match=match, **{"created_at": NOW} | fields)


@pytest.mark.further
def test_jobs_are_counted_by_kind_and_status(db):
    make_job()
    make_job(status="running", lease="0" * 32, lease_until=NOW)
    make_job(status="done")
    for status, count in {"waiting": 1, "running": 1, "done": None}.items():
        assert value("stammtisch_jobs", kind="play_match", status=status) == count
    assert value("stammtisch_jobs", kind="import_season", status="waiting") == 0


def test_oldest_job_that_waits_has_an_age(db):
    make_job(created_at=later(-90))
    make_job()
    make_job(status="done", created_at=later(-900))
    assert value("stammtisch_oldest_waiting_job_seconds", kind="play_match") == 90
    assert value("stammtisch_oldest_waiting_job_seconds", kind="check_version") == 0


def test_jobs_that_ended_are_counted_for_ever(db):
    Tally.objects.create(what="job_done", about="play_match", count=12345678901, at=NOW)
    Tally.objects.create(what="job_failed", about="play_match", count=3, at=NOW)
    name = "stammtisch_jobs_finished_total"
    assert value(name, kind="play_match", outcome="done") == 12345678901
    assert value(name, kind="play_match", outcome="failed") == 3
    assert value(name, kind="run_experiment", outcome="failed") == 0


def test_faults_are_counted_by_reason(db):
    Tally.objects.create(what="fault", about="timeout", count=2, at=NOW)
    assert value("stammtisch_bot_faults_total", fault="timeout") == 2


def test_tables_are_counted_while_they_go_on(db):
    OnlineTableFactory(due_at=NOW)
    OnlineTableFactory(status=OnlineTable.Status.CANCELLED, awaits="nobody", due_at=None)
    assert value("stammtisch_online_tables", status="gathering") == 1
    assert value("stammtisch_online_tables", status="playing") == 0


def test_deliveries_are_counted_until_they_have_arrived(db):
    DeliveryFactory(due_at=later(-30))
    DeliveryFactory(due_at=later(60))
    DeliveryFactory(status="delivered", due_at=later(-900))
    assert value("stammtisch_deliveries", status="waiting") == 2
    assert value("stammtisch_deliveries", status="sending") == 0
    assert value("stammtisch_oldest_due_delivery_seconds") == 30


def test_delivery_that_is_due_later_is_not_late(db):
    DeliveryFactory(due_at=later(60))
    assert value("stammtisch_oldest_due_delivery_seconds") == 0


def test_who_was_seen_has_a_time(db):
    tallies.see("play", now=NOW)
    assert value("stammtisch_last_seen_timestamp_seconds", who="play") == NOW.timestamp()
    assert value("stammtisch_last_seen_timestamp_seconds", who="clock") is None


@pytest.mark.slow
def test_process_is_measured_without_a_database(monkeypatch):
    def refuse():
        raise OperationalError

    monkeypatch.setattr(metrics, "open_jobs", refuse)
    assert value("stammtisch_database_up") == 0
    assert "stammtisch_request_seconds" in families()
    assert value("process_open_fds") > 0


@pytest.mark.parametrize("count", [1, 20])
def test_metrics_cost_the_same_however_much_there_is(db, count, django_assert_num_queries):
    for _ in range(count):
        make_job()
        DeliveryFactory()
    with django_assert_num_queries(4):
        metrics.text(now=NOW)


@pytest.mark.only("postgresql", "SQLite finds no such index for a parameter")
@pytest.mark.parametrize(
    ("rows", "index"),
    [
        (metrics.open_jobs, "job_to_do"),
        (metrics.open_deliveries, "delivery_to_do"),
        (metrics.open_tables, "table_by_due"),
    ],
)
def test_what_is_over_is_not_looked_at(db, rows, index):
    """The plan goes by an index that has nothing but open rows."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # there are too few rows to care
    assert index in rows().order_by().explain()


ANSWER = """
import os
import django
django.setup()
from league.services.monitoring import metrics
os.fork() or os._exit(metrics.LATENCY.labels("web:home", "2xx").observe(0.02) or 0)
os.wait()
metrics.LATENCY.labels("web:home", "2xx").observe(3)
print(metrics.text().decode())
"""


@pytest.mark.slow
def test_processes_behind_one_address_add_up(tmp_path):
    """Two processes answer a request each; the one that is asked knows of both."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ANSWER],
        env=os.environ | {metrics.FOLDER: str(tmp_path), "DATABASE_URL": "sqlite:////nowhere/x"},
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    labels = 'route="web:home",status="2xx"'
    assert f"stammtisch_request_seconds_count{{{labels}}} 2.0" in done.stdout
    assert f'stammtisch_request_seconds_bucket{{le="0.025",{labels}}} 1.0' in done.stdout


def test_every_metric_is_described():
    told = {name: (labels, words) for name, labels, words in ROW.findall(PAGE)}
    assert told == {
        one.name: (", ".join(f"`{label}`" for label in one.labels), one.words)
        for one in metrics.ALL
    }


def test_every_metric_is_one_of_those_described(db):
    make_job()
    named = {name.removesuffix("_total") for name in (one.name for one in metrics.ALL)}
    found = {name for name in families() if not name.startswith("process_")}
    assert found == named


def test_help_of_a_metric_is_its_description(db):
    found = families()
    for one in metrics.ALL:
        assert found[one.name.removesuffix("_total")].documentation == one.words
