"""Tables of a club for spreadsheets, and seasons as archives.

The addresses end like those of the pages.
"""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_view,
)
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice
from league.api.parsers import BoundedMultiPartParser
from league.api.schema import ABSENT, COMMAND, CONFLICT, RIGHTS
from league.api.v1.base.resources import ORGANISE, READ, Resource
from league.api.v1.jobs.jobs import JobOutput
from league.api.v1.seasons.seasons import SeasonOutput
from league.models import Account, Club, Event, Job, Season, Session
from league.services.archives import archives, exports, imports, season_imports
from league.services.base import rights
from league.services.base.streams import stream

MARKS = ["0", "1"]
BOM = OpenApiParameter(
    name="bom",
    type={"type": "string", "enum": MARKS, "default": MARKS[0]},
    description="1: a mark before the table by which some spreadsheets know UTF-8",
)
CSV = OpenApiResponse(OpenApiTypes.STR, description="The table, its columns first.")

JSONL = OpenApiResponse(OpenApiTypes.STR, description="JSON objects, one on each line.")


class MarkQuery(serializers.Serializer[Any]):
    """Whether a table begins with a mark."""

    bom = Choice(choices=MARKS, default=MARKS[0])


class TableViews(Resource):
    """Tables about one kind of thing; `readable` are those an account may know of."""

    readable: Callable[[Account | None], QuerySet[Any]]
    related: tuple[str, ...] = ()

    def get_queryset(self) -> QuerySet[Any]:
        return type(self).readable(self.asker).select_related(*self.related)

    def retrieve(self, request: Request, table: str, **named: str) -> HttpResponseBase:
        """Send a table as CSV."""
        about = self.get_object()
        if table not in exports.names_of(type(about)):
            raise NotFound
        asked = MarkQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        has_bom = asked.validated_data["bom"] == "1"
        lines = exports.lines(table, about, account=self.asker, has_bom=has_bom)
        name = f"{table}-{next(iter(named.values()))}.csv"
        return stream(request._request, lines, content_type="text/csv; charset=utf-8", name=name)


def described(model: type[Any]) -> Any:
    """Return what documents the `retrieve` of tables about `model`."""
    table = OpenApiParameter(
        name="table",
        location=OpenApiParameter.PATH,
        type={"type": "string", "enum": exports.names_of(model)},
    )
    operation = f"{model._meta.model_name}_tables_retrieve"
    said = extend_schema(
        operation_id=operation,
        parameters=[table, BOM],
        responses={(200, "text/csv"): CSV, **RIGHTS, **ABSENT},
    )
    return extend_schema_view(retrieve=said)


@described(Club)
class ClubTableViews(TableViews):
    """Members, and for organisers what was done."""

    readable = staticmethod(rights.readable_clubs)
    lookup_field = "slug"


@described(Season)
class SeasonTableViews(TableViews):
    """Matches, results, standings, and the ratings of a ladder."""

    readable = staticmethod(rights.readable_seasons)
    related = ("club",)


@described(Event)
class EventTableViews(TableViews):
    """Registrations, for scorers and organisers."""

    readable = staticmethod(rights.readable_events)
    related = ("season__club",)


@described(Session)
class SessionTableViews(TableViews):
    """The draw."""

    readable = staticmethod(rights.readable_sessions)
    related = ("event__season__club",)


class ImportInput(serializers.Serializer[Any]):
    """An archive of a season, as a form."""

    archive = serializers.FileField(allow_empty_file=True, help_text="JSON lines")
    players = Choice(
        choices=season_imports.PLAYERS,
        help_text="known: those known here by their codes, others as guests; guests: new ones only",
    )
    name = serializers.CharField(max_length=120, required=False, help_text="another name")


class SeasonArchiveViews(Resource):
    """Seasons as archives, which can be read elsewhere."""

    scopes = {"retrieve": READ}
    conflict_serializers = {Season: SeasonOutput}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_seasons(self.asker).select_related("club")

    @extend_schema(
        operation_id="seasons_archive_retrieve",
        responses={(200, "application/jsonl"): JSONL, **RIGHTS, **ABSENT, **CONFLICT},
    )
    def retrieve(self, request: Request, code: str) -> HttpResponseBase:
        """Download a season as an archive, as an organiser."""
        lines = archives.export(season=self.get_object(), by=self.actor, now=timezone.now())
        name = f"season-{code}.jsonl"
        return stream(request._request, lines, content_type="application/jsonl", name=name)


class SeasonImportViews(Resource):
    """Seasons from archives."""

    lookup_field = "slug"
    parser_classes = [BoundedMultiPartParser]
    scopes = {"create": ORGANISE}
    conflict_serializers = {Job: JobOutput}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_clubs(self.asker)

    @extend_schema(
        operation_id="clubs_import_season",
        request={"multipart/form-data": ImportInput},
        responses={202: JobOutput, **COMMAND},
    )
    def create(self, request: Request, slug: str) -> Response:
        """Import a season from an archive, all of it or nothing. The job shows the progress."""
        wanted = self.read(ImportInput)
        job = imports.start(
            club=self.get_object(),
            file=wanted.pop("archive"),
            by=self.actor,
            now=timezone.now(),
            **wanted,
        )
        return Response(JobOutput(job, context=self.get_serializer_context()).data, status=202)
