"""Practice: what is played at an online table of no event, and the hints that were asked for."""

from django.db import models
from django.db.models import Q

from .matches import new_secret
from .tables import OnlineTable


class Practice(models.Model):
    """What a season and a match say elsewhere: the rules, the length, the secret of the deals."""

    table = models.OneToOneField(OnlineTable, on_delete=models.CASCADE, related_name="practice")
    game = models.CharField(max_length=40, help_text="slug of the game")
    options = models.JSONField(default=dict, blank=True, help_text="options of the game")
    native = models.BooleanField(
        default=False, help_text="play to the game's own end instead of a number of rounds"
    )
    cycles = models.PositiveSmallIntegerField(
        default=1, help_text="how often everyone deals in the match"
    )
    secret = models.BinaryField(max_length=32, default=new_secret, editable=False)

    class Meta:
        verbose_name_plural = "practice"
        constraints = [
            models.CheckConstraint(
                name="practice_cycles", condition=Q(cycles__gte=1, cycles__lte=20)
            )
        ]

    def __str__(self) -> str:
        return f"practice of {self.game}"


class Hint(models.Model):
    """What a bot would do for the person at a practice table; asked for, then found by a worker.

    `length` is that of the log when it was asked for, so that a hint is for one position.
    """

    practice = models.ForeignKey(
        Practice, on_delete=models.CASCADE, related_name="hints", db_index=False
    )
    length = models.PositiveIntegerField(help_text="of the log, when it was asked for")
    bot = models.CharField(max_length=40, help_text="name of the built-in bot that is asked")
    asked_at = models.DateTimeField()
    found = models.JSONField(null=True, blank=True, help_text="null until a worker has thought")

    class Meta:
        ordering = ["length"]
        constraints = [
            models.UniqueConstraint(name="one_hint_per_position", fields=["practice", "length"])
        ]

    def __str__(self) -> str:
        return f"hint of {self.bot} after {self.length}"
