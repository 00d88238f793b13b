"""The second factor: turning it on and off, and the step of the log-in that asks for it."""

from functools import partial
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.models import Account, SecondFactor
from league.services.accounts import guesses, second_factors
from league.services.accounts.guesses import Attempt
from league.services.accounts.logins import digest_of
from league.web.accounts.known import lock_error, send_known, with_lock
from league.web.accounts.log_in import enter, next_page, with_next
from league.web.accounts.second_factor_forms import (
    CodeForm,
    PasswordAloneForm,
    RecoveryForm,
    SetUpForm,
)
from league.web.base import access, rates
from league.web.base.qr import qr
from league.web.base.sending import UNPROCESSABLE, sent, show_form

from . import second_step as steps

SECRET: Final = "second_factor_secret"  # noqa: S105 — the name in the session
"""Where a browser keeps the secret that is being set up; it is nobody's until it is turned on."""


@sensitive_post_parameters("code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """Ask somebody whose password was right for a code; sent, they are logged in and go on."""
    account, following = steps.awaited(request, now=timezone.now()), next_page(request)
    if account is None:
        return redirect(with_next("web:login", following))
    is_recovery = "recovery" in request.GET
    form = (RecoveryForm if is_recovery else CodeForm)(sent(request))
    if form.is_valid() and _is_right(request, form, account):
        request.session.flush()
        return enter(request, account)
    context = {"next": following, "is_recovery": is_recovery}
    return with_lock(show_form(request, form, "web/accounts/second_step.html", **context), form)


def _is_right(request: HttpRequest, form: CodeForm | RecoveryForm, account: Account) -> bool:
    """Tell whether the code that was sent opens; the form says if not."""
    attempt = Attempt(account.username, rates.address_of(request))
    if guesses.is_code_locked(attempt):
        form.add_error(None, lock_error())
        return False
    code = form.cleaned_data["code"]
    if not second_factors.take_code(account=account, code=code, now=timezone.now()):
        form.add_error("code", _("This code is wrong, too old or already used."))
        return False
    guesses.code_succeeded(attempt)
    return True


@sensitive_post_parameters("code", "password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show the second factor of who is logged in, or set one up; each form says what it does."""
    account = access.require_account(request)
    factor = second_factors.of_account(account)
    act = request.POST.get("act", "")
    if factor is not None:
        return _change(request, account, factor, act)
    if act == "begin":
        request.session[SECRET] = second_factors.new_secret()
        return redirect("web:second-factor")
    return _set_up(request, account, is_sent=act == "on")


def _set_up(request: HttpRequest, account: Account, *, is_sent: bool) -> HttpResponse:
    """Show the secret that an app is to take; sent with a code of it, it is turned on."""
    secret = request.session.get(SECRET, "")
    is_wanted = account.is_staff and settings.STAFF_SECOND_FACTOR
    context: dict[str, object] = {"is_wanted": is_wanted}
    if not secret:
        return render(request, "web/accounts/second_factor_off.html", context)
    form = SetUpForm(request.POST if is_sent else None)
    if is_sent:
        here = digest_of(request.session.session_key)
        turn_on = partial(second_factors.turn_on, secret=secret, here=here)
        if codes := send_known(request, form, turn_on):
            del request.session[SECRET]
            update_session_auth_hash(request, account)
            return render(
                request, "web/accounts/recovery_codes.html", {"codes": codes, "is_new": True}
            )
    site = f"Stammtisch {request.get_host().partition(':')[0]}"
    address = second_factors.address_of(account, secret, site=site)
    groups = " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
    context |= {"qr": qr(address), "address": address, "secret": groups}
    return with_lock(
        show_form(request, form, "web/accounts/second_factor_new.html", **context), form
    )


def _change(request: HttpRequest, account: Account, factor: SecondFactor, act: str) -> HttpResponse:
    """Show a second factor that is on; sent with the password, it goes or gets new codes."""
    forms = {
        name: PasswordAloneForm(sent(request) if act == name else None, auto_id=f"{name}-%s")
        for name in ("codes", "off")
    }
    if act == "codes" and (codes := send_known(request, forms[act], second_factors.renew_codes)):
        return render(request, "web/accounts/recovery_codes.html", {"codes": codes})
    if act == "off":
        send_known(request, forms[act], second_factors.turn_off)
        if forms[act].is_valid():
            messages.success(request, _("The second factor is off; your password is enough again."))
            return redirect("web:second-factor")
    context = {
        "forms": forms,
        "factor": factor,
        "codes_left": second_factors.codes_left(factor),
        "is_wanted": account.is_staff and settings.STAFF_SECOND_FACTOR,
    }
    is_refused = act in forms
    status = UNPROCESSABLE if is_refused else 200
    answer = render(request, "web/accounts/second_factor_on.html", context, status=status)
    return with_lock(answer, forms[act]) if is_refused else answer
