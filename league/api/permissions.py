"""What a token may be used for; what its account may do is decided in the services."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from league.models import ApiToken

from .errors import ScopeMissing


class ScopePerAction(BasePermission):
    """Each action names the scope it needs in the view's `scopes`; reading needs none.

    An action that changes something and is not named is refused to everybody.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        scopes: dict[str, str | None] = getattr(view, "scopes", {})
        action: str | None = getattr(view, "action", None)
        if action is None:
            return True  # an unknown method or address, answered as such
        if action not in scopes:
            return request.method in SAFE_METHODS
        scope = scopes[action]
        return scope is None or _has_scope(request, scope)


def _has_scope(request: Request, scope: str) -> bool:
    if isinstance(request.auth, ApiToken) and scope not in request.auth.scopes:
        raise ScopeMissing(scope)
    return bool(request.user.is_authenticated)
