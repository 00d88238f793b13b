"""The forms by which somebody is erased, which ask for a word that proves it is meant."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.services.accounts.people import LONGEST_NAME
from league.web.accounts.password_forms import KnownForm
from league.web.base.sending import ServiceForm


class EraseMeForm(KnownForm):
    """The password of one's account."""

    known = "password"
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )


class EraseGuestForm(ServiceForm):
    """The name of somebody who has no account, typed once more."""

    name = forms.CharField(
        label=_("Type the name of this person to confirm"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
