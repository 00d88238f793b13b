"""Affiliations: the clubs of federations, and the requests that are open."""

from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import ChoiceFilter, Filter, FilterBackend, OwnerFilter
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import COMMAND, CREATE, IDEMPOTENCY_KEY
from league.api.v1.base.resources import ORGANISE, Resource, VisibleField
from league.models import Affiliation, Club
from league.services.base import rights
from league.services.clubs import affiliations

from .clubs import ClubRef

ANSWER: Final[dict[str, Any]] = {"parameters": [IDEMPOTENCY_KEY], "request": None}


class AffiliationOutput(Output[Affiliation]):
    """A club in a federation, or a request for it."""

    federation = ClubRef(read_only=True)
    club = ClubRef(read_only=True)

    class Meta:
        model = Affiliation
        fields = ["code", "federation", "club", "status", "asked_at", "answered_at", "ended_at"]
        read_only_fields = fields


class AffiliationInput(serializers.Serializer[Any]):
    """The club that a federation asks."""

    federation = VisibleField(
        rights.readable_clubs, slug_field="slug", help_text="slug of the federation"
    )
    club = VisibleField(rights.readable_clubs, slug_field="slug", help_text="slug of the club")


class AffiliationFilter(Filter):
    """Which affiliations to list."""

    federation = OwnerFilter(Club, by="slug", label="slug of the federation")
    club = OwnerFilter(Club, by="slug", label="slug of the club")
    status = ChoiceFilter(choices=Affiliation.Status.choices)


class AffiliationViews(mixins.ListModelMixin, mixins.RetrieveModelMixin, Resource):
    """Which clubs belong to which federation. What is not in force, organisers of both see."""

    serializer_class = AffiliationOutput
    filter_backends = [FilterBackend]
    filterset_class = AffiliationFilter
    scopes = dict.fromkeys(["create", "accept", "decline", "end"], ORGANISE)

    def get_queryset(self) -> QuerySet[Any]:
        rows = rights.readable_affiliations(self.asker)
        return rows.select_related("federation", "club").order_by("-id")

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=AffiliationInput,
        responses={201: AffiliationOutput, **CREATE},
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Ask a club whether it wants to be a member, as organiser of a federation."""
        wanted = self.read(AffiliationInput)
        return self.answer(affiliations.ask(by=self.actor, now=timezone.now(), **wanted), 201)

    @extend_schema(**ANSWER, responses={200: AffiliationOutput, **COMMAND})
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def accept(self, request: Request, code: str) -> Response:
        """Make your club a member of the federation that asks."""
        return self._do(affiliations.accept)

    @extend_schema(**ANSWER, responses={200: AffiliationOutput, **COMMAND})
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def decline(self, request: Request, code: str) -> Response:
        """Decline for your club. The federation can ask again after 30 days."""
        return self._do(affiliations.decline)

    @extend_schema(**ANSWER, responses={200: AffiliationOutput, **COMMAND})
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def end(self, request: Request, code: str) -> Response:
        """End the membership of a club, from either side, or take a request back."""
        return self._do(affiliations.end)

    def _do(self, act: Any) -> Response:
        return self.answer(act(affiliation=self.get_object(), by=self.actor, now=timezone.now()))
