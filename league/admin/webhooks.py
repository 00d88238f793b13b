"""Webhooks and what they were told; the secrets that sign it are not shown."""

from django.contrib import admin

from league import models

from .base import Admin, Few, LookOnly


@admin.register(models.Webhook)
class WebhookAdmin(LookOnly, Few):
    """Where other programs are told what happens."""

    list_display = ("url", "club", "owner", "events", "is_active", "code", "created_at")
    list_filter = ("is_active",)
    list_select_related = ("club", "owner")
    search_fields = ("code", "url", "club__name", "owner__username")
    exclude = ("secret",)


@admin.register(models.Delivery)
class DeliveryAdmin(LookOnly, Admin):
    """What webhooks were told, and what became of it."""

    list_display = ("code", "webhook", "event", "subject", "status", "attempt", "error", "due_at")
    list_select_related = ("webhook",)
    search_fields = ("code", "webhook__code")
