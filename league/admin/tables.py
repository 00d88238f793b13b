"""Online tables, who sits there and when they acted; what they did is read on the tables' pages.

An action may put cards away face down, so its text is shown to nobody here.
"""

from django.contrib import admin

from league import models

from .base import Admin, Few, LookOnly


@admin.register(models.OnlineTable)
class OnlineTableAdmin(LookOnly, Admin):
    """Tables at which people and bots play in the browser."""

    list_display = ("code", "event", "opened_by", "size", "status", "awaits", "due_at")
    list_select_related = ("event", "opened_by")
    search_fields = ("code", "event__code", "opened_by__code")


@admin.register(models.Practice)
class PracticeAdmin(LookOnly, Admin):
    """What is played at practice tables; the secret is shown to nobody here."""

    list_display = ("table", "game", "native", "cycles")
    list_select_related = ("table__event",)
    search_fields = ("table__code",)
    exclude = ("secret",)


@admin.register(models.Hint)
class HintAdmin(LookOnly, Admin):
    """Which hints were asked for; what they say is of somebody's hand."""

    list_display = ("practice", "length", "bot", "asked_at")
    list_select_related = ("practice",)
    search_fields = ("practice__table__code",)
    exclude = ("found",)


@admin.register(models.TableSeat)
class TableSeatAdmin(LookOnly, Admin):
    """Who sits where at online tables."""

    list_display = ("table", "number", "player", "stood_in")
    list_select_related = ("table__event", "player")
    search_fields = ("table__code", "player__code")


@admin.register(models.TableAction)
class TableActionAdmin(LookOnly, Admin):
    """When seats of online tables acted."""

    list_display = ("table", "number", "seat", "is_default", "at")
    list_select_related = ("table__event",)
    search_fields = ("table__code",)
    exclude = ("text",)


@admin.register(models.RemoteBot)
class RemoteBotAdmin(LookOnly, Few):
    """Bots that run at their authors', and when they listened last."""

    list_display = ("name", "owner", "player", "most_tables", "is_open", "seen_at", "retired_at")
    list_select_related = ("owner", "player")
    search_fields = ("name", "player__code", "owner__username")


@admin.register(models.TableChallenge)
class TableChallengeAdmin(LookOnly, Admin):
    """Which remote bots were asked to which tables."""

    list_display = ("table", "player", "by", "status", "at")
    list_select_related = ("table__event", "player", "by")
    search_fields = ("table__code", "player__code")
