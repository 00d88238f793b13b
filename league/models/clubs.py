"""Clubs, federations of clubs, and who belongs to them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .people import Player


class Club(models.Model):
    """A card club: it holds seasons, and its members have roles. A federation is one of clubs."""

    class Kind(models.TextChoices):
        CLUB = "club", _("club")
        FEDERATION = "federation", _("federation")

    kind = models.CharField(
        max_length=10, choices=Kind, default=Kind.CLUB, db_default=Kind.CLUB.value, editable=False
    )
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    about = models.TextField(blank=True)
    town = models.CharField(max_length=80, blank=True, default="", db_default="")
    country = models.CharField(max_length=60, blank=True, default="", db_default="")
    address = models.TextField(blank=True, default="", db_default="", help_text="where it meets")
    email = models.CharField(max_length=254, blank=True, default="", db_default="")
    telephone = models.CharField(max_length=40, blank=True, default="", db_default="")
    website = models.CharField(max_length=200, blank=True, default="", db_default="")
    directions = models.TextField(
        blank=True, default="", db_default="", help_text="how to get there"
    )
    currency = models.CharField(max_length=3, default="EUR", db_default="EUR")
    is_trusted = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="seasons it imports count for people who have not answered yet",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="club_kind_is_known", condition=Q(kind__in=["club", "federation"])
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_federation(self) -> bool:
        """Tell whether clubs are its members, and play its seasons together."""
        return self.kind == self.Kind.FEDERATION

    @property
    def has_whereabouts(self) -> bool:
        """Tell whether it says where it is or how to reach it."""
        return any(
            (
                *(self.town, self.country, self.address, self.directions),
                *(self.email, self.telephone, self.website),
            )
        )


class Role(models.TextChoices):
    """What a member may do, each role with all the rights of those below it."""

    MEMBER = "member", _("member")
    SCORER = "scorer", _("scorer")
    ORGANISER = "organiser", _("organiser")
    OWNER = "owner", _("owner")

    @classmethod
    def at_least(cls, role: "Role") -> list["Role"]:
        """Return `role` and every role above it."""
        roles = list(cls)
        return roles[roles.index(role) :]


class Membership(models.Model):
    """A player's place in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_membership_per_club", fields=["club", "player"]),
            models.CheckConstraint(
                name="membership_role_is_known", condition=Q(role__in=Role.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.role}) in {self.club}"
