"""Passwords on pages: looked at only so often, whoever gives them and for what."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league.services.accounts import guesses
from league.services.accounts.guesses import Attempt
from league.web.accounts.password_forms import KnownForm
from league.web.base import access, rates
from league.web.base.sending import send

Made = TypeVar("Made")

LOCKED: Final = "locked"


def lock_error() -> ValidationError:
    """Return what somebody is told whose password, or code, is not looked at."""
    minutes = guesses.LOCK_S // 60
    said = _("Too many wrong passwords or codes; try again in %(minutes)d minutes.")
    return ValidationError(said % {"minutes": minutes}, code=LOCKED)


def send_known(
    request: HttpRequest, form: KnownForm, act: Callable[..., Made], **what: Any
) -> Made | None:
    """Let a service act on a form that was sent, and that has the password of who is logged in.

    As `send`; nothing is done while too many passwords were wrong. A form with an empty field is
    neither a guess nor a right password, which would forget wrong ones.
    """
    account = access.require_account(request)
    if not form.is_valid():
        return None
    attempt = Attempt(account.username, rates.address_of(request))
    if guesses.is_locked(attempt):
        form.add_error(None, lock_error())
        return None
    made = send(request, form, act, account=account, **what)
    if not form.has_error(form.known):
        guesses.succeeded(attempt)
    return made


def with_lock(answer: HttpResponse, form: forms.Form) -> HttpResponse:
    """Return the answer to a form, and if its password was not looked at, say so in its status."""
    if form.has_error(NON_FIELD_ERRORS, LOCKED):
        answer.status_code = rates.TOO_MANY
        answer.headers["Retry-After"] = str(guesses.LOCK_S)
    return answer
