"""The form that makes a token: what it is for, what it may do, and for how long."""

from typing import Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.models import ApiToken
from league.models.people import SCOPES_OF_PEOPLE
from league.services.accounts.people import LONGEST_NAME, LONGEST_TOKEN_DAYS
from league.web.base.sending import ServiceForm

DAYS: Final = 90
IN_WORDS: Final[dict[str, str | Promise]] = dict(SCOPES_OF_PEOPLE)


def scopes() -> list[tuple[str, str]]:
    """Return what a token can be allowed, by the names that the API has for it and in words."""
    return [(value, f"{value}: {words}") for value, words in IN_WORDS.items()]


class TokenForm(ServiceForm):
    """What a token is for, may do, and until when; as little as the program needs."""

    name = forms.CharField(
        label=_("Description"),
        help_text=_("Only you can read this. It helps you to find the token you want to revoke."),
        max_length=LONGEST_NAME,
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        help_text=_(
            "Tick only what the program needs. A token can never do more than your account."
        ),
        choices=scopes,
        initial=[ApiToken.Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.IntegerField(
        label=_("Valid for (days)"), min_value=1, max_value=LONGEST_TOKEN_DAYS, initial=DAYS
    )
