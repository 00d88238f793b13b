"""Two at once: nothing is sent twice, and no change of standings is lost."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import transaction

from league.models import AuditEntry, Delivery, Webhook
from league.services.base.refusals import NotFound
from league.services.webhooks import deliveries, webhooks
from league.services.webhooks.announcements import GATHER, announce
from tests.league.factories import DeliveryFactory, SeasonFactory, WebhookFactory
from tests.league.services.races import at_once, losers, paused

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_delivery_sent_by_two_workers_goes_once(now, monkeypatch):
    sent = []
    monkeypatch.setattr(deliveries.posting, "post", lambda *args, **kwargs: sent.append(1) or 204)
    row = DeliveryFactory()
    at_once(*[lambda: deliveries.deliver_batch(ids=[row.pk], clock=lambda: now)] * 3)
    assert sent == [1]


def test_changes_at_once_are_gathered_in_one_delivery(now):
    season = SeasonFactory()
    WebhookFactory(club=season.club)
    at_once(*[lambda: announce(event="standings.changed", pks=[season.pk], now=now)] * 3)
    assert Delivery.objects.count() == 1


@pytest.mark.only("postgresql", "SQLite lets one write at a time")
def test_what_gathers_is_not_sent_before_the_change_is_there(now, monkeypatch):
    """A worker that looks while a change is being stored leaves the delivery to the next one."""
    monkeypatch.setattr(deliveries.posting, "post", lambda *args, **kwargs: 204)
    season = SeasonFactory()
    WebhookFactory(club=season.club)
    announce(event="standings.changed", pks=[season.pk], now=now)
    row = Delivery.objects.get()
    with transaction.atomic():
        announce(event="standings.changed", pks=[season.pk], now=now)
        at_once(lambda: deliveries.deliver_batch(ids=[row.pk], clock=lambda: now + GATHER))
        assert Delivery.objects.get().status == "waiting"
    deliveries.deliver_batch(ids=[row.pk], clock=lambda: now + GATHER)
    assert Delivery.objects.get().status == "delivered"


@pytest.mark.further
def test_a_webhook_removed_while_it_is_changed_is_gone(club, alice, owner, now, monkeypatch):
    webhook = WebhookFactory(club=club)
    looked, removed = threading.Event(), threading.Event()
    paused(monkeypatch, webhooks, "_check", looked, removed)

    def change():
        return webhooks.change(webhook=webhook, is_active=False, by=alice, now=now)

    def remove():
        looked.wait(timeout=10)
        webhooks.remove(webhook=webhook, by=owner, now=now)
        removed.set()

    at_once(change, remove)
    assert not Webhook.objects.exists()
    told = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(told) == ["webhook.change", "webhook.remove"]


def test_a_webhook_is_removed_once(club, alice, owner, now):
    webhook = WebhookFactory(club=club)
    outcomes = at_once(
        *[lambda by=by: webhooks.remove(webhook=webhook, by=by, now=now) for by in (alice, owner)]
    )
    assert [type(loser) for loser in losers(outcomes)] == [NotFound]
    assert AuditEntry.objects.filter(action="webhook.remove").count() == 1


@pytest.mark.only("postgresql", "SQLite lets one write at a time")
@pytest.mark.parametrize("of_club", [True, False])
def test_of_webhooks_made_at_once_none_is_one_too_many(club, alice, now, monkeypatch, of_club):
    monkeypatch.setattr(webhooks, "MOST_WEBHOOKS", 2)
    own = {"club": club if of_club else None, "owner": alice}
    event = webhooks.Event.STANDINGS_CHANGED if of_club else webhooks.Event.VERSION_CHECKED
    WebhookFactory(**own)

    def create():
        return webhooks.create(
            club=own["club"], url="https://example.org/", events=[event], by=alice, now=now
        )

    assert len(losers(at_once(*[create] * 3))) == 2
    assert Webhook.objects.count() == 2


@pytest.mark.only("postgresql", "SQLite lets one write at a time")
def test_a_webhook_removed_while_it_is_told_waits_for_that(club, alice, now):
    """What is to be told is stored in the transaction of what happened, which must not fail."""
    season, webhook = SeasonFactory(club=club), WebhookFactory(club=club)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            announce(event="standings.changed", pks=[season.pk], now=now)
            removing = pool.submit(
                at_once, lambda: webhooks.remove(webhook=webhook, by=alice, now=now)
            )
            time.sleep(0.3)
        removing.result(timeout=10)
    assert not Webhook.objects.exists()


def test_what_another_worker_has_taken_back_is_not_sent_again(now, monkeypatch):
    """The first message takes longer than the lease; meanwhile a second worker sends both."""
    rows = DeliveryFactory.create_batch(2, webhook=WebhookFactory())
    ids, sent, later = (
        [row.pk for row in rows],
        [],
        now + deliveries.posting.LEASE + timedelta(seconds=1),
    )

    def post(url, *, body, headers):
        sent.append(headers["Stammtisch-Delivery"])
        if len(sent) == 1:
            deliveries.sweep(now=later)
            deliveries.deliver_batch(ids=ids, clock=lambda: later)
        return 204

    monkeypatch.setattr(deliveries.posting, "post", post)
    deliveries.deliver_batch(ids=ids, clock=lambda: now)
    assert sent == [rows[0].code, rows[0].code, rows[1].code]
    assert [row.attempt for row in Delivery.objects.order_by("pk")] == [2, 2]


def test_a_webhook_changed_while_it_is_written_to_is_heeded_from_the_next_on(now, monkeypatch):
    webhook = WebhookFactory()
    rows, sent = DeliveryFactory.create_batch(3, webhook=webhook), []

    def post(url, *, body, headers):
        sent.append(url)
        change = {"url": "https://example.org/new"} if len(sent) == 1 else {"is_active": False}
        Webhook.objects.update(**change)
        return 204

    monkeypatch.setattr(deliveries.posting, "post", post)
    deliveries.deliver_batch(ids=[row.pk for row in rows], clock=lambda: now)
    assert sent == [webhook.url, "https://example.org/new"]
    left = Delivery.objects.get(pk=rows[2].pk)
    assert (left.status, left.attempt) == ("waiting", 0)
