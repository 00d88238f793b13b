"""Which clubs belong to a federation, and for which of them somebody plays there."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .clubs import Club
from .codes import LENGTH, new_code
from .events import Season
from .lifecycle import Lifecycle
from .people import Player


class Affiliation(Lifecycle):
    """A club in a federation: the federation asks, the club answers, and either of them ends it.

    A club that belongs to it once more has a new row; the old one says how long it did.
    """

    class Status(models.TextChoices):
        ASKED = "asked", _("not answered yet")
        MEMBER = "member", _("member")
        DECLINED = "declined", _("declined")
        LEFT = "left", _("left")

    CHANGES = {
        # A request that the federation takes back was never answered.
        Status.ASKED: frozenset({Status.MEMBER, Status.DECLINED, Status.LEFT}),
        Status.MEMBER: frozenset({Status.LEFT}),
        Status.DECLINED: frozenset(),
        Status.LEFT: frozenset(),
    }

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    federation = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="affiliations")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="federations")
    status = models.CharField(max_length=8, choices=Status, default=Status.ASKED)
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True, help_text="accepted or declined")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    ended_at = models.DateTimeField(null=True, blank=True, help_text="left, or taken back")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_open_affiliation",
                fields=["federation", "club"],
                condition=Q(status__in=["asked", "member"]),
            ),
            models.CheckConstraint(
                name="affiliation_status_is_known",
                condition=Q(status__in=["asked", "member", "declined", "left"]),
            ),
            models.CheckConstraint(
                name="affiliation_is_of_two", condition=~Q(federation=F("club"))
            ),
            models.CheckConstraint(
                name="affiliation_is_answered",
                condition=Q(status="asked", answered_at=None)
                | Q(status="left")
                | Q(status__in=["member", "declined"], answered_at__isnull=False),
            ),
            models.CheckConstraint(
                name="affiliation_has_ended",
                condition=Q(status="left", ended_at__isnull=False)
                | (~Q(status="left") & Q(ended_at=None)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club} in {self.federation}: {self.status}"


class Allegiance(models.Model):
    """For which club somebody plays in a season of a federation; their points count for it."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="allegiances")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="allegiances")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="allegiances")
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_club_per_season", fields=["season", "player"]),
        ]

    def __str__(self) -> str:
        return f"{self.player} for {self.club} in {self.season}"
