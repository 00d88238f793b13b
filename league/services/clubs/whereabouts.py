"""Where a club is, how to get there and how to reach it; everybody reads what it says of that.

All of it is optional. The log says what was changed, never what it says, for a telephone number
may be somebody's own.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypedDict

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator, validate_email
from django.utils.translation import gettext as _

from league.services.base.refusals import Invalid


class Whereabouts(TypedDict, total=False):
    """What a club says of where it is; what is absent or None stays as it is."""

    town: str | None
    country: str | None
    address: str | None
    email: str | None
    telephone: str | None
    website: str | None
    directions: str | None


LONGEST: Final[Mapping[str, int]] = {
    "town": 80,
    "country": 60,
    "address": 300,
    "email": 254,
    "telephone": 40,
    "website": 200,
    "directions": 2000,
}
"""What a club says, and how many letters it takes at most."""
OF_SEVERAL_LINES: Final = frozenset({"address", "directions"})


def checked(texts: Mapping[str, Any]) -> dict[str, str]:
    """Return what is given of these texts, as it is stored; raises Invalid."""
    wanted = {field: _clean(field, text) for field, text in texts.items() if text is not None}
    errors = {field: said for field, text in wanted.items() if (said := _wrong(field, text))}
    if errors:
        raise Invalid(errors)
    return wanted


def _clean(field: str, text: str) -> str:
    return text.strip() if field in OF_SEVERAL_LINES else " ".join(text.split())


def _wrong(field: str, text: str) -> list[str]:
    if len(text) > LONGEST[field]:
        return [_("Use at most %(n)d characters.") % {"n": LONGEST[field]}]
    if text and field == "email" and not _holds(validate_email, text):
        return [_("This is no e-mail address.")]
    if text and field == "website" and not _holds(URLValidator(["http", "https"]), text):
        return [_("Give the whole address, as in https://club.example.")]
    return []


def _holds(validate: Callable[[str], None], text: str) -> bool:

    try:
        validate(text)
    except ValidationError:
        return False
    return True
