"""Events of a season."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import CharFilter, Filter, FilterBackend
from league.api.idempotency import idempotent
from league.api.schema import COMMAND, CREATE, IDEMPOTENCY_KEY
from league.models import Event, Player, Season
from league.services import events, rights

from .base import ORGANISE, Resource, VisibleField
from .players import PlayerOutput
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
    bots = PlayerOutput(
        many=True,
        read_only=True,
        help_text="bots that may fill seats; if there are none, every built-in one",
    )

    class Meta:
        model = Event
        fields = ["code", "season", "name", "bots", "created_at"]
        read_only_fields = fields


class EventInput(serializers.Serializer[Any]):
    """An event to be created."""

    season = VisibleField(rights.readable_seasons, help_text="code of the season")
    name = serializers.CharField(max_length=120)


class BotsInput(serializers.Serializer[Any]):
    """Bots that shall be able to fill seats."""

    bots = serializers.ListField(
        child=serializers.CharField(max_length=10),
        max_length=events.MOST_BOTS,
        help_text="codes of their players; none for every built-in bot",
    )


class EventFilter(Filter):
    """Which events to list."""

    season = CharFilter(field_name="season__code", label="code of the season")
    club = CharFilter(field_name="season__club__slug", label="slug of the club")


class EventViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """What players come to: evenings and tournaments."""

    serializer_class = EventOutput
    filter_backends = [FilterBackend]
    filterset_class = EventFilter
    scopes = {"create": ORGANISE, "choose": ORGANISE}
    conflict_serializers = {Season: SeasonOutput}

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_events(self.asker).select_related("season__club")
        return rows.prefetch_related("bots").order_by("-id")

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

    @extend_schema(
        operation_id="events_bots_choose",
        parameters=[IDEMPOTENCY_KEY],
        request=BotsInput,
        responses={200: EventOutput, **COMMAND},
    )
    @action(detail=True, methods=["put"], url_path="bots", filterset_class=None)
    @idempotent
    def choose(self, request: Request, code: str) -> Response:
        """Choose the bots that may fill seats, instead of those chosen before."""
        event = self.get_object()
        bots = bots_of(self.read(BotsInput)["bots"])
        events.choose_bots(event=event, bots=bots, by=self.actor, now=timezone.now())
        return self.stored(event)


def bots_of(codes: Sequence[str]) -> list[Player]:
    """Return the players of the codes, each once; raises ValidationError naming the unknown."""
    players = {player.code: player for player in Player.objects.filter(code__in=codes)}
    unknown = {
        f"bots.{number}": [_("There is no player with this code.")]
        for number, code in enumerate(codes)
        if code not in players
    }
    if unknown:
        raise ValidationError(unknown)
    return [players[code] for code in dict.fromkeys(codes)]
