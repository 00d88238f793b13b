"""Who is looking, and what they may see; the rights themselves are `services.rights`."""

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest

from league.models import Account, Club, Role, Session
from league.services import rights


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


def visible_sessions(*, drafts: bool) -> Q:
    """Return the condition on sessions: drafts are shown to organisers only."""
    return Q() if drafts else ~Q(status=Session.Status.DRAFT)


def require_visible(request: HttpRequest, session: Session, club: Club) -> bool:
    """Return whether the visitor organises here; raises Http404 for a draft shown to others."""
    organises = is_organiser(request, club)
    if session.status == Session.Status.DRAFT and not organises:
        raise Http404
    return organises
