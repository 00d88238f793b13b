"""Open evenings: who waits how long and plays where; opened, ended, and tables by hand."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.idempotency import idempotent
from league.api.schema import ABSENT, COMMAND, IDEMPOTENCY_KEY
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import Resource
from league.models import Event, Match, Player
from league.services.registration import open_evenings

MOST_SEATS = 10


class WaiterOutput(serializers.Serializer[Any]):
    """Somebody who waits for a table."""

    registration = serializers.CharField(source="registration.code", read_only=True)
    player = PlayerOutput(read_only=True)
    since = serializers.DateTimeField(read_only=True)


class TableInPlayOutput(serializers.Serializer[Any]):
    """A table at which people play."""

    match = serializers.CharField(source="code", read_only=True, help_text="code of the match")
    number = serializers.IntegerField(source="table_number", read_only=True)
    since = serializers.DateTimeField(source="created_at", read_only=True)
    players = serializers.SerializerMethodField()

    def get_players(self, match: Match) -> list[str]:
        """Return the codes of the players in the order of seats."""
        return [seat.player.code for seat in match.seats.all()]


class EveningOutput(serializers.Serializer[Any]):
    """What is going on at an open evening."""

    is_open = serializers.BooleanField(read_only=True)
    has_ended = serializers.BooleanField(read_only=True)
    tables = TableInPlayOutput(many=True, read_only=True)
    waiting = WaiterOutput(many=True, read_only=True, help_text="who waits, the longest first")
    put_off_s = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="seconds for which a table is put off at the most, null while too few wait",
    )


class ByHandInput(serializers.Serializer[Any]):
    """Who sits at a table that is opened by hand."""

    players = serializers.ListField(
        child=serializers.CharField(max_length=10),
        min_length=2,
        max_length=MOST_SEATS,
        help_text="codes of players who wait, in the order of seats",
    )


class OpenEvenings(Resource):
    """An event at which whoever is there is seated as soon as enough wait."""

    @extend_schema(operation_id="events_evening_retrieve", responses={200: EveningOutput, **ABSENT})
    @action(detail=True, filterset_class=None)
    def evening(self, request: Request, code: str) -> Response:
        """Show who waits how long, and who plays at which table."""
        if self.get_object().draw != Event.Draw.OPEN:
            raise NotFound(_("This event is no open evening."))
        return self._evening(code)

    @extend_schema(
        operation_id="events_evening_open",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={200: EveningOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="evening/open", filterset_class=None)
    @idempotent
    def open_evening(self, request: Request, code: str) -> Response:
        """Open the evening: who is checked in is seated as soon as enough wait."""
        event = self.get_object()
        open_evenings.open_evening(event=event, by=self.actor, now=timezone.now())
        return self._evening(code)

    @extend_schema(
        operation_id="events_evening_stop",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={200: EveningOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="evening/stop", filterset_class=None)
    @idempotent
    def stop_seating(self, request: Request, code: str) -> Response:
        """Check everybody out: those who play are the last tables of the evening."""
        event = self.get_object()
        open_evenings.stop_seating(event=event, by=self.actor, now=timezone.now())
        return self._evening(code)

    @extend_schema(
        operation_id="events_evening_end",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={200: EveningOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="evening/end", filterset_class=None)
    @idempotent
    def end_evening(self, request: Request, code: str) -> Response:
        """End the evening once all its tables have a final result or are void."""
        event = self.get_object()
        open_evenings.end_evening(event=event, by=self.actor, now=timezone.now())
        return self._evening(code)

    @extend_schema(
        operation_id="events_evening_seat",
        parameters=[IDEMPOTENCY_KEY],
        request=ByHandInput,
        responses={200: EveningOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="evening/seat", filterset_class=None)
    @idempotent
    def seat_by_hand(self, request: Request, code: str) -> Response:
        """Open a table of people who wait. Voiding its match takes the table back."""
        event = self.get_object()
        codes = self.read(ByHandInput)["players"]
        players = {player.code: player for player in Player.objects.filter(code__in=codes)}
        if not set(codes) <= players.keys() or len(set(codes)) < len(codes):
            raise ValidationError({"players": [_("There is no player with this code.")]})
        open_evenings.seat_by_hand(
            event=event,
            players=[players[code] for code in codes],
            by=self.actor,
            now=timezone.now(),
        )
        return self._evening(code)

    def _evening(self, code: str) -> Response:
        look = open_evenings.look(self.get_object(), now=timezone.now())
        return Response(EveningOutput(look).data)
