"""Invitations: an organiser makes one and sees its link once; whoever has it opens an account.

The secret stands behind the # of the link, so that it is in no request, log or referrer. The page
it leads to sends it in a form (`static/js/invitation.js`); a session then keeps which one it was.
"""

from contextlib import suppress
from typing import Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.models import Account, Club, Invitation, Player
from league.services.base import refusals
from league.services.clubs import invitations, mailed_invitations, people
from league.web.accounts.accounts import MOST_AN_HOUR
from league.web.accounts.common_passwords import common_passwords
from league.web.accounts.join_form import AccountForm
from league.web.accounts.log_in import begin
from league.web.base import access, rates, refused
from league.web.base.qr import qr
from league.web.base.sending import UNPROCESSABLE, ServiceForm, put, show_form

from .clubs import find_club

INVITED: Final = "invited"
"""Where a browser keeps the key of the invitation whose link it has opened."""
LONGEST_LINK: Final = 500
FORBIDDEN, NOT_FOUND = 403, 404


class LinkForm(ServiceForm):
    """The link of an invitation, which a script fills in where there is one."""

    link = forms.CharField(
        label=gettext_lazy("Link of the invitation"),
        max_length=LONGEST_LINK,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none"}),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def invite(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Make an invitation for a guest and show its link this once, or take the open one back."""
    club = find_club(request, slug)
    account = access.require_organiser(request, club)
    player = get_object_or_404(people.of_kind(club, ""), code=code)
    act = request.POST.get("act")
    with refused.told(request):
        if act == "make":
            return _made(request, club, player, account)
        if act == "mail" and mailed_invitations.are_sent():
            address = request.POST.get("address", "")
            mailed_invitations.send(player=player, address=address, by=account, now=timezone.now())
            messages.success(request, _("The invitation is on its way."))
        if act == "take-back":
            invitations.take_back(player=player, by=account, now=timezone.now())
            messages.success(request, _("You took the invitation back. Its link no longer works."))
    return redirect("web:member", slug=slug, code=code)


@sensitive_post_parameters("link", "password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """Show whom a link invites; sent, there is an account that plays as who they were."""
    if request.POST.get("act") == "look":
        return _look(request)
    key = request.session.get(INVITED)
    if key is None:
        return show_form(request, LinkForm(), "web/clubs/invitation_link.html")
    row = invitations.of_key(key, now=timezone.now())
    if row is None:
        return _gone(request)
    try:
        if (account := access.account_of(request)) is not None:
            return _take_over(request, row, account)
        return _open_account(request, row)
    except refusals.NotFound:  # used or taken back meanwhile
        return _gone(request)


def _made(request: HttpRequest, club: Club, player: Player, account: Account) -> HttpResponse:
    made, secret = invitations.invite(player=player, by=account, now=timezone.now())
    link = request.build_absolute_uri(f"{reverse('web:invitation')}#{secret}")
    context = {
        "club": club,
        "player": player,
        "invitation": made,
        "link": link,
        "qr": qr(link),
    }
    return render(request, "web/clubs/invitation_made.html", context)


def _look(request: HttpRequest) -> HttpResponse:
    """Keep which invitation a link is, and go on to it."""
    form = LinkForm(request.POST)
    if rates.is_spent(request, "invitation", most=MOST_AN_HOUR):
        said = _("Too many links were tried from your network. Try again in an hour.")
        form.add_error(None, said)
        return rates.put_off(show_form(request, form, "web/clubs/invitation_link.html"))
    if not form.is_valid():
        return show_form(request, form, "web/clubs/invitation_link.html")
    row = invitations.of_link(form.cleaned_data["link"], now=timezone.now())
    if row is None:
        return _gone(request)
    request.session[INVITED] = row.pk
    return redirect("web:invitation")


def _gone(request: HttpRequest) -> HttpResponse:
    """Say that a link opens nothing: the same for each reason why."""
    request.session.pop(INVITED, None)
    context = {"form": LinkForm()}
    return render(request, "web/clubs/invitation_gone.html", context, status=NOT_FOUND)


def _take_over(request: HttpRequest, row: Invitation, account: Account) -> HttpResponse:
    """Ask an account without a player whether it is who is invited; sent, it plays as them."""
    if request.POST.get("act") == "take-over":
        with suppress(refusals.Conflict):  # the page says as whom the account plays
            invitations.take_over(invitation=row, by=account, now=timezone.now())
            return _done(request, row)
    own = Player.objects.filter(account=account).first()
    return _show(request, row, own=own)


def _open_account(request: HttpRequest, row: Invitation) -> HttpResponse:
    """Show the form for an account; sent, the visitor is logged in and sees what is theirs."""
    is_sent = request.POST.get("act") == "open"
    if not settings.SIGN_UP_OPEN:
        return _show(request, row, status=FORBIDDEN if is_sent else 200)
    form = AccountForm(request.POST if is_sent else None)
    if is_sent and rates.is_spent(request, "join", most=MOST_AN_HOUR):
        said = _("Too many accounts were opened from your network. Try again in an hour.")
        form.add_error(None, said)
        return rates.put_off(_show(request, row, form=form))
    if account := _opened(form, row):
        begin(request, account)
        return _done(request, row)
    return _show(request, row, form=form)


def _show(
    request: HttpRequest,
    row: Invitation,
    *,
    form: forms.Form | None = None,
    own: Player | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show whom somebody is invited to be, and what is theirs then."""
    context = {
        "invitation": row,
        "player": row.player,
        "history": invitations.history_of(row.player),
        "form": form,
        "own": own,
        "link": LinkForm(),
        "common_passwords": common_passwords() if form else (),
    }
    wrong = form is not None and form.errors
    return render(
        request, "web/clubs/invitation.html", context, status=UNPROCESSABLE if wrong else status
    )


def _done(request: HttpRequest, row: Invitation) -> HttpResponse:
    """Lead somebody to the page that shows what is theirs now."""
    request.session.pop(INVITED, None)
    said = _("You are logged in and play as %(name)s. All results are here.")
    messages.success(request, said % {"name": row.player.shown_name})
    return redirect("web:me")


def _opened(form: AccountForm, row: Invitation) -> Account | None:
    """Return the account the form is for; None if the form or the service refuses it."""
    if not form.is_valid():
        return None
    try:
        return mailed_invitations.open_account(invitation=row, now=timezone.now(), **form.values())
    except refusals.Invalid as refusal:
        put(form, refusal.errors)
    return None
