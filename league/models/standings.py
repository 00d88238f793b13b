"""Standings of a season, kept up to date when a result becomes final."""

from django.db import models

from .events import Season
from .people import Player


class Standing(models.Model):
    """What one player has collected in one season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standings")
    points = models.DecimalField(max_digits=14, decimal_places=3, default=0)
    score = models.BigIntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_standing_per_player", fields=["season", "player"])
        ]
        indexes = [
            models.Index(fields=["season", "-points", "-wins", "id"], name="standing_by_rank")
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"
