"""The forms that ask for the password of who is logged in."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.web.base.sending import ServiceForm


class KnownForm(ServiceForm):
    """A form with the password so far in the field `known`."""

    known: str


class PasswordForm(KnownForm):
    """Another password."""

    known = "old"
    old = forms.CharField(
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )
    new = forms.CharField(
        label=_("New password"),
        help_text=_("At least 12 characters, not only digits, and not easy to guess."),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


class EndForm(KnownForm):
    """Being logged out in one browser elsewhere, or in all of them."""

    known = "password"
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )
