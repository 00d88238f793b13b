"""Penalties of a season: points taken from players, for reasons that everybody can read."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.schema import COMMAND, CREATE, IDEMPOTENCY_KEY
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.reasons import ReasonInput
from league.api.v1.base.resources import ORGANISE, Resource, VisibleField
from league.models import Penalty, Season
from league.services.base import rights
from league.services.seasons import penalties


class PenaltyOutput(Output[Penalty]):
    """A penalty: points deducted from a player."""

    player = PlayerOutput(read_only=True)
    event = serializers.CharField(
        source="event.code",
        default=None,
        read_only=True,
        allow_null=True,
        help_text="code of the event it is about, if any",
    )

    class Meta:
        model = Penalty
        fields = [
            "code",
            "player",
            "event",
            "points",
            "reason",
            "status",
            "given_at",
            "revoked_at",
            "revoked_because",
        ]
        read_only_fields = fields


class PenaltyInput(ReasonInput):
    """The penalty to give."""

    player = VisibleField(rights.readable_players, help_text="code of the player")
    event = VisibleField(
        rights.readable_events, required=False, allow_null=True, help_text="code of an event"
    )
    points = serializers.DecimalField(8, 3, help_text="more than 0")


class PenaltyActions(Resource):
    """The penalties of a season."""

    scopes: ClassVar[Mapping[str, str | None]] = {"penalise": ORGANISE}

    @extend_schema(operation_id="seasons_penalties_list", responses=PenaltyOutput(many=True))
    @action(
        detail=True,
        serializer_class=PenaltyOutput,
        pagination_class=LogPages,
        filterset_class=None,
    )
    def penalties(self, request: Request, code: str) -> Response:
        """List the penalties of a season, including revoked ones, the newest first."""
        rows = Penalty.objects.filter(season=self.get_object()).select_related("player", "event")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="seasons_penalties_create",
        parameters=[IDEMPOTENCY_KEY],
        request=PenaltyInput,
        responses={201: PenaltyOutput, **CREATE},
    )
    @penalties.mapping.post
    @idempotent
    def penalise(self, request: Request, code: str) -> Response:
        """Give a penalty: deduct points from a player in the standings."""
        season: Season = self.get_object()
        wanted = self.read(PenaltyInput)
        row = penalties.penalise(season=season, by=self.actor, now=timezone.now(), **wanted)
        return Response(PenaltyOutput(row).data, status=201)


class PenaltyViews(mixins.RetrieveModelMixin, Resource):
    """Penalties of all seasons."""

    serializer_class = PenaltyOutput
    scopes = {"revoke": ORGANISE}

    def get_queryset(self) -> QuerySet[Any]:
        seasons = rights.readable_seasons(self.asker)
        rows = Penalty.objects.filter(season__in=seasons)
        return rows.select_related("player", "event", "season__club").order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ReasonInput,
        responses={200: PenaltyOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def revoke(self, request: Request, code: str) -> Response:
        """Revoke the penalty and give the points back."""
        row, wanted = self.get_object(), self.read(ReasonInput)
        return self.answer(
            penalties.revoke(penalty=row, by=self.actor, now=timezone.now(), **wanted)
        )
