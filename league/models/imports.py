"""Imports: archives of seasons that were uploaded, until a worker has read them."""

from django.conf import settings
from django.db import models

from .clubs import Club
from .codes import LENGTH, new_code
from .events import Season


class SeasonImport(models.Model):
    """An archive on its way to a season; its job says how far it has got.

    The archive is dropped once it is read or refused, or can no more be tried again.
    """

    code = models.CharField(max_length=LENGTH, unique=True, default=new_code, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="imports")
    archive = models.BinaryField()
    players = models.CharField(max_length=10, help_text="who plays: known or guests")
    name = models.CharField(max_length=120, blank=True, help_text="another name for the season")
    wanted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    codes = models.JSONField(default=dict, blank=True, help_text="codes that had to be new")
    guests = models.PositiveIntegerField(default=0, help_text="players that are new here")
    errors = models.JSONField(default=dict, blank=True, help_text="why it was refused, by line")

    def __str__(self) -> str:
        return f"import {self.code} for {self.club}"
