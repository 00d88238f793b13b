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

from league.api.fields import WholeNumber
from league.api.filters import BooleanFilter, ChoiceFilter, Filter, FilterBackend, OwnerFilter
from league.api.idempotency import idempotent
from league.api.pagination import LogPages
from league.api.schema import COMMAND, IDEMPOTENCY_KEY, STALE, TOO_OFTEN
from league.models import Event, OnlineTable, Season
from league.services import live, rights, tables

from .base import PLAY, Resource
from .event_tables import MOST_SEATS, BotNamesInput
from .events import EventOutput
from .seasons import SeasonOutput
from .table_outputs import LookOutput, OnlineTableOutput

AFTER = OpenApiParameter(
    name="after",
    type=OpenApiTypes.INT,
    description="A version: nothing (204) is answered as long as the table still has it.",
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


class ActInput(serializers.Serializer[Any]):
    """An action at a table, and which version of it was seen."""

    action = serializers.CharField(max_length=120, help_text="one of the `legal` actions")
    expected_version = WholeNumber(min_value=0)


class DealInput(serializers.Serializer[Any]):
    """Which version of the table was seen."""

    expected_version = WholeNumber(min_value=0, required=False)


class TableFilter(Filter):
    """Which tables to list."""

    event = OwnerFilter(Event, label="code of the event")
    status = ChoiceFilter(choices=OnlineTable.Status.choices)
    mine = BooleanFilter(method="by_seat", label="only those at which the asker sits")

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
    scopes = dict.fromkeys(["join", "leave", "fill", "cancel", "act", "deal", "come_back"], PLAY)
    conflict_serializers = {Season: SeasonOutput, Event: EventOutput}

    def get_queryset(self) -> QuerySet[Any]:
        return tables.loaded(rights.readable_tables(self.asker)).order_by("-id")

    def answer(self, row: Any, http_status: int = 200) -> Response:
        """Return the answer that shows a table as the asker sees it."""
        look = tables.look(table=row, by=self.asker)
        return Response(LookOutput(look).data, status=http_status)

    @extend_schema(parameters=[AFTER], responses={200: LookOutput, **NO_NEWS})
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Show a table as the asking account sees it, onlookers see no hand."""
        table = self.get_object()
        if request.query_params.get("after") == str(table.version):
            return Response(status=204)
        return self.answer(table)

    @extend_schema(
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR, description="a message with the version whenever it changes"
            ),
            204: OpenApiResponse(description="There is no live news here; ask with `after`."),
        }
    )
    @action(
        detail=True,
        filterset_class=None,
        pagination_class=None,
        renderer_classes=[JSONRenderer, EventStream],
    )
    def events(self, request: Request, code: str) -> HttpResponseBase:
        """Tell the version of the table whenever it changes, as server-sent events."""
        table = self.get_object()
        return live.stream(request._request, live.channel_of(table))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=JoinInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def join(self, request: Request, code: str) -> Response:
        """Take a free seat at a table that waits for players."""
        return self._do(tables.join, **self.read(JoinInput))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=None, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def leave(self, request: Request, code: str) -> Response:
        """Give one's seat back before the match begins."""
        return self._do(tables.leave)

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=BotNamesInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def fill(self, request: Request, code: str) -> Response:
        """Seat bots at the seats that are left; the match begins."""
        return self._do(tables.fill, **self.read(BotNamesInput))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=None, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def cancel(self, request: Request, code: str) -> Response:
        """Call off a table that waits for players."""
        return self._do(tables.cancel)

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=ActInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def act(self, request: Request, code: str) -> Response:
        """Play an action; 412 with the table as it is now if somebody played since."""
        return self._do(tables.act, **self.read(ActInput))

    @extend_schema(parameters=[IDEMPOTENCY_KEY], request=DealInput, responses=PLAYED)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def deal(self, request: Request, code: str) -> Response:
        """Deal the next round; some seconds later that happens by itself."""
        return self._do(tables.deal, **self.read(DealInput))

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
        """Play oneself again, instead of the default bot."""
        return self._do(tables.come_back)

    def _do(self, command: Callable[..., OnlineTable], **wanted: Any) -> Response:
        table = self.get_object()
        return self.answer(command(table=table, by=self.actor, now=timezone.now(), **wanted))
