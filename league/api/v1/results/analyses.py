"""Analyses: what a strong bot would have done in a seat of a finished match, and what that cost."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, WholeNumber
from league.api.filters import CharFilter, Filter, FilterBackend
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.schema import CREATE, IDEMPOTENCY_KEY
from league.api.v1.base.resources import PLAY, Resource, VisibleField
from league.models import Analysis, Job
from league.services.base import rights
from league.services.base.sayings import said
from league.services.results import analyses

STATES = Job.Status.choices


class DecisionOutput(serializers.Serializer[Any]):
    """A choice between several actions, and what the bot would have done in its place."""

    round = serializers.IntegerField(help_text="counted from 0")
    action = serializers.IntegerField(help_text="actions of the round before it")
    made = serializers.CharField(help_text="the action in the record")
    best = serializers.CharField(help_text="the action of the bot")
    cost = serializers.FloatField(
        help_text="points by which the bot's is better on average; 0 where it is the same"
    )
    margin = serializers.FloatField(
        help_text="half width of the 95 % interval of `cost`; no larger difference is a clear one"
    )


class AnalysisOutput(Output[Analysis]):
    """An analysis in a list."""

    match = serializers.CharField(
        source="record.result.match.code", read_only=True, help_text="code of the match"
    )
    status = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField(help_text="why it waits or has failed")

    class Meta:
        model = Analysis
        fields = [
            *("code", "match", "seat", "bot", "status", "reason", "done", "total", "rounds"),
            *("asked_at", "finished_at"),
        ]
        read_only_fields = fields

    @extend_schema_field(Choice(choices=STATES))
    def get_status(self, analysis: Analysis) -> str:
        return str(analyses.status_of(analysis))

    def get_reason(self, analysis: Analysis) -> str:
        return said(analyses.reason_of(analysis))


class AnalysisDetailOutput(AnalysisOutput):
    """An analysis with what was found so far."""

    found = DecisionOutput(many=True, read_only=True, help_text="in the order of the match")

    class Meta(AnalysisOutput.Meta):
        fields = [*AnalysisOutput.Meta.fields, "found"]
        read_only_fields = fields


class AnalysisInput(serializers.Serializer[Any]):
    """The seat to analyse."""

    match = VisibleField(rights.readable_matches, help_text="code of a final match with a record")
    seat = WholeNumber(min_value=0, max_value=9, help_text="counted from 0")


class AnalysisFilter(Filter):
    """Which analyses to list."""

    match = CharFilter(field_name="record__result__match__code", label="code of the match")


class AnalysisViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """What a strong bot would have done in the seats of finished matches, and what that cost."""

    filter_backends = [FilterBackend]
    filterset_class = AnalysisFilter
    pagination_class = LogPages
    scopes = {"create": PLAY}

    def get_serializer_class(self) -> type[serializers.BaseSerializer[Any]]:
        return AnalysisOutput if self.action == "list" else AnalysisDetailOutput

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_analyses(self.asker).select_related("record__result__match")
        shown = analyses.with_jobs(rows).defer("record__blob")
        return shown.defer("found") if self.action == "list" else shown

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AnalysisInput,
        responses={201: AnalysisDetailOutput, **CREATE},
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Ask for the analysis of a seat. If somebody has asked before, this is the same one.

        A worker goes through its decisions; `done` of `total` says how far it has got.
        """
        wanted = self.read(AnalysisInput)
        row = analyses.ask(by=self.actor, now=timezone.now(), **wanted)
        return self.answer(self.get_queryset().get(pk=row.pk), 201)
