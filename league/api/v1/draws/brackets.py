"""The bracket of a knock-out."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.outputs import Output
from league.api.schema import ABSENT
from league.api.v1.accounts.players import PlayerOutput
from league.api.v1.base.resources import Resource
from league.models import Event, Match
from league.services.draws import bracket_looks


class BracketMatchOutput(Output[Match]):
    """The match at a table of the bracket."""

    class Meta:
        model = Match
        fields = ["code", "status"]
        read_only_fields = fields


class BracketSeatOutput(serializers.Serializer[Any]):
    """A seat of a table: its player, or where somebody will come from."""

    player = PlayerOutput(read_only=True, allow_null=True, help_text="null while it is open")
    seed = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="from 1; null where there is no bracket"
    )
    heat = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="number of the heat somebody will come from"
    )
    heat_place = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="the place there, from 1"
    )
    score = serializers.IntegerField(read_only=True, allow_null=True, help_text="null until final")
    place = serializers.IntegerField(read_only=True, allow_null=True, help_text="null until final")
    is_free = serializers.BooleanField(
        read_only=True, help_text="nobody will sit here, because too few went on"
    )
    goes_on = serializers.BooleanField(
        read_only=True, help_text="whether the player is in the next round, or has won the final"
    )


class HeatOutput(serializers.Serializer[Any]):
    """A table of the bracket, or a bye."""

    number = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="in the whole bracket; null for a bye, or where there is no bracket",
    )
    table_number = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="in its session, or in its round until drawn"
    )
    is_bye = serializers.BooleanField(
        read_only=True, help_text="nobody plays here: all go on to the next round"
    )
    match = BracketMatchOutput(read_only=True, allow_null=True, help_text="null until drawn")
    seats = BracketSeatOutput(many=True, read_only=True)


class CupPlaceOutput(serializers.Serializer[Any]):
    """Players who share a place of a cup."""

    place = serializers.IntegerField(read_only=True)
    players = PlayerOutput(many=True, read_only=True)


class BracketOutput(serializers.Serializer[Any]):
    """The rounds of a knock-out, the final last; none before its first draw."""

    is_bracket = serializers.BooleanField(
        read_only=True,
        help_text="false where tables were not seated as the bracket says, or nothing is drawn: "
        "then there is a round for each session, as it was seated",
    )
    table_size = serializers.IntegerField(source="size", read_only=True)
    go_on = serializers.IntegerField(
        source="advance", read_only=True, help_text="how many of a table go on to the next round"
    )
    rounds = serializers.ListField(
        child=HeatOutput(many=True),
        read_only=True,
        help_text="the heats of each round, from top to bottom",
    )
    small_final = HeatOutput(
        read_only=True, allow_null=True, help_text="for the third place; null where there is none"
    )
    ranks = CupPlaceOutput(
        many=True, read_only=True, help_text="of those who are out or done, by how far they came"
    )


class EventBracket(Resource):
    """The bracket of an event."""

    @extend_schema(operation_id="events_bracket_retrieve", responses={200: BracketOutput, **ABSENT})
    @action(detail=True, filterset_class=None)
    def bracket(self, request: Request, code: str) -> Response:
        """Show the bracket of a knock-out, round by round."""
        event = self.get_object()
        if event.draw != Event.Draw.KNOCKOUT:
            raise NotFound(_("This event is not a knock-out, so it has no bracket."))
        return Response(BracketOutput(bracket_looks.look(event, by=self.asker)).data)
