"""The ranking of an event, and of one of its sessions."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import Resource
from league.models import Event, Session
from league.services.events import rankings


class RankingOutput(serializers.Serializer[Any]):
    """A player's place in a ranking, by the points of final matches."""

    rank = serializers.IntegerField(
        read_only=True, help_text="who is equal in points, wins and score shares the better rank"
    )
    player = PlayerOutput(read_only=True)
    points = serializers.DecimalField(14, 3, read_only=True)
    wins = serializers.IntegerField(read_only=True)
    score = serializers.IntegerField(read_only=True)
    matches = serializers.IntegerField(read_only=True)
    handicap = serializers.DecimalField(
        8, 3, read_only=True, help_text="points from the start of the event, part of the points"
    )


class _Ranking(Resource):
    """What rankings of events and of sessions share."""

    def _ranked(self, event: Event, session: Session | None = None) -> Response:
        page = self.paginate_queryset(rankings.ranking(event, session=session)) or []
        context = self.get_serializer_context()
        return self.get_paginated_response(RankingOutput(page, many=True, context=context).data)


class EventRanking(_Ranking):
    """The ranking of an event."""

    @extend_schema(operation_id="events_ranking_list", responses=RankingOutput(many=True))
    @action(detail=True, serializer_class=RankingOutput, filterset_class=None)
    def ranking(self, request: Request, code: str) -> Response:
        """List who did how well in an event, the best first; nobody until a match is final."""
        return self._ranked(self.get_object())


class SessionRanking(_Ranking):
    """The ranking of a session."""

    @extend_schema(operation_id="sessions_ranking_list", responses=RankingOutput(many=True))
    @action(detail=True, serializer_class=RankingOutput, filterset_class=None)
    def ranking(self, request: Request, code: str) -> Response:
        """List who did how well in a session, the best first; nobody until a match is final."""
        session = self.get_object()
        return self._ranked(session.event, session)
