"""How a club reaches its people."""

from django.db import models

from .clubs import Club
from .people import Player


class Contact(models.Model):
    """What a club has noted to reach somebody; for its organisers and the person alone."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="contacts")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="contacts")
    text = models.CharField(max_length=300, help_text="telephone, address or anything else")
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_contact_per_club", fields=["club", "player"]),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.club}"
