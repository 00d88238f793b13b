"""Ratings of players in a game, from the matches of all events, and how they moved.

Ladders have ratings of their own (`ladders`).
"""

from django.db import models

from .clubs import Club
from .matches import Match
from .people import Player
from .skilled import Skilled


class RatingPool(models.Model):
    """The ratings of a game; whoever computes some of them holds this row."""

    game = models.CharField(max_length=40, unique=True, help_text="slug of the game")

    def __str__(self) -> str:
        return self.game


class GameRating(Skilled):
    """A player's skill in a game by now, with its uncertainty."""

    pool = models.ForeignKey(
        RatingPool, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="game_ratings")
    ordinal = models.FloatField(help_text="mu - 3 sigma, a cautious estimate of the skill")
    matches = models.PositiveIntegerField(default=0, help_text="matches rated")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_game_rating_per_player", fields=["pool", "player"])
        ]
        indexes = [models.Index(fields=["pool", "-ordinal", "id"], name="game_rating_by_rank")]

    def __str__(self) -> str:
        return f"{self.player}: {self.mu:.1f} ± {self.sigma:.1f}"


class GameRatingChange(Skilled):
    """What a rating was after a match. Matches are rated in the order of their sessions.

    `at` is when the session was published: a result that is entered late takes its place.
    """

    rating = models.ForeignKey(
        GameRating, on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    pool = models.ForeignKey(
        RatingPool, on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_changes")
    at = models.DateTimeField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_game_rating_change_per_match", fields=["rating", "match"]
            )
        ]
        indexes = [
            models.Index(fields=["pool", "at", "match"], name="rating_change_in_pool"),
            models.Index(fields=["rating", "at", "match"], name="rating_change_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.rating} after {self.match}"


class Unrated(models.Model):
    """A match whose result became final, was corrected or void since ratings were computed.

    There may be several for a match: nobody who adds one waits for somebody who rates.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="unrated")

    class Meta:
        verbose_name_plural = "unrated"

    def __str__(self) -> str:
        return str(self.match)


class RatingReview(models.Model):
    """Final matches of a club, or of one player there, may count other than before.

    Whoever rates looks at them in the order of their keys; `seen` is the last one so far.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="+")
    seen = models.BigIntegerField(default=0, help_text="key of a match")

    def __str__(self) -> str:
        return f"{self.player or 'everybody'} in {self.club}"
