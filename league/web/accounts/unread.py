"""The number of unread notices, for the head of every page."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.services.accounts import notices
from league.web.base import access


def unread_notices(request: HttpRequest) -> dict[str, Any]:
    """Give templates `unread_notices`; one query, when it is printed for somebody logged in."""

    def count() -> int:
        account = access.account_of(request)
        return notices.unread(account) if account is not None else 0

    return {"unread_notices": SimpleLazyObject(count)}
