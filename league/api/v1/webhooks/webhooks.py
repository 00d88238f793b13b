"""Webhooks of clubs and of authors, and what they were told."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, Flag
from league.api.filters import Filter, FilterBackend, OwnerFilter
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.schema import ABSENT, COMMAND, CREATE, IDEMPOTENCY_KEY, RIGHTS
from league.api.v1.base.resources import CODE, ORGANISE, READ, Resource, VisibleField
from league.api.v1.clubs.clubs import ClubRef
from league.models import Club, Delivery, Webhook
from league.services.base import rights
from league.services.webhooks import deliveries, webhooks


class WebhookOutput(Output[Webhook]):
    """A webhook, without its secret."""

    club = ClubRef(read_only=True, allow_null=True, help_text="null for one of an author's bots")
    events = serializers.ListField(child=Choice(choices=Webhook.Event.choices), read_only=True)

    class Meta:
        model = Webhook
        fields = ["code", "club", "url", "events", "is_active", "created_at"]
        read_only_fields = fields


class NewWebhookOutput(WebhookOutput):
    """A new webhook; the only answer that ever shows its secret."""

    secret = serializers.CharField(read_only=True, help_text="only shown in this answer")

    class Meta(WebhookOutput.Meta):
        fields = [*WebhookOutput.Meta.fields, "secret"]
        read_only_fields = fields


class EventsField(serializers.ListField):
    """What a webhook shall be told."""

    def __init__(self, **kwargs: Any) -> None:
        child = Choice(choices=Webhook.Event.choices)
        super().__init__(child=child, max_length=len(Webhook.Event), **kwargs)


class WebhookInput(serializers.Serializer[Any]):
    """A webhook to be made."""

    club = VisibleField(
        rights.readable_clubs,
        slug_field="slug",
        required=False,
        allow_null=True,
        default=None,
        help_text="slug of the club; without one it is told of your own bots",
    )
    url = serializers.CharField(max_length=webhooks.LONGEST_URL)
    events = EventsField()


class WebhookChange(serializers.Serializer[Any]):
    """What shall be otherwise; what is absent stays."""

    url = serializers.CharField(max_length=webhooks.LONGEST_URL, required=False)
    events = EventsField(required=False)
    is_active = Flag(required=False, help_text="false: it is told nothing")


class DeliveryOutput(Output[Delivery]):
    """A message to a webhook, sent or to be sent."""

    facts = serializers.DictField(read_only=True, help_text="what is told")

    class Meta:
        model = Delivery
        fields = [
            "code",
            "event",
            "subject",
            "facts",
            "status",
            "attempt",
            "due_at",
            "answer",
            "error",
            "created_at",
            "finished_at",
        ]
        read_only_fields = fields


class WebhookFilter(Filter):
    """Which webhooks to list."""

    club = OwnerFilter(Club, by="slug", label="slug of the club")


DELIVERY = OpenApiParameter(
    name="delivery",
    location=OpenApiParameter.PATH,
    type={"type": "string", "pattern": f"^{CODE}$"},
    description="code of the delivery",
)


class WebhookViews(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, Resource
):
    """URLs of other programs that Stammtisch informs.

    No Idempotency-Key where one is made: a stored answer would hold its secret.
    """

    serializer_class = WebhookOutput
    filter_backends = [FilterBackend]
    filterset_class = WebhookFilter
    scopes = {
        **dict.fromkeys(["list", "retrieve", "deliveries"], READ),
        **dict.fromkeys(["create", "partial_update", "destroy", "ping", "resend"], ORGANISE),
    }
    conflict_serializers = {Delivery: DeliveryOutput}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_webhooks(self.asker).select_related("club").order_by("-id")

    @extend_schema(request=WebhookInput, responses={201: NewWebhookOutput, **CREATE})
    def create(self, request: Request) -> Response:
        """Create a webhook. Only this answer shows its secret."""
        wanted = self.read(WebhookInput)
        webhook = webhooks.create(by=self.actor, now=timezone.now(), **wanted)
        response = self.answer(webhook, 201)
        response.data["secret"] = webhook.secret
        response.headers["Cache-Control"] = "no-store"
        return response

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=WebhookChange,
        responses={200: WebhookOutput, **COMMAND},
    )
    @idempotent
    def partial_update(self, request: Request, code: str) -> Response:
        """Change the URL or the events of a webhook, or turn it on or off."""
        wanted = self.read(WebhookChange)
        webhook = webhooks.change(
            webhook=self.get_object(), by=self.actor, now=timezone.now(), **wanted
        )
        return self.answer(webhook)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={204: None, **RIGHTS, **ABSENT}
    )
    @idempotent
    def destroy(self, request: Request, code: str) -> Response:
        """Delete a webhook and its deliveries."""
        webhooks.remove(webhook=self.get_object(), by=self.actor, now=timezone.now())
        return Response(status=204)

    @extend_schema(
        operation_id="webhooks_ping",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: DeliveryOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], filterset_class=None, serializer_class=DeliveryOutput)
    @idempotent
    def ping(self, request: Request, code: str) -> Response:
        """Send a test message, to see whether it arrives."""
        delivery = deliveries.ping(webhook=self.get_object(), by=self.actor, now=timezone.now())
        return Response(DeliveryOutput(delivery).data, status=201)

    @extend_schema(
        operation_id="webhooks_deliveries_list",
        responses={200: DeliveryOutput(many=True), **RIGHTS, **ABSENT},
    )
    @action(
        detail=True,
        filterset_class=None,
        serializer_class=DeliveryOutput,
        pagination_class=LogPages,
    )
    def deliveries(self, request: Request, code: str) -> Response:
        """List the deliveries of a webhook, the newest first."""
        page = self.paginate_queryset(self.get_object().deliveries.all())
        return self.get_paginated_response(DeliveryOutput(page, many=True).data)

    @extend_schema(
        operation_id="webhooks_deliveries_resend",
        parameters=[DELIVERY, IDEMPOTENCY_KEY],
        request=None,
        responses={200: DeliveryOutput, **COMMAND},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"deliveries/(?P<delivery>{CODE})/resend",
        filterset_class=None,
        serializer_class=DeliveryOutput,
    )
    @idempotent
    def resend(self, request: Request, code: str, delivery: str) -> Response:
        """Send a delivery once more."""
        rows = self.get_object().deliveries.select_related("webhook")
        found = get_object_or_404(rows, code=delivery)
        sent = deliveries.resend(delivery=found, by=self.actor, now=timezone.now())
        return Response(DeliveryOutput(sent).data)
