"""Deliveries: sent and signed, tried again, given up, sent once more."""

import hashlib
import hmac
import json
import socket
import threading
from datetime import timedelta

import pytest

from league import queue
from league.logic.deliveries import WAITS
from league.models import Delivery, Notice
from league.services.base.refusals import Conflict, Forbidden
from league.services.webhooks import deliveries, posting
from tests.league.factories import DeliveryFactory, WebhookFactory
from tests.league.receiver import receiving


@pytest.fixture
def receiver(settings, db):
    settings.WEBHOOK_ALLOW_HTTP = settings.WEBHOOK_ALLOW_PRIVATE = True
    with receiving() as server:
        yield server


@pytest.fixture
def webhook(club, alice, receiver):
    return WebhookFactory(club=club, owner=alice, url=receiver.url)


@pytest.fixture
def delivery(webhook):
    return DeliveryFactory(webhook=webhook)


def send(now, *rows):
    ids = [row.pk for row in rows or Delivery.objects.all()]
    deliveries.deliver_batch(ids=ids, clock=lambda: now)


def stored(delivery):
    return Delivery.objects.get(pk=delivery.pk)


def test_what_is_sent_says_what_happened(receiver, delivery, now):
    send(now)
    [(path, headers, body)] = receiver.received
    assert path == "/hook?key=1"
    assert headers["Stammtisch-Event"] == "result.final"
    assert json.loads(body) == {
        "id": delivery.code,
        "event": "result.final",
        "at": "2026-11-20T20:00:00+00:00",
        "facts": {"match": "abc"},
    }


def test_what_is_sent_is_signed(receiver, delivery, now):
    send(now)
    [(_path, headers, body)] = receiver.received
    said = dict(part.split("=") for part in headers["Stammtisch-Signature"].split(","))
    proof = hmac.new(b"stw_secret", f"{said['t']}.".encode() + body, hashlib.sha256)
    assert said["v1"] == proof.hexdigest()


def test_an_answer_of_success_ends_it(delivery, now):
    send(now)
    done = stored(delivery)
    assert (done.status, done.answer, done.attempt, done.lease) == ("delivered", 204, 1, None)


@pytest.mark.parametrize("status", [500, 404, 410])
def test_another_answer_is_tried_again_after_a_minute(receiver, delivery, now, status):
    receiver.status = status
    send(now)
    waits = stored(delivery)
    assert (waits.status, waits.answer, waits.error) == ("waiting", status, f"answered {status}")
    assert waits.due_at == now + timedelta(minutes=1)


def test_a_redirect_is_not_followed(receiver, delivery, now):
    receiver.status, receiver.location = 302, receiver.url
    send(now)
    assert len(receiver.received) == 1
    assert "redirects are not followed" in stored(delivery).error


def test_an_answer_that_does_not_come_is_not_waited_for(receiver, delivery, now, monkeypatch):
    monkeypatch.setattr(posting.post, "__kwdefaults__", {"limit_s": 0.3})
    receiver.is_hanging = True
    send(now)
    assert stored(delivery).error == "no answer within 0.3 s"


@pytest.mark.further
def test_an_answer_that_trickles_is_cut_off(db, settings):
    settings.WEBHOOK_ALLOW_HTTP = settings.WEBHOOK_ALLOW_PRIVATE = True
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def trickle():
            line, _address = server.accept()
            with line:
                while not over.wait(0.05):
                    try:
                        line.sendall(b"H")
                    except OSError:
                        return

        thread = threading.Thread(target=trickle)
        thread.start()
        with pytest.raises(posting.NotSent, match="no answer within"):
            posting.post(
                f"http://127.0.0.1:{server.getsockname()[1]}/", body=b"", headers={}, limit_s=0.4
            )
        over.set()
        thread.join()


def test_a_closed_port_is_told(webhook, now):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    webhook.url = f"http://127.0.0.1:{port}/"
    webhook.save()
    delivery = DeliveryFactory(webhook=webhook)
    send(now)
    assert stored(delivery).error.startswith("no connection: ")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "0x7f000001", "[::1]"])
def test_nothing_inside_is_written_to(receiver, delivery, now, settings, host):
    settings.WEBHOOK_ALLOW_PRIVATE = False
    delivery.webhook.url = f"http://{host}:{receiver.server_port}/"
    delivery.webhook.save()
    send(now)
    assert receiver.received == []
    assert stored(delivery).error == "the host has no public address"


