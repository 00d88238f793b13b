"""How a club reaches its people."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.idempotency import idempotent
from league.api.schema import ABSENT, COMMAND, IDEMPOTENCY_KEY, RIGHTS
from league.api.v1.base.resources import CODE, ORGANISE, READ, Resource
from league.models import Club, Player
from league.services.clubs import contacts, people

PERSON = OpenApiParameter(
    name="player",
    location=OpenApiParameter.PATH,
    type={"type": "string", "pattern": f"^{CODE}$"},
    description="code of the player",
)


class ContactOutput(serializers.Serializer[Any]):
    """How to reach somebody."""

    text = serializers.CharField(read_only=True, help_text="empty: not known")


class ContactInput(serializers.Serializer[Any]):
    """How to reach somebody from now on."""

    text = serializers.CharField(
        max_length=contacts.LONGEST, allow_blank=True, help_text="empty to delete it"
    )


class ContactActions(Resource):
    """How a club reaches its people: for its organisers, and for the person."""

    scopes = {"contact": READ, "set_contact": ORGANISE}

    @extend_schema(
        operation_id="clubs_people_contact",
        parameters=[PERSON],
        responses={200: ContactOutput, **RIGHTS, **ABSENT},
    )
    @action(
        detail=True,
        url_path=f"people/(?P<player>{CODE})/contact",
        serializer_class=ContactOutput,
    )
    def contact(self, request: Request, slug: str, player: str) -> Response:
        """Read how the club reaches somebody, as its organiser or as the person."""
        club, who = self._person(player)
        return self._told(contacts.text_of(club=club, player=who, by=self.actor))

    @extend_schema(
        operation_id="clubs_people_set_contact",
        parameters=[PERSON, IDEMPOTENCY_KEY],
        request=ContactInput,
        responses={200: ContactOutput, **COMMAND},
    )
    @contact.mapping.put
    @idempotent
    def set_contact(self, request: Request, slug: str, player: str) -> Response:
        """Note how the club reaches somebody, as its organiser or as the person."""
        club, who = self._person(player)
        wanted = self.read(ContactInput)
        text = contacts.set_contact(
            club=club, player=who, by=self.actor, now=timezone.now(), **wanted
        )
        return self._told(text)

    def _person(self, code: str) -> tuple[Club, Player]:
        """Return the club and one of its people; raises Http404."""
        club = self.get_object()
        return club, get_object_or_404(people.of_kind(club, ""), code=code)

    def _told(self, text: str) -> Response:
        return Response(ContactOutput({"text": text}).data)
