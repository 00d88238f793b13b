"""Events of a season."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import CharFilter, Filter, FilterBackend
from league.api.idempotency import idempotent
from league.api.schema import CREATE, IDEMPOTENCY_KEY
from league.models import Event, Season
from league.services import events, rights

from .base import ORGANISE, Resource, VisibleField
from .refs import SeasonRef
from .seasons import SeasonOutput


class EventRef(serializers.ModelSerializer[Event]):
    """An event, named."""

    class Meta:
        model = Event
        fields = ["code", "name"]
        read_only_fields = fields


class EventOutput(serializers.ModelSerializer[Event]):
    """An event."""

    season = SeasonRef(read_only=True)

    class Meta:
        model = Event
        fields = ["code", "season", "name", "created_at"]
        read_only_fields = fields


class EventInput(serializers.Serializer[Any]):
    """An event to be created."""

    season = VisibleField(rights.readable_seasons, help_text="code of the season")
    name = serializers.CharField(max_length=120)


class EventFilter(Filter):
    """Which events to list."""

    season = CharFilter(field_name="season__code", label="code of the season")
    club = CharFilter(field_name="season__club__slug", label="slug of the club")


class EventViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """What players come to: evenings and tournaments."""

    serializer_class = EventOutput
    filter_backends = [FilterBackend]
    filterset_class = EventFilter
    scopes = {"create": ORGANISE}
    conflict_serializers = {Season: SeasonOutput}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_events(self.asker).select_related("season").order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=EventInput,
        responses={201: EventOutput, **CREATE},
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Create an event of a season."""
        event = events.create_event(by=self.actor, now=timezone.now(), **self.read(EventInput))
        return self.answer(event, 201)
