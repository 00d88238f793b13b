"""Leagues, their divisions season by season, and the seasons that follow."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, WholeNumber
from league.api.filters import Filter, FilterBackend, OwnerFilter
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import ABSENT, COMMAND, CREATE, IDEMPOTENCY_KEY, INVALID
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.refs import Codes, SeasonRef, rows_of
from league.api.v1.base.resources import ORGANISE, Resource, VisibleField
from league.api.v1.clubs.clubs import ClubRef
from league.api.v1.clubs.teams import TeamRef
from league.api.v1.seasons.seasons import SeasonOutput
from league.logic.leagues import Reason
from league.models import Club, Division, League, Player, Season, Team
from league.services.base import rights
from league.services.leagues import leagues, next_season
from league.services.leagues.leagues import NewDivision
from league.services.leagues.next_season import Prospect


class LeagueRef(Output[League]):
    """A league, named."""

    class Meta:
        model = League
        fields = ["code", "name"]
        read_only_fields = fields


class LeagueOutput(Output[League]):
    """A league."""

    club = ClubRef(read_only=True)

    class Meta:
        model = League
        fields = ["code", "club", "name", "team_size", "created_at"]
        read_only_fields = fields


class DivisionOutput(Output[Division]):
    """A division of a league in a season."""

    league = LeagueRef(read_only=True)
    season = SeasonRef(read_only=True)

    class Meta:
        model = Division
        fields = ["code", "league", "season", "level", "name", "promoted", "relegated"]
        read_only_fields = fields


class DivisionInput(serializers.Serializer[Any]):
    """The division to create."""

    name = serializers.CharField(max_length=leagues.LONGEST_NAME)
    promoted = WholeNumber(min_value=0, max_value=leagues.MOST_MOVED, default=0)
    relegated = WholeNumber(min_value=0, max_value=leagues.MOST_MOVED, default=0)


class LeagueInput(serializers.Serializer[Any]):
    """The league to create."""

    club = VisibleField(rights.readable_clubs, slug_field="slug", help_text="slug of the club")
    season = VisibleField(rights.readable_seasons, help_text="code of the season it begins in")
    name = serializers.CharField(max_length=120)
    team_size = WholeNumber(
        min_value=1,
        max_value=leagues.LARGEST_TEAM,
        required=False,
        allow_null=True,
        help_text="members of a team who play; left out, players are entered",
    )
    divisions = serializers.ListField(
        child=DivisionInput(),
        min_length=1,
        max_length=leagues.MOST_DIVISIONS,
        help_text="the highest first",
    )

    def validate_divisions(self, divisions: list[dict[str, Any]]) -> list[NewDivision]:
        return [NewDivision(**one) for one in divisions]


class ChoiceInput(serializers.Serializer[Any]):
    """What is chosen for the divisions of next season."""

    sizes = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=leagues.MOST_ENTRANTS),
        min_length=1,
        max_length=leagues.MOST_DIVISIONS,
        required=False,
        help_text="sizes of the divisions, the highest first; left out, as they are now",
    )
    entrants = Codes(
        max_length=leagues.MOST_ENTRANTS,
        required=False,
        help_text="codes of new players or teams, who start in the lowest division",
    )


class PreviewInput(ChoiceInput):
    """The season that would end now."""

    season = serializers.CharField(
        max_length=10, required=False, help_text="code of the season; by default the newest"
    )


class NextSeasonInput(ChoiceInput):
    """The season to create."""

    name = serializers.CharField(max_length=120)


class MoveOutput(serializers.Serializer[Any]):
    """Who is in a division next season, from where, and why."""

    player = PlayerOutput(allow_null=True)
    team = TeamRef(allow_null=True)
    before = serializers.IntegerField(allow_null=True, help_text="level this season")
    reason = Choice(choices=[str(reason) for reason in Reason])
    by_lot = serializers.BooleanField(help_text="others of the same rank move otherwise")


class NextDivisionOutput(serializers.Serializer[Any]):
    """A division of next season."""

    level = serializers.IntegerField()
    name = serializers.CharField()
    moves = MoveOutput(many=True)


class NextSeasonOutput(serializers.Serializer[Any]):
    """What follows a season."""

    ended = SeasonRef()
    season = SeasonRef(allow_null=True, help_text="the season that was made; null in a preview")
    divisions = NextDivisionOutput(many=True)


class LeagueFilter(Filter):
    """Which leagues to list."""

    club = OwnerFilter(Club, by="slug", label="slug of the club")


class LeagueViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Leagues: divisions of players or teams, with promotion and relegation."""

    serializer_class = LeagueOutput
    filter_backends = [FilterBackend]
    filterset_class = LeagueFilter
    scopes = {"create": ORGANISE, "make_next": ORGANISE}
    conflict_serializers = {Season: SeasonOutput}

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_leagues(self.asker).select_related("club")
        return rows.order_by("name", "id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=LeagueInput, responses={201: LeagueOutput, **CREATE}
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Create a league with its divisions in a first season."""
        league = leagues.create_league(by=self.actor, now=timezone.now(), **self.read(LeagueInput))
        return self.answer(league, 201)

    @extend_schema(operation_id="leagues_divisions_list", responses=DivisionOutput(many=True))
    @action(detail=True, serializer_class=DivisionOutput, filterset_class=None)
    def divisions(self, request: Request, code: str) -> Response:
        """List the divisions of a league, the newest season first, the highest before others."""
        rows = rights.readable_divisions(self.asker).filter(league=self.get_object())
        ordered = rows.select_related("league", "season").order_by("-season_id", "level")
        page = self.paginate_queryset(ordered)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="leagues_next_season_preview",
        parameters=[PreviewInput],
        responses={200: NextSeasonOutput, **ABSENT, **INVALID},
    )
    @action(
        detail=True,
        url_path="next-season",
        serializer_class=NextSeasonOutput,
        filterset_class=None,
        pagination_class=None,
    )
    def preview_next(self, request: Request, code: str) -> Response:
        """Preview promotion and relegation as if the season ended now. Nothing is stored."""
        league = self.get_object()
        serializer = PreviewInput(data=request.query_params, context=self.get_serializer_context())
        serializer.is_valid(raise_exception=True)
        wanted = with_entrants(league, serializer.validated_data)
        season = self._season(league, wanted.pop("season", ""))
        found = next_season.preview(league=league, season=season, **wanted)
        return Response(self._told(found, None))

    @extend_schema(
        operation_id="leagues_next_season",
        parameters=[IDEMPOTENCY_KEY],
        request=NextSeasonInput,
        responses={201: NextSeasonOutput, **COMMAND},
    )
    @preview_next.mapping.post
    @idempotent
    def make_next(self, request: Request, code: str) -> Response:
        """Make the season that follows the newest, in draft, with its divisions and who is in them.

        The newest must be closed: its results could still change who moves.
        """
        league = self.get_object()
        wanted = with_entrants(league, self.read(NextSeasonInput))
        season, found = next_season.make(league=league, by=self.actor, now=timezone.now(), **wanted)
        return Response(self._told(found, season), status=201)

    def _season(self, league: League, code: str) -> Season:
        """Return the season that is asked about, among those the account may know of."""
        known = rights.readable_seasons(self.asker).filter(divisions__league=league)
        rows = known.distinct().order_by("-id")
        if code:
            return get_object_or_404(rows, code=code)
        return get_object_or_404(rows[:1])

    def _told(self, found: Prospect, season: Season | None) -> dict[str, Any]:
        told = {"ended": found.ended, "season": season, "divisions": divisions_of(found)}
        context = self.get_serializer_context()
        data: dict[str, Any] = NextSeasonOutput(told, context=context).data
        return data


def with_entrants(league: League, wanted: dict[str, Any]) -> dict[str, Any]:
    """Return what is wanted with players, or teams, for the codes of entrants."""
    rows: QuerySet[Any] = (Player if league.team_size is None else Team).objects.all()
    return wanted | {"entrants": rows_of(rows, wanted.get("entrants", ()), field="entrants")}


def divisions_of(found: Prospect) -> list[dict[str, Any]]:
    """Return the divisions of next season as they are shown; levels count from 1."""
    return [
        {
            "level": level,
            "name": division.name,
            "moves": [
                {
                    "player": who if isinstance(who, Player) else None,
                    "team": who if isinstance(who, Team) else None,
                    "before": None if move.before is None else move.before + 1,
                    "reason": str(move.reason),
                    "by_lot": move.by_lot,
                }
                for move in moves
                for who in [found.named[move.key]]
            ],
        }
        for level, (division, moves) in enumerate(
            zip(found.divisions, found.moves, strict=True), start=1
        )
    ]
