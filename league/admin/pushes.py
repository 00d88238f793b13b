"""Devices that show what their owners are told, and what became of what they were to show."""

from django.contrib import admin

from league import models

from .base import Admin, LookOnly


@admin.register(models.Device)
class DeviceAdmin(LookOnly, Admin):
    """Who shows notifications where; what opens a device, or a login, is not shown."""

    list_display = ("created_at", "account", "browser", "host", "arrived_at", "fault", "code")
    list_select_related = ("login__account",)
    search_fields = ("code", "host", "login__account__username")
    exclude = ("login", "endpoint", "point", "secret")

    @admin.display(description="account")
    def account(self, device: models.Device) -> str:
        """Return whose device it is."""
        return str(device.login.account)

    @admin.display(description="browser")
    def browser(self, device: models.Device) -> str:
        """Return what the browser calls itself, and on what it runs."""
        return f"{device.login.browser} {device.login.system}".strip()


@admin.register(models.Push)
class PushAdmin(LookOnly, Admin):
    """Which device was told what, when and why not."""

    list_display = ("created_at", "kind", "device", "status", "attempt", "error", "due_at")
    list_select_related = ("device",)
    search_fields = ("device__code", "device__login__account__username")
    exclude = ("lease", "lease_until")


@admin.register(models.PushChoice)
class PushChoiceAdmin(LookOnly, Admin):
    """Whose devices show what."""

    list_display = ("account", "kind", "is_wanted")
    list_select_related = ("account",)
    search_fields = ("account__username",)
