"""Webhooks by REST: made with a secret shown once, looked at, sent again."""

import pytest

from league.models import Webhook
from tests.league.factories import DeliveryFactory, WebhookFactory

BODY = {"club": "linde", "url": "https://example.org/hook", "events": ["result.final"]}


@pytest.fixture
def webhook(club, alice):
    return WebhookFactory(club=club, owner=alice)


def test_the_secret_is_shown_once(as_alice, club):
    response = as_alice.post("webhooks", BODY)
    assert response.status_code == 201
    assert response.json()["secret"] == Webhook.objects.get().secret
    assert "secret" not in as_alice.get(f"webhooks/{response.json()['code']}").json()


def test_an_author_has_one_of_own_bots(as_mallory):
    response = as_mallory.post("webhooks", {**BODY, "club": None, "events": ["version.checked"]})
    assert response.status_code == 201
    assert response.json()["club"] is None


def test_wrong_fields_are_named(as_alice, club):
    response = as_alice.post("webhooks", {**BODY, "url": "http://localhost/", "events": []})
    assert response.status_code == 422
    assert set(response.json()["errors"]) == {"url", "events"}


@pytest.mark.parametrize(
    ("who", "status"), [("owner", 200), ("bob", 404), ("mallory", 404), ("nobody", 401)]
)
def test_a_webhook_is_for_organisers(client_named, webhook, who, status):
    assert client_named(who).get(f"webhooks/{webhook.code}").status_code == status


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 201), ("bob", 403), ("mallory", 403), ("nobody", 401)]
)
def test_who_makes_one_of_a_club(client_named, club, who, status):
    assert client_named(who).post("webhooks", BODY).status_code == status


def test_deliveries_are_listed_the_newest_first(as_alice, webhook):
    rows = [DeliveryFactory(webhook=webhook) for _row in range(3)]
    found = as_alice.get(f"webhooks/{webhook.code}/deliveries").json()["results"]
    assert [row["code"] for row in found] == [row.code for row in reversed(rows)]


@pytest.mark.parametrize("count", [1, 20])
def test_queries_do_not_grow_with_the_deliveries(
    as_alice, webhook, count, django_assert_max_num_queries
):
    DeliveryFactory.create_batch(count, webhook=webhook)
    with django_assert_max_num_queries(5):
        as_alice.get(f"webhooks/{webhook.code}/deliveries")


def test_a_delivery_is_sent_again(as_alice, webhook):
    delivery = DeliveryFactory(webhook=webhook, status="given_up", attempt=7)
    response = as_alice.post(f"webhooks/{webhook.code}/deliveries/{delivery.code}/resend")
    assert (response.status_code, response.json()["status"]) == (200, "waiting")


def test_what_waits_is_in_the_answer_to_sending_it_again(as_alice, webhook):
    delivery = DeliveryFactory(webhook=webhook)
    response = as_alice.post(f"webhooks/{webhook.code}/deliveries/{delivery.code}/resend")
    assert response.status_code == 409
    assert response.json()["current"]["code"] == delivery.code


def test_it_is_changed_pinged_and_removed(as_alice, webhook):
    address = f"webhooks/{webhook.code}"
    assert as_alice.patch(address, {"is_active": False}).json()["is_active"] is False
    refused = as_alice.post(f"{address}/ping")
    assert (refused.status_code, refused.json()["current"]["is_active"]) == (409, False)
    assert as_alice.patch(address, {"is_active": True}).status_code == 200
    assert as_alice.post(f"{address}/ping").status_code == 201
    assert as_alice.delete(address).status_code == 204
    assert not Webhook.objects.exists()
