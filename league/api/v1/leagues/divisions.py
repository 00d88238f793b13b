"""Divisions: who is entered, standings, calendar and league days."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, Moment, WholeNumber
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.refs import Codes, rows_of
from league.api.v1.base.resources import ORGANISE, Resource, VisibleField
from league.api.v1.clubs.teams import TeamRef
from league.api.v1.events.events import EventOutput, EventRef
from league.api.v1.seasons.seasons import PossibleOutput, SeasonOutput
from league.logic.rank_bounds import Bounds
from league.models import Division, Entrant, Event, Fixture, LineUp, Season
from league.services.base import rights
from league.services.leagues import (
    division_ranks,
    division_standings,
    fixtures,
    league_days,
    leagues,
)
from league.services.leagues.division_standings import Place

from .leagues import DivisionOutput

MOST_ABSENT = 500


class EntrantOutput(Output[Entrant]):
    """A player or a team in a division."""

    player = PlayerOutput(read_only=True, allow_null=True)
    team = TeamRef(read_only=True, allow_null=True)

    class Meta:
        model = Entrant
        fields = ["player", "team", "withdrawn_at"]
        read_only_fields = fields


class PlaceOutput(serializers.Serializer[Any]):
    """Where a player or team stands in a division."""

    rank = serializers.IntegerField(
        allow_null=True, help_text="ties share the better rank; null without one"
    )
    player = PlayerOutput(source="entrant.player", allow_null=True)
    team = TeamRef(source="entrant.team", allow_null=True)
    points = serializers.DecimalField(max_digits=16, decimal_places=3)
    matches = serializers.IntegerField(help_text="of a team: of all its players together")
    wins = serializers.IntegerField()
    possible = PossibleOutput(
        read_only=True, allow_null=True, help_text="null for who has no rank and gets none"
    )


class FixtureOutput(Output[Fixture]):
    """Two players or teams that meet on a date."""

    home = EntrantOutput(read_only=True)
    away = EntrantOutput(read_only=True)
    event = EventRef(read_only=True, allow_null=True)

    class Meta:
        model = Fixture
        fields = ["code", "day", "home", "away", "clashes", "event"]
        read_only_fields = fields


class LineUpOutput(Output[LineUp]):
    """Who plays for a team."""

    player = PlayerOutput(read_only=True)
    team = TeamRef(source="entrant.team", read_only=True)

    class Meta:
        model = LineUp
        fields = ["player", "team", "position"]
        read_only_fields = fields


class EntrantsInput(serializers.Serializer[Any]):
    """The players or teams to add."""

    players = Codes(
        max_length=leagues.MOST_ENTRANTS,
        required=False,
        help_text="codes of players, in a league of players",
    )
    teams = Codes(
        max_length=leagues.MOST_ENTRANTS,
        required=False,
        help_text="codes of teams, in a league of teams",
    )


class WithdrawEntrantInput(serializers.Serializer[Any]):
    """Who leaves."""

    entrant = serializers.CharField(max_length=10, help_text="code of the player or team")


class BlackoutInput(serializers.Serializer[Any]):
    """Dates on which a player or team is not available."""

    entrant = serializers.CharField(max_length=10, help_text="code of the player or team")
    dates = serializers.ListField(child=serializers.DateField(), max_length=fixtures.MOST_DATES)


class CalendarInput(serializers.Serializer[Any]):
    """The calendar to be drawn."""

    dates = serializers.ListField(
        child=serializers.DateField(), min_length=1, max_length=fixtures.MOST_DATES
    )
    legs = WholeNumber(
        min_value=1, max_value=fixtures.MOST_LEGS, default=1, help_text="meetings of each pair"
    )
    blackouts = serializers.ListField(
        child=BlackoutInput(), required=False, max_length=fixtures.MOST_IN_CALENDAR
    )

    def validate_blackouts(self, blackouts: list[dict[str, Any]]) -> dict[str, Any]:
        return {one["entrant"]: one["dates"] for one in blackouts}


class DayInput(serializers.Serializer[Any]):
    """The league day to create."""

    name = serializers.CharField(max_length=120)
    sessions = WholeNumber(min_value=1, max_value=league_days.MOST_SESSIONS)
    fixture = VisibleField(
        rights.readable_fixtures,
        required=False,
        allow_null=True,
        help_text="code of the fixture; left out, the whole division plays",
    )
    absent = Codes(
        required=False, max_length=MOST_ABSENT, help_text="codes of players who are not there"
    )
    fill = Choice(
        choices=Event.Fill.choices,
        default=Event.Fill.SIZES,
        help_text="what happens if a team is short of players, or numbers do not divide evenly",
    )
    starts_at = Moment(
        required=False,
        allow_null=True,
        help_text="left out, a fixture begins on its date at the club's usual time",
    )


class SubstituteInput(serializers.Serializer[Any]):
    """Who plays instead of whom."""

    event = VisibleField(rights.readable_events, help_text="code of the league day's event")
    out = VisibleField(rights.readable_players, help_text="code of the player who leaves")
    to = VisibleField(rights.readable_players, help_text="code of the member who takes over")


class DivisionViews(mixins.RetrieveModelMixin, Resource):
    """Divisions of leagues."""

    serializer_class = DivisionOutput
    scopes = {
        "enter": ORGANISE,
        "withdraw": ORGANISE,
        "draw_calendar": ORGANISE,
        "hold": ORGANISE,
        "substitute": ORGANISE,
    }
    conflict_serializers = {
        Season: SeasonOutput,
        Entrant: EntrantOutput,
        Fixture: FixtureOutput,
        Event: EventOutput,
    }

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_divisions(self.asker)
        return rows.select_related("league__club", "season__club").order_by("-id")

    @extend_schema(operation_id="divisions_entrants_list", responses=EntrantOutput(many=True))
    @action(detail=True, serializer_class=EntrantOutput)
    def entrants(self, request: Request, code: str) -> Response:
        """List the players or teams of a division, in the order they were entered."""
        rows = self.get_object().entrants.select_related("player", "team").order_by("id")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="divisions_entrants_enter",
        parameters=[IDEMPOTENCY_KEY],
        request=EntrantsInput,
        responses={200: DivisionOutput, **COMMAND},
    )
    @entrants.mapping.post
    @idempotent
    def enter(self, request: Request, code: str) -> Response:
        """Add players or teams. Those who have left can come back."""
        division = self.get_object()
        wanted = self.read(EntrantsInput)
        players = rows_of(
            rights.readable_players(self.asker), wanted.get("players", ()), field="players"
        )
        teams = rows_of(rights.readable_teams(self.asker), wanted.get("teams", ()), field="teams")
        leagues.enter(
            division=division, players=players, teams=teams, by=self.actor, now=timezone.now()
        )
        return self._division(division)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=WithdrawEntrantInput,
        responses={200: DivisionOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def withdraw(self, request: Request, code: str) -> Response:
        """Remove a player or team from the league. Matches already played still count."""
        division = self.get_object()
        named = self.read(WithdrawEntrantInput)["entrant"]
        rows = Entrant.objects.select_related(
            "player", "team", "division__league__club", "division__season"
        ).filter(division=division)
        kind = "player" if division.league.team_size is None else "team"
        entrant = get_object_or_404(rows, **{f"{kind}__code": named})
        leagues.withdraw(entrant=entrant, by=self.actor, now=timezone.now())
        return self._division(division)

    @extend_schema(operation_id="divisions_standings_list", responses=PlaceOutput(many=True))
    @action(detail=True, serializer_class=PlaceOutput)
    def standings(self, request: Request, code: str) -> Response:
        """List the standings of a division, the leader first."""
        division = self.get_object()
        table = division_standings.table(division)
        page = self.paginate_queryset(table)
        possible = division_ranks.of([division], {division.pk: table})

        def possible_of(place: Place) -> Bounds | None:
            return possible.get(place.entrant.pk)

        context = {**self.get_serializer_context(), "possible": possible_of}
        rows = PlaceOutput(page, many=True, context=context)
        return self.get_paginated_response(rows.data)

    @extend_schema(operation_id="divisions_calendar_list", responses=FixtureOutput(many=True))
    @action(detail=True, serializer_class=FixtureOutput)
    def calendar(self, request: Request, code: str) -> Response:
        """List the fixtures of a division by date, and their clashes with unavailable dates."""
        page = self.paginate_queryset(fixtures.calendar_of(self.get_object()))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="divisions_calendar_draw",
        parameters=[IDEMPOTENCY_KEY],
        request=CalendarInput,
        responses={200: FixtureOutput(many=True), **COMMAND},
    )
    @calendar.mapping.post
    @idempotent
    def draw_calendar(self, request: Request, code: str) -> Response:
        """Make a new calendar of fixtures, in which everybody meets everybody.

        Only in games with tables of two. In others, create league days of the whole division.
        """
        division = self.get_object()
        fixtures.draw_calendar(
            division=division, by=self.actor, now=timezone.now(), **self.read(CalendarInput)
        )
        page = self.paginate_queryset(fixtures.calendar_of(division))
        shown = FixtureOutput(page, many=True, context=self.get_serializer_context())
        return self.get_paginated_response(shown.data)

    @extend_schema(
        operation_id="divisions_days_hold",
        parameters=[IDEMPOTENCY_KEY],
        request=DayInput,
        responses={201: EventOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="days")
    @idempotent
    def hold(self, request: Request, code: str) -> Response:
        """Create a league day: a drawn event of a fixture, or of the whole division.

        Every table seats one player of each team, and all sessions are drawn. In a league of
        players a whole division is drawn by standings: the first session now, further ones by
        `sessions` and their `draw`.
        """
        division = self.get_object()
        wanted = self.read(DayInput)
        players = rights.readable_players(self.asker)
        wanted["absent"] = rows_of(players, wanted.get("absent", ()), field="absent")
        event = league_days.hold(division=division, by=self.actor, now=timezone.now(), **wanted)
        shown = EventOutput(event, context=self.get_serializer_context())
        return Response(shown.data, status=201)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=SubstituteInput,
        responses={200: LineUpOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def substitute(self, request: Request, code: str) -> Response:
        """Let a member of a team take over the seats of another that are not yet published."""
        wanted = self.read(SubstituteInput)
        days = LineUp.objects.filter(entrant__division=self.get_object()).values("event")
        held = rights.readable_events(self.asker).select_related("season__club")
        event = get_object_or_404(held, pk=wanted.pop("event").pk, pk__in=days)
        taken = league_days.substitute(event=event, by=self.actor, now=timezone.now(), **wanted)
        return Response(LineUpOutput(taken, context=self.get_serializer_context()).data)

    def _division(self, division: Division) -> Response:
        return Response(DivisionOutput(division, context=self.get_serializer_context()).data)
