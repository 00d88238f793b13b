"""Pushes at a real push service: that takes them, refuses, stalls, or dies in the middle."""

import socket
from datetime import UTC, timedelta
from email.utils import format_datetime
from time import monotonic

import pytest

from league.logic.deliveries import WAITS
from league.models import Device, Login, Push
from league.services.base import leases
from league.services.push import deliveries

pytestmark = pytest.mark.django_db


def stored(push):
    return Push.objects.get(pk=push.pk)


def another(push, number=2):
    """Return something else that the same device is to be told; it is not true any more."""
    return Push.objects.create(
        device=push.device,
        kind=push.kind,
        about=f"match:gone:{number}",
        due_at=push.due_at,
        created_at=push.created_at,
    )


def test_who_cannot_be_reached_now_is_later(service, waiting, doras, send, now):
    service.status = 500
    send()
    waits = stored(waiting)
    assert (waits.status, waits.answer, waits.due_at) == ("waiting", 500, now + WAITS[0])
    service.status = 201
    send()
    assert doras.told == []  # not due yet
    send(at=now + WAITS[0])
    assert stored(waiting).status == "sent"
    assert len(doras.told) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_goes(service, waiting, send, status):
    service.status = status
    send()
    assert not Device.objects.exists()
    assert not Push.objects.exists()


def test_a_service_says_how_long_it_is_to_be_left_alone(service, waiting, send, now):
    service.status, service.retry_after = 429, "600"
    send()
    assert stored(waiting).due_at == now + timedelta(minutes=10)


def test_it_may_say_until_when(service, waiting, send, now):
    until = (now + timedelta(minutes=20)).replace(microsecond=0)
    service.status, service.retry_after = 503, format_datetime(until.astimezone(UTC), usegmt=True)
    send()
    assert stored(waiting).due_at == until


def test_what_has_to_wait_for_too_long_is_given_up(service, waiting, send):
    service.status, service.retry_after = 429, "86400"
    send()
    assert stored(waiting).status == "given_up"


@pytest.mark.parametrize("status", [400, 401, 403, 413, 302])
def test_what_is_refused_is_not_sent_again(service, waiting, send, status):
    service.status = status
    send()
    given_up = stored(waiting)
    assert (given_up.status, given_up.error) == ("given_up", f"answered {status}")
    assert Device.objects.get().fault == f"answered {status}"


def test_after_all_attempts_it_is_given_up(service, waiting, send):
    service.status = 500
    Push.objects.update(attempt=len(WAITS))
    send()
    assert stored(waiting).status == "given_up"


@pytest.mark.parametrize("does", ["stall", "die"])
def test_what_may_have_arrived_is_not_sent_again(service, waiting, send, does, now):
    service.does = does
    send()
    given_up = stored(waiting)
    assert given_up.status == "given_up"
    assert leases.UNSURE in given_up.error
    service.does = "answer"
    send(at=now + timedelta(hours=1))
    assert service.asked == 1


def test_no_service_is_told(waiting, send, now):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    Device.objects.update(endpoint=f"http://127.0.0.1:{port}/push/doras")
    send()
    waits = stored(waiting)
    assert waits.error.startswith("no connection: ")
    assert (waits.status, waits.due_at, waits.handed_at) == ("waiting", now + WAITS[0], None)


def test_a_service_that_fails_costs_a_worker_one_wait(service, waiting, send, now):
    others = [another(waiting, number) for number in range(2, 5)]
    service.does = "stall"
    send(waiting, *others[:2])
    assert service.asked == 1
    rows = [stored(row) for row in others]
    assert {(row.status, row.attempt, row.due_at) for row in rows} == {
        ("waiting", 0, now + deliveries.LATER)
    }


@pytest.fixture
def alices(waiting, alice, add, tell):
    """Something for Alice's browser, which is reached; Dora's is at a service that is away."""
    Device.objects.update(host="another.example", endpoint="http://127.0.0.1:1/")
    add(alice, "alices")
    tell(alice, about="session:none:1")
    return Push.objects.exclude(pk=waiting.pk).get()


def test_a_service_that_fails_delays_no_other(waiting, alices, send):
    send()
    assert stored(waiting).status == "waiting"
    assert stored(alices).status == "dropped"  # it was looked at: there is no such session


def test_a_service_that_fails_does_not_end_the_batch(waiting, alices, send, monkeypatch):
    more = []
    monkeypatch.setattr(deliveries.queue, "push", more.append)
    send(waiting)
    assert more == [[alices.pk]]


