"""The page that the link of an online table leads to, and the one on which a guest stays.

The secret stands behind the # of the link, so that it is in no request, log or referrer; a script
puts it into the form (`static/js/invited.js`). Whoever has no account gives a name.
"""

from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.models import Account, OnlineTable, Player
from league.services.accounts.people import LONGEST_NAME
from league.services.base import refusals
from league.services.play import table_guests, tables
from league.services.play.table_looks import seat_of
from league.web.accounts.common_passwords import common_passwords
from league.web.accounts.join_form import AccountForm
from league.web.accounts.log_in import begin
from league.web.base import access, rates
from league.web.base.sending import ServiceForm, put, sent, show_form
from league.web.games.games import game_name

from . import seated
from .tables import find_table

MOST_AN_HOUR: Final = 30
"""Guests from one address: all friends may sit in one room."""
LONGEST_LINK: Final = 500


class InvitedForm(ServiceForm):
    """The link of a table, which a script fills in, and who comes."""

    invitation = forms.CharField(
        label=gettext_lazy("Link of the table"),
        max_length=LONGEST_LINK,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none"}),
    )
    own_name = forms.CharField(
        label=gettext_lazy("The name you play under"),
        help_text=gettext_lazy("Everybody can read it."),
        max_length=LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "name"}),
    )

    def __init__(self, *, is_known: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if is_known:
            del self.fields["own_name"]


@sensitive_post_parameters("invitation")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HttpRequest, code: str) -> HttpResponse:
    """Show who plays at a table; sent with its link, the visitor has a seat there."""
    table = find_table(request, code)
    own = seated.account_at(request, table)
    if seat_of(list(table.seats.all()), own) is not None:
        return redirect("web:table", code=code)
    account = access.account_of(request)
    is_known = account is not None and Player.objects.filter(account=account).exists()
    form = InvitedForm(is_known=is_known, data=sent(request))
    takes_guests = table.event is not None and table.event.takes_guests
    may_sit = account is not None or takes_guests
    if request.method == "POST" and may_sit:
        if account is None and rates.is_spent(request, "guest", most=MOST_AN_HOUR):
            form.add_error(None, _("Too many guests came from your network. Try again in an hour."))
            return rates.put_off(_show(request, table, form, may_sit=may_sit))
        if _sits_down(request, form, table, account):
            return redirect("web:table", code=code)
    return _show(request, table, form, may_sit=may_sit)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest, code: str) -> HttpResponse:
    """Show a guest the form for an account; sent, the account goes on as the guest."""
    table = find_table(request, code)
    guest = seated.account_at(request, table)
    if guest is None or not guest.is_guest or not settings.SIGN_UP_OPEN:
        raise Http404(_("You do not sit at this table as a guest."))
    form = AccountForm(sent(request))
    if form.is_valid():
        try:
            kept = table_guests.keep(guest=guest, now=timezone.now(), **form.values())
        except refusals.Invalid as refusal:
            put(form, refusal.errors)
        else:
            begin(request, kept)
            messages.success(request, _("Your account is open, and you are logged in."))
            return redirect("web:table", code=code)
    context = {"table": table, "common_passwords": common_passwords()}
    return show_form(request, form, "web/play/keep.html", **context)


def _sits_down(
    request: HttpRequest, form: InvitedForm, table: OnlineTable, account: Account | None
) -> bool:
    """Give a visitor a seat, and tell whether that went well; the form says why not."""
    if not form.is_valid():
        return False
    try:
        if account is None:
            _joined, guest = table_guests.sit_down(table=table, now=timezone.now(), **form.values())
            seated.remember(request, guest)
        else:
            tables.join(table=table, by=account, now=timezone.now(), **form.values())
    except refusals.Invalid as refusal:
        put(form, refusal.errors)
        return False
    except refusals.Refused as refusal:
        form.add_error(None, refusal.message)
        return False
    return True


def _show(
    request: HttpRequest, table: OnlineTable, form: InvitedForm, *, may_sit: bool
) -> HttpResponse:
    context = {
        "table": table,
        "event": table.event,
        "game_name": game_name(table.rules.game),
        "may_sit": may_sit,
    }
    return show_form(request, form, "web/play/invited.html", **context)
