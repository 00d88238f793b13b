"""The forms of a second factor: setting it up, the code at the log-in, and turning it off."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.web.accounts.password_forms import KnownForm
from league.web.base.sending import ServiceForm

LONGEST_CODE = 40
"""Recovery codes may be typed with spaces or other signs between their groups."""


class CodeForm(ServiceForm):
    """The second step of a log-in."""

    code = forms.CharField(
        label=_("Code from your app"),
        help_text=_("Six digits. The code changes every 30 seconds."),
        max_length=LONGEST_CODE,
        widget=forms.TextInput({"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


class RecoveryForm(ServiceForm):
    """The second step of a log-in for somebody who has not the app at hand."""

    code = forms.CharField(
        label=_("Recovery code"),
        help_text=_("One of the ten codes you wrote down. Each works once."),
        max_length=LONGEST_CODE,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none"}),
    )


class SetUpForm(KnownForm):
    """A code of the app that has taken the secret, which proves that it has."""

    known = "password"
    code = forms.CharField(
        label=_("The code that the app shows now"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput({"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )


class PasswordAloneForm(KnownForm):
    """What is done to a second factor that is on: only the password is asked for."""

    known = "password"
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )
