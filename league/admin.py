"""The admin's pages: everything can be looked at; results and what follows from them only that.

Draws, results and standings change through their services, which keep them consistent, so they
cannot be edited here. Secrets and token digests are never shown.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import Field, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games

from . import models
from .services import bots, draws, refusals, seasons

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    Inline = admin.TabularInline[Any, Any]
else:
    Admin, Inline = admin.ModelAdmin, admin.TabularInline


# What the name of a match says.
ABOVE_MATCH = ("match__session__event", "match__duplicate__season")


class LookOnly:
    """An admin page that shows rows and changes nothing."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


Act = Callable[[Any, models.Account], object]


def change_each(request: HttpRequest, rows: QuerySet[Any], act: Act) -> None:
    """Let a service change each row; whatever it refuses is shown with its reason."""
    if not isinstance(request.user, models.Account):
        raise PermissionDenied
    for row in rows:
        try:
            act(row, request.user)
        except refusals.Refused as refusal:
            messages.error(request, f"{row}: {refusal.message}")
        else:
            messages.success(request, str(row))


@admin.register(models.Account)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts with their permissions."""

    list_display = ("username", "email", "player", "is_active", "is_staff", "last_login")
    list_select_related = ("player",)


@admin.register(models.Player)
class PlayerAdmin(Admin):
    """People and bots."""

    list_display = ("name", "kind", "account", "builtin", "code", "created_at")
    list_filter = ("kind",)
    list_select_related = ("account",)
    search_fields = ("name", "code", "account__username")
    autocomplete_fields = ("account",)
    readonly_fields = ("code", "created_at")


class MembershipInline(Inline):
    """The members of a club."""

    model = models.Membership
    autocomplete_fields = ("player",)
    extra = 1


@admin.register(models.Club)
class ClubAdmin(Admin):
    """Clubs with their members."""

    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
    inlines = (MembershipInline,)


@admin.register(models.Season)
class SeasonAdmin(Admin):
    """Seasons; what results depend on is fixed once one runs."""

    list_display = ("name", "club", "kind", "game", "points_rule", "status", "code")
    list_filter = ("status", "kind", "game", "points_rule")
    list_select_related = ("club",)
    search_fields = ("name", "code", "club__name")
    autocomplete_fields = ("club",)
    actions = ("start",)

    @admin.action(description=_("Start the chosen seasons"))
    def start(self, request: HttpRequest, rows: QuerySet[models.Season]) -> None:
        """Start seasons, as far as the account organises their clubs."""
        change_each(
            request,
            rows.select_related("club"),
            lambda row, by: seasons.start_season(season=row, by=by, now=timezone.now()),
        )

    def formfield_for_dbfield(
        self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> forms.Field | None:
        """Offer the games there are."""
        if db_field.name == "game":
            return forms.ChoiceField(choices=[(game.slug, game.name) for game in games.all()])
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Keep what counted results depend on as it is once the season has left its draft."""
        if obj is None or obj.status == models.Season.Status.DRAFT:
            return ("code", "status", "options")
        fixed = ("club", "game", "kind", "table_size", "native", "cycles", "points_rule")
        return ("code", "status", "options", *fixed)


class SessionInline(Inline):
    """The sessions of an event."""

    model = models.Session
    fields = ("number", "starts_at", "status")
    readonly_fields = ("status",)
    can_delete = False
    extra = 0


@admin.register(models.Event)
class EventAdmin(Admin):
    """Events with their sessions."""

    list_display = ("name", "season", "code", "created_at")
    list_select_related = ("season",)
    search_fields = ("name", "code", "season__name")
    autocomplete_fields = ("season",)
    readonly_fields = ("code",)
    exclude = ("bots",)  # chosen on the event's page, by the service
    inlines = (SessionInline,)


class MatchInline(LookOnly, Inline):
    """The tables of a session."""

    model = models.Match
    fields = ("table_number", "status", "version", "code")
    readonly_fields = ("code",)
    show_change_link = True


@admin.register(models.Session)
class SessionAdmin(Admin):
    """Sessions with their tables."""

    list_display = ("event", "number", "starts_at", "status", "code")
    list_filter = ("status",)
    list_select_related = ("event",)
    search_fields = ("code", "event__name")
    autocomplete_fields = ("event",)
    readonly_fields = ("code", "status", "published_at")
    inlines = (MatchInline,)
    actions = ("publish",)

    @admin.action(description=_("Publish the draws of the chosen sessions"))
    def publish(self, request: HttpRequest, rows: QuerySet[models.Session]) -> None:
        """Publish draws, as far as the account organises their clubs."""
        change_each(
            request,
            rows.select_related("event__season__club"),
            lambda row, by: draws.publish(session=row, by=by, now=timezone.now()),
        )


class SeatInline(LookOnly, Inline):
    """The seats of a match."""

    model = models.Seat
    fields = ("number", "player", "score", "place", "points")


class JobInline(LookOnly, Inline):
    """The jobs of a match."""

    model = models.Job
    fields = ("kind", "status", "attempt", "reason", "created_at", "finished_at")


@admin.register(models.Match)
class MatchAdmin(LookOnly, Admin):
    """Matches with seats and jobs, without their secrets."""

    list_display = (
        "code",
        "session",
        "duplicate",
        "table_number",
        "status",
        "version",
        "finished_at",
    )
    list_filter = ("status",)
    list_select_related = ("session__event", "duplicate__season")
    search_fields = ("code", "session__event__name", "duplicate__code")
    exclude = ("secret",)
    inlines = (SeatInline, JobInline)


