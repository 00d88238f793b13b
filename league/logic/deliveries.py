"""Deliveries of webhooks: how one is signed, and when it is tried again."""

import hashlib
import hmac
from datetime import datetime, timedelta

WAITS = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
    timedelta(hours=24),
)
"""How long to wait after each attempt that failed; after one more it is given up."""


def wait_after(attempt: int) -> timedelta | None:
    """Return how long to wait after the failed attempt of this number, None to give up."""
    return WAITS[attempt - 1] if attempt <= len(WAITS) else None


def signature(secret: str, *, body: bytes, at: datetime) -> str:
    """Return the value of the header that proves who sent `body`, and when.

    The HMAC-SHA-256 is over the time in whole seconds, a dot and the body, so that neither can be
    changed, nor an old delivery be passed off as a new one.
    """
    seconds = str(int(at.timestamp()))
    proof = hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256)
    return f"t={seconds},v1={proof.hexdigest()}"
