"""Accounts and players, clubs, seasons, events and sessions."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db import transaction
from django.db.models import Field, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games
from league import models
from league.services.accounts import accounts, agreements, counting
from league.services.draws import draws
from league.services.registration.plans import Plan
from league.services.seasons import seasons

from .base import Admin, Few, Inline, LookOnly, Sorted, change_each


class PasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]
    """Staff changes a password: all logins end, and the account is told."""

    def save(self, commit: bool = True) -> models.Account:
        """Store the password; see Django's form."""
        with transaction.atomic():
            account: models.Account = super().save(commit)
            accounts.password_was_set(account=account, now=timezone.now())
        return account


@admin.register(models.Account)
class AccountAdmin(Sorted, UserAdmin):  # type: ignore[type-arg]
    """Accounts with their permissions."""

    list_display = ("username", "email", "player", "is_active", "is_staff", "last_login")
    list_select_related = ("player",)
    ordering = ("username",)
    change_password_form = PasswordForm

    def save_model(
        self, request: HttpRequest, obj: models.Account, form: Any, change: bool
    ) -> None:
        """Let an address that staff has typed be confirmed by who owns the account."""
        if "email" in form.changed_data:
            obj.email_confirmed_at, obj.email_fault = None, ""
        super().save_model(request, obj, form, change)


@admin.register(models.Player)
class PlayerAdmin(Sorted):
    """People and bots."""

    list_display = ("name", "kind", "account", "builtin", "code", "created_at")
    list_filter = ("kind",)
    list_select_related = ("account",)
    search_fields = ("name", "code", "account__username")
    autocomplete_fields = ("account",)
    readonly_fields = ("code", "created_at", "erased_at")

    def save_model(self, request: HttpRequest, obj: models.Player, form: Any, change: bool) -> None:
        """Let an account that takes over a player play on where that player counts already."""
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            if "account" in form.changed_data:
                agreements.take_over(player=obj, now=timezone.now())


class MembershipInline(Inline):
    """The members of a club."""

    model = models.Membership
    autocomplete_fields = ("player",)
    extra = 1


@admin.register(models.Club)
class ClubAdmin(Few):
    """Clubs with their members."""

    list_display = ("name", "slug", "kind", "is_trusted", "created_at")
    list_filter = ("kind", "is_trusted")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
    readonly_fields = ("kind", "is_trusted")
    inlines = (MembershipInline,)
    actions = ("trust", "distrust")

    @admin.action(description=_("Trust the chosen clubs: what they import counts"))
    def trust(self, request: HttpRequest, rows: QuerySet[models.Club]) -> None:
        """Let what these clubs import count for people who have not answered yet."""
        change_each(
            request, rows, lambda row, by: counting.trust(club=row, by=by, now=timezone.now())
        )

    @admin.action(description=_("Stop trusting the chosen clubs"))
    def distrust(self, request: HttpRequest, rows: QuerySet[models.Club]) -> None:
        """Let what these clubs import count for those alone who agree."""
        change_each(
            request, rows, lambda row, by: counting.distrust(club=row, by=by, now=timezone.now())
        )


@admin.register(models.Agreement)
class AgreementAdmin(LookOnly, Admin):
    """Who has agreed to play in which club; they say so themselves."""

    list_display = ("player", "club", "status", "asked_at", "answered_at", "code")
    list_select_related = ("player", "club")
    search_fields = ("code", "player__code", "club__slug")


@admin.register(models.Affiliation)
class AffiliationAdmin(LookOnly, Admin):
    """Which clubs belong to which federation; their organisers say so themselves."""

    list_display = ("federation", "club", "status", "asked_at", "answered_at", "ended_at", "code")
    list_select_related = ("federation", "club")
    search_fields = ("code", "federation__slug", "club__slug")


@admin.register(models.Allegiance)
class AllegianceAdmin(LookOnly, Admin):
    """For which club somebody plays in the season of a federation."""

    list_display = ("player", "season", "club", "since")
    list_select_related = ("player", "season", "club")
    search_fields = ("player__code", "season__code", "club__slug")


@admin.register(models.Contact)
class ContactAdmin(LookOnly, Admin):
    """For whom a club has noted how to reach them; what it has noted is its own."""

    list_display = ("player", "club", "changed_at")
    list_select_related = ("player", "club")
    search_fields = ("player__code", "club__slug")
    exclude = ("text",)


