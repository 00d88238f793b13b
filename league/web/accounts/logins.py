"""Ending a login of one's own that is somewhere else."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.services.accounts import logins
from league.web.accounts.browsers import name_of
from league.web.accounts.known import send_known, with_lock
from league.web.accounts.password_forms import EndForm
from league.web.base import access
from league.web.base.sending import sent, show_form


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def end(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the password; sent, another browser is logged out."""
    account = access.require_account(request)
    elsewhere = account.logins.exclude(digest=logins.digest_of(request.session.session_key))
    login = get_object_or_404(elsewhere.filter(expires_at__gt=timezone.now()), digest=code)
    form = EndForm(sent(request))
    if form.is_bound:
        send_known(request, form, logins.end_login, login=login)
    if form.is_bound and form.is_valid():
        messages.success(request, _("Done. You are logged out there."))
        return redirect("web:me")
    context = {
        "title": _("Log out elsewhere"),
        "about": name_of(login),
        "button": _("Log out there"),
        "back": reverse("web:me"),
    }
    return with_lock(show_form(request, form, **context), form)