def test_a_host_with_one_address_inside_is_not_written_to(receiver, delivery, settings, mocker_dns):
    settings.WEBHOOK_ALLOW_PRIVATE = False
    mocker_dns(["93.184.216.34", "127.0.0.1"])
    with pytest.raises(posting.NotSent, match="no public"):
        posting.post("http://example.org/", body=b"", headers={})


def test_the_address_looked_at_is_the_one_written_to(receiver, mocker_dns, now):
    asked = mocker_dns(["127.0.0.1"])
    url = f"http://example.org:{receiver.server_port}/"
    assert posting.post(url, body=b"{}", headers={}) == 204
    assert asked == ["example.org"]
    assert receiver.received[0][1]["Host"] == f"example.org:{receiver.server_port}"


@pytest.fixture
def mocker_dns(monkeypatch):
    """Let every name be resolved to some addresses; return the list of names asked for."""
    asked = []

    def let_be(addresses):
        def getaddrinfo(host, port, *args, **kwargs):
            if host not in addresses:
                asked.append(host)
            found = [host] if host in addresses else addresses
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

        monkeypatch.setattr(posting.socket, "getaddrinfo", getaddrinfo)
        return asked

    return let_be


def test_plain_http_is_refused_unless_a_setting_allows_it(delivery, now, settings):
    settings.WEBHOOK_ALLOW_HTTP = False
    send(now)
    assert stored(delivery).error == "only addresses with https are written to"


def test_after_all_attempts_it_is_given_up_and_its_owner_told(receiver, webhook, alice, now):
    receiver.status = 500
    rows = DeliveryFactory.create_batch(2, webhook=webhook, attempt=len(WAITS))
    for minute, row in enumerate(rows):
        send(now + timedelta(minutes=minute), row)
    assert {stored(row).status for row in rows} == {"given_up"}
    assert Notice.objects.get().account == alice


def test_what_arrives_lets_its_owner_be_told_again(receiver, webhook, now):
    webhook.told_at = now
    webhook.save()
    send(now, DeliveryFactory(webhook=webhook))
    webhook.refresh_from_db()
    assert webhook.told_at is None


def test_one_failure_ends_the_batch_of_its_webhook(receiver, webhook, now):
    receiver.status = 500
    rows = DeliveryFactory.create_batch(3, webhook=webhook)
    send(now)
    assert len(receiver.received) == 1
    assert [stored(row).attempt for row in rows] == [1, 0, 0]
    assert {stored(row).status for row in rows} == {"waiting"}


def test_one_failure_puts_off_what_is_in_no_batch_yet(receiver, webhook, now):
    receiver.status = 500
    first, second = DeliveryFactory.create_batch(2, webhook=webhook)
    later = DeliveryFactory(
        webhook=webhook, due_at=now + timedelta(seconds=5), error="answered 503"
    )
    send(now, first)
    send(now, second)
    assert len(receiver.received) == 1
    assert stored(second).due_at == now + timedelta(minutes=1)
    assert stored(second).error == "not tried: another delivery to this address has just failed"
    assert (stored(later).due_at, stored(later).error) == (later.due_at, "answered 503")


def test_one_webhooks_failure_is_not_another_ones(receiver, webhook, delivery, now):
    dead = WebhookFactory(url="http://127.0.0.1:1/")
    DeliveryFactory.create_batch(2, webhook=dead)
    send(now)
    assert stored(delivery).status == "delivered"


def test_what_is_not_due_stays(receiver, webhook, now):
    DeliveryFactory(webhook=webhook, due_at=now + timedelta(seconds=1))
    send(now)
    assert receiver.received == []


def test_delivered_twice_is_sent_once(receiver, delivery, now):
    send(now)
    send(now)
    assert len(receiver.received) == 1


