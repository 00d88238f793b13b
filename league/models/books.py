"""The books of an event: entry fees that came in, prizes that went out, and how a pot is shared."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .events import Event
from .people import Player


class Payment(models.Model):
    """Money that a person has paid as entry fee, or was handed as prize.

    Somebody has several for one event only where two players turned out to be one person.
    """

    class Kind(models.TextChoices):
        FEE = "fee", _("entry fee")
        PRIZE = "prize", _("prize")

    class Way(models.TextChoices):
        CASH = "cash", _("cash")
        TRANSFER = "transfer", _("transfer")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="payments")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="payments")
    kind = models.CharField(max_length=5, choices=Kind)
    way = models.CharField(max_length=8, choices=Way)
    amount = models.PositiveIntegerField(help_text="in cents of the club's currency")
    noted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    noted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="payment_kind_is_known", condition=Q(kind__in=["fee", "prize"])
            ),
            models.CheckConstraint(
                name="payment_way_is_known", condition=Q(way__in=["cash", "transfer"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.kind} of {self.event}"


class Pot(models.Model):
    """How the fees that were paid for an event are shared out as prizes."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="pot")
    kept = models.PositiveIntegerField(
        default=0, help_text="what the club keeps, in cents of its currency"
    )
    shares = models.JSONField(help_text="percents of the rest, of the first place first")

    def __str__(self) -> str:
        return f"Pot of {self.event}"
