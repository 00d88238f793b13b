"""Sessions of an event and their draws."""

from collections.abc import Callable
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Moment
from league.api.filters import ChoiceFilter, Filter, FilterBackend, OwnerFilter
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import COMMAND, CREATE, IDEMPOTENCY_KEY
from league.api.v1.base.resources import ORGANISE, VisibleField
from league.api.v1.draws.draws import (
    DrawInput,
    DrawOutput,
    LateInput,
    LateSeatInput,
    MakeInput,
    OfferOutput,
    PriceOutput,
    ScheduleInput,
    WishInput,
    made_by,
    match_of,
    players_of,
    wish_of,
)
from league.api.v1.seasons.seasons import SeasonOutput
from league.models import Event, Player, Season, Seat, Session
from league.services.base import rights
from league.services.draws import drawing, draws, late_seats, seating
from league.services.events import events, sessions

from .events import EventOutput, EventRef
from .rankings import SessionRanking


class SessionOutput(Output[Session]):
    """A session."""

    event = EventRef(read_only=True)

    class Meta:
        model = Session
        fields = [
            "code",
            "event",
            "number",
            "starts_at",
            "ends_at",
            "status",
            "publish_at",
            "published_at",
        ]
        read_only_fields = fields


class SessionInput(serializers.Serializer[Any]):
    """A session to be created."""

    event = VisibleField(rights.readable_events, help_text="code of the event")
    starts_at = Moment(required=False, allow_null=True)


class SessionFilter(Filter):
    """Which sessions to list."""

    event = OwnerFilter(Event, label="code of the event")
    season = OwnerFilter(Season, field_name="event__season", label="code of the season")
    status = ChoiceFilter(choices=Session.Status.choices)


class SessionViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, SessionRanking):
    """Parts of an event in which every table plays one match."""

    serializer_class = SessionOutput
    filter_backends = [FilterBackend]
    filterset_class = SessionFilter
    scopes = dict.fromkeys(
        [
            "create",
            "seat",
            "make",
            "price",
            "move",
            "late_seats",
            "seat_late",
            "schedule",
            "publish",
            "undo",
            "close",
            "reopen",
        ],
        ORGANISE,
    )
    conflict_serializers = {Season: SeasonOutput, Event: EventOutput}

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_sessions(self.asker).select_related("event__season__club")
        return rows.order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=SessionInput,
        responses={201: SessionOutput, **CREATE},
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Create the next session of an event, with an empty draft draw."""
        session = events.create_session(
            by=self.actor, now=timezone.now(), **self.read(SessionInput)
        )
        return self.answer(session, 201)

    @extend_schema(responses=DrawOutput)
    @action(detail=True, filterset_class=None)
    def draw(self, request: Request, code: str) -> Response:
        """Show who sits where."""
        return self._show_draw(self.get_object())

    @extend_schema(
        operation_id="sessions_draw_seat",
        parameters=[IDEMPOTENCY_KEY],
        request=DrawInput,
        responses={200: DrawOutput, **COMMAND},
    )
    @draw.mapping.put
    @idempotent
    def seat(self, request: Request, code: str) -> Response:
        """Seat players at tables, replacing the draft."""
        session = self.get_object()
        tables = players_of(self.read(DrawInput)["tables"])
        draws.seat_players(session=session, tables=tables, by=self.actor, now=timezone.now())
        return self._show_draw(session)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: SessionOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def publish(self, request: Request, code: str) -> Response:
        """Publish the draw: matches wait for results, and tables of bots are played."""
        session = draws.publish(session=self.get_object(), by=self.actor, now=timezone.now())
        return self.answer(session)

    @extend_schema(
        operation_id="sessions_draw_make",
        parameters=[IDEMPOTENCY_KEY],
        request=MakeInput,
        responses={200: DrawOutput, **COMMAND},
    )
    @draw.mapping.post
    @idempotent
    def make(self, request: Request, code: str) -> Response:
        """Draw the session from the players who are present, replacing its draft."""
        session = self.get_object()
        wanted = made_by(self.read(MakeInput))
        drawing.draw(session=session, by=self.actor, now=timezone.now(), **wanted)
        return self._show_draw(session)

    @extend_schema(request=WishInput, responses={200: PriceOutput, **COMMAND})
    @action(detail=True, methods=["post"], filterset_class=None)
    def price(self, request: Request, code: str) -> Response:
        """Preview what a change of the draft would cost."""
        session = self.get_object()
        wish = wish_of(self.read(WishInput))
        found = seating.price(session=session, wish=wish, by=self.actor)
        return Response(PriceOutput(found).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=WishInput, responses={200: PriceOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def move(self, request: Request, code: str) -> Response:
        """Change the draft, and return what that costs."""
        session = self.get_object()
        wish = wish_of(self.read(WishInput))
        found = seating.change(session=session, wish=wish, by=self.actor, now=timezone.now())
        return Response(PriceOutput(found).data)

    @extend_schema(request=LateInput, responses={200: OfferOutput(many=True), **COMMAND})
    @action(
        detail=True,
        methods=["post"],
        url_path="late-seats",
        filterset_class=None,
        pagination_class=None,
    )
    def late_seats(self, request: Request, code: str) -> Response:
        """Preview at which tables a latecomer can sit, and what that costs; the best come first."""
        session = self.get_object()
        player = self.read(LateInput)["player"]
        found = late_seats.offers(session=session, player=player, by=self.actor)
        return Response(OfferOutput(found, many=True).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=LateSeatInput, responses={200: DrawOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], url_path="seat-late", filterset_class=None)
    @idempotent
    def seat_late(self, request: Request, code: str) -> Response:
        """Seat a latecomer at a table of the published draw that has no result yet."""
        session = self.get_object()
        given = self.read(LateSeatInput)
        match = match_of(session, given["match"])
        late_seats.seat(match=match, player=given["player"], by=self.actor, now=timezone.now())
        return self._show_draw(session)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ScheduleInput,
        responses={200: SessionOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def schedule(self, request: Request, code: str) -> Response:
        """Publish the draft automatically at a set time."""
        session = self.get_object()
        sessions.schedule(
            session=session, by=self.actor, now=timezone.now(), **self.read(ScheduleInput)
        )
        return self.answer(session)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: SessionOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def undo(self, request: Request, code: str) -> Response:
        """Unpublish the draw, as long as no table has a result."""
        return self._do(sessions.undo)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: SessionOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def close(self, request: Request, code: str) -> Response:
        """Close the session. All its matches must be final or void."""
        return self._do(sessions.close)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: SessionOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def reopen(self, request: Request, code: str) -> Response:
        """Reopen the session, to correct its results."""
        return self._do(sessions.reopen)

    def _do(self, act: Callable[..., Session]) -> Response:
        return self.answer(act(session=self.get_object(), by=self.actor, now=timezone.now()))

    def _show_draw(self, session: Session) -> Response:
        seats = Prefetch("seats", Seat.objects.select_related("player"))
        draw = {
            "tables": session.matches.order_by("table_number").prefetch_related(seats),
            "byes": Player.objects.filter(byes__session=session).order_by("name", "pk"),
            "seed": None if session.seed is None else str(session.seed),
            "explanation": session.explanation,
        }
        return Response(DrawOutput(draw).data)
