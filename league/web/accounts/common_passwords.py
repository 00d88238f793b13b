"""Common passwords that are long enough, for the meter beside a new one (`static/js/strength.js`).

They are few, and go out as digests of 32 bits: a page needs none of the words.
"""

from functools import cache

from django.contrib.auth.password_validation import CommonPasswordValidator

LEAST = 12
FNV_OFFSET, FNV_PRIME, BITS = 0x811C9DC5, 0x01000193, 0xFFFFFFFF


def digest(text: str) -> int:
    """Return the 32 bits of FNV-1a."""
    found = FNV_OFFSET
    for byte in text.encode():
        found = (found ^ byte) * FNV_PRIME & BITS
    return found


@cache
def common_passwords() -> list[int]:
    """Return the digests of what Django refuses as too common and not as too short."""
    words = CommonPasswordValidator().passwords
    return sorted(digest(word) for word in words if len(word) >= LEAST)
