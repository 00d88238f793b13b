"""Events of a season."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, Flag, Moment, WholeNumber
from league.api.filters import Filter, FilterBackend, OwnerFilter
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import COMMAND, CREATE, IDEMPOTENCY_KEY
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.refs import SeasonRef
from league.api.v1.base.resources import ORGANISE, PLAY, VisibleField
from league.api.v1.books.books import EventBooks
from league.api.v1.draws.brackets import EventBracket
from league.api.v1.draws.event_draws import EventDraws, PlannedOutput
from league.api.v1.draws.weights import WeightsInput, WeightsOutput, shown
from league.api.v1.play.event_tables import EventTables
from league.api.v1.play.table_outputs import OnlineTableOutput
from league.api.v1.registration.open_evenings import OpenEvenings
from league.api.v1.registration.registrations import RegistrationActions, RegistrationOutput
from league.api.v1.seasons.seasons import SeasonOutput
from league.logic.calendar import RHYTHMS
from league.models import Club, Event, OnlineTable, Player, Registration, Season, Session, Venue
from league.services.base import rights
from league.services.events import events, repeats
from league.services.registration import plans

from .handicaps import EventHandicaps
from .log import EventLog
from .rankings import EventRanking


class EventRef(Output[Event]):
    """An event, named."""

    class Meta:
        model = Event
        fields = ["code", "name"]
        read_only_fields = fields


class VenueRef(Output[Venue]):
    """A venue, named."""

    class Meta:
        model = Venue
        fields = ["code", "name"]
        read_only_fields = fields


class EventOutput(Output[Event]):
    """An event."""

    season = SeasonRef(read_only=True)
    venue = VenueRef(read_only=True, allow_null=True)
    bots = PlayerOutput(
        many=True,
        read_only=True,
        help_text="bots that may fill seats; if there are none, every built-in one",
    )
    weights = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = [
            "code",
            "season",
            "name",
            "venue",
            "starts_at",
            "ends_at",
            "is_open",
            "closes_at",
            "play_now",
            "takes_guests",
            "takes_remote_bots",
            "guests_enter",
            "capacity",
            "draw",
            "table_size",
            "fill",
            "planned_sessions",
            "weights",
            "bots",
            "cancelled_at",
            "cancelled_because",
            "created_at",
        ]
        read_only_fields = fields

    @extend_schema_field(WeightsOutput)
    def get_weights(self, event: Event) -> dict[str, int]:
        return shown(event)


class PlanInput(serializers.Serializer[Any]):
    """How an event is set up."""

    venue = VisibleField(
        rights.readable_venues,
        required=False,
        allow_null=True,
        help_text="code of a venue of the club",
    )
    starts_at = Moment(required=False, allow_null=True)
    ends_at = Moment(required=False, allow_null=True)
    is_open = Flag(required=False, help_text="players may register themselves")
    closes_at = Moment(required=False, allow_null=True, help_text="end of registration by players")
    play_now = Flag(
        required=False,
        help_text="whoever presses Play now sits down here, if the site's staff trusts the club",
    )
    takes_guests = Flag(
        required=False,
        help_text="whoever has the link of an online table sits down there without an account",
    )
    takes_remote_bots = Flag(
        required=False,
        help_text="bots that run on their authors' machines may sit down at its online tables",
    )
    guests_enter = Flag(
        required=False,
        help_text="who has no account enters results of the own table, by the code of its card",
    )
    capacity = WholeNumber(
        min_value=1,
        max_value=plans.MOST_PLAYERS,
        required=False,
        allow_null=True,
        help_text="number of places; further players go on the waiting list; null for no limit",
    )
    draw = Choice(choices=Event.Draw.choices, required=False)
    table_size = WholeNumber(
        min_value=1,
        max_value=10,
        required=False,
        allow_null=True,
        help_text="players at a table, if possible; at Skat also 4, the dealer sits out",
    )
    fill = Choice(
        choices=Event.Fill.choices,
        required=False,
        help_text="what happens if the number of players does not divide evenly",
    )
    planned_sessions = WholeNumber(
        min_value=1, max_value=Event.MOST_SESSIONS, required=False, allow_null=True
    )
    weights = WeightsInput(
        required=False, help_text="what draws by standings avoid, replacing the earlier weights"
    )


class EventInput(PlanInput):
    """The event to create."""

    season = VisibleField(rights.readable_seasons, help_text="code of the season")
    name = serializers.CharField(max_length=120)


class EventChange(PlanInput):
    """Changes of an event. Fields you leave out stay unchanged."""

    name = serializers.CharField(max_length=120, required=False)
    force = Flag(required=False, help_text="even if players are in another event at the new time")


class CancelInput(serializers.Serializer[Any]):
    """Why an event is cancelled."""

    reason = serializers.CharField(max_length=events.LONGEST_REASON)


class ReinstateInput(serializers.Serializer[Any]):
    """How an event comes back that was cancelled."""

    force = Flag(required=False, help_text="even if players are in another event at its time")


class RepeatInput(serializers.Serializer[Any]):
    """When an event comes again; `times`, `until` or both."""

    rhythm = Choice(
        choices=RHYTHMS, help_text="monthly keeps the weekday and which one of the month it is"
    )
    times = WholeNumber(min_value=1, max_value=repeats.MOST_REPEATS, required=False)
    until = serializers.DateField(required=False, help_text="the last date, if it fits")
    skip = serializers.ListField(
        child=serializers.DateField(), max_length=repeats.MOST_REPEATS, required=False
    )


class RepeatOutput(serializers.Serializer[Any]):
    """The events that were created."""

    events = EventOutput(many=True, read_only=True)


class BotsInput(serializers.Serializer[Any]):
    """The bots that can fill seats."""

    bots = serializers.ListField(
        child=serializers.CharField(max_length=10),
        max_length=events.MOST_BOTS,
        help_text="codes of their players; none for every built-in bot",
    )


class EventFilter(Filter):
    """Which events to list."""

    season = OwnerFilter(Season, label="code of the season")
    club = OwnerFilter(Club, by="slug", field_name="season__club", label="slug of the club")


class EventViews(
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    RegistrationActions,
    EventBooks,
    EventDraws,
    EventBracket,
    EventTables,
    EventRanking,
    EventHandicaps,
    OpenEvenings,
    EventLog,
):
    """Events: evenings, tournaments and league days."""

    serializer_class = EventOutput
    filter_backends = [FilterBackend]
    filterset_class = EventFilter
    scopes = dict.fromkeys(
        [
            "create",
            "partial_update",
            "choose",
            "cancel",
            "reinstate",
            "repeat",
            "register",
            "import_registrations",
            "check_in",
            "movement",
            "set_handicaps",
            "open_evening",
            "stop_seating",
            "end_evening",
            "seat_by_hand",
            "set_pairs",
        ],
        ORGANISE,
    ) | {"open_table": PLAY, "practise": PLAY, **EventBooks.scopes}
    conflict_serializers = {
        Season: SeasonOutput,
        Event: EventOutput,
        Registration: RegistrationOutput,
        Session: PlannedOutput,
        OnlineTable: OnlineTableOutput,
    }

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_events(self.asker).select_related("season__club", "venue")
        return rows.prefetch_related("bots").order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=EventInput,
        responses={201: EventOutput, **CREATE},
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Create an event of a season."""
        event = events.create_event(by=self.actor, now=timezone.now(), **self.read(EventInput))
        return self.answer(event, 201)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=EventChange, responses={200: EventOutput, **COMMAND}
    )
    @idempotent
    def partial_update(self, request: Request, code: str) -> Response:
        """Change an event. If you raise its capacity, players on the waiting list get places."""
        event = events.describe_event(
            event=self.get_object(), by=self.actor, now=timezone.now(), **self.read(EventChange)
        )
        return self.stored(event)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=CancelInput, responses={200: EventOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def cancel(self, request: Request, code: str) -> Response:
        """Cancel an event without results. Matches that are waiting for a result become void."""
        event = events.cancel_event(
            event=self.get_object(), by=self.actor, now=timezone.now(), **self.read(CancelInput)
        )
        return self.stored(event)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ReinstateInput,
        responses={200: EventOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def reinstate(self, request: Request, code: str) -> Response:
        """Reinstate a cancelled event. Matches that became void reopen."""
        event = events.reinstate_event(
            event=self.get_object(), by=self.actor, now=timezone.now(), **self.read(ReinstateInput)
        )
        return self.stored(event)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=RepeatInput, responses={200: RepeatOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def repeat(self, request: Request, code: str) -> Response:
        """Create events like this one on later dates, each named with its date."""
        made = repeats.repeat_event(
            event=self.get_object(), by=self.actor, now=timezone.now(), **self.read(RepeatInput)
        )
        rows = self.get_queryset().filter(pk__in=[event.pk for event in made])
        context = self.get_serializer_context()
        return Response(RepeatOutput({"events": rows.order_by("id")}, context=context).data)

    @extend_schema(
        operation_id="events_bots_choose",
        parameters=[IDEMPOTENCY_KEY],
        request=BotsInput,
        responses={200: EventOutput, **COMMAND},
    )
    @action(detail=True, methods=["put"], url_path="bots", filterset_class=None)
    @idempotent
    def choose(self, request: Request, code: str) -> Response:
        """Choose the bots that can fill seats, replacing the earlier choice."""
        event = self.get_object()
        bots = bots_of(self.read(BotsInput)["bots"])
        events.choose_bots(event=event, bots=bots, by=self.actor, now=timezone.now())
        return self.stored(event)


def bots_of(codes: Sequence[str]) -> list[Player]:
    """Return the players of the codes, each once; raises ValidationError naming the unknown."""
    players = {player.code: player for player in Player.objects.filter(code__in=codes)}
    unknown = {
        f"bots.{number}": [_("There is no player with this code.")]
        for number, code in enumerate(codes)
        if code not in players
    }
    if unknown:
        raise ValidationError(unknown)
    return [players[code] for code in dict.fromkeys(codes)]