@admin.register(models.Invitation)
class InvitationAdmin(LookOnly, Admin):
    """Who was invited to open an account for a player; organisers do that and take it back."""

    list_display = ("player", "status", "made_by", "made_at", "expires_at", "ended_at")
    list_select_related = ("player", "made_by")
    search_fields = ("player__code", "made_by__username")


@admin.register(models.Merge)
class MergeAdmin(LookOnly, Admin):
    """Which players turned out to be one person; organisers merge and part them."""

    list_display = ("gone", "stays", "status", "merged_by", "merged_at", "parted_at", "code")
    list_select_related = ("gone", "stays", "merged_by")
    search_fields = ("code", "gone__code", "stays__code")
    exclude = ("moved",)


RULES = (
    *("tie_breaks", "drop_worst", "min_attendance", "forfeit_points", "forfeit_others"),
    *("club_points", "club_best"),
)
"""How matches of a season count; changed by the services, which count afresh."""


@admin.register(models.Season)
class SeasonAdmin(Few):
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
            return ("code", "status", "options", *RULES)
        fixed = ("club", "game", "kind", "table_size", "native", "cycles", "points_rule")
        return ("code", "status", "options", *RULES, *fixed)


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
    search_fields = ("code", "season__code", "venue__code")
    autocomplete_fields = ("season",)
    readonly_fields = ("code",)
    # By the services, which look after places, tables and times.
    exclude = ("bots", *Plan.__annotations__, "cancelled_at", "cancelled_because", "entry_fee")
    inlines = (SessionInline,)


@admin.register(models.Venue)
class VenueAdmin(LookOnly, Few):
    """Where clubs play."""

    list_display = ("name", "club", "tables", "code")
    list_select_related = ("club",)
    search_fields = ("name", "code", "club__name")


@admin.register(models.Registration)
class RegistrationAdmin(LookOnly, Admin):
    """Who comes to events."""

    list_display = ("player", "event", "status", "registered_at", "code")
    list_select_related = ("player", "event")
    search_fields = ("code", "player__code", "event__code")


@admin.register(models.Payment)
class PaymentAdmin(LookOnly, Admin):
    """Who has paid for events and who was handed a prize; clubs note that themselves."""

    list_display = ("player", "event", "kind", "way", "amount", "noted_by", "noted_at")
    list_select_related = ("player", "event", "noted_by")
    search_fields = ("player__code", "event__code")


@admin.register(models.Pot)
class PotAdmin(LookOnly, Admin):
    """How fees of events are shared out as prizes."""

    list_display = ("event", "kept", "shares")
    list_select_related = ("event",)
    search_fields = ("event__code",)


@admin.register(models.PairRule)
class PairRuleAdmin(LookOnly, Admin):
    """Who must, and who must not, share a table."""

    list_display = ("event", "one", "other", "kind")
    list_select_related = ("event", "one", "other")
    search_fields = ("event__code", "one__code", "other__code")


class MatchInline(LookOnly, Inline):
    """The tables of a session."""

    model = models.Match
    fields = ("table_number", "status", "version", "code")
    readonly_fields = ("code",)
    show_change_link = True


class ByeInline(LookOnly, Inline):
    """Who has no table in a session."""

    model = models.Bye


class TimerInline(LookOnly, Inline):
    """How long a session still has."""

    model = models.Timer


@admin.register(models.Session)
class SessionAdmin(Admin):
    """Sessions with their tables."""

    list_display = ("event", "number", "starts_at", "status", "code")
    list_select_related = ("event",)
    search_fields = ("code", "event__code")
    raw_id_fields = ("event",)
    readonly_fields = ("code", "status", "published_at")
    inlines = (MatchInline, ByeInline, TimerInline)
    actions = ("publish",)

    @admin.action(description=_("Publish the draws of the chosen sessions"))
    def publish(self, request: HttpRequest, rows: QuerySet[models.Session]) -> None:
        """Publish draws, as far as the account organises their clubs."""
        change_each(
            request,
            rows.select_related("event__season__club"),
            lambda row, by: draws.publish(session=row, by=by, now=timezone.now()),
        )


@admin.register(models.SeasonImport)
class SeasonImportAdmin(LookOnly, Few):
    """Imports of seasons, without what was uploaded."""

    list_display = ("code", "club", "season", "wanted_by", "created_at")
    list_select_related = ("club", "season", "wanted_by")
    search_fields = ("code", "club__name")
    exclude = ("archive",)
