"""Accounts that may do more than others."""

from collections.abc import Iterator
from typing import Final

from django.conf import settings

from league.models import Account

from .findings import Finding, fine, warning

NAMED: Final = 5


def staff() -> Iterator[Finding]:
    """Name staff that logs in by a password alone; one query."""
    bare = Account.objects.filter(is_staff=True, is_active=True, second_factor=None)
    names = list(bare.order_by("username").values_list("username", flat=True))
    if not names:
        yield fine("staff", "All accounts of staff have a second factor.")
        return
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    said = f"Staff without a second factor: {', '.join(names[:NAMED])}{more}."
    mend = "They turn it on at /me/second-factor/"
    if settings.STAFF_SECOND_FACTOR:
        yield warning("staff", said, f"{mend}; the admin is closed to them until then.")
    else:
        yield warning("staff", said, f"{mend}; STAFF_SECOND_FACTOR=yes makes the admin ask for it.")
