"""Matches: their results, and their records once they are final."""

import json
from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from bots.playing import positions
from engine.records import document, packed
from league.api.etags import etag_of, version_seen
from league.api.filters import CharFilter, ChoiceFilter, Filter, FilterBackend, OwnerFilter
from league.api.idempotency import idempotent
from league.api.outputs import columns_of
from league.api.pagination import LogPages, NumberedPages
from league.api.schema import (
    ABSENT,
    COMMAND,
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    INVALID,
    STALE,
    UNNAMED,
)
from league.api.v1.base.resources import RESULTS
from league.api.v1.corrections.changes import MatchChanges
from league.api.v1.seasons.seasons import SeasonOutput
from league.models import Dispute, Duplicate, Job, Match, Record, Result, Season, Seat, Session
from league.services.base import rights
from league.services.base.streams import stream
from league.services.play import bot_matches
from league.services.results import records
from league.services.results import results as services

from .match_outputs import MatchDetailOutput, MatchOutput, SeatOutput
from .results import RESULT_EXAMPLES, ResultInput, ResultOutput, RoundOutput, read_submission

REQUESTS = OpenApiResponse(OpenApiTypes.STR, description="JSON objects, one on each line.")


class SeatQuery(serializers.Serializer[Any]):
    """Whose requests are wanted."""

    seat = serializers.IntegerField(min_value=0, max_value=9)


class MatchFilter(Filter):
    """Which matches to list."""

    session = OwnerFilter(Session, label="code of the session")
    season = OwnerFilter(Season, label="code of the season")
    duplicate = OwnerFilter(Duplicate, label="code of the duplicate")
    player = CharFilter(method="by_player", label="code of a player who has a seat")
    status = ChoiceFilter(choices=Match.Status.choices)

    def by_player(self, rows: QuerySet[Match], name: str, code: str) -> QuerySet[Match]:
        """Keep those in which a player has a seat, each once."""
        return rows.filter(pk__in=Seat.objects.filter(player__code=code).values("match"))


