"""Sessions of an event and their draws."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import CharFilter, ChoiceFilter, Filter, FilterBackend
from league.api.idempotency import idempotent
from league.api.schema import COMMAND, CREATE, IDEMPOTENCY_KEY
from league.models import Match, Player, Season, Seat, Session
from league.services import draws, events, rights

from .base import ORGANISE, Resource, VisibleField
from .events import EventRef
from .players import PlayerOutput
from .seasons import SeasonOutput

MOST_SEATS = 10


class SessionOutput(serializers.ModelSerializer[Session]):
    """A session."""

    event = EventRef(read_only=True)

    class Meta:
        model = Session
        fields = ["code", "event", "number", "starts_at", "status", "published_at"]
        read_only_fields = fields


class SessionInput(serializers.Serializer[Any]):
    """A session to be created."""

    event = VisibleField(rights.readable_events, help_text="code of the event")
    starts_at = serializers.DateTimeField(required=False, allow_null=True)


class DrawnSeatOutput(serializers.ModelSerializer[Seat]):
    """Who sits on a seat."""

    player = PlayerOutput(read_only=True)

    class Meta:
        model = Seat
        fields = ["number", "player"]
        read_only_fields = fields


class TableOutput(serializers.ModelSerializer[Match]):
    """A table of a draw, and its match."""

    match = serializers.CharField(source="code", read_only=True, help_text="code of the match")
    seats = DrawnSeatOutput(many=True, read_only=True)

    class Meta:
        model = Match
        fields = ["match", "table_number", "seats"]
        read_only_fields = fields


class DrawOutput(serializers.Serializer[Any]):
    """A draw: who sits where."""

    tables = TableOutput(many=True, read_only=True)


class DrawInput(serializers.Serializer[Any]):
    """Who shall sit where."""

    tables = serializers.ListField(
        child=serializers.ListField(
            child=serializers.CharField(max_length=10), max_length=MOST_SEATS
        ),
        max_length=draws.MOST_TABLES,
        help_text="for each table the codes of its players, in the order of the seats",
    )


class SessionFilter(Filter):
    """Which sessions to list."""

    event = CharFilter(field_name="event__code", label="code of the event")
    season = CharFilter(field_name="event__season__code", label="code of the season")
    status = ChoiceFilter(choices=Session.Status.choices)


class SessionViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Sittings of an event: every table plays one match."""

    serializer_class = SessionOutput
    filter_backends = [FilterBackend]
    filterset_class = SessionFilter
    scopes = {"create": ORGANISE, "seat": ORGANISE, "publish": ORGANISE}
    conflict_serializers = {Season: SeasonOutput}

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_sessions(self.asker).select_related("event__season__club")
        return rows.order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=SessionInput,
        responses={201: SessionOutput, **CREATE},
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Create the next session of an event, with an empty draw in draft."""
        session = events.create_session(
            by=self.actor, now=timezone.now(), **self.read(SessionInput)
        )
        return self.answer(session, 201)

    @extend_schema(responses=DrawOutput)
    @action(detail=True, filterset_class=None)
    def draw(self, request: Request, code: str) -> Response:
        """Show who sits where."""
        return self._show_draw(self.get_object())

    @extend_schema(
        operation_id="sessions_draw_seat",
        parameters=[IDEMPOTENCY_KEY],
        request=DrawInput,
        responses={200: DrawOutput, **COMMAND},
    )
    @draw.mapping.put
    @idempotent
    def seat(self, request: Request, code: str) -> Response:
        """Seat players at tables, instead of how they sat in the draft before."""
        session = self.get_object()
        tables = players_of(self.read(DrawInput)["tables"])
        draws.seat_players(session=session, tables=tables, by=self.actor, now=timezone.now())
        return self._show_draw(session)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: SessionOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def publish(self, request: Request, code: str) -> Response:
        """Publish the draw: matches wait for results, and tables of bots are played."""
        session = draws.publish(session=self.get_object(), by=self.actor, now=timezone.now())
        return self.answer(session)

    def _show_draw(self, session: Session) -> Response:
        seats = Prefetch("seats", Seat.objects.select_related("player"))
        tables = session.matches.order_by("table_number").prefetch_related(seats)
        return Response(DrawOutput({"tables": tables}).data)


def players_of(tables: Sequence[Sequence[str]]) -> list[list[Player]]:
    """Return the players of the codes at each table; raises ValidationError naming the seats."""
    codes = {code for table in tables for code in table}
    players = {player.code: player for player in Player.objects.filter(code__in=codes)}
    unknown = {
        f"tables.{table_number}.{seat_number}": [_("There is no player with this code.")]
        for table_number, table in enumerate(tables)
        for seat_number, code in enumerate(table)
        if code not in players
    }
    if unknown:
        raise ValidationError(unknown)
    return [[players[code] for code in table] for table in tables]
