"""Venues of a club."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import WholeNumber
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import ABSENT, COMMAND, IDEMPOTENCY_KEY, INVALID, RIGHTS
from league.api.v1.base.resources import ORGANISE, Resource
from league.models import Venue
from league.services.base import rights
from league.services.clubs import venues


class VenueOutput(Output[Venue]):
    """A place where a club plays."""

    club = serializers.CharField(source="club.slug", read_only=True, help_text="slug of it")

    class Meta:
        model = Venue
        fields = ["code", "club", "name", "address", "tables"]
        read_only_fields = fields


class VenueChange(serializers.Serializer[Any]):
    """What a venue shall say of itself; what is absent stays."""

    name = serializers.CharField(max_length=venues.LONGEST_NAME, required=False)
    address = serializers.CharField(
        max_length=venues.LONGEST_ADDRESS, required=False, allow_blank=True
    )
    tables = WholeNumber(
        min_value=1,
        max_value=venues.MOST_TABLES,
        required=False,
        allow_null=True,
        help_text="null for any number",
    )


class VenueInput(VenueChange):
    """A venue to be created."""

    name = serializers.CharField(max_length=venues.LONGEST_NAME)


class VenueActions(Resource):
    """What a club does with venues."""

    @extend_schema(operation_id="clubs_venues_list", responses=VenueOutput(many=True))
    @action(detail=True, url_path="venues", serializer_class=VenueOutput)
    def venues(self, request: Request, slug: str) -> Response:
        """List where a club plays, by name."""
        rows = rights.readable_venues(self.asker).filter(club=self.get_object())
        page = self.paginate_queryset(rows.select_related("club").order_by("name", "id"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="clubs_venues_create",
        parameters=[IDEMPOTENCY_KEY],
        request=VenueInput,
        responses={201: VenueOutput, **COMMAND},
    )
    @venues.mapping.post
    @idempotent
    def create_venue(self, request: Request, slug: str) -> Response:
        """Add a place where the club plays."""
        club = self.get_object()
        venue = venues.create_venue(
            club=club, by=self.actor, now=timezone.now(), **self.read(VenueInput)
        )
        return self.answer(venue, 201)


class VenueViews(mixins.RetrieveModelMixin, Resource):
    """Places where clubs play."""

    serializer_class = VenueOutput
    scopes = {"partial_update": ORGANISE}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_venues(self.asker).select_related("club").order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=VenueChange,
        responses={200: VenueOutput, **RIGHTS, **ABSENT, **INVALID},
    )
    @idempotent
    def partial_update(self, request: Request, code: str) -> Response:
        """Change the details of a venue. Events that are planned there stay."""
        venue = venues.describe_venue(
            venue=self.get_object(), by=self.actor, now=timezone.now(), **self.read(VenueChange)
        )
        return self.stored(venue)
