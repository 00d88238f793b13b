"""Who asks: the account of a scoped token, or of a session in the browser."""

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from league.models import Account, ApiToken
from league.services.accounts import people

from .errors import BadToken

SCHEMES = {b"bearer", b"token"}


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer …` or `Token …`; `request.auth` is then the token."""

    def authenticate(self, request: Request) -> tuple[Account, ApiToken] | None:
        scheme, _, plain = get_authorization_header(request).strip().partition(b" ")
        if scheme.lower() not in SCHEMES:
            return None
        # Tokens are ASCII; any other byte makes a text that no token has.
        token = people.account_of_token(plain=plain.strip().decode("latin-1"), now=timezone.now())
        if token is None or not token.account.is_active:
            raise BadToken
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="stammtisch"'


def actor(request: Request) -> Account:
    """Return the account that acts; raises NotAuthenticated for anybody."""
    if isinstance(request.user, AnonymousUser):
        raise NotAuthenticated
    return request.user


def asker(request: Request) -> Account | None:
    """Return the account to take the rights of, or None for anybody.

    With a token that has not the scope `read`, one reads what anybody may read; a remote bot, which
    has a token of its own, what its account may.
    """
    if isinstance(request.user, AnonymousUser):
        return None
    is_reading = request.method in SAFE_METHODS
    if isinstance(request.auth, ApiToken) and is_reading:
        may_read = {ApiToken.Scope.READ, ApiToken.Scope.BOT} & set(request.auth.scopes)
        return request.user if may_read else None
    return request.user
