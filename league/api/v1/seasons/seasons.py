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

from league.api.fields import Choice, Flag, WholeNumber
from league.api.filters import (
    BooleanFilter,
    CharFilter,
    ChoiceFilter,
    Filter,
    FilterBackend,
    OwnerFilter,
)
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import COMMAND, CREATE, IDEMPOTENCY_KEY
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.archives.past_results import PastResultActions
from league.api.v1.base.resources import BOTS, ORGANISE, VisibleField
from league.api.v1.clubs.clubs import ClubRef
from league.api.v1.ladders.ladders import LadderActions
from league.logic.rank_bounds import Bounds
from league.models import Club, Rating, Season
from league.services.base import rights
from league.services.ladders import ladders
from league.services.seasons import possible_ranks, rankings, seasons

from .club_rankings import ClubRankingActions
from .penalties import PenaltyActions
from .ratings import RatingOutput


class SeasonOutput(Output[Season]):
    """A season."""

    club = ClubRef(read_only=True)
    options = serializers.DictField(read_only=True, help_text="options of the game")
    tie_breaks = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="what decides between equal points"
    )
    lot_seed = serializers.CharField(
        read_only=True, help_text="anybody can draw the lots again from it and a player's code"
    )

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
            "tie_breaks",
            "lot_seed",
            "drop_worst",
            "min_attendance",
            "forfeit_points",
            "forfeit_others",
            "club_points",
            "club_best",
            "kind",
            "table_size",
            "is_remote",
            "status",
            "created_at",
        ]
        read_only_fields = fields


class RulesInput(serializers.Serializer[Any]):
    """How matches count in the standings."""

    points_rule = Choice(choices=Season.PointsRule.choices, required=False)
    tie_breaks = serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=seasons.MOST_TIE_BREAKS,
        required=False,
        help_text="names, the first decides first: " + ", ".join(seasons.TIE_BREAKS),
    )
    drop_worst = WholeNumber(
        min_value=0, max_value=100, required=False, help_text="worst matches that do not count"
    )
    min_attendance = WholeNumber(
        min_value=0,
        max_value=1000,
        required=False,
        help_text="matches without which a player has no rank",
    )
    forfeit_points = serializers.DecimalField(
        8, 3, required=False, allow_null=True, help_text="of a seat that gave up a match"
    )
    forfeit_others = serializers.DecimalField(
        8, 3, required=False, allow_null=True, help_text="of the other seats of its table"
    )


class SeasonInput(RulesInput):
    """A season to be created."""

    club = VisibleField(rights.readable_clubs, slug_field="slug", help_text="slug of the club")
    name = serializers.CharField(max_length=120)
    game = serializers.CharField(max_length=40, help_text="slug of the game")
    options = serializers.DictField(required=False, help_text="options of the game")
    native = Flag(default=False, help_text="play to the game's own end")
    cycles = WholeNumber(
        min_value=1,
        max_value=20,
        required=False,
        help_text="how often everyone deals in a match; left out, as clubs play the game",
    )
    kind = Choice(choices=Season.Kind.choices, default=Season.Kind.EVENTS)
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
    is_remote = Flag(
        required=False,
        help_text="a ladder of remote bots, which play single matches at online tables; cannot be "
        "changed later",
    )


class CriterionOutput(serializers.Serializer[Any]):
    """What one criterion of the chain saw."""

    name = serializers.CharField(read_only=True)
    values = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="compared from the left"
    )


class PossibleOutput(serializers.Serializer[Any]):
    """Which ranks a player may still end at, by what is planned by now."""

    best = serializers.IntegerField(read_only=True)
    worst = serializers.IntegerField(read_only=True)
    can_be_ranked = serializers.BooleanField(
        read_only=True, help_text="whether enough matches can still be played for a rank"
    )
    is_certain = serializers.BooleanField(read_only=True)
    is_open = serializers.BooleanField(
        read_only=True,
        help_text="there is no end to what can still come: the points rule sets none to what a "
        "match gives, or an event has no number of planned sessions",
    )
    has_clinched = serializers.SerializerMethodField(help_text="certain to finish first")

    def get_attribute(self, row: Any) -> Bounds | None:
        """Return the bounds of a row, which `possible` of the context knows."""
        found: Bounds | None = self.context["possible"](row)
        return found

    def get_has_clinched(self, bounds: Bounds) -> bool:
        """Return whether the first rank is certain."""
        return bounds.has_clinched(1)


