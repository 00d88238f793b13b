"""What webhooks send, as the OpenAPI document tells it."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework import serializers

from league.api.fields import Choice
from league.models import Result, Version, Webhook
from league.services.webhooks import deliveries

RECEIVED: Final = {
    "2XX": OpenApiResponse(description="It has arrived. After any other answer it is sent again.")
}


class AtTableOutput(serializers.Serializer[Any]):
    """Who sits at a table."""

    player = serializers.CharField()
    name = serializers.CharField()


class DrawnTableOutput(serializers.Serializer[Any]):
    """A table of a draw."""

    match = serializers.CharField()
    table = serializers.IntegerField(help_text="its number in the session")
    seats = AtTableOutput(many=True)


class PublishedFacts(serializers.Serializer[Any]):
    """The draw of a session."""

    session = serializers.CharField()
    number = serializers.IntegerField()
    event = serializers.CharField()
    season = serializers.CharField()
    club = serializers.CharField()
    tables = DrawnTableOutput(many=True)


class FinalFacts(serializers.Serializer[Any]):
    """A result that counts."""

    match = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    session = serializers.CharField(allow_null=True)
    event = serializers.CharField(allow_null=True)
    season = serializers.CharField()
    club = serializers.CharField()
    version = serializers.IntegerField()
    source = Choice(choices=Result.Source.choices)  # type: ignore[assignment]
    seats = AtTableOutput(many=True)
    totals = serializers.ListField(child=serializers.IntegerField())
    places = serializers.ListField(child=serializers.IntegerField())


class SeasonFacts(serializers.Serializer[Any]):
    """The season whose standings have changed."""

    season = serializers.CharField()
    club = serializers.CharField()


class CheckedFacts(serializers.Serializer[Any]):
    """The version of a bot whose check has ended."""

    version = serializers.CharField()
    number = serializers.IntegerField()
    bot = serializers.CharField()
    name = serializers.CharField()
    status = Choice(choices=Version.Status.choices)


class PingFacts(serializers.Serializer[Any]):
    """The webhook that was asked to send a message."""

    webhook = serializers.CharField()


class MessageOutput(serializers.Serializer[Any]):
    """A message of a webhook; the header `Stammtisch-Signature` proves who sent it."""

    id = serializers.CharField(help_text="of the delivery; the same one may arrive twice")
    event = serializers.CharField()
    at = serializers.DateTimeField()


class PublishedMessage(MessageOutput):
    """An organiser or the clock has published the draw of a session."""

    facts = PublishedFacts()


class FinalMessage(MessageOutput):
    """A result of an event has become final."""

    facts = FinalFacts()


class StandingsMessage(MessageOutput):
    """The standings of a season have changed; at most once in five seconds."""

    facts = SeasonFacts()


class CheckedMessage(MessageOutput):
    """The check of a version of your bot has ended."""

    facts = CheckedFacts()


class PingMessage(MessageOutput):
    """You have asked for a message."""

    facts = PingFacts()


def _sent(event: str, message: type[MessageOutput]) -> OpenApiWebhook:
    summary = (message.__doc__ or "").strip()
    return OpenApiWebhook(
        name=str(event),
        decorator=extend_schema(summary=summary, request=message, responses=RECEIVED),
    )


DRAW_PUBLISHED: Final = _sent(Webhook.Event.DRAW_PUBLISHED, PublishedMessage)
RESULT_FINAL: Final = _sent(Webhook.Event.RESULT_FINAL, FinalMessage)
STANDINGS_CHANGED: Final = _sent(Webhook.Event.STANDINGS_CHANGED, StandingsMessage)
VERSION_CHECKED: Final = _sent(Webhook.Event.VERSION_CHECKED, CheckedMessage)
PINGED: Final = _sent(deliveries.PING, PingMessage)
