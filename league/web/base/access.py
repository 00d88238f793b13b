"""Who is looking, and whether they organise; the rights themselves are `services.base.rights`."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.models import Account, Club, Role
from league.services.base import rights


def account_of(request: HttpRequest) -> Account | None:
    """Return who is logged in, or None."""
    return request.user if isinstance(request.user, Account) else None


def require_account(request: HttpRequest) -> Account:
    """Return who is logged in; raises PermissionDenied."""
    if account := account_of(request):
        return account
    raise PermissionDenied


def is_organiser(request: HttpRequest, club: Club) -> bool:
    """Tell whether the visitor may organise for this club."""
    return rights.has_role(club, account_of(request), Role.ORGANISER)


def is_scorer(request: HttpRequest, club: Club) -> bool:
    """Tell whether the visitor may keep scores for this club."""
    return rights.has_role(club, account_of(request), Role.SCORER)


def require_organiser(request: HttpRequest, club: Club) -> Account:
    """Return who is logged in and may organise for this club; raises PermissionDenied."""
    return require_role(request, club, Role.ORGANISER)


def require_role(request: HttpRequest, club: Club, role: Role) -> Account:
    """Return who is logged in and has `role` or a higher one; raises PermissionDenied."""
    account = require_account(request)
    rights.require_role(club=club, account=account, role=role)
    return account
