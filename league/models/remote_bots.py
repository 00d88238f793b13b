"""Remote bots: programs that play at online tables from their authors' machines, and who asks them.

Nothing of such a bot is on the site but who it is: an account that nobody can log in to, and a
player. Why so: `docs/decisions/0034-remote-bots.md`.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from .people import Player
from .tables import OnlineTable


class RemoteBot(models.Model):
    """A bot that runs on its author's machine; its name is its own among all bots of the site.

    Its tokens are those of `account`, which is of this bot alone. A retired one plays no more.
    """

    MOST_TABLES = 64

    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="remote")
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="remote_bot"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="remote_bots",
        db_index=False,
    )
    name = models.CharField(max_length=60)
    games = models.JSONField(
        default=list, blank=True, help_text="slugs of those it plays; none for all there are"
    )
    most_tables = models.PositiveSmallIntegerField(
        default=8, help_text="at so many tables it sits at once"
    )
    is_open = models.BooleanField(default=True, help_text="players may ask it to sit down")
    seen_at = models.DateTimeField(
        null=True, blank=True, help_text="when it last listened to its events"
    )
    created_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("name"), name="remote_bot_name_is_its_own"),
            models.CheckConstraint(
                name="remote_bot_tables", condition=Q(most_tables__gte=1, most_tables__lte=64)
            ),
        ]
        indexes = [models.Index(fields=["owner", "id"], name="remote_bot_by_owner")]

    def __str__(self) -> str:
        return self.name

    def plays(self, game: str) -> bool:
        """Tell whether it plays the game with this slug."""
        return not self.games or game in self.games


class TableChallenge(models.Model):
    """A remote bot was asked to sit down at a table that waits for players, and what it answered.

    Once the table waits no more, an open one asks nobody.
    """

    class Status(models.TextChoices):
        ASKED = "asked", _("not answered yet")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    table = models.ForeignKey(
        OnlineTable, on_delete=models.CASCADE, related_name="challenges", db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="challenges", db_index=False
    )
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    status = models.CharField(max_length=8, choices=Status, default=Status.ASKED)
    at = models.DateTimeField(help_text="when it was asked")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="one_challenge_of_a_bot", fields=["table", "player"]),
            models.CheckConstraint(
                name="challenge_status_is_known",
                condition=Q(status__in=["asked", "accepted", "declined"]),
            ),
        ]
        indexes = [models.Index(fields=["player", "-table"], name="challenge_by_player")]

    def __str__(self) -> str:
        return f"{self.player} was asked to {self.table}"
