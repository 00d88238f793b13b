"""Webhooks: who makes them, and where they may lead."""

import pytest

from league.models import AuditEntry, Webhook
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.webhooks import webhooks
from tests.league.factories import WebhookFactory

URL = "https://example.org/hook"


def create(by, club=None, now=None, url=URL, events=("result.final",)):
    return webhooks.create(club=club, url=url, events=events, by=by, now=now)


def test_organiser_makes_a_webhook(club, alice, now):
    webhook = create(alice, club, now, events=["result.final", "draw.published", "result.final"])
    assert webhook.events == ["draw.published", "result.final"]
    assert webhook.secret.startswith("stw_")


def test_author_makes_a_webhook_of_own_bots(mallory, now):
    assert create(mallory, None, now, events=["version.checked"]).club is None


@pytest.mark.parametrize("who", ["bob", "scorer", "mallory"])
def test_others_make_no_webhook_of_a_club(request, club, now, who):
    with pytest.raises(Forbidden):
        create(request.getfixturevalue(who), club, now)


@pytest.mark.parametrize("events", [[], ["version.checked"], ["result.final", "nonsense"]])
def test_a_club_is_told_only_of_its_own_events(club, alice, now, events):
    with pytest.raises(Invalid) as refused:
        create(alice, club, now, events=events)
    assert list(refused.value.errors) == ["events"]


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "ftp://example.org/hook",
        "https:///hook",
        "https://user:word@example.org/",
        "https://example.org/#part",
        "https://example.org:99999/",
        "https://[::1/",
        "https://exämple.org/",
        "https://example.org/a b",
        "https://127.0.0.1/",
        "https://[::ffff:10.0.0.1]/",
        "https://169.254.169.254/latest",
        "https://example.org/" + "x" * 500,
    ],
)
def test_addresses_that_cannot_be_written_to_are_refused(club, alice, now, url):
    with pytest.raises(Invalid) as refused:
        create(alice, club, now, url=url)
    assert list(refused.value.errors) == ["url"]


def test_a_setting_allows_addresses_inside(club, alice, now, settings):
    settings.WEBHOOK_ALLOW_HTTP = settings.WEBHOOK_ALLOW_PRIVATE = True
    assert create(alice, club, now, url="http://127.0.0.1:8080/hook").pk


def test_a_club_has_a_limited_number_of_webhooks(club, alice, now):
    WebhookFactory.create_batch(webhooks.MOST_WEBHOOKS, club=club)
    with pytest.raises(Conflict, match="Delete one first"):
        create(alice, club, now)


def test_change_leaves_what_is_not_given(club, alice, now):
    webhook = create(alice, club, now)
    webhooks.change(webhook=webhook, is_active=False, by=alice, now=now)
    webhook.refresh_from_db()
    assert (webhook.url, webhook.events, webhook.is_active) == (URL, ["result.final"], False)


def test_change_is_for_those_who_may_see_it(club, alice, bob, now):
    webhook = create(alice, club, now)
    with pytest.raises(Forbidden):
        webhooks.change(webhook=webhook, is_active=False, by=bob, now=now)


def test_another_organiser_removes_it(club, alice, owner, now):
    webhooks.remove(webhook=create(alice, club, now), by=owner, now=now)
    assert not Webhook.objects.exists()


def test_the_audit_trail_knows_the_host_alone(club, alice, now):
    create(alice, club, now, url="https://example.org/hook?key=hidden")
    assert AuditEntry.objects.get().data["host"] == "example.org"
    assert "hidden" not in str(AuditEntry.objects.get().data)
