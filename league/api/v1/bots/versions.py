"""Versions of bots: uploaded, checked, looked into by their author."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Said
from league.api.filters import ChoiceFilter, Filter, FilterBackend, OwnerFilter
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.parsers import BoundedJSONParser, BoundedMultiPartParser
from league.api.schema import ABSENT, COMMAND, CREATE, IDEMPOTENCY_KEY, RIGHTS
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import BOTS, READ, Resource
from league.models import Bot, Job, Part, Version
from league.services.base import rights
from league.services.base.sayings import said
from league.services.base.streams import stream_bytes
from league.services.bots import bots
from league.services.bots.statistics import statistics_of

INSPECTING = {"faults", "logs", "statistics", "archive"}


class BotRef(Output[Bot]):
    """A bot, named."""

    class Meta:
        model = Bot
        fields = ["code", "name"]
        read_only_fields = fields


class VersionRef(Output[Version]):
    """A version, named, and the player that takes its seats."""

    player = PlayerOutput(read_only=True, allow_null=True)

    class Meta:
        model = Version
        fields = ["code", "number", "player"]
        read_only_fields = fields


class CheckOutput(Output[Job]):
    """Progress of the check of a version."""

    reason = Said()

    class Meta:
        model = Job
        fields = ["code", "status", "done", "total", "reason", "attempt"]
        read_only_fields = fields


class VersionOutput(Output[Version]):
    """A version in a list; what the check says is shown to its author only."""

    bot = BotRef(read_only=True)
    games = serializers.SerializerMethodField(help_text="slugs of the games it plays")
    player = PlayerOutput(read_only=True, allow_null=True)
    reason = serializers.SerializerMethodField(help_text="why it is not accepted")
    check = serializers.SerializerMethodField(help_text="how far its check has got")

    class Meta:
        model = Version
        fields = [
            "code",
            "bot",
            "number",
            "status",
            "games",
            "player",
            "reason",
            "check",
            "created_at",
            "checked_at",
        ]
        read_only_fields = fields

    def get_games(self, version: Version) -> list[str]:
        return list(bots.slugs_of(version))

    def get_reason(self, version: Version) -> str | None:
        return said(version.reason) if self.inspects(version) else None

    @extend_schema_field(CheckOutput(allow_null=True))
    def get_check(self, version: Version) -> Any:
        [check] = version.checks or [None]  # type: ignore[attr-defined]
        return CheckOutput(check).data if check and self.inspects(version) else None

    def inspects(self, version: Version) -> bool:
        """Tell whether the asking account may read what is found in a version."""
        return rights.may_inspect(version, self.context["view"].asker)


class FindingOutput(serializers.Serializer[Any]):
    """One line of a report."""

    subject = serializers.CharField(help_text="a game, or what else was looked at")
    ok = serializers.BooleanField()
    detail = Said()
    evidence = serializers.CharField(allow_blank=True, help_text="the bot's own words")


class ReportOutput(serializers.Serializer[Any]):
    """What the check found."""

    ok = serializers.BooleanField()
    findings = FindingOutput(many=True)


class VersionDetailOutput(VersionOutput):
    """A version, with the report of its check for its author."""

    report = serializers.SerializerMethodField(help_text="what the check found")

    class Meta(VersionOutput.Meta):
        fields = [*VersionOutput.Meta.fields, "report"]
        read_only_fields = fields

    @extend_schema_field(ReportOutput(allow_null=True))
    def get_report(self, version: Version) -> Any:
        return version.report if self.inspects(version) else None


class UploadInput(serializers.Serializer[Any]):
    """A version to be checked."""

    archive = serializers.FileField(
        allow_empty_file=True, help_text="a .tar.gz or .zip with bot.toml at its top"
    )


class PartOutput(Output[Part]):
    """The part of a version in a match."""

    match = serializers.CharField(
        source="seat.match.code", read_only=True, help_text="code of the match"
    )
    seat = serializers.IntegerField(source="seat.number", read_only=True)


class FaultOutput(PartOutput):
    """What ended the part of a version in a match."""

    reason = serializers.CharField(source="fault", read_only=True)
    detail = Said(source="fault_detail")
    evidence = serializers.CharField(
        source="fault_evidence", read_only=True, help_text="the bot's own words"
    )
    round = serializers.IntegerField(
        source="fault_round", read_only=True, help_text="counted from 0"
    )
    action = serializers.IntegerField(
        source="fault_action", read_only=True, help_text="actions of the round before it"
    )

    class Meta:
        model = Part
        fields = [
            "match",
            "seat",
            "reason",
            "detail",
            "evidence",
            "round",
            "action",
            "created_at",
        ]
        read_only_fields = fields


class LogOutput(PartOutput):
    """What a version wrote to stderr in a match, and how long it thought."""

    class Meta:
        model = Part
        fields = ["match", "seat", "log", "actions", "thinking_ms", "slowest_ms", "created_at"]
        read_only_fields = fields


class LineOutput(serializers.Serializer[Any]):
    """Means over some matches."""

    matches = serializers.IntegerField()
    mean_score = serializers.FloatField(allow_null=True)
    mean_place = serializers.FloatField(allow_null=True)
    faults = serializers.IntegerField()
    thinking_ms = serializers.FloatField(help_text="processor time of a match")


class SeatLineOutput(serializers.Serializer[Any]):
    """How a version fared at a seat."""

    seat = serializers.IntegerField()
    line = LineOutput()


class OpponentLineOutput(serializers.Serializer[Any]):
    """The results of a version against an opponent."""

    opponent = PlayerOutput()
    line = LineOutput()


class StatisticsOutput(serializers.Serializer[Any]):
    """How a version fared in its last 500 matches."""

    total = LineOutput()
    seats = SeatLineOutput(many=True)
    opponents = OpponentLineOutput(many=True, help_text="those it met most often")


class VersionFilter(Filter):
    """Which versions to list."""

    bot = OwnerFilter(Bot, label="code of a bot")
    status = ChoiceFilter(choices=Version.Status.choices)


def with_what_is_shown(versions: QuerySet[Version]) -> QuerySet[Version]:
    """Load what a list of versions shows; one query more."""
    checks = Prefetch("jobs", Job.objects.filter(kind=Job.Kind.CHECK_VERSION), "checks")
    return versions.select_related("bot", "player").prefetch_related(checks)


class VersionViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Uploads of bots. Logs, faults, statistics and archives are for their author."""

    filter_backends = [FilterBackend]
    pagination_class = LogPages
    filterset_class = VersionFilter
    parser_classes = [BoundedMultiPartParser]
    scopes = {"create": BOTS, "withdraw": BOTS, **dict.fromkeys(INSPECTING, READ)}

    def get_serializer_class(self) -> type[serializers.BaseSerializer[Any]]:
        return VersionOutput if self.action == "list" else VersionDetailOutput

    def get_queryset(self) -> QuerySet[Any]:
        may_inspect = self.action in INSPECTING
        readable = rights.inspectable_versions if may_inspect else rights.readable_versions
        return with_what_is_shown(readable(self.asker))

    @extend_schema(
        request={"multipart/form-data": UploadInput},
        responses={200: VersionDetailOutput, 201: VersionDetailOutput, **CREATE},
    )
    def create(self, request: Request) -> Response:
        """Upload a version, which is then checked. The same archive again is the same version."""
        content = self.read(UploadInput)["archive"].file
        uploaded = bots.upload(content=content, by=self.actor, now=timezone.now())
        version = self.get_queryset().get(pk=uploaded.version.pk)
        return self.answer(version, 201 if uploaded.is_new else 200)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: VersionDetailOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None, parser_classes=[BoundedJSONParser])
    @idempotent
    def withdraw(self, request: Request, code: str) -> Response:
        """Withdraw a version, so that it plays no more."""
        version = bots.withdraw(version=self.get_object(), by=self.actor, now=timezone.now())
        return self.stored(version)

    @extend_schema(
        operation_id="versions_faults_list",
        responses={200: FaultOutput(many=True), **RIGHTS, **ABSENT},
    )
    @action(detail=True, filterset_class=None)
    def faults(self, request: Request, code: str) -> Response:
        """List the faults of a version with their evidence, the newest first."""
        faults = self.get_object().parts.exclude(fault="").defer("log")
        return self._page(FaultOutput, faults.select_related("seat__match"))

    @extend_schema(
        operation_id="versions_logs_list",
        responses={200: LogOutput(many=True), **RIGHTS, **ABSENT},
    )
    @action(detail=True, filterset_class=None)
    def logs(self, request: Request, code: str) -> Response:
        """List the output of a version in its matches, the newest first."""
        return self._page(LogOutput, self.get_object().parts.select_related("seat__match"))

    @extend_schema(responses={200: StatisticsOutput, **RIGHTS, **ABSENT})
    @action(detail=True, filterset_class=None)
    def statistics(self, request: Request, code: str) -> Response:
        """Show the results of a version at each seat and against each opponent."""
        return Response(StatisticsOutput(statistics_of(self.get_object())).data)

    @extend_schema(
        responses={
            (200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY),
            **RIGHTS,
            **ABSENT,
        }
    )
    @action(detail=True, filterset_class=None)
    def archive(self, request: Request, code: str) -> StreamingHttpResponse:
        """Send the archive as it was uploaded."""
        name, pieces = bots.file_of(self.get_object())
        return stream_bytes(
            request._request,
            pieces,
            content_type="application/octet-stream",
            name=name,
        )

    def _page(self, kind: type[PartOutput], parts: QuerySet[Part]) -> Response:
        page = self.paginate_queryset(parts)
        return self.get_paginated_response(kind(page, many=True).data)
