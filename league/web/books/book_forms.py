"""The forms of the books: what a place costs, and how a pot is shared out."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.logic import prizes
from league.services.books.fees import CURRENCIES
from league.web.base.money import MoneyField
from league.web.base.sending import ServiceForm

LONGEST_SHARES: Final = 200
PERCENTS: Final = re.compile(r"[0-9]{1,3}([ ,;%+]+[0-9]{1,3})*[ ,;%]*")


class SeasonFeeForm(ServiceForm):
    """What a place in each event of a season costs, and in which currency the club counts."""

    fee = MoneyField(
        label=_("Entry fee of each event"),
        help_text=_("Leave empty for none. An event can have another fee of its own."),
        required=False,
    )
    currency = forms.ChoiceField(
        label=_("Currency of the club"),
        help_text=_("It stays once a payment is noted."),
        choices=[(code, code) for code in CURRENCIES],
    )


class SharesField(forms.CharField):
    """Percents, separated by anything that people put between them."""

    def prepare_value(self, value: Any) -> Any:
        """Return what the field shows at first."""
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> Any:
        """Return the percents as numbers, none for an empty field."""
        text = super().clean(value).strip()
        if text and not PERCENTS.fullmatch(text):
            raise forms.ValidationError(_("Give percents such as 50, 30, 20."))
        return [int(number) for number in re.findall(r"[0-9]+", text)]


class TermsForm(ServiceForm):
    """What a place in an event costs, and how what was paid is shared out."""

    fee = MoneyField(label=_("Entry fee"), required=False)
    kept = MoneyField(
        label=_("The club keeps"),
        help_text=_("This amount is taken off what was paid before the rest is shared out."),
        required=False,
    )
    shares = SharesField(
        label=_("Shares in percent, the first place first"),
        max_length=LONGEST_SHARES,
        required=False,
    )

    def __init__(self, *, of_season: str, participants: int, **kwargs: Any) -> None:
        """Say which fee the season has, and which shares are usual for so many participants."""
        super().__init__(**kwargs)
        usual = ", ".join(map(str, prizes.usual(participants)))
        self.fields["fee"].help_text = of_season
        words = {"participants": participants, "usual": usual}
        self.fields["shares"].help_text = (
            _("Leave empty for no prizes. Usual for %(participants)d participants: %(usual)s.")
            % words
        )