def test_a_killed_workers_delivery_is_sent_again(receiver, delivery, now, monkeypatch):
    def killed(*args, **kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(deliveries.posting, "post", killed)
        with pytest.raises(KeyboardInterrupt):
            send(now)
    later = now + deliveries.posting.LEASE + timedelta(seconds=1)
    assert deliveries.sweep(now=later) == 1
    send(later)
    assert stored(delivery).status == "delivered"


def test_a_worker_that_was_given_up_changes_nothing(receiver, delivery, now, monkeypatch):
    def slow(*args, **kwargs):
        deliveries.sweep(now=now + deliveries.posting.LEASE + timedelta(seconds=1))
        return 204

    monkeypatch.setattr(deliveries.posting, "post", slow)
    send(now)
    assert stored(delivery).status == "waiting"


def test_what_is_being_sent_stays_with_its_worker(receiver, delivery, now, monkeypatch):
    """Its lease begins anew with each message, also with the first."""
    taken = []

    def slow(*args, **kwargs):
        taken.append(deliveries.sweep(now=now + deliveries.posting.LEASE))
        return 204

    monkeypatch.setattr(deliveries.posting, "post", slow)
    send(now)
    assert (taken, stored(delivery).attempt) == ([0], 1)
    assert stored(delivery).status == "delivered"


def test_what_a_worker_has_claimed_stays_with_it_before_it_is_sent(delivery, now, monkeypatch):
    def killed(rows, clock):
        raise KeyboardInterrupt

    monkeypatch.setattr(deliveries, "_send_all", killed)
    with pytest.raises(KeyboardInterrupt):
        send(now)
    assert deliveries.sweep(now=now + deliveries.posting.LEASE) == 0


def test_sweep_leaves_webhooks_that_are_switched_off(webhook, delivery, now):
    webhook.is_active = False
    webhook.save()
    assert deliveries.sweep(now=now) == 0


def test_a_sweep_sends_one_message_for_each_webhook(
    webhook, now, messages, django_capture_on_commit_callbacks
):
    """Otherwise those that nobody has read yet grow with what waits, where workers are slow."""
    other = WebhookFactory(club=webhook.club, owner=webhook.owner, url=webhook.url)
    rows = {hook.pk: DeliveryFactory.create_batch(25, webhook=hook) for hook in (webhook, other)}
    for _again in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            assert deliveries.sweep(now=now) == 20
    first = [[row.pk for row in rows[hook][: queue.DELIVERED]] for hook in sorted(rows)]
    assert messages == 2 * [("league.deliver", ids, "deliver") for ids in first]


def test_what_waits_for_one_webhook_does_not_hide_another(
    webhook, now, messages, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr(deliveries, "SWEEP_LIMIT", 12)
    DeliveryFactory.create_batch(25, webhook=webhook, due_at=now - timedelta(hours=1))
    other = WebhookFactory(club=webhook.club, owner=webhook.owner, url=webhook.url)
    late = DeliveryFactory(webhook=other, due_at=now)
    with django_capture_on_commit_callbacks(execute=True):
        assert deliveries.sweep(now=now) == 11
    assert [ids for _name, ids, _queue in messages][1:] == [[late.pk]]


def test_a_batch_that_arrived_is_followed_by_the_next(
    receiver, webhook, now, messages, django_capture_on_commit_callbacks
):
    rows = DeliveryFactory.create_batch(12, webhook=webhook)
    later = DeliveryFactory(webhook=webhook, due_at=now + timedelta(minutes=1))
    asked = [[row.pk for row in rows[:10]]]
    while asked:
        with django_capture_on_commit_callbacks(execute=True):
            deliveries.deliver_batch(ids=asked.pop(), clock=lambda: now)
        asked += [ids for _name, ids, _queue in messages]
        messages.clear()
    assert {stored(row).status for row in rows} == {"delivered"}
    assert stored(later).status == "waiting"
    assert len(receiver.received) == 12


def test_a_batch_that_failed_or_found_nothing_is_followed_by_none(
    receiver, webhook, now, messages, django_capture_on_commit_callbacks
):
    rows = DeliveryFactory.create_batch(12, webhook=webhook)
    ids = [row.pk for row in rows[:10]]
    receiver.status = 500
    with django_capture_on_commit_callbacks(execute=True):
        deliveries.deliver_batch(ids=ids, clock=lambda: now)
        deliveries.deliver_batch(ids=ids, clock=lambda: now)
    assert (messages, len(receiver.received)) == ([], 1)


def test_resend_sends_the_same_once_more(receiver, delivery, alice, now):
    send(now)
    deliveries.resend(delivery=stored(delivery), by=alice, now=now)
    send(now)
    [first, second] = [body for _path, _headers, body in receiver.received]
    assert first == second


def test_resend_is_for_organisers(delivery, bob, now):
    with pytest.raises(Forbidden):
        deliveries.resend(delivery=delivery, by=bob, now=now)


def test_what_waits_is_not_sent_again(delivery, alice, now):
    with pytest.raises(Conflict):
        deliveries.resend(delivery=delivery, by=alice, now=now)


def test_ping_arrives(receiver, webhook, alice, now):
    delivery = deliveries.ping(webhook=webhook, by=alice, now=now)
    send(now)
    assert stored(delivery).status == "delivered"
    assert receiver.received[0][1]["Stammtisch-Event"] == "ping"


def test_old_deliveries_are_forgotten(delivery, now):
    assert deliveries.forget(now=now + timedelta(days=31)) == 1
    assert not Delivery.objects.exists()
