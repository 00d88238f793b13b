"""Clubs and their members."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.idempotency import idempotent
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.models import Club, Membership, Role
from league.services import clubs, rights

from .base import ORGANISE, Resource, VisibleField
from .players import PlayerOutput


class ClubRef(serializers.ModelSerializer[Club]):
    """A club, named."""

    class Meta:
        model = Club
        fields = ["slug", "name"]
        read_only_fields = fields


class ClubOutput(serializers.ModelSerializer[Club]):
    """A club."""

    class Meta:
        model = Club
        fields = ["slug", "name", "about", "created_at"]
        read_only_fields = fields


class MemberOutput(serializers.ModelSerializer[Membership]):
    """A member of a club."""

    player = PlayerOutput(read_only=True)

    class Meta:
        model = Membership
        fields = ["player", "role", "joined_at"]
        read_only_fields = fields


class MemberInput(serializers.Serializer[Any]):
    """Who becomes a member, and as what."""

    player = VisibleField(rights.readable_players, help_text="code of the player")
    role = serializers.ChoiceField(choices=Role.choices, default=Role.MEMBER)

    def validate_role(self, role: str) -> Role:
        return Role(role)


class ClubViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Card clubs."""

    serializer_class = ClubOutput
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]{1,60}"
    scopes = {"admit": ORGANISE}
    conflict_serializers = {Membership: MemberOutput}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_clubs(self.asker).order_by("name", "id")

    @extend_schema(operation_id="clubs_members_list", responses=MemberOutput(many=True))
    @action(detail=True, serializer_class=MemberOutput)
    def members(self, request: Request, slug: str) -> Response:
        """List the members of a club, by name."""
        rows = Membership.objects.filter(club=self.get_object()).select_related("player")
        page = self.paginate_queryset(rows.order_by("player__name", "id"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="clubs_members_admit",
        parameters=[IDEMPOTENCY_KEY],
        request=MemberInput,
        responses={201: MemberOutput, **COMMAND},
    )
    @members.mapping.post
    @idempotent
    def admit(self, request: Request, slug: str) -> Response:
        """Make a player a member, or give a member another role."""
        member = clubs.admit(
            club=self.get_object(), by=self.actor, now=timezone.now(), **self.read(MemberInput)
        )
        return self.answer(member, 201)
