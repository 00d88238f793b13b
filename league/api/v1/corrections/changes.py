"""What can be done to a result that is there: disputed, corrected, void, forfeited."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.etags import version_seen
from league.api.fields import WholeNumber
from league.api.idempotency import idempotent
from league.api.schema import COMMAND, ETAG, IDEMPOTENCY_KEY, IF_MATCH, STALE, UNNAMED
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.reasons import ReasonInput
from league.api.v1.base.resources import ORGANISE, RESULTS, Resource
from league.api.v1.results.match_outputs import MatchDetailOutput
from league.api.v1.results.results import (
    CorrectedSourceInput,
    RecordInput,
    ScoresInput,
    SheetsInput,
    TotalsInput,
    read_submission,
)
from league.models import Dispute, Match
from league.services.base import refusals, rights
from league.services.corrections import corrections, previews, voids
from league.services.corrections.previews import Preview
from league.services.results import disputes

Done = TypeVar("Done")


class GivenUpInput(serializers.Serializer[Any]):
    """The seats that would forfeit a match."""

    seats = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=9),
        min_length=1,
        max_length=10,
        help_text="seats that forfeit; their partners lose with them",
    )


class ForfeitInput(GivenUpInput, ReasonInput):
    """The seats that forfeit a match."""


class CorrectedSheetsInput(SheetsInput, ReasonInput):
    """Another result as score sheets."""


class CorrectedScoresInput(ScoresInput, ReasonInput):
    """Another result as plain scores."""


class CorrectedRecordInput(RecordInput, ReasonInput):
    """Another result as a whole record."""


class CorrectedTotalsInput(TotalsInput, ReasonInput):
    """Another sum of a match whose result came from a list."""


class ReasonOfCorrection(ReasonInput):
    """Why a result is another; the rest is read with it."""

    is_part = True


CORRECTIONS = {
    "sheets": CorrectedSheetsInput,
    "scores": CorrectedScoresInput,
    "record": CorrectedRecordInput,
    "list": CorrectedTotalsInput,
}
CorrectionInput = PolymorphicProxySerializer(
    component_name="CorrectionInput",
    serializers={
        "sheets": CorrectedSheetsInput,
        "scores": CorrectedScoresInput,
        "record": CorrectedRecordInput,
        "list": CorrectedTotalsInput,
    },
    resource_type_field_name="source",
)
TRIED = {
    "sheets": SheetsInput,
    "scores": ScoresInput,
    "record": RecordInput,
    "list": TotalsInput,
}
TriedInput = PolymorphicProxySerializer(
    component_name="TriedInput",
    serializers={**TRIED},
    resource_type_field_name="source",
)
"""A result of which it is only asked what it would change."""


class ShiftOutput(serializers.Serializer[Any]):
    """A player whose points or rank would change."""

    player = PlayerOutput(read_only=True)
    points_before = serializers.DecimalField(14, 3, read_only=True, allow_null=True)
    points_after = serializers.DecimalField(14, 3, read_only=True, allow_null=True)
    rank_before = serializers.IntegerField(read_only=True, allow_null=True)
    rank_after = serializers.IntegerField(read_only=True, allow_null=True)


class DrawnSessionOutput(serializers.Serializer[Any]):
    """A session that was drawn from the standings as they are."""

    code = serializers.CharField(source="session.code", read_only=True)
    number = serializers.IntegerField(source="session.number", read_only=True)
    status = serializers.CharField(source="session.status", read_only=True)
    tables = serializers.IntegerField(read_only=True)
    played = serializers.IntegerField(read_only=True, help_text="tables that are final")
    differs = serializers.BooleanField(
        read_only=True,
        allow_null=True,
        help_text="whether the same draw from the changed standings would seat players otherwise",
    )


class PreviewOutput(serializers.Serializer[Any]):
    """What a correction would change, or that a match is void or forfeited."""

    shifts = ShiftOutput(many=True, read_only=True)
    sessions = DrawnSessionOutput(
        many=True, read_only=True, help_text="later sessions drawn before the change"
    )


def command(request: Any) -> Callable[[Any], Any]:
    """Describe a command on a match that takes `request` as its body."""
    return extend_schema(
        parameters=[ETAG, IDEMPOTENCY_KEY, IF_MATCH],
        request=request,
        responses={200: MatchDetailOutput, **COMMAND, **STALE, **UNNAMED},
    )


def look(request: Any) -> Callable[[Any], Any]:
    """Describe a command that says what another one, with `request` as its body, would change."""
    return extend_schema(
        parameters=[IF_MATCH],
        request=request,
        responses={200: PreviewOutput, **COMMAND, **STALE, **UNNAMED},
    )


class MatchChanges(Resource):
    """The commands that change a result, or whether it counts. `If-Match` names what was seen."""

    scopes = {
        "dispute": RESULTS,
        "withdraw_dispute": RESULTS,
        "dismiss_dispute": ORGANISE,
        "finish_alone": ORGANISE,
        "correct": ORGANISE,
        "preview_correction": ORGANISE,
        "preview_void": ORGANISE,
        "preview_forfeit": ORGANISE,
        "propose": RESULTS,
        "agree": RESULTS,
        "decline": RESULTS,
        "forfeit": ORGANISE,
        "void": ORGANISE,
        "reopen": ORGANISE,
    }

    @command(ReasonInput)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def dispute(self, request: Request, code: str) -> Response:
        """Dispute the result. Nobody can confirm it until the dispute is closed."""
        return self._change(disputes.dispute, **self.read(ReasonInput))

    @command(None)
    @action(detail=True, methods=["post"], url_path="withdraw-dispute", filterset_class=None)
    @idempotent
    def withdraw_dispute(self, request: Request, code: str) -> Response:
        """Withdraw your dispute."""
        match = self.named()
        disputes.withdraw(dispute=_open_dispute(match), by=self.actor, now=timezone.now())
        return self.stored(match)

    @command(ReasonInput)
    @action(detail=True, methods=["post"], url_path="dismiss-dispute", filterset_class=None)
    @idempotent
    def dismiss_dispute(self, request: Request, code: str) -> Response:
        """Answer the open dispute as an organiser: the result stands."""
        match, wanted = self.named(), self.read(ReasonInput)
        row = _open_dispute(match)
        disputes.dismiss(dispute=row, by=self.actor, now=timezone.now(), **wanted)
        return self.stored(match)

    @command(ReasonInput)
    @action(detail=True, methods=["post"], url_path="finish-alone", filterset_class=None)
    @idempotent
    def finish_alone(self, request: Request, code: str) -> Response:
        """Make the entered result final without a second person, as an organiser.

        Everybody can read the reason.
        """
        return self._change(corrections.finish_alone, **self.read(ReasonInput))

    @command(CorrectionInput)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def correct(self, request: Request, code: str) -> Response:
        """Correct the result at once, as an organiser. The standings are updated."""
        reason = self.read(ReasonOfCorrection)["reason"]
        submission = read_submission(self.read, CORRECTIONS, CorrectedSourceInput)
        return self._change(corrections.correct, submission=submission, reason=reason)

    @look(TriedInput)
    @action(detail=True, methods=["post"], url_path="preview-correction", filterset_class=None)
    def preview_correction(self, request: Request, code: str) -> Response:
        """Preview what a correction would change."""
        submission = read_submission(self.read, TRIED, CorrectedSourceInput)
        return self._look(previews.preview, submission=submission)

    @command(CorrectionInput)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def propose(self, request: Request, code: str) -> Response:
        """Propose a correction of a final result. A second person must agree to it."""
        reason = self.read(ReasonOfCorrection)["reason"]
        submission = read_submission(self.read, CORRECTIONS, CorrectedSourceInput)
        return self._change(corrections.propose, submission=submission, reason=reason)

    @command(None)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def agree(self, request: Request, code: str) -> Response:
        """Agree to a correction that somebody else proposed. It then counts."""
        return self._change(corrections.agree)

    @command(ReasonInput)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def decline(self, request: Request, code: str) -> Response:
        """Decline the proposed correction."""
        return self._change(corrections.decline, **self.read(ReasonInput))

    @command(ForfeitInput)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def forfeit(self, request: Request, code: str) -> Response:
        """Count the match as a forfeit of some seats. It is final at once."""
        return self._change(corrections.forfeit, **self.read(ForfeitInput))

    @look(GivenUpInput)
    @action(detail=True, methods=["post"], url_path="preview-forfeit", filterset_class=None)
    def preview_forfeit(self, request: Request, code: str) -> Response:
        """Preview what a forfeit would change."""
        return self._look(previews.preview_forfeit, **self.read(GivenUpInput))

    @command(ReasonInput)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def void(self, request: Request, code: str) -> Response:
        """Declare the match void, so that it counts for nothing."""
        return self._change(voids.void, **self.read(ReasonInput))

    @look(None)
    @action(detail=True, methods=["post"], url_path="preview-void", filterset_class=None)
    def preview_void(self, request: Request, code: str) -> Response:
        """Preview what would change if the match were void."""
        return self._look(previews.preview_void)

    @command(ReasonInput)
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def reopen(self, request: Request, code: str) -> Response:
        """Reopen a void match in its earlier state."""
        match, wanted = self.named(), self.read(ReasonInput)
        voids.reopen(match=match, by=self.actor, now=timezone.now(), **wanted)
        return self.stored(match)

    def named(self) -> Match:
        """Return the match that the address names, as commands need it: without its result."""
        rows = rights.readable_matches(self.asker).select_related("season__club", "session")
        match = get_object_or_404(rows, code=self.kwargs["code"])
        self.check_object_permissions(self.request, match)
        return match

    def _change(self, act: Callable[..., object], **what: Any) -> Response:
        """Let a service change the match that the address names; answer with what is stored."""
        match = self.named()
        self._at_version(match, act, **what)
        return self.stored(match)

    def _look(self, find: Callable[..., Preview], **what: Any) -> Response:
        """Answer with what a change of the match would change."""
        found = self._at_version(self.named(), find, **what)
        return Response(PreviewOutput(found).data)

    def _at_version(self, match: Match, act: Callable[..., Done], **what: Any) -> Done:
        """Return what `act` makes of a match that is as the request has seen it."""
        with version_seen(self.request, match) as version:
            return act(
                match=match, by=self.actor, expected_version=version, now=timezone.now(), **what
            )


def _open_dispute(match: Match) -> Dispute:
    row = match.disputes.filter(status=Dispute.Status.OPEN).select_related("match").first()
    if row is None:
        raise refusals.Conflict(match, _("This result is not disputed."))
    row.match = match
    return row
