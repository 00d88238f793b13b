"""Teams of a club, and who plays in them."""

from django.db import models

from .clubs import Club
from .codes import LENGTH, new_code
from .people import Player


class Team(models.Model):
    """Players who play together; on a league day the first of them play, the others substitute."""

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=80)
    captain = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="captained_teams"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(name="team_name_in_club", fields=["club", "name"])]

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """A player's place in a team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="teams")
    position = models.PositiveSmallIntegerField(help_text="from 1; the first ones play")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_place_per_member", fields=["team", "player"]),
            models.UniqueConstraint(name="one_member_per_place", fields=["team", "position"]),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.position} of {self.team}"
