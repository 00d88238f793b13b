"""What the site knows of a person: taken along as a file, or erased."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from league.models import Player
from league.services.base import rights
from league.services.base.streams import stream
from league.services.privacy import erasures, personal_data
from league.web.accounts.known import send_known, with_lock
from league.web.base import access
from league.web.base.sending import send, sent, show_form
from league.web.privacy.erase_forms import EraseGuestForm, EraseMeForm


@require_safe
@login_required
def download(request: HttpRequest) -> HttpResponseBase:
    """Send all that the site knows of whoever is logged in."""
    account = access.require_account(request)
    player = Player.objects.filter(account=account).first()
    lines = personal_data.lines(player=player, account=account, now=timezone.now())
    answer = stream(request, lines, content_type="application/json", name="my-data.json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def erase(request: HttpRequest) -> HttpResponse:
    """Ask for the password; sent, the account is erased and its owner logged out."""
    form = EraseMeForm(sent(request))
    if form.is_bound:
        send_known(request, form, erasures.erase_account)
    if form.is_bound and form.is_valid():
        logout(request)
        messages.success(request, _("Your account is erased."))
        return redirect("web:home")
    context = {"title": _("Erase my account"), "back": reverse("web:me")}
    return with_lock(show_form(request, form, "web/privacy/erase.html", **context), form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def erase_guest(request: HttpRequest, code: str) -> HttpResponse:
    """Ask an organiser for the name of a person without an account; sent, they are erased."""
    account = access.require_account(request)
    player = get_object_or_404(rights.readable_players(account), code=code)
    if not erasures.may_erase_guest(player, account):
        raise PermissionDenied
    form = EraseGuestForm(sent(request))
    send(request, form, erasures.erase_guest, player=player)
    if form.is_bound and form.is_valid():
        messages.success(request, _("The person is erased. Their results stay."))
        return redirect("web:player", code=code)
    title = _("Erase %(name)s") % {"name": player.shown_name}
    back = reverse("web:player", args=[code])
    return show_form(request, form, "web/privacy/erase.html", title=title, back=back)
