"""Who plays at a table from this browser: an account, or a guest that a link has let sit down."""

from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.models import Account, OnlineTable
from league.services.play import table_guests
from league.web.base import access

GUEST: Final = "guest"
"""Where a browser keeps the key of the guest that it is at a table."""


def is_nobody(request: HttpRequest) -> bool:
    """Tell whether nobody is logged in, and this browser is no guest at any table."""
    return access.account_of(request) is None and GUEST not in request.session


def account_at(request: HttpRequest, table: OnlineTable) -> Account | None:
    """Return the guest who sits at a table from this browser, or else who is logged in."""
    key = request.session.get(GUEST)
    guest = table_guests.guest_at(table, key) if key is not None else None
    return guest or access.account_of(request)


def require_account_at(request: HttpRequest, table: OnlineTable) -> Account:
    """Return who plays at a table from this browser; raises PermissionDenied."""
    if account := account_at(request, table):
        return account
    raise PermissionDenied


def remember(request: HttpRequest, guest: Account) -> None:
    """Let this browser be a guest at the tables where the guest has a seat."""
    request.session.cycle_key()
    request.session[GUEST] = guest.pk
