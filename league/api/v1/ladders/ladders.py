"""What only ladders have among the seasons: a leaderboard, and bots that enter and leave."""

from collections.abc import Callable, Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.idempotency import idempotent
from league.api.outputs import Output
from league.api.pagination import LogPages
from league.api.schema import ABSENT, COMMAND, IDEMPOTENCY_KEY, INVALID
from league.api.v1.base.resources import CODE, Resource, VisibleField
from league.api.v1.seasons.ratings import (
    CurveOutput,
    PlayerOutput,
    RankedOutput,
    RatingChangeOutput,
    RatingOutput,
)
from league.models import Meeting, Player, Rating, Season
from league.services.base import rights
from league.services.ladders import ladders

MOST_COMPARED = 20
OF_PLAYER = rf"players/(?P<player>{CODE})"
PLAYER = OpenApiParameter(
    name="player", location=OpenApiParameter.PATH, type=str, description="code of the player"
)


@extend_schema_field(OpenApiTypes.STR)
class OwnRemoteBotField(VisibleField):
    """Names a remote bot of the asking account by the code of its player."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(rights.own_remote_bots, slug_field="player__code", **kwargs)


class EnterInput(serializers.Serializer[Any]):
    """Who enters a ladder: a version of one's own bot, one's own remote bot, or a built-in bot."""

    version = VisibleField(
        rights.own_versions, required=False, help_text="code of a version of a bot of yours"
    )
    remote_bot = OwnRemoteBotField(
        required=False,
        help_text="code of a remote bot of yours; it is seated without being asked",
    )
    builtin = serializers.CharField(
        max_length=40, required=False, help_text="name of a built-in bot; organisers only"
    )

    def validate(self, attrs: Any) -> Any:
        if len(attrs) != 1:
            raise ValidationError(
                {"version": [_("Name a version, a remote bot or a built-in bot.")]}
            )
        return attrs


class LeaveInput(serializers.Serializer[Any]):
    """Who leaves a ladder."""

    player = VisibleField(rights.readable_players, help_text="code of the bot's player")


class MeetingOutput(Output[Meeting]):
    """The results of two bots of a ladder against each other."""

    one = serializers.CharField(source="one.code", read_only=True, help_text="code of a player")
    other = serializers.CharField(source="other.code", read_only=True, help_text="the other's")
    margin = serializers.FloatField(
        source="mean_margin",
        read_only=True,
        help_text="how much better `one` was on average, in points of a deal",
    )

    class Meta:
        model = Meeting
        fields = ["one", "other", "duplicates", "wins", "losses", "margin"]
        read_only_fields = fields


class HeadToHeadOutput(serializers.Serializer[Any]):
    """Some bots of a ladder, and every two of them that have met."""

    players = PlayerOutput(many=True, read_only=True)
    pairs = MeetingOutput(many=True, read_only=True)


class LadderActions(Resource):
    """Actions of seasons that are ladders."""

    get_object: Callable[[], Season]

    @extend_schema(operation_id="seasons_leaderboard_list", responses=RankedOutput(many=True))
    @action(detail=True, serializer_class=RankedOutput, filterset_class=None)
    def leaderboard(self, request: Request, code: str) -> Response:
        """List the ratings of a ladder, ordered by mu - 3 sigma."""
        page = self.paginate_queryset(ladders.leaderboard(self.get_object()))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=EnterInput,
        responses={200: RatingOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def enter(self, request: Request, code: str) -> Response:
        """Enter a bot on a ladder. A version replaces any other version of its bot.

        Versions and remote bots have ladders of their own. Built-in bots play on both kinds.
        """
        season, wanted = self.get_object(), self.read(EnterInput)
        by, now = self.actor, timezone.now()
        if "remote_bot" in wanted:
            bot = wanted["remote_bot"]
            rating = ladders.enter_remote(season=season, bot=bot, by=by, now=now)
        else:
            enter: Callable[..., Rating] = ladders.enter if "version" in wanted else ladders.add_bot
            rating = enter(season=season, by=by, now=now, **wanted)
        return Response(RatingOutput(rating).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=LeaveInput,
        responses={200: RatingOutput, **COMMAND},
    )
    @action(detail=True, methods=["post"], filterset_class=None)
    @idempotent
    def leave(self, request: Request, code: str) -> Response:
        """Remove a bot from a ladder. Matches it is still playing count."""
        season, player = self.get_object(), self.read(LeaveInput)["player"]
        rating = ladders.leave(season=season, player=player, by=self.actor, now=timezone.now())
        return Response(RatingOutput(rating).data)

    @extend_schema(
        operation_id="seasons_head_to_head",
        parameters=[
            OpenApiParameter(
                name="player",
                type=str,
                many=True,
                description="codes of up to 20 players; by default the first 20 who get tables",
            )
        ],
        responses={200: HeadToHeadOutput, **ABSENT, **INVALID},
    )
    @action(detail=True, url_path="head-to-head", filterset_class=None)
    def head_to_head(self, request: Request, code: str) -> Response:
        """Show the results of a ladder's bots against each other."""
        season = self.get_object()
        players = _players_named(request.query_params.getlist("player")) or [
            row.player for row in ladders.active(ladders.leaderboard(season))[:MOST_COMPARED]
        ]
        pairs = ladders.meetings(season, players)
        return Response(HeadToHeadOutput({"players": players, "pairs": pairs}).data)

    @extend_schema(
        operation_id="seasons_players_history_list",
        parameters=[PLAYER],
        responses=RatingChangeOutput(many=True),
    )
    @action(
        detail=True,
        url_path=f"{OF_PLAYER}/history",
        serializer_class=RatingChangeOutput,
        pagination_class=LogPages,
        filterset_class=None,
    )
    def history(self, request: Request, code: str, player: str) -> Response:
        """List every move of a player's rating on a ladder, the newest first."""
        changes = self._rating(player).changes.select_related("duplicate")
        page = self.paginate_queryset(changes)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(parameters=[PLAYER], responses={200: CurveOutput, **ABSENT})
    @action(detail=True, url_path=f"{OF_PLAYER}/curve", filterset_class=None)
    def curve(self, request: Request, code: str, player: str) -> Response:
        """Show how a player's rating moved on a ladder, thinned out to draw it."""
        points = ladders.curve(self._rating(player)).select_related("duplicate")
        return Response(CurveOutput({"points": points}).data)

    def _rating(self, player: str) -> Rating:
        return get_object_or_404(Rating, season=self.get_object(), player__code=player)


def _players_named(codes: Sequence[str]) -> list[Player]:
    """Return the players of these codes in their order; raises ValidationError."""
    if len(codes) > MOST_COMPARED:
        said = _("Name at most %(most)d players.") % {"most": MOST_COMPARED}
        raise ValidationError({"player": [said]})
    sound = [code for code in codes if code.isascii() and code.isalnum()]
    found = {player.code: player for player in Player.objects.filter(code__in=sound)}
    if set(codes) - set(found):
        raise ValidationError({"player": [_("There is no player with this code.")]})
    return [found[code] for code in dict.fromkeys(codes)]
