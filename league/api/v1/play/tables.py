"""Online tables: seen as one's seat may see them, and played at."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, WholeNumber
from league.api.filters import (
    BooleanFilter,
    CharFilter,
    ChoiceFilter,
    Filter,
    FilterBackend,
    OwnerFilter,
)
from league.api.idempotency import idempotent
from league.api.pagination import LogPages
from league.api.schema import ABSENT, COMMAND, IDEMPOTENCY_KEY, RIGHTS, STALE, TOO_OFTEN
from league.api.v1.base.resources import BOT, ORGANISE, PLAY, Resource, VisibleField
from league.api.v1.events.events import EventOutput
from league.api.v1.seasons.seasons import SeasonOutput
from league.models import Event, OnlineTable, Season, TableSeat
from league.services.accounts.people import LONGEST_NAME
from league.services.base import rights
from league.services.play import (
    challenges,
    live,
    practice,
    rematches,
    remote_turns,
    table_phrases,
    tables,
)

from .event_tables import LONGEST_LINK, MOST_SEATS, AddsNumberInput, FillInput
from .remote_outputs import TurnOutput
from .table_outputs import LookOutput, OnlineTableOutput

AFTER = OpenApiParameter(
    name="after",
    type=OpenApiTypes.INT,
    description="A version. The answer is empty (204) as long as the table still has this version.",
)
NO_NEWS = {204: OpenApiResponse(description="The table still has the version `after`.")}
PLAYED = {200: LookOutput, **COMMAND, **STALE, **TOO_OFTEN}


class EventStream(JSONRenderer):
    """What browsers ask for that listen to server-sent events; problems are JSON all the same."""

    media_type = "text/event-stream"
    format = "events"


class JoinInput(serializers.Serializer[Any]):
    """Where to sit down."""

    seat = WholeNumber(min_value=0, max_value=MOST_SEATS - 1, required=False)
    invitation = serializers.CharField(
        max_length=LONGEST_LINK,
        required=False,
        help_text="link of the table, or the secret in it: you register for the event by it",
    )
    own_name = serializers.CharField(
        max_length=LONGEST_NAME,
        required=False,
        help_text="the name you play under, if your account has none yet",
    )


class ActInput(serializers.Serializer[Any]):
    """An action at a table, and the version of the table you have seen."""

    action = serializers.CharField(max_length=120, help_text="one of the `legal` actions")
    expected_version = WholeNumber(min_value=0)


class NumberInput(serializers.Serializer[Any]):
    """A random number to add to the deals."""

    number = serializers.CharField(
        min_length=64, max_length=64, help_text="32 random bytes, in lower-case hexadecimal digits"
    )


class DealInput(serializers.Serializer[Any]):
    """The version of the table you have seen."""

    expected_version = WholeNumber(min_value=0, required=False)


class SeenInput(serializers.Serializer[Any]):
    """The version of the table you have seen."""

    expected_version = WholeNumber(min_value=0)


class PhraseInput(serializers.Serializer[Any]):
    """What to say at a table."""

    phrase = Choice(choices=TableSeat.Phrase.choices)


class ChallengeInput(serializers.Serializer[Any]):
    """The bot to ask."""

    bot = VisibleField(rights.readable_players, help_text="code of a remote bot's player")


class TableFilter(Filter):
    """Which tables to list."""

    event = OwnerFilter(Event, label="code of the event")
    ladder = CharFilter(method="by_ladder", label="code of a ladder of remote bots")
    status = ChoiceFilter(choices=OnlineTable.Status.choices)
    mine = BooleanFilter(method="by_seat", label="only tables at which you sit")

    def by_ladder(self, rows: QuerySet[OnlineTable], name: str, code: str) -> QuerySet[OnlineTable]:
        """Keep those at which the bots of a ladder play."""
        return rows.filter(event=None, match__season__code=code)

    def by_seat(self, rows: QuerySet[OnlineTable], name: str, mine: bool) -> QuerySet[OnlineTable]:
        """Keep those at which the asking account sits; nobody sits anywhere."""
        if not mine:
            return rows
        asker = self.request.user
        if not asker.is_authenticated:
            return rows.none()
        return rows.filter(seats__player__account=asker)


class TableViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Online tables, the newest first."""

    serializer_class = OnlineTableOutput
    pagination_class = LogPages
    filter_backends = [FilterBackend]
    filterset_class = TableFilter
    scopes = {
        **dict.fromkeys(["fill", "cancel", "number", "again", "take_back", "hint"], PLAY),
        **dict.fromkeys(["join", "leave", "act", "deal", "say", "turn"], (PLAY, BOT)),
        **dict.fromkeys(["step_away", "come_back"], (PLAY, BOT)),
        "challenge": (PLAY, ORGANISE),
        "decline": BOT,
    }
    conflict_serializers = {Season: SeasonOutput, Event: EventOutput}

    def get_queryset(self) -> QuerySet[Any]:
        return tables.loaded(rights.readable_tables(self.asker)).order_by("-id")

    def answer(self, row: Any, http_status: int = 200) -> Response:
        """Return the answer that shows a table as the asker sees it."""
        look = tables.look(table=row, by=self.asker)
        return Response(LookOutput(look).data, status=http_status)

    @extend_schema(parameters=[AFTER], responses={200: LookOutput, **NO_NEWS})
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Show a table as your account sees it. Onlookers see no hand and no trick being played."""
        table = self.get_object()
        if request.query_params.get("after") == str(table.version):
            return Response(status=204)
        return self.answer(table)

    @extend_schema(
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR, description="a message with the version whenever it changes"
            ),
            204: OpenApiResponse(
                description="Live events are not available here. Poll with `after` instead."
            ),
        }
    )
    @action(
        detail=True,
        filterset_class=None,
        pagination_class=None,
        renderer_classes=[JSONRenderer, EventStream],
    )
    def events(self, request: Request, code: str) -> HttpResponseBase:
        """Send the version of the table whenever it changes, as server-sent events."""
        table = self.get_object()
        return live.stream(request._request, live.channel_of(table))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=JoinInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def join(self, request: Request, code: str) -> Response:
        """Take a free seat at a table that is waiting for players."""
        return self._do(tables.join, **self.read(JoinInput))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=None, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def leave(self, request: Request, code: str) -> Response:
        """Give your seat back before the match begins."""
        return self._do(tables.leave)

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=FillInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def fill(self, request: Request, code: str) -> Response:
        """Fill the free seats with bots. The match then begins."""
        return self._do(tables.fill, **self.read(FillInput))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=None, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def cancel(self, request: Request, code: str) -> Response:
        """Cancel a table that is waiting for players."""
        return self._do(tables.cancel)

    @extend_schema(
        operation_id="tables_add_number",
        parameters=[IDEMPOTENCY_KEY],
        request=NumberInput,
        responses=PLAYED,
    )
    @action(detail=True, methods=["put"], filterset_class=None)
    @idempotent
    def number(self, request: Request, code: str) -> Response:
        """Add a random number to the deals, after the commitment and before the first card.

        The same number can be sent again. Without it, the first round is dealt after some seconds.
        """
        return self._do(tables.add_number, **self.read(NumberInput))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=ActInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def act(self, request: Request, code: str) -> Response:
        """Play an action, or get 412 with the current table if somebody has played since."""
        return self._do(tables.act, **self.read(ActInput))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=DealInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def deal(self, request: Request, code: str) -> Response:
        """Deal the next round now; otherwise it is dealt automatically after some seconds.

        The first one waits until the other players have added their numbers, or some seconds.
        """
        return self._do(tables.deal, **self.read(DealInput))

    @extend_schema(
        responses={
            200: TurnOutput,
            204: OpenApiResponse(description="It is not your turn."),
            **RIGHTS,
            **ABSENT,
        }
    )
    @action(detail=True, filterset_class=None, pagination_class=None)
    def turn(self, request: Request, code: str) -> Response:
        """Ask what your seat is to do, as bots on a server are asked; empty if it is not to act."""
        asked = remote_turns.turn(table=self.get_object(), by=self.actor, now=timezone.now())
        return Response(status=204) if asked is None else Response(TurnOutput(asked).data)

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=ChallengeInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def challenge(self, request: Request, code: str) -> Response:
        """Ask a remote bot to sit down at a table that is waiting for players."""
        return self._do(challenges.challenge, **self.read(ChallengeInput))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=None, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def decline(self, request: Request, code: str) -> Response:
        """Say, as a remote bot, that you do not sit down where you were asked to."""
        return self._do(challenges.decline)

    @extend_schema(
        operation_id="tables_step_away",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=PLAYED,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="step-away",
        filterset_class=None,
    )
    @idempotent
    def step_away(self, request: Request, code: str) -> Response:
        """Have the default bot play for you until you act or come back."""
        return self._do(tables.step_away)

    @extend_schema(
        operation_id="tables_come_back",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=PLAYED,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="come-back",
        filterset_class=None,
    )
    @idempotent
    def come_back(self, request: Request, code: str) -> Response:
        """Take your seat back from the default bot."""
        return self._do(tables.come_back)

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=PhraseInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def say(self, request: Request, code: str) -> Response:
        """Say a phrase or make a hand sign, to all who see the table. It replaces your last one."""
        return self._do(table_phrases.say, **self.read(PhraseInput))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=AddsNumberInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def again(self, request: Request, code: str) -> Response:
        """Go on with the same players after a match: open the next table, or sit down at it."""
        return self._do(rematches.play_again, **self.read(AddsNumberInput))

    @extend_schema(
        operation_id="tables_take_back",
        parameters=[IDEMPOTENCY_KEY],
        request=SeenInput,
        responses=PLAYED,
    )
    @action(detail=True, methods=["post"], url_path="take-back", filterset_class=None)
    @idempotent
    def take_back(self, request: Request, code: str) -> Response:
        """Undo your last action in this round, at a practice table."""
        return self._do(practice.take_back, **self.read(SeenInput))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=SeenInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def hint(self, request: Request, code: str) -> Response:
        """Ask what a bot would do, at a practice table. The hint follows with a later version."""
        return self._do(practice.ask_hint, **self.read(SeenInput))

    def _do(self, command: Callable[..., OnlineTable], **wanted: Any) -> Response:
        table = self.get_object()
        return self.answer(command(table=table, by=self.actor, now=timezone.now(), **wanted))
