"""The games this site knows: what a program needs to write sheets, records and bots for them."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from pydantic import ValidationError
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

import games
from engine.rules.game import Game
from league.api.schema import ABSENT, INVALID
from league.api.v1.base.resources import PLAY, Resource
from league.api.v1.play.play_now import PlayNow
from league.api.v1.seasons.ratings import RankedInGameOutput
from league.services.base.refusals import Invalid, field_errors
from league.services.seasons import game_ratings


class GameOutput(serializers.Serializer[Game]):
    """A game in a list."""

    slug = serializers.CharField(read_only=True)
    name = serializers.CharField(read_only=True)
    players = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="numbers of players allowed"
    )
    higher_wins = serializers.BooleanField(read_only=True)
    native_end = serializers.CharField(
        read_only=True, help_text="when a match ends that is not of a fixed number of rounds"
    )
    redeals = serializers.BooleanField(
        read_only=True, help_text="whether a deal may be thrown in, to be dealt again"
    )


class FormOutput(serializers.Serializer[Any]):
    """One form of action text."""

    phase = serializers.CharField(read_only=True)
    form = serializers.CharField(read_only=True, help_text="text of the action")
    means = serializers.CharField(read_only=True)


class GameDetailOutput(GameOutput):
    """A game with the grammar of its actions and the schemas of its options and its sheet."""

    phases = serializers.ListField(child=serializers.CharField(), read_only=True)
    sides = serializers.SerializerMethodField(
        help_text="for each number of players the side of each seat"
    )
    notation = FormOutput(many=True, read_only=True)
    options = serializers.SerializerMethodField(help_text="JSON Schema of the options")
    sheet = serializers.SerializerMethodField(
        help_text="JSON Schema of the sheet of one round; `means` says that a number is a seat, a "
        "side, the dealer or the number of players"
    )

    def get_sides(self, game: Game) -> dict[str, list[int]]:
        return {str(players): list(game.sides(players)) for players in game.players}

    def get_options(self, game: Game) -> dict[str, Any]:
        return game.options.model_json_schema()

    def get_sheet(self, game: Game) -> dict[str, Any]:
        return game.sheet.model_json_schema()


class ScoreSheetInput(serializers.Serializer[Any]):
    """A score sheet to be computed."""

    sheet = serializers.DictField(help_text="score sheet of one round")


class ScoreSheetOutput(serializers.Serializer[Any]):
    """What a score sheet comes to."""

    scores = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="score of each seat"
    )


class GameViews(PlayNow, Resource):
    """Sets of rules, and who wants to play by them now."""

    serializer_class = GameOutput
    lookup_field = "slug"
    lookup_value_regex = "[a-z0-9-]{1,40}"
    scopes = {"score_sheet": None, "sit_down": PLAY}

    def get_object(self) -> Game:
        try:
            return games.get(self.kwargs["slug"])
        except games.UnknownGame:
            raise NotFound(_("There is no such game.")) from None

    @extend_schema(responses=GameOutput(many=True))
    def list(self, request: Request) -> Response:
        """List the games."""
        page = self.paginate_queryset(games.all())
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(responses={200: GameDetailOutput, **ABSENT})
    def retrieve(self, request: Request, slug: str) -> Response:
        """Show a game with its action grammar, options and score sheet."""
        return Response(GameDetailOutput(self.get_object()).data)

    @extend_schema(
        operation_id="games_ratings",
        responses={200: RankedInGameOutput(many=True), **ABSENT},
    )
    @action(detail=True, serializer_class=RankedInGameOutput)
    def ratings(self, request: Request, slug: str) -> Response:
        """List the players of a game by their ratings, the best first."""
        page = self.paginate_queryset(game_ratings.ranking(self.get_object().slug)) or []
        context = {**self.get_serializer_context(), "ranks": game_ratings.ranks_of(page)}
        rows = RankedInGameOutput(page, many=True, context=context)
        return self.get_paginated_response(rows.data)

    @extend_schema(request=ScoreSheetInput, responses={200: ScoreSheetOutput, **ABSENT, **INVALID})
    @action(detail=True, methods=["post"], url_path="score-sheet")
    def score_sheet(self, request: Request, slug: str) -> Response:
        """Compute the scores of a sheet without storing anything."""
        game = self.get_object()
        data = self.read(ScoreSheetInput)["sheet"]
        try:
            scores = game.sheet.model_validate(data).scores()
        except ValidationError as error:
            raise Invalid(field_errors(error, "sheet")) from None
        return Response(ScoreSheetOutput({"scores": scores}).data)
