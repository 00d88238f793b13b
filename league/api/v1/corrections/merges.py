"""Two players who are one person: what merging them would move, merging and parting them."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import Choice
from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.schema import COMMAND, IDEMPOTENCY_KEY
from league.api.v1.base.refs import SeasonRef
from league.api.v1.base.resources import Resource, VisibleField
from league.api.v1.seasons.ratings import PlayerOutput
from league.models import Event, Merge
from league.services.accounts import guests, people
from league.services.base import rights
from league.services.corrections import merges


class NameInput(serializers.Serializer[Any]):
    """Another name."""

    name = serializers.CharField(max_length=people.LONGEST_NAME)


class IntoInput(serializers.Serializer[Any]):
    """Who somebody turned out to be."""

    into = VisibleField(
        rights.readable_players, help_text="code of the player who stays and gets everything"
    )


class GoneInput(serializers.Serializer[Any]):
    """Who shall be somebody else again."""

    gone = serializers.CharField(max_length=10, help_text="code of the player who was merged")


class MergeOutput(Output[Merge]):
    """Two players who are one."""

    gone = PlayerOutput(read_only=True)
    stays = PlayerOutput(read_only=True)
    status = Choice(choices=Merge.Status.choices, read_only=True)

    class Meta:
        model = Merge
        fields = ["code", "gone", "stays", "status", "merged_at", "parted_at"]
        read_only_fields = fields


class SumOutput(serializers.Serializer[Any]):
    """Points in a season before and after."""

    season = SeasonRef(read_only=True)
    gone = serializers.DecimalField(14, 3, source="gone.points", read_only=True)
    stays = serializers.DecimalField(14, 3, source="stays.points", read_only=True)
    both = serializers.DecimalField(14, 3, source="both.points", read_only=True)


class MovedEventOutput(Output[Event]):
    """An event in which something would move."""

    class Meta:
        model = Event
        fields = ["code", "name"]
        read_only_fields = fields


class MergePreviewOutput(serializers.Serializer[Any]):
    """What would move."""

    matches = serializers.IntegerField(read_only=True)
    events = MovedEventOutput(many=True, read_only=True)
    seasons = SumOutput(source="sums", many=True, read_only=True)


class MergeActions(Resource):
    """What can be done to a player who is somebody else, or is called otherwise."""

    @extend_schema(
        operation_id="players_rename",
        parameters=[IDEMPOTENCY_KEY],
        request=NameInput,
        responses={200: PlayerOutput, **COMMAND},
    )
    @idempotent
    def partial_update(self, request: Request, code: str) -> Response:
        """Rename a guest, as an organiser of all clubs they play in."""
        name = self.read(NameInput)["name"]
        return self.answer(
            guests.rename(player=self.get_object(), name=name, by=self.actor, now=timezone.now())
        )

    @extend_schema(
        operation_id="players_merge_preview",
        parameters=[IDEMPOTENCY_KEY],
        request=IntoInput,
        responses={200: MergePreviewOutput, **COMMAND},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="merge/preview",
        serializer_class=MergePreviewOutput,
        filterset_class=None,
    )
    @idempotent
    def merge_preview(self, request: Request, code: str) -> Response:
        """Say what would move if this player were merged into another; store nothing."""
        into = self.read(IntoInput)["into"]
        gone, now = self.get_object(), timezone.now()
        return self.answer(merges.preview(gone=gone, stays=into, by=self.actor, now=now))

    @extend_schema(
        operation_id="players_merge",
        parameters=[IDEMPOTENCY_KEY],
        request=IntoInput,
        responses={200: MergeOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], serializer_class=MergeOutput, filterset_class=None)
    @idempotent
    def merge(self, request: Request, code: str) -> Response:
        """Merge this player into another one, who gets all results, places and teams.

        A player with an account stays; two of them are never merged. Who met the other, or sat
        somewhere else at the same time, is refused.
        """
        into = self.read(IntoInput)["into"]
        gone, now = self.get_object(), timezone.now()
        return self.answer(merges.merge(gone=gone, stays=into, by=self.actor, now=now))

    @extend_schema(
        operation_id="players_part",
        parameters=[IDEMPOTENCY_KEY],
        request=GoneInput,
        responses={200: MergeOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], serializer_class=MergeOutput, filterset_class=None)
    @idempotent
    def part(self, request: Request, code: str) -> Response:
        """Undo a merge into this player, as long as nothing has changed for them since."""
        gone = self.read(GoneInput)["gone"]
        rows = Merge.objects.filter(stays=self.get_object()).select_related("gone", "stays")
        row = get_object_or_404(rows.order_by("-pk"), gone__code=gone, status=Merge.Status.MERGED)
        return self.answer(merges.part(merge=row, by=self.actor, now=timezone.now()))
