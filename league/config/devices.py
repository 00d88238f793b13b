"""Pages say for whom they are, and whether the worker of a device may keep them for that person.

The list names what may be kept; all else never is: logins and accounts, the admin, tables played
online with their hands, and what is about other people.
"""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from league.web.accounts.readers import mark_of
from league.web.base import access

READER, KEEP = "Stammtisch-Reader", "Stammtisch-Keep"
KEPT: Final = frozenset(
    {
        *("web:home", "web:calendar", "web:club", "web:season", "web:league", "web:division"),
        *("web:event", "web:ranking", "web:evening", "web:session"),
        *("web:match", "web:pad", "web:enter", "web:confirm"),
    }
)
"""Pages that can be read without network once they have been opened."""


class Devices:
    """Middleware: says on whole pages who reads them, and which may be kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not _is_page(response):
            return response
        account = access.account_of(request)
        if account is None:
            return response
        response.headers[READER] = mark_of(account)
        route = request.resolver_match
        if request.method == "GET" and route is not None and route.view_name in KEPT:
            response.headers[KEEP] = "1"
        return response


def _is_page(response: HttpResponseBase) -> bool:
    is_html = response.headers.get("Content-Type", "").startswith("text/html")
    return response.status_code == 200 and is_html