def as_listed(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Load what a list of matches shows, and no more; two queries more."""
    seats = Seat.objects.select_related("player").only("match", *columns_of(SeatOutput))
    above = matches.select_related("season", "session__event", "duplicate")
    shown = above.only("result_version", *columns_of(MatchOutput))
    return shown.prefetch_related(Prefetch("seats", seats), services.forfeits_of_lists())


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Load what matches belong to, and who sits where; one query more."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    above = ("season__club", "session__event", "duplicate")
    return matches.select_related(*above).prefetch_related(seats)


def with_result(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Load the result in force, a proposed one, dispute and jobs; at most four queries more."""
    shown = Q(version=F("match__result_version")) | Q(version=F("match__proposed_version"))
    found = with_rounds(Result.objects.filter(shown))
    disputes = Dispute.objects.filter(status=Dispute.Status.OPEN).select_related(
        "opened_by__player"
    )
    due = Job.objects.exclude(kind=Job.Kind.ANALYSE_MATCH)
    return matches.prefetch_related(
        Prefetch("results", found), Prefetch("disputes", disputes), Prefetch("jobs", due)
    )


def with_rounds(rows: QuerySet[Result]) -> QuerySet[Result]:
    """Load what is shown of results, with their rounds; one query more."""
    people = ("entered_by__player", "confirmed_by__player", "record")
    return rows.select_related(*people).defer("record__blob").prefetch_related("rounds")


class MatchViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, MatchChanges):
    """Contests at one table, the newest first."""

    pagination_class = LogPages
    filter_backends = [FilterBackend]
    filterset_class = MatchFilter
    scopes = {**MatchChanges.scopes, "enter": RESULTS, "confirm": RESULTS}
    conflict_serializers = {Season: SeasonOutput}

    def get_serializer_class(self) -> type[serializers.BaseSerializer[Any]]:
        return MatchOutput if self.action == "list" else MatchDetailOutput

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_matches(self.asker)
        return as_listed(rows) if self.action == "list" else with_result(with_seats(rows))

    def answer(self, row: Any, http_status: int = 200) -> Response:
        """Return the answer that shows the match `row`, with its ETag."""
        response = super().answer(row, http_status)
        response.headers["ETag"] = etag_of(row)
        return response

    @extend_schema(parameters=[ETAG])
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Show a match with its current result."""
        return self.answer(self.get_object())

    @extend_schema(parameters=[ETAG], responses={200: ResultOutput, **ABSENT})
    @action(detail=True, filterset_class=None)
    def result(self, request: Request, code: str) -> Response:
        """Show the current result, or 404 if there is none yet."""
        match = self.get_object()
        result = match.result_in_force()
        if result is None:
            raise NotFound(_("No result has been entered yet."))
        return Response(ResultOutput(result).data, headers={"ETag": etag_of(match)})

    @extend_schema(
        operation_id="matches_result_enter",
        parameters=[ETAG, IDEMPOTENCY_KEY, IF_MATCH],
        request=ResultInput,
        responses={200: MatchDetailOutput, **COMMAND, **STALE, **UNNAMED},
        examples=RESULT_EXAMPLES,
    )
    @result.mapping.put
    @idempotent
    def enter(self, request: Request, code: str) -> Response:
        """Enter the result. A second person must then confirm it.

        Replacing a result that waits for confirmation needs `If-Match`; the old one is kept.
        """
        match = self.named()
        submission = read_submission(self.read)
        with version_seen(request, match) as version:
            services.enter(
                match=match,
                submission=submission,
                by=self.actor,
                expected_version=version,
                now=timezone.now(),
            )
        return self.stored(match)

    @extend_schema(
        parameters=[ETAG, IDEMPOTENCY_KEY, IF_MATCH],
        request=None,
        responses={200: MatchDetailOutput, **COMMAND, **STALE, **UNNAMED},
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def confirm(self, request: Request, code: str) -> Response:
        """Confirm a result that somebody else entered. It is then final and counts."""
        match = self.named()
        with version_seen(request, match) as version:
            services.confirm(
                match=match, by=self.actor, expected_version=version, now=timezone.now()
            )
        return self.stored(match)

    @extend_schema(operation_id="matches_results_list", responses=ResultOutput(many=True))
    @action(detail=True, filterset_class=None, pagination_class=NumberedPages)
    def results(self, request: Request, code: str) -> Response:
        """List all versions of the result, the newest first, with who entered them."""
        versions = with_rounds(Result.objects.filter(match=self.get_object()))
        page = self.paginate_queryset(versions.order_by("-version"))
        return self.get_paginated_response(ResultOutput(page, many=True).data)

    @extend_schema(operation_id="matches_rounds_list", responses=RoundOutput(many=True))
    @action(detail=True, filterset_class=None, pagination_class=NumberedPages)
    def rounds(self, request: Request, code: str) -> Response:
        """List the rounds of the current result."""
        result = self.get_object().result_in_force()
        page = self.paginate_queryset(result.rounds.all() if result else [])
        return self.get_paginated_response(RoundOutput(page, many=True).data)

    @extend_schema(
        parameters=[
            OpenApiParameter(
                name="Content-Disposition",
                location=OpenApiParameter.HEADER,
                response=[200],
                description="`attachment` with a file name",
            )
        ],
        responses={
            200: OpenApiResponse(
                {"type": "object", "additionalProperties": {}},
                description="record in the format `stammtisch/1`",
            ),
            **ABSENT,
        },
    )
    @action(detail=True, filterset_class=None)
    def record(self, request: Request, code: str) -> Response:
        """Download the record: all deals, actions and scores, once the match is final.

        On a ladder once all matches with the same deals are.
        """
        match = self.get_object()
        attachment = f'attachment; filename="match-{match.code}.json"'
        return Response(
            document.decode(bytes(record_of(match).blob)),
            headers={"Content-Disposition": attachment},
        )

    @extend_schema(
        operation_id="matches_requests_retrieve",
        parameters=[
            OpenApiParameter("seat", int, required=True, description="number of the seat, from 0")
        ],
        responses={(200, "application/jsonl"): REQUESTS, **ABSENT, **INVALID},
    )
    @action(detail=True, filterset_class=None)
    def requests(self, request: Request, code: str) -> HttpResponseBase:
        """Download what the seat was asked in the match, and what was played for it.

        A line for each action: `round` and `action` from 0, the `request` with view and seed, but
        without number and clock, and the `answer`. Open as soon as the record is.
        """
        match = self.get_object()
        asked = SeatQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        done = packed.table_of(packed.unpack(bytes(record_of(match).blob)))
        seat = asked.validated_data["seat"]
        if seat >= done.players:
            raise NotFound(_("This match has no such seat."))
        seed = bot_matches.seed_of_players(bytes(match.secret))
        lines = (
            json.dumps(one, ensure_ascii=False) + "\n"
            for one in positions.requests(done, seat, seed=seed)
        )
        name = f"match-{match.code}-seat-{seat}.jsonl"
        return stream(request._request, lines, content_type="application/jsonl", name=name)


def record_of(match: Match) -> Record:
    """Return the record of a match; raises NotFound if its deals are closed or it has none."""
    if not rights.may_read_deals(match):
        raise NotFound(
            _(
                "The record becomes public once this match, and every match with the same "
                "deals, is final."
            )
        )
    result = match.result_in_force()
    stored = Record.objects.filter(result=result).first()
    if stored is None and records.is_forgotten(result):
        raise NotFound(_("We no longer keep the record of this match. The result stands."))
    if stored is None:
        raise NotFound(_("This result has no record."))
    return stored
