"""Results of a past season from a list, and a list that is taken back."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.idempotency import idempotent
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.api.v1.base.resources import ORGANISE, Resource
from league.api.v1.clubs.people_lists import ListInput, ListLineOutput, UndoInput
from league.services.archives import past_results, taken_back


class ResultLineOutput(ListLineOutput):
    """What becomes of a line of a list of results: a seat of a match that counts."""

    event = serializers.CharField(
        source="event.code", read_only=True, help_text="code; made up in a preview"
    )
    event_name = serializers.CharField(source="event.name", read_only=True)
    starts_at = serializers.DateTimeField(source="event.starts_at", read_only=True)
    session = serializers.IntegerField(read_only=True, help_text="number in its event")
    table = serializers.IntegerField(read_only=True)
    score = serializers.IntegerField(read_only=True, help_text="of the whole match")


class ResultListOutput(serializers.Serializer[Any]):
    """What becomes of a list of results."""

    code = serializers.CharField(
        read_only=True, help_text="by which the import can be undone; made up in a preview"
    )
    lines = ResultLineOutput(many=True, read_only=True)


class UndoneOutput(serializers.Serializer[Any]):
    """What becomes of the events of an import that is undone."""

    cancelled = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="codes of events"
    )
    kept = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="codes of events that have changed since the import",
    )


class PastResultActions(Resource):
    """What a season does with lists of past results."""

    scopes: ClassVar[Mapping[str, str | None]] = {
        "import_results": ORGANISE,
        "undo_import": ORGANISE,
    }

    @extend_schema(
        operation_id="seasons_import_results",
        parameters=[IDEMPOTENCY_KEY],
        request=ListInput,
        responses={200: ResultListOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="import-results", filterset_class=None)
    @idempotent
    def import_results(self, request: Request, code: str) -> Response:
        """Store the results of a list, all or none, or preview what happens to each line."""
        imported = past_results.import_results(
            season=self.get_object(), by=self.actor, now=timezone.now(), **self.read(ListInput)
        )
        return Response(ResultListOutput(imported).data)

    @extend_schema(
        operation_id="seasons_undo_import",
        parameters=[IDEMPOTENCY_KEY],
        request=UndoInput,
        responses={200: UndoneOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], url_path="undo-import", filterset_class=None)
    @idempotent
    def undo_import(self, request: Request, code: str) -> Response:
        """Undo an import of results. Events that have changed since stay."""
        wanted = self.read(UndoInput)
        brought = taken_back.undo(
            season=self.get_object(), code=wanted["code"], by=self.actor, now=timezone.now()
        )
        kept = [event.code for event in brought.changed]
        cancelled = [event.code for event in brought.rows if event.code not in kept]
        return Response(UndoneOutput({"cancelled": cancelled, "kept": kept}).data)
