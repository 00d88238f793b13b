"""What webhooks send is what the OpenAPI document says."""

import json

from league.models import Delivery, Version, Webhook
from league.services.bots import bots
from league.services.draws import draws
from league.services.results import results
from league.services.results.results import Scores
from league.services.webhooks import deliveries
from tests.league.api import contract, recording
from tests.league.factories import (
    AuthorsBotFactory,
    MatchFactory,
    VersionFactory,
    WebhookFactory,
)


def sent(event):
    """Return the message of the only delivery of an event, if the document allows it."""
    [delivery] = Delivery.objects.filter(event=event)
    body = deliveries.body_of(delivery)
    recording.note_message(body)
    documented = contract.document()["webhooks"][event]["post"]["requestBody"]
    contract.strictly(documented["content"]["application/json"]["schema"], json.loads(body))
    return json.loads(body)


def test_draw_that_is_published(club, draft, table_of_four, alice, now):
    WebhookFactory(club=club, events=["draw.published"])
    match = MatchFactory(session=draft, status="draft", players=table_of_four, table_number=1)
    draws.publish(session=draft, by=alice, now=now)
    facts = sent("draw.published")["facts"]
    assert [table["match"] for table in facts["tables"]] == [match.code]


def test_result_and_standings(club, match, bob, dora, now):
    WebhookFactory(club=club, events=["result.final", "standings.changed"])
    submission = Scores(rounds=[[12, 6, 0, 3]] * 4)
    results.enter(match=match, submission=submission, by=bob, expected_version=0, now=now)
    results.confirm(match=match, by=dora, expected_version=1, now=now)
    assert sent("result.final")["facts"]["totals"] == [48, 24, 0, 12]
    assert sent("standings.changed")["facts"]["club"] == club.slug


def test_version_that_is_checked(mallory, now):
    WebhookFactory(club=None, owner=mallory, events=["version.checked"])
    own = AuthorsBotFactory(owner=mallory)
    version = VersionFactory(bot=own, status=Version.Status.CHECKING)
    bots.accept(version=version, report={}, now=now)
    assert sent("version.checked")["facts"]["version"] == version.code


def test_ping(club, alice, now):
    webhook = WebhookFactory(club=club, owner=alice)
    deliveries.ping(webhook=webhook, by=alice, now=now)
    assert sent("ping")["facts"] == {"webhook": webhook.code}


def test_the_document_has_all_events():
    events = {*Webhook.Event.values, deliveries.PING}
    assert set(contract.document()["webhooks"]) == events
