"""Experiments: whether a version of a bot is better than others, for its author alone."""

from math import isfinite
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from bots.contests import sprt
from league.api.fields import Choice, Said, WholeNumber
from league.api.filters import CharFilter, ChoiceFilter, Filter, FilterBackend
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.schema import ABSENT, COMMAND, CREATE, IDEMPOTENCY_KEY
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import BOTS, READ, Resource, VisibleField
from league.api.v1.bots.versions import VersionRef
from league.models import Experiment
from league.services.base import rights
from league.services.base.streams import stream, stream_bytes
from league.services.experiments import duplicates, experiments

PAIRS = OpenApiResponse(OpenApiTypes.STR, description="JSON objects, one on each line.")
RECORDS = OpenApiResponse(
    OpenApiTypes.BINARY, description="JSON objects, one on each line, compressed with gzip."
)
IN_DEVIATIONS = "in standard deviations of a pair"


class EstimateOutput(serializers.Serializer[Any]):
    """How much better the new version is, in points per deal."""

    mean = serializers.FloatField()
    margin = serializers.FloatField(
        allow_null=True, help_text="half width of the 95 % interval; null before the second pair"
    )


class BoundsOutput(serializers.Serializer[Any]):
    """The log-likelihood ratios at which an experiment ends."""

    not_better = serializers.FloatField()
    better = serializers.FloatField()


class ExperimentOutput(Output[Experiment]):
    """An experiment in a list."""

    new = VersionRef(read_only=True)
    old = VersionRef(read_only=True, allow_null=True)
    opponents = serializers.SerializerMethodField(
        help_text="of duplicates: the players who take the other seats in turn"
    )
    ratio = serializers.SerializerMethodField(
        help_text="the log-likelihood ratio by now; above 0 it speaks for better; 0 of duplicates"
    )
    ends_at = serializers.SerializerMethodField(
        help_text="at which ratios it ends; null of duplicates"
    )
    estimate = serializers.SerializerMethodField()
    reason = Said()

    class Meta:
        model = Experiment
        fields = [
            "code",
            "kind",
            "new",
            "old",
            "opponents",
            "game",
            "players",
            "lower",
            "upper",
            "alpha",
            "beta",
            "most",
            "status",
            "reason",
            "duplicates",
            "ratio",
            "ends_at",
            "estimate",
            "new_faults",
            "old_faults",
            "created_at",
            "finished_at",
        ]
        read_only_fields = fields

    @extend_schema_field(PlayerOutput(many=True))
    def get_opponents(self, experiment: Experiment) -> Any:
        players = [row.player for row in experiment.opponents.all()]
        return PlayerOutput(players, many=True, context=self.context).data

    def get_ratio(self, experiment: Experiment) -> float:
        sums = experiments.course_of(experiment).sums
        return experiments.test_of(experiment).ratio(sums)

    @extend_schema_field(BoundsOutput(allow_null=True))
    def get_ends_at(self, experiment: Experiment) -> Any:
        if not experiment.is_test:
            return None
        not_better, better = experiments.test_of(experiment).bounds
        return {"not_better": not_better, "better": better}

    @extend_schema_field(EstimateOutput)
    def get_estimate(self, experiment: Experiment) -> Any:
        found = experiments.course_of(experiment).sums.estimate()
        margin = found.margin if isfinite(found.margin) else None
        return {"mean": found.mean, "margin": margin}


class ExperimentFaultOutput(serializers.Serializer[Any]):
    """A fault in an experiment; what it was in words only for a bot of one's own."""

    pair = serializers.IntegerField(help_text="number of the pair, from 1")
    who = Choice(choices=["new", "old"])
    round = serializers.IntegerField(help_text="counted from 0")
    action = serializers.IntegerField(help_text="actions of the round before it")
    reason = serializers.CharField()
    detail = Said(allow_blank=True)
    evidence = serializers.CharField(allow_blank=True, help_text="the bot's own words")


class ExperimentDetailOutput(ExperimentOutput):
    """An experiment with its course and its last faults."""

    curve = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()),
        read_only=True,
        help_text="log-likelihood ratios as [pairs, ratio], at most 400 of them",
    )
    faults = ExperimentFaultOutput(many=True, read_only=True)

    class Meta(ExperimentOutput.Meta):
        fields = [*ExperimentOutput.Meta.fields, "curve", "faults"]
        read_only_fields = fields


class ExperimentInput(serializers.Serializer[Any]):
    """The experiment to start."""

    new = VisibleField(rights.own_versions, help_text="code of a version of a bot of yours")
    old = VisibleField(rights.readable_versions, help_text="code of any accepted version")
    game = serializers.CharField(max_length=40, help_text="slug of the game")
    players = WholeNumber(min_value=2, max_value=10)
    lower = serializers.FloatField(
        default=0.0, help_text=f"no better than this is not better, {IN_DEVIATIONS}"
    )
    upper = serializers.FloatField(
        default=0.2, help_text=f"this much better is better, {IN_DEVIATIONS}"
    )
    alpha = serializers.FloatField(default=0.05, help_text="false-positive rate")
    beta = serializers.FloatField(default=0.05, help_text="false-negative rate")
    most = WholeNumber(
        min_value=sprt.MIN_PAIRS,
        max_value=experiments.MOST_PAIRS,
        default=5000,
        help_text="maximum number of pairs; after these the experiment ends undecided",
    )


