"""What a token may be used for; what its account may do is decided in the services."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from django.utils.text import get_text_list
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from league.models import ApiToken

from .errors import ScopeMissing

Scopes: TypeAlias = str | tuple[str, ...] | None


class ScopePerAction(BasePermission):
    """Each action names the scope it needs in the view's `scopes`; reading needs none.

    Where it names several, one of them does here, and the action asks for the row's own by
    `require_scope`. An action that changes something and is not named is refused to everybody.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        scopes: Mapping[str, Scopes] = getattr(view, "scopes", {})
        action: str | None = getattr(view, "action", None)
        if action is None:
            return True  # an unknown method or address, answered as such
        if action not in scopes:
            return request.method in SAFE_METHODS
        wanted = scopes[action]
        if wanted is None:
            return True
        require_scope(request, *([wanted] if isinstance(wanted, str) else wanted))
        return bool(request.user.is_authenticated)


def require_scope(request: Request, *scopes: str) -> None:
    """Raise ScopeMissing if the request's token, where it has one, has none of these scopes."""
    if isinstance(request.auth, ApiToken) and not set(scopes) & set(request.auth.scopes):
        raise ScopeMissing(get_text_list(list(scopes)))
