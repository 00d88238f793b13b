"""What was counted, and who was seen at work."""

from django.contrib import admin

from league import models

from .base import Few, LookOnly


@admin.register(models.Tally)
class TallyAdmin(LookOnly, Few):
    """How often something has happened, and when last."""

    list_display = ("what", "about", "count", "at")
    list_filter = ("what",)
