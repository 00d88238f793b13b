"""The pages for a password that was forgotten: where one asks for a link, and where it leads."""

from typing import Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.logic.mails import LONGEST_ADDRESS
from league.services.accounts import recoveries
from league.services.base import refusals
from league.web.accounts.common_passwords import common_passwords
from league.web.accounts.mails import GONE, LinkForm
from league.web.base import rates
from league.web.base.sending import UNPROCESSABLE, ServiceForm, put, sent

MOST_AN_HOUR: Final = 30
"""From one address: all members of a club may sit in one network."""


class ForgottenForm(ServiceForm):
    """The address of whoever has forgotten the password."""

    address = forms.CharField(
        label=gettext_lazy("Your e-mail address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )


class NewPasswordForm(LinkForm):
    """Another password, and the link that opens it."""

    link = forms.CharField(widget=forms.HiddenInput(), max_length=1000)
    new = forms.CharField(
        label=gettext_lazy("New password"),
        help_text=gettext_lazy("At least 12 characters, not only digits, and not easy to guess."),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for an address; sent, it says the same whether an account has it."""
    form = ForgottenForm(sent(request))
    if request.method == "POST" and rates.is_spent(request, "forgotten", most=MOST_AN_HOUR):
        form.add_error(None, _("Too many links were asked for from your network. Try again later."))
        return rates.put_off(_show(request, form))
    if settings.HAS_MAIL and form.is_valid() and _ask(form):
        return render(request, "web/accounts/forgotten_sent.html")
    return _show(request, form)


def _ask(form: ForgottenForm) -> bool:
    try:
        recoveries.ask(
            address=form.cleaned_data["address"],
            language=get_language() or settings.LANGUAGE_CODE,
            now=timezone.now(),
        )
    except refusals.Invalid as refusal:
        put(form, refusal.errors)
        return False
    return True


def _show(request: HttpRequest, form: ForgottenForm) -> HttpResponse:
    context = {"form": form, "has_mail": settings.HAS_MAIL}
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "web/accounts/forgotten.html", context, status=status)


@sensitive_post_parameters("link", "new")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest) -> HttpResponse:
    """Take the link of a mail and ask for a password; sent, the account has it."""
    act = request.POST.get("act", "")
    link = LinkForm(sent(request))
    if act == "" or not link.is_valid():
        status = UNPROCESSABLE if link.errors else 200
        return render(request, "web/accounts/new_password_link.html", {"form": link}, status=status)
    account = recoveries.account_of(link.secret)
    if account is None:
        return render(request, "web/accounts/link_gone.html", status=GONE)
    form = NewPasswordForm(request.POST if act == "set" else None, initial=link.cleaned_data)
    if _is_set(form):
        messages.success(request, _("Your password is changed. Log in with it."))
        return redirect("web:login")
    context = {
        "form": form,
        "account": account,
        "common_passwords": common_passwords(),
        "names": account.username,
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "web/accounts/new_password.html", context, status=status)


def _is_set(form: NewPasswordForm) -> bool:
    """Tell whether the account has the password of a form that was sent."""
    if not form.is_valid():
        return False
    try:
        recoveries.set_password(
            secret=form.secret, new=form.cleaned_data["new"], now=timezone.now()
        )
    except refusals.Invalid as refusal:
        put(form, refusal.errors)
    except refusals.NotFound as refusal:
        form.add_error(None, refusal.message)
    return not form.errors
