"""Players: who takes seats."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import CharFilter, ChoiceFilter, Filter, FilterBackend
from league.api.v1.base.resources import ORGANISE
from league.api.v1.clubs.invitations import InvitationActions
from league.api.v1.corrections.merges import MergeActions
from league.api.v1.seasons.ratings import (
    GameRatingChangeOutput,
    GameRatingOutput,
    OwnRatingOutput,
    PlayerOutput,
)
from league.models import GameRating, GameRatingChange, Player, Rating
from league.services.base import rights

__all__ = ["PlayerOutput", "PlayerViews"]


class PlayerFilter(Filter):
    """Which players to list."""

    name = CharFilter(field_name="name", lookup_expr="icontains", label="part of the name")
    kind = ChoiceFilter(choices=Player.Kind.choices)


class PlayerViews(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, MergeActions, InvitationActions
):
    """People and bots. Clubs make members of them, draws seat them."""

    serializer_class = PlayerOutput
    filter_backends = [FilterBackend]
    filterset_class = PlayerFilter
    scopes = dict.fromkeys(
        [
            *("partial_update", "merge_preview", "merge", "part"),
            *("invite", "take_invitation_back"),
        ],
        ORGANISE,
    )

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_players(self.asker).order_by("name", "id")

    @extend_schema(operation_id="players_ratings_list", responses=OwnRatingOutput(many=True))
    @action(detail=True, serializer_class=OwnRatingOutput, filterset_class=None)
    def ratings(self, request: Request, code: str) -> Response:
        """List the ratings of a player on all ladders, the newest ladder first."""
        rows = Rating.objects.filter(
            player=self.get_object(), season__in=rights.readable_seasons(self.asker)
        ).select_related("season", "player__version")
        page = self.paginate_queryset(rows.order_by("-season_id"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(operation_id="players_game_ratings", responses=GameRatingOutput(many=True))
    @action(
        detail=True,
        url_path="game-ratings",
        serializer_class=GameRatingOutput,
        filterset_class=None,
    )
    def game_ratings(self, request: Request, code: str) -> Response:
        """List the ratings of a player in games, from the matches of all events."""
        rows = GameRating.objects.filter(player=self.get_object()).select_related("player", "pool")
        page = self.paginate_queryset(rows.order_by("pool__game"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="players_game_rating_history", responses=GameRatingChangeOutput(many=True)
    )
    @action(
        detail=True,
        url_path="game-ratings/(?P<game>[a-z0-9-]{1,40})/history",
        serializer_class=GameRatingChangeOutput,
        filterset_class=None,
    )
    def game_rating_history(self, request: Request, code: str, game: str) -> Response:
        """List how a player's rating in a game moved, the latest match first."""
        rows = GameRatingChange.objects.filter(
            rating__player=self.get_object(),
            rating__pool__game=game,
            match__in=rights.readable_matches(self.asker),
        )
        page = self.paginate_queryset(rows.select_related("match").order_by("-at", "-match"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)
