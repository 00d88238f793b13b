"""Amounts of money as people read and write them; stored are whole cents."""

import re
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.services.base.refusals import Invalid

CENTS: Final = 100
SIGNS: Final = {"EUR": "€", "GBP": "£", "USD": "$"}
WRITTEN: Final = re.compile(r"[0-9]{1,9}([.,][0-9]{1,2})?")
LONGEST: Final = 12


def written(amount: int) -> str:
    """Return an amount without its currency, as it is typed."""
    return str(number_format(Decimal(amount) / CENTS, 2))


def said(amount: int, currency: str) -> str:
    """Return an amount with its currency, in the language that is active."""
    words = {"amount": written(amount), "currency": SIGNS.get(currency, currency)}
    return (pgettext("money", "%(amount)s %(currency)s") % words).replace(" ", "\u00a0")


def read(text: str) -> int | None:
    """Return an amount that somebody has typed, None for nothing; raises ValueError."""
    text = text.strip()
    if not text:
        return None
    if not WRITTEN.fullmatch(text):
        raise ValueError(text)
    whole, _mark, part = text.replace(",", ".").partition(".")
    return int(whole) * CENTS + int(f"{part:0<2}")


def given(text: str, *, field: str) -> int | None:
    """Return an amount that a form was sent with, None for nothing; raises Invalid."""
    try:
        return read(text)
    except ValueError:
        raise Invalid({field: [_wrong()]}) from None


class MoneyField(forms.CharField):
    """An amount, typed with or without cents."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput({"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(max_length=LONGEST, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return what the field shows at first."""
        return written(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        """Return the amount in cents, None for nothing."""
        try:
            return read(super().clean(value))
        except ValueError:
            raise ValidationError(_wrong()) from None


def _wrong() -> str:
    return _("Enter an amount such as 12 or 12.50.")
