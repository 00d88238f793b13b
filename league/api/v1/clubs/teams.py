"""Teams of a club and their members."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import Filter, FilterBackend, OwnerFilter
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import COMMAND, CREATE, IDEMPOTENCY_KEY
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.refs import Codes, rows_of
from league.api.v1.base.resources import ORGANISE, Resource, VisibleField
from league.models import Club, Player, Team, TeamMember
from league.services.base import rights
from league.services.clubs import teams

from .clubs import ClubRef


class TeamRef(Output[Team]):
    """A team, named."""

    class Meta:
        model = Team
        fields = ["code", "name"]
        read_only_fields = fields


class TeamOutput(Output[Team]):
    """A team."""

    club = ClubRef(read_only=True)
    captain = PlayerOutput(read_only=True, allow_null=True)

    class Meta:
        model = Team
        fields = ["code", "club", "name", "captain", "created_at"]
        read_only_fields = fields


class TeamMemberOutput(Output[TeamMember]):
    """A member of a team."""

    player = PlayerOutput(read_only=True)

    class Meta:
        model = TeamMember
        fields = ["position", "player"]
        read_only_fields = fields


class TeamInput(serializers.Serializer[Any]):
    """A team to be made."""

    club = VisibleField(rights.readable_clubs, slug_field="slug", help_text="slug of the club")
    name = serializers.CharField(max_length=teams.LONGEST_NAME)
    members = Codes(
        max_length=teams.MOST_MEMBERS,
        required=False,
        help_text="codes of players in order; the first is the captain",
    )


class MembersInput(serializers.Serializer[Any]):
    """The members of a team."""

    members = Codes(
        max_length=teams.MOST_MEMBERS, help_text="codes of players in order; the first ones play"
    )
    captain = VisibleField(
        rights.readable_players,
        required=False,
        allow_null=True,
        help_text="code of the member who leads the team; left out, who does so far",
    )


class TeamFilter(Filter):
    """Which teams to list."""

    club = OwnerFilter(Club, by="slug", label="slug of the club")


class TeamViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Teams: players who are entered in leagues together."""

    serializer_class = TeamOutput
    filter_backends = [FilterBackend]
    filterset_class = TeamFilter
    scopes = {"create": ORGANISE, "put_members": ORGANISE}

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_teams(self.asker).select_related("club", "captain")
        return rows.order_by("name", "id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=TeamInput, responses={201: TeamOutput, **CREATE}
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Create a team of a club."""
        wanted = self._with_members(self.read(TeamInput))
        team = teams.create_team(by=self.actor, now=timezone.now(), **wanted)
        return self.answer(team, 201)

    @extend_schema(operation_id="teams_members_list", responses=TeamMemberOutput(many=True))
    @action(detail=True, serializer_class=TeamMemberOutput, filterset_class=None)
    def members(self, request: Request, code: str) -> Response:
        """List the members of a team in order; on a league day the first ones play."""
        rows = self.get_object().members.select_related("player").order_by("position")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="teams_members_put",
        parameters=[IDEMPOTENCY_KEY],
        request=MembersInput,
        responses={200: TeamOutput, **COMMAND},
    )
    @members.mapping.put
    @idempotent
    def put_members(self, request: Request, code: str) -> Response:
        """Set the members of a team in this order, replacing its earlier members."""
        team = self.get_object()
        wanted = self._with_members(self.read(MembersInput))
        teams.set_members(team=team, by=self.actor, now=timezone.now(), **wanted)
        return Response(TeamOutput(team, context=self.get_serializer_context()).data)

    def _with_members(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Return what is wanted with players for the codes of members."""
        players: QuerySet[Player] = rights.readable_players(self.asker)
        members = rows_of(players, wanted.get("members", ()), field="members")
        return wanted | {"members": members}