class StandingOutput(serializers.Serializer[Any]):
    """A player's place in a season, and what decided it."""

    rank = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="ties share the better rank; null with too few matches",
    )
    player = PlayerOutput(read_only=True)
    points = serializers.DecimalField(14, 3, read_only=True)
    score = serializers.IntegerField(read_only=True)
    matches = serializers.IntegerField(read_only=True)
    wins = serializers.IntegerField(read_only=True)
    penalty = serializers.DecimalField(14, 3, read_only=True, help_text="points taken away")
    handicap = serializers.DecimalField(
        14, 3, read_only=True, help_text="points from the start of events, part of the points"
    )
    criteria = CriterionOutput(many=True, read_only=True, help_text="in the order of the chain")
    behind_by = serializers.CharField(
        read_only=True,
        allow_null=True,
        help_text="criterion that put this row behind the one before",
    )
    possible = PossibleOutput(read_only=True)


class SeasonFilter(Filter):
    """Which seasons to list."""

    club = OwnerFilter(Club, by="slug", label="slug of the club")
    game = CharFilter(field_name="game", label="slug of the game")
    kind = ChoiceFilter(choices=Season.Kind.choices)
    is_remote = BooleanFilter(label="ladders of remote bots, or all other seasons")
    status = ChoiceFilter(choices=Season.Status.choices)


class SeasonViews(
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    LadderActions,
    PenaltyActions,
    PastResultActions,
    ClubRankingActions,
):
    """Seasons of a club: one game, one points rule, one table of standings; or a ladder of bots."""

    serializer_class = SeasonOutput
    filter_backends = [FilterBackend]
    filterset_class = SeasonFilter
    scopes = {
        **PenaltyActions.scopes,
        **PastResultActions.scopes,
        **ClubRankingActions.scopes,
        "create": ORGANISE,
        "change_rules": ORGANISE,
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
        """Create a season, or a ladder, as a draft."""
        wanted = self.read(SeasonInput)
        bots = wanted.pop("bots", [])
        if wanted["kind"] == Season.Kind.LADDER:
            for name in ("kind", *RulesInput().fields):
                wanted.pop(name, None)
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
        """Start a draft season, or reopen a closed one, so that its results count."""
        season = seasons.start_season(season=self.get_object(), by=self.actor, now=timezone.now())
        return self.answer(season)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: SeasonOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def close(self, request: Request, code: str) -> Response:
        """Close a season. Nobody can enter or confirm results until you start it again."""
        season = seasons.close_season(season=self.get_object(), by=self.actor, now=timezone.now())
        return self.answer(season)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=RulesInput,
        responses={200: SeasonOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="change-rules", filterset_class=None)
    @idempotent
    def change_rules(self, request: Request, code: str) -> Response:
        """Change the scoring rules. All final results are counted again."""
        season, wanted = self.get_object(), self.read(RulesInput)
        changed = seasons.change_rules(season=season, by=self.actor, now=timezone.now(), **wanted)
        return self.answer(changed)

    @extend_schema(operation_id="seasons_standings_list", responses=StandingOutput(many=True))
    @action(detail=True, serializer_class=StandingOutput, filterset_class=None)
    def standings(self, request: Request, code: str) -> Response:
        """List the standings of a season, the leader first."""
        season = self.get_object()
        table = rankings.table(season)
        page = self.paginate_queryset(table) or []
        possible = possible_ranks.of(table, [row.player.pk for row in page], rows=page)

        def possible_of(row: rankings.Row) -> Bounds:
            return possible[row.player.pk]

        context = {**self.get_serializer_context(), "possible": possible_of}
        rows = StandingOutput(page, many=True, context=context)
        return self.get_paginated_response(rows.data)
