"""The games this site knows: what a program needs to write sheets, records and bots for them."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_field,
)
from pydantic import ValidationError
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

import games
from engine.rules.game import Game
from engine.rules.words import Row
from league.api.idempotency import idempotent
from league.api.schema import ABSENT, COMMAND, IDEMPOTENCY_KEY, INVALID, TOO_OFTEN
from league.api.v1.base.resources import PLAY, Resource
from league.api.v1.games.record_files import RecordFiles
from league.api.v1.play.event_tables import PractiseInput
from league.api.v1.play.play_now import PlayNow
from league.api.v1.play.table_outputs import LookOutput
from league.api.v1.seasons.ratings import RankedInGameOutput
from league.services.base.meanings import meanings_of
from league.services.base.refusals import Invalid, field_errors
from league.services.base.streams import stream
from league.services.play import practice, tables
from league.services.results import record_pages
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


class HelpRowOutput(serializers.Serializer[Any]):
    """What is said of some cards."""

    text = serializers.CharField(read_only=True, help_text="a text, or the number that they count")
    cards = serializers.CharField(
        read_only=True,
        help_text="cards as in records, or ranks for those of all suits; may be empty",
    )


class HelpOutput(serializers.Serializer[Any]):
    """Help for people who do not know a game, in English."""

    goal = serializers.ListField(child=serializers.CharField(), read_only=True)
    order = HelpRowOutput(many=True, read_only=True, help_text="which card beats which")
    counts = HelpRowOutput(many=True, read_only=True, help_text="what cards count")
    phases = serializers.DictField(
        child=serializers.CharField(), read_only=True, help_text="what each phase asks of players"
    )
    actions = serializers.DictField(
        child=serializers.CharField(),
        read_only=True,
        help_text="what actions do and cost, by their whole text, else by their first word; `play` "
        "is for cards, and what is added to an action has a meaning of its own",
    )


class GameDetailOutput(GameOutput):
    """A game with its actions, the schemas of its options and its sheet, and help."""

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
    facts = serializers.SerializerMethodField(
        help_text="JSON Schema of the facts of a view, for bots; `phases` are those in which one "
        "tells something, all if it is not there, and `means` what a value is beyond its type"
    )

    help = serializers.SerializerMethodField(
        help_text="help for people who do not know the game, as at its largest table"
    )

    def get_sides(self, game: Game) -> dict[str, list[int]]:
        return {str(players): list(game.sides(players)) for players in game.players}

    def get_options(self, game: Game) -> dict[str, Any]:
        return game.options.model_json_schema()

    def get_sheet(self, game: Game) -> dict[str, Any]:
        return game.sheet.model_json_schema()

    def get_facts(self, game: Game) -> dict[str, Any]:
        return game.fact_model.model_json_schema()

    @extend_schema_field(HelpOutput)
    def get_help(self, game: Game) -> dict[str, Any]:
        return {
            "goal": list(game.words.goal),
            "order": _rows(game, game.words.order),
            "counts": _rows(game, game.words.counts),
            "phases": dict(game.words.asks),
            "actions": dict(meanings_of(game)),
        }


def _rows(game: Game, rows: Sequence[Row]) -> list[dict[str, str]]:
    """Return the rows that hold before a round."""
    drawn = [(row.text, row.drawn(max(game.players), {})) for row in rows]
    return [{"text": text, "cards": cards} for text, cards in drawn if cards is not None]


RECORDS = OpenApiResponse(OpenApiTypes.STR, description="JSON objects, one on each line.")
NEXT_PAGE = OpenApiParameter(
    name="Link",
    location=OpenApiParameter.HEADER,
    response=[200],
    description='address of the next page, with `rel="next"`, as long as there is one',
)


class RecordsQuery(serializers.Serializer[Any]):
    """Which records are wanted."""

    season = serializers.CharField(required=False, help_text="code of the only season wanted")
    ordinal = serializers.IntegerField(
        required=False,
        min_value=-100,
        max_value=100,
        help_text="only matches before which each player was rated at least so high, by mu - 3 "
        "sigma, as rankings sort them; whoever is new has 0",
    )
    after = serializers.CharField(
        required=False,
        help_text="codes of the season and the match of the last line that you have, with a dot "
        "between them",
    )


class ScoreSheetInput(serializers.Serializer[Any]):
    """A score sheet to be computed."""

    sheet = serializers.DictField(help_text="score sheet of one round")


class ScoreSheetOutput(serializers.Serializer[Any]):
    """What a score sheet comes to."""

    scores = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="score of each seat"
    )


class GameViews(PlayNow, RecordFiles, Resource):
    """Sets of rules, and who wants to play by them now."""

    serializer_class = GameOutput
    lookup_field = "slug"
    lookup_value_regex = "[a-z0-9-]{1,40}"
    scopes = {"score_sheet": None, "sit_down": PLAY, "practise": PLAY}

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
        """Show a game with its action grammar, options, score sheet and help."""
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

    @extend_schema(
        operation_id="games_records",
        parameters=[RecordsQuery, NEXT_PAGE],
        responses={(200, "application/jsonl"): RECORDS, **ABSENT, **INVALID},
    )
    @action(detail=True)
    def records(self, request: Request, slug: str) -> HttpResponseBase:
        """Download the records of a game that are open to everybody, some hundreds at a time.

        A line for each match: `match`, `season`, `finished_at`, by seat `players` and their ratings
        before the match, `mu` and `sigma`, and `record` in the compact form, in base 64. On ladders
        also the `duplicate` and its `serial`. They come season by season. A page may have no line
        and yet a next one. The header `Link` has the address of the next page (`rel="next"`) as
        long as there is one, and that of the licence of the records (`rel="license"`), if the site
        names one.
        """
        game = self.get_object()
        asked = RecordsQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        page = record_pages.page(game=game.slug, **asked.validated_data)
        name = f"records-{game.slug}.jsonl"
        kind = "application/jsonl"
        answer = stream(request._request, page.lines, content_type=kind, name=name)
        links = []
        if page.after:
            following = replace_query_param(request.build_absolute_uri(), "after", page.after)
            links.append(f'<{following}>; rel="next"')
        if settings.RECORDS_LICENCE:
            links.append(f'<{settings.RECORDS_LICENCE}>; rel="license"')
        if links:
            answer["Link"] = ", ".join(links)
        return answer

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

    @extend_schema(
        operation_id="games_practise",
        parameters=[IDEMPOTENCY_KEY],
        request=PractiseInput,
        responses={201: LookOutput, **COMMAND, **TOO_OFTEN},
    )
    @action(detail=True, methods=["post"], url_path="practice")
    @idempotent
    def practise(self, request: Request, slug: str) -> Response:
        """Open a practice table for you and bots. Nothing counts, and nobody else sees it."""
        game = self.get_object()
        wanted = self.read(PractiseInput)
        table = practice.practise(game=game, by=self.actor, now=timezone.now(), **wanted)
        return Response(LookOutput(tables.look(table=table, by=self.actor)).data, status=201)
