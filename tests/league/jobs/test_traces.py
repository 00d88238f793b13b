"""What a worker says names its task, its job, and the request that woke it up."""

import json

import pytest
from celery import current_app, shared_task
from celery.signals import before_task_publish, task_postrun, task_prerun

from engine.rules.errors import IllegalAction
from league.models import Tally
from league.services.monitoring import tallies, traces
from league.tasks import pulse, sweep_jobs
from tests.league.logs import said

__all__ = ["said"]

CARD = "R10"
SEEN = []


@shared_task(name="tests.tell")
def tell():
    SEEN.append(dict(traces.names()))


@shared_task(name="tests.fail")
def fail():
    raise IllegalAction(f"{CARD} is not in this hand")


@pytest.fixture(autouse=True)
def nothing_seen():
    SEEN.clear()


def publish(name, *, to="default"):
    """Return the headers that a message gets before it is sent."""
    headers = {}
    before_task_publish.send(sender=name, headers=headers, body=None, routing_key=to)
    return headers


def test_task_has_its_name():
    tell.apply()
    assert SEEN == [{"task": "tests.tell"}]


def test_task_has_the_request_that_woke_it_up():
    with traces.doing(request="request-1"):
        headers = publish("tests.tell")
    tell.push_request(**headers)
    task_prerun.send(sender=tell, task=tell)
    assert dict(traces.names()) == {"task": "tests.tell", "request": "request-1"}
    tell.pop_request()
    task_postrun.send(sender=tell, task=tell)


def test_names_end_with_the_task():
    tell.apply()
    assert traces.names() == {}


def test_pulse_notes_a_worker(db):
    pulse("play")
    assert list(Tally.objects.values_list("what", "about")) == [("seen", "play")]


@pytest.mark.django_db(transaction=True)
def test_pulse_that_is_sent_notes_the_clock():
    publish(pulse.name)
    assert Tally.objects.get().about == tallies.CLOCK


def test_other_messages_note_nobody(db):
    publish(sweep_jobs.name)
    publish(pulse.name, to="play")
    assert not Tally.objects.exists()


def test_every_queue_has_a_pulse(settings):
    asked = {
        entry["args"][0]: entry["options"]["queue"]
        for entry in settings.CELERY_BEAT_SCHEDULE.values()
        if entry["task"] == pulse.name
    }
    assert asked == {name: name for name in settings.QUEUES}


def test_every_entry_of_the_schedule_is_a_task(settings):
    asked = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert asked <= set(current_app.tasks)


@pytest.mark.logs("raised unexpected")
def test_task_that_fails_is_told_by_its_name_and_without_cards(said):
    fail.apply()
    lines = [json.loads(line) for line in said().splitlines() if line.startswith("{")]
    assert [line["task"] for line in lines] == ["tests.fail"]
    assert "IllegalAction" in lines[0]["message"]
    assert CARD not in said()
