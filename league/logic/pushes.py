"""Pushes: what a device's subscription is made of, and what the answer of a push service means.

Source: RFC 8030 (push), RFC 8291 (its encryption).
"""

from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Final

from .vapid import from_text

POINT_SIZE: Final = 65
"""Bytes of a public key, a point of P-256 that is not compressed."""
SECRET_SIZE: Final = 16
LONGEST_WAIT: Final = timedelta(days=1)


class Answer(Enum):
    """What a push service says of a message."""

    TAKEN = "taken"
    GONE = "gone"
    LATER = "later"
    REFUSED = "refused"


def meaning(status: int) -> Answer:
    """Return what the status of an answer means."""
    if 200 <= status < 300:
        return Answer.TAKEN
    if status in {404, 410}:
        return Answer.GONE
    return Answer.LATER if status in {408, 425, 429} or status >= 500 else Answer.REFUSED


def wait_of(retry_after: str, *, now: datetime) -> timedelta:
    """Return how long a service asks to be left alone, LONGEST_WAIT at most; seconds or a date."""
    if retry_after.isascii() and retry_after.isdecimal():
        return min(timedelta(seconds=min(int(retry_after[:9]), 10**8)), LONGEST_WAIT)
    try:
        wait = parsedate_to_datetime(retry_after) - now
    except (TypeError, ValueError):  # no date, or one of no time zone
        return timedelta()
    return max(timedelta(), min(wait, LONGEST_WAIT))


def is_point(text: str) -> bool:
    """Tell whether a text has the form of a public key of a device."""
    found = from_text(text)
    return found is not None and len(found) == POINT_SIZE and found[0] == 4


def is_secret(text: str) -> bool:
    """Tell whether a text has the form of the secret that a device shares with the site."""
    found = from_text(text)
    return found is not None and len(found) == SECRET_SIZE
