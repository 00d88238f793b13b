"""How an event is drawn: pairs kept together or apart, all sessions made in advance."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Flag, WholeNumber
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.api.v1.base.resources import Resource
from league.models import Event, PairRule, Player, Session
from league.services.draws import pairings
from league.services.events import movements


class PairsOutput(serializers.Serializer[Any]):
    """Pairs of players, by their codes."""

    together = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        read_only=True,
        help_text="must share a table",
    )
    apart = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        read_only=True,
        help_text="must not share a table",
    )


class PairsInput(serializers.Serializer[Any]):
    """All pairs of an event, instead of those before."""

    together = serializers.ListField(
        child=serializers.ListField(
            child=serializers.CharField(max_length=10), min_length=2, max_length=2
        ),
        max_length=pairings.MOST_PAIRS,
        help_text="codes of players who must share a table",
    )
    apart = serializers.ListField(
        child=serializers.ListField(
            child=serializers.CharField(max_length=10), min_length=2, max_length=2
        ),
        max_length=pairings.MOST_PAIRS,
        help_text="codes of players who must not share a table",
    )


class MovementInput(serializers.Serializer[Any]):
    """How to draw all sessions."""

    sessions = WholeNumber(
        min_value=1,
        max_value=Event.MOST_SESSIONS,
        required=False,
        help_text="how many; as planned for the event, or as many as there can be",
    )
    checked_in_only = Flag(default=False, help_text="seat only players who are checked in")
    seed = WholeNumber(
        min_value=0, max_value=2**62 - 1, required=False, help_text="other lots than the event's"
    )


class PlannedOutput(Output[Session]):
    """A session that was drawn in advance."""

    class Meta:
        model = Session
        fields = ["code", "number", "status"]
        read_only_fields = fields


class MovementOutput(serializers.Serializer[Any]):
    """The sessions of a movement, all of them drafts."""

    sessions = PlannedOutput(many=True, read_only=True)


class EventDraws(Resource):
    """How an event is drawn."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=MovementInput,
        responses={200: MovementOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def movement(self, request: Request, code: str) -> Response:
        """Draw all sessions in advance as drafts, so that nobody meets twice."""
        event = self.get_object()
        wanted = self.read(MovementInput)
        planned = movements.make(event=event, by=self.actor, now=timezone.now(), **wanted)
        return Response(MovementOutput({"sessions": planned}).data)

    @extend_schema(operation_id="events_pairs_retrieve", responses=PairsOutput)
    @action(detail=True, filterset_class=None)
    def pairs(self, request: Request, code: str) -> Response:
        """Show who must, and who must not, share a table."""
        rules = self.get_object().pair_rules.select_related("one", "other").order_by("pk")
        return Response(_shown(list(rules)))

    @extend_schema(
        operation_id="events_pairs_set",
        parameters=[IDEMPOTENCY_KEY],
        request=PairsInput,
        responses={200: PairsOutput, **COMMAND},
    )
    @pairs.mapping.put
    @idempotent
    def set_pairs(self, request: Request, code: str) -> Response:
        """Set who must, and who must not, share a table."""
        event = self.get_object()
        wanted = self.read(PairsInput)
        players = _players(wanted)
        named = {
            kind: [[players[code] for code in pair] for pair in pairs]
            for kind, pairs in wanted.items()
        }
        rules = pairings.set_pairs(event=event, by=self.actor, now=timezone.now(), **named)
        return Response(_shown(rules))


def _players(wanted: dict[str, list[list[str]]]) -> dict[str, Player]:
    """Return the players of all codes; raises ValidationError naming the pairs of others."""
    codes = {code for pairs in wanted.values() for pair in pairs for code in pair}
    players = {player.code: player for player in Player.objects.filter(code__in=codes)}
    unknown = {
        f"{kind}.{number}": [_("There is no player with this code.")]
        for kind, pairs in wanted.items()
        for number, pair in enumerate(pairs)
        if not set(pair) <= players.keys()
    }
    if unknown:
        raise ValidationError(unknown)
    return players


def _shown(rules: list[PairRule]) -> Any:
    pairs = {
        kind: [[rule.one.code, rule.other.code] for rule in rules if rule.kind == kind]
        for kind in PairRule.Kind.values
    }
    return PairsOutput(pairs).data
