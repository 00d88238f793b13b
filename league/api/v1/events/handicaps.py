"""Handicaps of an event: points that players have from its start."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Said
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.reasons import LONGEST
from league.api.v1.base.resources import Resource
from league.models import Handicap
from league.services.base import rights
from league.services.events import handicaps
from league.services.events.handicaps import MOST_AT_ONCE, Wanted


class HandicapOutput(Output[Handicap]):
    """A handicap: points that a player has in an event from the start, or had."""

    player = PlayerOutput(read_only=True)
    ended_because = Said()

    class Meta:
        model = Handicap
        fields = [
            "code",
            "player",
            "points",
            "reason",
            "status",
            "set_at",
            "ended_at",
            "ended_because",
        ]
        read_only_fields = fields


class HandicapsOutput(serializers.Serializer[Any]):
    """The handicaps that are in force in an event."""

    handicaps = HandicapOutput(many=True, read_only=True)


class HandicapInput(serializers.Serializer[Any]):
    """The handicap that a player is to have."""

    player = serializers.CharField(max_length=10, help_text="code of the player")
    points = serializers.DecimalField(
        8, 3, allow_null=True, min_value=0, help_text="null or 0 for none"
    )


class HandicapsInput(serializers.Serializer[Any]):
    """The handicaps to set; players who are not named keep theirs."""

    handicaps = serializers.ListField(child=HandicapInput(), max_length=MOST_AT_ONCE)
    reason = serializers.CharField(
        max_length=LONGEST,
        required=False,
        allow_blank=True,
        default="",
        help_text="needed once a match of the event is final; everybody can read it",
    )


class EventHandicaps(Resource):
    """The handicaps of an event."""

    @extend_schema(operation_id="events_handicaps_list", responses=HandicapOutput(many=True))
    @action(
        detail=True,
        serializer_class=HandicapOutput,
        pagination_class=LogPages,
        filterset_class=None,
    )
    def handicaps(self, request: Request, code: str) -> Response:
        """List the handicaps of an event, including ended ones, the newest first."""
        rows = Handicap.objects.filter(event=self.get_object()).select_related("player")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="events_handicaps_set",
        parameters=[IDEMPOTENCY_KEY],
        request=HandicapsInput,
        responses={200: HandicapsOutput, **COMMAND},
    )
    @handicaps.mapping.post
    @idempotent
    def set_handicaps(self, request: Request, code: str) -> Response:
        """Set handicaps of players, or remove them. Returns all that are in force."""
        event, wanted = self.get_object(), self.read(HandicapsInput)
        rows = handicaps.set_handicaps(
            event=event,
            handicaps=self._wanted(wanted["handicaps"]),
            reason=wanted["reason"],
            by=self.actor,
            now=timezone.now(),
        )
        return Response(HandicapsOutput({"handicaps": rows}).data)

    def _wanted(self, rows: Sequence[Mapping[str, Any]]) -> list[Wanted]:
        """Return handicaps with players for their codes, all found by one query.

        Raises ValidationError naming the codes of nobody.
        """
        known = rights.readable_players(self.asker)
        players = {one.code: one for one in known.filter(code__in={row["player"] for row in rows})}
        unknown = {
            f"handicaps.{number}.player": [_("There is no player with this code.")]
            for number, row in enumerate(rows)
            if row["player"] not in players
        }
        if unknown:
            raise ValidationError(unknown)
        return [Wanted(players[row["player"]], row["points"]) for row in rows]
