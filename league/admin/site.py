"""Tokens, logins, second factors, the audit, and stored answers."""

from django.contrib import admin

from league import models

from .base import Admin, LookOnly


@admin.register(models.ApiToken)
class ApiTokenAdmin(LookOnly, Admin):
    """Who has tokens, for what and until when."""

    list_display = ("name", "account", "scopes", "created_at", "expires_at", "revoked_at")
    list_select_related = ("account",)
    search_fields = ("account__username",)
    exclude = ("digest",)


@admin.register(models.Login)
class LoginAdmin(LookOnly, Admin):
    """Where accounts are logged in."""

    list_display = ("account", "browser", "system", "since", "seen_at", "expires_at")
    list_select_related = ("account",)
    search_fields = ("account__username",)
    exclude = ("digest", "data")


@admin.register(models.SecondFactor)
class SecondFactorAdmin(LookOnly, Admin):
    """Who has a second factor, since when."""

    list_display = ("account", "since")
    list_select_related = ("account",)
    search_fields = ("account__username",)
    exclude = ("secret", "salt", "last_step")


@admin.register(models.RecoveryCode)
class RecoveryCodeAdmin(LookOnly, Admin):
    """Codes in place of a second factor, and when they were used."""

    list_display = ("factor", "used_at")
    list_select_related = ("factor",)
    exclude = ("digest",)


@admin.register(models.AuditEntry)
class AuditEntryAdmin(LookOnly, Admin):
    """What was done, by whom."""

    list_display = ("at", "account", "club", "action", "subject")
    list_select_related = ("account", "club")
    search_fields = ("subject", "account__username")


@admin.register(models.StoredAnswer)
class StoredAnswerAdmin(LookOnly, Admin):
    """Requests answered under an idempotency key."""

    list_display = ("key", "account", "status", "created_at")
    list_select_related = ("account",)
    exclude = ("body",)


@admin.register(models.Writing)
class WritingAdmin(LookOnly, Admin):
    """Which connection wrote which table last."""

    list_display = ("name", "connection", "number")
