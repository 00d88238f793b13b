"""What one is told by mail and where to: one's own page, and links in mails that end a kind."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.logic.mails import LONGEST_ADDRESS
from league.models import Account, Mail, MailChoice
from league.services.accounts import addresses
from league.services.mail import choices, links
from league.web.accounts import pushes
from league.web.accounts.known import send_known, with_lock
from league.web.accounts.password_forms import KnownForm
from league.web.base import access
from league.web.base.sending import UNPROCESSABLE, ServiceForm, send, sent

GONE = 404


class AddressForm(KnownForm):
    """Where the mails of an account go."""

    known = "password"
    address = forms.CharField(
        label=gettext_lazy("E-mail address"),
        help_text=gettext_lazy("We send a link there. Leave it empty to get no mail."),
        max_length=LONGEST_ADDRESS,
        required=False,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )


class ChoicesForm(ServiceForm):
    """How an account wants to hear of each kind of thing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in Mail.TO_CHOOSE:
            self.fields[kind.value] = forms.ChoiceField(
                label=kind.label, choices=MailChoice.When.choices
            )

    def values(self) -> dict[str, Any]:
        """Return the choices as the service takes them."""
        return {"wanted": self.cleaned_data}


@dataclass(frozen=True)
class Page:
    """What the page of one's mails shows."""

    account: Account
    address: AddressForm
    chosen: ChoicesForm
    panel: pushes.Panel | None

    @property
    def forms(self) -> list[forms.Form]:
        """The forms on the page, each of which may have been refused."""
        of_devices = [self.panel.here.form, self.panel.chosen] if self.panel is not None else []
        return [self.address, self.chosen, *of_devices]


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Show where one's mails go, which one gets, and what devices show; sent, one is stored."""
    account = access.require_account(request)
    act = request.POST.get("act", "")
    address = AddressForm(
        sent(request) if act == "address" else None,
        initial={"address": account.email_wanted or account.email},
    )
    chosen = ChoicesForm(
        sent(request) if act == "choices" else None, initial=choices.of_account(account)
    )
    panel = pushes.panel_of(request, account)
    shown = Page(account, address, chosen, panel)
    if pushes.has_acted(request, panel, account):
        return redirect("web:mail")
    if act == "address" and settings.HAS_MAIL:
        return _change(request, shown)
    if act == "choices":
        send(request, chosen, choices.choose, account=account)
        if chosen.is_valid():
            messages.success(request, _("Your choice is saved."))
            return redirect("web:mail")
    return _show(request, shown)


def _change(request: HttpRequest, page: Page) -> HttpResponse:
    changed = send_known(request, page.address, addresses.change)
    if changed is None:
        return with_lock(_show(request, page), page.address)
    if changed.email_wanted:
        messages.success(request, _("We sent a link to your address. Open it to confirm."))
    else:
        messages.success(request, _("You will get no more mail."))
    return redirect("web:mail")


def _show(request: HttpRequest, page: Page) -> HttpResponse:
    context = {
        "account": page.account,
        "address": page.address,
        "chosen": page.chosen,
        "panel": page.panel,
        "forms": page.forms,
        "has_mail": settings.HAS_MAIL,
    }
    status = UNPROCESSABLE if any(form.errors for form in page.forms) else 200
    return render(request, "web/accounts/mail.html", context, status=status)


@csrf_exempt  # mail programs send it themselves, RFC 8058; the link is signed and does only this
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether a kind of mail is to end; sent, it has, whoever is logged in."""
    found = links.off_of(token)
    if found is None:
        return render(request, "web/accounts/mail_off.html", {"is_gone": True}, status=GONE)
    if request.method == "POST":
        choices.turn_off(account_id=found.account_id, kind=found.kind)
    context = {"kind": Mail.Kind(found.kind).label, "is_done": request.method == "POST"}
    return render(request, "web/accounts/mail_off.html", context)


class LinkForm(ServiceForm):
    """A link from a mail, which a script fills in where there is one."""

    link = forms.CharField(
        label=gettext_lazy("Link from the mail"),
        max_length=1000,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none"}),
    )

    @property
    def secret(self) -> str:
        """The secret of the link, once the form is valid."""
        return links.secret_in(self.cleaned_data["link"])


@sensitive_post_parameters("link")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """Show which account wants its mails where; sent again, they go there."""
    form = LinkForm(sent(request))
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        account = addresses.to_confirm(form.secret)
        if account is None:
            return render(request, "web/accounts/link_gone.html", status=GONE)
        if request.POST.get("act") == "confirm":
            addresses.confirm(secret=form.secret, now=timezone.now())
            messages.success(request, _("Your address is confirmed."))
            return redirect("web:mail" if access.account_of(request) == account else "web:home")
        context["account"] = account
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "web/accounts/confirm_address.html", context, status=status)
