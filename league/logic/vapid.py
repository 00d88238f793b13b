"""The key by which push services know a site: a private number of the curve P-256.

Source: RFC 8292 (VAPID); the order of the curve is from FIPS 186-4, D.1.2.3.
"""

import binascii
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
SIZE: Final = 32
"""Bytes of a private key."""


def new_key() -> str:
    """Return a private key as it stands in settings: base64url, without padding."""
    number = secrets.randbelow(ORDER - 1) + 1
    return to_text(number.to_bytes(SIZE))


def is_key(text: str) -> bool:
    """Tell whether a text is a private key."""
    found = from_text(text)
    return found is not None and len(found) == SIZE and 0 < int.from_bytes(found) < ORDER


def to_text(numbers: bytes) -> str:
    """Return bytes as browsers and push services write them: base64url, without padding."""
    return urlsafe_b64encode(numbers).rstrip(b"=").decode()


def from_text(text: str) -> bytes | None:
    """Return the bytes of a text that `to_text` could have written; None for any other."""
    try:
        found = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (binascii.Error, UnicodeEncodeError):
        return None
    return found if to_text(found) == text else None
