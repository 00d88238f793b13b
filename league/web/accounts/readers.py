"""Whose pages a device keeps: a mark for each account, that says nothing of it to anybody else."""

from typing import Any, Final

from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject

from league.models import Account
from league.web.base import access

SALT: Final = "league.web.accounts.readers"


def mark_of(account: Account) -> str:
    """Return the mark of an account: the same on all of its devices, for as long as it exists."""
    return salted_hmac(SALT, str(account.pk)).hexdigest()[:16]


def reader(request: HttpRequest) -> dict[str, Any]:
    """Give templates `reader`, the mark of whoever is logged in."""

    def mark() -> str:
        account = access.account_of(request)
        return mark_of(account) if account is not None else ""

    return {"reader": SimpleLazyObject(mark)}
