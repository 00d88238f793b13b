"""The page to log in, which the admin's pages lead to as well."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth import views as auth
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext_lazy as _

from league.logic.agents import agent_of
from league.models import Account
from league.services.accounts import guesses, logins, second_factors
from league.services.accounts.guesses import Attempt
from league.web.accounts.known import lock_error, with_lock
from league.web.base import access, languages, rates

from . import second_step


class LogInForm(AuthenticationForm):
    """A username and its password, which is looked at only so many times."""

    def clean(self) -> dict[str, Any]:
        attempt = self._attempt()
        if attempt is None:
            return super().clean()
        if guesses.is_locked(attempt):
            raise lock_error()
        cleaned = super().clean()
        if second_factors.of_account(self.get_user()) is None:
            guesses.succeeded(attempt)
        else:
            guesses.half_succeeded(attempt)
        return cleaned

    def _attempt(self) -> Attempt | None:
        """Return what is tried, None while a field is empty and so no password is looked at."""
        username, password = (self.cleaned_data.get(name) for name in ("username", "password"))
        if not (username and password and self.request):
            return None
        return Attempt(username, rates.address_of(self.request))


def begin(request: HttpRequest, account: Account) -> None:
    """Log an account in, and keep what browser this is for the list of its logins."""
    login(request, account)
    agent = agent_of(request.headers.get("User-Agent", ""))
    request.session.update(logins.facts_of(agent, now=timezone.now()))


def enter(request: HttpRequest, account: Account) -> HttpResponse:
    """Log an account in and lead it on, from then on in the language of its profile."""
    begin(request, account)
    answer = redirect(next_page(request))
    if account.language:
        languages.remember(answer, account.language)
    return answer


def next_page(request: HttpRequest) -> str:
    """Return the address of this site that a visitor wants to go on to, home without one.

    Nobody goes on to log in: who has done so would be asked once more.
    """
    wanted = request.POST.get("next", request.GET.get("next", ""))
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    if is_ours and urlsplit(wanted).path != reverse("web:login"):
        return wanted
    return resolve_url(settings.LOGIN_REDIRECT_URL)


def with_next(name: str, following: str) -> str:
    """Return the address of a page of the log-in that leads on to another one."""
    return f"{reverse(name)}?{urlencode({'next': following})}"


def admin_door(request: HttpRequest) -> HttpResponse:
    """Lead whom the admin is closed to: staff to the second factor it wants, others to log in."""
    account = access.account_of(request)
    if account is not None and account.is_staff and not second_factors.opens_admin(account):
        return redirect("web:second-factor")
    return redirect(with_next("web:login", request.GET.get("next", "")))


class LogIn(auth.LoginView):
    """The login: the password, and for an account with a second factor a step more."""

    extra_context = {"title": _("Log in")}
    form_class = LogInForm
    http_method_names = ["get", "head", "post", "options"]

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        account: Account = form.get_user()
        if second_factors.of_account(account) is None:
            return enter(self.request, account)
        second_step.wait_for(self.request, account, now=timezone.now())
        return redirect(with_next("web:second-step", next_page(self.request)))

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return with_lock(super().form_invalid(form), form)
