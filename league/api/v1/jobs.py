"""Jobs of workers, shown to the organisers of the clubs they are for."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import CharFilter, ChoiceFilter, Filter, FilterBackend
from league.api.idempotency import idempotent
from league.api.pagination import LogPages
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.models import Job
from league.services import jobs, rights

from .base import ORGANISE, READ, Resource


class JobOutput(serializers.ModelSerializer[Job]):
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

    class Meta:
        model = Job
        fields = [
            "code",
            "kind",
            "match",
            "version",
            "checked",
            "experiment",
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

    club = CharFilter(field_name="match__season__club__slug", label="slug of a club")
    match = CharFilter(field_name="match__code", label="code of a match")
    kind = ChoiceFilter(choices=Job.Kind.choices)
    status = ChoiceFilter(choices=Job.Status.choices)


class JobViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """What workers do, and why it waits or failed; the newest first."""

    serializer_class = JobOutput
    pagination_class = LogPages
    filter_backends = [FilterBackend]
    filterset_class = JobFilter
    scopes = {"list": READ, "retrieve": READ, "retry": ORGANISE}

    def get_queryset(self) -> QuerySet[Any]:
        return rights.readable_jobs(self.asker).select_related(
            "match__season__club", "checked", "experiment"
        )

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY], request=None, responses={200: JobOutput, **COMMAND}
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def retry(self, request: Request, code: str) -> Response:
        """Let a failed job be tried again."""
        return self.answer(jobs.retry(job=self.get_object(), by=self.actor, now=timezone.now()))