class RoundInline(LookOnly, Inline):
    """The rounds of a result."""

    model = models.Round
    fields = ("number", "dealer", "scores", "sheet", "redeal")


@admin.register(models.Result)
class ResultAdmin(LookOnly, Admin):
    """Every version of every result."""

    list_display = ("match", "version", "source", "totals", "entered_by", "confirmed_by")
    list_filter = ("source",)
    list_select_related = (*ABOVE_MATCH, "entered_by", "confirmed_by")
    search_fields = ("match__code",)
    inlines = (RoundInline,)


@admin.register(models.Round)
class RoundAdmin(LookOnly, Admin):
    """Rounds of results."""

    list_display = ("result", "number", "dealer", "scores", "redeal")
    list_select_related = tuple(f"result__{above}" for above in ABOVE_MATCH)
    search_fields = ("result__match__code",)


@admin.register(models.Record)
class RecordAdmin(LookOnly, Admin):
    """What replaying each record said."""

    list_display = ("result", "status", "reason", "checked_at")
    list_filter = ("status",)
    list_select_related = tuple(f"result__{above}" for above in ABOVE_MATCH)
    search_fields = ("result__match__code",)
    exclude = ("blob",)


@admin.register(models.Part)
class PartAdmin(LookOnly, Admin):
    """What authors' bots did in matches; their logs and evidence are for their authors."""

    list_display = ("seat", "version", "actions", "thinking_ms", "fault", "created_at")
    list_filter = ("fault",)
    list_select_related = ("seat__player", "version__bot")
    search_fields = ("seat__match__code", "version__code", "version__bot__name")
    exclude = ("log", "fault_evidence")


@admin.register(models.Standing)
class StandingAdmin(LookOnly, Admin):
    """Standings, as results made them."""

    list_display = ("season", "player", "points", "score", "matches", "wins")
    list_select_related = ("season", "player")
    search_fields = ("player__name", "season__name", "season__code")


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
    search_fields = ("code", "season__name", "season__code")
    inlines = (RotationInline,)


@admin.register(models.Rating)
class RatingAdmin(LookOnly, Admin):
    """Ratings of ladders, as duplicates made them."""

    list_display = ("season", "player", "mu", "sigma", "duplicates", "is_active", "matched_at")
    list_filter = ("is_active",)
    list_select_related = ("season", "player")
    search_fields = ("player__name", "season__name", "season__code")


@admin.register(models.RatingChange)
class RatingChangeAdmin(LookOnly, Admin):
    """The log of ratings, from which they can be computed again."""

    list_display = ("rating", "number", "duplicate", "place", "mu", "sigma", "at")
    list_select_related = ("rating__player", "duplicate__season")
    search_fields = ("duplicate__code",)
    show_full_result_count = False


@admin.register(models.Meeting)
class MeetingAdmin(LookOnly, Admin):
    """Who has met whom on ladders."""

    list_display = ("season", "one", "other", "duplicates", "wins", "losses", "margin")
    list_select_related = ("season", "one", "other")
    search_fields = ("season__code",)


@admin.register(models.Job)
class JobAdmin(LookOnly, Admin):
    """Jobs, and why they wait or failed."""

    list_display = ("code", "kind", "status", "attempt", "reason", "created_at", "finished_at")
    list_filter = ("status", "kind")
    search_fields = ("code", "match__code")
    exclude = ("lease",)


@admin.register(models.Archive)
class ArchiveAdmin(LookOnly, Admin):
    """Archives of bots, without their bytes."""

    list_display = ("digest", "size_bytes", "created_at")
    search_fields = ("digest",)
    exclude = ("content",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Archive]:
        """Leave the bytes in the database."""
        return super().get_queryset(request).defer("content")


@admin.register(models.Bot)
class BotAdmin(LookOnly, Admin):
    """Bots and their authors."""

    list_display = ("name", "owner", "code", "created_at")
    list_select_related = ("owner",)
    search_fields = ("name", "code", "owner__username")


@admin.register(models.Version)
class VersionAdmin(LookOnly, Admin):
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
    search_fields = ("account__username", "text")


@admin.register(models.Experiment)
class ExperimentAdmin(LookOnly, Admin):
    """Experiments, without what their deals follow from."""

    list_display = ("code", "new", "old", "game", "status", "duplicates", "most", "created_at")
    list_filter = ("status", "game")
    list_select_related = ("new__bot", "old__bot")
    search_fields = ("code", "new__bot__name", "old__bot__name")
    exclude = ("seed",)


@admin.register(models.ApiToken)
class ApiTokenAdmin(LookOnly, Admin):
    """Who has tokens, for what and until when."""

    list_display = ("name", "account", "scopes", "created_at", "expires_at", "revoked_at")
    list_select_related = ("account",)
    search_fields = ("name", "account__username")
    exclude = ("digest",)


@admin.register(models.AuditEntry)
class AuditEntryAdmin(LookOnly, Admin):
    """What was done, by whom."""

    list_display = ("at", "account", "club", "action", "subject")
    list_filter = ("action",)
    list_select_related = ("account", "club")
    search_fields = ("subject", "account__username")


@admin.register(models.StoredAnswer)
class StoredAnswerAdmin(LookOnly, Admin):
    """Requests answered under an idempotency key."""

    list_display = ("key", "account", "status", "created_at")
    list_select_related = ("account",)
    exclude = ("body",)


admin.site.site_header = "Stammtisch"
admin.site.site_title = "Stammtisch"
admin.site.index_title = _("Everything, row by row")
