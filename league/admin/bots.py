"""Authors' bots, what they did, ladders and experiments."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league import models
from league.services.bots import bots

from .base import Admin, Few, Inline, LookOnly, change_each


@admin.register(models.Part)
class PartAdmin(LookOnly, Admin):
    """What authors' bots did in matches; their logs and evidence are for their authors."""

    list_display = ("seat", "version", "actions", "thinking_ms", "fault", "created_at")
    list_select_related = ("seat__player", "version__bot")
    search_fields = ("seat__match__code", "version__code")
    exclude = ("log", "fault_evidence")


class RotationInline(LookOnly, Inline):
    """The matches of a duplicate."""

    model = models.Match
    fields = ("table_number", "status", "version", "code")
    readonly_fields = ("code",)
    show_change_link = True


@admin.register(models.Duplicate)
class DuplicateAdmin(LookOnly, Admin):
    """Duplicates of ladders with their matches, and why their players were chosen."""

    list_display = ("code", "season", "status", "scores", "created_at", "rated_at")
    list_filter = ("status",)
    list_select_related = ("season",)
    search_fields = ("code", "season__code")
    inlines = (RotationInline,)


@admin.register(models.Rating)
class RatingAdmin(LookOnly, Admin):
    """Ratings of ladders, as duplicates made them."""

    list_display = ("season", "player", "mu", "sigma", "duplicates", "is_active", "matched_at")
    list_select_related = ("season", "player")
    search_fields = ("player__code", "season__code")


@admin.register(models.RatingChange)
class RatingChangeAdmin(LookOnly, Admin):
    """The log of ratings, from which they can be computed again."""

    list_display = ("rating", "number", "duplicate", "place", "mu", "sigma", "at")
    list_select_related = ("rating__player", "duplicate__season")
    search_fields = ("duplicate__code",)


@admin.register(models.Meeting)
class MeetingAdmin(LookOnly, Admin):
    """Who has met whom on ladders."""

    list_display = ("season", "one", "other", "duplicates", "wins", "losses", "margin")
    list_select_related = ("season", "one", "other")
    search_fields = ("season__code",)


@admin.register(models.Archive)
class ArchiveAdmin(LookOnly, Few):
    """Archives of bots, without their bytes."""

    list_display = ("digest", "size_bytes", "created_at")
    search_fields = ("digest",)
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Archive]:
        """Leave the bytes in the database."""
        return super().get_queryset(request).defer("content")


@admin.register(models.ArchivePart)
class ArchivePartAdmin(LookOnly, Admin):
    """Parts of large archives, without their bytes."""

    list_display = ("archive_id", "number")
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.ArchivePart]:
        """Leave the bytes in the database."""
        return super().get_queryset(request).defer("content")


@admin.register(models.Bot)
class BotAdmin(LookOnly, Few):
    """Bots and their authors."""

    list_display = ("name", "owner", "code", "created_at")
    list_select_related = ("owner",)
    search_fields = ("name", "code", "owner__username")


@admin.register(models.Version)
class VersionAdmin(LookOnly, Few):
    """Versions of bots, and what their checks found."""

    list_display = ("bot", "number", "status", "reason", "code", "created_at", "checked_at")
    list_filter = ("status",)
    list_select_related = ("bot",)
    search_fields = ("bot__name", "code", "bot__owner__username")
    actions = ("lift",)

    @admin.action(description=_("Lift the quarantine of the chosen versions"))
    def lift(self, request: HttpRequest, rows: QuerySet[models.Version]) -> None:
        """Let versions play again."""
        change_each(
            request,
            rows.select_related("bot"),
            lambda row, by: bots.lift(version=row, by=by, now=timezone.now()),
        )


@admin.register(models.Notice)
class NoticeAdmin(LookOnly, Admin):
    """What the site told its accounts."""

    list_display = ("account", "text", "created_at", "read_at")
    list_select_related = ("account",)
    search_fields = ("code", "account__username")


@admin.register(models.Experiment)
class ExperimentAdmin(LookOnly, Few):
    """Experiments, without what their deals follow from."""

    list_display = (
        "code",
        "kind",
        "new",
        "old",
        "game",
        "status",
        "duplicates",
        "most",
        "created_at",
    )
    list_filter = ("kind", "status", "game")
    list_select_related = ("new__bot", "old__bot")
    search_fields = ("code", "new__bot__name", "old__bot__name")
    exclude = ("seed",)


@admin.register(models.Opponent)
class OpponentAdmin(LookOnly, Few):
    """Whom versions meet in unrated duplicates."""

    list_display = ("experiment__code", "number", "player")
    list_select_related = ("experiment", "player")
    search_fields = ("experiment__code", "player__name", "player__code")


@admin.register(models.PairBlock)
class PairBlockAdmin(LookOnly, Few):
    """Pairs of experiments, as they were counted."""

    list_display = ("experiment__code", "first")
    list_select_related = ("experiment",)
    search_fields = ("experiment__code",)
