"""Online tables of an event, opened by its players."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

import games
from league.api.fields import Flag, WholeNumber
from league.api.idempotency import idempotent
from league.api.schema import COMMAND, IDEMPOTENCY_KEY, TOO_OFTEN
from league.api.v1.base.resources import Resource
from league.services.accounts import people
from league.services.play import practice, tables

from .table_outputs import LookOutput

MOST_SEATS = 10
LONGEST_LINK = 500
BOT_NAMES = "names of built-in bots, for as many of the seats that are left as you like"


class AddsNumberInput(serializers.Serializer[Any]):
    """Whether a number will come."""

    adds_number = Flag(
        required=False,
        help_text="whether you will add a number; if you play with bots alone, the first deal "
        "then waits for it some seconds",
    )


class BotNamesInput(serializers.Serializer[Any]):
    """The bots to seat."""

    bots = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        max_length=MOST_SEATS,
        help_text=BOT_NAMES,
    )


class FillInput(BotNamesInput, AddsNumberInput):
    """The bots to seat, and whether a number will come."""


class OpenInput(FillInput):
    """The table to open."""

    seats = WholeNumber(min_value=2, max_value=MOST_SEATS, required=False)
    move_s = WholeNumber(
        min_value=tables.LEAST_MOVE_S,
        max_value=tables.MOST_MOVE_S,
        required=False,
        help_text="seconds after which whoever is to act is warned",
    )
    is_private = Flag(required=False, help_text="only who has the table's invitation sits down")


class PractiseInput(BotNamesInput):
    """The practice table to open."""

    seats = WholeNumber(min_value=2, max_value=MOST_SEATS, required=False)
    own_name = serializers.CharField(
        max_length=people.LONGEST_NAME,
        required=False,
        help_text="name you play under; needed by an account without a player, and only by it",
    )


class EventTables(Resource):
    """Opens online tables."""

    @extend_schema(
        operation_id="events_tables_open",
        parameters=[IDEMPOTENCY_KEY],
        request=OpenInput,
        responses={201: LookOutput, **COMMAND, **TOO_OFTEN},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="tables",
        filterset_class=None,
    )
    @idempotent
    def open_table(self, request: Request, code: str) -> Response:
        """Open an online table and take a seat. The match begins when all seats are taken."""
        wanted = self.read(OpenInput)
        table = tables.open_table(
            event=self.get_object(), by=self.actor, now=timezone.now(), **wanted
        )
        return Response(LookOutput(tables.look(table=table, by=self.actor)).data, status=201)

    @extend_schema(
        operation_id="events_practise",
        parameters=[IDEMPOTENCY_KEY],
        request=PractiseInput,
        responses={201: LookOutput, **COMMAND, **TOO_OFTEN},
    )
    @action(detail=True, methods=["post"], url_path="practice", filterset_class=None)
    @idempotent
    def practise(self, request: Request, code: str) -> Response:
        """Open a practice table with the rules of an event. Nothing counts, nobody else sees it."""
        event = self.get_object()
        wanted = self.read(PractiseInput)
        game = games.get(event.season.game)
        table = practice.practise(
            game=game, event=event, by=self.actor, now=timezone.now(), **wanted
        )
        return Response(LookOutput(tables.look(table=table, by=self.actor)).data, status=201)
