"""The forms by which a visitor opens an account, where visitors do."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from league.logic.mails import LONGEST_ADDRESS
from league.models import Account
from league.services.accounts.people import LONGEST_NAME
from league.web.base.sending import ServiceForm

LONGEST_USERNAME = Account._meta.get_field("username").max_length


class AccountForm(ServiceForm):
    """The two words that open an account."""

    username = forms.CharField(
        label=_("Username"),
        help_text=_("You log in with it: letters, digits and @ . + - _"),
        max_length=LONGEST_USERNAME,
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("At least 12 characters, not only digits, and not easy to guess."),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


class JoinForm(AccountForm):
    """Two words are enough; who says a name as well can register for events at once."""

    name = forms.CharField(
        label=_("The name you play under"),
        help_text=_(
            "Everybody can read it. You can leave it empty until you first register for an event."
        ),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    address = forms.CharField(
        label=_("Your e-mail address"),
        help_text=_(
            "Nobody else sees it. We send results and tables there, and a link if you forget your "
            "password. You can leave it empty."
        ),
        max_length=LONGEST_ADDRESS,
        required=False,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.HAS_MAIL:
            del self.fields["address"]


def sign_up(request: HttpRequest) -> dict[str, bool]:
    """Tell templates whether visitors open accounts for themselves."""
    return {"sign_up_open": settings.SIGN_UP_OPEN}
