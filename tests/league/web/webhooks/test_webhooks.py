"""The pages of webhooks, of imports, and what pages offer to take along."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import Delivery, Job, Season, Webhook
from league.services.archives import archives, imports
from tests.league.factories import DeliveryFactory, WebhookFactory

URL = "https://example.org/hook"


@pytest.fixture
def webhook(club, alice):
    return WebhookFactory(club=club, owner=alice)


def test_a_webhook_is_made_and_its_secret_shown_once(as_alice, club):
    form = {"url": URL, "club": "linde", "events": ["result.final"]}
    response = as_alice.post("/webhooks/", form)
    secret = Webhook.objects.get().secret
    assert secret in response.content.decode()
    assert secret not in as_alice.get("/webhooks/").content.decode()


def test_a_wrong_address_comes_back_with_what_is_wrong(as_alice, club):
    response = as_alice.post("/webhooks/", {"url": "http://x/", "club": "linde"})
    assert response.status_code == 422
    assert "Enter a URL such as https://example.org/hook" in response.content.decode()


def test_nobody_makes_a_webhook_of_somebody_elses_club(as_mallory, club):
    form = {"url": URL, "club": "linde", "events": ["result.final"]}
    assert as_mallory.post("/webhooks/", form).status_code == 404


def test_what_was_told_is_shown_and_sent_again(as_alice, webhook):
    delivery = DeliveryFactory(webhook=webhook, status="given_up", error="answered 500")
    Delivery.objects.update(finished_at=delivery.created_at)
    page = as_alice.get(f"/webhooks/{webhook.code}/").content.decode()
    assert "answered 500" in page
    form = {"act": "resend", "delivery": delivery.code}
    as_alice.post(f"/webhooks/{webhook.code}/act/", form)
    assert Delivery.objects.get().status == "waiting"


@pytest.mark.parametrize("act", ["ping", "off", "on", "remove"])
def test_every_button_does_something(as_alice, webhook, act):
    assert as_alice.post(f"/webhooks/{webhook.code}/act/", {"act": act}).status_code == 302


def test_a_webhook_is_not_for_members(as_bob, webhook):
    assert as_bob.get(f"/webhooks/{webhook.code}/").status_code == 404
    assert as_bob.post(f"/webhooks/{webhook.code}/act/", {"act": "remove"}).status_code == 404


def send(client, content, **fields):
    form = {"archive": SimpleUploadedFile("a.jsonl", content), "players": "known", **fields}
    return client.post("/clubs/linde/import/", form)


def work():
    """Have a worker do the import that waits."""
    imports.import_batch(
        ids=list(Job.objects.filter(status="waiting").values_list("pk", flat=True))
    )


def test_a_season_is_imported_by_a_form(as_alice, season, match, alice, now):
    content = "".join(archives.export(season=season, by=alice, now=now)).encode()
    assert as_alice.get("/clubs/linde/import/").status_code == 200
    where = send(as_alice, content, name="Copy").url
    assert "every 2s" in as_alice.get(where).content.decode()
    work()
    page = as_alice.get(where, headers={"HX-Request": "true"}).content.decode()
    assert "every 2s" not in page
    assert f"/seasons/{Season.objects.get(name='Copy').code}/" in page


def test_a_line_at_fault_is_shown(as_alice, club):
    where = send(as_alice, b"nonsense").url
    work()
    page = as_alice.get(where).content.decode()
    assert "Nothing was imported." in page
    assert "lines.1: " in page


def test_an_import_is_not_for_members(as_alice, as_bob, club):
    assert as_bob.get(send(as_alice, b"nonsense").url).status_code == 404


def test_a_second_archive_waits_for_the_first(as_alice, club):
    send(as_alice, b"nonsense")
    response = send(as_alice, b"nonsense")
    assert (
        response.status_code,
        "Another import is still running" in response.content.decode(),
    ) == (409, True)


def test_members_do_not_import(as_bob, club):
    assert as_bob.get("/clubs/linde/import/").status_code == 403


@pytest.mark.parametrize("address", ["/clubs/linde/", "/seasons/{}/", "/sessions/{}/"])
def test_what_a_page_offers_is_there(as_alice, season, session, match, address):
    code = session.code if "sessions" in address else season.code
    context = as_alice.get(address.format(code)).context
    answers = {said: as_alice.get(where).status_code for where, said in context["files"]}
    assert set(answers.values()) == {200}
