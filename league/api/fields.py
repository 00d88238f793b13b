"""Fields that take the JSON type they name and nothing like it, and one in the reader's words."""

from datetime import datetime
from typing import Any

from django.utils.timezone import is_naive
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.services.base.sayings import said
from league.services.registration.plans import FIRST_YEAR, LAST_YEAR


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction; texts and yes or no are not numbers."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return super().to_internal_value(data)


class Choice(serializers.ChoiceField):
    """One of some words; who sends another one is told them."""

    default_error_messages = {"invalid_choice": _("“{input}” is not one of these: {choices}.")}

    def fail(self, key: str, **named: Any) -> Any:
        """Raise ValidationError, which names the choices."""
        super().fail(key, **named, choices=", ".join(map(str, self.choices)))


class Moment(serializers.DateTimeField):
    """A time with its offset from UTC, in a year that somebody could mean."""

    default_error_messages = {
        "no_offset": _(
            "The offset from UTC is missing. Write the time as in 2026-12-04T19:30:00+01:00."
        ),
        "year": _("Choose a year from {first} to {last}."),
    }

    def enforce_timezone(self, value: datetime) -> datetime:
        """Return a time in the site's zone; raises ValidationError for one without an offset."""
        if is_naive(value):
            self.fail("no_offset")
        if not FIRST_YEAR <= value.year <= LAST_YEAR:
            self.fail("year", first=FIRST_YEAR, last=LAST_YEAR)
        return super().enforce_timezone(value)


class Said(serializers.CharField):
    """A text that a worker has stored, said in the language of the request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)

    def to_representation(self, value: Any) -> str:
        return said(super().to_representation(value))


class Flag(serializers.BooleanField):
    """A JSON true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
