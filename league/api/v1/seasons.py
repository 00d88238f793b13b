"""Seasons and their standings."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Flag, WholeNumber
from league.api.filters import CharFilter, ChoiceFilter, Filter, FilterBackend
from league.api.idempotency import idempotent
from league.api.schema import COMMAND, CREATE, IDEMPOTENCY_KEY
from league.models import Rating, Season, Standing
from league.services import ladders, rights, seasons, standings

from .base import BOTS, ORGANISE, VisibleField
from .clubs import ClubRef
from .ladders import LadderActions
from .players import PlayerOutput
from .ratings import RatingOutput


class SeasonOutput(serializers.ModelSerializer[Season]):
    """A season."""

    club = ClubRef(read_only=True)
    options = serializers.DictField(read_only=True, help_text="options of the game")

    class Meta:
        model = Season
        fields = [
            "code",
            "club",
            "name",
            "game",
            "options",
            "native",
            "cycles",
            "points_rule",
            "kind",
            "table_size",
            "status",
            "created_at",
        ]
        read_only_fields = fields


class SeasonInput(serializers.Serializer[Any]):
    """A season to be created."""

    club = VisibleField(rights.readable_clubs, slug_field="slug", help_text="slug of the club")
    name = serializers.CharField(max_length=120)
    game = serializers.CharField(max_length=40, help_text="slug of the game")
    options = serializers.DictField(required=False, help_text="options of the game")
    native = Flag(default=False, help_text="play to the game's own end")
    cycles = WholeNumber(
        min_value=1, max_value=20, default=1, help_text="how often everyone deals in a match"
    )
    points_rule = serializers.ChoiceField(
        choices=Season.PointsRule.choices, default=Season.PointsRule.SUM
    )
    kind = serializers.ChoiceField(choices=Season.Kind.choices, default=Season.Kind.EVENTS)
    table_size = WholeNumber(
        min_value=1,
        max_value=10,
        required=False,
        allow_null=True,
        help_text="players at a table of a ladder; left out of other seasons",
    )
    bots = serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=20,
        required=False,
        help_text="names of built-in bots that play on a ladder from its start",
    )


class StandingOutput(serializers.ModelSerializer[Standing]):
    """A player's place in a season."""

    rank = serializers.IntegerField(read_only=True, help_text="ties share the better rank")
    player = PlayerOutput(read_only=True)

    class Meta:
        model = Standing
        fields = ["rank", "player", "points", "score", "matches", "wins"]
        read_only_fields = fields


class SeasonFilter(Filter):
    """Which seasons to list."""

    club = CharFilter(field_name="club__slug", label="slug of the club")
    game = CharFilter(field_name="game", label="slug of the game")
    kind = ChoiceFilter(choices=Season.Kind.choices)
    status = ChoiceFilter(choices=Season.Status.choices)


class SeasonViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, LadderActions):
    """Seasons of a club: one game, one points rule, one table of standings; or a ladder of bots."""

    serializer_class = SeasonOutput
    filter_backends = [FilterBackend]
    filterset_class = SeasonFilter
    scopes = {
        "create": ORGANISE,
        "start": ORGANISE,
        "close": ORGANISE,
        "enter": BOTS,
        "leave": BOTS,
    }
    conflict_serializers = {Rating: RatingOutput}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_seasons(self.asker).select_related("club").order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=SeasonInput,
        responses={201: SeasonOutput, **CREATE},
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Create a season in draft; a ladder if that is its kind."""
        wanted = self.read(SeasonInput)
        bots = wanted.pop("bots", [])
        if wanted["kind"] == Season.Kind.LADDER:
            del wanted["kind"], wanted["points_rule"]
            wanted.setdefault("table_size", None)
            create: Callable[..., Season] = partial(ladders.create_ladder, bots=bots)
        else:
            create = seasons.create_season
        return self.answer(create(by=self.actor, now=timezone.now(), **wanted), 201)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: SeasonOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def start(self, request: Request, code: str) -> Response:
        """Open a season that is in draft or closed, so that its results count."""
        season = seasons.start_season(season=self.get_object(), by=self.actor, now=timezone.now())
        return self.answer(season)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: SeasonOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def close(self, request: Request, code: str) -> Response:
        """End a season; nothing is entered or confirmed until it is started again."""
        season = seasons.close_season(season=self.get_object(), by=self.actor, now=timezone.now())
        return self.answer(season)

    @extend_schema(operation_id="seasons_standings_list", responses=StandingOutput(many=True))
    @action(detail=True, serializer_class=StandingOutput, filterset_class=None)
    def standings(self, request: Request, code: str) -> Response:
        """List the standings of a season, the leader first."""
        page = self.paginate_queryset(standings.table(self.get_object()))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)
