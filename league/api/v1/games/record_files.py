"""Files of the open records of a game, a month each."""

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


class RecordFileOutput(Output[RecordFile]):
    """The open records of a game of one month."""

    month = serializers.SerializerMethodField(help_text="in which the matches were drawn, in UTC")
    sha256 = serializers.CharField(
        source="digest", read_only=True, help_text="of the compressed file"
    )
    url = serializers.SerializerMethodField(help_text="address of the file")
    licence = serializers.SerializerMethodField(
        help_text="address of the licence of the records, null if the site names none"
    )

    class Meta:
        model = RecordFile
        fields = ["month", "matches", "size_bytes", "sha256", "written_at", "url", "licence"]
        read_only_fields = fields

    def get_month(self, file: RecordFile) -> str:
        return f"{file.month:%Y-%m}"

    def get_url(self, file: RecordFile) -> str:
        given = {"slug": file.game, "month": self.get_month(file)}
        return reverse("api:game-record-file", kwargs=given, request=self.context["request"])

    def get_licence(self, file: RecordFile) -> str | None:
        return settings.RECORDS_LICENCE or None


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
        game = self.get_object()
        file = record_files.find(game.slug, month)
        if file is None:
            raise NotFound(_("There are no records of this month, or they are just being written."))
        answer = stream_bytes(
            request._request,
            record_files.content_of(file),
            content_type="application/gzip",
            name=f"records-{game.slug}-{month}.jsonl.gz",
        )
        answer["Content-Length"] = str(file.size_bytes)
        answer["ETag"] = f'"{file.digest}"'
        if settings.RECORDS_LICENCE:
            answer["Link"] = f'<{settings.RECORDS_LICENCE}>; rel="license"'
        return answer
