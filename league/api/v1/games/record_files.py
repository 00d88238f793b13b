"""Files of the open records of a game, a month each."""

from collections.abc import Iterator

from django.conf import settings
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from league.api.outputs import Output
from league.api.schema import ABSENT
from league.api.v1.base.resources import Resource
from league.models import RecordFile
from league.services.base.streams import stream_bytes
from league.services.results import record_files

MONTH = OpenApiParameter(
    name="month", location=OpenApiParameter.PATH, description="such as 2026-03", type=str
)
FILE = OpenApiResponse(
    OpenApiTypes.BINARY, description="Lines of JSON as in `records`, compressed with gzip."
)

PARQUET = "application/vnd.apache.parquet"
TABLE = OpenApiResponse(OpenApiTypes.BINARY, description="A row for each round.")


class RecordFileOutput(Output[RecordFile]):
    """The open records of a game of one month."""

    month = serializers.SerializerMethodField(help_text="in which the matches were drawn, in UTC")
    sha256 = serializers.CharField(
        source="digest", read_only=True, help_text="of the compressed file"
    )
    url = serializers.SerializerMethodField(help_text="address of the file")
    parquet_url = serializers.SerializerMethodField(
        help_text="address of the same records as Parquet, null where the site does not have it"
    )
    licence = serializers.SerializerMethodField(
        help_text="address of the licence of the records, null if the site names none"
    )

    class Meta:
        model = RecordFile
        fields = [
            "month",
            "matches",
            "size_bytes",
            "sha256",
            "written_at",
            "url",
            "parquet_url",
            "licence",
        ]
        read_only_fields = fields

    def get_month(self, file: RecordFile) -> str:
        return f"{file.month:%Y-%m}"

    def get_url(self, file: RecordFile) -> str:
        return self._address("api:game-record-file", file)

    def get_parquet_url(self, file: RecordFile) -> str | None:
        is_offered = record_files.offers_parquet(file)
        return self._address("api:game-record-table", file) if is_offered else None

    def get_licence(self, file: RecordFile) -> str | None:
        return settings.RECORDS_LICENCE or None

    def _address(self, name: str, file: RecordFile) -> str:
        given = {"slug": file.game, "month": self.get_month(file)}
        return reverse(name, kwargs=given, request=self.context["request"])


class RecordFiles(Resource):
    """Hands out what has been written of a game's records."""

    @extend_schema(
        operation_id="games_record_files",
        responses={200: RecordFileOutput(many=True), **ABSENT},
    )
    @action(detail=True, url_path="record-files", serializer_class=RecordFileOutput)
    def record_files(self, request: Request, slug: str) -> Response:
        """List the files of a game's open records, a month each, the newest first.

        They are written at night. A month that has changed is written anew, with another digest.
        """
        page = self.paginate_queryset(record_files.readable(self.get_object().slug)) or []
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        operation_id="games_record_file",
        parameters=[MONTH],
        responses={(200, "application/gzip"): FILE, **ABSENT},
    )
    @action(
        detail=True,
        url_path=r"record-files/(?P<month>[0-9]{4}-[0-9]{2})",
        url_name="record-file",
        pagination_class=None,
    )
    def record_file(self, request: Request, slug: str, month: str) -> HttpResponseBase:
        """Download the open records of a game of one month.

        A line for each match as in `records`, compressed with gzip. `ETag` is the digest of the
        file.
        """
        file = _find(self.get_object().slug, month)
        content = record_files.content_of(file)
        answer = _sent(request, file, content, kind="application/gzip", ending="jsonl.gz")
        answer["Content-Length"] = str(file.size_bytes)
        answer["ETag"] = f'"{file.digest}"'
        return answer

    @extend_schema(
        operation_id="games_record_table",
        parameters=[MONTH],
        responses={(200, PARQUET): TABLE, **ABSENT},
    )
    @action(
        detail=True,
        url_path=r"record-files/(?P<month>[0-9]{4}-[0-9]{2})/parquet",
        url_name="record-table",
        pagination_class=None,
    )
    def record_table(self, request: Request, slug: str, month: str) -> HttpResponseBase:
        """Download the open records of a game of one month as Parquet.

        A row for each round, with the columns that `docs/out-and-in.md` names. A site without the
        package pyarrow has none, and `parquet_url` is null then.
        """
        file = _find(self.get_object().slug, month)
        if not record_files.offers_parquet(file):
            raise NotFound(_("This month is not available as Parquet. Download it as JSON lines."))
        return _sent(request, file, record_files.parquet_of(file), kind=PARQUET, ending="parquet")


def _find(game: str, month: str) -> RecordFile:
    file = record_files.find(game, month)
    if file is None:
        raise NotFound(_("There are no records of this month, or they are just being written."))
    return file


def _sent(
    request: Request, file: RecordFile, content: Iterator[bytes], *, kind: str, ending: str
) -> HttpResponseBase:
    """Return the answer that has a file in it, and says under which licence it is."""
    name = f"records-{file.game}-{file.month:%Y-%m}.{ending}"
    answer = stream_bytes(request._request, content, content_type=kind, name=name)
    if settings.RECORDS_LICENCE:
        answer["Link"] = f'<{settings.RECORDS_LICENCE}>; rel="license"'
    return answer
