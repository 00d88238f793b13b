"""Ratings as they are shown: of a ladder, of a player, and how they moved."""

from typing import Any

from rest_framework import serializers

from league.api.outputs import Output
from league.api.v1.base.refs import SeasonRef
from league.models import GameRating, GameRatingChange, Player, Rating, RatingChange


class PlayerOutput(Output[Player]):
    """A player: a person or a bot."""

    class Meta:
        model = Player
        fields = ["code", "name", "kind"]
        read_only_fields = fields


class SkillOutput(Output[Any]):
    """A skill and where it lies with a probability of 95 %."""

    mu = serializers.FloatField(read_only=True, help_text="the estimated skill")
    sigma = serializers.FloatField(read_only=True, help_text="standard deviation of the estimate")
    low = serializers.FloatField(source="skill.low", read_only=True, help_text="95 % lie above")
    high = serializers.FloatField(source="skill.high", read_only=True, help_text="95 % lie below")


class RatingOutput(SkillOutput):
    """A bot's rating on a ladder."""

    player = PlayerOutput(read_only=True)
    active = serializers.BooleanField(
        source="is_matched", read_only=True, help_text="whether it gets tables now"
    )
    waits_until = serializers.DateTimeField(
        read_only=True,
        allow_null=True,
        help_text="of a remote bot for which the default bot has played in its last match: when it "
        "gets its next table",
    )

    class Meta:
        model = Rating
        fields = [
            "player",
            "mu",
            "sigma",
            "low",
            "high",
            "ordinal",
            "duplicates",
            "active",
            "waits_until",
        ]
        read_only_fields = fields


class RankedOutput(RatingOutput):
    """A place on the leaderboard of a ladder."""

    rank = serializers.IntegerField(read_only=True, help_text="ties share the better rank")

    class Meta(RatingOutput.Meta):
        fields = ["rank", *RatingOutput.Meta.fields]
        read_only_fields = fields


class OwnRatingOutput(RatingOutput):
    """A rating among those of one player."""

    season = SeasonRef(read_only=True)

    class Meta(RatingOutput.Meta):
        fields = ["season", *RatingOutput.Meta.fields[1:]]
        read_only_fields = fields


class RatingChangeOutput(SkillOutput):
    """What a rating was after a duplicate."""

    duplicate = serializers.CharField(
        source="duplicate.code", read_only=True, help_text="code of the duplicate"
    )

    class Meta:
        model = RatingChange
        fields = ["number", "duplicate", "place", "mu", "sigma", "low", "high", "at"]
        read_only_fields = fields


class CurveOutput(serializers.Serializer[Any]):
    """How a rating moved, in at most 200 points from the first contests to the last."""

    points = RatingChangeOutput(many=True, read_only=True)


class GameRatingOutput(SkillOutput):
    """A player's rating in a game, from the matches of all events."""

    player = PlayerOutput(read_only=True)
    game = serializers.CharField(source="pool.game", read_only=True, help_text="slug of the game")

    class Meta:
        model = GameRating
        fields = ["player", "game", "mu", "sigma", "low", "high", "ordinal", "matches"]
        read_only_fields = fields


class RankedInGameOutput(GameRatingOutput):
    """A place among the players of a game."""

    rank = serializers.SerializerMethodField(help_text="ties share the better rank")

    class Meta(GameRatingOutput.Meta):
        fields = ["rank", *GameRatingOutput.Meta.fields]
        read_only_fields = fields

    def get_rank(self, rating: GameRating) -> int:
        rank: int = self.context["ranks"][rating.pk]
        return rank


class GameRatingChangeOutput(SkillOutput):
    """What a rating was after a match."""

    match = serializers.CharField(source="match.code", read_only=True, help_text="code of it")

    class Meta:
        model = GameRatingChange
        fields = ["match", "at", "place", "mu", "sigma", "low", "high"]
        read_only_fields = fields
