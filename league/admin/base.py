"""What the pages of the admin share: rows to look at, and rows that services change."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest

from league import models
from league.services import refusals

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    Inline = admin.TabularInline[Any, Any]
else:
    Admin, Inline = admin.ModelAdmin, admin.TabularInline


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
        except refusals.ANY as refusal:
            messages.error(request, f"{row}: {refusal.message}")
        else:
            messages.success(request, str(row))
