"""The pages on which a visitor opens an account, and on which one changes its password."""

from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.models import Account
from league.services.accounts import accounts, logins
from league.services.base import refusals
from league.web.accounts.common_passwords import common_passwords
from league.web.accounts.join_form import JoinForm
from league.web.accounts.known import send_known, with_lock
from league.web.accounts.log_in import begin, next_page
from league.web.accounts.password_forms import EndForm, KnownForm, PasswordForm
from league.web.base import access, rates
from league.web.base.sending import UNPROCESSABLE, put, sent, show_form

MOST_AN_HOUR: Final = 100
"""From one address: all members of a club may sit in one network."""
FORBIDDEN: Final = 403
ACTS: Final[Mapping[str, tuple[type[KnownForm], Callable[..., Account]]]] = {
    "change": (PasswordForm, accounts.change_password),
    "end": (EndForm, logins.end_logins),
}


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Show the form for an account; sent, the visitor is logged in and goes on to `next`."""
    following = next_page(request)
    if access.account_of(request) is not None:
        return redirect(following)
    if not settings.SIGN_UP_OPEN:
        return render(
            request, "web/accounts/join_closed.html", {"next": following}, status=FORBIDDEN
        )
    form = JoinForm(sent(request))
    context = {"next": following, "common_passwords": common_passwords()}
    if request.method == "POST" and rates.is_spent(request, "join", most=MOST_AN_HOUR):
        form.add_error(
            None, _("Too many accounts were opened from your network. Try again in an hour.")
        )
        return rates.put_off(show_form(request, form, "web/accounts/join.html", **context))
    if account := _opened(form):
        begin(request, account)
        messages.success(request, _("Your account is open, and you are logged in."))
        return redirect(following)
    return show_form(request, form, "web/accounts/join.html", **context)


@sensitive_post_parameters("old", "new", "password")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def password(request: HttpRequest) -> HttpResponse:
    """Show the forms for another password and for ending other sessions; sent, one is done."""
    name = request.POST.get("act", "")
    forms = {
        act: form(sent(request) if act == name else None) for act, (form, _act) in ACTS.items()
    }
    context = {
        "forms": forms,
        "common_passwords": common_passwords(),
        "names": _names(access.require_account(request)),
    }
    if name not in ACTS:
        return render(request, "web/accounts/password.html", context)
    here = logins.digest_of(request.session.session_key)
    changed = send_known(request, forms[name], ACTS[name][1], here=here)
    if changed is None:
        answer = render(request, "web/accounts/password.html", context, status=UNPROCESSABLE)
        return with_lock(answer, forms[name])
    update_session_auth_hash(request, changed)
    messages.success(request, _("Done. You are logged out everywhere else."))
    return redirect("web:me")


def _names(account: Account) -> str:
    """Return what a password may not be like, a line each."""
    return "\n".join([account.username, account.first_name, account.last_name, account.email])


def _opened(form: JoinForm) -> Account | None:
    """Return the account the form is for; None if the form or the service refuses it."""
    if not form.is_valid():
        return None
    try:
        return accounts.open_account(**form.values(), now=timezone.now())
    except refusals.Invalid as refusal:
        put(form, refusal.errors)
    return None