class DuplicatesInput(serializers.Serializer[Any]):
    """The unrated duplicates to play."""

    new = VisibleField(rights.own_versions, help_text="code of a version of a bot of yours")
    opponents = serializers.ListField(
        child=VisibleField(rights.readable_versions),
        default=list,
        max_length=duplicates.MOST_OPPONENTS,
        help_text="codes of any accepted versions, which take the other seats in turn",
    )
    bots = serializers.ListField(
        child=serializers.CharField(max_length=40),
        default=list,
        max_length=duplicates.MOST_OPPONENTS,
        help_text="names of built-in bots, after the opponents",
    )
    game = serializers.CharField(max_length=40, help_text="slug of the game")
    players = WholeNumber(min_value=2, max_value=10)
    most = WholeNumber(
        min_value=duplicates.LEAST,
        max_value=duplicates.MOST,
        default=50,
        help_text="how many duplicates to play",
    )


class ExperimentFilter(Filter):
    """Which experiments to list."""

    kind = ChoiceFilter(choices=Experiment.Kind.choices)

    new = CharFilter(field_name="new__code", label="code of the new version")
    game = CharFilter(field_name="game", label="slug of the game")
    status = ChoiceFilter(choices=Experiment.Status.choices)


class ExperimentViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Your tests of one version of a bot against another, and your unrated duplicates."""

    filter_backends = [FilterBackend]
    filterset_class = ExperimentFilter
    pagination_class = LogPages
    scopes = {
        "list": READ,
        "retrieve": READ,
        "pairs": READ,
        "records": READ,
        "create": BOTS,
        "duplicates": BOTS,
        "stop": BOTS,
        "resume": BOTS,
    }

    def get_serializer_class(self) -> type[serializers.BaseSerializer[Any]]:
        return ExperimentOutput if self.action == "list" else ExperimentDetailOutput

    def get_queryset(self) -> QuerySet[Any]:
        rows = experiments.in_full(rights.readable_experiments(self.asker))
        return rows.defer("curve", "faults") if self.action == "list" else rows

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ExperimentInput,
        responses={201: ExperimentDetailOutput, **CREATE},
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Start an experiment. Workers play pairs until it is clear which version is better."""
        wanted = self.read(ExperimentInput)
        return self.answer(experiments.start(by=self.actor, now=timezone.now(), **wanted), 201)

    @extend_schema(
        operation_id="experiments_duplicates_create",
        parameters=[IDEMPOTENCY_KEY],
        request=DuplicatesInput,
        responses={201: ExperimentDetailOutput, **CREATE},
    )
    @action(detail=False, methods=["post"], filterset_class=None)
    @idempotent
    def duplicates(self, request: Request) -> Response:
        """Play unrated duplicates against versions and built-in bots of your choice.

        Nothing of them is rated or counts for an opponent. They are played like an experiment and
        are read, stopped and resumed as one, and end as `played`.
        """
        wanted = self.read(DuplicatesInput)
        return self.answer(duplicates.start(by=self.actor, now=timezone.now(), **wanted), 201)

    @extend_schema(
        operation_id="experiments_records_retrieve",
        responses={(200, "application/gzip"): RECORDS, **ABSENT},
    )
    @action(detail=True, filterset_class=None)
    def records(self, request: Request, code: str) -> HttpResponseBase:
        """Download the records of duplicates, compressed with gzip; a test has none.

        A line for each match: `match`, `duplicate` from 1, `rotation` from 0, `players` by seat,
        and `record`, the compact form in base 64.
        """
        found = self.get_object()
        return stream_bytes(
            request._request,
            duplicates.record_parts(found),
            content_type="application/gzip",
            name=f"duplicates-{found.code}.jsonl.gz",
        )

    @extend_schema(
        operation_id="experiments_pairs_retrieve",
        responses={(200, "application/jsonl"): PAIRS, **ABSENT},
    )
    @action(detail=True, filterset_class=None)
    def pairs(self, request: Request, code: str) -> HttpResponseBase:
        """Download every pair that was counted, in order.

        A line for each: `pair` from 1, `difference` in points of a deal, `faulty` with who of `new`
        and `old` made faults; the deals follow from `secret`, chance of bots from `seed`. Of
        duplicates `scores` has what “new” and each opponent, by code, scored a deal.
        """
        found = self.get_object()
        lines, name = experiments.pair_lines(found), f"experiment-{found.code}.jsonl"
        return stream(request._request, lines, content_type="application/jsonl", name=name)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={200: ExperimentDetailOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def stop(self, request: Request, code: str) -> Response:
        """Stop an experiment. Its results so far stay."""
        row = experiments.stop(experiment=self.get_object(), by=self.actor, now=timezone.now())
        return self.answer(row)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={200: ExperimentDetailOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def resume(self, request: Request, code: str) -> Response:
        """Resume an experiment that was stopped or has failed."""
        row = experiments.resume(experiment=self.get_object(), by=self.actor, now=timezone.now())
        return self.answer(row)
