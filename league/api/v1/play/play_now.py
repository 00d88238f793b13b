"""Play now: who waits for a game, and a seat beside them."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice, WholeNumber
from league.api.idempotency import idempotent
from league.api.schema import ABSENT, COMMAND, IDEMPOTENCY_KEY, TOO_OFTEN
from league.api.v1.base.resources import Resource
from league.services.accounts.people import LONGEST_NAME
from league.services.play import play_now, tables
from league.services.play.play_now import Company

from .event_tables import MOST_SEATS, AddsNumberInput
from .table_outputs import LookOutput, OnlineTableOutput


class PlayNowOutput(serializers.Serializer[Any]):
    """Where Play now seats people at a game, and who waits there."""

    event = serializers.CharField(
        read_only=True, allow_null=True, help_text="code; null where no event takes players"
    )
    club = serializers.CharField(
        read_only=True, allow_null=True, help_text="slug of the club in which one agrees to play"
    )
    waiting = OnlineTableOutput(
        many=True, read_only=True, help_text="the table that waits longest first"
    )


class SitDownInput(AddsNumberInput):
    """How you want to play."""

    company = Choice(
        choices=Company.choices,
        required=False,
        help_text="when bots take the seats that are left: a minute later, now, or never",
    )
    seats = WholeNumber(min_value=2, max_value=MOST_SEATS, required=False)
    bot = serializers.CharField(
        max_length=40, required=False, help_text="name of the built-in bot for the seats left"
    )
    own_name = serializers.CharField(
        max_length=LONGEST_NAME,
        required=False,
        help_text="the name you play under, if your account has none yet",
    )


class PlayNow(Resource):
    """Seats people who want to play a game now."""

    @extend_schema(operation_id="games_play_now", responses={200: PlayNowOutput, **ABSENT})
    @action(detail=True, url_path="play-now", pagination_class=None)
    def play_now(self, request: Request, slug: str) -> Response:
        """Show who waits for a game, and in which event you would play."""
        event = play_now.offers(now=timezone.now()).get(self.get_object().slug)
        waiting = play_now.waiting({event.season.game: event}) if event else ()
        shown = {
            "event": event.code if event else None,
            "club": event.season.club.slug if event else None,
            "waiting": waiting,
        }
        return Response(PlayNowOutput(shown).data)

    @extend_schema(
        operation_id="games_play_now_sit_down",
        parameters=[IDEMPOTENCY_KEY],
        request=SitDownInput,
        responses={200: LookOutput, **COMMAND, **TOO_OFTEN},
    )
    @play_now.mapping.post
    @idempotent
    def sit_down(self, request: Request, slug: str) -> Response:
        """Take a seat where others wait, or open a table. You register and agree by it."""
        wanted = self.read(SitDownInput)
        game = self.get_object().slug
        table = play_now.sit_down(game=game, by=self.actor, now=timezone.now(), **wanted)
        return Response(LookOutput(tables.look(table=table, by=self.actor)).data)
