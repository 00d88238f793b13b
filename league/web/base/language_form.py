"""The form in which somebody chooses the language of their pages."""

from django import forms
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from league.web.base.sending import ServiceForm


def languages() -> list[tuple[str, str | Promise]]:
    """Return the languages of this site by their own names, after none of them."""
    names = [
        (code, get_language_info(code)["name_local"].capitalize())
        for code, _name in settings.LANGUAGES
    ]
    return [("", _("same as the browser")), *names]


class LanguageForm(ServiceForm):
    """A language of this site, or none: as the browser asks for."""

    language = forms.ChoiceField(label=_("Language"), choices=languages, required=False)
