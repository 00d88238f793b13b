"""Agreements: the clubs in which the asking account plays, or is asked to play."""

from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import ChoiceFilter, Filter, FilterBackend
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import COMMAND, CREATE, IDEMPOTENCY_KEY
from league.api.v1.base.resources import ORGANISE, READ, Resource, VisibleField
from league.api.v1.clubs.clubs import ClubRef
from league.models import Agreement
from league.services.accounts import agreements
from league.services.base import rights
from league.services.privacy import departures

from .players import PlayerOutput

ANSWER: Final[dict[str, Any]] = {
    "parameters": [IDEMPOTENCY_KEY],
    "request": None,
}


class AgreementOutput(Output[Agreement]):
    """Whether you play in a club."""

    club = ClubRef(read_only=True)
    asked_by = PlayerOutput(
        source="asked_by.player",
        read_only=True,
        allow_null=True,
        default=None,
        help_text="null if you agreed unasked, or if whoever asked has no player",
    )

    class Meta:
        model = Agreement
        fields = ["code", "club", "status", "asked_at", "asked_by", "answered_at"]
        read_only_fields = fields


class AgreementInput(serializers.Serializer[Any]):
    """The club in which you want to play."""

    club = VisibleField(rights.readable_clubs, slug_field="slug", help_text="slug of the club")


class AgreementFilter(Filter):
    """Which agreements to list."""

    status = ChoiceFilter(choices=Agreement.Status.choices)


class AgreementViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Your agreements with clubs. Results, teams and roles in a club need one."""

    serializer_class = AgreementOutput
    filter_backends = [FilterBackend]
    filterset_class = AgreementFilter
    scopes = {"list": READ, "retrieve": READ} | dict.fromkeys(
        ["create", "agree", "decline", "leave"], ORGANISE
    )

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_agreements(self.asker)
        return rows.select_related("club", "player", "asked_by__player").order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AgreementInput,
        responses={201: AgreementOutput, **CREATE},
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Agree to play in a club, asked or not."""
        row = agreements.agree_unasked(
            by=self.actor, now=timezone.now(), **self.read(AgreementInput)
        )
        return self.answer(row, 201)

    @extend_schema(**ANSWER, responses={200: AgreementOutput, **COMMAND})
    @action(detail=True, methods=["post"])
    @idempotent
    def agree(self, request: Request, code: str) -> Response:
        """Agree to play in a club, also after you have declined or left."""
        return self._do(agreements.agree)

    @extend_schema(**ANSWER, responses={200: AgreementOutput, **COMMAND})
    @action(detail=True, methods=["post"])
    @idempotent
    def decline(self, request: Request, code: str) -> Response:
        """Decline to play in a club, which then cannot ask you again."""
        return self._do(agreements.decline)

    @extend_schema(**ANSWER, responses={200: AgreementOutput, **COMMAND})
    @action(detail=True, methods=["post"])
    @idempotent
    def leave(self, request: Request, code: str) -> Response:
        """Leave a club. Your membership, teams and coming places end; your results stay."""
        return self._do(departures.leave)

    def _do(self, act: Any) -> Response:
        return self.answer(act(agreement=self.get_object(), by=self.actor, now=timezone.now()))
