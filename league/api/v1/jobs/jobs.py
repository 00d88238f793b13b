"""Jobs of workers, shown to the organisers of the clubs and the authors they are for."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Said
from league.api.filters import ChoiceFilter, Filter, FilterBackend, OwnerFilter
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.permissions import require_scope
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.api.v1.base.resources import BOTS, ORGANISE, READ, Resource
from league.models import Club, Job, Match, SeasonImport
from league.services.base import rights
from league.services.base.pages import Merged
from league.services.jobs import jobs, waits


class ImportOutput(Output[SeasonImport]):
    """A season that is being imported, and what became of it."""

    season = serializers.CharField(
        source="season.code", default=None, allow_null=True, read_only=True, help_text="its code"
    )
    codes = serializers.DictField(
        child=serializers.DictField(child=serializers.CharField()),
        read_only=True,
        help_text="for each kind of thing: old code, and the new one it had to get",
    )
    faults = serializers.DictField(
        source="errors",
        child=serializers.ListField(child=Said()),
        read_only=True,
        help_text="why it was refused, by line and field",
    )

    class Meta:
        model = SeasonImport
        fields = ["code", "season", "codes", "guests", "faults"]
        read_only_fields = fields


class JobOutput(Output[Job]):
    """Work for a worker."""

    match = serializers.CharField(
        source="match.code",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="code of its match",
    )
    checked = serializers.CharField(
        source="checked.code",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="code of its bot's version",
    )
    experiment = serializers.CharField(
        source="experiment.code",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="code of its experiment",
    )
    imported = ImportOutput(allow_null=True, read_only=True)
    reason = Said()

    class Meta:
        model = Job
        fields = [
            "code",
            "kind",
            "match",
            "version",
            "checked",
            "experiment",
            "imported",
            "done",
            "total",
            "status",
            "reason",
            "attempt",
            "created_at",
            "sent_at",
            "lease_until",
            "finished_at",
        ]
        read_only_fields = fields


class JobFilter(Filter):
    """Which jobs to list."""

    club = OwnerFilter(Club, by="slug", label="slug of a club")
    match = OwnerFilter(Match, label="code of a match")
    kind = ChoiceFilter(choices=Job.Kind.choices)
    status = ChoiceFilter(choices=Job.Status.choices)


class JobViews(Resource):
    """Jobs of workers, with the reason why each is waiting or has failed; the newest first."""

    serializer_class = JobOutput
    pagination_class = LogPages
    filter_backends = [FilterBackend]
    filterset_class = JobFilter
    scopes = {"list": READ, "retrieve": READ, "retry": (ORGANISE, BOTS)}

    def get_queryset(self) -> QuerySet[Any]:
        return _shown(rights.readable_jobs(self.asker))

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        rows = self.filter_queryset(_shown(Job.objects.all()))
        merged: Any = Merged(rows, rights.parts_of_jobs(self.asker))
        page = waits.told(self.paginate_queryset(merged) or [], now=timezone.now())
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    def answer(self, row: Any, http_status: int = 200) -> Response:
        """Return the answer that shows a job, and why it waits."""
        [job] = waits.told([row], now=timezone.now())
        return super().answer(job, http_status)

    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Show a job, and why it is waiting or has failed."""
        return self.answer(self.get_object())

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: JobOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def retry(self, request: Request, code: str) -> Response:
        """Retry a failed job.

        Organisers do so for matches and imports of their clubs, with the scope `organise`; authors
        for checks of their own bots, with the scope `bots`.
        """
        job = self.get_object()
        require_scope(request, ORGANISE if job.match_id or job.imported_id else BOTS)
        return self.answer(jobs.retry(job=job, by=self.actor, now=timezone.now()))


def _shown(rows: QuerySet[Job]) -> QuerySet[Job]:
    """Return the jobs with what is shown of them."""
    about = rows.select_related("club", "match", "checked", "experiment", "imported__season")
    return about.defer("imported__archive")