def test_a_service_that_is_told_to_wait_for_one_is_asked_for_others(service, waiting, send, now):
    other = another(waiting)
    service.status, service.retry_after = 429, "3600"
    send()
    assert stored(waiting).due_at == now + timedelta(hours=1)
    assert stored(other).due_at == now + deliveries.LATER


def test_an_account_whose_devices_stall_costs_a_worker_one_wait(service, waiting, dora, add, tell):
    """Each may be at a push service of its own."""
    add(dora, "doras-other")
    tell(dora, about="session:none:1")
    for device in Device.objects.all():
        Device.objects.filter(pk=device.pk).update(host=f"{device.code}.example")
    service.does, started, real = "stall", monotonic(), waiting.due_at
    ids = list(Push.objects.order_by("pk").values_list("pk", flat=True))
    speed = 10  # in this test a service is waited for half a second
    clock = lambda: real + timedelta(seconds=speed * (monotonic() - started))  # noqa: E731
    deliveries.send_batch(ids=ids, clock=clock)
    assert service.asked == 1
    others = Push.objects.exclude(pk=waiting.pk)
    assert {(row.status, row.attempt) for row in others} == {("waiting", 0)}
    assert all(row.due_at > waiting.due_at + deliveries.LATER for row in others)


def test_nothing_is_written_inside_the_network(service, waiting, send, settings):
    settings.WEBHOOK_ALLOW_PRIVATE = False
    send()
    assert service.asked == 0
    assert stored(waiting).error == deliveries.posting.NOWHERE


def test_nothing_is_written_without_encryption(service, waiting, send, settings):
    settings.WEBHOOK_ALLOW_HTTP = False
    send()
    assert service.asked == 0
    assert stored(waiting).status == "waiting"


def test_only_the_device_can_read_it(service, waiting, doras, send, monkeypatch):
    bodies = []
    ask = deliveries.posting.ask

    def listen(url, *, body, headers):
        bodies.append(body)
        return ask(url, body=body, headers=headers)

    monkeypatch.setattr(deliveries.posting, "ask", listen)
    send()
    assert len(doras.told) == 1
    assert b"November" not in bodies[0]
    assert b"confirm" not in bodies[0]
    assert "November" not in str(service.headers)


def hold(push, now, **fields):
    held = {"status": "sending", "lease": "0" * 32, "lease_until": now - timedelta(seconds=1)}
    Push.objects.filter(pk=push.pk).update(**held, **fields)


def test_a_worker_killed_before_it_hands_over_has_sent_nothing(waiting, now):
    hold(waiting, now)
    deliveries.sweep(now=now)
    assert stored(waiting).status == "waiting"


def test_a_worker_killed_while_it_hands_over_may_have_sent_it(waiting, now):
    hold(waiting, now, handed_at=now)
    deliveries.sweep(now=now)
    assert stored(waiting).status == "given_up"


def test_two_workers_send_it_once(service, waiting, doras, send, now):
    leases.claim(Push.objects.all(), until=now + timedelta(minutes=1))
    send()
    assert service.asked == 0


def test_who_logs_out_meanwhile_is_told_nothing(service, waiting, send, monkeypatch):
    compose = deliveries.messages.compose

    def leave(push, *, now):
        said = compose(push, now=now)
        Device.objects.all().delete()
        return said

    monkeypatch.setattr(deliveries.messages, "compose", leave)
    send()
    assert service.asked == 0


def test_the_sweep_has_sent_what_is_due(waiting, now, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as told:
        assert deliveries.sweep(now=now) == 1
        assert deliveries.sweep(now=now - timedelta(seconds=1)) == 0
    assert len(told) == 1


def test_old_pushes_are_deleted(waiting, now, settings):
    later = now + timedelta(days=settings.PUSH_DAYS)
    assert deliveries.forget(now=later) == 0
    assert deliveries.forget(now=later + timedelta(seconds=1)) == 1


def log_out_as_the_release_before(account):
    """Delete the logins of an account alone, by a program that knows no devices."""
    Login.objects.filter(account=account)._raw_delete("default")


def test_what_is_nobodys_is_not_sent_and_deleted(service, waiting, dora, send, now):
    log_out_as_the_release_before(dora)
    send()
    assert service.asked == 0
    assert stored(waiting).status == "waiting"
    assert deliveries.sweep(now=now) == 0
    assert deliveries.forget(now=now) == 2  # the device, and what it was to be told
    assert not Device.objects.exists()
    assert not Push.objects.exists()


def test_what_was_for_a_device_that_has_gone_is_deleted(waiting, send, now):
    Device.objects.all()._raw_delete("default")
    send()
    assert stored(waiting).status == "waiting"
    assert deliveries.forget(now=now) == 1
    assert not Push.objects.exists()
