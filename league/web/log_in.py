"""The page to log in, which the admin's pages lead to as well."""

from typing import Any

from django.contrib.auth import login
from django.contrib.auth import views as auth
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.logic.agents import agent_of
from league.models import Account
from league.services import guesses, logins
from league.services.guesses import Attempt
from league.web import languages, rates
from league.web.known import lock_error, with_lock


class LogInForm(AuthenticationForm):
    """A username and its password, which is looked at only so many times."""

    def clean(self) -> dict[str, Any]:
        attempt = self._attempt()
        if attempt is None:
            return super().clean()
        if guesses.is_locked(attempt):
            raise lock_error()
        cleaned = super().clean()
        guesses.succeeded(attempt)
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


class LogIn(auth.LoginView):
    """The login; from then on pages are in the language of the profile, if it has one."""

    extra_context = {"title": _("Log in")}
    form_class = LogInForm
    http_method_names = ["get", "head", "post", "options"]

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        account: Account = form.get_user()
        begin(self.request, account)
        answer = redirect(self.get_success_url())
        if account.language:
            languages.remember(answer, account.language)
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return with_lock(super().form_invalid(form), form)
