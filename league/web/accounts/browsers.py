"""Where somebody is logged in, in words."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.models import Account, Login
from league.services.accounts import logins


@dataclass(frozen=True)
class Browser:
    """A login as its owner sees it; `is_here` is the one with which the page is asked for."""

    login: Login
    name: str
    is_here: bool


def browsers_of(request: HttpRequest, account: Account, *, now: datetime) -> list[Browser]:
    """Return where an account is logged in, here first, then the one seen last; one query."""
    here = logins.digest_of(request.session.session_key)
    rows = logins.open_logins(account=account, now=now)
    found = [Browser(row, name_of(row), row.pk == here) for row in rows]
    return sorted(found, key=lambda one: not one.is_here)


def name_of(login: Login) -> str:
    """Return what a browser calls itself, as in “Firefox on Android”."""
    if login.browser and login.system:
        named = {"browser": login.browser, "system": login.system}
        return _("%(browser)s on %(system)s") % named
    return login.browser or login.system or _("Unknown browser")
