"""Messages go out after the commit, in batches, and a silent broker fails nobody."""

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from league import queue
from league.models import Job

from .scene import jobs_of

PLAY = Job.Kind.PLAY_MATCH


@pytest.fixture
def no_broker(monkeypatch):
    """Refuse every message, and return the list of those that were tried."""
    tried = []

    def send_task(*args, **kwargs):
        tried.append(args)
        raise OperationalError("connection refused")

    monkeypatch.setattr("league.queue.current_app.send_task", send_task)
    return tried


def create(matches):
    return jobs_of(matches, version=1)


@pytest.mark.django_db(transaction=True)
def test_message_goes_out_after_the_commit(make_matches, messages):
    matches = make_matches(1)
    with transaction.atomic():
        create(matches)
        assert messages == []
    assert len(messages) == 1


@pytest.mark.django_db(transaction=True)
def test_no_message_after_a_rollback(make_matches, messages):
    matches = make_matches(1)
    with transaction.atomic():
        create(matches)
        transaction.set_rollback(True)
    assert messages == []


def test_message_names_task_and_queue(make_matches, messages, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        [job] = create(make_matches(1))
    assert messages == [("league.play_match", [job.pk], "play")]


def test_no_message_carries_more_than_a_batch(
    make_matches, messages, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        create(make_matches(2 * queue.BATCH + 20))
    sizes = [queue.BATCH, queue.BATCH, 20]
    assert [len(ids) for _name, ids, _queue in messages] == sizes


def test_sent_job_knows_when(make_matches, messages, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        create(make_matches(1))
    job = Job.objects.get()
    assert job.sent_at is not None
    assert job.reason == queue.SENT


def test_job_is_stored_as_sent_before_a_worker_can_hear_of_it(
    make_matches, monkeypatch, django_capture_on_commit_callbacks
):
    found = []

    def send_task(*args, **kwargs):
        found.append(Job.objects.get())

    monkeypatch.setattr("league.queue.current_app.send_task", send_task)
    with django_capture_on_commit_callbacks(execute=True):
        create(make_matches(1))
    [heard] = found
    assert (heard.sent_at, heard.reason) == (Job.objects.get().sent_at, queue.SENT)
    assert heard.sent_at is not None


@pytest.mark.logs("no message was sent")
def test_silent_broker_leaves_the_job_waiting(
    make_matches, no_broker, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        create(make_matches(1))
    job = Job.objects.get()
    assert (job.status, job.sent_at, job.reason) == ("waiting", None, queue.NO_BROKER)


@pytest.mark.logs("no message was sent")
def test_silent_broker_is_asked_once(make_matches, no_broker, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        create(make_matches(120))
    assert len(no_broker) == 1
    assert set(Job.objects.values_list("reason", flat=True)) == {queue.NO_BROKER}


def test_every_kind_has_a_queue():
    assert set(queue.QUEUES) == set(Job.Kind)
