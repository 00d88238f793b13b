"""The number of unread notices, and the results that wait, for the head of every page."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.models import Match
from league.services.accounts import notices
from league.services.results import waiting
from league.web.base import access


def unread_notices(request: HttpRequest) -> dict[str, Any]:
    """Give templates `unread_notices`; one query, when it is printed for somebody logged in."""

    def count() -> int:
        account = access.account_of(request)
        return notices.unread(account) if account is not None else 0

    return {"unread_notices": SimpleLazyObject(count)}


def waiting_results(request: HttpRequest) -> dict[str, Any]:
    """Give templates `waiting_results`; two queries, where printed for somebody logged in."""

    def find() -> list[Match]:
        account = access.account_of(request)
        return waiting.for_account(account) if account is not None else []

    return {"waiting_results": SimpleLazyObject(find)}
