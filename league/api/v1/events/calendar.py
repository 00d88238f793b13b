"""The calendar of all clubs."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.schema import INVALID
from league.api.v1.base.resources import Resource
from league.services.overviews import coming

from .events import EventOutput


class PlaceQuery(serializers.Serializer[Any]):
    """Where the evenings are."""

    place = serializers.CharField(
        required=False,
        max_length=coming.LONGEST,
        help_text="a town, a country, or part of an address, of the club or the venue",
    )


class CalendarViews(Resource):
    """What all clubs have planned."""

    serializer_class = EventOutput

    @extend_schema(
        operation_id="calendar_list",
        parameters=[PlaceQuery],
        responses={200: EventOutput(many=True), **INVALID},
    )
    def list(self, request: Request) -> Response:
        """List the evenings of all clubs for a year ahead, the next one first."""
        asked = PlaceQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        rows = coming.evenings(now=timezone.now(), **asked.validated_data)
        page = self.paginate_queryset(rows.prefetch_related("bots"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)
