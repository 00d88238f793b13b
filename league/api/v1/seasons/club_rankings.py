"""The clubs of a federation in a season: their ranking, and who plays for which of them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, WholeNumber
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import ORGANISE, Resource, VisibleField
from league.api.v1.clubs.clubs import ClubRef
from league.models import Allegiance, Season
from league.services.base import rights
from league.services.clubs import allegiances
from league.services.seasons import club_rankings


class ClubPlaceOutput(serializers.Serializer[Any]):
    """The place of a club."""

    rank = serializers.IntegerField(read_only=True, help_text="ties share the better rank")
    club = ClubRef(source="key", read_only=True)
    points = serializers.DecimalField(14, 3, read_only=True)
    counted = serializers.IntegerField(read_only=True, help_text="how many players count")
    players = serializers.IntegerField(read_only=True, help_text="how many play for it")


class ClubRuleInput(serializers.Serializer[Any]):
    """How clubs are ranked."""

    club_points = Choice(choices=Season.ClubPoints.choices, required=False)
    club_best = WholeNumber(
        min_value=1,
        max_value=club_rankings.MOST_BEST,
        allow_null=True,
        help_text="how many of a club's best players count; null: all",
    )


class ClubRuleOutput(Output[Season]):
    """How a season ranks clubs."""

    class Meta:
        model = Season
        fields = ["code", "club_points", "club_best"]
        read_only_fields = fields


class AllegianceOutput(Output[Allegiance]):
    """For which club somebody plays."""

    player = PlayerOutput(read_only=True)
    club = ClubRef(read_only=True)

    class Meta:
        model = Allegiance
        fields = ["player", "club", "since"]
        read_only_fields = fields


class AllegianceInput(serializers.Serializer[Any]):
    """The club for which somebody is to play."""

    player = VisibleField(rights.readable_players, help_text="code of the player")
    club = VisibleField(
        rights.readable_clubs,
        slug_field="slug",
        allow_null=True,
        help_text="slug of the club; null: none",
    )


class ClubRankingActions(Resource):
    """What a season of a federation has of clubs; other seasons have none."""

    scopes: ClassVar[Mapping[str, str | None]] = {
        "change_club_rule": ORGANISE,
        "play_for": ORGANISE,
    }

    @extend_schema(operation_id="seasons_club_ranking_list", responses=ClubPlaceOutput(many=True))
    @action(
        detail=True,
        url_path="club-ranking",
        serializer_class=ClubPlaceOutput,
        filterset_class=None,
    )
    def club_ranking(self, request: Request, code: str) -> Response:
        """List the clubs of a federation by the points of their players, the leader first."""
        page = self.paginate_queryset(club_rankings.places(self.get_object()))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ClubRuleInput,
        responses={200: ClubRuleOutput, **COMMAND},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="change-club-rule",
        serializer_class=ClubRuleOutput,
        filterset_class=None,
    )
    @idempotent
    def change_club_rule(self, request: Request, code: str) -> Response:
        """Change how the clubs of a federation are ranked, for what has been played as well."""
        season, wanted = self.get_object(), self.read(ClubRuleInput)
        return self.answer(
            club_rankings.change_rule(season=season, by=self.actor, now=timezone.now(), **wanted)
        )

    @extend_schema(operation_id="seasons_plays_for_list", responses=AllegianceOutput(many=True))
    @action(
        detail=True,
        url_path="plays-for",
        serializer_class=AllegianceOutput,
        filterset_class=None,
    )
    def plays_for(self, request: Request, code: str) -> Response:
        """List who plays for which club of a federation, by name."""
        page = self.paginate_queryset(allegiances.of_season(self.get_object()))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="seasons_plays_for_put",
        parameters=[IDEMPOTENCY_KEY],
        request=AllegianceInput,
        responses={200: AllegianceOutput, 204: None, **COMMAND},
    )
    @plays_for.mapping.put
    @idempotent
    def play_for(self, request: Request, code: str) -> Response:
        """Choose for which club you play in the season, or as an organiser for anybody.

        The answer is empty (204) where it is none.
        """
        season, wanted = self.get_object(), self.read(AllegianceInput)
        made = allegiances.choose(season=season, by=self.actor, now=timezone.now(), **wanted)
        return self.answer(made) if made else Response(status=204)
